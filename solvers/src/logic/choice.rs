//! Techniques that are chosen at run time, and the row of the registry that they make.
//!
//! A set is written as its id says it, `deduce/` and words with dots between them: each adds a preset (a row
//! `deduce/…` that is a choice among the techniques), a [group](super::groups) or a technique, and a word after
//! `no-` removes it again.
//!
//! ```text
//!   deduce/naked-single                   naked singles alone
//!   deduce/naked-single.hidden-single     and hidden singles
//!   deduce/all.no-fish.no-x-chain         every usual technique without uniqueness but these
//!   deduce/everything.no-mutant-fish      every technique that needs no uniqueness, but mutant fish
//!   deduce/nothing                        none: what the givens rule out, and no more
//! ```
//!
//! A set has one id, whatever words it was chosen by: of the spellings that begin with nothing or with a preset,
//! and then add and remove, the one with the fewest words; of those the one that removes least; of those the first,
//! presets in the order of their ids. Groups stand for their techniques wherever they cover at least two. So the set
//! of a preset has the id of the preset.

use std::collections::BTreeSet;
use std::fmt;

use super::deduction::Deduction;
use super::groups::GROUPS;
use super::rows::{ALL, PRESETS, Preset, ROW, method};
use super::table::{self, TECHNIQUES};
use super::technique::Technique;
use crate::contract::{Backend, Counter, Takes};

/// The family of the rows, with the slash.
const FAMILY: &str = "deduce/";

/// A set of techniques that rows `deduce/…` may use. It holds their indices in [`TECHNIQUES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TechniqueSet(BTreeSet<usize>);

/// Why words are no set of techniques.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceError {
    /// Nothing has this name.
    Unknown(String),
    /// All that was added was removed again, and `nothing` was not what was asked for.
    Empty,
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no technique is called {name:?}"),
            Self::Empty => f.write_str("no technique is chosen"),
        }
    }
}

impl std::error::Error for ChoiceError {}

/// The name of the set without a technique.
const NOTHING: &str = "nothing";

/// A word that adds or removes techniques.
struct ChoiceWord<'a> {
    adds: bool,
    name: &'a str,
}

impl TechniqueSet {
    /// Returns the set of `deduce/all`: every usual technique that needs no uniqueness.
    pub fn all() -> Self {
        Self(PRESETS.iter().filter(|(row, _)| row.id == ALL.id).flat_map(of_preset).collect())
    }

    /// Reads a list of names with commas between them. A name with `-` before it is removed, and one with `+`
    /// is added; a list that begins with either changes the set of `deduce/all`.
    ///
    /// # Errors
    /// If nothing has one of the names, or if no technique remains.
    pub fn from_list(list: &str) -> Result<Self, ChoiceError> {
        Self::from_change(list, &[last_part(&ALL)])
    }

