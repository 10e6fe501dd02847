//! `backends.csv`: the backends of a run, their counters and the limits they support.

use std::borrow::Cow;

use serde::Serialize;

use crate::column::Column;

/// The name of the file in a run folder.
pub const FILE: &str = "backends.csv";

/// The columns, in their order.
pub const COLUMNS: &[Column] = &[
    Column::text("backend", "The id, as in rows.csv"),
    Column::text("family", "The part of the id before the first slash"),
    Column::text(
        "version",
        "The version, as in rows.csv; empty for an external solver, whose rows have its own",
    ),
    Column::text("engine", "The third-party crate that does the work; empty if there is none"),
    Column::text("engine_version", "The version of that crate"),
    Column::text("instruction_set", "The instruction set in use, if it selects one at run time"),
    Column::text("about", "A one-line description"),
    Column::text(
        "techniques",
        "The techniques that it uses, in the order in which it tries them, if it is a choice among them",
    ),
    Column::text(
        "origin",
        "The code that searches: backends that share it do not verify each other's claims",
    ),
    Column::text(
        "reads",
        "The input of that code: puzzle, exact-cover, formula or graph. Other problems are \
         translated, and backends that share a translation do not verify each other's claims",
    ),
    Column::text("counts", "The counters that it fills, by the names of their columns"),
    Column::text("counts_traced", "The counters that it fills in a separate untimed pass"),
    Column::text("time_limit", "Whether its search obeys a time limit: yes, between steps, or no"),
    Column::text("node_limit", "Whether its search obeys a node limit: yes, between steps, or no"),
    Column::boolean("complete", "Whether it finds a solution whenever there is one"),
    Column::boolean("assumes_unique", "Whether it assumes that there is only one solution"),
    Column::boolean("stateful", "Whether it keeps state between puzzles"),
    Column::boolean("batches", "Whether it solves many puzzles at once"),
    Column::boolean("isolated", "Whether it ran in child processes"),
];

/// A row of the file.
#[derive(Serialize)]
pub struct BackendRow<'a> {
    /// The id, as in rows.csv.
    pub backend: &'a str,
    /// The part of the id before the first slash.
    pub family: &'a str,
    /// The version, as in rows.csv; empty for an external solver, whose rows have its own.
    pub version: Cow<'static, str>,
    /// The third-party crate that does the work; empty if there is none.
    pub engine: Option<&'a str>,
    /// The version of that crate.
    pub engine_version: Option<&'a str>,
    /// The instruction set in use, if it selects one at run time.
    pub instruction_set: Option<&'a str>,
    /// A one-line description.
    pub about: &'a str,
    /// The techniques that it uses, in the order in which it tries them, if it is a choice among them.
    pub techniques: String,
    /// The code that searches: backends that share it do not verify each other's claims.
    pub origin: &'a str,
    /// The input of that code.
    pub reads: &'a str,
    /// The counters that it fills, by the names of their columns.
    pub counts: String,
    /// The counters that it fills in a separate untimed pass.
    pub counts_traced: String,
    /// Whether its search obeys a time limit: yes, between steps, or no.
    pub time_limit: &'a str,
    /// Whether its search obeys a node limit: yes, between steps, or no.
    pub node_limit: &'a str,
    /// Whether it finds a solution whenever there is one.
    pub complete: bool,
    /// Whether it assumes that there is only one solution.
    pub assumes_unique: bool,
    /// Whether it keeps state between puzzles.
    pub stateful: bool,
    /// Whether it solves many puzzles at once.
    pub batches: bool,
    /// Whether it ran in child processes.
    pub isolated: bool,
}
