//! Two steps as one: patterns that share so much that a player sees both at once.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use board::SymbolSet;

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::{Find, StepSink};

/// Reports what any two steps with the same key eliminate together, if either adds something.
pub(super) fn duals<K: Ord>(
    store: &CandidateStore,
    find: Find,
    key: impl Fn(&Step) -> K,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let mut by_key: BTreeMap<K, Vec<Step>> = BTreeMap::new();
    find(store, &mut |step: Step| {
        by_key.entry(key(&step)).or_default().push(step);
        sink.keep_going()
    })?;
    for steps in by_key.values() {
        for (index, one) in steps.iter().enumerate() {
            sink.keep_going()?;
            for other in &steps[index + 1..] {
                let step = joined(one, other);
                if step.eliminations.len() > one.eliminations.len().max(other.eliminations.len()) {
                    sink.report(step)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the symbols and regions of a step: the key of patterns in the same regions.
pub(super) fn in_regions(step: &Step) -> (SymbolSet, Vec<usize>) {
    (step.symbols, step.regions.clone())
}

fn joined(one: &Step, other: &Step) -> Step {
    Step {
        symbols: one.symbols | other.symbols,
        cells: union(&one.cells, &other.cells),
        others: union(&one.others, &other.others),
        regions: union(&one.regions, &other.regions),
        covers: union(&one.covers, &other.covers),
        eliminations: union(&one.eliminations, &other.eliminations),
        ..Step::default()
    }
}

fn union<T: Ord + Copy>(one: &[T], other: &[T]) -> Vec<T> {
    let mut all = [one, other].concat();
    all.sort_unstable();
    all.dedup();
    all
}
