//! The report: one page that says what came of runs, works without a network, and can be kept.
//!
//! From top to bottom: the verdict and the warnings, because whoever stops reading there must know
//! them; what was run; what came of each backend; the tables of `rank` and `compare`; the pictures
//! with filters; methods and bias. All of it can be made again from the rows.
//!
//! The pictures are those of [`plot`](crate::plot), drawn before the page is opened. A small script
//! (`page.js`) draws their curves and points again for what the filters leave, names puzzles, and
//! shows one with its solution. So the page is a tenth of what a plotting library alone would weigh.
//! Names come from files of others: in the page they are escaped, in its data no `<` is left, and the
//! script writes them as text only.

use std::collections::HashMap;

use board::catalog;
use record::filter;

use crate::draw::{self, Cells};
use crate::plot::{Kind, Picture, Shown, sample, style};
use crate::svg::Escaped;

mod page_data;
pub mod setup;
pub mod splice;
#[cfg(test)]
mod tests;

/// A page holds at most this many puzzles.
pub const PUZZLES: usize = 2_000;

/// What a report says.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What came of it, in sentences.
    pub verdict: Vec<String>,
    /// Wrong answers, crashes and contradictions: what a run must not have.
    pub failures: Vec<String>,
    /// What has to be said against the times.
    pub warnings: Vec<String>,
    /// For each run its name and the facts of its manifest.
    pub setup: Vec<(String, Vec<(&'static str, String)>)>,
    /// How often each status came, as HTML or Markdown like all tables.
    pub statuses: String,
    /// What `rank` says.
    pub ranking: String,
    /// Whom `compare` compares each other one with.
    pub baseline: String,
    /// What it says.
    pub comparison: String,
    /// The ratios of all pairs, and what they are; empty where there is one backend only.
    pub matrix: String,
    /// What the ratios are.
    pub matrix_legend: String,
    /// The cells of the puzzles as lines, by hash, as far as they are known.
    pub givens: HashMap<String, String>,
}

impl Report {
    /// The page. `shown` is what its pictures show, a sample where there are many puzzles; `all` is
    /// how many there are.
    pub fn html(&self, shown: &Shown<'_>, all: usize) -> String {
        let paragraphs = |class: &str, sentences: &[String]| -> String {
            let paragraph = |text| format!("<p class=\"{class}\">{}</p>\n", Escaped(text));
            sentences.iter().map(|text| paragraph(text.as_str())).collect()
        };
        let title = Escaped(&shown.caption).to_string();
        let body = [
            format!("<h1>{title}</h1>\n"),
            paragraphs("verdict", &self.verdict),
            paragraphs("failure", &self.failures),
            paragraphs("warning", &self.warnings),
            section("What was run", &self.setup_html()),
            section("What came of it", &self.statuses),
            section("Ranking", &self.ranking),
            section("Each against each", &self.all_pairs()),
            section(&self.against(), &details(&self.comparison)),
            section("Pictures", &pictures(shown, all)),
            section("Methods and bias", METHODS),
        ];
        let (body, data) = (body.concat(), page_data::json(shown, &self.givens));
        let (page_style, plot_style) = (include_str!("page.css"), style::SHEET);
        let script = include_str!("page.js");
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>\n{page_style}{plot_style}\n{}\n</style>\n</head>\n\
             <body>\n{body}<div id=\"hover\" hidden></div>\n<div id=\"puzzle\" hidden></div>\n\
             <script type=\"application/json\" id=\"data\">{data}</script>\n\
             <script>\n{script}</script>\n</body>\n</html>\n",
            draw::SHEET
        )
    }

    fn all_pairs(&self) -> String {
        match self.matrix.is_empty() {
            true => "<p>There is one backend only.</p>".into(),
            false => {
                format!("{}<p class=\"note\">{}</p>", self.matrix, Escaped(&self.matrix_legend))
            }
        }
    }

    fn against(&self) -> String {
        match self.baseline.is_empty() {
            true => "Each against the first".into(),
            false => format!("Each against {}", Escaped(&self.baseline)),
        }
    }

    /// The same without pictures, for a README; its tables have to be Markdown.
    pub fn markdown(&self, caption: &str) -> String {
        let lines = |mark: &str, sentences: &[String]| -> String {
            sentences.iter().map(|text| format!("{mark}{}\n\n", in_markdown(text))).collect()
        };
        [
            format!("{}\n\n", in_markdown(caption)),
            lines("", &self.verdict),
            lines("**Failure:** ", &self.failures),
            lines("*Caution:* ", &self.warnings),
            self.statuses.clone() + "\n",
            self.ranking.clone(),
        ]
        .concat()
    }

    fn setup_html(&self) -> String {
        let fact = |(name, fact): &(&str, String)| {
            format!("<tr><td>{}</td><td>{}</td></tr>\n", Escaped(name), Escaped(fact))
        };
        let run = |(name, facts): &(String, Vec<(&str, String)>)| {
            let rows: String = match facts.is_empty() {
                true => "<tr><td>no manifest beside the rows</td></tr>".into(),
                false => facts.iter().map(fact).collect(),
            };
            format!("<h4>{}</h4>\n<table>{rows}</table>\n", Escaped(name))
        };
        self.setup.iter().map(run).collect()
    }
}

