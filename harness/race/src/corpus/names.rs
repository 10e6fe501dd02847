//! Gives every puzzle of a run a unique name.
//!
//! A puzzle keeps the name that its file states, if it is the first of that name; the second becomes
//! `name#2`. The generated name of a puzzle without one is `stem:line`, or `stem:line#2` in the second file
//! with that stem.
//!
//! Stated names are stored as hashes. Generated names, nearly all in a large corpus, are stored as the range
//! of lines of each file: a stated name counts as taken if it *could* be a generated name in that range. So
//! memory does not grow with a corpus without names.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The names in use.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The number of uses of each stated name, by its hash; includes the names given in their place.
    stated: HashMap<u64, u32>,
    /// Whether a stated name has the form of a generated one.
    any_looks_generated: bool,
    files: Vec<Generated>,
    /// A buffer for the next name.
    next: String,
}

/// The generated names of a file.
#[derive(Debug)]
struct Generated {
    stem: String,
    /// The number of the file among those with this stem, from 1.
    rank: u32,
    /// The first and the last line so far.
    lines: Option<(usize, usize)>,
}

/// The name of a puzzle.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct GivenName {
    /// The unique name.
    pub(super) name: Arc<str>,
    /// If it is to be reported: the name that the puzzle would have had, and the one it has instead.
    pub(super) renamed: Option<(String, String)>,
}

impl Names {
    /// Names for files with these stems.
    pub(super) fn new(stems: impl IntoIterator<Item = String>) -> Self {
        let mut ranks: HashMap<String, u32> = HashMap::new();
        let generated = |stem: String| {
            let rank = ranks.entry(stem.clone()).or_insert(0);
            *rank += 1;
            Generated { rank: *rank, stem, lines: None }
        };
        Self { files: stems.into_iter().map(generated).collect(), ..Self::default() }
    }

    /// Generates the name of a puzzle without one. For a second file with the same stem, the change is reported
    /// once, with `LINE` for the number.
    pub(super) fn generate(&mut self, file: usize, line: usize) -> GivenName {
        let generated = &mut self.files[file];
        let (rank, is_first) = (generated.rank, generated.lines.is_none());
        let first = generated.lines.map_or(line, |(first, _)| first);
        generated.lines = Some((first, line));
        let name = &mut self.next;
        name.clear();
        // Writing to a String cannot fail.
        let _ = write!(name, "{}:{line}", generated.stem);
        let plain = name.len();
        suffix(name, rank);
        if self.any_looks_generated && self.stated.contains_key(&hash(name)) {
            let name = name.clone();
            return self.rename(&name[..plain], rank + 1, &name);
        }
        let stem = &generated.stem;
        let other = || (format!("{stem}:LINE"), suffixed(&format!("{stem}:LINE"), rank));
        GivenName { name: name.as_str().into(), renamed: (rank > 1 && is_first).then(other) }
    }

    /// Returns whether all names generated for a file from now on are `stem:line`.
    pub(super) fn are_plain(&self, file: usize) -> bool {
        self.files[file].rank == 1 && !self.any_looks_generated
    }

    /// Generates the names of `count` lines from `first` on.
    pub(super) fn generate_lines(&mut self, file: usize, first: usize, count: usize) {
        let generated = &mut self.files[file];
        let last = (first + count).saturating_sub(1);
        generated.lines = Some((generated.lines.map_or(first, |(first, _)| first), last));
    }

    /// Registers a stated name.
    pub(super) fn state(&mut self, name: String) -> GivenName {
        let uses = self.stated.entry(hash(&name)).or_insert(0);
        *uses += 1;
        let uses = *uses;
        self.any_looks_generated |= self.parse_generated(&name).is_some();
        if uses > 1 || self.is_generated(&name) {
            self.rename(&name, uses.max(2), &name)
        } else {
            GivenName { name: name.into(), renamed: None }
        }
    }

    /// Replaces `old` by `base#k`, with the first free number from `k` on.
    fn rename(&mut self, base: &str, mut k: u32, old: &str) -> GivenName {
        let mut name = suffixed(base, k);
        while self.stated.contains_key(&hash(&name)) || self.is_generated(&name) {
            k += 1;
            name = suffixed(base, k);
        }
        self.stated.insert(hash(base), k);
        self.stated.insert(hash(&name), 1);
        self.any_looks_generated |= self.parse_generated(&name).is_some();
        GivenName { name: name.as_str().into(), renamed: Some((old.into(), name)) }
    }

