//! HoDoKu's library of technique tests: a state, one technique, and its exact effect.
//!
//! `:<code>:<symbols>:<givens>:<deleted>:<eliminations>:<placements>:<extra>`. The state is set up
//! as given, without placing any single first. The technique passes if an instance has exactly the
//! expected effect. Every finder must be sound on every state.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use board::text::line;
use board::{Cell, Grid, Puzzle, Symbol};
use solvers::Step;
use solvers::logic::board_index::BoardIndex;
use solvers::logic::store::CandidateStore;
use solvers::logic::table::TECHNIQUES;
use solvers::logic::technique::Technique;
use solvers::{Limits, Stop};

use crate::collections::{Corpora, nine};
use crate::judge::row;

/// One line of the library.
struct Case<'a> {
    text: &'a str,
    code: &'a str,
    variant: &'a str,
    state: CandidateStore,
    solution: Grid,
    eliminations: Vec<(Cell, Symbol)>,
    placements: Vec<(Cell, Symbol)>,
}

impl<'a> Case<'a> {
    fn read(text: &'a str, layout: &Arc<BoardIndex>) -> Self {
        let fields: Vec<&str> = text.split(':').collect();
        let (code, variant) = fields[1].split_once('-').unwrap_or((fields[1], ""));
        let (givens, placed) = cells(fields[3]);
        let puzzle = line::parse(&givens, &nine()).unwrap();
        let mut state = CandidateStore::of(layout, &puzzle).unwrap();
        placed.into_iter().for_each(|(cell, symbol)| state.place(cell, symbol).unwrap());
        for (cell, symbol) in candidates(fields[4]) {
            if state.has(cell, symbol) {
                state.eliminate(cell, symbol).unwrap();
            }
        }
        let sorted = |field: &str| {
            let mut all = candidates(field);
            all.sort_unstable();
            all
        };
        Self {
            text,
            code,
            variant,
            solution: solution(&puzzle),
            state,
            eliminations: sorted(fields[5]),
            placements: sorted(fields[6]),
        }
    }

    /// Returns whether some instance has exactly the expected effect or, if none must be found,
    /// whether there is none.
    fn passes(&self, technique: &Technique) -> bool {
        let mut steps = steps(technique, &self.state);
        if self.variant == "x" {
            return steps.is_empty();
        }
        steps.iter_mut().any(|step| {
            step.eliminations.sort_unstable();
            (&step.eliminations, &step.placements) == (&self.eliminations, &self.placements)
        })
    }
}

/// `12.+3`: the givens, where a sign marks a cell as placed later; and the placed ones.
fn cells(field: &str) -> (String, Vec<(Cell, Symbol)>) {
    let (mut givens, mut placed) = (String::new(), Vec::new());
    let mut is_placed = false;
    for character in field.chars() {
        match character {
            '+' => is_placed = true,
            digit if std::mem::take(&mut is_placed) => {
                placed.push((givens.len(), digit as u8 - b'1'));
                givens.push('.');
            }
            digit => givens.push(digit),
        }
    }
    (givens, placed)
}

/// `436 257`: symbol, row, column.
fn candidates(field: &str) -> Vec<(Cell, Symbol)> {
    let digits = |word: &str| -> (Cell, Symbol) {
        let digit = |at: usize| usize::from(word.as_bytes()[at] - b'1');
        (digit(1) * 9 + digit(2), digit(0) as Symbol)
    };
    field.split_whitespace().map(digits).collect()
}

fn solution(puzzle: &Puzzle) -> Grid {
    let mut solver = row("candidates/mrv").prepare::<Puzzle>(puzzle.geometry()).unwrap();
    let outcome = solver.solve(puzzle, &Limits::solutions(2));
    assert_eq!((outcome.stop, outcome.solutions), (Stop::Exhausted, 1));
    outcome.first.unwrap()
}

fn steps(technique: &Technique, state: &CandidateStore) -> Vec<Step> {
    let mut steps = Vec::new();
    let _ = (technique.find)(state, &mut |step: Step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    steps
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let layout = Arc::new(BoardIndex::new(&nine()).unwrap());
    text.lines().filter(|it| it.starts_with(':')).map(|it| Case::read(it, &layout)).collect()
}

#[test]
fn each_technique_does_exactly_what_the_library_says() {
    let Some(corpora) = Corpora::find("techniques/hodoku_reglib.txt") else { return };
    let text = corpora.text("techniques/hodoku_reglib.txt");
    let mut passed: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut failed = Vec::new();
    for case in cases(&text) {
        let rows: Vec<_> = TECHNIQUES.iter().filter(|row| row.codes.contains(&case.code)).collect();
        let counts = passed.entry(case.code).or_default();
        counts.1 += 1;
        if rows.iter().any(|row| case.passes(row)) {
            counts.0 += 1;
        } else {
            failed.push(case.text.to_string());
        }
    }
    for (code, (passes, cases)) in &passed {
        eprintln!("{code}: {passes} of {cases}");
    }
    failed.iter().for_each(|text| eprintln!("failed {text}"));
    let (passes, cases) = passed.values().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    eprintln!("all: {passes} of {cases}");
    assert!(failed.is_empty(), "{} of {cases} cases fail", failed.len());
}

#[test]
fn no_finder_is_wrong_on_any_state_of_the_library() {
    let Some(corpora) = Corpora::find("techniques/hodoku_reglib.txt") else { return };
    let text = corpora.text("techniques/hodoku_reglib.txt");
    for (number, case) in cases(&text).iter().enumerate() {
        // Those that neither deduction nor ratings use take long.
        let is_quick = |it: &&Technique| it.deduces || it.rung.is_some();
        for technique in TECHNIQUES.iter().filter(|it| number % 50 == 0 || is_quick(it)) {
            for step in steps(technique, &case.state) {
                let is_right = step.placements.iter().all(|&(cell, it)| case.solution[cell] == it)
                    && step.eliminations.iter().all(|&(cell, it)| case.solution[cell] != it);
                assert!(is_right, "{}: {step:?}\n{}", technique.id, case.text);
            }
        }
    }
}
