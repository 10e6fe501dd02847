//! `harness generate`: puzzles by seed, as a corpus.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use board::text::line;
use board::{Geometry, Puzzle};
use rayon::prelude::*;
use solvers::generate::{Generator, Solutions, Wish};

use super::End;
use crate::cli::GenerateArgs;
use crate::geometry::{self, Found};
use crate::hash;
use crate::manifest;

/// How many grids in a row may give nothing before the wish counts as one that cannot be had.
const PATIENCE: u64 = 1000;

/// How many puzzles each worker makes, at the most, before they are written.
const BATCH: u64 = 64;

/// Writes the puzzles to the file that the arguments name, or to `out`.
///
/// # Errors
/// When the geometry or the number of clues cannot be had, or nothing can be written.
pub fn run(
    arguments: &GenerateArgs,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let found = geometry::find(&arguments.geometry, Path::new(""))?;
    let called = called(&found, arguments.output.as_deref())?;
    let geometry = Arc::new(found.geometry);
    let wish = Wish { solutions: arguments.expect.into(), clues: arguments.clues };
    if let Some(clues) = wish.clues.filter(|&clues| clues > geometry.cells()) {
        bail!("{clues} clues, but {} has only {} cells", geometry.name(), geometry.cells());
    }
    let Some(path) = &arguments.output else {
        return write(arguments, &geometry, &called, wish, cancel, out);
    };
    let file = File::create_new(path).with_context(|| format!("cannot make {}", path.display()))?;
    let mut file = BufWriter::new(file);
    let end = write(arguments, &geometry, &called, wish, cancel, &mut file)?;
    file.flush().with_context(|| format!("cannot write {}", path.display()))?;
    Ok(end)
}

fn write(
    arguments: &GenerateArgs,
    geometry: &Arc<Geometry>,
    called: &str,
    wish: Wish,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let jobs = arguments.jobs.map_or_else(manifest::physical_cores, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
    write_header(arguments, called, wish, out)?;
    let mut seen = HashSet::new();
    let (mut number, mut last, mut written) = (0, 0, 0);
    while written < arguments.count {
        let wanted = (arguments.count - written).clamp(jobs as u64, BATCH * jobs as u64);
        let batch = number..number + wanted;
        number = batch.end;
        let make = |generator: &mut Generator<'_>, number| {
            (number, generator.puzzle(arguments.seed, number, wish))
        };
        let new = || Generator::until(geometry.clone(), Some(cancel));
        let puzzles: Vec<(u64, Option<Puzzle>)> =
            pool.install(|| batch.into_par_iter().map_init(new, make).collect());
        if cancel.load(Ordering::Relaxed) {
            out.flush()?;
            return Ok(End::Interrupted);
        }
        for (number, puzzle) in puzzles {
            if let Some(puzzle) = puzzle.filter(|puzzle| seen.insert(hash::class(puzzle))) {
                let text = line::write(geometry.alphabet(), &puzzle.givens());
                writeln!(out, "{text}")?;
                (last, written) = (number, written + 1);
            }
            if written == arguments.count {
                break;
            }
            if number - last > PATIENCE {
                out.flush()?;
                bail!(
                    "{written} of {} puzzles: the next {PATIENCE} random grids gave no new one; \
                     ask for fewer puzzles or more clues",
                    arguments.count
                );
            }
        }
    }
    out.flush()?;
    Ok(End::Well)
}

/// What the header calls a geometry: its name, else its file as it is found from the folder of the
/// corpus, or from the current one.
fn called(found: &Found, output: Option<&Path>) -> anyhow::Result<String> {
    let Some(file) = &found.file else { return Ok(found.geometry.name().into()) };
    let Some(folder) = output.and_then(Path::parent).filter(|it| !it.as_os_str().is_empty()) else {
        return Ok(file.file.clone());
    };
    let whole = |path: &Path| {
        path.canonicalize().with_context(|| format!("cannot find {}", path.display()))
    };
    let (file, folder) = (whole(Path::new(&file.file))?, whole(folder)?);
    let shared = file.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(file.components().skip(shared)).collect();
    Ok(path.display().to_string())
}

/// The header, which says how to make the file again.
fn write_header(
    arguments: &GenerateArgs,
    called: &str,
    wish: Wish,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let expect = match wish.solutions {
        Solutions::One => "unique",
        Solutions::Several => "multiple",
        Solutions::None => "impossible",
    };
    let clues = wish.clues.map_or(String::new(), |clues| format!(" --clues {clues}"));
    writeln!(out, "# geometry: {called}")?;
    writeln!(out, "# expect: {expect}")?;
    writeln!(
        out,
        "# source: harness {} generate --geometry {} --expect {expect}{clues} --count {} --seed {}",
        env!("CARGO_PKG_VERSION"),
        arguments.geometry,
        arguments.count,
        arguments.seed
    )?;
    Ok(())
}
