//! Measurements on a puzzle or a grid: what is given, and what techniques conclude without a search.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::{Context, bail};
use board::{Cell, Position, Puzzle, Symbol, SymbolSet, referee};
use race::progress::Progress;
use schemars::JsonSchema;
use serde::Deserialize;
use solvers::candidates::rounds::{ROUNDS, level::HurtebisLevel};
use solvers::logic::board_index::BoardIndex;
use solvers::logic::choice::TechniqueSet;
use solvers::logic::rating::{Rater, Rating};
use solvers::logic::store::CandidateStore;
use solvers::logic::table;
use solvers::{Limits, Outcome, Step};

use super::super::figure::Figure;

/// A measurement on a puzzle or a grid.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) enum OfPuzzle {
    /// 1 if a grid is complete and right, −1 if it is complete and violates a rule, 0 if it is incomplete.
    Standing(String),
    /// The number of given cells.
    Clues(String),
    /// The number of empty cells.
    EmptyCells(String),
    /// Whether a half turn maps the given cells to themselves.
    CentralSymmetry(String),
    /// The level of the rating.
    Level(String),
    /// The technique of the hardest step that the rating takes.
    HardestStep(String),
    /// The level by Hurtebis' estimate.
    HurtebisLevel(String),
    /// The initial candidates of a cell.
    Candidates { puzzle: String, cell: String },
    /// The candidates of a cell when a list of techniques finds nothing more.
    CandidatesLeft { puzzle: String, techniques: String, cell: String },
    /// The candidates that a technique removes from a cell, applied to the initial candidates.
    Removes { puzzle: String, technique: String, cell: String },
    /// One of the SAÉ's four statistics of a program with a list of techniques.
    Statistic { puzzle: String, techniques: String, figure: StatisticFigure },
}

/// One of the SAÉ's four statistics.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum StatisticFigure {
    /// Cells filled.
    Filled,
    /// Cells filled, in percent of the empty ones.
    FillRate,
    /// Candidates eliminated.
    Removed,
    /// Candidates eliminated, in percent of those that a solution eliminates.
    EliminationRate,
}

impl OfPuzzle {
    pub(super) fn take(&self, puzzles: &BTreeMap<String, Puzzle>) -> anyhow::Result<Figure> {
        let named = |name| super::puzzle(puzzles, name);
        Ok(match self {
            Self::Standing(puzzle) => {
                let puzzle = named(puzzle)?;
                let standing = referee::standing(puzzle.geometry(), &puzzle.givens());
                Figure::Integer(standing.code().into())
            }
            Self::Clues(puzzle) => named(puzzle)?.clues().into(),
            Self::EmptyCells(puzzle) => {
                let puzzle = named(puzzle)?;
                (puzzle.geometry().cells() - puzzle.clues()).into()
            }
            Self::CentralSymmetry(puzzle) => is_centrally_symmetric(named(puzzle)?).into(),
            Self::Level(puzzle) => rating(named(puzzle)?)?.level().name().into(),
            Self::HardestStep(puzzle) => {
                let rating = rating(named(puzzle)?)?;
                rating.hardest().map_or("none", |step| step.id).into()
            }
            Self::HurtebisLevel(puzzle) => hurtebis_level(named(puzzle)?)?.into(),
            Self::Candidates { puzzle, cell } => {
                let puzzle = named(puzzle)?;
                let cell = super::cell(puzzle.geometry(), cell)?;
                written(puzzle, puzzle.candidates()[cell]).into()
            }
            Self::CandidatesLeft { puzzle, techniques, cell } => {
                candidates_left(named(puzzle)?, techniques, cell)?.into()
            }
            Self::Removes { puzzle, technique, cell } => {
                removed(named(puzzle)?, technique, cell)?.into()
            }
            Self::Statistic { puzzle, techniques, figure } => {
                statistic(named(puzzle)?, techniques, *figure)?
            }
        })
    }
}

