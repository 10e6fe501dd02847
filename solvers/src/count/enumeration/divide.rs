//! Parts of a search, each a search of its own, so that several threads can search at once.
//!
//! The options that are not tried yet lead to states. The search keeps those of its last level, and the parts take the
//! others, those of the deepest level first. In brackets is what is not tried:
//!
//! ```text
//!   level 1    a  b  [c  d]
//!   level 2    e  [f]               the search goes on with g and h,
//!   level 3    [g  h]               the parts with f, then c, then d
//! ```
//!
//! If these are few, the part with the most options left is replaced by the states after its first choice, until they are
//! enough. So the solutions of the search and of its parts, one after the other, do not depend on who finds them when.
//! A part knows no states at first: searches are divided where states hardly ever repeat. Nor are they where solutions come
//! so often that whoever takes them has more to do than one search.

use std::sync::Arc;

use super::list::CoverList;
use super::search::{Search, State};

/// Solutions come often if there are fewer steps for each.
const FEW_STEPS: usize = 4;

impl<const M: usize> Search<M> {
    /// Keeps the last level. Returns searches for what follows, `least` of them if there are so many, or none if states
    /// repeat or solutions come often.
    pub(super) fn divide(&mut self, least: usize) -> Vec<Self> {
        if self.share.states_repeat() || self.steps < FEW_STEPS * self.solutions {
            return Vec::new();
        }
        let mut states = self.rest_above();
        // The options that are left, or 0 if nothing is left to be chosen.
        let mut sizes: Vec<u32> = states.iter().map(State::size).collect();
        while states.len() < least {
            let Some((place, 1..)) = (0..).zip(sizes.iter().copied()).max_by_key(|it| it.1) else {
                break;
            };
            let Some(parts) = self.divided(&states[place]) else {
                sizes[place] = 0;
                continue;
            };
            sizes.splice(place..=place, parts.iter().map(State::size));
            states.splice(place..=place, parts);
        }
        let share = Arc::new(self.share.of_part());
        let search = |state| Self::new(self.problem.clone(), state, share.clone());
        states.into_iter().map(search).collect()
    }

    /// Takes the options of all levels but the last. Returns the states to which they lead.
    fn rest_above(&mut self) -> Vec<State<M>> {
        let mut states = Vec::new();
        let last = self.levels.len().saturating_sub(1);
        for depth in (0..last).rev() {
            let words = depth * self.problem.words..(depth + 1) * self.problem.words;
            let mut search = Self::at_end(self.problem.clone());
            search.left = self.left[words.clone()].to_vec();
            search.chosen = self.chosen[words].to_vec();
            search.levels.push(self.levels[depth]);
            states.extend(search.rest());
            self.levels[depth].give_away();
        }
        // The nodes of these levels do not get all of their edges.
        self.levels[last..].iter_mut().for_each(|level| level.is_complete = false);
        self.edges.clear();
        states
    }

    /// Returns the states after the first choice in a state, or `None` if there is a solution without a choice.
    fn divided(&self, state: &State<M>) -> Option<Vec<State<M>>> {
        let mut found = CoverList::default();
        let mut search = Self::new(self.problem.clone(), state.clone(), Arc::default());
        search.begin(&mut found);
        match search.levels.is_empty() {
            false => Some(search.rest()),
            true => found.is_empty().then(Vec::new),
        }
    }

    /// Returns the states after the options that the only level has to try.
    fn rest(mut self) -> Vec<State<M>> {
        let words = self.problem.words;
        let mut states = Vec::new();
        while let Some(option) = self.next_option() {
            let barred = self.choose(option);
            let [left, chosen] = [&self.left, &self.chosen].map(|sets| sets[words..].to_vec());
            states.push(State { left, chosen, barred });
        }
        states
    }
}
