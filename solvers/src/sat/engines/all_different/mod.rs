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

use board::SetBits;

use super::propagation::{FalsifiedClause, Propagation, Reason, Trail};
use crate::sat::formula::{Literal, Variable};
use matching::{HallSet, Matching, SIZE, bits, has, one};

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

/// What is known of a place beside the values that are not false.
#[derive(Clone, Debug, Default)]
struct Place<V> {
    /// The values that are not false at level 0.
    at_root: V,
    /// By value; the variable 0 where there is none.
    variables: Vec<Variable>,
    /// The groups that contain it.
    groups: Vec<usize>,
}

/// The propagator, by the width of its sets.
#[derive(Debug)]
pub(super) enum AllDifferent {
    /// At most 64 values, and places of a group: two thirds of the time of a search.
    Word(Propagator<u64>),
    /// At most 128.
    Wide(Propagator<u128>),
}

/// The propagator. `V` is a set of values as bits.
#[derive(Debug, Default)]
pub(super) struct Propagator<V> {
    places: Vec<Place<V>>,
    /// By place: the values that are not false.
    left: Vec<V>,
    matchings: Vec<Matching<V>>,
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
        let values = groups.places.iter().flatten().map(|&(value, _)| usize::from(value) + 1);
        let places = groups.groups.iter().map(Vec::len);
        match values.chain(places).max().unwrap_or_default() <= u64::BITS as usize {
            true => Self::Word(Propagator::new(groups, variables)),
            false => Self::Wide(Propagator::new(groups, variables)),
        }
    }

    /// Assigns literals that the groups imply, after unit propagation. Returns whether there are any.
    ///
    /// # Errors
    /// Returns a clause that is false.
    pub(super) fn propagate(
        &mut self,
        propagation: &mut Propagation,
    ) -> Result<bool, FalsifiedClause> {
        match self {
            Self::Word(it) => it.propagate(propagation),
            Self::Wide(it) => it.propagate(propagation),
        }
    }

    /// Forgets what follows from literals that are not assigned any more.
    pub(super) fn undo(&mut self, trail: &Trail) {
        match self {
            Self::Word(it) => it.undo(trail),
            Self::Wide(it) => it.undo(trail),
        }
    }
}

impl<V: SetBits> Propagator<V> {
    fn new(groups: &Groups, variables: usize) -> Self {
        let mut this = Self { candidates: vec![None; variables], ..Self::default() };
        for (values, place) in groups.places.iter().zip(0..) {
            let mut its = Place { variables: vec![0; SIZE], ..Place::default() };
            for &(value, variable) in values {
                its.at_root = its.at_root | one(usize::from(value));
                its.variables[usize::from(value)] = variable;
                this.candidates[variable as usize] = Some(Candidate { place, value });
            }
            this.left.push(its.at_root);
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

    fn propagate(&mut self, propagation: &mut Propagation) -> Result<bool, FalsifiedClause> {
        self.follow(&propagation.trail);
        while let Some(group) = self.queue.pop_front() {
            self.is_queued[group] = false;
            if self.examine(group, propagation)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn undo(&mut self, trail: &Trail) {
        let length = trail.literals().len();
        while self.removed.len() > length {
            if let Some(Some(Candidate { place, value })) = self.removed.pop() {
                let left = &mut self.left[place as usize];
                *left = *left | one(usize::from(value));
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
            let left = &mut self.left[place as usize];
            *left = *left & !one::<V>(usize::from(value));
            for &group in &self.places[place as usize].groups {
                if !self.is_queued[group] {
                    self.is_queued[group] = true;
                    self.queue.push_back(group);
                }
            }
        }
        if trail.level() == 0 {
            let places = self.places.iter_mut().zip(&self.left);
            places.for_each(|(place, &left)| place.at_root = left);
        }
    }

    /// Assigns what a group implies. Returns whether it implies anything.
    fn examine(
        &mut self,
        group: usize,
        propagation: &mut Propagation,
    ) -> Result<bool, FalsifiedClause> {
        let Self { places, left, matchings, clause, .. } = self;
        let matching = &mut matchings[group];
        if !matching.load(left) {
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
            for position in matching.open().filter(|&position| !has(set.places, position)) {
                for value in bits(matching.values(position) & taken) {
                    let place = &places[matching.places()[position]];
                    let literal = Literal::negative(place.variables[value]);
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
fn explain<V: SetBits>(
    set: HallSet<V>,
    matching: &Matching<V>,
    places: &[Place<V>],
    clause: &mut Vec<Literal>,
) {
    clause.clear();
    for position in bits(set.places) {
        let place = &places[matching.places()[position]];
        let others = bits(place.at_root & !set.values);
        clause.extend(others.map(|value| Literal::positive(place.variables[value])));
    }
}

#[cfg(test)]
mod tests;
