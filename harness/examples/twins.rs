//! Twins: the same backend twice under two names. Whatever ratio of times comes out is the error
//! of the measuring.
//!
//! ```text
//! cargo run -p harness --example twins -- datasets/medium.txt --reps 5 --jobs 1
//! ```
//!
//! Takes the arguments of `harness run`. It prints the ratio of the twins' total times, and the
//! median of the ratios of their times on each puzzle.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use clap::Parser;
use harness::cli::Cli;
use harness::cmd;
use record::Row;
use solvers::Backend;
use solvers::candidates::mrv::MRV;

fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let run = folder.path().join("twins");
    let output = ["--output".into(), run.clone().into_os_string(), "-b".into(), ".".into()];
    let cli = Cli::parse_from(std::env::args_os().chain(output));
    let twins = [MRV, Backend { id: "candidates/mrv-twin", ..MRV }];
    cmd::run::run(&cli.run, &twins, &AtomicBool::new(false), &mut io::stdout())?;

    let mut times: BTreeMap<String, [Vec<u64>; 2]> = BTreeMap::new();
    for row in csv::Reader::from_path(run.join("rows.csv"))?.deserialize() {
        let row: Row = row?;
        let twin = usize::from(row.backend != MRV.id);
        let iso_seed = row.iso_seed.unwrap_or_default();
        if row.rep > 0 {
            let puzzle = times.entry(format!("{} {iso_seed}", row.puzzle)).or_default();
            puzzle[twin].extend(row.wall_ns);
        }
    }
    let total = |twin: usize| times.values().flat_map(|puzzle| &puzzle[twin]).sum::<u64>() as f64;
    let middle = |values: &[u64]| record::median::median(values).unwrap_or(f64::NAN);
    let mut ratios: Vec<f64> =
        times.values().map(|puzzle| middle(&puzzle[1]) / middle(&puzzle[0])).collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).context("no puzzle was run")?;
    println!("twin / first: total {:.4}, median over puzzles {median:.4}", total(1) / total(0));
    Ok(())
}
