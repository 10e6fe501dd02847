//! `--balance-by`: what puzzles cost, as an earlier run measured it, and the cut into shards that balances it.
//!
//! The cost of a puzzle is the sum over the backends of the plan of the median of its times. What was not measured is
//! estimated: a puzzle costs a backend what the median of its corpus does, or that of all corpora. A backend that the
//! earlier run lacks is taken to cost on each puzzle what the others do in sum, which changes no balance.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use analysis::load::{Columns, Measure, RowField, RowFile, manifests};
use anyhow::{Context, bail, ensure};
use csv::ByteRecord;
use race::corpus::{CorpusOptions, Reader};
use race::cut::{self, Cut};
use race::plan::Plan;
use record::filter::Filter;
use record::folder::{ROWS, read_manifest_file};
use record::hash::PuzzleHash;
use record::row::nanoseconds;
use record::{Status, median};
use render::table::counted;

use crate::cli::RunArgs;
use crate::cmd::note;

/// Replaces the cut of a plan by the one that balances the shards by an earlier run, which a note reports. Without
/// `--balance-by` the plan stays.
///
/// # Errors
/// When a file cannot be read, or the earlier run has no puzzle or no backend of this one.
pub(super) fn balance(
    plan: &mut Plan,
    arguments: &RunArgs,
    files: &[PathBuf],
    options: &CorpusOptions,
    filter: &Filter,
) -> anyhow::Result<()> {
    let Some((run, shard)) = arguments.balance_by.as_ref().zip(arguments.shard) else {
        return Ok(());
    };
    let reader = Reader::open_with(files, options.clone())?;
    let earlier = content_hash(run)?;
    let measured = MeasuredCosts::read(run, plan)?;
    let (mut costs, mut known) = (HashMap::new(), HashSet::new());
    cut::for_each_puzzle(reader, filter, |class, corpus| {
        let cost: &mut u64 = costs.entry(class).or_default();
        *cost = cost.saturating_add(measured.of(class, corpus));
        if measured.has(class) {
            known.insert(class);
        }
    })?;
    let run = run.display();
    ensure!(
        !known.is_empty(),
        "{run} has no puzzle of these corpora, expected some in --balance-by"
    );
    let (cut, loads) = Cut::balanced(shard, &costs, earlier);
    let mean = loads.total as f64 / f64::from(shard.count.get());
    if arguments.invocation.is_none() {
        note(&format!(
            "the shards are balanced by {run}, which has {} of {}; the largest is expected to take {:.2} times the mean",
            known.len(),
            counted(costs.len() as u64, "puzzle"),
            loads.largest as f64 / mean,
        ));
    }
    plan.cut = Some(cut);
    Ok(())
}

/// Returns the hash of the rows of an earlier run.
///
/// # Errors
/// When it is not a whole run.
fn content_hash(run: &Path) -> anyhow::Result<String> {
    stated_rows(run)?;
    let rows = if run.is_dir() { run.join(ROWS) } else { run.to_owned() };
    let problem = || format!("cannot read {}", rows.display());
    let mut file = BufReader::with_capacity(1 << 18, File::open(&rows).with_context(problem)?);
    let (mut hasher, mut last) = (blake3::Hasher::new(), None);
    loop {
        let bytes = file.fill_buf().with_context(problem)?;
        let Some(&byte) = bytes.last() else { break };
        hasher.update(bytes);
        last = Some(byte);
        let length = bytes.len();
        file.consume(length);
    }
    ensure!(last == Some(b'\n'), "{} ends within a line, expected a whole run", rows.display());
    Ok(hasher.finalize().to_hex().to_string())
}

/// Returns the number of rows that the manifests of a run state; `None` if one of an older run does not, or there is
/// none.
///
/// # Errors
/// When a manifest cannot be read, or is incomplete.
fn stated_rows(run: &Path) -> anyhow::Result<Option<u64>> {
    let mut n_rows = None;
    for (number, file) in manifests(run)?.iter().enumerate() {
        let manifest = read_manifest_file(file)?;
        ensure!(manifest.complete, "{} is incomplete, expected a whole run", run.display());
        let sum = if number == 0 { Some(0) } else { n_rows };
        n_rows = sum.zip(manifest.rows).map(|(sum, rows)| sum + rows);
    }
    Ok(n_rows)
}

