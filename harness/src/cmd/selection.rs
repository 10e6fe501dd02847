//! Common code of the subcommands that read runs: selects their rows, contestants and common puzzles.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::PathBuf;

use analysis::load::{Runs, Trial};
use analysis::stats::ranking;
use analysis::stats::scores::{Metric, Passes, Score, ScoreMatrix};
use anyhow::bail;
use race::progress_line::ProgressLine;
use record::folder::ROWS;
use record::{Status, Task, is_failure};
use render::table::{counted, duration, grouped};

use super::run_folder;
use crate::cli::{BackendRules, By, RunsArgs};

/// The maximum number of puzzles named as missing.
const NAMES: usize = 3;

/// Returns what happened where no backend supports any puzzle, so that there are no figures.
pub(super) fn nothing_supported(runs: &Runs) -> Option<String> {
    let is_supported = |trial: &Trial| trial.status != Status::Unsupported;
    (!runs.trials.iter().any(is_supported)).then(|| {
        "No backend supports any puzzle: every row is `unsupported`, and its column `error` says why."
            .into()
    })
}

/// Refuses shares where ratios are needed.
///
/// # Errors
/// When the metric is a share.
pub(super) fn must_have_ratios(metric: Metric) -> anyhow::Result<()> {
    if metric.is_share() {
        bail!(
            "a {} is a share, which has differences and no ratios: `harness compare` and `harness rank` \
             take it",
            metric.name()
        );
    }
    Ok(())
}

/// Reads the rows of runs, and shows how much of them was read.
///
/// # Errors
/// When a run cannot be read.
pub(super) fn rows(paths: &[PathBuf]) -> anyhow::Result<Runs> {
    let length = |path: &PathBuf| {
        let file = if path.is_dir() { path.join(ROWS) } else { path.clone() };
        fs::metadata(file).ok().filter(fs::Metadata::is_file).map(|file| file.len())
    };
    let line = match paths.iter().map(length).sum() {
        Some(total) => ProgressLine::of_bytes(total, "of rows read"),
        None => ProgressLine::waiting("reading rows"),
    };
    Runs::read_watched(paths, &|bytes| line.set_done(bytes))
}

/// Reads runs, and keeps what the filters select.
///
/// # Errors
/// When a run cannot be read, a filter is bad, or there is more than one task and none is chosen.
pub(super) fn read(arguments: &RunsArgs, backends: &BackendRules) -> anyhow::Result<Runs> {
    let mut runs = rows(&run_folder::runs(&arguments.runs)?)?;
    runs.keep(&backends.0, &arguments.puzzles.0)?;
    runs.keep_corpora(&arguments.corpora.patterns)?;
    if let Some(level) = &arguments.level {
        keep_level(&mut runs, level)?;
    }
    keep_task(&mut runs, arguments.trials.task)?;
    Ok(runs)
}

/// Keeps the rows of the puzzles of a level.
fn keep_level(runs: &mut Runs, level: &str) -> anyhow::Result<()> {
    let levels: BTreeSet<(u64, &str)> =
        runs.puzzles.iter().map(|puzzle| (puzzle.level_rank(), &*puzzle.level)).collect();
    if !levels.iter().any(|(_, known)| *known == level) {
        let known: Vec<&str> = levels.iter().map(|it| it.1).filter(|it| !it.is_empty()).collect();
        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
        bail!("no puzzle of these rows has the level {level:?}; their levels: {known}");
    }
    let Runs { puzzles, trials, .. } = runs;
    trials.retain(|trial| puzzles[trial.puzzle as usize].level == level);
    Ok(())
}

/// Keeps the rows of one task: times of different tasks are not compared.
pub(super) fn keep_task(runs: &mut Runs, task: Option<Task>) -> anyhow::Result<()> {
    let Some(first) = runs.trials.first().map(|trial| trial.task) else {
        bail!("no row is selected");
    };
    if task.is_none() && runs.trials.iter().any(|trial| trial.task != first) {
        bail!(
            "the rows are of several tasks, whose times are not comparable: choose one with --task"
        );
    }
    let task = task.unwrap_or(first);
    runs.trials.retain(|trial| trial.task == task);
    if runs.trials.is_empty() {
        bail!("no row has this task");
    }
    Ok(())
}

