//! Tables for people and for programs: text, Markdown, HTML, LaTeX, CSV or JSON.

use std::io::Write;

use comfy_table::{
    CellAlignment, ContentArrangement, ContentLineStyle, LineStyle, TableStyle, presets,
};
use record::plain_text::{label, plain};
use serde_json::Value;

pub use self::cell::TableCell;
pub use record::numbers::{counted, counted_as, grouped};

pub use self::figures::{duration, in_full, p_in_full};
use self::fitted::ColumnWidth;
pub use self::fitted::{fit_to, folded};
pub use self::latex::PREAMBLE;
use crate::svg::Escaped;

mod cell;
mod figures;
mod fitted;
pub(crate) mod latex;
mod markdown;

/// A single line, below the titles.
const UNDERLINED: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none())
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none());

/// The output format of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Text for a terminal.
    #[default]
    Text,
    /// Markdown.
    Markdown,
    /// Comma-separated values.
    Csv,
    /// An array of objects.
    Json,
    /// A LaTeX `table` environment, with `booktabs`.
    Latex,
    /// An HTML `table` element.
    Html,
}

/// A table. Each column has a title for people and a key for programs.
#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<TableColumn>,
    rows: Vec<Vec<TableCell>>,
    /// The caption and the label in LaTeX.
    caption: String,
    label: String,
    /// The maximum width on a terminal, if cells are wrapped.
    width: Option<u16>,
}

#[derive(Clone, Debug)]
struct TableColumn {
    title: String,
    key: String,
    right: bool,
}

impl Table {
    /// Adds a column of text.
    pub fn words(self, title: &str) -> Self {
        self.column(title, false)
    }

    /// Adds a column of numbers.
    pub fn numbers(self, title: &str) -> Self {
        self.column(title, true)
    }

    fn column(mut self, title: &str, right: bool) -> Self {
        let title = plain(title).into_owned();
        self.columns.push(TableColumn { key: title.clone(), title, right });
        self
    }

