//! Deduction without guessing: singles and pairs, as people solve.
//!
//! The *candidates* of an empty cell are the symbols that it may still take. Four techniques take
//! turns, each over the whole grid, until the grid is full or nothing changes:
//!
//! - *Naked single*: a cell has one candidate, so fill it in.
//! - *Hidden single*: a symbol has one place left in a region, so fill it in there.
//! - *Naked pair*: two cells of a region have the same two candidates and no others. These symbols
//!   are in these cells, so no other cell of the region has them.
//! - *Hidden pair*: two symbols have the same two places in a region and no others. These cells
//!   have these symbols, so they lose their other candidates.
//!
//! Filling in a cell removes its symbol from all other cells of its regions. Nothing is guessed and
//! nothing undone, so each conclusion holds in every solution. If nothing changes any more although
//! cells are empty, the method is *stuck*: harder techniques, or a search, have to go on.
//!
//! Source: the SAÉ S1.02, *Comparaison d'approches algorithmiques*.

/// The candidates of a cell: bit s is set if symbol s + 1 is possible.
type Candidates = u64;

/// Returns the solution of a puzzle, if the techniques find it. There are no bets.
pub fn solve(puzzle: &str, _limit: usize) -> (Vec<String>, u64) {
    let cells = deduce(puzzle).unwrap_or_default();
    if cells.is_empty() || cells.iter().any(|it| it.count_ones() > 1) {
        return (Vec::new(), 0);
    }
    (vec![cells.iter().map(|it| character(it.trailing_zeros() + 1)).collect()], 0)
}

/// Returns the candidates that are left in each cell, or `None` if the puzzle has no solution.
///
/// A puzzle is a text with a character for each cell, in reading order: `1` to `9`, then letters;
/// `.` is an empty cell. It may have any size that is a square of a square: 16, 81 or 256 cells.
pub fn deduce(puzzle: &str) -> Option<Vec<Candidates>> {
    let n = puzzle.chars().count().isqrt();
    let all = (1 << n) - 1;
    let (cells, is_filled) = (vec![all; n * n], vec![false; n * n]);
    let mut grid = Grid { n, regions: regions(n), cells, is_filled };
    for (cell, character) in puzzle.chars().enumerate() {
        if let Some(symbol @ 1..) = character.to_digit(36) {
            grid.fill(cell, 1 << (symbol - 1));
        }
    }
    loop {
        let before = (grid.cells.clone(), grid.is_filled.clone());
        grid.naked_singles();
        grid.hidden_singles();
        grid.naked_pairs();
        grid.hidden_pairs();
        if grid.is_contradictory() {
            return None;
        }
        if before == (grid.cells.clone(), grid.is_filled.clone()) {
            return Some(grid.cells);
        }
    }
}

struct Grid {
    /// The number of symbols.
    n: usize,
    /// The cells of each row, column and block.
    regions: Vec<Vec<usize>>,
    /// The candidates of each cell; those of a filled cell are its symbol.
    cells: Vec<Candidates>,
    is_filled: Vec<bool>,
}

impl Grid {
    fn naked_singles(&mut self) {
        for cell in 0..self.cells.len() {
            if !self.is_filled[cell] && self.cells[cell].count_ones() == 1 {
                self.fill(cell, self.cells[cell]);
            }
        }
    }

    fn hidden_singles(&mut self) {
        for region in self.regions.clone() {
            for symbol in (0..self.n).map(|it| 1 << it) {
                if let [cell] = self.places(&region, symbol)[..]
                    && !self.is_filled[cell]
                {
                    self.fill(cell, symbol);
                }
            }
        }
    }

    fn naked_pairs(&mut self) {
        for region in self.regions.clone() {
            for (a, b) in pairs(&region) {
                let pair = self.cells[a];
                if pair.count_ones() == 2 && self.cells[b] == pair {
                    let others = region.iter().filter(|&&cell| cell != a && cell != b);
                    others.for_each(|&cell| self.cells[cell] &= !pair);
                }
            }
        }
    }

    fn hidden_pairs(&mut self) {
        let symbols: Vec<usize> = (0..self.n).map(|it| 1 << it).collect();
        for region in self.regions.clone() {
            for (one, other) in pairs(&symbols) {
                let places = self.places(&region, one as Candidates);
                if places.len() == 2 && self.places(&region, other as Candidates) == places {
                    places.iter().for_each(|&it| self.cells[it] &= (one | other) as Candidates);
                }
            }
        }
    }

    /// Gives a cell a symbol, which its peers lose.
    fn fill(&mut self, cell: usize, symbol: Candidates) {
        self.is_filled[cell] = true;
        self.cells[cell] &= symbol;
        for region in self.regions.iter().filter(|region| region.contains(&cell)) {
            let others = region.iter().filter(|&&other| other != cell);
            others.for_each(|&other| self.cells[other] &= !symbol);
        }
    }

    /// Returns the cells of a region that may take a symbol.
    fn places(&self, region: &[usize], symbol: Candidates) -> Vec<usize> {
        region.iter().copied().filter(|&cell| self.cells[cell] & symbol != 0).collect()
    }

    /// Returns whether a cell has no candidate, or a symbol no place in a region.
    fn is_contradictory(&self) -> bool {
        let all: Candidates = (1 << self.n) - 1;
        let union = |region: &Vec<usize>| region.iter().fold(0, |all, &it| all | self.cells[it]);
        self.cells.contains(&0) || self.regions.iter().any(|region| union(region) != all)
    }
}

/// Returns each pair of two elements.
fn pairs(all: &[usize]) -> Vec<(usize, usize)> {
    let later = |index: usize| all[index + 1..].iter().map(move |&other| (all[index], other));
    (0..all.len()).flat_map(later).collect()
}

/// Returns the rows, the columns and the blocks of a grid with n rows.
fn regions(n: usize) -> Vec<Vec<usize>> {
    let size = n.isqrt();
    let mut regions = vec![Vec::new(); 3 * n];
    for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        let block = row / size * size + column / size;
        for region in [row, n + column, 2 * n + block] {
            regions[region].push(row * n + column);
        }
    }
    regions
}

fn character(symbol: u32) -> char {
    char::from_digit(symbol, 36).unwrap_or('.').to_ascii_uppercase()
}

fn main() {
    let puzzle = std::env::args().nth(1).expect("a puzzle: 81 characters, `.` is an empty cell");
    let (solutions, _) = solve(&puzzle, 1);
    println!("{}", solutions.first().map_or("stuck, or no solution", |solution| solution));
}
