//! The house has no circles: of two rooms of a crate, at most one knows the other.
//!
//! A room is a module at the top of a crate, a file or a folder. This reads the sources, not the compiled
//! crates: every path that begins with `crate::` or climbs up with `super::` is an arrow from the room it
//! stands in to the room it names. Tests may look wherever they like.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates that are held to this, by their folders.
const CRATES: &[&str] = &[
    "board",
    "generate",
    "harness",
    "harness/analysis",
    "harness/race",
    "harness/record",
    "harness/render",
    "solvers",
];

/// Which rooms each room names, and a file where it does.
type Arrows = BTreeMap<String, BTreeMap<String, PathBuf>>;

#[test]
fn no_circle_of_imports_goes_through_the_rooms_of_a_crate() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in CRATES {
        let source = workspace.join(name).join("src");
        let arrows = arrows(&source);
        assert!(!arrows.is_empty(), "{} has no rooms", source.display());
        if let Some(circle) = circle(&arrows) {
            panic!("rooms of {name} that import each other: {}", circle.join(" → "));
        }
    }
}

#[test]
fn a_circle_is_found_however_it_is_written() {
    let find = |files: &[(&str, &str)]| {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, text) in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        circle(&arrows(folder.path())).is_some()
    };
    let root = ("lib.rs", "mod a; mod b;\npub use self::b::{Bee as Wasp, Other};");
    let to_a = ("b.rs", "use crate::a;");
    for to_b in [
        "use crate::b;",
        "use crate::{std, b::Bee};",
        "use super::b::{self, Bee};",
        "use crate::Wasp;",
        "fn f() { crate::b::bee() }",
        "mod inner { use super::super::b; }",
    ] {
        assert!(find(&[root, ("a.rs", to_b), to_a]), "{to_b}");
    }
    assert!(find(&[root, ("a/mod.rs", "mod deep;"), ("a/deep.rs", "use super::super::b;"), to_a]));
    for innocent in [
        "// use crate::b;",
        "use self::b;",
        "#[cfg(test)]\nmod tests { use crate::b; }",
        "mod inner { use super::b; }",
    ] {
        assert!(!find(&[root, ("a.rs", innocent), to_a]), "{innocent}");
    }
    let tests = [("a/mod.rs", "#[cfg(test)]\nmod proofs;"), ("a/proofs.rs", "use crate::b;")];
    assert!(!find(&[root, tests[0], tests[1], to_a]));
}

/// The arrows between the rooms of a crate with this folder of sources.
fn arrows(source: &Path) -> Arrows {
    let mut files = Vec::new();
    read(source, Vec::new(), &mut files);
    let root = files.iter().find(|file| file.path.ends_with("lib.rs"));
    let exported = root.map(|root| exports(&root.text)).unwrap_or_default();
    let rooms: HashSet<String> =
        files.iter().filter_map(|file| file.module.first().cloned()).collect();
    let mut arrows = Arrows::new();
    for file in &files {
        let Some(room) = file.module.first() else { continue };
        let from = arrows.entry(room.clone()).or_default();
        for name in named(&file.text, file.module.len()) {
            let name = exported.get(&name).cloned().unwrap_or(name);
            if rooms.contains(&name) && name != *room {
                from.entry(name).or_insert_with(|| file.path.clone());
            }
        }
    }
    arrows
}

/// A file of sources.
struct Source {
    path: PathBuf,
    /// Its place in the crate: empty for the root.
    module: Vec<String>,
    /// What it says, without comments and tests.
    text: String,
}

