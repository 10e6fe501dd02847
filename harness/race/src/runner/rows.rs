//! Turns measurements into rows.

use std::sync::Arc;

use record::row::nanoseconds;
use record::{Row, Status, Verified};
use solvers::{Counter, Counters, Stop};

use crate::corpus::CorpusItem;
use crate::entrant::Entrant;
use crate::executor::{Failure, Measurement};
use crate::judge::{self, Verdict};
use crate::plan::{Pass, Plan};
use crate::problem::{AnyAnswer, AnyOutcome};
use crate::progress::Progress;

/// What a row states about the position of its trial in the run.
pub struct RowContext<'a> {
    /// The run that it belongs to.
    pub run_id: &'a Arc<str>,
    /// Its position in the plan.
    pub order: u64,
    /// The worker that runs it.
    pub worker: usize,
    /// The position in the plan of the first trial that shares its time, if any do.
    pub group: Option<u64>,
}

/// Creates a row with what is known before the trial.
pub fn begun(
    plan: &Plan,
    entrant: &Entrant,
    pass: &Pass,
    item: &CorpusItem,
    row_context: &RowContext<'_>,
) -> Row {
    Row {
        iso_class: item.class,
        iso_seed: item.iso_seed,
        clues: item.clues,
        level: item.level.clone(),
        backend: entrant.backend.id.into(),
        version: entrant.version(),
        instruction_set: entrant.backend.instruction_set().map(Into::into),
        task: item.effective_task(plan.task),
        rep: pass.rep,
        invocation: plan.invocation,
        plan_order: row_context.order,
        timing_group: row_context.group,
        worker: row_context.worker,
        jobs: plan.jobs,
        isolated: entrant.is_isolated(),
        limit_ns: plan.timeout.map(nanoseconds),
        limit_nodes: plan.node_limit,
        limit_rounds: plan.round_limit,
        ..Row::of(
            row_context.run_id.clone(),
            item.corpus.clone(),
            item.name.clone(),
            item.hash,
            item.problem.shared_geometry_name(),
        )
    }
}

/// Fills a row with the result of its trial. Returns `None` if the search was cancelled and there is to
/// be no row.
pub fn fill(
    row: &mut Row,
    entrant: &Entrant,
    item: &CorpusItem,
    measurement: &Measurement,
) -> Option<()> {
    let backend = &entrant.backend;
    let times = measurement.times;
    row.setup_ns = times.setup.map(nanoseconds);
    row.wall_ns = times.wall_ns;
    row.wall_error_ns = times.wall_error_ns;
    row.timing_group_size = times.group_size;
    row.cpu_ns = times.cpu_ns;
    row.granularity = times.granularity;
    row.peak_bytes = measurement.peak_bytes;
    let mut counts = backend.counts;
    if let Some(external) = &measurement.external {
        row.trip_ns = external.trip_ns;
        counts = &external.counted;
    }
    match &measurement.answer {
        Ok(outcome) => {
            let is_bare_count =
                measurement.external.as_ref().is_some_and(|external| external.is_bare_count);
            let mut verdict = match is_bare_count {
                true => judge::judge_bare_count(item, row.task, outcome)?,
                false => judge::judge(item, row.task, outcome)?,
            };
            if measurement.external.is_some() {
                verdict = judge::judge_partial(item, outcome, verdict);
            }
            fill_answer(row, counts, item, outcome, verdict);
            fill_shown(row, item, measurement);
            if let Some(counters) = &measurement.traced_counters {
                fill_counters(row, backend.counts_traced, counters);
            }
        }
        Err(failure) => (row.status, row.error) = failed(failure),
    }
    refuse_if_late(row);
    if let Some(note) = &measurement.note {
        let with_note = |error: String| format!("{error}; {note}");
        row.error = Some(row.error.take().map_or(note.clone(), with_note));
    }
    Some(())
}

/// Turns an answer after the time limit into a time-out. The row keeps its time. A time that several
/// puzzles share does not show when each was answered, so it is not checked.
fn refuse_if_late(row: &mut Row) {
    let is_late = row.wall_ns.zip(row.limit_ns).is_some_and(|(wall, limit)| wall > limit);
    if is_late && row.status.is_answer() && row.timing_group_size.is_none() {
        row.error = Some(format!("{} after the limit", row.status.name()));
        (row.status, row.verified, row.solution) = (Status::Timeout, Verified::Unchecked, None);
    }
}

