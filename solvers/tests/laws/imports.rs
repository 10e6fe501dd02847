//! There are no import cycles: each file only uses files below it.
//!
//! An import is a `use` line outside of tests. Re-exports of a module's own files (`pub use`) do
//! not count as imports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::tidy::{root, sources};

/// The modules of this crate that are checked, in addition to the crate `generate`.
const ROOMS: [&str; 4] = ["candidates", "colour", "logic", "sets"];

/// A file, as its module path.
type Module = Vec<String>;

#[test]
fn files_import_each_other_one_way() {
    let here = root().join("src");
    let files = ROOMS.iter().flat_map(|room| sources(&here.join(room)));
    check(&here, files.collect());
    let there = root().join("../generate/src");
    check(&there, sources(&there));
}

#[track_caller]
fn check(crate_root: &Path, files: Vec<PathBuf>) {
    let is_test = |path: &Path| path.components().any(|it| it.as_os_str() == "tests");
    let named = files.into_iter().map(|path| (module(crate_root, &path), path));
    let files: BTreeMap<Module, PathBuf> = named
        .filter(|(module, path)| !is_test(path) && !module.ends_with(&["tests".into()]))
        .collect();
    let mut left: BTreeMap<&Module, BTreeSet<&Module>> =
        files.iter().map(|(module, path)| (module, imports(module, path, &files))).collect();
    // Modules without remaining imports are removed until only cycles are left.
    while let Some(bottom) = left.iter().find(|(_, its)| its.is_empty()).map(|(it, _)| *it) {
        left.remove(bottom);
        left.values_mut().for_each(|its| _ = its.remove(bottom));
    }
    assert!(left.is_empty(), "in or above a circle: {left:#?}");
}

/// Returns `["logic", "table"]` for `src/logic/table/mod.rs`.
fn module(crate_root: &Path, path: &Path) -> Module {
    let relative = path.strip_prefix(crate_root).expect("a file of the crate").with_extension("");
    let parts = relative.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| part != "mod" && part != "lib").collect()
}

/// Returns the files that a file imports.
fn imports<'f>(
    module: &Module,
    path: &Path,
    files: &'f BTreeMap<Module, PathBuf>,
) -> BTreeSet<&'f Module> {
    let text = fs::read_to_string(path).expect("a source file");
    let mut all = BTreeSet::new();
    // Tests are indented, as are imports within functions.
    let trees = text.split("\nuse ").skip(1).filter_map(|rest| rest.split(';').next());
    for used in trees.flat_map(leaves) {
        let mut parts: Module = used.split("::").map(Into::into).collect();
        let child = [module.clone(), vec![parts[0].clone()]].concat();
        let mut base = match parts[0].as_str() {
            "crate" => Vec::new(),
            "self" | "super" => module.clone(),
            _ if files.contains_key(&child) => module.clone(),
            _ => continue,
        };
        while ["crate", "self", "super"].contains(&parts[0].as_str()) {
            if parts.remove(0) == "super" {
                base.pop();
            }
        }
        base.append(&mut parts);
        // The longest path that is a file; the rest are items.
        let file = (0..=base.len()).rev().find_map(|n| files.get_key_value(&base[..n]));
        all.extend(file.map(|(file, _)| file).filter(|&file| file != module));
    }
    all
}

/// Returns the paths of a use tree: `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((prefix, rest)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let (mut depth, mut all, mut leaf) = (1, Vec::new(), String::new());
    for character in rest.chars() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && character == ',') {
            all.extend(leaves(&leaf).into_iter().filter(|it| !it.is_empty()));
            leaf.clear();
        } else {
            leaf.push(character);
        }
        if depth == 0 {
            break;
        }
    }
    all.iter().map(|leaf| format!("{prefix}{leaf}")).collect()
}

#[test]
fn trees_of_paths_are_taken_apart() {
    assert_eq!(leaves("crate::a"), ["crate::a"]);
    assert_eq!(leaves("a::{b, c::{d, e},\n f}"), ["a::b", "a::c::d", "a::c::e", "a::f"]);
}
