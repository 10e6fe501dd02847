//! What a run says while it goes on: messages, and a bar.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use record::Task;

/// How often the bar of a count is drawn, however long its trials take.
const TICK: Duration = Duration::from_millis(200);

/// Standard error: messages, and a bar of puzzles while it is a terminal.
#[derive(Clone, Debug)]
pub struct Console {
    bar: ProgressBar,
    trials_per_puzzle: u64,
    found: Arc<AtomicU64>,
}

impl Console {
    /// A console whose bar counts trials, and the solutions where they are what is asked for: one
    /// puzzle may have many, and its trial be long.
    pub fn new(trials_per_puzzle: usize, task: Task) -> Self {
        let (bar, found) = (ProgressBar::no_length(), Arc::new(AtomicU64::new(0)));
        let trials = "{bar:30} {human_pos}/{human_len} trials, {rate}, {eta} left";
        let counting = "{bar:30} {human_pos}/{human_len} trials, {elapsed}, {found} solutions";
        let template = if task == Task::Count { counting } else { trials };
        if let Ok(style) = ProgressStyle::with_template(template) {
            let so_far = found.clone();
            let style =
                style.with_key("found", move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
                    let _ = write!(out, "{}", HumanCount(so_far.load(Ordering::Relaxed)));
                });
            bar.set_style(style.with_key(
                "rate",
                |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                    let _ = write!(out, "{}", rate(state.per_sec()));
                },
            ));
        }
        if task == Task::Count {
            bar.enable_steady_tick(TICK);
        }
        Self { bar, trials_per_puzzle: trials_per_puzzle as u64, found }
    }

    /// Counts the solutions that are found.
    pub fn found(&self) -> &AtomicU64 {
        &self.found
    }

    /// Prints a line.
    pub fn say(&self, message: &str) {
        // Nobody is left to tell when standard error is closed.
        self.bar.suspend(|| drop(writeln!(io::stderr(), "{message}")));
    }

    /// So many trials are done.
    pub fn advance(&self, trials: usize) {
        self.bar.inc(trials as u64);
    }

    /// The bar goes away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// There are so many puzzles.
    pub(super) fn set_puzzles(&self, puzzles: u64) {
        self.bar.set_length(puzzles * self.trials_per_puzzle);
    }
}

/// A rate for people: no more digits than can be read while it changes.
fn rate(per_second: f64) -> String {
    match per_second {
        _ if !per_second.is_finite() => "–/s".into(),
        _ if per_second < 10.0 => format!("{per_second:.1}/s"),
        _ => format!("{}/s", HumanCount(per_second.round() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_no_more_digits_than_are_read() {
        assert_eq!(rate(1_710.373), "1,710/s");
        assert_eq!(rate(12.5), "13/s");
        assert_eq!(rate(0.25), "0.2/s");
        assert_eq!(rate(f64::INFINITY), "–/s");
    }
}
