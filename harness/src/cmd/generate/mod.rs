//! `harness generate`: generates puzzles reproducibly from a seed.
//!
//! ```text
//!   numbers ──> workers ──> puzzles in order ──> without isomorphs ──> output
//! ```
//!
//! A seed and a number determine a puzzle or none, so the output does not depend on the number of
//! workers. `stream` processes the numbers in batches, `pattern` interprets `--symmetry`, and `output`
//! writes. `mine` climbs towards a `goal` and keeps a `journal`.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use board::Geometry;
use board::text::WriteError;
use board::text::record::Style;
use generate::objective::Objective;
use generate::{Generator, Grids, Pattern, Share, Solutions, Spec, Strategy, has_regular_grid};
use race::corpus::geometry;
use solvers::Backend;
use solvers::sets::candidates::fit_in_words;

use self::output::Output;
use self::outputs::Outputs;
use self::stream::{NUMBERS, Patience, STATES, Stream, StreamEnd};
use super::End;
use crate::cli::{
    BalanceOf, Expect, FamilyOf, GenerateArgs, GridsBy, Hardness, StrategyChoice, VariantChoice,
};

mod clues;
mod goal;
mod journal;
mod mine;
mod output;
mod outputs;
mod pattern;
mod stream;

/// The number of attempts for a number of clues alone. One puzzle in a hundred thousand that lost clues
/// in random order has 20 clues.
const ATTEMPTS: u64 = 100_000;

/// The most symbols of a board whose full grids a search finds.
const SEARCHED: usize = 49;

/// Generates the puzzles, and writes them to a new file or to `out`.
///
/// # Errors
/// When the request contradicts itself or cannot be met, or writing fails.
pub fn run(
    arguments: &GenerateArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let found = geometry::find(&arguments.geometry, Path::new(""))?;
    let geometry = Arc::new(found.geometry);
    if !geometry.relations().is_empty() {
        let name = geometry.name();
        bail!(
            "{name} has relations, expected a board of regions alone, and --variant for puzzles with relations"
        );
    }
    let pattern = pattern::find(&arguments.symmetry, &geometry)?;
    let spec = spec(arguments, &geometry, &pattern)?;
    let objective = goal::of(&arguments.mining, &geometry, all)?;
    check_notation(arguments)?;
    let outputs = Outputs::open(&arguments.output, out)?;
    write(arguments, &geometry, pattern, spec, objective, cancel, outputs)
}

/// Checks that the notation can hold all puzzles.
fn check_notation(arguments: &GenerateArgs) -> anyhow::Result<()> {
    let puzzles = arguments.count.saturating_mul(arguments.share.len().max(1) as u64);
    if let Some(notation) = arguments.to
        && puzzles > 1
        && notation.writer(Style::default()).holds_one()
    {
        bail!("--to: {}", WriteError::Second(notation.name));
    }
    Ok(())
}

/// Returns the specification of the puzzles, if the arguments do not contradict each other.
fn spec(
    arguments: &GenerateArgs,
    geometry: &Arc<Geometry>,
    pattern: &Pattern,
) -> anyhow::Result<Spec> {
    let (clues, is_drawn) = (arguments.clues, matches!(pattern, Pattern::Cells(_)));
    if clues.is_some() && arguments.variant == Some(VariantChoice::Killer) {
        bail!("cages take the place of givens, expected no --clues with --variant killer");
    }
    clues::check(arguments, geometry, pattern)?;
    let method = arguments.method.unwrap_or(if is_drawn {
        StrategyChoice::Build
    } else {
        StrategyChoice::Remove
    });
    check_method(method, arguments, is_drawn)?;
    let has_pattern = arguments.symmetry != "none";
    if has_pattern && (arguments.family.is_some() || arguments.mining.is_given()) {
        bail!("--symmetry cannot be combined with --family, --fewest-clues or --hardest-for");
    }
    if arguments.balance.is_some() && arguments.family != Some(FamilyOf::Holes) {
        bail!("only holes are balanced, expected --family holes with --balance");
    }
    let is_any = arguments.level.is_none() && arguments.techniques.is_none();
    let is_plain = method == StrategyChoice::Remove && !has_pattern && is_any;
    if arguments.expect != Expect::Unique && !is_plain {
        bail!("--level, --techniques, --symmetry and --method require puzzles with one solution");
    }
    let (variant, level) = (arguments.variant.map(Into::into), arguments.level.map(Into::into));
    let (solutions, strategy) = (Solutions::from(arguments.expect), Strategy::from(method));
    let grids = grids(arguments, geometry)?;
    Ok(Spec { solutions, variant, clues, level, strategy, grids })
}

/// Returns how full grids are made.
fn grids(arguments: &GenerateArgs, geometry: &Arc<Geometry>) -> anyhow::Result<Grids> {
    match arguments.grids {
        Some(GridsBy::Regular) if !has_regular_grid(geometry) => bail!(
            "{} has no regular grid, expected a classic or a Latin board with --grids regular",
            geometry.name()
        ),
        Some(grids) => Ok(grids.into()),
        None if geometry.symbols() > SEARCHED && has_regular_grid(geometry) => Ok(Grids::Regular),
        None => Ok(Grids::FewestFirst),
    }
}

