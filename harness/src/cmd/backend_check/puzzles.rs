//! The puzzles of the suite. Their number of solutions is known, except for the huge ones.

use std::sync::Arc;

use anyhow::Context;
use board::text::line;
use board::{Geometry, Graph, Puzzle, catalog};
use race::corpus::{CorpusItem, Expectation};
use race::problem::AnyProblem;

use crate::cmd::trial::item;

/// The name of the suite as a corpus.
const CORPUS: &str = "check";

/// A puzzle of the suite.
pub(super) struct Case {
    /// What it tests.
    pub(super) name: &'static str,
    /// The name of its geometry.
    pub(super) geometry: &'static str,
    /// The cells; empty if there are no givens.
    pub(super) cells: &'static str,
    /// The number of its solutions, if known.
    pub(super) solutions: Option<u64>,
    /// Whether a timeout or giving up is allowed.
    pub(super) is_hard: bool,
}

const fn easy(
    name: &'static str,
    geometry: &'static str,
    cells: &'static str,
    solutions: u64,
) -> Case {
    Case { name, geometry, cells, solutions: Some(solutions), is_hard: false }
}

const fn hard(
    name: &'static str,
    geometry: &'static str,
    cells: &'static str,
    solutions: u64,
) -> Case {
    Case { is_hard: true, ..easy(name, geometry, cells, solutions) }
}

const fn huge(geometry: &'static str) -> Case {
    Case { name: "time limit", geometry, cells: "", solutions: None, is_hard: true }
}

/// Easy puzzles. Later checks return to the first that an entrant answers.
pub(super) const EASY: &[Case] = &[
    easy(
        "easy",
        "classic9",
        ".5......12.8.1.49..1.483752.....75.4....34.1....821.7.1...786...3.249.87..7....3.",
        1,
    ),
    easy("easy 4x4", "classic4", "....1.3.431.2...", 1),
];

/// A puzzle with 61 solutions, found by Hurtebis.
pub(super) const SEVERAL: Case = hard(
    "several solutions",
    "classic9",
    "........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17...",
    61,
);

/// The other puzzles, each run with every task. The first two are Inkala's Al Escargot and one of
/// Royle's list of puzzles with 17 clues.
pub(super) const CASES: &[Case] = &[
    hard(
        "hard",
        "classic9",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        1,
    ),
    hard(
        "17 clues",
        "classic9",
        ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..",
        1,
    ),
    hard(
        "two givens clash",
        "classic9",
        "5..5.............................................................................",
        0,
    ),
    hard(
        "no solution, no clash",
        "classic9",
        "......4.......9123..5..26..8...31....4.75....53.....49..25.....1.9...27.7.3......",
        0,
    ),
    SEVERAL,
    easy(
        "full grid",
        "classic9",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        1,
    ),
    easy("4x4 without clues", "classic4", "", 288),
    hard("6x6", "classic6", "...46......2.6.....4.5...3....5..3..", 1),
    hard(
        "16x16",
        "classic16",
        "21C..9.3F5.6.7..B..........8.DF6...6.1.8.B.C2934.9..76F.....8.....3745....AE..9F\
         G.1...........6..D2...B.....147.F.B.6G.1938.D..E....F..62.93.5..3C.....2.......G\
         .....7.GC.5.3.4..7GD8B.9.....62.A39..8....F.6...1..2G36.....4..D.4E.1A9D.......5\
         D.6.BFC.741G93..",
        1,
    ),
    hard(
        "two diagonals",
        "x",
        "9.......4..7...8...4..6..5....2.6.....8...9.....8.4....5..2..3...1...5..3.......7",
        1,
    ),
];

/// Empty grids, whose solutions cannot be enumerated; the first supported one is used.
pub(super) const HUGE: &[Case] = &[huge("classic25"), huge("classic16"), huge("classic9")];

/// The puzzles of a suite. They share geometries, as in a corpus.
#[derive(Default)]
pub(super) struct Puzzles {
    geometries: Vec<Arc<Geometry>>,
}

impl Puzzles {
    /// Returns a case as an item of a corpus that states its number of solutions.
    ///
    /// # Errors
    /// When the case does not fit its geometry, which is an error in the suite.
    pub(super) fn item(&mut self, case: &Case) -> anyhow::Result<CorpusItem> {
        let geometry = self.geometry(case.geometry)?;
        let puzzle = if case.cells.is_empty() {
            Puzzle::empty(geometry)
        } else {
            line::parse(case.cells, &geometry).with_context(|| format!("puzzle {}", case.name))?
        };
        let expect = case.solutions.map(|n| Expectation::Exactly(n.into()));
        Ok(item(CORPUS, case.name, AnyProblem::Puzzle(puzzle), expect))
    }

    /// Returns a ring of five vertices, as an item of a corpus.
    ///
    /// # Errors
    /// Never: the graph is right.
    pub(super) fn ring(&self) -> anyhow::Result<CorpusItem> {
        let graph = Graph::new(5, (0..5).map(|vertex| (vertex, (vertex + 1) % 5)))?;
        Ok(item(CORPUS, "ring", AnyProblem::Graph(Arc::new(graph)), None))
    }

    fn geometry(&mut self, name: &str) -> anyhow::Result<Arc<Geometry>> {
        if let Some(known) = self.geometries.iter().find(|known| known.name() == name) {
            return Ok(known.clone());
        }
        let geometry = Arc::new(catalog::named(name)?);
        self.geometries.push(geometry.clone());
        Ok(geometry)
    }
}

#[cfg(test)]
mod tests {
    use solvers::{Limits, candidates::mrv::MRV};

    use super::*;

    #[test]
    fn every_puzzle_has_the_stated_number_of_solutions() {
        let mut puzzles = Puzzles::default();
        for case in EASY.iter().chain(CASES) {
            let item = puzzles.item(case).expect("a puzzle");
            let puzzle = item.problem.puzzle().expect("a puzzle").clone();
            let mut solver = MRV.prepare::<Puzzle>(puzzle.geometry()).expect("it takes everything");
            let outcome = solver.solve(&puzzle, &Limits::solutions(1000));
            assert_eq!(Some(outcome.solutions), case.solutions, "{}", case.name);
        }
        for case in HUGE {
            assert_eq!(puzzles.item(case).expect("a puzzle").clues, 0);
        }
    }
}
