//! Runs that are read again, and figures made of them.
//!
//! Statistics see rows, never a backend: everything here is worked out from run folders alone.
//!
//! - [`load`]: rows of one run or of many become compact trials, with the verdicts across them worked out
//!   anew, and what the manifests have to say against the times;
//! - [`own_times`]: whether the times that programs of others tell of themselves are suspicious;
//! - [`stats`]: a sheet with a cell for each contestant and puzzle; rankings, comparisons of two, tests.

pub mod reported_times;

pub mod load;

pub mod stats;
