//! The last sentence of a run: who is first, by how much, and how sure that is.

use std::path::Path;

use analysis::load::Runs;
use analysis::stats::ranking::Statistic;
use analysis::stats::scores::Metric;
use race::plan::Plan;
use record::manifest::Manifest;
use render::table::counted;

use crate::cli::TrialsArgs;
use crate::cmd::rank::Ranked;

/// Up to this many rows are read again for the sentence, which takes half a second.
const ROWS: u64 = 500_000;

/// Returns the sentence; `None` for a single backend, or where the rows were not kept. It is about CPU times where wall
/// times are largely those of waiting, unless a backend lacks them or wall times have decided when the run stopped.
///
/// # Errors
/// When the rows cannot be read again.
pub(super) fn verdict(
    folder: &Path,
    plan: &Plan,
    manifest: &Manifest,
    n_rows: u64,
) -> anyhow::Result<Option<String>> {
    if plan.summary_only || plan.backends.len() < 2 || !manifest.complete || n_rows == 0 {
        return Ok(None);
    }
    if n_rows > ROWS {
        return Ok(Some(format!(
            "{}: `harness rank {}` ranks the backends.",
            counted(n_rows, "row"),
            folder.display()
        )));
    }
    let runs = Runs::read(&[folder.to_owned()])?;
    // A run that stopped early has decided the order by this, and the means of heavy tails are less certain.
    let statistic = plan.until.map(|_| Statistic::Geomean);
    let ranked = |metric| Ranked::by(&runs, metric, statistic, TrialsArgs::default());
    let by_time = ranked(Metric::Time)?;
    if plan.until.is_none() && runs.caveat_of_waiting().is_some() {
        let by_cpu = ranked(Metric::Cpu)?;
        if by_cpu.n_ranked() == by_time.n_ranked() {
            return Ok(by_cpu.sentence());
        }
    }
    Ok(by_time.sentence())
}
