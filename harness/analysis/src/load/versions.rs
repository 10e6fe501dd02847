//! Completes missing versions.
//!
//! An external solver that is killed before it reports its version leaves rows without one. They are
//! attributed to the only version of that name in the same run, or else to the only one in all runs.

use std::collections::HashMap;

use super::Runs;

/// Attributes trials without a version to the contestant of the same name that has one. A contestant
/// left without trials keeps its index.
pub(super) fn fill_in(runs: &mut Runs) {
    let Runs { trials, contestants, .. } = runs;
    // By run, or `None` for all runs, and name: the contestant with a version, if it is the only one.
    let mut unique: HashMap<(Option<u32>, &str), Option<u32>> = HashMap::new();
    for trial in trials.iter() {
        let contestant = &contestants[trial.contestant as usize];
        if contestant.version.is_empty() {
            continue;
        }
        for run in [Some(trial.run), None] {
            unique
                .entry((run, &contestant.backend))
                .and_modify(|known| *known = known.filter(|&known| known == trial.contestant))
                .or_insert(Some(trial.contestant));
        }
    }
    for trial in trials {
        let contestant = &contestants[trial.contestant as usize];
        if contestant.version.is_empty() {
            let known = |run| unique.get(&(run, &*contestant.backend)).copied();
            let known = known(Some(trial.run)).or_else(|| known(None)).flatten();
            trial.contestant = known.unwrap_or(trial.contestant);
        }
    }
}
