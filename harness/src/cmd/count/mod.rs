//! `harness count`: the number of solutions of a problem, and what a diagram of them gives besides.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{anyhow, bail};
use board::seed::{ChaCha8Rng, seeded};
use board::{Count, Puzzle};
use race::problem::AnyProblem;
use race::progress_line::ProgressLine;
use race::text_file;
use rayon::prelude::*;
use solvers::count::diagram::{Diagram, DiagramError};
use solvers::count::division::Division;
use solvers::count::rows::{SWEEP, SWEEP_BANDWIDTH};
use solvers::sat::model_count::EXTENDED_COUNT;
use solvers::{Backend, Limits, Problem, SEARCH, Stop, Unsupported};

use self::answers::{Findings, Listed};
use super::{End, problem, workers};
use crate::cli::CountArgs;

mod answers;
mod cheapest;

/// The options that need a diagram.
const OF_DIAGRAM: &str = "--sample, --nth, --rank, --options and --costs";

/// The random stream of `--sample`.
const STREAM: u64 = 0xC0;

/// The error for a graph.
const NO_GRAPH: &str = "a graph: expected a puzzle, an exact cover problem or a formula";

/// The number of parts of a count for each worker: parts differ in size by orders of magnitude.
const PARTS: usize = 64;

/// Counts the solutions and prints to `out` what is asked for, until `cancel` is set.
///
/// # Errors
/// When the problem cannot be read or is of another kind, its diagram is too large, or a number, a solution or
/// the costs do not fit it.
pub fn run(arguments: &CountArgs, cancel: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
    let problem = problem::one(&arguments.problem)?;
    if let Some(k) = arguments.cheapest {
        return cheapest::run(arguments, &problem, k, cancel, out);
    }
    let limits = Limits {
        time: arguments.timeout.0,
        memory: arguments.max_memory.0.map(|bytes| bytes.0),
        cancel: Some(cancel),
        ..Limits::solutions(u64::MAX)
    };
    let found = match needs_diagram(arguments) {
        false => counted(&problem, &limits, arguments.jobs.number)?,
        true => match diagram(&problem, &limits) {
            Ok(diagram) => Ok(findings(arguments, &problem, &diagram)?),
            Err(DiagramError::Stopped(stop)) => Err(stop),
            Err(error @ DiagramError::Memory(_)) => {
                bail!("{error}; --max-memory none removes the limit")
            }
            Err(error) => bail!(error),
        },
    };
    match found {
        Ok(findings) => {
            findings.print(&problem, arguments.format.format(), out)?;
            Ok(End::Well)
        }
        Err(Stop::Cancelled) => Ok(End::Interrupted),
        Err(_) => {
            super::note("the time limit was reached before all solutions were counted");
            Ok(End::Failed)
        }
    }
}

fn needs_diagram(arguments: &CountArgs) -> bool {
    arguments.sample.is_some()
        || !arguments.nth.is_empty()
        || arguments.rank.is_some()
        || arguments.options
        || arguments.costs.is_some()
}

/// The nodes after which a search for the solutions of a puzzle with relations gives way to the model counter: a second or
/// so. Puzzles with few solutions take much fewer, and those with millions are counted by components.
const SEARCH_NODES: u64 = 1 << 17;

/// Counts the solutions of a puzzle with relations, by one worker.
fn counted_with_relations(
    puzzle: &Puzzle,
    limits: &Limits<'_>,
) -> anyhow::Result<Result<Findings, Stop>> {
    let start = Instant::now();
    let limits_of_search = Limits { nodes: Some(SEARCH_NODES), ..*limits };
    match counted_by(SEARCH, puzzle, &limits_of_search)? {
        Err(Stop::NodeLimit) => {
            let time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
            counted_by(&EXTENDED_COUNT, puzzle, &Limits { time, ..*limits })
        }
        counted => Ok(counted),
    }
}

/// Counts the solutions by a row, or returns why it stopped.
fn counted_by<P: Problem>(
    row: &Backend,
    problem: &P,
    limits: &Limits<'_>,
) -> anyhow::Result<Result<Findings, Stop>> {
    let _line = ProgressLine::waiting("counting");
    let outcome = row.prepare::<P>(problem.frame())?.solve(problem, limits);
    Ok(match outcome.stop {
        Stop::Exhausted | Stop::SolutionLimit => Ok(Findings::of(outcome.count())),
        stop => Err(stop),
    })
}

/// Counts the solutions by several workers, or returns why the search stopped.
fn counted(
    problem: &AnyProblem,
    limits: &Limits<'_>,
    jobs: Option<u16>,
) -> anyhow::Result<Result<Findings, Stop>> {
    let (start, jobs) = (Instant::now(), workers::number(jobs));
    let parts = match jobs {
        1 => 1,
        jobs => jobs * PARTS,
    };
    let division = match problem {
        AnyProblem::Puzzle(puzzle) if problem.has_relations() => {
            return counted_with_relations(puzzle, limits);
        }
        AnyProblem::Puzzle(puzzle) => Division::of_puzzle(puzzle, parts, limits),
        AnyProblem::Cover(cover) if cover.has_multiplicities() => {
            return counted_by(&SWEEP_BANDWIDTH, &**cover, limits);
        }
        AnyProblem::Cover(cover) => match Division::of_cover(cover, parts, limits) {
            // An item has more options than the matrix can count; a sweep has no matrix.
            Err(_) => return counted_by(&SWEEP, &**cover, limits),
            division => division,
        },
        AnyProblem::Formula(formula) => return counted_by(&EXTENDED_COUNT, &**formula, limits),
        AnyProblem::Graph(_) => bail!(NO_GRAPH),
    }?;
    let pool = workers::pool_of(jobs.min(division.workers()))?;
    let limits =
        Limits { time: limits.time.map(|time| time.saturating_sub(start.elapsed())), ..*limits };
    Ok(pool.install(|| counted_by_parts(&division, &limits)).map(Findings::of))
}

