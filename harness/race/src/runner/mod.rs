//! Workers take blocks of puzzles and turn trials into rows.
//!
//! Each worker is pinned to a core if possible, and keeps its own solvers for all its blocks. It runs
//! the passes of a block in the order of the plan. The rows of a repetition are cross-checked and
//! written together when the repetition ends. Long repetitions are also written every
//! [`FLUSH_INTERVAL`], so that a run that is killed loses little.

mod block;
mod child;
mod console;
mod in_process;
mod pass_parts;
mod raw_lines;
mod rounds;
mod row_buffer;
pub mod rows;
mod serve;
mod stopwatch;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use record::manifest::{ClockCosts, Fresh, Order};
use record::{Aggregate, Row};
use solvers::{Backend, LineResult};

pub use self::block::{Block, BlockPart, Blocks};
use self::child::ChildExecutor;
pub use self::child::check_start;
pub use self::child::exchange::{Exchange, ExchangeEnd, NextStep};
pub use self::console::Console;
use self::in_process::InProcess;
use self::pass_parts::TimingGroups;
pub use self::rounds::{Round, RoundSchedule};
use self::row_buffer::RowBuffer;
use self::rows::RowContext;
pub use self::serve::serve;
use crate::certify::Certifier;
use crate::corpus::CorpusItem;
use crate::entrant::{Entrant, Isolation, ProcessKind};
use crate::executor::{Executor, Failure, Measurement, PassContext};
use crate::external;
use crate::isomorphs::Isomorphs;
use crate::journal::{CompletedTrials, TrialKey};
use crate::machine::{pauses, pin};
use crate::plan::{Pass, Plan};
use crate::problem::AnyAnswer;
use crate::puzzles::PuzzleTable;

/// The maximum time that rows wait for the rest of their repetition.
pub const FLUSH_INTERVAL: Duration = Duration::from_secs(5);

/// Receives finished rows.
pub trait Sink {
    /// Writes `n_rows` rows as CSV, in the order of the plan within a block.
    ///
    /// # Errors
    /// Fails if they cannot be written, which ends the run.
    fn write(&mut self, n_rows: usize, csv: &[u8]) -> anyhow::Result<()>;

    /// Adds trials of a backend for which no rows are written.
    fn aggregate(&mut self, backend: &'static str, aggregate: &Aggregate);

    /// Receives the rows of a block and a repetition, after they were cross-checked and written.
    fn judged(&mut self, rows: &[Row]);

    /// Returns the next round of a run that has rounds, after all rows of the previous one were judged; `None` at its
    /// end.
    fn next_round(&mut self) -> Option<Round> {
        None
    }
}

/// A sink that all workers share.
pub type SharedSink<'a> = Mutex<dyn Sink + Send + 'a>;

/// What all workers of a run share.
pub struct Race<'a> {
    /// The plan of the run.
    pub plan: &'a Plan,
    /// The id of the run.
    pub run_id: &'a str,
    /// The cost of the clocks.
    pub costs: ClockCosts,
    /// The trials that are already done, if the run is resumed.
    pub done: &'a CompletedTrials,
    /// Receives the puzzles of a block before any of its rows. `None` if puzzles are not written.
    pub puzzles: Option<&'a PuzzleTable>,
    /// The source of the blocks.
    pub blocks: &'a Mutex<Blocks>,
    /// The rounds, if the run stops when the order of the backends is decided.
    pub rounds: Option<RoundSchedule>,
    /// The destination of the rows.
    pub sink: &'a SharedSink<'a>,
    /// The core that each worker was pinned to, if any. It has one element per worker.
    pub cores: &'a Mutex<Vec<Option<usize>>>,
    /// Ends the run when set. Interrupted trials leave no row.
    pub cancel: &'a AtomicBool,
    /// Counts the solutions found, including those of unfinished trials.
    pub found: &'a AtomicU64,
}

impl Race<'_> {
    /// Runs the plan over all blocks.
    ///
    /// # Errors
    /// Fails if a corpus cannot be read further or a row cannot be written. Rows already written
    /// remain.
    pub fn run(&self) -> anyhow::Result<()> {
        crate::executor::panics::silence_caught_panics();
        pauses::watch();
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

    /// Returns the context of every pass.
    fn context(&self) -> PassContext<'_> {
        PassContext {
            plan: self.plan,
            cancel: self.cancel,
            found: Some(self.found),
            observer: None,
        }
    }
}

