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
//! **Switches.** That is the engine `cdcl`. What solvers have added since is in a file each, and
//! switched on in the row `sat/reduced.alldiff` and its variants alone ([`switches`]): restarts by averages
//! ([`averages`]), two modes of search ([`modes`]) with target phases ([`phases`]), deletion by tiers
//! ([`tiers`]), shorter clauses (shrinking in [`analysis`], [`vivification`], [`subsumption`]), first values that place
//! symbols, and all-different constraints ([`all_different`](super::all_different)).
//!
//! **Counters.** Decisions (as `bets`, although they do not form a tree), conflicts including the one
//! at the root, and propagated literals. **The proof** is the sequence of learnt and deleted clauses: each
//! learnt one follows from the earlier ones by unit propagation (Goldberg & Novikov 2003).
//!
//! The cost is exponential in the worst case. Clause learning is resolution, and pigeonhole formulas
//! have no short resolution proofs (Haken 1985). A conflict costs each clause that led to it, once.

use super::all_different::{AllDifferent, Groups};
use super::interface::{ClauseSink, Engine, EngineStatistics, SatResult};
use super::poller::Poller;
use super::propagation::{ClauseId, FalsifiedClause, Propagation, Reason};
use super::reporter::Reporter;
use crate::contract::{Event, Interrupt, Observer};
use crate::sat::formula::{Formula, Literal, Variable};
use crate::sat::formula::{Proof, ProofStep};
use activity::Activity;
use analysis::Analysis;
use averages::Averages;
use learnt::Learnt;
use modes::Modes;
use phases::Phases;
use reduction::{Reduction, delete_at_root};
use restarts::Restarts;
pub use row::CDCL;
pub(in crate::sat) use row::refute_switched;
use subsumption::Subsumption;
pub(in crate::sat) use switches::{SWITCHES, Switches};
use tiers::Tiers;
use vivification::Vivification;

mod activity;
mod analysis;
mod averages;
mod learnt;
mod modes;
mod phases;
mod reduction;
mod restarts;
mod row;
mod subsumption;
mod switches;
mod tiers;
mod vivification;

/// The search and its learnt clauses.
pub(in crate::sat) struct Cdcl<'a> {
    switches: Switches,
    propagation: Propagation,
    all_different: Option<AllDifferent>,
    activity: Activity,
    phases: Phases,
    modes: Modes,
    analysis: Analysis,
    restarts: Restarts,
    long_restarts: Restarts,
    averages: Averages,
    reduction: Reduction,
    tiers: Tiers,
    vivification: Vivification,
    subsumption: Subsumption,
    poller: Poller<'a>,
    reporter: Reporter,
    decisions: u64,
    conflicts: u64,
    /// Whether the clauses are unsatisfiable.
    refuted: bool,
    proof: Option<Proof>,
}

