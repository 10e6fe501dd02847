//! A puzzle or an instance as a formula for SAT solvers of others, and their models as its answers.
//!
//! A puzzle goes by our extended encoding, `cell · |S| + symbol` being true where the symbol stands in
//! the cell, with a clause for each symbol that it forbids; an exact cover problem by a variable for
//! each option; a formula is one already.

use board::instance::{Formula, Literal, Variable};
use board::{Grid, Puzzle, Symbol};
use solvers::Unsupported;
use solvers::sat::encodings::{self, variable};
use solvers::sat::instances::formula_of;

use crate::instance::Instance;

/// The formula of a problem.
#[derive(Clone, Debug)]
pub struct AsFormula<'a> {
    puzzle: &'a Puzzle,
    is_puzzle: bool,
    /// The clauses.
    pub formula: Formula,
}

impl<'a> AsFormula<'a> {
    /// The formula of a puzzle, or of the instance for which it stands.
    ///
    /// # Errors
    /// When an instance would have too many clauses, or is a graph.
    pub fn new(puzzle: &'a Puzzle, instance: Option<&Instance>) -> Result<Self, Unsupported> {
        let formula = match instance {
            None => of_puzzle(puzzle),
            Some(Instance::Cover(problem)) => formula_of(problem)?,
            Some(Instance::Formula(formula)) => formula.clone(),
            Some(Instance::Graph(_)) => {
                let problem = "a graph is no formula: it does not say with how many colours";
                return Err(Unsupported(problem.into()));
            }
        };
        Ok(Self { puzzle, is_puzzle: instance.is_none(), formula })
    }

    /// Forbids an answer.
    pub fn forbid(&mut self, grid: &Grid) {
        let symbols = self.puzzle.geometry().symbols();
        let literal = |(cell, &symbol): (usize, &Symbol)| match (self.is_puzzle, symbol) {
            (true, symbol) => Literal::negative(variable(cell, symbol.into(), symbols)),
            (false, 0) => Literal::positive(cell as Variable),
            (false, _) => Literal::negative(cell as Variable),
        };
        let clause: Vec<Literal> = grid.symbols().iter().enumerate().map(literal).collect();
        self.formula.add_clause(clause);
    }

    /// The answer that a model gives, by the variables that are true in it; none if it leaves a cell
    /// empty.
    pub fn grid(&self, truths: impl Iterator<Item = usize>) -> Option<Grid> {
        let geometry = self.puzzle.geometry();
        let symbols = geometry.symbols();
        let start = if self.is_puzzle { None } else { Some(0) };
        let mut grid: Vec<Option<Symbol>> = vec![start; geometry.cells()];
        for variable in truths {
            let (cell, symbol) = match self.is_puzzle {
                true => (variable / symbols, (variable % symbols) as Symbol),
                false => (variable, 1),
            };
            if let Some(cell) = grid.get_mut(cell) {
                *cell = Some(symbol);
            }
        }
        grid.into_iter().collect::<Option<Vec<Symbol>>>().map(Grid::new)
    }
}

fn of_puzzle(puzzle: &Puzzle) -> Formula {
    let geometry = puzzle.geometry();
    let symbols = geometry.symbols();
    let mut formula = encodings::extended(geometry);
    for (cell, allowed) in puzzle.allowed().iter().enumerate() {
        for symbol in (0..symbols).filter(|&symbol| !allowed.contains(symbol as Symbol)) {
            formula.add_clause([Literal::negative(variable(cell, symbol, symbols))]);
        }
    }
    formula
}