/// The contestants to compare: indices in [`Runs::contestants`].
pub(super) struct Field {
    /// The contestants that have rows, in order.
    pub(super) contestants: Vec<u32>,
    place: Vec<Option<usize>>,
}

impl Field {
    /// Returns all contestants that have rows.
    pub(super) fn of(runs: &Runs) -> Self {
        let mut has_rows = vec![false; runs.contestants.len()];
        runs.trials.iter().for_each(|trial| has_rows[trial.contestant as usize] = true);
        let mut contestants = Vec::new();
        let mut place = vec![None; has_rows.len()];
        for (index, _) in has_rows.iter().enumerate().filter(|(_, has)| **has) {
            place[index] = Some(contestants.len());
            contestants.push(index as u32);
        }
        Self { contestants, place }
    }

    /// These contestants only, in this order.
    pub(super) fn only(&self, contestants: &[u32]) -> Self {
        let mut place = vec![None; self.place.len()];
        for (at, &one) in contestants.iter().enumerate() {
            place[one as usize] = Some(at);
        }
        Self { contestants: contestants.to_vec(), place }
    }

    /// Returns the row of a trial in the matrix.
    pub(super) fn place(&self, trial: &Trial) -> Option<usize> {
        self.place[trial.contestant as usize]
    }

    /// Returns the matrix of all of them.
    pub(super) fn matrix(&self, runs: &Runs, metric: Metric, passes: Passes) -> ScoreMatrix {
        ScoreMatrix::new(runs, self.contestants.len(), |trial| self.place(trial), metric, passes)
    }

    /// Returns the labels, in order.
    pub(super) fn labels(&self, runs: &Runs) -> Vec<String> {
        let label = |&one: &u32| runs.contestants[one as usize].label.clone();
        self.contestants.iter().map(label).collect()
    }
}

/// What follows for a contestant of several that lacks puzzles.
pub(super) const NOT_RANKED: &str =
    "and is not ranked; --intersection restricts the comparison to common puzzles";

/// Returns a matrix with notes on puzzles that a contestant lacks, and on what follows. With `intersection`, puzzles
/// that not all have and support are excluded.
///
/// # Errors
/// When no puzzle remains.
pub(super) fn of_equals(
    matrix: ScoreMatrix,
    runs: &Runs,
    labels: &[String],
    intersection: bool,
    consequence: &str,
) -> anyhow::Result<(ScoreMatrix, Vec<String>)> {
    if intersection {
        let (matrix, note) = keep_common(matrix)?;
        return Ok((matrix, note.into_iter().collect()));
    }
    let note = |lacking: String| format!("{lacking}, {consequence}.");
    let notes = lacking(&matrix, runs, labels).into_iter().map(note).collect();
    Ok((matrix, notes))
}

/// Returns a matrix in which every contestant has rows for every puzzle, and a note on excluded
/// puzzles.
///
/// # Errors
/// When one lacks puzzles that another has and `intersection` is not set, or when no puzzle remains.
pub(super) fn on_the_same_puzzles(
    matrix: ScoreMatrix,
    runs: &Runs,
    labels: &[String],
    intersection: bool,
) -> anyhow::Result<(ScoreMatrix, Option<String>)> {
    if intersection {
        return keep_common(matrix);
    }
    let lacking = lacking(&matrix, runs, labels);
    if !lacking.is_empty() {
        bail!(
            "the backends have different puzzles: {}; --intersection restricts them to common ones",
            lacking.join("; ")
        );
    }
    Ok((matrix, None))
}

/// Returns the matrix of the puzzles that all backends with any puzzle have and support, and a note
/// on the excluded ones.
fn keep_common(matrix: ScoreMatrix) -> anyhow::Result<(ScoreMatrix, Option<String>)> {
    let takes_any: Vec<usize> = (0..matrix.n_contestants())
        .filter(|&one| matrix.row(one).iter().any(Score::is_taken))
        .collect();
    let kept: Vec<usize> = (0..matrix.puzzles.len())
        .filter(|&puzzle| takes_any.iter().all(|&one| matrix.row(one)[puzzle].is_taken()))
        .collect();
    if kept.is_empty() {
        bail!("no puzzle is supported by all backends");
    }
    let (left, all) = (matrix.puzzles.len() - kept.len(), matrix.puzzles.len());
    let note = (left > 0).then(|| {
        format!("Excluded: {left} of {all} puzzles that not every backend has and supports.")
    });
    Ok((matrix.with(&kept), note))
}

