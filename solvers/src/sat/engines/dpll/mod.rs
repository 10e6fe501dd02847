//! DPLL: a tree search on formulas, after Davis & Putnam (1960) and Davis, Logemann & Loveland (1962).
//!
//! Propagate units. If a clause is falsified, backtrack to the last decision with an untried
//! alternative; if no clause is open, the assignment is a model; otherwise decide. The *pure literal*
//! rule (assigning a variable that occurs with one sign only) is omitted, as in most solvers since:
//! detecting pure literals costs more than it saves, and it loses models, so they could not be counted.
//!
//! **Decisions.** The search branches on a clause: a shortest one of the open clauses whose unassigned
//! literals are all positive ([`branching`]). Its literals are tried in turn; while one is tried, those
//! before it are false, because they were refuted. In the formula of a puzzle such a clause is a cell,
//! or a symbol in a region, and a shortest one has the fewest possibilities. The search is therefore
//! equivalent to Dancing Links, and to fewest candidates first.
//!
//! ```text
//!   (a ∨ b ∨ c)  (¬a ∨ d)  (¬a ∨ ¬d)  (¬b ∨ e)  (¬b ∨ f)  (¬e ∨ ¬f ∨ a)
//!
//!                     a ∨ b ∨ c               the only branching clause
//!           a      /      |     \     c       three bets
//!          d, ¬d        ¬a, b       ¬a, ¬b
//!        conflict       e, f, a     model: unassigned variables are false
//!                      conflict
//! ```
//!
//! **Bets.** A literal that is tried is a bet as defined for all tree searches: a value in a place that
//! had at least two possibilities when it was chosen, including the last one. Assigning false to the
//! refuted literals is not a bet. Nodes are the root and the state after each bet; the depth is the
//! number of open branching clauses. A conflict is a state abandoned because a clause is falsified.
//!
//! **Enumeration.** After a blocking clause is added, the search continues from its last state: it
//! backtracks out of the states in which the clause is falsified, and finds no model twice.
//!
//! **The proof.** A refuted bet adds a clause that states that the bets on the branch do not all hold;
//! it follows by the same unit propagation as in the search. When all bets of a branching clause are
//! refuted, their clauses are deleted, and that of the parent bet follows; at the root it is the empty
//! clause.
//!
//! The cost is exponential. A state costs its propagation and a scan of the candidate clauses. Nothing
//! is learnt: what was refuted in one branch is refuted again in the next. [`cdcl`](super::cdcl)
//! removes this weakness.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::interface::{
    ClauseSink, Engine, EngineRow, EngineStatistics, SatResult, refutation, refute_with,
};
use super::poller::Poller;
use super::propagation::{Propagation, Reason};
use super::reporter::Reporter;
use crate::contract::{
    Counter, Event, Interrupt, LimitSupport, Method, Observer, Refutation, Stop,
};
use crate::sat::formula::{Formula, Literal, Variable};
use crate::sat::formula::{Proof, ProofStep};
use branching::{Branching, BranchingClauses};

mod branching;

/// The engine.
pub const DPLL: EngineRow = EngineRow {
    name: "dpll",
    about: "DPLL of this project, written to be read: a tree search",
    package: None,
    origin: "sat",
    timed: dpll,
    traced: dpll,
    refute: Some(refute),
    incremental: None,
    method: Method {
        state: "assigned literals",
        inference: "unit propagation",
        choice: "shortest open clause of positive literals",
    },
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Propagations,
        Counter::MaxDepth,
        Counter::Variables,
        Counter::Clauses,
    ],
    counts_traced: &[],
    nodes: LimitSupport::Exact,
    time: LimitSupport::Exact,
};

fn dpll(interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
    Box::new(Dpll::new(interrupt))
}

fn refute(formula: &Formula, interrupt: Interrupt<'_>) -> Refutation {
    let mut engine = Dpll::new(interrupt);
    engine.proof = Some(Proof::default());
    let result = refute_with(&mut engine, formula);
    refutation(result, engine.proof)
}

/// The search and its current state.
struct Dpll<'a> {
    propagation: Propagation,
    branching: BranchingClauses,
    /// The open branching clauses, one per level.
    frames: Vec<Frame>,
    /// The literals of all open branching clauses, concatenated.
    alternatives: Vec<Literal>,
    poller: Poller<'a>,
    reporter: Reporter,
    tally: Tally,
    /// How the next search resumes.
    resume: Resume,
    proof: Option<Proof>,
}

