//! The terminal output of a run in progress: messages and a progress bar.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use record::Task;

/// The interval for redrawing the bar when solutions are counted, whose trials may be long.
const TICK: Duration = Duration::from_millis(200);

/// Standard error: messages, and a progress bar if it is a terminal.
#[derive(Clone, Debug)]
pub struct Console {
    bar: ProgressBar,
    trials_per_puzzle: u64,
    found: Arc<AtomicU64>,
}

impl Console {
    /// Creates a console whose bar counts trials. If solutions are counted, the bar shows their number,
    /// too, since one trial may take long.
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

    /// Returns the counter of the solutions found.
    pub fn found(&self) -> &AtomicU64 {
        &self.found
    }

    /// Prints a line.
    pub fn print(&self, message: &str) {
        // If standard error is closed, nobody reads the message.
        self.bar.suspend(|| drop(writeln!(io::stderr(), "{message}")));
    }

    /// Advances the bar by a number of trials.
    pub fn advance(&self, trials: usize) {
        self.bar.inc(trials as u64);
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Sets the number of puzzles.
    pub(super) fn set_puzzles(&self, puzzles: u64) {
        self.bar.set_length(puzzles * self.trials_per_puzzle);
    }
}

/// Formats a rate with as many digits as can be read while it changes.
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
    fn a_rate_has_only_as_many_digits_as_can_be_read() {
        assert_eq!(rate(1_710.373), "1,710/s");
        assert_eq!(rate(12.5), "13/s");
        assert_eq!(rate(0.25), "0.2/s");
        assert_eq!(rate(f64::INFINITY), "–/s");
    }
}
