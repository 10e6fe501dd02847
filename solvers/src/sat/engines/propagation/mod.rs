//! Unit propagation, shared by the engines of this project.
//!
//! If all literals of a clause but one are false, the remaining literal is implied. This makes other
//! clauses *unit*, and so on, until no further literal is implied or a clause is falsified, which is a
//! *conflict* (Davis & Putnam 1960). An engine spends most of its time here.
//!
//! **Two watched literals** (Moskewicz et al. 2001, Chaff). A clause is neither unit nor falsified as
//! long as two of its literals are not false. It is therefore visited only when one of its two watched
//! literals becomes false, and then looks for another literal to watch:
//!
//! ```text
//!   watched  a b   c d        a becomes false: c is unassigned, so watch c
//!   watched  c b   a d        b becomes false: d is unassigned, so watch d
//!   watched  c d   a b        c becomes false: no literal is left to watch, so d is implied
//! ```
//!
//! Backtracking does not touch the watches: watched literals become unassigned no later than those
//! passed over. A watch has a *blocker*, another literal of its clause: if the blocker is true, the
//! clause is not visited (Sörensson & Eén 2008, MiniSat 2.1).
//!
//! **Binary clauses.** Nearly all clauses of a puzzle have two literals, both of which are watched.
//! They are stored in one flat table that maps each literal to the literals that it implies.
//!
//! Propagating a literal costs the clauses that watch its negation, and for each of them at most its
//! length. Loading a formula takes two passes and no sorting.

use std::cmp::Reverse;
use std::mem;

use super::super::formula::{Formula, Literal, Variable};

pub(super) use clauses::{ClauseDatabase, ClauseId};
pub(super) use explanations::Explanation;
pub(super) use trail::{Reason, Trail};

mod binary;
mod clauses;
mod explanations;
mod trail;

use binary::BinaryClauses;
use explanations::Explanations;

/// A clause whose literals are all false.
#[derive(Clone, Copy, Debug)]
pub(super) enum FalsifiedClause {
    /// A clause of the database.
    Clause(ClauseId),
    /// A binary clause.
    Binary([Literal; 2]),
    /// A clause that a constraint gave.
    Explained(Explanation),
}

impl FalsifiedClause {
    /// Returns its number, if it is a clause of the database.
    pub(super) fn clause(&self) -> Option<ClauseId> {
        match self {
            Self::Clause(id) => Some(*id),
            _ => None,
        }
    }
}

/// A clause to visit when a literal becomes false.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    clause: ClauseId,
    /// Another literal of the clause.
    blocker: Literal,
}

/// Clauses, an assignment, and the literals implied by both.
#[derive(Debug, Default)]
pub(super) struct Propagation {
    /// The assignment.
    pub(super) trail: Trail,
    /// The clauses, except for unit clauses and the binary clauses of the formula.
    pub(super) clauses: ClauseDatabase,
    /// The number of propagated literals.
    pub(super) propagations: u64,
    explanations: Explanations,
    binary: BinaryClauses,
    /// By literal, the clauses that watch it.
    watches: Vec<Vec<Watcher>>,
    /// Scratch memory by literal: whether a clause contains it.
    marks: Vec<bool>,
}

impl Propagation {
    /// Loads a formula, before anything else. Returns `false` if its unit clauses contradict each
    /// other.
    pub(super) fn load(&mut self, formula: &Formula) -> bool {
        self.trail.grow(formula.variables());
        self.watches.resize_with(2 * formula.variables(), Vec::new);
        self.marks.resize(2 * formula.variables(), false);
        self.binary = BinaryClauses::of(formula);
        let is_binary = |clause: &&[Literal]| binary::is_binary(clause);
        let mut others = formula.clauses().filter(|clause| !is_binary(clause));
        others.all(|clause| self.add_at_root(clause))
    }

