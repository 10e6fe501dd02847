//! Consistency of the registry and the sources.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use solvers::sat::combinations::COMBINATIONS;
use solvers::sat::engines::{ENGINES, FEATURES};

use solvers::{BACKENDS, Backend, InstructionChoice, Instructions, Package, VERSION};

const FAMILIES: [&str; 10] = [
    "backtrack",
    "candidates",
    "colour",
    "count",
    "cover",
    "deduce",
    "external",
    "local",
    "sat",
    "simd",
];

#[test]
fn rows_are_sorted_and_ids_are_unique() {
    let ids: Vec<&str> = BACKENDS.iter().map(|backend| backend.id).collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(ids, sorted);
}

#[test]
fn ids_are_well_formed() {
    for backend in BACKENDS {
        let (family, name) = backend.id.split_once('/').expect("a family and a name");
        assert!(FAMILIES.contains(&family), "{family}");
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c);
        assert!(!name.is_empty() && name.chars().all(good), "{name}");
        assert_eq!(backend.family(), family);
    }
}

#[test]
fn rows_say_what_they_are() {
    let mut abouts = HashSet::new();
    for backend in BACKENDS {
        assert!(abouts.insert(backend.about), "{} has the description of another row", backend.id);
        assert!(!backend.about.ends_with('.') && backend.about.len() < 90, "{}", backend.about);
        assert!(!backend.tasks.is_empty());
        let counts: Vec<_> = backend.counts.iter().chain(backend.counts_traced).collect();
        let unique: HashSet<_> = counts.iter().collect();
        assert_eq!(counts.len(), unique.len(), "{} claims a counter twice", backend.id);
    }
}

#[test]
fn rows_name_the_crates_that_do_their_work_as_they_are_locked() {
    let lock = fs::read_to_string(root().join("../Cargo.lock")).expect("the locked versions");
    for backend in BACKENDS.iter().chain(COMBINATIONS) {
        if let Some(Package { name, version }) = backend.package {
            let locked = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&locked), "{}: {name} {version} is not locked", backend.id);
            assert_eq!(backend.version(), format!("{VERSION}+{name}.{version}"));
        } else {
            assert_eq!(backend.version(), VERSION);
        }
    }
    let ours = ENGINES.iter().filter(|engine| engine.package.is_none()).map(|engine| engine.name);
    assert_eq!(ours.collect::<Vec<_>>(), ["cdcl", "dpll"]);
    let of_others = |row: &&Backend| row.package.is_some() && row.family() != "sat";
    let of_others: Vec<&str> = BACKENDS.iter().filter(of_others).map(|row| row.id).collect();
    assert_eq!(of_others, ["cover/dlx-crate", "cover/dlx-rs"]);
}

#[test]
fn the_id_of_a_row_names_the_instructions_that_are_fixed() {
    for backend in BACKENDS {
        match (backend.instructions, backend.id.split_once('.')) {
            (Some(InstructionChoice::Only(instructions)), Some((_, variant))) => {
                assert_eq!(variant, instructions.name());
                assert_eq!(backend.instruction_set(), Some(variant));
            }
            (Some(InstructionChoice::Best), None) => {
                assert_eq!(backend.instruction_set(), Some(Instructions::best().name()));
            }
            (choice, _) => {
                assert!(choice.is_none() && backend.family() != "simd", "{}", backend.id)
            }
        }
    }
}

#[test]
fn nothing_here_depends_on_the_environment() {
    for file in library_sources() {
        let text = fs::read_to_string(&file).expect("a source file");
        assert!(!text.contains("env::var"), "{}", file.display());
    }
}

#[test]
fn every_file_of_a_family_says_what_it_is_first() {
    for file in library_sources() {
        let text = fs::read_to_string(&file).expect("a source file");
        assert!(text.starts_with("//! "), "{}", file.display());
    }
}

#[test]
fn solvers_and_generators_print_nothing_read_no_file_and_start_no_thread() {
    let forbidden =
        ["print!(", "println!(", "dbg!(", "std::fs", "std::process", "std::thread", "std::net"];
    for file in library_sources() {
        let text = fs::read_to_string(&file).expect("a source file");
        for word in forbidden {
            assert!(!text.contains(word), "{} in {}", word, file.display());
        }
    }
}

#[test]
fn the_table_in_the_readme_is_that_of_the_registry() {
    let path = root().join("README.md");
    let text = fs::read_to_string(&path).expect("the README");
    let (begin, end) = ("<!-- begin: backends -->\n", "<!-- end: backends -->");
    let before = text.find(begin).expect("the begin marker") + begin.len();
    let after = text.find(end).expect("the end marker");
    if text[before..after] == table() {
        return;
    }
    if std::env::var_os("UPDATE_README").is_some() {
        let updated = format!("{}{}{}", &text[..before], table(), &text[after..]);
        fs::write(&path, updated).expect("the README can be written");
    } else {
        panic!("the table is out of date: UPDATE_README=1 cargo test -p solvers --test laws");
    }
}

/// Returns the table, without the engines behind features.
fn table() -> String {
    let mut table = String::from("| backend | what it is | counts |\n|---|---|---|\n");
    let is_optional = |backend: &&Backend| FEATURES.iter().any(|it| it.brings(backend.id));
    for backend in BACKENDS.iter().filter(|backend| !is_optional(backend)) {
        let name = |counter: &solvers::Counter| counter.name();
        let mut counts: Vec<String> = backend.counts.iter().map(name).map(Into::into).collect();
        counts.extend(backend.counts_traced.iter().map(|c| format!("{} (apart)", name(c))));
        let counts = counts.join(", ");
        table += &format!("| `{}` | {} | {counts} |\n", backend.id, backend.about);
    }
    table
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the sources of this crate and of `generate`.
fn library_sources() -> impl Iterator<Item = PathBuf> {
    ["src", "../generate/src"].into_iter().flat_map(|folder| sources(&root().join(folder)))
}

pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
