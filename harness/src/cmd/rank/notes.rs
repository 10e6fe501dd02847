//! The notes under a ranking: what the figures are, and how they are limited.

use analysis::stats::pair::ENOUGH;
use analysis::stats::ranking::{OverParts, RankingLine, RankingSpec};
use render::table::{counted, duration, grouped};
use render::unit::Unit;

use super::Part;
use super::sentence::{decided_by, sentence};

/// The sentences, in the order in which they are printed.
pub(super) fn notes(
    parts: &[Part],
    over_parts: &[OverParts],
    question: &RankingSpec,
    labels: &[String],
) -> Vec<String> {
    let mut notes = vec![what_was_ranked(parts, question)];
    let metric = question.metric;
    notes.extend(if metric.is_time() {
        how_failures_cost(question)
    } else if metric.is_share() {
        let known = parts.iter().map(|part| part.ranking.solved_by_all).sum::<usize>() as u64;
        vec![format!(
            "Larger is better. Figures are over {} for which the {} of every backend is known, solved or not.",
            counted(known, "puzzle"),
            metric.name()
        )]
    } else {
        let solved = parts.iter().map(|part| part.ranking.solved_by_all).sum::<usize>() as u64;
        vec![format!(
            "Figures are over the {} that every backend solved.",
            counted(solved, "puzzle")
        )]
    });
    if let [part] = parts {
        notes.extend(sentence(&part.ranking, question, labels));
    }
    notes.extend(how_certain(parts, question));
    if parts.iter().any(|part| part.ranking.is_noise_unknown) {
        notes.push(
            "One pass: the noise is unknown, and neither places nor groups contain it. --reps and \
             --invocations measure it."
                .into(),
        );
    }
    if !over_parts.is_empty() && metric.is_share() {
        notes.push(
            "Mean of parts: each part counts the same; a puzzle of two parts counts twice.".into(),
        );
    } else if !over_parts.is_empty() {
        notes.push(
            "Mean of parts: the geometric mean of a backend's values, each part counting the same; a \
             puzzle of two parts counts twice."
                .into(),
        );
    }
    let of_line = |one: &dyn Fn(&RankingLine) -> usize| total(parts, one);
    for (label, n, what) in [
        (
            "Unverified answers",
            of_line(&|line| line.solved - line.verified),
            "they count as solved, but nothing confirms them",
        ),
        ("Wrong answers", of_line(&|line| line.wrong), "they count as failures"),
        (
            "Contradicted or wrong answers and crashes",
            of_line(&|line| line.failures),
            "see the column `verified` of the rows",
        ),
        (
            "Puzzles solved in some passes only",
            of_line(&|line| line.unstable),
            "they count as failures",
        ),
    ] {
        if n > 0 {
            notes.push(format!("{label}: {}; {what}.", grouped(n as u64)));
        }
    }
    notes.extend(for_each(parts, labels, &|line| line.unsupported, "does not support"));
    let unmeasured = |line: &RankingLine| line.not_measured.saturating_sub(line.parted);
    notes.extend(for_each(parts, labels, &unmeasured, "has no measurement for"));
    let parted = "has no separate time, because it was timed together with excluded puzzles, for";
    notes.extend(for_each(parts, labels, &|line| line.parted, parted));
    if parts.iter().flat_map(|part| &part.ranking.lines).any(|line| line.timed_together > 0) {
        notes.push(
            "Timed in batches, and therefore without quantiles and geometric mean, and not in the \
             virtual best, which require the time of each puzzle: "
                .to_owned()
                + &names(parts, labels, &|line| line.timed_together > 0)
                + ".",
        );
    }
    notes
}

fn what_was_ranked(parts: &[Part], question: &RankingSpec) -> String {
    let puzzles: usize = parts.iter().map(|part| part.ranking.puzzles).sum();
    let by = decided_by(question.statistic, question.metric);
    let within = match question.metric {
        analysis::stats::scores::Metric::Nodes | analysis::stats::scores::Metric::Accesses => {
            ", within each family"
        }
        analysis::stats::scores::Metric::Bets => {
            "; CDCL engines, which count decisions, are not ranked"
        }
        analysis::stats::scores::Metric::Conflicts => "; CDCL engines are not ranked",
        _ => "",
    };
    format!(
        "{}, {}; ranked by {by}{within}.",
        counted(puzzles as u64, "puzzle"),
        question.metric.name()
    )
}

fn how_failures_cost(question: &RankingSpec) -> Vec<String> {
    let shift = Unit::of(question.metric).figure(question.shift);
    let Some(limit) = question.limit_ns.map(duration) else {
        return vec![format!(
            "No time limit: PAR is defined only without failures. Shift of the geometric mean: {shift}."
        )];
    };
    vec![format!(
        "T = {limit}: a failure counts 2T in PAR-2, 10T in PAR-10, T in the geometric mean (shift \
         {shift}), infinity in quantiles."
    )]
}

/// What the intervals of places and the groups mean, and what limits them.
fn how_certain(parts: &[Part], question: &RankingSpec) -> Vec<String> {
    let clusters = parts.iter().map(|part| part.ranking.clusters as u64);
    let mut notes = vec![format!(
        "In brackets: the places that a backend may have with {:.0} % confidence; backends of one group \
         cannot be told apart ({} by class, {} resamples).",
        question.bootstrap.confidence * 100.0,
        counted(clusters.clone().sum(), "cluster"),
        grouped(question.bootstrap.resamples.into()),
    )];
    if clusters.min().is_some_and(|fewest| fewest < ENOUGH as u64) {
        notes.push(format!(
            "Fewer than {ENOUGH} independent clusters of puzzles tell no backends apart."
        ));
    }
    notes
}

/// A sentence for each contestant with a nonzero number.
fn for_each(
    parts: &[Part],
    labels: &[String],
    number: &dyn Fn(&RankingLine) -> usize,
    does: &str,
) -> Vec<String> {
    let mut sums = vec![0; labels.len()];
    let lines = parts.iter().flat_map(|part| &part.ranking.lines);
    lines.for_each(|line| sums[line.contestant] += number(line));
    let missing = labels.iter().zip(sums).filter(|(_, n)| *n > 0);
    missing
        .map(|(label, n)| {
            format!(
                "{label} {does} {}: its figures are over the others, and it is not ranked.",
                counted(n as u64, "puzzle")
            )
        })
        .collect()
}

fn names(parts: &[Part], labels: &[String], is: &dyn Fn(&RankingLine) -> bool) -> String {
    let lines = || parts.iter().flat_map(|part| &part.ranking.lines);
    let named =
        (0..labels.len()).filter(|&one| lines().any(|line| line.contestant == one && is(line)));
    named.map(|one| labels[one].as_str()).collect::<Vec<_>>().join(", ")
}

fn total(parts: &[Part], number: &dyn Fn(&RankingLine) -> usize) -> usize {
    parts.iter().flat_map(|part| &part.ranking.lines).map(number).sum()
}
