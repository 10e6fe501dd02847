//! What the documents show is true: their commands run and print what is quoted, their links lead
//! somewhere, and their options exist.
//!
//! A fenced block is a test by its info string, the words behind the backticks:
//!
//! | info string | meaning |
//! |---|---|
//! | `sh` | a script, which must succeed |
//! | `console` | commands behind `$`, each with its output; a line `…` stands for any lines |
//! | `console measured` | the same, but numbers may differ, and a machine may add remarks of its own |
//! | `sh not-run: REASON` | cannot be run here; counted below, so that none is overlooked |
//!
//! A command announces an exit code other than 0 by a comment: `# exit code 1`. The blocks of a document
//! run in order, in one folder. A picture of a page, in `docs/pictures`, is a file that they write.
//! `UPDATE_DOCUMENTS=1` replaces pictures and the output of `console` blocks by what the program makes now.

mod blocks;
mod links;
mod options;
mod pictures;
mod quoted;
mod stage;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use blocks::{Block, Kind};
use stage::Stage;

/// Declares the documents: a test for each, and how many of its blocks are not run.
macro_rules! documents {
    ($($name:ident: $path:literal, $not_run:literal;)*) => {
        /// Each document.
        const DOCUMENTS: &[&str] = &[$($path),*];
        $(
            #[test]
            fn $name() {
                check($path, $not_run);
            }
        )*
    };
}

documents! {
    architecture: "ARCHITECTURE.md", 0;
    assignment_files: "docs/assignment-files.md", 0;
    assignment_parts: "docs/assignment-parts.md", 0;
    backends: "harness/BACKENDS.md", 0;
    boards: "docs/boards.md", 0;
    changelog: "CHANGELOG.md", 0;
    cheat_sheet: "docs/cheat-sheet.md", 0;
    cluster: "docs/cluster.md", 0;
    contributing: "CONTRIBUTING.md", 3;
    corpora: "datasets/README.md", 0;
    count_certificates: "docs/count-certificates.md", 0;
    counting: "docs/counting.md", 0;
    counting_rows: "docs/counting-rows.md", 1;
    counting_symmetries: "docs/counting-symmetries.md", 0;
    count_certificate_format: "docs/count-certificate-format.md", 0;
    course: "course/README.md", 2;
    course_candidates: "course/candidates/handout.en.md", 0;
    course_candidates_fr: "course/candidates/handout.fr.md", 0;
    course_candidates_teacher: "course/candidates/teacher.en.md", 0;
    course_candidates_teacher_fr: "course/candidates/teacher.fr.md", 0;
    course_colouring: "course/colouring/handout.en.md", 0;
    course_colouring_fr: "course/colouring/handout.fr.md", 0;
    course_colouring_teacher: "course/colouring/teacher.en.md", 0;
    course_colouring_teacher_fr: "course/colouring/teacher.fr.md", 0;
    course_comparison: "course/comparison/handout.en.md", 2;
    course_comparison_fr: "course/comparison/handout.fr.md", 2;
    course_comparison_teacher: "course/comparison/teacher.en.md", 0;
    course_comparison_teacher_fr: "course/comparison/teacher.fr.md", 0;
    course_fr: "course/README.fr.md", 2;
    course_page: "docs/course.md", 1;
    course_rust: "course/rust-track/README.md", 1;
    course_rust_fr: "course/rust-track/README.fr.md", 1;
    encodings: "docs/encodings.md", 1;
    field: "docs/field.md", 2;
    figure_files: "docs/figure-files.md", 0;
    figures: "docs/figures.md", 0;
    first_run: "docs/first-run.md", 0;
    generate: "docs/generate.md", 0;
    geometries: "datasets/geometries/README.md", 0;
    glossary: "docs/glossary.md", 0;
    grading: "docs/grading.md", 3;
    graphs: "docs/graphs.md", 0;
    growth: "docs/growth.md", 0;
    history: "docs/history.md", 0;
    hodoku: "docs/hodoku.md", 0;
    instances: "docs/instances.md", 0;
    large: "docs/large.md", 0;
    lesson: "docs/lesson.md", 0;
    library: "docs/library.md", 0;
    measuring: "docs/measuring.md", 0;
    methodology: "METHODOLOGY.md", 0;
    passing_on: "docs/passing-on.md", 0;
    playground: "docs/playground.md", 1;
    promises: "docs/promises.md", 1;
    puzzles: "docs/puzzles.md", 0;
    python: "python/README.md", 1;
    readable: "docs/readable.md", 1;
    reading_results: "docs/reading-results.md", 0;
    readme: "README.md", 1;
    reference: "docs/reference/README.md", 0;
    reference_backends: "docs/reference/backends.md", 0;
    reference_columns: "docs/reference/columns.md", 0;
    reference_families: "docs/reference/families.md", 0;
    reference_formats: "docs/reference/formats.md", 0;
    reference_geometries: "docs/reference/geometries.md", 0;
    reference_options: "docs/reference/options.md", 0;
    reference_techniques: "docs/reference/techniques.md", 0;
    report_and_cite: "docs/report-and-cite.md", 0;
    reproduce: "docs/reproduce.md", 1;
    results: "results/README.md", 9;
    results_hardening: "results/hardening/README.md", 0;
    sandbox: "docs/sandbox.md", 2;
    scale: "docs/scale.md", 1;
    slurm: "docs/slurm.md", 0;
    slurm_lab: "docs/slurm-lab.md", 1;
    solve: "docs/solve.md", 1;
    solvers: "solvers/README.md", 0;
    study: "docs/study.md", 0;
    symmetries: "docs/symmetries.md", 0;
    summary: "docs/SUMMARY.md", 0;
    techniques: "docs/techniques.md", 0;
    tour: "docs/tour.md", 0;
    tutorials: "docs/README.md", 1;
    verify: "docs/verify.md", 0;
    watch: "docs/watch.md", 0;
    your_solver: "docs/your-solver.md", 0;
}

