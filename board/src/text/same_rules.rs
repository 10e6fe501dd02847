//! Whether two boards state the same rules, whatever their names and the order of what they state.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::line::write_givens;
use super::parsed::{Cells, ParsedPuzzle};
use crate::catalog;
use crate::geometry::{Cell, CellRelation, Geometry};
use crate::puzzle::Puzzle;
use crate::relation::RelationKind;

/// Returns whether two boards have the same cells and state the same rules, whatever their names, the order of regions
/// and relations, and regions that are part of others.
pub fn states_the_same(one: &Geometry, other: &Geometry) -> bool {
    let positions =
        |it: &Geometry| (0..it.cells()).map(|cell| it.position(cell)).collect::<Vec<_>>();
    one.symbols() == other.symbols()
        && positions(one) == positions(other)
        && meaning(one) == meaning(other)
}

/// The regions that are part of no other, and relations.
pub(super) type Meaning = (Vec<Vec<Cell>>, BTreeSet<(RelationKind, Vec<Cell>)>);

/// Returns what a board states, whatever the order and the names: relations of each cell and the next as those of
/// pairs, and without the order of cells where it does not matter.
pub(super) fn meaning(geometry: &Geometry) -> Meaning {
    let mut all = regions(geometry);
    all.dedup();
    let is_part = |one: &[Cell], other: &[Cell]| {
        one.len() < other.len() && one.iter().all(|cell| other.binary_search(cell).is_ok())
    };
    let largest = all.iter().filter(|one| !all.iter().any(|other| is_part(one, other)));
    let mut relations = BTreeSet::new();
    for CellRelation { kind, cells } in geometry.relations() {
        match kind {
            RelationKind::Sum(_) => drop(relations.insert((*kind, sorted(cells)))),
            RelationKind::Sandwich(_) => drop(relations.insert((*kind, cells.clone()))),
            RelationKind::Rising => {
                relations.extend(cells.windows(2).map(|pair| (*kind, pair.to_vec())));
            }
            _ => relations.extend(cells.windows(2).map(|pair| (*kind, sorted(pair)))),
        }
    }
    (largest.cloned().collect(), relations)
}

/// Returns the name of the board of the catalog that has the same regions, if there is one and there are no relations.
pub(super) fn known(geometry: &Geometry) -> Option<String> {
    static DRAWN: OnceLock<Vec<Geometry>> = OnceLock::new();
    let size = geometry.symbols();
    if !geometry.relations().is_empty() {
        return None;
    }
    let drawn = DRAWN.get_or_init(|| {
        let names = catalog::entries().into_iter().flat_map(|entry| entry.names);
        let drawn = names.filter(|name| catalog::is_drawn(name));
        drawn.filter_map(|name| catalog::named(&name).ok()).collect()
    });
    let own = regions(geometry);
    let is_same = |other: &&Geometry| {
        other.symbols() == size && other.cells() == geometry.cells() && regions(other) == own
    };
    if let Some(found) = drawn.iter().find(is_same) {
        return Some(found.name().into());
    }
    let families = ["classic", "latin", "x"].map(|family| format!("{family}{size}"));
    let made = families.iter().filter_map(|name| catalog::named(name).ok());
    made.into_iter().find(|other| is_same(&other)).map(|other| other.name().into())
}

/// Returns whether what was read is this puzzle, on a board that may have another name.
pub(super) fn is_read_as(read: &ParsedPuzzle, puzzle: &Puzzle) -> bool {
    let Some(text) = read.metadata.geometry.as_ref().map(|stated| &stated.text) else {
        return false;
    };
    let board = match text.contains('\n') {
        true => catalog::read_drawing(text, "").ok().map(|drawing| drawing.geometry),
        false => catalog::named(text).ok(),
    };
    let Cells::Line(_, _, cells) = &read.cells else { return false };
    board.is_some_and(|board| states_the_same(&board, puzzle.geometry()))
        && *cells == write_givens(puzzle)
}

/// Returns the cells of each region of a board, sorted.
fn regions(geometry: &Geometry) -> Vec<Vec<Cell>> {
    let mut regions: Vec<_> = geometry.regions().iter().map(|it| sorted(&it.cells)).collect();
    regions.sort_unstable();
    regions
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}
