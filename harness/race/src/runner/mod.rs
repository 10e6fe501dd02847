//! Workers take blocks of puzzles and turn trials into rows.
//!
//! Each worker has a core where the system allows it, and its own solvers, which it keeps over all
//! its blocks. It runs the passes of a block in the order of the plan. The rows of a repetition are
//! written when it is done, judged against each other, or after [`PATIENCE`] when it takes long, so
//! that a run that is killed loses little.

mod block;
mod child;
mod console;
mod in_process;
mod raw_lines;
pub mod rows;
mod serve;
mod shares;
mod stopwatch;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use record::manifest::{ClockCosts, Order};
use record::{Aggregate, Row};
use solvers::{Backend, LineResult};

pub use self::block::{Block, BlockPart, Blocks};
use self::child::ChildExecutor;
pub use self::console::Console;
use self::in_process::InProcess;
use self::rows::RowContext;
pub use self::serve::serve;
use self::shares::{Share, TimingGroups, shares};
use crate::certify::Certifier;
use crate::corpus::Item;
use crate::entrant::{Entrant, Isolation, ProcessKind};
use crate::executor::{Executor, Failure, Measurement, PassContext, Times};
use crate::external;
use crate::isomorphs::Isomorphs;
use crate::journal::{Done, TrialKey};
use crate::machine::pin;
use crate::plan::{Pass, Plan, SAMPLE};
use crate::problem::AnyAnswer;
use crate::puzzles::Puzzles;

/// How long rows may wait for the rest of their block.
pub const FLUSH_INTERVAL: Duration = Duration::from_secs(5);

/// Takes rows as they are finished.
pub trait Sink {
    /// Writes so many rows, as CSV: in the order of the plan within a block.
    ///
    /// # Errors
    /// When they cannot be written; the run ends then.
    fn write(&mut self, n_rows: usize, csv: &[u8]) -> anyhow::Result<()>;

    /// Takes trials of a backend of which no row is written.
    fn aggregate(&mut self, backend: &'static str, aggregate: &Aggregate);

    /// Takes rows that were written, when all verdicts across them are known: those of a block and
    /// a repetition.
    fn judged(&mut self, rows: &[Row]);
}

/// What all workers of a run share.
pub struct Race<'a, S> {
    /// What is run.
    pub plan: &'a Plan,
    /// The run, as its rows name it.
    pub run_id: &'a str,
    /// The cost of the clocks.
    pub costs: ClockCosts,
    /// Trials that are done already, when a run is resumed.
    pub done: &'a Done,
    /// Takes the puzzles of a block before any of its rows; none where no puzzle is written.
    pub puzzles: Option<&'a Puzzles>,
    /// Where the puzzles come from.
    pub blocks: &'a Mutex<Blocks>,
    /// Where the rows go.
    pub sink: &'a Mutex<S>,
    /// Takes the core that each worker was pinned to, where that was possible: one place for each.
    pub cores: &'a Mutex<Vec<Option<usize>>>,
    /// Ends the run when it is set; trials that it interrupts leave no row.
    pub cancel: &'a AtomicBool,
    /// Counts the solutions that are found, also those of trials that are not done yet.
    pub found: &'a AtomicU64,
}

impl<S: Sink + Send> Race<'_, S> {
    /// Runs the plan over all blocks.
    ///
    /// # Errors
    /// When a corpus cannot be read further or a row cannot be written. What was written stays.
    pub fn run(&self) -> anyhow::Result<()> {
        crate::executor::panics::silence_caught_panics();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.plan.jobs)
            .thread_name(|index| format!("worker {index}"))
            .build()
            .context("cannot start the workers")?;
        let ends = pool.broadcast(|context| {
            lock(self.cores)[context.index()] = pin::pin_worker(context.index());
            let end = Worker::new(self, context.index()).work();
            if end.is_err() {
                self.cancel.store(true, Ordering::Relaxed);
            }
            end
        });
        ends.into_iter().collect()
    }
}

impl<S> Race<'_, S> {
    /// What is asked of each puzzle.
    fn context(&self) -> PassContext<'_> {
        PassContext {
            plan: self.plan,
            cancel: self.cancel,
            found: Some(self.found),
            observer: None,
        }
    }
}

/// One thread of the race, with solvers of its own.
struct Worker<'a, S> {
    race: &'a Race<'a, S>,
    index: usize,
    /// A copy of its own: workers that count the uses of one string wait for each other.
    run_id: Arc<str>,
    executors: Vec<Box<dyn Executor>>,
    isomorphs: Isomorphs,
    certifier: Option<Certifier<'a>>,
    buffer: RowBuffer,
    /// Room for what comes of bare lines.
    solved: Vec<LineResult>,
}

