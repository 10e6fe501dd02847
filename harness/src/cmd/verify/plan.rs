//! Whether the rows are those of the plan: each backend on each puzzle, in each repetition and process, once, with the
//! task and the time limit of the plan.
//!
//! The puzzles are those of `puzzles.csv`, each of which has its hash. A merged run is complete by its plan if its
//! runs are the shards of one; runs of different plans are held to the numbers of rows that they stated.

use std::collections::HashSet;
use std::fs::File;

use anyhow::Context;
use race::isomorphs;
use record::csv_line;
use record::folder::ROWS;
use record::manifest::{Fresh, Manifest, RunSpec};
use record::puzzles::{self, PuzzleRow};
use record::recheck::{GridReferee, PuzzleText};
use render::table::counted;

use super::rows::{RowAudit, share, trial_key};
use super::tally::Tally;
use super::{Check, RunFolder};

/// The name of the check of the plan.
const PLAN: &str = "plan";

/// Returns the checks of the plan and of the puzzles.
///
/// # Errors
/// When `puzzles.csv` cannot be read.
pub(super) fn checks(folder: &RunFolder, audit: &RowAudit) -> anyhow::Result<Vec<Check>> {
    let mut checks = vec![stated(folder, audit)];
    let path = folder.path.join(puzzles::FILE);
    if !path.is_file() {
        let why =
            format!("There is no {}: which trials were planned cannot be told.", puzzles::FILE);
        checks.push(off_plan(audit).unwrap_or_else(|| Check::unknown(PLAN, why)));
        return Ok(checks);
    }
    let problem = || format!("cannot read {}", path.display());
    let mut rows: Vec<PuzzleRow<'static>> = Vec::new();
    let table = File::open(&path).with_context(problem)?;
    for row in csv_line::rows(table).with_context(problem)? {
        rows.push(row.with_context(problem)?);
    }
    checks.push(off_plan(audit).unwrap_or_else(|| trials(folder, audit, &rows)));
    checks.push(hashes(folder, &rows)?);
    Ok(checks)
}

/// Returns whether each run has as many rows as its manifest states.
fn stated(folder: &RunFolder, audit: &RowAudit) -> Check {
    let name = "row count";
    let (mut stated, mut all_excluded) = (0, 0);
    for manifest in &folder.manifests {
        let Some(rows) = manifest.rows else { continue };
        let found = audit.of_runs.get(&manifest.run_id).copied().unwrap_or_default();
        let excluded = manifest.excluded_rows.unwrap_or_default();
        if found.saturating_add(excluded) != rows {
            let run = &manifest.run_id;
            let others = match excluded {
                0 => String::new(),
                _ => format!(", {excluded} of them in other selections"),
            };
            return Check::fails(
                name,
                format!("{ROWS} has {found} rows of {run}, whose manifest states {rows}{others}."),
            );
        }
        (stated, all_excluded) = (stated + 1, all_excluded + excluded);
    }
    match stated == folder.manifests.len() {
        true if all_excluded > 0 => {
            let excluded = counted(all_excluded, "other row");
            Check::holds(name, format!("As many rows as the manifest states, but for {excluded}."))
        }
        true => Check::holds(name, "As many rows as the manifest states."),
        false => Check::unknown(name, "A manifest does not state the number of its rows."),
    }
}

/// Returns the failure of rows whose task or time limit is not that of the plan, if there are such rows.
fn off_plan(audit: &RowAudit) -> Option<Check> {
    let what = ["differs from the plan", "differ from the plan"];
    (!audit.off_plan.is_empty()).then(|| Check::fails(PLAN, audit.off_plan.sentence(what)))
}

