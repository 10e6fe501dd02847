//! The parts in which a program is given puzzles: `answers`, `partial`, `counters` and `colours`.

use std::time::{Duration, Instant};

use board::Puzzle;
use race::corpus::{CorpusItem, Expectation};
use race::problem::AnyProblem;
use record::{Row, Status};
use solvers::{Counter, Limits, SEARCH};

use super::assignment::{Kind, Measure, Part};
use super::labels::Labels;
use super::marks::{Behaviour, FailedTest, FailureKind, HardPuzzle, Ratio};
use crate::cli::Language;
use crate::cmd::advice::Mistake;
use crate::cmd::advice::classify::{self, FailedTrial};
use crate::cmd::trial::{COUNT, TrialResult, TrialRunner, expected, line_of};

/// Rates that differ by less are equal.
const ROUNDING: f64 = 1e-9;

/// The maximum number of nodes when the difficulty of a puzzle is measured.
const NODES: u64 = 100_000;

/// What a program did with the puzzles of a part.
#[derive(Default)]
pub(super) struct Sitting {
    /// The number of puzzles passed.
    pub(super) passed: usize,
    /// The number of puzzles.
    pub(super) total: usize,
    /// The smallest that failed, with its size.
    failure: Option<((usize, usize), FailedTest)>,
    /// The sums of the counter: of the program, and of the reference.
    counted: [u64; 2],
    /// The hardest that was passed.
    pub(super) hardest: Option<HardPuzzle>,
    /// What it did.
    pub(super) behaviour: Vec<Behaviour>,
}

/// A program at the puzzles of a part.
pub(super) struct Examiner<'a, 'b> {
    /// The part.
    pub(super) part: &'a Part,
    /// The program.
    pub(super) program: &'a mut TrialRunner<'b>,
    /// The reference.
    pub(super) reference: Option<&'a mut TrialRunner<'b>>,
    /// The language of the advice.
    pub(super) language: Language,
    /// Consecutive puzzles without an answer after which the rest is not run.
    pub(super) patience: usize,
    /// The time after which the rest is not run.
    pub(super) time: Duration,
}

impl Examiner<'_, '_> {
    /// Gives the puzzles to the program. Returns `None` after Ctrl-C.
    pub(super) fn examine(&mut self, items: &[CorpusItem]) -> Option<Sitting> {
        let mut sitting = Sitting { total: items.len(), ..Sitting::default() };
        let (mut unanswered, mut solves_nine) = (0, false);
        let start = Instant::now();
        for item in items {
            if unanswered >= self.patience || start.elapsed() >= self.time {
                break;
            }
            let task = item.effective_task(self.part.task);
            let result = self.program.run(item, task, COUNT)?;
            let reference = match &mut self.reference {
                Some(reference) => Some(reference.run(item, task, COUNT)?),
                None => None,
            };
            let is_lost = result.is_killed || result.row.status == Status::Crashed;
            unanswered = if is_lost { unanswered + 1 } else { 0 };
            sitting.behaviour.push(behaviour(item, &result));
            match self.judge(item, &result, reference.as_ref()) {
                Ok(()) => {
                    sitting.passed += 1;
                    solves_nine |= item.problem.geometry_name() == "classic9";
                    self.count(&result, reference.as_ref(), &mut sitting);
                    sitting.note_difficulty(item);
                }
                Err(wanted) => {
                    let mistake = mistake(item, &result, solves_nine);
                    sitting.fail(item, failed(item, wanted, &result, mistake, self.language));
                }
            }
        }
        Some(sitting)
    }

    /// Judges an answer.
    ///
    /// # Errors
    /// What was expected.
    fn judge(
        &self,
        item: &CorpusItem,
        result: &TrialResult,
        reference: Option<&TrialResult>,
    ) -> Result<(), String> {
        match (self.part.kind, reference) {
            (Kind::Partial, Some(reference)) => self.judge_partial(result, reference),
            (Kind::Colours, reference) => {
                let most = reference.and_then(|it| it.row.colours).map(|it| it + self.part.extra);
                let is_right = result.row.status == Status::Solved && !result.row.is_failure();
                let is_few =
                    most.is_none_or(|most| result.row.colours.is_some_and(|it| it <= most));
                let wanted = most.map(|most| format!("solved with at most {most} colours"));
                let wanted = wanted.unwrap_or_else(|| "solved with a right colouring".into());
                if is_right && is_few { Ok(()) } else { Err(wanted) }
            }
            _ => {
                let (task, solutions) = (self.part.task, solutions(item).unwrap_or(1));
                let mut wanted = expected(task, solutions, COUNT).name().to_owned();
                if task == solvers::Task::Count {
                    wanted = format!("{wanted} {}", solutions.min(COUNT));
                }
                let lacks = self.counter().filter(|counter| value(result, *counter).is_none());
                if let Some(counter) = lacks {
                    return Err(format!("{wanted}, and {}=", counter.name()));
                }
                if result.is_right(task, solutions, COUNT) { Ok(()) } else { Err(wanted) }
            }
        }
    }

