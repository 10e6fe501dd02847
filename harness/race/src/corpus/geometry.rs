//! Looks up a geometry by name in the catalog, or else reads it from a file.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context, bail};
use board::{Geometry, catalog};
use record::filter;
use record::manifest::InputFile;
use record::structure::has_same_structure;

use super::{NOT_UTF8, stem, utf8};

/// The maximum size of a geometry file, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// A geometry and its file.
#[derive(Clone, Debug)]
pub struct LocatedGeometry {
    /// The geometry.
    pub geometry: Geometry,
    /// The file, with its hash; `None` for a geometry of the catalog.
    pub file: Option<InputFile>,
}

/// Returns the geometry of the catalog with the name `text`; or the one that `text` draws, if it has several
/// lines; or else the one in the file `text`, whose path is relative to `folder`.
///
/// # Errors
/// `file:line:column: problem` when a file is malformed; the nearest name when there is neither such a name
/// nor such a file; and when a file gives a name of the catalog to another geometry.
pub fn find(text: &str, folder: &Path) -> anyhow::Result<LocatedGeometry> {
    if let Ok(geometry) = catalog::named(text) {
        return Ok(LocatedGeometry { geometry, file: None });
    }
    if text.is_empty() {
        bail!("no geometry, expected a name, a file, or a drawing in comment lines below this one");
    }
    if text.contains('\n') {
        return Ok(LocatedGeometry { geometry: drawn(text.as_bytes(), "the board")?, file: None });
    }
    let path = folder.join(text);
    let file = path.display().to_string();
    let opened = match File::open(&path) {
        Ok(opened) => opened,
        Err(error) if is_missing(&error) => bail!(unknown(text, &file)),
        Err(error) => return Err(error).with_context(|| format!("cannot open {file}")),
    };
    let mut bytes = Vec::new();
    let read = opened.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("cannot read {file}, expected a geometry"))?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("{file}:1:1: more than {MAX_BYTES} bytes, expected a geometry");
    }
    let blake3 = Some(blake3::hash(&bytes).to_hex().to_string());
    let geometry = drawn(&bytes, &file)?;
    Ok(LocatedGeometry { geometry, file: Some(InputFile { file, blake3 }) })
}

fn drawn(bytes: &[u8], file: &str) -> anyhow::Result<Geometry> {
    let text = match utf8(bytes) {
        Ok(text) => text,
        Err((line, column)) => bail!("{file}:{line}:{column}: {}", NOT_UTF8),
    };
    let drawing = catalog::read_drawing(text, &stem(file));
    let geometry = drawing.map_err(|error| anyhow::anyhow!("{file}:{error}"))?.geometry;
    let namesake = catalog::named(geometry.name());
    if namesake.is_ok_and(|namesake| !has_same_structure(&namesake, &geometry)) {
        let name = geometry.name();
        bail!(
            "{file}:1:1: the catalog has another geometry called {name:?}, expected a different name"
        );
    }
    Ok(geometry)
}

fn is_missing(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(error.kind(), InvalidFilename | InvalidInput | NotADirectory | NotFound)
}

/// Returns the message that there is neither a geometry nor a file of this name.
fn unknown(text: &str, file: &str) -> String {
    let names: Vec<String> = catalog::entries().into_iter().flat_map(|it| it.names).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let nearest = filter::suggestion(text, &names);
    format!(
        "no geometry is called {text:?}, and there is no file {file}{nearest}; `harness list \
         --geometries` shows all names"
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn message(text: &str, folder: &Path) -> String {
        format!("{:#}", find(text, folder).unwrap_err())
    }

    #[test]
    fn names_of_the_catalog_take_precedence_over_files() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("twin"), "board:\nAA\n").expect("a file");
        let twin = find("twin", folder.path()).expect("a geometry");
        assert_eq!((twin.geometry.cells(), twin.file.is_none()), (153, true));
        let file = find("./twin", folder.path());
        assert!(file.is_err_and(|error| error.to_string().contains("expected a different name")));
    }

    #[test]
    fn a_file_is_identified_by_its_hash() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |text: &str| fs::write(folder.path().join("own.txt"), text).expect("a file");
        write("board:\nAB\nAB\n");
        let first = find("own.txt", folder.path()).expect("a geometry");
        assert_eq!(first.geometry.name(), "own");
        write("board:\nAA\nBB\n");
        let second = find("own.txt", Path::new("")).map(|_| ()).map_err(|error| error.to_string());
        assert!(second.is_err_and(|error| error.contains("there is no file own.txt")));
        let second = find("own.txt", folder.path()).expect("a geometry");
        assert_ne!(first.file, second.file);
        assert_ne!(first.geometry, second.geometry);
    }

    #[test]
    fn errors_have_a_location() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().join("own.txt");
        let file = own.display();
        fs::write(&own, "board:\nAB\nABC\n").expect("a file");
        assert!(message("own.txt", folder.path()).starts_with(&format!("{file}:3:3: 3 cells")));
        fs::write(&own, b"name: a\n# \xff\n").expect("a file");
        let expected = format!("{file}:2:3: not UTF-8, expected text");
        assert_eq!(message("own.txt", folder.path()), expected);
        fs::write(&own, "#".repeat(1 << 21)).expect("a file");
        assert!(message("own.txt", folder.path()).contains("more than 1048576 bytes"));
        assert!(message(".", folder.path()).contains("cannot read"));
        let mistyped = message("samurei", Path::new(""));
        assert!(mistyped.contains("did you mean samurai?"), "{mistyped}");
    }
}
