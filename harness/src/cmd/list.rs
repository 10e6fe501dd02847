//! `harness list`: the rows of the registry, of the catalog of geometries, or of the SAT encodings and
//! engines.

use std::io::Write;

use board::catalog::{self, Entry};
use solvers::sat::encodings::ENCODINGS;
use solvers::sat::engines::{ENGINES, FEATURES};
use solvers::{Backend, registry, solver::Obeys};

use super::{DEFAULT_ROWS, End};
use crate::cli::{ExternalArgs, ListArgs};
use crate::external::program;
use crate::filter;
use crate::table::{Format, Table};

/// Prints the backends that the filters select out of `all`: without filters, all of them. Or the
/// geometries, or what SAT rows are made of.
///
/// # Errors
/// When a filter matches nothing, or `out` takes no more.
pub fn run(arguments: &ListArgs, all: &[Backend], out: &mut dyn Write) -> anyhow::Result<End> {
    let format = if arguments.csv { Format::Csv } else { arguments.format.format() };
    if arguments.geometries {
        geometries(format != Format::Text)?.print(out, format)?;
        return Ok(End::Well);
    }
    if arguments.sat {
        parts_of_sat().print(out, format)?;
        return Ok(End::Well);
    }
    let ExternalArgs { file, commands } = &arguments.external;
    let programs = program::programs(file.as_deref(), commands)?;
    let mut all = filter::with_pairings(all, &arguments.backends.0);
    all.extend(programs.iter().map(|program| program.backend()));
    let ids: Vec<&str> = all.iter().map(|backend| backend.id).collect();
    let selected = filter::select_backends(arguments.backends.0.clone(), &all, &ids)?;
    table(&selected, format != Format::Text).print(out, format)?;
    Ok(End::Well)
}

/// The geometries that have a name: those that differ in order alone in one row, or, in the `whole`
/// table, each in its own, with its sizes.
fn geometries(whole: bool) -> anyhow::Result<Table> {
    let mut table = Table::default().words("geometry");
    if whole {
        table = table.numbers("symbols").numbers("cells").numbers("regions").numbers("edges");
    }
    table = table.words("what it is");
    for Entry { names, about } in catalog::entries() {
        if !whole {
            table.row(vec![orders(&names), about]);
            continue;
        }
        for name in names {
            let geometry = catalog::named(&name)?;
            let ends = (0..geometry.cells()).map(|cell| geometry.peers(cell).len());
            let edges = ends.sum::<usize>() / 2;
            let sizes = [geometry.symbols(), geometry.cells(), geometry.regions().len(), edges];
            let sizes = sizes.iter().map(usize::to_string);
            table.row([name].into_iter().chain(sizes).chain([about.clone()]).collect());
        }
    }
    Ok(table)
}

/// The encodings and the engines.
fn parts_of_sat() -> Table {
    let mut table = Table::default().words("part").words("name").words("what it is");
    table = table.words("counts").words("time limit");
    for encoding in ENCODINGS {
        let words = ["encoding", encoding.name, encoding.about, "", ""];
        table.row(words.map(Into::into).to_vec());
    }
    for engine in ENGINES {
        let counts = engine.counts.iter().chain(engine.counts_traced);
        let counts = words(counts.map(|counter| counter.name().to_owned()));
        let row = ["engine", engine.name, engine.about, &counts, obeys(engine.time)];
        table.row(row.map(Into::into).to_vec());
    }
    for feature in FEATURES.iter().filter(|feature| !feature.is_on) {
        let about = filter::left_out(feature);
        table.row(["engine", feature.name, &about, "", ""].map(Into::into).to_vec());
    }
    table
}

/// `classic4, 6, 8, 9 … 36`.
fn orders(names: &[String]) -> String {
    const SHOWN: usize = 4;
    let order = |name: &String| name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    match names {
        [first, rest @ .., last] if rest.len() > SHOWN => {
            let shown: Vec<String> = rest[..SHOWN - 1].iter().map(order).collect();
            format!("{first}, {} … {}", shown.join(", "), order(last))
        }
        names => names.join(", "),
    }
}

/// The table; `whole` has the columns that are too many for a terminal.
fn table(backends: &[Backend], whole: bool) -> Table {
    let mut table = Table::default().words("backend").words("default").words("what it is");
    if whole {
        table = table.words("state").words("inference").words("choice").words("tasks");
        table = table.words("takes");
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
            row.push(takes(backend).into());
        }
        let counts = backend.counts.iter().chain(backend.counts_traced);
        row.push(words(counts.map(|counter| counter.name().to_owned())));
        row.push(obeys(backend.honors.nodes).into());
        row.push(obeys(backend.honors.time).into());
        table.row(row);
    }
    table
}

/// What a row takes beside puzzles.
fn takes(backend: &Backend) -> &'static str {
    let covers = registry::cover_backend(backend.id).is_some();
    match (covers, registry::formula_backend(backend.id).is_some()) {
        (true, true) => "puzzles, exact covers, formulas",
        (true, false) => "puzzles, exact covers",
        (false, true) => "puzzles, formulas",
        (false, false) => "puzzles",
    }
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
