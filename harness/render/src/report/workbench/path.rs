//! Solutions as paths: what has to be added to the givens so that the page can find them without a search.
//!
//! Naked and hidden singles are filled in until there are none. Then the first cell with the fewest
//! candidates gets its symbol, and the path has its rank among them; and so on. The script of the page walks
//! the same way (`solution.js`): which singles are left in the end does not depend on their order. So a page
//! shows the solution of the rows, and no other, at the cost of a few characters.
//!
//! ```text
//!   givens  53..7....6..195…      solution  534678912672195…      path  "+"      singles suffice
//!   givens  8..........36……      solution  812753649943682…      path  "+1021"  four ranks
//! ```
//!
//! A text that is not a filled board with these givens, or is written in other characters, stands after `=`
//! as it is.

use board::{Cell, Geometry, Symbol, SymbolSet};

/// The maximum number of candidates whose ranks are one digit.
const RADIX: u32 = 36;

/// Returns a solution in the section of the page: its path, or itself; empty if there is none.
pub(super) fn written(geometry: Option<&Geometry>, givens: &str, solution: &str) -> String {
    if solution.is_empty() {
        return String::new();
    }
    match geometry.and_then(|geometry| path(geometry, givens, solution)) {
        Some(path) => format!("+{path}"),
        None => format!("={solution}"),
    }
}

/// Returns the ranks of the cells that singles do not fill, in base 36.
fn path(geometry: &Geometry, givens: &str, solution: &str) -> Option<String> {
    let alphabet = geometry.alphabet();
    let target: Vec<Symbol> =
        solution.chars().map(|it| alphabet.symbol(it)).collect::<Option<_>>()?;
    if target.len() != geometry.cells() || givens.chars().count() != target.len() {
        return None;
    }
    let mut board = Candidates::new(geometry);
    for (cell, character) in givens.chars().enumerate().filter(|(_, it)| *it != '.') {
        board.assign(cell, alphabet.symbol(character)?);
    }
    let mut path = String::new();
    loop {
        board.fill_singles();
        let Some(cell) = board.narrowest() else { break };
        let set = board.sets[cell];
        let rank = set.iter().position(|symbol| symbol == target[cell])?;
        path.push(char::from_digit(u32::try_from(rank).ok()?, RADIX)?);
        board.assign(cell, target[cell]);
    }
    let found = board.sets.iter().map(|set| set.single());
    found.eq(target.into_iter().map(Some)).then_some(path)
}

/// What each cell may be.
struct Candidates<'g> {
    geometry: &'g Geometry,
    sets: Vec<SymbolSet>,
    is_filled: Vec<bool>,
}

impl<'g> Candidates<'g> {
    fn new(geometry: &'g Geometry) -> Self {
        let sets = vec![SymbolSet::all(geometry.symbols()); geometry.cells()];
        Self { geometry, sets, is_filled: vec![false; geometry.cells()] }
    }

    /// Fills a cell, and then those that have one candidate left.
    fn assign(&mut self, cell: Cell, symbol: Symbol) {
        let mut todo = vec![(cell, symbol)];
        while let Some((cell, symbol)) = todo.pop() {
            if std::mem::replace(&mut self.is_filled[cell], true) {
                continue;
            }
            self.sets[cell] = SymbolSet::only(symbol);
            for &peer in self.geometry.peers(cell) {
                let set = &mut self.sets[peer];
                if set.contains(symbol) {
                    set.remove(symbol);
                    todo.extend(set.single().map(|last| (peer, last)));
                }
            }
        }
    }

    /// Fills each cell that is the only one for a symbol in a full region, until there is none.
    fn fill_singles(&mut self) {
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for region in 0..self.geometry.regions().len() {
                is_changed |= self.geometry.is_full(region) && self.fill_region(region);
            }
        }
    }

    fn fill_region(&mut self, region: usize) -> bool {
        let geometry = self.geometry;
        let cells = &geometry.regions()[region].cells;
        let (mut once, mut twice) = (SymbolSet::EMPTY, SymbolSet::EMPTY);
        for &cell in cells {
            twice |= once & self.sets[cell];
            once |= self.sets[cell];
        }
        let mut is_changed = false;
        for &cell in cells.iter().filter(|&&cell| !self.is_filled[cell]).collect::<Vec<_>>() {
            let only = self.sets[cell] - twice;
            if let Some(symbol) = only.first() {
                self.assign(cell, symbol);
                is_changed = true;
            }
        }
        is_changed
    }

    /// Returns the first open cell with the fewest candidates.
    fn narrowest(&self) -> Option<Cell> {
        let open = (0..self.sets.len()).filter(|&cell| !self.is_filled[cell]);
        open.min_by_key(|&cell| self.sets[cell].len())
    }
}

#[cfg(test)]
mod tests {
    use board::catalog;

    use super::*;

    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const SOLVED: &str =
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    #[test]
    fn singles_cost_nothing_and_each_choice_one_digit() {
        let classic = catalog::named("classic9").expect("a board");
        let easy: String =
            SOLVED.chars().enumerate().map(|(n, it)| if n % 4 == 0 { '.' } else { it }).collect();
        assert_eq!(written(Some(&classic), &easy, SOLVED), "+");
        let hard = written(Some(&classic), HARD, SOLVED);
        assert!(hard.starts_with('+') && hard.len() < 24, "{hard}");
    }

    #[test]
    fn an_empty_board_has_a_path_whatever_its_symbols() {
        let four = catalog::named("classic4").expect("a board");
        let path = written(Some(&four), &".".repeat(16), "1234341221434321");
        assert!(path.starts_with('+'), "{path}");
    }

    #[test]
    fn what_is_no_filled_board_with_these_givens_stands_as_it_is() {
        let four = catalog::named("classic4").expect("a board");
        let solved = "1234341221434321";
        assert_eq!(written(Some(&four), "2...............", solved), format!("={solved}"));
        assert_eq!(written(Some(&four), "1..............", solved), format!("={solved}"));
        assert_eq!(written(Some(&four), "1...............", "1 2 3"), "=1 2 3");
        assert_eq!(written(None, "1...............", solved), format!("={solved}"));
        assert_eq!(written(None, "1...............", ""), "");
    }
}
