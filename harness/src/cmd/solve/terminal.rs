//! Lines typed on a terminal: the rows of a grid, and Enter after a step.
//!
//! They come from standard input if that is a terminal, or else from the controlling terminal, because
//! a puzzle may come through a pipe. A thread reads them, so that Ctrl-C ends the waiting at once.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Context;

/// The interval at which a wait checks for an interruption.
const LOOK: Duration = Duration::from_millis(50);

/// A terminal whose lines are read.
pub(super) struct Terminal {
    lines: Receiver<String>,
}

impl Terminal {
    /// Starts to read.
    ///
    /// # Errors
    /// When there is no terminal.
    pub(super) fn open() -> anyhow::Result<Self> {
        let input: Box<dyn Read + Send> = if io::stdin().is_terminal() {
            Box::new(io::stdin())
        } else {
            let missing = "--pause waits for Enter, and there is no terminal to press it on";
            Box::new(File::open("/dev/tty").context(missing)?)
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(input).lines() {
                if line.is_err() || line.is_ok_and(|line| sender.send(line).is_err()) {
                    return;
                }
            }
        });
        Ok(Self { lines })
    }

    /// Returns the next line; `None` after Ctrl-D, or as soon as `cancel` is set.
    pub(super) fn line(&self, cancel: &AtomicBool) -> Option<String> {
        while !cancel.load(Ordering::Relaxed) {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}
