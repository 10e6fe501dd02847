//! The rows of a run, one by one. A row that cannot be read is counted, and the others are read all the same.

use std::collections::{BTreeMap, HashMap, HashSet};

use analysis::load::{Columns, RowField, RowFile, Runs};
use csv::ByteRecord;
use record::hash::{self, PuzzleHash};
use record::manifest::Manifest;
use record::{SCHEMA, Status, Verified};
use render::table::{counted, grouped};

use super::claims::{self, RowFacts};
use super::tally::{Tally, said_of};
use super::{Check, RunFolder};

/// A grid as rows show it: its text, and the characters of its symbols.
pub(super) type ShownGrid = (String, Option<String>);

/// What the rows of a run say.
#[derive(Default)]
pub(super) struct RowAudit {
    /// The number of rows, also of those that cannot be read.
    pub(super) n_rows: u64,
    /// The number of rows of each run, by its id.
    pub(super) of_runs: BTreeMap<String, u64>,
    /// The identities of the trials, hashed.
    pub(super) trials: HashSet<u128>,
    /// The grids by their puzzles, each with its rows, if they are asked for.
    pub(super) grids: HashMap<PuzzleHash, Vec<(ShownGrid, u64)>>,
    /// The answers that are certified, with their backends: those that a kept proof may be of.
    pub(super) certified: HashMap<(String, PuzzleHash), Vec<(Status, String)>>,
    /// Whether a row is of an instance, which is not in `puzzles.csv`.
    pub(super) has_instances: bool,
    /// The rows whose task or time limit is not that of the plan.
    pub(super) off_plan: Tally,
    /// The status and the verdict of each row that can be read, without pilot passes.
    stated: Vec<(Status, Verified)>,
    schemas: BTreeMap<u32, u64>,
    is_torn: bool,
    unreadable: Tally,
    repeated: Tally,
    strangers: Tally,
    claims: Tally,
    times: Tally,
    /// The times of the workers of each run and process, in nanoseconds.
    busy: HashMap<(String, u32, u32), u128>,
    late: Vec<String>,
}

impl RowAudit {
    /// Reads all rows.
    ///
    /// # Errors
    /// When the file cannot be read, or lacks a required column.
    pub(super) fn read(folder: &RunFolder, keeps_grids: bool) -> anyhow::Result<Self> {
        let path = folder.rows();
        let mut file = RowFile::open_any(&path)?;
        let columns = Columns::find(file.name(), file.header())?;
        let width = file.header().len();
        let (mut audit, mut record) = (Self::default(), ByteRecord::new());
        while let Some(line) = file.next_of_any_width(&mut record)? {
            audit.n_rows += 1;
            if record.len() != width {
                audit.unreadable.add(line, format!("{} fields, expected {width}", record.len()));
                continue;
            }
            if let Err(why) = audit.row(folder, &columns, &record, line, keeps_grids) {
                audit.unreadable.add(line, format!("{why:#}"));
            }
        }
        audit.is_torn = file.is_torn();
        audit.sum_up_times(folder);
        Ok(audit)
    }

    fn row(
        &mut self,
        folder: &RunFolder,
        columns: &Columns,
        record: &ByteRecord,
        line: u64,
        keeps_grids: bool,
    ) -> anyhow::Result<()> {
        let schema = columns.number(record, RowField::Schema, SCHEMA)?;
        *self.schemas.entry(schema).or_default() += 1;
        let run_id = columns.text(record, RowField::RunId)?;
        *self.of_runs.entry(run_id.to_owned()).or_default() += 1;
        let manifest = folder.manifests.iter().find(|manifest| manifest.run_id == run_id);
        if manifest.is_none() {
            self.strangers.add(line, format!("{run_id:?}"));
        }
        if !self.trials.insert(identity(columns, record)?) {
            self.repeated.add(line, "the trial occurred before");
        }
        let facts = RowFacts::read(columns, record)?;
        if facts.rep > 0 {
            self.stated.push((facts.status, facts.verified));
        }
        self.judge(&facts, manifest, line);
        let worker = (run_id.to_owned(), facts.invocation, facts.worker);
        *self.busy.entry(worker).or_default() += u128::from(facts.wall_ns.unwrap_or_default());
        let puzzle: Option<PuzzleHash> = columns.text(record, RowField::PuzzleHash)?.parse().ok();
        self.has_instances |= facts.is_of_instance();
        let Some(puzzle) = puzzle else { return Ok(()) };
        if facts.is_certified {
            let backend = columns.text(record, RowField::Backend)?.to_owned();
            let claim = (facts.status, facts.solutions.to_string());
            self.certified.entry((backend, puzzle)).or_default().push(claim);
        }
        if keeps_grids && facts.status.is_answer() && facts.has_grid {
            let text = columns.text(record, RowField::Solution)?;
            let symbols = columns.text(record, RowField::Symbols)?;
            let symbols = Some(symbols.to_owned()).filter(|it| !it.is_empty());
            self.keep_grid(puzzle, (text.to_owned(), symbols));
        }
        Ok(())
    }

