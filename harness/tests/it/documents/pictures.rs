//! The pictures of a page: files of `docs/pictures` that its commands write under the same name.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::links::prose;
use super::{DOCUMENTS, read, root};

/// Where they are.
const FOLDER: &str = "docs/pictures";

/// Every picture that a page shows is the file of this name that its commands left in a folder.
pub(super) fn check(path: &str, made: &Path) {
    for name in of(path) {
        let kept = root().join(FOLDER).join(&name);
        let drawn = fs::read(made.join(&name));
        let drawn = drawn.unwrap_or_else(|_| panic!("{path}: no command writes {name}"));
        if fs::read(&kept).ok().as_ref() != Some(&drawn) {
            assert!(
                std::env::var_os("UPDATE_DOCUMENTS").is_some(),
                "{path}: {FOLDER}/{name} is not what its commands draw; UPDATE_DOCUMENTS=1 updates it"
            );
            fs::create_dir_all(kept.parent().expect("a folder")).expect("a folder");
            fs::write(kept, drawn).expect("a picture");
        }
    }
}

/// Returns the names of the pictures that a page shows.
fn of(path: &str) -> Vec<String> {
    let text = read(path);
    let mark = "](pictures/";
    let lines = prose(&text).filter_map(|(_, line)| line.split_once(mark));
    lines.filter_map(|(_, rest)| Some(rest.split_once(')')?.0.to_owned())).collect()
}

#[test]
fn every_picture_is_on_a_page_and_small() {
    let shown: BTreeSet<String> = DOCUMENTS.iter().flat_map(|path| of(path)).collect();
    let mut folders = vec![root().join(FOLDER)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("pictures").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root().join(FOLDER)).expect("a picture");
            let name = name.to_str().expect("text").replace('\\', "/");
            assert!(shown.contains(&name), "no page shows {FOLDER}/{name}");
            let size = entry.metadata().expect("a size").len();
            assert!(size <= 64 * 1024, "{FOLDER}/{name} has {size} bytes");
        }
    }
}
