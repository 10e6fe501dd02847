//! Proofs that there is no further solution, by engines that write proofs: the formula of the problem
//! together with the blocking clause of the known solution is unsatisfiable.

use board::instance::{ExactCover, Formula, Literal};
use board::{Grid, Puzzle};

use super::Sat;
use super::engines::{EngineRow, Refute};
use super::instances::{Covers, Models, other_cover, other_values};
use crate::contract::{Certificate, Interrupt, Limits, Prover, Unsupported};

/// A solver of this family, which provides the formula, and an engine that writes proofs.
pub(super) struct Refuter<S> {
    solver: S,
    refute: Refute,
}

impl<S> Refuter<S> {
    /// # Errors
    /// Fails if the engine writes no proofs.
    pub(super) fn new(solver: S, engine: &EngineRow) -> Result<Box<Self>, Unsupported> {
        match engine.refute {
            Some(refute) => Ok(Box::new(Self { solver, refute })),
            None => Err(Unsupported(format!("{} writes no proofs", engine.name))),
        }
    }

    /// Proves that `formula` has no model except the one that `clause` blocks.
    fn certificate(
        &self,
        mut formula: Formula,
        clause: Option<Vec<Literal>>,
        limits: &Limits<'_>,
    ) -> Certificate {
        clause.into_iter().for_each(|clause| formula.add_clause(clause));
        let refutation = (self.refute)(&formula, Interrupt::new(limits));
        Certificate { formula, refutation }
    }
}

impl Prover<Puzzle> for Refuter<Sat> {
    fn certify(
        &mut self,
        puzzle: &Puzzle,
        known: Option<&Grid>,
        limits: &Limits<'_>,
    ) -> Certificate {
        let mut formula = Formula::new(0);
        self.solver.encoding.load(puzzle, &mut formula);
        let clause = known.map(|grid| {
            let mut clause = Vec::new();
            self.solver.encoding.block(puzzle, grid.symbols(), &mut clause);
            clause
        });
        self.certificate(formula, clause, limits)
    }
}

impl Prover<Formula> for Refuter<Models> {
    fn certify(
        &mut self,
        _: &Formula,
        known: Option<&Vec<bool>>,
        limits: &Limits<'_>,
    ) -> Certificate {
        let clause = known.map(|model| other_values(model).collect());
        self.certificate(self.solver.formula.clone(), clause, limits)
    }
}

impl Prover<ExactCover> for Refuter<Covers> {
    fn certify(
        &mut self,
        problem: &ExactCover,
        known: Option<&Vec<usize>>,
        limits: &Limits<'_>,
    ) -> Certificate {
        let clause = known.map(|options| other_cover(problem, options));
        self.certificate(self.solver.0.formula.clone(), clause, limits)
    }
}
