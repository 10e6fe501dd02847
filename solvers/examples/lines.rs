//! Solves files of classic 9×9 puzzles, a line of 81 characters each, by `simd/bitslice` or
//! `simd/single` without the harness: for each file the puzzles, their solutions, and the bets and the
//! microseconds of CPU time that a puzzle takes.
//!
//! ```text
//! cargo run --release -p solvers --example lines -- bitslice|single LIMIT FILE…
//! ```
//!
//! With a LIMIT of one the first solution is enough, with two it is known whether there is another.

use std::io::{self, Write};
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
    let (name, limit, files) = match &arguments[..] {
        [name, limit, files @ ..] if ["bitslice", "single"].contains(&&name[..]) => {
            (name, limit.parse().ok().filter(|&limit| limit > 0), files)
        }
        _ => (&String::new(), None, &[][..]),
    };
    let (Some(limit), false) = (limit, files.is_empty()) else {
        eprintln!(
            "error: expected bitslice or single, a number of solutions from one on, and files"
        );
        return ExitCode::from(2);
    };
    for file in files {
        match solve(name == "single", file, limit)
            .map(|line| writeln!(io::stdout(), "{file}: {line}"))
        {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return ExitCode::FAILURE,
            Err(error) => {
                eprintln!("{file}:{error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

fn solve(single: bool, file: &str, limit: u64) -> Result<String, String> {
    let text = std::fs::read(file).map_err(|error| format!(" {error}"))?;
    let mut many = LineSolver::new().map_err(|error| format!(" {error}"))?;
    let mut one = Single::new().map_err(|error| format!(" {error}"))?;
    let mut solved = Vec::new();
    // Every line is looked at before the clock starts.
    many.solve(&text, limit, &mut solved).map_err(|error| error.to_string())?;
    let mut batch = |text: &[u8], solved: &mut Vec<Solved>| match single {
        true => one_by_one(&mut one, text, limit, solved),
        false => many.solve(text, limit, solved).expect("the lines were read before"),
    };
    batch(&text, &mut solved);
    let n = solved.len();
    let solutions: u64 = solved.iter().map(|it| it.solutions).sum();
    let bets = solved.iter().map(|it| it.bets).sum::<u64>() as f64 / n.max(1) as f64;
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let batches: Vec<Vec<u8>> = lines.chunks(BATCH).map(<[_]>::concat).collect();
    let start = Instant::now();
    let clock = || cpu_time().unwrap_or_else(|| start.elapsed());
    let (before, mut rounds, mut time) = (clock(), 0, Duration::ZERO);
    while time < LONG_ENOUGH {
        batches.iter().for_each(|text| batch(text, &mut solved));
        rounds += 1;
        time = clock() - before;
    }
    let each = time.as_secs_f64() * 1e6 / f64::from(rounds) / n.max(1) as f64;
    Ok(format!("{n} puzzles, {solutions} solutions, {bets:.2} bets and {each:.3} µs each"))
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
