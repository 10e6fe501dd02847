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

/// A set of values, as bits.
pub(super) type Values = u128;

/// The number of values, and of the positions of a group, that fit in a set.
const SIZE: usize = Values::BITS as usize;

/// No value, or no position.
const NONE: u8 = SIZE as u8;

/// What follows from a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HallSet {
    /// The places of the set, as bits of their positions in the group.
    pub(super) places: Values,
    /// The values that they share.
    pub(super) values: Values,
}

/// A component of the search: its values, and those of the places that are matched with them.
#[derive(Clone, Copy, Debug)]
struct Component {
    own: Values,
    next: Values,
}

/// The matching of a group.
#[derive(Debug)]
pub(super) struct Matching {
    places: Vec<usize>,
    /// By position in the group: the values left.
    left: Vec<Values>,
    /// By position: the value that it is matched with.
    matched: Vec<u8>,
    /// By value: the position that it is matched with.
    owner: [u8; SIZE],
    /// By value: those that can be reached from it, 0 if one of them is matched with no place.
    reached: [Values; SIZE],
    path: Vec<Component>,
}

impl Matching {
    /// Creates a matching without pairs. The group has at most 128 places.
    pub(super) fn new(places: &[usize]) -> Self {
        Self {
            places: places.to_vec(),
            left: vec![0; places.len()],
            matched: vec![NONE; places.len()],
            owner: [NONE; SIZE],
            reached: [0; SIZE],
            path: Vec::new(),
        }
    }

    /// Returns the places of the group.
    pub(super) fn places(&self) -> &[usize] {
        &self.places
    }

    /// Returns the values left at a position.
    pub(super) fn values(&self, position: usize) -> Values {
        self.left[position]
    }

    /// Loads the values left.
    pub(super) fn load(&mut self, left: impl Fn(usize) -> Values) {
        for (its, &place) in self.left.iter_mut().zip(&self.places) {
            *its = left(place);
        }
    }

    /// Returns whether so few places have several values that clauses see all that follows.
    pub(super) fn is_decided(&self) -> bool {
        self.left.iter().filter(|left| left.count_ones() != 1).count() < 3
    }

    /// Matches every place.
    ///
    /// # Errors
    /// Returns places that have fewer values than they are.
    pub(super) fn complete(&mut self) -> Result<(), HallSet> {
        for position in 0..self.places.len() {
            let value = self.matched[position];
            if value != NONE && self.left[position] >> value & 1 == 0 {
                self.owner[usize::from(value)] = NONE;
                self.matched[position] = NONE;
            }
        }
        for position in 0..self.places.len() {
            if self.matched[position] == NONE {
                let mut seen = 0;
                if !self.augment(position, &mut seen) {
                    let owners = bits(seen).map(|value| 1 << self.owner[value]);
                    let places = owners.fold(1 << position, |all, one: Values| all | one);
                    return Err(HallSet { places, values: seen });
                }
            }
        }
        Ok(())
    }

    /// Matches a position, and others anew if need be. Returns whether it can.
    fn augment(&mut self, position: usize, seen: &mut Values) -> bool {
        for value in bits(self.left[position]) {
            if self.owner[value] == NONE {
                self.pair(position, value);
                return true;
            }
        }
        loop {
            let open = self.left[position] & !*seen;
            if open == 0 {
                return false;
            }
            let value = open.trailing_zeros() as usize;
            *seen |= 1 << value;
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
    pub(super) fn hall_sets(&mut self, mut report: impl FnMut(&Self, HallSet, Values)) {
        let owned = self.matched.iter().fold(0, |all: Values, &value| all | 1 << value);
        let (mut seen, mut done): (Values, Values) = (0, 0);
        let mut path = std::mem::take(&mut self.path);
        while let Some(root) = bits(owned & !seen).next() {
            seen |= 1 << root;
            path.push(self.component(root));
            while let Some(&top) = path.last() {
                let open = top.next & owned & !seen;
                if top.next & seen & !done & !top.own != 0 {
                    // It leads back to a component below, so that both are one.
                    path.pop();
                    let below = path.last_mut().expect("it leads to a component on the path");
                    *below = Component { own: below.own | top.own, next: below.next | top.next };
                } else if open != 0 {
                    let value = open.trailing_zeros() as usize;
                    seen |= 1 << value;
                    path.push(self.component(value));
                } else {
                    path.pop();
                    done |= top.own;
                    self.finish(top, owned, &mut report);
                }
            }
        }
        self.path = path;
    }

    fn component(&self, value: usize) -> Component {
        Component { own: 1 << value, next: self.left[usize::from(self.owner[value])] }
    }

    /// Reports a component that is complete, if places outside have values of it.
    fn finish(
        &mut self,
        component: Component,
        owned: Values,
        report: &mut impl FnMut(&Self, HallSet, Values),
    ) {
        let Component { own, next } = component;
        let mut reached = own;
        let mut is_free = next & !owned != 0;
        for value in bits(next & owned & !own) {
            reached |= self.reached[value];
            is_free |= self.reached[value] == 0;
        }
        let reached = if is_free { 0 } else { reached };
        bits(own).for_each(|value| self.reached[value] = reached);
        if is_free {
            return;
        }
        let is_inside = |position: usize| reached >> self.matched[position] & 1 == 1;
        let mut outside = (0..self.places.len()).filter(|&position| !is_inside(position));
        if outside.any(|position| self.left[position] & own != 0) {
            let places = bits(reached).fold(0, |all, value| all | 1 << self.owner[value]);
            report(self, HallSet { places, values: reached }, own);
        }
    }
}

/// Returns the positions of the bits of a set, ascending.
pub(super) fn bits(mut set: Values) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            next
        })
    })
}