/// Reads the files of a folder which is this module, but for those that are tests.
fn read(folder: &Path, module: Vec<String>, files: &mut Vec<Source>) {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let (folders, own): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let mut tests = HashSet::new();
    let first = files.len();
    for path in own.into_iter().filter(|path| path.extension().is_some_and(|it| it == "rs")) {
        let text = fs::read_to_string(&path).expect("text");
        tests.extend(test_files(&text));
        let mut module = module.clone();
        match stem(&path).as_str() {
            "lib" | "main" | "mod" => {}
            name => module.push(name.into()),
        }
        files.push(Source { path, module, text: without_tests(&text) });
    }
    let kept = files.split_off(first);
    files.extend(kept.into_iter().filter(|file| !tests.contains(&stem(&file.path))));
    for folder in folders.into_iter().filter(|folder| !tests.contains(&stem(folder))) {
        let inside = [module.clone(), vec![stem(&folder)]].concat();
        read(&folder, inside, files);
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The modules in files of their own that only tests have.
fn test_files(text: &str) -> Vec<String> {
    let marked = text.split("#[cfg(test)]").skip(1);
    marked
        .filter_map(|rest| {
            let item = rest.split(['{', ';']).next()?;
            let is_file = rest[item.len()..].starts_with(';');
            let name = item.rsplit_once("mod ")?.1.trim();
            is_file.then(|| name.to_owned())
        })
        .collect()
}

/// A text without comments, and without what follows the module of tests, which comes last.
fn without_tests(text: &str) -> String {
    let code: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    match code.split_once("#[cfg(test)]\nmod tests {") {
        Some((before, _)) => before.to_owned(),
        None => code,
    }
}

/// What the root of a crate exports under a name of its own, and from which room.
fn exports(root: &str) -> HashMap<String, String> {
    let statements = root.split(';').filter_map(|it| it.rsplit_once("pub use "));
    let mut exports = HashMap::new();
    for (_, path) in statements {
        let path = path.trim();
        let path = path.strip_prefix("self::").or(path.strip_prefix("crate::")).unwrap_or(path);
        let Some((room, names)) = path.split_once("::") else { continue };
        for name in names.split([',', '{', '}']) {
            let name = name.rsplit([' ', ':']).next().unwrap_or(name).trim();
            exports.insert(name.to_owned(), room.to_owned());
        }
    }
    exports
}

/// The names in the root that a module at this depth names.
fn named(text: &str, depth: usize) -> HashSet<String> {
    let tokens = tokens(text);
    let mut names = HashSet::new();
    // How deep in braces each inline module is that is open.
    let (mut braces, mut inline) = (0_usize, Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at] {
            "{" => braces += 1,
            "}" => {
                braces = braces.saturating_sub(1);
                inline.pop_if(|open| *open > braces);
            }
            "mod" if tokens.get(at + 2) == Some(&"{") => inline.push(braces + 1),
            "crate" | "super" => {
                let mut climbed = 0;
                while tokens[at] == "super" && tokens.get(at + 1) == Some(&"::") {
                    (climbed, at) = (climbed + 1, at + 2);
                }
                let is_root = climbed == depth + inline.len();
                if tokens[at] == "crate" && tokens.get(at + 1) == Some(&"::") {
                    names.extend(heads(&tokens[at + 2..]));
                } else if climbed > 0 && is_root {
                    names.extend(heads(&tokens[at..]));
                }
                // What stands there may be a brace that counts.
                if climbed > 0 {
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    names
}

/// The first words of the paths at the begin of these tokens: of one path, or of those in braces.
fn heads(tokens: &[&str]) -> Vec<String> {
    if tokens.first() != Some(&"{") {
        return tokens.iter().take(1).map(|&name| name.to_owned()).collect();
    }
    let (mut heads, mut open) = (Vec::new(), 0);
    for pair in tokens.windows(2) {
        match pair[0] {
            "{" => open += 1,
            "}" => open -= 1,
            _ => {}
        }
        if open == 0 {
            break;
        }
        if open == 1 && matches!(pair[0], "{" | ",") {
            heads.push(pair[1].to_owned());
        }
    }
    heads
}

/// Words, `::`, and other characters.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut tokens, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let length = match rest.find(|c| !is_word(c)).unwrap_or(rest.len()) {
            0 if rest.starts_with("::") => 2,
            0 => first.len_utf8(),
            length => length,
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// A circle of arrows, if there is one: its rooms, with the files where each names the next.
fn circle(arrows: &Arrows) -> Option<Vec<String>> {
    // Rooms that name none but rooms that are taken away already are in no circle.
    let mut left: BTreeMap<&String, &BTreeMap<String, PathBuf>> = arrows.iter().collect();
    loop {
        let names_none = |(_, named): &(&&String, &&BTreeMap<String, PathBuf>)| {
            !named.keys().any(|name| left.contains_key(name))
        };
        let Some(free) = left.iter().find(names_none).map(|(room, _)| *room) else { break };
        left.remove(free);
    }
    // Whoever is left names another who is left: going on comes back.
    let mut way: Vec<&String> = vec![left.keys().next()?];
    loop {
        let last = way[way.len() - 1];
        let next = left[last].keys().find(|name| left.contains_key(name))?;
        if let Some(start) = way.iter().position(|room| *room == next) {
            let steps = way[start..].iter().chain([&next]).collect::<Vec<_>>();
            let told = steps
                .windows(2)
                .map(|pair| format!("{} ({})", pair[0], arrows[*pair[0]][*pair[1]].display()));
            return Some(told.chain([next.clone()]).collect());
        }
        way.push(next);
    }
}
