//! The decision heuristic: the variable involved in the most recent conflicts (VSIDS, Moskewicz et al.
//! 2001, as in MiniSat).
//!
//! Each variable involved in a conflict is bumped. The bump grows by 1/0.95 with each conflict, which is
//! equivalent to decaying all activities. The unassigned variables are in a binary heap with the most
//! active on top:
//!
//! ```text
//!             9                 position p: children at 2p + 1 and 2p + 2,
//!         5       7             parent at (p − 1) / 2
//!       2   4   6
//! ```
//!
//! A variable that is assigned while in the heap stays there and is skipped when it is popped. A bump,
//! or the reinsertion of a variable, costs one step per level of the heap.

use crate::sat::formula::Variable;

/// The decay factor of the bumps.
const DECAY: f64 = 0.95;

/// The activity above which all activities are rescaled.
const LARGEST: f64 = 1e100;

/// The position of a variable that is not in the heap.
const NOWHERE: u32 = u32::MAX;

/// Variables by activity.
#[derive(Debug)]
pub(super) struct Activity {
    /// By variable.
    scores: Vec<f64>,
    heap: Vec<Variable>,
    /// By variable: its position in the heap.
    places: Vec<u32>,
    /// The value of a bump.
    bump: f64,
}

impl Default for Activity {
    fn default() -> Self {
        Self { scores: Vec::new(), heap: Vec::new(), places: Vec::new(), bump: 1.0 }
    }
}

impl Activity {
    /// Adds variables up to the number `variables`, all of them in the heap and inactive.
    pub(super) fn grow(&mut self, variables: usize) {
        self.scores.resize(variables, 0.0);
        self.heap = (0..variables as Variable).collect();
        self.places = self.heap.clone();
    }

    /// Bumps a variable involved in a conflict.
    pub(super) fn bump(&mut self, variable: Variable) {
        let score = &mut self.scores[variable as usize];
        *score += self.bump;
        if *score > LARGEST {
            self.scores.iter_mut().for_each(|score| *score /= LARGEST);
            self.bump /= LARGEST;
        }
        let place = self.places[variable as usize];
        if place != NOWHERE {
            self.sift_up(place as usize);
        }
    }

    /// Decays all activities.
    pub(super) fn decay(&mut self) {
        self.bump /= DECAY;
    }

    /// Pops the most active variable.
    pub(super) fn pop(&mut self) -> Option<Variable> {
        let last = self.heap.pop()?;
        let top = match self.heap.first_mut() {
            None => last,
            Some(top) => std::mem::replace(top, last),
        };
        self.places[top as usize] = NOWHERE;
        if !self.heap.is_empty() {
            self.sift_down(0);
        }
        Some(top)
    }

    /// Reinserts a variable that is unassigned again.
    pub(super) fn reinsert(&mut self, variable: Variable) {
        if self.places[variable as usize] == NOWHERE {
            self.heap.push(variable);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Moves the variable at `place` up until its parent is at least as active.
    fn sift_up(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            let above = self.heap[parent];
            if self.score(above) >= self.score(variable) {
                break;
            }
            self.put(above, place);
            place = parent;
        }
        self.put(variable, place);
    }

    /// Moves the variable at `place` down until no child is more active.
    fn sift_down(&mut self, mut place: usize) {
        let variable = self.heap[place];
        loop {
            let left = 2 * place + 1;
            let Some(&first) = self.heap.get(left) else { break };
            let (child, below) = match self.heap.get(left + 1) {
                Some(&second) if self.score(second) > self.score(first) => (left + 1, second),
                _ => (left, first),
            };
            if self.score(variable) >= self.score(below) {
                break;
            }
            self.put(below, place);
            place = child;
        }
        self.put(variable, place);
    }

    fn put(&mut self, variable: Variable, place: usize) {
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn score(&self, variable: Variable) -> f64 {
        self.scores[variable as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_popped_by_activity() {
        let mut activity = Activity::default();
        activity.grow(50);
        // Variable v is bumped 7 · v mod 50 times, a different number for each.
        for variable in 0..50 {
            (0..7 * variable % 50).for_each(|_| activity.bump(variable));
        }
        let order: Vec<Variable> = std::iter::from_fn(|| activity.pop()).collect();
        let bumps: Vec<Variable> = order.iter().map(|variable| 7 * variable % 50).collect();
        assert_eq!(bumps, (0..50).rev().collect::<Vec<_>>());
        [3, 1, 2, 1].into_iter().for_each(|variable| activity.reinsert(variable));
        assert_eq!(std::iter::from_fn(|| activity.pop()).collect::<Vec<_>>(), [3, 2, 1]);
    }

    #[test]
    fn later_bumps_outweigh_earlier_ones_and_no_score_overflows() {
        let mut activity = Activity::default();
        activity.grow(2);
        for _ in 0..20_000 {
            activity.bump(0);
            activity.decay();
        }
        (0..21).for_each(|_| activity.bump(1));
        assert_eq!(activity.pop(), Some(1));
        assert!(activity.scores.iter().all(|score| score.is_finite()));
    }
}
