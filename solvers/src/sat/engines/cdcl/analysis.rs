//! Conflict analysis: learns the clause at the first unique implication point (Marques-Silva & Sakallah
//! 1996; Zhang et al. 2001) and minimises it (Sörensson & Biere 2009).
//!
//! In the *implication graph*, the predecessors of a literal are the literals that implied it. The
//! literals of a cut that separates the conflict from the decisions cannot all be true, so the negation
//! of their conjunction is an implied clause. The cut used here is the last one with a single literal
//! of the current level, the *first UIP*, which implies everything of that level behind the cut.
//!
//! ```text
//!    level 3:  d ──> x ──> y ──┐         y, z and b cannot all be true, but y and z are both of
//!                    │         ├── #     the current level; both are implied by x (and a):
//!                    └───> z ──┤
//!    level 1:        a ────┘   │         learn (¬x ∨ ¬a ∨ ¬b), backjump to level 2, where
//!    level 2:  b ──────────────┘         it is unit: ¬x
//! ```
//!
//! The graph is not built. The analysis starts with the falsified clause and repeatedly resolves on the
//! literal of the current level assigned last, until one literal of that level remains. Then each
//! literal whose reasons lead back, recursively, only to literals of the clause is redundant and
//! removed. The results are cached, so no variable is examined twice.
//!
//! *Shrinking* (Fleury & Biere 2021, "Efficient All-UIP Learned Clause Minimization") does within each lower level what
//! the first UIP does in the current one: the literals of a level are resolved until one of it remains, which implies them
//! all. That is done if every other literal that comes up is of the clause already, or implied by it, so that the
//! clause only gets shorter. Where regions are at-most-one constraints, a level is a chain of them, and one literal stands
//! for many.

use std::cmp::Reverse;
use std::ops::Range;

use super::super::propagation::{ClauseId, FalsifiedClause, Propagation};
use super::activity::Activity;
use super::switches::Switches;
use crate::sat::formula::{Literal, Variable};

/// The status of a variable during an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    /// Unknown.
    #[default]
    None,
    /// In the clause, resolved away, or replaced by shrinking. If resolved away, it is of the current level,
    /// which no reason of a literal of a lower level contains; if replaced, the literal in its place implies it.
    Seen,
    /// Implied by literals of the clause.
    Redundant,
    /// Not implied by literals of the clause.
    Needed,
}

/// Scratch memory, and the last learnt clause.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// The implied literal is first, one of the backjump level second.
    clause: Vec<Literal>,
    /// By variable.
    marks: Vec<Mark>,
    /// The variables with a mark.
    marked: Vec<Variable>,
    /// A stack of the variables whose reasons are being examined, and the position in each reason.
    open: Vec<(Variable, usize)>,
    /// By level: the number of the last analysis that involved it.
    levels: Vec<u64>,
    analyses: u64,
    /// The clauses that the last analysis resolved.
    resolved: Vec<ClauseId>,
    /// By variable: the number of the last level that was shrunk and involved it.
    blocks: Vec<u64>,
    n_blocks: u64,
}

/// The properties of a learnt clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Learnt {
    /// The backjump level, at which it is unit.
    pub(super) level: usize,
    /// The number of different levels of its literals (LBD).
    pub(super) glue: u32,
}

impl Analysis {
    /// Reserves memory for `variables` variables.
    pub(super) fn grow(&mut self, variables: usize) {
        self.marks.resize(variables, Mark::None);
        self.levels.resize(variables + 1, 0);
        self.blocks.resize(variables, 0);
    }

    /// Returns the last learnt clause.
    pub(super) fn clause(&self) -> &[Literal] {
        &self.clause
    }

    /// Returns the clauses that the last analysis resolved.
    pub(super) fn resolved(&self) -> &[ClauseId] {
        &self.resolved
    }

    /// Learns a clause from a conflict above level 0, and bumps the variables involved.
    pub(super) fn analyse(
        &mut self,
        propagation: &Propagation,
        conflict: &FalsifiedClause,
        activity: &mut Activity,
        switches: Switches,
    ) -> Learnt {
        self.resolve(propagation, conflict, activity);
        if switches.shrinking {
            self.shrink(propagation, switches.minimisation);
        } else if switches.minimisation {
            self.minimise(propagation);
        }
        self.marked.drain(..).for_each(|it| self.marks[it as usize] = Mark::None);
        self.place(propagation)
    }

    /// Resolves until one literal of the current level remains.
    fn resolve(
        &mut self,
        propagation: &Propagation,
        conflict: &FalsifiedClause,
        activity: &mut Activity,
    ) {
        let trail = &propagation.trail;
        self.clause.clear();
        self.resolved.clear();
        self.resolved.extend(conflict.clause());
        let mut antecedents = propagation.literals_of(conflict);
        let mut assigned = trail.literals().iter().rev();
        let mut open = 0;
        loop {
            for literal in antecedents {
                let variable = literal.variable();
                if self.marks[variable as usize] != Mark::None || trail.level_of(variable) == 0 {
                    continue;
                }
                self.mark(variable, Mark::Seen);
                activity.bump(variable);
                if trail.level_of(variable) == trail.level() {
                    open += 1;
                } else {
                    self.clause.push(*literal);
                }
            }
            let is_seen = |it: &&&Literal| self.marks[it.variable() as usize] == Mark::Seen;
            let last = assigned.by_ref().find(|it| is_seen(&it));
            let last = *last.expect("a conflict involves literals of the current level");
            open -= 1;
            if open == 0 {
                self.clause.push(!last);
                break;
            }
            antecedents = propagation.reason_for(last.variable());
            self.resolved.extend(trail.reason(last.variable()).clause());
        }
        let first = self.clause.len() - 1;
        self.clause.swap(0, first);
    }

