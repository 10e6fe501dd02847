//! The proofs and certificates that `run --certify --keep-proofs` kept, checked again.
//!
//! The name of a file states the backend, the puzzle and its hash. A proof in DRAT is checked against the formula
//! beside it, a certificate of a count against the exact cover problem beside it, whose hash it states. Whether
//! a formula is that of the puzzle is a matter of its encoding, which is trusted.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use board::instance::{check_proof, read_cover, read_formula, read_proof};
use race::count_certificates;
use record::Status;
use record::hash::PuzzleHash;
use render::table::counted;

use super::rows::RowAudit;
use super::{Check, RunFolder};

/// What was found in a folder of proofs.
#[derive(Default)]
struct Found {
    held: u64,
    failed: Vec<String>,
    /// The backends and puzzles of the proofs.
    proved: BTreeSet<(String, PuzzleHash)>,
}

/// Checks all proofs in a folder, and whether each certified row has one.
///
/// # Errors
/// When the folder or a file cannot be read.
pub(super) fn check(kept: &Path, folder: &RunFolder, audit: &RowAudit) -> anyhow::Result<Check> {
    let name = "proofs";
    let mut found = Found::default();
    for path in files(kept)? {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let judged = match (file.strip_suffix(".drat"), file.strip_suffix(".count.gz")) {
            (Some(stem), _) => Some((stem, drat(&path)?)),
            (_, Some(stem)) => Some((stem, count(&path, stem, audit)?)),
            _ => None,
        };
        match judged {
            None => {}
            Some((_, Err(why))) => found.failed.push(format!("{file}: {why}")),
            Some((stem, Ok(()))) => {
                found.held += 1;
                found.proved.extend(subject(stem));
            }
        }
    }
    if let [first, ..] = &found.failed[..] {
        let failed = counted(found.failed.len() as u64, "proof");
        return Ok(Check::fails(name, format!("{failed} refused; the first: {first}.")));
    }
    let has_proof = |(backend, puzzle): &(String, PuzzleHash)| {
        found.proved.contains(&(backend.replace('/', "-"), *puzzle))
    };
    let lacking = audit.certified.keys().filter(|claim| !has_proof(claim)).count() as u64;
    let held = counted(found.held, "proof");
    let certifies = folder.manifests.iter().any(|manifest| manifest.plan.certify);
    Ok(match (found.held, lacking) {
        (0, _) if !certifies => {
            Check::unknown(name, "The run was not asked to certify its answers (--certify).")
        }
        (0, _) => Check::unknown(name, format!("{} has no proofs.", kept.display())),
        (_, 0) => Check::holds(name, format!("{held} accepted, one for each certified claim.")),
        _ => Check::fails(
            name,
            format!("{held} accepted; {} without one.", counted(lacking, "certified claim")),
        ),
    })
}

fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let problem = || format!("cannot read {}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(problem)? {
        files.push(entry.with_context(problem)?.path());
    }
    files.sort();
    Ok(files)
}

/// Returns the backend and the puzzle in the name of a proof: `sat-extended.varisat--name--0123456789abcdef`.
fn subject(stem: &str) -> Option<(String, PuzzleHash)> {
    let (rest, hash) = stem.rsplit_once("--")?;
    let (backend, _) = rest.split_once("--")?;
    Some((backend.to_owned(), hash.parse().ok()?))
}

/// Checks a proof against the formula beside it.
fn drat(path: &Path) -> anyhow::Result<Result<(), String>> {
    let read = |path: &Path| {
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
    };
    let [formula, proof] = [&*path.with_extension("cnf"), path].map(read);
    let formula = read_formula(&formula?).map_err(|error| format!("its formula: {error}"));
    let proof = read_proof(&proof?).map_err(|error| error.to_string());
    let checked = formula
        .and_then(|formula| check_proof(&formula, &proof?).map_err(|error| error.to_string()));
    Ok(checked)
}

/// Checks a certificate of a count against the problem beside it, and its number with those of the rows.
fn count(path: &Path, stem: &str, audit: &RowAudit) -> anyhow::Result<Result<(), String>> {
    let problem = path.with_file_name(format!("{stem}.xcc"));
    let text = fs::read_to_string(&problem)
        .with_context(|| format!("cannot read {}", problem.display()))?;
    let cover = match read_cover(&text) {
        Ok(cover) => cover,
        Err(error) => return Ok(Err(format!("its problem: {error}"))),
    };
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let certified = match count_certificates::check(&cover, Box::new(file)) {
        Ok(Ok(certified)) => certified,
        Ok(Err(refuted)) => return Ok(Err(format!("line {refuted}"))),
        Err(error) => bail!("cannot read {}: {error}", path.display()),
    };
    let Some((backend, puzzle)) = subject(stem) else { return Ok(Ok(())) };
    let is_other = |(status, solutions): &(Status, String)| {
        *status == Status::Counted && *solutions != certified.solutions.to_string()
    };
    let claims = audit
        .certified
        .iter()
        .filter(|((id, hash), _)| id.replace('/', "-") == backend && *hash == puzzle);
    let other = claims.flat_map(|(_, claims)| claims).find(|claim| is_other(claim));
    Ok(other.map_or(Ok(()), |(_, claimed)| {
        Err(format!("it proves {} solutions, and a row claims {claimed}", certified.solutions))
    }))
}
