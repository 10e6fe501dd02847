//! Seals: the hashes of the files of a run, which its manifest states when the run ends.
//!
//! A seal shows that a file was changed after the run. It is no signature: it has no key, so whoever changes a
//! file can change the manifest as well.
//!
//! The rows of a run are sealed while they are written ([`whole_lines`](crate::whole_lines)), so that a change
//! during the run is found, too.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The length and the hash of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The number of bytes.
    pub bytes: u64,
    /// The blake3 hash of the bytes.
    pub blake3: String,
}

impl Seal {
    /// Returns the seal of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut sealer = Sealer::default();
        sealer.update(bytes);
        sealer.seal()
    }
}

/// The seals of the files of a run, by their names.
pub type Seals = BTreeMap<String, Seal>;

/// Returns the seal of a file.
///
/// # Errors
/// When it cannot be read.
pub fn of_file(path: &Path) -> io::Result<Seal> {
    let mut sealer = Sealer::default();
    in_pieces(File::open(path)?, |bytes| sealer.update(bytes))?;
    Ok(sealer.seal())
}

/// Reads to the end, piece by piece.
///
/// # Errors
/// When the input cannot be read.
pub(crate) fn in_pieces(mut input: impl Read, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    let mut bytes = vec![0; 1 << 18];
    loop {
        match input.read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(n_read) => take(&bytes[..n_read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Returns the files in a folder that are not as they were sealed, also those that are missing.
pub fn changed<'s>(folder: &Path, seals: &'s Seals) -> Vec<&'s str> {
    let is_changed =
        |(file, seal): &(&String, &Seal)| of_file(&folder.join(file)).ok().as_ref() != Some(*seal);
    seals.iter().filter(is_changed).map(|(file, _)| file.as_str()).collect()
}

/// Hashes bytes as they are written.
#[derive(Clone, Debug, Default)]
pub struct Sealer {
    hasher: blake3::Hasher,
}

impl Sealer {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
    }

    /// Returns the seal of the bytes so far.
    pub fn seal(&self) -> Seal {
        Seal { bytes: self.hasher.count(), blake3: self.hasher.finalize().to_hex().to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_the_hash_that_other_programs_compute() {
        // By `b3sum` of an empty file.
        let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
        assert_eq!(Seal::of(b""), Seal { bytes: 0, blake3: empty.into() });
        let mut sealer = Sealer::default();
        sealer.update(b"ab");
        sealer.update(b"c");
        assert_eq!(sealer.seal(), Seal::of(b"abc"));
    }
}
