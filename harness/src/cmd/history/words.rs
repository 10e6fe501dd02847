//! What a history says, in sentences.

use std::collections::{BTreeMap, BTreeSet};

use analysis::history::series::{HistorySeries, HistoryStep, HistoryTrends, LEVEL};
use analysis::stats::bootstrap::Interval;
use analysis::stats::change_points::ChangeSpec;
use analysis::stats::scores::Metric;
use record::history::HistoryLine;
use render::table::{counted, counted_as, grouped, in_full};

use crate::cmd::compare::wording::{figure, percent};

/// Returns the result: a sentence with the numbers, and one for each step.
pub(super) fn verdict(trends: &HistoryTrends, metric: Metric) -> Vec<String> {
    let n_steps: usize = trends.series.iter().map(|series| series.steps.len()).sum();
    let backends: BTreeSet<&str> = trends.series.iter().map(HistorySeries::backend).collect();
    let found = match (n_steps, metric.is_time()) {
        (0, true) => "no change point".into(),
        (0, false) => "no change".into(),
        (n, true) => counted(n as u64, "change point"),
        (n, false) => counted(n as u64, "change"),
    };
    let entries = entries(trends);
    let backends = counted(backends.len() as u64, "backend");
    let mut sentences = vec![format!("{entries}, {backends}, by {}: {found}.", metric.name())];
    for series in &trends.series {
        sentences.extend(series.steps.iter().map(|step| of_step(trends, series, step)));
    }
    sentences
}

/// Returns the number of entries, such as `12 entries`.
pub(super) fn entries(trends: &HistoryTrends) -> String {
    counted_as(trends.entries.len() as u64, "entry", "entries")
}

/// `cover/dlx: × 1.200 (95 % interval 1.19–1.21) from v7 on; noise floor 1.0 %, p = 0.001; kernel 6.1 → 6.8.`
fn of_step(trends: &HistoryTrends, series: &HistorySeries, step: &HistoryStep) -> String {
    let entry = &trends.entries[series.lines[step.at].0].name;
    let mut parts = vec![format!("{}: {} from {entry} on", series.backend(), change(series, step))];
    let floor = step.floor.map(|floor| format!("noise floor {}", percent(floor)));
    let p = step.p.map(|p| format!("p = {}", in_full((p * 1e5).round() / 1e5)));
    let chance: Vec<String> = [floor, p].into_iter().flatten().collect();
    parts.extend(Some(chance.join(", ")).filter(|chance| !chance.is_empty()));
    parts.extend(step.differs.iter().cloned());
    parts.join("; ") + "."
}

/// `× 1.200 (95 % interval 1.19–1.21)`.
fn change(series: &HistorySeries, step: &HistoryStep) -> String {
    let range = |it: Interval| format!(" (95 % interval {}–{})", figure(it.low), figure(it.high));
    size(series, step) + &step.interval.map_or(String::new(), range)
}

/// `× 1.200` of times; of counters, which are exact, `11,969 → 11,970` or `40 → 48 (× 1.195)`.
pub(super) fn size(series: &HistorySeries, step: &HistoryStep) -> String {
    let ratio = figure(step.ratio);
    if step.p.is_some() {
        return format!("× {ratio}");
    }
    let [before, after] = [step.at - 1, step.at].map(|at| grouped(series.values[at] as u64));
    let ratio = if ratio == "1.000" { String::new() } else { format!(" (× {ratio})") };
    format!("{before} → {after}{ratio}")
}

/// Returns what has to be known to read the figures.
pub(super) fn notes(trends: &HistoryTrends, lines: &[HistoryLine], metric: Metric) -> Vec<String> {
    let mut notes = Vec::new();
    if metric.is_time() {
        notes.extend(method(trends));
        notes.extend(short_series(trends));
        notes.extend(unknown_noise(trends));
    }
    notes.extend(separate(trends));
    let measured: usize = trends.series.iter().map(|series| series.lines.len()).sum();
    let missing = (lines.len() - measured) as u64;
    if missing > 0 {
        notes.push(format!(
            "Without {}, and left out: {}.",
            metric.name(),
            counted(missing, "line")
        ));
    }
    if metric.is_time() {
        notes.extend(caveats(trends));
    }
    notes
}

