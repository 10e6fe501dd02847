//! `harness reference`: pages of everything that has a name, generated from the tables of the program.
//!
//! ```text
//! README.md        links to the others
//! columns.md       rows.csv, puzzles.csv, geometries.csv, backends.csv
//! options.md       the subcommands and their options
//! backends.md      backends, SAT encodings and engines
//! techniques.md    presets, groups and techniques of deduction
//! formats.md       notations of puzzles, and kinds of plots
//! geometries.md    boards that have a name
//! families.md      families of exact cover problems
//! ```

use std::fs;
use std::io::Write;

use anyhow::Context;
use solvers::Backend;

use super::End;
use crate::cli::ReferenceArgs;

mod options;
mod tables;

/// A page.
struct Page {
    file: &'static str,
    title: &'static str,
    /// What the page says, for the list of pages and above its first table.
    about: &'static str,
    text: String,
}

/// Writes the pages and prints the path of each.
///
/// # Errors
/// When the folder cannot be written to, or writing to `out` fails.
pub fn run(arguments: &ReferenceArgs, all: &[Backend], out: &mut dyn Write) -> anyhow::Result<End> {
    let folder = &arguments.output;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let pages = pages(all)?;
    let texts = pages.iter().map(|page| (page.file, page.markdown()));
    for (file, text) in [("README.md", index(&pages))].into_iter().chain(texts) {
        let path = folder.join(file);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(End::Well)
}

fn pages(all: &[Backend]) -> anyhow::Result<Vec<Page>> {
    let page = |file, title, about, text| Page { file, title, about, text };
    Ok(vec![
        page("columns.md", "Columns", "The columns of the files of a run", tables::columns()),
        page("options.md", "Options", "All subcommands with their options", options::text()),
        page(
            "backends.md",
            "Backends",
            "All backends, and the encodings and engines that make further ones",
            tables::backends(all),
        ),
        page(
            "techniques.md",
            "Techniques",
            "What `--techniques` accepts, in the order in which deduction tries it",
            tables::techniques(),
        ),
        page(
            "formats.md",
            "Formats",
            "The notations of puzzles, and the kinds of plots",
            tables::formats(),
        ),
        page(
            "geometries.md",
            "Geometries",
            "The boards that have a name. All orders up to 100 have one, as `classic60` and `latin47`; of those above 36, squares are listed",
            tables::geometries()?,
        ),
        page(
            "families.md",
            "Families of instances",
            "Exact cover problems that need no file",
            tables::families(),
        ),
    ])
}

impl Page {
    fn markdown(&self) -> String {
        let Self { title, about, text, .. } = self;
        format!("# {title}\n\n{about}. `harness reference` writes this page.\n\n{text}")
    }
}

/// Returns the list of the pages.
fn index(pages: &[Page]) -> String {
    let line = |page: &Page| format!("- [{}]({}): {}\n", page.title, page.file, lower(page.about));
    let lines: String = pages.iter().map(line).collect();
    format!(
        "# Reference\n\nEverything that has a name, as `harness reference` writes it.\n\n{lines}"
    )
}

/// Returns a sentence that follows a colon.
fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