/// Who runs the passes of a entrant.
pub fn executor(entrant: &Entrant, costs: ClockCosts, isolation: &Isolation) -> Box<dyn Executor> {
    let backend = entrant.backend;
    match &entrant.process {
        ProcessKind::Own => Box::new(InProcess::new(backend, costs)),
        ProcessKind::Child => Box::new(ChildExecutor::new(backend, costs, isolation)),
        ProcessKind::External(program) => external::executor(backend, program, isolation, costs),
    }
}

/// A row that waits for its pass to be over.
struct PendingRow {
    /// Its place among the rows of the block.
    row: usize,
    /// The place of its item in the pass.
    item: usize,
    /// The first solution that was found.
    answer: Option<AnyAnswer>,
}

/// The rows of a block in progress, those that are written among them. Its memory serves one block
/// after the other.
struct RowBuffer {
    rows: Vec<Row>,
    /// Rows as CSV, on their way to the sink.
    csv: Vec<u8>,
    /// How many of them are written.
    n_written: usize,
    last_write: Instant,
    /// The place of the next trial in the plan.
    order: u64,
    /// Whether only a sample of them is written.
    sampled: bool,
}

impl<'a, S: Sink> Worker<'a, S> {
    fn new(race: &'a Race<'a, S>, index: usize) -> Self {
        let executor = |entrant| executor(entrant, race.costs, &race.plan.isolation);
        let executors = race.plan.backends.iter().map(executor).collect();
        let isomorphs = Isomorphs::new(race.plan);
        let certifier = Certifier::new(race.plan, race.cancel);
        let buffer = RowBuffer::new(race.plan.summary_only);
        let (run_id, solved) = (race.run_id.into(), Vec::new());
        Self { race, index, run_id, executors, isomorphs, certifier, buffer, solved }
    }

    fn work(&mut self) -> anyhow::Result<()> {
        loop {
            let block = lock(self.race.blocks).next_block()?;
            let Some(block) = block.filter(|_| !self.is_cancelled()) else { return Ok(()) };
            self.run_block(block)?;
        }
    }

    fn run_block(&mut self, block: Block) -> anyhow::Result<()> {
        let plan = self.race.plan;
        let trials = block.first as u64 * plan.backends.len() as u64;
        let first = trials * plan.repetitions.passes();
        if let Some(certifier) = &mut self.certifier {
            certifier.begin_block();
        }
        if raw_lines::is_enough(plan) {
            return self.run_raw_parts(block, first);
        }
        let items = self.isomorphs.of(block.parts.into_iter().flat_map(BlockPart::items));
        self.run_items(block.index, first, &items)
    }

    /// Runs the items of a block, or some that follow each other; their first trial has this place in
    /// the plan.
    fn run_items(&mut self, block: usize, first: u64, items: &[Item]) -> anyhow::Result<()> {
        if let Some(puzzles) = self.race.puzzles {
            puzzles.append(items)?;
        }
        self.buffer.begin(first);
        if self.race.plan.order == Order::Batch {
            self.run_batch(block, items)?;
            self.buffer.finish(self.race.plan, self.race.sink)
        } else {
            self.run_passes(block, items)
        }
    }

    /// Pass by pass, until every backend has had its repetitions and its time. The rows of a
    /// repetition are judged together and written.
    fn run_passes(&mut self, block: usize, items: &[Item]) -> anyhow::Result<()> {
        let plan = self.race.plan;
        let repetitions = plan.repetitions;
        let items: Vec<&Item> = items.iter().collect();
        let mut spent = vec![Duration::ZERO; plan.backends.len()];
        for rep in repetitions.first()..=repetitions.max {
            for pass in plan.passes(block, rep) {
                let lacks_time = repetitions.min_time.is_some_and(|t| spent[pass.backend] < t);
                if self.is_cancelled() || (rep > repetitions.min && !lacks_time) {
                    continue;
                }
                let start = Instant::now();
                self.run_pass(&pass, &items)?;
                spent[pass.backend] += start.elapsed();
            }
            self.buffer.finish(self.race.plan, self.race.sink)?;
        }
        Ok(())
    }

    /// Each puzzle again and again, backend by backend.
    fn run_batch(&mut self, block: usize, items: &[Item]) -> anyhow::Result<()> {
        let plan = self.race.plan;
        for Pass { backend, .. } in plan.passes(block, 0) {
            for item in items {
                for rep in plan.repetitions.first()..=plan.repetitions.min {
                    self.run_pass(&Pass { backend, rep }, &[item])?;
                }
            }
        }
        Ok(())
    }

