//! Draws a case from bytes: each choice takes a byte, so that a mutated byte changes one choice.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use board::instance::{Entry, ExactCover, Formula, Item, Literal, Multiplicity, Variable};
use board::seed::seeded;
use board::{Geometry, Graph, Grid, Puzzle, SymbolSet};
use rand::RngExt;
use record::structure::parse_geometry;
use solvers::{BACKENDS, Backend};

use super::case::{Call, CallKind, Case, Instance};
use super::oracle;

/// The boards with a name, small ones first.
const BOARDS: [&str; 6] = ["classic4", "latin4", "x4", "latin5", "classic6", "classic9"];

/// The number of cells from which rows that look for rare techniques, or try swaps in vain, take too long.
const LARGE: usize = 26;

/// A grid of each board, from which puzzles are cut.
static GRIDS: LazyLock<BTreeMap<&str, (Arc<Geometry>, Grid)>> = LazyLock::new(|| {
    let made = |name| {
        let geometry = Arc::new(parse_geometry(name).expect("a name of the catalog"));
        let (grids, _) = oracle::grids(&Puzzle::empty(geometry.clone()));
        (name, (geometry, grids.into_iter().next().expect("every board has a grid")))
    };
    BOARDS.into_iter().map(made).collect()
});

/// Returns the case of a number, whose bytes are random.
pub fn numbered(number: u64) -> Case {
    let mut bytes = [0; 1024];
    seeded(number, 0xD1FF).fill(&mut bytes);
    case(&bytes)
}

/// Returns the case that bytes describe. Missing bytes are zeros.
pub fn case(bytes: &[u8]) -> Case {
    let mut choices = Choices(bytes);
    let instance = instance(&mut choices);
    let backends = backends(&instance, &mut choices);
    let calls = (0..=choices.below(7)).map(|_| call(&instance, &mut choices)).collect();
    Case { instance, backends, calls }
}

/// The bytes that are left.
struct Choices<'b>(&'b [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// Returns a number below `end`, which is 256 at most.
    fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end.max(1)
    }

    /// Returns true in `percent` of 100 cases.
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn instance(choices: &mut Choices<'_>) -> Instance {
    match choices.below(8) {
        0..=1 => Instance::Cover(cover(choices)),
        2..=3 => Instance::Formula(formula(choices)),
        4 => Instance::Graph(graph(choices)),
        5..=6 => {
            let geometry = random_board(choices);
            let puzzles = (0..=choices.below(3)).map(|_| random_puzzle(&geometry, choices));
            let puzzles = puzzles.collect();
            Instance::Puzzles(geometry, puzzles)
        }
        _ => {
            let (geometry, grid) = &GRIDS[choices.pick(&BOARDS)];
            let puzzles = (0..=choices.below(3)).map(|_| cut_out(geometry, grid, choices));
            Instance::Puzzles(geometry.clone(), puzzles.collect())
        }
    }
}

fn cover(choices: &mut Choices<'_>) -> ExactCover {
    let names = |of: &str, n: usize| (0..n).map(|number| format!("{of}{number}")).collect();
    let (primary, secondary) = (1 + choices.below(5), choices.below(5));
    let colours = 1 + choices.below(3);
    let mut problem =
        ExactCover::new(names("p", primary), names("s", secondary), names("c", colours));
    let density = 20 + choices.below(60);
    for _ in 0..choices.below(12) {
        let mut entries: Vec<Entry> = Vec::new();
        for item in 0..primary + secondary {
            if choices.chance(density) {
                let colour =
                    (item >= primary && choices.chance(80)).then(|| choices.below(colours) as u32);
                entries.push(Entry { item: item as Item, colour });
            }
        }
        problem.add_option(entries).expect("different items");
    }
    if choices.chance(20) {
        for item in 0..primary {
            let (low, more) = (choices.below(3) as u32, choices.below(3) as u32);
            let multiplicity = Multiplicity { low, high: (low + more).max(1) };
            problem.set_multiplicity(item as Item, multiplicity).expect("bounds in order");
        }
    }
    problem
}

fn formula(choices: &mut Choices<'_>) -> Formula {
    let variables = 1 + choices.below(9);
    let mut formula = Formula::new(variables);
    for _ in 0..choices.below(40) {
        // Literals may be repeated, and contradict each other; a clause may be empty.
        let length = choices.pick(&[3, 3, 3, 2, 2, 1, 4, 0]);
        let literals: Vec<Literal> = (0..length)
            .map(|_| Literal::new(choices.below(variables) as Variable, choices.chance(50)))
            .collect();
        formula.add_clause(literals);
    }
    formula
}

