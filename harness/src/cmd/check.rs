//! `harness check`: checks puzzles and grids against the rules, and the number of their solutions.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::bail;
use board::Count;
use board::referee::{self, Standing};
use board::text::record::Record;
use race::corpus::{Expectation, RecordEntry};
use race::problem::AnyProblem;
use race::progress_line;
use render::table::{Format, Table, TableCell};
use serde_json::json;

use super::check_other::understood;
use super::printing::JsonArray;
use super::solutions::{self, SolutionCounter, Solutions};
use super::tracked_records::TrackedRecords;
use super::{End, InputErrors, note, violations};
use crate::cli::CheckArgs;

/// The maximum number of puzzles of a table. More are several tables, so that memory holds any number of puzzles.
const PAGE: usize = 10_000;

/// Prints a row for each puzzle of the files, until `cancel` is set.
///
/// # Errors
/// When a file cannot be read, there is no puzzle, or writing to `out` fails.
pub fn run(arguments: &CheckArgs, cancel: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
    let (records, filter) = arguments.puzzles.open(|options| options.tell_notation = true)?;
    let mut checker = Checker::new(arguments, cancel);
    let (mut pages, mut others) = (Pages::new(arguments), Others::default());
    let (mut input_errors, mut is_cancelled) = (InputErrors::default(), false);
    for listed in TrackedRecords::new(records, true) {
        match listed? {
            RecordEntry::Other(_, called, _) if !filter.selects(&called, true) => {}
            RecordEntry::Other(problem, called, stated) => {
                others.check((&problem, &called), stated, &checker, &mut input_errors)?;
            }
            listed => {
                if let Some((record, called)) = input_errors.puzzle(listed, &filter) {
                    pages.add(checker.puzzle_check(&record, called)?, out)?;
                }
            }
        }
        is_cancelled = cancel.load(Ordering::Relaxed);
        if is_cancelled {
            break;
        }
    }
    let is_readable = input_errors.end();
    if pages.is_empty() && others.n == 0 && !is_cancelled {
        bail!(
            "nothing to check: the files have no puzzle that can be read, or the filters exclude all"
        );
    }
    // Those who read a table in another format expect one, if need be without rows.
    if !pages.is_empty() || others.n == 0 || arguments.format.format() != Format::Text {
        pages.end(out)?;
    }
    Ok(match (is_cancelled, is_readable, pages.are_well && others.n_flawed == 0) {
        (true, ..) => End::Interrupted,
        (_, false, _) => End::BadInput,
        (_, _, false) => End::Failed,
        _ => End::Well,
    })
}

/// The problems that are no puzzles.
#[derive(Default)]
struct Others {
    n: usize,
    /// The number of those without a solution, or with another number of solutions than stated.
    n_flawed: usize,
}

impl Others {
    /// Checks a problem, and prints a note on how it was understood.
    fn check(
        &mut self,
        (problem, called): (&AnyProblem, &str),
        stated: Option<Expectation>,
        checker: &Checker<'_>,
        input_errors: &mut InputErrors,
    ) -> anyhow::Result<()> {
        self.n += 1;
        if checker.unique && matches!(problem, AnyProblem::Graph(_)) {
            input_errors.error(&format!(
                "{called}: --unique: a graph, whose colourings are not counted, since colours can be renamed"
            ));
            return Ok(());
        }
        let (text, is_well) = checker.other_check(problem, stated)?;
        self.n_flawed += usize::from(!is_well);
        note(&format!("{called} is {text}"));
        Ok(())
    }
}

/// The result of checking a puzzle.
struct CheckedPuzzle {
    called: String,
    geometry: String,
    standing: Standing,
    filled: usize,
    cells: usize,
    /// The violations and their cells.
    violations: Vec<String>,
    /// The number of solutions, if requested.
    solutions: Option<Solutions>,
    /// How many the file states, if it states another number.
    disputed: Option<String>,
    /// The check of the accompanying solution, if there is one.
    solution: Option<Result<(), String>>,
}

