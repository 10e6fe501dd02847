//! The rows of [`bets`](super): those of the registry, and one for each other choice.

use std::sync::LazyLock;

use board::{Geometry, SymbolWord};

use super::choices::{CellOrder, Choices, Contradictions, SweepOrder, ValueOrder};
use super::search::Bets;
use crate::contract::{
    Backend, Counter, LimitSupport, Method, Origin, ProblemKind, Solver, StepSupport, Takes, Task,
};

/// Returns the search with sets of symbols that are as wide as the board needs.
fn prepare(geometry: &Geometry, choices: Choices) -> Box<dyn Solver> {
    match geometry.symbols() {
        ..=SymbolWord::CAPACITY => Box::new(Bets::<u64>::new(geometry, choices)),
        _ => Box::new(Bets::<u128>::new(geometry, choices)),
    }
}

/// The rows `candidates/bets.1` to `candidates/bets.8`, in order.
pub const BETS: [Backend; 8] = [
    row::<1>("candidates/bets.1", "singles, then a bet on a saved grid (Sudoto)"),
    row::<2>("candidates/bets.2", "naked tuples of up to two cells, then a bet (Sudoto)"),
    row::<3>("candidates/bets.3", "naked tuples of up to three cells, then a bet (Sudoto)"),
    row::<4>("candidates/bets.4", "naked tuples of up to four cells, then a bet (Sudoto)"),
    row::<5>("candidates/bets.5", "naked tuples of up to five cells, then a bet (Sudoto)"),
    row::<6>("candidates/bets.6", "naked tuples of up to six cells, then a bet (Sudoto)"),
    row::<7>("candidates/bets.7", "naked tuples of up to seven cells, then a bet (Sudoto)"),
    row::<8>("candidates/bets.8", "naked tuples of up to eight cells, then a bet (Sudoto)"),
];

/// Every choice, including those of [`BETS`]. The id has the words of the choices in this order:
/// `candidates/bets.N`, `.columns`, `.largest`, `.onwards`, `.after-sweep` or `.at-end`.
pub static VARIANTS: LazyLock<Vec<Backend>> = LazyLock::new(variants);

const CELLS: [(&str, CellOrder); 2] = [("", CellOrder::Rows), (".columns", CellOrder::Columns)];
const VALUES: [(&str, ValueOrder); 2] =
    [("", ValueOrder::Smallest), (".largest", ValueOrder::Largest)];
const SWEEPS: [(&str, SweepOrder); 2] =
    [("", SweepOrder::Again), (".onwards", SweepOrder::Onwards)];
const CONTRADICTIONS: [(&str, Contradictions); 3] = [
    ("", Contradictions::AtOnce),
    (".after-sweep", Contradictions::AfterSweep),
    (".at-end", Contradictions::AtEnd),
];

fn variants() -> Vec<Backend> {
    let mut rows = Vec::new();
    for (row, largest_tuple) in BETS.iter().zip(1..) {
        for (of_cells, cells) in CELLS {
            for (of_values, values) in VALUES {
                for (of_sweep, sweep) in SWEEPS {
                    rows.extend(CONTRADICTIONS.map(|(of_moment, contradictions)| {
                        let words = [of_cells, of_values, of_sweep, of_moment].concat();
                        let choices =
                            Choices { largest_tuple, cells, values, sweep, contradictions };
                        if words.is_empty() { *row } else { variant(row, &words, choices) }
                    }));
                }
            }
        }
    }
    rows
}

/// Returns the row with these words in its id, which make these choices.
fn variant(row: &Backend, words: &str, choices: Choices) -> Backend {
    Backend {
        id: String::leak(format!("{}{words}", row.id)),
        takes: Takes::chosen_puzzles(move |geometry| Ok(prepare(geometry, choices))),
        ..*row
    }
}

/// The last counter applies to tuples of several cells.
const COUNTS: &[Counter] = &[
    Counter::Nodes,
    Counter::Bets,
    Counter::Conflicts,
    Counter::Deductions,
    Counter::Removals,
    Counter::MaxDepth,
    Counter::RightBets,
    Counter::WrongBets,
    Counter::Eliminations,
];

const fn row<const N: usize>(id: &'static str, about: &'static str) -> Backend {
    Backend {
        id,
        about,
        method: Method {
            state: "candidate bits, saved whole",
            inference: "naked tuples",
            choice: "cell with fewest candidates",
        },
        tasks: &Task::ALL,
        counts: if N == 1 { COUNTS.split_at(COUNTS.len() - 1).0 } else { COUNTS },
        counts_traced: &[],
        steps: StepSupport::All,
        node_limit: LimitSupport::Exact,
        time_limit: LimitSupport::Coarse,
        assumes_unique: false,
        complete: true,
        stateful: false,
        batch: None,
        lines: None,
        package: None,
        instructions: None,
        origin: Origin { code: "candidates", reads: ProblemKind::Puzzle },
        takes: Takes::puzzles(|geometry| Ok(prepare(geometry, Choices::usual(N)))),
    }
}
