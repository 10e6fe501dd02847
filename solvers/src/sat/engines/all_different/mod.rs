//! The constraint that places take different values, as a propagator beside the clauses (Régin 1994), which
//! explains what it implies by clauses (lazy clause generation; Katsirelos 2008 for this constraint).
//!
//! Clauses see one value or one place at a time. If three cells of a region share three symbols, no
//! clause is unit, although no other cell of the region can take these symbols:
//!
//! ```text
//!   cell   values        a b c have 1 2 3 among them (a Hall set), so d is 4: in a matching of places and
//!    a     1 2           values that assigns each place a value of its own, 1, 2 and 3 go to a, b and c.
//!    b       2 3
//!    c     1   3         explanation: "a, b and c have no other values", as the clause
//!    d     1     4         a4 ∨ b4 ∨ c4 ∨ ¬d1     where a4 states that a is 4, which is false
//! ```
//!
//! [`Matching`] keeps a matching for each group of places, and finds by its components what no matching
//! contains. All that a Hall set implies has the same false literals as its reason, which are written
//! down once ([`Propagation::explain`]) and are forgotten on backtracking; a clause is made of them
//! only if the analysis of a conflict needs them.
//!
//! Such a clause is no consequence of the others by unit propagation, and resolution can need
//! exponentially many steps to derive it (pigeons and holes), so a search with this propagator writes
//! no proof.
//!
//! A literal on the trail costs a few instructions here and as many when it is undone. A group whose
//! places lost values is examined when unit propagation has come to an end: as many steps as it has
//! places, on sets of values that are machine words.

use std::collections::VecDeque;

use super::propagation::{FalsifiedClause, Propagation, Reason, Trail};
use crate::sat::formula::{Literal, Variable};
use matching::{HallSet, Matching, Values, bits};

mod matching;

/// Groups of places, each of which takes one value. No two places of a group take the same one.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// By place: its values, with the variable that states that the place takes it. At most 128 values.
    pub places: Vec<Vec<(u8, Variable)>>,
    /// The places of each group.
    pub groups: Vec<Vec<usize>>,
}

/// A place and one of its values.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: u32,
    value: u8,
}

/// A place of which the values are known.
#[derive(Clone, Debug, Default)]
struct Place {
    /// The values that are not false.
    left: Values,
    /// Those that are not false at level 0.
    at_root: Values,
    /// By value; the variable 0 where there is none.
    variables: Vec<Variable>,
    /// The groups that contain it.
    groups: Vec<usize>,
}

/// The propagator.
#[derive(Debug, Default)]
pub(super) struct AllDifferent {
    places: Vec<Place>,
    matchings: Vec<Matching>,
    /// By variable.
    candidates: Vec<Option<Candidate>>,
    /// For each literal of the trail that was followed: what it removed.
    removed: Vec<Option<Candidate>>,
    /// The groups to examine, and by group, whether it is among them.
    queue: VecDeque<usize>,
    is_queued: Vec<bool>,
    /// Scratch memory for an explanation.
    clause: Vec<Literal>,
}

impl AllDifferent {
    /// Creates the propagator of some groups, over `variables` variables.
    pub(super) fn new(groups: &Groups, variables: usize) -> Self {
        let mut this = Self { candidates: vec![None; variables], ..Self::default() };
        for (values, place) in groups.places.iter().zip(0..) {
            let mut its = Place { variables: vec![0; Values::BITS as usize], ..Place::default() };
            for &(value, variable) in values {
                its.left |= 1 << value;
                its.variables[usize::from(value)] = variable;
                this.candidates[variable as usize] = Some(Candidate { place, value });
            }
            its.at_root = its.left;
            this.places.push(its);
        }
        for (places, group) in groups.groups.iter().zip(0..) {
            places.iter().for_each(|&place| this.places[place].groups.push(group));
            this.matchings.push(Matching::new(places));
        }
        this.queue = (0..groups.groups.len()).collect();
        this.is_queued = vec![true; groups.groups.len()];
        this
    }

    /// Assigns literals that the groups imply, after unit propagation. Returns whether there are any.
    ///
    /// # Errors
    /// Returns a clause that is false.
    pub(super) fn propagate(
        &mut self,
        propagation: &mut Propagation,
    ) -> Result<bool, FalsifiedClause> {
        self.follow(&propagation.trail);
        while let Some(group) = self.queue.pop_front() {
            self.is_queued[group] = false;
            if self.examine(group, propagation)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Forgets what follows from literals that are not assigned any more.
    pub(super) fn undo(&mut self, trail: &Trail) {
        let length = trail.literals().len();
        while self.removed.len() > length {
            if let Some(Some(Candidate { place, value })) = self.removed.pop() {
                self.places[place as usize].left |= 1 << value;
            }
        }
    }

    /// Removes the values that are false now.
    fn follow(&mut self, trail: &Trail) {
        for &literal in &trail.literals()[self.removed.len()..] {
            let removed =
                self.candidates[literal.variable() as usize].filter(|_| !literal.is_positive());
            self.removed.push(removed);
            let Some(Candidate { place, value }) = removed else { continue };
            let place = &mut self.places[place as usize];
            place.left &= !(1 << value);
            for &group in &place.groups {
                if !self.is_queued[group] {
                    self.is_queued[group] = true;
                    self.queue.push_back(group);
                }
            }
        }
        if trail.level() == 0 {
            self.places.iter_mut().for_each(|place| place.at_root = place.left);
        }
    }

    /// Assigns what a group implies. Returns whether it implies anything.
    fn examine(
        &mut self,
        group: usize,
        propagation: &mut Propagation,
    ) -> Result<bool, FalsifiedClause> {
        let Self { places, matchings, clause, .. } = self;
        let matching = &mut matchings[group];
        matching.load(|place| places[place].left);
        if matching.is_decided() {
            return Ok(false);
        }
        if let Err(violated) = matching.complete() {
            explain(violated, matching, places, clause);
            return Err(FalsifiedClause::Explained(propagation.explain(clause)));
        }
        let mut is_any = false;
        matching.hall_sets(|matching, set, taken| {
            explain(set, matching, places, clause);
            let reason = Reason::Explained(propagation.explain(clause));
            for (position, &place) in matching.places().iter().enumerate() {
                let values = if set.places >> position & 1 == 1 {
                    0
                } else {
                    matching.values(position) & taken
                };
                for value in bits(values) {
                    let literal = Literal::negative(places[place].variables[value]);
                    if propagation.trail.value(literal).is_none() {
                        propagation.trail.push(literal, reason);
                        is_any = true;
                    }
                }
            }
        });
        Ok(is_any)
    }
}

/// Writes down why the places of a set have no other values.
fn explain(set: HallSet, matching: &Matching, places: &[Place], clause: &mut Vec<Literal>) {
    clause.clear();
    for position in bits(set.places) {
        let place = &places[matching.places()[position]];
        let others = bits(place.at_root & !set.values);
        clause.extend(others.map(|value| Literal::positive(place.variables[value])));
    }
}

#[cfg(test)]
mod tests;
