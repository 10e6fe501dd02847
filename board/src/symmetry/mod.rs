//! What looks different and is the same: permutations of cells and symbols that turn every puzzle
//! of a geometry into an equivalent one.
//!
//! A *symmetry* of a geometry permutes C so that the set of all E_j is mapped onto itself, and
//! permutes S in any way whatever, since no E_j mentions a symbol. It maps solutions to solutions,
//! so that a puzzle and its image, an *isomorph*, have equally many.
//!
//! ```text
//!   1 2 | 3 4     rows 1 and 2      3 4 | 1 2    symbols 1 and 4     3 1 | 4 2
//!   3 4 | 1 2       exchanged       1 2 | 3 4       exchanged        4 2 | 3 1
//!   ----+----    ------------->     ----+----    --------------->    ----+----
//!   2 1 | 4 3                       2 1 | 4 3                        2 4 | 1 3
//!   4 3 | 2 1                       4 3 | 2 1                        1 3 | 2 4
//! ```
//!
//! Why a benchmark needs them: one grid is not a hardness. Solvers break ties by the numbers of
//! cells and symbols, so that the isomorphs of one puzzle spread over orders of magnitude in
//! nodes; and a collection may hold the same puzzle twice in disguise. [`Symmetries`] draws
//! isomorphs by seed, [`canonical`] tells whether two puzzles are isomorphic.

mod canonical;
mod chart;
mod group;
#[cfg(test)]
mod samples;

use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::geometry::{Cell, Geometry};
use crate::puzzle::{Grid, Puzzle};
use crate::seed::seeded;
use crate::symbols::{Symbol, SymbolSet};
pub use canonical::{Canonical, canonical};
use chart::RegionSets;
pub use group::Symmetries;

/// The stream that symmetries are drawn from: see [`crate::seed`].
const STREAM: u64 = 1;

/// A permutation of the cells that maps regions to regions, and one of the symbols.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    cells: Box<[Cell]>,
    symbols: Box<[Symbol]>,
}

impl Symmetry {
    /// The symmetry that moves cell `c` to `cells[c]` and turns symbol `s` into `symbols[s]`.
    ///
    /// `None` when one of them is no permutation of C or S, or when the cells of some region do
    /// not go to those of a region (of one that occurs as often, where a region is repeated).
    pub fn new(geometry: &Geometry, cells: Vec<Cell>, symbols: Vec<Symbol>) -> Option<Self> {
        let numbers: Vec<usize> = symbols.iter().copied().map(usize::from).collect();
        let moves = is_permutation(&cells, geometry.cells());
        let relabels = is_permutation(&numbers, geometry.symbols());
        if !moves || !relabels || !RegionSets::of(geometry).kept_by(&cells) {
            return None;
        }
        Some(Self { cells: cells.into(), symbols: symbols.into() })
    }

    /// The symmetry that changes nothing.
    pub fn identity(geometry: &Geometry) -> Self {
        let symbols = (0..geometry.symbols()).map(|symbol| symbol as Symbol).collect();
        Self { cells: (0..geometry.cells()).collect(), symbols }
    }

    /// The relabelling of `seed`: every permutation of the symbols is equally likely, and the
    /// cells stay where they are. Every geometry has these.
    pub fn relabelling(geometry: &Geometry, seed: u64) -> Self {
        let symbols = shuffled_symbols(geometry.symbols(), &mut seeded(seed, STREAM));
        Self { symbols, ..Self::identity(geometry) }
    }

    /// The symmetry of `seed`, with the cells permuted as well where the geometry allows it. Who
    /// draws many of one geometry prepares [`Symmetries`] once instead.
    pub fn random(geometry: &Geometry, seed: u64) -> Self {
        Symmetries::of(geometry).random(seed)
    }

    /// Where each cell goes: cell `c` to `cells()[c]`.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What each symbol becomes: `s` turns into `symbols()[s]`.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The isomorph of `puzzle`: what a cell may take, relabelled, moves along with the cell.
    ///
    /// # Panics
    /// If the puzzle has another number of cells or symbols. A symmetry of another geometry that
    /// is as large is not noticed, and makes a puzzle that is not isomorphic.
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        let geometry = puzzle.geometry();
        let sizes = (self.cells.len(), self.symbols.len());
        assert_eq!(sizes, (geometry.cells(), geometry.symbols()), "a puzzle of another geometry");
        let mut allowed = vec![SymbolSet::EMPTY; self.cells.len()];
        for (&set, &target) in puzzle.allowed().iter().zip(&self.cells) {
            allowed[target] = set.iter().map(|symbol| self.symbols[usize::from(symbol)]).collect();
        }
        Puzzle::from_allowed(geometry.clone(), allowed)
    }

    /// The isomorph of `grid`.
    ///
    /// # Panics
    /// If the grid has another number of cells, or holds what is not in S.
    pub fn apply_grid(&self, grid: &Grid) -> Grid {
        let symbols = grid.symbols();
        assert_eq!(symbols.len(), self.cells.len(), "a grid of another geometry");
        let mut image = vec![0; symbols.len()];
        for (&symbol, &target) in symbols.iter().zip(&self.cells) {
            image[target] = self.symbols[usize::from(symbol)];
        }
        Grid::new(image)
    }

    /// The symmetry that undoes this one.
    pub fn inverse(&self) -> Self {
        let mut inverse = self.clone();
        self.cells.iter().enumerate().for_each(|(cell, &target)| inverse.cells[target] = cell);
        for (symbol, &image) in self.symbols.iter().enumerate() {
            inverse.symbols[usize::from(image)] = symbol as Symbol;
        }
        inverse
    }

    /// The symmetry that does this one first, and `next` after it.
    ///
    /// # Panics
    /// If `next` has another number of cells or symbols.
    pub fn then(&self, next: &Self) -> Self {
        let sizes = |symmetry: &Self| (symmetry.cells.len(), symmetry.symbols.len());
        assert_eq!(sizes(self), sizes(next), "symmetries of two geometries");
        Self {
            cells: self.cells.iter().map(|&cell| next.cells[cell]).collect(),
            symbols: self.symbols.iter().map(|&s| next.symbols[usize::from(s)]).collect(),
        }
    }
}

