//! Exact cover with sets as bits: Algorithm X without links.
//!
//! An *exact cover problem* has items and options, each option being a set of items. Choose options
//! such that every item is in exactly one of them. In a sudoku, an item is something that must
//! happen once ("cell 5 is filled", "the 3 of row 2", "the 3 of column 7", "the 3 of block 1"), and
//! an option "symbol s in cell c" does four of these things.
//!
//! *Algorithm X*: take an item with the fewest options and try each of them. Choosing an option
//! removes every option that shares an item with it, itself included. If an item has no option
//! left, an earlier choice was wrong.
//!
//! Here a set of options is a row of bits. The options that remain are one such set, those of an
//! item another, and their intersection is computed word by word. For each option, the set of
//! options that it excludes is prepared once, so choosing it is one "and not". Nothing is undone:
//! each choice works on a copy of the remaining options, twelve words on a grid of 9×9.
//!
//! Source: D. E. Knuth, *The Art of Computer Programming* 4B, §7.2.2.1, Algorithm X.

/// A set of options: option number i is bit i mod 64 of word i / 64.
type Set = Vec<u64>;

/// Returns the solutions of a puzzle, at most `limit`, and how many options were tried where there
/// were at least two (bets).
///
/// A puzzle is a text with a character for each cell, in reading order: `1` to `9`, then letters;
/// `.` is an empty cell. It may have any size that is a square of a square: 16, 81 or 256 cells.
pub fn solve(puzzle: &str, limit: usize) -> (Vec<String>, u64) {
    let givens: Vec<u32> = puzzle.chars().map(|it| it.to_digit(36).unwrap_or(0)).collect();
    let mut matrix = Matrix::new(givens.len().isqrt(), limit);
    let (mut left, mut open) = (matrix.all_options(), vec![true; matrix.options_of.len()]);
    for (cell, &symbol) in givens.iter().enumerate().filter(|&(_, &symbol)| symbol > 0) {
        let option = cell * matrix.n + symbol as usize - 1;
        if !has(&left, option) {
            return (Vec::new(), 0); // Another given excludes it.
        }
        matrix.choose(option, &mut left, &mut open);
    }
    matrix.search(&left, &open);
    (matrix.solutions, matrix.bets)
}

struct Matrix {
    n: usize,
    /// For each item, the options that contain it.
    options_of: Vec<Set>,
    /// For each option, the options that share an item with it, itself included.
    excluded_by: Vec<Set>,
    chosen: Vec<usize>,
    limit: usize,
    solutions: Vec<String>,
    bets: u64,
}

impl Matrix {
    fn new(n: usize, limit: usize) -> Self {
        let none = vec![0; (n * n * n).div_ceil(64)];
        let mut options_of = vec![none.clone(); 4 * n * n];
        let mut excluded_by = vec![none; n * n * n];
        for option in 0..n * n * n {
            items(option, n).iter().for_each(|&item| insert(&mut options_of[item], option));
        }
        for (option, excluded) in excluded_by.iter_mut().enumerate() {
            for item in items(option, n) {
                excluded.iter_mut().zip(&options_of[item]).for_each(|(word, more)| *word |= more);
            }
        }
        let (chosen, solutions) = (Vec::new(), Vec::new());
        Self { n, options_of, excluded_by, chosen, limit, solutions, bets: 0 }
    }

    /// Finds all solutions with the options in `left`, for the items that are `open`.
    fn search(&mut self, left: &Set, open: &[bool]) {
        let options_left = |item: &usize| {
            let words = self.options_of[*item].iter().zip(left);
            words.map(|(options, left)| (options & left).count_ones()).sum::<u32>()
        };
        let Some(item) = (0..open.len()).filter(|&it| open[it]).min_by_key(options_left) else {
            let mut chosen = self.chosen.clone();
            chosen.sort_unstable();
            self.solutions.push(chosen.iter().map(|it| character(it % self.n + 1)).collect());
            return;
        };
        let alternatives = options_left(&item);
        for option in 0..self.excluded_by.len() {
            if has(left, option) && has(&self.options_of[item], option) {
                self.bets += u64::from(alternatives > 1);
                let (mut next_left, mut next_open) = (left.clone(), open.to_vec());
                self.choose(option, &mut next_left, &mut next_open);
                self.search(&next_left, &next_open);
                if self.solutions.len() == self.limit {
                    return;
                }
                self.chosen.pop();
            }
        }
    }

    /// Chooses an option: closes its items, and removes the options that it excludes.
    fn choose(&mut self, option: usize, left: &mut Set, open: &mut [bool]) {
        self.chosen.push(option);
        items(option, self.n).iter().for_each(|&item| open[item] = false);
        left.iter_mut().zip(&self.excluded_by[option]).for_each(|(word, gone)| *word &= !gone);
    }

    fn all_options(&self) -> Set {
        let mut all = vec![0; self.excluded_by[0].len()];
        (0..self.excluded_by.len()).for_each(|option| insert(&mut all, option));
        all
    }
}

/// Returns the items of the option that puts a symbol into a cell: option cell · n + symbol.
fn items(option: usize, n: usize) -> [usize; 4] {
    let (cell, symbol, size) = (option / n, option % n, n.isqrt());
    let (row, column) = (cell / n, cell % n);
    let block = row / size * size + column / size;
    [cell, n * (n + row) + symbol, n * (2 * n + column) + symbol, n * (3 * n + block) + symbol]
}

fn has(set: &[u64], option: usize) -> bool {
    set[option / 64] >> (option % 64) & 1 == 1
}

fn insert(set: &mut [u64], option: usize) {
    set[option / 64] |= 1 << (option % 64);
}

fn character(symbol: usize) -> char {
    char::from_digit(symbol as u32, 36).unwrap_or('.').to_ascii_uppercase()
}

fn main() {
    let puzzle = std::env::args().nth(1).expect("a puzzle: 81 characters, `.` is an empty cell");
    let (solutions, bets) = solve(&puzzle, 2);
    println!("{bets} bets\n{}", solutions.join("\n"));
}
