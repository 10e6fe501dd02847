//! Which numbers of clues a request can have.

use anyhow::bail;
use board::Geometry;
use generate::Pattern;
use render::table::counted;

use crate::cli::{Expect, GenerateArgs};

/// The fewest clues of a puzzle with one solution on classic boards, by their numbers of symbols. That of 9×9
/// was found by McGuire, Tugemann and Civario (2012).
const FEWEST: [(usize, usize); 2] = [(4, 4), (9, 17)];

/// Checks the number of clues against the board, the number of solutions and the pattern.
///
/// # Errors
/// When no puzzle has that many.
pub(super) fn check(
    arguments: &GenerateArgs,
    geometry: &Geometry,
    pattern: &Pattern,
) -> anyhow::Result<()> {
    let name = geometry.name();
    if let Some(clues) = arguments.clues {
        if clues > geometry.cells() {
            bail!(
                "{}, but {name} has only {}",
                counted(clues as u64, "clue"),
                counted(geometry.cells() as u64, "cell")
            );
        }
        check_pattern(clues, &arguments.symmetry, pattern)?;
    }
    let drawn = match pattern {
        Pattern::Cells(cells) => Some(cells.len()),
        Pattern::Orbits(_) => None,
    };
    let is_unique = arguments.expect == Expect::Unique && arguments.family.is_none();
    // A variant adds relations later.
    let fewest = fewest(geometry);
    if let Some(clues) = arguments.clues.or(drawn)
        && clues < fewest
        && is_unique
        && arguments.variant.is_none()
    {
        bail!(
            "no puzzle on {name} with {} has only one solution, expected at least {fewest}",
            counted(clues as u64, "clue")
        );
    }
    Ok(())
}

/// Returns a number of clues that every puzzle with one solution has, unless all its cells are given: two symbols that
/// are not given could be exchanged in a solution. Relations may tell them apart.
fn fewest(geometry: &Geometry) -> usize {
    if !geometry.relations().is_empty() {
        return 0;
    }
    let symbols = geometry.symbols();
    let known = FEWEST.iter().find(|(size, _)| geometry.is_classic() && *size == symbols);
    known.map_or(symbols - 1, |(_, fewest)| *fewest).min(geometry.cells())
}

/// Checks that a pattern can have a number of clues.
fn check_pattern(clues: usize, symmetry: &str, pattern: &Pattern) -> anyhow::Result<()> {
    match pattern {
        Pattern::Cells(cells) if cells.len() != clues => {
            let drawn = counted(cells.len() as u64, "given cell");
            bail!("{}, but {symmetry} draws {drawn}", counted(clues as u64, "clue"))
        }
        Pattern::Cells(_) => Ok(()),
        Pattern::Orbits(orbits) => {
            let reachable = reachable(orbits.iter().map(Vec::len));
            if reachable[clues] {
                return Ok(());
            }
            let below = (0..clues).rev().find(|&n| reachable[n]);
            let above = (clues..reachable.len()).find(|&n| reachable[n]);
            let others = [below, above].into_iter().flatten().map(|n| n.to_string());
            bail!(
                "no pattern with --symmetry {symmetry} has {}, expected --clues {}",
                counted(clues as u64, "clue"),
                others.collect::<Vec<_>>().join(" or ")
            )
        }
    }
}

/// Returns, for each number of cells, whether orbits of these sizes have that many together.
fn reachable(sizes: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut reachable = vec![true];
    for size in sizes {
        let shorter = reachable.clone();
        reachable.resize(shorter.len() + size, false);
        (0..shorter.len()).for_each(|n| reachable[n + size] |= shorter[n]);
    }
    reachable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_clues_are_sums_of_orbits() {
        let sums = |sizes: &[usize]| {
            let reachable = reachable(sizes.iter().copied());
            (0..reachable.len()).filter(|&n| reachable[n]).collect::<Vec<_>>()
        };
        assert_eq!(sums(&[4, 1, 4]), [0, 1, 4, 5, 8, 9]);
        assert_eq!(sums(&[2, 2]), [0, 2, 4]);
        assert_eq!(sums(&[]), [0]);
    }
}