    /// Reads a list as [`from_list`](Self::from_list) does; one that begins with `+` or `-` changes the set that the
    /// names of `base` have together.
    ///
    /// # Errors
    /// As for [`from_list`](Self::from_list).
    pub fn from_change(list: &str, base: &[&str]) -> Result<Self, ChoiceError> {
        let word = |text: &'_ str| -> (bool, String) {
            let text = text.trim();
            match text.strip_prefix('-') {
                Some(name) => (false, name.to_owned()),
                None => (true, text.strip_prefix('+').unwrap_or(text).to_owned()),
            }
        };
        let words: Vec<(bool, String)> = list.split(',').map(word).collect();
        let is_change = list.trim_start().starts_with(['+', '-']);
        let base = base.iter().filter(|_| is_change);
        let base = base.map(|&name| ChoiceWord { adds: true, name });
        let words = words.iter().map(|(adds, name)| ChoiceWord { adds: *adds, name });
        Self::of_words(base.chain(words))
    }

    /// Reads the set that an id `deduce/…` states; `None` if the id is of another family.
    ///
    /// # Errors
    /// If nothing has one of the names, or if no technique remains.
    pub fn from_id(id: &str) -> Option<Result<Self, ChoiceError>> {
        let words = id.strip_prefix(FAMILY)?.split('.');
        let word = |word| match str::strip_prefix(word, "no-") {
            Some(name) => ChoiceWord { adds: false, name },
            None => ChoiceWord { adds: true, name: word },
        };
        Some(Self::of_words(words.map(word)))
    }

    fn of_words<'a>(words: impl Iterator<Item = ChoiceWord<'a>>) -> Result<Self, ChoiceError> {
        let (mut all, mut may_be_empty) = (BTreeSet::new(), false);
        for ChoiceWord { adds, name } in words {
            may_be_empty |= adds && name == NOTHING;
            let these = named(name).ok_or_else(|| ChoiceError::Unknown(name.to_owned()))?;
            if adds { all.extend(these) } else { all.retain(|it| !these.contains(it)) }
        }
        if all.is_empty() && !may_be_empty { Err(ChoiceError::Empty) } else { Ok(Self(all)) }
    }

    /// Returns the techniques, in the order in which deduction tries them.
    pub fn techniques(&self) -> impl Iterator<Item = &'static Technique> {
        table::in_turn().iter().copied().filter(|it| self.has(it))
    }

    /// Returns whether a technique is in the set.
    pub fn has(&self, technique: &Technique) -> bool {
        self.0.iter().any(|&index| TECHNIQUES[index].id == technique.id)
    }

    /// Returns the set with another technique.
    pub fn with(&self, technique: &Technique) -> Self {
        let added = indices(&|it: &Technique| it.id == technique.id);
        Self(self.0.union(&added).copied().collect())
    }

    /// Returns the set without a technique.
    pub fn without(&self, technique: &Technique) -> Self {
        let removed = indices(&|it: &Technique| it.id == technique.id);
        Self(self.0.difference(&removed).copied().collect())
    }

    /// Returns the id of the set.
    pub fn id(&self) -> String {
        FAMILY.to_owned() + &self.words().join(".")
    }

    /// Returns the set as a list that [`from_list`](Self::from_list) reads.
    pub fn list(&self) -> String {
        let word = |word: String| match word.strip_prefix("no-") {
            Some(name) => format!("-{name}"),
            None => word,
        };
        self.words().into_iter().map(word).collect::<Vec<_>>().join(",")
    }

    /// Returns the row of the set: that of the preset, or one that is made, and leaked.
    pub fn row(&self) -> Backend {
        let id = self.id();
        if let Some((preset, _)) = PRESETS.iter().find(|(preset, _)| preset.id == id) {
            return **preset;
        }
        let techniques: Vec<&'static Technique> = self.techniques().collect();
        let is_eliminating = techniques.iter().any(|it| !it.is_single());
        let assumes_unique = techniques.iter().any(|it| it.assumes_unique);
        let about = format!("deduction by {}", self.in_words());
        Backend {
            id: String::leak(id),
            about: String::leak(about),
            method: method(String::leak(self.in_words())),
            counts: if is_eliminating { ROW.counts } else { WITHOUT_ELIMINATIONS },
            assumes_unique,
            takes: Takes::chosen_puzzles(move |geometry| {
                Ok(Box::new(Deduction::in_order(geometry, techniques.clone())?))
            }),
            ..ROW
        }
    }

    /// `all without fish, x-chain`.
    fn in_words(&self) -> String {
        let words = self.words();
        let (removed, added): (Vec<&str>, Vec<&str>) =
            words.iter().map(String::as_str).partition(|word| word.starts_with("no-"));
        let removed: Vec<&str> = removed.iter().map(|word| &word["no-".len()..]).collect();
        match removed.is_empty() {
            true => added.join(", "),
            false => format!("{} without {}", added.join(", "), removed.join(", ")),
        }
    }

    /// Returns the words of the id.
    fn words(&self) -> Vec<String> {
        if self.0.is_empty() {
            return vec![NOTHING.to_owned()];
        }
        let bases = PRESETS.iter().map(|preset| (Some(last_part(preset.0)), of_preset(preset)));
        let spellings =
            std::iter::once((None, BTreeSet::new())).chain(bases).map(|(name, base)| {
                let added =
                    covered(self.0.difference(&base).copied().collect(), |it| self.0.contains(it));
                let removed =
                    covered(base.difference(&self.0).copied().collect(), |it| !self.0.contains(it));
                let removed = removed.into_iter().map(|name| format!("no-{name}"));
                let words = name.into_iter().chain(added).map(str::to_owned).chain(removed);
                words.collect::<Vec<String>>()
            });
        // A spelling cannot begin with what it removes.
        let spellings = spellings.filter(|words| words.iter().any(|word| !word.starts_with("no-")));
        let size = |words: &Vec<String>| {
            let n_removed = words.iter().filter(|word| word.starts_with("no-")).count();
            (words.len(), n_removed)
        };
        spellings.min_by_key(size).unwrap_or_default()
    }
}

