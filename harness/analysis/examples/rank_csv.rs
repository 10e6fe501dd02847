//! Ranks the backends of a table of trials, whoever wrote it: the columns `backend`, `puzzle` and `status` are enough
//! for a ranking by solved puzzles, with `wall_ns` and `limit_ns` it is by time.
//!
//! ```text
//! cargo run -p analysis --example rank_csv -- results/hardest/rows.csv
//! ```

use analysis::load::{Runs, Trial};
use analysis::stats::ranking::{Evidence, RankingSpec, rank};
use analysis::stats::scores::{Metric, Passes, ScoreMatrix};

fn main() -> anyhow::Result<()> {
    let path = std::env::args_os().nth(1).unwrap_or("results/hardest/rows.csv".into());
    print!("{}", ranked(path.into())?);
    Ok(())
}

/// Returns a line for each backend: its place, its mean time with failures, and the letters of those that are not told
/// apart.
pub(crate) fn ranked(path: std::path::PathBuf) -> anyhow::Result<String> {
    let runs = Runs::read(&[path])?;
    let row = |trial: &Trial| Some(trial.contestant as usize);
    let matrix = ScoreMatrix::new(&runs, runs.contestants.len(), row, Metric::Time, Passes::Median);
    let evidence = Evidence::of(&matrix, &runs, &row);
    let label = |one: usize| runs.contestants[one].label.clone();
    let mut text = String::new();
    for line in rank(&matrix, &evidence, &RankingSpec::of(&matrix), &label).lines {
        let place = line.place.map_or("–".into(), |place| place.to_string());
        let mean = line.at_limit.par2.map_or("–".into(), |ns| format!("{:.3} ms", ns / 1e6));
        let (label, solved, letters) = (label(line.contestant), line.solved, line.letters);
        text += &format!("{place} {label:24} {solved:4} solved  PAR-2 {mean:>12}  {letters}\n");
    }
    Ok(text)
}
