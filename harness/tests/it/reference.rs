//! `harness reference`: the pages that are kept are those that the program writes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::bench::{harness, prints, text};

/// Returns where the pages are kept.
fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference")
}

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(folder).expect("a folder").flatten();
    files.map(|file| file.file_name().to_string_lossy().into_owned()).collect()
}

/// Compares `docs/reference` with the program; `UPDATE_DOCUMENTS=1` writes it.
#[test]
fn the_reference_is_that_of_the_program() {
    if cfg!(any(feature = "cadical", feature = "glucose", feature = "minisat")) {
        eprintln!("SKIPPED: the reference is that of a build without further SAT engines");
        return;
    }
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        prints(&["reference", "-o", text(&kept())]);
    }
    let made = TempDir::new().expect("a folder for the test");
    prints(&["reference", "-o", text(made.path())]);
    assert_eq!(names(made.path()), names(&kept()));
    for name in names(made.path()) {
        let page = |folder: &Path| fs::read_to_string(folder.join(&name)).expect("a page");
        assert!(
            page(made.path()) == page(&kept()),
            "docs/reference/{name} is out of date; `harness reference -o docs/reference` writes it"
        );
    }
}

#[test]
fn every_option_and_every_technique_is_in_the_reference() {
    let options = fs::read_to_string(kept().join("options.md")).expect("a page");
    for option in ["`-j, --jobs <N>`", "`--task <TASK>`", "## harness backend check"] {
        assert!(options.contains(option), "{option}");
    }
    let techniques = fs::read_to_string(kept().join("techniques.md")).expect("a page");
    for technique in solvers::logic::table::TECHNIQUES {
        assert!(techniques.contains(&format!("| `{}` |", technique.id)), "{}", technique.id);
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let folder = TempDir::new().expect("a folder for the test");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let output = harness(&["reference", "-o", text(&file.join("below"))]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.starts_with("error: cannot create "), "{errors}");
}
