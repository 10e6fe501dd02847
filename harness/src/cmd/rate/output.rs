//! The output of `rate`: rows, or the puzzles themselves with their levels.

use std::io::Write;

use board::text::record::{Record, Writer};
use board::text::{Note, Topic};
use record::plain_text::label;
use render::table::{Format, Table, counted};
use serde_json::{Map, Value, json};
use solvers::candidates::rounds::level::HurtebisLevel;
use solvers::logic::rating::{Level, Rating, Use};

use super::grading::Graded;
use super::summary::{Summary, points};
use crate::cmd::printing::JsonArray;
use crate::moves::Moves;

/// The maximum number of puzzles with rows in text; more have a summary only.
const SHOWN: usize = 20;

/// Receives rated puzzles in the order of the files.
pub(super) trait Output {
    /// Writes a puzzle. The inner error means that this puzzle cannot be expressed.
    ///
    /// # Errors
    /// When writing fails.
    fn put(
        &mut self,
        record: Record,
        called: &str,
        graded: &Graded,
    ) -> anyhow::Result<Result<(), String>>;

    /// Ends the output after cancellation.
    ///
    /// # Errors
    /// When writing fails.
    fn break_off(&mut self) -> anyhow::Result<()>;

    /// Completes the output.
    ///
    /// # Errors
    /// When writing fails.
    fn end(&mut self) -> anyhow::Result<()>;
}

/// Puzzles with their levels.
pub(super) struct Corpus<'a> {
    pub(super) writer: Box<dyn Writer>,
    pub(super) out: &'a mut dyn Write,
}

impl Output for Corpus<'_> {
    fn put(
        &mut self,
        mut record: Record,
        _: &str,
        graded: &Graded,
    ) -> anyhow::Result<Result<(), String>> {
        // The rating replaces a level that the file states.
        record.notes.retain(|note| note.topic != Topic::Level);
        record.notes.extend(graded.level().map(|it| Note::new(Topic::Level, it.name())));
        match self.writer.record(&record) {
            Ok(text) => Ok(Ok(self.out.write_all(text.as_bytes())?)),
            Err(problem) => Ok(Err(problem.to_string())),
        }
    }

    fn break_off(&mut self) -> anyhow::Result<()> {
        Ok(self.out.flush()?)
    }

    fn end(&mut self) -> anyhow::Result<()> {
        self.out.write_all(self.writer.end().as_bytes())?;
        Ok(self.out.flush()?)
    }
}

/// Rows: CSV and JSON at once, tables at the end.
pub(super) struct Rows<'a> {
    format: Format,
    out: &'a mut dyn Write,
    summary: Summary,
    /// The rows of the table.
    table: Table,
    with_stars: bool,
    n_rows: usize,
    array: JsonArray,
}

/// The columns.
const COLUMNS: [&str; 13] = [
    "puzzle",
    "geometry",
    "clues",
    "status",
    "level",
    "score",
    "hardest",
    "sum",
    "steps",
    "hurtebis",
    "moves",
    "stars",
    "techniques",
];

impl<'a> Rows<'a> {
    pub(super) fn new(format: Format, with_stars: bool, out: &'a mut dyn Write) -> Self {
        let numbers = ["clues", "score", "sum", "steps", "moves", "stars"];
        let titles = COLUMNS.iter().filter(|title| is_for_people(title, with_stars));
        let table = titles.fold(Table::default(), |table, title| {
            if numbers.contains(title) { table.numbers(title) } else { table.words(title) }
        });
        let (summary, array) = (Summary::default(), JsonArray::default());
        Self { format, out, summary, table, with_stars, n_rows: 0, array }
    }

    /// Writes a row of CSV, preceded by the header if it is the first.
    fn csv(&mut self, cells: &[String]) -> anyhow::Result<()> {
        let mut writer = csv::Writer::from_writer(&mut self.out);
        if self.n_rows == 0 {
            writer.write_record(COLUMNS)?;
        }
        writer.write_record(cells)?;
        Ok(writer.flush()?)
    }
}