    /// Judges a row by itself and by the plan of its run.
    fn judge(&mut self, facts: &RowFacts, manifest: Option<&Manifest>, line: u64) {
        let off_plan = |it: &Manifest| claims::off_plan(facts, it.plan.task, it.plan.limit_ns);
        if let Some(why) = manifest.and_then(off_plan) {
            self.off_plan.add(line, why);
        }
        if let Some(why) = claims::contradiction(facts) {
            self.claims.add(line, why);
        }
        if let Some(why) = claims::impossible_time(facts) {
            self.times.add(line, why);
        }
    }

    /// Keeps the grid that a row shows, or counts it if another row has shown it.
    fn keep_grid(&mut self, puzzle: PuzzleHash, shown: ShownGrid) {
        let grids = self.grids.entry(puzzle).or_default();
        match grids.iter_mut().find(|(grid, _)| *grid == shown) {
            Some((_, n_rows)) => *n_rows += 1,
            None => grids.push((shown, 1)),
        }
    }

    /// Compares what each worker spent with the time between the start and the end of its run.
    fn sum_up_times(&mut self, folder: &RunFolder) {
        for manifest in &folder.manifests {
            let Some(elapsed) = claims::elapsed_ns(manifest) else { continue };
            let of_run = self.busy.iter().filter(|((run_id, ..), _)| *run_id == manifest.run_id);
            let longest = of_run.map(|(_, busy)| *busy).max().unwrap_or_default();
            if longest > elapsed {
                let seconds = |ns: u128| ns as f64 / 1e9;
                self.late.push(format!(
                    "a worker of {} spent {:.1} s on its trials, and the run took {:.1} s",
                    manifest.run_id,
                    seconds(longest),
                    seconds(elapsed)
                ));
            }
        }
    }

    /// Returns the checks of single rows, and of all together.
    pub(super) fn checks(&self) -> Vec<Check> {
        vec![self.rows_check(), self.trials_check(), self.claims_check(), self.times_check()]
    }

    /// Returns whether no row but those of pilot passes is there.
    pub(super) fn has_no_answers(&self) -> bool {
        self.stated.is_empty() && self.unreadable.is_empty()
    }

    /// Returns whether all rows can be read.
    fn rows_check(&self) -> Check {
        let name = "rows";
        let rows = counted(self.n_rows, "row");
        let schemas: Vec<String> = self.schemas.keys().map(u32::to_string).collect();
        let rest = match &schemas[..] {
            [] => rows,
            schemas => format!("{rows} of schema {}", schemas.join(" and ")),
        };
        let newer = self.schemas.keys().find(|schema| **schema > SCHEMA);
        match newer {
            Some(schema) => Check::unknown(
                name,
                format!("{rest}; this program knows schemas up to {SCHEMA}, not {schema}."),
            ),
            None if !self.unreadable.is_empty() => {
                Check::fails(name, self.unreadable.sentence(["cannot be read"; 2]))
            }
            None if self.is_torn => {
                Check::fails(name, format!("{rest}; the last line is partial, and is no row."))
            }
            None if self.n_rows == 0 => Check::holds(name, format!("{rest}.")),
            None => Check::holds(name, format!("{rest}, all words and numbers valid.")),
        }
    }

