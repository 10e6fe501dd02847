//! The checks, in order.
//!
//! An entrant may refuse a geometry or a task, or fail to finish a hard puzzle in time; these checks
//! are skipped. It must not give a wrong answer or crash.

use std::time::Duration;

use board::Count;
use race::corpus::CorpusItem;
use race::external::{IMPLAUSIBLE_COUNTERS, IMPLAUSIBLE_TIME, PRINTED};
use race::problem::AnyAnswer;
use record::manifest::Mode;
use record::{Granularity, Status, Task};
use solvers::Counter;

use super::puzzles::{CASES, Case, EASY, HUGE, Puzzles, SEVERAL};
use super::report::{Check, Fault, failed, fault, ok, skipped, summary, word};
use super::trial::{COUNT, TrialResult, TrialRunner};

/// The tolerance beyond the time limit and a tenth of it; it includes the start of a process.
const GRACE: Duration = Duration::from_millis(500);

/// More solutions than can be counted in any time.
const UNREACHABLE: u64 = 1_000_000_000_000_000;

/// A step of the suite; `None` if interrupted.
pub(super) type Step = fn(&mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>>;

/// The steps of the suite.
pub(super) const STEPS: &[Step] =
    &[easy, cases, stopped_count, again, time_limit, malformed_line, |suite| {
        Ok(Some(suite.other_output()))
    }];

/// An entrant, and what the steps so far found.
pub(super) struct Suite<'a> {
    runner: TrialRunner<'a>,
    puzzles: Puzzles,
    /// The tasks that it supports.
    tasks: Vec<Task>,
    /// The puzzles and tasks that it answered.
    answered: Vec<(CorpusItem, Task)>,
    /// Lines that are not part of the protocol.
    stray: Vec<String>,
    /// The first reported time that contradicts the round trip.
    implausible_time: Option<Fault>,
    /// The first counters that contradict each other.
    contradiction: Option<Fault>,
    /// The number of times that it reported itself.
    reported_times: usize,
    pub(super) version: String,
}

/// The verdict on an answer.
enum Judgement {
    Pass(String),
    Skipped(String),
    Fail(Fault),
}

impl<'a> Suite<'a> {
    pub(super) fn new(runner: TrialRunner<'a>) -> Self {
        Self {
            tasks: runner.tasks(),
            runner,
            puzzles: Puzzles::default(),
            answered: Vec::new(),
            stray: Vec::new(),
            implausible_time: None,
            contradiction: None,
            reported_times: 0,
            version: String::new(),
        }
    }

    /// Runs a trial, and records stray output, implausible times and contradictory counters.
    fn run(&mut self, item: &CorpusItem, task: Task, max_solutions: u64) -> Option<TrialResult> {
        let result = self.runner.run(item, task, max_solutions)?;
        self.version = result.row.version.to_string();
        self.reported_times += usize::from(result.row.granularity == Some(Granularity::Solve));
        let note = result.note.as_deref().unwrap_or_default();
        if let Some((_, printed)) = note.split_once(PRINTED) {
            self.stray.push(printed.trim().into());
        }
        if note.contains(IMPLAUSIBLE_TIME)
            && self.implausible_time.is_none()
            && self.is_implausible_again(item, task, max_solutions)
        {
            let expected = "at least half of the round trip, minus a few milliseconds";
            self.implausible_time = Some(fault(item, expected, note, result.line.clone()));
        }
        if note.contains(IMPLAUSIBLE_COUNTERS) && self.contradiction.is_none() {
            let expected = "consistent counters";
            self.contradiction = Some(fault(item, expected, note, result.line.clone()));
        }
        Some(result)
    }

    /// Whether the time is implausible again in two more trials: a busy machine may have delayed the
    /// program once.
    fn is_implausible_again(&mut self, item: &CorpusItem, task: Task, max_solutions: u64) -> bool {
        (0..2).all(|_| {
            let result = self.runner.run(item, task, max_solutions);
            let note = result.and_then(|result| result.note);
            note.is_some_and(|note| note.contains(IMPLAUSIBLE_TIME))
        })
    }

    /// Runs a puzzle with every supported task, until the first wrong answer.
    fn case(&mut self, case: &Case) -> anyhow::Result<Option<Check>> {
        if case.geometry == "x" && self.runner.mode() == Some(Mode::Lines) {
            return Ok(Some(skipped(case.name, "a line does not state the geometry")));
        }
        let item = self.puzzles.item(case)?;
        let (mut right, mut skipped) = (Vec::new(), Vec::new());
        for task in self.tasks.clone() {
            let Some(result) = self.run(&item, task, COUNT) else { return Ok(None) };
            match self.judge(case, &item, task, COUNT, &result) {
                Judgement::Fail(fault) => {
                    let name = format!("{}, {}", case.name, word(task));
                    return Ok(Some(failed(name, fault)));
                }
                Judgement::Pass(detail) => {
                    right.push(detail);
                    self.answered.push((item.clone(), task));
                }
                Judgement::Skipped(why) => skipped.push((task, why)),
            }
        }
        Ok(Some(summary(case.name, &right, skipped)))
    }

