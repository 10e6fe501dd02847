//! Boards in the source of a program, among its other text.
//!
//! ```text
//!   int main(void) {                       problem(1, [[5,3,_,…],      A = [5 3 0 …;
//!     int grid[9][9] = {{5, 3, 0, …},                  …]).                 6 0 0 …];
//! ```
//!
//! A list is a board as `board_list.rs` says, or four and more lists of values one below the other. All other text is
//! replaced by blanks, so that values keep their places, except for lines that begin with `#`. Where a list stops to be
//! rows of values, that is an error, and so are names of rules and boards with a value: they would be lost.

use std::ops::Range;

use super::board_list::{BoardList, Tokens};
use crate::source::TextError;
use crate::text::rule_words;

/// The fewest lists one below the other that are the rows of a board.
const FEWEST_ROWS: usize = 4;

/// The longest text around a list that decides whether its values stand by column.
const NEARBY: usize = 80;

/// Returns whether a text contains a board, or a list that becomes something else after some rows.
pub(super) fn recognise(head: &str) -> bool {
    head.contains(['[', '{', '(']) && !matches!(isolate(head), Ok(None))
}

/// Returns a text with nothing but its boards and the lines that begin with `#`; `None` if there is no board.
///
/// # Errors
/// At the first place where rows of values become something else, or where a name of a rule has a value.
pub(super) fn isolate(text: &str) -> Result<Option<String>, TextError> {
    let chars: Vec<char> = text.chars().collect();
    let mut listing =
        Listing { chars: &chars, at: 0, kept: Vec::new(), rows: Vec::new(), boards: 0 };
    let mut stated = None;
    while listing.at < chars.len() {
        let step = listing.step(&mut stated);
        step.map_err(|(at, found, expected)| {
            let before = &chars[..at];
            let column = before.iter().rev().take_while(|&&c| c != '\n').count() + 1;
            let line = before.iter().filter(|&&c| c == '\n').count() + 1;
            TextError::new(line, column, found, expected)
        })?;
    }
    listing.end_rows();
    if listing.boards == 0 {
        return Ok(None);
    }
    if let Some((at, name)) = stated {
        let line = chars[..at].iter().filter(|&&c| c == '\n').count() + 1;
        let expected = "a line `# geometry: NAME` for the board, and no other name of a rule";
        return Err(TextError::new(
            line,
            1,
            format!("a value of {name:?} beside a board"),
            expected,
        ));
    }
    Ok(Some(listing.text()))
}

/// The text of a program, up to some place.
struct Listing<'c> {
    chars: &'c [char],
    at: usize,
    /// What is kept: the places, and brackets at them.
    kept: Tokens,
    /// The lists of values since the last other text, with what is kept of them.
    rows: Vec<(Range<usize>, Tokens)>,
    boards: usize,
}

