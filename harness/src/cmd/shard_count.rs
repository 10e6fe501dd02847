//! The number of shards of the run in a shared folder.

use std::path::Path;

use anyhow::bail;
use race::attempt::FoundFolder;

use super::submit;

/// Returns the number, which is the same in the names of all folders that were `found`, or else what was submitted;
/// `None` if nothing was submitted or began.
///
/// # Errors
/// When there are shards of two runs with different numbers of shards, or what was submitted cannot be read.
pub(super) fn of(shared: &Path, found: &[FoundFolder]) -> anyhow::Result<Option<u32>> {
    let mut counts: Vec<u32> = found.iter().map(|folder| folder.shard.count.get()).collect();
    counts.sort_unstable();
    counts.dedup();
    if let [first, .., last] = counts[..] {
        let shared = shared.display();
        bail!("{shared} has shards of {first} and of {last}, expected those of one run");
    }
    match counts.first() {
        Some(count) => Ok(Some(*count)),
        None => submit::submitted_shards(shared),
    }
}
