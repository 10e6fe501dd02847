//! `harness verify`: checks everything about a finished run that its files allow, and says what held.
//!
//! ```text
//!   manifest.json ──> seals, plan ─┐
//!   rows.csv ──> row by row: words, identities, claims, times ─┤
//!   puzzles.csv, geometries.csv ──> grids, by the referee ─────┼──> a line for each check
//!   corpora, proofs ──> grids of instances, certificates ──────┘
//! ```
//!
//! A run is not believed because it is whole: whoever changes a file can change the seal as well. So each check
//! says what it rests on, and what cannot be checked is said, too.

use std::io::Write;
use std::path::{Path, PathBuf};

use analysis::load::{self, Runs};
use anyhow::bail;
use record::folder::{MANIFEST, ROWS, read_manifest_file};
use record::manifest::Manifest;
use record::row_seals::{SealedRun, changed_files};
use render::table::counted;
use serde_json::{Value, json};

use self::rows::RowAudit;
use self::tally::said_of;
use super::{End, printing};
use crate::cli::VerifyArgs;

mod claims;
mod corpora;
mod plan;
mod proofs;
mod rows;
mod tally;

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finding {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// It cannot be told.
    Unknown,
}

/// A check: its name, its result, and a sentence.
struct Check {
    name: &'static str,
    finding: Finding,
    sentence: String,
}

impl Check {
    fn new(name: &'static str, finding: Finding, sentence: impl Into<String>) -> Self {
        Self { name, finding, sentence: sentence.into() }
    }

    fn holds(name: &'static str, sentence: impl Into<String>) -> Self {
        Self::new(name, Finding::Holds, sentence)
    }

    fn fails(name: &'static str, sentence: impl Into<String>) -> Self {
        Self::new(name, Finding::Fails, sentence)
    }

    fn unknown(name: &'static str, sentence: impl Into<String>) -> Self {
        Self::new(name, Finding::Unknown, sentence)
    }

    fn word(&self) -> &'static str {
        match self.finding {
            Finding::Holds => "ok",
            Finding::Fails => "FAILED",
            Finding::Unknown => "unknown",
        }
    }
}

/// A run folder: its manifests, one for each run whose rows it has.
struct RunFolder {
    path: PathBuf,
    manifests: Vec<Manifest>,
}

impl RunFolder {
    /// Reads the manifests.
    ///
    /// # Errors
    /// When the folder has none, or one cannot be read.
    fn read(path: &Path) -> anyhow::Result<Self> {
        if !path.is_dir() {
            bail!("{} is not the folder of a run, expected one with a {MANIFEST}", path.display());
        }
        let files = load::manifests(path)?;
        if files.is_empty() {
            bail!("{} has no {MANIFEST}, expected the folder of a run", path.display());
        }
        let manifests = files.iter().map(|file| read_manifest_file(file));
        Ok(Self { path: path.to_owned(), manifests: manifests.collect::<anyhow::Result<_>>()? })
    }

    fn rows(&self) -> PathBuf {
        self.path.join(ROWS)
    }
}

/// Checks a run, and prints a line for each check to `out`.
///
/// # Errors
/// When the folder is not a run, or a file cannot be read.
pub fn run(arguments: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let folder = RunFolder::read(&arguments.run)?;
    let corpora = corpora::of(arguments, &folder)?;
    let audit = RowAudit::read(&folder, !corpora.files.is_empty())?;
    let mut checks = vec![manifests(&folder), seals(&folder)];
    checks.extend(audit.checks());
    checks.extend(plan::checks(&folder, &audit)?);
    checks.extend(grids(&folder, &audit));
    checks.extend(corpora::checks(arguments, &folder, &audit, &corpora)?);
    if let Some(kept) = &arguments.proofs {
        checks.push(proofs::check(kept, &folder, &audit)?);
    }
    print(&arguments.run, &checks, arguments.format.is_json(), out)?;
    let fails = checks.iter().any(|check| check.finding == Finding::Fails);
    Ok(if fails { End::Failed } else { End::Well })
}

