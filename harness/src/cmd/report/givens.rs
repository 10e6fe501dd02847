//! The givens of puzzles, which rows do not contain: from `puzzles.csv` beside them, or, for an older run
//! without it, from the corpora that its manifest names, if they still exist. A puzzle is identified by
//! its hash, so a file that has changed since cannot yield a wrong puzzle. A puzzle with candidates is another
//! puzzle than its givens, which are omitted.

use std::collections::{HashMap, HashSet};

use analysis::load::RowSource;
use board::text::line;
use race::description;
use race::problem::AnyProblem;
use record::{hash, puzzles};

use crate::cmd::run_folder::{folder, problems};

/// Returns the givens of the puzzles with these hashes as lines, by hash.
pub(super) fn givens(sources: &[RowSource], wanted: &HashSet<&str>) -> HashMap<String, String> {
    let mut found = HashMap::new();
    for RowSource { name, .. } in sources {
        match folder(name).filter(|folder| folder.join(puzzles::FILE).is_file()) {
            Some(folder) => {
                let rows = puzzles::rows(folder, wanted);
                let rows = rows.filter(|row| !row.givens.is_empty() && row.candidates.is_none());
                found.extend(rows.map(|row| (row.puzzle_hash.to_string(), row.givens)));
            }
            None => of_corpora(name, wanted, &mut found),
        }
    }
    found
}

/// Looks the puzzles up in the corpora that a manifest names.
fn of_corpora(source: &str, wanted: &HashSet<&str>, found: &mut HashMap<String, String>) {
    for problem in problems(source) {
        let AnyProblem::Puzzle(puzzle) = problem else { continue };
        let hash = hash::puzzle(&puzzle).to_string();
        if wanted.contains(&*hash) && description::marks(&puzzle).is_none() {
            found.insert(hash, line::write_givens(&puzzle));
        }
    }
}
