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
//! items and at the options that exclude one of theirs, and long sparse problems take linear time. In dense problems an
//! option excludes many others, but is rarely blocked: a search for an option that it leaves to an item soon ends.

mod agenda;
#[cfg(test)]
mod tests;

use std::ops::Range;

use agenda::Agenda;
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
    /// The options that each item has in the problem, with the colours that they give it. Short ones come first, since
    /// they exclude few others.
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
    /// The number of removals of options so far, plus one.
    time: usize,
    /// The time at which each item lost an option last.
    lost_at: Vec<usize>,
    /// The time at which each option was last found not to be blocked.
    checked_at: Vec<usize>,
    /// The items of the option that is looked at.
    chosen: Chosen,
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
        for uses in &mut uses {
            uses.sort_by_key(|&(option, _)| problem.option(option).len());
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
            time: 1,
            lost_at: vec![1; problem.items()],
            checked_at: vec![0; problem.option_count()],
            chosen: Chosen { colours: vec![None; problem.items()], option: Vec::new() },
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

    /// Returns whether an option excludes all options of an item that it has not. Only items that lost an option since the
    /// last answer can have changed it.
    fn is_blocked(&mut self, option: usize) -> bool {
        let checked = std::mem::replace(&mut self.checked_at[option], self.time);
        self.chosen.set(self.problem.option(option));
        let entries = self.problem.option(option).iter();
        let n_sharing: usize = entries.map(|it| self.uses[it.item as usize].len()).sum();
        if n_sharing >= self.problem.primary() {
            return (0..self.problem.primary()).any(|item| self.is_stuck(item, checked));
        }
        let sharing =
            self.problem.option(option).iter().flat_map(|it| &self.uses[it.item as usize]);
        sharing
            .filter(|it| self.is_left[it.0])
            .flat_map(|it| self.problem.option(it.0))
            .any(|it| self.is_stuck(it.item as usize, checked))
    }

    /// Returns whether an item has lost an option since then, and the chosen option excludes all that it has left.
    fn is_stuck(&self, item: usize, since: usize) -> bool {
        self.lost_at[item] > since
            && self.is_open(item)
            && self.chosen.colours[item].is_none()
            && self.uses[item][self.first[item]..]
                .iter()
                .filter(|it| self.is_left[it.0])
                .all(|it| self.chosen.excludes(self.problem.option(it.0)))
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
        self.time += 1;
        for entry in self.problem.option(option) {
            let item = entry.item as usize;
            self.n_left[item] -= 1;
            self.lost_at[item] = self.time;
            if !self.is_open(item) {
                continue;
            }
            if self.n_left[item] > 0 {
                self.items.add(item);
                self.look_again_at_options(item);
            } else if !std::mem::replace(&mut self.is_unsolvable, true) {
                self.options.add_all(self.is_left.len());
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
        let first = self.problem.option(self.uses[item][*first].0);
        let n_sharing: usize = first.iter().map(|it| self.uses[it.item as usize].len()).sum();
        if n_sharing >= self.is_left.len() {
            self.options.add_all(self.is_left.len());
            return;
        }
        for &(other, _) in first.iter().flat_map(|it| &self.uses[it.item as usize]) {
            if self.is_left[other] {
                self.options.add(other);
            }
        }
    }
}

/// The option that is looked at, by its items.
struct Chosen {
    /// The colour that it gives to each of its items, if any.
    colours: Vec<Option<Option<u32>>>,
    option: Vec<Item>,
}

impl Chosen {
    /// Replaces the option.
    fn set(&mut self, option: &[Entry]) {
        self.option.drain(..).for_each(|item| self.colours[item as usize] = None);
        for entry in option {
            self.colours[entry.item as usize] = Some(entry.colour);
            self.option.push(entry.item);
        }
    }

    /// Returns whether no solution has both it and this option.
    fn excludes(&self, option: &[Entry]) -> bool {
        option.iter().any(|it| {
            self.colours[it.item as usize]
                .is_some_and(|colour| colour.is_none() || colour != it.colour)
        })
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
