//! Groups of trials that share one time.
//!
//! Rows of schema 2 state their group and its size. Rows of schema 1 only state that they share a time,
//! in a block or batch: there, consecutive trials of a pass with equal times form a group.

use std::collections::{BTreeMap, HashMap};

use record::Granularity;

use super::{Measure, Runs, Trial};

/// The group of a row, as the row states it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimingGroup {
    /// The position in the plan of its first trial.
    pub(super) first: u64,
    /// The number of trials that share the time.
    pub(super) size: u64,
}

/// A pass of one contestant: its file, run, contestant, process and repetition.
type Pass = (u32, u32, u32, u32, u32);

fn pass_of(trial: &Trial) -> Pass {
    (trial.source, trial.run, trial.contestant, trial.invocation, trial.rep)
}

/// Assigns groups to the trials. `stated` has the group that each row states.
pub(super) fn assign(runs: &mut Runs, stated: &[Option<TimingGroup>]) {
    let mut numbers: HashMap<(Pass, u64), u32> = HashMap::new();
    let mut unstated: BTreeMap<(Pass, u32), Vec<usize>> = BTreeMap::new();
    for (index, (trial, stated)) in runs.trials.iter_mut().zip(stated).enumerate() {
        match (stated, trial.granularity) {
            (Some(TimingGroup { first, size }), _) => {
                let group = numbers.entry((pass_of(trial), *first)).or_insert_with(|| {
                    runs.groups.push(*size);
                    runs.groups.len() as u32 - 1
                });
                trial.group = Some(*group);
            }
            (None, Some(Granularity::Block | Granularity::Batch)) => {
                unstated.entry((pass_of(trial), trial.worker)).or_default().push(index);
            }
            _ => {}
        }
    }
    for mut indices in unstated.into_values() {
        indices.sort_unstable_by_key(|&index| runs.trials[index].order);
        let belong = |&a: &usize, &b: &usize| {
            let (a, b) = (&runs.trials[a], &runs.trials[b]);
            a.order + 1 == b.order && a.get(Measure::Wall) == b.get(Measure::Wall)
        };
        let groups: Vec<Vec<usize>> = indices.chunk_by(belong).map(<[usize]>::to_vec).collect();
        for group in groups {
            let number = runs.groups.len() as u32;
            runs.groups.push(group.len() as u64);
            group.into_iter().for_each(|index| runs.trials[index].group = Some(number));
        }
    }
}
