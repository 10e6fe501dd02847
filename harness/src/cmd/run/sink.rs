//! Where the rows of a run go: into the journal, the totals, and the evidence.

use race::journal::Journal;
use race::runner::{Console, Round, Sink};
use record::{Aggregate, Row};

use super::evidence::Evidence;
use super::totals::Totals;

/// Writes rows, sums them up, and collects the evidence about the order of the backends.
pub(super) struct RunSink<'a> {
    pub(super) journal: &'a mut Journal,
    pub(super) totals: &'a mut Totals,
    pub(super) evidence: Option<&'a mut Evidence>,
    pub(super) console: &'a Console,
    pub(super) summary_only: bool,
}

impl Sink for RunSink<'_> {
    fn write(&mut self, n_rows: usize, csv: &[u8]) -> anyhow::Result<()> {
        self.console.advance(n_rows);
        self.journal.append(csv)
    }

    fn aggregate(&mut self, backend: &'static str, aggregate: &Aggregate) {
        self.console.advance(aggregate.trials as usize);
        self.totals.add_aggregate(backend, aggregate);
    }

    fn judged(&mut self, rows: &[Row]) {
        for row in rows {
            if self.summary_only {
                self.totals.add_with_digest(row);
            } else {
                self.totals.add(row);
            }
            if let Some(evidence) = &mut self.evidence {
                evidence.add(row);
            }
        }
    }

    fn next_round(&mut self) -> Option<Round> {
        self.evidence.as_mut()?.next_round()
    }
}
