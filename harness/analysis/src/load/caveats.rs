//! The caveats of runs: those of their manifests, and those that follow from their rows.

use std::collections::{BTreeMap, BTreeSet};

use record::Granularity;

use super::{ManifestExcerpt, Measure, Runs, Trial, recheck};
use crate::caveats;
use crate::waiting::{self, WaitingTotals};

/// A time is accurate if it is at least this many times its error: the clock then changes it by 5 % at
/// most.
const ACCURATE: u64 = 20;

/// A caveat that applies to more runs than this has their number in place of their names.
const NAMED: usize = 4;

/// Returns the caveats of these runs on a measure. A caveat of some of several runs names them.
pub(super) fn caveats(runs: &Runs, measure: Measure) -> Vec<String> {
    let manifests = || runs.sources.iter().flat_map(|source| &source.manifests);
    let n_manifests = manifests().count();
    let mut caveats: Vec<String> = by_sentence(runs)
        .into_iter()
        .map(|(sentence, names)| match names.len() {
            n if n == n_manifests => sentence,
            n if n > NAMED => format!("{n} of {n_manifests} runs: {sentence}"),
            _ => format!("{}: {sentence}", names.join(", ")),
        })
        .collect();
    let cpus: BTreeSet<&str> = manifests().filter_map(ManifestExcerpt::cpu).collect();
    if cpus.len() > 1 {
        let cpus: Vec<&str> = cpus.into_iter().collect();
        caveats.push(format!("Times from different processors: {}.", cpus.join(", ")));
    }
    let machines = manifests().filter_map(ManifestExcerpt::machine_of_shard).collect();
    caveats.extend(caveats::machines_of_shards(&machines));
    caveats.extend(missing_shards(runs));
    caveats.extend(of_rows(runs, measure));
    // A changed file comes first.
    let changed = recheck::sentences(&runs.sources).into_iter().filter(|it| is_of_change(it));
    changed.chain(caveats).collect()
}

/// Returns a sentence for each run of which shards are missing.
pub(super) fn missing_shards(runs: &Runs) -> Vec<String> {
    let manifests = runs.sources.iter().flat_map(|source| &source.manifests);
    caveats::missing_shards(manifests.filter_map(ManifestExcerpt::shard))
}

/// Returns whether a sentence about what was checked again is that of a file that was changed or contradicts itself.
pub(super) fn is_of_change(sentence: &str) -> bool {
    sentence.starts_with("WARNING")
}

/// Returns the caveats of the manifests, each with the names of the runs that it applies to.
fn by_sentence(runs: &Runs) -> BTreeMap<String, Vec<&str>> {
    let mut by_sentence: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for source in &runs.sources {
        for one in &source.manifests {
            let is_merged = source.manifests.len() > 1;
            let name = if is_merged { &one.run_id } else { &source.name };
            for sentence in one.caveats() {
                by_sentence.entry(sentence).or_default().push(name);
            }
        }
    }
    by_sentence
}

/// Returns the caveats that follow from the rows.
fn of_rows(runs: &Runs, measure: Measure) -> Vec<String> {
    let puzzles: BTreeSet<u32> = runs.trials.iter().map(|trial| trial.puzzle).collect();
    let contestants = |is_one: &dyn Fn(&Trial) -> bool| -> BTreeSet<u32> {
        runs.trials.iter().filter(|trial| is_one(trial)).map(|trial| trial.contestant).collect()
    };
    let all = contestants(&|_| true);
    let isolated = contestants(&|trial| trial.isolated);
    let piped = contestants(&|trial| trial.granularity == Some(Granularity::Pipe));
    let is_selected =
        |id: &str| all.iter().any(|&one| runs.contestants[one as usize].backend == id);
    let first = [
        in_several_corpora(runs, puzzles.len()),
        caveats::few_puzzles(puzzles.len()),
        caveats::isolation(isolated.len(), all.len()),
        (!piped.is_empty())
            .then(|| format!("Times include the pipe: {}.", labels(runs, piped.into_iter()))),
        below_the_clock(runs),
        waiting(runs, measure),
    ];
    let pilots = (runs.pilot_failures > 0).then(|| {
        let n = runs.pilot_failures;
        format!("Wrong answers or crashes in pilot passes, which are excluded: {n}.")
    });
    let reported = runs.reported_times.caveats(is_selected);
    first.into_iter().flatten().chain(reported).chain(pilots).collect()
}

/// Returns how many puzzles occur in several corpora.
fn in_several_corpora(runs: &Runs, n_puzzles: usize) -> Option<String> {
    let mut corpora: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for trial in &runs.trials {
        let corpus = &*runs.entries[trial.entry as usize].corpus;
        corpora.entry(trial.puzzle).or_default().insert(corpus);
    }
    let several = corpora.values().filter(|corpora| corpora.len() > 1).count();
    (several > 0).then(|| {
        let (occurs, counts) = match several {
            1 => ("occurs", "It counts"),
            _ => ("occur", "They count"),
        };
        format!(
            "{n_puzzles} distinct puzzles, {several} of which {occurs} in several corpora. {counts} \
             once overall, and once in each corpus with --by corpus."
        )
    })
}

/// Returns the contestants more than half of whose times are less than [`ACCURATE`] times their
/// error.
fn below_the_clock(runs: &Runs) -> Option<String> {
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for trial in &runs.trials {
        if let Some((wall, error)) = trial.get(Measure::Wall).zip(trial.get(Measure::WallError)) {
            let (inaccurate, all) = counts.entry(trial.contestant).or_default();
            *inaccurate += usize::from(wall < error.saturating_mul(ACCURATE));
            *all += 1;
        }
    }
    counts.retain(|_, (inaccurate, all)| 2 * *inaccurate > *all);
    (!counts.is_empty()).then(|| {
        format!(
            "The clock may be off by more than {} % on most puzzles of {} (column `wall_error_ns`).",
            100 / ACCURATE,
            labels(runs, counts.into_keys())
        )
    })
}

/// Returns the caveat that wall times are largely those of waiting for a processor, for a table of this measure.
pub(super) fn waiting(runs: &Runs, measure: Measure) -> Option<String> {
    let mut totals: BTreeMap<u32, WaitingTotals> = BTreeMap::new();
    for trial in &runs.trials {
        let of_one = totals.entry(trial.contestant).or_default();
        of_one.add(trial.get(Measure::Wall), trial.get(Measure::Cpu));
    }
    let mut jobs =
        runs.sources.iter().flat_map(|it| &it.manifests).map(ManifestExcerpt::jobs).peekable();
    let has_one_worker = jobs.peek().is_some() && jobs.all(|jobs| jobs == 1);
    let label = |one: u32| runs.contestants[one as usize].label.as_str();
    let of_label = totals.into_iter().map(|(one, totals)| (label(one), totals));
    waiting::caveat(of_label, has_one_worker, measure == Measure::Cpu)
}

/// Returns the labels of contestants, with commas.
fn labels(runs: &Runs, contestants: impl Iterator<Item = u32>) -> String {
    let labels: Vec<&str> =
        contestants.map(|one| runs.contestants[one as usize].label.as_str()).collect();
    labels.join(", ")
}
