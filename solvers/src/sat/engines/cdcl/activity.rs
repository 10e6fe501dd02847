//! Which variable next: the one that took part in most of the recent conflicts (VSIDS, Moskewicz et
//! al. 2001, as in MiniSat).
//!
//! A variable that a conflict meets gets a bump, and each bump is worth 1/0.95 of the one before, which
//! is to let all activities fade. The free variables stand in a binary heap, the most active on top:
//!
//! ```text
//!             9                 at place p: children at 2p + 1 and 2p + 2,
//!         5       7             the parent at (p − 1) / 2
//!       2   4   6
//! ```
//!
//! A variable that is assigned while it stands in the heap is left there, and passed over when it
//! comes out. Cost: a step a level of the heap for each bump and each variable that comes back.

use crate::sat::formula::Variable;

/// What the bumps fade by.
const DECAY: f64 = 0.95;

/// All activities are scaled down before one gets as large as this.
const LARGEST: f64 = 1e100;

/// Not in the heap.
const NOWHERE: u32 = u32::MAX;

/// Variables by activity.
#[derive(Debug)]
pub(super) struct Activity {
    /// By variable.
    scores: Vec<f64>,
    heap: Vec<Variable>,
    /// By variable: its place in the heap.
    places: Vec<u32>,
    /// What a bump is worth.
    bump: f64,
}

impl Default for Activity {
    fn default() -> Self {
        Self { scores: Vec::new(), heap: Vec::new(), places: Vec::new(), bump: 1.0 }
    }
}

impl Activity {
    /// Makes room for so many variables, all of them in the heap and none of them active.
    pub(super) fn grow(&mut self, variables: usize) {
        self.scores.resize(variables, 0.0);
        self.heap = (0..variables as Variable).collect();
        self.places = self.heap.clone();
    }

    /// A conflict has met `variable`.
    pub(super) fn bump(&mut self, variable: Variable) {
        let score = &mut self.scores[variable as usize];
        *score += self.bump;
        if *score > LARGEST {
            self.scores.iter_mut().for_each(|score| *score /= LARGEST);
            self.bump /= LARGEST;
        }
        let place = self.places[variable as usize];
        if place != NOWHERE {
            self.rise(place as usize);
        }
    }

    /// All bumps so far are worth less from now on.
    pub(super) fn decay(&mut self) {
        self.bump /= DECAY;
    }

    /// Takes out the most active variable.
    pub(super) fn pop(&mut self) -> Option<Variable> {
        let last = self.heap.pop()?;
        let top = match self.heap.first_mut() {
            None => last,
            Some(top) => std::mem::replace(top, last),
        };
        self.places[top as usize] = NOWHERE;
        if !self.heap.is_empty() {
            self.sink(0);
        }
        Some(top)
    }

    /// A variable is free again.
    pub(super) fn put_back(&mut self, variable: Variable) {
        if self.places[variable as usize] == NOWHERE {
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Lets the variable at `place` rise to where its parent is as active.
    fn rise(&mut self, mut place: usize) {
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

    /// Lets the variable at `place` sink to where no child is more active.
    fn sink(&mut self, mut place: usize) {
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
    fn variables_come_out_by_activity() {
        let mut activity = Activity::default();
        activity.grow(50);
        // Bumped 7 · v mod 50 times: each number of times once.
        for variable in 0..50 {
            (0..7 * variable % 50).for_each(|_| activity.bump(variable));
        }
        let order: Vec<Variable> = std::iter::from_fn(|| activity.pop()).collect();
        let bumps: Vec<Variable> = order.iter().map(|variable| 7 * variable % 50).collect();
        assert_eq!(bumps, (0..50).rev().collect::<Vec<_>>());
        [3, 1, 2, 1].into_iter().for_each(|variable| activity.put_back(variable));
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
