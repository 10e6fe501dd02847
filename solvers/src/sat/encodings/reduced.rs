//! The reduced encoding: the extended one without what the givens determine.
//!
//! Kwon and Jain (*Optimized CNF encoding for sudoku puzzles*, 2006): a given makes its own variable
//! true, and makes those of the other symbols in its cell and of its symbol in peer cells false.
//! Clauses with a true literal are satisfied and removed, false literals are removed from the other
//! clauses, and the remaining variables are renumbered:
//!
//! ```text
//!   given 2 in r1c1      (0 ∨ 1) (¬0 ∨ ¬1)    satisfied
//!                        (2 ∨ 3)              3 is false: (2), renumbered to (0)
//! ```
//!
//! This is done once: consequences such as the 1 in r1c2 here are left to the engine. A symbol that
//! pencil marks forbid is false as well. Clashing givens leave an empty clause. Each puzzle thus has a
//! formula of its own. Building it visits each literal of the full formula, in the phase `encode`, and
//! saves the engine from loading most of it.

use board::{Cell, Geometry, Puzzle, Symbol};

use super::extended::extended;
use super::interface::{Encoding, FormulaSize};
use super::variables::variable;
use crate::sat::engines::ClauseSink;
use crate::sat::formula::{Formula, Literal, Variable};

/// The extended formula, and the assignment of a puzzle.
#[derive(Clone, Debug)]
pub struct Reduced {
    whole: Formula,
    symbols: usize,
    /// By variable of the full formula.
    status: Vec<VariableStatus>,
}

/// The status of a variable in a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VariableStatus {
    False,
    True,
    /// Not determined; renumbered to this variable.
    Open(Variable),
}

impl Reduced {
    /// Encodes `geometry` once for all puzzles.
    pub fn new(geometry: &Geometry) -> Self {
        let whole = extended(geometry);
        let status = vec![VariableStatus::Open(0); whole.variables()];
        Self { whole, symbols: geometry.symbols(), status }
    }

    /// Returns the reduced formula of a puzzle.
    pub fn formula(&mut self, puzzle: &Puzzle) -> Formula {
        self.assign(puzzle);
        let mut reduced = Formula::new(self.number());
        for clause in self.whole.clauses() {
            if !clause.iter().any(|&literal| self.is_true(literal)) {
                reduced.add_clause(clause.iter().filter_map(|&literal| self.renumbered(literal)));
            }
        }
        reduced
    }

    /// Assigns the variables that the puzzle determines, without further propagation. A given stays
    /// true even if another one forbids it, which leaves an empty clause.
    fn assign(&mut self, puzzle: &Puzzle) {
        self.status.fill(VariableStatus::Open(0));
        let geometry = puzzle.geometry();
        for (cell, allowed) in puzzle.allowed().enumerate() {
            for symbol in (0..self.symbols).filter(|&it| !allowed.contains(it as Symbol)) {
                self.forbid(cell, symbol);
            }
            let Some(given) = allowed.single().map(usize::from) else { continue };
            self.status[variable(cell, given, self.symbols) as usize] = VariableStatus::True;
            geometry.peers(cell).iter().for_each(|&peer| self.forbid(peer, given));
        }
    }

    fn forbid(&mut self, cell: Cell, symbol: usize) {
        let status = &mut self.status[variable(cell, symbol, self.symbols) as usize];
        if *status != VariableStatus::True {
            *status = VariableStatus::False;
        }
    }

    /// Renumbers the open variables and returns their number.
    fn number(&mut self) -> usize {
        let mut open = 0;
        for status in &mut self.status {
            if let VariableStatus::Open(number) = status {
                *number = open;
                open += 1;
            }
        }
        open as usize
    }

    fn status(&self, cell: Cell, symbol: usize) -> VariableStatus {
        self.status[variable(cell, symbol, self.symbols) as usize]
    }

    fn is_true(&self, literal: Literal) -> bool {
        let truth =
            if literal.is_positive() { VariableStatus::True } else { VariableStatus::False };
        self.status[literal.variable() as usize] == truth
    }

