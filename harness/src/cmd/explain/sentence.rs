//! The explanation in a sentence. Its ratios are those that trees predict which have not seen the puzzles.

use analysis::stats::bootstrap::Interval;
use analysis::stats::explain::{Condition, ENOUGH, Explanation, HeldOut, PuzzleGroup};
use analysis::stats::scores::Metric;
use render::table::{counted, grouped};

use super::features::{Feature, short};
use crate::cmd::compare::wording::figure;

/// Returns what explains the ratio of B to A, or that nothing does. `failures` are the numbers of puzzles that A and B
/// did not solve.
pub(super) fn sentence(
    [a, b]: [&str; 2],
    metric: Metric,
    failures: [usize; 2],
    found: &Explanation,
) -> String {
    let words = Words::of(a, b, metric, found.all.mean);
    let in_all = words.in_full(found.all.mean);
    let puzzles = counted(found.all.puzzles as u64, "puzzle");
    match found.held_out.as_ref().map(share) {
        Some(share) if found.is_supported() => {
            format!("{}. {share}.", groups(&words, &found.leaves()))
        }
        Some(share) => format!(
            "No tree of features predicts where {a} and {b} differ on puzzles that it has not seen. \
             {share}. Over all {puzzles}{}, {in_all}.",
            unsolved([a, b], failures)
        ),
        None if found.all.clusters < ENOUGH => format!(
            "Too few puzzles to explain where {a} and {b} differ: {} by class, expected at least \
             {ENOUGH}.",
            counted(found.all.clusters as u64, "cluster")
        ),
        None => format!("There is nothing to explain: {in_all} on each of {puzzles}."),
    }
}

/// `, 15 of which external/mine did not solve and which count twice the limit`; empty if both solved all.
fn unsolved(labels: [&str; 2], failures: [usize; 2]) -> String {
    let failed = labels.iter().zip(failures).filter(|(_, n)| *n > 0);
    let failed: Vec<String> =
        failed.map(|(label, n)| format!("{} of which {label}", grouped(n as u64))).collect();
    let count = if failures.iter().sum::<usize>() == 1 { "counts" } else { "count" };
    match failed.is_empty() {
        true => String::new(),
        false => {
            format!(", {} did not solve and which {count} twice the limit", failed.join(" and "))
        }
    }
}

/// Returns the group in which the subject needs most, and the one in which it needs least.
fn groups(words: &Words<'_>, leaves: &[&PuzzleGroup]) -> String {
    let [first, between @ .., last] = leaves else { return String::new() };
    let (most, least) = if words.sign < 0.0 { (last, first) } else { (first, last) };
    let rest = match between.len() {
        0 => String::new(),
        1 => "; one group lies between".into(),
        n => format!("; {n} groups lie between"),
    };
    let others = match (&most.conditions[..], between.len()) {
        ([_], 0) => format!("the others (n = {})", grouped(least.puzzles as u64)),
        _ => on(least),
    };
    let (in_most, in_least) = (words.in_full(held_out(most)), words.again(held_out(least)));
    format!("{in_most} on {}, and {in_least} on {others}{rest}", on(most))
}

/// `held-out R² = 0.62 (95 % interval 0.55–0.68)`.
pub(super) fn share(held_out: &HeldOut) -> String {
    format!(
        "Held-out R² = {}{}",
        r2(held_out.r2),
        held_out.interval.map_or(String::new(), |it| { format!(" ({})", range(it)) })
    )
}

/// Returns a share of the variance; it may be negative.
pub(super) fn r2(value: f64) -> String {
    let text = format!("{value:.2}");
    if text == "-0.00" { "0.00".into() } else { text.replace('-', "−") }
}

/// Returns the interval of a share of the variance.
pub(super) fn range(interval: Interval) -> String {
    format!("95 % interval {} to {}", r2(interval.low), r2(interval.high))
}

/// Returns what trees predict for the puzzles of a leaf that have not seen them.
fn held_out(leaf: &PuzzleGroup) -> f64 {
    leaf.predicted.unwrap_or(leaf.mean)
}

