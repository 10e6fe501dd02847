//! The puzzles of a part, drawn by a seed for each student or for all.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use board::seed::seeded;
use board::symmetry::Symmetries;
use board::{Count, Geometry, Graph, Puzzle};
use generate::{Generator, Spec};
use race::corpus::{CorpusItem, Expectation, ReadEvent, Reader, geometry};
use race::problem::{AnyAnswer, AnyProblem};
use rand::RngExt;
use rand::seq::SliceRandom;
use record::hash;
use solvers::{Limits, SEARCH, Stop};

use super::assignment::{Assignment, Part, SeedFor, Source};
use super::graphs;
use crate::cmd::trial;

/// The random stream of the draw.
const STREAM: u64 = 0x67;

/// The number of generated puzzles, if it is not stated.
const GENERATED: usize = 20;

/// The maximum number of solutions that are counted.
const SOLUTIONS: u64 = trial::COUNT;

/// The numbers of a seed that are tried for each generated puzzle.
const ATTEMPTS: u64 = 1_000;

/// Where the puzzles of a part come from.
pub(super) struct Drawer<'a> {
    assignment: &'a str,
    part: &'a str,
    source: &'a Source,
    seed: u64,
    pool: Pool,
}

enum Pool {
    /// Puzzles of a file, with their numbers of solutions.
    File(Vec<CorpusItem>),
    /// The geometry of puzzles that are generated.
    Generated(Arc<Geometry>),
    /// Graphs by their names.
    Graphs(Vec<String>),
}

impl<'a> Drawer<'a> {
    /// Reads what the puzzles of a part are drawn from; `None` if it has none.
    ///
    /// # Errors
    /// When the file cannot be read, or a geometry or graph does not exist.
    pub(super) fn new(
        assignment: &'a Assignment,
        part: &'a Part,
        seed: u64,
    ) -> anyhow::Result<Option<Self>> {
        let Some(source) = &part.puzzles else { return Ok(None) };
        let pool = match (&source.file, &source.generate, source.graphs.is_empty()) {
            (Some(file), None, true) => Pool::File(read(&assignment.folder.join(file))?),
            (None, Some(name), true) => {
                Pool::Generated(Arc::new(geometry::find(name, &assignment.folder)?.geometry))
            }
            (None, None, false) => {
                for graph in &source.graphs {
                    graphs::named(graph, 0)?;
                }
                Pool::Graphs(source.graphs.clone())
            }
            _ => bail!("puzzles of {}: expected one of file, generate and graphs", part.id),
        };
        Ok(Some(Self { assignment: &assignment.id, part: &part.id, source, seed, pool }))
    }

    /// Returns the puzzles of a student in a round, the same for the same seed. Rounds differ in their isomorphs.
    ///
    /// # Errors
    /// When puzzles with so many clues are not found.
    pub(super) fn draw(&self, student: &str, round: usize) -> anyhow::Result<Vec<CorpusItem>> {
        let student = if self.source.seed == SeedFor::Student { student } else { "" };
        let key = format!("{}/{}/{}/{student}", self.seed, self.assignment, self.part);
        let hash = blake3::hash(key.as_bytes());
        let seed = hash.as_bytes()[..8].iter().fold(0, |all, &byte| all << 8 | u64::from(byte));
        let mut items = match &self.pool {
            Pool::File(items) => chosen(items, self.source.count, seed),
            Pool::Generated(geometry) => self.generated(geometry, seed)?,
            Pool::Graphs(names) => self.graphs(names, seed)?,
        };
        if self.source.isomorphs {
            permute(&mut items, seed.wrapping_add(round as u64));
        }
        Ok(items)
    }

    fn generated(&self, geometry: &Arc<Geometry>, seed: u64) -> anyhow::Result<Vec<CorpusItem>> {
        let count = self.source.count.unwrap_or(GENERATED);
        let mut generator = Generator::new(geometry.clone());
        let spec = Spec { clues: self.source.clues, ..Spec::default() };
        let numbers = 0..ATTEMPTS * count as u64;
        let found = numbers.filter_map(|number| generator.puzzle(seed, number, spec)).take(count);
        let named = found.enumerate().map(|(at, puzzle)| {
            let name = format!("{}-{}", self.part, at + 1);
            let expect = Some(Expectation::Exactly(Count::ONE));
            trial::item(self.part, &name, AnyProblem::Puzzle(puzzle), expect)
        });
        let items: Vec<_> = named.collect();
        ensure!(items.len() == count, "part {}: puzzles with so few clues are too rare", self.part);
        Ok(items)
    }

