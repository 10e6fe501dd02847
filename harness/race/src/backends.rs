//! Writes `backends.csv`: the backends of a run, their counters and the limits they support.

use std::path::Path;

use anyhow::Context;
use record::backends::{BackendRow, COLUMNS, FILE};
use record::disk::Disk;
use record::{column, csv_line};
use solvers::logic::choice::TechniqueSet;
use solvers::{Counter, LimitSupport};

use crate::entrant::Entrant;

/// Writes the file of a run folder.
///
/// # Errors
/// When it cannot be written.
pub fn write(disk: &Disk, folder: &Path, entrants: &[Entrant]) -> anyhow::Result<()> {
    let path = folder.join(FILE);
    let mut csv = column::header(COLUMNS).into_bytes();
    for entrant in entrants {
        csv_line::write(&row(entrant), &mut csv)?;
    }
    disk.replace(&path, &csv).with_context(|| format!("cannot write {}", path.display()))
}

fn row(entrant: &Entrant) -> BackendRow<'_> {
    let backend = &entrant.backend;
    let words = |counters: &[Counter]| {
        counters.iter().map(|counter| counter.name()).collect::<Vec<_>>().join(" ")
    };
    let obeys = |obeys: LimitSupport| match obeys {
        LimitSupport::Exact => "yes",
        LimitSupport::Coarse => "between steps",
        LimitSupport::None => "no",
    };
    BackendRow {
        backend: backend.id,
        family: backend.family(),
        version: entrant.own_version(),
        engine: backend.package.map(|package| package.name),
        engine_version: backend.package.map(|package| package.version),
        instruction_set: backend.instruction_set(),
        about: backend.about,
        techniques: techniques(backend.id),
        origin: backend.origin.code,
        reads: backend.origin.reads.name(),
        counts: words(backend.counts),
        counts_traced: words(backend.counts_traced),
        time_limit: obeys(backend.time_limit),
        node_limit: obeys(backend.node_limit),
        complete: backend.complete,
        assumes_unique: backend.assumes_unique,
        stateful: backend.stateful,
        batches: backend.batch.is_some(),
        isolated: entrant.is_isolated(),
    }
}

/// Returns the techniques of a row that is a choice among them; otherwise empty.
fn techniques(id: &str) -> String {
    let set = TechniqueSet::from_id(id).and_then(Result::ok);
    let ids = set.iter().flat_map(TechniqueSet::techniques).map(|technique| technique.id);
    ids.collect::<Vec<_>>().join(" ")
}
