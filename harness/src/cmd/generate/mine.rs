//! Mining: `--hardest-for`, hill climbs by number, the best of which are written.
//!
//! Climbs are independent of each other, each a function of seed and number; whichever thread makes
//! them and in whatever order, with or without an interruption, the same ones are the best. What is
//! done stands in the journal.

use std::collections::HashSet;
use std::path::Path;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::bail;
use board::text::line;
use board::{Geometry, Puzzle};
use rayon::prelude::*;
use solvers::generate::{Generator, Summit};
use solvers::rate::Rater;
use solvers::{BACKENDS, Backend, Counter, Limits, Solver, Stop};

use super::super::workers;
use super::End;
use super::journal::{Climb, Heading, Journal};
use super::output::Output;
use crate::cli::{Cost, GenerateArgs};
use crate::corpus::{CorpusOptions, Listed, Records};
use crate::filter;
use crate::hash::{self, PuzzleHash};

/// How many search states a backend may need for a puzzle; what needs more has no cost.
const STATES: u64 = 2_000_000;

/// Makes the climbs that the journal does not have, and writes the best puzzles.
///
/// # Errors
/// When the backend does not count what is asked for, the journal is of another search, or there are
/// not so many puzzles.
pub(super) fn run(
    arguments: &GenerateArgs,
    id: &str,
    geometry: &Arc<Geometry>,
    cancel: &AtomicBool,
    output: &mut Output<'_>,
) -> anyhow::Result<End> {
    let backend = filter::backend_of_id(id, BACKENDS)?;
    let by = arguments.mining.by;
    if counter(by).is_some_and(|counter| !backend.counts.contains(&counter)) {
        bail!("{id} does not count {}, expected a backend that does", by.name());
    }
    // What a backend cannot take is told before anything is begun.
    (backend.prepare)(geometry)?;
    let starts = match &arguments.mining.from {
        Some(file) => starts(file, geometry)?,
        None => Vec::new(),
    };
    let heading = Heading {
        from: (!starts.is_empty()).then(|| hash_of(&starts)),
        geometry: geometry.name().into(),
        seed: arguments.seed,
        backend: id.into(),
        by: by.name().into(),
        patience: arguments.mining.patience,
        version: env!("CARGO_PKG_VERSION").into(),
    };
    let journal = Journal::open(arguments.mining.journal.as_deref(), &heading, geometry)?;
    let climbs = climbs(arguments, &backend, &starts, geometry, cancel, journal)?;
    if cancel.load(Ordering::Relaxed) {
        return Ok(End::Interrupted);
    }
    let known = starts.iter().map(hash::class).collect();
    write(arguments, id, climbs, known, geometry, output)
}

/// The puzzles of a corpus.
fn starts(file: &Path, geometry: &Arc<Geometry>) -> anyhow::Result<Vec<Puzzle>> {
    let options = CorpusOptions { geometry: Some(geometry.clone()), ..CorpusOptions::default() };
    let mut starts = Vec::new();
    for listed in Records::open(slice::from_ref(&file.to_path_buf()), options)? {
        match listed? {
            Listed::Record(record, called) => {
                let found = record.puzzle.geometry();
                if found.name() != geometry.name() {
                    bail!("{called} is played on {}, expected {}", found.name(), geometry.name());
                }
                let allowed = record.puzzle.allowed().to_vec();
                starts.push(Puzzle::from_allowed(geometry.clone(), allowed));
            }
            Listed::Bad(bad) => bail!(bad),
            Listed::Instance(..) | Listed::Noted(_) => {}
        }
    }
    if starts.is_empty() {
        bail!("{} has no puzzle, expected some to climb from", file.display());
    }
    Ok(starts)
}

fn hash_of(starts: &[Puzzle]) -> String {
    let hashes: Vec<String> = starts.iter().map(|it| hash::puzzle(it).to_string()).collect();
    blake3::hash(hashes.concat().as_bytes()).to_hex().to_string()
}