/// A thread of the run, with its own solvers.
struct Worker<'w, 'a> {
    race: &'w Race<'a>,
    index: usize,
    /// A copy for this worker: updating the count of a shared one would make workers wait for each
    /// other.
    run_id: Arc<str>,
    executors: Vec<Box<dyn Executor>>,
    /// For each backend, whether it runs on the present block.
    needed: Arc<[bool]>,
    isomorphs: Isomorphs,
    certifier: Option<Certifier<'w>>,
    buffer: RowBuffer,
    /// A buffer for the results of raw lines.
    solved: Vec<LineResult>,
}

/// Creates the executor of an entrant.
pub fn executor(entrant: &Entrant, costs: ClockCosts, isolation: &Isolation) -> Box<dyn Executor> {
    let backend = entrant.backend;
    match &entrant.process {
        ProcessKind::Own => Box::new(InProcess::new(backend, costs)),
        ProcessKind::Child => Box::new(ChildExecutor::new(backend, costs, isolation)),
        ProcessKind::External(program) => external::executor(backend, program, isolation, costs),
    }
}

/// A row that is to be certified after its pass.
struct PendingRow {
    /// Its index among the rows of the block.
    row: usize,
    /// The index of its item in the pass.
    item: usize,
    /// The first solution found.
    answer: Option<AnyAnswer>,
}

impl<'w, 'a> Worker<'w, 'a> {
    fn new(race: &'w Race<'a>, index: usize) -> Self {
        let executor = |entrant| executor(entrant, race.costs, &race.plan.isolation);
        let executors: Vec<_> = race.plan.backends.iter().map(executor).collect();
        let needed = vec![true; executors.len()].into();
        let isomorphs = Isomorphs::new(race.plan);
        let certifier = Certifier::new(race.plan, race.cancel);
        let buffer = RowBuffer::new(race.plan.summary_only);
        let (run_id, solved) = (race.run_id.into(), Vec::new());
        Self { race, index, run_id, executors, needed, isomorphs, certifier, buffer, solved }
    }

    fn work(&mut self) -> anyhow::Result<()> {
        if let Some(rounds) = &self.race.rounds {
            return self.work_in_rounds(rounds);
        }
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
        if raw_lines::is_applicable(plan) {
            return self.run_without_rows(block, first);
        }
        let items = block.parts.into_iter().flat_map(BlockPart::items);
        let items =
            if self.has_fresh_items() { items.collect() } else { self.isomorphs.of(items, 0) };
        self.run_items(block.index, first, &items)
    }