fn graph(choices: &mut Choices<'_>) -> Graph {
    let order = 1 + choices.below(6);
    let density = choices.below(100);
    let pairs = (0..order).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges: Vec<_> = pairs.filter(|_| choices.chance(density)).collect();
    Graph::new(order, edges).expect("ends that exist and differ")
}

/// Returns a board of random size with random regions, some full and most short.
fn random_board(choices: &mut Choices<'_>) -> Arc<Geometry> {
    let (symbols, cells) = (2 + choices.below(4), 1 + choices.below(16));
    let mut regions = Vec::new();
    for _ in 0..choices.below(9) {
        let mut left: Vec<usize> = (0..cells).collect();
        let size = 1 + choices.below(symbols.min(cells));
        let region = (0..size).map(|_| left.remove(choices.below(left.len())).to_string());
        regions.push(region.collect::<Vec<_>>().join("."));
    }
    let text = format!("symbols={symbols} cells={cells} regions={}", regions.join(","));
    Arc::new(parse_geometry(&text).expect("regions that fit"))
}

/// Returns a puzzle whose cells are open, given, or allow a few symbols. Many have no solution.
fn random_puzzle(geometry: &Arc<Geometry>, choices: &mut Choices<'_>) -> Puzzle {
    let symbols = geometry.symbols();
    let open = 20 + choices.below(75);
    let cell = |_| match choices.below(100) {
        dice if dice < open => SymbolSet::all(symbols),
        dice if dice % 2 == 0 => SymbolSet::only(choices.below(symbols) as u8),
        _ => SymbolSet::from(u64::from(choices.byte())) & SymbolSet::all(symbols),
    };
    let allowed = (0..geometry.cells()).map(cell).collect();
    Puzzle::from_allowed(geometry.clone(), allowed)
}

/// Returns a puzzle cut from a grid with other symbols: some cells are open, a few of them without a symbol, which
/// may be that of the grid.
fn cut_out(geometry: &Arc<Geometry>, grid: &Grid, choices: &mut Choices<'_>) -> Puzzle {
    let symbols = geometry.symbols();
    let mut names: Vec<u8> = (0..symbols as u8).collect();
    (1..symbols).for_each(|at| names.swap(at, choices.below(at + 1)));
    let open = 10 + choices.below(50);
    let mut cell = |&symbol: &u8| {
        if !choices.chance(open) {
            return SymbolSet::only(names[usize::from(symbol)]);
        }
        let mut set = SymbolSet::all(symbols);
        if choices.chance(10) {
            set.remove(choices.below(symbols) as u8);
        }
        set
    };
    let allowed = grid.symbols().iter().map(&mut cell).collect();
    Puzzle::from_allowed(geometry.clone(), allowed)
}

/// Returns some backends that take problems of this kind.
fn backends(instance: &Instance, choices: &mut Choices<'_>) -> Vec<String> {
    let is_large = matches!(instance, Instance::Puzzles(geometry, _) if geometry.cells() >= LARGE);
    let takes = |row: &&Backend| match instance {
        Instance::Puzzles(..) => row.takes::<Puzzle>() && !(is_large && is_slow(row)),
        Instance::Cover(_) => row.takes::<ExactCover>(),
        Instance::Formula(_) => row.takes::<Formula>(),
        Instance::Graph(_) => row.takes::<Graph>(),
    };
    let mut rows: Vec<&Backend> = BACKENDS.iter().filter(takes).collect();
    let n_rows = (1 + choices.below(3)).min(rows.len());
    (0..n_rows).map(|_| rows.remove(choices.below(rows.len())).id.to_owned()).collect()
}

/// Returns whether a row may look for rare techniques, or try swaps in vain, for seconds.
fn is_slow(row: &Backend) -> bool {
    row.id.starts_with("deduce/everything") || row.id == "local/annealing"
}

fn call(instance: &Instance, choices: &mut Choices<'_>) -> Call {
    let kind = choices.pick(&[CallKind::Solve, CallKind::Trace, CallKind::Solve, CallKind::Batch]);
    let puzzle = choices.below(instance.len());
    // Of some puzzles there are more solutions than anybody can count.
    let all = if matches!(instance, Instance::Puzzles(..)) { 600 } else { u64::MAX };
    let solutions = choices.pick(&[2, 1, 2, 3, 600, 17, all, 1]);
    let mut call = Call::new(kind, puzzle, solutions);
    match choices.below(12) {
        0..=1 => call.nodes = Some(1 + choices.below(20) as u64),
        2 => call.rounds = Some(choices.below(6) as u64),
        3 => call.is_late = true,
        4 => call.cancel = Some(0),
        5..=6 => call.cancel = Some(choices.below(64) as u64),
        7 => {
            call.nodes = Some(1 + choices.below(8) as u64);
            call.rounds = Some(choices.below(3) as u64);
        }
        _ => {}
    }
    call
}
