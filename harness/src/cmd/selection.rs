//! What the subcommands that read runs have in common: the rows they work on, the contestants among them,
//! and the puzzles that these share.

use std::collections::{BTreeSet, HashMap};

use analysis::load::{Runs, Trial};
use analysis::stats::ranking;
use analysis::stats::scores::{Cell, Metric, Passes, Sheet};
use anyhow::bail;
use record::{Status, Task, must_not_happen};
use render::table::{counted, duration};

use crate::cli::{BackendRules, By, RunsArgs};

/// How many names are printed where something is missing.
const NAMES: usize = 3;

/// Reads runs, and keeps what the filters select.
///
/// # Errors
/// When a run cannot be read, a filter is bad, or there is more than one task and none is chosen.
pub(super) fn read(arguments: &RunsArgs, backends: &BackendRules) -> anyhow::Result<Runs> {
    let mut runs = Runs::read(&arguments.runs)?;
    runs.keep(&backends.0, &arguments.puzzles.0)?;
    runs.keep_corpora(&arguments.corpora.patterns)?;
    if let Some(level) = &arguments.level {
        keep_level(&mut runs, level)?;
    }
    keep_task(&mut runs, arguments.trials.task)?;
    Ok(runs)
}

/// Keeps the rows of puzzles of a level.
fn keep_level(runs: &mut Runs, level: &str) -> anyhow::Result<()> {
    let levels: BTreeSet<(u64, &str)> =
        runs.puzzles.iter().map(|puzzle| (puzzle.place_of_level(), &*puzzle.level)).collect();
    if !levels.iter().any(|(_, known)| *known == level) {
        let known: Vec<&str> = levels.iter().map(|it| it.1).filter(|it| !it.is_empty()).collect();
        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
        bail!("no puzzle of these rows is of the level {level:?}; their levels: {known}");
    }
    let Runs { puzzles, trials, .. } = runs;
    trials.retain(|trial| puzzles[trial.puzzle as usize].level == level);
    Ok(())
}

/// Keeps the rows of one task: times of different tasks are not compared.
pub(super) fn keep_task(runs: &mut Runs, task: Option<Task>) -> anyhow::Result<()> {
    let Some(first) = runs.trials.first().map(|trial| trial.task) else {
        bail!("the filters leave no row");
    };
    if task.is_none() && runs.trials.iter().any(|trial| trial.task != first) {
        bail!(
            "the rows are of several tasks, and their times do not compare: choose one with --task"
        );
    }
    let task = task.unwrap_or(first);
    runs.trials.retain(|trial| trial.task == task);
    if runs.trials.is_empty() {
        bail!("no row is of this task");
    }
    Ok(())
}

/// Those who are compared: places in [`Runs::contestants`].
pub(super) struct Field {
    /// The contestants that have rows, in order.
    pub(super) contestants: Vec<u32>,
    place: Vec<Option<usize>>,
}

impl Field {
    /// All contestants that have rows.
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
    pub(super) fn only(mut self, contestants: &[u32]) -> Self {
        self.place.fill(None);
        for (place, &one) in contestants.iter().enumerate() {
            self.place[one as usize] = Some(place);
        }
        self.contestants = contestants.to_vec();
        self
    }

    /// The row of a trial in the sheet.
    pub(super) fn place(&self, trial: &Trial) -> Option<usize> {
        self.place[trial.contestant as usize]
    }

    /// The sheet of all of them.
    pub(super) fn sheet(&self, runs: &Runs, metric: Metric, passes: Passes) -> Sheet {
        Sheet::new(runs, self.contestants.len(), |trial| self.place(trial), metric, passes)
    }

    /// The labels, in order.
    pub(super) fn labels(&self, runs: &Runs) -> Vec<String> {
        let label = |&one: &u32| runs.contestants[one as usize].label.clone();
        self.contestants.iter().map(label).collect()
    }
}

/// A sheet with what there is to say about puzzles that a contestant lacks. With `intersection`, the
/// puzzles are left out that not all have and support.
///
/// # Errors
/// When nothing is left.
pub(super) fn of_equals(
    sheet: Sheet,
    runs: &Runs,
    labels: &[String],
    intersection: bool,
) -> anyhow::Result<(Sheet, Vec<String>)> {
    if intersection {
        let (sheet, note) = keep_common(sheet)?;
        return Ok((sheet, note.into_iter().collect()));
    }
    let note = |lacking: String| {
        format!(
            "{lacking}, and has no place among the others; --intersection keeps to the puzzles that \
             all have."
        )
    };
    let notes = lacking(&sheet, runs, labels).into_iter().map(note).collect();
    Ok((sheet, notes))
}

/// A sheet in which every contestant has rows for every puzzle, and what there is to say about it.
///
/// # Errors
/// When one lacks puzzles that another has, and `intersection` does not allow to leave them out; or
/// when nothing is left.
pub(super) fn on_the_same_puzzles(
    sheet: Sheet,
    runs: &Runs,
    labels: &[String],
    intersection: bool,
) -> anyhow::Result<(Sheet, Option<String>)> {
    if intersection {
        return keep_common(sheet);
    }
    let lacking = lacking(&sheet, runs, labels);
    if !lacking.is_empty() {
        bail!(
            "the backends have different puzzles: {}; --intersection keeps to those that all have",
            lacking.join("; ")
        );
    }
    Ok((sheet, None))
}

