//! `harness list`: lists the backends, the named geometries, the families of instances, the techniques, or the
//! SAT encodings and engines; or prints the readable edition of a backend.

use std::io::Write;

use anyhow::bail;
use board::catalog::{self, CatalogEntry};
use race::families::{FAMILIES, Family};
use race::program;
use record::filter;
use render::table::{Format, Table, TableCell};
use serde_json::json;
use solvers::logic::groups::GROUPS;
use solvers::logic::{choice, table as techniques_table};
use solvers::readable::{self, EDITIONS, PseudocodeLine};
use solvers::sat::encodings::ENCODINGS;
use solvers::sat::engines::{ENGINES, FEATURES};
use solvers::{Backend, LimitSupport, StepSupport};

use super::{DEFAULT_ROWS, End};
use crate::cli::{ExternalArgs, ListArgs};

/// The width of a table without `--wide`.
const WIDTH: u16 = 100;

/// Prints the backends of `all` that the filters select (without filters, all), or the geometries, the
/// families, the techniques, the parts of SAT backends, or the readable edition of a backend.
///
/// # Errors
/// When a filter matches nothing, a backend has no readable edition, or writing to `out` fails.
pub fn run(arguments: &ListArgs, all: &[Backend], out: &mut dyn Write) -> anyhow::Result<End> {
    let format = arguments.format.format();
    if let Some(id) = &arguments.code {
        print_code(&filter::backend_of_id(id, all)?, format, out)?;
        return Ok(End::Well);
    }
    let is_whole = arguments.wide || format != Format::Text;
    let table = if arguments.geometries {
        geometries(is_whole)?
    } else if arguments.families {
        families()
    } else if arguments.sat {
        parts_of_sat(is_whole)
    } else if arguments.deduction {
        techniques(is_whole)
    } else {
        backends(arguments, all, is_whole)?
    };
    let table = if arguments.wide || arguments.families { table } else { table.wrapped(WIDTH) };
    table.print(out, format)?;
    Ok(End::Well)
}

/// Prints the readable edition of a backend: the program, or everything as JSON.
fn print_code(backend: &Backend, format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(edition) = readable::of(backend.id) else {
        let ids: Vec<&str> = EDITIONS.iter().flat_map(|edition| edition.rows).copied().collect();
        bail!("{} has no readable edition, expected one of {}", backend.id, ids.join(", "));
    };
    if format != Format::Json {
        write!(out, "{}", edition.source)?;
        return Ok(());
    }
    let line = |line: &PseudocodeLine| {
        let events: Vec<&str> = line.events.iter().map(|kind| kind.name()).collect();
        json!({ "en": line.text_en, "fr": line.text_fr, "events": events })
    };
    let object = json!({
        "algorithm": edition.algorithm,
        "algorithm_fr": edition.algorithm_fr,
        "backends": edition.rows,
        "pseudocode": edition.pseudocode.iter().map(line).collect::<Vec<_>>(),
        "source": edition.source,
    });
    writeln!(out, "{object:#}")?;
    Ok(())
}

/// Returns the backends that the filters select, including external solvers.
fn backends(arguments: &ListArgs, all: &[Backend], whole: bool) -> anyhow::Result<Table> {
    let ExternalArgs { file, commands } = &arguments.external;
    let programs = program::programs(file.as_deref(), commands)?;
    let mut all = filter::with_unlisted(all, &arguments.backends.0);
    all.extend(programs.iter().map(|program| program.backend()));
    let ids: Vec<&str> = all.iter().map(|backend| backend.id).collect();
    let selected = filter::select_backends(arguments.backends.0.clone(), &all, &ids, &[])?;
    Ok(table(&selected, whole))
}

/// Returns the named geometries: those that differ only in order share a row, or, in the `whole` table, each has a row
/// with its sizes.
pub(super) fn geometries(whole: bool) -> anyhow::Result<Table> {
    let mut table = Table::default().words("geometry");
    if whole {
        table = table.numbers("symbols").numbers("cells").numbers("regions").numbers("edges");
    }
    table = table.words("what it is").key("about");
    for CatalogEntry { names, about } in catalog::entries() {
        if !whole {
            table.row([orders(&names), about]);
            continue;
        }
        for name in names {
            let geometry = catalog::named(&name)?;
            let ends = (0..geometry.cells()).map(|cell| geometry.peers(cell).len());
            let edges = ends.sum::<usize>() / 2;
            let sizes = [geometry.symbols(), geometry.cells(), geometry.regions().len(), edges];
            let sizes = sizes.map(|size| TableCell::new(size.to_string(), size));
            let (name, about) = (TableCell::from(name), TableCell::from(&*about));
            table.row([name].into_iter().chain(sizes).chain([about]));
        }
    }
    Ok(table)
}

/// Returns the families of exact cover problems, a line each.
pub(super) fn families() -> Table {
    let mut table = Table::default().words("family").words("parameters").words("example");
    table = table.words("what it counts").key("about").words("known number").key("source");
    for family in FAMILIES {
        let Family { name, parameters, example, about, source, .. } = *family;
        table.row([name, parameters, example, about, source].map(TableCell::from));
    }
    table
}

