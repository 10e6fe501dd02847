//! A problem as a formula for external SAT solvers, and their models as answers.
//!
//! A puzzle uses the extended encoding, in which variable `cell · |S| + symbol` states that the cell
//! holds the symbol, and a unit clause excludes each forbidden symbol. An exact cover problem has a
//! variable for each option and, with multiplicities, further ones that count. A formula is used unchanged.

use board::instance::{Formula, Literal};
use board::{Grid, Puzzle, Symbol};
use solvers::Unsupported;
use solvers::sat::encodings::{self, variable};
use solvers::sat::instances::{formula_of, other_cover, other_values};

use crate::problem::{AnyAnswer, AnyProblem};

/// A problem and its formula.
#[derive(Clone, Debug)]
pub struct AsFormula<'a> {
    problem: &'a AnyProblem,
    /// The clauses, including those added by [`AsFormula::forbid`].
    pub formula: Formula,
}

impl<'a> AsFormula<'a> {
    /// Encodes a problem.
    ///
    /// # Errors
    /// Fails if the formula would have too many clauses, or if the problem is a graph.
    pub fn new(problem: &'a AnyProblem) -> Result<Self, Unsupported> {
        let formula = match problem {
            AnyProblem::Puzzle(puzzle) => of_puzzle(puzzle),
            AnyProblem::Cover(problem) => formula_of(problem)?,
            AnyProblem::Formula(formula) => Formula::clone(formula),
            AnyProblem::Graph(_) => {
                let problem = "a graph is not a formula: the number of colours is not given";
                return Err(Unsupported(problem.into()));
            }
        };
        Ok(Self { problem, formula })
    }

    /// Adds a clause that excludes an answer.
    pub fn forbid(&mut self, answer: &AnyAnswer) {
        let clause: Vec<Literal> = match (self.problem, answer) {
            (AnyProblem::Puzzle(puzzle), AnyAnswer::Grid(grid)) => {
                let symbols = puzzle.geometry().symbols();
                let placed = grid.symbols().iter().enumerate();
                placed
                    .map(|(cell, &symbol)| {
                        Literal::negative(variable(cell, symbol.into(), symbols))
                    })
                    .collect()
            }
            (AnyProblem::Cover(problem), AnyAnswer::Options(options)) => {
                other_cover(problem, options)
            }
            (_, AnyAnswer::Model(values)) => other_values(values).collect(),
            _ => return,
        };
        self.formula.add_clause(clause);
    }

    /// Decodes a model, given by its true variables. Returns `None` if it leaves a cell empty.
    pub fn answer(&self, truths: impl Iterator<Item = usize>) -> Option<AnyAnswer> {
        match self.problem {
            AnyProblem::Puzzle(puzzle) => grid(puzzle, truths).map(AnyAnswer::Grid),
            AnyProblem::Cover(problem) => {
                let mut options: Vec<usize> =
                    truths.filter(|&option| option < problem.option_count()).collect();
                options.sort_unstable();
                options.dedup();
                Some(AnyAnswer::Options(options))
            }
            AnyProblem::Formula(formula) => {
                let mut values = vec![false; formula.variables()];
                for variable in truths {
                    values.get_mut(variable).into_iter().for_each(|value| *value = true);
                }
                Some(AnyAnswer::Model(values))
            }
            AnyProblem::Graph(_) => None,
        }
    }
}

/// Returns the grid with these true variables, or `None` if a cell is empty.
fn grid(puzzle: &Puzzle, truths: impl Iterator<Item = usize>) -> Option<Grid> {
    let (cells, symbols) = (puzzle.geometry().cells(), puzzle.geometry().symbols());
    let mut grid: Vec<Option<Symbol>> = vec![None; cells];
    for variable in truths {
        if let Some(cell) = grid.get_mut(variable / symbols) {
            *cell = Some((variable % symbols) as Symbol);
        }
    }
    grid.into_iter().collect::<Option<Vec<Symbol>>>().map(Grid::new)
}

fn of_puzzle(puzzle: &Puzzle) -> Formula {
    let geometry = puzzle.geometry();
    let symbols = geometry.symbols();
    let mut formula = encodings::extended(geometry);
    for (cell, allowed) in puzzle.allowed().enumerate() {
        for symbol in (0..symbols).filter(|&symbol| !allowed.contains(symbol as Symbol)) {
            formula.add_clause([Literal::negative(variable(cell, symbol, symbols))]);
        }
    }
    formula
}
