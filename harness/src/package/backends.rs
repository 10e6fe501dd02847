//! `backends.csv`: what took part in a run, and what each counts and obeys.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use solvers::Counter;
use solvers::solver::Obeys;

use super::{Column, Kind};
use crate::contestant::Contestant;
use crate::csv_line;

/// The name of the file in a run folder.
pub const FILE: &str = "backends.csv";

/// The columns, in their order.
pub const COLUMNS: &[Column] = &[
    word("backend", "The id, as in rows.csv"),
    word("family", "What stands before the first stroke of the id"),
    word(
        "version",
        "The version, as in rows.csv; empty for a program that says its own in its rows",
    ),
    word("engine", "The crate of others that does the work; empty where none does"),
    word("engine_version", "The version of that crate"),
    word("instruction_set", "The instructions that it uses, where it chooses among several"),
    word("about", "What it is, in a line"),
    word(
        "origin",
        "The code that searches: backends that share it do not verify each other's claims",
    ),
    word(
        "reads",
        "What that code reads: puzzle, exact-cover, formula or graph. Anything else is translated, \
         and backends that share a translation do not verify each other's claims, either",
    ),
    word("counts", "The counters that it fills, as their columns are called"),
    word("counts_traced", "Those that it fills in a pass that is not timed"),
    word("time_limit", "Whether its search obeys a time limit: yes, between steps, or no"),
    word("node_limit", "The same of a node limit"),
    truth("complete", "Whether it finds a solution wherever there is one"),
    truth("assumes_unique", "Whether it takes for granted that there is only one solution"),
    truth("stateful", "Whether it remembers earlier puzzles"),
    truth("batches", "Whether it solves many puzzles at once"),
    truth("isolated", "Whether it ran in processes of its own"),
];

const fn word(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: Kind::Word, unit: "", meaning }
}

const fn truth(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: Kind::Boolean, unit: "", meaning }
}

/// A row of the file.
#[derive(Serialize)]
struct Row<'a> {
    backend: &'a str,
    family: &'a str,
    version: Cow<'static, str>,
    engine: Option<&'a str>,
    engine_version: Option<&'a str>,
    instruction_set: Option<&'a str>,
    about: &'a str,
    origin: &'a str,
    reads: &'a str,
    counts: String,
    counts_traced: String,
    time_limit: &'a str,
    node_limit: &'a str,
    complete: bool,
    assumes_unique: bool,
    stateful: bool,
    batches: bool,
    isolated: bool,
}

/// Writes the file of a run folder.
///
/// # Errors
/// When it cannot be written.
pub fn write(folder: &Path, contestants: &[Contestant]) -> anyhow::Result<()> {
    let path = folder.join(FILE);
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
    let mut csv = (names.join(",") + "\n").into_bytes();
    for contestant in contestants {
        csv_line::write(&row(contestant), &mut csv)?;
    }
    fs::write(&path, csv).with_context(|| format!("cannot write {}", path.display()))
}

fn row(contestant: &Contestant) -> Row<'_> {
    let backend = &contestant.backend;
    let words = |counters: &[Counter]| {
        counters.iter().map(|counter| counter.name()).collect::<Vec<_>>().join(" ")
    };
    let obeys = |obeys: Obeys| match obeys {
        Obeys::Exactly => "yes",
        Obeys::Coarsely => "between steps",
        Obeys::No => "no",
    };
    Row {
        backend: backend.id,
        family: backend.family(),
        version: contestant.own_version(),
        engine: backend.package.map(|package| package.name),
        engine_version: backend.package.map(|package| package.version),
        instruction_set: backend.instruction_set(),
        about: backend.about,
        origin: backend.origin.code,
        reads: backend.origin.reads.name(),
        counts: words(backend.counts),
        counts_traced: words(backend.counts_traced),
        time_limit: obeys(backend.honors.time),
        node_limit: obeys(backend.honors.nodes),
        complete: backend.complete,
        assumes_unique: backend.assumes_unique,
        stateful: backend.stateful,
        batches: backend.batches,
        isolated: contestant.is_isolated(),
    }
}
