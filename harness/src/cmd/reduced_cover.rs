//! Exact cover problems without what a search need not look at, as by Knuth's program DLX-PRE.
//!
//! Two reductions are repeated until neither applies. Both keep the number of solutions, and what each costs.
//!
//! - An option is *blocked* if some primary item would have no option left once it is chosen. It is removed.
//! - A primary item `p` is *implied* by another one `c` if each option of `c` also has `p`. Whatever covers `c` then covers
//!   `p`, so that options with `p` but without `c` are in no solution and are removed, and so is the item `p`.
//!
//! ```text
//!   items    a b c d      a is only with b, and c only with d:        a c
//!   options  a b          b c is removed, and so are the items b      a
//!            b c          and d                                       c
//!            c d
//! ```
//!
//! Only an item that lost an option can get stuck or imply another one. So after the first pass, passes look at such
//! items and at the options that exclude one of theirs, and long sparse problems take linear time.

use std::collections::BTreeSet;
use std::ops::Range;

use board::instance::{Entry, ExactCover, Item};

/// A reduced problem, and what was removed.
pub(super) struct Reduced {
    pub(super) problem: ExactCover,
    pub(super) options: usize,
    pub(super) items: usize,
}

/// Reduces a problem without multiplicities.
pub(super) fn reduce(problem: &ExactCover) -> Reduced {
    let mut work = Work::new(problem);
    while work.remove_blocked() | work.remove_implied() {}
    let kept: Vec<usize> = (0..problem.option_count()).filter(|&it| work.is_left[it]).collect();
    let reduced = rebuilt(problem, &kept, &work.is_removed);
    Reduced {
        options: problem.option_count() - kept.len(),
        items: problem.items() - reduced.items(),
        problem: reduced,
    }
}

struct Work<'p> {
    problem: &'p ExactCover,
    /// The options that each item has in the problem, with the colours that they give it.
    uses: Vec<Vec<(usize, Option<u32>)>>,
    is_left: Vec<bool>,
    is_removed: Vec<bool>,
    /// The number of options that each item has left.
    n_left: Vec<usize>,
    /// The place in `uses` of the first option that each item has left, or one before it.
    first: Vec<usize>,
    /// Whether a primary item has no option left.
    is_unsolvable: bool,
    /// The options that may be blocked.
    options: Agenda,
    /// The primary items that may imply others.
    items: Agenda,
    tally: Tally,
}

impl<'p> Work<'p> {
    fn new(problem: &'p ExactCover) -> Self {
        let mut uses = vec![Vec::new(); problem.items()];
        let mut n_left = vec![0; problem.items()];
        let mut is_left = Vec::with_capacity(problem.option_count());
        for (option, entries) in problem.options().enumerate() {
            // An option without a primary item is in no solution.
            is_left.push(entries.iter().any(|it| (it.item as usize) < problem.primary()));
            for entry in entries {
                uses[entry.item as usize].push((option, entry.colour));
                n_left[entry.item as usize] += usize::from(is_left[option]);
            }
        }
        Self {
            problem,
            uses,
            is_left,
            is_removed: vec![false; problem.items()],
            first: vec![0; problem.items()],
            is_unsolvable: n_left[..problem.primary()].contains(&0),
            n_left,
            options: Agenda::of_all(problem.option_count()),
            items: Agenda::of_all(problem.primary()),
            tally: Tally { uses: vec![0; problem.items()], items: Vec::new() },
        }
    }

    /// Returns whether an item is primary and left.
    fn is_open(&self, item: usize) -> bool {
        item < self.problem.primary() && !self.is_removed[item]
    }

    /// Returns whether an option has an item.
    fn has(&self, option: usize, item: usize) -> bool {
        self.problem.option(option).iter().any(|it| it.item as usize == item)
    }

    /// Removes the options that leave an item without an option. Returns whether there were any.
    fn remove_blocked(&mut self) -> bool {
        let mut any = false;
        while let Some(option) = self.options.pop() {
            if self.is_left[option] && (self.is_unsolvable || self.is_blocked(option)) {
                self.remove(option);
                any = true;
            }
        }
        any
    }

