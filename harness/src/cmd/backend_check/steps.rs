//! The steps of the suite, in order: those on which others depend come first.

use std::time::Duration;

use board::Count;
use race::corpus::CorpusItem;
use race::executor::Failure;
use race::problem::AnyAnswer;
use record::manifest::Mode;
use record::{Status, Task};
use solvers::Counter;

use super::labels::Labels;
use super::phrases;
use super::puzzles::{CASES, Case, EASY, HUGE, SEVERAL};
use super::report::{Check, Outcome, failed, fault, ok, skipped, without_trial};
use super::suite::{Judgement, Suite};
use crate::cli::Language;
use crate::cmd::advice::{Mistake, check_name, classify, without_task};
use crate::cmd::trial::{COUNT, TrialResult};

/// The tolerance beyond the time limit and a tenth of it; it includes the start of a process.
const GRACE: Duration = Duration::from_millis(500);

/// More solutions than can be counted in any time.
const UNREACHABLE: u64 = 1_000_000_000_000_000;

/// The checks of a step; `None` if interrupted.
type Checks = anyhow::Result<Option<Vec<Check>>>;

/// A step of the suite.
pub(super) struct Step {
    /// The names of its checks, without tasks. Empty if the names are those of puzzles.
    names: &'static [&'static str],
    /// Whether all steps after it depend on it.
    pub(super) is_needed: bool,
    run: fn(&mut Suite<'_>, &Wanted) -> Checks,
}

/// Which checks are wanted: those whose names contain a text.
pub(super) struct Wanted(Option<String>);

/// The steps of the suite.
pub(super) const STEPS: &[Step] = &[
    Step { names: &["hello"], is_needed: true, run: hello },
    Step { names: &["easy", "easy 4x4"], is_needed: true, run: easy },
    Step { names: &[], is_needed: false, run: cases },
    Step { names: &["colouring"], is_needed: false, run: |suite, _| colouring(suite) },
    Step { names: &["count up to 10"], is_needed: false, run: |suite, _| stopped_count(suite) },
    Step { names: &["the same puzzle again"], is_needed: false, run: |suite, _| again(suite) },
    Step {
        names: &["time limit", "after the time limit"],
        is_needed: false,
        run: |suite, _| time_limit(suite),
    },
    Step { names: &["a malformed line"], is_needed: false, run: |suite, _| malformed_line(suite) },
    Step {
        names: &["stray output", "own times", "counters", "answers"],
        is_needed: false,
        run: |suite, _| Ok(Some(other_output(suite))),
    },
];

impl Wanted {
    /// Reads a part of the name of a check, in English or as a report in French prints it.
    ///
    /// # Errors
    /// When no check has such a name.
    pub(super) fn new(only: Option<&str>, language: Language) -> anyhow::Result<Self> {
        let wanted = Self(only.map(|name| without_task(name).to_owned()));
        let steps = STEPS.iter().flat_map(|step| step.names).copied();
        let names: Vec<&str> = steps.chain(CASES.iter().map(|case| case.name)).collect();
        let is_known = names.iter().any(|name| wanted.contains(name));
        let printed = names.iter().map(|&name| (Labels::of(language).name)(name));
        anyhow::ensure!(
            is_known,
            "no check is called {:?}: expected a part of {}",
            only.unwrap_or_default(),
            printed.collect::<Vec<_>>().join(", ")
        );
        Ok(wanted)
    }

    fn contains(&self, name: &str) -> bool {
        let is_in = |text: &String| name.contains(text) || check_name(name).contains(text);
        self.0.as_ref().is_none_or(is_in)
    }
}

impl Step {
    /// Runs the step if it is wanted, or if others depend on it.
    pub(super) fn run(&self, suite: &mut Suite<'_>, wanted: &Wanted) -> Checks {
        let is_wanted =
            self.names.is_empty() || self.names.iter().any(|name| wanted.contains(name));
        if is_wanted || self.is_needed { (self.run)(suite, wanted) } else { Ok(Some(Vec::new())) }
    }

    /// Returns whether the steps after it cannot succeed, given its checks.
    pub(super) fn blocks(&self, checks: &[Check]) -> bool {
        let is = |outcome| move |check: &Check| check.result == outcome;
        self.is_needed
            && checks.iter().any(is(Outcome::Failed))
            && !checks.iter().any(is(Outcome::Ok))
    }
}

/// The program starts and says hello.
fn hello(suite: &mut Suite<'_>, _: &Wanted) -> Checks {
    if suite.runner.mode() != Some(Mode::Protocol) {
        return Ok(Some(Vec::new()));
    }
    let Some(greeted) = suite.runner.greet() else { return Ok(None) };
    let check = match greeted {
        Ok(()) => ok("hello", suite.runner.name()),
        Err(start) => {
            let (none, expected) = (suite.say(phrases::NONE_SO_FAR), suite.say(phrases::HELLO));
            let came = match &start.failure {
                Failure::Crashed(message) | Failure::Memout(message) => message,
                Failure::Unknown(message) | Failure::Unsupported(message) => message,
                Failure::Harness(message) => message,
                Failure::Timeout | Failure::Stopped => suite.say(phrases::NOTHING),
            };
            let mistake = classify::start(&start);
            let came = phrases::no_hello(suite.language, &mistake, came);
            failed("hello".into(), without_trial(none.into(), expected, &came))
                .advised(Some(mistake), suite.language)
        }
    };
    Ok(Some(vec![check]))
}