/// Checks puzzles, with solvers if requested.
struct Checker<'a> {
    /// Whether solutions are counted.
    unique: bool,
    time: Option<Duration>,
    cancel: &'a AtomicBool,
    counter: SolutionCounter,
}

impl CheckedPuzzle {
    fn is_well(&self) -> bool {
        self.violations.is_empty()
            && self.disputed.is_none()
            && self.solution.as_ref().is_none_or(Result::is_ok)
    }

    /// Malherbe's answer. A cell without candidates is a violation, too.
    fn code(&self) -> i8 {
        if self.violations.is_empty() { self.standing.code() } else { -1 }
    }
}

impl<'a> Checker<'a> {
    fn new(arguments: &CheckArgs, cancel: &'a AtomicBool) -> Self {
        let (unique, time) = (arguments.unique, arguments.timeout.0);
        Self { unique, time, cancel, counter: SolutionCounter::default() }
    }

    /// Returns how a problem that is no puzzle was understood, with the number of its solutions if requested, and whether
    /// that is as stated.
    fn other_check(
        &self,
        problem: &AnyProblem,
        stated: Option<Expectation>,
    ) -> anyhow::Result<(String, bool)> {
        let (what, flaw) = understood(problem);
        if let Some(flaw) = flaw {
            return Ok((format!("{what}; no solution: {flaw}"), false));
        }
        if !self.unique {
            return Ok((what, true));
        }
        let found = solutions::of_instance(problem, self.time, self.cancel)?;
        let stated = stated.unwrap_or(Expectation::Exactly(Count::ONE));
        let is_well = found.are_as_stated(&stated);
        let disputed = (!is_well).then(|| stated.header());
        let found = solutions_in_words(found, disputed.as_deref());
        Ok((format!("{what}; solutions: {found}"), is_well))
    }

    fn puzzle_check(&mut self, record: &Record, called: String) -> anyhow::Result<CheckedPuzzle> {
        let puzzle = &record.puzzle;
        let (geometry, givens) = (puzzle.geometry(), puzzle.givens());
        let violations = violations::of(puzzle);
        let solutions = match (self.unique, violations.is_empty()) {
            (false, _) => None,
            (true, false) => Some(Solutions::None),
            (true, true) => Some(self.counter.solutions(puzzle, self.time, self.cancel)?),
        };
        let stated = record.expect.as_deref().map(Expectation::of_header).transpose();
        let stated = stated.map_err(anyhow::Error::msg)?.flatten();
        let stated = stated.unwrap_or(Expectation::Exactly(Count::ONE));
        let disputed = solutions.filter(|solutions| !solutions.are_as_stated(&stated));
        let check = |grid| referee::check(puzzle, grid).map_err(|refuted| refuted.to_string());
        Ok(CheckedPuzzle {
            called,
            geometry: geometry.name().into(),
            standing: referee::standing(geometry, &givens),
            filled: puzzle.clues(),
            cells: geometry.cells(),
            violations,
            solutions,
            disputed: disputed.map(|_| stated.header()),
            solution: record.solution.as_ref().map(check),
        })
    }
}

/// Prints the tables, one after the other; in CSV and JSON they are one.
struct Pages {
    unique: bool,
    format: Format,
    /// The puzzles of the next table.
    checked: Vec<CheckedPuzzle>,
    n_printed: usize,
    are_well: bool,
    array: JsonArray,
}

impl Pages {
    fn new(arguments: &CheckArgs) -> Self {
        let (unique, format) = (arguments.unique, arguments.format.format());
        let (checked, array) = (Vec::new(), JsonArray::default());
        Self { unique, format, checked, n_printed: 0, are_well: true, array }
    }

    fn is_empty(&self) -> bool {
        self.n_printed + self.checked.len() == 0
    }

