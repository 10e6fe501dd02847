//! The roles of regions by their shape: which are blocks, where thick lines are, and which regions are
//! neither blocks nor rows nor columns.

use std::collections::{BTreeSet, HashMap};

use board::{Cell, Geometry, Position, Region};

use super::relations::is_cage_of_sum;

/// A side of a cell: the corner where it begins, as row and column, and whether it is horizontal.
pub(super) type Side = ((usize, usize), bool);

/// A region with fewer cells has no tint: dozens of pairs, as in anti-knight, would tint everything.
const MIN_TINTED: usize = 3;

/// Returns the thin and the thick lines. The outline and the lines between two blocks are thick.
pub(super) fn lines(geometry: &Geometry) -> [Vec<Side>; 2] {
    let mut at = HashMap::new();
    (0..geometry.cells()).for_each(|cell| {
        at.insert(geometry.position(cell), cell);
    });
    let block = blocks(geometry);
    let (mut thin, mut thick) = (BTreeSet::new(), BTreeSet::new());
    for cell in 0..geometry.cells() {
        let Position { row, column } = geometry.position(cell);
        let above = row.checked_sub(1).map(|row| Position { row, column });
        let left = column.checked_sub(1).map(|column| Position { row, column });
        let (below, right) =
            (Position { row: row + 1, column }, Position { row, column: column + 1 });
        for (line, beyond) in [
            (((row, column), true), above),
            (((row, column), false), left),
            (((row + 1, column), true), Some(below)),
            (((row, column + 1), false), Some(right)),
        ] {
            let neighbour = beyond.and_then(|position| at.get(&position));
            let is_inside = neighbour.is_some_and(|&other| block[other] == block[cell]);
            if is_inside {
                thin.insert(line)
            } else {
                thick.insert(line)
            };
        }
    }
    [thin.into_iter().collect(), thick.into_iter().collect()]
}

/// Returns the regions that are neither rows nor columns nor blocks, except for those with few
/// cells.
pub(super) fn further(geometry: &Geometry) -> Vec<&Region> {
    let block = blocks(geometry);
    let is_block = |index: usize| block.contains(&Some(index));
    let further = geometry.regions().iter().enumerate().filter(|(index, region)| {
        region.cells.len() >= MIN_TINTED
            && !is_line(geometry, region)
            && !is_block(*index)
            && !is_cage_of_sum(geometry, &region.cells)
    });
    // A block shared by two overlapping grids occurs twice.
    let same = |a: &Region, b: &Region| {
        a.cells.iter().collect::<BTreeSet<_>>() == b.cells.iter().collect::<BTreeSet<_>>()
    };
    let blocks = || geometry.regions().iter().enumerate().filter(|(index, _)| is_block(*index));
    further
        .map(|(_, region)| region)
        .filter(|region| !blocks().any(|(_, block)| same(block, region)))
        .collect()
}

/// Returns the block of each cell. Blocks are, in order, the connected regions that are neither rows nor columns and
/// share no cell with an earlier block, except the cages of sums.
pub fn blocks(geometry: &Geometry) -> Vec<Option<usize>> {
    let mut block = vec![None; geometry.cells()];
    for (index, region) in geometry.regions().iter().enumerate() {
        let is_free = region.cells.iter().all(|&cell| block[cell].is_none());
        let is_cage = || is_cage_of_sum(geometry, &region.cells);
        if is_free
            && !is_line(geometry, region)
            && is_connected(geometry, &region.cells)
            && !is_cage()
        {
            region.cells.iter().for_each(|&cell| block[cell] = Some(index));
        }
    }
    block
}

/// Returns whether all cells are in one row or one column.
fn is_line(geometry: &Geometry, region: &Region) -> bool {
    let all_same = |of: &dyn Fn(Position) -> usize| {
        let mut values = region.cells.iter().map(|&cell| of(geometry.position(cell)));
        let first = values.next();
        values.all(|value| Some(value) == first)
    };
    all_same(&|position| position.row) || all_same(&|position| position.column)
}

/// Returns whether the cells are connected by their sides.
fn is_connected(geometry: &Geometry, cells: &[Cell]) -> bool {
    let mut waiting: BTreeSet<Position> =
        cells.iter().map(|&cell| geometry.position(cell)).collect();
    let mut reached: Vec<Position> = waiting.pop_first().into_iter().collect();
    while let Some(Position { row, column }) = reached.pop() {
        let beside = [
            Position { row: row + 1, column },
            Position { row, column: column + 1 },
            Position { row: row.wrapping_sub(1), column },
            Position { row, column: column.wrapping_sub(1) },
        ];
        reached.extend(beside.into_iter().filter(|position| waiting.remove(position)));
    }
    waiting.is_empty()
}
