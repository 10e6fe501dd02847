//! Stage 4: what a backend claims is held against the referee, the corpus and the other backends.
//!
//! A grid proves itself: the referee looks at it. What is claimed beyond the grids (that there is
//! no other solution, or none at all) needs support: the corpus says the same, or a backend of
//! another family does. A claim that a refereed grid refutes is `wrong`, whoever made it.

use std::collections::HashSet;

use board::Grid;
use board::text::line;
use solvers::{Outcome, Stop};

use crate::corpus::{Expectation, Item};
use crate::filter;
use crate::hash::PuzzleHash;
use crate::record::{Row, Status, Task, Verified};

/// What is known of one outcome by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// What came of the trial.
    pub status: Status,
    /// Whether the referee and the corpus agree.
    pub verified: Verified,
    /// What is wrong, in words.
    pub error: Option<String>,
    /// The first solution, if it is one.
    pub solution: Option<String>,
}

/// Judges an outcome by its own grids and by what the corpus expects. None when it was cancelled,
/// which is no result at all.
pub fn judge(item: &Item, task: Task, outcome: &Outcome) -> Option<Verdict> {
    let status = status(task, outcome.stop, outcome.solutions)?;
    if let Err(error) = referee_grids(|grid| item.check(grid), outcome) {
        let (status, verified) = (Status::Wrong, Verified::No);
        return Some(Verdict { status, verified, error: Some(error), solution: None });
    }
    let grids = proved_by(item, outcome);
    let mut verdict = Verdict {
        status,
        verified: Verified::Unchecked,
        error: None,
        solution: outcome
            .first
            .as_ref()
            .map(|grid| line::write_grid(item.puzzle.geometry().alphabet(), grid)),
    };
    let claim = Claim::of(status, outcome.solutions);
    if matches!(claim, Claim::Exactly(n) if n < grids) {
        verdict.status = Status::Wrong;
        verdict.verified = Verified::No;
        verdict.error = Some("the solution in the corpus is right, too".into());
        return Some(verdict);
    }
    if status.is_answer() && claim.is_proved_by(grids) {
        verdict.verified = Verified::Yes;
    }
    if let (true, Some(expected)) = (status.is_answer(), item.expect) {
        if claim.agrees_with(expected) {
            verdict.verified = Verified::Yes;
        } else if verdict.verified == Verified::Yes {
            let contradiction = format!("the grids are right, but the corpus expects {expected}");
            verdict.error = Some(contradiction);
        } else {
            verdict.verified = Verified::No;
            verdict.error = Some(format!("the corpus expects {expected}"));
        }
    }
    Some(verdict)
}

/// What a claim of one solution is, and whether it is verified, where the referee accepts its one grid
/// and nothing contradicts it. None where there is more to say.
pub fn of_one_grid(
    task: Task,
    stop: Stop,
    expect: Option<Expectation>,
) -> Option<(Status, Verified)> {
    let status = status(task, stop, 1).filter(|status| status.is_answer())?;
    let claim = Claim::of(status, 1);
    let agrees = expect.is_none_or(|expected| claim.agrees_with(expected));
    let is_supported = expect.is_some() || claim.is_proved_by(1);
    let verified = if is_supported { Verified::Yes } else { Verified::Unchecked };
    agrees.then_some((status, verified))
}

/// Whether two claims of how many solutions there are, each with whether those are all, cannot both be
/// true.
pub fn contradict(one: (u64, bool), other: (u64, bool)) -> bool {
    let claim = |(solutions, are_all)| match are_all {
        true => Claim::Exactly(solutions),
        false => Claim::AtLeast(solutions),
    };
    claim(one).contradicts(claim(other))
}