/// Returns whether each trial of the plan has its row.
fn trials(folder: &RunFolder, audit: &RowAudit, puzzles: &[PuzzleRow<'_>]) -> Check {
    let Some(first) = folder.manifests.first() else {
        return Check::unknown(PLAN, "There is no manifest.");
    };
    let is_of_one = |it: &Manifest| it.plan.differences_but_for_shard(&first.plan).is_empty();
    if !folder.manifests.iter().all(is_of_one) {
        return Check::unknown(
            PLAN,
            "The runs have different plans; each is held to its stated number of rows.",
        );
    }
    if let Some(PuzzleRow { corpus, puzzle, .. }) = repeated(puzzles) {
        let file = puzzles::FILE;
        return Check::fails(PLAN, format!("{file} has the puzzle {puzzle} of {corpus} twice."));
    }
    if let Some(why) = open_end(&folder.manifests) {
        return Check::unknown(PLAN, why);
    }
    let coverage = Coverage::of(&folder.manifests, &first.plan, audit, puzzles);
    let is_selection = folder.manifests.iter().any(|it| it.excluded_rows.is_some());
    if is_selection && coverage.first_missing.is_some() && coverage.n_strangers == 0 {
        let why =
            "These rows are a selection of those of the run, and each is of a trial of the plan.";
        return Check::unknown(PLAN, why);
    }
    coverage.check(&first.plan, puzzles.len())
}

/// How far the rows are those of the trials of a plan.
#[derive(Default)]
struct Coverage {
    /// The number of trials that are required or have a row.
    n_expected: u64,
    /// The number of trials that have a row.
    n_found: u64,
    /// The first required trial without a row, in words.
    first_missing: Option<String>,
    /// The number of rows of no trial of the plan.
    n_strangers: u64,
}

impl Coverage {
    /// Looks for a row of each trial of the plan.
    fn of(
        manifests: &[Manifest],
        plan: &RunSpec,
        audit: &RowAudit,
        puzzles: &[PuzzleRow<'_>],
    ) -> Self {
        let mut coverage = Self::default();
        // The shards of a run have its trials together, other runs have them all.
        let ids: Vec<&str> = manifests.iter().map(|manifest| &*manifest.run_id).collect();
        let groups: Vec<&[&str]> = match plan.shard {
            Some(_) => vec![&ids],
            None => ids.chunks(1).collect(),
        };
        for group in groups {
            for trial in puzzles.iter().flat_map(|puzzle| planned(plan, puzzle)) {
                let has_row = group.iter().any(|run_id| audit.trials.contains(&trial.key(run_id)));
                coverage.n_found += u64::from(has_row);
                coverage.n_expected += u64::from(has_row || trial.is_required);
                if !has_row && trial.is_required {
                    coverage.first_missing.get_or_insert_with(|| trial.in_words());
                }
            }
        }
        coverage.n_strangers = audit.trials.len() as u64 - coverage.n_found;
        coverage
    }

    /// Returns whether each trial of the plan has a row, and no row is of another one.
    fn check(&self, plan: &RunSpec, n_puzzles: usize) -> Check {
        match &self.first_missing {
            Some(first) => {
                let found = share(self.n_found, self.n_expected);
                Check::fails(
                    PLAN,
                    format!("{found} trials have a row; the first without is {first}."),
                )
            }
            None if self.n_strangers > 0 => {
                let strangers = counted(self.n_strangers, "row");
                Check::fails(PLAN, format!("{strangers} of no trial of the plan."))
            }
            None => Check::holds(
                PLAN,
                format!(
                    "Each of {} of {} on {} has one row.",
                    counted(self.n_expected, "trial"),
                    counted(plan.backends.len() as u64, "backend"),
                    counted(n_puzzles as u64, "puzzle")
                ),
            ),
        }
    }
}

/// Returns the first puzzle that is stated twice.
fn repeated<'a>(puzzles: &'a [PuzzleRow<'a>]) -> Option<&'a PuzzleRow<'a>> {
    let mut seen = HashSet::new();
    puzzles.iter().find(|it| !seen.insert((&it.corpus, &it.puzzle, it.iso_seed)))
}

/// Returns why the plan does not say which trials there are.
fn open_end(manifests: &[Manifest]) -> Option<String> {
    if manifests.iter().any(|manifest| manifest.plan.summary_only) {
        return Some("--summary-only keeps one row in a thousand and the failures.".into());
    }
    let skipped =
        |it: &Manifest| it.decision.as_ref().map_or(0, |decision| decision.trials_skipped);
    if manifests.iter().any(|manifest| skipped(manifest) > 0) {
        return Some(
            "The run ended when the order was decided (--until), so trials were skipped.".into(),
        );
    }
    let is_incomplete = manifests.iter().any(|manifest| !manifest.complete);
    if is_incomplete {
        return Some("The run is incomplete.".into());
    }
    let shards = manifests.first()?.plan.shard?;
    let n_shards = manifests.len();
    (n_shards < shards.count.get() as usize && n_shards > 1)
        .then(|| format!("{n_shards} of {} shards are here.", shards.count))
}

/// A trial of the plan.
struct PlannedTrial<'a> {
    puzzle: &'a PuzzleRow<'a>,
    backend: &'a str,
    rep: u32,
    invocation: u32,
    /// Whether it is there in any case: how often a block is repeated may depend on the time that it takes.
    is_required: bool,
}

impl PlannedTrial<'_> {
    fn key(&self, run_id: &str) -> u128 {
        let PuzzleRow { corpus, puzzle, iso_seed, .. } = self.puzzle;
        let iso_seed = iso_seed.map(|seed| seed.to_string()).unwrap_or_default();
        let parts = [&**corpus, &**puzzle, &*iso_seed, self.backend];
        trial_key(run_id, parts, self.rep, self.invocation)
    }

    fn in_words(&self) -> String {
        let (backend, puzzle) = (self.backend, &self.puzzle.puzzle);
        format!("{backend} on {puzzle}, repetition {} of process {}", self.rep, self.invocation)
    }
}

