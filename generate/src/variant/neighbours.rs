//! Cells beside each other, and relations of those that share an edge.

use std::collections::HashMap;

use board::seed::ChaCha8Rng;
use board::{Cell, CellRelation, Geometry, Grid, Position, RelationKind};
use rand::RngExt;

/// Returns all pairs of cells that share an edge: of each cell with the one to its right, and the one below.
pub(super) fn pairs(geometry: &Geometry) -> Vec<[Cell; 2]> {
    let cell_at = cells_by_position(geometry);
    let with_next = |cell: Cell| {
        let Position { row, column } = geometry.position(cell);
        let next = [Position { row, column: column + 1 }, Position { row: row + 1, column }];
        next.into_iter().filter_map(|it| cell_at.get(&it)).map(|&it| [cell, it]).collect::<Vec<_>>()
    };
    (0..geometry.cells()).flat_map(with_next).collect()
}

/// For each cell those that touch it with an edge or a corner, in ascending order.
pub(super) fn touching(geometry: &Geometry) -> Vec<Vec<Cell>> {
    let cell_at = cells_by_position(geometry);
    let of = |cell: Cell| {
        let Position { row, column } = geometry.position(cell);
        let rows = row.saturating_sub(1)..=row + 1;
        let columns = column.saturating_sub(1)..=column + 1;
        let around =
            rows.flat_map(|row| columns.clone().map(move |column| Position { row, column }));
        let mut its: Vec<Cell> = around.filter_map(|it| cell_at.get(&it)).copied().collect();
        its.retain(|&it| it != cell);
        its.sort_unstable();
        its
    };
    (0..geometry.cells()).map(of).collect()
}

fn cells_by_position(geometry: &Geometry) -> HashMap<Position, Cell> {
    (0..geometry.cells()).map(|cell| (geometry.position(cell), cell)).collect()
}

/// Marks all neighbours whose numbers differ by one, and all others as not.
pub(super) fn consecutive(geometry: &Geometry, grid: &Grid) -> Vec<CellRelation> {
    let mark = |pair: [Cell; 2]| {
        let kind = match is_consecutive(grid, pair) {
            true => RelationKind::Difference(1),
            false => RelationKind::NotDifference(1),
        };
        relation(kind, pair)
    };
    pairs(geometry).into_iter().map(mark).collect()
}

/// Marks the greater one of all neighbours in one block or, on boards without blocks, of all neighbours.
pub(super) fn greater_than(geometry: &Geometry, grid: &Grid) -> Vec<CellRelation> {
    let all = pairs(geometry);
    // Besides the block, neighbours share a row or a column.
    let in_block: Vec<[Cell; 2]> =
        all.iter().copied().filter(|&pair| n_shared(geometry, pair) > 1).collect();
    let marked = if in_block.is_empty() { all } else { in_block };
    let mark = |[a, b]: [Cell; 2]| {
        let rising = if grid[a] < grid[b] { [a, b] } else { [b, a] };
        relation(RelationKind::Rising, rising)
    };
    // Equal numbers, as neighbours without a common region may have them, are not marked.
    marked.into_iter().filter(|&[a, b]| grid[a] != grid[b]).map(mark).collect()
}

/// Puts a white dot between neighbours that differ by one, a black one where one is twice the other, and either
/// between 1 and 2. Where there is no dot, neither holds.
pub(super) fn dots(geometry: &Geometry, grid: &Grid, rng: &mut ChaCha8Rng) -> Vec<CellRelation> {
    let mut relations = Vec::new();
    for pair in pairs(geometry) {
        let dot = match (is_consecutive(grid, pair), is_double(grid, pair)) {
            (true, true) if rng.random() => Some(RelationKind::Difference(1)),
            (_, true) => Some(RelationKind::Ratio(2)),
            (true, false) => Some(RelationKind::Difference(1)),
            (false, false) => None,
        };
        match dot {
            Some(kind) => relations.push(relation(kind, pair)),
            None => {
                let neither = [RelationKind::NotDifference(1), RelationKind::NotRatio(2)];
                relations.extend(neither.map(|kind| relation(kind, pair)));
            }
        }
    }
    relations
}

fn relation(kind: RelationKind, pair: [Cell; 2]) -> CellRelation {
    CellRelation { kind, cells: pair.to_vec() }
}

fn is_consecutive(grid: &Grid, [a, b]: [Cell; 2]) -> bool {
    grid[a].abs_diff(grid[b]) == 1
}

fn is_double(grid: &Grid, [a, b]: [Cell; 2]) -> bool {
    let [a, b] = [a, b].map(|cell| usize::from(grid[cell]) + 1);
    a == 2 * b || b == 2 * a
}

/// Returns the number of regions of which both cells are members.
fn n_shared(geometry: &Geometry, [a, b]: [Cell; 2]) -> usize {
    let of_b = geometry.regions_of(b);
    geometry.regions_of(a).iter().filter(|region| of_b.contains(region)).count()
}
