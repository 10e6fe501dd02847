//! Features: what is known of a puzzle before any contestant solves it, or at little cost.
//!
//! Each is a number. One that does not apply, or was not known in time, is `None` and never 0. The file
//! that [`Desk`] stands in says in which order they are computed.

use self::csp::Unknown;
pub(super) use self::desk::{Asking, Desk};

mod backbone;
mod backdoors;
mod board;
mod csp;
mod deadline;
mod desk;
mod givens;
mod instances;
mod isomorphs;
mod propagation;
mod reference;

/// A feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    Cells,
    Clues,
    Absent,
    EarlyClues,
    Symmetries,
    Candidates,
    Singles,
    Solutions,
    EarlySymbols,
    Hints,
    Weak,
    Strong,
    Probed,
    Backbone,
    Rating,
    Techniques,
    Bets,
    Spread,
    Items,
    Options,
    OptionItems,
    ItemOptions,
    Variables,
    Clauses,
    ClauseRatio,
    ClauseLiterals,
    Units,
    Vertices,
    Edges,
    Density,
    MaxDegree,
    Clique,
}

use Feature as F;

/// How a feature is called.
struct Words {
    feature: Feature,
    /// Its column.
    key: &'static str,
    /// What holds for puzzles with more than `{}`, after *with*.
    above: &'static str,
    /// What holds for puzzles with at most `{}`.
    at_most: &'static str,
}

const fn words(
    feature: Feature,
    key: &'static str,
    above: &'static str,
    at_most: &'static str,
) -> Words {
    Words { feature, key, above, at_most }
}

/// All features, the plainest first: of two that divide the puzzles alike, the first is named.
#[rustfmt::skip]
const WORDS: [Words; 32] = [
    words(F::Cells, "cells", "more than {} cells", "at most {} cells"),
    words(F::Clues, "clues", "more than {} clues", "at most {} clues"),
    words(F::Absent, "absent_symbols", "more than {} symbols without a clue", "at most {} symbols without a clue"),
    words(F::EarlyClues, "early_clues", "more than {} clues in the first third of the cells", "at most {} clues in the first third of the cells"),
    words(F::Symmetries, "symmetries", "more than {} symmetries of the pattern", "at most {} symmetries of the pattern"),
    words(F::Candidates, "candidates", "more than {} candidates after singles", "at most {} candidates after singles"),
    words(F::Singles, "singles_share", "more than {} of the open cells filled by singles", "at most {} of the open cells filled by singles"),
    words(F::Solutions, "solutions", "more than {} solutions", "at most {} solutions"),
    words(F::EarlySymbols, "early_symbols", "late symbols in the first third of the solution (above {})", "early symbols in the first third of the solution (at most {})"),
    words(F::Hints, "hints", "more than {} hints needed", "at most {} hints needed"),
    words(F::Weak, "weak_backdoor", "a weak backdoor larger than {}", "a weak backdoor of at most {}"),
    words(F::Strong, "strong_backdoor", "a strong backdoor larger than {}", "a strong backdoor of at most {}"),
    words(F::Probed, "probed_share", "more than {} of the unknowns fixed by failed literals", "at most {} of the unknowns fixed by failed literals"),
    words(F::Backbone, "backbone_share", "more than {} of the unknowns in the backbone", "at most {} of the unknowns in the backbone"),
    words(F::Rating, "rating", "a rating above {}", "a rating of at most {}"),
    words(F::Techniques, "techniques", "more than {} techniques needed", "at most {} techniques needed"),
    words(F::Bets, "reference_bets", "more than {} bets of the reference search", "at most {} bets of the reference search"),
    words(F::Spread, "reference_spread", "a reference search that needs more than {} times as many nodes on one isomorph as on another", "a reference search that needs at most {} times as many nodes on one isomorph as on another"),
    words(F::Items, "items", "more than {} items", "at most {} items"),
    words(F::Options, "options", "more than {} options", "at most {} options"),
    words(F::OptionItems, "items_per_option", "more than {} items per option", "at most {} items per option"),
    words(F::ItemOptions, "options_per_item", "more than {} options per item", "at most {} options per item"),
    words(F::Variables, "variables", "more than {} variables", "at most {} variables"),
    words(F::Clauses, "clauses", "more than {} clauses", "at most {} clauses"),
    words(F::ClauseRatio, "clauses_per_variable", "more than {} clauses per variable", "at most {} clauses per variable"),
    words(F::ClauseLiterals, "literals_per_clause", "more than {} literals per clause", "at most {} literals per clause"),
    words(F::Units, "units_share", "more than {} of the variables fixed by unit propagation", "at most {} of the variables fixed by unit propagation"),
    words(F::Vertices, "vertices", "more than {} vertices", "at most {} vertices"),
    words(F::Edges, "edges", "more than {} edges", "at most {} edges"),
    words(F::Density, "density", "a density above {}", "a density of at most {}"),
    words(F::MaxDegree, "max_degree", "a degree above {}", "degrees of at most {}"),
    words(F::Clique, "clique", "a clique of more than {} vertices", "cliques of at most {} vertices"),
];