/// Returns the encodings and the engines; the `whole` table has their counters and limits.
pub(super) fn parts_of_sat(whole: bool) -> Table {
    let mut table = Table::default().words("part").words("name").words("what it is").key("about");
    if whole {
        table = table.words("counts").words("time limit").key("time_limit");
    }
    let mut row = |part: &str, name: &str, about: &str, particulars: [TableCell; 2]| {
        let more = particulars.into_iter().filter(|_| whole);
        table.row([part, name, about].map(TableCell::from).into_iter().chain(more));
    };
    for encoding in ENCODINGS {
        row("encoding", encoding.name, encoding.about, Default::default());
    }
    for engine in ENGINES {
        let counts = engine.counts.iter().chain(engine.counts_traced);
        let counts = words(counts.map(|counter| counter.name().to_owned()));
        row("engine", engine.name, engine.about, [counts, obeys(engine.time).into()]);
    }
    for feature in FEATURES.iter().filter(|feature| !feature.is_on) {
        row("engine", feature.name, &filter::not_built(feature), Default::default());
    }
    table
}

/// Returns what --techniques accepts: presets, groups, and techniques in the order in which deduction tries them. The
/// `whole` table has their levels and weights, the lowest score that a rating gives, and the codes of HoDoKu's library.
pub(super) fn techniques(whole: bool) -> Table {
    let mut table = Table::default().words("kind").words("name").words("what it is").key("about");
    if whole {
        table = table.words("level").numbers("weight").numbers("score");
        table = table.words("groups").words("HoDoKu").key("codes");
    }
    for (name, about) in choice::presets() {
        table.row(cells(["preset", name, about], whole.then(<[TableCell; 5]>::default)));
    }
    for group in GROUPS {
        table.row(cells(["group", group.name, group.about], whole.then(<[TableCell; 5]>::default)));
    }
    for technique in techniques_table::in_turn() {
        let groups = GROUPS.iter().filter(|group| (group.has)(technique));
        let more = whole.then(|| {
            let level = format!("{:?}", technique.level).to_lowercase();
            let weight = TableCell::count(technique.weight.into());
            let score = technique.rung.map(|rung| f64::from(rung.rating) / 10.0);
            let score = score.map(|score| TableCell::new(format!("{score:.1}"), score));
            let groups = words(groups.map(|group| group.name.to_owned()));
            let codes = technique.codes.iter().map(|&code| code.to_owned());
            [level.into(), weight, score.into(), groups, words(codes)]
        });
        table.row(cells(["technique", technique.id, technique.name.en], more));
    }
    table
}

/// Returns the cells of a row: words, then what only the whole table has.
fn cells(words: [&str; 3], more: Option<[TableCell; 5]>) -> impl Iterator<Item = TableCell> {
    words.map(TableCell::from).into_iter().chain(more.into_iter().flatten())
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

/// Returns the table; `whole` adds columns that do not fit on a terminal.
pub(super) fn table(backends: &[Backend], whole: bool) -> Table {
    let mut table = Table::default().words("backend").words("default");
    table = table.words("what it is").key("about");
    if whole {
        for title in ["state", "inference", "choice", "tasks", "takes", "counts"] {
            table = table.words(title);
        }
        table = table.words("node limit").key("node_limit").words("time limit").key("time_limit");
        table = table.words("steps").words("code");
    }
    for backend in backends {
        let is_default = DEFAULT_ROWS.contains(&backend.id);
        let is_default = TableCell::new(if is_default { "yes" } else { "" }, is_default);
        let mut row: Vec<TableCell> = vec![backend.id.into(), is_default, backend.about.into()];
        if whole {
            row.extend(particulars(backend));
        }
        table.row(row);
    }
    table
}

/// Returns the cells of a backend in the additional columns.
fn particulars(backend: &Backend) -> [TableCell; 10] {
    let method = backend.method;
    let counts = backend.counts.iter().chain(backend.counts_traced);
    let has_code = readable::of(backend.id).is_some();
    [
        method.state.into(),
        method.inference.into(),
        method.choice.into(),
        words(backend.tasks.iter().map(|task| task.name().to_owned())),
        takes(backend),
        words(counts.map(|counter| counter.name().to_owned())),
        obeys(backend.node_limit).into(),
        obeys(backend.time_limit).into(),
        steps(backend.steps).into(),
        TableCell::new(if has_code { "yes" } else { "" }, has_code),
    ]
}

/// Returns whether a backend reports its steps, and why not.
fn steps(support: StepSupport) -> String {
    match support {
        StepSupport::All => "all".into(),
        StepSupport::SolutionsOnly(reason) => format!("solutions only: {reason}"),
    }
}

/// Returns the kinds of problems that a backend supports.
fn takes(backend: &Backend) -> TableCell {
    let covers = backend.takes.covers.map(|_| "exact covers");
    let formulas = backend.takes.formulas.map(|_| "formulas");
    let taken: Vec<&str> = ["puzzles"].into_iter().chain(covers).chain(formulas).collect();
    TableCell::new(taken.join(", "), taken)
}

/// Words separated by spaces; a list in JSON.
fn words(words: impl Iterator<Item = String>) -> TableCell {
    let words: Vec<String> = words.collect();
    TableCell::new(words.join(" "), words)
}

fn obeys(limit: LimitSupport) -> &'static str {
    match limit {
        LimitSupport::Exact => "exactly",
        LimitSupport::Coarse => "coarsely",
        LimitSupport::None => "no",
    }
}
