//! Scans a corpus before it is read, for its hash and the geometries that it names.

use std::fs::File;
use std::io::{BufRead, Read};
use std::path::Path;

use anyhow::Context;
use board::text::line;
use memchr::{memchr, memrchr};

use super::lines::MAX_LINE;
use super::source::Source;
use crate::families;

/// The result of a scan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// The blake3 hash of the file, before decompression.
    pub blake3: String,
    /// The distinct values of the headers `geometry`, in order.
    pub geometries: Vec<String>,
}

/// Scans a corpus, ignoring malformed lines. `None` for a pipe, which can be read only once. A problem of a
/// family has the hash of its text.
///
/// # Errors
/// When the file cannot be read.
pub fn scan(file: &Path) -> anyhow::Result<Option<Scan>> {
    let name = file.display();
    if let Some(text) = families::written(file) {
        let blake3 = blake3::hash(text?.as_bytes()).to_hex().to_string();
        return Ok(Some(Scan { blake3, geometries: Vec::new() }));
    }
    let open = || File::open(file).with_context(|| format!("cannot open {name}"));
    if !file.is_file() {
        return Ok(None);
    }
    let mut hasher = blake3::Hasher::new();
    let (bytes, text) = (open()?, open()?);
    let source = Source::open(Box::new(text)).with_context(|| name.to_string())?;
    let (hashed, geometries) =
        rayon::join(|| hasher.update_reader(bytes).map(drop), || geometries(source));
    hashed.with_context(|| format!("cannot read {name}"))?;
    let blake3 = hasher.finalize().to_hex().to_string();
    Ok(Some(Scan { blake3, geometries }))
}

/// Returns the geometries that headers name, up to any damage of the stream.
fn geometries(mut source: Source) -> Vec<String> {
    let mut geometries: Vec<String> = Vec::new();
    let mut bytes = Vec::new();
    loop {
        let plain = source.text().fill_buf().map_or(0, without_comment);
        source.text().consume(plain);
        bytes.clear();
        match source.text().take(MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return geometries,
            Ok(_) => {}
        }
        let comment = bytes.trim_ascii().starts_with(b"#").then(|| str::from_utf8(&bytes));
        let Some(geometry) = comment.and_then(|text| geometry(text.ok()?)) else { continue };
        if !geometries.iter().any(|known| known == geometry) {
            geometries.push(geometry.into());
        }
    }
}

/// Returns the length of the leading whole lines without `#`.
fn without_comment(text: &[u8]) -> usize {
    let end = memchr(b'#', text).unwrap_or(text.len());
    memrchr(b'\n', &text[..end]).map_or(0, |at| at + 1)
}

/// Returns the value of a header `geometry`.
fn geometry(text: &str) -> Option<&str> {
    let (key, value) = text.trim_start().strip_prefix('#')?.split_once(':')?;
    (key.trim() == "geometry").then(|| line::without_comment(value).trim())
}