    /// Returns the file and line for which this name would be generated.
    fn parse_generated(&self, name: &str) -> Option<(&Generated, usize)> {
        let (stem, rest) = name.rsplit_once(':')?;
        let (line, rank) = match rest.split_once('#') {
            Some((line, rank)) => (line, rank.parse().ok().filter(|&rank| rank > 1)?),
            None => (rest, 1),
        };
        let line = line.parse().ok()?;
        let generated =
            self.files.iter().find(|generated| generated.rank == rank && generated.stem == stem)?;
        Some((generated, line))
    }

    /// Returns whether this name may have been generated already.
    fn is_generated(&self, name: &str) -> bool {
        let lines = |(generated, line): (&Generated, usize)| Some((generated.lines?, line));
        self.parse_generated(name)
            .and_then(lines)
            .is_some_and(|((first, last), line)| (first..=last).contains(&line))
    }
}

/// Returns `name` for rank 1, `name#2` for rank 2.
fn suffixed(name: &str, rank: u32) -> String {
    let mut name = name.to_owned();
    suffix(&mut name, rank);
    name
}

fn suffix(name: &mut String, rank: u32) {
    if rank > 1 {
        // Writing to a String cannot fail.
        let _ = write!(name, "#{rank}");
    }
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(stems: &[&str]) -> Names {
        Names::new(stems.iter().map(|&stem| stem.into()))
    }

    #[track_caller]
    fn check(named: GivenName, name: &str, renamed: Option<(&str, &str)>) {
        assert_eq!(&*named.name, name);
        let found = named.renamed.as_ref().map(|(old, new)| (old.as_str(), new.as_str()));
        assert_eq!(found, renamed);
    }

    #[test]
    fn the_second_puzzle_of_a_name_gets_a_number() {
        let mut names = names(&["x"]);
        check(names.state("a".into()), "a", None);
        check(names.state("a".into()), "a#2", Some(("a", "a#2")));
        check(names.state("a#3".into()), "a#3", None);
        check(names.state("a".into()), "a#4", Some(("a", "a#4")));
        check(names.state("a#2".into()), "a#2#2", Some(("a#2", "a#2#2")));
    }

    #[test]
    fn stated_names_take_precedence_over_generated_ones() {
        let mut names = names(&["x", "x"]);
        check(names.state("x:7".into()), "x:7", None);
        check(names.generate(0, 5), "x:5", None);
        check(names.generate(0, 7), "x:7#2", Some(("x:7", "x:7#2")));
        check(names.state("x:5".into()), "x:5#2", Some(("x:5", "x:5#2")));
        check(names.state("x:8".into()), "x:8", None);
        check(names.generate(1, 5), "x:5#3", Some(("x:5#2", "x:5#3")));
        check(names.generate(1, 7), "x:7#3", Some(("x:7#2", "x:7#3")));
        check(names.generate(1, 8), "x:8#2", None);
    }

    #[test]
    fn a_second_file_with_the_same_stem_is_reported_once() {
        let mut names = names(&["x", "y", "x"]);
        check(names.generate(0, 1), "x:1", None);
        check(names.generate(1, 1), "y:1", None);
        check(names.generate(2, 1), "x:1#2", Some(("x:LINE", "x:LINE#2")));
        check(names.generate(2, 9), "x:9#2", None);
        check(names.state("x:9#2".into()), "x:9#2#2", Some(("x:9#2", "x:9#2#2")));
    }

    #[test]
    fn generated_names_are_not_stored() {
        let mut names = names(&["x"]);
        for line in 1..10_000 {
            check(names.generate(0, line), &format!("x:{line}"), None);
        }
        assert!(names.stated.is_empty());
    }

    #[test]
    fn a_corpus_may_state_the_names_that_would_be_generated() {
        let mut names = names(&["x"]);
        check(names.generate(0, 1), "x:1", None);
        for line in 2..100 {
            check(names.state(format!("x:{line}")), &format!("x:{line}"), None);
        }
        check(names.generate(0, 100), "x:100", None);
    }
}