/// Documents without commands or readers: golden files, and notes beside code.
const OTHERS: &[&str] = &["harness/tests/golden", "solvers/src"];

/// Returns the root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs the blocks of a document, and counts those that are not run.
#[track_caller]
fn check(path: &str, not_run: usize) {
    let text = read(path);
    let stage = Stage::of(path);
    let mut updates = Vec::new();
    let mut left_out = 0;
    for block in blocks::blocks(path, &text) {
        match &block.kind {
            Kind::Other => check_no_command(&block),
            Kind::NotRun => left_out += 1,
            Kind::Script => stage.script(&block),
            Kind::Console { measured } => stage.console(&block, *measured, &mut updates),
        }
    }
    assert_eq!(left_out, not_run, "{path}: blocks with `not-run`");
    pictures::check(path, stage.here());
    if !updates.is_empty() {
        fs::write(root().join(path), quoted::replaced(&text, updates)).expect("a document");
    }
}

/// A block that shows a command says whether it can be run.
fn check_no_command(block: &Block<'_>) {
    for line in &block.lines {
        let words = line.trim_start_matches(['$', ' ']);
        let command = ["harness ", "cargo run "].iter().any(|start| words.starts_with(start));
        assert!(!command, "{}: `{line}` stands in a block without `sh` or `console`", block.place);
    }
}

#[test]
fn no_document_is_overlooked() {
    let mut found = BTreeSet::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') && !["target", "corpora"].contains(&&*name) {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let path = path.strip_prefix(root()).expect("below the root");
                found.insert(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.retain(|path| !OTHERS.iter().any(|other| path.starts_with(other)));
    let listed = DOCUMENTS.iter().map(|&path| path.to_owned()).collect();
    assert_eq!(found, listed);
}

/// The book and the list of tutorials have every page of `docs`.
#[test]
fn every_page_is_in_the_book() {
    let (book, list) = (read("docs/SUMMARY.md"), read("docs/README.md"));
    let pages = DOCUMENTS.iter().filter_map(|path| path.strip_prefix("docs/"));
    for page in pages.filter(|page| !["SUMMARY.md", "README.md"].contains(page)) {
        let link = format!("]({page})");
        assert!(book.contains(&link), "docs/SUMMARY.md lacks {page}");
        let is_listed = list.contains(&link) || page.starts_with("reference/");
        assert!(is_listed, "docs/README.md lacks {page}");
    }
}

#[test]
fn every_link_leads_somewhere() {
    for path in DOCUMENTS {
        links::check(path);
    }
}

#[test]
fn every_path_that_is_named_exists() {
    for path in DOCUMENTS.iter().filter(|&&path| path != "CHANGELOG.md") {
        links::check_paths(path);
    }
}

#[test]
fn every_option_that_is_named_exists() {
    let options = options::all();
    for path in DOCUMENTS.iter().filter(|&&path| path != "CHANGELOG.md") {
        options::check(path, &options);
    }
}

/// The reference explains every column of a run.
#[test]
fn every_column_is_in_the_reference() {
    let reference = read("docs/reference/columns.md");
    let names: BTreeSet<&str> = reference.split('`').skip(1).step_by(2).collect();
    let stage = Stage::new();
    let package = stage
        .print("harness datasets/4x4.txt -b mrv --jobs 1 -o run > table; cat run/datapackage.json");
    let package: serde_json::Value = serde_json::from_str(&package).expect("JSON");
    for table in package["resources"].as_array().expect("tables") {
        for field in table["schema"]["fields"].as_array().expect("columns") {
            let name = field["name"].as_str().expect("a name");
            assert!(
                names.contains(name),
                "the reference lacks the column `{name}` of {}",
                table["name"]
            );
        }
    }
}
