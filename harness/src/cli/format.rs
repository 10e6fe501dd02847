//! The options of the form in which tables are printed.

use clap::Args;
use render::table::Format;

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
    /// Print LaTeX: floats with caption and label, for booktabs and graphicx
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
