//! Tables as Markdown without padding, for pages that are kept.

use std::fmt::Write as _;

use super::Table;

impl Table {
    /// Returns the table as Markdown, with the column `ids` as code. What has a meaning in Markdown is escaped.
    pub fn compact_markdown(&self, ids: usize) -> String {
        let titles = self.columns.iter().map(|column| column.title.as_str());
        let mut text = line(titles.map(escaped));
        let rules = self.columns.iter().map(|column| if column.right { "--:" } else { "---" });
        text.push_str(&line(rules.map(str::to_owned)).replace(' ', ""));
        for row in &self.rows {
            let cells = row.iter().enumerate().map(|(index, cell)| match (index, cell.text()) {
                (index, id) if index == ids && !id.is_empty() => {
                    format!("`{}`", id.replace('|', "\\|"))
                }
                (_, text) => escaped(text),
            });
            text.push_str(&line(cells));
        }
        text
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let mut line = String::from("|");
    for cell in cells {
        let _ = write!(line, " {cell} |");
    }
    line + "\n"
}

/// Text that Markdown shows as it is; what stands between backticks is code.
fn escaped(text: &str) -> String {
    let outside = |part: &str| part.replace('<', "\\<").replace('*', "\\*");
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(index, part)| if index % 2 == 0 { outside(part) } else { part.into() });
    parts.collect::<Vec<_>>().join("`").replace('|', "\\|").replace('\n', " ")
}

#[test]
fn markdown_shows_what_the_cells_are() {
    let mut table = Table::default().words("id").words("about").numbers("size");
    table.row(["a|b", "<N> `<N>` is 2*3*4", "6"]);
    let expected =
        "| id | about | size |\n|---|---|--:|\n| `a\\|b` | \\<N> `<N>` is 2\\*3\\*4 | 6 |\n";
    assert_eq!(table.compact_markdown(0), expected);
}
