//! CDCL: conflict-driven clause learning, after GRASP (Marques-Silva & Sakallah 1996), Chaff
//! (Moskewicz et al. 2001) and MiniSat (Eén & Sörensson 2003).
//!
//! DPLL forgets why a branch failed. Here each conflict leaves a clause that says why ([`analysis`]):
//! of the decisions so far, those that were to blame. The search jumps back to where the clause is
//! unit, which may be many levels, and goes on with what it says. There are no branches to come back
//! to: that the clause stands is all the memory there is.
//!
//! ```text
//!   DPLL                         CDCL
//!   1, 2, 3, 4  conflict         1, 2, 3, 4  conflict: 1 and 4 were to blame, learn (¬1 ∨ ¬4)
//!   1, 2, 3,¬4                   1,¬4        back behind 1; 2 and 3 were idle
//! ```
//!
//! Around that: *decisions* by activity, the variables of recent conflicts first ([`activity`]), with
//! the value that each had last (Pipatsrisawat & Darwiche 2007); *restarts* after the sequence of Luby
//! ([`restarts`]), which drop all decisions and keep what was learnt; and learnt clauses that are
//! *forgotten* when they look useless ([`reduction`]), because each slows propagation down. Nothing is
//! random.
//!
//! **Counted** are decisions (as `bets`, though they are none of a tree), conflicts, the one at the
//! root included, and the literals propagated. **The proof** is the clauses in the order in which they
//! were learnt: unit propagation finds each from those before it (Goldberg & Novikov 2003).
//!
//! Cost: exponential at worst. What is learnt is learnt by resolution, and of pigeons and holes there is
//! no short proof by resolution (Haken 1985). Per conflict: the clauses that led to it, once each.

use super::poller::Poller;
use super::propagation::{FalsifiedClause, Propagation, Reason};
use super::{ClauseSink, Engine, EngineRow, SatResult, Statistics, refutation, refute_with};
use crate::contract::{Counter, Interrupt, LimitSupport, Method, Refutation};
use crate::sat::formula::{Formula, Literal, Variable};
use crate::sat::formula::{Proof, Step};
use activity::Activity;
use analysis::Analysis;
use reduction::Reduction;
use restarts::Restarts;

mod activity;
mod analysis;
mod reduction;
mod restarts;

/// The engine.
pub const CDCL: EngineRow = EngineRow {
    name: "cdcl",
    about: "CDCL of ours, to be read",
    package: None,
    origin: "sat",
    timed: cdcl,
    traced: cdcl,
    refute: Some(refute),
    incremental: None,
    method: Method {
        state: "assigned literals, learnt clauses",
        inference: "unit propagation, clause learning",
        choice: "most active variable",
    },
    counts: &[
        Counter::Bets,
        Counter::Conflicts,
        Counter::Propagations,
        Counter::Variables,
        Counter::Clauses,
    ],
    counts_traced: &[],
    nodes: LimitSupport::None,
    time: LimitSupport::Exact,
};

fn cdcl(interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
    Box::new(Cdcl::new(interrupt))
}

fn refute(formula: &Formula, interrupt: Interrupt<'_>) -> Refutation {
    let mut engine = Cdcl::new(interrupt);
    engine.proof = Some(Proof::default());
    let answer = refute_with(&mut engine, formula);
    refutation(answer, engine.proof)
}

/// The search, and all that it has learnt.
struct Cdcl<'a> {
    propagation: Propagation,
    activity: Activity,
    /// The value that each variable had last.
    phases: Vec<bool>,
    analysis: Analysis,
    restarts: Restarts,
    reduction: Reduction,
    poller: Poller<'a>,
    decisions: u64,
    conflicts: u64,
    /// The clauses contradict each other.
    refuted: bool,
    proof: Option<Proof>,
}

impl<'a> Cdcl<'a> {
    fn new(interrupt: Interrupt<'a>) -> Self {
        Self {
            propagation: Propagation::default(),
            activity: Activity::default(),
            phases: Vec::new(),
            analysis: Analysis::default(),
            restarts: Restarts::default(),
            reduction: Reduction::default(),
            poller: Poller::new(interrupt),
            decisions: 0,
            conflicts: 0,
            refuted: false,
            proof: None,
        }
    }

    fn search(&mut self) -> SatResult {
        self.restarts.begin(self.conflicts);
        while !self.refuted {
            if let Err(conflict) = self.propagation.propagate() {
                self.learn_from(&conflict);
                continue;
            }
            if let Some(stop) = self.poller.step() {
                return SatResult::Stopped(stop);
            }
            if self.restarts.is_due(self.conflicts) {
                self.back_to(0);
            }
            if self.reduction.is_due(self.conflicts) {
                let proof = self.proof.as_mut();
                self.reduction.reduce(self.conflicts, &mut self.propagation, proof);
            }
            match self.next_variable() {
                None => return SatResult::Satisfiable,
                Some(variable) => self.decide(variable),
            }
        }
        SatResult::Unsatisfiable
    }

    /// The most active variable that is free.
    fn next_variable(&mut self) -> Option<Variable> {
        loop {
            let variable = self.activity.pop()?;
            if self.propagation.trail.is_free(variable) {
                return Some(variable);
            }
        }
    }

    fn decide(&mut self, variable: Variable) {
        self.decisions += 1;
        let literal = match self.phases[variable as usize] {
            true => Literal::positive(variable),
            false => Literal::negative(variable),
        };
        self.propagation.trail.open_level();
        self.propagation.trail.push(literal, Reason::None);
    }

    /// Learns a clause from a conflict, and goes back to where it says something.
    fn learn_from(&mut self, conflict: &FalsifiedClause) {
        self.conflicts += 1;
        if self.propagation.trail.level() == 0 {
            self.refute();
            return;
        }
        let learnt = self.analysis.analyse(&self.propagation, conflict, &mut self.activity);
        let (level, glue) = (learnt.level, learnt.glue);
        if let Some(proof) = &mut self.proof {
            proof.push(Step::Add(self.analysis.clause()));
        }
        self.back_to(level);
        let clause = self.analysis.clause();
        let reason = match clause.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.propagation.attach(clause, glue)),
        };
        self.propagation.trail.push(clause[0], reason);
        self.activity.decay();
    }

    fn refute(&mut self) {
        self.refuted = true;
        if let Some(proof) = &mut self.proof {
            proof.push(Step::Add(&[]));
        }
    }

    fn back_to(&mut self, level: usize) {
        let (phases, activity) = (&mut self.phases, &mut self.activity);
        self.propagation.trail.back_to(level, |literal| {
            phases[literal.variable() as usize] = literal.is_positive();
            activity.put_back(literal.variable());
        });
    }
}

impl ClauseSink for Cdcl<'_> {
    fn load(&mut self, formula: &Formula) {
        self.activity.grow(formula.variables());
        self.analysis.grow(formula.variables());
        self.phases.resize(formula.variables(), false);
        if !self.propagation.load(formula) {
            self.refute();
        }
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.back_to(0);
        if !self.refuted && !self.propagation.add_at_root(clause) {
            self.refute();
        }
    }
}

impl Engine for Cdcl<'_> {
    fn solve(&mut self) -> SatResult {
        self.search()
    }

    fn value(&self, variable: Variable) -> bool {
        self.propagation.trail.value(Literal::positive(variable)) == Some(true)
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            decisions: Some(self.decisions),
            conflicts: Some(self.conflicts),
            propagations: Some(self.propagation.propagations),
            ..Statistics::default()
        }
    }
}
