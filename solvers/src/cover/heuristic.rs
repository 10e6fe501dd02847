//! The choice of the next item: the one with the fewest options, or one that often failed.

use board::instance::ExactCover;

use super::option_counts::OptionCounts;
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