    /// Returns whether an option excludes all options of an item that it has not.
    fn is_blocked(&mut self, option: usize) -> bool {
        let mut excluded = Vec::new();
        for &Entry { item, colour } in self.problem.option(option) {
            let uses = self.uses[item as usize].iter();
            let clashing = uses.filter(|(_, other)| colour.is_none() || *other != colour);
            excluded.extend(clashing.map(|&(other, _)| other).filter(|&it| self.is_left[it]));
        }
        excluded.sort_unstable();
        excluded.dedup();
        self.tally.count(self.problem, excluded.into_iter());
        let items = self.tally.items.iter().copied();
        let mut losing_all =
            items.filter(|&it| self.is_open(it) && self.tally.uses[it] == self.n_left[it]);
        losing_all.any(|item| !self.has(option, item))
    }

    /// Removes the items that others imply, with the options that have these and not the others. Returns whether there
    /// were any.
    fn remove_implied(&mut self) -> bool {
        let mut any = false;
        while let Some(item) = self.items.pop() {
            if !self.is_open(item) {
                continue;
            }
            let left = self.uses[item].iter().map(|it| it.0).filter(|&it| self.is_left[it]);
            self.tally.count(self.problem, left);
            let is_implied = |&other: &usize| {
                let is_in_all = self.tally.uses[other] == self.n_left[item];
                other != item && self.is_open(other) && is_in_all
            };
            let implied = self.tally.items.iter().copied().filter(is_implied).collect::<Vec<_>>();
            for other in implied {
                self.is_removed[other] = true;
                any = true;
                for option in self.uses[other].iter().map(|it| it.0).collect::<Vec<_>>() {
                    if self.is_left[option] && !self.has(option, item) {
                        self.remove(option);
                    }
                }
            }
        }
        any
    }

    /// Removes an option.
    fn remove(&mut self, option: usize) {
        self.is_left[option] = false;
        for entry in self.problem.option(option) {
            let item = entry.item as usize;
            self.n_left[item] -= 1;
            if !self.is_open(item) {
                continue;
            }
            if self.n_left[item] > 0 {
                self.items.add(item);
                self.look_again_at_options(item);
            } else if !std::mem::replace(&mut self.is_unsolvable, true) {
                self.options =
                    Agenda { next: self.options.next, ..Agenda::of_all(self.is_left.len()) };
            }
        }
    }

    /// Adds the options that may block an item to those that are looked at: they exclude the first one that it has
    /// left.
    fn look_again_at_options(&mut self, item: usize) {
        if self.is_unsolvable {
            return;
        }
        let first = &mut self.first[item];
        while !self.is_left[self.uses[item][*first].0] {
            *first += 1;
        }
        for entry in self.problem.option(self.uses[item][*first].0) {
            for &(other, _) in &self.uses[entry.item as usize] {
                if self.is_left[other] {
                    self.options.add(other);
                }
            }
        }
    }
}

/// Numbers that are looked at in ascending order, pass by pass.
struct Agenda {
    waiting: BTreeSet<usize>,
    /// The first number that this pass can still look at.
    next: usize,
}

impl Agenda {
    fn of_all(n: usize) -> Self {
        Self { waiting: (0..n).collect(), next: 0 }
    }

    /// Adds a number, for this pass if it is still to come, or for the next one.
    fn add(&mut self, number: usize) {
        self.waiting.insert(number);
    }

    /// Removes the next number of this pass, and returns it. Returns `None` at its end.
    fn pop(&mut self) -> Option<usize> {
        let found = self.waiting.range(self.next..).next().copied();
        found.inspect(|number| _ = self.waiting.remove(number));
        self.next = found.map_or(0, |number| number + 1);
        found
    }
}

/// How many options of a set have each item.
struct Tally {
    uses: Vec<usize>,
    /// The items that some have.
    items: Vec<usize>,
}

impl Tally {
    /// Counts the items of these options.
    fn count(&mut self, problem: &ExactCover, options: impl Iterator<Item = usize>) {
        self.items.drain(..).for_each(|item| self.uses[item] = 0);
        for entry in options.flat_map(|option| problem.option(option)) {
            let uses = &mut self.uses[entry.item as usize];
            if *uses == 0 {
                self.items.push(entry.item as usize);
            }
            *uses += 1;
        }
    }
}

