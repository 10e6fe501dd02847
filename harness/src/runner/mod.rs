//! Stage 3: workers take blocks of puzzles and turn trials into rows.
//!
//! Each worker prepares its own solvers, once for each geometry, and keeps them over all its
//! blocks. A block's rows are written when it is done, judged against each other, or after
//! [`PATIENCE`] when it takes long, so that a run that is killed loses little.

mod block;
mod trial;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;

pub use self::block::{Block, Blocks, Console};
use self::trial::Workshop;
use crate::plan::Plan;
use crate::record::Row;
use crate::verdict;

/// How long rows may wait for the rest of their block.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// Takes rows as they are finished.
pub trait Sink {
    /// Writes rows: in the order of the plan within a block.
    ///
    /// # Errors
    /// When they cannot be written; the run ends then.
    fn write(&mut self, rows: &[Row]) -> anyhow::Result<()>;

    /// Takes a whole block, after the verdicts across its rows.
    fn block(&mut self, rows: &[Row]);
}

/// Runs the plan over all blocks. `cancel` ends it: trials that it interrupts leave no row.
///
/// # Errors
/// When a corpus cannot be read further or a row cannot be written. What was written stays.
pub fn run(
    plan: &Plan,
    run_id: &str,
    blocks: &Mutex<Blocks>,
    sink: &Mutex<impl Sink + Send>,
    cancel: &AtomicBool,
) -> anyhow::Result<()> {
    trial::keep_panics_quiet();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.jobs)
        .thread_name(|index| format!("worker {index}"))
        .build()
        .context("cannot start the workers")?;
    let ends = pool.broadcast(|context| {
        let worker = Worker { plan, run_id, index: context.index(), cancel };
        let end = worker.work(blocks, sink);
        if end.is_err() {
            cancel.store(true, Ordering::Relaxed);
        }
        end
    });
    ends.into_iter().collect()
}

struct Worker<'a> {
    plan: &'a Plan,
    run_id: &'a str,
    index: usize,
    cancel: &'a AtomicBool,
}

impl Worker<'_> {
    fn work(&self, blocks: &Mutex<Blocks>, sink: &Mutex<impl Sink>) -> anyhow::Result<()> {
        let mut workshop = Workshop::default();
        loop {
            let block = lock(blocks).next_block()?;
            let Some(block) = block.filter(|_| !self.cancelled()) else { return Ok(()) };
            self.run_block(&block, &mut workshop, sink)?;
        }
    }

    fn run_block(
        &self,
        block: &Block,
        workshop: &mut Workshop,
        sink: &Mutex<impl Sink>,
    ) -> anyhow::Result<()> {
        let mut rows: Vec<Row> = Vec::with_capacity(block.items.len() * self.plan.backends.len());
        let mut written = 0;
        let mut last_write = Instant::now();
        let first = (block.first * self.plan.backends.len()) as u64;
        let trials = self
            .plan
            .passes(block.index)
            .flat_map(|backend| block.items.iter().map(move |item| (backend, item)));
        for (number, (backend, item)) in trials.enumerate() {
            if self.cancelled() {
                break;
            }
            let Some(mut row) = workshop.trial(self.plan, backend, item, self.cancel) else {
                break;
            };
            row.run_id = self.run_id.into();
            row.order = first + number as u64;
            row.worker = self.index;
            rows.push(row);
            if last_write.elapsed() > PATIENCE {
                verdict::cross_check(&mut rows);
                lock(sink).write(&rows[written..])?;
                written = rows.len();
                last_write = Instant::now();
            }
        }
        verdict::cross_check(&mut rows);
        let mut sink = lock(sink);
        sink.write(&rows[written..])?;
        sink.block(&rows);
        Ok(())
    }

    fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// A lock whose holder panicked is still good: what it guards is written whole or not at all.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