const METHODS: &str = "<p>METHODOLOGY.md of the project defines what is timed and what each counter \
counts. Only answers that nothing refutes count as solved. A puzzle counts as solved when every pass \
solved it; its time is the median of the passes. What is not solved within T costs 2T in PAR-2. Nodes \
compare within a family, bets between tree searches; what CDCL engines count are decisions.</p>
<p>The backends that are called ours are written by the people who wrote the harness. The corpora are \
chosen and no random sample of anything. One grid is not a hardness: the same puzzle with rows, \
columns and symbols exchanged can cost a search a hundred times more or less. Times are those of one \
machine.</p>
";

fn section(title: &str, body: &str) -> String {
    format!("<h2>{title}</h2>\n{body}\n")
}

fn details(body: &str) -> String {
    if body.is_empty() {
        return "<p>There is one backend only.</p>".into();
    }
    format!(
        "<details><summary>Ratios, intervals, tests, and where they differ</summary>\n{body}</details>"
    )
}

/// The filters, and the pictures that can be drawn of these rows.
fn pictures(shown: &Shown<'_>, all: usize) -> String {
    let mut html = filters(shown);
    if shown.puzzles() < all {
        html.push_str(&format!(
            "<p class=\"warning\">The pictures show a random sample of {} of the {all} puzzles; the \
             tables above are about all of them.</p>\n",
            shown.puzzles()
        ));
    }
    let with_points: Vec<usize> = shown.with_own_values().0;
    let pair = with_points.first().copied().zip(with_points.get(1).copied());
    for kind in [
        Kind::Cactus,
        Kind::Ecdf,
        Kind::Profile,
        Kind::Scatter,
        Kind::Nodes,
        Kind::Hardness,
        Kind::Bets,
        Kind::Growth,
    ] {
        let picture = Picture { pair, ..Picture::of(kind) };
        match picture.draw(shown) {
            Ok(svg) => {
                if kind == Kind::Scatter {
                    html.push_str(&chooser(shown, &with_points));
                }
                html.push_str(&format!("<figure>{}</figure>\n", svg.inline()));
                if kind == Kind::Scatter {
                    html.push_str("<p id=\"better\" class=\"note\"></p>\n");
                }
            }
            Err(reason) => html.push_str(&format!(
                "<p class=\"note\">No picture {}: {}.</p>\n",
                kind.name(),
                Escaped(&reason.to_string())
            )),
        }
    }
    html + "<p class=\"note\">Hardness, bets and growth show all \
           puzzles, whatever is chosen; so do the words and numbers beside and below the pictures, but \
           for those of the scatter plot.</p>\n"
        + &boards(shown)
}

