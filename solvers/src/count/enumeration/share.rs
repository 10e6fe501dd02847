//! Which states are searched in a fixed order.
//!
//! None of them, as long as some of the first states have known solutions: then others will have, too. Otherwise those
//! that have few options left. How many are few is adapted: each solution earns credit and each step costs some, and the
//! number is doubled or halved when the credit is large in either direction. A state whose steps cost that much before its
//! first solution is given back.

use super::fixed::FixedOrder;
use super::list::CoverList;
use super::table::Knowledge;

/// The number of states after which it is decided, and of known ones among them that are enough.
const STATES: u32 = 48;
const ENOUGH_KNOWN: u32 = 6;

/// The number of options that are few at first.
const FEW: u32 = 32;

/// The steps that a solution is worth, and the credit that changes what is few.
const WORTH: i64 = 128;
const LARGE: i64 = 1024;

/// The steps of a state between two looks at the credit. A call may end at any of them, so looks at the ends of calls would
/// make the order of solutions depend on the calls.
const QUANTUM: usize = 1024;

/// The part of a search that has a fixed order.
#[derive(Clone, Debug, Default)]
pub(super) struct Share {
    states: u32,
    known: u32,
    /// The largest number of options that are few.
    few: u32,
    credit: i64,
    order: Option<FixedOrder>,
    /// The solutions of the present state, so far.
    found: usize,
    /// Its steps since the last look at the credit.
    steps: usize,
    /// Whether the present state took many steps and has no solution so far.
    is_hopeless: bool,
}

impl Share {
    /// Counts a state.
    #[inline]
    pub(super) fn count(&mut self, known: Knowledge) {
        if self.states < STATES {
            self.states += 1;
            self.known += u32::from(matches!(known, Knowledge::Solutions(_)));
            if self.states == STATES && self.known < ENOUGH_KNOWN {
                self.few = FEW;
            }
        }
    }

    /// Returns whether states repeat, or it is not known yet.
    pub(super) fn states_repeat(&self) -> bool {
        self.states < STATES || self.known >= ENOUGH_KNOWN
    }

    /// Returns the share in a part of the search, before its first state.
    pub(super) fn of_part(&self) -> Self {
        let mut share = self.clone();
        share.give_up();
        share
    }

    /// Returns whether a state with these options left is to be searched in a fixed order.
    #[inline]
    pub(super) fn is_for(&self, left: &[u64]) -> bool {
        self.few > 0 && left.iter().map(|word| word.count_ones()).sum::<u32>() <= self.few
    }

    /// Returns whether the fixed order is not known.
    pub(super) fn is_new(&self) -> bool {
        self.order.is_none()
    }

    /// Sets the fixed order. Without one, no state is searched in it.
    pub(super) fn set_order(&mut self, order: Option<FixedOrder>) {
        self.few = if order.is_some() { self.few } else { 0 };
        self.order = order;
    }

    /// Starts at a state. Returns whether there is a fixed order.
    pub(super) fn start(&mut self, left: &[u64], open: u64, chosen: &[u64]) -> bool {
        let Some(order) = &mut self.order else { return false };
        order.start(left, open, chosen);
        (self.found, self.steps) = (0, 0);
        self.is_hopeless = false;
        true
    }

    #[inline]
    pub(super) fn is_searching(&self) -> bool {
        self.order.as_ref().is_some_and(|order| !order.is_done())
    }

    /// Returns whether the present state has solutions.
    pub(super) fn has_found(&self) -> bool {
        self.found > 0
    }

    #[inline]
    pub(super) fn is_hopeless(&self) -> bool {
        self.is_hopeless
    }

    /// Ends the search of the present state.
    pub(super) fn give_up(&mut self) {
        self.order.iter_mut().for_each(FixedOrder::clear);
        self.is_hopeless = false;
    }

    /// Searches for this many steps or fewer, or until there are `most` solutions. Returns the number of steps.
    pub(super) fn search(&mut self, steps: usize, most: usize, found: &mut CoverList) -> usize {
        let Some(order) = &mut self.order else { return 0 };
        let before = found.len();
        let done = order.run(steps.min(QUANTUM - self.steps), most, found);
        let new = found.len() - before;
        self.steps += done;
        self.found += new;
        self.credit += WORTH * new as i64 - done as i64;
        if self.steps == QUANTUM || order.is_done() {
            self.steps = 0;
            self.adapt();
        }
        done
    }

    /// Changes what is few, if the credit is large.
    fn adapt(&mut self) {
        if self.credit > LARGE {
            self.few = self.few.saturating_mul(2);
            self.credit = 0;
        } else if self.credit < -LARGE {
            self.few /= 2;
            self.credit = 0;
            self.is_hopeless = self.found == 0;
        }
    }
}
