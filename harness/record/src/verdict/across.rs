//! Cross-checks of rows of the same puzzle.
//!
//! Grids come first: a claim that they refute is wrong. For the remaining claims (no other solution, no
//! solution, a number of solutions), each row is a voice. A claim is *supported* if it is proved (by grids
//! or a checked proof), or if a voice of independent origin or the corpus agrees.
//!
//! ```text
//!                         no claim against it   some, unsupported   some, supported
//!   supported                  yes                  yes                disputed
//!   not supported              unchecked            disputed           no
//! ```
//!
//! So a single voice refutes no other: an unsupported claim makes others `disputed` at most, and only
//! those that are unsupported, too. A claim that becomes `no` is wrong: its row says so, and which claim
//! refutes it. A disputed row names the claims against it. A checked proof is no voice but decides: a
//! claim without one that contradicts it is wrong.

use std::borrow::Cow;
use std::collections::HashSet;

use solvers::{Origin, ProblemKind};

use super::alphabets;
use super::claim::Claim;
use crate::hash::PuzzleHash;
use crate::row::Row;
use crate::words::{Certified, Status, Verified, problem};

/// Cross-checks rows of the same puzzle: claims refuted by refereed grids become `wrong`, claims supported
/// by an independent voice become verified, and contradicting claims are marked. The rows of a puzzle
/// need not be adjacent. `origin` returns the origin of a backend by its id.
pub fn cross_check(rows: &mut [Row], origin: impl Fn(&str) -> Origin<'_>) {
    let mut order: Vec<(PuzzleHash, usize)> =
        rows.iter().enumerate().map(|(index, row)| (row.puzzle_hash, index)).collect();
    order.sort_unstable();
    // A puzzle with one row has nothing to be cross-checked with.
    for puzzle in order.chunk_by(|a, b| a.0 == b.0).filter(|rows| rows.len() > 1) {
        let indices: Vec<usize> = puzzle.iter().map(|&(_, index)| index).collect();
        if is_unanimous(rows, &indices) {
            continue;
        }
        let proved = proved_solutions(rows, &indices);
        for &index in &indices {
            forget_disputes(&mut rows[index]);
            refute(&mut rows[index], proved);
        }
        refute_unproved(rows, &indices);
        refute_bounds(rows, &indices);
        let voices = voices(rows, &indices, &origin);
        let weighed: Vec<Weighed> =
            indices.iter().map(|&index| weigh(&rows[index], proved, &voices, &origin)).collect();
        for (index, weighed) in indices.into_iter().zip(weighed) {
            weighed.apply(&mut rows[index]);
        }
    }
}

/// Returns whether all rows agree, have the same solution, and are verified.
fn is_unanimous(rows: &[Row], indices: &[usize]) -> bool {
    let first = &rows[indices[0]];
    let claim = |row: &Row| (row.status, row.solutions.clone(), row.colours, row.colours_at_least);
    indices.iter().map(|&index| &rows[index]).all(|row| {
        row.verified == Verified::Yes
            && claim(row) == claim(first)
            && (&row.solution, &row.symbols) == (&first.solution, &first.symbols)
    })
}

/// Returns the number of solutions that refereed grids prove.
fn proved_solutions(rows: &[Row], indices: &[usize]) -> u64 {
    let mut solutions = HashSet::new();
    let mut several = false;
    for row in indices.iter().map(|&index| &rows[index]).filter(|row| row.status != Status::Wrong) {
        solutions.extend(grid(row));
        several |= row.status == Status::Multiple && row.verified == Verified::Yes;
    }
    (solutions.len() as u64).max(if several { 2 } else { 0 })
}

/// Returns the solution of a row, in the standard alphabet.
fn grid(row: &Row) -> Option<Cow<'_, str>> {
    let symbols = row.symbols.as_deref().unwrap_or_default();
    row.solution.as_deref().map(|text| alphabets::standard(text, symbols))
}

fn refute(row: &mut Row, proved: u64) {
    let claim = Claim::of(row.status, row.solutions.clone());
    if let Claim::Exactly(claimed) = &claim
        && *claimed < proved
    {
        row.status = Status::Wrong;
        row.verified = Verified::No;
        row.error = Some(format!("claimed {claim}, but grids of other backends prove {proved}"));
    }
}

/// Refutes claims without a proof that contradict those with a checked one, as long as these agree.
fn refute_unproved(rows: &mut [Row], indices: &[usize]) {
    let is_proved = |row: &Row| row.certified == Some(Certified::Yes) && row.status.is_answer();
    let claim = |row: &Row| Claim::of(row.status, row.solutions.clone());
    let proved = indices.iter().map(|&index| &rows[index]).filter(|row| is_proved(row));
    let proved: HashSet<Claim> = proved.map(claim).collect();
    let (Some(proved), 1) = (proved.iter().next(), proved.len()) else { return };
    for &index in indices {
        let row = &mut rows[index];
        if row.status.is_answer() && !is_proved(row) && claim(row).contradicts(proved) {
            let claimed = claim(row);
            row.status = Status::Wrong;
            row.verified = Verified::No;
            row.error = Some(format!("claimed {claimed}, but a checked proof shows {proved}"));
        }
    }
}

