//! Divides a pass into parts: the items that an executor is given in one call.
//!
//! Items that a backend refuses are separated from the others. If items share one measured time, the
//! parts must also respect the groups in which results are reported: a mean over two corpora describes
//! neither. So the items are grouped by corpus, geometry, level and expectation, wherever they are in
//! the block.

use std::collections::HashMap;

use record::Task;

use crate::corpus::{CorpusItem, Expectation};
use crate::entrant::Entrant;
use crate::executor::{Executor, Failure, Measurement, MeasurementSink, PassContext, Times};

/// Runs the items of a pass, part by part. Refused items are reported as unsupported.
pub(super) fn run(
    entrant: &Entrant,
    executor: &mut dyn Executor,
    items: &[&CorpusItem],
    context: &PassContext<'_>,
    report: &mut MeasurementSink<'_>,
) {
    for PassPart { places, refusal } in split_pass(entrant, context.plan.task, items) {
        if let Some(refusal) = refusal {
            let failure = Failure::Unsupported(refusal.into());
            let measurement = Measurement::failed(failure, Times::default());
            places.iter().for_each(|&place| report(place, &measurement));
            continue;
        }
        let items: Vec<&CorpusItem> = places.iter().map(|&place| items[place]).collect();
        executor
            .pass(&items, context, &mut |index, measurement| report(places[index], measurement));
    }
}

/// Some items of a pass.
struct PassPart {
    /// Their indices in the pass, ascending.
    places: Vec<usize>,
    /// Why the backend refuses them, if it does.
    refusal: Option<&'static str>,
}

/// Divides the items of a pass for an entrant.
fn split_pass(entrant: &Entrant, task: Task, items: &[&CorpusItem]) -> Vec<PassPart> {
    let refusal = |place: usize| entrant.refusal(items[place], task);
    if !entrant.shares_times() {
        let places: Vec<usize> = (0..items.len()).collect();
        let together = places.chunk_by(|&a, &b| refusal(a) == refusal(b));
        return together
            .map(|places| PassPart { places: places.to_vec(), refusal: refusal(places[0]) })
            .collect();
    }
    let mut parts: Vec<PassPart> = Vec::new();
    let mut part_of = HashMap::new();
    for (place, item) in items.iter().enumerate() {
        let refusal = refusal(place);
        let part = *part_of.entry((kind(item), refusal)).or_insert_with(|| {
            parts.push(PassPart { places: Vec::new(), refusal });
            parts.len() - 1
        });
        parts[part].places.push(place);
    }
    parts
}

/// Returns a key that items with a shared time have in common.
fn kind(item: &CorpusItem) -> impl Eq + std::hash::Hash {
    let solutions = item.expect.as_ref().map(|expect| match expect {
        Expectation::Exactly(solutions) => solutions.saturated().min(2),
        Expectation::Multiple => 2,
        Expectation::Possible => 3,
        Expectation::Colours(_) => 4,
    });
    (item.corpus.clone(), item.problem.key(), item.level.clone(), solutions)
}

/// Identifies the groups of trials that share a time. The trials of a group are consecutive.
#[derive(Default)]
pub(super) struct TimingGroups {
    first: u64,
    missing: u64,
}

impl TimingGroups {
    /// Returns the position in the plan of the first trial of the group, of `size` trials, that
    /// contains the trial at `order`.
    pub(super) fn first_of(&mut self, order: u64, size: u64) -> u64 {
        if self.missing == 0 {
            (self.first, self.missing) = (order, size);
        }
        self.missing -= 1;
        self.first
    }
}
