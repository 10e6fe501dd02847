//! The names of puzzles for other programs: plain characters, and unique.

use std::collections::HashMap;

use analysis::load::Runs;

/// Returns a name for each puzzle of the runs: corpus and name, the seed of an isomorph, and the hash if that is not
/// unique. Characters other than ASCII letters, digits and `._/#:-` become `_`.
pub(super) fn names(runs: &Runs) -> Vec<String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._/#:-".contains(c) { c } else { '_' };
    let name = |puzzle: &analysis::load::PuzzleInfo| -> String {
        let seed = puzzle.iso_seed.map_or(String::new(), |seed| format!("#{seed}"));
        format!("{}/{}{seed}", puzzle.corpus, puzzle.name).chars().map(plain).collect()
    };
    let mut names: Vec<String> = runs.puzzles.iter().map(name).collect();
    let mut counts: HashMap<String, usize> = HashMap::new();
    names.iter().for_each(|name| *counts.entry(name.clone()).or_default() += 1);
    for (name, puzzle) in names.iter_mut().zip(&runs.puzzles) {
        if counts.get(name).is_some_and(|&n| n > 1) {
            name.extend(["-", &*puzzle.hash.chars().map(plain).collect::<String>()]);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use analysis::load::PuzzleInfo;

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
}
