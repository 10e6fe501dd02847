//! Solves a file of classic 9×9 puzzles, one per line of 81 characters, with `simd/bitslice` or
//! `simd/single` and without the harness, and prints the microseconds of CPU time per puzzle. COUNTS is
//! an output file for the number of solutions of each puzzle, one per line.
//!
//! ```text
//! cargo run --release -p solvers --example lines -- bitslice|single LIMIT FILE [COUNTS]
//! ```
//!
//! A LIMIT of one finds the first solution; two also decides whether there is another.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use solvers::Limits;
use solvers::LineResult;
use solvers::simd::bitslice::Bitslice;
use solvers::simd::single::SingleSolver;

/// The minimum time for which a file is solved repeatedly; the clock of a thread may be coarse.
const LONG_ENOUGH: Duration = Duration::from_millis(400);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "error: expected bitslice or single, a number of solutions, a file of puzzles, and \
                 perhaps one for the counts";
    let time = match &arguments[..] {
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
    match time.map(|time| writeln!(io::stdout(), "{time:.4}")) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Solves the file until the time is long enough. Returns the microseconds per puzzle.
fn race(single: bool, limit: u64, file: &str, counts: Option<&String>) -> Result<f64, String> {
    let text = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let mut many = Bitslice::default();
    let mut one = SingleSolver::default();
    // Every line is checked before the clock starts.
    let n = many.solve_each(&text, limit, |_, _| {}).map_err(|error| format!("{file}:{error}"))?;
    let mut counted = vec![0; n];
    let mut solve = |counted: &mut [u64]| match single {
        true => one_by_one(&mut one, &text, limit, counted),
        false => {
            let each = |number, solved: &LineResult| counted[number] = black_box(solved).solutions;
            many.solve_each(&text, limit, each).expect("the lines were read before");
        }
    };
    solve(&mut counted);
    if let Some(path) = counts {
        let mut lines = String::new();
        counted
            .iter()
            .try_for_each(|count| writeln!(lines, "{count}"))
            .expect("a string takes everything");
        std::fs::write(path, lines).map_err(|error| format!("{path}: {error}"))?;
    }
    let start = Instant::now();
    let clock = || cpu_time().unwrap_or_else(|| start.elapsed());
    let (before, mut rounds, mut time) = (clock(), 0, Duration::ZERO);
    while time < LONG_ENOUGH {
        solve(&mut counted);
        rounds += 1;
        time = clock() - before;
    }
    Ok(time.as_secs_f64() * 1e6 / f64::from(rounds) / n.max(1) as f64)
}

fn one_by_one(solver: &mut SingleSolver, text: &[u8], limit: u64, counted: &mut [u64]) {
    let lines = text.split(|&byte| byte == b'\n').filter_map(|line| line.first_chunk());
    let limits = Limits::solutions(limit);
    for (line, count) in lines.zip(counted) {
        *count = black_box(solver.solve_line(line, &limits)).solutions;
    }
}

/// Returns the CPU time of this thread, where the system provides it (as Linux does).
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