impl Output for Rows<'_> {
    fn put(
        &mut self,
        record: Record,
        called: &str,
        graded: &Graded,
    ) -> anyhow::Result<Result<(), String>> {
        match self.format {
            Format::Csv => self.csv(&cells(&record, called, graded))?,
            Format::Json => self.array.put(self.out, &object(&record, called, graded))?,
            Format::Text if self.n_rows >= SHOWN => {}
            _ => {
                let cells = COLUMNS.iter().zip(cells(&record, called, graded));
                let shown = cells.filter(|(title, _)| is_for_people(title, self.with_stars));
                self.table.row(shown.map(|(_, cell)| cell));
            }
        }
        self.summary.add(record.puzzle.clues(), graded);
        self.n_rows += 1;
        Ok(Ok(()))
    }

    fn break_off(&mut self) -> anyhow::Result<()> {
        self.end()
    }

    fn end(&mut self) -> anyhow::Result<()> {
        match self.format {
            Format::Csv => {}
            Format::Json => self.array.end(self.out)?,
            format => {
                let are_shown = self.n_rows <= SHOWN || format == Format::Markdown;
                let techniques = self.summary.techniques();
                let tables = [Some(&self.table).filter(|_| are_shown), techniques.as_ref()];
                for table in tables.into_iter().flatten() {
                    table.print(self.out, format)?;
                    writeln!(self.out)?;
                }
                self.summary.levels().print(self.out, format)?;
                let puzzles = counted(self.n_rows as u64, "puzzle");
                let more = "--csv has a row for each, with its techniques";
                writeln!(self.out, "{puzzles}; {more}.")?;
            }
        }
        Ok(self.out.flush()?)
    }
}

/// Returns whether a column is in the table. The techniques have a summary of their own.
fn is_for_people(title: &str, with_stars: bool) -> bool {
    match title {
        "moves" | "stars" => with_stars,
        title => title != "techniques",
    }
}

fn cells(record: &Record, called: &str, graded: &Graded) -> Vec<String> {
    let rating = graded.rating.as_ref();
    let of_rating = |figure: &dyn Fn(&Rating) -> String| rating.map(figure).unwrap_or_default();
    vec![
        label(called).into_owned(),
        label(record.puzzle.geometry().name()).into_owned(),
        record.puzzle.clues().to_string(),
        graded.status.name().into(),
        graded.level().map_or("", Level::name).into(),
        of_rating(&|it| points(it.score())),
        of_rating(&|it| hardest(it).into()),
        of_rating(&|it| it.sum().to_string()),
        of_rating(&|it| it.steps().to_string()),
        graded.hurtebis.map_or("", HurtebisLevel::name).into(),
        graded.moves.map_or(String::new(), |it| it.total().to_string()),
        graded.moves.map_or(String::new(), |it| format!("{:.1}", it.stars())),
        of_rating(&|it| Value::Object(counts(&it.uses)).to_string()),
    ]
}

fn object(record: &Record, called: &str, graded: &Graded) -> Value {
    let rating = graded.rating.as_ref();
    json!({
        "puzzle": called,
        "geometry": record.puzzle.geometry().name(),
        "clues": record.puzzle.clues(),
        "status": graded.status.name(),
        "level": graded.level().map(Level::name),
        "score": rating.map(|it| f64::from(it.score()) / 10.0),
        "hardest": rating.map(hardest),
        "sum": rating.map(Rating::sum),
        "steps": rating.map(Rating::steps),
        "hurtebis": graded.hurtebis.map(HurtebisLevel::name),
        "moves": graded.moves.map(Moves::total),
        "stars": graded.moves.map(Moves::stars),
        "techniques": rating.map(|it| counts(&it.uses)),
    })
}

/// Returns the hardest step, or `unsolved`, which is harder than any.
fn hardest(rating: &Rating) -> &'static str {
    if !rating.is_solved {
        return "unsolved";
    }
    rating.hardest().map_or("", |it| it.id)
}

fn counts(uses: &[Use]) -> Map<String, Value> {
    uses.iter().map(|it| (it.id.to_owned(), it.count.into())).collect()
}
