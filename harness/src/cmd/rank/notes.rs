//! The notes under a ranking: what the figures are, and how they are limited.

use analysis::stats::pair::ENOUGH;
use analysis::stats::ranking::{OverParts, RankingLine, RankingSpec};
use analysis::stats::scores::Metric;
use render::table::{counted, duration, grouped};
use render::unit::Unit;

use super::Part;
use super::sentence::{decided_by, sentence};

/// Returns the sentences, in the order in which they are printed.
pub(super) fn notes(
    parts: &[Part],
    over_parts: &[OverParts],
    question: &RankingSpec,
    labels: &[String],
) -> Vec<String> {
    let mut notes = vec![what_was_ranked(parts, question)];
    notes.push(what_figures_cover(parts, question));
    if let [part] = parts {
        notes.extend(sentence(&part.ranking, question, labels));
    }
    notes.extend(how_certain(parts, question));
    notes.extend(unknown_noise(parts, labels));
    notes.extend(few_groups(parts, labels));
    let is_share = question.metric.is_share();
    notes.extend((!over_parts.is_empty()).then(|| what_mean_of_parts_is(is_share)));
    notes.extend(of_answers(parts, is_share));
    notes.extend(who_is_not_ranked(parts, labels));
    notes.extend(timed_in_batches(parts, labels));
    notes
}

/// Returns what failures count, or the puzzles that counts and shares are compared on.
fn what_figures_cover(parts: &[Part], question: &RankingSpec) -> String {
    let metric = question.metric;
    if metric.is_time() {
        return how_failures_cost(question);
    }
    let n_counted = |line: &RankingLine| if metric.is_share() { line.taken } else { line.solved };
    let has_figures = |line: &RankingLine| line.not_measured < n_counted(line);
    if !parts.iter().any(|part| part.ranking.lines.iter().any(has_figures)) {
        let how = match metric {
            Metric::Memory => ": `run --memory` measures it",
            _ => "",
        };
        return format!("No backend has figures of {}{how}.", metric.name());
    }
    let common: usize = parts.iter().map(|part| part.ranking.solved_by_all).sum();
    let puzzles = counted(common as u64, "puzzle");
    if metric.is_share() {
        return format!(
            "Larger is better. Figures are over {puzzles} for which the {} of every ranked backend is known, \
             solved or not.",
            metric.name()
        );
    }
    let every = if lack_nothing(parts) { "every" } else { "every ranked" };
    format!("Figures are over the {puzzles} that {every} backend solved.")
}

fn what_mean_of_parts_is(is_share: bool) -> String {
    match is_share {
        true => {
            "Mean of parts: each part counts the same; a puzzle of two parts counts twice.".into()
        }
        false => "Mean of parts: the geometric mean of a backend's values, each part counting the same; a \
                  puzzle of two parts counts twice."
            .into(),
    }
}

/// Returns a sentence for each backend that is not ranked, and for each reason.
fn who_is_not_ranked(parts: &[Part], labels: &[String]) -> Vec<String> {
    let unsupported = for_each(parts, labels, &|line| line.unsupported, "does not support");
    let n_unmeasured = |line: &RankingLine| line.not_measured.saturating_sub(line.parted);
    let unmeasured = for_each(parts, labels, &n_unmeasured, "has no measurement for");
    let why = "has no separate time, because it was timed together with excluded puzzles, for";
    let parted = for_each(parts, labels, &|line| line.parted, why);
    [unsupported, unmeasured, parted].concat()
}

/// Returns whose times are those of several puzzles together.
fn timed_in_batches(parts: &[Part], labels: &[String]) -> Option<String> {
    let together = names(parts, labels, &|_, line| line.timed_together > 0);
    (!together.is_empty()).then(|| {
        format!(
            "Timed in batches, and therefore without quantiles and geometric mean, and not in the virtual \
             best, which require the time of each puzzle: {together}."
        )
    })
}

/// Returns whether all backends took all puzzles, and were measured on them.
fn lack_nothing(parts: &[Part]) -> bool {
    let lacks = |part: &Part, line: &RankingLine| {
        line.taken < part.ranking.puzzles || line.not_measured > 0
    };
    !parts.iter().any(|part| part.ranking.lines.iter().any(|line| lacks(part, line)))
}

