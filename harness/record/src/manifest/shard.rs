//! A shard of a run: the part that one of several machines runs.
//!
//! The hash of its class assigns a puzzle to a shard. So the cut needs no pass over the corpora, is the same on every
//! machine, and keeps all that shares a class together: the isomorphs of a puzzle, its copies in other corpora, and
//! with them every backend and every repetition. What is compared puzzle by puzzle was therefore measured on one
//! machine.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::hash::PuzzleHash;

/// One of the shards of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// Its number, from 1 to `count`.
    pub number: NonZeroU32,
    /// The number of shards.
    pub count: NonZeroU32,
}

impl Shard {
    /// Returns whether the puzzles of a class belong to this shard. They belong to exactly one of
    /// `count`.
    pub fn holds(self, class: PuzzleHash) -> bool {
        class.0 % u64::from(self.count.get()) + 1 == u64::from(self.number.get())
    }

    /// Returns the name of its folder: `3-of-24`.
    pub fn folder(self) -> String {
        format!("{}-of-{}", self.number, self.count)
    }

    /// Returns the shard whose folder has this name.
    pub fn of_folder(name: &str) -> Option<Self> {
        name.replacen("-of-", "/", 1).parse().ok().filter(|shard: &Self| shard.folder() == name)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, count)| number.parse().ok().zip(count.parse().ok()));
        let shard = numbers.map(|(number, count)| Self { number, count });
        shard.filter(|shard| shard.number <= shard.count).ok_or_else(|| {
            format!("{text:?} is not a shard, expected K/N with K from 1 to N, such as 3/24")
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_shard_is_a_number_of_several() {
        let third: Shard = "3/24".parse().expect("a shard");
        assert_eq!((third.to_string(), third.folder()), ("3/24".into(), "3-of-24".into()));
        assert_eq!(Shard::of_folder("3-of-24"), Some(third));
        for name in ["3/24", "03-of-24", "3-of-2", "3-of-24.name", "of"] {
            assert_eq!(Shard::of_folder(name), None, "{name}");
        }
        for text in ["", "3", "0/24", "25/24", "1/0", "-1/2", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn each_class_belongs_to_exactly_one_shard(class: u64, count in 1..2_000_u32) {
            let count = NonZeroU32::new(count).expect("at least 1");
            let holds = |number: &u32| {
                let number = NonZeroU32::new(*number).expect("at least 1");
                Shard { number, count }.holds(PuzzleHash(class))
            };
            prop_assert_eq!((1..=count.get()).filter(holds).count(), 1);
        }
    }
}
