//! The result of a ranking in a sentence: who is first, by how much, and how sure that is.

use analysis::stats::pair::ENOUGH;
use analysis::stats::ranking::{Lead, Ranking, RankingLine, RankingSpec, Statistic};
use analysis::stats::scores::Metric;
use render::table::counted;

use crate::cmd::compare::wording::{figure, points, range, range_of_points};

/// Returns the sentence; `None` with fewer than two comparable backends. Nobody is first by time where no puzzle was
/// solved, and nobody is so many times as fast as a backend that solved none: what they would be compared by is the
/// limit. Of times whose noise is unknown it says what one pass took.
pub(super) fn sentence(
    ranking: &Ranking,
    question: &RankingSpec,
    labels: &[String],
) -> Option<String> {
    let lead = ranking.lead()?;
    if let Some(backends) = ranking.unsuccessful().filter(|_| !question.metric.is_share()) {
        return Some(format!("None of {backends} backends solved a puzzle."));
    }
    let first = &labels[lead.first];
    let mut by = decided_by(question.statistic, question.metric).to_owned();
    if question.metric == Metric::Cpu {
        by += " of CPU time";
    }
    let is = if ranking.is_noise_unknown { "was" } else { "is" };
    let once = if ranking.is_of_one_pass { " in one pass" } else { "" };
    let among = format!("of {} backends by {by}{once}", lead.ranked);
    if let Some(equal) = equals(ranking, labels) {
        let are = if ranking.is_noise_unknown { "were" } else { "are" };
        return Some(format!("{equal} {are} equal, and first {among}."));
    }
    let next = &labels[lead.next];
    let has_solved_none = |line: &RankingLine| line.contestant == lead.next && line.solved == 0;
    let margin = match !question.metric.is_share() && ranking.lines.iter().any(has_solved_none) {
        true => format!("; {next}, the next, solved none"),
        false => margin(&lead, next, question.metric, is),
    };
    let is_grouped = |line: &RankingLine| {
        [lead.first, lead.next].contains(&line.contestant) && line.timed_together > 0
    };
    let observation = match question.metric.is_time() && ranking.lines.iter().any(is_grouped) {
        true => "independent group",
        false => "independent puzzle",
    };
    Some(match lead.tied {
        _ if lead.clusters < ENOUGH => format!(
            "{first} {is} first {among}, but {} too few to be sure{margin}.",
            match lead.clusters {
                1 => format!("one {observation} is"),
                n => format!("{} are", counted(n as u64, observation)),
            }
        ),
        0 => format!("{first} {is} first {among}{margin}."),
        tied => format!(
            "{first} {is} first {among}, but cannot be told apart from {}{margin}.",
            counted(tied as u64, "other")
        ),
    })
}

/// `x/a, x/b and x/c`: those that share the first place; `None` if one has it alone.
fn equals(ranking: &Ranking, labels: &[String]) -> Option<String> {
    let first = ranking.lines.iter().filter(|line| line.place == Some(1));
    let first: Vec<&str> = first.map(|line| &*labels[line.contestant]).collect();
    let (last, others) = first.split_last().filter(|(_, others)| !others.is_empty())?;
    Some(format!("{} and {last}", others.join(", ")))
}

/// `: it is 1.53 times as fast as B, the next (95 % interval 1.41–1.66)`.
fn margin(lead: &Lead, next: &str, metric: Metric, is: &str) -> String {
    if let Some((difference, interval)) = lead.difference.zip(lead.interval) {
        let (more, interval) = (points(difference), range_of_points(interval));
        return format!(
            ": its {} is {more} above that of {next}, the next ({interval})",
            metric.name()
        );
    }
    let Some(ratio) = lead.ratio.map(figure) else { return format!("; next is {next}") };
    let interval = lead.interval.map_or_else(String::new, |it| format!(" ({})", range(it)));
    match metric.is_time() {
        true => format!(": it {is} {ratio} times as fast as {next}, the next{interval}"),
        false => format!(": {next}, the next, needs {ratio} times as much{interval}"),
    }
}

/// Returns the name of the statistic that decides the places.
pub(super) fn decided_by(statistic: Statistic, metric: Metric) -> &'static str {
    match statistic {
        Statistic::Mean if metric.is_share() => "the mean",
        Statistic::Solved => "puzzles solved, then PAR-2",
        Statistic::Par2 => "PAR-2",
        Statistic::Par10 => "PAR-10",
        Statistic::Mean => "the mean over the puzzles that every ranked backend solved",
        Statistic::Median => "the median",
        Statistic::P90 => "the 90th percentile",
        Statistic::P99 => "the 99th percentile",
        Statistic::Geomean => "the shifted geometric mean",
    }
}
