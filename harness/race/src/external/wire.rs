//! Converts items to requests of the line protocol and measurements to answers, and back.

use std::time::Duration;

use board::referee::violations;
use board::{Count, Puzzle, SymbolSet};
use record::Task;
use record::row::nanoseconds;
use solvers::logic::table::technique;
use solvers::{Backend, Counter, Counters, Outcome, Phases, Stop};

use crate::corpus::CorpusItem;
use crate::description;
use crate::executor::{Failure, Measurement, Times};
use crate::external::protocol::{Answer, AnswerStatus, Solve};
use crate::plan::Plan;
use crate::problem::{AnyOutcome, AnyProblem};

/// Creates the request for an item, whose geometry was sent under a number.
pub fn solve(id: u64, item: &CorpusItem, geometry: u64, plan: &Plan, peak: bool) -> Solve {
    let puzzle = item.problem.puzzle();
    Solve {
        id,
        puzzle: puzzle.map_or_else(|| item.problem.open_text(), description::write_puzzle),
        geometry,
        task: item.effective_task(plan.task),
        limit_ns: plan.timeout.map(nanoseconds),
        limit_nodes: plan.node_limit,
        limit_rounds: plan.round_limit,
        limit_solutions: Some(plan.solution_limit()).filter(|&limit| limit < u64::MAX),
        marks: puzzle.and_then(description::marks),
        peak,
    }
}

/// Creates the answer that a child sends for a measurement.
pub fn answer(
    id: u64,
    task: Task,
    backend: &Backend,
    problem: &AnyProblem,
    measurement: &Measurement,
) -> Answer {
    let mut answer = match &measurement.answer {
        Ok(outcome) => {
            of_outcome(Answer::new(id, status(task, outcome)), backend, problem, outcome)
        }
        Err(failure) => without_answer(id, failure),
    };
    if let Some(traced_counters) = measurement.traced_counters {
        let count = |&counter: &Counter| (counter, traced_counters.get(counter));
        answer.counters.extend(backend.counts_traced.iter().map(count));
    }
    answer.wall_ns = measurement.times.wall_ns;
    answer.wall_error_ns = measurement.times.wall_error_ns;
    answer.cpu_ns = measurement.times.cpu_ns;
    answer.granularity = measurement.times.granularity;
    answer.group_size = measurement.times.group_size;
    answer.setup_ns = measurement.times.setup.map(nanoseconds);
    answer.peak_bytes = measurement.peak_bytes;
    answer
}

/// Fills an answer with an outcome.
fn of_outcome(
    answer: Answer,
    backend: &Backend,
    problem: &AnyProblem,
    outcome: &AnyOutcome,
) -> Answer {
    let text = |answer| problem.standard_text_of(answer);
    let left = |left: &Puzzle| left.allowed().map(SymbolSet::bits).collect();
    let technique = |&(id, count): &(&str, u64)| (id.to_owned(), count);
    let counter = |&counter: &Counter| (counter, outcome.counters.get(counter));
    Answer {
        first: outcome.first.as_ref().and_then(text),
        second: outcome.second.as_ref().and_then(text),
        solutions: Some(outcome.count()),
        stop: Some(outcome.stop),
        left: outcome.partial.as_ref().map(left),
        techniques: outcome.techniques.iter().map(technique).collect(),
        counters: backend.counts.iter().map(counter).collect(),
        encode_ns: outcome.phases.encode.map(nanoseconds),
        solve_ns: outcome.phases.solve.map(nanoseconds),
        decode_ns: outcome.phases.decode.map(nanoseconds),
        ..answer
    }
}

fn without_answer(id: u64, failure: &Failure) -> Answer {
    let (status, message) = match failure {
        Failure::Unsupported(reason) => (AnswerStatus::Unsupported, Some(reason)),
        Failure::Crashed(message) | Failure::Memout(message) => {
            (AnswerStatus::Crashed, Some(message))
        }
        Failure::Unknown(message) => (AnswerStatus::Unknown, Some(message)),
        Failure::Timeout | Failure::Stopped => (AnswerStatus::Timeout, None),
        Failure::Harness(message) => (AnswerStatus::Crashed, Some(message)),
    };
    Answer { error: message.cloned(), ..Answer::new(id, status) }
}

/// Creates the measurement that an answer describes.
pub fn measurement(answer: &Answer, backend: &Backend, problem: &AnyProblem) -> Measurement {
    let result = match answer.status {
        AnswerStatus::Unsupported => {
            Err(Failure::Unsupported(message(answer, "it does not support this puzzle")))
        }
        AnswerStatus::Crashed => Err(Failure::Crashed(message(answer, "it reports a crash"))),
        _ => outcome(answer, backend, problem).map_err(Failure::Unknown),
    };
    let traced = |(counter, _): &&(Counter, u64)| backend.counts_traced.contains(counter);
    let is_traced = answer.counters.iter().any(|pair| traced(&pair));
    Measurement {
        note: answer.error.clone().filter(|_| result.is_ok()),
        answer: result,
        traced_counters: is_traced.then(|| counters(answer.counters.iter().filter(traced))),
        times: Times {
            setup: answer.setup_ns.map(Duration::from_nanos),
            wall_ns: answer.wall_ns,
            wall_error_ns: answer.wall_error_ns,
            cpu_ns: answer.cpu_ns,
            granularity: answer.granularity,
            group_size: answer.group_size,
        },
        peak_bytes: answer.peak_bytes,
        external: None,
        line: None,
        silence: None,
        steps: Vec::new(),
    }
}

