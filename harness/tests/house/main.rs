//! Imports run one way: of two modules in a folder, at most one uses the other.
//!
//! This holds at every depth, for files and folders, directly and through others. It is checked on
//! the sources: every path in code, also outside of `use`, is an arrow from the module that contains
//! it to the module that defines its item, even if another module exports it. Tests may use anything.
//!
//! In some crates the file of a folder (`mod.rs`, `lib.rs`) uses the modules in the folder, and they
//! use its items. In the others ([`STRICT`]) it counts as one of these modules. Then no two files of
//! the crate use each other.

mod circles;
mod modules;
mod names;
mod paths;
mod rules;
mod tokens;

use std::fs;
use std::path::Path;

use circles::{among_siblings, arrows, circle};
use modules::{Modules, Source};

/// The crates where the file of a folder counts as one of its modules.
const STRICT: &[&str] = &[
    "board",
    "generate",
    "hardening",
    "harness/lesson",
    "harness/record",
    "harness/render",
    "solvers",
];

/// The other crates: there, modules use what the file of their folder defines, and it uses them.
const OTHERS: &[&str] = &["harness", "harness/analysis", "harness/race"];

#[test]
fn modules_import_each_other_one_way() {
    let mut circles = Vec::new();
    for name in [STRICT, OTHERS].concat() {
        let folders = arrows(&Modules::new(&sources_of(name)));
        assert!(!folders.is_empty(), "{name} has no modules");
        for (folder, arrows) in folders {
            let arrows = if STRICT.contains(&name) { arrows } else { among_siblings(&arrows) };
            let found = circle(&arrows);
            circles.extend(found.map(|it| format!("{name}/src/{}: {it}", folder.join("/"))));
        }
    }
    assert!(circles.is_empty(), "modules that import each other:\n{}", circles.join("\n"));
}

/// Returns the sources of a crate.
fn sources_of(name: &str) -> Vec<Source> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
    let mut sources = Vec::new();
    read(&source, &source, &mut sources);
    sources
}

/// Reads the files in a folder and below.
fn read(root: &Path, folder: &Path, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            read(root, &path, sources);
        } else if path.extension().is_some_and(|it| it == "rs") {
            let text = fs::read_to_string(&path).expect("text");
            let path = path.strip_prefix(root).expect("a file below").to_owned();
            sources.push(Source { path, text });
        }
    }
}