    /// One backend once over the items, except for trials that are done.
    fn run_pass(&mut self, pass: &Pass, items: &[&Item]) -> anyhow::Result<()> {
        let (race, buffer) = (self.race, &mut self.buffer);
        let entrant = &race.plan.backends[pass.backend];
        let backend = &entrant.backend;
        let first = buffer.order;
        buffer.order += items.len() as u64;
        let is_done = |item: &Item| {
            race.done.contains(|| TrialKey::new(backend.id, item, pass.rep, race.plan.invocation))
        };
        let (orders, to_do): (Vec<u64>, Vec<&Item>) =
            (first..).zip(items.iter().copied()).filter(|(_, item)| !is_done(item)).unzip();
        let (mut end, mut waiting) = (Ok(()), Vec::new());
        let (run_id, worker) = (&self.run_id, self.index);
        let mut groups = TimingGroups::default();
        let mut report = |index: usize, measurement: &Measurement| {
            let order = orders[index];
            let group = measurement.times.group_size.map(|size| groups.first_of(order, size));
            let row_context = RowContext { run_id, order, worker, group };
            let row = buffer.push(race.plan, pass, to_do[index], measurement, &row_context);
            let Some(row) = row else { return };
            if race.plan.certify {
                // What is not timed waits until the pass is over.
                let outcome = measurement.answer.as_ref().ok();
                let answer = outcome.and_then(|outcome| outcome.first.clone());
                waiting.push(PendingRow { row, item: index, answer });
            } else if end.is_ok() {
                end = buffer.flush_if_late(race.plan, race.sink);
            }
        };
        let context = race.context();
        for Share { places, refusal } in shares(entrant, race.plan.task, &to_do) {
            let items: Vec<&Item> = places.iter().map(|&place| to_do[place]).collect();
            let mut report =
                |index: usize, measurement: &Measurement| report(places[index], measurement);
            match refusal {
                None => self.executors[pass.backend].pass(&items, &context, &mut report),
                Some(why) => (0..items.len()).for_each(|index| {
                    let failure = Failure::Unsupported(why.into());
                    report(index, &Measurement::failed(failure, Times::default()));
                }),
            }
        }
        self.certify(backend, &to_do, waiting)?;
        end?;
        self.buffer.flush_if_late(race.plan, race.sink)
    }

    /// Certifies rows of a pass. Those that the end of the run comes before are taken back: they come
    /// again when it goes on.
    fn certify(
        &mut self,
        backend: &Backend,
        items: &[&Item],
        waiting: Vec<PendingRow>,
    ) -> anyhow::Result<()> {
        let Some(certifier) = &mut self.certifier else { return Ok(()) };
        for PendingRow { row, item, answer } in waiting {
            let rows = &mut self.buffer.rows;
            certifier.certify(backend, items[item], answer.as_ref(), &mut rows[row])?;
            if self.race.cancel.load(Ordering::Relaxed) {
                rows.truncate(row);
                break;
            }
        }
        Ok(())
    }

    fn is_cancelled(&self) -> bool {
        self.race.cancel.load(Ordering::Relaxed)
    }
}

impl RowBuffer {
    fn new(sampled: bool) -> Self {
        let (rows, csv, last_write) = (Vec::new(), Vec::new(), Instant::now());
        Self { rows, csv, n_written: 0, last_write, order: 0, sampled }
    }

    /// Begins a block whose first trial has this place in the plan.
    fn begin(&mut self, order: u64) {
        self.order = order;
        self.last_write = Instant::now();
    }

    /// Puts the row of a trial behind the others, and tells its place among them; none where the search
    /// was cancelled. A row is large: it is filled where it stays.
    fn push(
        &mut self,
        plan: &Plan,
        pass: &Pass,
        item: &Item,
        measurement: &Measurement,
        row_context: &RowContext<'_>,
    ) -> Option<usize> {
        let entrant = &plan.backends[pass.backend];
        let row = self.rows.len();
        self.rows.push(rows::begun(plan, entrant, pass, item, row_context));
        if rows::fill(&mut self.rows[row], entrant, item, measurement).is_none() {
            self.rows.truncate(row);
            return None;
        }
        Some(row)
    }

    /// Writes what is there, judged as far as that goes.
    fn flush(&mut self, plan: &Plan, sink: &Mutex<impl Sink>) -> anyhow::Result<()> {
        record::verdict::cross_check(&mut self.rows, |id| plan.origin(id));
        let new = &self.rows[self.n_written..];
        let wanted =
            |row: &&Row| !self.sampled || row.plan_order.is_multiple_of(SAMPLE) || row.is_failure();
        self.csv.clear();
        record::to_csv(new.iter().filter(wanted), &mut self.csv)?;
        lock(sink).write(new.len(), &self.csv)?;
        self.n_written = self.rows.len();
        self.last_write = Instant::now();
        Ok(())
    }

    /// Writes what is there, if that was long ago.
    fn flush_if_late(&mut self, plan: &Plan, sink: &Mutex<impl Sink>) -> anyhow::Result<()> {
        if self.last_write.elapsed() > FLUSH_INTERVAL { self.flush(plan, sink) } else { Ok(()) }
    }

    /// Writes the rest, and begins anew.
    fn finish(&mut self, plan: &Plan, sink: &Mutex<impl Sink>) -> anyhow::Result<()> {
        self.flush(plan, sink)?;
        lock(sink).judged(&self.rows);
        self.rows.clear();
        self.n_written = 0;
        Ok(())
    }
}

/// A lock whose holder panicked is still good: what it guards is written whole or not at all.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
