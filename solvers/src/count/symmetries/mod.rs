//! Symmetries of a problem, and keys that are the same for states that are images of each other.
//!
//! The columns of Latin squares can change places, and so can their symbols. So these two states, in which options of
//! the first row are chosen, have as many solutions:
//!
//! ```text
//!   2 4 · ·      columns and      1 2 · ·      one key: the number of solutions
//!   · · · ·      symbols          · · · ·      is looked up
//!   · · · ·      change places    · · · ·
//! ```
//!
//! A *symmetry* is a permutation of the bits of states ([`states`](super::states)) that maps primary items to primary
//! items and the options to the options. It maps the solutions of a state to those of another, so both are as many.
//! There is nothing in this that is special to a family of problems: the search for symmetries ([`symmetry`](crate::symmetry))
//! sees options, and a symmetry is used after each option was mapped. The points that can change places
//! ([`swaps`], [`families`]) only organise what to try, and the key of a state is the state after some swaps
//! ([`normal_form`]), compared in full. So a missed symmetry costs time, and no count is wrong.
//!
//! The numbers of Latin squares have been found by such means since they were computed at all; McKay & Wanless (2005,
//! *On the number of Latin squares*) go from row to row, from one class of states to the next.
//!
//! # The state of a search on options
//!
//! The search has the options that remain. Their bits are the state: an option of the root remains if and only if all
//! bits that it requires are among those that the remaining ones require. For an option that was removed shares an
//! item with one that was chosen, and there in the same use it would not have been removed. So the options that remain
//! follow from the bits and the root, and the symmetries must map the options of the root to themselves. For a puzzle,
//! these are the symmetries of its givens.

use std::sync::Arc;

use board::instance::ExactCover;

use super::states::{self, Effect};
use crate::symmetry::{EdgeLink, Hypergraph, SearchEffort, search};
use families::Families;
use normal_form::NormalForms;

mod families;
mod normal_form;
mod swaps;
#[cfg(test)]
mod tests;

/// The links that a search for symmetries follows at most, which takes some tenths of a second, and the number of times
/// that a bit is moved by a swap afterwards, until families of interchangeable points are found.
const EFFORT: usize = 1 << 22;

/// The bits that all options require take 128 MiB at most. Problems with more are too large to be counted state by state,
/// and no symmetries are looked for: Latin squares of order 57, boards of 49×49 cells.
const MOST_WORDS: usize = 1 << 24;

/// The kind of link between an option and a bit that it requires.
const REQUIRES: u32 = 2;

/// The kind of link between an option and a bit that it clears. One that it requires and clears has the sum.
const CLEARS: u32 = 1;

/// Returns the hypergraph of a problem, whose points are the bits of its items in the given order and of the colours of
/// secondary items, and whose edges are the options. Options without a primary item are never chosen, and link nothing.
fn graph(problem: &ExactCover) -> Hypergraph {
    let order: Vec<u32> = (0..problem.primary() as u32).collect();
    let (bits, n_bits) = states::item_bits(problem, &order);
    let link = |Effect { bit, requires, clears }: Effect| EdgeLink {
        to: bit as u32,
        kind: REQUIRES * u32::from(requires) + CLEARS * u32::from(clears),
    };
    let edges = problem.options().map(|entries| {
        match entries.iter().any(|entry| (entry.item as usize) < problem.primary()) {
            true => states::effects(entries, &bits).map(link).collect(),
            false => Vec::new(),
        }
    });
    let is_secondary = |bit: usize| u32::from(bit >= problem.primary());
    Hypergraph::new((0..n_bits).map(is_secondary).collect(), edges)
}

/// The symmetries of a problem, and the keys of states. By default, none are known, and keys are the options left.
#[derive(Clone, Debug, Default)]
pub(super) struct Symmetries {
    forms: NormalForms,
    /// The number of words of the bits of a state.
    words: usize,
    /// The bits that each option requires.
    required: Arc<[u64]>,
    are_used: bool,
}

impl Symmetries {
    /// Returns the symmetries of a problem that were found before the search `is_over`.
    pub(super) fn of(problem: &ExactCover, is_over: &dyn Fn() -> bool) -> Self {
        let graph = graph(problem);
        let words = graph.points().div_ceil(64);
        if words * graph.edges() > MOST_WORDS {
            return Self::default();
        }
        let effort = SearchEffort { links: EFFORT, is_over };
        let families = Families::new(&graph, search(&graph, &effort).generators(), EFFORT);
        let mut required = vec![0; words * graph.edges()];
        for (option, bits) in required.chunks_mut(words.max(1)).enumerate() {
            let links = graph.edge(option).iter().filter(|link| link.kind & REQUIRES != 0);
            links.for_each(|&EdgeLink { to, .. }| bits[to as usize / 64] |= 1 << (to % 64));
        }
        let forms = NormalForms::new(families, graph.points());
        Self { forms, words, required: required.into(), are_used: false }
    }

    /// Chooses the symmetries that map the options of the root to themselves.
    pub(super) fn start(&mut self, root: &[u64]) {
        self.are_used = self.forms.start(root);
    }

    /// Returns whether so many states may be images of each other that finding one key for them is worth its time: a
    /// reflection alone halves the states at most.
    pub(super) fn are_many(&self) -> bool {
        self.forms.most_points() > 2
    }

    /// Returns the number of words of the key of the state in which these options are left.
    pub(super) fn key_words(&self, left: &[u64]) -> usize {
        if self.are_used { self.words } else { left.len() }
    }

    /// Appends the key of the state in which these options are left.
    #[inline]
    pub(super) fn push_key(&mut self, left: &[u64], keys: &mut Vec<u64>) {
        if self.are_used {
            self.push_normal_form(left, keys);
        } else {
            keys.extend_from_slice(left);
        }
    }

    fn push_normal_form(&mut self, left: &[u64], keys: &mut Vec<u64>) {
        let start = keys.len();
        keys.resize(start + self.words, 0);
        let key = &mut keys[start..];
        for (index, &word) in left.iter().enumerate() {
            for option in states::bits(word).map(|bit| 64 * index + bit) {
                let required = &self.required[option * self.words..][..self.words];
                key.iter_mut().zip(required).for_each(|(bits, required)| *bits |= required);
            }
        }
        self.forms.normalise(key);
    }
}