    fn judge(
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
        let is_counted = task != Task::Count || row.solutions == solutions.min(limit);
        let shows_two = result
            .outcome
            .as_ref()
            .is_some_and(|outcome| outcome.first.is_some() && outcome.second.is_some());
        let is_shown = row.status != Status::Multiple || shows_two;
        if row.status == expected && !row.is_failure() && is_counted && is_shown {
            return Judgement::Pass(describe(row.status, &row.solutions));
        }
        let mut wanted = describe(expected, &solutions.min(limit).into());
        if expected == Status::Multiple {
            wanted += " with two different grids, the second one in second=";
        }
        Judgement::Fail(fault(item, &wanted, &result.answer_text(), result.line.clone()))
    }

    /// The judgement of a refusal, or of a line without a grid, where these are allowed.
    fn judge_refusal(&self, case: &Case, result: &TrialResult) -> Option<Judgement> {
        let is_lines = self.runner.mode() == Some(Mode::Lines);
        let reason = || result.row.error.clone().unwrap_or_default();
        Some(match result.row.status {
            Status::Unsupported => Judgement::Skipped(reason()),
            // A line can only claim a grid.
            Status::Unknown | Status::Impossible if is_lines && case.solutions == Some(0) => {
                Judgement::Pass("no grid".into())
            }
            Status::Unknown | Status::Impossible if is_lines && case.geometry != "classic9" => {
                Judgement::Skipped("no grid was returned".into())
            }
            Status::Unknown if case.is_hard && result.gave_up() => Judgement::Skipped(reason()),
            Status::Stuck => Judgement::Skipped("stuck".into()),
            Status::Timeout if case.is_hard => Judgement::Skipped("timeout".into()),
            _ => return None,
        })
    }

    /// The checks of output other than answers.
    fn other_output(&mut self) -> Vec<Check> {
        let stray = match self.stray.first() {
            None => ok("stray output", "none"),
            Some(line) => ok("stray output", format!("ignored: {line}")),
        };
        let name = "own times";
        let times = match self.implausible_time.take() {
            Some(fault) => failed(name.into(), fault),
            None if self.runner.mode() != Some(Mode::Protocol) => {
                skipped(name, "measured by the harness")
            }
            None if self.reported_times == 0 => skipped(name, "none reported"),
            None => ok(name, "consistent with the round trip"),
        };
        let name = "counters";
        let counters = match self.contradiction.take() {
            Some(fault) => failed(name.into(), fault),
            None if self.runner.mode() != Some(Mode::Protocol) => {
                skipped(name, "not reported by this backend")
            }
            None => ok(name, "consistent"),
        };
        let mut checks = vec![stray, times, counters];
        if self.answered.is_empty() {
            let expected = "an answer to one of the puzzles above".into();
            let came = "refusals only".into();
            let fault = Fault { puzzle: "all of them".into(), expected, came, line: None };
            checks.push(failed("answers".into(), fault));
        }
        checks
    }

    /// Repeats the easiest puzzle that it answered.
    fn easy_again(&mut self, name: &str) -> Option<Check> {
        let Some((item, task)) = self.answered.first().cloned() else {
            return Some(skipped(name, "it has given no answer"));
        };
        let result = self.run(&item, task, COUNT)?;
        if result.row.status.is_answer() && !result.row.is_failure() {
            return Some(ok(name, "it solves the next puzzle"));
        }
        let fault = fault(&item, "an answer as before", &result.answer_text(), result.line.clone());
        Some(failed(name.into(), fault))
    }
}

