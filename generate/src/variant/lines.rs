//! Relations of cells in a row, in a column, or on a line through neighbours.

use board::seed::ChaCha8Rng;
use board::{Cell, CellRelation, Geometry, Grid, RelationKind, Symbol};
use rand::seq::{IndexedRandom, SliceRandom};

use super::neighbours;

/// The fewest and the most cells of a thermometer.
const THERMOMETER: std::ops::RangeInclusive<usize> = 3..=6;

/// Returns the sum between the smallest and the largest number of each row and each column in which all numbers occur.
pub(super) fn sandwiches(geometry: &Geometry, grid: &Grid) -> Vec<CellRelation> {
    let is_line = |cells: &[Cell]| {
        let [first, second] = [cells[0], cells[1]].map(|cell| geometry.position(cell));
        let all = |same: &dyn Fn(Cell) -> bool| cells.iter().all(|&cell| same(cell));
        (first.row == second.row && all(&|cell| geometry.position(cell).row == first.row))
            || (first.column == second.column
                && all(&|cell| geometry.position(cell).column == first.column))
    };
    let full = (0..geometry.regions().len()).filter(|&region| geometry.is_full(region));
    let lines = full.map(|region| &geometry.regions()[region].cells);
    lines
        .filter(|cells| cells.len() > 1 && is_line(cells))
        .map(|cells| sandwich(geometry, grid, cells))
        .collect()
}

fn sandwich(geometry: &Geometry, grid: &Grid, cells: &[Cell]) -> CellRelation {
    let mut cells = cells.to_vec();
    cells.sort_unstable_by_key(|&cell| geometry.position(cell));
    let place = |symbol: Symbol| cells.iter().position(|&cell| grid[cell] == symbol);
    let largest = geometry.symbols() as Symbol - 1;
    let [a, b] = [place(0), place(largest)].map(|it| it.expect("all symbols in a full region"));
    let between = &cells[a.min(b) + 1..a.max(b)];
    let sum = between.iter().map(|&cell| u16::from(grid[cell]) + 1).sum();
    CellRelation { kind: RelationKind::Sandwich(sum), cells }
}

/// Rising lines from cell to neighbour, also diagonally, that share no cells. Each starts in a random cell and ends
/// where no free neighbour has a greater number; short ones are dropped.
pub(super) fn thermometers(
    geometry: &Geometry,
    grid: &Grid,
    rng: &mut ChaCha8Rng,
) -> Vec<CellRelation> {
    let touching = neighbours::touching(geometry);
    let mut is_free = vec![true; geometry.cells()];
    let mut bulbs: Vec<Cell> = (0..geometry.cells()).collect();
    bulbs.shuffle(rng);
    let mut lines = Vec::new();
    for bulb in bulbs {
        if !is_free[bulb] {
            continue;
        }
        let mut line = vec![bulb];
        while line.len() < *THERMOMETER.end() {
            let last = line[line.len() - 1];
            let can_follow = |&&cell: &&Cell| is_free[cell] && grid[cell] > grid[last];
            let next: Vec<Cell> = touching[last].iter().filter(can_follow).copied().collect();
            let Some(&cell) = next.choose(rng) else { break };
            line.push(cell);
        }
        if THERMOMETER.contains(&line.len()) {
            line.iter().for_each(|&cell| is_free[cell] = false);
            lines.push(CellRelation { kind: RelationKind::Rising, cells: line });
        }
    }
    lines
}
