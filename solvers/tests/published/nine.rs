//! Published 9×9 puzzles.

use board::text::line;
use board::{Grid, Puzzle, SymbolSet};
use rand::seq::{IndexedRandom, IteratorRandom};
use solvers::Limits;

use crate::chance;
use crate::collections::Corpora;
use crate::judge::{Expected, Question, answers, ask_every_row, row};

/// The number of puzzles of a file that every row gets.
const SAMPLE: usize = 300;

/// Returns a grid of each puzzle, found by one row.
fn grids(id: &str, puzzles: &[Puzzle]) -> Vec<Grid> {
    let mut solver = row(id).prepare::<Puzzle>(puzzles[0].geometry()).unwrap();
    let limits = Limits::solutions(1);
    puzzles.iter().map(|puzzle| solver.solve(puzzle, &limits).first.unwrap()).collect()
}

/// Returns questions on puzzles that have one solution: the grid that `candidates/mrv` finds, which
/// all rows then have to find, and the referee to confirm.
fn unique(puzzles: Vec<Puzzle>) -> Vec<Question> {
    let grids = grids("candidates/mrv", &puzzles);
    questions(puzzles.into_iter().zip(grids))
}

fn questions(solved: impl Iterator<Item = (Puzzle, Grid)>) -> Vec<Question> {
    solved.map(|(puzzle, grid)| question(puzzle, Expected::Only(grid))).collect()
}

fn question(puzzle: Puzzle, expected: Expected) -> Question {
    Question { id: line::write(puzzle.geometry().alphabet(), &puzzle.givens()), puzzle, expected }
}

/// Returns a fixed sample of the puzzles of a file, in arbitrary order.
fn sample(corpora: &Corpora, file: &str) -> Vec<Puzzle> {
    corpora.puzzles(file).into_iter().sample(&mut chance(0), SAMPLE)
}

#[track_caller]
fn every_row_solves_a_sample_of(file: &str) {
    let Some(corpora) = Corpora::find(&format!("a sample of nine/{file}")) else { return };
    let questions = unique(sample(&corpora, file));
    assert_eq!(questions.len(), SAMPLE);
    ask_every_row(file, &questions);
}

#[test]
fn all_published_17s_have_one_solution_on_which_two_rows_agree() {
    let Some(corpora) = Corpora::find("all of nine/17_clue.txt") else { return };
    let puzzles = corpora.puzzles("17_clue.txt");
    assert_eq!(puzzles.len(), 49_158);
    assert!(puzzles.iter().all(|puzzle| puzzle.clues() == 17));
    let questions = unique(puzzles);
    std::thread::scope(|scope| {
        for id in ["candidates/mrv", "cover/dlx"] {
            let questions = &questions;
            scope.spawn(move || {
                let answered = answers(row(id), questions, &Limits::solutions(2));
                assert_eq!(answered, Ok(49_158), "{id}");
            });
        }
    });
}

#[test]
fn every_row_solves_a_sample_of_17s() {
    every_row_solves_a_sample_of("17_clue.txt");
}

#[test]
fn every_row_solves_a_sample_of_magictour() {
    every_row_solves_a_sample_of("magictour_top1465.txt");
}

#[test]
fn every_row_solves_a_sample_of_those_with_most_backtracking() {
    every_row_solves_a_sample_of("forum_hardest_1106.txt");
}

#[test]
fn every_row_solves_a_sample_of_those_with_the_highest_rating() {
    every_row_solves_a_sample_of("forum_hardest_1905_11plus.txt");
}

#[test]
fn every_row_solves_a_sample_of_easy_ones() {
    every_row_solves_a_sample_of("kaggle20k.txt");
}

/// A puzzle with 17 clues is minimal, since there are none with 16.
#[test]
fn a_17_with_a_clue_less_has_several_solutions_for_every_row() {
    let Some(corpora) = Corpora::find("17s with a clue less") else { return };
    let mut rng = chance(1);
    let mut less = |puzzle: &Puzzle| {
        let given: Vec<usize> = (0..81).filter(|&cell| puzzle.given(cell).is_some()).collect();
        let mut allowed: Vec<_> = puzzle.allowed().collect();
        allowed[*given.choose(&mut rng).unwrap()] = SymbolSet::all(9);
        Puzzle::from_allowed(puzzle.geometry().clone(), allowed)
    };
    let sample = sample(&corpora, "17_clue.txt");
    let questions: Vec<Question> =
        sample.iter().map(|puzzle| question(less(puzzle), Expected::Several)).collect();
    ask_every_row("a clue less than 17", &questions);
}

#[test]
fn every_row_finds_the_published_solutions_of_the_exchange() {
    let Some(corpora) = Corpora::find("rated/exchange_*.tsv") else { return };
    for level in ["easy", "medium", "hard", "diabolical"] {
        let file = format!("exchange_{level}.tsv");
        let questions = questions(corpora.solved(&file).into_iter());
        assert_eq!(questions.len(), 250);
        ask_every_row(&file, &questions);
    }
}

#[test]
fn the_representation_of_candidates_changes_no_counter_on_whole_collections() {
    let Some(corpora) = Corpora::find("representations on nine/magictour and 17_clue") else {
        return;
    };
    let mut puzzles = corpora.puzzles("magictour_top1465.txt");
    puzzles.extend(corpora.puzzles("17_clue.txt").into_iter().take(5000));
    for id in ["candidates/mrv", "deduce/pairs"] {
        let [mut bits, mut flags, mut list] = ["", ".flags", ".list"].map(|variant| {
            row(&format!("{id}{variant}")).prepare::<Puzzle>(puzzles[0].geometry()).unwrap()
        });
        for puzzle in &puzzles {
            let limits = Limits::solutions(2);
            let outcome = bits.solve(puzzle, &limits);
            assert_eq!(flags.solve(puzzle, &limits), outcome, "{id}.flags");
            assert_eq!(list.solve(puzzle, &limits), outcome, "{id}.list");
        }
    }
}
