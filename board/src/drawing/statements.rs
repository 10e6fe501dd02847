//! The text of a drawing, line by line, as what each line says.

use super::{DrawingError, Problem, Spot};
use crate::catalog;
use crate::geometry::{Geometry, Position};
use crate::symbols::Alphabet;

/// The first words of lines.
pub(super) const KEYWORDS: &[&str] = &[
    "about",
    "apart",
    "board",
    "columns",
    "diagonals",
    "name",
    "order",
    "place",
    "region",
    "regions",
    "rows",
    "symbols",
];

/// What a text says.
#[derive(Default)]
pub(super) struct Sheet<'t> {
    pub(super) name: Option<&'t str>,
    pub(super) about: Option<&'t str>,
    pub(super) alphabet: Option<Alphabet>,
    /// In the order of the lines.
    pub(super) statements: Vec<(Spot, Statement<'t>)>,
}

/// What makes cells and regions.
pub(super) enum Statement<'t> {
    Apart(Vec<(usize, usize)>),
    Board(Picture),
    Columns,
    Diagonals,
    Place(Box<Geometry>, Vec<Position>),
    Region(&'t str, Vec<(Spot, Position)>),
    Regions(&'t str, Picture),
    Rows,
}

/// Characters in rows and columns, each with its place in the text.
#[derive(Default)]
pub(super) struct Picture {
    pub(super) rows: Vec<Vec<(Spot, char)>>,
}

impl Picture {
    /// The characters and where the cells stand.
    pub(super) fn marks(&self) -> impl Iterator<Item = (Spot, Position, char)> {
        self.rows.iter().enumerate().flat_map(|(row, marks)| {
            let mark = move |(column, &(spot, mark)): (usize, &(Spot, char))| {
                (spot, Position { row, column }, mark)
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
    /// The place of a part of this line.
    fn spot(self, part: &str) -> Spot {
        let start = part.as_ptr() as usize - self.whole.as_ptr() as usize;
        Spot { line: self.number, column: self.whole[..start].chars().count() + 1 }
    }

    /// What follows `keyword:`, which may not be empty.
    fn value(self, form: &'static str) -> Result<&'t str, DrawingError> {
        let value = self.text.split_once(':').map(|(key, value)| (key.trim_end(), value.trim()));
        match value {
            Some((key, value)) if form.starts_with(key) && !value.is_empty() => Ok(value),
            _ => Err(self.spot(self.text).error(Problem::Form(form))),
        }
    }

    /// Nothing may follow the keyword.
    fn alone(self, form: &'static str) -> Result<(), DrawingError> {
        let is_alone = self.text == form;
        is_alone.then_some(()).ok_or_else(|| self.spot(self.text).error(Problem::Form(form)))
    }
}

/// Reads all lines.
pub(super) fn sheet(text: &str) -> Result<Sheet<'_>, DrawingError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, whole)| Line { number: index + 1, whole, text: whole.trim() })
        .filter(|line| !line.text.starts_with('#'));
    let mut sheet = Sheet::default();
    while let Some(line) = lines.next() {
        if !line.text.is_empty() {
            sheet.take(line, &mut lines)?;
        }
    }
    Ok(sheet)
}

impl<'t> Sheet<'t> {
    fn take(
        &mut self,
        line: Line<'t>,
        lines: &mut impl Iterator<Item = Line<'t>>,
    ) -> Result<(), DrawingError> {
        let spot = line.spot(line.text);
        let is_in_word = |c: char| !c.is_whitespace() && c != ':';
        let word = line.text.split(|c| !is_in_word(c)).next().unwrap_or_default();
        let statement = match word {
            "name" => return once(&mut self.name, line.value("name: WORDS")?, spot, "name"),
            "about" => return once(&mut self.about, line.value("about: WORDS")?, spot, "about"),
            "order" => return once(&mut self.alphabet, order(line)?, spot, "order` or `symbols"),
            "symbols" => {
                return once(&mut self.alphabet, symbols(line)?, spot, "order` or `symbols");
            }
            "apart" => apart(line)?,
            "board" => {
                line.alone("board:")?;
                let is_board = |(_, statement): &_| matches!(statement, Statement::Board(_));
                if self.statements.iter().any(is_board) {
                    return Err(spot.error(Problem::Again("board")));
                }
                Statement::Board(picture(spot, lines)?)
            }
            "columns" => line.alone("columns").map(|()| Statement::Columns)?,
            "diagonals" => line.alone("diagonals").map(|()| Statement::Diagonals)?,
            "place" => place(line)?,
            "region" => region(line)?,
            "regions" => {
                let name = line.text.strip_prefix("regions").and_then(|it| it.strip_suffix(':'));
                let name = name.map(str::trim).filter(|name| !name.is_empty());
                let form = || spot.error(Problem::Form("regions NAME:"));
                Statement::Regions(name.ok_or_else(form)?, picture(spot, lines)?)
            }
            "rows" => line.alone("rows").map(|()| Statement::Rows)?,
            _ => return Err(spot.error(Problem::Keyword { found: word.into() })),
        };
        self.statements.push((spot, statement));
        Ok(())
    }
}

fn once<T>(
    place: &mut Option<T>,
    value: T,
    spot: Spot,
    what: &'static str,
) -> Result<(), DrawingError> {
    match place.replace(value) {
        Some(_) => Err(spot.error(Problem::Again(what))),
        None => Ok(()),
    }
}

fn order(line: Line<'_>) -> Result<Alphabet, DrawingError> {
    let value = line.value("order: N")?;
    let spot = line.spot(value);
    let order = value.parse().map_err(|_| spot.error(Problem::Order(value.into())))?;
    Alphabet::standard(order).map_err(|error| spot.error(error))
}

fn symbols(line: Line<'_>) -> Result<Alphabet, DrawingError> {
    let value = line.value("symbols: CHARACTERS")?;
    Alphabet::new(value).map_err(|error| line.spot(value).error(error))
}

fn apart<'t>(line: Line<'t>) -> Result<Statement<'t>, DrawingError> {
    let offset = |word: &'t str| {
        let parsed = word.split_once(',').and_then(|(rows, columns)| {
            Some((number(rows)?, number(columns)?)).filter(|&offset| offset != (0, 0))
        });
        parsed.ok_or_else(|| line.spot(word).error(Problem::Offset(word.into())))
    };
    let words = line.value("apart: ROWS,COLUMNS …")?.split_whitespace();
    words.map(offset).collect::<Result<_, _>>().map(Statement::Apart)
}

fn place<'t>(line: Line<'t>) -> Result<Statement<'t>, DrawingError> {
    const FORM: &str = "place: NAME at r1c1 …";
    let mut words = line.value(FORM)?.split_whitespace();
    let (name, at) = (words.next().unwrap_or_default(), words.next());
    let geometry = catalog::named(name).map_err(|error| line.spot(name).error(error))?;
    let corners: Vec<Position> =
        words.map(|word| cell(line, word).map(|(_, cell)| cell)).collect::<Result<_, _>>()?;
    if at != Some("at") || corners.is_empty() {
        return Err(line.spot(line.text).error(Problem::Form(FORM)));
    }
    Ok(Statement::Place(Box::new(geometry), corners))
}