/// Refutes lower bounds of the number of colours that exceed a refereed colouring.
fn refute_bounds(rows: &mut [Row], indices: &[usize]) {
    let shown = indices.iter().map(|&index| &rows[index]).filter(|row| row.solution.is_some());
    let Some(fewest) = shown.filter_map(|row| row.colours).min() else { return };
    for &index in indices {
        let row = &mut rows[index];
        if let Some(claimed) = row.colours_at_least.filter(|&claimed| claimed > fewest) {
            row.status = Status::Wrong;
            row.verified = Verified::No;
            row.error = Some(format!(
                "claimed that {claimed} colours are needed, but another backend used {fewest}"
            ));
        }
    }
}

/// A claim by code of one origin.
struct Voice<'a> {
    claim: Claim,
    origin: Origin<'a>,
    /// The kind of problem.
    problem: ProblemKind,
    /// Whether the claim was verified on its own or by the corpus.
    is_verified: bool,
    /// Whether a proof was checked.
    is_proved: bool,
}

impl Voice<'_> {
    /// Returns the voice of a row.
    fn of<'a>(row: &'a Row, origin: &impl Fn(&str) -> Origin<'_>) -> Voice<'a> {
        Voice {
            claim: Claim::of(row.status, row.solutions.clone()),
            origin: origin(&row.backend),
            problem: problem(&row.geometry),
            is_verified: row.verified == Verified::Yes,
            is_proved: row.certified == Some(Certified::Yes),
        }
    }

    fn is_supported(&self, voices: &[Voice<'_>]) -> bool {
        let supports = |other: &Voice<'_>| {
            let is_independent = self.origin.is_independent_of(other.origin, self.problem);
            (other.is_proved || is_independent) && self.claim.is_supported_by(&other.claim)
        };
        self.is_verified || self.is_proved || voices.iter().any(supports)
    }
}

/// Returns the voices about a puzzle, each claim of an origin once.
fn voices<'a>(
    rows: &'a [Row],
    indices: &[usize],
    origin: &impl Fn(&str) -> Origin<'_>,
) -> Vec<Voice<'a>> {
    let mut voices: Vec<Voice<'a>> = Vec::new();
    for row in indices.iter().map(|&index| &rows[index]).filter(|row| row.status.is_answer()) {
        let voice = Voice::of(row, origin);
        let is_same = |it: &&mut Voice<'_>| it.claim == voice.claim && it.origin == voice.origin;
        match voices.iter_mut().find(is_same) {
            Some(known) => {
                known.is_verified |= voice.is_verified;
                known.is_proved |= voice.is_proved;
            }
            None => voices.push(voice),
        }
    }
    voices
}

/// The beginning of the column `contradicts` where claims of other backends are against a row.
const OTHERS: &str = "other backends claim ";

/// Returns whether a statement that an answer contradicts is of other backends, and not of its corpus.
pub fn is_of_others(statement: &str) -> bool {
    statement.starts_with(OTHERS)
}

/// Removes what an earlier cross-check, with other rows, noted about a dispute.
fn forget_disputes(row: &mut Row) {
    row.contradicts.take_if(|statement| is_of_others(statement));
}

/// A verdict on a row.
struct Weighed {
    verified: Verified,
    /// The claims that the row contradicts.
    against: Vec<String>,
    /// A supported one of them, if the row itself is not supported.
    refuted_by: Option<String>,
}

impl Weighed {
    /// Returns a verdict that claims of other backends have no part in.
    fn alone(verified: Verified) -> Self {
        Self { verified, against: Vec::new(), refuted_by: None }
    }

    fn apply(self, row: &mut Row) {
        row.verified = self.verified;
        if let Some(truth) = self.refuted_by {
            let claimed = Claim::of(row.status, row.solutions.clone());
            row.status = Status::Wrong;
            row.error =
                Some(format!("claimed {claimed}, but independent sources agree on {truth}"));
        } else if self.verified == Verified::Disputed && !self.against.is_empty() {
            row.contradicts.get_or_insert_with(|| format!("{OTHERS}{}", self.against.join(", ")));
        }
    }
}

/// Returns the verdict on a row by the table above.
fn weigh(
    row: &Row,
    proved: u64,
    voices: &[Voice<'_>],
    origin: &impl Fn(&str) -> Origin<'_>,
) -> Weighed {
    let own = Voice::of(row, origin);
    // A dispute about a graph concerns its number of colours, not a number of solutions.
    let is_of_colours = own.problem == ProblemKind::Graph && row.verified == Verified::Disputed;
    if !row.status.is_answer() || is_of_colours {
        return Weighed::alone(row.verified);
    }
    if own.claim.is_proved_by(proved) || own.is_proved {
        return Weighed::alone(Verified::Yes);
    }
    let against = || voices.iter().filter(|other| own.claim.contradicts(&other.claim));
    let refuted_by = against().find(|other| other.is_supported(voices));
    let is_against = against().next().is_some() || row.contradicts.is_some();
    let verified = match (own.is_supported(voices), refuted_by) {
        (true, None) => Verified::Yes,
        (true, Some(_)) => Verified::Disputed,
        (false, Some(_)) => Verified::No,
        (false, None) if is_against && row.verified != Verified::No => Verified::Disputed,
        (false, None) => row.verified,
    };
    let mut claims: Vec<String> = against().map(|other| other.claim.to_string()).collect();
    claims.sort_unstable();
    claims.dedup();
    let is_refuted = verified == Verified::No;
    let refuted_by = refuted_by.filter(|_| is_refuted).map(|other| other.claim.to_string());
    Weighed { verified, against: claims, refuted_by }
}
