//! The page of a history: the result, the figure, the changes, and all entries. It needs no script and no network.

use render::report;
use render::svg::{Escaped, Svg};
use render::table::{Format, Table};

use super::print::Shown;
use super::{picture, words};
use crate::cmd::compare::wording::{figure, percent};

/// How to read the page.
const METHOD: &str = "<p>A change point is where a series begins to have another level: the place where the energy \
distance of the entries before and after it is largest, if random orders of the entries rarely have one as large \
(E-divisive; Matteson and James 2014). A step within the noise floor is none. The interval is that of the ratio of the two \
levels, given the place. A change point does not say what caused it: a machine that became slower has one, too. \
METHODOLOGY.md of the project has the details.</p>\n";

/// Returns the page.
///
/// # Errors
/// When a table cannot be printed.
pub(super) fn html(shown: &Shown<'_>, figure: &Svg) -> anyhow::Result<String> {
    let paragraph =
        |class: &str, text: &String| format!("<p class=\"{class}\">{}</p>\n", Escaped(text));
    let verdict: String = words::verdict(shown.trends, shown.metric)
        .iter()
        .map(|it| paragraph("verdict", it))
        .collect();
    let notes: String = shown.notes.iter().map(|it| paragraph("warning", it)).collect();
    let (_, bare) = figure.split();
    let title = format!("History of {}", words::entries(shown.trends));
    let body = [
        format!("<h1>{title}</h1>\n<p>{}</p>\n", Escaped(&picture::caption(shown))),
        verdict,
        notes,
        format!("<h2>Trends</h2>\n<figure>{}</figure>\n", bare.inline()),
        format!("<h2>Changes</h2>\n{}", changes(shown)?),
        format!("<h2>Entries</h2>\n{}", entries(shown)?),
        format!("<h2>Figures</h2>\n{}", printed(&shown.table())?),
        format!("<h2>Method</h2>\n{METHOD}"),
    ];
    Ok(report::without_script(&title, &body.concat()))
}

/// Returns a table of steps and of changes of behaviour.
fn changes(shown: &Shown<'_>) -> anyhow::Result<String> {
    let mut table = Table::default().words("backend").words("entry").numbers("ratio");
    table = table
        .numbers("95 % interval")
        .numbers("noise floor")
        .numbers("p")
        .words("what else changed");
    let mut n_rows = 0;
    for series in &shown.trends.series {
        let name = |at: usize| shown.trends.entries[series.lines[at].0].name.clone();
        for step in &series.steps {
            let range = step.interval.map(|it| format!("{}–{}", figure(it.low), figure(it.high)));
            let behaviour = series.behaviour.iter().filter(|change| change.at == step.at);
            let what = step.differs.iter().chain(behaviour.map(|change| &change.what));
            table.row([
                series.backend().to_owned(),
                name(step.at),
                figure(step.ratio),
                range.unwrap_or_default(),
                step.floor.map_or(String::new(), percent),
                step.p.map_or(String::new(), |p| format!("{p:.4}")),
                what.cloned().collect::<Vec<_>>().join("; "),
            ]);
            n_rows += 1;
        }
        let is_alone = |at: usize| series.steps.iter().all(|step| step.at != at);
        for change in series.behaviour.iter().filter(|change| is_alone(change.at)) {
            let empty = String::new;
            let (backend, what) = (series.backend().to_owned(), change.what.clone());
            table.row([backend, name(change.at), empty(), empty(), empty(), empty(), what]);
            n_rows += 1;
        }
    }
    if n_rows == 0 { Ok("<p>None.</p>\n".into()) } else { printed(&table) }
}

/// Returns a table of the entries: what they are called, and where they were measured.
fn entries(shown: &Shown<'_>) -> anyhow::Result<String> {
    let mut table = Table::default().words("entry").words("commit").words("start");
    table = table.words("version").words("kernel").words("machine");
    for (number, entry) in shown.trends.entries.iter().enumerate() {
        let mut lines = shown.trends.series.iter().flat_map(|series| &series.lines);
        let Some((_, line)) = lines.find(|line| line.0 == number) else { continue };
        table.row([
            entry.name.clone(),
            entry.commit.clone().unwrap_or_default(),
            entry.start.clone(),
            line.version.clone(),
            line.kernel.clone().unwrap_or_default(),
            line.machine.clone(),
        ]);
    }
    printed(&table)
}

fn printed(table: &Table) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    table.print(&mut bytes, Format::Html)?;
    Ok(String::from_utf8(bytes)?)
}
