//! HoDoKu's exemplars: puzzles that are not solved by singles alone, but by singles with one
//! technique.

use std::collections::BTreeMap;

use board::text::line;
use solvers::logic::deduction::Deduction;
use solvers::logic::table::TECHNIQUES;
use solvers::logic::technique::{HodokuLevel, Technique};
use solvers::{Limits, Solver, Stop};

use crate::collections::{Corpora, nine};

/// The collection's word for a technique, and the corresponding techniques.
const WORDS: &[(&str, &[&str])] = &[
    ("2sk", &["two-string-kite"]),
    ("aic", &["alternating-chain"]),
    ("bf2", &["x-wing"]),
    ("bf3", &["swordfish"]),
    ("bug1", &["bug-plus-one"]),
    ("cnl", &["alternating-chain"]),
    ("dnl", &["alternating-chain"]),
    ("er", &["empty-rectangle"]),
    ("fbf2", &["finned-x-wing"]),
    ("fbf3", &["finned-swordfish"]),
    ("h2", &["hidden-pair"]),
    ("h3", &["hidden-triple"]),
    ("l2", &["locked-pair"]),
    ("l3", &["locked-triple"]),
    ("lc1", &["pointing"]),
    ("lc2", &["claiming"]),
    ("n2", &["naked-pair"]),
    ("n3", &["naked-triple"]),
    ("n4", &["naked-quad"]),
    ("rp", &["remote-pair"]),
    ("sbf2", &["sashimi-x-wing"]),
    ("sbf3", &["sashimi-swordfish"]),
    ("sdc", &["sue-de-coq"]),
    ("sk", &["skyscraper"]),
    ("u1", &["unique-rectangle-1"]),
    ("u2", &["unique-rectangle-2"]),
    ("u3", &["unique-rectangle-3"]),
    ("w", &["w-wing"]),
    ("x", &["x-chain"]),
    ("xy", &["xy-wing"]),
    ("xyc", &["xy-chain"]),
    ("xyz", &["xyz-wing"]),
];

/// Returns whether singles, and possibly some other techniques, fill the grid.
fn is_solved(text: &str, others: &[&str]) -> bool {
    let nine = nine();
    let puzzle = line::parse(text, &nine).unwrap();
    let chosen = |it: &Technique| it.level == HodokuLevel::Easy || others.contains(&it.id);
    let outcome = Deduction::new(&nine, chosen).solve(&puzzle, &Limits::solutions(2));
    assert!(matches!(outcome.stop, Stop::Stuck | Stop::Exhausted));
    outcome.solutions == 1
}

#[test]
fn one_technique_and_singles_solve_its_published_exemplars() {
    let Some(corpora) = Corpora::find("techniques/hodoku_exemplars.txt") else { return };
    let text = corpora.text("techniques/hodoku_exemplars.txt");
    let mut solved: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut failed = Vec::new();
    for text in text.lines().filter(|it| !it.starts_with('#')) {
        let Some((puzzle, story)) = text.split_once('#') else { continue };
        let words: Vec<&str> = story.split_whitespace().collect();
        let ["s", technique, "s"] = words[..] else { continue };
        let word = technique.split('(').next().unwrap();
        let Some((word, rows)) = WORDS.iter().find(|row| row.0 == word) else { continue };
        assert!(!is_solved(puzzle.trim(), &[]), "singles alone: {text}");
        let counts = solved.entry(word).or_default();
        counts.1 += 1;
        if is_solved(puzzle.trim(), rows) {
            counts.0 += 1;
        } else {
            failed.push(text);
        }
    }
    eprintln!("{solved:?}");
    assert!(solved.len() == WORDS.len() && failed.is_empty(), "\n{}", failed.join("\n"));
}

#[test]
fn every_word_names_rows_of_the_table() {
    let ids: Vec<&str> = TECHNIQUES.iter().map(|row| row.id).collect();
    assert!(WORDS.iter().all(|(_, rows)| rows.iter().all(|id| ids.contains(id))));
}
