//! What a run leaves behind, and what follows from that alone.
//!
//! A run is a folder. Each trial is a [`row`] of `rows.csv`; [`puzzles`] and [`backends`] are the tables
//! beside it; [`manifest`] is what the run was; [`datapackage`] says of every [`column`](mod@column) what it means. Here
//! are the models of these files and what both sides need: those who race write them, those who analyse
//! read them, and neither knows the other.
//!
//! - [`words`] stand in rows, [`hash`] names puzzles;
//! - [`row`] is a trial, [`aggregate`] are trials of which no row is kept;
//! - [`csv_line`], [`whole_lines`] and [`lock`]: how lines reach a file;
//! - [`verdict`]: rows of the same puzzle, held against each other;
//! - [`folder`]: where all this lies;
//! - [`filter`]: patterns of the names of backends, puzzles and corpora; [`median`].

pub mod hash;
pub mod median;
pub mod words;

pub mod column;
pub mod csv_line;

pub mod aggregate;
pub mod row;

pub mod backends;
pub mod puzzles;

pub mod manifest;

pub mod datapackage;
pub mod folder;

pub mod lock;
pub mod whole_lines;

pub mod verdict;

pub mod filter;

pub use self::aggregate::Alike;
pub use self::row::{COLUMNS, Row, SCHEMA, csv_header, is_failure, to_csv};
pub use self::words::{Certified, Granularity, Status, Task, Verified, must_not_happen, problem};