    /// Adds a clause at level 0. Returns `false` if all its literals are false.
    pub(super) fn add_at_root(&mut self, clause: &[Literal]) -> bool {
        debug_assert_eq!(self.trail.level(), 0);
        let Some(mut normalised) = self.normalise(clause) else { return true };
        let is_satisfied =
            normalised.iter().any(|&literal| self.trail.value(literal) == Some(true));
        normalised.retain(|&literal| self.trail.value(literal).is_none());
        match normalised[..] {
            _ if is_satisfied => {}
            [] => return false,
            [single] => self.trail.push(single, Reason::None),
            _ => _ = self.attach(&normalised, 0),
        }
        true
    }

    /// Adds a clause without repeated literals. Above level 0, the clause watches the literals that are
    /// unassigned first on backtracking. Returns `false` if all its literals are false at level 0.
    pub(super) fn add(&mut self, clause: &[Literal]) -> bool {
        if self.trail.level() == 0 {
            return self.add_at_root(clause);
        }
        let mut clause = clause.to_vec();
        clause.sort_by_key(|&literal| match self.trail.value(literal) {
            Some(false) => Reverse(self.trail.level_of(literal.variable())),
            _ => Reverse(usize::MAX),
        });
        let id = self.attach(&clause, 0);
        let [first, second] = [clause[0], clause[1]].map(|literal| self.trail.value(literal));
        if (first, second) == (None, Some(false)) {
            self.trail.push(clause[0], Reason::Clause(id));
        }
        true
    }

    /// Removes repeated literals from a clause. Returns `None` for a tautology.
    pub(super) fn normalise(&mut self, clause: &[Literal]) -> Option<Vec<Literal>> {
        let mut normalised = Vec::with_capacity(clause.len());
        let is_new = |literal: &Literal| !mem::replace(&mut self.marks[literal.index()], true);
        normalised.extend(clause.iter().copied().filter(is_new));
        let always_holds = normalised.iter().any(|&literal| self.marks[(!literal).index()]);
        normalised.iter().for_each(|literal| self.marks[literal.index()] = false);
        (!always_holds).then_some(normalised)
    }

    /// Attaches a clause of at least two literals, which watches the first two. Its `glue` is 0 if it
    /// is not learnt.
    pub(super) fn attach(&mut self, clause: &[Literal], glue: u32) -> ClauseId {
        let id = self.clauses.add(clause, glue);
        self.reattach(id);
        id
    }

    /// Stops watching a clause, which stays in the database.
    pub(super) fn detach(&mut self, id: ClauseId) {
        let [first, second] = self.watched(id);
        for literal in [first, second] {
            self.watches[literal.index()].retain(|watch| watch.clause != id);
        }
    }

    /// Watches a detached clause again.
    pub(super) fn reattach(&mut self, id: ClauseId) {
        let [first, second] = self.watched(id);
        self.watches[first.index()].push(Watcher { clause: id, blocker: second });
        self.watches[second.index()].push(Watcher { clause: id, blocker: first });
    }

    fn watched(&self, id: ClauseId) -> [Literal; 2] {
        let literals = self.clauses.literals(id);
        [literals[0], literals[1]]
    }

    /// Returns the number of variables.
    pub(super) fn variables(&self) -> usize {
        self.marks.len() / 2
    }

    /// Returns the other literals of the binary clauses of the formula with the negation of `literal`.
    pub(super) fn implied_by(&self, literal: Literal) -> &[Literal] {
        self.binary.implied_by(literal)
    }

    /// Assigns all implied literals.
    ///
    /// # Errors
    /// Returns the first falsified clause found.
    pub(super) fn propagate(&mut self) -> Result<(), FalsifiedClause> {
        while let Some(literal) = self.trail.next() {
            self.propagations += 1;
            self.visit_binary_clauses(literal)?;
            self.visit_watches(!literal)?;
        }
        Ok(())
    }

    /// Returns the literals of a falsified clause.
    pub(super) fn literals_of<'a>(&'a self, conflict: &'a FalsifiedClause) -> &'a [Literal] {
        match conflict {
            FalsifiedClause::Clause(id) => self.clauses.literals(*id),
            FalsifiedClause::Binary(pair) => pair,
            FalsifiedClause::Explained(explanation) => self.explanations.get(*explanation),
        }
    }

