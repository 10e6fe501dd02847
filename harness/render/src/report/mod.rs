//! The report: a self-contained page about runs that needs no network.
//!
//! From top to bottom: the verdict and the caveats, because some readers stop there; the setup; the
//! status counts of each backend; the tables of `rank` and `compare`; a table of all puzzles that can be
//! sorted and filtered (`workbench`); the plots with filters; methods and bias. All of it can be
//! regenerated from the rows.
//!
//! The plots are those of [`plot`](crate::plot), drawn in advance. A small script (`page/`) redraws
//! their curves and points when the filters change, names puzzles, and shows a puzzle with its solution.
//! So the page has a tenth of the size of a plotting library alone. Names come from input files: they are
//! escaped in the page, its data contain no `<`, and the script writes them as text only.

use board::catalog;
use record::filter;

use crate::draw::{self, CellContent};
use crate::plot::{Plot, PlotData, PlotKind, sample, style};
use crate::policy::policy;
use crate::svg::Escaped;

mod pack;
mod page_data;
mod points;
pub mod setup;
pub mod splice;
#[cfg(test)]
mod tests;
pub mod workbench;

use self::points::Compact;
use self::workbench::Workbench;

/// The maximum number of puzzles in the plots of a page.
pub const PUZZLES: usize = 1_000;

/// The summary of the comparison with one backend.
const COMPARISON: &str = "Ratios, intervals, tests, and the largest differences";

/// The content of a report.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The verdict, in sentences.
    pub verdict: Vec<String>,
    /// Wrong answers, crashes and contradictions, in sentences.
    pub failures: Vec<String>,
    /// The caveats on the times, in sentences.
    pub caveats: Vec<String>,
    /// For each run, its name and the facts of its manifest.
    pub setup: Vec<(String, Vec<(&'static str, String)>)>,
    /// The table of status counts; like all tables, as HTML or Markdown.
    pub statuses: String,
    /// The output of `rank`.
    pub ranking: String,
    /// The backend that `compare` compares all others with.
    pub baseline: String,
    /// The output of `compare`.
    pub comparison: String,
    /// The table of the ratios of all pairs; empty with a single backend.
    pub matrix: String,
    /// The legend of the ratios.
    pub matrix_legend: String,
    /// The table of all pairs, with intervals, wins and tests.
    pub pairs: String,
    /// The rest of the table of all puzzles.
    pub workbench: Workbench,
}

impl Report {
    /// Returns the page. `sample` is the data of its plots, all puzzles or some of them if there are many; `all` is the
    /// data of its table.
    pub fn html(&self, sample: &PlotData<'_>, all: &PlotData<'_>) -> String {
        let paragraphs = |class: &str, sentences: &[String]| -> String {
            let paragraph = |text| format!("<p class=\"{class}\">{}</p>\n", Escaped(text));
            sentences.iter().map(|text| paragraph(text.as_str())).collect()
        };
        let head = [
            format!("<h1>{}</h1>\n", Escaped(&sample.caption)),
            paragraphs("verdict", &self.verdict),
            paragraphs("failure", &self.failures),
            paragraphs("warning", &self.caveats),
            section("Setup", &self.setup_html()),
            section("Status counts", &self.statuses),
            section("Ranking", &self.ranking),
            section("Pairwise ratios", &self.all_pairs()),
            section(&self.against(), &details(COMPARISON, &self.comparison)),
        ]
        .concat();
        let pictures = pictures(sample, all.puzzles());
        let plots = section("Plots", &pictures.html);
        let (data, boards) = (page_data::json(sample, &pictures.points), boards(all));
        let used = head.len() + plots.len() + data.len() + boards.len() + METHODS.len();
        let used = used + SCRIPT.len() + page_style().len();
        let (bench, table) = workbench::html(&self.workbench, sample, all, used);
        let bench = section("Puzzles", &(bench + &boards));
        let body = [head, bench, plots, section("Methods and bias", METHODS)].concat();
        document(&sample.caption, &body, &[("data", &data), ("table", &table)])
    }

    fn all_pairs(&self) -> String {
        match self.matrix.is_empty() {
            true => "<p>There is only one backend.</p>".into(),
            false => {
                let legend = Escaped(&self.matrix_legend);
                format!(
                    "{}<p class=\"note\">{legend}</p>{}",
                    self.matrix,
                    details("All pairs, with intervals, wins and tests", &self.pairs)
                )
            }
        }
    }

    fn against(&self) -> String {
        match self.baseline.is_empty() {
            true => "Comparison with the first backend".into(),
            false => format!("Comparison with {}", Escaped(&self.baseline)),
        }
    }

    /// Returns the report without plots, for a README; its tables must be Markdown.
    pub fn markdown(&self, caption: &str) -> String {
        let lines = |mark: &str, sentences: &[String]| -> String {
            sentences.iter().map(|text| format!("{mark}{}\n\n", in_markdown(text))).collect()
        };
        [
            format!("{}\n\n", in_markdown(caption)),
            lines("", &self.verdict),
            lines("**Failure:** ", &self.failures),
            lines("*Caution:* ", &self.caveats),
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
                true => "<tr><td>no manifest found beside the rows</td></tr>".into(),
                false => facts.iter().map(fact).collect(),
            };
            format!("<h4>{}</h4>\n<table>{rows}</table>\n", Escaped(name))
        };
        self.setup.iter().map(run).collect()
    }
}

