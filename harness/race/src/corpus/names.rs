//! Every puzzle of a run has a name that no other has.
//!
//! A puzzle that says its name keeps it, if it is the first; the second is `name#2`. A puzzle that
//! says none is `stem:line`, and `stem:line#2` if it stands in the second file with that stem.
//!
//! Names that were said are remembered, as hashes. Of those that are made here, which are nearly
//! all in a large corpus, only the first and the last line of each file are: a name that was said
//! is held to be taken if it *could* be such a name, between those lines. So memory does not grow
//! with a corpus without names.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The names that were given out.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// How often each name that was said was said, by its hash; the names that were given instead
    /// are among them.
    said: HashMap<u64, u32>,
    /// Whether a name that was said looks like one that is made here.
    any_looks_made: bool,
    files: Vec<Made>,
    /// Room for the next name.
    next: String,
}

/// The names that are made for the puzzles of a file.
#[derive(Debug)]
struct Made {
    stem: String,
    /// Which file with that stem it is, from one.
    rank: u32,
    /// The first and the last line so far.
    lines: Option<(usize, usize)>,
}

/// A name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// No other puzzle has it.
    pub(super) name: Arc<str>,
    /// What should be told: the name that it would have had, and what it is called instead.
    pub(super) renamed: Option<(String, String)>,
}

impl Names {
    /// Names for the puzzles of files with these stems.
    pub(super) fn new(stems: impl IntoIterator<Item = String>) -> Self {
        let mut ranks: HashMap<String, u32> = HashMap::new();
        let made = |stem: String| {
            let rank = ranks.entry(stem.clone()).or_insert(0);
            *rank += 1;
            Made { rank: *rank, stem, lines: None }
        };
        Self { files: stems.into_iter().map(made).collect(), ..Self::default() }
    }

    /// The name of a puzzle that says none. For a second file with the same stem it is told once,
    /// with `LINE` for the number.
    pub(super) fn make(&mut self, file: usize, line: usize) -> Named {
        let made = &mut self.files[file];
        let (rank, is_first) = (made.rank, made.lines.is_none());
        let first = made.lines.map_or(line, |(first, _)| first);
        made.lines = Some((first, line));
        let name = &mut self.next;
        name.clear();
        // A String takes every write.
        let _ = write!(name, "{}:{line}", made.stem);
        let plain = name.len();
        suffix(name, rank);
        if self.any_looks_made && self.said.contains_key(&hash(name)) {
            let name = name.clone();
            return self.rename(&name[..plain], rank + 1, &name);
        }
        let stem = &made.stem;
        let other = || (format!("{stem}:LINE"), suffixed(&format!("{stem}:LINE"), rank));
        Named { name: name.as_str().into(), renamed: (rank > 1 && is_first).then(other) }
    }

    /// Whether the names that are made for a file from now on are `stem:line`, each of them.
    pub(super) fn are_plain(&self, file: usize) -> bool {
        self.files[file].rank == 1 && !self.any_looks_made
    }

    /// So many lines from `first` on have the names that are made for them.
    pub(super) fn make_lines(&mut self, file: usize, first: usize, count: usize) {
        let made = &mut self.files[file];
        let last = (first + count).saturating_sub(1);
        made.lines = Some((made.lines.map_or(first, |(first, _)| first), last));
    }

    /// The name of a puzzle that says one.
    pub(super) fn say(&mut self, name: String) -> Named {
        let uses = self.said.entry(hash(&name)).or_insert(0);
        *uses += 1;
        let uses = *uses;
        self.any_looks_made |= self.made(&name).is_some();
        if uses > 1 || self.is_made(&name) {
            self.rename(&name, uses.max(2), &name)
        } else {
            Named { name: name.into(), renamed: None }
        }
    }

    /// Gives `base#k` instead of `old`, with the first k from `k` on that is free.
    fn rename(&mut self, base: &str, mut k: u32, old: &str) -> Named {
        let mut name = suffixed(base, k);
        while self.said.contains_key(&hash(&name)) || self.is_made(&name) {
            k += 1;
            name = suffixed(base, k);
        }
        self.said.insert(hash(base), k);
        self.said.insert(hash(&name), 1);
        self.any_looks_made |= self.made(&name).is_some();
        Named { name: name.as_str().into(), renamed: Some((old.into(), name)) }
    }

