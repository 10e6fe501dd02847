//! Reads rows one by one, and keeps the fields of [`Trial`].

use std::cmp::Ordering;
use std::collections::HashMap;
use std::mem;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use csv::ByteRecord;
use record::plain_text::label;
use record::{SCHEMA, Status, Task, Verified};

use super::file::{RowFile, must_be_distinct};
use super::groups::{self, TimingGroup};
use super::interner::Interner;
use super::{
    ABSENT, Columns, Contestant, CorpusEntry, Measure, PuzzleInfo, Rechecked, RowField, RowSource,
    Runs, Solution, Trial, recheck, verdicts, versions,
};
use crate::reported_times::ReportedTime;

/// The number of rows after which the number of bytes is reported.
const WATCHED: u64 = 4_096;

/// What tells equal trials of two files without run ids apart.
const OF_TWO: &str = "; if the files are of two runs, a column run_id that names the run of each row tells them apart";

/// Reads all files, and computes what depends on all of them.
/// `watch` receives the number of bytes so far.
pub(super) fn read(paths: &[PathBuf], watch: &dyn Fn(u64)) -> anyhow::Result<Runs> {
    must_be_distinct(paths)?;
    let mut reader = Reader::default();
    let mut n_bytes = 0;
    for path in paths {
        n_bytes += reader.file(path, &|bytes| watch(n_bytes + bytes))?;
    }
    let mut runs = reader.finish();
    let grids = recheck::recheck(&mut runs, paths)?;
    verdicts::recompute(&mut runs, &grids);
    runs.pilot_failures = remove_pilots(&mut runs.trials);
    if runs.trials.is_empty() {
        bail!("no rows: {} has none, or only those of pilot passes", names_of(&runs.sources));
    }
    Ok(runs)
}

/// Everything read so far, and the interned words.
#[derive(Default)]
struct Reader {
    runs: Runs,
    run_ids: Interner,
    puzzles: Interner,
    entries: Interner,
    /// The group that shares the time of each trial, as its row states it.
    groups: Vec<Option<TimingGroup>>,
    contestants: Interner,
    solutions: Interner,
    seen: HashMap<Key, RowPlace>,
    /// The number of rows of the present file whose status contradicts their solutions.
    contradictory: u64,
}

/// The identity of a trial within a run.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    run: u32,
    contestant: u32,
    entry: u32,
    rep: u32,
    invocation: u32,
    task: Task,
}

/// The position of a row: its file and line.
#[derive(Clone, Copy)]
struct RowPlace {
    source: u32,
    line: u32,
}

impl Reader {
    /// Reads the rows of a folder or a file, and the manifests beside them. Returns the number of bytes.
    fn file(&mut self, path: &Path, watch: &dyn Fn(u64)) -> anyhow::Result<u64> {
        let mut file = RowFile::open(path)?;
        let columns = Columns::find(file.name(), file.header())?;
        let source = self.runs.sources.len() as u32;
        let name = path.display().to_string();
        let manifests = file.take_manifests();
        self.runs.sources.push(RowSource { name, manifests, rechecked: Rechecked::default() });
        let mut record = ByteRecord::new();
        while let Some(line) = file.next(&mut record)? {
            if line % WATCHED == 0 {
                watch(file.bytes());
            }
            let place = RowPlace { source, line: line as u32 };
            self.row(&columns, &record, place)
                .map_err(|problem| anyhow::anyhow!("{}:{line}:{problem:#}", file.name()))?;
        }
        let found = &mut self.runs.sources[source as usize];
        found.rechecked = Rechecked {
            contradictory: mem::take(&mut self.contradictory),
            ..Rechecked::of_file(path, &mut file, &found.manifests)
        };
        Ok(file.bytes())
    }

    /// Adds a row.
    fn row(
        &mut self,
        columns: &Columns,
        record: &ByteRecord,
        place: RowPlace,
    ) -> anyhow::Result<()> {
        check_schema(columns, record)?;
        let trial = self.trial(columns, record, place.source)?;
        self.must_be_new(columns, record, &trial, place)?;
        self.add_reported_time(&trial);
        self.groups.push(timing_group(columns, record)?);
        self.runs.trials.push(trial);
        Ok(())
    }

