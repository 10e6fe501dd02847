//! Nested lists, as JSON and Python have them, and JSON objects.
//!
//! ```text
//!   [[0,0,0,0],[1,0,3,0],[4,3,1,0],[2,0,0,0]]        rows of numbers
//!   grid = [['.', '1'], …]   np.array([[0, 1], …])   as in a program
//!   ["53..7....", "6..195...", …]                    rows of characters
//!   [{"puzzle": "53..7…", "name": "SAE"}, …]         objects: see `jsonl`
//! ```
//!
//! Semicolons or bars may end rows: `[5 3 0 …; 6 0 0 …]`, `[|5, 3, _, …|6, …|]`. In the source of a program, other text
//! may surround them (`listing`).
//!
//! `0`, `.`, an empty text, `null` and `None` are empty cells, and so is nothing between commas. Lists of lists of
//! lists, or several lists in a row, are several puzzles, and so are lists with all cells of a puzzle each (`several`).
//! Lists have a parser of their own because most of them are not JSON, and because errors need the line of a value.

mod board_list;
mod scanner;

mod listing;
mod several;

use self::scanner::{Scanner, Value, What};
use super::jsonl;
use super::metadata::Metadata;
use super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::picture::{Picture, Writing};
use super::picture_row::{Row, Word, rows_of, words_of};
use super::record::{Record, Style};
use super::write_error::WriteError;
use crate::catalog;
use crate::geometry::Geometry;
use crate::source::{TextError, without_mark};
use crate::symbols::MAX_SYMBOLS;

/// Reads lists, or objects.
///
/// # Errors
/// If brackets or quotes are not closed, or their content is not a puzzle.
pub fn read(text: &str, lookup: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    let text = without_mark(text);
    if has_objects(text) {
        return jsonl::objects(text);
    }
    let isolated = if starts_with_list(text) { None } else { listing::isolate(text)? };
    if let Some(boards) = isolated {
        return lists(&boards, lookup);
    }
    lists(text, lookup).or_else(|error| match listing::isolate(text) {
        Ok(Some(boards)) => lists(&boards, lookup),
        _ => Err(error),
    })
}

/// Reads the lists of a text that has nothing else but names.
fn lists(text: &str, lookup: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    let mut scanner = Scanner::new(text);
    let mut metadata = Metadata::default();
    let mut puzzles = Vec::new();
    while let Some(value) = scanner.list(&mut metadata)? {
        let before = puzzles.len();
        if before > 0 && value.is_argument() {
            continue;
        }
        let board = lookup(metadata.geometry.as_ref().map(|stated| &*stated.text));
        value.puzzles(board.as_deref(), &mut puzzles)?;
        if let Some(first) = puzzles.get_mut(before) {
            first.metadata = std::mem::take(&mut metadata);
        }
    }
    if puzzles.is_empty() {
        return Err(TextError::new(1, 1, "no puzzle", "lists of rows"));
    }
    Ok(puzzles)
}

/// Returns whether a text starts with a list, or with an object over several lines.
pub(super) fn recognise(head: &str) -> bool {
    starts_with_list(head) || has_objects(head)
}

/// Returns whether a text that starts with something else contains a board in a list.
pub(super) fn recognise_listing(head: &str) -> bool {
    !starts_with_list(head) && !has_objects(head) && listing::recognise(head)
}

fn starts_with_list(head: &str) -> bool {
    let lines = head.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(first) = lines.next() else { return false };
    let before = first.split(['[', '(']).next().unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '=' | ' ' | ':');
    let is_list = before.len() < first.len()
        && before.chars().all(is_name)
        && (before.is_empty()
            || before.contains('=')
            || before.ends_with("array")
            || before.trim_end().ends_with(':') && first[before.len()..].starts_with('['));
    let is_section = first.starts_with('[') && first[1..].starts_with(|c: char| c.is_alphabetic());
    is_list && !is_section
}

