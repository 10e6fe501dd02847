//! A corpus as a table: CSV with commas or semicolons, or TSV, as published collections are.
//!
//! ```text
//! id,puzzle,solution,rating
//! 1,"53..7....6..195...",534678912…,7.2
//! ```
//!
//! A file is a table if its first line, except for comments, names a column of puzzles ([`PUZZLES`], or
//! the requested one). The separator is that of this line. The name, level and solution of a row are read
//! from the columns with these names, and the name of its board from a column `geometry`, for rows in which it is not
//! empty. Other columns are ignored, except those that state a rule which is not read (`cages`, `variant`, …) or boxes:
//! there, anything else than the classic board is an error. A quoted field may contain separators, doubled
//! quotes, and line ends.
//!
//! The parser is `csv-core`, on which the crate `csv` is built: fed line by line, it holds at most one
//! row, and the line of each row is known.

use csv_core::ReadRecordResult;

use super::rule_words;
use crate::catalog;

/// The maximum length of a row, in bytes: an order-36 puzzle in numbers has 4 kB.
const MAX_ROW: usize = 64 * 1024;

/// The names of a column of puzzles, the most likely first, in any case.
pub const PUZZLES: &[&str] =
    &["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "question", "grid", "board"];

/// The names of a column of solutions.
pub(super) const SOLUTIONS: &[&str] = &["solution", "solutions", "answer"];

/// The names of a column of names.
pub const NAMES: &[&str] = &["name", "id"];

/// The names of a column of levels.
const LEVELS: &[&str] = &["level"];

/// The name of a column of boards.
const GEOMETRY: &[&str] = &["geometry"];

/// The names of columns that state the boxes or the regions of a board, without `_` and `-`.
const BOXES: &[&str] = &[
    "blocksize",
    "box",
    "boxes",
    "boxheight",
    "boxsize",
    "boxwidth",
    "diagonals",
    "grids",
    "regions",
];

/// The message for a quote that is not closed.
pub const UNCLOSED: &str =
    "a quote that is not closed, expected one more in a row of at most 65536 bytes";

const SEPARATORS: [u8; 3] = *b",;\t";

/// The meaning of the first line of a file.
#[derive(Debug)]
pub enum Heading {
    /// It is not a heading.
    None,
    /// It names the columns of a table.
    Table(Box<TextTable>),
    /// It names columns, but none of puzzles; the message lists them.
    WithoutPuzzles(String),
}

/// Reads rows under a heading.
#[derive(Debug)]
pub struct TextTable {
    separator: u8,
    parser: csv_core::Reader,
    row: RowBuffer,
    /// Whether the row continues in the next line, inside quotes.
    open: bool,
    columns: Vec<String>,
    puzzle: usize,
    solution: Option<usize>,
    name: Option<usize>,
    level: Option<usize>,
    geometry: Option<usize>,
    /// The columns that may state a rule or boxes.
    rules: Vec<usize>,
}

/// The fields of a row, one after the other, and the end of each. Both grow, and never shrink.
#[derive(Debug, Default)]
struct RowBuffer {
    text: Vec<u8>,
    ends: Vec<usize>,
    n_text: usize,
    n_fields: usize,
}

/// An error in a row. The caller knows the lines of the row, so its place is relative to a field.
#[derive(Debug)]
pub struct BadRow {
    /// The field, from zero.
    pub field: usize,
    /// The column in the field, in characters, from one.
    pub column: usize,
    /// What is wrong and what was expected.
    pub problem: String,
}

/// The fields of a row.
#[derive(Debug)]
pub struct Fields<'t> {
    /// The puzzle, as in a line.
    pub puzzle: &'t str,
    /// Its solution.
    pub solution: Option<&'t str>,
    /// Its name.
    pub name: Option<&'t str>,
    /// Its level.
    pub level: Option<&'t str>,
    /// The name of its board; `None` if it is the classic one of the size of the puzzle, or that of a header.
    pub geometry: Option<&'t str>,
}

impl TextTable {
    /// Parses `text` as the heading of a table with puzzles in the column `wanted`, or in one of
    /// [`PUZZLES`].
    pub fn heading(text: &str, wanted: Option<&str>) -> Heading {
        let wanted = wanted.map(str::to_lowercase);
        let wanted = wanted.as_deref();
        let names: &[&str] = wanted.as_ref().map_or(PUZZLES, std::slice::from_ref);
        let occurs = |separator: &u8| text.as_bytes().contains(separator);
        // All separators that do not occur make one field of the text.
        let absent = SEPARATORS.into_iter().find(|it| !occurs(it));
        for separator in SEPARATORS.into_iter().filter(|it| occurs(it) || Some(*it) == absent) {
            let mut table = Self::with_separator(separator);
            table.columns = table.split(text);
            if let Some(puzzle) = table.find(names) {
                table.puzzle = puzzle;
                table.solution = table.find(SOLUTIONS);
                table.name = table.find(NAMES);
                table.level = table.find(LEVELS);
                table.geometry = table.find(GEOMETRY);
                let may_state = |&column: &usize| may_state_rules(&table.columns[column]);
                table.rules = (0..table.columns.len()).filter(may_state).collect();
                return Heading::Table(Box::new(table));
            }
            if table.columns.len() > 1 && table.columns.iter().all(|name| is_like_a_name(name)) {
                return Heading::WithoutPuzzles(format!(
                    "no column of puzzles: the columns are {}; expected one called {}",
                    table.columns.join(", "),
                    names.join(", ")
                ));
            }
        }
        Heading::None
    }