impl Feature {
    /// Returns all of them, in the order of their columns.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        WORDS.iter().map(|words| words.feature)
    }

    /// Returns the feature of this number in [`all`](Self::all).
    pub(super) fn numbered(number: usize) -> Self {
        WORDS[number].feature
    }

    /// Returns its column.
    pub(super) fn key(self) -> &'static str {
        WORDS[self as usize].key
    }

    /// Returns what holds for puzzles within these bounds, of which there is at least one.
    pub(super) fn within(self, above: Option<f64>, at_most: Option<f64>) -> String {
        let words = &WORDS[self as usize];
        let filled = match (above, at_most) {
            (Some(above), Some(at_most)) => words
                .above
                .replace("{}", &format!("{} and at most {}", short(above), short(at_most))),
            (Some(above), None) => words.above.replace("{}", &short(above)),
            (None, at_most) => words.at_most.replace("{}", &short(at_most.unwrap_or(f64::NAN))),
        };
        // Of the words that count, the first.
        match filled.split_once(" 0 ") {
            Some(("more than", rest)) if rest.starts_with("and") => filled,
            Some(("more than", rest)) => format!("some {rest}"),
            Some(("at most", rest)) if rest.starts_with("of") => format!("none {rest}"),
            Some(("at most", rest)) => format!("no {rest}"),
            _ => filled,
        }
    }
}

/// Returns a value with thousands separators if it is whole, else with four significant digits at
/// most.
pub(super) fn short(value: f64) -> String {
    if value.fract() == 0.0 && value >= 0.0 {
        return render::table::grouped(value as u64);
    }
    let digits: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    digits.to_string()
}

/// The features of a puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Features {
    values: [Option<f64>; WORDS.len()],
    /// Those that are unknown because they exceed their bound.
    exceeded: Vec<Feature>,
    /// Whether the time was over before all were computed.
    pub(super) is_out_of_time: bool,
    /// The hardest technique needed; it is no number, and explains nothing.
    pub(super) hardest: Option<&'static str>,
    /// Who made the reference searches.
    pub(super) reference: Option<&'static str>,
}

impl Features {
    /// Returns a feature.
    pub(super) fn get(&self, feature: Feature) -> Option<f64> {
        self.values[feature as usize]
    }

    /// Sets a feature; NaN is unknown.
    pub(super) fn set(&mut self, feature: Feature, value: impl Into<Option<f64>>) {
        self.values[feature as usize] = value.into().filter(|value: &f64| !value.is_nan());
    }

    /// Records that a feature exceeds its bound.
    fn exceed(&mut self, feature: Feature) {
        self.exceeded.push(feature);
    }

    /// Returns whether a feature is unknown because it exceeds its bound.
    pub(super) fn exceeds(&self, feature: Feature) -> bool {
        self.exceeded.contains(&feature)
    }

    /// Sets a feature, unless it is unknown.
    fn set_found(&mut self, feature: Feature, value: Result<f64, Unknown>) {
        match value {
            Ok(value) => self.set(feature, value),
            Err(Unknown::Exceeded) => self.exceed(feature),
            Err(Unknown::Other) => {}
        }
    }

    /// Sets a feature that counts.
    fn set_count(&mut self, feature: Feature, count: usize) {
        self.set(feature, count as f64);
    }

    /// Sets the quotient of two counts, if the second is not 0.
    fn set_ratio(&mut self, feature: Feature, of: usize, to: usize) {
        self.set(feature, (to > 0).then(|| of as f64 / to as f64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_words_and_a_key_of_its_own() {
        assert!(Feature::all().enumerate().all(|(place, feature)| feature as usize == place));
        let keys: std::collections::BTreeSet<&str> = Feature::all().map(Feature::key).collect();
        assert_eq!(keys.len(), WORDS.len());
        for words in &WORDS {
            assert!(words.above.contains("{}") && words.at_most.contains("{}"), "{}", words.key);
        }
        let within = |feature: Feature, above, at_most| feature.within(above, at_most);
        let bets = within(Feature::Bets, Some(12_345.0), None);
        assert_eq!(bets, "more than 12,345 bets of the reference search");
        assert_eq!(within(Feature::Bets, Some(0.0), None), "some bets of the reference search");
        assert_eq!(within(Feature::Bets, None, Some(0.0)), "no bets of the reference search");
        let singles = within(Feature::Singles, None, Some(0.0));
        assert_eq!(singles, "none of the open cells filled by singles");
        assert_eq!(within(Feature::Rating, None, Some(7.1)), "a rating of at most 7.1");
        assert_eq!(within(Feature::Clues, Some(0.0), Some(9.0)), "more than 0 and at most 9 clues");
        assert_eq!(short(0.123_456_7), "0.1235");
    }

    #[test]
    fn what_cannot_be_computed_is_unknown() {
        let mut features = Features::default();
        features.set_ratio(Feature::Singles, 0, 0);
        features.set_count(Feature::Clues, 0);
        assert_eq!(
            (features.get(Feature::Singles), features.get(Feature::Clues)),
            (None, Some(0.0))
        );
    }
}
