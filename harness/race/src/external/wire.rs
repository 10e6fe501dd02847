//! Items to questions of the line protocol, findings to answers, and back: what a child tells, the
//! parent knows.

use std::time::Duration;

use board::{Puzzle, SymbolSet};
use record::Task;
use solvers::logic::table::technique;
use solvers::{Backend, Counter, Counters, Outcome, Phases, Stop};

use crate::corpus::Item;
use crate::description;
use crate::executor::{Failure, Finding, Times, nanoseconds};
use crate::external::protocol::{Answer, Said, Solve};
use crate::plan::Plan;
use crate::problem::{AnyOutcome, AnyProblem};

/// What asks for an item, on the geometry that was announced under a number.
pub(crate) fn solve(id: u64, item: &Item, geometry: u64, plan: &Plan, peak: bool) -> Solve {
    let puzzle = item.problem.puzzle();
    Solve {
        id,
        puzzle: puzzle.map_or_else(|| item.problem.open_text(), description::of_puzzle),
        geometry,
        task: item.asked(plan.task),
        limit_ns: plan.timeout.map(nanoseconds),
        limit_nodes: plan.node_limit,
        limit_rounds: plan.round_limit,
        limit_solutions: Some(plan.solution_limit()),
        marks: puzzle.and_then(description::marks),
        peak,
    }
}

/// What a child says of a finding.
pub(crate) fn answer(
    id: u64,
    task: Task,
    backend: &Backend,
    problem: &AnyProblem,
    finding: &Finding,
) -> Answer {
    let mut answer = match &finding.answer {
        Ok(outcome) => {
            let mut answer = Answer::new(id, said(task, outcome));
            let text = |answer| problem.standard_text_of(answer);
            answer.first = outcome.first.as_ref().and_then(text);
            answer.second = outcome.second.as_ref().and_then(text);
            answer.solutions = Some(outcome.solutions);
            answer.stop = Some(outcome.stop);
            let bits = |set: &SymbolSet| set.bits();
            let left = |left: &Puzzle| left.allowed().iter().map(bits).collect();
            answer.left = outcome.partial.as_ref().map(left);
            let count = |&(id, count): &(&str, u64)| (id.to_owned(), count);
            answer.techniques = outcome.techniques.iter().map(count).collect();
            let count = |&counter: &Counter| (counter, outcome.counters.get(counter));
            answer.counters = backend.counts.iter().map(count).collect();
            answer.encode_ns = outcome.phases.encode.map(nanoseconds);
            answer.solve_ns = outcome.phases.solve.map(nanoseconds);
            answer.decode_ns = outcome.phases.decode.map(nanoseconds);
            answer
        }
        Err(failure) => without_answer(id, failure),
    };
    if let Some(apart) = finding.apart {
        let count = |&counter: &Counter| (counter, apart.get(counter));
        answer.counters.extend(backend.counts_traced.iter().map(count));
    }
    answer.wall_ns = finding.times.wall_ns;
    answer.wall_error_ns = finding.times.wall_error_ns;
    answer.cpu_ns = finding.times.cpu_ns;
    answer.granularity = finding.times.granularity;
    answer.group_size = finding.times.group_size;
    answer.setup_ns = finding.times.setup.map(nanoseconds);
    answer.peak_bytes = finding.peak_bytes;
    answer
}

fn without_answer(id: u64, failure: &Failure) -> Answer {
    let (said, message) = match failure {
        Failure::Unsupported(reason) => (Said::Unsupported, Some(reason)),
        Failure::Crashed(message) | Failure::Memout(message) => (Said::Crashed, Some(message)),
        Failure::Unknown(message) => (Said::Unknown, Some(message)),
        Failure::Timeout => (Said::Timeout, None),
    };
    Answer { error: message.cloned(), ..Answer::new(id, said) }
}

/// The finding that an answer tells of.
pub(crate) fn finding(answer: &Answer, backend: &Backend, problem: &AnyProblem) -> Finding {
    let result = match answer.said {
        Said::Unsupported => Err(Failure::Unsupported(message(answer, "it takes no such puzzle"))),
        Said::Crashed => Err(Failure::Crashed(message(answer, "it says that it crashed"))),
        _ => outcome(answer, backend, problem).map_err(Failure::Unknown),
    };
    let traced = |(counter, _): &&(Counter, u64)| backend.counts_traced.contains(counter);
    let is_traced = answer.counters.iter().any(|pair| traced(&pair));
    Finding {
        note: answer.error.clone().filter(|_| result.is_ok()),
        answer: result,
        apart: is_traced.then(|| counters(answer.counters.iter().filter(traced))),
        times: Times {
            setup: answer.setup_ns.map(Duration::from_nanos),
            wall_ns: answer.wall_ns,
            wall_error_ns: answer.wall_error_ns,
            cpu_ns: answer.cpu_ns,
            granularity: answer.granularity,
            group_size: answer.group_size,
        },
        peak_bytes: answer.peak_bytes,
        outside: None,
        line: None,
    }
}