    /// Returns the reason of an assigned variable: the other literals of the clause, all false. Empty
    /// for a decision.
    pub(super) fn reason_for(&self, variable: Variable) -> &[Literal] {
        match self.trail.reason(variable) {
            Reason::None => &[],
            Reason::Clause(id) => &self.clauses.literals(*id)[1..],
            Reason::Binary(other) => std::slice::from_ref(other),
            Reason::Explained(explanation) => self.explanations.get(*explanation),
        }
    }

    /// Keeps literals, all false, as the explanation of what a constraint implies next.
    pub(super) fn explain(&mut self, literals: &[Literal]) -> Explanation {
        self.explanations.add(literals, self.trail.literals().len())
    }

    /// Forgets the explanations of literals that are not assigned any more. Called whenever levels are
    /// undone, if there are explanations.
    pub(super) fn forget_explanations(&mut self) {
        self.explanations.truncate(self.trail.literals().len());
    }

    /// Deletes clauses, none of which is a reason.
    pub(super) fn delete(&mut self, ids: &[ClauseId]) {
        ids.iter().for_each(|&id| self.clauses.remove(id));
        for watches in &mut self.watches {
            watches.retain(|watch| self.clauses.exists(watch.clause));
        }
        self.clauses.compact();
    }

    fn visit_binary_clauses(&mut self, literal: Literal) -> Result<(), FalsifiedClause> {
        for &other in self.binary.implied_by(literal) {
            match self.trail.value(other) {
                Some(true) => {}
                Some(false) => return Err(FalsifiedClause::Binary([other, !literal])),
                None => self.trail.push(other, Reason::Binary(!literal)),
            }
        }
        Ok(())
    }

    /// Visits the clauses that watch `falsified`. Those that keep watching it move to the front of the
    /// list.
    fn visit_watches(&mut self, falsified: Literal) -> Result<(), FalsifiedClause> {
        let mut list = mem::take(&mut self.watches[falsified.index()]);
        let (mut kept, mut next, mut end) = (0, 0, Ok(()));
        while next < list.len() && end.is_ok() {
            let watch = list[next];
            next += 1;
            let moved = self.visit(watch, falsified);
            if let Ok(Some(blocker)) | Err(blocker) = moved {
                list[kept] = Watcher { blocker, ..watch };
                kept += 1;
            }
            if moved.is_err() {
                end = Err(FalsifiedClause::Clause(watch.clause));
            }
        }
        list.copy_within(next.., kept);
        list.truncate(kept + list.len() - next);
        self.watches[falsified.index()] = list;
        end
    }

    /// Visits a clause. Returns its blocker if it keeps watching `falsified`.
    ///
    /// # Errors
    /// Returns the blocker if the clause is falsified.
    #[inline]
    fn visit(&mut self, watch: Watcher, falsified: Literal) -> Result<Option<Literal>, Literal> {
        if self.trail.value(watch.blocker) == Some(true) {
            return Ok(Some(watch.blocker));
        }
        let literals = self.clauses.literals_mut(watch.clause);
        if literals[0] == falsified {
            literals.swap(0, 1);
        }
        let first = literals[0];
        let value = self.trail.value(first);
        if value == Some(true) {
            return Ok(Some(first));
        }
        let can_be_true = |&literal: &Literal| self.trail.value(literal) != Some(false);
        if let Some(place) = literals[2..].iter().position(can_be_true) {
            literals.swap(1, place + 2);
            let watched = literals[1];
            self.watches[watched.index()].push(Watcher { clause: watch.clause, blocker: first });
            return Ok(None);
        }
        if value == Some(false) {
            return Err(first);
        }
        self.trail.push(first, Reason::Clause(watch.clause));
        Ok(Some(first))
    }
}

#[cfg(test)]
mod tests;