/// Returns how change points were searched for.
fn method(trends: &HistoryTrends) -> Option<String> {
    let ChangeSpec { level, seed } = trends.spec;
    let tested = trends.series.iter().filter(|series| !is_short(trends, series)).count();
    (tested > 0).then(|| {
        let permutations = grouped(u64::from(trends.spec.permutations()));
        let of_each = match tested {
            1 => String::new(),
            n => format!(", {} % for each of {n} series", in_full((level * 1e4).round() / 100.0)),
        };
        format!(
            "Change points: E-divisive, {permutations} permutations with the seed {seed}, at a level of {} %{of_each}.",
            in_full(LEVEL * 100.0)
        )
    })
}

fn is_short(trends: &HistoryTrends, series: &HistorySeries) -> bool {
    series.values.len() < trends.spec.fewest()
}

/// Returns the series that are too short for a change point.
fn short_series(trends: &HistoryTrends) -> Option<String> {
    let short: Vec<&HistorySeries> =
        trends.series.iter().filter(|series| is_short(trends, series)).collect();
    let names: BTreeSet<&str> = short.iter().map(|series| series.backend()).collect();
    let fewest = trends.spec.fewest();
    let which = if short.len() == trends.series.len() {
        "all series".into()
    } else {
        Vec::from_iter(names).join(", ")
    };
    (!short.is_empty()).then(|| {
        format!("With fewer than {fewest} entries a series has no change point, whatever its steps: {which}.")
    })
}

/// Returns the backends whose noise floor is unknown, or lacks the part of processes.
fn unknown_noise(trends: &HistoryTrends) -> Vec<String> {
    let of = |is_it: &dyn Fn(&HistoryLine) -> bool| -> String {
        let series =
            trends.series.iter().filter(|series| series.lines.iter().any(|it| is_it(&it.1)));
        let names: BTreeSet<&str> = series.map(HistorySeries::backend).collect();
        Vec::from_iter(names).join(", ")
    };
    let unknown = of(&|line| line.noise_floor.is_none() && line.passes < 2);
    let as_one = of(&|line| line.noise_floor.is_none() && line.passes > 1);
    let single = of(&|line| line.noise_floor.is_some() && line.processes < 2);
    let mut notes = Vec::new();
    if !unknown.is_empty() {
        notes.push(format!(
            "Of entries with one pass and one process the noise is unknown, so that any step may be a change \
             point: {unknown}. --reps and --invocations measure it."
        ));
    }
    if !as_one.is_empty() {
        notes.push(format!(
            "Of entries timed as one group of puzzles in one process, passes tell no noise, so that any step may be a \
             change point: {as_one}. --invocations measures it."
        ));
    }
    if !single.is_empty() {
        notes.push(format!(
            "Of entries with one process, the noise floor lacks the effect of the layout of code and memory: \
             {single}. --invocations measures it."
        ));
    }
    notes
}

/// Returns which backends have several series, and why.
fn separate(trends: &HistoryTrends) -> Vec<String> {
    let mut of_backend: BTreeMap<&str, Vec<&HistorySeries>> = BTreeMap::new();
    for series in &trends.series {
        of_backend.entry(series.backend()).or_default().push(series);
    }
    let mut by_reason: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (backend, all) in of_backend.iter().filter(|it| it.1.len() > 1) {
        let pairs = all.iter().flat_map(|a| all.iter().flat_map(|b| a.differences(b)));
        let reasons: BTreeSet<&str> = pairs.collect();
        let reason = Vec::from_iter(reasons).join(", ");
        by_reason.entry(reason).or_default().push(format!("{backend} ({})", all.len()));
    }
    let note = |(reason, backends): (String, Vec<String>)| {
        format!(
            "Separate series, which are not compared because they differ in {reason}: {}.",
            backends.join(", ")
        )
    };
    by_reason.into_iter().map(note).collect()
}

