//! A table, for people and for programs: the same cells as text, Markdown, CSV or JSON.

use std::io::Write;

use clap::Args;
use comfy_table::{CellAlignment, ContentLineStyle, LineStyle, TableStyle, presets};

use crate::svg::Escaped;

/// A line under the titles and no other.
const UNDERLINED: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none())
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none());

/// Which of the formats a table is printed in.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct FormatArgs {
    /// Print the table as JSON
    #[arg(long, group = "format")]
    pub json: bool,
    /// Print the table as Markdown
    #[arg(long, group = "format")]
    pub markdown: bool,
}

/// Which of the formats a table of statistics is printed in.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct StatisticsFormatArgs {
    /// Print JSON, every figure in full
    #[arg(long, group = "format")]
    pub json: bool,
    /// Print Markdown
    #[arg(long, group = "format")]
    pub markdown: bool,
    /// Print CSV, every figure in full; what there is to say goes to standard error
    #[arg(long, group = "format")]
    pub csv: bool,
    /// Print LaTeX
    #[arg(long, group = "format")]
    pub latex: bool,
    /// Print HTML, a part of a page
    #[arg(long, group = "format")]
    pub html: bool,
}

impl StatisticsFormatArgs {
    /// What asks for a format.
    pub fn of(format: Format) -> Self {
        Self {
            json: format == Format::Json,
            markdown: format == Format::Markdown,
            csv: format == Format::Csv,
            latex: format == Format::Latex,
            html: format == Format::Html,
        }
    }

    /// The format that was asked for.
    pub fn format(self) -> Format {
        if self.html {
            return Format::Html;
        }
        match (self.json, self.markdown, self.csv, self.latex) {
            (true, ..) => Format::Json,
            (_, true, ..) => Format::Markdown,
            (_, _, true, _) => Format::Csv,
            (.., true) => Format::Latex,
            _ => Format::Text,
        }
    }
}

/// How a table is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people, on a terminal.
    #[default]
    Text,
    /// Markdown.
    Markdown,
    /// Comma-separated values.
    Csv,
    /// An array of objects.
    Json,
    /// An environment `tabular`.
    Latex,
    /// An element `table`, for a page.
    Html,
}

impl FormatArgs {
    /// The format that was asked for.
    pub fn format(self) -> Format {
        match (self.json, self.markdown) {
            (true, _) => Format::Json,
            (_, true) => Format::Markdown,
            _ => Format::Text,
        }
    }
}

/// A table of strings with a title for each column.
#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug)]
struct Column {
    title: String,
    right: bool,
}

impl Table {
    /// Adds a column of words.
    pub fn words(mut self, title: &str) -> Self {
        self.columns.push(Column { title: title.into(), right: false });
        self
    }

    /// Adds a column of numbers.
    pub fn numbers(mut self, title: &str) -> Self {
        self.columns.push(Column { title: title.into(), right: true });
        self
    }

