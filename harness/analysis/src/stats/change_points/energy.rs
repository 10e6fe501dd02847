//! The best place to divide a segment: where the energy distance of its two parts is largest.
//!
//! The energy distance of two samples (Székely and Rizzo, *Energy statistics: a class of statistics based on
//! distances*, 2013) is twice the mean distance of a value of one from a value of the other, minus the mean distance
//! within each. It is zero in expectation if both have one distribution. Weighted by n·m/(n + m) it is the statistic of
//! Matteson and James, here with the distance |x − y|; the second part reaches to the end of the segment.
//!
//! A permutation changes the order of the values and not the values, so that all distances that do not depend on the
//! order are computed once. Moving the boundary by one value changes the three sums by the distances of this value, which
//! two Fenwick trees over its rank know in O(log n).

/// The smallest part: a mean distance within it needs two values.
pub(super) const SHORTEST: usize = 2;

/// The values of a segment, sorted.
pub(super) struct SegmentValues {
    sorted: Vec<f64>,
    /// For each, the sum of the distances from all others.
    distances: Vec<f64>,
    /// The ranks in the order of the segment.
    order: Vec<usize>,
    counts: Fenwick,
    sums: Fenwick,
}

/// A division of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Split {
    /// The index in the segment of the first value of the second part.
    pub(super) at: usize,
    /// The weighted energy distance.
    pub(super) distance: f64,
}

impl SegmentValues {
    /// Returns the values of a segment, in order.
    pub(super) fn of(values: &[f64]) -> Self {
        let mut by_value: Vec<usize> = (0..values.len()).collect();
        by_value.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let mut order = vec![0; values.len()];
        by_value.iter().enumerate().for_each(|(rank, &place)| order[place] = rank);
        // Distances do not depend on the origin, and small numbers are exact to more digits.
        let middle = by_value.get(values.len() / 2).map_or(0.0, |&place| values[place]);
        let sorted: Vec<f64> = by_value.iter().map(|&place| values[place] - middle).collect();
        let distances = sorted.iter().map(|a| sorted.iter().map(|b| (a - b).abs()).sum()).collect();
        let trees = || Fenwick(vec![0.0; values.len()]);
        Self { sorted, distances, order, counts: trees(), sums: trees() }
    }

    /// Returns the order of the segment, for shuffling.
    pub(super) fn order(&mut self) -> &mut [usize] {
        &mut self.order
    }

    /// Returns the best division; `None` if the segment is too short. Of equal ones it is the
    /// first.
    pub(super) fn split(&mut self) -> Option<Split> {
        let n = self.order.len();
        self.counts.clear();
        self.sums.clear();
        let total = self.distances.iter().sum::<f64>() / 2.0;
        // The sums of distances within the first part, and between both.
        let (mut within, mut between, mut sum) = (0.0, 0.0, 0.0);
        let mut best: Option<Split> = None;
        for at in 1..n.saturating_sub(SHORTEST - 1) {
            let rank = self.order[at - 1];
            let (value, count) = (self.sorted[rank], (at - 1) as f64);
            let (below, sum_below) = (self.counts.below(rank), self.sums.below(rank));
            let before = value * below - sum_below + (sum - sum_below) - value * (count - below);
            within += before;
            between += self.distances[rank] - 2.0 * before;
            sum += value;
            self.counts.add(rank, 1.0);
            self.sums.add(rank, value);
            if at < SHORTEST {
                continue;
            }
            let (first, second) = (at as f64, (n - at) as f64);
            let mean_within = |sum: f64, n: f64| sum / (n * (n - 1.0) / 2.0);
            let energy = 2.0 * between / (first * second)
                - mean_within(within, first)
                - mean_within(total - within - between, second);
            let distance = first * second / (first + second) * energy;
            if best.is_none_or(|best| distance > best.distance) {
                best = Some(Split { at, distance });
            }
        }
        best
    }
}

/// Sums over prefixes of a sequence (Fenwick, *A new data structure for cumulative frequency tables*, 1994).
struct Fenwick(Vec<f64>);

impl Fenwick {
    fn clear(&mut self) {
        self.0.fill(0.0);
    }

    /// Adds to the value at an index.
    fn add(&mut self, index: usize, value: f64) {
        let mut node = index + 1;
        while node <= self.0.len() {
            self.0[node - 1] += value;
            node += node & node.wrapping_neg();
        }
    }

    /// Returns the sum of the values before an index.
    fn below(&self, index: usize) -> f64 {
        let (mut node, mut sum) = (index, 0.0);
        while node > 0 {
            sum += self.0[node - 1];
            node &= node - 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the weighted energy distance of the two parts, by definition.
    fn distance(values: &[f64], at: usize) -> f64 {
        let mean = |a: &[f64], b: &[f64]| {
            let all = a.iter().flat_map(|x| b.iter().map(move |y| (x - y).abs()));
            all.sum::<f64>() / (a.len() * b.len()) as f64
        };
        let within = |a: &[f64]| mean(a, a) * a.len() as f64 / (a.len() - 1) as f64;
        let (a, b) = values.split_at(at);
        let (n, m) = (a.len() as f64, b.len() as f64);
        n * m / (n + m) * (2.0 * mean(a, b) - within(a) - within(b))
    }

    #[test]
    fn a_distance_by_hand() {
        // Between: 1, within: 0, weight 4/4.
        let found = SegmentValues::of(&[0.0, 0.0, 1.0, 1.0]).split();
        assert_eq!(found, Some(Split { at: 2, distance: 2.0 }));
        assert_eq!(SegmentValues::of(&[0.0, 0.0, 1.0]).split(), None);
        assert_eq!(SegmentValues::of(&[]).split(), None);
    }

    proptest! {
        #[test]
        fn the_best_split_is_that_of_brute_force(
            values in prop::collection::vec((-20..20_i32).prop_map(|it| 13.0 + f64::from(it) / 7.0), 4..40),
        ) {
            let found = SegmentValues::of(&values).split().expect("long enough");
            let all = (SHORTEST..=values.len() - SHORTEST).map(|at| distance(&values, at));
            let best = all.fold(f64::NEG_INFINITY, f64::max);
            prop_assert!((found.distance - best).abs() < 1e-9, "{found:?} {best}");
            prop_assert!((distance(&values, found.at) - best).abs() < 1e-9);
        }
    }
}
