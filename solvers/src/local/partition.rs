//! Regions that divide a board: each cell is in exactly one of them, and each has as many cells as there are
//! symbols. Blocks do on most boards, rows on a Latin square.

use board::{Cell, Geometry};

/// The number of regions that are tried at most. Boards that are played need no more than they have.
const MOST_TRIED: usize = 10_000;

/// Returns the numbers of regions that divide the board, the last ones if there is a choice, which are blocks where
/// there are any; `None` if no such regions are found.
pub(super) fn of(geometry: &Geometry) -> Option<Vec<usize>> {
    let cells = vec![false; geometry.cells()];
    let mut taken = Taken { geometry, cells, regions: Vec::new(), n_tried: 0 };
    taken.complete().then_some(taken.regions)
}

/// Disjoint regions that have been chosen.
struct Taken<'a> {
    geometry: &'a Geometry,
    /// For each cell, whether a chosen region has it.
    cells: Vec<bool>,
    regions: Vec<usize>,
    /// The number of regions that were tried.
    n_tried: usize,
}

impl Taken<'_> {
    /// Chooses regions for all other cells. Returns `false`, without any effect, if that is not possible. As deep
    /// as there are regions, which are few.
    fn complete(&mut self) -> bool {
        let Some(open) = self.cells.iter().position(|taken| !taken) else { return true };
        let geometry = self.geometry;
        for &region in geometry.regions_of(open).iter().rev() {
            let cells: &[Cell] = &geometry.regions()[region].cells;
            self.n_tried += 1;
            if self.n_tried > MOST_TRIED {
                return false;
            }
            if geometry.is_full(region) && !cells.iter().any(|&cell| self.cells[cell]) {
                cells.iter().for_each(|&cell| self.cells[cell] = true);
                self.regions.push(region);
                if self.complete() {
                    return true;
                }
                self.regions.pop();
                cells.iter().for_each(|&cell| self.cells[cell] = false);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use board::catalog;

    use super::*;

    #[test]
    fn blocks_divide_a_classic_board_and_rows_a_latin_square() {
        for (name, first) in [("classic9", 18), ("latin5", 5), ("windoku", 18)] {
            let geometry = catalog::named(name).unwrap();
            let regions = of(&geometry).unwrap();
            assert_eq!(regions.len() * geometry.symbols(), geometry.cells(), "{name}");
            assert!(regions.iter().all(|&region| region >= first), "{name}: {regions:?}");
        }
    }

    #[test]
    fn every_cell_is_in_one_of_them() {
        for name in ["classic6", "jigsaw9-1", "samurai", "x"] {
            let geometry = catalog::named(name).unwrap();
            let mut count = vec![0; geometry.cells()];
            for region in of(&geometry).unwrap() {
                geometry.regions()[region].cells.iter().for_each(|&cell| count[cell] += 1);
            }
            assert!(count.iter().all(|&count| count == 1), "{name}");
        }
    }
}
