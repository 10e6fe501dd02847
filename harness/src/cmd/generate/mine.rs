//! Mining (`--hardest-for` and `--fewest-clues`): numbered hill climbs, the best of which are written.
//!
//! Each climb is a function of the seed and its number, so the result does not depend on the number of
//! threads, their order, or interruptions. The journal records completed climbs.

use std::collections::HashSet;
use std::path::Path;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::bail;
use board::text::line;
use board::{Geometry, Puzzle};
use generate::objective::{Judge, Objective};
use generate::{Effort, Generator, LocalOptimum};
use race::corpus::{CorpusOptions, RecordEntry, Records};
use race::progress_line::ProgressLine;
use rayon::prelude::*;
use record::hash::{self, PuzzleHash};

use super::super::workers;
use super::End;
use super::goal;
use super::journal::{Climb, Journal, JournalHeader};
use super::output::Output;
use crate::cli::GenerateArgs;

/// Runs the climbs that are not in the journal, and writes the best puzzles.
///
/// # Errors
/// When the journal is of another search, or the climbs yield too few puzzles.
pub(super) fn run(
    arguments: &GenerateArgs,
    objective: &Objective,
    geometry: &Arc<Geometry>,
    cancel: &AtomicBool,
    output: &mut Output<'_>,
) -> anyhow::Result<End> {
    let starts = match &arguments.mining.from {
        Some(file) => starts(file, geometry)?,
        None => Vec::new(),
    };
    let header = JournalHeader {
        from: (!starts.is_empty()).then(|| hash_of(&starts)),
        geometry: geometry.name().into(),
        seed: arguments.seed.number,
        backend: objective.backend_id().map(Into::into),
        by: objective.measured(),
        patience: arguments.mining.patience,
        drawings: arguments.mining.drawings,
        version: env!("CARGO_PKG_VERSION").into(),
    };
    let journal = Journal::open(arguments.mining.journal.as_deref(), &header, geometry)?;
    let climbs = climbs(arguments, objective, &starts, geometry, cancel, journal)?;
    if cancel.load(Ordering::Relaxed) {
        return Ok(End::Interrupted);
    }
    write(arguments, objective, climbs, geometry, output)
}

/// Reads the starting puzzles from a corpus.
fn starts(file: &Path, geometry: &Arc<Geometry>) -> anyhow::Result<Vec<Puzzle>> {
    let options = CorpusOptions { geometry: Some(geometry.clone()), ..CorpusOptions::default() };
    let mut starts = Vec::new();
    for listed in Records::open(slice::from_ref(&file.to_path_buf()), options)? {
        match listed? {
            RecordEntry::Record(record, called) => {
                let found = record.puzzle.geometry();
                if found.name() != geometry.name() {
                    bail!(
                        "{called} has the geometry {}, expected {}",
                        found.name(),
                        geometry.name()
                    );
                }
                let allowed: Vec<_> = record.puzzle.allowed().collect();
                starts.push(Puzzle::from_allowed(geometry.clone(), allowed));
            }
            RecordEntry::Bad(bad) => bail!(bad),
            RecordEntry::Note(note) => super::super::note(&note),
            RecordEntry::Other(..) => {}
        }
    }
    if starts.is_empty() {
        bail!("{} has no puzzle to start from", file.display());
    }
    Ok(starts)
}

fn hash_of(starts: &[Puzzle]) -> String {
    let hashes: Vec<String> = starts.iter().map(|it| hash::puzzle(it).to_string()).collect();
    blake3::hash(hashes.concat().as_bytes()).to_hex().to_string()
}

/// Returns all climbs, including those of the journal, in the order of their numbers.
fn climbs(
    arguments: &GenerateArgs,
    objective: &Objective,
    starts: &[Puzzle],
    geometry: &Arc<Geometry>,
    cancel: &AtomicBool,
    journal: Journal,
) -> anyhow::Result<Vec<Climb>> {
    let mining = &arguments.mining;
    let pool = workers::pool(arguments.jobs.number)?;
    let missing: Vec<u64> = (0..mining.climbs).filter(|&it| !journal.has(it)).collect();
    let bar = ProgressLine::of(mining.climbs, "climbs");
    bar.set_done(mining.climbs - missing.len() as u64);
    let journal = Mutex::new(journal);
    let known: HashSet<PuzzleHash> = starts.iter().map(hash::class).collect();
    let new = || {
        let generator = Generator::until(geometry.clone(), Some(cancel));
        (generator, objective.judge(geometry, cancel))
    };
    let effort = Effort { patience: mining.patience, drawings: mining.drawings.into() };
    let climb = |(generator, judge): &mut (Generator<'_>, Judge<'_>), &number: &u64| {
        if cancel.load(Ordering::Relaxed) {
            return Ok(());
        }
        let cost = &mut |puzzle: &Puzzle| goal::cost(judge, &known, puzzle);
        let start = starts.get(number as usize % starts.len().max(1));
        let optimum = generator.climb(arguments.seed.number, number, start, effort, cost);
        if cancel.load(Ordering::Relaxed) {
            return Ok(());
        }
        bar.advance(1);
        let climb = completed(number, optimum.as_ref(), geometry);
        journal.lock().unwrap_or_else(PoisonError::into_inner).add(climb)
    };
    let done: anyhow::Result<()> =
        pool.install(|| missing.par_iter().map_init(new, climb).collect());
    done?;
    drop(bar);
    let journal = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(journal.climbs(mining.climbs))
}

fn completed(number: u64, optimum: Option<&LocalOptimum>, geometry: &Geometry) -> Climb {
    let text = |it: &LocalOptimum| line::write(geometry.alphabet(), &it.puzzle.givens());
    Climb {
        climb: number,
        cost: optimum.map(|it| it.cost),
        steps: optimum.map_or(0, |it| it.steps),
        puzzle: optimum.map(text),
    }
}

/// Writes the costliest puzzles, one per isomorphism class.
fn write(
    arguments: &GenerateArgs,
    objective: &Objective,
    mut climbs: Vec<Climb>,
    geometry: &Arc<Geometry>,
    output: &mut Output<'_>,
) -> anyhow::Result<End> {
    // The sort is stable: among equals, the lower number comes first.
    climbs.sort_by_key(|it| std::cmp::Reverse(it.cost));
    output.begin()?;
    let (mut seen, mut written) = (HashSet::new(), 0);
    for climb in &climbs {
        let (Some(cost), Some(text)) = (climb.cost, &climb.puzzle) else { continue };
        let puzzle = line::parse(text, geometry)?;
        if written < arguments.count && seen.insert(hash::class(&puzzle)) {
            let (name, figure) =
                (format!("climb-{}", climb.climb), objective.describe(cost, geometry));
            output.put_named(&puzzle, Some((&name, &figure)))?;
            written += 1;
        }
    }
    output.end()?;
    if written < arguments.count {
        bail!(
            "{written} of {} puzzles: {} climbs gave no more distinct ones; increase --climbs",
            arguments.count,
            arguments.mining.climbs
        );
    }
    Ok(End::Well)
}
