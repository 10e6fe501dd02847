//! What the rungs see, and the laws of a rating.

use std::sync::Arc;

use board::symmetry::Symmetry;
use board::{Geometry, Puzzle, catalog, text::line};
use generate::{Generator, Spec};

use super::climb::{Seen, distinct};
use super::*;
use crate::Stop;

fn geometry(name: &str) -> Arc<Geometry> {
    Arc::new(catalog::named(name).unwrap())
}

fn rating(puzzle: &Puzzle) -> Rating {
    Rater::new(puzzle.geometry()).rate(puzzle, &Limits::solutions(1)).unwrap()
}

fn rated(name: &str, text: &str) -> Rating {
    rating(&line::parse(text, &geometry(name)).unwrap())
}

fn ids(rating: &Rating) -> Vec<&str> {
    rating.uses.iter().map(|it| it.id).collect()
}

#[test]
fn falissards_grid_with_diagonals_is_easy() {
    let text = "9.......4..7...8...4..6..5....2.6.....8...9.....8.4....5..2..3...1...5..3.......7";
    let rating = rated("x", text);
    assert_eq!((rating.level(), rating.is_solved), (Level::Easy, true), "{rating:?}");
}

#[test]
fn falissards_grid_with_windows_is_medium_by_a_naked_pair() {
    let text = "...........9...1...124.567...6...2......6......4...7...685.149...1...8...........";
    let rating = rated("windoku", text);
    assert_eq!(rating.level(), Level::Medium, "{rating:?}");
    let hardest = rating.hardest().map(|it| (it.id, it.hardest));
    assert_eq!(hardest, Some(("naked-pair", 30)), "{rating:?}");
}

/// The chain that is left after a shorter one of the same symbol is seen, too.
#[test]
fn chains_of_any_length_are_seen_where_they_are_all_that_is_known() {
    let text = ".2...6...4......3..982....52.1.......85....6..3..714.......4.57.7..1.8.28.2......";
    let puzzle = line::parse(text, &geometry("classic9")).unwrap();
    let known = ["full-house", "naked-single", "hidden-single", "pointing", "claiming", "x-chain"];
    let rater = Rater::knowing(puzzle.geometry(), |it| known.contains(&it.id));
    let rating = rater.rate(&puzzle, &Limits::solutions(1)).unwrap();
    assert!(rating.is_solved, "{rating:?}");
}

#[test]
fn a_player_who_knows_less_solves_less_and_scores_the_same_for_what_is_solved() {
    let text = "...........9...1...124.567...6...2......6......4...7...685.149...1...8...........";
    let puzzle = line::parse(text, &geometry("windoku")).unwrap();
    let by = |known: &[&str]| {
        let rater = Rater::knowing(puzzle.geometry(), |it| known.contains(&it.id));
        rater.rate(&puzzle, &Limits::solutions(1)).unwrap()
    };
    let singles = ["full-house", "naked-single", "hidden-single"];
    let stuck = by(&singles);
    assert!(!stuck.is_solved && stuck.score() == UNSOLVED, "{stuck:?}");
    let all = rating(&puzzle);
    let solved = by(&ids(&all));
    assert_eq!(solved, all);
    assert_eq!(solved.is_solved_by_singles, stuck.is_solved_by_singles);
    assert!(by(&[]).uses.is_empty());
}

#[test]
fn al_escargot_is_beyond() {
    let text = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
    let rating = rated("classic9", text);
    assert_eq!(rating.level(), Level::Beyond);
    assert!(!rating.is_solved && rating.score() == UNSOLVED, "{rating:?}");
}

#[test]
fn a_full_grid_needs_nothing() {
    let rating = rated("classic4", "3421123443122143");
    assert_eq!((rating.score(), rating.sum(), rating.hardest()), (0, 0, None));
    assert_eq!(rating.level(), Level::Easy);
}

#[test]
fn one_open_cell_is_a_full_house() {
    let rating = rated("classic4", "342112344312214.");
    assert_eq!((rating.score(), ids(&rating)), (10, vec!["full-house"]));
}

#[test]
fn what_contradicts_itself_has_no_rating() {
    // Two givens clash; a cell that may take nothing; 1 fits nowhere in the first row.
    for text in ["11..............", "123....4........", "..231..........."] {
        let puzzle = line::parse(text, &geometry("classic4")).unwrap();
        let rated = Rater::new(puzzle.geometry()).rate(&puzzle, &Limits::solutions(1));
        assert_eq!(rated.err(), Some(Unrated::Contradiction), "{text}");
    }
}

#[test]
fn a_flag_stops_it() {
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let text = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
    let puzzle = line::parse(text, &geometry("classic9")).unwrap();
    let limits = Limits { cancel: Some(&cancel), ..Limits::solutions(1) };
    let rated = Rater::new(puzzle.geometry()).rate(&puzzle, &limits);
    assert_eq!(rated, Err(Unrated::Stopped(Stop::Cancelled)));
}

