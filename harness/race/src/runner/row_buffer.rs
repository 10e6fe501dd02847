//! Collects the rows of a repetition, and passes them to the sink together.

use std::borrow::Cow;
use std::time::Instant;

use record::Row;
use record::plain_text::label;

use super::rows::{self, RowContext};
use super::{FLUSH_INTERVAL, SharedSink, lock};
use crate::corpus::CorpusItem;
use crate::executor::Measurement;
use crate::plan::{Pass, Plan, SAMPLE};

/// The rows of the current repetition. The memory is reused for later blocks.
pub(super) struct RowBuffer {
    pub(super) rows: Vec<Row>,
    /// The rows as CSV, before they are passed to the sink.
    csv: Vec<u8>,
    /// The number of rows that have been written.
    n_written: usize,
    last_write: Instant,
    /// The position of the next trial in the plan.
    pub(super) order: u64,
    /// Whether only a sample of the rows is written.
    sampled: bool,
}

impl RowBuffer {
    pub(super) fn new(sampled: bool) -> Self {
        let (rows, csv, last_write) = (Vec::new(), Vec::new(), Instant::now());
        Self { rows, csv, n_written: 0, last_write, order: 0, sampled }
    }

    /// Begins a block. `order` is the position of its first trial in the plan.
    pub(super) fn begin(&mut self, order: u64) {
        self.order = order;
        self.last_write = Instant::now();
    }

    /// Appends the row of a trial and returns its index, or `None` if the search was cancelled. Rows
    /// are large, so they are filled in place.
    pub(super) fn push(
        &mut self,
        plan: &Plan,
        pass: &Pass,
        item: &CorpusItem,
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

    /// Cross-checks and writes the rows that have not been written.
    fn flush(&mut self, plan: &Plan, sink: &SharedSink<'_>) -> anyhow::Result<()> {
        record::verdict::cross_check(&mut self.rows, |id| plan.origin(id));
        // A row is one line, whatever a message says.
        for error in self.rows[self.n_written..].iter_mut().filter_map(|row| row.error.as_mut()) {
            if let Cow::Owned(text) = label(error) {
                *error = text;
            }
        }
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

    /// Flushes if the last flush was long ago.
    pub(super) fn flush_if_late(
        &mut self,
        plan: &Plan,
        sink: &SharedSink<'_>,
    ) -> anyhow::Result<()> {
        if self.last_write.elapsed() > FLUSH_INTERVAL { self.flush(plan, sink) } else { Ok(()) }
    }

    /// Flushes the remaining rows and clears the buffer.
    pub(super) fn finish(&mut self, plan: &Plan, sink: &SharedSink<'_>) -> anyhow::Result<()> {
        self.flush(plan, sink)?;
        lock(sink).judged(&self.rows);
        self.rows.clear();
        self.n_written = 0;
        Ok(())
    }
}
