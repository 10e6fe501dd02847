//! All the rows, sorted by id. A row that stands here is in the tests, in the command line, in
//! the CSV and in the report.

use crate::colour::instances::GraphBackend;
use crate::cover::instances::CoverBackend;
use crate::origin::{Origin, Problem};
use crate::sat::instances::FormulaBackend;
use crate::solver::Backend;
use crate::{backtrack, candidates, colour, cover, deduce, sat, simd};

/// Every backend.
pub const BACKENDS: &[Backend] = &[
    backtrack::naive::NAIVE,
    backtrack::naive_two_run::NAIVE_TWO_RUN,
    candidates::bets::BETS[0],
    candidates::bets::BETS[1],
    candidates::bets::BETS[2],
    candidates::bets::BETS[3],
    candidates::bets::BETS[4],
    candidates::bets::BETS[5],
    candidates::bets::BETS[6],
    candidates::bets::BETS[7],
    candidates::bitboards::BITBOARDS,
    candidates::mrv::MRV,
    candidates::mrv::MRV_FLAGS,
    candidates::mrv::MRV_LIST,
    candidates::rounds::ROUNDS,
    candidates::rounds::ROUNDS_H1,
    candidates::rounds::ROUNDS_INSIST,
    colour::greedy::DSATUR,
    colour::exact::DSATUR_EXACT,
    colour::exact::DSATUR_EXACT_BRELAZ,
    colour::greedy::WELSH_POWELL,
    cover::bitmatrix::BITMATRIX,
    cover::bitmatrix::WEIGHTED,
    cover::dancing_cells::DANCING_CELLS,
    cover::dlx::DLX,
    cover::dlx_crate::DLX_CRATE,
    cover::dlx_rs::DLX_RS,
    deduce::ALL,
    deduce::ALL_UNIQUE,
    deduce::LOCKED,
    deduce::pairs::PAIRS,
    deduce::pairs::PAIRS_FLAGS,
    deduce::pairs::PAIRS_LIST,
    deduce::SINGLES,
    deduce::TUPLES,
    sat::pairings::BINARY_BATSAT,
    sat::pairings::COMMANDER_BATSAT,
    sat::pairings::EXTENDED_BATSAT,
    sat::incremental::EXTENDED_BATSAT_INCREMENTAL,
    #[cfg(feature = "cadical")]
    sat::pairings::EXTENDED_CADICAL,
    sat::pairings::EXTENDED_CDCL,
    sat::pairings::EXTENDED_DPLL,
    #[cfg(feature = "glucose")]
    sat::pairings::EXTENDED_GLUCOSE,
    #[cfg(feature = "glucose")]
    sat::incremental::EXTENDED_GLUCOSE_INCREMENTAL,
    #[cfg(feature = "minisat")]
    sat::pairings::EXTENDED_MINISAT,
    #[cfg(feature = "minisat")]
    sat::incremental::EXTENDED_MINISAT_INCREMENTAL,
    sat::pairings::EXTENDED_VARISAT,
    sat::incremental::EXTENDED_VARISAT_INCREMENTAL,
    sat::pairings::LOG_BATSAT,
    sat::pairings::MINIMAL_BATSAT,
    sat::pairings::MINIMAL_VARISAT,
    sat::pairings::PRODUCT_BATSAT,
    sat::pairings::REDUCED_BATSAT,
    sat::pairings::REDUCED_VARISAT,
    sat::pairings::SEQUENTIAL_BATSAT,
    simd::bitslice::BITSLICE,
    simd::bitslice::BITSLICE_AVX2,
    simd::bitslice::BITSLICE_AVX512,
    simd::bitslice::BITSLICE_PORTABLE,
    simd::single::SINGLE,
    simd::single::SINGLE_AVX2,
    simd::single::SINGLE_AVX512,
    simd::single::SINGLE_PORTABLE,
];

/// The origin of the row with this id, whether the registry shows it or not. A row of another build, or a
/// program of others, is held to come from its family, and to read what that family reads. What a program
/// reads is not known by its name; some read our encoding, so that is assumed of all.
pub fn origin(id: &str) -> Origin<'_> {
    let known = BACKENDS.iter().chain(sat::pairings::PAIRINGS).find(|row| row.id == id);
    if let Some(row) = known {
        return row.origin;
    }
    let family = id.split('/').next().unwrap_or_default();
    let reads = match family {
        "colour" => Problem::Graph,
        "cover" => Problem::ExactCover,
        "external" | "sat" => Problem::Formula,
        _ => Problem::Puzzle,
    };
    Origin { code: family, reads }
}

/// The solver of exact cover problems that a row has, if it takes them.
pub fn cover_backend(id: &str) -> Option<&'static CoverBackend> {
    let mut rows = cover::instances::COVER_BACKENDS.iter().chain(sat::instances::COVER_BACKENDS);
    rows.find(|backend| backend.row.id == id)
}

/// The solver of formulas that a row has, if it takes them.
pub fn formula_backend(id: &str) -> Option<&'static FormulaBackend> {
    sat::instances::FORMULA_BACKENDS.iter().find(|backend| backend.row.id == id)
}

/// The solver of graphs that a row has, if it takes them.
pub fn graph_backend(id: &str) -> Option<&'static GraphBackend> {
    colour::instances::GRAPH_BACKENDS.iter().find(|backend| backend.row.id == id)
}