/// The counters of a row that only places singles.
const WITHOUT_ELIMINATIONS: &[Counter] = &[Counter::Deductions, Counter::Removals, Counter::Passes];

/// Returns names for a set of techniques, groups where they cover at least two of it and have no technique that
/// is not `allowed`.
fn covered(mut left: BTreeSet<usize>, allowed: impl Fn(&usize) -> bool) -> Vec<&'static str> {
    let mut names = Vec::new();
    for group in GROUPS {
        let all = indices(&group.has);
        if all.iter().all(&allowed) && all.intersection(&left).count() > 1 {
            names.push(group.name);
            left.retain(|it| !all.contains(it));
        }
    }
    names.extend(left.into_iter().map(|index| TECHNIQUES[index].id));
    names
}

/// Returns the techniques with a name: those of a preset or a group, or the one technique.
fn named(name: &str) -> Option<BTreeSet<usize>> {
    if name == NOTHING {
        return Some(BTreeSet::new());
    }
    let preset = || PRESETS.iter().find(|(row, _)| last_part(row) == name).map(of_preset);
    let group = || GROUPS.iter().find(|group| group.name == name).map(|group| indices(&group.has));
    let technique = || Some(indices(&|it: &Technique| it.id == name)).filter(|it| !it.is_empty());
    preset().or_else(group).or_else(technique)
}

/// Returns the names of presets, with what each is.
pub fn presets() -> impl Iterator<Item = (&'static str, &'static str)> {
    let nothing = (NOTHING, "no technique: what the givens rule out, and no more");
    PRESETS.iter().map(|(row, _)| (last_part(row), row.about)).chain([nothing])
}

/// Returns the indices of the techniques of a preset.
fn of_preset((_, has): &Preset) -> BTreeSet<usize> {
    indices(has)
}

/// Returns the indices of the techniques that `has` selects.
fn indices(has: &dyn Fn(&Technique) -> bool) -> BTreeSet<usize> {
    (0..TECHNIQUES.len()).filter(|&it| has(&TECHNIQUES[it])).collect()
}