/// An open branching clause.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The start of its literals.
    start: usize,
    /// The index of the literal being tried.
    tried: usize,
}

/// Where a search resumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resume {
    /// At the root.
    AtRoot,
    /// In the state of the last model.
    AtModel,
    /// In the next state after that of the last model, which a clause falsifies.
    AfterModel,
    /// Nowhere; all states are refuted.
    Exhausted,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    nodes: u64,
    bets: u64,
    conflicts: u64,
    max_depth: u64,
}

impl<'a> Dpll<'a> {
    fn new(interrupt: Interrupt<'a>) -> Self {
        Self {
            propagation: Propagation::default(),
            branching: BranchingClauses::default(),
            frames: Vec::new(),
            alternatives: Vec::new(),
            poller: Poller::new(interrupt),
            reporter: Reporter::default(),
            tally: Tally::default(),
            resume: Resume::AtRoot,
            proof: None,
        }
    }

    fn search(&mut self, observer: &mut dyn Observer) -> ControlFlow<SatResult, Infallible> {
        self.reporter.undone(&self.propagation.trail, observer);
        match self.resume {
            Resume::AtRoot => self.enter(observer)?,
            Resume::AtModel => {}
            Resume::AfterModel => self.backtrack(observer)?,
            Resume::Exhausted => {
                self.prove();
                return ControlFlow::Break(SatResult::Unsatisfiable);
            }
        }
        loop {
            let propagated = self.propagation.propagate();
            self.reporter.implied(&self.propagation, observer);
            if let Err(conflict) = propagated {
                let clause = self.propagation.literals_of(&conflict);
                observer.event(Event::Falsify { clause });
                self.refute_state(observer)?;
                continue;
            }
            match self.branching.choose(&self.propagation.trail) {
                Branching::Conflict(clause) => {
                    observer.event(Event::Falsify { clause });
                    self.refute_state(observer)?;
                }
                Branching::Unit(literal) => self.propagation.trail.push(literal, Reason::None),
                Branching::Model => {
                    self.resume = Resume::AtModel;
                    return ControlFlow::Break(SatResult::Satisfiable);
                }
                Branching::Branch(clause) => {
                    let start = self.alternatives.len();
                    let is_unassigned =
                        |it: &&Literal| self.propagation.trail.value(**it).is_none();
                    self.alternatives.extend(clause.iter().filter(is_unassigned));
                    self.frames.push(Frame { start, tried: start });
                    self.bet(observer)?;
                }
            }
        }
    }

    /// Enters a state unless a limit forbids it.
    fn enter(&mut self, observer: &mut dyn Observer) -> ControlFlow<SatResult> {
        let limit = self.poller.has_reached_node_limit(self.tally.nodes).then_some(Stop::NodeLimit);
        if let Some(stop) = limit.or_else(|| self.poller.step()) {
            return ControlFlow::Break(SatResult::Stopped(stop));
        }
        self.tally.nodes += 1;
        observer.event(Event::Node);
        ControlFlow::Continue(())
    }

    /// Bets on the next literal of the last branching clause.
    fn bet(&mut self, observer: &mut dyn Observer) -> ControlFlow<SatResult> {
        self.enter(observer)?;
        self.tally.bets += 1;
        self.tally.max_depth = self.tally.max_depth.max(self.frames.len() as u64);
        let Frame { start, tried } = self.frames[self.frames.len() - 1];
        let trail = &mut self.propagation.trail;
        trail.open_level();
        trail.push(self.alternatives[tried], Reason::None);
        self.reporter.assumed(trail, observer);
        // The refuted literals are unassigned here, as they were when the clause was chosen.
        self.alternatives[start..tried].iter().for_each(|&it| trail.push(!it, Reason::None));
        ControlFlow::Continue(())
    }

    /// Abandons the current state, in which a clause is falsified.
    fn refute_state(&mut self, observer: &mut dyn Observer) -> ControlFlow<SatResult> {
        self.tally.conflicts += 1;
        observer.event(Event::Conflict);
        self.backtrack(observer)
    }

