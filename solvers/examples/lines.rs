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
use std::hint::black_box;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use solvers::Limits;
use solvers::LineResult;
use solvers::simd::bitslice::Bitslice;
use solvers::simd::single::Single;

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
    let mut many = Bitslice::default();
    let mut one = Single::default();
    // Every line is looked at before the clock starts.
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

fn one_by_one(solver: &mut Single, text: &[u8], limit: u64, counted: &mut [u64]) {
    let lines = text.split(|&byte| byte == b'\n').filter_map(|line| line.first_chunk());
    let limits = Limits::solutions(limit);
    for (line, count) in lines.zip(counted) {
        *count = black_box(solver.solve_line(line, &limits)).solutions;
    }
}

/// The time that this thread has had a core, where the system tells (Linux does).
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
