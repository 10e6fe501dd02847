//! The draws of contestants that were timed in different ways.
//!
//! The puzzles that a contestant was timed on together are one observation of it. For two others that were timed on each
//! puzzle alone, they are as many observations as there are puzzles. So the puzzles are resampled for each pair of
//! *groupings*: as those of both of a pair share times, and not as those of all contestants do. Most rankings have one
//! grouping, and are resampled once.

use std::collections::BTreeMap;

use super::resample::Draws;

/// The draws of all contestants.
#[derive(Clone, Debug, Default)]
pub(super) struct PairedDraws {
    /// The grouping of each contestant.
    groupings: Vec<usize>,
    /// For each pair of groupings, in ascending order, the draws of the contestants that have one of them.
    of_pair: BTreeMap<(usize, usize), GroupedDraws>,
}

/// The draws of contestants from the same resamples.
#[derive(Clone, Debug)]
pub(super) struct GroupedDraws {
    /// Those of each contestant, if it has one of the groupings, and the statistic.
    pub(super) draws: Vec<Option<Draws>>,
    /// The number of independent clusters of puzzles that the statistic is made of.
    pub(super) n_clusters: usize,
}

impl PairedDraws {
    /// Draws for each pair of the groupings of the contestants. `draw` is given the two groupings, in ascending order.
    pub(super) fn of(groupings: &[usize], draw: &dyn Fn((usize, usize)) -> GroupedDraws) -> Self {
        let n = groupings.iter().max().map_or(0, |last| last + 1);
        let pairs = (0..n).flat_map(|a| (a..n).map(move |b| (a, b)));
        let of_pair = pairs.map(|pair| (pair, draw(pair))).collect();
        Self { groupings: groupings.to_vec(), of_pair }
    }

    /// Returns the number of contestants.
    pub(super) fn n_contestants(&self) -> usize {
        self.groupings.len()
    }

    /// Returns the draws for two contestants, and the number of their clusters; `None` if one of them has no statistic.
    pub(super) fn both(&self, a: usize, b: usize) -> Option<(&Draws, &Draws, usize)> {
        let of_both = self.between(*self.groupings.get(a)?, *self.groupings.get(b)?)?;
        let draws = |one: usize| of_both.draws[one].as_ref();
        Some((draws(a)?, draws(b)?, of_both.n_clusters))
    }

    /// Returns the value of a contestant on the puzzles themselves.
    pub(super) fn observed(&self, one: usize) -> Option<f64> {
        self.both(one, one).map(|(draws, ..)| draws.observed)
    }

    /// Returns the number of clusters of a contestant, as it was timed.
    pub(super) fn n_clusters(&self, one: usize) -> usize {
        let grouping = self.groupings.get(one);
        grouping.and_then(|&it| self.between(it, it)).map_or(0, |it| it.n_clusters)
    }

    /// Returns the largest number of clusters of a contestant.
    pub(super) fn max_clusters(&self) -> usize {
        (0..self.n_contestants()).map(|one| self.n_clusters(one)).max().unwrap_or(0)
    }

    fn between(&self, a: usize, b: usize) -> Option<&GroupedDraws> {
        self.of_pair.get(&(a.min(b), a.max(b)))
    }

    /// Returns the mean of the draws on several parts, each with the same weight. Contestants have the same grouping if
    /// they have the same in each part.
    pub(super) fn mean(parts: &[&Self]) -> Self {
        let n_contestants = parts.first().map_or(0, |part| part.n_contestants());
        let in_parts = |one: usize| parts.iter().map(|part| part.groupings[one]).collect();
        let of_contestants: Vec<Vec<usize>> = (0..n_contestants).map(in_parts).collect();
        let (groupings, distinct) = numbered(&of_contestants);
        Self::of(&groupings, &|(a, b)| {
            let (of_a, of_b) = (distinct[a], distinct[b]);
            let at_part = |part: usize| parts[part].between(of_a[part], of_b[part]);
            let of_parts: Vec<&GroupedDraws> = (0..parts.len()).filter_map(at_part).collect();
            let draws = |one: usize| {
                let of_one: Option<Vec<&Draws>> =
                    of_parts.iter().map(|part| part.draws[one].as_ref()).collect();
                of_one.filter(|it| !it.is_empty()).map(|it| Draws::mean(&it))
            };
            GroupedDraws {
                draws: (0..n_contestants).map(draws).collect(),
                n_clusters: of_parts.iter().map(|part| part.n_clusters).sum(),
            }
        })
    }
}

/// Returns the number of each value among the distinct ones, from 0 in order of appearance, and
/// these.
pub(super) fn numbered<T: Ord>(values: &[T]) -> (Vec<usize>, Vec<&T>) {
    let mut numbers: BTreeMap<&T, usize> = BTreeMap::new();
    let mut distinct = Vec::new();
    let number = |value| {
        *numbers.entry(value).or_insert_with(|| {
            distinct.push(value);
            distinct.len() - 1
        })
    };
    (values.iter().map(number).collect(), distinct)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(groupings: &[usize]) -> PairedDraws {
        PairedDraws::of(groupings, &|(a, b)| GroupedDraws {
            draws: (groupings.iter())
                .map(|it| {
                    [a, b].contains(it).then(|| Draws { observed: 1.0, replicates: vec![2.0] })
                })
                .collect(),
            n_clusters: 10 * a + b,
        })
    }

    #[test]
    fn two_contestants_have_the_clusters_of_their_groupings_alone() {
        let found = draws(&[1, 0, 1]);
        let clusters = |a, b| found.both(a, b).map(|it| it.2);
        assert_eq!((clusters(0, 2), clusters(1, 1), clusters(2, 1)), (Some(11), Some(0), Some(1)));
        assert_eq!((found.n_clusters(0), found.max_clusters()), (11, 11));
    }

    #[test]
    fn over_parts_groupings_are_those_of_all_parts() {
        let found = PairedDraws::mean(&[&draws(&[0, 1, 1]), &draws(&[0, 0, 1])]);
        assert_eq!(found.groupings, [0, 1, 2]);
        // In the first part the last two have one grouping, in the second part two.
        assert_eq!(found.both(1, 2).map(|it| it.2), Some(11 + 1));
        assert_eq!(found.observed(2), Some(1.0));
    }
}