/// The easy puzzles come first.
fn easy(suite: &mut Suite<'_>, _: &Wanted) -> Checks {
    let mut checks = Vec::new();
    for case in EASY {
        let Some(check) = suite.case(case)? else { return Ok(None) };
        checks.push(check);
    }
    Ok(Some(checks))
}

fn cases(suite: &mut Suite<'_>, wanted: &Wanted) -> Checks {
    let cases = CASES.iter().filter(|case| wanted.contains(case.name));
    cases.map(|case| suite.case(case)).collect()
}

/// A ring of five vertices has a colouring.
fn colouring(suite: &mut Suite<'_>) -> Checks {
    let name = "colouring";
    let item = suite.puzzles.ring()?;
    let Some(result) = suite.run(&item, Task::First, 1) else { return Ok(None) };
    let colours = result.row.colours.unwrap_or_default();
    Ok(Some(vec![match result.row.status {
        Status::Unsupported => skipped(name, suite.say(phrases::NO_GRAPHS)),
        Status::Stuck => skipped(name, "stuck"),
        Status::Solved => {
            suite.answered.push((item, Task::First));
            ok(name, suite.with(phrases::COLOURED, colours))
        }
        _ => {
            let mistake = suite.mistake(None, &item, &result);
            let came = result.answer_text(suite.language);
            let fault = fault(&item, suite.say(phrases::COLOURING), &came, &result);
            failed(name.into(), fault).advised(mistake, suite.language)
        }
    }]))
}

/// A count stops at its limit.
fn stopped_count(suite: &mut Suite<'_>) -> Checks {
    const LIMIT: u64 = 10;
    let name = "count up to 10";
    let item = suite.puzzles.item(&SEVERAL)?;
    let Some(result) = suite.run(&item, Task::Count, LIMIT) else { return Ok(None) };
    let check = match suite.judge(&SEVERAL, &item, Task::Count, LIMIT, &result) {
        Judgement::Pass(detail) => ok(name, detail),
        Judgement::Skipped(why) => skipped(name, why),
        Judgement::Fail(fault) => {
            let mistake = suite.mistake(SEVERAL.solutions, &item, &result);
            failed(name.into(), fault).advised(mistake, suite.language)
        }
    };
    Ok(Some(vec![check]))
}

/// Returns the same puzzle twice in a row, and once more after another one.
fn again(suite: &mut Suite<'_>) -> Checks {
    let name = "the same puzzle again";
    let hard = suite.answered.iter().find(|(item, _)| &*item.name == "hard");
    let Some((item, task)) = hard.or(suite.answered.first()).cloned() else {
        return Ok(Some(vec![skipped(name, suite.say(phrases::NO_ANSWER_YET))]));
    };
    let other = suite.answered.iter().find(|(other, _)| other.hash != item.hash).cloned();
    let Some(first) = suite.run(&item, task, COUNT) else { return Ok(None) };
    let is_stateful = suite.runner.is_stateful();
    let same = if is_stateful { phrases::SAME_ANSWER } else { phrases::SAME_COUNTERS };
    let mut check = ok(name, suite.say(same));
    for between in [None, other] {
        if let Some((other, task)) = between
            && suite.run(&other, task, COUNT).is_none()
        {
            return Ok(None);
        }
        let Some(next) = suite.run(&item, task, COUNT) else { return Ok(None) };
        if figures(&first, is_stateful) != figures(&next, is_stateful) {
            let shown = |result: &TrialResult| {
                format!("{}{}", result.answer_text(suite.language), counters(&result.counted))
            };
            let fault = fault(&item, &shown(&first), &shown(&next), &next);
            check = failed(name.into(), fault).advised(Some(Mistake::Remembers), suite.language);
        }
    }
    Ok(Some(vec![check]))
}

/// An endless search stops at the time limit, and the next puzzle is answered. On a busy machine, an honest program may
/// be late, but hardly three times in a row.
fn time_limit(suite: &mut Suite<'_>) -> Checks {
    let mut check = endless_search(suite)?;
    for _ in 0..2 {
        if check.as_ref().is_some_and(|check| check.result == Outcome::Failed) {
            check = endless_search(suite)?;
        }
    }
    let Some(check) = check else { return Ok(None) };
    let name = "after the time limit";
    let next = match check.result {
        Outcome::Skipped => Some(skipped(name, suite.say(phrases::NOT_REACHED))),
        Outcome::Ok | Outcome::Failed => suite.easy_again(name),
    };
    Ok(next.map(|next| vec![check, next]))
}