    /// Returns the trial of a row of a source, and numbers the words that are new.
    fn trial(
        &mut self,
        columns: &Columns,
        record: &ByteRecord,
        source: u32,
    ) -> anyhow::Result<Trial> {
        let puzzle = self.puzzle(columns, record)?;
        let mut trial = Trial {
            source,
            run: self.run(columns, record)?,
            contestant: self.contestant(columns, record)?,
            puzzle,
            entry: self.entry(columns, record, puzzle)?,
            group: None,
            task: columns.word(record, RowField::Task)?.unwrap_or_default(),
            rep: columns.number(record, RowField::Rep, 1)?,
            invocation: columns.number(record, RowField::Invocation, 1)?,
            worker: columns.number(record, RowField::Worker, 0)?,
            order: columns.number(record, RowField::Order, 0)?,
            isolated: columns.truth(record, RowField::Isolated)?,
            status: required(columns.word(record, RowField::Status)?)?,
            verified: columns.word(record, RowField::Verified)?.unwrap_or_default(),
            granularity: columns.word(record, RowField::Granularity)?,
            solutions: columns.count(record, RowField::Solutions)?,
            solution: self.solution(columns, record)?,
            certified: columns.word(record, RowField::Certified)?,
            contradicts_corpus: !columns.bytes(record, RowField::Contradicts).is_empty(),
            measures: [ABSENT; Measure::ALL.len()],
        };
        let has_number = !columns.bytes(record, RowField::Solutions).is_empty();
        if has_number && trial.status.contradicts(&trial.solutions, trial.solution.is_some()) {
            (trial.status, trial.verified) = (Status::Unknown, Verified::Unchecked);
            self.contradictory += 1;
        }
        for measure in Measure::ALL {
            if let Some(value) = columns.measure(record, measure)? {
                trial.measures[measure as usize] = value;
            }
        }
        Ok(trial)
    }

    /// Adds the time of a trial to those that backends report, if it has a round trip to compare it with.
    fn add_reported_time(&mut self, trial: &Trial) {
        let trip_ns @ Some(_) = trial.get(Measure::Trip) else { return };
        let &Trial { rep, status, granularity, .. } = trial;
        let wall_ns = trial.get(Measure::Wall);
        let reported = ReportedTime { rep, status, granularity, wall_ns, trip_ns };
        let backend = &self.runs.contestants[trial.contestant as usize].backend;
        self.runs.reported_times.add(backend, reported);
    }

    /// Returns the occurrence of the puzzle of a row in its corpus. Isomorphs of a puzzle are several, although an empty
    /// board is the isomorph of itself.
    fn entry(
        &mut self,
        columns: &Columns,
        record: &ByteRecord,
        puzzle: u32,
    ) -> anyhow::Result<u32> {
        let corpus = columns.text(record, RowField::Corpus)?;
        let name = columns.text(record, RowField::Puzzle)?;
        let iso_seed = columns.text(record, RowField::IsoSeed)?;
        let key = format!("{puzzle}\n{corpus}\n{name}\n{iso_seed}");
        let (number, is_new) = self.entries.number(key.as_bytes());
        if is_new {
            let (corpus, name) = (label(corpus).into_owned(), label(name).into_owned());
            self.runs.entries.push(CorpusEntry { puzzle, corpus, name });
        }
        Ok(number)
    }

    fn run(&mut self, columns: &Columns, record: &ByteRecord) -> anyhow::Result<u32> {
        let (number, is_new) = self.run_ids.number(columns.bytes(record, RowField::RunId));
        if is_new {
            self.runs.runs.push(label(columns.text(record, RowField::RunId)?).into_owned());
        }
        Ok(number)
    }

