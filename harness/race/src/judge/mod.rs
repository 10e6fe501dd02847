//! Checks the claims of a backend against the referee and the corpus.
//!
//! The referee checks each grid. Claims beyond the grids (that there is no other solution, or none at
//! all) need support: a proof, the corpus, or a backend of another [origin](solvers::Origin) with the
//! same claim ([`cross_check`](record::verdict::cross_check)). A claim that a verified grid refutes is
//! `wrong`, whoever made it. A claim without the grids that it implies is not an answer.

use board::Count;
use board::referee::check_partial;
use record::verdict::Claim;
use record::{Status, Task, Verified};
use solvers::{Outcome, Problem, Stop};

use crate::corpus::{CorpusItem, Expectation};
use crate::problem::{AnyAnswer, AnyOutcome};

pub mod corpus;

/// The verdict on one outcome by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The result of the trial.
    pub status: Status,
    /// Whether referee and corpus confirm the answer.
    pub verified: Verified,
    /// What is wrong.
    pub error: Option<String>,
    /// The statement of the corpus that the answer contradicts.
    pub contradicts: Option<String>,
    /// The first solution.
    pub solution: Option<String>,
    /// The characters of its symbols, in order, if it is the grid of a puzzle.
    pub symbols: Option<String>,
}

impl Verdict {
    fn new(status: Status, verified: Verified) -> Self {
        Self { status, verified, error: None, contradicts: None, solution: None, symbols: None }
    }

    fn refused(self, status: Status, verified: Verified, error: &str) -> Self {
        Self { status, verified, error: Some(error.into()), ..self }
    }
}

/// Judges an outcome by its own grids and by what the corpus expects. Returns `None` for a cancelled
/// search, which has no result.
pub fn judge(item: &CorpusItem, task: Task, outcome: &AnyOutcome) -> Option<Verdict> {
    let status = status(task, outcome.stop, outcome.solutions)?;
    if let Err(error) = referee_answers(|answer| item.check(answer), outcome) {
        let wrong = Verdict::new(Status::Wrong, Verified::No);
        return Some(Verdict { error: Some(error), ..wrong });
    }
    Some(judge_claim(item, status, outcome, true))
}

/// Judges what an external program that is stuck has so far: `verdict`, unless the referee refutes it. The laws of
/// `solvers` hold the backends of this program to more, and those that assume uniqueness may be stuck with a
/// contradiction.
pub fn judge_partial(item: &CorpusItem, outcome: &AnyOutcome, verdict: Verdict) -> Verdict {
    match referee_partial(item, verdict.status, outcome) {
        Ok(()) => verdict,
        Err(error) => verdict.refused(Status::Wrong, Verified::No, &error),
    }
}

/// Checks the givens and the rules, and the solution in the corpus if it is the only one.
fn referee_partial(item: &CorpusItem, status: Status, outcome: &AnyOutcome) -> Result<(), String> {
    let (Status::Stuck, Some(puzzle), Some(partial)) =
        (status, item.problem.puzzle(), &outcome.partial)
    else {
        return Ok(());
    };
    let refuted = |reason: String| format!("not a part of a solution: {reason}");
    check_partial(puzzle, partial).map_err(|error| refuted(error.to_string()))?;
    let is_only = item.expect == Some(Expectation::Exactly(Count::ONE));
    let solution = item.solution.as_ref().and_then(AnyAnswer::grid).filter(|_| is_only);
    let Some(solution) = solution.filter(|grid| puzzle.check(grid).is_ok()) else { return Ok(()) };
    let mut cells = solution.symbols().iter().zip(partial.allowed()).enumerate();
    let lost = cells.find(|(_, (symbol, left))| !left.contains(**symbol));
    lost.map_or(Ok(()), |(cell, (&symbol, _))| {
        let geometry = puzzle.geometry();
        let (symbol, position) = (geometry.alphabet().name(symbol), geometry.position(cell));
        Err(refuted(format!(
            "{position} has lost the candidate {symbol}, its value in the solution"
        )))
    })
}

/// Judges the count of a program that shows no solutions, like [`judge`]: such a count is an answer, and
/// nothing but the corpus and backends of other origins can confirm it.
pub fn judge_bare_count(item: &CorpusItem, task: Task, outcome: &AnyOutcome) -> Option<Verdict> {
    let status = status(task, outcome.stop, outcome.solutions)?;
    Some(judge_claim(item, status, outcome, false))
}

