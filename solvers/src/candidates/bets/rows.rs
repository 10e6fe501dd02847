//! The rows of [`bets`](super): those of the registry, and one for each other choice.

use super::choices::{CellOrder, Choices, Contradictions, SweepOrder, ValueOrder};
use super::search::Bets;
use crate::const_string::ConstString;
use crate::contract::{Backend, Counter, LimitSupport, Method, Origin, ProblemKind, Takes, Task};

/// The rows `candidates/bets.1` to `candidates/bets.8`, in order.
pub const BETS: [Backend; 8] = [
    row::<1, 0, 0, 0, 0>(),
    row::<2, 0, 0, 0, 0>(),
    row::<3, 0, 0, 0, 0>(),
    row::<4, 0, 0, 0, 0>(),
    row::<5, 0, 0, 0, 0>(),
    row::<6, 0, 0, 0, 0>(),
    row::<7, 0, 0, 0, 0>(),
    row::<8, 0, 0, 0, 0>(),
];

/// Every choice, including those of [`BETS`]. The id has the words of the choices in this order:
/// `candidates/bets.N`, `.columns`, `.largest`, `.onwards`, `.after-sweep` or `.at-end`.
pub static VARIANTS: &[Backend] = ALL.as_flattened().as_flattened().as_flattened().as_flattened();

/// The rows by size, cells, values, sweeps and contradictions.
type Rows<const SIZES: usize> = [[[[[Backend; 3]; 2]; 2]; 2]; SIZES];

static ALL: Rows<8> = [
    of_size::<1>(),
    of_size::<2>(),
    of_size::<3>(),
    of_size::<4>(),
    of_size::<5>(),
    of_size::<6>(),
    of_size::<7>(),
    of_size::<8>(),
];

const fn of_size<const N: usize>() -> [[[[Backend; 3]; 2]; 2]; 2] {
    [of_cells::<N, 0>(), of_cells::<N, 1>()]
}

const fn of_cells<const N: usize, const C: usize>() -> [[[Backend; 3]; 2]; 2] {
    [of_values::<N, C, 0>(), of_values::<N, C, 1>()]
}

const fn of_values<const N: usize, const C: usize, const V: usize>() -> [[Backend; 3]; 2] {
    [of_sweep::<N, C, V, 0>(), of_sweep::<N, C, V, 1>()]
}

const fn of_sweep<const N: usize, const C: usize, const V: usize, const S: usize>() -> [Backend; 3]
{
    [row::<N, C, V, S, 0>(), row::<N, C, V, S, 1>(), row::<N, C, V, S, 2>()]
}

const SIZES: [&str; 9] = ["", "1", "2", "3", "4", "5", "6", "7", "8"];
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

/// The row with tuples of up to `N` cells and the choices with these numbers.
struct Row<const N: usize, const C: usize, const V: usize, const S: usize, const D: usize>;

impl<const N: usize, const C: usize, const V: usize, const S: usize, const D: usize>
    Row<N, C, V, S, D>
{
    const ID: &ConstString = &ConstString::concat(&[
        "candidates/bets.",
        SIZES[N],
        CELLS[C].0,
        VALUES[V].0,
        SWEEPS[S].0,
        CONTRADICTIONS[D].0,
    ]);
    const CHOICES: Choices = Choices {
        largest_tuple: N,
        cells: CELLS[C].1,
        values: VALUES[V].1,
        sweep: SWEEPS[S].1,
        contradictions: CONTRADICTIONS[D].1,
    };
}

const ABOUTS: [&str; 9] = [
    "",
    "singles, then a bet on a saved grid (Sudoto)",
    "naked tuples of up to two cells, then a bet (Sudoto)",
    "naked tuples of up to three cells, then a bet (Sudoto)",
    "naked tuples of up to four cells, then a bet (Sudoto)",
    "naked tuples of up to five cells, then a bet (Sudoto)",
    "naked tuples of up to six cells, then a bet (Sudoto)",
    "naked tuples of up to seven cells, then a bet (Sudoto)",
    "naked tuples of up to eight cells, then a bet (Sudoto)",
];

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

const fn row<const N: usize, const C: usize, const V: usize, const S: usize, const D: usize>()
-> Backend {
    Backend {
        id: Row::<N, C, V, S, D>::ID.as_str(),
        about: ABOUTS[N],
        method: Method {
            state: "candidate bits, saved whole",
            inference: "naked tuples",
            choice: "cell with fewest candidates",
        },
        tasks: &[Task::First, Task::Unique, Task::Count],
        counts: if N == 1 { COUNTS.split_at(COUNTS.len() - 1).0 } else { COUNTS },
        counts_traced: &[],
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
        takes: Takes::puzzles(|geometry| {
            Ok(Box::new(Bets::new(geometry, Row::<N, C, V, S, D>::CHOICES)))
        }),
    }
}
