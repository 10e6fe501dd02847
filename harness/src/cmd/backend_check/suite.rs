//! An entrant, and the judgement of its answers.
//!
//! An entrant may refuse a geometry or a task, or fail to finish a hard puzzle in time; these checks
//! are skipped. It must not give a wrong answer or crash.

use board::Count;
use race::corpus::CorpusItem;
use race::external::{IMPLAUSIBLE_COUNTERS, IMPLAUSIBLE_TIME, PRINTED, stray_result};
use record::manifest::Mode;
use record::{Granularity, Status, Task};

use super::phrases::{self, Phrase};
use super::puzzles::{Case, Puzzles};
use super::report::{Check, Fault, failed, fault, ok, skipped, summary, without_trial};
use crate::cli::Language;
use crate::cmd::advice::Mistake;
use crate::cmd::advice::classify::{self, FailedTrial};
use crate::cmd::trial::{COUNT, TrialResult, TrialRunner, expected, line_of};

/// An entrant, and what the steps so far found.
pub(super) struct Suite<'a> {
    pub(super) runner: TrialRunner<'a>,
    pub(super) puzzles: Puzzles,
    /// The language of advice and remarks.
    pub(super) language: Language,
    /// The tasks that it supports.
    tasks: Vec<Task>,
    /// The puzzles and tasks that it answered.
    pub(super) answered: Vec<(CorpusItem, Task)>,
    /// Whether it refused a puzzle which its hello does not exclude.
    pub(super) has_refused: bool,
    /// Lines that are not part of the protocol.
    pub(super) stray: Vec<String>,
    /// The first result that answers no question.
    pub(super) stray_result: Option<Fault>,
    /// The first reported time that contradicts the round trip.
    pub(super) implausible_time: Option<Fault>,
    /// The first counters that contradict each other.
    pub(super) contradiction: Option<Fault>,
    /// The number of times that it reported itself.
    pub(super) reported_times: usize,
    pub(super) version: String,
}

/// The verdict on an answer.
pub(super) enum Judgement {
    Pass(String),
    Skipped(String),
    Fail(Fault),
}

impl<'a> Suite<'a> {
    pub(super) fn new(runner: TrialRunner<'a>, language: Language) -> Self {
        Self {
            tasks: runner.tasks(),
            runner,
            puzzles: Puzzles::default(),
            language,
            answered: Vec::new(),
            has_refused: false,
            stray: Vec::new(),
            stray_result: None,
            implausible_time: None,
            contradiction: None,
            reported_times: 0,
            version: String::new(),
        }
    }

