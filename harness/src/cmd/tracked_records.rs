//! Puzzles of files, whose progress is shown on a terminal.

use std::vec;

use race::corpus::{RecordEntry, Records};
use race::progress_line::{self, ProgressLine};

/// The size up to which files are read before anything is done with their puzzles, so that these can be counted. Of
/// larger files the share that was read is shown.
const SMALL: u64 = 1 << 20;

/// Puzzles of files, with a line of progress that ends with them.
pub(super) struct TrackedRecords {
    entries: Entries,
    line: ProgressLine,
}

enum Entries {
    Counted(vec::IntoIter<anyhow::Result<RecordEntry>>),
    Streamed(Box<Records>),
}

impl TrackedRecords {
    /// Tracks how many records are taken. `is_shown` is false where the output itself is on the terminal.
    pub(super) fn new(mut records: Records, is_shown: bool) -> Self {
        if !is_shown || !progress_line::can_show() {
            let entries = Entries::Streamed(Box::new(records));
            return Self { entries, line: ProgressLine::hidden() };
        }
        match records.progress().1 {
            Some(total) if total <= SMALL => {
                let mut read = Vec::new();
                while let Some(listed) = records.next()
                    && read.last().is_none_or(anyhow::Result::is_ok)
                {
                    read.push(listed);
                }
                let line = ProgressLine::of(read.len() as u64, "puzzles");
                Self { entries: Entries::Counted(read.into_iter()), line }
            }
            total => {
                let line = match total {
                    Some(total) => ProgressLine::of_bytes(total, "read"),
                    None => ProgressLine::counting("puzzles"),
                };
                Self { entries: Entries::Streamed(Box::new(records)), line }
            }
        }
    }
}

impl Iterator for TrackedRecords {
    type Item = anyhow::Result<RecordEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        let listed = match &mut self.entries {
            Entries::Counted(read) => read.next(),
            Entries::Streamed(records) => {
                let listed = records.next();
                match records.progress() {
                    (done, Some(_)) => self.line.set_done(done),
                    (_, None) => self.line.advance(1),
                }
                return listed;
            }
        };
        self.line.advance(1);
        listed
    }
}
