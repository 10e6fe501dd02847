//! Bit boards: for each symbol, the set of cells that may take it, as the bits of one number.
//!
//! A number of 128 bits has a bit for each of the 81 cells. One operation on it acts on all cells
//! at once, where a search on candidates visits cell after cell:
//!
//! ```text
//! peers[c]                the cells that share a row, column or block with cell c
//! board[s] & !peers[c]    symbol s is in c: it leaves all other cells of its regions
//! board[s] & region       the places of s in a region; one bit is a hidden single
//! ```
//!
//! To find the cells with one candidate, count up to two for all cells at once: `once` and `twice`
//! are the cells with at least one and at least two candidates. A cell in `once` but not in `twice`
//! has one candidate: a naked single.
//!
//! What is deduced, and where the search bets, is as in a search on candidates with the fewest
//! candidates first. Only the representation differs, and with it the speed.
//!
//! Sources: bit boards come from chess programs; T. Dillon's solver *tdoku* and many others use
//! them for sudoku.

/// Returns the solutions of a puzzle, at most `limit`, and how many candidates were tried (bets).
///
/// A puzzle is a text with a character for each cell, in reading order: `1` to `9`; `.` is an empty
/// cell. It may have 16 or 81 cells: more do not fit into a board.
pub fn solve(puzzle: &str, limit: usize) -> (Vec<String>, u64) {
    let n = puzzle.chars().count().isqrt();
    let mut boards = vec![0; n];
    for (cell, character) in puzzle.chars().enumerate() {
        match character.to_digit(10) {
            Some(symbol @ 1..) => boards[symbol as usize - 1] |= 1 << cell,
            _ => boards.iter_mut().for_each(|board| *board |= 1 << cell),
        }
    }
    let regions = regions(n);
    let peers = (0..n * n).map(|cell| {
        let around = regions.iter().filter(|&region| region >> cell & 1 == 1);
        around.fold(0, |all, region| all | region) & !(1 << cell)
    });
    let peers = peers.collect();
    let mut search = Search { peers, regions, limit, solutions: Vec::new(), bets: 0 };
    search.search(boards);
    (search.solutions, search.bets)
}

struct Search {
    /// For each cell, the other cells of its regions.
    peers: Vec<u128>,
    /// The cells of each row, column and block.
    regions: Vec<u128>,
    limit: usize,
    solutions: Vec<String>,
    bets: u64,
}

impl Search {
    /// Finds all solutions of a state.
    fn search(&mut self, mut boards: Vec<u128>) {
        if !self.propagate(&mut boards) {
            return;
        }
        let candidates = |cell: &usize| boards.iter().filter(|&it| it >> *cell & 1 == 1).count();
        let open = (0..self.peers.len()).filter(|cell| candidates(cell) > 1);
        let Some(cell) = open.min_by_key(candidates) else {
            let symbol = |cell| boards.iter().position(|board| board >> cell & 1 == 1);
            let symbols = (0..self.peers.len()).filter_map(symbol);
            self.solutions.push(symbols.map(|it| (b'1' + it as u8) as char).collect());
            return;
        };
        for symbol in (0..boards.len()).filter(|&symbol| boards[symbol] >> cell & 1 == 1) {
            self.bets += 1;
            let mut next = boards.clone();
            keep_only(&mut next, cell, symbol);
            self.search(next);
            if self.solutions.len() == self.limit {
                return;
            }
        }
    }

    /// Places naked and hidden singles until there are none. Returns false on a contradiction.
    fn propagate(&self, boards: &mut [u128]) -> bool {
        let all = self.regions.iter().fold(0, |all, region| all | region);
        loop {
            let before = boards.to_vec();
            let (mut once, mut twice) = (0, 0);
            for board in boards.iter() {
                twice |= once & board;
                once |= board;
            }
            if once != all {
                return false; // A cell has no candidate.
            }
            for board in boards.iter_mut() {
                for cell in cells(*board & !twice) {
                    *board &= !self.peers[cell];
                }
            }
            for symbol in 0..boards.len() {
                for region in &self.regions {
                    let places = boards[symbol] & region;
                    match places.count_ones() {
                        0 => return false, // The symbol has no place.
                        1 => keep_only(boards, places.trailing_zeros() as usize, symbol),
                        _ => {}
                    }
                }
            }
            if boards == before {
                return true;
            }
        }
    }
}

/// Removes all candidates of a cell but one.
fn keep_only(boards: &mut [u128], cell: usize, symbol: usize) {
    boards.iter_mut().for_each(|board| *board &= !(1 << cell));
    boards[symbol] |= 1 << cell;
}

/// Returns the cells of a board, which are its bits.
fn cells(board: u128) -> impl Iterator<Item = usize> {
    (0..128).filter(move |cell| board >> cell & 1 == 1)
}

/// Returns the rows, the columns and the blocks of a grid with n rows.
fn regions(n: usize) -> Vec<u128> {
    let size = n.isqrt();
    let mut regions = vec![0; 3 * n];
    for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        let block = row / size * size + column / size;
        for region in [row, n + column, 2 * n + block] {
            regions[region] |= 1 << (row * n + column);
        }
    }
    regions
}

fn main() {
    let puzzle = std::env::args().nth(1).expect("a puzzle: 81 characters, `.` is an empty cell");
    let (solutions, bets) = solve(&puzzle, 2);
    println!("{bets} bets\n{}", solutions.join("\n"));
}