type Problem = (usize, String, &'static str);

impl Listing<'_> {
    /// Passes a comment, a name, a list, or a character. The first name of a rule that has a value is noted.
    fn step(&mut self, stated: &mut Option<(usize, String)>) -> Result<(), Problem> {
        let (at, c) = (self.at, self.chars[self.at]);
        let starts_line = || {
            let mut before = self.chars[..at].iter().rev().take_while(|&&c| c != '\n');
            before.all(|c| c.is_whitespace())
        };
        if c == '#' && starts_line() {
            self.at = self.line_end(at);
            self.kept.extend((at..self.at).map(|at| (at, self.chars[at])));
        } else if c == '%' && starts_line() || self.starts(at, "//") {
            self.at = self.line_end(at);
        } else if self.starts(at, "/*") {
            let end = (at + 2..self.chars.len()).find(|&at| self.starts(at, "*/"));
            self.at = end.map_or(self.chars.len(), |end| end + 2);
        } else if c.is_alphabetic() {
            self.name(stated);
        } else if matches!(c, '[' | '(' | '{') {
            self.list()?;
        } else {
            self.at += 1;
            if !c.is_whitespace() && !matches!(c, '-' | ',') {
                self.end_rows();
            }
        }
        Ok(())
    }

    /// Passes a name, and notes it if it states a rule or a board.
    fn name(&mut self, stated: &mut Option<(usize, String)>) {
        let start = self.at;
        let is_part = |c: &&char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let name: String = self.chars[start..].iter().take_while(is_part).collect();
        self.at += name.chars().count();
        self.end_rows();
        let mut rest = self.chars[self.at..].iter().skip_while(|c| matches!(c, ' ' | '"' | '\''));
        let has_value = match (rest.next(), rest.next()) {
            (Some(':'), next) => !matches!(next, Some(':' | '-')),
            (Some('='), next) => !matches!(next, Some('=' | '>')),
            _ => false,
        };
        let is_board = ["geometry", "variant"].contains(&&*rule_words::plain(&name));
        if has_value && (is_board || rule_words::names_rule(&name)) {
            stated.get_or_insert((start, name));
        }
    }

    /// Passes a list, or the bracket before other text.
    fn list(&mut self) -> Result<(), Problem> {
        let start = self.at;
        let (list, tokens) = match BoardList::read(self.chars, start) {
            Ok(read) => read,
            Err(stop) if stop.is_after_rows => {
                let found = self
                    .chars
                    .get(stop.at)
                    .map_or("the end of the text".into(), |c| format!("{c:?}"));
                return Err((stop.at, found, "a value or the next row of the list"));
            }
            Err(_) => {
                self.at += 1;
                self.end_rows();
                return Ok(());
            }
        };
        if list.is_board() {
            if list.is_flat() && self.is_by_column(start, list.end) {
                let found = "a matrix of values by column".to_owned();
                return Err((start, found, "rows, as with `byrow = TRUE`"));
            }
            self.end_rows();
            self.kept.extend(tokens);
            self.boards += 1;
        } else if list.is_row() {
            self.rows.push((start..list.end, tokens));
        }
        self.at = list.end;
        Ok(())
    }

    /// Keeps the last lists of values if they are the rows of a board.
    fn end_rows(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let (Some((first, _)), Some((last, _))) = (rows.first(), rows.last()) else { return };
        let (start, end) = (first.start, last.end);
        let is_marked = start > 0 && matches!(self.chars[start - 1], ' ' | '\t');
        if rows.len() < FEWEST_ROWS || !is_marked {
            return;
        }
        self.kept.push((start - 1, '['));
        self.kept.extend(rows.into_iter().flat_map(|(_, tokens)| tokens));
        self.kept.push((end, ']'));
        self.boards += 1;
    }

    /// Returns whether the values of a list are those of a matrix by column, as in R, Julia and Fortran.
    fn is_by_column(&self, start: usize, end: usize) -> bool {
        let plain =
            |chars: &[char]| -> String { chars.iter().filter(|c| !c.is_whitespace()).collect() };
        let before = plain(&self.chars[start.saturating_sub(NEARBY)..start]);
        let after = plain(&self.chars[end..(end + NEARBY).min(self.chars.len())]);
        let before = before.strip_suffix("(c").or(before.strip_suffix('(')).unwrap_or_default();
        let is_reshaped = before.ends_with("reshape") && !before.ends_with("np.reshape");
        is_reshaped || before.ends_with("matrix") && !after.contains("byrow=T")
    }

    fn starts(&self, at: usize, text: &str) -> bool {
        text.chars().eq(self.chars[at..].iter().copied().take(text.len()))
    }

    fn line_end(&self, at: usize) -> usize {
        let rest = &self.chars[at..];
        at + rest.iter().position(|&c| c == '\n').unwrap_or(rest.len())
    }

    /// Returns what is kept, with blanks for the rest.
    fn text(&self) -> String {
        let mut text = String::new();
        let mut kept = self.kept.clone();
        kept.sort_by_key(|&(at, _)| at);
        let mut kept = kept.iter().peekable();
        for (at, &c) in self.chars.iter().chain(&['\n']).enumerate() {
            let token = kept.next_if(|(place, _)| *place == at);
            match token {
                Some(&(_, token)) => text.push(token),
                None if c != '\n' => text.push(' '),
                None => {}
            }
            if c == '\n' {
                text.push('\n');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::isolate;

    const ROWS: &str = "[[1,0,0,4],[0,0,0,0],\n  [0,2,0,0],[0,0,3,0]]";

    /// Returns what is kept of a text, without blanks.
    fn kept(text: &str) -> Result<Option<String>, String> {
        let kept = isolate(text).map_err(|error| error.to_string())?;
        Ok(kept.map(|text| text.chars().filter(|c| !c.is_whitespace()).collect()))
    }

    #[test]
    fn the_boards_of_programs_are_kept() {
        let rows = ROWS.replace("\n  ", "");
        let braces = ROWS.replace('[', "{").replace(']', "}");
        for text in [
            format!(
                "int main(void) {{\n  int grid[4][4] = {braces};\n  return grid[0][0] % 2;\n}}\n"
            ),
            format!("public static void main(String[] args) {{\n  f(new int[][] {braces});\n}}\n"),
            format!("import x\n\ndef main():\n    board = {ROWS}\n    print(board[0])\n"),
            format!("fn main() {{\n    let g: [[u8; 4]; 4] = {ROWS};\n}}\n"),
            format!(":- use_module(library(clpfd)).\nproblem(1, {ROWS}).\n"),
            format!("module M where\n\nboard :: [[Int]]\nboard = {ROWS}\n"),
            format!(
                "val g = Array{}\n",
                ROWS.replace('[', "Array(").replace(']', ")").replacen("Array", "", 1)
            ),
            format!(
                "let g = vec!{}\n",
                ROWS.replace(",[", ", vec![").replace("],\n", "], // row\n")
            ),
        ] {
            let found =
                kept(&text).map(|it| it.map(|it| it.replace("[[[", "[[").replace("]]]", "]]")));
            assert_eq!(found, Ok(Some(rows.clone())), "{text}");
        }
        let rows =
            "board:\n  - [1, 0, 0, 4]\n  - [0, 0, 0, 0]\n  - [0, 2, 0, 0]\n  - [0, 0, 3, 0]\n";
        assert_eq!(kept(rows).map(|it| it.map(|it| it.len())), Ok(Some(38)));
    }

    #[test]
    fn other_lists_are_not() {
        for text in [
            "f(1, 2, 3, 4)\n",
            "a = [1, 2]; b = {x: [0, 1, 2, 3]}\n",
            "int x[9][9];\n",
            "(((",
            "[[1,2],[3",
        ] {
            assert_eq!(kept(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn what_would_be_lost_is_an_error() {
        let error = |text: &str| kept(text).expect_err("an error");
        let broken = format!("x = 1\ny = {}", ROWS.replace("3,0]]", "O,0]]"));
        assert!(error(&broken).starts_with("3:18: 'O'"), "{}", error(&broken));
        let rule = error(&format!("p = {{ variant: 'x', board: {ROWS} }}\n"));
        assert!(rule.starts_with("1:1: a value of \"variant\""), "{rule}");
        let values = "1,0,0,4,0,0,0,0,0,2,0,0,0,0,3,0";
        let matrix =
            |rest: &str| kept(&format!("library(x)\nm <- matrix(c({values}), nrow = 4{rest})\n"));
        assert!(matrix("").is_err_and(|it| it.starts_with("2:14: a matrix of values by column")));
        assert_eq!(matrix(", byrow = TRUE"), Ok(Some(format!("[{values}]"))));
    }
}
