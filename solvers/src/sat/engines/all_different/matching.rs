//! A matching of the places of a group and their values, and the Hall sets that it shows.
//!
//! The matching is kept when values return, and repaired when values are gone, by alternating paths. If
//! one place cannot be matched, the places that were reached from it have fewer values than they are.
//!
//! A step from a value leads to the place that it is matched with, and from there to any value of the
//! place. A value that no place has can be given to the first place of a path to it, so all that leads
//! there is possible. Else the values that can be reached from one are those of a Hall set: the places
//! matched with them have no other values. And a place outside has one of these values in no matching:
//!
//! ```text
//!   a: 1 2    matched a1 b2 c3 d4       from 1: a, so 2; b, so 3; c, so 1. {1, 2, 3} is a Hall set
//!   b: 2 3                              from 4: d, so 1, …
//!   c: 1 3                              d1 leads from one component to another: in no matching
//!   d: 1 4
//! ```
//!
//! Strongly connected components are found by one depth-first search with a stack of sets (Gabow
//! 2000), in which a component is two words: its values, and the values of its places.

use board::SetBits;

/// The most values, and places of a group.
pub(super) const SIZE: usize = u128::BITS as usize;

/// No value, or no position.
const NONE: u8 = SIZE as u8;

/// What follows from a group. `V` is a set of values, or of positions, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HallSet<V> {
    /// The places of the set, as bits of their positions in the group.
    pub(super) places: V,
    /// The values that they share.
    pub(super) values: V,
}

/// A component of the search: its values, and those of the places that are matched with them.
#[derive(Clone, Copy, Debug)]
struct Component<V> {
    own: V,
    next: V,
}

/// The matching of a group.
#[derive(Debug)]
pub(super) struct Matching<V> {
    places: Vec<usize>,
    /// By position in the group: the values left.
    left: Vec<V>,
    /// The positions that have several values, or one that others have too.
    open: Vec<u8>,
    /// The values that are all that one position has, and that no other has.
    settled: V,
    /// By position: the value that it is matched with.
    matched: Vec<u8>,
    /// By value: the position that it is matched with.
    owner: Vec<u8>,
    /// By value: those that can be reached from it, 0 if one of them is matched with no place.
    reached: Vec<V>,
    path: Vec<Component<V>>,
}

impl<V: SetBits> Matching<V> {
    /// Creates a matching without pairs. The group has at most 128 places.
    pub(super) fn new(places: &[usize]) -> Self {
        Self {
            places: places.to_vec(),
            left: vec![V::ZERO; places.len()],
            open: Vec::with_capacity(places.len()),
            settled: V::ZERO,
            matched: vec![NONE; places.len()],
            owner: vec![NONE; 8 * size_of::<V>()],
            reached: vec![V::ZERO; 8 * size_of::<V>()],
            path: Vec::new(),
        }
    }

    /// Returns the places of the group.
    pub(super) fn places(&self) -> &[usize] {
        &self.places
    }

    /// Returns the values left at a position.
    pub(super) fn values(&self, position: usize) -> V {
        self.left[position]
    }