/// Keeps the rows of the puzzles that all backends with any puzzle have and support, and returns a note on the excluded
/// ones.
///
/// # Errors
/// When no puzzle remains.
pub(super) fn keep_common_rows(runs: &mut Runs) -> anyhow::Result<Option<String>> {
    let matrix = Field::of(runs).matrix(runs, Metric::Time, Passes::default());
    let (matrix, note) = keep_common(matrix)?;
    runs.trials.retain(|trial| matrix.puzzles.binary_search(&trial.puzzle).is_ok());
    Ok(note)
}

/// A part of the puzzles: the rank and the name of each of its properties.
type PartKey = Vec<(u64, String)>;

/// Returns the rows of each part of the puzzles, in order: those that agree in all the properties. A puzzle that occurs
/// in several corpora is in the part of each, with its trials there.
pub(super) fn parts(by: &[By], runs: &Runs) -> Vec<(String, Runs)> {
    let statuses = statuses(runs);
    let known = |text: &str| if text.is_empty() { "unknown".into() } else { text.to_owned() };
    let property = |by: By, trial: &Trial| -> (u64, String) {
        let puzzle = &runs.puzzles[trial.puzzle as usize];
        match by {
            By::Clues => match puzzle.clues {
                Some(clues) => (clues, counted(clues, "clue")),
                None => (u64::MAX, "unknown clues".into()),
            },
            By::Corpus => (0, known(&runs.entries[trial.entry as usize].corpus)),
            By::Geometry => (0, known(&puzzle.geometry)),
            By::Level => (puzzle.level_rank(), known(&puzzle.level)),
            By::Status => (0, statuses[trial.puzzle as usize].into()),
        }
    };
    let is_first = |(at, it): &(usize, &By)| !by[..*at].contains(it);
    let properties: Vec<By> = by.iter().enumerate().filter(is_first).map(|(_, &by)| by).collect();
    let mut parts: Vec<(PartKey, Vec<Trial>)> = Vec::new();
    let mut places = HashMap::new();
    for trial in &runs.trials {
        let key: PartKey = properties.iter().map(|&by| property(by, trial)).collect();
        let place = *places.entry(key).or_insert_with_key(|key| {
            parts.push((key.clone(), Vec::new()));
            parts.len() - 1
        });
        parts[place].1.push(trial.clone());
    }
    let order = |(number, name): &(u64, String)| (*number, natural(name));
    parts.sort_by_cached_key(|(key, _)| key.iter().map(order).collect::<Vec<_>>());
    let name = |key: &PartKey| key.iter().map(|it| &*it.1).collect::<Vec<_>>().join(" · ");
    parts.into_iter().map(|(key, trials)| (name(&key), runs.with_trials(trials))).collect()
}

/// Returns a sort key that splits a name into words and numbers: classic9 comes before classic16.
fn natural(name: &str) -> Vec<(String, u64)> {
    let bytes = name.as_bytes();
    let digits = |a: &u8, b: &u8| a.is_ascii_digit() == b.is_ascii_digit();
    let word = |part: &[u8]| {
        let text = String::from_utf8_lossy(part).into_owned();
        match text.parse() {
            Ok(number) => (String::new(), number),
            Err(_) => (text, 0),
        }
    };
    bytes.chunk_by(digits).map(word).collect()
}

/// Returns the status of each puzzle: that of its answers, uncontradicted ones first.
fn statuses(runs: &Runs) -> Vec<&'static str> {
    let mut known: Vec<Option<(bool, Status)>> = vec![None; runs.puzzles.len()];
    for trial in runs.trials.iter().filter(|trial| trial.status.is_answer()) {
        let is_sound = !is_failure(trial.status, trial.verified);
        let known = &mut known[trial.puzzle as usize];
        if known.is_none_or(|(was_sound, _)| is_sound && !was_sound) {
            *known = Some((is_sound, trial.status));
        }
    }
    known.into_iter().map(|known| known.map_or("unsolved", |it| it.1.name())).collect()
}