/// Counts the solutions of all parts, by the threads of the pool in which it is called.
fn counted_by_parts(division: &Division, limits: &Limits<'_>) -> Result<Count, Stop> {
    let start = Instant::now();
    let line = match division.parts() {
        1 => ProgressLine::waiting("counting"),
        parts => ProgressLine::of(parts as u64, "parts"),
    };
    let count = |part| {
        let time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
        let outcome = division.count(part, &Limits { time, ..*limits });
        line.advance(1);
        if outcome.stop == Stop::Exhausted { Ok(outcome.count()) } else { Err(outcome.stop) }
    };
    let sum = |mut sum: Count, part: Count| {
        sum += &part;
        Ok(sum)
    };
    (0..division.parts()).into_par_iter().map(count).try_reduce(|| Count::ZERO, sum)
}

fn diagram(problem: &AnyProblem, limits: &Limits<'_>) -> Result<Diagram, DiagramError> {
    let _line = ProgressLine::waiting("building the diagram of all solutions");
    match problem {
        AnyProblem::Puzzle(_) if problem.has_relations() => {
            Err(no_diagram("a puzzle with relations (sum, rising, …)"))
        }
        AnyProblem::Puzzle(puzzle) => Diagram::of_puzzle(puzzle, limits),
        AnyProblem::Cover(cover) => Diagram::of_cover(cover, limits),
        AnyProblem::Formula(_) => Err(no_diagram("a formula")),
        AnyProblem::Graph(_) => Err(Unsupported(NO_GRAPH.into()).into()),
    }
}

fn no_diagram(problem: &str) -> DiagramError {
    let expected = "a puzzle without relations or an exact cover problem";
    Unsupported(format!("{problem}: {OF_DIAGRAM} expect {expected}")).into()
}

/// Looks up in the diagram what is asked for.
fn findings(
    arguments: &CountArgs,
    problem: &AnyProblem,
    diagram: &Diagram,
) -> anyhow::Result<Findings> {
    let mut findings = Findings::of(diagram.count());
    for number in &arguments.nth {
        findings.listed.push(numbered(problem, diagram, number)?);
    }
    let mut rng: ChaCha8Rng = seeded(arguments.seed.number, STREAM);
    for _ in 0..arguments.sample.unwrap_or(0) {
        let Some(options) = diagram.sample(&mut rng) else { break };
        findings.listed.push(Listed::new(problem, diagram, &options)?);
    }
    if let Some(text) = &arguments.rank {
        let answer = answers::read(problem, text).map_err(|why| anyhow!("{text:?}: {why}"))?;
        let rank = diagram.rank(&answer).ok_or_else(|| anyhow!("{text:?} is not a solution"))?;
        findings.rank = Some(answers::number_of(rank));
    }
    if let Some(path) = &arguments.costs {
        let costs = costs(path, problem)?;
        if let Some((cost, options)) = diagram.cheapest(&costs) {
            findings.cheapest = Some((cost, Listed::new(problem, diagram, &options)?));
        }
    }
    findings.options = arguments.options.then(|| diagram.option_counts());
    Ok(findings)
}

/// Returns the solution with a number from 1.
fn numbered(problem: &AnyProblem, diagram: &Diagram, number: &Count) -> anyhow::Result<Listed> {
    let solutions = diagram.count();
    if solutions.is_zero() {
        bail!("--nth {number}: the problem has no solution");
    }
    let mut rank = number.clone();
    if rank.is_zero() || rank > solutions {
        bail!("--nth {number}: expected a number from 1 to {solutions}");
    }
    rank -= &Count::ONE;
    let options = diagram.solution(&rank).expect("the rank is below the count");
    Listed::new(problem, diagram, &options)
}

/// Reads a cost for each option.
fn costs(path: &Path, problem: &AnyProblem) -> anyhow::Result<Vec<i64>> {
    let text = text_file::read(path)?;
    let mut costs = Vec::new();
    for (line, words) in (1..).zip(text.lines()) {
        for word in words.split_whitespace() {
            costs.push(word.parse().map_err(|_| {
                let expected = "an integer from -2^63 to 2^63 - 1";
                anyhow!("{}:{line}: {word:?} is not a cost, expected {expected}", path.display())
            })?);
        }
    }
    let expected = answers::option_count(problem);
    if costs.len() != expected {
        bail!(
            "{}: {}, expected one for each of {expected} options",
            path.display(),
            render::table::counted(costs.len() as u64, "cost")
        );
    }
    Ok(costs)
}
