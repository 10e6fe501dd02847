//! Tuples and bets: what a pocket calculator does.
//!
//! One rule removes candidates: if k cells of a region have only k candidates between them, these
//! symbols are in these cells, so no other cell of the region has them. With k = 1 it is the naked
//! single, with k = 2 the exclusive pair, then triples and larger *tuples*, up to a largest size.
//!
//! When the rule removes nothing more, the program *bets*: it saves the grid, takes a cell with the
//! fewest candidates, and tries one of them. If a cell loses its last candidate, the bet was wrong,
//! and the program returns to the saved grid.
//!
//! Tuples cost time at each state and save bets. With a largest size of 8 on a grid of 9×9, the
//! rule also finds everything that hidden singles and hidden tuples do: if k symbols have only k
//! places in a region, the other open cells form a naked tuple.
//!
//! Source: *Sudoto*, a sudoku solver for a Casio calculator, which counts its bets.

/// The candidates of a cell: bit s is set if symbol s + 1 is possible.
type Candidates = u64;

/// Returns the solutions of a puzzle, at most `limit`, and the number of bets, with tuples of up to
/// eight cells.
pub fn solve(puzzle: &str, limit: usize) -> (Vec<String>, u64) {
    solve_with_tuples(puzzle, limit, 8)
}

/// Returns the solutions of a puzzle, at most `limit`, and the number of bets, with tuples of up to
/// `largest` cells.
///
/// A puzzle is a text with a character for each cell, in reading order: `1` to `9`, then letters;
/// `.` is an empty cell. It may have any size that is a square of a square: 16, 81 or 256 cells.
pub fn solve_with_tuples(puzzle: &str, limit: usize, largest: usize) -> (Vec<String>, u64) {
    let n = puzzle.chars().count().isqrt();
    let grid: Vec<Candidates> = puzzle
        .chars()
        .map(|character| match character.to_digit(36) {
            Some(symbol @ 1..) => 1 << (symbol - 1),
            _ => (1 << n) - 1,
        })
        .collect();
    let mut search =
        Search { n, regions: regions(n), largest, limit, solutions: Vec::new(), bets: 0 };
    search.search(grid);
    (search.solutions, search.bets)
}

struct Search {
    /// The number of symbols.
    n: usize,
    /// The cells of each row, column and block.
    regions: Vec<Vec<usize>>,
    /// The largest number of cells of a tuple.
    largest: usize,
    limit: usize,
    solutions: Vec<String>,
    bets: u64,
}

impl Search {
    /// Finds all solutions of a grid.
    fn search(&mut self, mut grid: Vec<Candidates>) {
        self.deduce(&mut grid);
        if grid.contains(&0) {
            return;
        }
        let open = (0..grid.len()).filter(|&cell| grid[cell].count_ones() > 1);
        let Some(cell) = open.min_by_key(|&cell| grid[cell].count_ones()) else {
            let symbols = grid.iter().map(|set| set.trailing_zeros() + 1);
            self.solutions.push(symbols.map(character).collect());
            return;
        };
        for symbol in (0..self.n).filter(|symbol| grid[cell] >> symbol & 1 == 1) {
            self.bets += 1;
            let mut next = grid.clone(); // The grid itself is the saved one.
            next[cell] = 1 << symbol;
            self.search(next);
            if self.solutions.len() == self.limit {
                return;
            }
        }
    }

    /// Applies the rule to each region until nothing changes.
    fn deduce(&self, grid: &mut Vec<Candidates>) {
        loop {
            let before = grid.clone();
            for region in &self.regions {
                self.tuples(region, &mut Vec::new(), 0, grid);
            }
            if *grid == before || grid.contains(&0) {
                return;
            }
        }
    }

    /// Applies the rule to each tuple that extends `tuple`, the places of cells in the region, by
    /// later ones. `union` are the candidates of the cells of the tuple.
    fn tuples(
        &self,
        region: &[usize],
        tuple: &mut Vec<usize>,
        union: Candidates,
        grid: &mut [Candidates],
    ) {
        if !tuple.is_empty() && union.count_ones() as usize <= tuple.len() {
            for place in (0..region.len()).filter(|place| !tuple.contains(place)) {
                grid[region[place]] &= !union;
            }
        }
        let next = tuple.last().map_or(0, |last| last + 1);
        for place in next..region.len() {
            let together = union | grid[region[place]];
            let size = self.largest.min(region.len() - 1);
            if tuple.len() < size && together.count_ones() as usize <= size {
                tuple.push(place);
                self.tuples(region, tuple, together, grid);
                tuple.pop();
            }
        }
    }
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
    let (solutions, bets) = solve(&puzzle, 2);
    println!("{bets} bets\n{}", solutions.join("\n"));
}