/// The easy puzzles come first.
fn easy(suite: &mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>> {
    let mut checks = Vec::new();
    for case in EASY {
        let Some(check) = suite.case(case)? else { return Ok(None) };
        checks.push(check);
    }
    Ok(Some(checks))
}

fn cases(suite: &mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>> {
    CASES.iter().map(|case| suite.case(case)).collect()
}

/// A count stops at its limit.
fn stopped_count(suite: &mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>> {
    const LIMIT: u64 = 10;
    let name = "count up to 10";
    let item = suite.puzzles.item(&SEVERAL)?;
    let Some(result) = suite.run(&item, Task::Count, LIMIT) else { return Ok(None) };
    let check = match suite.judge(&SEVERAL, &item, Task::Count, LIMIT, &result) {
        Judgement::Pass(detail) => ok(name, detail),
        Judgement::Skipped(why) => skipped(name, why),
        Judgement::Fail(fault) => failed(name.into(), fault),
    };
    Ok(Some(vec![check]))
}

/// The same puzzle twice in a row, and once more after another one.
fn again(suite: &mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>> {
    let name = "the same puzzle again";
    let hard = suite.answered.iter().find(|(item, _)| &*item.name == "hard");
    let Some((item, task)) = hard.or(suite.answered.first()).cloned() else {
        return Ok(Some(vec![skipped(name, "it has given no answer")]));
    };
    let other = suite.answered.iter().find(|(other, _)| other.hash != item.hash).cloned();
    let Some(first) = suite.run(&item, task, COUNT) else { return Ok(None) };
    let is_stateful = suite.runner.is_stateful();
    let mut check = ok(name, if is_stateful { "same answer" } else { "same answer and counters" });
    for between in [None, other] {
        if let Some((other, task)) = between
            && suite.run(&other, task, COUNT).is_none()
        {
            return Ok(None);
        }
        let Some(next) = suite.run(&item, task, COUNT) else { return Ok(None) };
        if figures(&first, is_stateful) != figures(&next, is_stateful) {
            let shown = |result: &TrialResult| {
                format!("{}{}", result.answer_text(), counters(&result.counted))
            };
            let fault = fault(&item, &shown(&first), &shown(&next), next.line.clone());
            check = failed(name.into(), fault);
        }
    }
    Ok(Some(vec![check]))
}

/// An endless search stops at the time limit, and the next puzzle is solved.
fn time_limit(suite: &mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>> {
    let name = "time limit";
    // Counting takes longest, but may be unsupported.
    let mut tasks = suite.answered.iter().map(|(_, task)| *task);
    let task = tasks.find(|task| *task == Task::Count).unwrap_or(Task::First);
    let mut check = skipped(name, "no huge puzzle is supported");
    let is_lines = suite.runner.mode() == Some(Mode::Lines);
    for case in HUGE {
        // This excludes the start of a process from the time.
        if suite.easy_again(name).is_none() {
            return Ok(None);
        }
        let item = suite.puzzles.item(case)?;
        let Some(result) = suite.run(&item, task, UNREACHABLE) else { return Ok(None) };
        check = match result.row.status {
            Status::Unsupported => continue,
            Status::Timeout => ended(suite, &item, &result),
            Status::Stuck => skipped(name, "it got stuck before the time limit"),
            // Without a grid, it may not support the geometry.
            Status::Unknown | Status::Impossible if is_lines => continue,
            status if status.is_answer() && task != Task::Count => {
                skipped(name, format!("it answered {} before the time limit", status.name()))
            }
            _ if result.gave_up() => skipped(name, "it gave up before the time limit"),
            _ => {
                let fault = fault(&item, "timeout", &result.answer_text(), result.line.clone());
                failed(name.into(), fault)
            }
        };
        break;
    }
    let next = suite.easy_again("after the time limit");
    Ok(next.map(|next| vec![check, next]))
}

fn ended(suite: &Suite<'_>, item: &CorpusItem, result: &TrialResult) -> Check {
    let name = "time limit";
    let limit = suite.runner.limit();
    let allowed = limit + limit / 10 + GRACE;
    let speaks = suite.runner.mode() == Some(Mode::Protocol);
    let wall = result.row.wall_ns.map(Duration::from_nanos).filter(|_| !speaks);
    let took = wall.unwrap_or(result.trip);
    if took > allowed || (speaks && result.is_killed) {
        let expected = format!("timeout after {limit:?}, reported by the solver");
        let came = format!("{} after {took:.1?}", result.answer_text());
        return failed(name.into(), fault(item, &expected, &came, result.line.clone()));
    }
    let geometry = item.problem.geometry_name();
    let how = if result.is_killed { ", killed" } else { "" };
    ok(name, format!("{limit:?} on {geometry}, stopped after {took:.1?}{how}"))
}

/// A malformed line does not end the session.
fn malformed_line(suite: &mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>> {
    let name = "a malformed line";
    if !suite.runner.send_malformed("good morning, solver") {
        return Ok(Some(vec![skipped(name, "only for solvers that speak the protocol")]));
    }
    Ok(suite.easy_again(name).map(|check| vec![check]))
}

/// What must not change when a puzzle is repeated.
type Figures = (Status, Count, Option<AnyAnswer>, Option<AnyAnswer>, Vec<(Counter, u64)>);

fn figures(result: &TrialResult, is_stateful: bool) -> Figures {
    let (status, solutions) = (result.row.status, result.row.solutions.clone());
    let outcome = result.outcome.clone().filter(|_| !is_stateful);
    let (first, second) = outcome.map_or((None, None), |outcome| (outcome.first, outcome.second));
    let counted = if is_stateful { Vec::new() } else { result.counted.clone() };
    (status, solutions, first, second, counted)
}

fn counters(counted: &[(Counter, u64)]) -> String {
    counted.iter().map(|(counter, value)| format!(" {}={value}", counter.name())).collect()
}

fn expected(task: Task, solutions: u64, limit: u64) -> Status {
    match (task, solutions) {
        (_, 0) => Status::Impossible,
        (Task::Count, n) if n < limit => Status::Counted,
        (Task::Count, _) => Status::Limited,
        (Task::First, _) => Status::Solved,
        (Task::Unique, 1) => Status::Unique,
        (Task::Unique, _) => Status::Multiple,
    }
}

fn describe(status: Status, solutions: &Count) -> String {
    match status {
        Status::Counted | Status::Limited => format!("{} {solutions}", status.name()),
        _ => status.name().into(),
    }
}