    /// The file and the line whose puzzle would have this name if it said none.
    fn made(&self, name: &str) -> Option<(&Made, usize)> {
        let (stem, rest) = name.rsplit_once(':')?;
        let (line, rank) = match rest.split_once('#') {
            Some((line, rank)) => (line, rank.parse().ok().filter(|&rank| rank > 1)?),
            None => (rest, 1),
        };
        let line = line.parse().ok()?;
        let made = self.files.iter().find(|made| made.rank == rank && made.stem == stem)?;
        Some((made, line))
    }

    /// Whether a puzzle that said none may have this name already.
    fn is_made(&self, name: &str) -> bool {
        let lines = |(made, line): (&Made, usize)| Some((made.lines?, line));
        self.made(name)
            .and_then(lines)
            .is_some_and(|((first, last), line)| (first..=last).contains(&line))
    }
}

/// `name` for the first, `name#2` for the second.
fn suffixed(name: &str, rank: u32) -> String {
    let mut name = name.to_owned();
    suffix(&mut name, rank);
    name
}

fn suffix(name: &mut String, rank: u32) {
    if rank > 1 {
        // A String takes every write.
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
    fn check(named: Named, name: &str, renamed: Option<(&str, &str)>) {
        assert_eq!(&*named.name, name);
        let found = named.renamed.as_ref().map(|(old, new)| (old.as_str(), new.as_str()));
        assert_eq!(found, renamed);
    }

    #[test]
    fn the_second_of_a_name_gets_a_number() {
        let mut names = names(&["x"]);
        check(names.say("a".into()), "a", None);
        check(names.say("a".into()), "a#2", Some(("a", "a#2")));
        check(names.say("a#3".into()), "a#3", None);
        check(names.say("a".into()), "a#4", Some(("a", "a#4")));
        check(names.say("a#2".into()), "a#2#2", Some(("a#2", "a#2#2")));
    }

    #[test]
    fn a_name_that_is_made_gives_way_to_one_that_was_said() {
        let mut names = names(&["x", "x"]);
        check(names.say("x:7".into()), "x:7", None);
        check(names.make(0, 5), "x:5", None);
        check(names.make(0, 7), "x:7#2", Some(("x:7", "x:7#2")));
        check(names.say("x:5".into()), "x:5#2", Some(("x:5", "x:5#2")));
        check(names.say("x:8".into()), "x:8", None);
        check(names.make(1, 5), "x:5#3", Some(("x:5#2", "x:5#3")));
        check(names.make(1, 7), "x:7#3", Some(("x:7#2", "x:7#3")));
        check(names.make(1, 8), "x:8#2", None);
    }

    #[test]
    fn a_second_file_with_the_same_stem_is_told_once() {
        let mut names = names(&["x", "y", "x"]);
        check(names.make(0, 1), "x:1", None);
        check(names.make(1, 1), "y:1", None);
        check(names.make(2, 1), "x:1#2", Some(("x:LINE", "x:LINE#2")));
        check(names.make(2, 9), "x:9#2", None);
        check(names.say("x:9#2".into()), "x:9#2#2", Some(("x:9#2", "x:9#2#2")));
    }

    #[test]
    fn names_that_are_made_are_not_remembered() {
        let mut names = names(&["x"]);
        for line in 1..10_000 {
            check(names.make(0, line), &format!("x:{line}"), None);
        }
        assert!(names.said.is_empty());
    }

    #[test]
    fn a_corpus_may_say_the_names_that_would_be_made() {
        let mut names = names(&["x"]);
        check(names.make(0, 1), "x:1", None);
        for line in 2..100 {
            check(names.say(format!("x:{line}")), &format!("x:{line}"), None);
        }
        check(names.make(0, 100), "x:100", None);
    }
}
