//! Which item comes next: the smallest, or one that failed often.

use board::instance::ExactCover;

use super::option_counts::OptionCounts;
use super::tracer::Tracer;

/// Chooses the items that are covered. Where an item has no option left, that one comes next; where
/// none has and one has a single option left, one of those.
pub(super) trait ItemHeuristic {
    /// The primary item that is covered next and how many options it has; none when all are covered.
    fn choose<P: Tracer>(
        &mut self,
        counts: &OptionCounts,
        tracer: &mut P,
    ) -> Option<(usize, usize)>;

    /// Forgets what was learnt of a problem.
    fn reset(&mut self);
}

/// The item with the fewest options, the first among equals.
pub(super) struct Smallest;

impl ItemHeuristic for Smallest {
    #[inline]
    fn choose<P: Tracer>(
        &mut self,
        counts: &OptionCounts,
        tracer: &mut P,
    ) -> Option<(usize, usize)> {
        tracer.access(counts.primary_words());
        counts.smallest()
    }

    fn reset(&mut self) {}
}

/// The item with the smallest quotient of the options that it has beyond one and of its weight, the
/// first among equals. The weight is one more than how often the item had no option left.
///
/// That is *dom/wdeg*, which looks first where the search failed before (Boussemart, Hemery, Lecoutre
/// & Sais 2004; for exact covers Knuth's program SSXCC-WTD). They divide the number of options itself.
/// One less is how many branches the choice adds to the tree, and it lets forced items go first without
/// a rule of their own; it took fewer bets on 16×16.
///
/// | bets, task `unique` | smallest | weighted |
/// |---|--:|--:|
/// | `datasets/hardest.txt`, 52 of 9×9 | 20,370 | 8,369 |
/// | `datasets/16x16.txt`, 100 | 8,212 | 3,959 |
///
/// (`harness run FILE -b '^cover/bitmatrix' --task unique`, 2026-11-21; the counters do not depend on
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
        match counts.smallest()? {
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
