//! What a run decided that stops as soon as the order of its backends is settled.

use serde::{Deserialize, Serialize};

/// When a run ends before all its trials are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Until {
    /// The order of the backends is decided; places are those of all puzzles with a probability of 95 %
    Decided,
}

/// The order of the backends as far as a run decided it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Decision {
    /// Why the run ended; `None` while it runs or after it was interrupted.
    pub ended: Option<Ended>,
    /// The probability that all decisions are those of all puzzles.
    pub confidence: f64,
    /// The noise floor: a smaller relative difference is a tie.
    pub floor: f64,
    /// The largest factor by which one puzzle counts.
    pub cap: f64,
    /// The number of clusters: puzzles, each with its isomorphs.
    pub clusters: usize,
    /// The number of clusters that any backend was run on.
    pub clusters_run: usize,
    /// The number of trials that were not needed, without pilot passes.
    pub trials_skipped: u64,
    /// The backends, best first.
    pub backends: Vec<DecidedBackend>,
    /// The pairs of backends.
    pub pairs: Vec<DecidedPair>,
}

/// Why a run ended that stops when the order is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// All pairs were decided.
    Decided,
    /// All puzzles were run: the last pairs were decided by all of them.
    Exhausted,
}

/// What was decided about a backend.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DecidedBackend {
    /// Its id.
    pub backend: String,
    /// Its place: one more than the number of backends that need less. `None` if it is undecided, or if
    /// the backend does not support all puzzles.
    pub place: Option<usize>,
    /// The number of clusters after which its place was decided.
    pub clusters: usize,
}

/// What was decided about two backends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecidedPair {
    /// The first backend.
    pub a: String,
    /// The second backend.
    pub b: String,
    /// How the second compares with the first; `None` if undecided.
    pub relation: Option<Relation>,
    /// The geometric mean of the ratios of their times, of the second to the first.
    pub ratio: Option<f64>,
    /// The lower end of the confidence interval of the ratio over all puzzles.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The number of clusters that decided it.
    pub clusters: usize,
}

/// How the time of a second backend compares with that of a first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// It is less, by more than the noise floor.
    Less,
    /// It differs by no more than the noise floor.
    Tied,
    /// It is more, by more than the noise floor.
    More,
}

impl Decision {
    /// Returns the places in words: `1. a/fast, 2. b/slow, 2. b/twin; no place: c/other`.
    pub fn order(&self) -> String {
        let placed = self.backends.iter().filter_map(|one| {
            let place = one.place?;
            Some(format!("{place}. {}", one.backend))
        });
        let order = placed.collect::<Vec<_>>().join(", ");
        let others = self.backends.iter().filter(|one| one.place.is_none());
        let others: Vec<&str> = others.map(|one| one.backend.as_str()).collect();
        match others.is_empty() {
            true => order,
            false if order.is_empty() => format!("no place: {}", others.join(", ")),
            false => format!("{order}; no place: {}", others.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_names_all_places_and_those_without_one() {
        let backend = |backend: &str, place| DecidedBackend {
            backend: backend.into(),
            place,
            ..DecidedBackend::default()
        };
        let order = |backends| Decision { backends, ..Decision::default() }.order();
        let tied = vec![backend("a", Some(1)), backend("b", Some(1)), backend("c", None)];
        assert_eq!(order(tied), "1. a, 1. b; no place: c");
        assert_eq!(order(vec![backend("a", None)]), "no place: a");
    }
}