/// Who is shown, and which puzzles.
fn filters(shown: &Shown<'_>) -> String {
    let mut families: Vec<&str> =
        shown.entries.iter().map(|entry| filter::family(&entry.backend)).collect();
    families.dedup();
    let families: String = (families.iter())
        .map(|family| {
            let family = Escaped(family);
            format!("<label><input type=\"checkbox\" checked data-family=\"{family}\"><b>{family}</b></label>")
        })
        .collect();
    let backends: String = (shown.entries.iter().enumerate())
        .map(|(index, entry)| {
            let (colour, label) = (entry.style.colour, Escaped(&entry.label));
            format!(
                "<label><input type=\"checkbox\" checked data-backend=\"{index}\">\
                 <span style=\"color:{colour}\">■</span> {label}</label>\n"
            )
        })
        .collect();
    let mut corpora: Vec<&str> = Vec::new();
    for place in 0..shown.puzzles() {
        let corpus = shown.puzzle(place).corpus.as_str();
        if !corpora.contains(&corpus) {
            corpora.push(corpus);
        }
    }
    let corpora = options(corpora.iter().enumerate().map(|(index, name)| (index, *name)));
    let levels = options(page_data::levels(shown).0.into_iter().enumerate());
    let are_told = (0..shown.puzzles()).any(|place| !shown.puzzle(place).level.is_empty());
    let told = if are_told {
        "what the corpora say"
    } else {
        "quarters of the puzzles by the mean rank of their costs over the backends"
    };
    format!(
        "<div id=\"filters\"><div>{families}</div>\n<div>{backends}</div>\n\
         <label>corpus <select id=\"corpus\"><option value=\"\">all</option>{corpora}</select></label>\n\
         <label>level <select id=\"level\"><option value=\"\">all</option>{levels}</select></label>\n\
         <span id=\"left\"></span></div>\n\
         <p class=\"note\">Levels: {told}. A click on a point shows its puzzle.</p>\n"
    )
}

/// The two of the scatter plot.
fn chooser(shown: &Shown<'_>, with_points: &[usize]) -> String {
    let list = |chosen: Option<&usize>| -> String {
        let option = |&one: &usize| {
            let label = Escaped(&shown.entries[one].label);
            let selected = if Some(&one) == chosen { " selected" } else { "" };
            format!("<option value=\"{one}\"{selected}>{label}</option>")
        };
        with_points.iter().map(option).collect()
    };
    let (a, b) = (list(with_points.first()), list(with_points.get(1)));
    format!(
        "<p id=\"pair\">Across: <select id=\"a\">{a}</select> up: <select id=\"b\">{b}</select></p>\n"
    )
}

fn options<'n>(names: impl Iterator<Item = (usize, &'n str)>) -> String {
    names
        .map(|(value, name)| format!("<option value=\"{value}\">{}</option>", Escaped(name)))
        .collect()
}

/// An empty board of each geometry that has a name, to be filled by the script.
fn boards(shown: &Shown<'_>) -> String {
    let board = |(index, name): (usize, &str)| {
        let geometry = catalog::named(name).ok()?;
        let svg = draw::board(&geometry, Cells::Blank, "").inline();
        Some(format!("<template id=\"board{index}\">{svg}</template>\n"))
    };
    page_data::geometries(shown).into_iter().enumerate().filter_map(board).collect()
}

/// The puzzles of the page: all, or a sample.
pub fn sampled<'r>(shown: &Shown<'r>) -> Shown<'r> {
    let places = sample::places(shown, PUZZLES);
    Shown { sheet: shown.sheet.with(&places), notes: Vec::new(), ..shown.clone() }
}

/// A sentence as it is: nothing of it becomes markup.
fn in_markdown(text: &str) -> String {
    let escaped = text.chars().map(|character| match character {
        '<' => "&lt;".to_owned(),
        '&' => "&amp;".to_owned(),
        '*' | '_' | '|' | '[' | ']' | '\\' => format!("\\{character}"),
        other => other.to_string(),
    });
    escaped.collect()
}