    fn solution(&mut self, columns: &Columns, record: &ByteRecord) -> anyhow::Result<Option<u32>> {
        let text = columns.bytes(record, RowField::Solution);
        if text.is_empty() {
            return Ok(None);
        }
        let symbols = columns.bytes(record, RowField::Symbols);
        let (number, is_new) = self.solutions.number(&[text, symbols].join(&b'\n'));
        if is_new {
            let text = columns.text(record, RowField::Solution)?.to_owned();
            let symbols = columns.text(record, RowField::Symbols)?.to_owned();
            let symbols = Some(symbols).filter(|symbols| !symbols.is_empty());
            self.runs.solutions.push(Solution { text, symbols });
        }
        Ok(Some(number))
    }

    fn contestant(&mut self, columns: &Columns, record: &ByteRecord) -> anyhow::Result<u32> {
        let backend = columns.bytes(record, RowField::Backend);
        if backend.is_empty() {
            bail!("{}: empty, expected the id of a backend", RowField::Backend.name());
        }
        let parts =
            [RowField::Version, RowField::InstructionSet].map(|it| columns.bytes(record, it));
        let (number, is_new) = self.contestants.number(&[backend, parts[0], parts[1]].join(&b'\n'));
        if is_new {
            let backend = label(columns.text(record, RowField::Backend)?).into_owned();
            // A backend that chooses its instruction set at run time is another contestant on another set.
            let version = label(columns.text(record, RowField::Version)?);
            let version = match &*label(columns.text(record, RowField::InstructionSet)?) {
                "" => version.into_owned(),
                set => format!("{version}+{set}"),
            };
            let label = backend.clone();
            self.runs.contestants.push(Contestant { backend, version, label });
        }
        Ok(number)
    }

    fn puzzle(&mut self, columns: &Columns, record: &ByteRecord) -> anyhow::Result<u32> {
        let hash = columns.bytes(record, RowField::PuzzleHash);
        let (number, is_new) = if hash.is_empty() {
            let parts = [RowField::Corpus, RowField::Puzzle, RowField::IsoSeed];
            self.puzzles.number(&parts.map(|field| columns.bytes(record, field)).join(&b'\n'))
        } else {
            self.puzzles.number(hash)
        };
        if is_new {
            let text = |field| columns.text(record, field).map(|text| label(text).into_owned());
            let name = text(RowField::Puzzle)?;
            let corpus = text(RowField::Corpus)?;
            let hash = match text(RowField::PuzzleHash)? {
                hash if hash.is_empty() => [&*corpus, &*name, &*text(RowField::IsoSeed)?].join(" "),
                hash => hash,
            };
            let class = Some(text(RowField::Class)?).filter(|class| !class.is_empty());
            let iso_seed = Some(columns.number(record, RowField::IsoSeed, ABSENT)?);
            let clues = Some(columns.number(record, RowField::Clues, ABSENT)?);
            self.runs.puzzles.push(PuzzleInfo {
                class: class.unwrap_or_else(|| hash.clone()),
                hash,
                name,
                corpus,
                iso_seed: iso_seed.filter(|&seed| seed != ABSENT),
                geometry: text(RowField::Geometry)?,
                clues: clues.filter(|&clues| clues != ABSENT),
                level: text(RowField::Level)?,
            });
        }
        Ok(number)
    }

    fn must_be_new(
        &mut self,
        columns: &Columns,
        record: &ByteRecord,
        trial: &Trial,
        place: RowPlace,
    ) -> anyhow::Result<()> {
        let key = Key {
            run: trial.run,
            contestant: trial.contestant,
            entry: trial.entry,
            rep: trial.rep,
            invocation: trial.invocation,
            task: trial.task,
        };
        if let Some(first) = self.seen.insert(key, place) {
            let puzzle = columns.text(record, RowField::Puzzle)?;
            let backend = &self.runs.contestants[trial.contestant as usize].backend;
            let file = &self.runs.sources[first.source as usize].name;
            let is_nameless = self.runs.runs[trial.run as usize].is_empty();
            let of_two = if is_nameless && first.source != place.source { OF_TWO } else { "" };
            bail!(
                "{}: the trial of {backend} on {puzzle}, repetition {}, repeats line {} of {file}; \
                 expected each trial once{of_two}",
                RowField::Puzzle.name(),
                trial.rep,
                first.line
            );
        }
        Ok(())
    }

