//! `harness check`: how puzzles and grids stand under the rules, and how many solutions they have.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::bail;
use board::Geometry;
use board::referee::{self, Standing, Violation};
use board::text::record::Record;
use render::table::{Format, Table, TableCell};
use serde_json::json;

use super::solutions::{Asked, Solutions};
use super::{Complaints, End};
use crate::cli::CheckArgs;

/// How many violations people are shown of a puzzle; programs get all.
const SHOWN: usize = 3;

/// Prints a row for each puzzle of the files. `cancel` ends it.
///
/// # Errors
/// When a file cannot be read, when there is no puzzle, or when `out` takes no more.
pub fn run(arguments: &CheckArgs, cancel: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
    let (records, filter) = arguments.puzzles.open(false)?;
    let format = arguments.format.format();
    let mut judge = Judge { time: arguments.timeout.0, cancel, asked: Asked::default() };
    let mut findings = Vec::new();
    let (mut complaints, mut is_cancelled) = (Complaints::default(), false);
    for listed in records {
        if let Some((record, called)) = complaints.puzzle(listed?, &filter) {
            findings.push(judge.finding(&record, called, arguments.unique)?);
        }
        is_cancelled = cancel.load(Ordering::Relaxed);
        if is_cancelled {
            break;
        }
    }
    let is_readable = complaints.end();
    if findings.is_empty() && !is_cancelled {
        bail!(
            "no puzzle to check: the files have none that can be read, or the filters leave none"
        );
    }
    table(&findings, arguments.unique, format).print(out, format)?;
    let is_well = findings.iter().all(Finding::is_well);
    Ok(match (is_cancelled, is_readable, is_well) {
        (true, ..) => End::Interrupted,
        (_, false, _) => End::BadInput,
        (_, _, false) => End::Failed,
        _ => End::Well,
    })
}

/// What was found out about a puzzle.
struct Finding {
    called: String,
    geometry: String,
    standing: Standing,
    filled: usize,
    cells: usize,
    /// What is violated and where.
    violations: Vec<String>,
    /// How many solutions there are, if that was asked.
    solutions: Option<Solutions>,
    /// What is wrong with the solution that stands beside it.
    beside: Option<Result<(), String>>,
}

/// Looks at puzzles, and asks solvers.
struct Judge<'a> {
    time: Option<Duration>,
    cancel: &'a AtomicBool,
    asked: Asked,
}

impl Finding {
    fn is_well(&self) -> bool {
        self.violations.is_empty()
            && self.solutions.is_none_or(|solutions| solutions == Solutions::One)
            && self.beside.as_ref().is_none_or(Result::is_ok)
    }

    /// Malherbe's answer. A cell that may take nothing violates the rules, too.
    fn code(&self) -> i8 {
        if self.violations.is_empty() { self.standing.code() } else { -1 }
    }
}

impl Judge<'_> {
    fn finding(
        &mut self,
        record: &Record,
        called: String,
        unique: bool,
    ) -> anyhow::Result<Finding> {
        let puzzle = &record.puzzle;
        let (geometry, givens) = (puzzle.geometry(), puzzle.givens());
        let mut violations: Vec<String> =
            referee::violations(geometry, &givens).map(|it| told(geometry, &it)).collect();
        let empty = puzzle.allowed().iter().enumerate().filter(|(_, set)| set.is_empty());
        violations
            .extend(empty.map(|(cell, _)| format!("{} may take nothing", geometry.position(cell))));
        let solutions = match (unique, violations.is_empty()) {
            (false, _) => None,
            (true, false) => Some(Solutions::None),
            (true, true) => Some(self.asked.solutions(puzzle, self.time, self.cancel)?),
        };
        let check = |grid| referee::check(puzzle, grid).map_err(|refuted| refuted.to_string());
        Ok(Finding {
            called,
            geometry: geometry.name().into(),
            standing: referee::standing(geometry, &givens),
            filled: puzzle.clues(),
            cells: geometry.cells(),
            violations,
            solutions,
            beside: record.solution.as_ref().map(check),
        })
    }
}

fn told(geometry: &Geometry, violation: &Violation) -> String {
    let [first, second] = violation.cells.map(|cell| geometry.position(cell));
    let symbol = geometry.alphabet().character(violation.symbol);
    let region = &geometry.regions()[violation.region].name;
    format!("{region} holds {symbol} twice, at {first} and {second}")
}

fn table(findings: &[Finding], unique: bool, format: Format) -> Table {
    let any_beside = findings.iter().any(|finding| finding.beside.is_some());
    let mut table = Table::default().words("puzzle").words("geometry").numbers("answer");
    table = table.words("standing").numbers("filled").numbers("cells");
    if unique {
        table = table.words("solutions");
    }
    if any_beside {
        table = table.words("solution beside it").key("solution_beside");
    }
    table = table.words("violations");
    for finding in findings {
        let standing = match (&finding.standing, finding.violations.is_empty()) {
            (_, false) => "violated",
            (Standing::Complete, _) => "complete",
            _ => "incomplete",
        };
        let mut row: Vec<TableCell> =
            vec![finding.called.as_str().into(), finding.geometry.as_str().into()];
        row.extend([number(finding.code()), standing.into()]);
        row.extend([number(finding.filled), number(finding.cells)]);
        row.extend(finding.solutions.map(solutions));
        if any_beside {
            row.push(match &finding.beside {
                None => TableCell::default(),
                Some(Ok(())) => "solves it".into(),
                Some(Err(problem)) => format!("wrong: {problem}").into(),
            });
        }
        let shown = if format == Format::Text { SHOWN } else { usize::MAX };
        let mut violations = finding.violations.iter().take(shown).cloned().collect::<Vec<_>>();
        if finding.violations.len() > shown {
            violations.push(format!("and {} more", finding.violations.len() - shown));
        }
        row.push(TableCell::new(violations.join("; "), violations));
        table.row(row);
    }
    table
}

fn number(number: impl ToString + Into<serde_json::Value>) -> TableCell {
    TableCell::new(number.to_string(), number)
}

/// How many solutions there are: in words, and between which bounds.
fn solutions(solutions: Solutions) -> TableCell {
    let (words, least, most) = match solutions {
        Solutions::None => ("none".into(), 0, Some(0)),
        Solutions::One => ("one".into(), 1, Some(1)),
        Solutions::Two => ("at least 2".into(), 2, None),
        Solutions::Unknown(0) => ("unknown: out of time".into(), 0, None),
        Solutions::Unknown(least) => (format!("at least {least}: out of time"), least, None),
    };
    TableCell::new(words, json!({ "min": least, "max": most }))
}
