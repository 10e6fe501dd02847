//! How fast the harness itself is: a backend that costs nothing, from the file to the CSV.
//!
//! ```text
//! cargo run -p harness --example throughput -- CORPUS
//! ```
//!
//! Takes the arguments of `harness run`, and prints rows a second over the whole run.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use board::Puzzle;
use clap::Parser;
use harness::cli::Cli;
use harness::cmd;
use solvers::candidates::mrv::MRV;
use solvers::{Backend, Limits, Outcome, Solver, Stop, Takes};

/// Gives up at once.
struct Nothing;

impl Solver for Nothing {
    fn solve(&mut self, _: &Puzzle, _: &Limits<'_>) -> Outcome {
        Outcome::ended(Stop::NodeLimit)
    }
}

fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let run = folder.path().join("nothing");
    let output = ["--output".into(), run.clone().into_os_string(), "-b".into(), ".".into()];
    let cli = Cli::parse_from(std::env::args_os().chain(output));
    let nothing = Backend {
        id: "candidates/nothing",
        counts: &[],
        takes: Takes::puzzles(|_| Ok(Box::new(Nothing))),
        ..MRV
    };
    let start = Instant::now();
    cmd::run::run(&cli.run, &[nothing], &AtomicBool::new(false), &mut io::stdout())?;
    let seconds = start.elapsed().as_secs_f64();
    let bytes = std::fs::read(run.join("rows.csv"))?;
    let rows = bytes.iter().filter(|&&byte| byte == b'\n').count() - 1;
    println!("{rows} rows in {seconds:.2} s: {:.0} rows a second", rows as f64 / seconds);
    Ok(())
}