/// `puzzles with more than 40 clues (n = 7)`.
fn on(leaf: &PuzzleGroup) -> String {
    format!("puzzles with {} (n = {})", conditions(leaf), grouped(leaf.puzzles as u64))
}

/// Returns what holds for the puzzles of a leaf, in words.
fn conditions(leaf: &PuzzleGroup) -> String {
    leaf.conditions.iter().map(in_words).collect::<Vec<_>>().join(" and ")
}

fn in_words(it: &Condition) -> String {
    let feature = Feature::numbered(it.feature);
    condition(it, feature.within(it.above, it.at_most), feature.key())
}

/// Returns the condition that a part of a group has, and the group has not, in words.
pub(super) fn newest(part: &PuzzleGroup, group: &PuzzleGroup) -> String {
    let newest = part.conditions.iter().find(|it| !group.conditions.contains(it));
    newest.map_or(String::new(), in_words)
}

/// Returns what holds for the puzzles of a leaf, in symbols.
pub(super) fn in_symbols(leaf: &PuzzleGroup) -> String {
    let in_symbols = |it: &Condition| {
        let key = Feature::numbered(it.feature).key();
        let bounds = match (it.above, it.at_most) {
            (Some(above), Some(at_most)) => {
                format!("{} < {key} ≤ {}", short(above), short(at_most))
            }
            (Some(above), None) => format!("{key} > {}", short(above)),
            (None, at_most) => format!("{key} ≤ {}", at_most.map_or(String::new(), short)),
        };
        condition(it, bounds, key)
    };
    leaf.conditions.iter().map(in_symbols).collect::<Vec<_>>().join(", ")
}

/// Bounds, with what holds for unknown values. Without bounds, the value is known or not.
fn condition(condition: &Condition, bounds: String, key: &str) -> String {
    match (condition.above.or(condition.at_most), condition.or_unknown) {
        (Some(_), true) => format!("{bounds} (or unknown)"),
        (Some(_), false) => bounds,
        (None, true) => format!("{key} unknown"),
        (None, false) => format!("{key} known"),
    }
}

/// How the ratio is put into words: the one that needs more over all is the subject.
struct Words<'a> {
    who: &'a str,
    other: &'a str,
    metric: Metric,
    /// 1 if B is the subject, −1 if A is.
    sign: f64,
}

impl<'a> Words<'a> {
    fn of(a: &'a str, b: &'a str, metric: Metric, mean: f64) -> Self {
        let (who, other, sign) = if mean < 0.0 { (a, b, -1.0) } else { (b, a, 1.0) };
        Self { who, other, metric, sign }
    }

    /// Returns a logarithm of B/A as a factor of the subject.
    fn factor(&self, logarithm: f64) -> String {
        figure((self.sign * logarithm).exp())
    }

    fn in_full(&self, logarithm: f64) -> String {
        let (factor, Self { who, other, metric, .. }) = (self.factor(logarithm), self);
        match metric.is_time() {
            true => format!("{who} takes {factor} times as long as {other}"),
            false => format!("{who} needs {factor} times the {} of {other}", metric.name()),
        }
    }

