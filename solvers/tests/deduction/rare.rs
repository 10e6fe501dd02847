//! Rare techniques as rows: each beside singles, in puzzles of several geometries, to the end.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Geometry, Grid, Puzzle, SymbolSet};
use rand::RngExt;
use solvers::logic::choice::TechniqueSet;
use solvers::logic::table::TECHNIQUES;
use solvers::logic::technique::Technique;
use solvers::{Limits, Stop};

use crate::recorder::{Recorded, Recorder};
use crate::states::{chance, cut_out, geometries, solutions};

/// Solves a puzzle by singles and a rare technique, holds each of its steps against the solutions, and returns how
/// many there were.
fn check(technique: &Technique, puzzle: &Puzzle, grids: &[Grid]) -> usize {
    let set = TechniqueSet::from_list(&format!("singles,{}", technique.id)).expect("a set");
    let row = set.row();
    assert_eq!(row.id, format!("deduce/singles.{}", technique.id));
    assert_eq!(row.assumes_unique, technique.assumes_unique);
    let mut recorder = Recorder::default();
    let mut solver = row.prepare::<Puzzle>(puzzle.geometry()).expect("it takes all");
    let outcome = solver.trace(puzzle, &Limits::solutions(2), &mut recorder);
    let mut n_steps = 0;
    for event in &recorder.events {
        let Recorded::Step { technique: id, step } = event else { continue };
        n_steps += usize::from(*id == technique.id);
        let is_right = grids.iter().all(|grid| {
            step.placements.iter().all(|&(cell, it)| grid[cell] == it)
                && step.eliminations.iter().all(|&(cell, it)| grid[cell] != it)
        });
        assert!(is_right, "{}: {}", puzzle.geometry().name(), id);
    }
    if let (Stop::Exhausted, false) = (outcome.stop, technique.assumes_unique) {
        assert_eq!(outcome.solutions, grids.len() as u64, "{}", row.id);
    }
    n_steps
}

/// Returns puzzles of a geometry with their solutions, every second of them with one solution.
fn puzzles(geometry: &Arc<Geometry>, number: usize) -> Vec<(Puzzle, Vec<Grid>)> {
    let mut rng = chance(geometry.cells() as u64);
    let mut found: Vec<(Puzzle, Vec<Grid>)> = Vec::new();
    while found.len() < number {
        let puzzle = cut_out(geometry, rng.random_range(50..75), &mut rng);
        let Some(grids) = solutions(&puzzle) else { continue };
        if found.len().is_multiple_of(2) || grids.len() == 1 {
            found.push((puzzle, grids));
        }
    }
    found
}

#[test]
fn every_rare_technique_is_a_row_whose_steps_hold() {
    let mut n_steps = BTreeMap::<&str, usize>::new();
    for geometry in geometries() {
        let all = puzzles(&geometry, 4);
        for technique in TECHNIQUES.iter().filter(|it| it.is_rare()) {
            for (puzzle, grids) in &all {
                if !technique.assumes_unique || grids.len() == 1 {
                    *n_steps.entry(technique.id).or_default() += check(technique, puzzle, grids);
                }
            }
        }
    }
    let used = n_steps.values().filter(|&&steps| steps > 0).count();
    assert!(used > 40, "most techniques found something: {n_steps:?}");
}

#[test]
fn all_techniques_at_once_are_a_row_too() {
    let set = TechniqueSet::from_list("all-unique,rare").expect("a set");
    assert_eq!(set.techniques().count(), TECHNIQUES.len());
    assert_eq!(set.id(), "deduce/everything-unique");
    for geometry in geometries().iter().filter(|it| it.cells() <= 36) {
        let mut solver = set.row().prepare::<Puzzle>(geometry).expect("it takes all");
        for (puzzle, grids) in puzzles(geometry, 4).iter().filter(|(_, grids)| grids.len() == 1) {
            let outcome = solver.solve(puzzle, &Limits::solutions(2));
            let left = outcome.partial.as_ref().map(|left| left.allowed().collect::<Vec<_>>());
            let holds = |(cell, &set): (usize, &SymbolSet)| set.contains(grids[0][cell]);
            assert!(left.is_none_or(|left| left.iter().enumerate().all(holds)));
            assert!(outcome.first.is_none_or(|grid| grid == grids[0]));
        }
    }
}
