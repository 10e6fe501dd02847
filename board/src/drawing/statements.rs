//! The text of a drawing, line by line, as statements.

use crate::geometry::{Geometry, GeometryError, Position};
use crate::relation::RelationKind;
use crate::source::{Span, TextError, counted, without_mark};
use crate::symbols::{Alphabet, AlphabetError, MAX_SYMBOLS};

/// Finds a geometry by its name.
pub type Named = fn(&str) -> Result<Geometry, GeometryError>;

/// The first words of lines.
pub(super) const KEYWORDS: &[&str] = &[
    "about",
    "apart",
    "board",
    "cage",
    "columns",
    "diagonals",
    "difference",
    "name",
    "not",
    "order",
    "place",
    "ratio",
    "region",
    "regions",
    "rising",
    "rows",
    "sandwich",
    "sum",
    "symbols",
];

/// The statements of a text.
pub(super) struct Statements<'t> {
    pub(super) name: Option<&'t str>,
    pub(super) about: Option<&'t str>,
    pub(super) alphabet: Option<Alphabet>,
    /// In the order of the lines.
    pub(super) list: Vec<(Span<'t>, Statement<'t>)>,
    named: Named,
}

/// Cells as a statement names them.
pub(super) type NamedCells<'t> = Vec<(Span<'t>, Position)>;

