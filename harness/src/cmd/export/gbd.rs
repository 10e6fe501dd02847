//! The hashes by which the Global Benchmark Database (GBD) identifies formulas, so that rows can be joined
//! with those of SAT competitions (Iser & Jabs, *Global Benchmark Database*, 2024).
//!
//! The hash is the MD5 of all literals and the zeros after clauses, as decimal numbers joined by single
//! blanks: comments, the header and line breaks do not matter, the order does. `gbdc identify FILE` prints
//! the same.
//!
//! Rows do not contain formulas, so the corpora of the runs are read again. A formula is hashed as its file
//! has it; a puzzle or an exact cover problem, as `harness encode --to cnf` writes it for other solvers.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use analysis::load::{self, Runs};
use anyhow::Context;
use board::instance::Formula;
use md5::{Digest, Md5};
use race::as_formula::AsFormula;
use race::corpus::{CorpusItem, ReadEvent, Reader};
use race::problem::AnyProblem;
use record::manifest::Manifest;

use crate::cmd::{input_files, note};

/// The header of the table.
const HEADER: &str = "puzzle_hash,encoding,gbd_hash\n";

/// Writes the table of the puzzles that have trials. The corpora are searched in `folders`, too.
pub(super) fn write(
    runs: &Runs,
    paths: &[PathBuf],
    folders: &[PathBuf],
    file: &Path,
) -> anyhow::Result<()> {
    let puzzle = |index: u32| runs.puzzles[index as usize].hash.as_str();
    let wanted: HashSet<&str> = runs.trials.iter().map(|trial| puzzle(trial.puzzle)).collect();
    let (mut lines, mut found) = (BTreeSet::new(), HashSet::new());
    for path in paths {
        for manifest in load::manifests(path)? {
            let problem = || format!("cannot read {}", manifest.display());
            let text = fs::read_to_string(&manifest).with_context(problem)?;
            let manifest = Manifest::from_json(&text).with_context(problem)?;
            for corpus in &manifest.plan.corpora {
                let corpus = input_files::find(corpus, &manifest, folders)?;
                for event in Reader::open(&[corpus])? {
                    let ReadEvent::Puzzle(item) = event? else { continue };
                    let hash = item.hash.to_string();
                    if wanted.contains(hash.as_str()) && found.insert(hash.clone()) {
                        lines.extend(line(&item, &hash));
                    }
                }
            }
        }
    }
    if found.len() < wanted.len() {
        note(&format!(
            "{} of {} puzzles were not found in the corpora: isomorphs, and what --geometry and other options \
             of the run made of a file",
            wanted.len() - found.len(),
            wanted.len()
        ));
    }
    let text: String = [HEADER.to_owned()].into_iter().chain(lines).collect();
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Returns the line of a problem; `None` if it is not encoded as a formula.
fn line(item: &CorpusItem, puzzle_hash: &str) -> Option<String> {
    let encoding = match item.problem {
        AnyProblem::Puzzle(_) => "extended",
        AnyProblem::Cover(_) => "options",
        AnyProblem::Formula(_) => "",
        AnyProblem::Graph(_) => return None,
    };
    let formula = AsFormula::new(&item.problem).ok()?.formula;
    Some(format!("{puzzle_hash},{encoding},{}\n", gbd_hash(&formula)))
}

/// Returns the hash of a formula.
fn gbd_hash(formula: &Formula) -> String {
    let mut hasher = Md5::new();
    let mut text = String::new();
    for (number, clause) in formula.clauses().enumerate() {
        text.clear();
        if number > 0 {
            text.push(' ');
        }
        for literal in clause {
            // Writing to a string cannot fail.
            let _ = write!(text, "{} ", literal.number());
        }
        text.push('0');
        hasher.update(&text);
    }
    hasher.finalize().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use board::instance::read_formula;

    use super::*;

    #[test]
    fn the_hash_is_that_of_gbdc() {
        // By `gbdc identify`, and by `printf '1 -2 0 2 3 -1 0 0' | md5sum`.
        let text = "c a comment\np cnf 3 3\n1  -2 0 2\n3 -1 0\n0\n";
        let formula = read_formula(text).expect("a formula");
        assert_eq!(gbd_hash(&formula), "f2aca55c869f439f1419d8c31d627169");
        assert_eq!(gbd_hash(&Formula::new(3)), "d41d8cd98f00b204e9800998ecf8427e");
    }
}