fn region<'t>(line: Line<'t>) -> Result<Statement<'t>, DrawingError> {
    let form = || line.spot(line.text).error(Problem::Form("region NAME: r1c1 …"));
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

/// The lines up to an empty one.
fn picture<'t>(
    spot: Spot,
    lines: &mut impl Iterator<Item = Line<'t>>,
) -> Result<Picture, DrawingError> {
    let mut picture = Picture::default();
    for line in lines.take_while(|line| !line.text.is_empty()) {
        let first = line.spot(line.text);
        let marks = line.text.chars().enumerate().map(|(index, mark)| {
            let spot = Spot { column: first.column + index, ..first };
            let is_mark = !mark.is_whitespace() && mark != '#';
            is_mark.then_some((spot, mark)).ok_or_else(|| spot.error(Problem::Mark(mark)))
        });
        let expected = picture.rows.first().map(Vec::len);
        let found = line.text.chars().count();
        if let Some(expected) = expected.filter(|&expected| expected != found) {
            let column = first.column + found.min(expected);
            return Err(Spot { column, ..first }.error(Problem::Ragged { found, expected }));
        }
        picture.rows.push(marks.collect::<Result<_, _>>()?);
    }
    if picture.rows.is_empty() { Err(spot.error(Problem::NoPicture)) } else { Ok(picture) }
}

/// A cell like `r1c1`, and where it stands in the text.
fn cell(line: Line<'_>, word: &str) -> Result<(Spot, Position), DrawingError> {
    let spot = line.spot(word);
    let position = || {
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        let (row, column) = (number(row)?.checked_sub(1)?, number(column)?.checked_sub(1)?);
        Some(Position { row, column })
    };
    let position = position().ok_or_else(|| spot.error(Problem::Cell(word.into())))?;
    Ok((spot, position))
}

/// A number of at most four digits: no board is larger.
fn number(text: &str) -> Option<usize> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}