fn is_permutation(images: &[usize], size: usize) -> bool {
    let mut seen = vec![false; size];
    let mut is_new =
        |&image: &usize| seen.get_mut(image).is_some_and(|seen| !std::mem::replace(seen, true));
    images.len() == size && images.iter().all(&mut is_new)
}

fn shuffled_symbols(size: usize, generator: &mut ChaCha8Rng) -> Box<[Symbol]> {
    let mut symbols: Box<[Symbol]> = (0..size).map(|symbol| symbol as Symbol).collect();
    symbols.shuffle(generator);
    symbols
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::{Alphabet, Position, Region, catalog, referee, text::line};

    fn solves(geometry: &Geometry, grid: &Grid) -> bool {
        referee::check(&Puzzle::empty(Arc::new(geometry.clone())), grid).is_ok()
    }

    #[test]
    fn a_random_symmetry_maps_regions_to_regions_and_solutions_to_solutions() {
        for (geometry, grid) in samples::all() {
            assert!(solves(&geometry, &grid), "{}", geometry.name());
            let symmetries = Symmetries::of(&geometry);
            for seed in 0..50 {
                let symmetry = symmetries.random(seed);
                let (cells, symbols) = (symmetry.cells().to_vec(), symmetry.symbols().to_vec());
                assert_eq!(Symmetry::new(&geometry, cells, symbols).as_ref(), Some(&symmetry));
                assert!(solves(&geometry, &symmetry.apply_grid(&grid)), "{}", geometry.name());
            }
        }
    }

    /// Up to 16 cells anywhere in a square of 6 by 6, regions of any length that keep the rule for
    /// a random grid, and the grid.
    fn any_geometry() -> impl Strategy<Value = (Geometry, Grid)> {
        let places = prop::sample::subsequence((0..36).collect::<Vec<_>>(), 1..=16);
        let grid = prop::collection::vec(0..4_u8, 16);
        let regions = prop::collection::vec(prop::collection::vec(0..16_usize, 1..6), 0..8);
        (places, grid, regions).prop_map(|(places, mut grid, regions)| {
            grid.truncate(places.len());
            let keep = |cells: Vec<usize>| {
                let mut seen = SymbolSet::EMPTY;
                let mut is_new = |cell: &usize| {
                    grid.get(*cell).is_some_and(|&symbol| {
                        let is_new = !seen.contains(symbol);
                        seen.insert(symbol);
                        is_new
                    })
                };
                let cells = cells.into_iter().filter(|cell| is_new(cell)).collect();
                Region { name: "a region".into(), cells }
            };
            let regions = regions.into_iter().map(keep).collect();
            let positions =
                places.iter().map(|&place| Position { row: place / 6, column: place % 6 });
            let alphabet = Alphabet::standard(4).unwrap();
            let geometry = Geometry::new("any", alphabet, positions.collect(), regions).unwrap();
            (geometry, Grid::new(grid))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

        #[test]
        fn any_geometry_with_short_regions_has_symmetries((geometry, grid) in any_geometry(), seed: u64) {
            let symmetry = Symmetry::random(&geometry, seed);
            let (cells, symbols) = (symmetry.cells().to_vec(), symmetry.symbols().to_vec());
            prop_assert_eq!(Symmetry::new(&geometry, cells, symbols), Some(symmetry.clone()));
            prop_assert!(solves(&geometry, &grid));
            prop_assert!(solves(&geometry, &symmetry.apply_grid(&grid)));
        }
    }

    #[test]
    fn the_inverse_undoes() {
        for (geometry, grid) in samples::all() {
            let geometry = Arc::new(geometry);
            let marks =
                |cell| SymbolSet::from_bits((cell as u64 * 37 + 11) % (1 << geometry.symbols()));
            let puzzle =
                Puzzle::from_allowed(geometry.clone(), (0..geometry.cells()).map(marks).collect());
            let symmetry = Symmetry::random(&geometry, 5);
            let inverse = symmetry.inverse();
            assert_eq!(inverse.apply(&symmetry.apply(&puzzle)), puzzle);
            assert_eq!(inverse.apply_grid(&symmetry.apply_grid(&grid)), grid);
            assert_eq!(symmetry.then(&inverse), Symmetry::identity(&geometry));
        }
    }

    #[test]
    fn one_symmetry_after_the_other_is_their_product() {
        let (geometry, grid) = samples::all().swap_remove(2);
        let (first, next) = (Symmetry::random(&geometry, 1), Symmetry::random(&geometry, 2));
        let after = next.apply_grid(&first.apply_grid(&grid));
        assert_eq!(first.then(&next).apply_grid(&grid), after);
        assert_ne!(next.then(&first).apply_grid(&grid), after);
    }

    #[test]
    fn a_seed_means_one_symmetry_and_another_seed_another() {
        let nine = catalog::classic(9).unwrap();
        let windoku = catalog::named("windoku").unwrap();
        for geometry in [&nine, &windoku] {
            let mut drawn: Vec<_> = (0..200).map(|seed| Symmetry::random(geometry, seed)).collect();
            assert_eq!(drawn[7], Symmetry::random(geometry, 7));
            assert_eq!(drawn[7].symbols(), Symmetry::relabelling(geometry, 7).symbols());
            drawn.sort_by(|a, b| a.symbols().cmp(b.symbols()).then(a.cells().cmp(b.cells())));
            drawn.dedup();
            assert_eq!(drawn.len(), 200);
        }
    }

    #[test]
    fn a_seed_means_the_same_in_every_release() {
        let four = Symmetry::random(&catalog::classic(4).unwrap(), 2024);
        assert_eq!(four.symbols(), [0, 2, 3, 1]);
        assert_eq!(four.cells(), [3, 2, 1, 0, 7, 6, 5, 4, 15, 14, 13, 12, 11, 10, 9, 8]);
        let x4 = Symmetry::random(&catalog::x(4).unwrap(), 2024);
        assert_eq!(x4.symbols(), [0, 2, 3, 1]);
        assert_eq!(x4.cells(), [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]);
    }

    #[test]
    fn a_relabelling_leaves_the_cells_where_they_are() {
        let four = Arc::new(catalog::classic(4).unwrap());
        let puzzle = line::parse("....1.3.431.2...", &four).unwrap();
        let mut images: Vec<String> = (0..500)
            .map(|seed| Symmetry::relabelling(&four, seed).apply(&puzzle))
            .map(|image| line::write(four.alphabet(), &image.givens()))
            .collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 24);
        assert!(images.contains(&"....4.2.124.3...".to_string()));
        assert!(images.iter().all(|image| image.starts_with("....") && image.ends_with("...")));
    }

    #[test]
    fn pencil_marks_move_and_change_with_their_cell() {
        let geometry = Arc::new(samples::crooked());
        let marks = [0b011, 0b111, 0b000, 0b101, 0b100, 0b010].map(SymbolSet::from_bits);
        let puzzle = Puzzle::from_allowed(geometry.clone(), marks.to_vec());
        let symmetry = Symmetry { cells: [0, 1, 2, 5, 3, 4].into(), symbols: [1, 2, 0].into() };
        let expected = [0b110, 0b111, 0b000, 0b001, 0b100, 0b011].map(SymbolSet::from_bits);
        assert_eq!(symmetry.apply(&puzzle).allowed(), expected);
    }

    #[test]
    fn what_is_no_symmetry_is_refused() {
        let four = catalog::classic(4).unwrap();
        let new = |cells: &[Cell], symbols: &[Symbol]| {
            Symmetry::new(&four, cells.to_vec(), symbols.to_vec()).is_some()
        };
        let rows = [4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15];
        assert!(new(&rows, &[3, 0, 1, 2]));
        let foreign_rows = [0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15];
        assert!(!new(&foreign_rows, &[0, 1, 2, 3]));
        assert!(!new(&rows, &[0, 0, 1, 2]));
        assert!(!new(&rows, &[0, 1, 2]));
        assert!(!new(&rows, &[0, 1, 2, 4]));
        assert!(!new(&rows[..15], &[0, 1, 2, 3]));
        assert!(!new(&[0; 16], &[0, 1, 2, 3]));
    }

    #[test]
    fn a_region_that_stands_there_twice_goes_to_one_that_does() {
        let regions = [vec![0], vec![1], vec![1]]
            .map(|cells| Region { name: "a region".into(), cells })
            .to_vec();
        let positions = (0..2).map(|column| Position { row: 0, column }).collect();
        let alphabet = Alphabet::standard(1).unwrap();
        let geometry = Geometry::new("twice", alphabet, positions, regions).unwrap();
        assert!(Symmetry::new(&geometry, vec![1, 0], vec![0]).is_none());
        assert!(Symmetry::new(&geometry, vec![0, 1], vec![0]).is_some());
    }
}