    /// Compares what was deduced with what the reference deduces.
    fn judge_partial(&self, result: &TrialResult, reference: &TrialResult) -> Result<(), String> {
        let labels = Labels::of(self.language);
        let (in_words, rate): (_, fn(&Row) -> Option<f64>) = match self.part.measure {
            Measure::Filled => (labels.filled, |row| row.fill_rate),
            Measure::Candidates => (labels.removed, |row| row.elimination_rate),
        };
        let wanted = rate(&reference.row).unwrap_or(0.0);
        let is_answer = result.row.status == Status::Stuck || result.row.status.is_answer();
        let deduced = rate(&result.row).filter(|_| is_answer && !result.row.is_failure());
        let is_right = deduced.is_some_and(|deduced| {
            deduced >= wanted - ROUNDING && (!self.part.exactly || deduced <= wanted + ROUNDING)
        });
        let percent = |share: f64| 100.0 * share;
        if is_right { Ok(()) } else { Err(in_words(percent(wanted), deduced.map(percent))) }
    }

    fn counter(&self) -> Option<Counter> {
        let name = self.part.counter.as_ref().filter(|_| self.part.kind == Kind::Counters)?;
        Counter::ALL.into_iter().find(|counter| counter.name() == name)
    }

    fn count(&self, result: &TrialResult, reference: Option<&TrialResult>, into: &mut Sitting) {
        let Some(counter) = self.counter() else { return };
        for (sum, result) in into.counted.iter_mut().zip([Some(result), reference]) {
            *sum += result.and_then(|result| value(result, counter)).unwrap_or(0);
        }
    }
}

impl Sitting {
    /// Returns the ratio of the counters; a program that never counted has that of one.
    pub(super) fn ratio(&self) -> Ratio {
        let [program, reference] = self.counted.map(|sum| sum.max(1) as f64);
        let ratio = program / reference;
        Ratio { ratio, low: ratio, high: ratio, rounds: 0 }
    }

    /// Returns the smallest puzzle that failed.
    pub(super) fn failure(&self) -> Option<FailedTest> {
        self.failure.as_ref().map(|(_, test)| test.clone())
    }

    /// Keeps a failure if its board is the smallest, and has the fewest empty cells of those.
    fn fail(&mut self, item: &CorpusItem, test: FailedTest) {
        let size = match &item.problem {
            AnyProblem::Puzzle(puzzle) => {
                let cells = puzzle.geometry().cells();
                (cells, cells - puzzle.clues())
            }
            AnyProblem::Graph(graph) => (graph.order(), graph.size()),
            AnyProblem::Cover(_) | AnyProblem::Formula(_) => (usize::MAX, 0),
        };
        if self.failure.as_ref().is_none_or(|(smallest, _)| size < *smallest) {
            self.failure = Some((size, test));
        }
    }

    fn note_difficulty(&mut self, item: &CorpusItem) {
        let Some(puzzle) = item.problem.puzzle() else { return };
        let Ok(mut solver) = SEARCH.prepare::<Puzzle>(puzzle.geometry()) else { return };
        let limits = Limits { nodes: Some(NODES), ..Limits::solutions(2) };
        let nodes = solver.solve(puzzle, &limits).counters.nodes;
        if self.hardest.as_ref().is_none_or(|hardest| hardest.nodes < nodes) {
            self.hardest = Some(HardPuzzle { name: item.name.to_string(), nodes });
        }
    }
}

/// Returns the number of solutions that is known of an item.
fn solutions(item: &CorpusItem) -> Option<u64> {
    match item.expect.as_ref()? {
        Expectation::Exactly(count) => count.to_string().parse().ok(),
        _ => None,
    }
}

fn value(result: &TrialResult, counter: Counter) -> Option<u64> {
    result.counted.iter().find(|(counted, _)| *counted == counter).map(|(_, value)| *value)
}

/// Returns the typical mistake behind a failure, if it is known.
fn mistake(item: &CorpusItem, result: &TrialResult, solves_nine: bool) -> Option<Mistake> {
    classify::answer(&FailedTrial {
        problem: &item.problem,
        row: &result.row,
        outcome: result.outcome.as_ref(),
        silence: result.silence,
        solutions: solutions(item),
        solves_nine,
    })
}

fn failed(
    item: &CorpusItem,
    expected: String,
    result: &TrialResult,
    mistake: Option<Mistake>,
    language: Language,
) -> FailedTest {
    FailedTest {
        puzzle: line_of(item),
        expected,
        actual: result.answer_text(language),
        line: result.line.clone(),
        advice: mistake.as_ref().map(|mistake| mistake.sentence(language)),
        kind: mistake.map(|mistake| FailureKind::Mistake(mistake.kind())),
    }
}

/// Returns what a program did with a puzzle.
fn behaviour(item: &CorpusItem, result: &TrialResult) -> Behaviour {
    let counted: Vec<String> =
        result.counted.iter().map(|(counter, n)| format!("{}={n}", counter.name())).collect();
    let row = &result.row;
    let is_telling = !counted.is_empty() || is_wrong(row);
    let shown = row.solution.as_deref().unwrap_or_default();
    let answer = format!("{} {shown} {}", row.status.name(), counted.join(" "));
    Behaviour { test: format!("{} {:?}", item.hash, row.task), answer, is_telling }
}

/// Returns whether a row has a wrong answer, which tells programs apart: neither a right one does, nor a crash.
fn is_wrong(row: &Row) -> bool {
    row.is_failure() && row.status != Status::Crashed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_crash_are_not_alike() {
        let is_wrong = |status| is_wrong(&Row { status, ..Row::default() });
        assert!(is_wrong(Status::Wrong));
        assert!(
            !is_wrong(Status::Crashed) && !is_wrong(Status::Timeout) && !is_wrong(Status::Solved)
        );
    }
}