fn endless_search(suite: &mut Suite<'_>) -> anyhow::Result<Option<Check>> {
    let name = "time limit";
    // Counting takes longest, but may be unsupported.
    let mut tasks = suite.answered.iter().map(|(_, task)| *task);
    let task = tasks.find(|task| *task == Task::Count).unwrap_or(Task::First);
    let mut check = skipped(name, suite.say(phrases::NO_HUGE_PUZZLE));
    let is_lines = suite.runner.mode() == Some(Mode::Lines);
    let cases: Vec<&Case> = HUGE.iter().filter(|case| suite.states_board(case)).collect();
    for case in cases {
        // This excludes the start of a process from the time.
        if suite.easy_again(name).is_none() {
            return Ok(None);
        }
        let item = suite.puzzles.item(case)?;
        let Some(result) = suite.run(&item, task, UNREACHABLE) else { return Ok(None) };
        check = match result.row.status {
            Status::Unsupported => continue,
            Status::Timeout => ended(suite, &item, &result),
            Status::Stuck => skipped(name, suite.say(phrases::STUCK)),
            // Without a grid, it may not support the geometry.
            Status::Unknown | Status::Impossible if is_lines => continue,
            status if status.is_answer() && task != Task::Count => {
                skipped(name, suite.with(phrases::ANSWERED, status.name()))
            }
            _ if result.gave_up() => skipped(name, suite.say(phrases::GAVE_UP)),
            _ => {
                let came = result.answer_text(suite.language);
                failed(name.into(), fault(&item, "timeout", &came, &result))
            }
        };
        break;
    }
    Ok(Some(check))
}

fn ended(suite: &Suite<'_>, item: &CorpusItem, result: &TrialResult) -> Check {
    let name = "time limit";
    let limit = suite.runner.limit();
    let allowed = limit + limit / 10 + GRACE;
    let speaks = suite.runner.mode() == Some(Mode::Protocol);
    let wall = result.row.wall_ns.map(Duration::from_nanos).filter(|_| !speaks);
    let trip = result.row.trip_ns.map(Duration::from_nanos);
    let took = wall.or(trip).unwrap_or(result.trip);
    if took > allowed || (speaks && result.is_killed) {
        let expected = suite.with(phrases::REPORTED_TIMEOUT, format!("{limit:?}"));
        let came = phrases::after(suite.language, &result.answer_text(suite.language), took);
        let fault = fault(item, &expected, &came, result);
        return failed(name.into(), fault).advised(Some(Mistake::NoTimeLimit), suite.language);
    }
    let geometry = item.problem.geometry_name();
    ok(name, phrases::stopped(suite.language, [limit, took], geometry, result.is_killed))
}

/// A malformed line does not end the session.
fn malformed_line(suite: &mut Suite<'_>) -> Checks {
    let name = "a malformed line";
    if !suite.runner.send_malformed("good morning, solver") {
        return Ok(Some(vec![skipped(name, suite.say(phrases::NO_PROTOCOL))]));
    }
    let Some(check) = suite.easy_again(name) else { return Ok(None) };
    let mistake = Some(Mistake::EndsAtUnknownLine).filter(|_| check.result == Outcome::Failed);
    Ok(Some(vec![check.advised(mistake, suite.language)]))
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

/// Lines that are not part of the protocol are ignored, but a result that answers no question is a failure.
fn stray_output(suite: &mut Suite<'_>) -> Check {
    let name = "stray output";
    let (check, mistake) = match (suite.stray_result.take(), suite.stray.first()) {
        (Some(fault), _) => (failed(name.into(), fault), Some(Mistake::StrayResult)),
        (None, Some(line)) => {
            (ok(name, suite.with(phrases::IGNORED, line)), Some(Mistake::Stray(line.clone())))
        }
        (None, None) => (ok(name, suite.say(phrases::NO_STRAY_OUTPUT)), None),
    };
    check.advised(mistake, suite.language)
}

/// Returns the checks of output other than answers.
fn other_output(suite: &mut Suite<'_>) -> Vec<Check> {
    let stray = stray_output(suite);
    let name = "own times";
    let times = match suite.implausible_time.take() {
        Some(fault) => failed(name.into(), fault),
        None if suite.runner.mode() != Some(Mode::Protocol) => {
            skipped(name, suite.say(phrases::MEASURED_HERE))
        }
        None if suite.reported_times == 0 => skipped(name, suite.say(phrases::NO_TIMES)),
        None => ok(name, suite.say(phrases::PLAUSIBLE_TIMES)),
    };
    let name = "counters";
    let counters = match suite.contradiction.take() {
        Some(fault) => failed(name.into(), fault),
        None if suite.runner.mode() != Some(Mode::Protocol) => {
            skipped(name, suite.say(phrases::NO_COUNTERS))
        }
        None => ok(name, suite.say(phrases::CONSISTENT)),
    };
    let mut checks = vec![stray, times, counters];
    let has_solved = suite.answered.iter().any(|(item, _)| item.problem.puzzle().is_some());
    // A solver of graphs alone says so in its hello.
    if suite.answered.is_empty() || suite.has_refused && !has_solved {
        let (expected, came) = (suite.say(phrases::SOME_ANSWER), suite.say(phrases::REFUSALS));
        let fault = without_trial(suite.say(phrases::ALL).into(), expected, came);
        checks.push(failed("answers".into(), fault));
    }
    checks
}
