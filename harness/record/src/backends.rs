//! `backends.csv`: what took part in a run, and what each counts and obeys.

use std::borrow::Cow;

use serde::Serialize;

use crate::column::Column;

/// The name of the file in a run folder.
pub const FILE: &str = "backends.csv";

/// The columns, in their order.
pub const COLUMNS: &[Column] = &[
    Column::word("backend", "The id, as in rows.csv"),
    Column::word("family", "What stands before the first stroke of the id"),
    Column::word(
        "version",
        "The version, as in rows.csv; empty for a program that says its own in its rows",
    ),
    Column::word("engine", "The crate of others that does the work; empty where none does"),
    Column::word("engine_version", "The version of that crate"),
    Column::word(
        "instruction_set",
        "The instructions that it uses, where it chooses among several",
    ),
    Column::word("about", "What it is, in a line"),
    Column::word(
        "origin",
        "The code that searches: backends that share it do not verify each other's claims",
    ),
    Column::word(
        "reads",
        "What that code reads: puzzle, exact-cover, formula or graph. Anything else is translated, \
         and backends that share a translation do not verify each other's claims, either",
    ),
    Column::word("counts", "The counters that it fills, as their columns are called"),
    Column::word("counts_traced", "Those that it fills in a pass that is not timed"),
    Column::word("time_limit", "Whether its search obeys a time limit: yes, between steps, or no"),
    Column::word("node_limit", "The same of a node limit"),
    Column::truth("complete", "Whether it finds a solution wherever there is one"),
    Column::truth("assumes_unique", "Whether it takes for granted that there is only one solution"),
    Column::truth("stateful", "Whether it remembers earlier puzzles"),
    Column::truth("batches", "Whether it solves many puzzles at once"),
    Column::truth("isolated", "Whether it ran in processes of its own"),
];

/// A row of the file.
#[derive(Serialize)]
pub struct BackendRow<'a> {
    /// The id, as in rows.csv.
    pub backend: &'a str,
    /// What stands before the first stroke of the id.
    pub family: &'a str,
    /// The version, as in rows.csv; empty for a program that says its own in its rows.
    pub version: Cow<'static, str>,
    /// The crate of others that does the work; empty where none does.
    pub engine: Option<&'a str>,
    /// The version of that crate.
    pub engine_version: Option<&'a str>,
    /// The instructions that it uses, where it chooses among several.
    pub instruction_set: Option<&'a str>,
    /// What it is, in a line.
    pub about: &'a str,
    /// The code that searches: backends that share it do not verify each other's claims.
    pub origin: &'a str,
    /// What that code reads.
    pub reads: &'a str,
    /// The counters that it fills, as their columns are called.
    pub counts: String,
    /// Those that it fills in a pass that is not timed.
    pub counts_traced: String,
    /// Whether its search obeys a time limit: yes, between steps, or no.
    pub time_limit: &'a str,
    /// The same of a node limit.
    pub node_limit: &'a str,
    /// Whether it finds a solution wherever there is one.
    pub complete: bool,
    /// Whether it takes for granted that there is only one solution.
    pub assumes_unique: bool,
    /// Whether it remembers earlier puzzles.
    pub stateful: bool,
    /// Whether it solves many puzzles at once.
    pub batches: bool,
    /// Whether it ran in processes of its own.
    pub isolated: bool,
}
