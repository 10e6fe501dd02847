//! What a history says, in sentences.

use std::collections::{BTreeMap, BTreeSet};

use analysis::history::series::{HistorySeries, HistoryStep, HistoryTrends, LEVEL};
use analysis::stats::bootstrap::Interval;
use analysis::stats::change_points::ChangeSpec;
use analysis::stats::scores::Metric;
use record::history::HistoryLine;
use render::table::{counted, grouped, in_full};

use crate::cmd::compare::sentence::{figure, percent};

/// The result: a sentence with the numbers, and one for each step.
pub(super) fn verdict(trends: &HistoryTrends, metric: Metric) -> Vec<String> {
    let n_steps: usize = trends.series.iter().map(|series| series.steps.len()).sum();
    let backends: BTreeSet<&str> = trends.series.iter().map(HistorySeries::backend).collect();
    let found = match (n_steps, metric.is_time()) {
        (0, true) => "no change point".into(),
        (0, false) => "no change".into(),
        (n, true) => counted(n as u64, "change point"),
        (n, false) => counted(n as u64, "change"),
    };
    let entries = trends.entries.len() as u64;
    let entries =
        if entries == 1 { "1 entry".into() } else { format!("{} entries", grouped(entries)) };
    let backends = counted(backends.len() as u64, "backend");
    let mut sentences = vec![format!("{entries}, {backends}, by {}: {found}.", metric.name())];
    for series in &trends.series {
        sentences.extend(series.steps.iter().map(|step| of_step(trends, series, step)));
    }
    sentences
}

/// `cover/dlx: × 1.200 (95 % interval 1.19–1.21) from v7 on; noise floor 1.0 %, p = 0.001; kernel 6.1 → 6.8.`
fn of_step(trends: &HistoryTrends, series: &HistorySeries, step: &HistoryStep) -> String {
    let entry = &trends.entries[series.lines[step.at].0].name;
    let mut parts = vec![format!("{}: {} from {entry} on", series.backend(), ratio(step))];
    let floor = step.floor.map(|floor| format!("noise floor {}", percent(floor)));
    let p = step.p.map(|p| format!("p = {}", in_full((p * 1e5).round() / 1e5)));
    let chance: Vec<String> = [floor, p].into_iter().flatten().collect();
    parts.extend(Some(chance.join(", ")).filter(|chance| !chance.is_empty()));
    parts.extend(step.differs.iter().cloned());
    parts.join("; ") + "."
}

/// `× 1.200 (1.19–1.21)`.
pub(super) fn ratio(step: &HistoryStep) -> String {
    let range = |it: Interval| format!(" (95 % interval {}–{})", figure(it.low), figure(it.high));
    format!("× {}{}", figure(step.ratio), step.interval.map_or(String::new(), range))
}

/// What has to be known to read the figures.
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

/// How change points were searched for.
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

/// The series that are too short for a change point.
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

/// The backends whose noise floor is unknown, or lacks the part of processes.
fn unknown_noise(trends: &HistoryTrends) -> Vec<String> {
    let of = |is_it: &dyn Fn(&HistoryLine) -> bool| -> String {
        let series =
            trends.series.iter().filter(|series| series.lines.iter().any(|it| is_it(&it.1)));
        let names: BTreeSet<&str> = series.map(HistorySeries::backend).collect();
        Vec::from_iter(names).join(", ")
    };
    let unknown = of(&|line| line.noise_floor.is_none());
    let single = of(&|line| line.noise_floor.is_some() && line.processes < 2);
    let mut notes = Vec::new();
    if !unknown.is_empty() {
        notes.push(format!(
            "Of entries with one pass and one process the noise is unknown, so that any step may be a change \
             point: {unknown}. --reps and --invocations measure it."
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

/// Which backends have several series, and why.
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

/// The caveats of the entries. One that does not hold for all has the number of entries.
fn caveats(trends: &HistoryTrends) -> Vec<String> {
    let mut of_sentence: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (entry, line) in trends.series.iter().flat_map(|series| &series.lines) {
        for caveat in &line.caveats {
            of_sentence.entry(caveat).or_default().insert(*entry);
        }
    }
    let all = trends.entries.len();
    let caveat = |(sentence, entries): (&str, BTreeSet<usize>)| match entries.len() {
        n if n == all => sentence.to_owned(),
        n => format!("{n} of {all} entries: {sentence}"),
    };
    of_sentence.into_iter().map(caveat).collect()
}