/// All climbs, those of the journal among them, in the order of their numbers.
fn climbs(
    arguments: &GenerateArgs,
    backend: &Backend,
    starts: &[Puzzle],
    geometry: &Arc<Geometry>,
    cancel: &AtomicBool,
    journal: Journal,
) -> anyhow::Result<Vec<Climb>> {
    let mining = &arguments.mining;
    let pool = workers::pool(arguments.jobs)?;
    let missing: Vec<u64> = (0..mining.climbs).filter(|&it| !journal.has(it)).collect();
    let bar = workers::bar("climbs", mining.climbs);
    bar.set_position(mining.climbs - missing.len() as u64);
    let journal = Mutex::new(journal);
    let new = || {
        let generator = Generator::until(geometry.clone(), Some(cancel));
        (generator, Judge::new(backend, geometry, mining.by, cancel))
    };
    let climb = |(generator, judge): &mut (Generator<'_>, Judge<'_>), &number: &u64| {
        if cancel.load(Ordering::Relaxed) {
            return Ok(());
        }
        let cost = &mut |puzzle: &Puzzle| judge.cost(puzzle);
        let start = starts.get(number as usize % starts.len().max(1));
        let summit = generator.climb(arguments.seed, number, start, mining.patience, cost);
        if cancel.load(Ordering::Relaxed) {
            return Ok(());
        }
        bar.inc(1);
        let climb = in_a_line(number, summit.as_ref(), geometry);
        journal.lock().unwrap_or_else(PoisonError::into_inner).add(climb)
    };
    let done: anyhow::Result<()> =
        pool.install(|| missing.par_iter().map_init(new, climb).collect());
    done?;
    bar.finish_and_clear();
    let journal = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(journal.climbs(mining.climbs))
}

fn in_a_line(number: u64, summit: Option<&Summit>, geometry: &Geometry) -> Climb {
    let text = |it: &Summit| line::write(geometry.alphabet(), &it.puzzle.givens());
    Climb {
        climb: number,
        cost: summit.map(|it| it.cost),
        steps: summit.map_or(0, |it| it.steps),
        puzzle: summit.map(text),
    }
}

/// Writes the costliest, one of each class that is not known.
fn write(
    arguments: &GenerateArgs,
    id: &str,
    mut climbs: Vec<Climb>,
    known: HashSet<PuzzleHash>,
    geometry: &Arc<Geometry>,
    output: &mut Output<'_>,
) -> anyhow::Result<End> {
    // Of equals, that with the lower number comes first.
    climbs.sort_by_key(|it| std::cmp::Reverse(it.cost));
    output.begin()?;
    let (mut seen, mut written) = (known, 0);
    for climb in &climbs {
        let (Some(cost), Some(text)) = (climb.cost, &climb.puzzle) else { continue };
        let puzzle = line::parse(text, geometry)?;
        if written < arguments.count && seen.insert(hash::class(&puzzle)) {
            let by = arguments.mining.by.name();
            let (name, figure) = (format!("climb-{}", climb.climb), format!("{cost} {by} of {id}"));
            output.put_named(&puzzle, Some((&name, &figure)))?;
            written += 1;
        }
    }
    output.end()?;
    if written < arguments.count {
        bail!(
            "{written} of {} puzzles: {} climbs led to no more that differ; ask for more with --climbs",
            arguments.count,
            arguments.mining.climbs
        );
    }
    Ok(End::Well)
}

/// The counter that a backend has to have.
fn counter(by: Cost) -> Option<Counter> {
    Some(match by {
        Cost::Bets => Counter::Bets,
        Cost::Conflicts => Counter::Conflicts,
        Cost::Nodes => Counter::Nodes,
        Cost::Rating => return None,
    })
}

/// Tells what a puzzle costs.
struct Judge<'a> {
    solver: Option<Box<dyn Solver>>,
    rater: Rater,
    by: Cost,
    cancel: &'a AtomicBool,
}

impl<'a> Judge<'a> {
    fn new(backend: &Backend, geometry: &Geometry, by: Cost, cancel: &'a AtomicBool) -> Self {
        let solver = (backend.prepare)(geometry).ok();
        Self { solver, rater: Rater::new(geometry), by, cancel }
    }

    /// None where the backend came to no end within its states, or shows more than one solution.
    fn cost(&mut self, puzzle: &Puzzle) -> Option<u64> {
        let limits =
            Limits { nodes: Some(STATES), cancel: Some(self.cancel), ..Limits::solutions(2) };
        if self.by == Cost::Rating {
            return self.rater.rate(puzzle, &limits).ok().map(|rating| u64::from(rating.score()));
        }
        let outcome = self.solver.as_mut()?.solve(puzzle, &limits);
        let is_proved = outcome.stop == Stop::Exhausted && outcome.solutions == 1;
        counter(self.by).filter(|_| is_proved).map(|counter| outcome.counters.get(counter))
    }
}
