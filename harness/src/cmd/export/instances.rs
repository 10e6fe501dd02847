//! The names of puzzles and backends for other programs: plain characters, and unique.

use std::collections::{HashMap, HashSet};
use std::iter;

use analysis::load::Runs;

use crate::cmd::in_plain_characters;

/// Returns a name for each puzzle of the runs: corpus and name, the seed of an isomorph, and the hash if that is not
/// unique. Characters other than ASCII letters, digits and `._/#:-` become `_`.
pub(super) fn names(runs: &Runs) -> Vec<String> {
    let plain = |text: &str| in_plain_characters(text, "._/#:-");
    let name = |puzzle: &analysis::load::PuzzleInfo| -> String {
        let seed = puzzle.iso_seed.map_or(String::new(), |seed| format!("#{seed}"));
        plain(&format!("{}/{}{seed}", puzzle.corpus, puzzle.name))
    };
    let mut names: Vec<String> = runs.puzzles.iter().map(name).collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    names.iter().for_each(|name| *counts.entry(name.clone()).or_default() += 1);
    for (name, puzzle) in names.iter_mut().zip(&runs.puzzles) {
        if counts.get(name).is_some_and(|&n| n > 1) {
            name.extend(["-", &*plain(&puzzle.hash)]);
        }
    }
    names
}

/// Returns a name for each contestant of the runs: its label in the same characters, `+` and `@`, and a number if that is
/// not unique. A comma, a blank or a quote would end the value in a table of ARFF.
pub(super) fn algorithms(runs: &Runs) -> Vec<String> {
    let mut known = HashSet::new();
    let mut name = |label: &str| {
        let name = in_plain_characters(label, "._/#:-+@");
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let mut names = iter::once(name.clone()).chain(numbered);
        names.find(|name| known.insert(name.clone())).unwrap_or_default()
    };
    runs.contestants.iter().map(|one| name(&one.label)).collect()
}

#[cfg(test)]
mod tests {
    use analysis::load::{Contestant, PuzzleInfo};

    use super::*;

    #[test]
    fn names_are_plain_and_no_two_are_the_same() {
        let puzzle = |name: &str, hash: &str, iso_seed| PuzzleInfo {
            name: name.into(),
            corpus: "c".into(),
            hash: hash.into(),
            iso_seed,
            ..PuzzleInfo::default()
        };
        let puzzles = vec![
            puzzle("Easter Monster, 2007", "1", None),
            puzzle("é", "2", None),
            puzzle("è", "3", None),
            puzzle("x", "4", Some(7)),
        ];
        let names = names(&Runs { puzzles, ..Runs::default() });
        assert_eq!(names, ["c/Easter_Monster__2007", "c/_-2", "c/_-3", "c/x#7"]);
    }

    #[test]
    fn backends_have_plain_names_and_no_two_the_same() {
        let one = |label: &str| Contestant {
            backend: label.into(),
            version: String::new(),
            label: label.into(),
        };
        let contestants = ["a/x@0.1.0+b.2", "a,b/\"q\"", "é", "è"].map(one).into();
        let names = algorithms(&Runs { contestants, ..Runs::default() });
        assert_eq!(names, ["a/x@0.1.0+b.2", "a_b/_q_", "_", "_-2"]);
    }
}