fn last_part(row: &Backend) -> &'static str {
    row.id.trim_start_matches(FAMILY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn id(list: &str) -> String {
        TechniqueSet::from_list(list).unwrap().id()
    }

    #[test]
    fn two_spellings_of_a_set_have_one_id() {
        assert_eq!(id("naked-single"), "deduce/naked-single");
        assert_eq!(id("naked-single,hidden-single"), "deduce/naked-single.hidden-single");
        assert_eq!(id("hidden-single, +naked-single"), "deduce/naked-single.hidden-single");
        assert_eq!(id("full-house,hidden-single,naked-single"), "deduce/singles");
        assert_eq!(id("-full-house,-uniqueness,+full-house"), "deduce/all");
        assert_eq!(id("+uniqueness"), "deduce/all-unique");
        assert_eq!(id("-x-wing"), "deduce/all.no-x-wing");
        assert_eq!(id("-fish"), "deduce/all.no-fish");
        assert_eq!(id("all,-fish,+x-wing"), id("-fish,+x-wing"));
        assert_eq!(id("fish"), "deduce/fish");
        assert_eq!(id("tuples,x-wing"), "deduce/tuples.x-wing");
        assert_eq!(id("-fish,+mutant-fish"), "deduce/all.mutant-fish.no-fish");
        assert_eq!(id("+uniqueness,+rare"), "deduce/everything-unique");
        assert_eq!(id("+rare,-rare-uniqueness"), "deduce/everything");
        assert_eq!(id("everything,-mutant-fish"), "deduce/everything.no-mutant-fish");
        assert_eq!(id("nothing"), "deduce/nothing");
        assert_eq!(id("nothing,x-wing,-fish"), "deduce/nothing");
        assert_eq!(id("nothing,x-wing"), "deduce/x-wing");
    }

    #[test]
    fn a_rare_technique_has_its_turn_before_what_is_harder() {
        let order = |list: &str| -> Vec<&str> {
            let set = TechniqueSet::from_list(list).unwrap();
            set.techniques().map(|it| it.id).collect()
        };
        let found = order("template-set,forcing,grouped-chain,turbot-fish,hidden-single");
        let order = ["hidden-single", "turbot-fish", "grouped-chain", "forcing", "template-set"];
        assert_eq!(found, order);
        let usual = |it: &&Technique| !it.is_rare();
        let in_turn = table::in_turn().iter().copied().filter(usual).map(|it| it.id);
        assert!(in_turn.eq(TECHNIQUES.iter().filter(usual).map(|it| it.id)));
    }

    #[test]
    fn the_id_of_a_set_states_it() {
        let all: Vec<&str> = table::in_turn().iter().map(|it| it.id).collect();
        for seed in 0..2_000_u64 {
            let mut state = seed;
            let mut is_in = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % 64 < seed % 64
            };
            let chosen: Vec<&str> = all.iter().copied().filter(|_| is_in()).collect();
            let Ok(set) = TechniqueSet::from_list(&chosen.join(",")) else { continue };
            assert_eq!(TechniqueSet::from_id(&set.id()), Some(Ok(set.clone())), "{}", set.id());
            assert_eq!(TechniqueSet::from_list(&set.list()), Ok(set.clone()), "{}", set.list());
            assert!(set.techniques().map(|it| it.id).eq(chosen));
        }
    }

    #[test]
    fn presets_keep_their_rows() {
        for (preset, _) in PRESETS {
            let set = TechniqueSet::from_id(preset.id).unwrap().unwrap();
            assert_eq!((set.row().id, set.row().about), (preset.id, preset.about));
        }
    }

    #[test]
    fn a_name_means_one_thing() {
        let groups = GROUPS.iter().map(|group| (group.name, indices(&group.has)));
        for (name, all) in groups {
            assert!(!all.is_empty(), "{name}");
            assert_eq!(named(name), Some(all), "{name}");
            assert!(TECHNIQUES.iter().all(|it| it.id != name), "{name}");
        }
        for technique in TECHNIQUES {
            assert!(!technique.id.starts_with("no-") && !technique.id.contains('.'));
            assert_eq!(named(technique.id).map(|it| it.len()), Some(1), "{}", technique.id);
        }
    }

    #[test]
    fn what_cannot_be_chosen_is_refused() {
        let unknown = |name: &str| Err(ChoiceError::Unknown(name.into()));
        assert_eq!(TechniqueSet::from_list("naked-singel"), unknown("naked-singel"));
        assert_eq!(TechniqueSet::from_list("x-wing,,fish"), unknown(""));
        assert_eq!(TechniqueSet::from_list("x-wing,-fish"), Err(ChoiceError::Empty));
        assert_eq!(TechniqueSet::from_id("deduce/pairs"), Some(unknown("pairs")));
        assert_eq!(TechniqueSet::from_id("cover/dlx"), None);
    }

    #[test]
    fn a_row_claims_what_its_techniques_do() {
        let row = |list: &str| TechniqueSet::from_list(list).unwrap().row();
        assert!(row("+uniqueness,-fish").assumes_unique && !row("-fish").assumes_unique);
        assert!(!row("naked-single").counts.contains(&Counter::Eliminations));
        assert!(row("naked-single,x-wing").counts.contains(&Counter::Eliminations));
        assert_eq!(row("-fish,-x-chain").method.inference, "all without fish, x-chain");
    }
}
