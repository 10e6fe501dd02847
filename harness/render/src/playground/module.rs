//! The module of the playground: the kept one, or one that was just built.
//!
//! `scripts/build_playground.sh` builds it from the crate `playground/`, byte for byte the same in every folder,
//! and keeps it with a description: the compiler, a hash of the sources, and its own. It is kept as zstd, which is a fifth
//! smaller than gzip, and the page has it as gzip, which browsers can read.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::decoding::StreamingDecoder;
use sha2::{Digest, Sha256};

/// The bytes with which a module begins.
const MAGIC: &[u8] = b"\0asm";

/// A module, and where it comes from.
#[derive(Clone, Debug)]
pub struct Module {
    /// The module, compressed by gzip.
    pub packed: Vec<u8>,
    /// What it was built from, or only its hash.
    pub origin: String,
}

impl Module {
    /// Returns the module that is kept with the sources. They may have changed since.
    pub fn kept() -> Self {
        let kept = include_bytes!("../../../../playground/kept/playground.wasm.zst");
        let mut bytes = Vec::new();
        let read =
            StreamingDecoder::new(&kept[..]).map(|mut decoder| decoder.read_to_end(&mut bytes));
        // A test reads these same bytes.
        assert!(matches!(read, Ok(Ok(_))), "the kept module is damaged");
        Self {
            packed: packed(&bytes),
            origin: include_str!("../../../../playground/kept/built.txt").to_owned(),
        }
    }

    /// Returns the module with these bytes; `None` if they are not one.
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let is_module = bytes.starts_with(MAGIC);
        is_module
            .then(|| Self { packed: packed(bytes), origin: format!("sha256 {}\n", hash(bytes)) })
    }
}

/// Returns the bytes, compressed by gzip.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // A vector takes every byte.
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// Returns the SHA-256 of a module, in hexadecimal.
fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    fn unpacked(module: &Module) -> Vec<u8> {
        let mut bytes = Vec::new();
        GzDecoder::new(&*module.packed).read_to_end(&mut bytes).expect("gzip");
        bytes
    }

    #[test]
    fn the_kept_module_is_the_one_that_its_description_names() {
        let kept = Module::kept();
        let bytes = unpacked(&kept);
        assert!(bytes.starts_with(MAGIC));
        assert!(kept.origin.ends_with(&format!("\nsha256 {}\n", hash(&bytes))), "{}", kept.origin);
        assert!(kept.packed.len() < 1_200_000, "{}", kept.packed.len());
    }

    #[test]
    fn a_module_is_known_by_its_first_bytes() {
        let module = Module::new(b"\0asm\x01\0\0\0").expect("a module");
        assert_eq!(unpacked(&module), b"\0asm\x01\0\0\0");
        assert!(module.origin.starts_with("sha256 93a44bbb96c7512"), "{}", module.origin);
        assert!(Module::new(b"<html>").is_none());
    }
}