/// Returns the trials of a puzzle. An isomorph that is new in its repetition has those of this repetition alone.
fn planned<'a>(
    plan: &'a RunSpec,
    puzzle: &'a PuzzleRow<'a>,
) -> impl Iterator<Item = PlannedTrial<'a>> {
    let reps = plan.repetitions;
    let isomorphs = plan.isomorphs.unwrap_or(1);
    let fresh_seed = puzzle.iso_seed.filter(|_| plan.fresh.contains(&Fresh::Isomorph));
    let only = fresh_seed.map(|iso_seed| isomorphs::repetition(plan.seed, isomorphs, iso_seed));
    let has_it = move |rep: &u32| only.is_none_or(|only| only == u64::from(*rep));
    plan.backends.iter().flat_map(move |backend| {
        (1..=plan.invocations.max(1)).flat_map(move |invocation| {
            (reps.first()..=reps.max).filter(has_it).map(move |rep| {
                let is_required = rep <= reps.min;
                PlannedTrial { puzzle, backend, rep, invocation, is_required }
            })
        })
    })
}

/// Returns whether each puzzle has the hash that is stated, as far as its board is known.
fn hashes(folder: &RunFolder, puzzles: &[PuzzleRow<'_>]) -> anyhow::Result<Check> {
    let name = "puzzles";
    let mut referee = GridReferee::of(&folder.path)?;
    let (mut n_held, mut n_unknown, mut changed) = (0, 0, Tally::default());
    for (row, line) in puzzles.iter().zip(2_u64..) {
        let text = PuzzleText {
            hash: row.puzzle_hash,
            geometry: &row.geometry,
            givens: &row.givens,
            candidates: row.candidates.as_deref().unwrap_or_default(),
        };
        match referee.has_hash(&text) {
            Some(true) => n_held += 1,
            Some(false) => changed.add(line, format!("{} has another hash", row.puzzle)),
            None => n_unknown += 1,
        }
    }
    let all = counted(puzzles.len() as u64, "puzzle");
    Ok(match (changed.is_empty(), n_unknown) {
        (false, _) => Check::fails(
            name,
            format!(
                "{}: {}",
                puzzles::FILE,
                changed.sentence([
                    "is not the puzzle of its hash",
                    "are not the puzzles of their hashes"
                ])
            ),
        ),
        (_, 0) => Check::holds(name, format!("{all}, each with its hash.")),
        (_, n_unknown) => Check::unknown(
            name,
            format!(
                "{n_held} of {all} have their hashes; {n_unknown} are instances, or on boards or in symbols that are not beside the rows."
            ),
        ),
    })
}
