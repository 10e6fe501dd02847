//! Candidates, propagation, and the cell with the fewest candidates.
//!
//! The *candidates* of a cell are the symbols that it may still take. Two rules remove candidates
//! until neither applies, which is called *propagation*:
//!
//! - *Naked single*: a cell with one candidate takes it, so no other cell of its regions can.
//! - *Hidden single*: a symbol with one place left in a region goes there.
//!
//! If a cell has no candidate, or a symbol no place, the state is contradictory. If every cell has
//! one candidate, it is a solution. Otherwise the search bets: it takes the cell with the fewest
//! candidates and tries each of them in a copy of the state. With few candidates a bet is more
//! likely to be right, and a wrong one is noticed sooner: *fail first*, or *minimum remaining
//! values* (MRV).
//!
//! Sources: R. M. Haralick and G. L. Elliott, *Increasing tree search efficiency for constraint
//! satisfaction problems*, 1980; the rules are those of the SAÉ S1.02.

/// The candidates of a cell: bit s is set if symbol s + 1 is possible.
type Candidates = u64;

/// Returns the solutions of a puzzle, at most `limit`, and how many candidates were tried (bets).
///
/// A puzzle is a text with a character for each cell, in reading order: `1` to `9`, then letters;
/// `.` is an empty cell. It may have any size that is a square of a square: 16, 81 or 256 cells.
pub fn solve(puzzle: &str, limit: usize) -> (Vec<String>, u64) {
    let n = puzzle.chars().count().isqrt();
    let state: Vec<Candidates> = puzzle
        .chars()
        .map(|character| match character.to_digit(36) {
            Some(symbol @ 1..) => 1 << (symbol - 1),
            _ => (1 << n) - 1,
        })
        .collect();
    let mut search = Search { n, regions: regions(n), limit, solutions: Vec::new(), bets: 0 };
    search.search(state);
    (search.solutions, search.bets)
}

struct Search {
    /// The number of symbols.
    n: usize,
    /// The cells of each row, column and block.
    regions: Vec<Vec<usize>>,
    limit: usize,
    solutions: Vec<String>,
    bets: u64,
}

impl Search {
    /// Finds all solutions of a state.
    fn search(&mut self, mut state: Vec<Candidates>) {
        if !self.propagate(&mut state) {
            return;
        }
        let open = (0..state.len()).filter(|&cell| state[cell].count_ones() > 1);
        let Some(cell) = open.min_by_key(|&cell| state[cell].count_ones()) else {
            let characters = state.iter().map(|set| set.trailing_zeros() + 1);
            self.solutions.push(characters.map(character).collect());
            return;
        };
        for symbol in (0..self.n).filter(|symbol| state[cell] >> symbol & 1 == 1) {
            self.bets += 1;
            let mut next = state.clone();
            next[cell] = 1 << symbol;
            self.search(next);
            if self.solutions.len() == self.limit {
                return;
            }
        }
    }

    /// Applies both rules until neither changes anything. Returns false on a contradiction.
    fn propagate(&self, state: &mut [Candidates]) -> bool {
        loop {
            let before = state.to_vec();
            for region in &self.regions {
                if !naked_singles(region, state) || !self.hidden_singles(region, state) {
                    return false;
                }
            }
            if state == before {
                return true;
            }
        }
    }

    /// Gives each symbol with one place left in the region that place.
    fn hidden_singles(&self, region: &[usize], state: &mut [Candidates]) -> bool {
        (0..self.n).all(|symbol| {
            let mut places = region.iter().filter(|&&cell| state[cell] >> symbol & 1 == 1);
            match (places.next(), places.next()) {
                (None, _) => return false,
                (Some(&cell), None) => state[cell] = 1 << symbol,
                _ => {}
            }
            true
        })
    }
}

/// Removes the candidate of each cell that has only one from the other cells of the region.
fn naked_singles(region: &[usize], state: &mut [Candidates]) -> bool {
    for &cell in region.iter() {
        if state[cell].count_ones() == 1 {
            let single = state[cell];
            region.iter().filter(|&&it| it != cell).for_each(|&other| state[other] &= !single);
        }
    }
    region.iter().all(|&cell| state[cell] != 0)
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
