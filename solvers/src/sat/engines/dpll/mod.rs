//! DPLL: a tree search over formulas, after Davis & Putnam (1960) and Davis, Logemann & Loveland
//! (1962).
//!
//! Propagate units; if a clause is false, take back the last choice that has an alternative; if no
//! clause is left open, what is assigned is a model; else choose. Their rule of *pure literals* (a
//! variable that has one sign only gets it) is left out, as in most programs since: looking for
//! them costs more than they save, and they lose models, so that nothing could be tally.
//!
//! **The choice** is that of a *place*: a shortest clause of those that are open and whose free
//! literals are all positive ([`places`]). Its literals are tried one after the other; while one is
//! tried, those before it are false, because they were refuted. In the formula of a puzzle a place is
//! a cell, or a symbol in a region, and the shortest is the one with the fewest possibilities: the
//! search is that of Dancing Links and of fewest candidates first, in other words.
//!
//! ```text
//!   (a ∨ b ∨ c)  (¬a ∨ d)  (¬a ∨ ¬d)  (¬b ∨ e)  (¬b ∨ f)  (¬e ∨ ¬f ∨ a)
//!
//!                     a ∨ b ∨ c               the only place
//!           a      /     |     \     c        three bets
//!          d, ¬d        ¬a, b       ¬a, ¬b
//!        conflict       e, f, a     model: what is free is false
//!                      conflict
//! ```
//!
//! **Bets.** A literal that is tried is a bet as it is defined for all tree searches: a value in a
//! place where at least two were still possible when the place was chosen, the last one too. That the
//! refuted ones become false is no bet. A node is the root, and the state behind each bet; the depth is
//! the number of places that are open. A conflict is a state that was left because a clause is false.
//!
//! **More models.** When a clause is added to forbid a model, the search goes on where it stood: it
//! leaves the states in which the clause is false, and finds no model twice.
//!
//! **The proof.** A bet that is refuted leaves a clause, that not all bets on the way to it hold; unit
//! propagation finds it as the search did. When all bets of a place are refuted, theirs are deleted
//! and that of the bet above follows; at the root it is the empty one.
//!
//! Cost: exponential; a state costs its propagation and a look at every place. Nothing is learnt: what
//! was refuted in one branch is refuted in the next again. That is what [`cdcl`](super::cdcl) is for.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::poller::Poller;
use super::propagation::{Propagation, Reason};
use super::{ClauseSink, Engine, EngineRow, SatResult, Statistics, refutation, refute_with};
use crate::contract::{Counter, Interrupt, LimitSupport, Method, Refutation, Stop};
use crate::sat::formula::{Formula, Literal, Variable};
use crate::sat::formula::{Proof, Step};
use branching::{Branching, BranchingClauses};

mod branching;

/// The engine.
pub const DPLL: EngineRow = EngineRow {
    name: "dpll",
    about: "DPLL of ours, to be read: a tree search",
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
    let answer = refute_with(&mut engine, formula);
    refutation(answer, engine.proof)
}

/// The search, and where it stands.
struct Dpll<'a> {
    propagation: Propagation,
    branching: BranchingClauses,
    /// The places that are open, one a level.
    frames: Vec<Frame>,
    /// The literals of all of them.
    alternatives: Vec<Literal>,
    poller: Poller<'a>,
    tally: Tally,
    /// Where the next search begins.
    resume: Resume,
    proof: Option<Proof>,
}

/// A place on which there is a bet.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Where its literals begin.
    start: usize,
    /// Where the one that is tried stands.
    tried: usize,
}