    /// Finishes reading: completes versions, labels and groups, and sorts.
    fn finish(self) -> Runs {
        let (mut runs, groups) = (self.runs, self.groups);
        drop((self.seen, self.puzzles, self.entries, self.solutions));
        versions::fill_in(&mut runs);
        let mut take_part = vec![false; runs.contestants.len()];
        runs.trials.iter().for_each(|trial| take_part[trial.contestant as usize] = true);
        let ids: Vec<String> = (runs.contestants.iter().zip(take_part))
            .filter(|(_, takes_part)| *takes_part)
            .map(|(one, _)| one.backend.clone())
            .collect();
        for one in &mut runs.contestants {
            if ids.iter().filter(|&id| *id == one.backend).count() > 1 {
                let version = if one.version.is_empty() { "unknown" } else { &one.version };
                one.label = format!("{}@{version}", one.backend);
            }
        }
        groups::assign(&mut runs, &groups);
        sort(&mut runs);
        runs
    }
}

/// Sorts runs, puzzles and contestants, so that no result depends on the order of the rows.
fn sort(runs: &mut Runs) {
    let run = sort_with_places(&mut runs.runs, String::cmp);
    let puzzle = sort_with_places(&mut runs.puzzles, |a, b| a.hash.cmp(&b.hash));
    let contestant = sort_with_places(&mut runs.contestants, Contestant::cmp);
    for entry in &mut runs.entries {
        entry.puzzle = puzzle[entry.puzzle as usize];
    }
    for trial in &mut runs.trials {
        trial.run = run[trial.run as usize];
        trial.puzzle = puzzle[trial.puzzle as usize];
        trial.contestant = contestant[trial.contestant as usize];
    }
}

/// Sorts items, and returns the new index of each.
fn sort_with_places<T>(things: &mut Vec<T>, order: impl Fn(&T, &T) -> Ordering) -> Vec<u32> {
    let mut numbered: Vec<(usize, T)> = things.drain(..).enumerate().collect();
    numbered.sort_by(|a, b| order(&a.1, &b.1));
    let mut places = vec![0; numbered.len()];
    numbered.iter().enumerate().for_each(|(place, (number, _))| places[*number] = place as u32);
    things.extend(numbered.into_iter().map(|(_, thing)| thing));
    places
}

/// Removes pilot passes, and returns the number of failures among them.
fn remove_pilots(trials: &mut Vec<Trial>) -> u64 {
    let failures = trials
        .iter()
        .filter(|trial| trial.rep == 0)
        .filter(|trial| record::is_failure(trial.status, trial.verified));
    let failures = failures.count() as u64;
    trials.retain(|trial| trial.rep > 0);
    failures
}

/// Checks that this program reads the schema of a row.
fn check_schema(columns: &Columns, record: &ByteRecord) -> anyhow::Result<()> {
    let schema = columns.number(record, RowField::Schema, SCHEMA)?;
    if schema > SCHEMA {
        let schema_name = RowField::Schema.name();
        bail!("{schema_name}: schema {schema}, this program reads schemas up to {SCHEMA}");
    }
    Ok(())
}

/// Returns the group of puzzles that was timed together with that of a row.
fn timing_group(columns: &Columns, record: &ByteRecord) -> anyhow::Result<Option<TimingGroup>> {
    Ok(match columns.bytes(record, RowField::TimingGroup) {
        b"" => None,
        _ => Some(TimingGroup {
            first: columns.number(record, RowField::TimingGroup, 0)?,
            size: columns.number(record, RowField::TimingGroupSize, 1)?,
        }),
    })
}

fn required(status: Option<Status>) -> anyhow::Result<Status> {
    status.with_context(|| format!("{}: empty, expected a status", RowField::Status.name()))
}

fn names_of(sources: &[RowSource]) -> String {
    sources.iter().map(|source| source.name.as_str()).collect::<Vec<_>>().join(", ")
}