    /// Backtracks from the current state, which is refuted, to the next untried one.
    fn backtrack(&mut self, observer: &mut dyn Observer) -> ControlFlow<SatResult> {
        self.prove();
        while let [above @ .., frame] = &mut self.frames[..] {
            self.propagation.trail.back_to(above.len(), |_| {});
            self.reporter.forget(&self.propagation.trail);
            self.reporter.undone(&self.propagation.trail, observer);
            frame.tried += 1;
            if frame.tried < self.alternatives.len() {
                return self.bet(observer);
            }
            self.close();
        }
        self.resume = Resume::Exhausted;
        ControlFlow::Break(SatResult::Unsatisfiable)
    }

    /// Closes a branching clause whose literals are all refuted, which refutes the parent bet.
    fn close(&mut self) {
        let Some(Frame { start, .. }) = self.frames.pop() else { return };
        self.prove();
        if let Some(proof) = &mut self.proof {
            let mut clause = not_all(&self.frames, &self.alternatives);
            for &literal in &self.alternatives[start..] {
                clause.push(!literal);
                proof.push(ProofStep::Delete(&clause));
                clause.pop();
            }
        }
        self.alternatives.truncate(start);
    }

    /// Adds to the proof that the bets on this branch do not all hold.
    fn prove(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.push(ProofStep::Add(&not_all(&self.frames, &self.alternatives)));
        }
    }

    /// Backtracks to the first state in which `clause` was falsified, if it is falsified here.
    fn leave(&mut self, clause: &[Literal]) {
        let trail = &self.propagation.trail;
        if clause.iter().any(|&literal| trail.value(literal) != Some(false)) {
            return;
        }
        let level = clause.iter().map(|literal| trail.level_of(literal.variable())).max();
        self.back_to(level.unwrap_or(0));
        self.resume = Resume::AfterModel;
    }

    /// Closes all branching clauses above `level` without adding them to the proof.
    fn back_to(&mut self, level: usize) {
        self.propagation.trail.back_to(level, |_| {});
        self.reporter.forget(&self.propagation.trail);
        if let Some(frame) = self.frames.get(level) {
            self.alternatives.truncate(frame.start);
            self.frames.truncate(level);
        }
    }
}

impl ClauseSink for Dpll<'_> {
    fn load(&mut self, formula: &Formula) {
        if !self.propagation.load(formula) {
            self.resume = Resume::Exhausted;
        }
        for clause in formula.clauses().filter(|clause| branching::may_branch(clause)) {
            if let Some(clause) = self.propagation.normalise(clause) {
                self.branching.add(&clause);
            }
        }
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        let Some(clause) = self.propagation.normalise(clause) else { return };
        if self.resume == Resume::Exhausted {
            return;
        }
        if branching::may_branch(&clause) {
            self.branching.add(&clause);
        }
        if clause.len() == 1 && !self.frames.is_empty() {
            // A unit clause holds at the root, so the search restarts.
            self.back_to(0);
            self.resume = Resume::AtRoot;
        } else {
            self.leave(&clause);
        }
        if !self.propagation.add(&clause) {
            self.resume = Resume::Exhausted;
        }
    }
}

impl Engine for Dpll<'_> {
    fn solve(&mut self) -> SatResult {
        self.trace(&mut ())
    }

    fn trace(&mut self, observer: &mut dyn Observer) -> SatResult {
        match self.search(observer) {
            ControlFlow::Break(answer) => answer,
            ControlFlow::Continue(never) => match never {},
        }
    }

    fn value(&self, variable: Variable) -> bool {
        self.propagation.trail.value(Literal::positive(variable)) == Some(true)
    }

    fn statistics(&self) -> EngineStatistics {
        let Tally { nodes, bets, conflicts, max_depth } = self.tally;
        EngineStatistics {
            nodes: Some(nodes),
            decisions: Some(bets),
            conflicts: Some(conflicts),
            propagations: Some(self.propagation.propagations),
            max_depth: Some(max_depth),
        }
    }
}

/// Returns the clause that states that the bets do not all hold.
fn not_all(frames: &[Frame], alternatives: &[Literal]) -> Vec<Literal> {
    frames.iter().map(|frame| !alternatives[frame.tried]).collect()
}
