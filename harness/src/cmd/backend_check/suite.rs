//! The checks, in the order in which they are made.
//!
//! An entrant may refuse: a geometry or a task that it does not take, and a hard puzzle that it
//! does not get through in its time, are skipped. It may not be wrong, and it may not break.

use std::time::Duration;

use race::corpus::Item;
use race::external::{IMPLAUSIBLE_COUNTERS, IMPLAUSIBLE_TIME, PRINTED};
use race::problem::AnyAnswer;
use record::manifest::Mode;
use record::{Granularity, Status, Task};
use solvers::Counter;

use super::asking::{Asked, Asker, COUNT};
use super::puzzles::{CASES, Case, EASY, Puzzles, SEVERAL, VAST};
use super::report::{Check, Fault, failed, fault, ok, skipped, summed_up, word};

/// What an entrant may be late beyond the limit and a tenth of it: starting is in it, too.
const GRACE: Duration = Duration::from_millis(500);

/// More solutions than are counted within any limit.
const BEYOND: u64 = 1_000_000_000_000_000;

/// Some checks; nothing when they were interrupted.
pub(super) type Step = fn(&mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>>;

/// All of them.
pub(super) const STEPS: &[Step] =
    &[easy, cases, stopped_count, again, time_limit, garbage, |suite| Ok(Some(suite.overheard()))];

/// An entrant, and what is known of it by now.
pub(super) struct Suite<'a> {
    asker: Asker<'a>,
    puzzles: Puzzles,
    /// Those that its row takes.
    tasks: Vec<Task>,
    /// The puzzles that it answered, and the tasks.
    answered: Vec<(Item, Task)>,
    /// The lines that are not of the protocol.
    stray: Vec<String>,
    /// A time that does not fit its round trip, and where.
    lie: Option<Fault>,
    /// Counters that contradict each other, and where.
    contradiction: Option<Fault>,
    /// How many of its times were its own.
    reported_times: usize,
    pub(super) version: String,
}

/// How an answer to a known puzzle is to be taken.
enum Judged {
    Right(String),
    Skipped(String),
    Wrong(Fault),
}

impl<'a> Suite<'a> {
    pub(super) fn new(asker: Asker<'a>) -> Self {
        Self {
            tasks: asker.tasks(),
            asker,
            puzzles: Puzzles::default(),
            answered: Vec::new(),
            stray: Vec::new(),
            lie: None,
            contradiction: None,
            reported_times: 0,
            version: String::new(),
        }
    }

    /// Asks, and keeps in mind what else was heard.
    fn ask(&mut self, item: &Item, task: Task, max_solutions: u64) -> Option<Asked> {
        let asked = self.asker.ask(item, task, max_solutions)?;
        self.version = asked.row.version.to_string();
        self.reported_times += usize::from(asked.row.granularity == Some(Granularity::Solve));
        let note = asked.note.as_deref().unwrap_or_default();
        if let Some((_, printed)) = note.split_once(PRINTED) {
            self.stray.push(printed.trim().into());
        }
        if note.contains(IMPLAUSIBLE_TIME)
            && self.lie.is_none()
            && self.is_lie(item, task, max_solutions)
        {
            let expected = "half of the round trip, but for some milliseconds, or more";
            self.lie = Some(fault(item, expected, note, asked.line.clone()));
        }
        if note.contains(IMPLAUSIBLE_COUNTERS) && self.contradiction.is_none() {
            let expected = "counters that a search can have";
            self.contradiction = Some(fault(item, expected, note, asked.line.clone()));
        }
        Some(asked)
    }

    /// Whether a time is not plausible when the same is asked again, either: a busy machine may have held
    /// the program up once.
    fn is_lie(&mut self, item: &Item, task: Task, max_solutions: u64) -> bool {
        (0..2).all(|_| {
            let asked = self.asker.ask(item, task, max_solutions);
            let note = asked.and_then(|asked| asked.note);
            note.is_some_and(|note| note.contains(IMPLAUSIBLE_TIME))
        })
    }

    /// Asks a puzzle with every task that is taken, up to the first answer that is wrong.
    fn case(&mut self, case: &Case) -> anyhow::Result<Option<Check>> {
        if case.geometry == "x" && self.asker.mode() == Some(Mode::Lines) {
            return Ok(Some(skipped(case.name, "a line does not tell the geometry")));
        }
        let item = self.puzzles.item(case)?;
        let (mut right, mut skipped) = (Vec::new(), Vec::new());
        for task in self.tasks.clone() {
            let Some(asked) = self.ask(&item, task, COUNT) else { return Ok(None) };
            match self.judge(case, &item, task, COUNT, &asked) {
                Judged::Wrong(fault) => {
                    let name = format!("{}, {}", case.name, word(task));
                    return Ok(Some(failed(name, fault)));
                }
                Judged::Right(detail) => {
                    right.push(detail);
                    self.answered.push((item.clone(), task));
                }
                Judged::Skipped(why) => skipped.push((task, why)),
            }
        }
        Ok(Some(summed_up(case.name, &right, skipped)))
    }

