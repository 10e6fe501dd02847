//! What is left to look at, in passes over numbers.

use std::collections::BTreeSet;

/// Numbers that are looked at in ascending order, pass by pass.
pub(super) struct Agenda {
    waiting: BTreeSet<usize>,
    /// The first number that this pass can still look at.
    next: usize,
    /// All numbers from `next` to here wait, too.
    all_until: usize,
    /// All numbers up to here wait for the next pass.
    then_until: usize,
}

impl Agenda {
    /// Returns the agenda with all numbers less than `n`.
    pub(super) fn of_all(n: usize) -> Self {
        Self { waiting: BTreeSet::new(), next: 0, all_until: n, then_until: 0 }
    }

    /// Adds a number, for this pass if it is still to come, or for the next one.
    pub(super) fn add(&mut self, number: usize) {
        let until = if number < self.next { self.then_until } else { self.all_until };
        if number >= until {
            self.waiting.insert(number);
        }
    }

    /// Adds all numbers less than `n`.
    pub(super) fn add_all(&mut self, n: usize) {
        self.waiting.clear();
        self.all_until = n;
        self.then_until = self.next;
    }

    /// Removes the next number of this pass, and returns it. Returns `None` at its end.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let found = if self.next < self.all_until {
            Some(self.next)
        } else {
            self.waiting.range(self.next..).next().copied()
        };
        if let Some(number) = found {
            self.waiting.remove(&number);
            self.next = number + 1;
        } else {
            self.all_until = std::mem::take(&mut self.then_until);
            self.next = 0;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(agenda: &mut Agenda) -> Vec<usize> {
        std::iter::from_fn(|| agenda.pop()).collect()
    }

    #[test]
    fn what_a_pass_is_past_waits_for_the_next_one() {
        let mut agenda = Agenda::of_all(3);
        assert_eq!(pass(&mut agenda), [0, 1, 2]);
        assert!(pass(&mut agenda).is_empty());
        agenda.add(4);
        agenda.add(2);
        assert_eq!(agenda.pop(), Some(2));
        agenda.add(1);
        assert_eq!(pass(&mut agenda), [4]);
        assert_eq!(agenda.pop(), Some(1));
        agenda.add_all(4);
        assert_eq!(pass(&mut agenda), [2, 3]);
        assert_eq!(pass(&mut agenda), [0, 1]);
        assert!(pass(&mut agenda).is_empty());
    }
}
