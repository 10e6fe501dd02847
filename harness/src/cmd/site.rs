//! `harness site`: pages for any static host.
//!
//! ```text
//! index.html                 links to the others
//! playground.html            read, solve and generate puzzles, with the solvers as a WebAssembly module
//! lesson-….html              one puzzle, solved by each of eight algorithms
//! report.html                with --run: the report of a run
//! ```

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use board::text::line;
use board::{Puzzle, catalog};
use render::playground::{self, Module, Player};
use render::policy::policy;
use render::site::{self, SitePage};
use solvers::{BACKENDS, Limits};

use super::{End, report};
use crate::cli::{self, Language, SiteArgs, Subcommand};

/// The puzzle of the lessons, and the first of the playground: number 11 of seed 1 and level fiendish. Each search
/// has to bet, but not often.
const PUZZLE: &str =
    "....5.48..72....1.........96.......1.4...8...8..2.45..1..4...72.64.........579...";

/// The maximum number of steps of a lesson.
const STEPS: u64 = 3_000;

/// A lesson: the backend, the file, and the algorithm in English and French.
type LessonPage = (&'static str, &'static str, &'static str, &'static str);

/// The lessons, in the order of the index.
const LESSONS: [LessonPage; 8] = [
    ("backtrack/naive", "lesson-naive.html", "naive backtracking", "retour sur trace naïf"),
    (
        "candidates/mrv",
        "lesson-mrv.html",
        "fewest candidates first",
        "le moins de candidats d’abord",
    ),
    (
        "deduce/singles",
        "lesson-singles.html",
        "propagation of singles",
        "propagation des singletons",
    ),
    ("cover/dlx", "lesson-dancing-links.html", "Dancing Links", "les liens dansants"),
    ("sat/extended.dpll", "lesson-dpll.html", "DPLL", "DPLL"),
    ("sat/extended.cdcl", "lesson-cdcl.html", "CDCL", "CDCL"),
    ("colour/dsatur-exact", "lesson-dsatur.html", "DSatur", "DSatur"),
    ("deduce/all", "lesson-human.html", "human deduction", "déduction humaine"),
];

/// Writes the pages and prints the path of the index to `out`.
///
/// # Errors
/// When the output exists or cannot be written, and when the run or the module cannot be read.
pub fn run(arguments: &SiteArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let output = &arguments.output;
    super::must_be_new(output)?;
    let module = module(arguments.module.as_deref())?;
    // What cannot be read leaves no folder behind.
    let report = arguments.run.as_deref().map(report_page).transpose()?;
    fs::create_dir_all(output).with_context(|| format!("cannot create {}", output.display()))?;
    write(output, "playground.html", &playground::page(&module, &player(), PUZZLE))?;
    let mut pages = vec![SitePage {
        file: "playground.html",
        english: "Playground: read, solve and generate puzzles in this browser".into(),
        french: "Terrain de jeu : lire, résoudre et engendrer des grilles dans ce navigateur"
            .into(),
    }];
    for (backend, file, english, french) in LESSONS {
        write(output, file, &lesson(backend)?)?;
        let (english, french) = (format!("Lesson: {english}"), format!("Leçon : {french}"));
        pages.push(SitePage { file, english, french });
    }
    if let Some(report) = &report {
        write(output, "report.html", report)?;
        pages.push(SitePage {
            file: "report.html",
            english: "Report of a run: the solvers compared".into(),
            french: "Rapport d’une série de mesures : les solveurs comparés (en anglais)".into(),
        });
    }
    write(output, "index.html", &site::index(&pages, &module.origin))?;
    writeln!(out, "{}", output.join("index.html").display())?;
    Ok(End::Well)
}

/// Returns the module of a file or of this program.
fn module(file: Option<&Path>) -> anyhow::Result<Module> {
    let Some(file) = file else { return Ok(Module::kept()) };
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Module::new(&bytes).with_context(|| format!("{} is no WebAssembly module", file.display()))
}

/// Returns the page that plays lessons, without any.
fn player() -> Player {
    let page = lesson::page(&[], Language::En, policy);
    Player { page, style: lesson::page::STYLE, script: lesson::page::script() }
}

/// Returns the page of a lesson.
fn lesson(backend: &str) -> anyhow::Result<String> {
    let backend = BACKENDS.iter().find(|row| row.id == backend).context("expected a backend")?;
    let puzzle: Puzzle = line::parse(PUZZLE, &Arc::new(catalog::classic(9)?))?;
    let lesson = lesson::record(backend.id, &puzzle, backend, &Limits::solutions(2), STEPS)?;
    Ok(lesson::page(&[lesson], Language::En, policy))
}

/// Returns the page of `harness report`.
fn report_page(run: &Path) -> anyhow::Result<String> {
    let scratch = tempfile::tempdir().context("cannot create a temporary folder")?;
    let page = scratch.path().join("report.html");
    let words = ["harness", "report"].map(OsString::from);
    let files = [run.as_os_str().to_owned(), "-o".into(), page.as_os_str().to_owned()];
    let parsed = cli::parse(&[words.to_vec(), files.to_vec()].concat()).ok();
    match parsed.and_then(|cli| cli.subcommand) {
        Some(Subcommand::Report(arguments)) => {
            report::run(&arguments, &mut std::io::sink())?;
            fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))
        }
        _ => bail!("{} is no run", run.display()),
    }
}

fn write(folder: &Path, name: &str, page: &str) -> anyhow::Result<()> {
    let path = folder.join(name);
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))
}
