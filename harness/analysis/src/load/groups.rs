//! Groups of trials that share one time.
//!
//! Rows of schema 2 say which group they are of, and how large it is. Rows of schema 1 only say that they
//! share a time, in a block or a batch: trials of a pass that follow each other in the plan and have the
//! same time are one group there.

use std::collections::{BTreeMap, HashMap};

use record::Granularity;

use super::{Measure, Runs, Trial};

/// What a row says of its group.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimingGroup {
    /// The place in the plan of its first trial.
    pub(super) first: u64,
    /// How many trials share the time.
    pub(super) size: u64,
}

/// A pass of one contestant: its file, run, contestant, process and repetition.
type Pass = (u32, u32, u32, u32, u32);

fn pass_of(trial: &Trial) -> Pass {
    (trial.source, trial.run, trial.contestant, trial.invocation, trial.rep)
}

/// Gives the trials the numbers of their groups. `told` has what the row of each trial says.
pub(super) fn name(runs: &mut Runs, told: &[Option<TimingGroup>]) {
    let mut numbers: HashMap<(Pass, u64), u32> = HashMap::new();
    let mut untold: BTreeMap<(Pass, u32), Vec<usize>> = BTreeMap::new();
    for (index, (trial, told)) in runs.trials.iter_mut().zip(told).enumerate() {
        match (told, trial.granularity) {
            (Some(TimingGroup { first, size }), _) => {
                let group = numbers.entry((pass_of(trial), *first)).or_insert_with(|| {
                    runs.groups.push(*size);
                    runs.groups.len() as u32 - 1
                });
                trial.group = Some(*group);
            }
            (None, Some(Granularity::Block | Granularity::Batch)) => {
                untold.entry((pass_of(trial), trial.worker)).or_default().push(index);
            }
            _ => {}
        }
    }
    for mut indices in untold.into_values() {
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
