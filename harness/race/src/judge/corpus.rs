//! Compares what a corpus states about a puzzle with what was found.
//!
//! A statement of a corpus supports an answer but never refutes one. If a verified answer contradicts
//! the corpus, the corpus is wrong, and the run reports that. A solution stated in a corpus is checked
//! by the referee, whatever the answers are.

use board::Count;
use record::verdict::Claim;
use record::{Row, Status, Verified};
use solvers::Stop;

use super::expected_claim;
use crate::corpus::{CorpusItem, Expectation};
use crate::problem::AnyOutcome;

/// The beginning of the part of the column `contradicts` that is about a solution.
const SOLUTION: &str = "an incorrect solution: ";

/// A statement of a corpus that an answer contradicts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Contradiction {
    /// The statement.
    pub(super) statement: String,
    /// Whether the answer is only a claim, not proved by grids, so that the verdict is disputed.
    pub(super) disputes: bool,
}

/// Returns the statement of a corpus that an answer contradicts, if any. `grids` is the number of
/// verified solutions; `claim` is `None` if nothing is claimed.
pub(super) fn contradiction(
    item: &CorpusItem,
    claim: Option<&Claim>,
    grids: u64,
    outcome: &AnyOutcome,
) -> Option<Contradiction> {
    let refuted = item.solution.as_ref().and_then(|answer| item.check(answer).err());
    let solution = refuted.map(|why| format!("{SOLUTION}{why}"));
    let disputed = item.expect.clone().and_then(|stated| {
        let is_proved = match (&stated, expected_claim(stated.clone())) {
            (&Expectation::Colours(colours), _) => colours_contradict(colours, outcome)?,
            (_, Some(expected)) => {
                let claim = claim.filter(|claim| claim.contradicts(&expected))?;
                claim.is_proved_by(grids)
            }
            (_, None) => return None,
        };
        Some((stated.to_string(), !is_proved))
    });
    let (statement, disputes) = disputed.unzip();
    let parts: Vec<String> = statement.into_iter().chain(solution).collect();
    let disputes = disputes.unwrap_or(false);
    (!parts.is_empty()).then(|| Contradiction { statement: parts.join("; "), disputes })
}

/// Returns `None` if a colouring is consistent with the stated number of colours, and otherwise whether
/// the colouring itself proves the contradiction. That more colours are needed is only a claim.
fn colours_contradict(colours: u64, outcome: &AnyOutcome) -> Option<bool> {
    let found = outcome.first.as_ref()?.n_colours()? as u64;
    let is_lower_bound = outcome.stop == Stop::Exhausted;
    if found < colours { Some(true) } else { (found > colours && is_lower_bound).then_some(false) }
}

/// Returns the statements of a row's corpus that are certainly wrong: those that a verified answer
/// contradicts, and solutions that the referee rejects.
pub fn errors(row: &Row) -> Vec<&str> {
    let Some(statement) = row.contradicts.as_deref() else { return Vec::new() };
    let (claim, solution) = match statement.find(SOLUTION) {
        Some(start) => (statement[..start].trim_end_matches("; "), &statement[start..]),
        None => (statement, ""),
    };
    let claim = if row.verified == Verified::Yes { claim } else { "" };
    [claim, solution].into_iter().filter(|part| !part.is_empty()).collect()
}

/// Describes what was found instead.
pub fn found(row: &Row) -> String {
    match (row.status, row.colours) {
        (_, Some(colours)) => Expectation::Colours(colours).to_string(),
        (Status::Unique, _) => Expectation::Exactly(Count::ONE).to_string(),
        (Status::Impossible, _) => Expectation::Exactly(Count::ZERO).to_string(),
        (Status::Multiple, _) => Expectation::Multiple.to_string(),
        (Status::Counted, _) => Expectation::Exactly(row.solutions.clone()).to_string(),
        (status, _) if status.is_answer() => Claim::AtLeast(row.solutions.clone()).to_string(),
        (status, _) => status.name().into(),
    }
}
