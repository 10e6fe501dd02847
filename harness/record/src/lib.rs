//! The output of a run, and what follows from it alone.
//!
//! A run is a folder. Each trial is a [`row`] of `rows.csv`; [`puzzles`], [`geometries`] and [`backends`] are the
//! tables beside it; [`manifest`] describes the run; [`datapackage`] documents every [`column`](mod@column).
//! This crate holds the models of these files and what both sides need: racing writes them, analysis
//! reads them, and neither depends on the other.
//!
//! ```
//! use record::{Status, csv_header};
//!
//! let header = String::from_utf8(csv_header()?)?;
//! assert!(header.starts_with("schema,run_id,corpus,puzzle,"));
//! assert!(Status::Unique.is_answer() && !Status::Timeout.is_answer());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! - [`words`] are the enumerations in rows, [`hash`] identifies puzzles, [`structure`] writes a geometry as a line;
//! - [`plain_text`] takes from texts of others what terminals and spreadsheets obey;
//! - [`recheck`] shows the grids of rows to the referee again;
//! - [`row`] is a trial, [`aggregate`] sums up trials of which no row is kept;
//! - [`csv_line`], [`whole_lines`], [`lock`] and [`disk`] write lines to files, [`seal`] and [`row_seals`] hash them,
//!   [`trials`] checks those of shards;
//! - [`history`] summarises runs, a line for each backend;
//! - [`verdict`] cross-checks rows of the same puzzle;
//! - [`folder`] names the files of a run;
//! - [`filter`] selects backends, puzzles and corpora by patterns; [`median`]; [`numbers`] in sentences.

pub mod hash;
pub mod median;
pub mod numbers;
pub mod plain_text;
pub mod seal;
pub mod structure;
pub mod words;

pub mod column;
pub mod csv_line;

pub mod disk;
pub mod lock;

pub mod aggregate;
pub mod row;

pub mod backends;
pub mod geometries;
pub mod puzzles;

pub mod recheck;

pub mod manifest;

pub mod datapackage;
pub mod folder;
pub mod row_seals;

pub mod trials;

pub mod whole_lines;

pub mod history;

pub mod verdict;

pub mod filter;

pub use self::aggregate::Aggregate;
pub use self::row::{COLUMNS, Row, SCHEMA, csv_header, to_csv};
pub use self::words::{Certified, Granularity, Status, Task, Verified, is_failure, problem};