/// Returns the problem of these options, without the items that are removed.
fn rebuilt(problem: &ExactCover, options: &[usize], is_removed: &[bool]) -> ExactCover {
    let kept = |range: Range<usize>| range.filter(|&item| !is_removed[item]);
    let name = |item: usize| problem.name(item as Item).to_owned();
    let colours = (0..problem.colours()).map(|it| problem.colour_name(it as u32).to_owned());
    let (primary, items) = (problem.primary(), problem.items());
    let mut reduced = ExactCover::new(
        kept(0..primary).map(name).collect(),
        kept(primary..items).map(name).collect(),
        colours.collect(),
    );
    let mut numbers = vec![None; items];
    (0..).zip(kept(0..items)).for_each(|(number, item)| numbers[item] = Some(number as Item));
    for &option in options {
        let entries = problem
            .option(option)
            .iter()
            .filter_map(|entry| numbers[entry.item as usize].map(|item| Entry { item, ..*entry }));
        let added = reduced.add_option(entries).expect("a part of an option");
        reduced.set_cost(added, problem.costs()[option]);
    }
    reduced
}

#[cfg(test)]
mod tests {
    use board::instance::{read_cover, write_cover};
    use board::seed::{ChaCha8Rng, seeded};
    use generate::instances::{langford, pentominoes, queens};
    use rand::RngExt;
    use solvers::{BACKENDS, Limits};

    use super::*;

    fn count(problem: &ExactCover) -> (u64, u64) {
        let row = BACKENDS.iter().find(|row| row.id == "cover/dlx").expect("a row");
        let mut solver = row.prepare::<ExactCover>(problem).expect("it takes covers");
        let outcome = solver.solve(problem, &Limits::solutions(u64::MAX));
        (outcome.solutions, outcome.counters.nodes)
    }

    /// The examples of DLX-PRE.
    #[test]
    fn what_no_solution_needs_is_removed() {
        let reduced = |text: &str| write_cover(&reduce(&read_cover(text).unwrap()).problem);
        let plain = reduced("A B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n").unwrap();
        assert_eq!(plain.lines().count(), 4, "{plain}");
        let coloured = "A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
        assert_eq!(reduced(coloured).unwrap(), "A B | X Y\nA X:1 Y:1\nB X:1\n");
    }

    fn random(rng: &mut ChaCha8Rng) -> ExactCover {
        let names = |n: usize| (0..n).map(|number| number.to_string()).collect();
        let (primary, secondary) = (rng.random_range(1..=6), rng.random_range(0..=4));
        let mut problem = ExactCover::new(names(primary), names(secondary), names(2));
        for _ in 0..rng.random_range(1..=20) {
            let mut entries: Vec<Entry> = Vec::new();
            for item in 0..primary + secondary {
                if rng.random_bool(0.35) {
                    let is_coloured = item >= primary && rng.random_bool(0.8);
                    let colour = is_coloured.then(|| rng.random_range(0..2));
                    entries.push(Entry { item: item as Item, colour });
                }
            }
            problem.add_option(entries).expect("different items");
        }
        problem
    }

    #[test]
    fn the_number_of_solutions_stays() {
        let mut rng = seeded(1, 0x9e);
        let (mut options, mut items) = (0, 0);
        for _ in 0..2000 {
            let problem = random(&mut rng);
            let reduced = reduce(&problem);
            assert_eq!(count(&reduced.problem).0, count(&problem).0, "{problem:?}");
            assert_eq!(reduced.problem.option_count() + reduced.options, problem.option_count());
            options += reduced.options;
            items += reduced.items;
        }
        assert!(options > 5000 && items > 500, "{options}, {items}");
    }

    /// An option for each two neighbours, of which every other one is in the solution. Passes over all options would
    /// take quadratic time in descending order.
    #[test]
    fn long_chains_are_reduced_in_either_order() {
        let n = 50_000;
        let ascending: Vec<u32> = (1..n).collect();
        for numbers in [ascending.clone(), ascending.into_iter().rev().collect()] {
            let names = (0..n).map(|item| item.to_string()).collect();
            let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
            for item in numbers {
                problem.add_option([item - 1, item].map(Entry::plain)).expect("two items");
            }
            let reduced = reduce(&problem);
            assert_eq!((reduced.options, reduced.items), (n as usize / 2 - 1, n as usize / 2));
        }
    }

    #[test]
    fn searches_of_known_problems_get_no_longer() {
        for problem in [queens(6), langford(7), langford(8), pentominoes(3, 20)] {
            let (before, after) = (count(&problem), count(&reduce(&problem).problem));
            assert!(before.0 == after.0 && after.1 <= before.1, "{before:?}, {after:?}");
        }
    }
}
