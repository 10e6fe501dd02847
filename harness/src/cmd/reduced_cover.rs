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

use std::ops::Range;

use board::instance::{Entry, ExactCover, Item};

/// A set of options.
type Bits = Vec<u64>;

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
    let kept: Vec<usize> = (0..problem.option_count()).filter(|&it| has(&work.left, it)).collect();
    let reduced = rebuilt(problem, &kept, &work.is_removed);
    Reduced {
        options: problem.option_count() - kept.len(),
        items: problem.items() - reduced.items(),
        problem: reduced,
    }
}

struct Work<'p> {
    problem: &'p ExactCover,
    /// The options that each item has.
    options_of: Vec<Bits>,
    left: Bits,
    is_removed: Vec<bool>,
}

impl<'p> Work<'p> {
    fn new(problem: &'p ExactCover) -> Self {
        let nothing = vec![0; problem.option_count().div_ceil(64)];
        let mut work = Self {
            problem,
            options_of: vec![nothing.clone(); problem.items()],
            left: nothing,
            is_removed: vec![false; problem.items()],
        };
        for (option, entries) in problem.options().enumerate() {
            // An option without a primary item is in no solution.
            if entries.iter().any(|it| (it.item as usize) < problem.primary()) {
                work.left[option / 64] |= 1 << (option % 64);
            }
            for entry in entries {
                work.options_of[entry.item as usize][option / 64] |= 1 << (option % 64);
            }
        }
        work
    }

    /// Returns the primary items that are left.
    fn primary(&self) -> impl Iterator<Item = usize> {
        (0..self.problem.primary()).filter(|&item| !self.is_removed[item])
    }

    /// Removes the options that leave an item without an option. Returns whether there were any.
    fn remove_blocked(&mut self) -> bool {
        let mut any = false;
        for option in 0..self.problem.option_count() {
            if !has(&self.left, option) {
                continue;
            }
            let compatible = self.compatible(option);
            let covers = |item: usize| has(&self.options_of[item], option);
            let is_stuck =
                |item: usize| !covers(item) && !meets(&compatible, &self.options_of[item]);
            if self.primary().any(is_stuck) {
                self.left[option / 64] &= !(1 << (option % 64));
                any = true;
            }
        }
        any
    }

    /// Returns the options left that may be chosen together with this one.
    fn compatible(&self, option: usize) -> Bits {
        let mut compatible = self.left.clone();
        for &Entry { item, colour } in self.problem.option(option) {
            for (index, of_item) in self.options_of[item as usize].iter().enumerate() {
                let mut both = compatible[index] & of_item;
                while both != 0 {
                    let other = index * 64 + both.trailing_zeros() as usize;
                    both &= both - 1;
                    let agrees = |it: &Entry| it.item == item && it.colour == colour;
                    if colour.is_none() || !self.problem.option(other).iter().any(agrees) {
                        compatible[index] &= !(1 << (other % 64));
                    }
                }
            }
        }
        compatible
    }

    /// Removes the items that others imply, with the options that have these and not the others. Returns whether there
    /// were any.
    fn remove_implied(&mut self) -> bool {
        let mut any = false;
        for item in 0..self.problem.primary() {
            if self.is_removed[item] {
                continue;
            }
            let of_item: Bits = both(&self.left, &self.options_of[item]);
            let Some(first) = (0..self.problem.option_count()).find(|&it| has(&of_item, it)) else {
                continue;
            };
            // What it implies is in its first option.
            let others = self.problem.option(first).iter().map(|it| it.item as usize);
            for other in others.collect::<Vec<_>>() {
                let is_open = other < self.problem.primary() && !self.is_removed[other];
                if other == item || !is_open || !within(&of_item, &self.options_of[other]) {
                    continue;
                }
                for (left, (of_other, of_item)) in
                    self.left.iter_mut().zip(self.options_of[other].iter().zip(&of_item))
                {
                    *left &= !of_other | of_item;
                }
                self.is_removed[other] = true;
                any = true;
            }
        }
        any
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

fn has(set: &Bits, option: usize) -> bool {
    set[option / 64] >> (option % 64) & 1 == 1
}

fn meets(set: &Bits, other: &Bits) -> bool {
    set.iter().zip(other).any(|(set, other)| set & other != 0)
}

fn within(set: &Bits, whole: &Bits) -> bool {
    set.iter().zip(whole).all(|(set, whole)| set & !whole == 0)
}

fn both(set: &Bits, other: &Bits) -> Bits {
    set.iter().zip(other).map(|(set, other)| set & other).collect()
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

    #[test]
    fn searches_of_known_problems_get_no_longer() {
        for problem in [queens(6), langford(7), langford(8), pentominoes(3, 20)] {
            let (before, after) = (count(&problem), count(&reduce(&problem).problem));
            assert!(before.0 == after.0 && after.1 <= before.1, "{before:?}, {after:?}");
        }
    }
}
