//! An outside solver in Rust: the empty cell with the fewest symbols left, and nothing else. It speaks
//! sudoku-backend/1 (harness/BACKENDS.md) on standard input and output, for classic9. One file without crates.
//!
//!     mkdir -p build && rustc --edition 2021 -O -o build/rust solver.rs
//!     ./talk.py build/rust

use std::io::{self, BufRead};
use std::time::{Duration, Instant};

/// The search of one puzzle.
struct Search {
    goal: u64,
    limit_nodes: u64,
    deadline: Option<Instant>,
    grid: Vec<u8>,
    /// The cells to fill: those before the depth are filled.
    empty: Vec<usize>,
    /// The symbols that stand in each row, column and block, as bits.
    used: [[u16; 9]; 3],
    solutions: u64,
    /// The first two solutions.
    shown: Vec<String>,
    nodes: u64,
    bets: u64,
}

/// Why a search ended before its end.
enum Stop {
    Enough,
    Limit(&'static str),
}

impl Search {
    fn regions(cell: usize) -> [usize; 3] {
        [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3]
    }

    fn left(&self, cell: usize) -> u16 {
        let [row, column, block] = Self::regions(cell);
        0x1ff & !(self.used[0][row] | self.used[1][column] | self.used[2][block])
    }

    /// Places a symbol, or takes it back.
    fn flip(&mut self, cell: usize, bit: u16) {
        for (used, region) in self.used.iter_mut().zip(Self::regions(cell)) {
            used[region] ^= bit;
        }
    }

    /// Places the givens. Returns false if two of them clash.
    fn load(&mut self) -> bool {
        for cell in 0..81 {
            match self.grid[cell] {
                b'.' | b'0' => self.empty.push(cell),
                symbol => {
                    let bit = 1 << (symbol - b'1');
                    if self.left(cell) & bit == 0 {
                        return false;
                    }
                    self.flip(cell, bit);
                }
            }
        }
        true
    }

    /// Enters a search state, in which `depth` cells are filled.
    fn enter(&mut self, depth: usize) -> Result<(), Stop> {
        if self.nodes == self.limit_nodes {
            return Err(Stop::Limit("nodeout"));
        }
        let is_late = |deadline| Instant::now() >= deadline;
        if self.nodes % 1024 == 0 && self.deadline.is_some_and(is_late) {
            return Err(Stop::Limit("timeout"));
        }
        self.nodes += 1;
        let count = |search: &Self, at: &usize| search.left(search.empty[*at]).count_ones();
        let Some(fewest) = (depth..self.empty.len()).min_by_key(|at| count(self, at)) else {
            return self.found();
        };
        self.empty.swap(depth, fewest);
        let cell = self.empty[depth];
        let mut choices = self.left(cell);
        let is_bet = choices.count_ones() > 1;
        while choices != 0 {
            let bit = choices & choices.wrapping_neg();
            choices ^= bit;
            self.bets += u64::from(is_bet);
            self.grid[cell] = b'1' + bit.trailing_zeros() as u8;
            self.flip(cell, bit);
            let ended = self.enter(depth + 1);
            self.flip(cell, bit);
            ended?;
        }
        Ok(())
    }

    fn found(&mut self) -> Result<(), Stop> {
        self.solutions += 1;
        if self.shown.len() < 2 {
            self.shown.push(String::from_utf8_lossy(&self.grid).into_owned());
        }
        if self.solutions == self.goal { Err(Stop::Enough) } else { Ok(()) }
    }
}

/// Returns the value behind `key=`; `-` is none.
fn value<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    let value = words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    value.filter(|&value| value != "-")
}

/// Returns the result of a puzzle, from the status on.
fn solve(cells: &str, words: &[&str]) -> String {
    let number = |key| value(words, key).and_then(|text| text.parse::<u64>().ok());
    let task = value(words, "task").unwrap_or_default();
    let start = Instant::now();
    let mut search = Search {
        goal: match task {
            "first" => 1,
            "unique" => 2,
            _ => number("limit_solutions").unwrap_or(u64::MAX),
        },
        limit_nodes: number("limit_nodes").unwrap_or(u64::MAX),
        deadline: number("limit_ms").map(|limit| start + Duration::from_millis(limit)),
        grid: cells.into(),
        empty: Vec::new(),
        used: [[0; 9]; 3],
        solutions: 0,
        shown: Vec::new(),
        nodes: 0,
        bets: 0,
    };
    let ended = if search.load() {
        search.enter(0)
    } else {
        search.nodes = 1; // the state in which the clash is seen
        Ok(())
    };
    let status = match (ended, task, search.solutions) {
        (Err(Stop::Limit(limit)), _, _) => limit,
        (_, _, 0) => "impossible",
        (Err(Stop::Enough), "count", _) => "limited",
        (Ok(()), "count", _) => "counted",
        (_, "first", _) => "solved",
        (_, _, 1) => "unique",
        _ => "multiple",
    };
    let grid = |index| search.shown.get(index).map_or("-", String::as_str);
    let Search { solutions, nodes, bets, .. } = search;
    let (time, first, second) = (start.elapsed().as_nanos(), grid(0), grid(1));
    format!(
        "{status} {time} {first} second={second} solutions={solutions} nodes={nodes} bets={bets}"
    )
}

fn main() {
    // `println!` flushes at the end of each line.
    println!(
        "hello sudoku-backend/1 name=rust version=1 geometries=classic9 tasks=first,unique,count"
    );
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["quit", ..] => break,
            ["solve", id, cells, ..] => {
                let is_symbol = |symbol: u8| symbol == b'.' || symbol.is_ascii_digit();
                let is_puzzle = cells.len() == 81 && cells.bytes().all(is_symbol);
                let result =
                    if is_puzzle { solve(cells, &words) } else { "unsupported - -".into() };
                println!("result {id} {result}");
            }
            _ => {}
        }
    }
}