/// Holds rows of the same puzzle against each other: claims that refereed grids refute become
/// `wrong`, claims that another family supports become verified, claims that contradict each other
/// are marked. Rows of one puzzle may stand anywhere.
pub fn cross_check(rows: &mut [Row]) {
    let mut order: Vec<(PuzzleHash, usize)> =
        rows.iter().enumerate().map(|(index, row)| (row.puzzle_hash, index)).collect();
    order.sort_unstable();
    // A puzzle with one row has nothing that its own judgement did not see.
    let puzzles = order.chunk_by(|a, b| a.0 == b.0).filter(|rows| rows.len() > 1);
    for puzzle in puzzles {
        let indices: Vec<usize> = puzzle.iter().map(|&(_, index)| index).collect();
        let proved = proved_solutions(rows, &indices);
        indices.iter().for_each(|&index| refute(&mut rows[index], proved));
        refute_bounds(rows, &indices);
        let claims = claims(rows, &indices);
        for &index in &indices {
            rows[index].verified = supported(&rows[index], &claims, proved);
        }
    }
}

/// What a row says of the number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Exactly(u64),
    AtLeast(u64),
}

impl Claim {
    fn of(status: Status, solutions: u64) -> Self {
        match status {
            Status::Unique => Self::Exactly(1),
            Status::Impossible => Self::Exactly(0),
            Status::Counted => Self::Exactly(solutions),
            _ => Self::AtLeast(solutions),
        }
    }

    /// Whether so many different grids are all that is claimed.
    fn is_proved_by(self, grids: u64) -> bool {
        matches!(self, Self::AtLeast(n) if n <= grids)
    }

    fn agrees_with(self, expected: Expectation) -> bool {
        match (self, expected) {
            (Self::Exactly(n), Expectation::Exactly(m)) => n == m,
            (Self::AtLeast(n), Expectation::Exactly(m)) => n <= m,
            (Self::Exactly(n), Expectation::Multiple) => n >= 2,
            (Self::AtLeast(_), Expectation::Multiple) => true,
        }
    }

    fn contradicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::Exactly(n), Self::Exactly(m)) => n != m,
            (Self::Exactly(n), Self::AtLeast(m)) | (Self::AtLeast(m), Self::Exactly(n)) => n < m,
            (Self::AtLeast(_), Self::AtLeast(_)) => false,
        }
    }

    /// Whether an agreeing `other` says as much: a lower bound supports no exact number.
    fn is_supported_by(self, other: Self) -> bool {
        !self.contradicts(other)
            && match (self, other) {
                (Self::Exactly(_), _) => self == other,
                (Self::AtLeast(n), Self::Exactly(m) | Self::AtLeast(m)) => n <= m,
            }
    }
}

fn status(task: Task, stop: Stop, solutions: u64) -> Option<Status> {
    Some(match (stop, task) {
        (Stop::Cancelled, _) => return None,
        (Stop::Deadline, _) => Status::Timeout,
        (Stop::NodeLimit, _) => Status::Nodeout,
        (Stop::RoundLimit, _) => Status::Roundout,
        (Stop::Stuck, _) if solutions == 0 => Status::Stuck,
        (Stop::Stuck, _) => Status::Solved,
        (Stop::Exhausted, _) if solutions == 0 => Status::Impossible,
        (Stop::Exhausted, Task::Unique) if solutions == 1 => Status::Unique,
        (Stop::Exhausted, Task::Count) => Status::Counted,
        (Stop::Exhausted | Stop::SolutionLimit, Task::Unique) if solutions > 1 => Status::Multiple,
        (Stop::Exhausted | Stop::SolutionLimit, Task::First) if solutions > 0 => Status::Solved,
        (Stop::SolutionLimit, Task::Count) => Status::Limited,
        (Stop::Exhausted | Stop::SolutionLimit, _) => Status::Unknown,
    })
}

fn grids(outcome: &Outcome) -> impl Iterator<Item = &Grid> {
    outcome.first.iter().chain(&outcome.second)
}

