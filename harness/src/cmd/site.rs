//! `harness site`: pages for any static host.
//!
//! ```text
//! index.html                 what there is
//! playground.html            read, solve and generate puzzles, with the solvers as a WebAssembly module
//! report.html                with --run: the report of a run
//! ```

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use render::playground::{self, Module};
use render::site::{self, SitePage};

use super::{End, report};
use crate::cli::{self, SiteArgs, Subcommand};

/// The first puzzle of the playground: `harness generate --seed 1 --level easy`.
const EXAMPLE: &str =
    ".1...7.38....8.1765......9...67.....9..2.4..7.7....4.....1.........526........31.";

/// Writes the pages and prints the path of the index to `out`.
///
/// # Errors
/// When the output exists or cannot be written, and when the run or the module cannot be read.
pub fn run(arguments: &SiteArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let output = &arguments.output;
    super::must_be_new(output)?;
    let module = module(arguments.module.as_deref())?;
    fs::create_dir_all(output).with_context(|| format!("cannot create {}", output.display()))?;
    write(output, "playground.html", &playground::page(&module, EXAMPLE))?;
    let mut pages = vec![SitePage {
        file: "playground.html",
        english: "Playground: read, solve and generate puzzles in this browser",
        french: "Terrain de jeu : lire, résoudre et engendrer des grilles dans ce navigateur",
    }];
    if let Some(run) = &arguments.run {
        write_report(run, &output.join("report.html"))?;
        pages.push(SitePage {
            file: "report.html",
            english: "Report of a run: the solvers compared",
            french: "Rapport d’une course : les solveurs comparés (en anglais)",
        });
    }
    write(output, "index.html", &site::index(&pages, &module.origin))?;
    writeln!(out, "{}", output.join("index.html").display())?;
    Ok(End::Well)
}

/// The module of a file or of this program.
fn module(file: Option<&Path>) -> anyhow::Result<Module> {
    let Some(file) = file else { return Ok(Module::kept()) };
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Module::new(&bytes).with_context(|| format!("{} is no WebAssembly module", file.display()))
}

/// Writes the page of `harness report`.
fn write_report(run: &Path, page: &Path) -> anyhow::Result<()> {
    let words = ["harness", "report"].map(OsString::from);
    let files = [run.as_os_str().to_owned(), "-o".into(), page.as_os_str().to_owned()];
    let parsed = cli::parse(&[words.to_vec(), files.to_vec()].concat()).ok();
    match parsed.and_then(|cli| cli.subcommand) {
        Some(Subcommand::Report(arguments)) => {
            report::run(&arguments, &mut std::io::sink()).map(|_| ())
        }
        _ => bail!("{} is no run", run.display()),
    }
}

fn write(folder: &Path, name: &str, page: &str) -> anyhow::Result<()> {
    let path = folder.join(name);
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))
}
