//! Measurements on the search of a backend for the solutions of a puzzle.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use board::text::line;
use board::{Grid, Puzzle};
use race::judge;
use rayon::prelude::*;
use record::filter;
use schemars::JsonSchema;
use serde::Deserialize;
use solvers::backtrack::naive_two_run::NAIVE_TWO_RUN;
use solvers::{BACKENDS, Backend, Counter, Limits, Outcome, Problem, Stop};

use super::super::figure::Figure;
use super::{corpora, counter};
use crate::moves::Moves;

/// The backend that counts solutions.
const COUNTS: &str = "candidates/mrv";

/// A measurement on a search.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) enum OfSearch {
    /// The number of solutions, up to a limit.
    Solutions { puzzle: String, limit: u64 },
    /// The number of all solutions, which may be of any size, by a backend.
    Count { puzzle: String, backend: String },
    /// The first grid that a backend finds.
    FirstGrid { puzzle: String, backend: String },
    /// The symbol of a cell in the first grid.
    Symbol { puzzle: String, backend: String, cell: String },
    /// What the second of two runs of brute force finds: `the same grid` or `another grid`.
    SecondRun { puzzle: String },
    /// The number of cells in which the first two grids of a backend differ.
    DifferentCells { puzzle: String, backend: String },
    /// A counter of the search for a number of solutions, by default one; `nodes` limits the search.
    Counter {
        puzzle: String,
        backend: String,
        counter: String,
        #[serde(default = "one")]
        solutions: u64,
        nodes: Option<u64>,
    },
    /// Sudoto's moves up to the first solution: removals and bets.
    Moves { puzzle: String, backend: String },
    /// Sudoto's stars: moves divided by 50.
    Stars { puzzle: String, backend: String },
    /// The number of famous puzzles on which a counter is larger than on this one.
    HarderFamous { puzzle: String, backend: String, counter: String },
    /// The median of a counter over the puzzles of a size and a level in `datasets/growth`.
    Growth { size: usize, level: String, backend: String, counter: String },
}

fn one() -> u64 {
    1
}

impl OfSearch {
    pub(super) fn take(
        &self,
        puzzles: &BTreeMap<String, Puzzle>,
        cancel: &AtomicBool,
    ) -> anyhow::Result<Figure> {
        let named = |name| super::puzzle(puzzles, name);
        let first = |puzzle, backend: &str| {
            let outcome = search(puzzle, &row(backend)?, &up_to(1, cancel))?;
            outcome.first.context("no grid was found")
        };
        Ok(match self {
            Self::Solutions { puzzle, limit } => {
                search(named(puzzle)?, &row(COUNTS)?, &up_to(*limit, cancel))?.solutions.into()
            }
            Self::Count { puzzle, backend } => {
                let outcome = search(named(puzzle)?, &row(backend)?, &up_to(u64::MAX, cancel))?;
                (&outcome.count()).into()
            }
            Self::FirstGrid { puzzle, backend } => {
                let puzzle = named(puzzle)?;
                line::write_grid(puzzle.geometry().alphabet(), &first(puzzle, backend)?).into()
            }
            Self::Symbol { puzzle, backend, cell } => {
                let puzzle = named(puzzle)?;
                let cell = super::cell(puzzle.geometry(), cell)?;
                let symbol = first(puzzle, backend)?[cell];
                puzzle.geometry().alphabet().character(symbol).to_string().into()
            }
            Self::SecondRun { puzzle } => second_run(named(puzzle)?, cancel)?.into(),
            Self::DifferentCells { puzzle, backend } => {
                different_cells(named(puzzle)?, &row(backend)?, cancel)?.into()
            }
            Self::Counter { puzzle, backend, counter, solutions, nodes } => {
                let counter = super::counter(counter)?;
                let limits = Limits { nodes: *nodes, ..up_to(*solutions, cancel) };
                search(named(puzzle)?, &row(backend)?, &limits)?.counters.get(counter).into()
            }
            Self::Moves { puzzle, backend } => {
                moves(named(puzzle)?, backend, cancel)?.total().into()
            }
            Self::Stars { puzzle, backend } => {
                moves(named(puzzle)?, backend, cancel)?.stars().into()
            }
            Self::HarderFamous { puzzle, backend, counter: name } => {
                harder_famous(named(puzzle)?, &row(backend)?, counter(name)?, cancel)?.into()
            }
            Self::Growth { size, level, backend, counter: name } => {
                growth(*size, level, &row(backend)?, counter(name)?, cancel)?
            }
        })
    }
}

