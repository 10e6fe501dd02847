//! `harness list`: the rows of the registry.

use std::io::Write;

use solvers::{Backend, solver::Obeys};

use super::{DEFAULT_ROWS, End};
use crate::cli::{ExternalArgs, ListArgs};
use crate::external::program;
use crate::filter;
use crate::table::{Format, Table};

/// Prints the backends that the filters select out of `all`: without filters, all of them.
///
/// # Errors
/// When a filter matches nothing, or `out` takes no more.
pub fn run(arguments: &ListArgs, all: &[Backend], out: &mut dyn Write) -> anyhow::Result<End> {
    let ExternalArgs { file, commands } = &arguments.external;
    let programs = program::programs(file.as_deref(), commands)?;
    let mut all = all.to_vec();
    all.extend(programs.iter().map(|program| program.backend()));
    let ids: Vec<&str> = all.iter().map(|backend| backend.id).collect();
    let selected = filter::select_backends(arguments.backends.0.clone(), &all, &ids)?;
    let format = if arguments.csv { Format::Csv } else { arguments.format.format() };
    table(&selected, format != Format::Text).print(out, format)?;
    Ok(End::Well)
}

/// The table; `whole` has the columns that are too many for a terminal.
fn table(backends: &[Backend], whole: bool) -> Table {
    let mut table = Table::default().words("backend").words("default").words("what it is");
    if whole {
        table = table.words("state").words("inference").words("choice").words("tasks");
    }
    table = table.words("counts").words("node limit").words("time limit");
    for backend in backends {
        let is_default = if DEFAULT_ROWS.contains(&backend.id) { "yes" } else { "" };
        let mut row = vec![backend.id.into(), is_default.into(), backend.about.into()];
        if whole {
            let method = backend.method;
            row.extend([method.state, method.inference, method.choice].map(Into::into));
            let tasks = backend.tasks.iter().map(|task| format!("{task:?}").to_lowercase());
            row.push(words(tasks));
        }
        let counts = backend.counts.iter().chain(backend.counts_traced);
        row.push(words(counts.map(|counter| counter.name().to_owned())));
        row.push(obeys(backend.honors.nodes).into());
        row.push(obeys(backend.honors.time).into());
        table.row(row);
    }
    table
}

fn words(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn obeys(limit: Obeys) -> &'static str {
    match limit {
        Obeys::Exactly => "exactly",
        Obeys::Coarsely => "coarsely",
        Obeys::No => "no",
    }
}