/// A statement that defines cells, regions and relations.
pub(super) enum Statement<'t> {
    Apart(Vec<(usize, usize)>),
    Board(Letters<'t>),
    /// A region and, if it has a total, a sum.
    Cage(u16, NamedCells<'t>),
    Columns,
    Diagonals,
    Place(Box<Geometry>, Vec<Position>),
    Region(&'t str, NamedCells<'t>),
    Regions(&'t str, Letters<'t>),
    Relation(RelationKind, NamedCells<'t>),
    Rows,
}

/// Characters in rows and columns, each with its place in the text.
#[derive(Default)]
pub(super) struct Letters<'t> {
    rows: Vec<Vec<(Span<'t>, char)>>,
}

impl<'t> Letters<'t> {
    /// Returns the characters and their places on the board.
    pub(super) fn marks(&self) -> impl Iterator<Item = (Span<'t>, Position, char)> {
        self.rows.iter().enumerate().flat_map(|(row, marks)| {
            let mark = move |(column, &(span, mark)): (usize, &(Span<'t>, char))| {
                (span, Position { row, column }, mark)
            };
            marks.iter().enumerate().map(mark)
        })
    }

    /// Rows and columns.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.rows.first().map_or(0, Vec::len))
    }
}

/// A line, without the blanks around it.
#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    whole: &'t str,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// Returns the span of a part of this line.
    fn span(self, part: &'t str) -> Span<'t> {
        let start = part.as_ptr() as usize - self.whole.as_ptr() as usize;
        let column = self.whole[..start].chars().count() + 1;
        Span { line: self.number, column, text: part }
    }

    /// Returns the error for a keyword that is used in another way.
    fn wrong_form(self, form: &str) -> TextError {
        let span = self.span(self.text);
        span.error(format!("{:?}", span.text), format!("`{form}`"))
    }

    /// Returns the text after `keyword:`, which must not be empty.
    fn value(self, form: &'static str) -> Result<&'t str, TextError> {
        let value = self.text.split_once(':').map(|(key, value)| (key.trim_end(), value.trim()));
        match value {
            Some((key, value)) if form.starts_with(key) && !value.is_empty() => Ok(value),
            _ => Err(self.wrong_form(form)),
        }
    }

    /// # Errors
    /// If anything follows the keyword.
    fn alone(self, form: &'static str) -> Result<(), TextError> {
        if self.text == form { Ok(()) } else { Err(self.wrong_form(form)) }
    }
}

impl<'t> Statements<'t> {
    /// Parses all lines.
    pub(super) fn parse(text: &'t str, named: Named) -> Result<Self, TextError> {
        let mut lines = without_mark(text)
            .lines()
            .enumerate()
            .map(|(index, whole)| Line { number: index + 1, whole, text: whole.trim() })
            .filter(|line| !line.text.starts_with('#'));
        let mut statements =
            Self { name: None, about: None, alphabet: None, list: Vec::new(), named };
        while let Some(line) = lines.next() {
            if !line.text.is_empty() {
                statements.parse_line(line, &mut lines)?;
            }
        }
        Ok(statements)
    }

    fn parse_line(
        &mut self,
        line: Line<'t>,
        lines: &mut impl Iterator<Item = Line<'t>>,
    ) -> Result<(), TextError> {
        const SYMBOLS: &str = "order` or `symbols";
        let span = line.span(line.text);
        let is_in_word = |c: char| !c.is_whitespace() && c != ':';
        let word = line.text.split(|c| !is_in_word(c)).next().unwrap_or_default();
        let statement = match word {
            "name" => return once(&mut self.name, line.value("name: WORDS")?, span, "name"),
            "about" => return once(&mut self.about, line.value("about: WORDS")?, span, "about"),
            "order" => return once(&mut self.alphabet, order(line)?, span, SYMBOLS),
            "symbols" => return once(&mut self.alphabet, symbols(line)?, span, SYMBOLS),
            "apart" => apart(line)?,
            "board" => self.board(line, lines)?,
            "cage" => cage(line)?,
            "columns" => line.alone("columns").map(|()| Statement::Columns)?,
            "diagonals" => line.alone("diagonals").map(|()| Statement::Diagonals)?,
            "difference" => relation(line, "difference BY: r1c1 …")?,
            "not" => relation(line, "not difference BY: r1c1 …` or `not ratio TIMES: r1c1 …")?,
            "place" => place(line, self.named)?,
            "ratio" => relation(line, "ratio TIMES: r1c1 …")?,
            "region" => region(line)?,
            "regions" => {
                let name = line.text.strip_prefix("regions").and_then(|it| it.strip_suffix(':'));
                let name = name.map(str::trim).filter(|name| !name.is_empty());
                let name = name.ok_or_else(|| line.wrong_form("regions NAME:"))?;
                Statement::Regions(name, letters(span, lines)?)
            }
            "rising" => relation(line, "rising: r1c1 …")?,
            "rows" => line.alone("rows").map(|()| Statement::Rows)?,
            "sandwich" => relation(line, "sandwich TOTAL: r1c1 …")?,
            "sum" => relation(line, "sum TOTAL: r1c1 …")?,
            _ => {
                let expected = format!("one of {}", KEYWORDS.join(", "));
                return Err(span.error(format!("{word:?} is no keyword"), expected));
            }
        };
        self.list.push((span, statement));
        Ok(())
    }

    /// Returns the statement `board`, which may occur once.
    fn board(
        &self,
        line: Line<'t>,
        lines: &mut impl Iterator<Item = Line<'t>>,
    ) -> Result<Statement<'t>, TextError> {
        line.alone("board:")?;
        let span = line.span(line.text);
        let is_board = |(_, statement): &_| matches!(statement, Statement::Board(_));
        if self.list.iter().any(is_board) {
            return Err(span.error("a second `board`", "one"));
        }
        letters(span, lines).map(Statement::Board)
    }
}

fn once<T>(
    place: &mut Option<T>,
    value: T,
    span: Span<'_>,
    keyword: &'static str,
) -> Result<(), TextError> {
    match place.replace(value) {
        Some(_) => Err(span.error(format!("a second `{keyword}`"), "one")),
        None => Ok(()),
    }
}

fn order(line: Line<'_>) -> Result<Alphabet, TextError> {
    let value = line.value("order: N")?;
    let span = line.span(value);
    let order = value.parse().map_err(|_| {
        span.error(format!("{value:?} is no number of symbols"), format!("1 to {MAX_SYMBOLS}"))
    })?;
    Alphabet::standard(order).map_err(|error| alphabet_error(span, &error))
}

fn symbols(line: Line<'_>) -> Result<Alphabet, TextError> {
    let value = line.value("symbols: CHARACTERS")?;
    Alphabet::new(value).map_err(|error| alphabet_error(line.span(value), &error))
}

/// Returns an error in the symbols of a board.
pub(super) fn alphabet_error(span: Span<'_>, error: &AlphabetError) -> TextError {
    match error {
        AlphabetError::Size(size) => {
            span.error(format!("{size} symbols"), format!("1 to {MAX_SYMBOLS}"))
        }
        AlphabetError::Repeated(_) => span.error(error.to_string(), "characters that differ"),
        AlphabetError::Reserved(_) => {
            span.error(error.to_string(), "characters other than blanks, `.` and `#`")
        }
    }
}

fn apart<'t>(line: Line<'t>) -> Result<Statement<'t>, TextError> {
    let offset = |word: &'t str| {
        let parsed = word.split_once(',').and_then(|(rows, columns)| {
            Some((number(rows)?, number(columns)?)).filter(|&offset| offset != (0, 0))
        });
        let span = line.span(word);
        parsed.ok_or_else(|| {
            span.error(format!("{word:?} is no offset"), "rows and columns like 1,2")
        })
    };
    let words = line.value("apart: ROWS,COLUMNS …")?.split_whitespace();
    words.map(offset).collect::<Result<_, _>>().map(Statement::Apart)
}