    /// Adds a row; an empty cell is a value that is not there.
    pub fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(cells);
    }

    /// Prints it.
    ///
    /// # Errors
    /// When `out` takes no more.
    pub fn print(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Text => writeln!(out, "{}", self.drawn(UNDERLINED))?,
            Format::Markdown => writeln!(out, "{}", self.drawn(presets::ASCII_MARKDOWN))?,
            Format::Latex => write!(out, "{}", self.latex())?,
            Format::Html => write!(out, "{}", self.html())?,
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(self.columns.iter().map(|column| &column.title))?;
                self.rows.iter().try_for_each(|row| writer.write_record(row))?;
                writer.flush()?;
            }
            Format::Json => {
                let object = |row: &Vec<String>| -> serde_json::Map<_, _> {
                    let titles = self.columns.iter().map(|column| column.title.clone());
                    titles.zip(row.iter().map(|cell| cell.as_str().into())).collect()
                };
                let rows: Vec<_> = self.rows.iter().map(object).collect();
                serde_json::to_writer_pretty(&mut *out, &rows)?;
                writeln!(out)?;
            }
        }
        Ok(())
    }

    fn html(&self) -> String {
        let line = |name: &str, cells: &mut dyn Iterator<Item = &String>| {
            let cell = |(text, column): (&String, &Column)| {
                let class = if column.right { " class=\"number\"" } else { "" };
                format!("<{name}{class}>{}</{name}>", Escaped(text))
            };
            let cells: String = cells.zip(&self.columns).map(cell).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let titles = line("th", &mut self.columns.iter().map(|column| &column.title));
        let rows: String = self.rows.iter().map(|row| line("td", &mut row.iter())).collect();
        format!("<table>\n{titles}{rows}</table>\n")
    }

    fn latex(&self) -> String {
        let columns: String =
            self.columns.iter().map(|column| if column.right { 'r' } else { 'l' }).collect();
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            cells.map(|cell| in_latex(cell)).collect::<Vec<_>>().join(" & ") + " \\\\\n"
        };
        let titles = line(&mut self.columns.iter().map(|column| &column.title));
        let rows: String = self.rows.iter().map(|row| line(&mut row.iter())).collect();
        format!(
            "\\begin{{tabular}}{{{columns}}}\n\\hline\n{titles}\\hline\n{rows}\\hline\n\\end{{tabular}}\n"
        )
    }

    fn drawn(&self, style: TableStyle) -> comfy_table::Table {
        let mut table = comfy_table::Table::new();
        table.load_style(style);
        table.set_header(self.columns.iter().map(|column| &column.title));
        for (index, column) in self.columns.iter().enumerate() {
            if let (true, Some(drawn)) = (column.right, table.column_mut(index)) {
                drawn.set_cell_alignment(CellAlignment::Right);
            }
        }
        self.rows.iter().for_each(|row| {
            table.add_row(row);
        });
        table
    }
}

/// Text that LaTeX sets as it stands.
pub fn in_latex(text: &str) -> String {
    let mut set = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => set.extend(['\\', c]),
            '\\' => set.push_str("\\textbackslash{}"),
            '~' => set.push_str("\\textasciitilde{}"),
            '^' => set.push_str("\\textasciicircum{}"),
            'µ' => set.push_str("$\\mu$"),
            '∞' => set.push_str("$\\infty$"),
            '−' => set.push_str("$-$"),
            '×' => set.push_str("$\\times$"),
            '→' => set.push_str("$\\to$"),
            '–' => set.push_str("--"),
            c => set.push(c),
        }
    }
    set
}

/// A time for people: three digits and a unit.
pub fn duration(ns: f64) -> String {
    let (value, unit) = match ns {
        _ if ns < 1e3 => (ns, "ns"),
        _ if ns < 1e6 => (ns / 1e3, "µs"),
        _ if ns < 1e9 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    };
    let decimals = if value < 10.0 {
        2
    } else if value < 100.0 {
        1
    } else {
        0
    };
    format!("{value:.decimals$} {unit}")
}

/// `1 worker`, `2 workers`.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number for people: thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(format: Format) -> String {
        let mut table = Table::default().words("backend").numbers("nodes");
        table.row(vec!["cover/dlx, ours".into(), "12".into()]);
        table.row(vec!["sat".into(), String::new()]);
        let mut out = Vec::new();
        table.print(&mut out, format).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn programs_get_what_they_can_read() {
        assert_eq!(printed(Format::Csv), "backend,nodes\n\"cover/dlx, ours\",12\nsat,\n");
        let rows: Vec<serde_json::Value> = serde_json::from_str(&printed(Format::Json)).unwrap();
        assert_eq!(rows[0]["nodes"], "12");
        assert!(printed(Format::Markdown).starts_with("| backend"));
        assert_eq!(
            printed(Format::Latex),
            "\\begin{tabular}{lr}\n\\hline\nbackend & nodes \\\\\n\\hline\ncover/dlx, ours & 12 \
             \\\\\nsat &  \\\\\n\\hline\n\\end{tabular}\n"
        );
        assert_eq!(in_latex("5 % of a_b"), "5 \\% of a\\_b");
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
