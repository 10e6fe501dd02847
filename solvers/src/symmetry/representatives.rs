//! Symmetries of an exact cover problem, broken by removing options.
//!
//! A solution chooses one option of a primary item. Symmetries that leave the item where it is map it to a solution with any
//! other option of the same orbit, so one option of each orbit is enough:
//!
//! ```text
//!   pentominoes on a board of 6×10     the item X has 32 options, in 8 orbits of 4: reflections and the half turn
//!                                      8 are kept, and each solution stands for 4: 2339 · 4 = 9356
//! ```
//!
//! What is left is a problem with symmetries of its own, so this goes on until no item can lose an option. On an empty
//! sudoku board, a cell loses all symbols but one, another one all but one of the others, and so on.
//!
//! That a piece of an exact cover problem is restricted so is as old as the programs for it (Scott 1958 placed the X
//! pentomino in one quarter of the board; Knuth 2000, *Dancing links*).

use board::Count;
use board::instance::{Entry, ExactCover, Item, Multiplicity};

use super::effort::SearchEffort;
use super::group::Group;
use super::hypergraph::Hypergraph;
use super::hypergraphs::of_cover;
use super::orbits::Orbits;
use super::search::search;

/// The options of an exact cover problem that are enough to find a solution of each kind.
#[derive(Clone, Debug)]
pub struct Representatives {
    /// The options that are kept, in ascending order.
    pub kept: Vec<usize>,
    /// What was removed, step by step.
    pub steps: Vec<Removal>,
    /// The number of solutions for each one that is left, if that is the same for all.
    pub factor: Option<Count>,
}

/// A primary item that lost options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The item.
    pub item: Item,
    /// The number of its options before.
    pub options: usize,
    /// The number of orbits, each of which keeps one.
    pub orbits: usize,
}

/// Returns options that are enough to decide whether the problem has a solution. Each step searches for symmetries as long
/// as the effort allows.
pub fn representatives(problem: &ExactCover, effort: &SearchEffort<'_>) -> Representatives {
    let mut kept: Vec<usize> = (0..problem.option_count()).collect();
    let (mut steps, mut factor) = (Vec::new(), Some(Count::from(1)));
    loop {
        let left = restricted(problem, &kept);
        let graph = of_cover(&left);
        let group = search(&graph, effort);
        let symmetric = Symmetric::new(&left, &graph, &group);
        let best = (0..left.primary()).filter_map(|item| symmetric.choice(item));
        let Some(best) = best.max_by_key(|choice| (choice.saved(), usize::MAX - choice.item))
        else {
            return Representatives { kept, steps, factor };
        };
        steps.push(Removal {
            item: best.item as Item,
            options: best.options,
            orbits: best.sizes.len(),
        });
        let is_even = best.sizes.iter().all(|&(_, size)| size == best.sizes[0].1);
        factor = factor.filter(|_| is_even);
        if let Some(factor) = &mut factor {
            *factor *= &Count::from(best.sizes[0].1 as u64);
        }
        let of_item = &symmetric.of_item[best.item];
        let is_left = |option: u32| {
            let is_least = best.sizes.iter().any(|&(least, _)| least == option);
            is_least || of_item.binary_search(&option).is_err()
        };
        kept = (0..).zip(kept).filter(|&(option, _)| is_left(option)).map(|it| it.1).collect();
        if let [(least, _)] = best.sizes[..]
            && !problem.has_multiplicities()
        {
            // It is chosen in every solution, which contains nothing that clashes with it.
            let chosen = left.option(least as usize);
            kept.retain(|&option| {
                let option = problem.option(option);
                option == chosen || !clash(option, chosen)
            });
        }
    }
}

/// Returns the problem with these options alone.
pub fn restricted(problem: &ExactCover, kept: &[usize]) -> ExactCover {
    let mut restricted = problem.without_options();
    for &option in kept {
        let entries = problem.option(option).iter().copied();
        let added = restricted.add_option(entries).expect("an option of the problem");
        restricted.set_cost(added, problem.costs()[option]);
    }
    restricted
}

/// Returns whether no solution contains both of two options of a problem without multiplicities: they share an item, and
/// do not agree on its colour.
fn clash(one: &[Entry], other: &[Entry]) -> bool {
    let shared = |a: &Entry, b: &Entry| a.item == b.item && (a.colour.is_none() || a != b);
    one.iter().any(|a| other.iter().any(|b| shared(a, b)))
}

/// The options of each item, and what symmetries do to them.
struct Symmetric<'p> {
    problem: &'p ExactCover,
    of_item: Vec<Vec<u32>>,
    /// For each generator, the image of each item and of each option.
    generators: Vec<(&'p [u32], Vec<u32>)>,
}

/// The orbits of the options of an item, of which at least one has several.
struct Choice {
    item: usize,
    options: usize,
    /// The least option of each orbit, and its size.
    sizes: Vec<(u32, usize)>,
}

impl Choice {
    fn saved(&self) -> usize {
        self.options - self.sizes.len()
    }
}

impl<'p> Symmetric<'p> {
    fn new(problem: &'p ExactCover, graph: &Hypergraph, group: &'p Group) -> Self {
        let mut of_item = vec![Vec::new(); problem.primary()];
        for (entries, option) in problem.options().zip(0..) {
            for entry in entries.iter().filter(|it| (it.item as usize) < problem.primary()) {
                of_item[entry.item as usize].push(option);
            }
        }
        let options = |images: &'p Vec<u32>| {
            let mut of_option: Vec<u32> = (0..problem.option_count() as u32).collect();
            for (from, to) in graph.image(images).expect("a symmetry") {
                // Beyond the options are edges of other kinds.
                if let Some(image) = of_option.get_mut(from as usize) {
                    *image = to;
                }
            }
            (&images[..], of_option)
        };
        Self { problem, of_item, generators: group.generators().iter().map(options).collect() }
    }

    /// Returns the orbits of an item under the generators that do not move it, unless each is alone.
    fn choice(&self, item: usize) -> Option<Choice> {
        if self.problem.multiplicities()[item] != Multiplicity::ONE {
            return None;
        }
        let options = &self.of_item[item];
        let mut orbits = Orbits::new(options.len());
        let fixing = self.generators.iter().filter(|(items, _)| items[item] as usize == item);
        for (_, images) in fixing {
            for (place, &option) in (0..).zip(options) {
                let image = options.binary_search(&images[option as usize]);
                orbits.join(place, image.expect("an option of the same item") as u32);
            }
        }
        let sizes = options.iter().copied().zip(orbits.sizes()).filter(|(_, size)| *size > 0);
        let choice = Choice { item, options: options.len(), sizes: sizes.collect() };
        (choice.saved() > 0).then_some(choice)
    }
}
