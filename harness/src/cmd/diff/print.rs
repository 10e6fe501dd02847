//! The table of the changes, and a summary of them in a sentence.

use std::io::Write;

use render::table::{Format, Table, counted, grouped, in_full};
use serde_json::{Value, json};

use super::Change;
use crate::cmd::compare::wording::{figure, percent, range};
use crate::cmd::printing;

/// Prints the changes and the notes.
///
/// # Errors
/// When `out` takes no more.
pub(super) fn print(
    changes: &[Change],
    notes: &[String],
    format: Format,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if format == Format::Json {
        let changes: Vec<Value> = changes.iter().map(Change::json).collect();
        return printing::json(out, &json!({ "changes": changes, "notes": notes }));
    }
    let table = if format == Format::Csv { whole(changes) } else { table(changes) };
    table.captioned(&summary(changes), "diff").print(out, format)?;
    if !matches!(format, Format::Csv | Format::Latex) {
        writeln!(out)?;
        writeln!(out, "{}", summary(changes))?;
    }
    printing::notes(out, notes, format)
}

fn table(changes: &[Change]) -> Table {
    let mut table = Table::default().words("backend").words("version").numbers("puzzles");
    for title in ["solved before", "after", "after / before"] {
        table = table.numbers(title);
    }
    table = table.words("").words("over").numbers("noise").numbers("nodes").words("verdict");
    for one in changes {
        let found = &one.comparison;
        table.row(vec![
            one.backend.clone(),
            one.version(),
            grouped(found.puzzles as u64),
            grouped(one.solved[0] as u64),
            grouped(one.solved[1] as u64),
            one.ratio().map_or(String::new(), figure),
            one.interval().map_or(String::new(), range),
            one.interval().map_or("", |_| one.drawn()).into(),
            found.noise.floor.map_or(String::new(), percent),
            one.nodes.map_or(String::new(), |ratio| format!("× {}", figure(ratio))),
            one.words().into(),
        ]);
    }
    table
}

fn whole(changes: &[Change]) -> Table {
    let titles = [
        "backend",
        "version_before",
        "version_after",
        "puzzles",
        "solved_before",
        "solved_after",
        "ratio",
        "ratio_low",
        "ratio_high",
        "interval_over",
        "noise_floor",
        "nodes_ratio",
        "verdict",
    ];
    let mut table = titles.iter().fold(Table::default(), |table, title| table.words(title));
    let number = |value: Option<f64>| value.map_or(String::new(), in_full);
    for one in changes {
        let found = &one.comparison;
        table.row(vec![
            one.backend.clone(),
            one.versions[0].clone(),
            one.versions[1].clone(),
            found.puzzles.to_string(),
            one.solved[0].to_string(),
            one.solved[1].to_string(),
            number(one.ratio()),
            number(one.interval().map(|interval| interval.low)),
            number(one.interval().map(|interval| interval.high)),
            one.drawn().into(),
            number(found.noise.floor),
            number(one.nodes),
            json!(one.verdict()).as_str().unwrap_or_default().into(),
        ]);
    }
    table
}

/// Returns a summary in a sentence.
fn summary(changes: &[Change]) -> String {
    let count = |words: &str| changes.iter().filter(|one| one.words() == words).count();
    let all = counted(changes.len() as u64, "backend");
    let of_two = |verb: &str, object: &str, [fewer, more]: [usize; 2]| {
        let ending = if fewer == 1 { "s" } else { "" };
        (fewer + more > 0)
            .then(|| format!("{fewer} {verb}{ending} {object} than before, {more} more"))
    };
    let found: Vec<String> = [
        of_two("solve", "fewer puzzles", ["solves fewer", "solves more"].map(count)),
        of_two("need", "less", ["less", "more"].map(count)),
    ]
    .into_iter()
    .flatten()
    .collect();
    match &found[..] {
        [] => format!("{all}: no difference found."),
        found => format!("{all}: {}.", found.join("; ")),
    }
}