fn place<'t>(line: Line<'t>, named: Named) -> Result<Statement<'t>, TextError> {
    const FORM: &str = "place: NAME at r1c1 …";
    let mut words = line.value(FORM)?.split_whitespace();
    let (name, at) = (words.next().unwrap_or_default(), words.next());
    let geometry = named(name).map_err(|error| match error {
        GeometryError::UnknownName { name: _, known } => line
            .span(name)
            .error(format!("no geometry is called {name:?}"), format!("one of {known}")),
        error => line.span(name).error(error.to_string(), "another geometry"),
    })?;
    let corners: Vec<Position> =
        words.map(|word| cell(line, word).map(|(_, cell)| cell)).collect::<Result<_, _>>()?;
    if at != Some("at") || corners.is_empty() {
        return Err(line.wrong_form(FORM));
    }
    Ok(Statement::Place(Box::new(geometry), corners))
}

fn region<'t>(line: Line<'t>) -> Result<Statement<'t>, TextError> {
    let form = || line.wrong_form("region NAME: r1c1 …");
    let rest = line.text.strip_prefix("region").ok_or_else(form)?;
    let (name, cells) = rest.rsplit_once(':').ok_or_else(form)?;
    let cells: Vec<_> =
        cells.split_whitespace().map(|word| cell(line, word)).collect::<Result<_, _>>()?;
    let name = name.trim();
    if name.is_empty() || cells.is_empty() {
        return Err(form());
    }
    Ok(Statement::Region(name, cells))
}

fn cage(line: Line<'_>) -> Result<Statement<'_>, TextError> {
    const FORM: &str = "cage TOTAL: r1c1 …";
    let (words, cells) = before_cells(line, FORM)?;
    let total = words.strip_prefix("cage ").and_then(|total| total.parse().ok());
    total.map(|total| Statement::Cage(total, cells)).ok_or_else(|| line.wrong_form(FORM))
}

fn relation<'t>(line: Line<'t>, form: &str) -> Result<Statement<'t>, TextError> {
    let (words, cells) = before_cells(line, form)?;
    let kind = RelationKind::parse(&words).ok_or_else(|| line.wrong_form(form))?;
    Ok(Statement::Relation(kind, cells))
}

/// Returns the words before the colon with one blank between two, and the cells after it, of which there is at least
/// one.
fn before_cells<'t>(line: Line<'t>, form: &str) -> Result<(String, NamedCells<'t>), TextError> {
    let error = || line.wrong_form(form);
    let (words, cells) = line.text.split_once(':').ok_or_else(error)?;
    let cells: Vec<_> =
        cells.split_whitespace().map(|word| cell(line, word)).collect::<Result<_, _>>()?;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if cells.is_empty() { Err(error()) } else { Ok((words, cells)) }
}

/// Returns the lines up to an empty one.
fn letters<'t>(
    keyword: Span<'t>,
    lines: &mut impl Iterator<Item = Line<'t>>,
) -> Result<Letters<'t>, TextError> {
    let mut letters = Letters::default();
    for line in lines.take_while(|line| !line.text.is_empty()) {
        let first = line.span(line.text);
        let expected = letters.rows.first().map(Vec::len);
        let found = line.text.chars().count();
        if let Some(expected) = expected.filter(|&expected| expected != found) {
            let wanted = format!(
                "{expected} as in the first line of the picture; a picture ends with an empty line"
            );
            return Err(first.error_at(found.min(expected), counted(found, "cell"), wanted));
        }
        let marks = line.text.chars().enumerate().map(|(index, mark)| {
            let is_mark = !mark.is_whitespace() && mark != '#';
            let span = Span { column: first.column + index, ..first };
            is_mark
                .then_some((span, mark))
                .ok_or_else(|| span.error(format!("{mark:?} in a picture"), "a letter, `.` or `-`"))
        });
        letters.rows.push(marks.collect::<Result<_, _>>()?);
    }
    if letters.rows.is_empty() {
        let expected = "one in the lines after this: a character for each cell";
        return Err(keyword.error("no picture", expected));
    }
    Ok(letters)
}

/// Returns a cell like `r1c1`, and its span in the text.
fn cell<'t>(line: Line<'t>, word: &'t str) -> Result<(Span<'t>, Position), TextError> {
    let span = line.span(word);
    let position = || {
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        let (row, column) = (number(row)?.checked_sub(1)?, number(column)?.checked_sub(1)?);
        Some(Position { row, column })
    };
    let error = || span.error(format!("{word:?} is no cell"), "one like r1c1");
    position().map(|position| (span, position)).ok_or_else(error)
}

/// Returns a number of at most four digits: no board is larger.
fn number(text: &str) -> Option<usize> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}