    /// Returns whether each row is of another trial, and of a run that has a manifest.
    fn trials_check(&self) -> Check {
        let name = "trials";
        match (self.repeated.is_empty(), self.strangers.is_empty()) {
            (false, _) => {
                Check::fails(name, self.repeated.sentence(["repeats a trial", "repeat a trial"]))
            }
            (_, false) => Check::fails(
                name,
                self.strangers.sentence([
                    "is of a run without a manifest",
                    "are of a run without a manifest",
                ]),
            ),
            _ => Check::holds(
                name,
                format!("{} distinct.", counted(self.trials.len() as u64, "trial")),
            ),
        }
    }

    /// Returns whether the words and numbers of each row agree with each other.
    fn claims_check(&self) -> Check {
        let name = "claims";
        match self.claims.is_empty() {
            true => Check::holds(name, "No row contradicts itself."),
            false => Check::fails(
                name,
                self.claims.sentence(["contradicts itself", "contradict themselves"]),
            ),
        }
    }

    /// Returns whether the times are possible, each by itself and all those of a worker.
    fn times_check(&self) -> Check {
        let name = "times";
        match (self.times.is_empty(), &self.late[..]) {
            (false, _) => Check::fails(
                name,
                self.times.sentence(["has an impossible time", "have an impossible time"]),
            ),
            (_, [first, ..]) => Check::fails(name, format!("{first}.")),
            _ => Check::holds(
                name,
                "Within the limits, the parts within the whole, and the sums within the run. A time by itself cannot \
                 be checked.",
            ),
        }
    }

    /// Compares the verdicts in the rows with those that follow from all rows.
    pub(super) fn verdicts(&self, runs: &Runs) -> Check {
        if self.stated.len() != runs.trials.len() {
            return Check::unknown("verdicts", "Not compared, since rows cannot be read.");
        }
        let (mut n_better, mut n_supported) = (0_u64, 0_u64);
        for (trial, &(status, verified)) in runs.trials.iter().zip(&self.stated) {
            let states_yes = verified == Verified::Yes && status.is_answer();
            let holds = trial.verified == Verified::Yes && trial.status == status;
            n_supported += u64::from(states_yes && holds);
            n_better += u64::from(states_yes && !holds);
        }
        let verified = counted(n_supported, "answer");
        if n_better > 0 {
            let rows = said_of(n_better, "row", ["states", "state"]);
            return Check::fails(
                "verdicts",
                format!("{rows} verified=yes, which the other rows and the grids do not bear out."),
            );
        }
        let note = "What lies beyond the grids rests on agreement of independent backends, on the corpus and on proofs.";
        Check::holds("verdicts", format!("{verified} verified, as the rows state. {note}"))
    }
}

/// Returns the identity of a trial within the file, hashed. It has the columns of a merge, and the
/// run.
fn identity(columns: &Columns, record: &ByteRecord) -> anyhow::Result<u128> {
    let text = |field| columns.text(record, field);
    let parts = [
        text(RowField::Corpus)?,
        text(RowField::Puzzle)?,
        text(RowField::IsoSeed)?,
        text(RowField::Backend)?,
    ];
    let rep = columns.number(record, RowField::Rep, 1_u32)?;
    let invocation = columns.number(record, RowField::Invocation, 1_u32)?;
    Ok(trial_key(text(RowField::RunId)?, parts, rep, invocation))
}

/// Returns the key of a trial: of a run, on a corpus, puzzle and isomorph, by a backend.
pub(super) fn trial_key(
    run_id: &str,
    [corpus, puzzle, iso_seed, backend]: [&str; 4],
    rep: u32,
    invocation: u32,
) -> u128 {
    let text = format!("{run_id}\n{corpus}\n{puzzle}\n{iso_seed}\n{backend}\n{rep}\n{invocation}");
    hash::key(text.as_bytes())
}

/// Returns a share for readers.
pub(super) fn share(part: u64, whole: u64) -> String {
    format!("{} of {}", grouped(part), grouped(whole))
}
