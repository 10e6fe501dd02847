//! The crate `sudoku` as a program that speaks sudoku-backend/1, as `protocol.h` makes one of a function in C++.
//!
//! The crate is under the AGPL: this program is built apart and never linked.

use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use sudoku::Sudoku;

const VERSION: &str = env!("SUDOKU_VERSION");

fn main() -> std::io::Result<()> {
    let empty = empty_sample();
    let mut out = std::io::stdout().lock();
    writeln!(out, "hello sudoku-backend/1 name=sudoku version={VERSION} geometries=classic9 tasks=first,unique")?;
    out.flush()?;
    let mut stream = Stream::default();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["quit", ..] => break,
            ["solve", id, cells, ..] => {
                let limit = if words.contains(&"task=first") { 1 } else { 2 };
                writeln!(out, "result {id} {}", answer(cells, limit, empty, &mut stream))?;
                out.flush()?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Status, nanoseconds, and grids. The time is that of reading 81 characters and of counting up to the limit.
fn answer(cells: &str, limit: usize, empty: Duration, stream: &mut Stream) -> String {
    stream.warm(limit);
    let start = Instant::now();
    let Ok(puzzle) = Sudoku::from_str_line(black_box(cells)) else { return "unsupported - -".into() };
    black_box(puzzle.solutions_count_up_to(limit));
    let time = start.elapsed().saturating_sub(empty).max(empty).as_nanos();
    stream.push(cells);
    match (&puzzle.solutions_up_to(limit)[..], limit) {
        ([], _) => format!("impossible {time} -"),
        ([grid], 1) => format!("solved {time} {}", grid.to_str_line()),
        ([grid], _) => format!("unique {time} {}", grid.to_str_line()),
        ([grid, second, ..], _) => {
            format!("multiple {time} {} second={}", grid.to_str_line(), second.to_str_line())
        }
    }
}

/// Returns the median time between two reads of the clock with nothing between them.
fn empty_sample() -> Duration {
    let mut samples: Vec<Duration> = (0..1001).map(|_| Instant::now().elapsed()).collect();
    samples.sort();
    samples[500]
}

/// Earlier puzzles, solved again for a millisecond before each that is timed: see `protocol.h`.
#[derive(Default)]
struct Stream {
    puzzles: Vec<String>,
    oldest: usize,
    next: usize,
}

impl Stream {
    fn warm(&mut self, limit: usize) {
        let start = Instant::now();
        while !self.puzzles.is_empty() && start.elapsed() < Duration::from_millis(1) {
            let puzzle = Sudoku::from_str_line(&self.puzzles[self.next]);
            black_box(puzzle.map(|it| it.solutions_count_up_to(limit)).ok());
            self.next = (self.next + 1) % self.puzzles.len();
        }
    }

    fn push(&mut self, puzzle: &str) {
        if self.puzzles.len() < 512 {
            self.puzzles.push(puzzle.to_owned());
        } else {
            self.puzzles[self.oldest] = puzzle.to_owned();
            self.oldest = (self.oldest + 1) % self.puzzles.len();
        }
    }
}
