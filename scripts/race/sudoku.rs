//! The crate `sudoku` as a program of the race: sudoku LIMIT FILE COUNTS.
//!
//! Prints the microseconds of CPU time that a puzzle takes, and writes to COUNTS how many solutions each
//! has, a line each. The crate is under the AGPL: this program is built apart and never linked.

use std::fmt::Write;
use std::hint::black_box;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, limit, file, counts] = &arguments[..] else { panic!("expected LIMIT FILE COUNTS") };
    let limit: usize = limit.parse().expect("a number of solutions");
    let text = std::fs::read_to_string(file).expect("a file of puzzles");
    let lines: Vec<&str> = text.lines().collect();
    let start = cpu_nanoseconds();
    let (mut found, mut rounds, mut time) = (Vec::new(), 0, 0);
    while time < 400_000_000 {
        found.clear();
        found.extend(lines.iter().map(|line| {
            let puzzle = sudoku::Sudoku::from_str_line(line).expect("a puzzle");
            match limit {
                1 => usize::from(black_box(puzzle.some_solution()).is_some()),
                _ => puzzle.solutions_count_up_to(limit),
            }
        }));
        rounds += 1;
        time = cpu_nanoseconds() - start;
    }
    let mut out = String::new();
    found.iter().for_each(|count| writeln!(out, "{count}").expect("a string takes everything"));
    std::fs::write(counts, out).expect("the counts can be written");
    println!("{:.4}", time as f64 / 1e3 / f64::from(rounds) / lines.len() as f64);
}

fn cpu_nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    text.split(' ').next().and_then(|it| it.parse().ok()).expect("nanoseconds")
}
