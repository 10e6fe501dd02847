//! What a corpus says of a puzzle, held against what was found.
//!
//! A corpus is a voice like others: what it says supports an answer, and refutes none. Where an answer is
//! verified without it and says something else, the corpus is wrong, and whoever runs it is told. A
//! solution in it needs no answer: the referee judges it.

use record::verdict::Claim;
use record::{Row, Status, Verified};
use solvers::Stop;

use super::expected_claim;
use crate::corpus::{Expectation, Item};
use crate::problem::AnyOutcome;

/// How the part of the column `contradicts` begins that is about a solution.
const SOLUTION: &str = "a solution that is none: ";

/// What a corpus says that an answer contradicts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Contradiction {
    /// What it says, in words.
    pub(super) statement: String,
    /// Whether the contradicted part is what the answer claims, without a grid that proves it.
    pub(super) disputes: bool,
}

/// What the corpus says of an item that an answer contradicts, if anything. `grids` are shown; `claim` is
/// none where nothing is claimed.
pub(super) fn contradiction(
    item: &Item,
    claim: Option<Claim>,
    grids: u64,
    outcome: &AnyOutcome,
) -> Option<Contradiction> {
    let refuted = item.solution.as_ref().and_then(|answer| item.check(answer).err());
    let solution = refuted.map(|why| format!("{SOLUTION}{why}"));
    let disputed = item.expect.and_then(|stated| {
        let is_proved = match (stated, expected_claim(stated)) {
            (Expectation::Colours(colours), _) => colours_contradict(colours, outcome)?,
            (_, Some(expected)) => {
                let claim = claim.filter(|claim| claim.contradicts(expected))?;
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

/// Whether a colouring contradicts that a graph needs so many colours, and if so, whether it proves that
/// by itself: that more are needed is but a claim.
fn colours_contradict(colours: u64, outcome: &AnyOutcome) -> Option<bool> {
    let found = outcome.first.as_ref()?.n_colours()? as u64;
    let is_lower_bound = outcome.stop == Stop::Exhausted;
    if found < colours { Some(true) } else { (found > colours && is_lower_bound).then_some(false) }
}

/// What the corpus of a row says that is wrong for certain: what a verified answer contradicts, and what
/// the referee refutes.
pub fn errors(row: &Row) -> Vec<&str> {
    let Some(statement) = row.contradicts.as_deref() else { return Vec::new() };
    let (claim, solution) = match statement.find(SOLUTION) {
        Some(start) => (statement[..start].trim_end_matches("; "), &statement[start..]),
        None => (statement, ""),
    };
    let claim = if row.verified == Verified::Yes { claim } else { "" };
    [claim, solution].into_iter().filter(|part| !part.is_empty()).collect()
}

/// What was found instead, in words.
pub fn found(row: &Row) -> String {
    match (row.status, row.colours) {
        (_, Some(colours)) => Expectation::Colours(colours).to_string(),
        (Status::Unique, _) => Expectation::Exactly(1).to_string(),
        (Status::Impossible, _) => Expectation::Exactly(0).to_string(),
        (Status::Multiple, _) => Expectation::Multiple.to_string(),
        (Status::Counted, _) => Expectation::Exactly(row.solutions).to_string(),
        (status, _) if status.is_answer() => format!("at least {} solutions", row.solutions),
        (status, _) => status.name().into(),
    }
}