    /// Runs consecutive items of a block. `first` is the position of their first trial in the plan.
    fn run_items(&mut self, block: usize, first: u64, items: &[CorpusItem]) -> anyhow::Result<()> {
        if let Some(puzzles) = self.race.puzzles.filter(|_| !self.has_fresh_items()) {
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

    /// Runs passes until every backend has had its repetitions and its time. The rows of each
    /// repetition are cross-checked and written together.
    fn run_passes(&mut self, block: usize, items: &[CorpusItem]) -> anyhow::Result<()> {
        let plan = self.race.plan;
        let repetitions = plan.repetitions;
        let mut spent = vec![Duration::ZERO; plan.backends.len()];
        for rep in repetitions.first()..=repetitions.max {
            let items = self.items_of(items, rep);
            self.append_fresh(&items)?;
            let items: Vec<&CorpusItem> = items.iter().collect();
            for pass in plan.passes(block, rep) {
                let lacks_time = repetitions.min_time.is_some_and(|t| spent[pass.backend] < t);
                let is_over = rep > repetitions.min && !lacks_time;
                if self.is_cancelled() || is_over || !self.needed[pass.backend] {
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

    /// Runs all repetitions of a backend on a puzzle before those on the next puzzle.
    fn run_batch(&mut self, block: usize, items: &[CorpusItem]) -> anyhow::Result<()> {
        let plan = self.race.plan;
        let needed = plan.passes(block, 0).into_iter().filter(|pass| self.needed[pass.backend]);
        for (place, Pass { backend, .. }) in needed.collect::<Vec<_>>().into_iter().enumerate() {
            for item in items {
                for rep in plan.repetitions.first()..=plan.repetitions.min {
                    if self.is_cancelled() {
                        return Ok(());
                    }
                    let items = self.items_of(std::slice::from_ref(item), rep);
                    if place == 0 {
                        self.append_fresh(&items)?;
                    }
                    let items: Vec<&CorpusItem> = items.iter().collect();
                    self.run_pass(&Pass { backend, rep }, &items)?;
                }
            }
        }
        Ok(())
    }

    /// Returns whether each repetition has other isomorphs.
    fn has_fresh_items(&self) -> bool {
        self.race.plan.is_fresh(Fresh::Isomorph)
    }

    /// Returns the items of a repetition: the same in all of them, or isomorphs that are new.
    fn items_of<'i>(&mut self, items: &'i [CorpusItem], rep: u32) -> Cow<'i, [CorpusItem]> {
        if !self.has_fresh_items() {
            return Cow::Borrowed(items);
        }
        Cow::Owned(self.isomorphs.of(items.iter().cloned(), rep))
    }

    /// Appends the isomorphs of a repetition to the puzzles of the run. The other items are there already.
    fn append_fresh(&self, items: &[CorpusItem]) -> anyhow::Result<()> {
        match self.race.puzzles.filter(|_| self.has_fresh_items()) {
            Some(puzzles) => puzzles.append(items),
            None => Ok(()),
        }
    }

    /// Runs one backend once over the items, except for trials that are already done.
    fn run_pass(&mut self, pass: &Pass, items: &[&CorpusItem]) -> anyhow::Result<()> {
        let (race, buffer) = (self.race, &mut self.buffer);
        let entrant = &race.plan.backends[pass.backend];
        let backend = &entrant.backend;
        let first = buffer.order;
        buffer.order += items.len() as u64;
        let is_done = |item: &CorpusItem| {
            race.done.contains(|| TrialKey::new(backend.id, item, pass.rep, race.plan.invocation))
        };
        let (orders, to_do): (Vec<u64>, Vec<&CorpusItem>) =
            (first..).zip(items.iter().copied()).filter(|(_, item)| !is_done(item)).unzip();
        let (mut end, mut fault, mut waiting) = (Ok(()), None, Vec::new());
        let (run_id, worker) = (&self.run_id, self.index);
        let mut groups = TimingGroups::default();
        let mut report = |index: usize, measurement: &Measurement| {
            if let Err(Failure::Harness(message)) = &measurement.answer {
                // No row says that of a backend. The run can be continued.
                race.cancel.store(true, Ordering::Relaxed);
                fault.get_or_insert_with(|| message.clone());
                return;
            }
            let order = orders[index];
            let group = measurement.times.group_size.map(|size| groups.first_of(order, size));
            let row_context = RowContext { run_id, order, worker, group };
            let row = buffer.push(race.plan, pass, to_do[index], measurement, &row_context);
            let Some(row) = row else { return };
            if race.plan.certify {
                // Certification is untimed, so it waits until the pass is over.
                let outcome = measurement.answer.as_ref().ok();
                let answer = outcome.and_then(|outcome| outcome.first.clone());
                waiting.push(PendingRow { row, item: index, answer });
            } else if end.is_ok() {
                end = buffer.flush_if_late(race.plan, race.sink);
            }
        };
        let executor = &mut *self.executors[pass.backend];
        pass_parts::run(entrant, executor, &to_do, &race.context(), &mut report);
        self.certify(backend, &to_do, waiting)?;
        end?;
        if let Some(fault) = fault {
            self.buffer.finish(race.plan, race.sink)?;
            anyhow::bail!("{fault}; --resume continues the run");
        }
        self.buffer.flush_if_late(race.plan, race.sink)
    }

    /// Certifies rows of a pass. If the run is cancelled, the remaining rows are dropped; they are run
    /// again when the run is resumed.
    fn certify(
        &mut self,
        backend: &Backend,
        items: &[&CorpusItem],
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

/// Locks a mutex. If another holder panicked, the data is still valid, since it is never left
/// half-written.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
