//! What a conflict teaches: the clause at the first unique implication point (Marques-Silva &
//! Sakallah 1996; Zhang et al. 2001), made shorter (Sörensson & Biere 2009).
//!
//! Read backwards, an assignment is a graph: behind each literal those that forced it. A set of
//! literals that cuts the conflict off from the decisions cannot be true together, and its negation is
//! a clause that follows. The cut taken here is the last one on which only one literal is of the open
//! level, the *first UIP*: what lies behind it is forced by it.
//!
//! ```text
//!    level 3:  d ──> x ──> y ──┐         y, z and b cannot be true together, but y and z
//!                    │         ├── #     are of the level; both come from x (and a):
//!                    └───> z ──┤
//!    level 1:        a ────┘   │         learn (¬x ∨ ¬a ∨ ¬b), go back to level 2, where
//!    level 2:  b ──────────────┘         it is unit: ¬x
//! ```
//!
//! It is found without drawing the graph: begin with the false clause, and resolve away the literal of
//! the open level that was assigned last, until one of that level is left. *Then* each literal whose
//! reason lies, step by step, wholly within the clause is left out, because the others force it. What is
//! found on the way is remembered, so that no variable is looked at twice.

use super::super::propagation::{FalsifiedClause, Propagation};
use super::activity::Activity;
use crate::sat::formula::{Literal, Variable};

/// What is known of a variable during an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    /// Nothing.
    #[default]
    None,
    /// It is in the clause, or was resolved away: then it is of the open level, which no reason of a
    /// literal below it meets.
    Seen,
    /// Literals of the clause force it.
    Forced,
    /// They do not.
    NotForced,
}

/// Scratch memory, and the clause that was learnt last.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// The literal that becomes true stands first, one of the level to go back to second.
    clause: Vec<Literal>,
    /// By variable.
    marks: Vec<Mark>,
    /// The variables that have a mark.
    marked: Vec<Variable>,
    /// The variables whose reasons are being looked at, and how far.
    open: Vec<(Variable, usize)>,
    /// By level: the number of the last analysis that met it.
    levels: Vec<u64>,
    analyses: u64,
}

/// Where a clause belongs that was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Learnt {
    /// The level at which it is unit.
    pub(super) level: usize,
    /// How many levels its literals come from.
    pub(super) glue: u32,
}

impl Analysis {
    /// Makes room for so many variables.
    pub(super) fn grow(&mut self, variables: usize) {
        self.marks.resize(variables, Mark::None);
        self.levels.resize(variables + 1, 0);
    }

    /// The clause that was learnt last.
    pub(super) fn clause(&self) -> &[Literal] {
        &self.clause
    }

    /// Learns from a conflict above level 0, and bumps the variables that it meets.
    pub(super) fn analyse(
        &mut self,
        propagation: &Propagation,
        conflict: &FalsifiedClause,
        activity: &mut Activity,
    ) -> Learnt {
        self.resolve(propagation, conflict, activity);
        self.shorten(propagation);
        self.marked.drain(..).for_each(|it| self.marks[it as usize] = Mark::None);
        self.place(propagation)
    }

    /// Resolves until one literal of the open level is left.
    fn resolve(
        &mut self,
        propagation: &Propagation,
        conflict: &FalsifiedClause,
        activity: &mut Activity,
    ) {
        let trail = &propagation.trail;
        self.clause.clear();
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
            let last = *last.expect("a conflict meets literals of the open level");
            open -= 1;
            if open == 0 {
                self.clause.push(!last);
                break;
            }
            antecedents = propagation.reason_for(last.variable());
        }
        let first = self.clause.len() - 1;
        self.clause.swap(0, first);
    }

    /// Leaves out each literal that the others force.
    fn shorten(&mut self, propagation: &Propagation) {
        let mut kept = 1;
        for place in 1..self.clause.len() {
            let literal = self.clause[place];
            if !self.is_forced(propagation, literal.variable()) {
                self.clause[kept] = literal;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Whether the reason of `variable` lies, step by step, within the clause.
    fn is_forced(&mut self, propagation: &Propagation, variable: Variable) -> bool {
        self.open.clear();
        self.open.push((variable, 0));
        while let Some((variable, place)) = self.open.pop() {
            let reason = propagation.reason_for(variable);
            let Some(next) = reason.get(place).map(|literal| literal.variable()) else {
                if place == 0 {
                    // It was decided.
                    return self.is_not_forced(variable);
                }
                if self.marks[variable as usize] == Mark::None {
                    self.mark(variable, Mark::Forced);
                }
                continue;
            };
            self.open.push((variable, place + 1));
            match self.marks[next as usize] {
                Mark::Seen | Mark::Forced => {}
                Mark::NotForced => return self.is_not_forced(variable),
                Mark::None if propagation.trail.level_of(next) == 0 => {}
                Mark::None => self.open.push((next, 0)),
            }
        }
        true
    }

    /// What is not forced, and so nothing that waits for it.
    fn is_not_forced(&mut self, variable: Variable) -> bool {
        while let Some((waiting, _)) = self.open.pop() {
            if self.marks[waiting as usize] == Mark::None {
                self.mark(waiting, Mark::NotForced);
            }
        }
        if self.marks[variable as usize] == Mark::None {
            self.mark(variable, Mark::NotForced);
        }
        false
    }

    /// Puts a literal of the level to go back to second, and counts levels.
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
