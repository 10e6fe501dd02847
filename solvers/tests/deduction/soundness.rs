//! No technique is ever wrong.

use std::collections::BTreeMap;

use board::{Geometry, Grid};
use rand::RngExt;
use solvers::logic::store::CandidateStore;
use solvers::logic::table::TECHNIQUES;
use solvers::logic::technique::Technique;
use solvers::{Language, Step};

use crate::states::{
    chance, cut_out, geometries, place_some, rated_steps, solutions, steps, thinned,
};

/// Returns what is wrong with a step, given that all of the grids solve the puzzle.
fn fault(step: &Step, state: &CandidateStore, grids: &[Grid]) -> Option<&'static str> {
    let all = step.placements.iter().chain(&step.eliminations);
    if step.placements.is_empty() && step.eliminations.is_empty() {
        return Some("it leads to nothing");
    }
    if !all.clone().all(|&(cell, symbol)| state.has(cell, symbol)) {
        return Some("it is about what is not there");
    }
    let mut once: Vec<_> = all.collect();
    once.sort_unstable();
    if once.windows(2).any(|pair| pair[0] == pair[1]) {
        return Some("it says something twice");
    }
    let places = |grid: &Grid| step.placements.iter().all(|&(cell, it)| grid[cell] == it);
    let spares = |grid: &Grid| step.eliminations.iter().all(|&(cell, it)| grid[cell] != it);
    let is_right = grids.iter().all(|grid| places(grid) && spares(grid));
    (!is_right).then_some("it contradicts a solution")
}

/// Returns whether a technique is used by `deduce/all` or by ratings. The others take long, and are looked for in fewer
/// states.
fn is_usual(technique: &Technique) -> bool {
    technique.deduces || technique.rung.is_some()
}

/// Checks usual techniques on random states of a geometry, and counts how often each was found.
fn look(
    geometry: &std::sync::Arc<Geometry>,
    puzzles: usize,
    seen: &mut BTreeMap<&'static str, usize>,
) {
    let mut rng = chance(geometry.cells() as u64);
    for _ in 0..puzzles {
        let puzzle = cut_out(geometry, rng.random_range(40..80), &mut rng);
        let Some(grids) = solutions(&puzzle) else { continue };
        for share in [0.0, 0.3, 0.6, 0.8] {
            let state = thinned(&puzzle, &grids, share, &mut rng);
            check(&state, &grids, geometry, is_usual, seen);
        }
    }
}

/// Checks some techniques on a state.
fn check(
    state: &CandidateStore,
    grids: &[Grid],
    geometry: &Geometry,
    is_asked: impl Fn(&Technique) -> bool,
    seen: &mut BTreeMap<&'static str, usize>,
) {
    let fits = |it: &&Technique| is_asked(it) && (!it.assumes_unique || grids.len() == 1);
    for technique in TECHNIQUES.iter().filter(fits) {
        for step in steps(technique, state).into_iter().chain(rated_steps(technique, state)) {
            *seen.entry(technique.id).or_default() += 1;
            let fault = fault(&step, state, grids);
            assert_eq!(fault, None, "{}", described(technique, &step, geometry));
        }
    }
}

fn described(technique: &Technique, step: &Step, geometry: &Geometry) -> String {
    format!("{}: {}", geometry.name(), step.explain(technique, geometry, Language::En))
}

#[test]
fn no_step_contradicts_a_solution_on_any_geometry() {
    let mut seen = BTreeMap::new();
    for geometry in geometries() {
        look(&geometry, 40, &mut seen);
    }
    // A bivalue universal grave with few exits does not occur by chance.
    seen.extend(["bug-plus-one", "bug-2", "bug-3", "bug-4"].map(|id| (id, 0)));
    let ids = TECHNIQUES.iter().filter(|it| is_usual(it)).map(|it| it.id);
    let unseen: Vec<_> = ids.filter(|id| !seen.contains_key(id)).collect();
    assert!(unseen.is_empty(), "never found: {unseen:?}");
}

#[test]
fn no_step_of_the_other_techniques_contradicts_a_solution_of_a_small_grid() {
    let mut seen = BTreeMap::new();
    for geometry in geometries().into_iter().filter(|it| it.cells() <= 36) {
        let mut rng = chance(geometry.cells() as u64);
        for number in 0..2 {
            let puzzle = cut_out(&geometry, 55, &mut rng);
            let Some(grids) = solutions(&puzzle) else { continue };
            for share in [0.3, 0.7] {
                let mut state = thinned(&puzzle, &grids, share, &mut rng);
                if number == 1 {
                    place_some(&mut state, &grids, &mut rng);
                }
                check(&state, &grids, &geometry, |it| !is_usual(it), &mut seen);
            }
        }
    }
    eprintln!("{seen:?}");
    assert!(seen.len() > 20, "found are only {seen:?}");
}

#[test]
fn no_step_contradicts_a_solution_of_a_large_grid() {
    let sixteen = std::sync::Arc::new(board::catalog::classic(16).unwrap());
    look(&sixteen, 2, &mut BTreeMap::new());
}

#[test]
fn rectangles_are_seen_only_where_the_exchange_keeps_every_region() {
    let mut found = BTreeMap::new();
    for geometry in geometries() {
        let mut rng = chance(7);
        for _ in 0..60 {
            let puzzle = cut_out(&geometry, 60, &mut rng);
            let Some(grids) = solutions(&puzzle).filter(|grids| grids.len() == 1) else { continue };
            let state = thinned(&puzzle, &grids, 0.7, &mut rng);
            for technique in TECHNIQUES.iter().filter(|it| it.id.starts_with("unique")) {
                for (step, kinds) in exchanges(technique, &state) {
                    *found.entry(geometry.name().to_string()).or_insert(0) += 1;
                    assert!(
                        keeps_every_region(&geometry, &kinds),
                        "{}",
                        described(technique, &step, &geometry)
                    );
                }
            }
        }
    }
    assert!(found.len() > 1, "{found:?}");
}

/// Returns the steps of a technique, and of each the cells of the one and of the other kind: in rectangles as
/// deduction finds them crosswise, else by turns.
fn exchanges(technique: &Technique, state: &CandidateStore) -> Vec<(Step, [Vec<usize>; 2])> {
    let is_loop = technique.id == "unique-loop";
    let (across, around) = if is_loop {
        (Vec::new(), steps(technique, state))
    } else {
        (steps(technique, state), rated_steps(technique, state))
    };
    let crosswise = across.into_iter().map(|step| {
        let at = |corner: usize| step.cells[corner];
        let kinds = [vec![at(0), at(3)], vec![at(1), at(2)]];
        (step, kinds)
    });
    let by_turns = around.into_iter().map(|step| {
        let kinds = [0, 1].map(|first| step.cells.iter().copied().skip(first).step_by(2).collect());
        (step, kinds)
    });
    crosswise.chain(by_turns).collect()
}

/// Returns whether each region holds as many cells of the one kind as of the other.
fn keeps_every_region(geometry: &Geometry, kinds: &[Vec<usize>; 2]) -> bool {
    geometry.regions().iter().all(|region| {
        let count = |its: &Vec<usize>| its.iter().filter(|it| region.cells.contains(it)).count();
        count(&kinds[0]) == count(&kinds[1])
    })
}