/// Judges a claim whose grids the referee accepted. `shows` is whether a claim of several solutions has to
/// show two.
fn judge_claim(item: &CorpusItem, status: Status, outcome: &AnyOutcome, shows: bool) -> Verdict {
    let grids = proved_by(item, outcome);
    let claim = status.is_answer().then(|| Claim::of(status, outcome.count()));
    let contradiction = corpus::contradiction(item, claim.as_ref(), grids, outcome);
    let mut verdict = Verdict::new(status, Verified::Unchecked);
    show(&mut verdict, item, outcome);
    verdict.contradicts = contradiction.as_ref().map(|it| it.statement.clone());
    let Some(claim) = claim else { return verdict };
    if matches!(&claim, Claim::Exactly(n) if *n < grids) {
        let error = "the solution in the corpus is correct, too";
        return verdict.refused(Status::Wrong, Verified::No, error);
    }
    let names_several = matches!(status, Status::Multiple | Status::Counted | Status::Limited);
    if shows && names_several && outcome.solutions > 1 && grids < 2 {
        let error = "several solutions claimed, but only one shown";
        return verdict.refused(Status::Unknown, Verified::Unchecked, error);
    }
    let expected = item.expect.clone().and_then(expected_claim);
    let is_supported = expected.is_some_and(|expected| claim.is_supported_by(&expected));
    if contradiction.is_some_and(|it| it.disputes) {
        verdict.verified = Verified::Disputed;
    } else if claim.is_proved_by(grids) || is_supported {
        verdict.verified = Verified::Yes;
    }
    verdict
}

/// Returns what a corpus claims about the number of solutions, if it does.
fn expected_claim(expectation: Expectation) -> Option<Claim> {
    match expectation {
        Expectation::Exactly(n) => Some(Claim::Exactly(n)),
        Expectation::Multiple => Some(Claim::AtLeast(2.into())),
        Expectation::Possible => Some(Claim::AtLeast(Count::ONE)),
        Expectation::Colours(_) => None,
    }
}

/// Puts the first solution and its alphabet into a verdict.
fn show(verdict: &mut Verdict, item: &CorpusItem, outcome: &AnyOutcome) {
    let Some(first) = &outcome.first else { return };
    verdict.solution = item.problem.text_of(first);
    // Only puzzles have an alphabet that the corpus chooses.
    let alphabet = item.problem.puzzle().map(|puzzle| puzzle.geometry().alphabet());
    verdict.symbols = alphabet.map(|alphabet| alphabet.as_str().to_owned());
}

/// Returns the status of a claim of one solution and whether it is verified, given that the referee
/// accepted its grid. Returns `None` if it is not an answer or the corpus contradicts it.
pub fn single_grid(
    task: Task,
    stop: Stop,
    expect: Option<Expectation>,
) -> Option<(Status, Verified)> {
    let status = status(task, stop, 1).filter(|status| status.is_answer())?;
    let claim = Claim::of(status, Count::ONE);
    let expected = expect.and_then(expected_claim);
    let agrees = expected.as_ref().is_none_or(|expected| !claim.contradicts(expected));
    let is_supported = expected.is_some_and(|expected| claim.is_supported_by(&expected));
    let is_supported = is_supported || claim.is_proved_by(1);
    let verified = if is_supported { Verified::Yes } else { Verified::Unchecked };
    agrees.then_some((status, verified))
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

fn answers<A>(outcome: &Outcome<A>) -> impl Iterator<Item = &A> {
    outcome.first.iter().chain(&outcome.second)
}

/// Returns the number of distinct solutions among the grids of an outcome, which the referee accepted,
/// and the solution in the corpus, if it is correct.
fn proved_by(item: &CorpusItem, outcome: &AnyOutcome) -> u64 {
    let given = item.solution.iter().filter(|answer| item.check(answer).is_ok());
    let mut distinct: Vec<&AnyAnswer> = Vec::new();
    // There are at most three: comparing them costs less than hashing.
    for answer in answers(outcome).chain(given) {
        if !distinct.contains(&answer) {
            distinct.push(answer);
        }
    }
    distinct.len() as u64
}

/// Checks that each answer passes `check`, and that the answers fit the number of solutions claimed. A search that a limit
/// cut off claims nothing.
///
/// # Errors
/// Describes what is wrong.
pub fn referee_answers<A: PartialEq>(
    check: impl Fn(&A) -> Result<(), String>,
    outcome: &Outcome<A>,
) -> Result<(), String> {
    for answer in answers(outcome) {
        check(answer).map_err(|error| format!("not a solution: {error}"))?;
    }
    let claims = !matches!(outcome.stop, Stop::Deadline | Stop::NodeLimit | Stop::RoundLimit);
    if claims && outcome.solutions > 0 && outcome.first.is_none() {
        return Err("a solution claimed, but none shown".into());
    }
    if claims && outcome.solutions == 0 && outcome.first.is_some() {
        return Err("a solution shown, but none claimed".into());
    }
    if outcome.second.is_some() && outcome.second == outcome.first {
        return Err("the second solution equals the first".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_was_cut_off_claims_nothing() {
        let is_right = |stop: Stop, solutions: u64, first: Option<u8>| {
            let outcome = Outcome { solutions, first, ..Outcome::ended(stop) };
            referee_answers(|&it: &u8| (it > 0).then_some(()).ok_or("zero".into()), &outcome)
        };
        for stop in [Stop::Deadline, Stop::NodeLimit, Stop::RoundLimit] {
            assert_eq!(is_right(stop, 0, Some(1)), Ok(()));
            assert_eq!(is_right(stop, 3, None), Ok(()));
            assert!(is_right(stop, 1, Some(0)).is_err());
        }
        for (solutions, first) in [(0, Some(1)), (3, None)] {
            assert!(is_right(Stop::Exhausted, solutions, first).is_err());
        }
    }
}
