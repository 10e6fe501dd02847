//! Naive backtracking: try every symbol in every empty cell.
//!
//! Take the first empty cell and put the first symbol there that does not occur in its row, column
//! or block. Go on with the next empty cell in the same way. If no symbol fits into a cell, an
//! earlier choice was wrong: go back to the last cell that has an untried symbol, and try that.
//!
//! Nothing is known about a cell before it is reached, so a wrong choice may be noticed very late.
//! The number of choices grows exponentially with the number of empty cells.
//!
//! Source: M.-P. Falissard, *Théorie des ensembles appliquée au sudoku et algorithmique associée*,
//! §2 (*Remplissage*, *Validation*).

/// Returns the solutions of a puzzle, at most `limit`, and how many symbols were tried (bets).
///
/// A puzzle is a text with a character for each cell, in reading order: `1` to `9`, then letters;
/// `.` is an empty cell. It may have any size that is a square of a square: 16, 81 or 256 cells.
pub fn solve(puzzle: &str, limit: usize) -> (Vec<String>, u64) {
    let cells: Vec<u32> = puzzle.chars().map(|it| it.to_digit(36).unwrap_or(0)).collect();
    let n = cells.len().isqrt();
    let mut search = Search { n, cells, limit, solutions: Vec::new(), bets: 0 };
    if search.givens_are_valid() {
        search.fill(0);
    }
    (search.solutions, search.bets)
}

/// A grid with n rows and n symbols that is being filled.
struct Search {
    n: usize,
    /// The symbol of each cell; 0 is an empty cell.
    cells: Vec<u32>,
    limit: usize,
    solutions: Vec<String>,
    bets: u64,
}

impl Search {
    /// Fills the empty cells from number `start` on in every possible way (*Remplissage*).
    fn fill(&mut self, start: usize) {
        let Some(cell) = (start..self.cells.len()).find(|&cell| self.cells[cell] == 0) else {
            // No cell is empty: the grid is a solution.
            self.solutions.push(self.cells.iter().map(|&symbol| character(symbol)).collect());
            return;
        };
        for symbol in 1..=self.n as u32 {
            if self.is_valid(cell, symbol) {
                self.bets += 1;
                self.cells[cell] = symbol;
                self.fill(cell + 1);
                if self.solutions.len() == self.limit {
                    return;
                }
                // Go back: the symbol was wrong, or its solutions are all found.
                self.cells[cell] = 0;
            }
        }
    }

    /// Returns whether no other cell in the row, column or block has the symbol (*Validation*).
    fn is_valid(&self, cell: usize, symbol: u32) -> bool {
        (0..self.cells.len())
            .filter(|&other| other != cell && self.share_a_region(cell, other))
            .all(|other| self.cells[other] != symbol)
    }

    /// Returns whether two cells are in the same row, column or block.
    fn share_a_region(&self, a: usize, b: usize) -> bool {
        let (n, size) = (self.n, self.n.isqrt());
        let [row_a, column_a, row_b, column_b] = [a / n, a % n, b / n, b % n];
        let same_block = row_a / size == row_b / size && column_a / size == column_b / size;
        row_a == row_b || column_a == column_b || same_block
    }

    fn givens_are_valid(&self) -> bool {
        (0..self.cells.len())
            .all(|cell| self.cells[cell] == 0 || self.is_valid(cell, self.cells[cell]))
    }
}

fn character(symbol: u32) -> char {
    char::from_digit(symbol, 36).unwrap_or('.').to_ascii_uppercase()
}

fn main() {
    let puzzle = std::env::args().nth(1).expect("a puzzle: 81 characters, `.` is an empty cell");
    let (solutions, bets) = solve(&puzzle, 2);
    println!("{bets} bets\n{}", solutions.join("\n"));
}