    /// Parses a line. Returns whether it completes a row; if not, the row continues in the next line.
    ///
    /// # Errors
    /// If the row is too long: a quote is not closed.
    pub fn push(&mut self, line: &str) -> Result<bool, BadRow> {
        if !self.open {
            (self.row.n_text, self.row.n_fields) = (0, 0);
        }
        self.row.make_room(line.len() + 1);
        let ended = self.feed(line.as_bytes()) || self.feed(b"\n");
        self.open = !ended;
        if self.row.n_text > MAX_ROW {
            self.leave_row();
            return Err(BadRow { field: 0, column: 1, problem: UNCLOSED.into() });
        }
        Ok(ended)
    }

    /// Returns whether a row continues in the next line.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Returns the complete row.
    ///
    /// # Errors
    /// If its number of fields is not that of the heading, or one states a rule or boxes that are not read.
    pub fn fields(&self) -> Result<Fields<'_>, BadRow> {
        let (found, expected) = (self.row.n_fields, self.columns.len());
        if found != expected {
            let columns = self.columns.join(", ");
            let problem = format!("{found} fields, expected {expected}: {columns}");
            return Err(BadRow { field: found.min(expected), column: 1, problem });
        }
        let optional = |column: Option<usize>| {
            column.map(|column| self.row.field(column).trim()).filter(|text| !text.is_empty())
        };
        let geometry = optional(self.geometry);
        self.must_not_state_rules(geometry.is_some())?;
        Ok(Fields {
            puzzle: self.row.field(self.puzzle),
            solution: optional(self.solution),
            name: optional(self.name),
            level: optional(self.level),
            geometry,
        })
    }

    /// # Errors
    /// If a column states a rule, or boxes while none states the board.
    fn must_not_state_rules(&self, has_geometry: bool) -> Result<(), BadRow> {
        for &column in &self.rules {
            let (name, value) = (&*self.columns[column], self.row.field(column).trim());
            let is_stated = !rule_words::is_nothing(value)
                && if rule_words::names_rule(name) {
                    true
                } else if rule_words::tells_rules(name) {
                    rule_words::states_rules(name, value, |_| has_geometry)
                } else {
                    !has_geometry && self.are_boxes(name, value)
                };
            if is_stated {
                let problem = format!(
                    "{value:?} states a board or a rule that is not read, expected its name in a \
                     column geometry or in a header line `# geometry: NAME` above the rows, without \
                     this column"
                );
                return Err(self.bad(column, 1, &problem));
            }
        }
        Ok(())
    }

    /// Returns whether a value states other boxes or regions than those of the classic board: anything does in a column
    /// for them, and a character for each cell in one that may be for them.
    fn are_boxes(&self, name: &str, value: &str) -> bool {
        let length = |text: &str| text.trim().chars().count();
        let is_map = || length(value) == length(self.row.field(self.puzzle));
        let is_for_boxes = BOXES.contains(&&*rule_words::plain(name));
        !self.are_square_boxes(value) && (is_for_boxes || is_map())
    }

    /// Returns whether a value consists of the side of the square boxes of a puzzle of this size, as `3` or `3x3`.
    fn are_square_boxes(&self, value: &str) -> bool {
        let order = catalog::classic_order(self.row.field(self.puzzle).trim().chars().count());
        let sides = value.split(['x', 'X', '×', '*']).map(|side| side.trim().parse::<usize>());
        let mut is_side = sides.map(|side| side.is_ok_and(|side| Some(side * side) == order));
        is_side.all(|is| is)
    }

    /// Returns an error in the puzzle of a row.
    pub fn bad_puzzle(&self, column: usize, problem: &str) -> BadRow {
        self.bad(self.puzzle, column, problem)
    }

    /// Returns an error in the solution of a row.
    pub fn bad_solution(&self, column: usize, problem: &str) -> BadRow {
        self.bad(self.solution.unwrap_or(self.puzzle), column, problem)
    }

    /// Discards the open row; returns whether there was one.
    pub fn leave_row(&mut self) -> bool {
        self.parser.reset();
        std::mem::take(&mut self.open)
    }

    /// Returns the column, in characters, at which a field of a row of one line starts, or the line
    /// ends.
    pub fn column_of(&self, field: usize, line: &str) -> usize {
        let (mut fields_before, mut quoted) = (0, false);
        for (index, character) in line.chars().enumerate() {
            if fields_before == field {
                return index + 1 + usize::from(character == '"');
            }
            quoted ^= character == '"';
            fields_before += usize::from(!quoted && character == char::from(self.separator));
        }
        line.chars().count() + 1
    }

    fn bad(&self, field: usize, column: usize, problem: &str) -> BadRow {
        let problem = format!("{}: {problem}", self.columns[field]);
        BadRow { field, column, problem }
    }

    fn with_separator(separator: u8) -> Self {
        Self {
            separator,
            parser: csv_core::ReaderBuilder::new().delimiter(separator).build(),
            row: RowBuffer::default(),
            open: false,
            columns: Vec::new(),
            puzzle: 0,
            solution: None,
            name: None,
            level: None,
            geometry: None,
            rules: Vec::new(),
        }
    }

    /// Returns the fields of a heading.
    fn split(&mut self, text: &str) -> Vec<String> {
        match self.push(text) {
            Ok(true) => {
                (0..self.row.n_fields).map(|field| self.row.field(field).trim().into()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn find(&self, names: &[&str]) -> Option<usize> {
        let position =
            |name: &&str| self.columns.iter().position(|column| column.to_lowercase() == **name);
        names.iter().find_map(position)
    }

    /// Feeds the parser; returns whether that ends a row.
    fn feed(&mut self, input: &[u8]) -> bool {
        let RowBuffer { text, ends, n_text, n_fields } = &mut self.row;
        let (text, ends) = (&mut text[*n_text..], &mut ends[*n_fields..]);
        let (result, _, written, ended) = self.parser.read_record(input, text, ends);
        *n_text += written;
        *n_fields += ended;
        result == ReadRecordResult::Record
    }
}

impl RowBuffer {
    /// Makes room for `bytes` more bytes, each of which may end a field.
    fn make_room(&mut self, bytes: usize) {
        if self.text.len() < self.n_text + bytes {
            self.text.resize(self.n_text + bytes, 0);
        }
        if self.ends.len() < self.n_fields + bytes {
            self.ends.resize(self.n_fields + bytes, 0);
        }
    }

    fn field(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        // The line is UTF-8, and fields end at ASCII characters.
        std::str::from_utf8(&self.text[start..self.ends[index]]).unwrap_or_default()
    }
}

/// Returns whether a column with this name may state a rule or boxes.
fn may_state_rules(name: &str) -> bool {
    rule_words::names_rule(name)
        || rule_words::tells_rules(name)
        || rule_words::may_name_regions(name)
        || BOXES.contains(&&*rule_words::plain(name))
}

/// Returns whether a field may be the name of a column: short, starting with a letter, and not cells.
fn is_like_a_name(field: &str) -> bool {
    field.len() <= 40 && field.starts_with(char::is_alphabetic) && !field.contains("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: &str = "....1.3.431.2...";

    /// Returns the geometry of a row with a value in a further column, or the place and the problem.
    fn geometry(column: &str, value: &str) -> Result<Option<String>, (usize, String)> {
        let Heading::Table(mut table) = TextTable::heading(&format!("id,puzzle,{column}"), None)
        else {
            panic!("a heading");
        };
        assert!(table.push(&format!("1,{FOUR},{value}")).expect("a row"));
        let fields = table.fields().map_err(|bad| (bad.field, bad.problem))?;
        Ok(fields.geometry.map(str::to_owned))
    }

    #[test]
    fn a_column_names_the_board() {
        for name in ["latin4", "x4"] {
            assert_eq!(geometry("Geometry", name), Ok(Some(name.into())));
            assert_eq!(geometry("geometry,variant", &format!("{name},X")), Ok(Some(name.into())));
        }
        assert_eq!(geometry("geometry", " "), Ok(None));
    }

    #[test]
    fn a_column_that_states_a_rule_or_boxes_is_an_error() {
        for (column, value) in [
            ("variant", "diagonal"),
            ("type", "x"),
            ("Anti-King", "true"),
            ("cages", "10=r1c1+r1c2"),
            ("box", "1x4"),
            ("box_width", "4"),
            ("regions", "AABBAABBCCDDCCDD"),
        ] {
            let (field, problem) = geometry(column, value).expect_err("an error");
            assert_eq!(field, 2);
            assert!(problem.contains("states a board or a rule that is not read"), "{problem}");
        }
        for (column, value) in [
            ("variant", "classic"),
            ("type", "hard"),
            ("anti_king", "0"),
            ("box", "2x2"),
            ("size", "4"),
        ] {
            assert_eq!(geometry(column, value), Ok(None), "{column}");
        }
    }
}
