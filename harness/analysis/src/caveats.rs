//! Sentences that qualify the times of a run, each worded once.
//!
//! The table of a run ends with those that apply to the run; every table made from its rows later ends
//! with those that apply to the rows ([`Runs::caveats`](crate::load::Runs::caveats)).

use std::collections::BTreeSet;

use record::manifest::{BLOCK, Decision, RunSpec, Shard, TOLERANCE};
use record::numbers::grouped;

/// There are too few puzzles for short times to be representative.
pub fn few_puzzles(n_puzzles: usize) -> Option<String> {
    (n_puzzles < BLOCK).then(|| {
        format!(
            "Fewer than {BLOCK} distinct puzzles: the branch predictor memorises them, so short \
             times are optimistic."
        )
    })
}

/// Parallel workers slowed each other down by more than is tolerated. `inflation` is the time of a
/// fixed workload beside busy neighbours over its time alone.
pub fn interference(inflation: f64) -> Option<String> {
    (inflation > TOLERANCE).then(|| {
        let percent = (inflation - 1.0) * 100.0;
        format!(
            "Parallel workers slowed each other down by {percent:.0} % in a probe; use --jobs 1 for \
             accurate times."
        )
    })
}

/// The program was built without optimisations, or checks its own assumptions while it runs.
pub fn unoptimised(opt_level: &str, has_debug_assertions: bool) -> Option<String> {
    let how = match (opt_level, has_debug_assertions) {
        ("0", _) => "was not optimised",
        (_, true) => "has debug assertions, whose time counts",
        (_, false) => return None,
    };
    Some(format!("The build {how}: its times are meaningless."))
}

/// Returns the working tree differed from the commit: the revision ends with `+`.
pub fn uncommitted(revision: Option<&str>) -> Option<String> {
    let revision = revision.filter(|revision| revision.ends_with('+'))?;
    Some(format!(
        "Built from a tree with uncommitted changes ({revision}): the measured program cannot be \
         rebuilt from the repository."
    ))
}

/// The run did not need all its trials to decide the order of the backends.
pub fn stopped_early(decision: Option<&Decision>) -> Option<String> {
    let decision = decision.filter(|decision| decision.trials_skipped > 0)?;
    Some(format!(
        "Not all trials were run (--until decided): a backend lacks the puzzles after its place was \
         decided, and intervals and p-values do not allow for this choice. Order over all {} puzzles, \
         at {:.0} % confidence: {}.",
        grouped(decision.clusters as u64),
        100.0 * decision.confidence,
        decision.order()
    ))
}

/// The shards of a run were not all run on machines of one description.
pub fn machines_of_shards(machines: &BTreeSet<String>) -> Option<String> {
    const LISTED: usize = 4;
    (machines.len() > 1).then(|| {
        let listed: Vec<&str> = machines.iter().take(LISTED).map(String::as_str).collect();
        let more = match machines.len().saturating_sub(LISTED) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        format!(
            "Shards ran on {} kinds of machine: {}{more}. All trials of a puzzle ran on one machine, so ratios of \
             backends are fair; times of different puzzles are not comparable.",
            machines.len(),
            listed.join("; ")
        )
    })
}

/// A shard that was read.
pub struct ReadShard<'r> {
    /// The id of its own.
    pub run_id: &'r str,
    /// Which one it is.
    pub shard: Shard,
    /// The plan, which is that of all shards of its run; `None` if another version wrote it in another form.
    pub plan: Option<&'r RunSpec>,
}

impl ReadShard<'_> {
    /// Returns whether both are shards of one run.
    fn is_of_run_of(&self, other: &Self) -> bool {
        let plans = self.plan.zip(other.plan);
        self.shard.count == other.shard.count
            && plans.is_some_and(|(here, there)| here.differences_but_for_shard(there).is_empty())
    }
}

/// Some shards of a run were not read, even if another run has shards of these numbers.
pub fn missing_shards<'r>(shards: impl Iterator<Item = ReadShard<'r>>) -> Vec<String> {
    let mut runs: Vec<(ReadShard<'r>, BTreeSet<u32>)> = Vec::new();
    for read in shards {
        let number = read.shard.number.get();
        match runs.iter_mut().find(|(first, _)| read.is_of_run_of(first)) {
            Some((_, numbers)) => _ = numbers.insert(number),
            None => runs.push((read, BTreeSet::from([number]))),
        }
    }
    let are_several = runs.len() > 1;
    let missing = |(first, numbers): (ReadShard<'_>, BTreeSet<u32>)| {
        let (n_read, count) = (numbers.len(), first.shard.count.get());
        let run = first.run_id;
        let whose = if are_several { format!(" of the run of {run}") } else { String::new() };
        (n_read < count as usize).then(|| {
            format!(
                "Only {n_read} of {count} shards{whose}: the puzzles of the others are missing."
            )
        })
    };
    runs.into_iter().filter_map(missing).collect()
}

/// Some backends, but not all, ran in child processes.
pub fn isolation(isolated: usize, all: usize) -> Option<String> {
    (isolated > 0 && isolated < all).then(|| {
        let processes = if isolated == 1 { "a child process" } else { "child processes" };
        format!("{isolated} of {all} backends ran in {processes} (column `isolated`).")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caveat_applies_beyond_its_bound_only() {
        assert_eq!((few_puzzles(BLOCK), few_puzzles(BLOCK - 1).is_some()), (None, true));
        assert_eq!((interference(TOLERANCE), interference(1.5).is_some()), (None, true));
        assert_eq!(unoptimised("3", false), None);
        let builds = [
            ("0", true, "not optimised"),
            ("0", false, "not optimised"),
            ("3", true, "debug assertions"),
        ];
        for (level, has_assertions, words) in builds {
            let found = unoptimised(level, has_assertions).expect("a caveat");
            assert!(found.contains(words), "{found}");
        }
        assert_eq!((uncommitted(Some("1a2b")), uncommitted(None)), (None, None));
        assert!(uncommitted(Some("1a2b+")).is_some_and(|it| it.contains("(1a2b+)")));
        let decision = Decision { trials_skipped: 1, ..Decision::default() };
        assert_eq!(stopped_early(Some(&Decision::default())), None);
        assert!(stopped_early(Some(&decision)).is_some_and(|it| it.contains("--until decided")));
        let machines = |n: u32| (0..n).map(|n| format!("machine {n}")).collect();
        assert_eq!(machines_of_shards(&machines(1)), None);
        let several = machines_of_shards(&machines(6)).expect("a caveat");
        assert!(several.contains("6 kinds of machine: machine 0; "), "{several}");
        assert!(several.contains("machine 3; and 2 more. "), "{several}");
        let one = "1 of 5 backends ran in a child process (column `isolated`).";
        assert_eq!(isolation(1, 5).as_deref(), Some(one));
        assert_eq!((isolation(0, 5), isolation(5, 5)), (None, None));
    }
}