/// Notes on limits that differ between the trials: of time, of nodes and of rounds.
pub(super) fn different_limits(matrix: &ScoreMatrix) -> Vec<String> {
    let (smallest, differ) = ranking::common_limit(matrix);
    let metric = matrix.metric();
    let applies = match metric.is_time() {
        true => "applies to all".to_owned(),
        false => format!("applies to times, and not to {}", metric.name()),
    };
    let of_time = smallest.filter(|_| differ).map(|smallest| {
        let smallest = duration(smallest);
        format!("The rows have different time limits; the smallest, {smallest}, {applies}.")
    });
    let limits = matrix.work_limits();
    let of_work = [("node", &limits.nodes), ("round", &limits.rounds)];
    let of_work = of_work.into_iter().filter(|(_, limits)| limits.len() > 1);
    let of_work = of_work.map(|(name, limits)| {
        let without = limits.contains(&None).then(|| "none".to_owned());
        let all: Vec<String> =
            limits.iter().flatten().map(|&limit| grouped(limit)).chain(without).collect();
        format!(
            "The rows have different {name} limits ({}), which cannot be equalised: more may be solved with a larger \
             one.",
            all.join("; ")
        )
    });
    of_time.into_iter().chain(of_work).collect()
}

/// Returns the contestants that lack puzzles, and which, a clause each.
fn lacking(matrix: &ScoreMatrix, runs: &Runs, labels: &[String]) -> Vec<String> {
    let lacks = |(one, label)| lacks(matrix, runs, one).map(|what| format!("{label} lacks {what}"));
    labels.iter().enumerate().filter_map(lacks).collect()
}

/// Returns the number of puzzles for which a contestant has no row, with some names.
fn lacks(matrix: &ScoreMatrix, runs: &Runs, contestant: usize) -> Option<String> {
    let cells = matrix.row(contestant).iter().zip(&matrix.puzzles);
    let missing: Vec<&str> = cells
        .filter(|(cell, _)| cell.trials == 0)
        .map(|(_, &puzzle)| runs.puzzles[puzzle as usize].name.as_str())
        .collect();
    if missing.is_empty() {
        return None;
    }
    let more = if missing.len() > NAMES { ", …" } else { "" };
    let names = missing[..missing.len().min(NAMES)].join(", ");
    let n_puzzles = counted(matrix.puzzles.len() as u64, "puzzle");
    Some(format!("{} of {n_puzzles} ({names}{more})", missing.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::golden::kept::runs;

    #[test]
    fn limits_that_differ_are_named() {
        let csv = "backend,puzzle,status,wall_ns,limit_ns,limit_nodes,limit_rounds\n\
                   a/a,one,unique,10,1000,5000,3\na/b,one,unique,10,1000,,3\n";
        let runs = runs(csv);
        let matrix = Field::of(&runs).matrix(&runs, Metric::Time, Passes::Median);
        let notes = different_limits(&matrix);
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert!(
            notes[0].starts_with("The rows have different node limits (5,000; none), "),
            "{notes:?}"
        );
    }

    #[test]
    fn a_level_selects_rows_and_an_unknown_one_is_an_error() {
        let csv = "backend,corpus,puzzle,geometry,level,status,verified,wall_ns,limit_ms\n\
                   a/a,c,one,classic9,hard,unique,yes,10,1000\n\
                   a/a,c,two,classic9,easy,unique,yes,20,1000\n\
                   a/a,c,three,classic9,,unique,yes,30,1000\n";
        let mut kept = runs(csv);
        keep_level(&mut kept, "hard").expect("there is one");
        let names = kept.trials.iter().map(|trial| &*kept.puzzles[trial.puzzle as usize].name);
        assert_eq!(names.collect::<Vec<_>>(), ["one"]);
        let problem = keep_level(&mut runs(csv), "hrad").expect_err("there is none").to_string();
        assert!(problem.ends_with("their levels: easy, hard"), "{problem}");
    }
}