    fn graphs(&self, names: &[String], seed: u64) -> anyhow::Result<Vec<CorpusItem>> {
        let count = self.source.count.unwrap_or(names.len());
        let item = |(at, name): (usize, &String)| {
            let graph = graphs::named(name, seed.wrapping_add(at as u64))?;
            let called = format!("{name}-{}", at + 1);
            Ok(trial::item(self.part, &called, AnyProblem::Graph(Arc::new(graph)), None))
        };
        names.iter().cycle().take(count).enumerate().map(item).collect()
    }
}

/// Reads a corpus, and finds the numbers of solutions that it does not state.
fn read(path: &Path) -> anyhow::Result<Vec<CorpusItem>> {
    let mut items = Vec::new();
    for event in Reader::open(&[path.to_owned()])? {
        match event? {
            ReadEvent::Puzzle(mut item) => {
                item.expect = Some(expectation(&item)?);
                items.push(item);
            }
            ReadEvent::Bad(bad) => bail!(bad),
            ReadEvent::Note(_) | ReadEvent::Renamed(..) => {}
        }
    }
    ensure!(!items.is_empty(), "{} has no puzzle", path.display());
    Ok(items)
}

fn expectation(item: &CorpusItem) -> anyhow::Result<Expectation> {
    if let Some(Expectation::Exactly(_) | Expectation::Colours(_)) = &item.expect {
        return Ok(item.expect.clone().expect("it was matched"));
    }
    let puzzle = item.problem.puzzle().context("expected puzzles or graphs")?;
    let mut solver = SEARCH.prepare::<Puzzle>(puzzle.geometry())?;
    let outcome = solver.solve(puzzle, &Limits::solutions(SOLUTIONS));
    ensure!(matches!(outcome.stop, Stop::Exhausted | Stop::SolutionLimit), "it is not finished");
    Ok(Expectation::Exactly(outcome.solutions.into()))
}

/// So many of the items, by a seed; all of them without a number.
fn chosen(items: &[CorpusItem], count: Option<usize>, seed: u64) -> Vec<CorpusItem> {
    let Some(count) = count else { return items.to_vec() };
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.shuffle(&mut seeded(seed, STREAM));
    order.into_iter().cycle().take(count).map(|at| items[at].clone()).collect()
}

/// Replaces each item by a random isomorph.
fn permute(items: &mut [CorpusItem], seed: u64) {
    let mut random = seeded(seed, STREAM + 1);
    let mut symmetries: HashMap<String, Symmetries> = HashMap::new();
    for item in items {
        let seed: u64 = random.random();
        match &item.problem {
            AnyProblem::Puzzle(puzzle) => {
                let geometry = puzzle.geometry();
                let known = symmetries.entry(geometry.name().to_owned());
                let symmetry = known.or_insert_with(|| Symmetries::of(geometry)).random(seed);
                let solution = item.solution.as_ref().and_then(AnyAnswer::grid);
                item.solution = solution.map(|grid| AnyAnswer::Grid(symmetry.apply_grid(grid)));
                let puzzle = symmetry.apply(puzzle);
                item.hash = hash::puzzle(&puzzle);
                item.problem = AnyProblem::Puzzle(puzzle);
            }
            AnyProblem::Graph(graph) => {
                item.problem = AnyProblem::Graph(Arc::new(renumbered(graph, seed)));
                item.hash = item.problem.hash();
            }
            AnyProblem::Cover(_) | AnyProblem::Formula(_) => {}
        }
    }
}

/// Returns the same graph with its vertices in another order.
fn renumbered(graph: &Graph, seed: u64) -> Graph {
    let mut order: Vec<usize> = (0..graph.order()).collect();
    order.shuffle(&mut seeded(seed, STREAM));
    let edges = graph.edges().map(|(a, b)| (order[a], order[b]));
    Graph::new(graph.order(), edges).expect("a graph with other numbers is a graph")
}
