//! The terminal output of a run in progress: messages and a progress bar.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{HumanCount, ProgressState, ProgressStyle};
use record::Task;
use record::plain_text::plain_lines;

use crate::progress_line::{self, ProgressLine};

/// The interval for redrawing the bar when solutions are counted.
const TICK: Duration = Duration::from_millis(200);

/// The interval otherwise: whoever draws takes time from what is measured.
const MEASURED_TICK: Duration = Duration::from_secs(1);

/// Standard error: messages, and a progress bar if it is a terminal.
#[derive(Clone, Debug)]
pub struct Console {
    line: Arc<ProgressLine>,
    trials_per_puzzle: u64,
    found: Arc<AtomicU64>,
}

impl Console {
    /// Creates a console whose bar counts trials. If solutions are counted, the bar shows their number,
    /// too, since one trial may take long.
    pub fn new(trials_per_puzzle: usize, task: Task) -> Self {
        let found = Arc::new(AtomicU64::new(0));
        let so_far = found.clone();
        let keys = |style: ProgressStyle| {
            style.with_key("found", move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{}", HumanCount(so_far.load(Ordering::Relaxed)));
            })
        };
        let trials = "{bar:30} {human_pos}/{human_len} trials, {rate}, {eta} left";
        let counting = "{bar:30} {human_pos}/{human_len} trials, {elapsed}, {found} solutions";
        let line = match task {
            Task::Count => ProgressLine::new(None, counting, TICK, keys),
            _ => ProgressLine::new(None, trials, MEASURED_TICK, keys),
        };
        Self { line: Arc::new(line), trials_per_puzzle: trials_per_puzzle as u64, found }
    }

    /// Returns the counter of the solutions found.
    pub fn found(&self) -> &AtomicU64 {
        &self.found
    }

    /// Prints a line.
    pub fn print(&self, message: &str) {
        // If standard error is closed, nobody reads the message.
        progress_line::above(|| drop(writeln!(io::stderr(), "{}", plain_lines(message))));
    }

    /// Advances the bar by a number of trials.
    pub fn advance(&self, trials: usize) {
        self.line.advance(trials as u64);
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.line.end();
    }

    /// Sets the number of puzzles.
    pub(super) fn set_puzzles(&self, puzzles: u64) {
        self.line.set_total(puzzles * self.trials_per_puzzle);
    }
}
