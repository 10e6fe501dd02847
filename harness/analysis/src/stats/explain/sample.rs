//! The data to explain: features and a target for each puzzle.

/// Features and target of puzzles, and which puzzles are dependent.
///
/// Each cluster counts as one observation: the weight of a puzzle is one over the size of its cluster.
#[derive(Clone, Debug)]
pub struct Sample {
    /// A column for each feature, with a value for each puzzle; NaN if it is unknown.
    pub(super) columns: Vec<Vec<f64>>,
    pub(super) targets: Vec<f64>,
    pub(super) weights: Vec<f64>,
    /// The cluster of each puzzle, numbered from 0 without gaps.
    pub(super) clusters: Vec<usize>,
    pub(super) n_clusters: usize,
    /// For each feature, the puzzles whose value is known, the smallest value first.
    pub(super) orders: Vec<Vec<usize>>,
}

impl Sample {
    /// Creates a sample with these columns, in which NaN is an unknown value. Clusters may have any numbers.
    ///
    /// # Panics
    /// If the lengths differ, or a target is not finite.
    pub fn new(columns: Vec<Vec<f64>>, targets: Vec<f64>, clusters: &[usize]) -> Self {
        assert!(columns.iter().all(|column| column.len() == targets.len()), "a value per puzzle");
        assert_eq!(clusters.len(), targets.len(), "a cluster per puzzle");
        assert!(targets.iter().all(|target| target.is_finite()), "targets are finite");
        let mut numbers = clusters.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let number = |cluster: &usize| numbers.binary_search(cluster).unwrap_or_default();
        let clusters: Vec<usize> = clusters.iter().map(number).collect();
        let mut sizes = vec![0.0; numbers.len()];
        clusters.iter().for_each(|&cluster| sizes[cluster] += 1.0);
        let weights = clusters.iter().map(|&cluster| 1.0 / sizes[cluster]).collect();
        let order = |column: &Vec<f64>| -> Vec<usize> {
            let mut known: Vec<usize> =
                (0..column.len()).filter(|&puzzle| !column[puzzle].is_nan()).collect();
            known.sort_by(|&a, &b| column[a].total_cmp(&column[b]));
            known
        };
        let orders = columns.iter().map(order).collect();
        Self { columns, targets, weights, clusters, n_clusters: numbers.len(), orders }
    }

    /// Returns the sample of these puzzles alone.
    pub(super) fn only(&self, puzzles: &[usize]) -> Self {
        let of = |values: &Vec<f64>| puzzles.iter().map(|&puzzle| values[puzzle]).collect();
        let clusters: Vec<usize> = puzzles.iter().map(|&puzzle| self.clusters[puzzle]).collect();
        Self::new(self.columns.iter().map(of).collect(), of(&self.targets), &clusters)
    }

    /// Returns the number of puzzles.
    pub fn puzzles(&self) -> usize {
        self.targets.len()
    }

    /// Returns the number of clusters.
    pub fn clusters(&self) -> usize {
        self.n_clusters
    }

    /// Returns the part of the puzzles for which `is_in` holds.
    pub(super) fn part(&self, is_in: impl Fn(usize) -> bool) -> Part {
        let kept = |order: &Vec<usize>| order.iter().copied().filter(|&it| is_in(it)).collect();
        Part {
            puzzles: (0..self.puzzles()).filter(|&it| is_in(it)).collect(),
            orders: self.orders.iter().map(kept).collect(),
        }
    }

    /// Returns the sums of some puzzles.
    pub(super) fn sums<'a>(&self, puzzles: impl IntoIterator<Item = &'a usize>) -> Sums {
        let mut sums = Sums::default();
        puzzles.into_iter().for_each(|&puzzle| sums.add(self, puzzle));
        sums
    }
}

/// A part of the puzzles of a sample, sorted by each feature.
pub(super) struct Part {
    pub(super) puzzles: Vec<usize>,
    pub(super) orders: Vec<Vec<usize>>,
}

impl Part {
    /// Returns the puzzles for which `is_below` holds, and the others.
    pub(super) fn divided(self, is_below: impl Fn(usize) -> bool) -> [Self; 2] {
        let divide = |list: Vec<usize>| list.into_iter().partition::<Vec<_>, _>(|&it| is_below(it));
        let (below, above) = divide(self.puzzles);
        let (orders_below, orders_above) = self.orders.into_iter().map(divide).unzip();
        [
            Self { puzzles: below, orders: orders_below },
            Self { puzzles: above, orders: orders_above },
        ]
    }
}

/// The weight of some puzzles, and the weighted sums of their targets and of the squares of these.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) weight: f64,
    sum: f64,
    squares: f64,
}

impl Sums {
    pub(super) fn add(&mut self, sample: &Sample, puzzle: usize) {
        let (weight, target) = (sample.weights[puzzle], sample.targets[puzzle]);
        self.weight += weight;
        self.sum += weight * target;
        self.squares += weight * target * target;
    }

    /// Returns the sums of these and those puzzles.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            weight: self.weight + other.weight,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// Returns the sums of these without those puzzles.
    pub(super) fn without(self, other: Self) -> Self {
        Self {
            weight: self.weight - other.weight,
            sum: self.sum - other.sum,
            squares: self.squares - other.squares,
        }
    }

    /// Returns the weighted mean of the targets.
    pub(super) fn mean(self) -> f64 {
        self.sum / self.weight
    }

    /// Returns the weighted sum of the squared deviations from the mean.
    pub(super) fn error(self) -> f64 {
        (self.squares - self.sum * self.sum / self.weight).max(0.0)
    }
}
