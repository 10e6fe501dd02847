//! The pages that are tables of data.

use board::text::NOTATIONS;
use clap::ValueEnum;
use record::column::{Column, ColumnType};
use record::{backends, geometries, puzzles, row};
use render::plot::PlotKind;
use render::table::Table;
use solvers::Backend;

use crate::cmd::list;

/// Returns a heading with a table, in whose column `ids` are names.
fn section(heading: &str, table: &Table, ids: usize) -> String {
    format!("## {heading}\n\n{}\n", table.compact_markdown(ids))
}

/// Text that ends with one line break.
fn ended(text: &str) -> String {
    text.trim_end().to_owned() + "\n"
}

/// Returns the columns of the files of a run.
pub(super) fn columns() -> String {
    let files: [(&str, &[Column]); 4] = [
        ("rows.csv", row::COLUMNS),
        ("puzzles.csv", puzzles::COLUMNS),
        ("geometries.csv", geometries::COLUMNS),
        ("backends.csv", backends::COLUMNS),
    ];
    let mut text = String::from(
        "`datapackage.json` of a run has the same for programs. [METHODOLOGY.md](../../METHODOLOGY.md) defines what is \
         measured. An empty field was not measured or not counted.\n\n",
    );
    for (file, columns) in files {
        let mut table = Table::default().words("column").words("type").words("meaning");
        for column in columns {
            let kind = match column.kind {
                ColumnType::Boolean => "boolean",
                ColumnType::Integer => "integer",
                ColumnType::Number => "number",
                ColumnType::Text => "text",
            };
            let kind = match column.unit {
                "" => kind.to_owned(),
                unit => format!("{kind}, {unit}"),
            };
            table.row([column.name, &kind, column.meaning]);
        }
        text.push_str(&section(file, &table, 0));
    }
    ended(&text)
}

/// Returns the backends, then encodings and engines.
pub(super) fn backends(all: &[Backend]) -> String {
    let backends = section("Backends", &list::table(all, true), 0);
    let parts = section("Encodings and engines", &list::parts_of_sat(true), 1);
    ended(&format!("{backends}Any encoding works on any engine: `sat/ENCODING.ENGINE`.\n\n{parts}"))
}

/// Returns what `--techniques` accepts.
pub(super) fn techniques() -> String {
    let scale = "*Level* and *weight* are HoDoKu's. *Score* is the lowest that a rating gives, on the scale of Sudoku \
                 Explainer; a technique without one is not used in ratings.\n\n";
    format!("{scale}{}", list::techniques(true).compact_markdown(1))
}

/// Notations, and kinds of plots.
pub(super) fn formats() -> String {
    let mut notations = Table::default().words("notation").words("what it is");
    notations = notations.words("files").words("puzzles");
    for notation in NOTATIONS {
        let endings: Vec<String> = notation.endings.iter().map(|it| format!(".{it}")).collect();
        let several = if notation.holds_many { "several" } else { "one" };
        notations.row([notation.name, notation.about, &endings.join(", "), several]);
    }
    let mut plots = Table::default().words("kind").words("what it shows");
    for kind in PlotKind::value_variants() {
        let help = kind.to_possible_value().and_then(|value| value.get_help().cloned());
        plots.row([kind.name(), &help.map(|help| help.to_string()).unwrap_or_default()]);
    }
    ended(&(section("Notations", &notations, 0) + &section("Plots", &plots, 0)))
}

/// Returns the boards that have a name.
pub(super) fn geometries() -> anyhow::Result<String> {
    Ok(list::geometries(true)?.compact_markdown(0))
}

/// Returns the families of exact cover problems.
pub(super) fn families() -> String {
    list::families().compact_markdown(0)
}