/// Returns the status and the error message of a failure.
fn failed(failure: &Failure) -> (Status, Option<String>) {
    match failure {
        Failure::Unsupported(reason) => (Status::Unsupported, Some(reason.clone())),
        Failure::Crashed(message) => (Status::Crashed, Some(message.clone())),
        Failure::Timeout => (Status::Timeout, None),
        Failure::Memout(message) => (Status::Memout, Some(message.clone())),
        Failure::Unknown(message) => (Status::Unknown, Some(message.clone())),
        Failure::Stopped => (
            Status::Timeout,
            Some("its process was stopped by a signal in each of several tries".into()),
        ),
        // Whoever runs trials ends with the message instead.
        Failure::Harness(message) => (Status::Unsupported, Some(message.clone())),
    }
}

fn fill_answer(
    row: &mut Row,
    counts: &[Counter],
    item: &CorpusItem,
    outcome: &AnyOutcome,
    verdict: Verdict,
) {
    let Verdict { status, verified, error, contradicts, solution, symbols } = verdict;
    (row.status, row.verified, row.error) = (status, verified, error);
    (row.contradicts, row.solution, row.symbols) = (contradicts, solution, symbols);
    row.solutions = outcome.count();
    row.encode_ns = outcome.phases.encode.map(nanoseconds);
    row.solve_ns = outcome.phases.solve.map(nanoseconds);
    row.decode_ns = outcome.phases.decode.map(nanoseconds);
    fill_counters(row, counts, &outcome.counters);
    fill_colours(row, outcome);
    if row.status.is_answer() || row.status == Status::Stuck {
        fill_progress(row, item, outcome);
    }
}

/// Fills in how much of a puzzle was solved, and by which techniques.
fn fill_progress(row: &mut Row, item: &CorpusItem, outcome: &AnyOutcome) {
    let progress = |puzzle| Progress::of(puzzle, outcome);
    if let Some(progress) = item.problem.puzzle().and_then(progress) {
        row.filled = Some(progress.filled);
        row.fill_rate = Some(progress.fill_rate());
        row.candidates_removed = Some(progress.removed);
        row.elimination_rate = Some(progress.elimination_rate());
    }
    if !outcome.techniques.is_empty() {
        let count = |&(id, count): &(&str, u64)| (id.to_owned(), count.into());
        let counts: serde_json::Map<_, _> = outcome.techniques.iter().map(count).collect();
        row.techniques = Some(serde_json::Value::Object(counts).to_string());
    }
}

/// Fills in how many cells of a partial grid an external program filled itself.
fn fill_shown(row: &mut Row, item: &CorpusItem, measurement: &Measurement) {
    let filled = measurement.external.as_ref().and_then(|external| external.filled);
    let (Some(filled), Some(puzzle)) =
        (filled.filter(|_| row.filled.is_some()), item.problem.puzzle())
    else {
        return;
    };
    let empty = (puzzle.geometry().cells() - puzzle.clues()) as u64;
    row.filled = Some(filled);
    row.fill_rate = Some(if empty == 0 { 1.0 } else { filled as f64 / empty as f64 });
}

/// Fills in the number of colours of a colouring. It is also the lower bound if the search was
/// exhaustive.
fn fill_colours(row: &mut Row, outcome: &AnyOutcome) {
    let Some(colours) = outcome.first.as_ref().and_then(AnyAnswer::n_colours) else { return };
    row.colours = Some(colours as u64);
    row.colours_at_least = row.colours.filter(|_| outcome.stop == Stop::Exhausted);
}

fn fill_counters(row: &mut Row, filled: &[Counter], counters: &Counters) {
    for &counter in filled {
        let field = match counter {
            Counter::Nodes => &mut row.nodes,
            Counter::Bets => &mut row.bets,
            Counter::Conflicts => &mut row.conflicts,
            Counter::Deductions => &mut row.deductions,
            Counter::Removals => &mut row.removals,
            Counter::Eliminations => &mut row.eliminations,
            Counter::Rounds => &mut row.rounds,
            Counter::Passes => &mut row.passes,
            Counter::Propagations => &mut row.propagations,
            Counter::MaxDepth => &mut row.max_depth,
            Counter::Variables => &mut row.variables,
            Counter::Clauses => &mut row.clauses,
            Counter::Colours => &mut row.colours,
            Counter::RightBets => &mut row.right_bets,
            Counter::WrongBets => &mut row.wrong_bets,
            Counter::Updates => &mut row.updates,
            Counter::Accesses => &mut row.accesses,
            Counter::InputUpdates => &mut row.input_updates,
            Counter::InputAccesses => &mut row.input_accesses,
        };
        *field = Some(counters.get(counter));
    }
}