/// How many solutions are proved by the grids of an outcome, which passed the referee, and by one
/// that stands in the corpus, if it passes as well.
fn proved_by(item: &Item, outcome: &Outcome) -> u64 {
    let given = item.solution.iter().filter(|grid| item.check(grid).is_ok());
    let grids: HashSet<&Grid> = grids(outcome).chain(given).collect();
    grids.len() as u64
}

/// Whether each grid passes `check`, and as many are shown as can be.
///
/// # Errors
/// What is wrong, in words.
pub fn referee_grids(
    check: impl Fn(&Grid) -> Result<(), String>,
    outcome: &Outcome,
) -> Result<(), String> {
    for grid in grids(outcome) {
        check(grid).map_err(|error| format!("not a solution: {error}"))?;
    }
    if outcome.solutions > 0 && outcome.first.is_none() {
        return Err("a solution is claimed, but none is shown".into());
    }
    if outcome.solutions == 0 && outcome.first.is_some() {
        return Err("a solution is shown, but none is claimed".into());
    }
    if outcome.second.is_some() && outcome.second == outcome.first {
        return Err("the second solution is the first one again".into());
    }
    Ok(())
}

/// How many solutions refereed grids prove.
fn proved_solutions(rows: &[Row], indices: &[usize]) -> u64 {
    let mut solutions = HashSet::new();
    let mut several = false;
    for &index in indices {
        let row = &rows[index];
        if row.status != Status::Wrong {
            solutions.extend(row.solution.as_deref());
            several |= row.status == Status::Multiple && row.verified == Verified::Yes;
        }
    }
    (solutions.len() as u64).max(if several { 2 } else { 0 })
}

fn refute(row: &mut Row, proved: u64) {
    if let Claim::Exactly(claimed) = Claim::of(row.status, row.solutions)
        && claimed < proved
    {
        row.status = Status::Wrong;
        row.verified = Verified::No;
        row.error = Some(format!(
            "{claimed} solutions are claimed, but grids of other backends prove {proved}"
        ));
    }
}

/// Refutes those who claim that a graph needs more colours than a refereed colouring has.
fn refute_bounds(rows: &mut [Row], indices: &[usize]) {
    let shown = indices.iter().map(|&index| &rows[index]).filter(|row| row.solution.is_some());
    let Some(fewest) = shown.filter_map(|row| row.colours).min() else { return };
    for &index in indices {
        let row = &mut rows[index];
        if let Some(claimed) = row.colours_at_least.filter(|&claimed| claimed > fewest) {
            row.status = Status::Wrong;
            row.verified = Verified::No;
            row.error = Some(format!(
                "{claimed} colours are claimed to be needed, but another backend has {fewest}"
            ));
        }
    }
}

/// What each family claims of a puzzle, every claim once.
fn claims(rows: &[Row], indices: &[usize]) -> Vec<(String, Claim)> {
    let mut claims: Vec<(String, Claim)> = Vec::new();
    for row in indices.iter().map(|&index| &rows[index]).filter(|row| row.status.is_answer()) {
        let claim = (family(row), Claim::of(row.status, row.solutions));
        if !claims.iter().any(|(family, said)| *family == claim.0 && *said == claim.1) {
            claims.push((claim.0.to_owned(), claim.1));
        }
    }
    claims
}

fn family(row: &Row) -> &str {
    filter::family(&row.backend)
}

fn supported(row: &Row, claims: &[(String, Claim)], proved: u64) -> Verified {
    if !row.status.is_answer() {
        return row.verified;
    }
    let claim = Claim::of(row.status, row.solutions);
    let others = || claims.iter().filter(|(other, _)| other != family(row)).map(|(_, said)| *said);
    let proved = claim.is_supported_by(Claim::AtLeast(proved));
    if row.verified == Verified::No || (others().any(|said| claim.contradicts(said)) && !proved) {
        return Verified::No;
    }
    if proved || others().any(|said| claim.is_supported_by(said)) {
        return Verified::Yes;
    }
    row.verified
}