/// Checks that a method supports the requested cells and level.
fn check_method(
    method: StrategyChoice,
    arguments: &GenerateArgs,
    is_drawn: bool,
) -> anyhow::Result<()> {
    match method {
        StrategyChoice::Build | StrategyChoice::Choose
            if !is_drawn && arguments.clues.is_none() =>
        {
            bail!(
                "this method requires the number of given cells: expected --clues, or a file for --symmetry"
            );
        }
        StrategyChoice::Hurtebis if arguments.symmetry != "none" => {
            bail!("Hurtebis' puzzles have no symmetry")
        }
        StrategyChoice::Hurtebis if arguments.level.is_some_and(|it| it > Hardness::Hard) => {
            bail!("Hurtebis' puzzles need no hypothesis, expected --level easy, medium or hard");
        }
        StrategyChoice::Remove if is_drawn => {
            bail!(
                "{} draws the given cells, expected --method build or choose",
                arguments.symmetry
            );
        }
        _ => Ok(()),
    }
}

fn write(
    arguments: &GenerateArgs,
    geometry: &Arc<Geometry>,
    pattern: Pattern,
    spec: Spec,
    objective: Option<Objective>,
    cancel: &AtomicBool,
    outputs: Outputs<'_>,
) -> anyhow::Result<End> {
    let mut output = Output::new(arguments, geometry, outputs);
    if let Some(objective) = objective {
        return mine::run(arguments, &objective, geometry, cancel, &mut output);
    }
    output.begin()?;
    if spec.level.is_some() || arguments.techniques.is_some() {
        fit_in_words(geometry)?;
    }
    let new = || {
        let generator = Generator::until(geometry.clone(), Some(cancel));
        let generator = generator.with_pattern(pattern.clone());
        generator.solved_by(arguments.techniques.as_ref()).expect("symbols that fit in words")
    };
    let patience = patience(arguments, geometry);
    let stream = Stream::new(arguments.count, patience, arguments.jobs.number, cancel)?;
    let seed = arguments.seed.number;
    let mut end = StreamEnd::All;
    for share in shares(arguments, geometry) {
        let make = |generator: &mut Generator<'_>, number| {
            let before = generator.states();
            let puzzle = match share {
                Some(share) => generator.with_share(seed, number, share, spec.grids),
                None => generator.puzzle(seed, number, spec),
            };
            (puzzle, generator.states() - before)
        };
        end = stream.run(&new, &make, &mut |puzzles| output.put(puzzles))?;
        if end != StreamEnd::All {
            break;
        }
    }
    drop(stream);
    output.end()?;
    result(arguments, end)
}

/// Returns how long to try, with a note if that may be long.
fn patience(arguments: &GenerateArgs, geometry: &Geometry) -> Patience {
    if let Some(numbers) = arguments.tries {
        return Patience { numbers, states: u64::MAX };
    }
    let numbers = if wants_clues_alone(arguments) { ATTEMPTS } else { NUMBERS };
    // On 9×9, at most 20.
    let is_few = |clues: usize| clues * 81 <= 20 * geometry.cells();
    if wants_clues_alone(arguments) && arguments.clues.is_some_and(is_few) {
        super::note(&format!(
            "random puzzles rarely have so few clues, up to {numbers} are tried; --tries changes that, \
             and --fewest-clues climbs to few clues"
        ));
    }
    Patience { numbers, states: STATES }
}

/// Returns the result of a stream.
///
/// # Errors
/// When it ended without all puzzles.
fn result(arguments: &GenerateArgs, end: StreamEnd) -> anyhow::Result<End> {
    match end {
        StreamEnd::All => Ok(End::Well),
        StreamEnd::Interrupted => Ok(End::Interrupted),
        StreamEnd::NoMore { written, numbers, states } => bail!(
            "{written} of {} puzzles: {numbers} consecutive attempts gave no new one \
             ({states} search states); {}",
            arguments.count,
            advice(arguments)
        ),
    }
}

/// Returns whether the number of clues is all that can be hard to reach.
fn wants_clues_alone(arguments: &GenerateArgs) -> bool {
    let is_any = arguments.level.is_none() && arguments.techniques.is_none();
    let is_plain = arguments.symmetry == "none" && is_any && arguments.variant.is_none();
    arguments.clues.is_some() && is_plain && arguments.expect == Expect::Unique
}

/// Returns what to ask for instead, by the options that were given.
fn advice(arguments: &GenerateArgs) -> String {
    let options = [
        (arguments.count > 1, "fewer puzzles"),
        (arguments.clues.is_some(), "more clues"),
        (arguments.level.is_some(), "another level"),
        (arguments.techniques.is_some(), "more techniques"),
        (arguments.symmetry != "none", "another pattern"),
        (arguments.family.is_some(), "another share"),
        (arguments.variant.is_some(), "another variant"),
        (true, "a smaller board"),
    ];
    let options = options.into_iter().filter(|(is_given, _)| *is_given).map(|(_, what)| what);
    let advice =
        format!("ask for {}, or try more with --tries", options.collect::<Vec<_>>().join(" or "));
    match wants_clues_alone(arguments) {
        true => format!("{advice}, or climb to few clues with --fewest-clues"),
        false => advice,
    }
}

/// Returns the requested shares; a single `None` without `--family`.
fn shares(arguments: &GenerateArgs, geometry: &Geometry) -> Vec<Option<Share>> {
    let Some(family) = arguments.family else { return vec![None] };
    let share = |share: &f64| {
        let cells = (share * geometry.cells() as f64).round() as usize;
        Some(match family {
            FamilyOf::Completion => Share::Assigned(cells),
            FamilyOf::Holes => {
                let given = geometry.cells() - cells;
                let balanced = |balance: BalanceOf| Share::Balanced(given, balance.into());
                arguments.balance.map_or(Share::Left(given), balanced)
            }
        })
    };
    arguments.share.iter().map(share).collect()
}