#[test]
fn a_rating_does_not_change_under_symmetry_unless_reasons_in_a_net_are_equally_light() {
    let has_nets =
        |it: &Rating| ids(it).iter().any(|id| ["one-symbol-supposed", "forcing"].contains(id));
    // Every geometry under its own symmetries, puzzles without superfluous clues.
    for (name, puzzles) in
        [("classic9", 12), ("classic6", 6), ("x", 4), ("windoku", 4), ("latin5", 4)]
    {
        let geometry = geometry(name);
        let mut generator = Generator::new(geometry.clone());
        let spec = Spec::default();
        for number in 0..puzzles {
            let Some(puzzle) = generator.puzzle(7, number, spec) else { continue };
            let here = rating(&puzzle);
            let there = rating(&Symmetry::random(&geometry, number).apply(&puzzle));
            if has_nets(&here) {
                let difference = here.score().abs_diff(there.score());
                assert!(difference <= 2, "{name} {number}: {here:?} {there:?}");
            } else {
                assert_eq!(here, there, "{name} {number}");
            }
        }
    }
}

#[test]
fn the_sum_is_that_of_the_steps_and_the_score_that_of_the_hardest() {
    let geometry = geometry("classic9");
    let mut generator = Generator::new(geometry);
    let spec = Spec::default();
    for number in 0..20 {
        let puzzle = generator.puzzle(11, number, spec).unwrap();
        let rating = rating(&puzzle);
        let sum: u64 = rating.uses.iter().map(|it| it.count * u64::from(it.weight)).sum();
        assert_eq!(rating.sum(), sum);
        let hardest = rating.uses.iter().map(|it| it.hardest).max().unwrap();
        assert_eq!(rating.score(), if rating.is_solved { hardest } else { UNSOLVED });
    }
}

#[test]
fn no_easier_rungs_solve_what_a_harder_one_was_used_on() {
    let geometry = geometry("classic9");
    let mut generator = Generator::new(geometry.clone());
    let spec = Spec::default();
    let mut n_hard = 0;
    for number in 0..20 {
        let puzzle = generator.puzzle(13, number, spec).unwrap();
        let rating = rating(&puzzle);
        let Some(hardest) = rating.hardest() else { continue };
        let mut lower = Rater::new(&geometry);
        let at = |stage: &[RatedTechnique]| stage.iter().any(|it| it.technique.id == hardest.id);
        let end = lower.stages.iter().position(|stage| at(stage)).unwrap();
        lower.stages.truncate(end);
        n_hard += u64::from(end > 6);
        let without = lower.rate(&puzzle, &Limits::solutions(1)).unwrap();
        assert!(!without.is_solved, "{rating:?}");
    }
    assert!(n_hard > 2);
}

#[test]
fn a_stage_is_the_lowest_rating_of_its_rungs() {
    for stage in ladder() {
        let lowest = stage.iter().map(|it| it.rung.rating).min();
        assert!(stage.iter().all(|it| Some(it.rung.stage) == lowest));
    }
}

#[test]
fn of_what_follows_the_parts_are_left_out() {
    let seen = |rung, cells: &[usize]| Seen {
        score: 66,
        rung,
        conclusion: cells.iter().map(|&cell| (cell, 0, false)).collect(),
    };
    let all =
        vec![seen(1, &[1]), seen(0, &[1, 2]), seen(1, &[1, 2]), seen(0, &[3]), seen(2, &[2, 3])];
    let left: Vec<_> = distinct(all).into_iter().map(|it| (it.rung, it.conclusion.len())).collect();
    assert_eq!(left, [(0, 2), (2, 2)]);
}

#[test]
fn a_puzzle_has_the_level_of_its_rating_and_no_other() {
    let mut n_of_level = [0; Level::ALL.len()];
    for (name, puzzles) in [("classic9", 60), ("x", 15), ("jigsaw7", 15), ("classic6", 10)] {
        let geometry = geometry(name);
        let rater = Rater::new(&geometry);
        let mut generator = Generator::new(geometry);
        let limits = Limits::solutions(1);
        for puzzle in (0..puzzles).filter_map(|it| generator.puzzle(17, it, Spec::default())) {
            let rated = rater.rate(&puzzle, &limits).unwrap().level();
            for (level, n) in Level::ALL.into_iter().zip(&mut n_of_level) {
                assert_eq!(rater.has_level(&puzzle, level, &limits), Ok(level == rated), "{name}");
                *n += usize::from(level == rated);
            }
        }
    }
    assert!(n_of_level.iter().all(|&n| n > 0), "{n_of_level:?}");
}
