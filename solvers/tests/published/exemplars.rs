//! HoDoKu's exemplars: puzzles that some techniques do not solve, but these with one more.
//!
//! `PUZZLE # BEFORE TECHNIQUE(N) AFTER`: before and after the technique the puzzle needs singles (`s`),
//! the basic techniques (`ssts`), or any others (`x`). A side that is missing, or that names the
//! technique itself, needs nothing else. Where it needs any others, all that is checked is that it
//! is solved.

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
    ("ach", &["als-chain"]),
    ("aic", &["alternating-chain"]),
    ("ar1", &["avoidable-rectangle-1"]),
    ("ar2", &["avoidable-rectangle-2"]),
    ("axy", &["als-xy-wing"]),
    ("axz", &["als-xz"]),
    ("bf2", &["x-wing"]),
    ("bf3", &["swordfish"]),
    ("bf4", &["jellyfish"]),
    ("bug1", &["bug-plus-one"]),
    ("cnl", &["alternating-chain"]),
    ("dnl", &["alternating-chain"]),
    ("er", &["empty-rectangle"]),
    ("fbf2", &["finned-x-wing"]),
    ("fbf3", &["finned-swordfish"]),
    ("fbf4", &["finned-jellyfish"]),
    ("fcv", &["cases"]),
    ("ff4", &["franken-jellyfish"]),
    ("fff3", &["finned-franken-swordfish"]),
    ("fff4", &["finned-franken-jellyfish"]),
    ("fmf4", &["finned-mutant-jellyfish"]),
    ("gaic", &["grouped-chain", "als-node-chain"]),
    ("gcnl", &["grouped-chain"]),
    ("gdnl", &["grouped-chain"]),
    ("h2", &["hidden-pair"]),
    ("h3", &["hidden-triple"]),
    ("h4", &["hidden-quad"]),
    ("hr", &["hidden-rectangle"]),
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
    ("sbf4", &["sashimi-jellyfish"]),
    ("sc", &["simple-colours-trap", "simple-colours-wrap"]),
    ("sdc", &["sue-de-coq"]),
    ("sk", &["skyscraper"]),
    ("tf", &["turbot-fish"]),
    ("u1", &["unique-rectangle-1"]),
    ("u2", &["unique-rectangle-2"]),
    ("u3", &["unique-rectangle-3"]),
    ("u4", &["unique-rectangle-4"]),
    ("u5", &["unique-rectangle-5"]),
    ("u6", &["unique-rectangle-6"]),
    ("w", &["w-wing"]),
    ("x", &["x-chain"]),
    ("xy", &["xy-wing"]),
    ("xyc", &["xy-chain"]),
    ("xyz", &["xyz-wing"]),
];

/// The techniques that `ssts` means, besides singles.
const BASIC: &[&str] = &[
    "hidden-pair",
    "hidden-triple",
    "hidden-quad",
    "naked-pair",
    "naked-triple",
    "naked-quad",
    "locked-pair",
    "locked-triple",
    "pointing",
    "claiming",
    "x-wing",
    "swordfish",
    "jellyfish",
    "xy-wing",
    "simple-colours-trap",
    "simple-colours-wrap",
    "multi-colours-trap",
    "multi-colours-wrap",
];

/// What a puzzle needs besides one technique, least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Company {
    Singles,
    Basic,
    Any,
}

impl Company {
    fn of(word: &str) -> Self {
        match word {
            "ssts" => Self::Basic,
            "x" => Self::Any,
            _ => Self::Singles,
        }
    }

    fn takes(self, technique: &Technique) -> bool {
        technique.level == HodokuLevel::Easy
            || self >= Self::Basic && BASIC.contains(&technique.id)
            || self == Self::Any && technique.deduces
    }
}

/// One line.
struct Exemplar<'a> {
    puzzle: &'a str,
    word: &'a str,
    company: Company,
}

impl<'a> Exemplar<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (puzzle, story) = text.split_once('#').filter(|it| !it.0.is_empty())?;
        let words: Vec<&str> = story.split_whitespace().collect();
        let at = words.iter().position(|it| it.contains('(')).unwrap();
        let company = words.iter().map(|word| Company::of(word)).max().unwrap();
        Some(Self { puzzle: puzzle.trim(), word: words[at].split('(').next().unwrap(), company })
    }

    /// Returns whether its company, and some other techniques, fill the grid.
    fn is_solved(&self, others: &[&str]) -> bool {
        let nine = nine();
        let puzzle = line::parse(self.puzzle, &nine).unwrap();
        let takes = |it: &&&Technique| self.company.takes(it) || others.contains(&it.id);
        let mut all: Vec<&Technique> = TECHNIQUES.iter().filter(|it| takes(&it)).collect();
        all.sort_by_key(|it| (it.level, it.weight));
        let outcome =
            Deduction::in_order(&nine, all).unwrap().solve(&puzzle, &Limits::solutions(2));
        assert!(matches!(outcome.stop, Stop::Stuck | Stop::Exhausted));
        outcome.solutions == 1
    }
}

#[test]
fn one_technique_and_its_company_solve_its_published_exemplars() {
    let Some(corpora) = Corpora::find("techniques/hodoku_exemplars.txt") else { return };
    let text = corpora.text("techniques/hodoku_exemplars.txt");
    let mut solved: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut failed = Vec::new();
    for text in text.lines() {
        let Some(exemplar) = Exemplar::read(text) else { continue };
        let rows = WORDS.iter().find(|row| row.0 == exemplar.word);
        let (word, rows) = rows.unwrap_or_else(|| panic!("{} is no word", exemplar.word));
        let counts = solved.entry(word).or_default();
        counts.1 += 1;
        // Our basic techniques find more than HoDoKu's.
        let is_needed = exemplar.company == Company::Singles;
        assert!(!is_needed || !exemplar.is_solved(&[]), "singles alone: {text}");
        if exemplar.is_solved(rows) {
            counts.0 += 1;
        } else {
            failed.push(text);
        }
    }
    for (word, (solved, all)) in &solved {
        eprintln!("{word}: {solved} of {all}");
    }
    assert!(solved.len() == WORDS.len() && failed.is_empty(), "\n{}", failed.join("\n"));
}

#[test]
fn every_word_names_rows_of_the_table() {
    let ids: Vec<&str> = TECHNIQUES.iter().map(|row| row.id).collect();
    assert!(WORDS.iter().all(|(_, rows)| rows.iter().all(|id| ids.contains(id))));
}