    fn judge(&self, case: &Case, item: &Item, task: Task, limit: u64, asked: &Asked) -> Judged {
        let row = &asked.row;
        let solutions = case.solutions.unwrap_or(u64::MAX);
        let expected = expected(task, solutions, limit);
        let is_lines = self.asker.mode() == Some(Mode::Lines);
        match row.status {
            Status::Unsupported => {
                return Judged::Skipped(row.error.clone().unwrap_or_default());
            }
            // All that a line can claim is a grid.
            Status::Unknown | Status::Impossible if is_lines && solutions == 0 => {
                return Judged::Right("no grid".into());
            }
            Status::Unknown | Status::Impossible if is_lines && case.geometry != "classic9" => {
                return Judged::Skipped("no grid came".into());
            }
            Status::Unknown if case.is_hard && asked.gave_up() => {
                return Judged::Skipped(row.error.clone().unwrap_or_default());
            }
            Status::Stuck => return Judged::Skipped("stuck".into()),
            Status::Timeout if case.is_hard => return Judged::Skipped("timeout".into()),
            _ => {}
        }
        let is_counted = task != Task::Count || row.solutions == solutions.min(limit);
        let shows_two = asked
            .outcome
            .as_ref()
            .is_some_and(|outcome| outcome.first.is_some() && outcome.second.is_some());
        let is_shown = row.status != Status::Multiple || shows_two;
        if row.status == expected && !row.is_failure() && is_counted && is_shown {
            return Judged::Right(told(row.status, row.solutions));
        }
        let mut wanted = told(expected, solutions.min(limit));
        if expected == Status::Multiple {
            wanted += " with two different grids, the other in second=";
        }
        Judged::Wrong(fault(item, &wanted, &asked.came(), asked.line.clone()))
    }