/// The script of the page.
const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("../elements.js"),
    include_str!("page/base.js"),
    include_str!("page/columns.js"),
    include_str!("page/solution.js"),
    include_str!("page/puzzle.js"),
    include_str!("page/plots.js"),
    include_str!("page/selection.js"),
    include_str!("page/grid.js"),
    include_str!("page/download.js"),
    include_str!("page/start.js"),
    "})();\n"
);

/// Returns the style sheet of the page.
fn page_style() -> String {
    let (page, table) = (include_str!("page/page.css"), include_str!("page/workbench.css"));
    format!("\n{}{}\n{page}{table}", style::SHEET, draw::SHEET)
}

/// Returns a document that loads nothing: its style sheet, body, data and script.
fn document(title: &str, body: &str, data: &[(&str, &str)]) -> String {
    let style = page_style();
    let element = |(id, json): &(&str, &str)| {
        format!("<script type=\"application/json\" id=\"{id}\">{json}</script>\n")
    };
    let data: String = data.iter().map(element).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\
         <div id=\"hover\" hidden></div>\n\
         <div id=\"puzzle\" role=\"dialog\" aria-labelledby=\"puzzle-name\" hidden></div>\n\
         {data}<script>{SCRIPT}</script>\n</body>\n</html>\n",
        policy(&style, SCRIPT),
        Escaped(title)
    )
}

/// Returns a page with the style sheet of the report, but without a script. Text in `body` must be
/// escaped.
pub fn without_script(title: &str, body: &str) -> String {
    let style = format!("\n{}\n{}", style::SHEET, include_str!("page/page.css"));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        policy(&style, ""),
        Escaped(title)
    )
}

const METHODS: &str = "<p>METHODOLOGY.md of the project defines what is timed and what each counter \
counts. Only answers that were not refuted count as solved. A puzzle counts as solved if every pass \
solved it; its time is the median of the passes. A puzzle not solved within T costs 2T in PAR-2. Nodes \
are comparable within a family, bets between tree searches; CDCL engines count decisions.</p>
<p>The built-in backends were written by the authors of the harness. The corpora were selected; they are \
not a random sample. One puzzle does not measure difficulty: permuting its rows, columns and symbols can \
change the cost of a search a hundredfold. Times are those of one machine.</p>
";

fn section(title: &str, body: &str) -> String {
    format!("<h2>{title}</h2>\n{body}\n")
}

fn details(summary: &str, body: &str) -> String {
    if body.is_empty() {
        return "<p>There is only one backend.</p>".into();
    }
    format!("<details><summary>{summary}</summary>\n{body}</details>")
}

/// Returns the filters, and the plots that can be drawn from these rows.
fn pictures(data: &PlotData<'_>, all: usize) -> Compact {
    let mut compact = Compact { html: filters(data), points: Vec::new() };
    if data.puzzles() < all {
        compact.html.push_str(&format!(
            "<p class=\"warning\">The plots show a random sample of {} of the {all} puzzles; the tables \
             above include all of them.</p>\n",
            data.puzzles()
        ));
    }
    let with_points: Vec<usize> = data.with_own_values().0;
    let pair = with_points.first().copied().zip(with_points.get(1).copied());
    for kind in [
        PlotKind::Cactus,
        PlotKind::CriticalDifference,
        PlotKind::Ecdf,
        PlotKind::Profile,
        PlotKind::Scatter,
        PlotKind::Nodes,
        PlotKind::Hardness,
        PlotKind::Bets,
        PlotKind::Growth,
    ] {
        let picture = Plot { pair, ..Plot::of(kind) };
        match picture.draw(data) {
            Ok(figure) => {
                if kind == PlotKind::Scatter {
                    compact.html.push_str(&chooser(data, &with_points));
                }
                compact.html.push_str("<figure>");
                compact.push_svg(kind.name(), &figure.svg.inline());
                compact.html.push_str("</figure>\n");
                if kind == PlotKind::Scatter {
                    compact.html.push_str("<p id=\"better\" class=\"note\"></p>\n");
                }
            }
            Err(reason) => compact.html.push_str(&format!(
                "<p class=\"note\">No plot {}: {}.</p>\n",
                kind.name(),
                Escaped(&reason.to_string())
            )),
        }
    }
    compact.html.push_str(
        "<p class=\"note\">The filters do not affect the hardness, bets and growth plots, nor the text around the \
         plots, except for the scatter plot.</p>\n",
    );
    compact
}

