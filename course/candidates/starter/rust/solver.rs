//! Candidates and techniques: what you start from. It speaks the protocol; the rest is yours, from TODO 1 to TODO 6.
//!
//!     rustc --edition 2021 -O solver.rs
//!     ./solver list        answers the harness, with the candidates in a list
//!     ./solver flags       the same with truth values
//!     ./solver test        tests the four operations
//!     ./solver stats       prints the four statistics of each puzzle on standard input

// Remove these two lines when the work is done: the compiler then names what you never use.
#![allow(dead_code)]
#![allow(unused_variables)]

use std::io::{self, BufRead};

const SYMBOLS: &str = "123456789ABCDEFG";

/// The candidates of a cell.
trait Candidates: Clone {
    /// None of the values from 1 to `size`.
    fn new(size: usize) -> Self;
    fn add(&mut self, value: usize);
    fn remove(&mut self, value: usize);
    fn has(&self, value: usize) -> bool;
    fn number(&self) -> usize;
}

/// A list that is filled from the left, and the number of its candidates.
#[derive(Clone)]
struct List {
    candidates: Vec<usize>,
    count: usize,
}

// TODO 1: the four operations on the list.
impl Candidates for List {
    fn new(size: usize) -> Self {
        Self { candidates: vec![0; size], count: 0 }
    }

    fn add(&mut self, value: usize) {}

    fn remove(&mut self, value: usize) {}

    fn has(&self, value: usize) -> bool {
        false
    }

    fn number(&self) -> usize {
        0
    }
}

/// A truth value for each symbol, and the number of true ones. Index 0 is unused.
#[derive(Clone)]
struct Flags {
    candidates: Vec<bool>,
    count: usize,
}

// TODO 2: the same four operations on truth values.
impl Candidates for Flags {
    fn new(size: usize) -> Self {
        Self { candidates: vec![false; size + 1], count: 0 }
    }

    fn add(&mut self, value: usize) {}

    fn remove(&mut self, value: usize) {}

    fn has(&self, value: usize) -> bool {
        false
    }

    fn number(&self) -> usize {
        0
    }
}

/// A cell: its value, 0 if it is empty, and its candidates.
#[derive(Clone)]
struct Cell<C> {
    value: usize,
    left: C,
}

/// The cells in reading order, and the regions: rows, columns, blocks, each a list of cell numbers.
struct Grid<C> {
    size: usize,
    cells: Vec<Cell<C>>,
    regions: Vec<Vec<usize>>,
}

impl<C: Candidates> Grid<C> {
    fn new(text: &str) -> Self {
        let size = root(text.len());
        let n = root(size);
        let value = |symbol| SYMBOLS.find(symbol).map_or(0, |index| index + 1);
        let cells = text.chars().map(|symbol| Cell { value: value(symbol), left: C::new(size) });
        let mut regions = vec![Vec::new(); 3 * size];
        for i in 0..text.len() {
            let (row, column) = (i / size, i % size);
            regions[row].push(i);
            regions[size + column].push(i);
            regions[2 * size + row / n * n + column / n].push(i);
        }
        let mut grid = Self { size, cells: cells.collect(), regions };
        grid.fill_candidates();
        grid
    }

    /// TODO 3: gives each empty cell the values that its row, column and block allow.
    fn fill_candidates(&mut self) {}

    // TODO 4: the techniques. Each returns whether it placed or removed anything.
    fn naked_singles(&mut self) -> bool {
        false
    }

    fn hidden_singles(&mut self) -> bool {
        false
    }

    fn naked_pairs(&mut self) -> bool {
        false
    }

    fn hidden_pairs(&mut self) -> bool {
        false
    }

    /// TODO 5: applies the techniques in turn until none makes progress. Returns false if there is no solution.
    fn deduce(&mut self) -> bool {
        true
    }

    /// TODO 6: cells filled, fill rate in per cent, candidates removed, elimination rate in per cent.
    fn statistics(&self) -> (usize, f64, usize, f64) {
        (0, 0.0, 0, 0.0)
    }

    /// The candidates that are left, one number a cell: bit 0 is the symbol 1.
    fn masks(&self) -> Vec<u32> {
        let bit = |value: usize| 1 << (value - 1);
        let mask = |cell: &Cell<C>| match cell.value {
            0 => (1..=self.size).filter(|&value| cell.left.has(value)).map(bit).sum(),
            value => bit(value),
        };
        self.cells.iter().map(mask).collect()
    }
}

fn root(square: usize) -> usize {
    (1..).find(|root| root * root >= square).expect("a root")
}

/// The result for a puzzle, from the status on.
fn answer<C: Candidates>(text: &str) -> String {
    let mut grid = Grid::<C>::new(text);
    if !grid.deduce() {
        return "impossible - -".into();
    }
    let shown = |cell: &Cell<C>| SYMBOLS.chars().nth(cell.value.wrapping_sub(1)).unwrap_or('.');
    let shown: String = grid.cells.iter().map(shown).collect();
    if !shown.contains('.') {
        return format!("solved - {shown}");
    }
    let masks = grid.masks();
    if masks.contains(&0) {
        return format!("stuck - - partial={shown}");
    }
    let left: Vec<String> = masks.iter().map(|mask| format!("{mask:x}")).collect();
    format!("stuck - - partial={shown} left={}", left.join("."))
}

/// One line in, one line out; `println!` flushes at the end of a line.
fn speak<C: Candidates>() {
    println!("hello sudoku-backend/1 name=candidates version=1 geometries=classic4,classic9,classic16 tasks=first");
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["quit", ..] => return,
            ["solve", id, cells, ..] => println!("result {id} {}", answer::<C>(cells)),
            _ => {}
        }
    }
}

/// Tests the four operations: a cell gets 3, 7, 8, 3 again, and loses 7 and 5.
fn test<C: Candidates>(name: &str) {
    let mut cell = C::new(9);
    [3, 7, 8, 3].iter().for_each(|&value| cell.add(value));
    cell.remove(7);
    cell.remove(5);
    let has: Vec<usize> = (1..=9).filter(|&value| cell.has(value)).collect();
    println!("{name}: candidates {has:?}, number {}; expected [3, 8], number 2", cell.number());
}

/// A line for each puzzle.
fn print_statistics() {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if !line.starts_with('#') {
            let mut grid = Grid::<Flags>::new(line.trim());
            grid.deduce();
            let (filled, fill_rate, removed, elimination_rate) = grid.statistics();
            println!("{filled} {fill_rate:.1} {removed} {elimination_rate:.1}");
        }
    }
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("test") => {
            test::<List>("List");
            test::<Flags>("Flags");
        }
        Some("stats") => print_statistics(),
        Some("list") => speak::<List>(),
        _ => speak::<Flags>(),
    }
}