/// `1 2 4`
fn written(puzzle: &Puzzle, symbols: SymbolSet) -> String {
    let alphabet = puzzle.geometry().alphabet();
    let all = symbols.iter().map(|it| alphabet.character(it).to_string());
    all.collect::<Vec<_>>().join(" ")
}

fn is_centrally_symmetric(puzzle: &Puzzle) -> bool {
    let geometry = puzzle.geometry();
    let at = |cell: Cell| geometry.position(cell);
    let cells = || 0..geometry.cells();
    let rows = cells().map(|cell| at(cell).row).max().unwrap_or(0);
    let columns = cells().map(|cell| at(cell).column).max().unwrap_or(0);
    let given = || cells().filter(|&cell| puzzle.given(cell).is_some()).map(at);
    let turned = |it: Position| Position { row: rows - it.row, column: columns - it.column };
    given().all(|it| given().any(|other| other == turned(it)))
}

/// Returns the rating of a puzzle that has one solution.
fn rating(puzzle: &Puzzle) -> anyhow::Result<Rating> {
    let rating = Rater::new(puzzle.geometry()).rate(puzzle, &Limits::solutions(1));
    rating.map_err(|problem| anyhow::anyhow!("the puzzle has no rating: {problem:?}"))
}

/// The estimate takes what his program does: whether rounds need a hypothesis.
fn hurtebis_level(puzzle: &Puzzle) -> anyhow::Result<&'static str> {
    let geometry = puzzle.geometry();
    let outcome = ROUNDS.prepare::<Puzzle>(geometry)?.solve(puzzle, &Limits::solutions(1));
    let takes_hypotheses = outcome.counters.bets > 0;
    Ok(HurtebisLevel::estimate(puzzle.clues(), geometry.cells(), takes_hypotheses).name())
}

fn deduced(puzzle: &Puzzle, techniques: &str) -> anyhow::Result<Outcome> {
    let row = TechniqueSet::from_list(techniques)?.row();
    Ok(row.prepare::<Puzzle>(puzzle.geometry())?.solve(puzzle, &Limits::solutions(1)))
}

fn candidates_left(puzzle: &Puzzle, techniques: &str, cell: &str) -> anyhow::Result<String> {
    let cell = super::cell(puzzle.geometry(), cell)?;
    let outcome = deduced(puzzle, techniques)?;
    let left = match (&outcome.partial, &outcome.first) {
        (Some(left), _) => left.allowed_in(cell),
        (None, Some(grid)) => SymbolSet::only(grid[cell]),
        (None, None) => bail!("the techniques lead to a contradiction"),
    };
    Ok(written(puzzle, left))
}

fn removed(puzzle: &Puzzle, technique: &str, cell: &str) -> anyhow::Result<String> {
    let geometry = puzzle.geometry();
    let cell = super::cell(geometry, cell)?;
    let technique = table::technique(technique)
        .with_context(|| format!("no technique is called {technique:?}"))?;
    let board = Arc::new(BoardIndex::new(geometry)?);
    let Ok(store) = CandidateStore::of(&board, puzzle) else { bail!("two givens clash") };
    let mut removed: Vec<Symbol> = Vec::new();
    let mut sink = |step: Step| {
        removed.extend(step.eliminations.iter().filter(|it| it.0 == cell).map(|it| it.1));
        ControlFlow::Continue(())
    };
    // The sink never breaks.
    let _ = (technique.find)(&store, &mut sink);
    Ok(written(puzzle, removed.into_iter().collect()))
}

fn statistic(puzzle: &Puzzle, techniques: &str, figure: StatisticFigure) -> anyhow::Result<Figure> {
    let progress = Progress::of(puzzle, &deduced(puzzle, techniques)?);
    let progress = progress.context("the techniques lead to a contradiction")?;
    Ok(match figure {
        StatisticFigure::Filled => progress.filled.into(),
        StatisticFigure::FillRate => (100.0 * progress.fill_rate()).into(),
        StatisticFigure::Removed => progress.removed.into(),
        StatisticFigure::EliminationRate => (100.0 * progress.elimination_rate()).into(),
    })
}