    /// Removes each literal that the others imply.
    fn minimise(&mut self, propagation: &Propagation) {
        let mut kept = 1;
        for place in 1..self.clause.len() {
            let literal = self.clause[place];
            if !self.is_redundant(propagation, literal.variable()) {
                self.clause[kept] = literal;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Replaces the literals of each lower level by one that implies them. Where that is not possible, it removes each that
    /// the others imply, if it `minimises`.
    fn shrink(&mut self, propagation: &Propagation, minimises: bool) {
        let level = |literal: &Literal| propagation.trail.level_of(literal.variable());
        self.clause[1..].sort_unstable_by_key(|literal| Reverse(level(literal)));
        let (mut kept, mut start) = (1, 1);
        while start < self.clause.len() {
            let its = level(&self.clause[start]);
            let n_literals = self.clause[start..].iter().take_while(|it| level(it) == its).count();
            let block = start..start + n_literals;
            start = block.end;
            if let Some(uip) = self.block_uip(propagation, block.clone(), minimises) {
                self.clause[kept] = !uip;
                kept += 1;
                continue;
            }
            for place in block {
                let literal = self.clause[place];
                if !minimises || !self.is_redundant(propagation, literal.variable()) {
                    self.clause[kept] = literal;
                    kept += 1;
                }
            }
        }
        self.clause.truncate(kept);
    }

    /// Returns the literal of a level that, with lower literals of the clause, implies all of the clause's literals of this
    /// level, which are in `block`; `None` if there are fewer than two, or if further literals would be needed.
    fn block_uip(
        &mut self,
        propagation: &Propagation,
        block: Range<usize>,
        minimises: bool,
    ) -> Option<Literal> {
        let trail = &propagation.trail;
        let mut open = block.len();
        if open < 2 {
            return None;
        }
        self.n_blocks += 1;
        for place in block.clone() {
            self.blocks[self.clause[place].variable() as usize] = self.n_blocks;
        }
        let level = trail.level_of(self.clause[block.start].variable());
        for &last in trail.of_level(level).iter().rev() {
            if self.blocks[last.variable() as usize] != self.n_blocks {
                continue;
            }
            if open == 1 {
                return Some(last);
            }
            for next in propagation.reason_for(last.variable()) {
                let next = next.variable();
                match trail.level_of(next) {
                    0 => {}
                    its if its == level => {
                        let block = &mut self.blocks[next as usize];
                        open += usize::from(*block != self.n_blocks);
                        *block = self.n_blocks;
                    }
                    _ => {
                        let is_implied = match self.marks[next as usize] {
                            Mark::Seen | Mark::Redundant => true,
                            Mark::Needed => false,
                            Mark::None => minimises && self.is_redundant(propagation, next),
                        };
                        if !is_implied {
                            return None;
                        }
                    }
                }
            }
            open -= 1;
        }
        None
    }

    /// Returns whether the reasons of `variable` lead back, recursively, only to literals of the
    /// clause.
    fn is_redundant(&mut self, propagation: &Propagation, variable: Variable) -> bool {
        self.open.clear();
        self.open.push((variable, 0));
        while let Some((variable, place)) = self.open.pop() {
            let reason = propagation.reason_for(variable);
            let Some(next) = reason.get(place).map(|literal| literal.variable()) else {
                if place == 0 {
                    // A decision has no reason.
                    return self.mark_needed(variable);
                }
                if self.marks[variable as usize] == Mark::None {
                    self.mark(variable, Mark::Redundant);
                }
                continue;
            };
            self.open.push((variable, place + 1));
            match self.marks[next as usize] {
                Mark::Seen | Mark::Redundant => {}
                Mark::Needed => return self.mark_needed(variable),
                Mark::None if propagation.trail.level_of(next) == 0 => {}
                Mark::None => self.open.push((next, 0)),
            }
        }
        true
    }

    /// Marks a variable as needed, together with those on the stack, which depend on it. Returns
    /// `false`.
    fn mark_needed(&mut self, variable: Variable) -> bool {
        while let Some((waiting, _)) = self.open.pop() {
            if self.marks[waiting as usize] == Mark::None {
                self.mark(waiting, Mark::Needed);
            }
        }
        if self.marks[variable as usize] == Mark::None {
            self.mark(variable, Mark::Needed);
        }
        false
    }

    /// Moves a literal of the backjump level to the second position, and counts levels.
    fn place(&mut self, propagation: &Propagation) -> Learnt {
        self.analyses += 1;
        let (mut level, mut second, mut glue) = (0, 0, 0);
        for (place, literal) in self.clause.iter().enumerate() {
            let its = propagation.trail.level_of(literal.variable());
            if std::mem::replace(&mut self.levels[its], self.analyses) != self.analyses {
                glue += 1;
            }
            if place > 0 && its > level {
                (level, second) = (its, place);
            }
        }
        if second > 1 {
            self.clause.swap(1, second);
        }
        Learnt { level, glue }
    }

    fn mark(&mut self, variable: Variable, mark: Mark) {
        self.marks[variable as usize] = mark;
        self.marked.push(variable);
    }
}
