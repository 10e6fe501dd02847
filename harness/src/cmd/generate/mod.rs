//! `harness generate`: puzzles by seed, as a corpus.
//!
//! ```text
//!   numbers ──> workers ──> puzzles in order ──> no second of a class ──> file, screen
//! ```
//!
//! A number of the seed is one puzzle or none, whoever works on it, so that the bytes do not depend on
//! how many work. `stream` goes through the numbers, `pattern` reads what `--symmetry` means,
//! `output` writes. `mine` climbs to a `goal`, and keeps a `journal`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use board::Geometry;
use generate::objective::Objective;
use generate::{Generator, Pattern, Share, Solutions, Spec, Strategy};
use race::corpus::geometry;
use solvers::Backend;

use self::output::Output;
use self::stream::Stream;
use super::End;
use crate::cli::{Expect, FamilyOf, GenerateArgs, Hardness, Method};

mod goal;
mod journal;
mod mine;
mod output;
mod pattern;
mod stream;

/// Writes the puzzles to the file that the arguments name, or to `out`.
///
/// # Errors
/// When what is asked for contradicts itself or cannot be had, or nothing can be written.
pub fn run(
    arguments: &GenerateArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let found = geometry::find(&arguments.geometry, Path::new(""))?;
    let geometry = Arc::new(found.geometry);
    let pattern = pattern::find(&arguments.symmetry, &geometry)?;
    let spec = spec(arguments, &geometry, &pattern)?;
    let objective = goal::of(&arguments.mining, &geometry, all)?;
    let Some(path) = &arguments.output else {
        return write(arguments, &geometry, pattern, spec, objective, cancel, out);
    };
    let file =
        File::create_new(path).with_context(|| format!("cannot create {}", path.display()))?;
    let mut file = BufWriter::new(file);
    let end = write(arguments, &geometry, pattern, spec, objective, cancel, &mut file)?;
    file.flush().with_context(|| format!("cannot write {}", path.display()))?;
    Ok(end)
}

/// What the arguments ask for, where they do not contradict each other.
fn spec(arguments: &GenerateArgs, geometry: &Geometry, pattern: &Pattern) -> anyhow::Result<Spec> {
    let (clues, is_drawn) = (arguments.clues, matches!(pattern, Pattern::Cells(_)));
    if let Some(clues) = clues.filter(|&clues| clues > geometry.cells()) {
        bail!("{clues} clues, but {} has only {} cells", geometry.name(), geometry.cells());
    }
    if let (Pattern::Cells(cells), Some(clues)) = (pattern, clues)
        && cells.len() != clues
    {
        bail!("{clues} clues, but {} draws {} given cells", arguments.symmetry, cells.len());
    }
    let method = arguments.method.unwrap_or(if is_drawn { Method::Build } else { Method::Remove });
    let has_pattern = arguments.symmetry != "none";
    match method {
        Method::Build | Method::Choose if !is_drawn && clues.is_none() => {
            bail!(
                "this method needs to know how many cells are given: expected --clues, or a file for --symmetry"
            );
        }
        Method::Hurtebis if has_pattern => bail!("Hurtebis' puzzles have no symmetry"),
        Method::Hurtebis if arguments.level.is_some_and(|it| it > Hardness::Hard) => {
            bail!("Hurtebis' puzzles need no hypothesis, expected --level easy, medium or hard");
        }
        Method::Remove if is_drawn => {
            bail!(
                "{} says which cells are given, expected --method build or choose",
                arguments.symmetry
            );
        }
        _ => {}
    }
    if has_pattern && (arguments.family.is_some() || arguments.mining.is_asked_for()) {
        bail!("--symmetry does not go with --family, --fewest-clues and --hardest-for");
    }
    let is_plain = method == Method::Remove && !has_pattern && arguments.level.is_none();
    if arguments.expect != Expect::Unique && !is_plain {
        bail!("only puzzles with one solution have a level, a symmetry or another method");
    }
    let level = arguments.level.map(Into::into);
    let (solutions, strategy, grids) =
        (Solutions::from(arguments.expect), Strategy::from(method), arguments.grids.into());
    Ok(Spec { solutions, clues, level, strategy, grids })
}

fn write(
    arguments: &GenerateArgs,
    geometry: &Arc<Geometry>,
    pattern: Pattern,
    spec: Spec,
    objective: Option<Objective>,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let mut output = Output::new(arguments, geometry, out);
    if let Some(objective) = objective {
        return mine::run(arguments, &objective, geometry, cancel, &mut output);
    }
    output.begin()?;
    let new = || Generator::until(geometry.clone(), Some(cancel)).with_pattern(pattern.clone());
    let stream = Stream::new(arguments.count, arguments.jobs.number, cancel)?;
    let mut end = stream::End::All;
    for share in shares(arguments, geometry) {
        let make = |generator: &mut Generator<'_>, number| {
            let before = generator.states();
            let puzzle = match share {
                Some(share) => {
                    generator.with_share(arguments.seed.number, number, share, spec.grids)
                }
                None => generator.puzzle(arguments.seed.number, number, spec),
            };
            (puzzle, generator.states() - before)
        };
        end = stream.run(&new, &make, &mut |puzzle| output.put(puzzle))?;
        if end != stream::End::All {
            break;
        }
    }
    output.end()?;
    match end {
        stream::End::All => Ok(End::Well),
        stream::End::Interrupted => Ok(End::Interrupted),
        stream::End::NoMore { written, numbers, states } => bail!(
            "{written} of {} puzzles: the next {numbers} numbers of the seed gave no new one \
             ({states} search states); ask for fewer puzzles, more clues, or another level or share",
            arguments.count
        ),
    }
}

/// The shares that are asked for; without any, puzzles of the spec.
fn shares(arguments: &GenerateArgs, geometry: &Geometry) -> Vec<Option<Share>> {
    let Some(family) = arguments.family else { return vec![None] };
    let share = |share: &f64| {
        let cells = (share * geometry.cells() as f64).round() as usize;
        Some(match family {
            FamilyOf::Completion => Share::Assigned(cells),
            FamilyOf::Holes => Share::Left(geometry.cells() - cells),
        })
    };
    arguments.share.iter().map(share).collect()
}
