//! The choice of the next item: the one with the fewest options, one that is preferred by name, or one that often failed.

use board::instance::ExactCover;

use super::option_counts::{COVERED, OptionCounts};
use super::tracer::Tracer;

/// Chooses the item to cover. An item without options comes first, then an item with a single option.
pub(super) trait ItemHeuristic {
    /// Returns the primary item to cover next and its number of options, or `None` if all are covered.
    fn choose<P: Tracer>(
        &mut self,
        counts: &OptionCounts,
        tracer: &mut P,
    ) -> Option<(usize, usize)>;

    /// Discards everything learnt about a problem.
    fn reset(&mut self);
}

/// Chooses the item with the fewest options, the first one on ties: Knuth's MRV heuristic (*minimum
/// remaining values*).
pub(super) struct FewestOptions;

impl ItemHeuristic for FewestOptions {
    #[inline]
    fn choose<P: Tracer>(
        &mut self,
        counts: &OptionCounts,
        tracer: &mut P,
    ) -> Option<(usize, usize)> {
        tracer.access(counts.primary_words());
        counts.fewest()
    }

    fn reset(&mut self) {}
}

/// Chooses an item without options or with a single one if there is any, else the one with the fewest options among
/// those whose names begin with `#`, and else the one with the fewest; the first one on ties. So whoever writes a problem
/// can say which items are worth a branch: Knuth's *sharp preference* (*The Art of Computer Programming* 4B, §7.2.2.1,
/// exercise 10).
pub(super) struct SharpFirst {
    /// The primary items whose names begin with `#`.
    sharp: Vec<usize>,
}

impl SharpFirst {
    pub(super) fn new(problem: &ExactCover) -> Self {
        let is_sharp = |&item: &usize| problem.name(item as u32).starts_with('#');
        Self { sharp: (0..problem.primary()).filter(is_sharp).collect() }
    }
}

impl ItemHeuristic for SharpFirst {
    fn choose<P: Tracer>(
        &mut self,
        counts: &OptionCounts,
        tracer: &mut P,
    ) -> Option<(usize, usize)> {
        tracer.access(counts.primary_words());
        let (item, fewest) = counts.fewest()?;
        if fewest <= 1 || self.sharp.is_empty() {
            return Some((item, fewest));
        }
        tracer.access(self.sharp.len());
        let of_primary = counts.of_primary();
        let is_open = |&&item: &&usize| of_primary[item] < COVERED;
        let sharp = self.sharp.iter().filter(is_open).min_by_key(|&&item| of_primary[item]);
        let chosen = sharp.copied().unwrap_or(item);
        Some((chosen, counts.get(chosen)))
    }

    fn reset(&mut self) {}
}

/// Chooses the item with the smallest quotient of its number of options less one and its weight, the
/// first one on ties. The weight of an item is one plus the number of times it had no option left.
///
/// This is *dom/wdeg*, which prefers items on which the search failed before (Boussemart, Hemery,
/// Lecoutre & Sais 2004; for exact cover, Knuth's program SSXCC-WTD). The originals divide the number
/// of options itself. One less is the number of branches that the choice adds to the tree, and it puts
/// forced items first without a special case; it needed fewer bets on 16×16.
///
/// | bets, task `unique` | fewest options | weighted |
/// |---|--:|--:|
/// | `datasets/hardest.txt`, 52 of 9×9 | 20,370 | 8,369 |
/// | `datasets/16x16.txt`, 100 | 8,212 | 3,959 |
///
/// (`harness run FILE -b '^cover/bitmatrix' --task unique`, 2026-11-21. The counters are independent of
/// the machine.)
pub(super) struct Weighted {
    weights: Vec<f32>,
}

impl Weighted {
    pub(super) fn new(problem: &ExactCover) -> Self {
        Self { weights: vec![1.0; problem.primary()] }
    }
}

impl ItemHeuristic for Weighted {
    fn choose<P: Tracer>(
        &mut self,
        counts: &OptionCounts,
        tracer: &mut P,
    ) -> Option<(usize, usize)> {
        tracer.access(counts.primary_words());
        match counts.fewest()? {
            (item, 0) => {
                tracer.access(2);
                self.weights[item] += 1.0;
                Some((item, 0))
            }
            (item, 1) => Some((item, 1)),
            _ => {
                tracer.access(counts.primary_words() + self.weights.len().div_ceil(2));
                counts.cheapest(&self.weights)
            }
        }
    }

    fn reset(&mut self) {
        self.weights.fill(1.0);
    }
}
