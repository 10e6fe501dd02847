//! Puzzles with published counts.

use std::sync::LazyLock;

use board::Puzzle;
use solvers::{Backend, Counter, Outcome, Preparation, Stop, Takes};

use super::{Case, Kind, is_expected};
use crate::puzzles::{ESCARGOT, WINDOKU, chance, empty, puzzle};
use crate::recorder::Recorded;
use crate::{stuck, symmetry, written};

/// Boards with more cells are renumbered only by the law on symmetries: brute force does not solve
/// a hard puzzle in every order of its cells.
const LARGE: usize = 25;

static CASES: LazyLock<Vec<Case<Puzzle>>> = LazyLock::new(|| {
    let case = |problem, solutions| Case { problem, solutions };
    vec![
        case(empty("classic4"), 288),
        case(puzzle("classic4", "....1.3.431.2..."), 1),
        case(puzzle("classic4", "11.............."), 0),
        case(empty("x4"), 48),
        case(puzzle("classic9", ESCARGOT), 1),
        case(puzzle("windoku", WINDOKU), 1),
        case(puzzle("classic9", &ESCARGOT.replacen('0', "1", 1)), 0),
    ]
});

impl Kind for Puzzle {
    // Events do not report the items of a puzzle's matrix.
    const UNREPORTED: &'static [Counter] = &[Counter::Propagations];

    fn cases() -> &'static [Case<Self>] {
        &CASES
    }

    fn long() -> (Self, u64) {
        (empty("classic9"), 3000)
    }

    fn shuffled(&self, seed: u64) -> Self {
        symmetry::permute(self, &mut chance(seed))
    }

    fn is_large(&self) -> bool {
        self.geometry().cells() > LARGE
    }

    /// A row may support a single board.
    fn may_be_refused(&self) -> bool {
        true
    }

    fn in_words(&self) -> String {
        written(self)
    }

    fn takes(preparation: Preparation<Self>) -> Takes {
        Takes { puzzles: Some(preparation), ..Takes::NOTHING }
    }

    /// If a row gets stuck, its conclusions must hold.
    fn judge(
        &self,
        solutions: u64,
        limit: u64,
        backend: &Backend,
        outcome: &Outcome,
    ) -> Result<(), String> {
        self.refereed(outcome)?;
        if outcome.stop == Stop::Stuck {
            return stuck::is_sound(backend, self, outcome);
        }
        is_expected(outcome, solutions, limit).map_err(|why| format!("{}: {why}", written(self)))
    }

    fn judge_event(&self, event: &Recorded) -> Result<(), String> {
        match *event {
            Recorded::Bet { cell, alternatives, .. }
                if self.given(cell).is_some() || alternatives < 2 =>
            {
                Err(format!("a bet on cell {cell}, one of {alternatives}, is no bet"))
            }
            _ => Ok(()),
        }
    }
}