    fn again(&self, logarithm: f64) -> String {
        match self.metric.is_time() {
            true => format!("{} times as long", self.factor(logarithm)),
            false => format!("{} times the {}", self.factor(logarithm), self.metric.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(mean: f64, puzzles: usize, conditions: &[Condition]) -> PuzzleGroup {
        PuzzleGroup {
            conditions: conditions.to_vec(),
            puzzles,
            clusters: puzzles,
            mean,
            interval: None,
            predicted: None,
            parts: Vec::new(),
        }
    }

    fn found(mean: f64, parts: Vec<PuzzleGroup>) -> Explanation {
        let interval = Some(Interval { low: -0.004, high: 0.68 });
        let held_out = HeldOut { r2: 0.62, interval, deviation: 0.0, predictions: Vec::new() };
        let all = PuzzleGroup { parts, ..leaf(mean, 100, &[]) };
        Explanation { all, held_out: Some(held_out), outliers: None, alone: Vec::new() }
    }

    fn condition(feature: Feature, above: Option<f64>, at_most: Option<f64>) -> Condition {
        Condition { feature: feature as usize, above, at_most, or_unknown: false }
    }

    #[test]
    fn two_groups_are_one_sentence_about_the_one_that_needs_more() {
        let many = [condition(Feature::Bets, Some(40.0), None)];
        let few = [condition(Feature::Bets, None, Some(40.0))];
        let (two, half) = (2_f64.ln(), 0.5_f64.ln());
        let slower = found(two, vec![leaf(3_f64.ln(), 80, &many), leaf(half, 20, &few)]);
        assert_eq!(
            sentence(["a", "b"], Metric::Time, [0, 0], &slower),
            "b takes 3.000 times as long as a on puzzles with more than 40 bets of the reference search \
             (n = 80), and 0.500 times as long on the others (n = 20). Held-out R² = 0.62 (95 % interval \
             0.00 to 0.68)."
        );
        let faster = found(half, vec![leaf(two, 80, &many), leaf(half, 20, &few)]);
        let said = sentence(["a", "b"], Metric::Bets, [0, 0], &faster);
        assert!(
            said.starts_with(
                "a needs 2.000 times the bets of b on puzzles with at most 40 bets of the \
                 reference search (n = 20), and 0.500 times the bets on the others (n = 80)"
            ),
            "{said}"
        );
    }

    #[test]
    fn of_more_groups_the_extremes_are_named_with_all_their_conditions() {
        let range = condition(Feature::Clues, Some(22.0), Some(24.0));
        let rating = Condition { or_unknown: true, ..condition(Feature::Rating, Some(7.1), None) };
        let leaves = vec![
            leaf(2.0, 10, &[range, rating]),
            leaf(1.0, 70, &[range]),
            leaf(0.0, 20, &[condition(Feature::Clues, None, Some(22.0))]),
        ];
        let said = sentence(["a", "b"], Metric::Time, [0, 0], &found(1.0, leaves));
        let expected = "on puzzles with more than 22 and at most 24 clues and a rating above 7.1 (or \
                        unknown) (n = 10), and 1.000 times as long on puzzles with at most 22 clues \
                        (n = 20); one group lies between.";
        assert!(said.contains(expected), "{said}");
    }

    #[test]
    fn nothing_is_claimed_without_support() {
        let said = sentence(["a", "b"], Metric::Time, [0, 0], &found(0.0, Vec::new()));
        assert!(
            said.starts_with(
                "No tree of features predicts where a and b differ on puzzles that it"
            ),
            "{said}"
        );
        assert!(
            said.ends_with("Over all 100 puzzles, b takes 1.000 times as long as a."),
            "{said}"
        );
        let equal = Explanation { held_out: None, ..found(0.0, Vec::new()) };
        assert!(
            sentence(["a", "b"], Metric::Time, [0, 0], &equal)
                .starts_with("There is nothing to explain")
        );
        let few = Explanation { all: leaf(0.0, 9, &[]), ..equal };
        assert!(
            sentence(["a", "b"], Metric::Time, [0, 0], &few)
                .starts_with("Too few puzzles to explain")
        );
    }
    #[test]
    fn failures_that_count_twice_the_limit_are_in_the_sentence() {
        let said = |failures| sentence(["a", "b"], Metric::Time, failures, &found(0.0, Vec::new()));
        let one = "Over all 100 puzzles, 15 of which b did not solve and which count twice the limit, b takes";
        assert!(said([0, 15]).contains(one), "{}", said([0, 15]));
        let both =
            ", 1 of which a and 2 of which b did not solve and which count twice the limit, b";
        assert!(said([1, 2]).contains(both), "{}", said([1, 2]));
        assert!(said([1, 0]).contains("which counts twice the limit, b takes"), "{}", said([1, 0]));
    }
}
