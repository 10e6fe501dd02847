//! The reduced encoding: the extended one without what the givens settle.
//!
//! Kwon and Jain (*Optimized CNF encoding for sudoku puzzles*, 2006): a given makes its own variable
//! true, and false those of the other symbols in its cell and of its symbol in the cells that it sees.
//! ClauseSink with a true literal hold and are left out, false literals are taken out of the others, and
//! the variables that are left get numbers of their own:
//!
//! ```text
//!   given 2 in r1c1      (0 ∨ 1) (¬0 ∨ ¬1)    hold
//!                        (2 ∨ 3)              3 is false: (2), which is now called (0)
//! ```
//!
//! It is done once: what follows from what is left, as the 1 in r1c2 here, is the engine's to find. A
//! symbol that pencil marks forbid is false, too. Givens that clash leave an empty clause. So each
//! puzzle has a formula of its own, which costs a look at each literal of the whole one, in the phase
//! `encode`, and saves an engine most of what it would have to load.

use board::{Cell, Geometry, Puzzle, Symbol};

use super::{Encoding, FormulaSize, extended, variable};
use crate::sat::engines::{ClauseSink, Engine};
use crate::sat::formula::{Formula, Literal, Variable};

/// The extended formula, and what a puzzle left of it.
#[derive(Clone, Debug)]
pub struct Reduced {
    whole: Formula,
    symbols: usize,
    /// Of each variable of the whole formula.
    assigned: Vec<Assigned>,
}

/// What a puzzle makes of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Assigned {
    False,
    True,
    /// It is not settled, and has this number.
    Open(Variable),
}

impl Reduced {
    /// Encodes `geometry` for all puzzles to come.
    pub fn new(geometry: &Geometry) -> Self {
        let assigned = vec![Assigned::Open(0); geometry.cells() * geometry.symbols()];
        Self { whole: extended(geometry), symbols: geometry.symbols(), assigned }
    }

    /// The formula of a puzzle.
    pub fn formula(&mut self, puzzle: &Puzzle) -> Formula {
        self.settle(puzzle);
        let mut left = Formula::new(self.number());
        for clause in self.whole.clauses() {
            if !clause.iter().any(|&literal| self.holds(literal)) {
                left.add_clause(clause.iter().filter_map(|&literal| self.left_of(literal)));
            }
        }
        left
    }

    /// What the puzzle says, once. A given stays true where another one forbids it: the clause that
    /// says so will be empty.
    fn settle(&mut self, puzzle: &Puzzle) {
        self.assigned.fill(Assigned::Open(0));
        let geometry = puzzle.geometry();
        for (cell, &allowed) in puzzle.allowed().iter().enumerate() {
            for symbol in (0..self.symbols).filter(|&it| !allowed.contains(it as Symbol)) {
                self.forbid(cell, symbol);
            }
            let Some(given) = allowed.single().map(usize::from) else { continue };
            self.assigned[variable(cell, given, self.symbols) as usize] = Assigned::True;
            geometry.peers(cell).iter().for_each(|&peer| self.forbid(peer, given));
        }
    }

    fn forbid(&mut self, cell: Cell, symbol: usize) {
        let fate = &mut self.assigned[variable(cell, symbol, self.symbols) as usize];
        if *fate != Assigned::True {
            *fate = Assigned::False;
        }
    }

    /// Gives the variables that are open their numbers, and tells how many they are.
    fn number(&mut self) -> usize {
        let mut open = 0;
        for fate in &mut self.assigned {
            if let Assigned::Open(number) = fate {
                *number = open;
                open += 1;
            }
        }
        open as usize
    }

    fn fate(&self, cell: Cell, symbol: usize) -> Assigned {
        self.assigned[variable(cell, symbol, self.symbols) as usize]
    }

    fn holds(&self, literal: Literal) -> bool {
        let truth = if literal.is_positive() { Assigned::True } else { Assigned::False };
        self.assigned[literal.variable() as usize] == truth
    }

    /// What is left of a literal in a clause that does not hold yet.
    fn left_of(&self, literal: Literal) -> Option<Literal> {
        match self.assigned[literal.variable() as usize] {
            Assigned::Open(number) if literal.is_positive() => Some(Literal::positive(number)),
            Assigned::Open(number) => Some(Literal::negative(number)),
            Assigned::False | Assigned::True => None,
        }
    }
}

impl Encoding for Reduced {
    fn load(&mut self, puzzle: &Puzzle, engine: &mut dyn ClauseSink) -> FormulaSize {
        let formula = self.formula(puzzle);
        engine.load(&formula);
        FormulaSize { variables: formula.variables(), clauses: formula.clause_count() }
    }

    fn symbol(&self, cell: Cell, engine: &dyn Engine) -> Symbol {
        let stands = |&symbol: &usize| match self.fate(cell, symbol) {
            Assigned::Open(number) => engine.value(number),
            fate => fate == Assigned::True,
        };
        let symbol = (0..self.symbols).find(stands);
        symbol.expect("a model gives each open cell a symbol") as Symbol
    }

    fn negated(&self, cell: Cell, symbol: Symbol, clause: &mut Vec<Literal>) {
        if let Assigned::Open(number) = self.fate(cell, symbol.into()) {
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
    fn of_a_full_grid_nothing_is_left() {
        let grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(size(grid), (0, 0));
    }

    #[test]
    fn one_given_settles_what_it_sees() {
        // Its cell has nine symbols, and twenty cells see it. Pairs of which one is settled hold.
        let (variables, clauses) = size(&format!("1{}", ".".repeat(80)));
        assert_eq!(variables, 729 - 29);
        let geometry = catalog::named("classic9").unwrap();
        let is_settled = |it: Variable| {
            let (cell, symbol) = (it as usize / 9, it as usize % 9);
            cell == 0 || symbol == 0 && geometry.peers(0).contains(&cell)
        };
        let whole = extended(&geometry);
        let is_open = |clause: &&[Literal]| match clause[0].is_positive() {
            // Variable 0 is the given: four clauses ask for it.
            true => clause.iter().all(|it| it.variable() != 0),
            false => !clause.iter().any(|it| is_settled(it.variable())),
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
    fn givens_that_clash_leave_an_empty_clause() {
        let classic9 = Arc::new(catalog::named("classic9").unwrap());
        let puzzle = line::parse(&format!("11{}", ".".repeat(79)), &classic9).unwrap();
        let formula = Reduced::new(&classic9).formula(&puzzle);
        assert!(formula.clauses().any(<[Literal]>::is_empty));
    }
}