/// Writes rows of numbers.
pub(super) fn write(record: &Record, _: Style) -> Result<String, WriteError> {
    record.only_givens("json")?;
    record.only_classic("json", MAX_SYMBOLS)?;
    let (order, givens) = (record.puzzle.geometry().symbols(), record.puzzle.givens());
    let numbers = givens.into_iter().flatten().map(|symbol| usize::from(symbol) + 1);
    if several::may_be_puzzles(order, numbers) {
        return Err(WriteError::Geometry {
            notation: "json",
            geometry: record.puzzle.geometry().name().into(),
            expected: "a given that a puzzle with as many cells as a row cannot have",
        });
    }
    let row = |(_, cells): (usize, Vec<usize>)| {
        let number = |cell| record.puzzle.given(cell).map_or(0, |symbol| usize::from(symbol) + 1);
        let numbers: Vec<String> = cells.into_iter().map(|cell| number(cell).to_string()).collect();
        format!("[{}]", numbers.join(","))
    };
    let rows: Vec<String> = rows_of(record.puzzle.geometry()).into_iter().map(row).collect();
    Ok(format!("[{}]\n", rows.join(",\n ")))
}

fn has_objects(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{') || text.strip_prefix('[').is_some_and(|t| t.trim_start().starts_with('{'))
}

impl Value {
    /// Appends the puzzles of a list; `board` is the stated board.
    fn puzzles(
        self,
        board: Option<&Geometry>,
        puzzles: &mut Vec<ParsedPuzzle>,
    ) -> Result<(), TextError> {
        let (line, column) = (self.line, self.column);
        let error = |found: &str, expected: &str| TextError::new(line, column, found, expected);
        let What::List(items) = self.what else {
            return Err(error("a value alone", "lists of rows"));
        };
        let is_list = |value: &Value| matches!(value.what, What::List(_));
        let is_value = |value: &Value| !is_list(value);
        let is_row = |value: &Value| match &value.what {
            What::List(items) => items.iter().all(is_value),
            What::Quoted(text) => text.chars().count() > 1,
            What::Bare(_) => false,
        };
        if items.is_empty() {
            return Err(error("an empty list", "a list of rows"));
        }
        if items.iter().all(is_line(items.len())) {
            puzzles.extend(items.into_iter().map(Value::line));
        } else if items.len() > 1 && items.iter().all(is_row) {
            if several::are_puzzles(&items, board)? {
                puzzles.extend(items.into_iter().map(Value::line));
            } else {
                puzzles.push(picture(line, items));
            }
        } else if items.iter().all(is_list) {
            items.into_iter().try_for_each(|item| item.puzzles(board, puzzles))?;
        } else if items.iter().all(is_value) {
            puzzles.push(Value { line, column, what: What::List(items) }.line());
        } else {
            return Err(error("lists beside values", "lists or values"));
        }
        Ok(())
    }

    /// Returns a puzzle that is one text, or a list of the values of all cells.
    fn line(self) -> ParsedPuzzle {
        let (column, cells) = match &self.what {
            What::List(values) => (self.column, line_of(values)),
            _ => (self.column + 1, self.word()),
        };
        ParsedPuzzle::new(self.line, Cells::Line(self.line, column, cells))
    }
}

/// Returns whether a value is a whole puzzle, not one of `rows` rows.
fn is_line(rows: usize) -> impl Fn(&Value) -> bool {
    move |value| match &value.what {
        What::Quoted(text) => {
            let length = text.chars().count();
            length != rows && length > 9 && catalog::classic_order(length).is_some()
        }
        _ => false,
    }
}

/// Returns values in one line: numbers with blanks between them, characters without.
fn line_of(values: &[Value]) -> String {
    let words: Vec<String> = values.iter().map(Value::word).collect();
    let are_characters = words.iter().all(|word| word.chars().count() == 1)
        && words.iter().any(|word| word.contains(char::is_alphabetic));
    words.join(if are_characters { "" } else { " " })
}

/// Returns a puzzle in rows.
fn picture(line: usize, items: Vec<Value>) -> ParsedPuzzle {
    let mut writing = Writing::Values;
    let mut rows = Vec::new();
    for item in items {
        let (line, column) = (item.line, item.column);
        let words = match item.what {
            What::List(cells) => {
                let word =
                    |cell: Value| Word { column: cell.column, text: cell.word(), place: None };
                cells.into_iter().map(word).collect()
            }
            What::Quoted(text) | What::Bare(text) => {
                writing = Writing::Any;
                words_of(column + 1, &text)
            }
        };
        rows.push(Row::new(line, words));
    }
    ParsedPuzzle::new(line, Cells::Picture(Picture::new(rows, writing)))
}

#[cfg(test)]
mod tests {
    use super::read;
    use super::scanner::whole;
    use crate::catalog;
    use crate::text::record::{Record, Style};
    use crate::text::{line, reading};
    use std::sync::Arc;

    #[test]
    fn numbers_of_floats_are_whole() {
        for (number, read) in [("5.", "5"), ("0.0", "0"), ("10.0", "10"), (".", "."), ("x.", "x.")]
        {
            assert_eq!(whole(number), read);
        }
        assert_eq!(whole("5.5"), "5.5");
        let rows = "[[0. 0. 0. 0.]\n [1. 0. 3. 0.]\n [4. 3. 1. 0.]\n [2. 0. 0. 0.]]\n";
        let reading = reading::read(rows, "classic4").unwrap();
        assert_eq!(crate::text::line::write_givens(&reading.puzzle), "....1.3.431.2...");
    }

    const FOUR: &str = "....1.3.431.2...";

    /// Returns a puzzle as a list of its values.
    fn flat(cells: &str) -> String {
        let values = cells.chars().map(|c| if c == '.' { "0".into() } else { c.to_string() });
        format!("[{}]", values.collect::<Vec<String>>().join(","))
    }

    /// Returns the puzzles of a text as lines, read with `--geometry NAME` if there is a name.
    fn puzzles(text: &str, geometry: Option<&str>) -> Result<Vec<String>, String> {
        let given = geometry.map(|name| Arc::new(catalog::named(name).expect("a name")));
        let read = read(text, &mut |name| match name {
            Some(name) => catalog::named(name).ok().map(Arc::new),
            None => given.clone(),
        });
        let cells = |puzzle: &crate::text::ParsedPuzzle| {
            let name = geometry.map_or_else(|| puzzle.cells.geometry(), |name| Ok(name.into()));
            let board = Arc::new(catalog::named(&name?).expect("a name"));
            let symbols = puzzle.cells.symbols(&board)?;
            Ok(line::write_givens(&puzzle.cells.puzzle(&board, &symbols)?))
        };
        let lines = read.and_then(|puzzles| puzzles.iter().map(cells).collect());
        lines.map_err(|error: crate::source::TextError| error.to_string())
    }

    #[test]
    fn lists_of_all_cells_are_puzzles() {
        let nine =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let sizes = [(FOUR, [1, 2, 3, 4, 15, 16, 17]), (nine, [1, 2, 9, 27, 80, 81, 82])];
        for (cells, numbers) in sizes {
            for number in numbers {
                let expected = Ok(vec![cells.to_owned(); number]);
                for item in [flat(cells), format!("{cells:?}")] {
                    let items = vec![item; number].join(",\n");
                    assert_eq!(puzzles(&format!("[{items}]"), None), expected, "{number}");
                }
            }
        }
        let two_sizes = format!("[{},{}]", flat(FOUR), flat(nine));
        assert_eq!(puzzles(&two_sizes, None), Ok(vec![FOUR.to_owned(), nine.to_owned()]));
        let letters = "['A','','','B','','','','','','','','','C','','','D']";
        let letters = format!("[{letters},{letters}]");
        let error = puzzles(&letters, None).expect_err("letters are no standard symbols");
        assert!(error.starts_with("1:2: 'A'"), "{error}");
    }

    #[test]
    fn rows_may_end_with_semicolons_or_bars() {
        let rows = ["0 0 0 0", "1 0 3 0", "4 3 1 0", "2 0 0 0"];
        let commas = rows.map(|row| row.replace(' ', ", ").replace('0', "_"));
        for text in [
            format!("A = [{}];\ndisp(A)\n", rows.join("; ")),
            format!("A = [{};];\n", rows.join("; ...\n")),
            format!("start = [|{}|];\n", commas.join("|")),
            format!("start = [| {} |];\n", commas.join("\n | ")),
            "[[,,,0],[1,,3,0],[4,3,1,null],[2,,nil,NA]]".into(),
        ] {
            assert_eq!(puzzles(&text, None), Ok(vec![FOUR.to_owned()]), "{text}");
        }
        let uneven = format!("A = [{}];\n", rows.join("; ").replace("1 0 3 0", "1 0 3"));
        assert!(puzzles(&uneven, None).is_err(), "{uneven}");
    }

    #[test]
    fn every_puzzle_has_its_place() {
        let bad = FOUR.replace('4', "5");
        let text = format!("[{},\n {},\n {}]", flat(FOUR), flat(&bad), flat(FOUR));
        let error = puzzles(&text, None).expect_err("a symbol of another board");
        assert!(error.starts_with("2:"), "{error}");
    }

    #[test]
    fn rows_of_a_larger_board_stay_rows() {
        let row = |first: usize| (0..16).map(|at| (first + at) % 16 + 1).collect::<Vec<_>>();
        let text = format!("{:?}", (0..16).map(|at| row(at * 4 + at / 4)).collect::<Vec<_>>());
        assert_eq!(puzzles(&text, None).map(|found| found.len()), Ok(1));
        let empty = format!("{:?}", vec![vec![0; 16]; 16]);
        assert_eq!(puzzles(&empty, None), Ok(vec![".".repeat(256)]));
        let rows = format!("{:?}", (0..15).map(|at| row(at * 4 + at / 4)).collect::<Vec<_>>());
        let error = puzzles(&rows, None).expect_err("a row is missing");
        assert!(error.starts_with("1:3: 15 rows, and 16 cells in row 1"), "{error}");
    }

    #[test]
    fn two_readings_are_an_error_unless_the_board_is_stated() {
        let mut rows = vec![vec![0; 16]; 16];
        (rows[0][0], rows[1][1]) = (1, 4);
        let text = format!("{rows:?}");
        assert_eq!(
            puzzles(&text, None),
            Err("1:2: 16 lists of 16 values, which are one board or 16 puzzles of order 4, expected \
                 `--geometry classic16` or `--geometry classic4`"
                .into())
        );
        assert_eq!(puzzles(&text, Some("classic16")).map(|found| found.len()), Ok(1));
        assert_eq!(puzzles(&text, Some("classic4")).map(|found| found.len()), Ok(16));
        let stated = format!("# geometry: classic16\n{text}");
        assert_eq!(puzzles(&stated, None).map(|found| found.len()), Ok(1));
        rows[0][1] = 5;
        assert_eq!(puzzles(&format!("{rows:?}"), None).map(|found| found.len()), Ok(1));
    }

    #[test]
    fn a_puzzle_that_would_read_as_several_is_not_written() {
        let sixteen = Arc::new(catalog::named("classic16").expect("a name"));
        for (given, is_written) in [('4', false), ('5', true), ('.', true)] {
            let cells = format!("1{given}{}", ".".repeat(254)).replace("1.", "..");
            let puzzle = line::parse(&cells, &sixteen).expect("a puzzle");
            let written = super::write(&Record::new(puzzle), Style::default());
            assert_eq!(written.is_ok(), is_written, "{given}");
        }
    }
}
