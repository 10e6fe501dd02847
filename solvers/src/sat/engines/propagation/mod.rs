//! Unit propagation: what both engines of ours rest on.
//!
//! When all literals of a clause are false but one, that one has to be true; this makes other
//! clauses *unit*, and so on, until nothing follows any more or a clause is false, a *conflict*
//! (Davis & Putnam 1960). An engine spends most of its time here.
//!
//! **Two watched literals** (Moskewicz et al. 2001, Chaff). A clause is neither unit nor false as long
//! as two of its literals are not false. So it is visited only when one of the two that it watches
//! becomes false, and then looks for another one to watch:
//!
//! ```text
//!   watched  a b   c d        a becomes false: c is free, so watch c
//!   watched  c b   a d        b becomes false: d is free, so watch d
//!   watched  c d   a b        c becomes false: nothing is left to watch, so d is true
//! ```
//!
//! When assignments are taken back, nothing has to be done: literals that are watched become free
//! before those that were passed over do. A watch has a *blocker*, another literal of its clause:
//! where that is true, the clause is not even looked at (Sörensson & Eén 2008, MiniSat 2.1).
//!
//! **BinaryClauses.** Of the formula of a puzzle nearly all clauses have two literals, and watch both. They
//! lie in one flat table: behind each literal those that have to be true when it is.
//!
//! Cost: the clauses that watch what became false, and for each of them at worst its length. Loading
//! costs two passes over the formula; nothing is sorted.

use std::cmp::Reverse;
use std::mem;

use super::super::formula::{Formula, Literal, Variable};

pub(super) use clauses::{ClauseDatabase, ClauseId};
pub(super) use trail::{Reason, Trail};

mod binary;
mod clauses;
mod trail;

use binary::BinaryClauses;

/// A clause all of whose literals are false.
#[derive(Clone, Copy, Debug)]
pub(super) enum FalsifiedClause {
    /// One of the long ones.
    Clause(ClauseId),
    /// One of the flat table.
    Binary([Literal; 2]),
}

/// A clause that is visited when a literal becomes false.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    clause: ClauseId,
    /// Another literal of it.
    blocker: Literal,
}

/// ClauseDatabase, what is assigned, and what follows from both.
#[derive(Debug, Default)]
pub(super) struct Propagation {
    /// What is assigned.
    pub(super) trail: Trail,
    /// The clauses, except for pairs of the formula and single literals.
    pub(super) clauses: ClauseDatabase,
    /// How many literals were propagated.
    pub(super) propagations: u64,
    binary: BinaryClauses,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<Watcher>>,
    /// Scratch memory, by literal: whether a clause has it.
    marks: Vec<bool>,
}

impl Propagation {
    /// Takes a whole formula, before anything else. Tells whether there is no contradiction in it
    /// that single literals show.
    pub(super) fn load(&mut self, formula: &Formula) -> bool {
        self.trail.grow(formula.variables());
        self.watches.resize_with(2 * formula.variables(), Vec::new);
        self.marks.resize(2 * formula.variables(), false);
        self.binary = BinaryClauses::of(formula);
        let is_binary = |clause: &&[Literal]| binary::is_binary(clause);
        let mut others = formula.clauses().filter(|clause| !is_binary(clause));
        others.all(|clause| self.add_at_root(clause))
    }

    /// Adds a clause while no level is open. Tells whether it leaves a literal that can be true.
    pub(super) fn add_at_root(&mut self, clause: &[Literal]) -> bool {
        debug_assert_eq!(self.trail.level(), 0);
        let Some(mut tidied) = self.tidy(clause) else { return true };
        let is_satisfied = tidied.iter().any(|&literal| self.trail.value(literal) == Some(true));
        tidied.retain(|&literal| self.trail.value(literal).is_none());
        match tidied[..] {
            _ if is_satisfied => {}
            [] => return false,
            [single] => self.trail.push(single, Reason::None),
            _ => _ = self.attach(&tidied, 0),
        }
        true
    }

    /// Adds a clause without repetitions. While levels are open, it watches what is freed first. Tells
    /// whether it leaves a literal that can be true at the root.
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

    /// A clause without repetitions; none when it holds whatever is assigned.
    pub(super) fn tidy(&mut self, clause: &[Literal]) -> Option<Vec<Literal>> {
        let mut tidied = Vec::with_capacity(clause.len());
        let is_new = |literal: &Literal| !mem::replace(&mut self.marks[literal.index()], true);
        tidied.extend(clause.iter().copied().filter(is_new));
        let always_holds = tidied.iter().any(|&literal| self.marks[(!literal).index()]);
        tidied.iter().for_each(|literal| self.marks[literal.index()] = false);
        (!always_holds).then_some(tidied)
    }

    /// Adds a clause of two literals or more, which watches the first two of them. Its `glue` is 0
    /// when it is not learnt.
    pub(super) fn attach(&mut self, clause: &[Literal], glue: u32) -> ClauseId {
        let id = self.clauses.add(clause, glue);
        let [first, second] = [clause[0], clause[1]];
        self.watches[first.index()].push(Watcher { clause: id, blocker: second });
        self.watches[second.index()].push(Watcher { clause: id, blocker: first });
        id
    }

    /// Assigns all that follows.
    ///
    /// # Errors
    /// The first clause found that is false.
    pub(super) fn propagate(&mut self) -> Result<(), FalsifiedClause> {
        while let Some(literal) = self.trail.next() {
            self.propagations += 1;
            self.visit_binary_clauses(literal)?;
            self.visit_watches(!literal)?;
        }
        Ok(())
    }

    /// The literals of a clause that is false.
    pub(super) fn literals_of<'a>(&'a self, conflict: &'a FalsifiedClause) -> &'a [Literal] {
        match conflict {
            FalsifiedClause::Clause(id) => self.clauses.literals(*id),
            FalsifiedClause::Binary(pair) => pair,
        }
    }

    /// Why `variable` is assigned: the other literals of the clause, all false. None for a decision.
    pub(super) fn reason_for(&self, variable: Variable) -> &[Literal] {
        match self.trail.reason(variable) {
            Reason::None => &[],
            Reason::Clause(id) => &self.clauses.literals(*id)[1..],
            Reason::Binary(other) => std::slice::from_ref(other),
        }
    }

    /// Lets go of clauses that are no reason for anything.
    pub(super) fn forget(&mut self, ids: &[ClauseId]) {
        ids.iter().for_each(|&id| self.clauses.remove(id));
        for watches in &mut self.watches {
            watches.retain(|watch| self.clauses.is_there(watch.clause));
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

    /// Visits the clauses that watch `falsified`; those that go on doing so move to the front.
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

    /// Visits one clause: tells its blocker if it goes on watching `falsified`.
    ///
    /// # Errors
    /// The blocker, when the clause is false.
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
