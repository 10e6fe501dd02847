//! What the rows of all runs of a study establish together.
//!
//! A backend that was added later is judged by the rows of the earlier runs, too, as in one run: readers of rows
//! recompute every verdict from all of them. So its answers may be verified by a backend of another run, and may
//! contradict it.

use std::path::Path;

use analysis::load::Runs;
use record::folder::ROWS;
use record::{Verified, is_failure};
use render::table::grouped;

use super::parts::Part;

/// The verdicts on the answers of all runs.
pub(super) struct Together {
    answers: usize,
    verified: usize,
    /// The sentences of failures.
    failures: Vec<String>,
}

impl Together {
    /// Reads the rows of the runs, which are relative to the current folder.
    ///
    /// # Errors
    /// When rows cannot be read.
    pub(super) fn of(parts: &[Part]) -> anyhow::Result<Self> {
        let rows = |part: &Part| Path::new(".").join(&part.folder).join(ROWS);
        let runs = Runs::read(&parts.iter().map(rows).collect::<Vec<_>>())?;
        let answers = || runs.trials.iter().filter(|trial| trial.status.is_answer());
        let verified = answers().filter(|trial| trial.verified == Verified::Yes).count();
        let has_failed = runs.trials.iter().any(|trial| is_failure(trial.status, trial.verified));
        let failures = if has_failed { crate::cmd::report::failures(&runs) } else { Vec::new() };
        Ok(Self { answers: answers().count(), verified, failures })
    }

    /// Returns the number of verified answers of all runs, in a sentence, and the failures.
    pub(super) fn sentences(&self) -> Vec<String> {
        let count = format!(
            "all runs together: {} of {} answers verified",
            grouped(self.verified as u64),
            grouped(self.answers as u64)
        );
        [&[count][..], &self.failures].concat()
    }

    /// Returns whether an answer is wrong or contradicted, or a backend crashed.
    pub(super) fn has_failed(&self) -> bool {
        !self.failures.is_empty()
    }
}