/// Creates the outcome that an answer describes, or returns what is wrong with it.
fn outcome(answer: &Answer, backend: &Backend, problem: &AnyProblem) -> Result<AnyOutcome, String> {
    if let Some(inconsistency) = answer.inconsistency() {
        return Err(inconsistency);
    }
    let (stop, solutions) = stop_and_solutions(answer)?;
    let read =
        |text: &Option<String>| text.as_ref().map(|text| problem.read_standard(text)).transpose();
    let counted = |(counter, _): &&(Counter, u64)| backend.counts.contains(counter);
    Ok(Outcome {
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
        ..Outcome::ended(stop).with_count(solutions)
    })
}

/// Returns why the search ended and the number of solutions, which our own child processes state and the
/// status of any other program implies.
fn stop_and_solutions(answer: &Answer) -> Result<(Stop, Count), String> {
    let solutions = answer.solutions.clone();
    let lower_bound = || solutions.clone().unwrap_or_default();
    // What a search that was cut off shows, it has found.
    let shown = u64::from(answer.first.is_some()) + u64::from(answer.second.is_some());
    let found = || lower_bound().max(shown.into());
    Ok(match (answer.status, answer.stop) {
        (_, Some(stop)) => (stop, lower_bound()),
        (AnswerStatus::Solved, _) => (Stop::SolutionLimit, Count::ONE),
        (AnswerStatus::Unique, _) => (Stop::Exhausted, Count::ONE),
        (AnswerStatus::Multiple, _) => (Stop::SolutionLimit, lower_bound().max(2.into())),
        (AnswerStatus::Impossible, _) => (Stop::Exhausted, Count::ZERO),
        (AnswerStatus::Counted, _) => {
            (Stop::Exhausted, solutions.ok_or("counted, but without solutions=")?)
        }
        (AnswerStatus::Limited, _) => {
            (Stop::SolutionLimit, solutions.ok_or("limited, but without solutions=")?)
        }
        (AnswerStatus::Timeout, _) => (Stop::Deadline, found()),
        (AnswerStatus::Nodeout, _) => (Stop::NodeLimit, found()),
        (AnswerStatus::Roundout, _) => (Stop::RoundLimit, found()),
        (AnswerStatus::Stuck, _) => (Stop::Stuck, Count::ZERO),
        _ => return Err(message(answer, "it gave up")),
    })
}

/// Returns the remaining candidates. A cell that is filled in the partial grid has its symbol; any other has the
/// candidates that are shown, or else those that the filled cells leave.
fn left(answer: &Answer, problem: &AnyProblem) -> Result<Option<Puzzle>, String> {
    let Some(puzzle) = problem.puzzle() else { return Ok(None) };
    let read = |text: &str, marks| description::parse_puzzle(text, marks, puzzle.geometry());
    let marks = answer.left.as_deref().map(|marks| read("", Some(marks))).transpose()?;
    let Some(text) = &answer.partial else { return Ok(marks) };
    let partial = read(text, None).map_err(|error| format!("partial={text}: {error}"))?;
    let clashes = violations(puzzle.geometry(), &partial.givens()).next().is_some();
    let shown: Vec<SymbolSet> = match marks {
        // The referee is to name the cells that the program filled, and not what follows from them.
        None if clashes => return Ok(Some(partial)),
        Some(marks) => marks.allowed().collect(),
        None => {
            let allowed = puzzle.allowed().zip(partial.candidates());
            allowed.map(|(allowed, left)| allowed & left).collect()
        }
    };
    let cells = partial.allowed().zip(shown).enumerate();
    // A given that is missing stays so, for the referee.
    let is_shown = |cell, set: SymbolSet| set.single().is_some() || puzzle.given(cell).is_some();
    let filled = cells.map(|(cell, (set, left))| if is_shown(cell, set) { set } else { left });
    Ok(Some(Puzzle::from_allowed(puzzle.geometry().clone(), filled.collect())))
}

/// Returns the counts of those techniques that are known here.
fn techniques(answer: &Answer) -> Vec<(&'static str, u64)> {
    let known = |(id, count): &(String, u64)| Some((technique(id)?.id, *count));
    answer.techniques.iter().filter_map(known).collect()
}

fn counters<'a>(pairs: impl Iterator<Item = &'a (Counter, u64)>) -> Counters {
    let mut counters = Counters::default();
    pairs.for_each(|&(counter, value)| *counters.get_mut(counter) = value);
    counters
}

fn status(task: Task, outcome: &AnyOutcome) -> AnswerStatus {
    match (outcome.stop, task, outcome.solutions) {
        (Stop::Deadline, ..) => AnswerStatus::Timeout,
        (Stop::NodeLimit, ..) => AnswerStatus::Nodeout,
        (Stop::RoundLimit, ..) => AnswerStatus::Roundout,
        (Stop::Stuck, _, 0) => AnswerStatus::Stuck,
        (Stop::Stuck, ..) => AnswerStatus::Solved,
        (Stop::Exhausted, _, 0) => AnswerStatus::Impossible,
        (Stop::Exhausted, Task::Unique, 1) => AnswerStatus::Unique,
        (Stop::Exhausted, Task::Count, _) => AnswerStatus::Counted,
        (Stop::Exhausted | Stop::SolutionLimit, Task::Unique, 2..) => AnswerStatus::Multiple,
        (Stop::Exhausted | Stop::SolutionLimit, Task::First, 1..) => AnswerStatus::Solved,
        (Stop::SolutionLimit, Task::Count, _) => AnswerStatus::Limited,
        _ => AnswerStatus::Unknown,
    }
}

fn message(answer: &Answer, otherwise: &str) -> String {
    answer.error.clone().unwrap_or_else(|| otherwise.into())
}