    /// Returns the positions whose values are not settled.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        self.open.iter().map(|&position| usize::from(position))
    }

    /// Loads the values left of all places. Returns whether clauses may not see all that follows: where fewer
    /// than three places have several values, they do.
    pub(super) fn load(&mut self, left: &[V]) -> bool {
        let (mut single, mut shared) = (V::ZERO, V::ZERO);
        self.open.clear();
        for (position, (its, &place)) in self.left.iter_mut().zip(&self.places).enumerate() {
            *its = left[place];
            if its.is_one() {
                // A value that two places have as their only one is not settled.
                shared = shared | single & *its;
                single = single | *its;
            } else {
                shared = shared | *its;
                self.open.push(position as u8);
            }
        }
        let is_undecided = self.open.len() >= 3;
        self.settled = single & !shared;
        if self.settled != single {
            let is_open =
                |&position: &u8| self.left[usize::from(position)] & !self.settled != V::ZERO;
            self.open = (0..self.places.len() as u8).filter(is_open).collect();
        }
        is_undecided
    }

    /// Matches every place.
    ///
    /// # Errors
    /// Returns places that have fewer values than they are.
    pub(super) fn complete(&mut self) -> Result<(), HallSet<V>> {
        for position in 0..self.places.len() {
            let value = self.matched[position];
            if value != NONE && !has(self.left[position], usize::from(value)) {
                self.owner[usize::from(value)] = NONE;
                self.matched[position] = NONE;
            }
        }
        for position in 0..self.places.len() {
            if self.matched[position] == NONE {
                let mut seen = V::ZERO;
                if !self.augment(position, &mut seen) {
                    let owners = bits(seen).map(|value| one(usize::from(self.owner[value])));
                    let places = owners.fold(one(position), |all, owner| all | owner);
                    return Err(HallSet { places, values: seen });
                }
            }
        }
        Ok(())
    }

    /// Matches a position, and others anew if need be. Returns whether it can.
    fn augment(&mut self, position: usize, seen: &mut V) -> bool {
        for value in bits(self.left[position]) {
            if self.owner[value] == NONE {
                self.pair(position, value);
                return true;
            }
        }
        loop {
            let open = self.left[position] & !*seen;
            if open == V::ZERO {
                return false;
            }
            let value = open.lowest() as usize;
            *seen = *seen | one(value);
            if self.augment(usize::from(self.owner[value]), seen) {
                self.pair(position, value);
                return true;
            }
        }
    }

    fn pair(&mut self, position: usize, value: usize) {
        self.owner[value] = position as u8;
        self.matched[position] = value as u8;
    }

    /// Calls `report` for each Hall set of a complete matching that no place outside may have values
    /// of, with those of its values that were not reported with a smaller set.
    pub(super) fn hall_sets(&mut self, mut report: impl FnMut(&Self, HallSet<V>, V)) {
        let owned = self.matched.iter().fold(V::ZERO, |all, &value| all | one(usize::from(value)));
        let (mut seen, mut done) = (self.settled, self.settled);
        let mut path = std::mem::take(&mut self.path);
        while let Some(root) = bits(owned & !seen).next() {
            seen = seen | one(root);
            path.push(self.component(root));
            while let Some(&top) = path.last() {
                let open = top.next & owned & !seen;
                if top.next & seen & !done & !top.own != V::ZERO {
                    // It leads back to a component below, so that both are one.
                    path.pop();
                    let below = path.last_mut().expect("it leads to a component on the path");
                    *below = Component { own: below.own | top.own, next: below.next | top.next };
                } else if open != V::ZERO {
                    let value = open.lowest() as usize;
                    seen = seen | one(value);
                    path.push(self.component(value));
                } else {
                    path.pop();
                    done = done | top.own;
                    self.finish(top, owned, &mut report);
                }
            }
        }
        self.path = path;
    }

    fn component(&self, value: usize) -> Component<V> {
        Component { own: one(value), next: self.left[usize::from(self.owner[value])] }
    }

    /// Reports a component that is complete, if places outside have values of it.
    fn finish(
        &mut self,
        component: Component<V>,
        owned: V,
        report: &mut impl FnMut(&Self, HallSet<V>, V),
    ) {
        let Component { own, next } = component;
        let mut reached = own;
        let mut is_free = next & !owned != V::ZERO;
        for value in bits(next & owned & !own) {
            reached = reached | self.reached[value];
            is_free |= self.reached[value] == V::ZERO;
        }
        let reached = if is_free { V::ZERO } else { reached };
        bits(own).for_each(|value| self.reached[value] = reached);
        if is_free {
            return;
        }
        let is_inside = |position: usize| has(reached, usize::from(self.matched[position]));
        let mut outside = self.open().filter(|&position| !is_inside(position));
        if outside.any(|position| self.left[position] & own != V::ZERO) {
            let owners = bits(reached).map(|value| one(usize::from(self.owner[value])));
            let places = owners.fold(V::ZERO, |all, owner| all | owner);
            report(self, HallSet { places, values: reached }, own);
        }
    }
}

/// Returns the set of one value.
pub(super) fn one<V: SetBits>(value: usize) -> V {
    V::ONE << value as u8
}

/// Returns whether a set has a value.
pub(super) fn has<V: SetBits>(set: V, value: usize) -> bool {
    set >> value & V::ONE != V::ZERO
}

/// Returns the values of a set, ascending.
pub(super) fn bits<V: SetBits>(mut set: V) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = set.lowest() as usize;
        (set != V::ZERO).then(|| {
            set = set & (set - V::ONE);
            next
        })
    })
}