/// The sheet of the puzzles that all have and support who have any, and how many were left out.
fn keep_common(sheet: Sheet) -> anyhow::Result<(Sheet, Option<String>)> {
    let takes_any: Vec<usize> = (0..sheet.n_contestants())
        .filter(|&one| sheet.row(one).iter().any(Cell::is_taken))
        .collect();
    let kept: Vec<usize> = (0..sheet.puzzles.len())
        .filter(|&puzzle| takes_any.iter().all(|&one| sheet.row(one)[puzzle].is_taken()))
        .collect();
    if kept.is_empty() {
        bail!("there is no puzzle that all backends have and support");
    }
    let (left, all) = (sheet.puzzles.len() - kept.len(), sheet.puzzles.len());
    let note = (left > 0).then(|| {
        format!("Left out: {left} of {all} puzzles that not every backend has and supports.")
    });
    Ok((sheet.with(&kept), note))
}

/// The rows of each part of the puzzles, in order. A puzzle that stands in several corpora is in the
/// part of each of them, with what was measured there.
pub(super) fn parts(by: By, runs: &Runs) -> Vec<(String, Runs)> {
    let statuses = statuses(runs);
    let known = |text: &str| if text.is_empty() { "unknown".into() } else { text.to_owned() };
    let part = |trial: &Trial| -> (u64, String) {
        let puzzle = &runs.puzzles[trial.puzzle as usize];
        match by {
            By::Clues => match puzzle.clues {
                Some(clues) => (clues, format!("{clues} clues")),
                None => (u64::MAX, "unknown clues".into()),
            },
            By::Corpus => (0, known(&runs.entries[trial.entry as usize].corpus)),
            By::Geometry => (0, known(&puzzle.geometry)),
            By::Level => (puzzle.place_of_level(), known(&puzzle.level)),
            By::Status => (0, statuses[trial.puzzle as usize].into()),
        }
    };
    let mut parts: Vec<((u64, String), Vec<Trial>)> = Vec::new();
    let mut places = HashMap::new();
    for trial in &runs.trials {
        let place = *places.entry(part(trial)).or_insert_with_key(|key| {
            parts.push((key.clone(), Vec::new()));
            parts.len() - 1
        });
        parts[place].1.push(*trial);
    }
    parts.sort_by_cached_key(|((number, name), _)| (*number, natural(name)));
    parts.into_iter().map(|((_, name), trials)| (name, runs.with_trials(trials))).collect()
}

/// A name cut into words and numbers, so that classic9 comes before classic16.
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

/// What is known of the answer of each puzzle of the runs: what those say that nothing contradicts.
fn statuses(runs: &Runs) -> Vec<&'static str> {
    let mut known: Vec<Option<(bool, Status)>> = vec![None; runs.puzzles.len()];
    for trial in runs.trials.iter().filter(|trial| trial.status.is_answer()) {
        let is_sound = !must_not_happen(trial.status, trial.verified);
        let known = &mut known[trial.puzzle as usize];
        if known.is_none_or(|(was_sound, _)| is_sound && !was_sound) {
            *known = Some((is_sound, trial.status));
        }
    }
    known.into_iter().map(|known| known.map_or("not solved", |it| it.1.name())).collect()
}

/// What has to be said where the trials had different limits.
pub(super) fn different_limits(sheet: &Sheet) -> Option<String> {
    let (smallest, differ) = ranking::common_limit(sheet);
    let smallest = duration(smallest.filter(|_| differ)?);
    Some(format!("The rows have different time limits: the smallest, {smallest}, was put on all."))
}

/// Who lacks puzzles, and which, a sentence each without its end.
fn lacking(sheet: &Sheet, runs: &Runs, labels: &[String]) -> Vec<String> {
    let lacks = |(one, label)| lacks(sheet, runs, one).map(|what| format!("{label} lacks {what}"));
    labels.iter().enumerate().filter_map(lacks).collect()
}

/// How many puzzles a contestant has no row for, with some names.
fn lacks(sheet: &Sheet, runs: &Runs, contestant: usize) -> Option<String> {
    let cells = sheet.row(contestant).iter().zip(&sheet.puzzles);
    let missing: Vec<&str> = cells
        .filter(|(cell, _)| cell.trials == 0)
        .map(|(_, &puzzle)| runs.puzzles[puzzle as usize].name.as_str())
        .collect();
    if missing.is_empty() {
        return None;
    }
    let more = if missing.len() > NAMES { ", …" } else { "" };
    let names = missing[..missing.len().min(NAMES)].join(", ");
    let n_puzzles = counted(sheet.puzzles.len() as u64, "puzzle");
    Some(format!("{} of {n_puzzles} ({names}{more})", missing.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::golden::kept::runs;

    #[test]
    fn a_level_is_kept_and_one_that_no_puzzle_has_is_told() {
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