    /// Renumbers a literal of a clause that is not satisfied. Returns `None` if the literal is false.
    fn renumbered(&self, literal: Literal) -> Option<Literal> {
        match self.status[literal.variable() as usize] {
            VariableStatus::Open(number) if literal.is_positive() => {
                Some(Literal::positive(number))
            }
            VariableStatus::Open(number) => Some(Literal::negative(number)),
            VariableStatus::False | VariableStatus::True => None,
        }
    }
}

impl Encoding for Reduced {
    fn load(&mut self, puzzle: &Puzzle, engine: &mut dyn ClauseSink) -> FormulaSize {
        let formula = self.formula(puzzle);
        engine.load(&formula);
        FormulaSize { variables: formula.variables(), clauses: formula.clause_count() }
    }

    fn symbol(&self, cell: Cell, value: &dyn Fn(Variable) -> bool) -> Symbol {
        let stands = |&symbol: &usize| match self.status(cell, symbol) {
            VariableStatus::Open(number) => value(number),
            status => status == VariableStatus::True,
        };
        let symbol = (0..self.symbols).find(stands);
        symbol.expect("a model assigns a symbol to each open cell") as Symbol
    }

    fn negated(&self, cell: Cell, symbol: Symbol, clause: &mut Vec<Literal>) {
        if let VariableStatus::Open(number) = self.status(cell, symbol.into()) {
            clause.push(Literal::negative(number));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::{Alphabet, Position, Region, catalog, text::line};

    use super::*;

    fn size(text: &str) -> (usize, usize) {
        let classic9 = Arc::new(catalog::named("classic9").unwrap());
        let puzzle = line::parse(text, &classic9).unwrap();
        let formula = Reduced::new(&classic9).formula(&puzzle);
        (formula.variables(), formula.clause_count())
    }

    #[test]
    fn without_givens_it_is_the_extended_encoding() {
        assert_eq!(size(&".".repeat(81)), (729, 11_988));
    }

    #[test]
    fn a_full_grid_leaves_an_empty_formula() {
        let grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(size(grid), (0, 0));
    }

    #[test]
    fn a_given_determines_its_cell_and_its_peers() {
        // The given determines the nine symbols of its cell and its symbol in twenty peers.
        let (variables, clauses) = size(&format!("1{}", ".".repeat(80)));
        assert_eq!(variables, 729 - 29);
        let geometry = catalog::named("classic9").unwrap();
        let is_determined = |it: Variable| {
            let (cell, symbol) = (it as usize / 9, it as usize % 9);
            cell == 0 || symbol == 0 && geometry.peers(0).contains(&cell)
        };
        let whole = extended(&geometry);
        let is_open = |clause: &&[Literal]| match clause[0].is_positive() {
            // Variable 0 is the given, which satisfies four positive clauses.
            true => clause.iter().all(|it| it.variable() != 0),
            false => !clause.iter().any(|it| is_determined(it.variable())),
        };
        let expected = whole.clauses().filter(is_open).count();
        assert_eq!(clauses, expected);
    }

    #[test]
    fn two_cells_in_a_row_leave_the_clause_of_the_essay() {
        let positions = (0..2).map(|column| Position { row: 0, column }).collect();
        let row = Region { name: "row".into(), cells: vec![0, 1] };
        let alphabet = Alphabet::standard(2).unwrap();
        let geometry = Arc::new(Geometry::new("two", alphabet, positions, vec![row]).unwrap());
        let puzzle = line::parse("2.", &geometry).unwrap();
        let formula = Reduced::new(&geometry).formula(&puzzle);
        let written: Vec<String> = formula.clauses().map(|clause| format!("{clause:?}")).collect();
        // Once for the cell and once for the row.
        assert_eq!(written, ["[0]", "[0]"]);
    }

    #[test]
    fn clashing_givens_leave_an_empty_clause() {
        let classic9 = Arc::new(catalog::named("classic9").unwrap());
        let puzzle = line::parse(&format!("11{}", ".".repeat(79)), &classic9).unwrap();
        let formula = Reduced::new(&classic9).formula(&puzzle);
        assert!(formula.clauses().any(<[Literal]>::is_empty));
    }
}
