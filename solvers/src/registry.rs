//! All the rows, sorted by id. A row that stands here is in the tests, in the command line, in
//! the CSV and in the report.

use crate::solver::Backend;
use crate::{backtrack, candidates, cover, deduce, sat};

/// Every backend.
pub const BACKENDS: &[Backend] = &[
    backtrack::naive::NAIVE,
    backtrack::naive_two_run::NAIVE_TWO_RUN,
    candidates::mrv::MRV,
    cover::bitmatrix::BITMATRIX,
    cover::bitmatrix::WEIGHTED,
    cover::dancing_cells::DANCING_CELLS,
    cover::dlx::DLX,
    cover::dlx_crate::DLX_CRATE,
    cover::dlx_rs::DLX_RS,
    deduce::ALL,
    deduce::ALL_UNIQUE,
    deduce::LOCKED,
    deduce::PAIRS,
    deduce::SINGLES,
    deduce::TUPLES,
    sat::EXTENDED_BATSAT,
    sat::EXTENDED_VARISAT,
    sat::MINIMAL_BATSAT,
    sat::MINIMAL_VARISAT,
];
