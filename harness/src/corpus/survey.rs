//! What a corpus is, before it is read: its hash, and the geometries that it names.

use std::fs::File;
use std::path::Path;

use anyhow::Context;

use super::lines::Lines;
use super::source::Source;
use board::text::line;

/// What a look over a corpus has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The blake3 hash of the bytes of the file, as they lie on the disk.
    pub blake3: String,
    /// The values of headers `geometry`, each once, in their order.
    pub geometries: Vec<String>,
}

/// Looks over a corpus, which is a file. What is wrong with its lines does not matter here.
///
/// # Errors
/// When the file cannot be read.
pub fn survey(file: &Path) -> anyhow::Result<Survey> {
    let name = file.display();
    let opened = File::open(file).with_context(|| format!("cannot open {name}"))?;
    let source = Source::open(Box::new(opened)).with_context(|| name.to_string())?;
    let mut lines = Lines::new(source);
    let mut geometries: Vec<String> = Vec::new();
    // A stream that is damaged ends here; its bytes are hashed all the same.
    while let Ok(Some((_, text))) = lines.next() {
        let Some(geometry) = text.ok().and_then(geometry) else { continue };
        if !geometries.iter().any(|known| known == geometry) {
            geometries.push(geometry.into());
        }
    }
    let hash = lines.source_mut().finish().with_context(|| format!("cannot read {name}"))?;
    Ok(Survey { blake3: hash.to_hex().to_string(), geometries })
}

/// The value of a header `geometry`.
fn geometry(text: &str) -> Option<&str> {
    let (key, value) = text.trim_start().strip_prefix('#')?.split_once(':')?;
    (key.trim() == "geometry").then(|| line::without_comment(value).trim())
}
