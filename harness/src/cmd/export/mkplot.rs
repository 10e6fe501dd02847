//! JSON for mkplot, which draws cactus and scatter plots for papers: a file per program, with its
//! description (`preamble`) and the result of each instance (`stats`), times in seconds.

use std::fs;
use std::path::Path;

use analysis::load::Runs;
use analysis::stats::scores::{Metric, Passes};
use anyhow::{Context, bail};
use serde_json::{Map, Value, json};

use super::instances;
use crate::cmd::selection::Field;

/// Writes the file of the only backend of the runs.
pub(super) fn write(runs: &Runs, field: &Field, passes: Passes, file: &Path) -> anyhow::Result<()> {
    let [one] = field.contestants[..] else {
        let labels = field.labels(runs).join(", ");
        bail!("mkplot expects one program per file, and there are {labels}: choose one with -b");
    };
    let matrix = field.matrix(runs, Metric::Time, passes);
    let names = instances::names(runs);
    let seconds = |ns: Option<f64>| ns.map(|ns| ns / 1e9);
    let mut stats = Map::new();
    let mut corpora: Vec<&str> = Vec::new();
    for (cell, &puzzle) in matrix.row(0).iter().zip(&matrix.puzzles) {
        if !cell.is_taken() {
            continue;
        }
        corpora.push(&runs.puzzles[puzzle as usize].corpus);
        let time = seconds(cell.value).or(seconds(cell.limit_ns));
        let time = time.with_context(|| format!("no time of {}", names[puzzle as usize]))?;
        let entry: Value = json!({ "status": cell.is_solved(), "rtime": time });
        stats.insert(names[puzzle as usize].clone(), entry);
    }
    corpora.sort_unstable();
    corpora.dedup();
    let one = &runs.contestants[one as usize];
    let preamble = json!({
        "benchmark": corpora.join(" "),
        "prog_alias": one.label,
        "prog_args": one.version,
        "program": one.backend,
    });
    let text = serde_json::to_string_pretty(&json!({ "preamble": preamble, "stats": stats }))?;
    fs::write(file, text + "\n").with_context(|| format!("cannot write {}", file.display()))
}