/// Where a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resume {
    /// At the root.
    AtRoot,
    /// In the state in which the last one ended.
    AtModel,
    /// In the next state behind that one, which a clause forbids.
    AfterModel,
    /// Nowhere: all states are refuted.
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
            tally: Tally::default(),
            resume: Resume::AtRoot,
            proof: None,
        }
    }

    fn search(&mut self) -> ControlFlow<SatResult, Infallible> {
        match self.resume {
            Resume::AtRoot => self.enter()?,
            Resume::AtModel => {}
            Resume::AfterModel => self.backtrack()?,
            Resume::Exhausted => {
                self.prove();
                return ControlFlow::Break(SatResult::Unsatisfiable);
            }
        }
        loop {
            let is_dead = self.propagation.propagate().is_err();
            match if is_dead {
                Branching::Conflict
            } else {
                self.branching.choose(&self.propagation.trail)
            } {
                Branching::Conflict => {
                    self.tally.conflicts += 1;
                    self.backtrack()?;
                }
                Branching::Unit(literal) => self.propagation.trail.push(literal, Reason::None),
                Branching::Model => {
                    self.resume = Resume::AtModel;
                    return ControlFlow::Break(SatResult::Satisfiable);
                }
                Branching::Branch(place) => {
                    let start = self.alternatives.len();
                    let is_free = |it: &&Literal| self.propagation.trail.value(**it).is_none();
                    self.alternatives.extend(place.iter().filter(is_free));
                    self.frames.push(Frame { start, tried: start });
                    self.bet()?;
                }
            }
        }
    }

    /// Enters a state, unless a limit forbids it.
    fn enter(&mut self) -> ControlFlow<SatResult> {
        let limit = self.poller.is_last_node(self.tally.nodes).then_some(Stop::NodeLimit);
        if let Some(stop) = limit.or_else(|| self.poller.step()) {
            return ControlFlow::Break(SatResult::Stopped(stop));
        }
        self.tally.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Bets on the literal that is next in the last place.
    fn bet(&mut self) -> ControlFlow<SatResult> {
        self.enter()?;
        self.tally.bets += 1;
        self.tally.max_depth = self.tally.max_depth.max(self.frames.len() as u64);
        let Frame { start, tried } = self.frames[self.frames.len() - 1];
        let trail = &mut self.propagation.trail;
        trail.open_level();
        trail.push(self.alternatives[tried], Reason::None);
        // Those that are refuted are free here, as they were when the place was chosen.
        self.alternatives[start..tried].iter().for_each(|&it| trail.push(!it, Reason::None));
        ControlFlow::Continue(())
    }

    /// Leaves the state, which is refuted, for the next one that is not.
    fn backtrack(&mut self) -> ControlFlow<SatResult> {
        self.prove();
        while let [above @ .., frame] = &mut self.frames[..] {
            self.propagation.trail.back_to(above.len(), |_| {});
            frame.tried += 1;
            if frame.tried < self.alternatives.len() {
                return self.bet();
            }
            self.close();
        }
        self.resume = Resume::Exhausted;
        ControlFlow::Break(SatResult::Unsatisfiable)
    }

    /// Leaves a place all of whose literals are refuted: so is the bet above it.
    fn close(&mut self) {
        let Some(Frame { start, .. }) = self.frames.pop() else { return };
        self.prove();
        if let Some(proof) = &mut self.proof {
            let mut clause = not_all(&self.frames, &self.alternatives);
            for &literal in &self.alternatives[start..] {
                clause.push(!literal);
                proof.push(Step::Delete(&clause));
                clause.pop();
            }
        }
        self.alternatives.truncate(start);
    }

    /// Writes down that the bets on the way here do not hold together.
    fn prove(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.push(Step::Add(&not_all(&self.frames, &self.alternatives)));
        }
    }

    /// Goes back to the first state in which `clause` was false, if it is false here.
    fn leave(&mut self, clause: &[Literal]) {
        let trail = &self.propagation.trail;
        if clause.iter().any(|&literal| trail.value(literal) != Some(false)) {
            return;
        }
        let level = clause.iter().map(|literal| trail.level_of(literal.variable())).max();
        self.back_to(level.unwrap_or(0));
        self.resume = Resume::AfterModel;
    }

    /// Leaves all places but so many, without a word about them.
    fn back_to(&mut self, level: usize) {
        self.propagation.trail.back_to(level, |_| {});
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
            if let Some(clause) = self.propagation.tidy(clause) {
                self.branching.add(&clause);
            }
        }
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        let Some(clause) = self.propagation.tidy(clause) else { return };
        if self.resume == Resume::Exhausted {
            return;
        }
        if branching::may_branch(&clause) {
            self.branching.add(&clause);
        }
        if clause.len() == 1 && !self.frames.is_empty() {
            // It has nothing to watch but holds everywhere: the search begins anew.
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
        match self.search() {
            ControlFlow::Break(answer) => answer,
            ControlFlow::Continue(never) => match never {},
        }
    }

    fn value(&self, variable: Variable) -> bool {
        self.propagation.trail.value(Literal::positive(variable)) == Some(true)
    }

    fn statistics(&self) -> Statistics {
        let Tally { nodes, bets, conflicts, max_depth } = self.tally;
        Statistics {
            nodes: Some(nodes),
            decisions: Some(bets),
            conflicts: Some(conflicts),
            propagations: Some(self.propagation.propagations),
            max_depth: Some(max_depth),
        }
    }
}

/// The clause that says that not all bets hold.
fn not_all(frames: &[Frame], alternatives: &[Literal]) -> Vec<Literal> {
    frames.iter().map(|frame| !alternatives[frame.tried]).collect()
}
