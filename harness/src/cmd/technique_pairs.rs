//! The pairs of sets of techniques that an ablation compares: a set without a technique, and with it.
//!
//! What a technique adds depends on what is there already. *Alone* it is added to the smallest set: all that it
//! can do is counted for it. *Last* it is added to all others of the full set: only what no other can do is.

use serde::Serialize;
use solvers::logic::choice::TechniqueSet;
use solvers::logic::technique::Technique;

/// Which set a technique is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Added {
    /// To the smallest set.
    Alone,
    /// To the full set without it.
    Last,
}

/// A technique, and the set to which it is added.
pub(super) struct TechniquePair {
    pub(super) technique: &'static Technique,
    pub(super) added: Added,
    pub(super) without: TechniqueSet,
    pub(super) with: TechniqueSet,
}

/// Returns the pairs of each technique of the full set, in the order in which deduction tries them. What is in the
/// smallest set is only added last.
pub(super) fn of(full: &TechniqueSet, base: &TechniqueSet) -> Vec<TechniquePair> {
    let mut pairs = Vec::new();
    for technique in full.techniques() {
        if !base.has(technique) {
            let (without, with) = (base.clone(), base.with(technique));
            pairs.push(TechniquePair { technique, added: Added::Alone, without, with });
        }
        let (without, with) = (full.without(technique), full.clone());
        pairs.push(TechniquePair { technique, added: Added::Last, without, with });
    }
    pairs
}

/// Returns the ids of all sets, each once.
pub(super) fn ids(pairs: &[TechniquePair]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for id in pairs.iter().flat_map(|pair| [pair.without.id(), pair.with.id()]) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_technique_is_added_alone_and_last() {
        let set = |list| TechniqueSet::from_list(list).expect("a set");
        let pairs = of(&set("singles,x-wing"), &set("naked-single"));
        let found: Vec<String> = (pairs.iter())
            .map(|it| format!("{} {:?}: {}", it.technique.id, it.added, it.with.id()))
            .collect();
        let full = "deduce/singles.x-wing";
        let expected = [
            "full-house Alone: deduce/full-house.naked-single".into(),
            format!("full-house Last: {full}"),
            format!("naked-single Last: {full}"),
            "hidden-single Alone: deduce/naked-single.hidden-single".into(),
            format!("hidden-single Last: {full}"),
            "x-wing Alone: deduce/naked-single.x-wing".into(),
            format!("x-wing Last: {full}"),
        ];
        assert_eq!(found, expected);
        assert_eq!(ids(&pairs).len(), 9);
        let pairs = of(&set("singles"), &set("nothing"));
        let alone: Vec<String> = (pairs.iter().filter(|it| it.added == Added::Alone))
            .map(|it| format!("{} {}", it.without.id(), it.with.id()))
            .collect();
        let expected = ["full-house", "naked-single", "hidden-single"];
        assert_eq!(alone, expected.map(|id| format!("deduce/nothing deduce/{id}")));
    }
}