impl<'a> Cdcl<'a> {
    /// Creates an engine that uses the techniques that are switched on.
    pub(in crate::sat) fn new(interrupt: Interrupt<'a>, switches: Switches) -> Self {
        Self {
            switches,
            propagation: Propagation::default(),
            all_different: None,
            activity: Activity::default(),
            phases: Phases::starting_with(switches.positives),
            modes: Modes::default(),
            analysis: Analysis::default(),
            restarts: Restarts::default(),
            long_restarts: modes::stable_restarts(),
            averages: Averages::default(),
            reduction: Reduction::default(),
            tiers: Tiers::default(),
            vivification: Vivification::default(),
            subsumption: Subsumption::default(),
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
        self.long_restarts.begin(self.conflicts);
        self.averages.begin(self.conflicts);
        self.reporter.undone(&self.propagation.trail, observer);
        while !self.refuted {
            if let Err(conflict) = self.imply(observer) {
                self.learn_from(&conflict, observer);
                continue;
            }
            if let Some(stop) = self.poller.step() {
                return SatResult::Stopped(stop);
            }
            if self.is_restart_due() {
                self.restart(observer);
            }
            if self.simplify(observer) {
                continue;
            }
            match self.next_variable() {
                None => return SatResult::Satisfiable,
                Some(variable) => self.decide(variable, observer),
            }
        }
        SatResult::Unsatisfiable
    }

    /// Assigns all that clauses and constraints imply.
    ///
    /// # Errors
    /// Returns a clause that is false.
    fn imply(&mut self, observer: &mut dyn Observer) -> Result<(), FalsifiedClause> {
        loop {
            let propagated = self.propagation.propagate();
            self.reporter.implied(&self.propagation, observer);
            propagated?;
            let Some(all_different) = &mut self.all_different else { return Ok(()) };
            if !all_different.propagate(&mut self.propagation)? {
                return Ok(());
            }
        }
    }

    fn is_restart_due(&mut self) -> bool {
        match self.switches {
            _ if self.modes.is_stable() => self.long_restarts.is_due(self.conflicts),
            Switches { averages: true, .. } => self.averages.is_due(self.conflicts),
            _ => self.restarts.is_due(self.conflicts),
        }
    }

    /// Undoes all decisions, and changes the mode and the values to try if that is due.
    fn restart(&mut self, observer: &mut dyn Observer) {
        observer.event(Event::Restart);
        if self.switches.targets {
            self.phases.consider(self.propagation.trail.literals());
            let propagations = self.propagation.propagations;
            if self.modes.alternate(self.conflicts, propagations) {
                self.long_restarts.begin(self.conflicts);
                self.averages.begin(self.conflicts);
                self.phases.forget_target();
            }
        }
        self.back_to(0);
        if self.switches.targets && self.switches.saving {
            self.phases.rephase(self.conflicts);
        }
        self.reporter.undone(&self.propagation.trail, observer);
    }

    /// Deletes learnt clauses if that is due and, without a decision, shortens them. Returns whether this
    /// assigned variables.
    fn simplify(&mut self, observer: &mut dyn Observer) -> bool {
        let (conflicts, propagation) = (self.conflicts, &mut self.propagation);
        match self.switches.tiers {
            true if self.tiers.is_due(conflicts) => {
                self.tiers.reduce(conflicts, propagation, self.proof.as_mut());
            }
            false if self.reduction.is_due(conflicts) => {
                self.reduction.reduce(conflicts, propagation, self.proof.as_mut());
            }
            _ => {}
        }
        if propagation.trail.level() > 0 {
            return false;
        }
        let assigned = propagation.trail.literals().len();
        if self.switches.subsumption && self.subsumption.is_due(conflicts) {
            let mut learnt = Learnt { proof: self.proof.as_mut(), observer: &mut *observer };
            let obsolete =
                self.subsumption.run(conflicts, propagation, &mut self.poller, &mut learnt);
            self.forget(obsolete, observer);
        }
        if self.switches.vivification && self.vivification.is_due(conflicts) && !self.refuted {
            let propagation = &mut self.propagation;
            let mut learnt = Learnt { proof: self.proof.as_mut(), observer: &mut *observer };
            let obsolete =
                self.vivification.run(conflicts, propagation, &mut self.poller, &mut learnt);
            self.forget(obsolete, observer);
        }
        self.propagation.trail.literals().len() > assigned
    }

    /// Deletes clauses at level 0 after others have replaced them; without any, the clauses are unsatisfiable.
    fn forget(&mut self, obsolete: Option<Vec<ClauseId>>, observer: &mut dyn Observer) {
        self.reporter.implied(&self.propagation, observer);
        match obsolete {
            Some(ids) => delete_at_root(&ids, &mut self.propagation, self.proof.as_mut()),
            None => self.refute(),
        }
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
        let literal = self.phases.decide(variable, self.modes.is_stable());
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
        if self.switches.targets {
            self.phases.consider(self.propagation.trail.below());
        }
        let switches = self.switches;
        let learnt =
            self.analysis.analyse(&self.propagation, conflict, &mut self.activity, switches);
        let (level, glue) = (learnt.level, learnt.glue);
        self.averages.learnt(glue);
        if self.switches.tiers {
            self.tiers.used(&mut self.propagation, self.analysis.resolved());
        }
        if let Some(proof) = &mut self.proof {
            proof.push(ProofStep::Add(self.analysis.clause()));
        }
        observer.event(Event::Learn { clause: self.analysis.clause() });
        self.back_to(level);
        self.reporter.undone(&self.propagation.trail, observer);
        let clause = self.analysis.clause();
        let reason = match clause.len() {
            1 => Reason::None,
            _ => {
                let id = self.propagation.attach(clause, glue);
                Tiers::learnt(&mut self.propagation, id);
                Reason::Clause(id)
            }
        };
        self.propagation.trail.push(self.analysis.clause()[0], reason);
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
        let saves = self.switches.saving;
        self.propagation.trail.back_to(level, |literal| {
            if saves {
                phases.save(literal);
            }
            activity.reinsert(literal.variable());
        });
        if let Some(all_different) = &mut self.all_different {
            all_different.undo(&self.propagation.trail);
            self.propagation.forget_explanations();
        }
        self.reporter.forget(&self.propagation.trail);
    }
}

impl ClauseSink for Cdcl<'_> {
    fn load(&mut self, formula: &Formula) {
        self.activity.grow(formula.variables());
        self.analysis.grow(formula.variables());
        self.phases.grow(formula.variables());
        self.tiers.grow(formula.variables());
        self.vivification.grow(formula.variables());
        self.subsumption.grow(formula.variables());
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

    fn state(&mut self, groups: &Groups) {
        if self.switches.matchings {
            self.all_different = Some(AllDifferent::new(groups, self.propagation.variables()));
        }
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
