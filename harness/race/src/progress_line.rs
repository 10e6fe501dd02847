//! The progress of something that takes long: a line on standard error with an estimate of the time left.
//!
//! It appears after a second, and only on a terminal that can move its cursor, so that nothing of it gets into a pipe
//! or a file. It is erased when it is dropped, and by [`erase`] when Ctrl-C ends the program. Whatever else is printed
//! on standard error meanwhile is printed by [`above`].

use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Read};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
    WeakProgressBar,
};

/// What ends sooner has no line.
const DELAY: Duration = Duration::from_secs(1);

/// The interval at which the time is updated.
const TICK: Duration = Duration::from_millis(200);

/// All lines, so that others can be printed above them.
static LINES: Mutex<Vec<WeakProgressBar>> = Mutex::new(Vec::new());

/// A line of progress.
#[derive(Debug)]
pub struct ProgressLine {
    bar: ProgressBar,
    /// Shows the line after the delay, unless the sender is dropped before.
    shower: Mutex<Option<(Sender<()>, JoinHandle<()>)>>,
}

impl ProgressLine {
    /// Returns a bar for `total` things, whose name is `what`.
    pub fn of(total: u64, what: &str) -> Self {
        let template = format!("{{bar:20}} {{human_pos}}/{{human_len}} {what}, {{pace}}{{msg}}");
        Self::new(Some(total), &template, TICK, |style| style.with_key("pace", write_pace))
    }

    /// Returns a bar for things whose number is not known, with the time so far.
    pub fn counting(what: &str) -> Self {
        let template = format!("{{spinner}} {{human_pos}} {what}, {{rate}}, {{elapsed}}");
        Self::new(None, &template, TICK, |style| style)
    }

    /// Returns a bar for `total` bytes that are being read.
    pub fn of_bytes(total: u64, what: &str) -> Self {
        let template = format!("{{bar:20}} {{bytes}} of {{total_bytes}} {what}, {{eta}} left");
        Self::new(Some(total), &template, TICK, |style| style)
    }

    /// Returns the time so far of something whose end cannot be estimated.
    pub fn waiting(what: &str) -> Self {
        Self::new(None, &format!("{{spinner}} {what}, {{elapsed}}{{msg}}"), TICK, |style| style)
    }

    /// Returns a line that is never shown.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), shower: Mutex::default() }
    }

    /// Returns a line of this template, redrawn after each `tick`. `{rate}` is a rate with few digits; `keys` adds
    /// others.
    pub(crate) fn new(
        total: Option<u64>,
        template: &str,
        tick: Duration,
        keys: impl FnOnce(ProgressStyle) -> ProgressStyle,
    ) -> Self {
        if !can_show() {
            return Self::hidden();
        }
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(keys(style.with_key("rate", write_rate)));
        }
        let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        lines.retain(|line| line.upgrade().is_some());
        lines.push(bar.downgrade());
        drop(lines);
        let (end, ended) = mpsc::channel();
        let shown = bar.clone();
        let thread = thread::spawn(move || {
            if ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(tick);
            }
        });
        Self { bar, shower: Mutex::new(Some((end, thread))) }
    }

    /// Advances by `n` things.
    pub fn advance(&self, n: u64) {
        self.bar.inc(n);
    }

    /// Sets the number of things that are done.
    pub fn set_done(&self, n: u64) {
        self.bar.set_position(n);
    }

    /// Sets the number of all things.
    pub fn set_total(&self, total: u64) {
        self.bar.set_length(total);
    }

    /// Appends a text to the line.
    pub fn say(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Counts the bytes that are read from `input`.
    pub fn reading<R: Read + Send>(&self, input: R) -> impl Read + Send + use<R> {
        self.bar.wrap_read(input)
    }

    /// Erases the line.
    pub fn end(&self) {
        let shower = self.shower.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((end, thread)) = shower {
            drop(end);
            // It cannot panic.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.end();
    }
}

/// Prints something on standard error, above the line of progress if there is one.
pub fn above<R>(print: impl FnOnce() -> R) -> R {
    match shown().pop() {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Erases all lines, before the program is ended.
pub fn erase() {
    shown().iter().for_each(ProgressBar::finish_and_clear);
}

fn shown() -> Vec<ProgressBar> {
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    lines.iter().filter_map(WeakProgressBar::upgrade).collect()
}

/// Returns whether standard error is a terminal that can move its cursor.
pub fn can_show() -> bool {
    io::stderr().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

fn write_rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // A template is written to a string.
    let _ = out.write_str(&rate(state.per_sec()));
}

/// Writes the rate and the time left, or the time so far before the first thing is done, when nothing can be estimated.
fn write_pace(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // A template is written to a string.
    let _ = match state.pos() {
        0 => write!(out, "{:#} so far", HumanDuration(state.elapsed())),
        _ => write!(out, "{}, {:#} left", rate(state.per_sec()), HumanDuration(state.eta())),
    };
}

/// Formats a rate with as many digits as can be read while it changes.
fn rate(per_second: f64) -> String {
    let mut text = String::new();
    let _ = match per_second {
        _ if !per_second.is_finite() => write!(text, "–/s"),
        _ if per_second < 10.0 => write!(text, "{per_second:.1}/s"),
        _ => write!(text, "{}/s", HumanCount(per_second.round() as u64)),
    };
    text
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