/// The times of one backend.
#[derive(Default)]
struct BackendCosts {
    of_class: HashMap<PuzzleHash, u64>,
    of_corpus: HashMap<String, u64>,
    of_all: u64,
}

/// The times of the backends of a plan in an earlier run, in nanoseconds.
struct MeasuredCosts(Vec<BackendCosts>);

impl MeasuredCosts {
    /// Reads the earlier run.
    fn read(run: &Path, plan: &Plan) -> anyhow::Result<Self> {
        let mut times: HashMap<&str, Times> =
            plan.backends.iter().map(|one| (one.backend.id, Times::default())).collect();
        let mut file = RowFile::open(run)?;
        let columns = Columns::find(file.name(), file.header())?;
        let (mut record, mut n_rows) = (ByteRecord::new(), 0);
        while let Some(line) = file.next(&mut record)? {
            n_rows += 1;
            let backend = columns.text(&record, RowField::Backend)?;
            let Some(times) = times.get_mut(backend) else { continue };
            times
                .add(&columns, &record, plan.timeout)
                .with_context(|| format!("{}:{line}", file.name()))?;
        }
        if let Some(stated) = stated_rows(run)?.filter(|&stated| stated != n_rows) {
            let run = run.display();
            bail!("{run} has {n_rows} rows, expected the {stated} that its manifest states");
        }
        let costs: Vec<BackendCosts> = times.into_values().filter_map(Times::medians).collect();
        if costs.is_empty() {
            let run = run.display();
            bail!("{run} has no time of these backends, expected some in --balance-by");
        }
        Ok(Self(costs))
    }

    /// Returns whether a class was measured.
    fn has(&self, class: PuzzleHash) -> bool {
        self.0.iter().any(|backend| backend.of_class.contains_key(&class))
    }

    /// Returns the expected cost of a puzzle.
    fn of(&self, class: PuzzleHash, corpus: &str) -> u64 {
        let cost = |backend: &BackendCosts| {
            let of_class = backend.of_class.get(&class);
            *of_class.or_else(|| backend.of_corpus.get(corpus)).unwrap_or(&backend.of_all)
        };
        self.0.iter().map(cost).fold(0, u64::saturating_add)
    }
}

/// The times of one backend that were read.
#[derive(Default)]
struct Times {
    of_class: HashMap<PuzzleHash, Vec<u64>>,
    of_corpus: HashMap<String, Vec<u64>>,
}

impl Times {
    /// Adds the time of a row, unless it is that of a pilot pass or has none.
    fn add(
        &mut self,
        columns: &Columns,
        record: &ByteRecord,
        limit: Option<Duration>,
    ) -> anyhow::Result<()> {
        let limit = limit.map(nanoseconds);
        let status: Option<Status> = columns.word(record, RowField::Status)?;
        let wall = columns.measure(record, Measure::Wall)?;
        let time = match status {
            Some(Status::Timeout) => limit.or(columns.measure(record, Measure::LimitNs)?).or(wall),
            Some(Status::Unsupported) => Some(0),
            _ => wall.map(|wall| limit.map_or(wall, |limit| wall.min(limit))),
        };
        let is_pilot = columns.number(record, RowField::Rep, 1)? == 0;
        let Some(time) = time.filter(|_| !is_pilot) else { return Ok(()) };
        let class = columns.text(record, RowField::Class)?.parse().context("iso_class")?;
        self.of_class.entry(class).or_default().push(time);
        let corpus = columns.text(record, RowField::Corpus)?;
        match self.of_corpus.get_mut(corpus) {
            Some(times) => times.push(time),
            None => _ = self.of_corpus.insert(corpus.into(), vec![time]),
        }
        Ok(())
    }

    /// Returns the medians; `None` if there is no time.
    fn medians(self) -> Option<BackendCosts> {
        let of_all: Vec<u64> = self.of_corpus.values().flatten().copied().collect();
        Some(BackendCosts {
            of_all: rounded_median(&of_all)?,
            of_class: medians(self.of_class),
            of_corpus: medians(self.of_corpus),
        })
    }
}

fn medians<K: Eq + std::hash::Hash>(times: HashMap<K, Vec<u64>>) -> HashMap<K, u64> {
    let medians = times.into_iter().map(|(key, times)| Some((key, rounded_median(&times)?)));
    medians.flatten().collect()
}

fn rounded_median(times: &[u64]) -> Option<u64> {
    median::median(times).map(|median| median as u64)
}