/// Returns the filters by backend and by puzzle.
fn filters(data: &PlotData<'_>) -> String {
    let mut families: Vec<&str> =
        data.entries.iter().map(|entry| filter::family(&entry.backend)).collect();
    families.dedup();
    let families: String = (families.iter())
        .map(|family| {
            let family = Escaped(family);
            format!("<label><input type=\"checkbox\" checked data-family=\"{family}\"><b>{family}</b></label>")
        })
        .collect();
    let backends: String = (data.entries.iter().enumerate())
        .map(|(index, entry)| {
            let (colour, label) = (entry.style.colour, Escaped(&entry.label));
            format!(
                "<label><input type=\"checkbox\" checked data-backend=\"{index}\">\
                 <svg class=\"swatch\" width=\"10\" height=\"10\" aria-hidden=\"true\">\
                 <rect width=\"10\" height=\"10\" fill=\"{colour}\"/></svg> {label}</label>\n"
            )
        })
        .collect();
    let corpora = page_data::numbered(data, |place| &data.puzzle(place).corpus).0;
    let corpora = options(corpora.into_iter().enumerate());
    let levels = options(page_data::levels(data).0.into_iter().enumerate());
    let are_stated = (0..data.puzzles()).any(|place| !data.puzzle(place).level.is_empty());
    let origin = if are_stated {
        "as stated by the corpora"
    } else {
        "quartiles of the puzzles by the mean rank of their costs over the backends"
    };
    format!(
        "<div id=\"filters\"><div>{families}</div>\n<div>{backends}</div>\n\
         <label>corpus <select id=\"corpus\"><option value=\"\">all</option>{corpora}</select></label>\n\
         <label>level <select id=\"level\"><option value=\"\">all</option>{levels}</select></label>\n\
         <span id=\"left\"></span></div>\n\
         <p class=\"note\">Levels: {origin}. Click a point to see its puzzle.</p>\n"
    )
}

/// Returns the selection of the two backends of the scatter plot.
fn chooser(data: &PlotData<'_>, with_points: &[usize]) -> String {
    let list = |chosen: Option<&usize>| -> String {
        let option = |&one: &usize| {
            let label = Escaped(&data.entries[one].label);
            let selected = if Some(&one) == chosen { " selected" } else { "" };
            format!("<option value=\"{one}\"{selected}>{label}</option>")
        };
        with_points.iter().map(option).collect()
    };
    let (a, b) = (list(with_points.first()), list(with_points.get(1)));
    format!(
        "<p id=\"pair\">Horizontal: <select id=\"a\">{a}</select> vertical: <select id=\"b\">{b}</select></p>\n"
    )
}

fn options<'n>(names: impl Iterator<Item = (usize, &'n str)>) -> String {
    names
        .map(|(value, name)| format!("<option value=\"{value}\">{}</option>", Escaped(name)))
        .collect()
}

/// Returns an empty board for each named geometry, to be filled by the script.
fn boards(data: &PlotData<'_>) -> String {
    let board = |(index, name): (usize, &str)| {
        let geometry = catalog::named(name).ok()?;
        let svg = draw::board(&geometry, CellContent::Blank, "").inline();
        Some(format!("<template id=\"board{index}\">{svg}</template>\n"))
    };
    page_data::geometries(data).into_iter().enumerate().filter_map(board).collect()
}

/// Returns the data of the page: all puzzles, or a sample.
pub fn sampled<'r>(data: &PlotData<'r>) -> PlotData<'r> {
    let places = sample::places(data, PUZZLES);
    PlotData { matrix: data.matrix.with(&places), notes: Vec::new(), ..data.clone() }
}

/// Escapes a sentence for Markdown.
fn in_markdown(text: &str) -> String {
    let escaped = text.chars().map(|character| match character {
        '<' => "&lt;".to_owned(),
        '&' => "&amp;".to_owned(),
        '*' | '_' | '|' | '[' | ']' | '\\' => format!("\\{character}"),
        other => other.to_string(),
    });
    escaped.collect()
}