    /// Sets the key of the last column, if it differs from the title.
    pub fn key(mut self, key: &str) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.key = key.into();
        }
        self
    }

    /// Sets the caption and the label (after `tab:`) in LaTeX.
    pub fn captioned(mut self, caption: &str, label: &str) -> Self {
        (self.caption, self.label) = (caption.into(), label.into());
        self
    }

    /// Wraps long cells on a terminal, to this width at most.
    pub fn wrapped(mut self, width: u16) -> Self {
        self.width = Some(width);
        self
    }

    /// Adds a row; an empty cell is a missing value.
    pub fn row<C: Into<TableCell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let cells: Vec<TableCell> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(cells);
    }

    /// Returns the rows as JSON objects, in an array.
    pub fn json(&self) -> Value {
        self.objects().collect()
    }

    /// Returns the rows as JSON objects.
    pub fn objects(&self) -> impl Iterator<Item = Value> {
        self.rows.iter().map(|row| {
            let keys = self.columns.iter().map(|column| column.key.clone());
            keys.zip(row.iter().map(|cell| cell.value().clone())).collect()
        })
    }

    /// Prints the table.
    ///
    /// # Errors
    /// When writing to `out` fails.
    pub fn print(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Text => writeln!(out, "{}", self.text())?,
            Format::Markdown => {
                writeln!(out, "{}", self.drawn(presets::ASCII_MARKDOWN, &self.all_columns()))?;
            }
            Format::Latex => write!(out, "{}", self.latex())?,
            Format::Html => write!(out, "{}", self.html())?,
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(&mut *out);
                writer.write_record(
                    self.columns.iter().map(|column| label(&column.key).into_owned()),
                )?;
                writer.flush()?;
                drop(writer);
                self.print_rows(out)?;
            }
            Format::Json => writeln!(out, "{:#}", self.json())?,
        }
        Ok(())
    }

    /// Prints the rows as CSV, below those of a table with the same columns.
    ///
    /// # Errors
    /// When writing to `out` fails.
    pub fn print_rows(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        let mut rows = self.rows.iter();
        rows.try_for_each(|row| writer.write_record(row.iter().map(TableCell::field)))?;
        Ok(writer.flush()?)
    }

    /// Returns the table as text, in pieces if it is wider than the terminal.
    fn text(&self) -> String {
        let limit = fitted::width();
        let pieces = match limit {
            Some(limit) => fitted::pieces(&self.column_widths(), limit),
            None => vec![self.all_columns()],
        };
        let wrapped = self.width.into_iter().chain(limit.and_then(|it| it.try_into().ok())).min();
        let piece = |columns: &Vec<usize>| {
            let mut drawn = self.drawn(UNDERLINED, columns);
            if let Some(width) = wrapped {
                drawn.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
            }
            drawn.to_string()
        };
        pieces.iter().map(piece).collect::<Vec<_>>().join("\n\n")
    }

    fn all_columns(&self) -> Vec<usize> {
        (0..self.columns.len()).collect()
    }

    fn column_widths(&self) -> Vec<ColumnWidth> {
        let width_of =
            |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let width = |(index, column): (usize, &TableColumn)| {
            let cells = self.rows.iter().map(|row| width_of(row[index].text()));
            let widest = cells.chain([width_of(&column.title)]).max().unwrap_or(0);
            ColumnWidth { widest, are_words: !column.right }
        };
        self.columns.iter().enumerate().map(width).collect()
    }

    fn html(&self) -> String {
        let line = |name: &str, cells: &mut dyn Iterator<Item = &str>| {
            let cell = |(text, column): (&str, &TableColumn)| {
                let class = if column.right { " class=\"number\"" } else { "" };
                format!("<{name}{class}>{}</{name}>", Escaped(text))
            };
            let cells: String = cells.zip(&self.columns).map(cell).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let titles = line("th", &mut self.columns.iter().map(|column| &*column.title));
        let cells = |row: &Vec<TableCell>| line("td", &mut row.iter().map(TableCell::text));
        let rows: String = self.rows.iter().map(cells).collect();
        format!("<table>\n{titles}{rows}</table>\n")
    }

    /// Draws some of the columns.
    fn drawn(&self, style: TableStyle, columns: &[usize]) -> comfy_table::Table {
        let mut table = comfy_table::Table::new();
        table.load_style(style);
        table.set_header(columns.iter().map(|&column| &self.columns[column].title));
        for (index, &column) in columns.iter().enumerate() {
            if let (true, Some(drawn)) = (self.columns[column].right, table.column_mut(index)) {
                drawn.set_cell_alignment(CellAlignment::Right);
            }
        }
        self.rows.iter().for_each(|row| {
            table.add_row(columns.iter().map(|&column| row[column].text()));
        });
        table
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn printed(format: Format) -> String {
        let table = Table::default().words("backend").numbers("nodes");
        let mut table = table.numbers("median").key("median_ns");
        table.row(["cover/dlx, ours".into(), TableCell::count(12_345), TableCell::time(2.5e6)]);
        table.row(["sat".into(), TableCell::default(), TableCell::time(f64::INFINITY)]);
        let mut out = Vec::new();
        table.print(&mut out, format).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn csv_and_json_have_full_precision() {
        assert_eq!(
            printed(Format::Csv),
            "backend,nodes,median_ns\n\"cover/dlx, ours\",12345,2500000.0\nsat,,inf\n"
        );
        let rows: Value = serde_json::from_str(&printed(Format::Json)).unwrap();
        let expected = json!([
            { "backend": "cover/dlx, ours", "nodes": 12345, "median_ns": 2.5e6 },
            { "backend": "sat", "nodes": null, "median_ns": "inf" },
        ]);
        assert_eq!(rows, expected);
    }

    #[test]
    fn names_are_neither_orders_nor_formulas() {
        let mut table = Table::default().words("name\u{1b}[2J").numbers("=1+1");
        table.row(["=cmd|'/C calc'!A0".into(), TableCell::new("–", -0.5)]);
        table.row(["\u{202e}a\nb".into(), TableCell::default()]);
        for format in [Format::Text, Format::Markdown, Format::Csv, Format::Latex, Format::Html] {
            let mut out = Vec::new();
            table.print(&mut out, format).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
            assert!(text.contains("a b"), "{text}");
        }
        let mut out = Vec::new();
        table.print(&mut out, Format::Csv).unwrap();
        let expected = "name�[2J,'=1+1\n'=cmd|'/C calc'!A0,-0.5\n�a b,\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn text_is_aligned_and_rounded() {
        assert!(printed(Format::Markdown).starts_with("| backend"));
        assert!(printed(Format::Text).contains("12,345   2.50 ms"));
        assert!(
            printed(Format::Latex).contains("\\midrule\ncover/dlx, ours & 12,345 & 2.50 ms \\\\\n")
        );
    }

    #[test]
    fn figures_are_short() {
        assert_eq!(duration(999.0), "999 ns");
        assert_eq!(duration(1_234.0), "1.23 µs");
        assert_eq!(duration(45_678_000.0), "45.7 ms");
        assert_eq!(duration(2e9), "2.00 s");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(12), "12");
        assert_eq!(counted(1, "puzzle"), "1 puzzle");
        assert_eq!(counted(1_000, "puzzle"), "1,000 puzzles");
    }
}