fn print(run: &Path, checks: &[Check], is_json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let count = |finding| checks.iter().filter(|check| check.finding == finding).count();
    let [held, failed, unknown] = [Finding::Holds, Finding::Fails, Finding::Unknown].map(count);
    if is_json {
        let check = |check: &Check| -> Value {
            let finding = check.word().to_lowercase();
            json!({ "check": check.name, "finding": finding, "sentence": check.sentence })
        };
        let checks: Vec<Value> = checks.iter().map(check).collect();
        let document = json!({
            "run": run.display().to_string(), "held": held, "failed": failed, "unknown": unknown,
            "checks": checks,
        });
        return printing::json(out, &document);
    }
    let width = checks.iter().map(|check| check.name.len()).max().unwrap_or_default();
    for check in checks {
        writeln!(out, "{:7}  {:width$}  {}", check.word(), check.name, check.sentence)?;
    }
    let total = counted(checks.len() as u64, "check");
    writeln!(out, "{total}: {held} ok, {failed} failed, {unknown} unknown.")?;
    Ok(())
}

/// Returns whether the runs ended.
fn manifests(folder: &RunFolder) -> Check {
    let name = "manifest";
    let n_runs = counted(folder.manifests.len() as u64, "run");
    let incomplete: Vec<&str> = (folder.manifests.iter())
        .filter(|manifest| !manifest.complete)
        .map(|manifest| &*manifest.run_id)
        .collect();
    if incomplete.is_empty() {
        return Check::holds(name, format!("{n_runs}, complete."));
    }
    Check::unknown(
        name,
        format!("Incomplete: {}. --resume continues a run.", incomplete.join(", ")),
    )
}

/// Returns whether the files are as the manifests seal them.
fn seals(folder: &RunFolder) -> Check {
    let name = "seals";
    let runs: Vec<SealedRun<'_>> =
        folder.manifests.iter().map(|it| (&*it.run_id, it.seals.as_ref())).collect();
    let unsealed = runs.iter().filter(|(_, seals)| seals.is_none()).count();
    let changed = changed_files(&folder.path, &runs);
    if !changed.is_empty() {
        let are = if changed.len() == 1 { "is" } else { "are" };
        return Check::fails(
            name,
            format!("Changed after the run: {} {are} not as sealed.", changed.join(", ")),
        );
    }
    match (&runs[..], unsealed) {
        ([(_, Some(seals))], _) => {
            let files: Vec<&str> = seals.keys().map(String::as_str).collect();
            Check::holds(name, format!("As the run left them: {}.", files.join(", ")))
        }
        (_, 0) => Check::holds(
            name,
            "The rows of each run are as it left them; the tables beside merged rows have no seal.",
        ),
        (runs, _) => Check::unknown(
            name,
            format!(
                "{unsealed} of {} without a seal: the run is older, was killed, or is running.",
                counted(runs.len() as u64, "manifest")
            ),
        ),
    }
}

/// Returns why an honest run may lack the rows that its grids and verdicts are checked by.
fn not_comparable(folder: &RunFolder, audit: &RowAudit) -> Option<&'static str> {
    if folder.manifests.iter().any(|manifest| manifest.plan.summary_only) {
        return Some("Not checked: --summary-only keeps one row in a thousand and the failures.");
    }
    audit.has_no_answers().then_some("There is no row beside those of pilot passes.")
}

/// Returns whether the grids solve their puzzles, and the verdicts follow from the rows.
fn grids(folder: &RunFolder, audit: &RowAudit) -> Vec<Check> {
    if let Some(why) = not_comparable(folder, audit) {
        return vec![Check::unknown("grids", why)];
    }
    let runs = match Runs::read(std::slice::from_ref(&folder.path)) {
        Ok(runs) => runs,
        Err(why) => {
            return vec![Check::fails(
                "grids",
                format!("The rows cannot be read as a run: {why:#}."),
            )];
        }
    };
    let found = &runs.sources[0].rechecked;
    let sentences = runs.rechecks();
    let all = sentences.last().cloned().unwrap_or_else(|| "There is no answer.".into());
    let grids = if found.refuted + found.other_puzzle > 0 {
        let mut what = Vec::new();
        if found.refuted > 0 {
            let of = ["does not solve its puzzle", "do not solve their puzzles"];
            what.push(said_of(found.refuted, "grid", of));
        }
        if found.other_puzzle > 0 {
            let of =
                ["and its puzzle do not fit together", "and their puzzles do not fit together"];
            what.push(said_of(found.other_puzzle, "row", of));
        }
        Check::fails("grids", format!("{}. {all}", what.join("; ")))
    } else if found.solved + found.without_grid == found.answers {
        Check::holds("grids", all)
    } else {
        Check::unknown("grids", all)
    };
    vec![grids, audit.verdicts(&runs)]
}