/// The outcome that an answer tells of; what is wrong with it, if it tells of none.
fn outcome(answer: &Answer, backend: &Backend, problem: &AnyProblem) -> Result<AnyOutcome, String> {
    if let Some(flaw) = answer.flaw() {
        return Err(flaw);
    }
    let (stop, solutions) = match (answer.said, answer.stop) {
        (_, Some(stop)) => (stop, answer.solutions.unwrap_or(0)),
        (Said::Solved, _) => (Stop::SolutionLimit, 1),
        (Said::Unique, _) => (Stop::Exhausted, 1),
        (Said::Multiple, _) => (Stop::SolutionLimit, answer.solutions.unwrap_or(2).max(2)),
        (Said::Impossible, _) => (Stop::Exhausted, 0),
        (Said::Counted, _) => (Stop::Exhausted, answer.solutions.ok_or("counted, but not told")?),
        (Said::Limited, _) => (Stop::SolutionLimit, answer.solutions.ok_or("not told")?),
        (Said::Timeout, _) => (Stop::Deadline, answer.solutions.unwrap_or(0)),
        (Said::Nodeout, _) => (Stop::NodeLimit, answer.solutions.unwrap_or(0)),
        (Said::Roundout, _) => (Stop::RoundLimit, answer.solutions.unwrap_or(0)),
        (Said::Stuck, _) => (Stop::Stuck, 0),
        _ => return Err(message(answer, "it gave up")),
    };
    let read =
        |text: &Option<String>| text.as_ref().map(|text| problem.read_standard(text)).transpose();
    let counted = |(counter, _): &&(Counter, u64)| backend.counts.contains(counter);
    Ok(Outcome {
        solutions,
        first: read(&answer.first)?,
        second: read(&answer.second)?,
        partial: left(answer, problem)?,
        techniques: techniques(answer),
        counters: counters(answer.counters.iter().filter(counted)),
        phases: Phases {
            encode: answer.encode_ns.map(Duration::from_nanos),
            solve: answer.solve_ns.map(Duration::from_nanos),
            decode: answer.decode_ns.map(Duration::from_nanos),
        },
        ..Outcome::ended(stop)
    })
}

/// What each cell may still take.
fn left(answer: &Answer, problem: &AnyProblem) -> Result<Option<Puzzle>, String> {
    let (Some(marks), Some(puzzle)) = (&answer.left, problem.puzzle()) else { return Ok(None) };
    description::to_puzzle("", Some(marks), puzzle.geometry()).map(Some)
}

/// The counts of the techniques that have a name here.
fn techniques(answer: &Answer) -> Vec<(&'static str, u64)> {
    let known = |(id, count): &(String, u64)| Some((technique(id)?.id, *count));
    answer.techniques.iter().filter_map(known).collect()
}

fn counters<'a>(pairs: impl Iterator<Item = &'a (Counter, u64)>) -> Counters {
    let mut counters = Counters::default();
    pairs.for_each(|&(counter, value)| *counters.get_mut(counter) = value);
    counters
}

fn said(task: Task, outcome: &AnyOutcome) -> Said {
    match (outcome.stop, task, outcome.solutions) {
        (Stop::Deadline, ..) => Said::Timeout,
        (Stop::NodeLimit, ..) => Said::Nodeout,
        (Stop::RoundLimit, ..) => Said::Roundout,
        (Stop::Stuck, _, 0) => Said::Stuck,
        (Stop::Stuck, ..) => Said::Solved,
        (Stop::Exhausted, _, 0) => Said::Impossible,
        (Stop::Exhausted, Task::Unique, 1) => Said::Unique,
        (Stop::Exhausted, Task::Count, _) => Said::Counted,
        (Stop::Exhausted | Stop::SolutionLimit, Task::Unique, 2..) => Said::Multiple,
        (Stop::Exhausted | Stop::SolutionLimit, Task::First, 1..) => Said::Solved,
        (Stop::SolutionLimit, Task::Count, _) => Said::Limited,
        _ => Said::Unknown,
    }
}

fn message(answer: &Answer, otherwise: &str) -> String {
    answer.error.clone().unwrap_or_else(|| otherwise.into())
}
