//! One name is one entrant, whatever happened to it.
//!
//! A program that is killed before it says its version leaves rows without one. They belong to the program
//! of that name in the same run, if that told its version once; else to the one that did in another run, if
//! there is only one.

use std::collections::HashMap;

use super::Runs;

/// Gives trials without a version to the contestant of the same name that has one. A contestant that is
/// left without trials keeps its place.
pub(super) fn fill_in(runs: &mut Runs) {
    let Runs { trials, contestants, .. } = runs;
    // Of a run, or of all: the only contestant of a name that has a version, if it is the only one.
    let mut told: HashMap<(Option<u32>, &str), Option<u32>> = HashMap::new();
    for trial in trials.iter() {
        let contestant = &contestants[trial.contestant as usize];
        if contestant.version.is_empty() {
            continue;
        }
        for run in [Some(trial.run), None] {
            told.entry((run, &contestant.backend))
                .and_modify(|known| *known = known.filter(|&known| known == trial.contestant))
                .or_insert(Some(trial.contestant));
        }
    }
    for trial in trials {
        let contestant = &contestants[trial.contestant as usize];
        if contestant.version.is_empty() {
            let known = |run| told.get(&(run, &*contestant.backend)).copied();
            let known = known(Some(trial.run)).or_else(|| known(None)).flatten();
            trial.contestant = known.unwrap_or(trial.contestant);
        }
    }
}
