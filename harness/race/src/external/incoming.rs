//! The standard output of a process, line by line, in bounded memory.
//!
//! A thread reads chunks of at most [`CHUNK`] bytes, and blocks while [`MAX_QUEUED`] of them are queued.
//! The receiver splits the chunks into lines. So the receiver can enforce a deadline while a line is
//! still incomplete, and rejects a line that is too long before it is in memory.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The size of a chunk, in bytes.
const CHUNK: usize = 64 * 1024;

/// The number of chunks that may be queued before the process blocks on its output.
const MAX_QUEUED: usize = 16;

/// The maximum length of a line, in bytes, unless it is raised.
pub(super) const LONGEST_LINE: usize = 4 << 20;

/// What arrived from a process within a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A line, without its terminator.
    Line(String),
    /// A line that is longer than this many bytes. The rest of it is not read.
    TooLong(usize),
    /// Nothing.
    Silence,
    /// The standard output is closed.
    End,
}

/// The lines of a pipe.
#[derive(Debug)]
pub(super) struct Incoming {
    chunks: Receiver<Vec<u8>>,
    /// The bytes that have arrived and have not been returned.
    held: Vec<u8>,
    /// The start of the next line in `held`.
    start: usize,
    /// The end of the part of `held` that is known to contain no line end.
    searched: usize,
    longest_line: usize,
}

impl Incoming {
    /// Starts a thread that reads a pipe to its end.
    ///
    /// # Errors
    /// Fails if the thread cannot be started.
    pub(super) fn new(pipe: Option<impl Read + Send + 'static>) -> io::Result<Self> {
        let (sender, chunks) = mpsc::sync_channel(MAX_QUEUED);
        if let Some(pipe) = pipe {
            thread::Builder::new().spawn(move || read(pipe, &sender))?;
        }
        let (held, longest_line) = (Vec::new(), LONGEST_LINE);
        Ok(Self { chunks, held, start: 0, searched: 0, longest_line })
    }

    /// Raises the maximum length of a line.
    pub(super) fn allow_line_length(&mut self, bytes: usize) {
        self.longest_line = self.longest_line.max(bytes);
    }

    /// Returns the next line if it arrives in time.
    pub(super) fn receive(&mut self, patience: Duration) -> Received {
        let start = Instant::now();
        loop {
            if let Some(line) = self.line() {
                return Received::Line(line);
            }
            if self.held.len() - self.start > self.longest_line {
                return Received::TooLong(self.longest_line);
            }
            match self.chunks.recv_timeout(patience.saturating_sub(start.elapsed())) {
                Ok(chunk) => self.hold(&chunk),
                Err(RecvTimeoutError::Timeout) => return Received::Silence,
                Err(RecvTimeoutError::Disconnected) => return self.rest(),
            }
        }
    }

    /// Returns the line that has begun to arrive and has no end yet.
    pub(super) fn begun(&self) -> Option<String> {
        let begun = &self.held[self.start..];
        (!begun.is_empty()).then(|| text(begun))
    }

    fn hold(&mut self, chunk: &[u8]) {
        self.held.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.held.extend_from_slice(chunk);
    }

    /// Returns the next complete line.
    fn line(&mut self) -> Option<String> {
        let end = self.held[self.searched..].iter().position(|&byte| byte == b'\n');
        let Some(end) = end.map(|end| self.searched + end) else {
            self.searched = self.held.len();
            return None;
        };
        let line = text(&self.held[self.start..end]);
        (self.start, self.searched) = (end + 1, end + 1);
        Some(line)
    }

    /// Returns the last line, which may lack a terminator, and then the end.
    fn rest(&mut self) -> Received {
        let rest = &self.held[self.start..];
        if rest.is_empty() {
            return Received::End;
        }
        let line = text(rest);
        (self.start, self.searched) = (self.held.len(), self.held.len());
        Received::Line(line)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\r').to_owned()
}

fn read(mut pipe: impl Read, chunks: &SyncSender<Vec<u8>>) {
    let mut chunk = vec![0; CHUNK];
    loop {
        match pipe.read(&mut chunk) {
            Ok(0) => return,
            Ok(size) if chunks.send(chunk[..size].to_vec()).is_ok() => {}
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn incoming(text: &'static str) -> Incoming {
        Incoming::new(Some(text.as_bytes())).expect("a thread")
    }

    #[test]
    fn lines_are_returned_singly_even_if_the_last_is_unterminated() {
        let mut lines = incoming("one\r\n\ntwo\nthr");
        for expected in ["one", "", "two", "thr"] {
            assert_eq!(lines.receive(LONG), Received::Line(expected.into()));
        }
        assert_eq!(lines.receive(LONG), Received::End);
        assert_eq!(lines.receive(LONG), Received::End);
    }

    #[test]
    fn an_endless_line_is_rejected_before_it_is_in_memory() {
        let mut lines = Incoming::new(Some(io::repeat(b'1'))).expect("a thread");
        assert_eq!(lines.receive(LONG), Received::TooLong(LONGEST_LINE));
        assert!(lines.held.len() <= LONGEST_LINE + CHUNK);
    }

    #[test]
    fn an_incomplete_line_does_not_delay_the_deadline() {
        struct Slow;
        impl Read for Slow {
            fn read(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
                thread::sleep(Duration::from_millis(1));
                chunk[0] = b'1';
                Ok(1)
            }
        }
        let mut lines = Incoming::new(Some(Slow)).expect("a thread");
        assert_eq!(lines.receive(Duration::from_millis(20)), Received::Silence);
    }

    #[test]
    fn the_maximum_length_can_be_raised() {
        let mut lines =
            Incoming::new(Some(io::repeat(b'1').take(2 * LONGEST_LINE as u64))).expect("a thread");
        lines.allow_line_length(2 * LONGEST_LINE);
        let Received::Line(line) = lines.receive(LONG) else { panic!("a line") };
        assert_eq!(line.len(), 2 * LONGEST_LINE);
    }
}