/// Returns the backend of this id.
pub(super) fn row(id: &str) -> anyhow::Result<Backend> {
    filter::backend_of_id(id, BACKENDS)
}

fn up_to(solutions: u64, cancel: &AtomicBool) -> Limits<'_> {
    Limits { cancel: Some(cancel), ..Limits::solutions(solutions) }
}

/// Searches, and has the referee check the grids.
fn search(puzzle: &Puzzle, row: &Backend, limits: &Limits<'_>) -> anyhow::Result<Outcome> {
    let outcome = row.prepare::<Puzzle>(puzzle.geometry())?.solve(puzzle, limits);
    checked(puzzle, row, outcome)
}

/// Returns the outcome, if its grids are solutions.
pub(super) fn checked(puzzle: &Puzzle, row: &Backend, outcome: Outcome) -> anyhow::Result<Outcome> {
    let check = |grid: &Grid| puzzle.check(grid);
    match judge::referee_answers(check, &outcome) {
        Ok(()) => Ok(outcome),
        Err(fault) => bail!("{}: WRONG: {fault}", row.id),
    }
}

fn second_run(puzzle: &Puzzle, cancel: &AtomicBool) -> anyhow::Result<&'static str> {
    // That of the registry is optimised like it; the constant would be compiled here.
    let row = BACKENDS.iter().find(|row| row.id == NAIVE_TWO_RUN.id).context("no such row")?;
    let outcome = search(puzzle, row, &up_to(2, cancel))?;
    Ok(match (outcome.solutions, outcome.stop) {
        (1, Stop::Exhausted) => "the same grid",
        (2, _) => "another grid",
        _ => bail!("the first run found no grid"),
    })
}

fn different_cells(puzzle: &Puzzle, row: &Backend, cancel: &AtomicBool) -> anyhow::Result<usize> {
    let outcome = search(puzzle, row, &up_to(2, cancel))?;
    let grids = outcome.first.as_ref().zip(outcome.second.as_ref());
    let (first, second) = grids.context("there are no two solutions")?;
    Ok(first.symbols().iter().zip(second.symbols()).filter(|(a, b)| a != b).count())
}

fn moves(puzzle: &Puzzle, backend: &str, cancel: &AtomicBool) -> anyhow::Result<Moves> {
    let moves = Moves::to_the_first_solution(&row(backend)?, puzzle, None, cancel)?;
    moves.with_context(|| format!("{backend} does not count removals and bets"))
}

fn harder_famous(
    puzzle: &Puzzle,
    row: &Backend,
    counter: Counter,
    cancel: &AtomicBool,
) -> anyhow::Result<usize> {
    let own = costs(std::slice::from_ref(puzzle), row, counter, cancel)?[0];
    let costs = costs(&corpora::famous()?, row, counter, cancel)?;
    Ok(costs.into_iter().filter(|&it| it > own).count())
}

fn growth(
    size: usize,
    level: &str,
    row: &Backend,
    counter: Counter,
    cancel: &AtomicBool,
) -> anyhow::Result<Figure> {
    let mut costs = costs(&corpora::growth(size, level)?, row, counter, cancel)?;
    costs.sort_unstable();
    let median = costs.get(costs.len().saturating_sub(1) / 2);
    Ok(median.map_or("no puzzle".into(), |&cost| cost.into()))
}

/// Returns a counter of the search for the first solution of each puzzle.
fn costs(
    puzzles: &[Puzzle],
    row: &Backend,
    counter: Counter,
    cancel: &AtomicBool,
) -> anyhow::Result<Vec<u64>> {
    let cost = |puzzle| Ok(search(puzzle, row, &up_to(1, cancel))?.counters.get(counter));
    puzzles.par_iter().map(cost).collect()
}