    /// What was heard beside the answers.
    fn overheard(&mut self) -> Vec<Check> {
        let stray = match self.stray.first() {
            None => ok("stray output", "none"),
            Some(line) => ok("stray output", format!("noted, it counts for nothing: {line}")),
        };
        let name = "own times";
        let times = match self.lie.take() {
            Some(fault) => failed(name.into(), fault),
            None if self.asker.mode() != Some(Mode::Protocol) => skipped(name, "the clock is ours"),
            None if self.reported_times == 0 => skipped(name, "it tells none"),
            None => ok(name, "plausible beside the round trip"),
        };
        let name = "counters";
        let counters = match self.contradiction.take() {
            Some(fault) => failed(name.into(), fault),
            None if self.asker.mode() != Some(Mode::Protocol) => skipped(name, "they are ours"),
            None => ok(name, "they do not contradict each other"),
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

    /// Asks the easiest puzzle that it has answered.
    fn easy_again(&mut self, name: &str) -> Option<Check> {
        let Some((item, task)) = self.answered.first().cloned() else {
            return Some(skipped(name, "it has answered nothing"));
        };
        let asked = self.ask(&item, task, COUNT)?;
        if asked.row.status.is_answer() && !asked.row.is_failure() {
            return Some(ok(name, "it answers the next puzzle"));
        }
        let fault = fault(&item, "an answer as before", &asked.came(), asked.line.clone());
        Some(failed(name.into(), fault))
    }
}

/// The easiest of all, the first to be asked.
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

/// A count ends where it is told to.
fn stopped_count(suite: &mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>> {
    const LIMIT: u64 = 10;
    let name = "count up to 10";
    let item = suite.puzzles.item(&SEVERAL)?;
    let Some(asked) = suite.ask(&item, Task::Count, LIMIT) else { return Ok(None) };
    let check = match suite.judge(&SEVERAL, &item, Task::Count, LIMIT, &asked) {
        Judged::Right(detail) => ok(name, detail),
        Judged::Skipped(why) => skipped(name, why),
        Judged::Wrong(fault) => failed(name.into(), fault),
    };
    Ok(Some(vec![check]))
}

/// The same puzzle twice in a row, and once more behind another.
fn again(suite: &mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>> {
    let name = "the same puzzle again";
    let hard = suite.answered.iter().find(|(item, _)| &*item.name == "hard");
    let Some((item, task)) = hard.or(suite.answered.first()).cloned() else {
        return Ok(Some(vec![skipped(name, "it has answered nothing")]));
    };
    let other = suite.answered.iter().find(|(other, _)| other.hash != item.hash).cloned();
    let Some(first) = suite.ask(&item, task, COUNT) else { return Ok(None) };
    let is_stateful = suite.asker.is_stateful();
    let mut check = ok(name, if is_stateful { "same answer" } else { "same answer and counters" });
    for between in [None, other] {
        if let Some((other, task)) = between
            && suite.ask(&other, task, COUNT).is_none()
        {
            return Ok(None);
        }
        let Some(next) = suite.ask(&item, task, COUNT) else { return Ok(None) };
        if figures(&first, is_stateful) != figures(&next, is_stateful) {
            let shown = |asked: &Asked| format!("{}{}", asked.came(), counters(&asked.counted));
            let fault = fault(&item, &shown(&first), &shown(&next), next.line.clone());
            check = failed(name.into(), fault);
        }
    }
    Ok(Some(vec![check]))
}

/// A search that has no end ends in time, and it is ready for the next puzzle.
fn time_limit(suite: &mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>> {
    let name = "time limit";
    // To count is the longest; a program may have refused it.
    let mut tasks = suite.answered.iter().map(|(_, task)| *task);
    let task = tasks.find(|task| *task == Task::Count).unwrap_or(Task::First);
    let mut check = skipped(name, "it takes no vast puzzle");
    let is_lines = suite.asker.mode() == Some(Mode::Lines);
    for case in VAST {
        // So that the start of a program is not in the time.
        if suite.easy_again(name).is_none() {
            return Ok(None);
        }
        let item = suite.puzzles.item(case)?;
        let Some(asked) = suite.ask(&item, task, BEYOND) else { return Ok(None) };
        check = match asked.row.status {
            Status::Unsupported => continue,
            Status::Timeout => ended(suite, &item, &asked),
            Status::Stuck => skipped(name, "it got stuck before it was over"),
            // No grid: it does not know the geometry.
            Status::Unknown | Status::Impossible if is_lines => continue,
            status if status.is_answer() && task != Task::Count => {
                skipped(name, format!("it answered {} before it was over", status.name()))
            }
            _ if asked.gave_up() => skipped(name, "it gave up before it was over"),
            _ => {
                let fault = fault(&item, "timeout", &asked.came(), asked.line.clone());
                failed(name.into(), fault)
            }
        };
        break;
    }
    let next = suite.easy_again("after the time limit");
    Ok(next.map(|next| vec![check, next]))
}

fn ended(suite: &Suite<'_>, item: &Item, asked: &Asked) -> Check {
    let name = "time limit";
    let limit = suite.asker.limit();
    let allowed = limit + limit / 10 + GRACE;
    let speaks = suite.asker.mode() == Some(Mode::Protocol);
    let wall = asked.row.wall_ns.map(Duration::from_nanos).filter(|_| !speaks);
    let took = wall.unwrap_or(asked.trip);
    if took > allowed || (speaks && asked.is_killed) {
        let expected = format!("timeout after {limit:?}, told by itself");
        let came = format!("{} after {took:.1?}", asked.came());
        return failed(name.into(), fault(item, &expected, &came, asked.line.clone()));
    }
    let geometry = item.problem.geometry_name();
    let how = if asked.is_killed { ", it had to be killed" } else { "" };
    ok(name, format!("{limit:?} on {geometry}, ended after {took:.1?}{how}"))
}

/// A line that is no message does not end the session.
fn garbage(suite: &mut Suite<'_>) -> anyhow::Result<Option<Vec<Check>>> {
    let name = "a line that is no message";
    if !suite.asker.interject("good morning, solver") {
        return Ok(Some(vec![skipped(name, "only for programs that speak the protocol")]));
    }
    Ok(suite.easy_again(name).map(|check| vec![check]))
}

/// What must not change when a puzzle is asked again.
type Figures = (Status, u64, Option<AnyAnswer>, Option<AnyAnswer>, Vec<(Counter, u64)>);

fn figures(asked: &Asked, is_stateful: bool) -> Figures {
    let (status, solutions) = (asked.row.status, asked.row.solutions);
    let outcome = asked.outcome.clone().filter(|_| !is_stateful);
    let (first, second) = outcome.map_or((None, None), |outcome| (outcome.first, outcome.second));
    let counted = if is_stateful { Vec::new() } else { asked.counted.clone() };
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

fn told(status: Status, solutions: u64) -> String {
    match status {
        Status::Counted | Status::Limited => format!("{} {solutions}", status.name()),
        _ => status.name().into(),
    }
}