    /// Returns a phrase in the language of the suite.
    pub(super) fn say(&self, phrase: Phrase) -> &'static str {
        phrase.to(self.language)
    }

    /// Returns a phrase in the language of the suite, with a text in it.
    pub(super) fn with(&self, phrase: Phrase, text: impl ToString) -> String {
        phrase.with(self.language, text)
    }

    /// Runs a trial, and records stray output, implausible times and contradictory counters.
    pub(super) fn run(
        &mut self,
        item: &CorpusItem,
        task: Task,
        max_solutions: u64,
    ) -> Option<TrialResult> {
        let result = self.runner.run(item, task, max_solutions)?;
        self.version = result.row.version.to_string();
        self.reported_times += usize::from(result.row.granularity == Some(Granularity::Solve));
        let note = result.note.as_deref().unwrap_or_default();
        if let Some((_, printed)) = note.split_once(PRINTED) {
            self.stray.push(printed.trim().into());
        }
        if let Some(line) = stray_result(note).filter(|_| self.stray_result.is_none()) {
            let puzzle = self.with(phrases::BEFORE, line_of(item));
            let came = self.with(phrases::ALSO, line);
            self.stray_result = Some(without_trial(puzzle, self.say(phrases::ONE_RESULT), &came));
        }
        if note.contains(IMPLAUSIBLE_TIME)
            && self.implausible_time.is_none()
            && self.is_implausible_again(item, task, max_solutions)
        {
            let expected = self.say(phrases::PLAUSIBLE_TIME);
            self.implausible_time = Some(fault(item, expected, note, &result));
        }
        if note.contains(IMPLAUSIBLE_COUNTERS) && self.contradiction.is_none() {
            let expected = self.say(phrases::CONSISTENT_COUNTERS);
            self.contradiction = Some(fault(item, expected, note, &result));
        }
        Some(result)
    }

    /// Returns whether the time is implausible again in nine more trials: a busy machine may have delayed the
    /// program several times.
    fn is_implausible_again(&mut self, item: &CorpusItem, task: Task, max_solutions: u64) -> bool {
        (0..9).all(|_| {
            let result = self.runner.run(item, task, max_solutions);
            let note = result.and_then(|result| result.note);
            note.is_some_and(|note| note.contains(IMPLAUSIBLE_TIME))
        })
    }

    /// Returns whether the program is told which board a puzzle is on. In mode `lines` it is not, and may be one for 9×9.
    pub(super) fn states_board(&self, case: &Case) -> bool {
        self.runner.mode() != Some(Mode::Lines) || case.geometry == "classic9"
    }

    /// Runs a puzzle with every supported task, until the first wrong answer.
    pub(super) fn case(&mut self, case: &Case) -> anyhow::Result<Option<Check>> {
        if !self.states_board(case) {
            return Ok(Some(skipped(case.name, self.say(phrases::NO_BOARD))));
        }
        let item = self.puzzles.item(case)?;
        let (mut right, mut skipped, mut advice) = (Vec::new(), Vec::new(), None);
        for task in self.tasks.clone() {
            let Some(result) = self.run(&item, task, COUNT) else { return Ok(None) };
            self.has_refused |=
                result.row.status == Status::Unsupported && result.row.trip_ns.is_some();
            match self.judge(case, &item, task, COUNT, &result) {
                Judgement::Fail(fault) => {
                    let name = format!("{}, {}", case.name, task.name());
                    let mistake = self.mistake(case.solutions, &item, &result);
                    return Ok(Some(failed(name, fault).advised(mistake, self.language)));
                }
                Judgement::Pass(detail) => {
                    right.push(detail);
                    self.answered.push((item.clone(), task));
                }
                Judgement::Skipped(why) => {
                    // A program that speaks the protocol keeps the limit itself.
                    if result.is_killed && self.runner.mode() == Some(Mode::Protocol) {
                        advice = advice.or(self.mistake(case.solutions, &item, &result));
                    }
                    skipped.push((task, why));
                }
            }
        }
        Ok(Some(summary(case.name, &right, skipped, self.language).advised(advice, self.language)))
    }

    /// Returns the typical mistake that explains a failure, if it is known.
    pub(super) fn mistake(
        &self,
        solutions: Option<u64>,
        item: &CorpusItem,
        result: &TrialResult,
    ) -> Option<Mistake> {
        let is_nine = |(item, _): &(CorpusItem, Task)| item.problem.geometry_name() == "classic9";
        classify::answer(&FailedTrial {
            problem: &item.problem,
            row: &result.row,
            outcome: result.outcome.as_ref(),
            silence: result.silence,
            solutions,
            solves_nine: self.answered.iter().any(is_nine),
        })
    }

    pub(super) fn judge(
        &self,
        case: &Case,
        item: &CorpusItem,
        task: Task,
        limit: u64,
        result: &TrialResult,
    ) -> Judgement {
        let row = &result.row;
        let solutions = case.solutions.unwrap_or(u64::MAX);
        let expected = expected(task, solutions, limit);
        if let Some(judgement) = self.judge_refusal(case, result) {
            return judgement;
        }
        if result.is_right(task, solutions, limit) {
            return Judgement::Pass(describe(row.status, &row.solutions));
        }
        // What assumes that there is one solution cannot claim it.
        let is_open = matches!(row.status, Status::Solved | Status::Limited) && !row.is_failure();
        if is_open && self.runner.assumes_unique() {
            return Judgement::Skipped(self.say(phrases::ASSUMES_UNIQUE).into());
        }
        let mut wanted = describe(expected, &solutions.min(limit).into());
        if expected == Status::Multiple {
            wanted = self.with(phrases::TWO_GRIDS, wanted);
        }
        Judgement::Fail(fault(item, &wanted, &result.answer_text(self.language), result))
    }

    /// Returns the judgement of a refusal, or of a line without a grid, where these are allowed.
    fn judge_refusal(&self, case: &Case, result: &TrialResult) -> Option<Judgement> {
        let is_lines = self.runner.mode() == Some(Mode::Lines);
        let reason = || {
            let reason = result.row.error.as_deref().unwrap_or_default();
            phrases::refusal(self.language, reason)
        };
        Some(match result.row.status {
            Status::Unsupported => Judgement::Skipped(reason()),
            // A line can only claim a grid.
            Status::Unknown | Status::Impossible if is_lines && case.solutions == Some(0) => {
                Judgement::Pass(self.say(phrases::NO_GRID).into())
            }
            Status::Unknown if case.is_hard && result.gave_up() => Judgement::Skipped(reason()),
            Status::Stuck => Judgement::Skipped("stuck".into()),
            Status::Timeout if case.is_hard => Judgement::Skipped("timeout".into()),
            _ => return None,
        })
    }

    /// Repeats the easiest puzzle that it answered.
    pub(super) fn easy_again(&mut self, name: &str) -> Option<Check> {
        let Some((item, task)) = self.answered.first().cloned() else {
            return Some(skipped(name, self.say(phrases::NO_ANSWER_YET)));
        };
        let result = self.run(&item, task, COUNT)?;
        if result.row.status.is_answer() && !result.row.is_failure() {
            return Some(ok(name, self.say(phrases::ANSWERS_NEXT)));
        }
        let came = result.answer_text(self.language);
        let fault = fault(&item, self.say(phrases::AS_BEFORE), &came, &result);
        Some(failed(name.into(), fault))
    }
}

fn describe(status: Status, solutions: &Count) -> String {
    match status {
        Status::Counted | Status::Limited => format!("{} {solutions}", status.name()),
        _ => status.name().into(),
    }
}
