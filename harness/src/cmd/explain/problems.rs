//! The problems of rows, found again by their hashes: in `puzzles.csv` beside the rows, or else in the
//! corpora that the manifest names. Instances that are no puzzles, and boards that are no geometry of the
//! catalog, are only in the latter.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use analysis::load::Runs;
use board::text::line;
use board::{Geometry, Puzzle, SymbolSet, catalog};
use race::problem::AnyProblem;
use record::hash;
use record::puzzles::{self, PuzzleRow};

use crate::cmd::run_folder;

/// Returns the problems with these hashes, as far as they are found.
pub(super) fn of_runs(runs: &Runs, wanted: &HashSet<&str>) -> HashMap<String, AnyProblem> {
    let (mut found, mut boards) = (HashMap::new(), HashMap::new());
    let sources = || runs.sources.iter().map(|source| source.name.as_str());
    for folder in sources().filter_map(run_folder::folder) {
        for row in puzzles::rows(folder, wanted) {
            if let Some(puzzle) = puzzle(&row, &mut boards) {
                found.insert(row.puzzle_hash.to_string(), AnyProblem::Puzzle(puzzle));
            }
        }
    }
    for source in sources() {
        if found.len() == wanted.len() {
            break;
        }
        for problem in run_folder::problems(source) {
            let hash = problem.hash().to_string();
            if wanted.contains(&*hash) {
                found.entry(hash).or_insert(problem);
            }
        }
    }
    found
}

/// Returns the puzzle of a row, if its geometry is one of the catalog.
fn puzzle(
    row: &PuzzleRow<'_>,
    boards: &mut HashMap<String, Option<Arc<Geometry>>>,
) -> Option<Puzzle> {
    let named = |name: &String| catalog::named(name).ok().map(Arc::new);
    let name = row.geometry.clone().into_owned();
    let geometry = boards.entry(name).or_insert_with_key(named).as_ref()?;
    let puzzle = match &row.candidates {
        None => line::parse(&row.givens, geometry).ok()?,
        Some(candidates) => {
            let set = |word: &str| u128::from_str_radix(word, 16).ok().map(SymbolSet::from_bits);
            let sets: Vec<SymbolSet> = candidates.split('.').map(set).collect::<Option<_>>()?;
            let all = SymbolSet::all(geometry.symbols());
            let fits = sets.len() == geometry.cells() && sets.iter().all(|it| it.is_subset(all));
            fits.then(|| Puzzle::from_allowed(geometry.clone(), sets))?
        }
    };
    // Another board may have the same name, and a corpus its own characters.
    (hash::puzzle(&puzzle) == row.puzzle_hash).then_some(puzzle)
}