/// Whose noise is unknown, and why.
fn unknown_noise(parts: &[Part], labels: &[String]) -> Vec<String> {
    let mut notes = Vec::new();
    if parts.iter().any(|part| part.ranking.is_of_one_pass) {
        notes.push(
            "One pass: the noise is unknown, and neither places nor groups contain it. --reps and \
             --invocations measure it."
                .into(),
        );
    }
    let as_one = names(parts, labels, &|_, line| line.is_timed_as_one);
    if !as_one.is_empty() {
        notes.push(format!(
            "Timed as one group of puzzles, so that passes tell no noise, which neither places nor groups contain: \
             {as_one}. --invocations measures it."
        ));
    }
    notes
}

/// Returns who cannot be told apart from others because it was timed in few groups.
fn few_groups(parts: &[Part], labels: &[String]) -> Option<String> {
    let is_few = |part: &Part, line: &RankingLine| {
        line.clusters < ENOUGH && line.timed_together > 0 && part.ranking.clusters >= ENOUGH
    };
    let few = names(parts, labels, &is_few);
    (!few.is_empty()).then(|| {
        format!(
            "Timed in fewer than {ENOUGH} independent groups of puzzles, and told apart from none: {few}."
        )
    })
}

/// Returns the answers that are not verified, wrong, or not those of every pass.
fn of_answers(parts: &[Part], is_share: bool) -> Vec<String> {
    let of_line = |one: &dyn Fn(&RankingLine) -> usize| total(parts, one);
    // No puzzle fails where shares are compared.
    let counts = if is_share { "they do not count as solved" } else { "they count as failures" };
    let kinds = [
        (
            "Unverified answers",
            of_line(&|line| line.solved - line.verified),
            "they count as solved, but nothing confirms them",
        ),
        ("Wrong answers", of_line(&|line| line.wrong), counts),
        (
            "Contradicted or wrong answers and crashes",
            of_line(&|line| line.failures),
            "see the column `verified` of the rows",
        ),
        ("Puzzles solved in some passes only", of_line(&|line| line.unstable), counts),
    ];
    let there = kinds.into_iter().filter(|(_, n, _)| *n > 0);
    there.map(|(label, n, what)| format!("{label}: {}; {what}.", grouped(n as u64))).collect()
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

fn how_failures_cost(question: &RankingSpec) -> String {
    let shift = Unit::of(question.metric).figure(question.shift);
    match question.limit_ns.map(duration) {
        Some(limit) => format!(
            "T = {limit}: a failure counts 2T in PAR-2, 10T in PAR-10, T in the geometric mean (shift \
             {shift}), infinity in quantiles."
        ),
        None => format!(
            "No time limit: PAR is defined only without failures. Shift of the geometric mean: {shift}."
        ),
    }
}

/// Returns what the intervals of places and the groups mean, and what limits them.
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

/// Returns a sentence for each contestant with a nonzero number.
fn for_each(
    parts: &[Part],
    labels: &[String],
    number: &dyn Fn(&RankingLine) -> usize,
    does: &str,
) -> Vec<String> {
    let mut sums = vec![0; labels.len()];
    let lines = parts.iter().flat_map(|part| &part.ranking.lines);
    lines.for_each(|line| sums[line.contestant] += number(line));
    let has_figures =
        |line: &RankingLine| line.at_limit.par2.or(line.mean).or(line.median).is_some();
    let missing = labels.iter().enumerate().zip(sums).filter(|(_, n)| *n > 0);
    missing
        .map(|((one, label), n)| {
            let mut lines = parts.iter().flat_map(|part| &part.ranking.lines);
            let it = match lines.any(|line| line.contestant == one && has_figures(line)) {
                true => "its figures are over the others, and it",
                false => "it",
            };
            format!("{label} {does} {}: {it} is not ranked.", counted(n as u64, "puzzle"))
        })
        .collect()
}

fn names(parts: &[Part], labels: &[String], is: &dyn Fn(&Part, &RankingLine) -> bool) -> String {
    let is_in = |part: &Part, one: usize| {
        part.ranking.lines.iter().any(|line| line.contestant == one && is(part, line))
    };
    let named = (0..labels.len()).filter(|&one| parts.iter().any(|part| is_in(part, one)));
    named.map(|one| labels[one].as_str()).collect::<Vec<_>>().join(", ")
}

fn total(parts: &[Part], number: &dyn Fn(&RankingLine) -> usize) -> usize {
    parts.iter().flat_map(|part| &part.ranking.lines).map(number).sum()
}
