//! Solves a file of classic 9×9 puzzles, a line of 81 characters each, by `simd/bitslice` or
//! `simd/single` without the harness, and prints the microseconds of CPU time that a puzzle takes. COUNTS
//! is a file to be written: how many solutions each has, a line each.
//!
//! ```text
//! cargo run --release -p solvers --example lines -- bitslice|single LIMIT FILE [COUNTS]
//! ```
//!
//! With a LIMIT of one the first solution is enough, with two it is known whether there is another.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use solvers::Limits;
use solvers::simd::Solved;
use solvers::simd::bitslice::LineSolver;
use solvers::simd::single::Single;

/// How many puzzles are solved together.
const BATCH: usize = 8192;

/// For how long a file is solved again and again; the clock of a thread may go by ticks.
const LONG_ENOUGH: Duration = Duration::from_millis(400);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "error: expected bitslice or single, a number of solutions, a file of puzzles, and \
                 perhaps one for the counts";
    let told = match &arguments[..] {
        [name, limit, file, counts @ ..] if counts.len() < 2 => {
            match (&name[..], limit.parse().ok().filter(|&limit| limit > 0)) {
                ("bitslice" | "single", Some(limit)) => {
                    race(name == "single", limit, file, counts.first())
                }
                _ => Err(usage.into()),
            }
        }
        _ => Err(usage.into()),
    };
    match told.map(|time| writeln!(io::stdout(), "{time:.4}")) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Solves the file until the time is long enough. Tells the microseconds for each puzzle.
fn race(single: bool, limit: u64, file: &str, counts: Option<&String>) -> Result<f64, String> {
    let text = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let mut many = LineSolver::new().map_err(|error| error.to_string())?;
    let mut one = Single::new().map_err(|error| error.to_string())?;
    let mut solved = Vec::new();
    // Every line is looked at before the clock starts.
    many.solve(&text, limit, &mut solved).map_err(|error| format!("{file}:{error}"))?;
    let n = solved.len().max(1) as f64;
    let mut solve = |text: &[u8], solved: &mut Vec<Solved>| match single {
        true => one_by_one(&mut one, text, limit, solved),
        false => many.solve(text, limit, solved).expect("the lines were read before"),
    };
    solve(&text, &mut solved);
    if let Some(path) = counts {
        let mut lines = String::new();
        solved
            .iter()
            .try_for_each(|it| writeln!(lines, "{}", it.solutions))
            .expect("a string takes everything");
        std::fs::write(path, lines).map_err(|error| format!("{path}: {error}"))?;
    }
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let batches: Vec<Vec<u8>> = lines.chunks(BATCH).map(<[_]>::concat).collect();
    let start = Instant::now();
    let clock = || cpu_time().unwrap_or_else(|| start.elapsed());
    let (before, mut rounds, mut time) = (clock(), 0, Duration::ZERO);
    while time < LONG_ENOUGH {
        batches.iter().for_each(|text| solve(text, &mut solved));
        rounds += 1;
        time = clock() - before;
    }
    Ok(time.as_secs_f64() * 1e6 / f64::from(rounds) / n)
}

fn one_by_one(solver: &mut Single, text: &[u8], limit: u64, solved: &mut Vec<Solved>) {
    solved.clear();
    let lines = text.split(|&byte| byte == b'\n').filter_map(|line| line.first_chunk());
    solved.extend(lines.map(|line| solver.solve_line(line, &Limits::solutions(limit))));
}

/// The time that this thread has had a core, where the system tells (Linux does).
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