    fn add(&mut self, checked: CheckedPuzzle, out: &mut dyn Write) -> anyhow::Result<()> {
        self.are_well &= checked.is_well();
        self.checked.push(checked);
        if self.checked.len() < PAGE {
            return Ok(());
        }
        progress_line::above(|| self.print(out))
    }

    fn print(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let table = table(&self.checked, self.unique, self.format);
        match self.format {
            Format::Json => {
                table.objects().try_for_each(|object| self.array.put(out, &object))?;
            }
            Format::Csv if self.n_printed > 0 => table.print_rows(out)?,
            format => table.print(out, format)?,
        }
        self.n_printed += self.checked.len();
        self.checked.clear();
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if !self.checked.is_empty() || self.n_printed == 0 {
            self.print(out)?;
        }
        if self.format == Format::Json { self.array.end(out) } else { Ok(()) }
    }
}

fn table(checked: &[CheckedPuzzle], unique: bool, format: Format) -> Table {
    // A program finds the same columns in each page.
    let any_solution = matches!(format, Format::Csv | Format::Json)
        || checked.iter().any(|puzzle_check| puzzle_check.solution.is_some());
    let mut table = Table::default().words("puzzle").words("geometry").numbers("answer");
    table = table.words("standing").numbers("filled").numbers("cells");
    if unique {
        table = table.words("solutions");
    }
    if any_solution {
        table = table.words("accompanying solution").key("solution_beside");
    }
    table = table.words("violations");
    for puzzle_check in checked {
        let standing = match (&puzzle_check.standing, puzzle_check.violations.is_empty()) {
            (_, false) => "violated",
            (Standing::Complete, _) => "complete",
            _ => "incomplete",
        };
        let mut row: Vec<TableCell> =
            vec![puzzle_check.called.as_str().into(), puzzle_check.geometry.as_str().into()];
        row.extend([number(puzzle_check.code()), standing.into()]);
        row.extend([number(puzzle_check.filled), number(puzzle_check.cells)]);
        let stated = puzzle_check.disputed.as_deref();
        row.extend(puzzle_check.solutions.map(|found| solutions_cell(found, stated)));
        if any_solution {
            row.push(match &puzzle_check.solution {
                None => TableCell::default(),
                Some(Ok(())) => "solves it".into(),
                Some(Err(problem)) => format!("wrong: {problem}").into(),
            });
        }
        let violations = &puzzle_check.violations;
        // Other formats have all of them.
        let text = match format {
            Format::Text => violations::line(violations),
            _ => violations.join("; "),
        };
        row.push(TableCell::new(text, violations.as_slice()));
        table.row(row);
    }
    table
}

fn number(number: impl ToString + Into<serde_json::Value>) -> TableCell {
    TableCell::new(number.to_string(), number)
}

/// Returns the number of solutions, in words and as bounds.
fn solutions_cell(solutions: Solutions, disputed: Option<&str>) -> TableCell {
    let (least, most) = match solutions {
        Solutions::None => (0, Some(0)),
        Solutions::One => (1, Some(1)),
        Solutions::Two => (2, None),
        Solutions::Unknown(least) => (least, None),
    };
    let words = solutions_in_words(solutions, disputed);
    TableCell::new(words, json!({ "min": least, "max": most }))
}

/// Returns the number of solutions, beside what the file states if that is another number. Uniqueness goes without
/// saying.
fn solutions_in_words(solutions: Solutions, disputed: Option<&str>) -> String {
    let words = match solutions {
        Solutions::None => "none".into(),
        Solutions::One => "one".into(),
        Solutions::Two => "at least 2".into(),
        Solutions::Unknown(0) => "unknown: out of time".into(),
        Solutions::Unknown(least) => format!("at least {least}: out of time"),
    };
    match disputed.filter(|stated| *stated != "unique") {
        Some(stated) => format!("{words}; stated: {stated}"),
        None => words,
    }
}