/// What stands for the backend in a caveat.
const BACKEND: &str = "\0";

/// Returns the caveats of the entries. Those that differ in the backend and its share alone are joined, and one that
/// does not hold for all entries has their number.
fn caveats(trends: &HistoryTrends) -> Vec<String> {
    let mut entries_of: BTreeMap<(String, &str), BTreeSet<usize>> = BTreeMap::new();
    for (entry, line) in trends.series.iter().flat_map(|series| &series.lines) {
        for caveat in &line.caveats {
            let named = named(caveat, &line.backend);
            let sentence = match named {
                "" => caveat.clone(),
                named => caveat.replacen(named, BACKEND, 1),
            };
            entries_of.entry((sentence, named)).or_default().insert(*entry);
        }
    }
    let mut joined: BTreeMap<(String, BTreeSet<usize>), Vec<&str>> = BTreeMap::new();
    for ((sentence, named), entries) in entries_of {
        joined.entry((sentence, entries)).or_default().push(named);
    }
    let all = trends.entries.len();
    let caveat = |((sentence, entries), named): ((String, BTreeSet<usize>), Vec<&str>)| {
        let sentence = sentence.replace(BACKEND, &named.join(", "));
        match entries.len() {
            n if n == all => sentence,
            n => format!("{n} of {all} entries: {sentence}"),
        }
    };
    joined.into_iter().map(caveat).collect()
}

/// Returns the backend in a caveat, with its share (`simd/a 44 %`) if there is one; empty if the caveat does not name
/// it.
fn named<'c>(caveat: &'c str, backend: &str) -> &'c str {
    let Some(start) = caveat.find(backend) else { return "" };
    let end = start + backend.len();
    let rest = &caveat[end..];
    let digits = rest.strip_prefix(' ').and_then(|rest| rest.split_once(" %")).map(|it| it.0);
    let is_share = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let share = digits.filter(is_share).map_or(0, |digits| " ".len() + digits.len() + " %".len());
    &caveat[start..end + share]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(run: &str, backend: &str) -> HistoryLine {
        HistoryLine {
            run_id: run.into(),
            backend: backend.into(),
            geomean_ns: Some(1e6),
            caveats: vec![
                "Few puzzles.".into(),
                format!("The clock may be off on most puzzles of {backend} (column)."),
            ],
            ..HistoryLine::default()
        }
    }

    #[test]
    fn caveats_that_differ_in_the_backend_alone_are_joined() {
        let mut lines: Vec<HistoryLine> =
            ["simd/a", "simd/b", "simd/c"].map(|backend| line("1", backend)).into();
        lines.push(line("2", "simd/c"));
        lines[0].caveats.push("Waiting: simd/a 44 %. Use one worker.".into());
        lines[1].caveats.push("Waiting: simd/b 51 %. Use one worker.".into());
        let found = caveats(&HistoryTrends::of(&lines, Metric::Time, 1));
        let expected = [
            "Few puzzles.",
            "1 of 2 entries: The clock may be off on most puzzles of simd/a, simd/b (column).",
            "The clock may be off on most puzzles of simd/c (column).",
            "1 of 2 entries: Waiting: simd/a 44 %, simd/b 51 %. Use one worker.",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn entries_of_several_passes_are_not_said_to_have_one() {
        let mut of_passes = line("1", "simd/a");
        (of_passes.passes, of_passes.processes) = (4, 1);
        let mut of_one = line("1", "simd/b");
        (of_one.passes, of_one.processes) = (1, 1);
        let notes = unknown_noise(&HistoryTrends::of(&[of_passes, of_one], Metric::Time, 1));
        assert!(notes[0].starts_with("Of entries with one pass") && notes[0].contains("simd/b."));
        assert!(
            notes[1].starts_with("Of entries timed as one group") && notes[1].contains(": simd/a.")
        );
    }
}
