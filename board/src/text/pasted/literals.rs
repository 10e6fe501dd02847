//! Texts of several lines in programs: the rows between their quotation marks.
//!
//! ```text
//!   board = """1..4        solve('''            char *board = "1..4\
//!   ..21                   1..4                ..21\
//!   .3..                   …                   .3..\
//!   4..2"""                ''')                4..2";
//! ```
//!
//! A row may stand in the line of either mark. Between single marks, as in C, a backslash continues each line.

/// The marks between which lines need no backslash.
const BLOCK: [&str; 2] = ["\"\"\"", "'''"];

/// The mark between which they need one.
const LINE: &str = "\"";

/// Returns a text with blanks in place of what is before and after such texts, if it has one.
pub(super) fn as_rows(text: &str) -> Option<String> {
    if !text.contains(LINE) && !text.contains(BLOCK[1]) {
        return None;
    }
    let (mut rows, mut within, mut has_any) = (String::new(), None, false);
    for line in text.lines() {
        let mut row = line.to_owned();
        if within.is_none()
            && let Some((start, mark)) = opening(line)
        {
            row = " ".repeat(line[..start].chars().count()) + &line[start..];
            (within, has_any) = (Some(mark), true);
        }
        if let Some(mark) = within {
            let (content, is_end) = content(&row, mark);
            row.truncate(content);
            within = within.filter(|_| !is_end);
        }
        rows += &row;
        rows.push('\n');
    }
    has_any.then_some(rows)
}

/// Returns the mark that opens a text which does not end in this line, and the byte after it.
fn opening(line: &str) -> Option<(usize, &'static str)> {
    let mark = BLOCK.into_iter().find(|mark| line.contains(mark));
    let mark = mark.or_else(|| continues(line).then_some(LINE))?;
    let at = line.find(mark)?;
    let before = line[..at].trim_end_matches(['r', 'R']).trim();
    let (start, pair) = (at + mark.len(), mark.get(..2).unwrap_or(mark));
    let is_named = before.is_empty()
        || before.ends_with(['=', ':', '('])
            && before.chars().all(|c| c.is_alphanumeric() || "_- .*[]=:(".contains(c));
    (is_named && !line[start..].contains(pair)).then_some((start, mark))
}

/// Returns whether a line ends in one backslash.
fn continues(line: &str) -> bool {
    line.trim_end().strip_suffix('\\').is_some_and(|line| !line.ends_with('\\'))
}

/// Returns how many bytes of a line are within a text that ends at `mark`, and whether it ends in this line.
fn content(line: &str, mark: &str) -> (usize, bool) {
    if let Some(row) = line.trim_end_matches([',', ';', ')', ' ']).strip_suffix(mark) {
        return (row.trim_end().len(), true);
    }
    let row = line.trim_end();
    let row = if continues(row) { &row[..row.len() - 1] } else { row };
    // Without a backslash, a text between single marks is at its end.
    (row.len(), mark == LINE && row.len() == line.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [&str; 4] = ["1..4", "..21", ".3..", "4..2"];

    #[track_caller]
    fn check(text: &str) {
        let rows = as_rows(text).expect("a text of several lines");
        assert_eq!(
            rows.lines().map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>(),
            ROWS
        );
    }

    #[test]
    fn rows_may_stand_beside_the_marks() {
        let rows = ROWS.join("\n");
        for mark in BLOCK {
            for (before, after) in [("board = ", ""), ("", "\n"), ("b = sh.solve(", ")\n")] {
                for (begin, end) in [("", ""), ("\n", ""), ("", "\n"), ("\\\n", "\n")] {
                    check(&format!("{before}{mark}{begin}{rows}{end}{mark}{after}"));
                }
            }
        }
    }

    #[test]
    fn a_backslash_continues_a_line_between_single_marks() {
        let rows = ROWS.join("\\\n");
        check(&format!("\"{rows}\";\n"));
        check(&format!("static char board[] = \"{rows}\";\n"));
        check(&format!("static char board[] = \"\\\n{rows}\";"));
    }

    #[test]
    fn columns_stay_and_other_texts_are_not_changed() {
        assert_eq!(as_rows("b = \"\"\"1.\n.2\"\"\"").as_deref(), Some("       1.\n.2\n"));
        for text in ["\"5\",\"3\"\n", "p = \"\"\"1..4\"\"\"\n", "|5|\\\\\n\"x\"", "It's \"\"\"\n"] {
            assert_eq!(as_rows(text), None, "{text}");
        }
    }
}
