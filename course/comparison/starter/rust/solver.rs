//! Four methods behind one protocol: what you start from. The methods are yours, from TODO 1 to TODO 4.
//!
//!     rustc --edition 2021 -O solver.rs
//!     ./solver backtracking|mrv|cover|sat

// Remove these two lines when the work is done: the compiler then names what you never use.
#![allow(dead_code)]
#![allow(unused_variables)]

use std::collections::HashMap;
use std::io::{self, BufRead};
use std::time::{Duration, Instant};

const SYMBOLS: &str = "123456789ABCDEFG";

/// A symbol for each cell, from 0.
type Grid = Vec<Option<usize>>;
/// Whether a search goes on, or the status of the answer with which it ends.
type Search = Result<(), &'static str>;

/// Counts, keeps solutions, and stops a search at its limit.
struct Meter {
    goal: usize,
    deadline: Option<Instant>,
    nodes: u64,
    bets: u64,
    found: Vec<Grid>,
}

impl Meter {
    /// A search state is entered. Call it for each, else your program does not stop at the time limit.
    fn node(&mut self) -> Search {
        if matches!(self.deadline, Some(deadline) if Instant::now() >= deadline) {
            return Err("timeout");
        }
        self.nodes += 1;
        Ok(())
    }

    /// Keeps a copy of a solution. Ends the search if there are enough.
    fn solution(&mut self, grid: &Grid) -> Search {
        self.found.push(grid.clone());
        if self.found.len() < self.goal { Ok(()) } else { Err("enough") }
    }

    fn shown(&self, index: usize) -> String {
        let symbol = |symbol: &Option<usize>| SYMBOLS.chars().nth((*symbol)?);
        self.found.get(index).map_or("-".into(), |grid| grid.iter().filter_map(symbol).collect())
    }
}

/// What does not depend on the puzzle. Cells and symbols are numbers from 0.
struct Board {
    order: usize,
    cells: usize,
    /// The row, the column and the block of each cell: regions 0 to 3 * order - 1.
    regions_of: Vec<[usize; 3]>,
    /// The cells that share a region with each cell.
    peers: Vec<Vec<usize>>,
}

impl Board {
    fn new(order: usize) -> Self {
        let n = (1..=order).find(|n| n * n == order).expect("a square");
        let cells = order * order;
        let regions = |i: usize| [i / order, order + i % order, 2 * order + i / order / n * n + i % order / n];
        let regions_of: Vec<[usize; 3]> = (0..cells).map(regions).collect();
        let see = |i: usize, j: usize| i != j && (0..3).any(|k| regions_of[i][k] == regions_of[j][k]);
        let peers = (0..cells).map(|i| (0..cells).filter(|&j| see(i, j)).collect()).collect();
        Self { order, cells, regions_of, peers }
    }

    fn clashes(&self, grid: &Grid) -> bool {
        (0..self.cells).any(|i| grid[i].is_some() && self.peers[i].iter().any(|&j| grid[i] == grid[j]))
    }
}

// A method calls `meter.node()?` for each search state, adds to `meter.bets` for each value that it tries where there
// are at least two, and calls `meter.solution(grid)?` for each solution.

/// TODO 1: the first empty cell in reading order, the symbols in order.
fn backtracking(board: &Board, grid: &mut Grid, meter: &mut Meter) -> Search {
    Err("unsupported")
}

/// TODO 2: the empty cell with the fewest candidates.
fn mrv(board: &Board, grid: &mut Grid, meter: &mut Meter) -> Search {
    Err("unsupported")
}

/// TODO 3: exact cover, the item with the fewest options.
fn cover(board: &Board, grid: &mut Grid, meter: &mut Meter) -> Search {
    Err("unsupported")
}

/// TODO 4: a formula, unit propagation, and a literal that is true or false.
fn sat(board: &Board, grid: &mut Grid, meter: &mut Meter) -> Search {
    Err("unsupported")
}

type Method = fn(&Board, &mut Grid, &mut Meter) -> Search;

/// The value behind `key=` among the words, unless it is `-`.
fn value<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    let value = words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    value.filter(|&value| value != "-")
}

/// The result for a puzzle, from the status on.
fn solve(method: Method, board: &Board, words: &[&str]) -> String {
    let is_first = value(words, "task") == Some("first");
    // A tenth of the limit is kept back for the way of the answer.
    let limit = value(words, "limit_ms").and_then(|limit| limit.parse().ok());
    let deadline = limit.map(|limit: u64| Instant::now() + Duration::from_micros(limit * 900));
    let mut grid: Grid = words[2].chars().map(|symbol| SYMBOLS.find(symbol)).collect();
    let mut meter = Meter { goal: if is_first { 1 } else { 2 }, deadline, nodes: 0, bets: 0, found: Vec::new() };
    let is_clash = board.clashes(&grid);
    let ended = if is_clash { Ok(()) } else { method(board, &mut grid, &mut meter) };
    let status = match (ended, meter.found.len()) {
        (Err(status), _) if status != "enough" => status,
        (_, 0) => "impossible",
        (_, 1) if is_first => "solved",
        (_, 1) => "unique",
        _ => "multiple",
    };
    let (first, second) = (meter.shown(0), meter.shown(1));
    let (nodes, bets) = (meter.nodes.max(1), meter.bets);
    format!("{status} - {first} second={second} nodes={nodes} bets={bets}")
}

/// One line in, one line out; `println!` flushes at the end of a line.
fn main() {
    let name = std::env::args().nth(1).unwrap_or("backtracking".into());
    let method: Method = match name.as_str() {
        "mrv" => mrv,
        "cover" => cover,
        "sat" => sat,
        _ => backtracking,
    };
    println!(
        "hello sudoku-backend/1 name={name} version=1 geometries=classic4,classic9,classic16 tasks=first,unique"
    );
    let mut boards = HashMap::new();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["quit", ..] => return,
            ["geometry", id, "classic4", ..] => drop(boards.insert(id.to_owned(), Board::new(4))),
            ["geometry", id, "classic9", ..] => drop(boards.insert(id.to_owned(), Board::new(9))),
            ["geometry", id, "classic16", ..] => drop(boards.insert(id.to_owned(), Board::new(16))),
            ["solve", id, ..] => {
                let board = value(&words, "geometry").and_then(|geometry| boards.get(geometry));
                let is_known = matches!(value(&words, "task"), Some("first" | "unique"));
                let result = match board {
                    Some(board) if is_known => solve(method, board, &words),
                    _ => "unsupported - -".into(),
                };
                println!("result {id} {result}");
            }
            _ => {}
        }
    }
}
