//! Reads files that are texts and small enough to be in memory: settings, models, lists of costs. What is no text, such
//! as `/dev/zero`, is refused by its beginning.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};

/// The longest text, in bytes.
const LONGEST: u64 = 1 << 30;

/// The length of the beginning in which a NUL shows that something is no text.
const BEGINNING: u64 = 1 << 16;

/// Reads a file.
///
/// # Errors
/// When it cannot be read, is not UTF-8, or is too long.
pub fn read(path: &Path) -> anyhow::Result<String> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    read_from(file, &name)
}

/// Reads a text to its end; `name` is that of the file.
///
/// # Errors
/// When it cannot be read, is not UTF-8, or is too long.
pub fn read_from(mut input: impl Read, name: &str) -> anyhow::Result<String> {
    let cannot = || format!("cannot read {name}");
    let mut bytes = Vec::new();
    input.by_ref().take(BEGINNING).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.contains(&0) {
        bail!("{name} contains a NUL character, expected text");
    }
    input.take(LONGEST).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > LONGEST {
        bail!("{name} has more than {} MiB, which no text that is read here has", LONGEST >> 20);
    }
    let not_utf8 = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8");
    String::from_utf8(bytes).map_err(not_utf8).with_context(cannot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_refused_by_its_beginning() {
        let error = read_from(io::repeat(0), "zero").expect_err("no text");
        assert_eq!(error.to_string(), "zero contains a NUL character, expected text");
        assert_eq!(read_from(&b"1 2\n"[..], "costs").expect("a text"), "1 2\n");
        assert!(read_from(&b"\xff"[..], "costs").is_err());
    }
}
