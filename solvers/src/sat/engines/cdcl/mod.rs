//! CDCL: conflict-driven clause learning, after GRASP (Marques-Silva & Sakallah 1996), Chaff (Moskewicz
//! et al. 2001) and MiniSat (Eén & Sörensson 2003).
//!
//! DPLL discards the reason why a branch failed. CDCL learns a clause from each conflict, which records
//! the decisions that caused it ([`analysis`]). The search backjumps to the level at which the clause is
//! unit, possibly over many levels, and continues with the implied literal. There are no branches to
//! return to; the learnt clauses are the only record of the search.
//!
//! ```text
//!   DPLL                         CDCL
//!   1, 2, 3, 4  conflict         1, 2, 3, 4  conflict caused by 1 and 4: learn (¬1 ∨ ¬4)
//!   1, 2, 3,¬4                   1,¬4        backjump to level 1; 2 and 3 were irrelevant
//! ```
//!
//! *Decisions* are made by activity, so that variables of recent conflicts come first ([`activity`]),
//! with the value that the variable had last (phase saving, Pipatsrisawat & Darwiche 2007). *Restarts*
//! follow the Luby sequence ([`restarts`]); they undo all decisions and keep the learnt clauses. Learnt
//! clauses that seem useless are *deleted* ([`reduction`]), since each slows propagation down. Nothing
//! is random.
//!
//! **Counters.** Decisions (as `bets`, although they do not form a tree), conflicts including the one
//! at the root, and propagated literals. **The proof** is the sequence of learnt clauses: each follows
//! from the earlier ones by unit propagation (Goldberg & Novikov 2003).
//!
//! The cost is exponential in the worst case. Clause learning is resolution, and pigeonhole formulas
//! have no short resolution proofs (Haken 1985). A conflict costs each clause that led to it, once.

use super::interface::{
    ClauseSink, Engine, EngineRow, EngineStatistics, SatResult, refutation, refute_with,
};
use super::poller::Poller;
use super::propagation::{FalsifiedClause, Propagation, Reason};
use super::reporter::Reporter;
use crate::contract::{Counter, Event, Interrupt, LimitSupport, Method, Observer, Refutation};
use crate::sat::formula::{Formula, Literal, Variable};
use crate::sat::formula::{Proof, ProofStep};
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
    about: "CDCL of this project, written to be read",
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
    let result = refute_with(&mut engine, formula);
    refutation(result, engine.proof)
}

/// The search and its learnt clauses.
struct Cdcl<'a> {
    propagation: Propagation,
    activity: Activity,
    /// The last value of each variable.
    phases: Vec<bool>,
    analysis: Analysis,
    restarts: Restarts,
    reduction: Reduction,
    poller: Poller<'a>,
    reporter: Reporter,
    decisions: u64,
    conflicts: u64,
    /// Whether the clauses are unsatisfiable.
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
            reporter: Reporter::default(),
            decisions: 0,
            conflicts: 0,
            refuted: false,
            proof: None,
        }
    }

    fn search(&mut self, observer: &mut dyn Observer) -> SatResult {
        self.restarts.begin(self.conflicts);
        self.reporter.undone(&self.propagation.trail, observer);
        while !self.refuted {
            let propagated = self.propagation.propagate();
            self.reporter.implied(&self.propagation, observer);
            if let Err(conflict) = propagated {
                self.learn_from(&conflict, observer);
                continue;
            }
            if let Some(stop) = self.poller.step() {
                return SatResult::Stopped(stop);
            }
            if self.restarts.is_due(self.conflicts) {
                observer.event(Event::Restart);
                self.back_to(0);
                self.reporter.undone(&self.propagation.trail, observer);
            }
            if self.reduction.is_due(self.conflicts) {
                let proof = self.proof.as_mut();
                self.reduction.reduce(self.conflicts, &mut self.propagation, proof);
            }
            match self.next_variable() {
                None => return SatResult::Satisfiable,
                Some(variable) => self.decide(variable, observer),
            }
        }
        SatResult::Unsatisfiable
    }

    /// Returns the most active unassigned variable.
    fn next_variable(&mut self) -> Option<Variable> {
        loop {
            let variable = self.activity.pop()?;
            if self.propagation.trail.is_unassigned(variable) {
                return Some(variable);
            }
        }
    }

    fn decide(&mut self, variable: Variable, observer: &mut dyn Observer) {
        self.decisions += 1;
        let literal = Literal::new(variable, self.phases[variable as usize]);
        self.propagation.trail.open_level();
        self.propagation.trail.push(literal, Reason::None);
        self.reporter.assumed(&self.propagation.trail, observer);
    }

    /// Learns a clause from a conflict and backjumps to the level at which it is unit.
    fn learn_from(&mut self, conflict: &FalsifiedClause, observer: &mut dyn Observer) {
        self.conflicts += 1;
        observer.event(Event::Falsify { clause: self.propagation.literals_of(conflict) });
        observer.event(Event::Conflict);
        if self.propagation.trail.level() == 0 {
            self.refute();
            return;
        }
        let learnt = self.analysis.analyse(&self.propagation, conflict, &mut self.activity);
        let (level, glue) = (learnt.level, learnt.glue);
        if let Some(proof) = &mut self.proof {
            proof.push(ProofStep::Add(self.analysis.clause()));
        }
        observer.event(Event::Learn { clause: self.analysis.clause() });
        self.back_to(level);
        self.reporter.undone(&self.propagation.trail, observer);
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
            proof.push(ProofStep::Add(&[]));
        }
    }

    fn back_to(&mut self, level: usize) {
        let (phases, activity) = (&mut self.phases, &mut self.activity);
        self.propagation.trail.back_to(level, |literal| {
            phases[literal.variable() as usize] = literal.is_positive();
            activity.reinsert(literal.variable());
        });
        self.reporter.forget(&self.propagation.trail);
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
        self.search(&mut ())
    }

    fn trace(&mut self, observer: &mut dyn Observer) -> SatResult {
        self.search(observer)
    }

    fn value(&self, variable: Variable) -> bool {
        self.propagation.trail.value(Literal::positive(variable)) == Some(true)
    }

    fn statistics(&self) -> EngineStatistics {
        EngineStatistics {
            decisions: Some(self.decisions),
            conflicts: Some(self.conflicts),
            propagations: Some(self.propagation.propagations),
            ..EngineStatistics::default()
        }
    }
}
