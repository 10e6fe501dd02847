//! The symmetries of a geometry, prepared once, so that drawing one by its seed is fast.
//!
//! There are two ways to a random permutation of the cells:
//!
//! - If the regions are rows and columns, with or without h×w blocks, the *standard group* is known: it
//!   permutes bands, the rows within each band, and likewise stacks and columns, and transposes if blocks
//!   are square (or absent). Each element is one choice of each, so independent uniform choices are a
//!   uniform element. Classic 9×9: 2 · (3!·3!³)² = 3,359,232.
//! - Otherwise, a random walk over the group that the tested moves of [`chart`](super::chart) generate: a
//!   word of [`LETTERS`] letters per generator, each letter idle with probability ½. Idle letters keep
//!   even and odd words equally likely. On a finite group such a walk converges to the uniform
//!   distribution, at a rate that depends on the group. For groups this small the distribution after the
//!   word can be computed exactly, and a test does: its total variation distance from the uniform one is
//!   below 10⁻¹² for `x` (96 permutations), `windoku` (128), `x4` (16), a jigsaw and a grid with holes. For
//!   larger groups it was not measured.

use chacha20::ChaCha8Rng;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;

use super::chart::{Chart, LineMove, RegionSets};
use super::permutation::{STREAM, Symmetry, shuffled_symbols};
use crate::geometry::{Cell, Geometry};
use crate::seed::seeded;
use crate::symbols::Symbol;

/// The letters of a random word per generator: see the head of this file.
const LETTERS: usize = 32;

/// The symmetries of one geometry that can be drawn.
pub struct Symmetries {
    symbols: usize,
    cells: Permutations,
    /// Whether symbols are numbers, so that none may be exchanged: the geometry has relations.
    are_numbers: bool,
}

enum Permutations {
    /// The standard group of the frame.
    Standard(Chart, Frame),
    /// The products of these permutations of a number of cells.
    Generated(Vec<Box<[Cell]>>, usize),
}

/// Bands of `band` rows and stacks of `stack` columns, in a square of `size` by `size`.
#[derive(Clone, Copy)]
struct Frame {
    size: usize,
    band: usize,
    stack: usize,
}

impl Symmetries {
    /// Determines the moves that map the regions of `geometry` to regions.
    ///
    /// The cost, except for classic and Latin geometries: some 4·n² moves of n lines are tested, each
    /// on all cells; most fail on the first region. With relations only the identity is drawn: what preserves them is
    /// not looked for. Measured once: 0.2 ms for `x`, 33 ms for `x36`.
    pub fn of(geometry: &Geometry) -> Self {
        let (chart, regions) = (Chart::of(geometry), RegionSets::of(geometry));
        let are_numbers = !geometry.relations().is_empty();
        if are_numbers {
            let cells = Permutations::Generated(Vec::new(), geometry.cells());
            return Self { symbols: geometry.symbols(), cells, are_numbers };
        }
        let cells = match Frame::of(&chart, &regions) {
            Some(frame) => Permutations::Standard(chart, frame),
            None => Permutations::Generated(chart.generators(&regions), geometry.cells()),
        };
        Self { symbols: geometry.symbols(), cells, are_numbers }
    }

    /// Returns the symmetry of `seed`. Its permutation of the symbols is that of
    /// [`Symmetry::relabelling`] with the same seed.
    pub fn random(&self, seed: u64) -> Symmetry {
        let mut generator = seeded(seed, STREAM);
        let symbols = match self.are_numbers {
            true => (0..self.symbols).map(|symbol| symbol as Symbol).collect(),
            false => shuffled_symbols(self.symbols, &mut generator),
        };
        let cells = match &self.cells {
            Permutations::Standard(chart, frame) => frame.uniform(chart, &mut generator),
            Permutations::Generated(generators, cells) => word(generators, *cells, &mut generator),
        };
        Symmetry { cells, symbols }
    }
}

impl Symmetry {
    /// Returns the symmetry of `seed`: see [`Symmetries::random`], which is faster for several of one geometry.
    pub fn random(geometry: &Geometry, seed: u64) -> Self {
        Symmetries::of(geometry).random(seed)
    }
}

impl Frame {
    /// Returns the frame whose rows, columns and blocks are exactly these regions. A Latin square
    /// is one band and one stack, and has no blocks.
    fn of(chart: &Chart, regions: &RegionSets) -> Option<Self> {
        let size = chart.full_square()?;
        let blocks = (2..size).filter(|&band| size.is_multiple_of(band)).map(|band| Self {
            size,
            band,
            stack: size / band,
        });
        let latin = Self { size, band: size, stack: size };
        blocks.chain([latin]).find(|frame| frame.regions(chart) == *regions)
    }

    fn regions(self, chart: &Chart) -> RegionSets {
        let Self { size, band, stack } = self;
        let blocks = if band == size { 0 } else { size };
        let row = |index| chart.select(|row, _| row == index);
        let column = |index| chart.select(|_, column| column == index);
        let block = |index| chart.select(|r, c| r / band * band + c / stack == index);
        (0..size).map(row).chain((0..size).map(column)).chain((0..blocks).map(block)).collect()
    }

    fn uniform(self, chart: &Chart, generator: &mut ChaCha8Rng) -> Box<[Cell]> {
        let lines = LineMove {
            transposed: self.band == self.stack && generator.random(),
            rows: shuffled_lines(self.size, self.band, generator),
            columns: shuffled_lines(self.size, self.stack, generator),
        };
        chart.cells_under(&lines).expect("a full square has no holes")
    }
}

/// Returns the bands of `height` lines in random order, and in each its lines.
fn shuffled_lines(size: usize, height: usize, generator: &mut ChaCha8Rng) -> Vec<usize> {
    let mut bands: Vec<usize> = (0..size / height).collect();
    bands.shuffle(generator);
    let mut lines = Vec::with_capacity(size);
    for band in bands {
        let start = lines.len();
        lines.extend(band * height..(band + 1) * height);
        lines[start..].shuffle(generator);
    }
    lines
}

fn word(generators: &[Box<[Cell]>], cells: usize, generator: &mut ChaCha8Rng) -> Box<[Cell]> {
    let mut product: Box<[Cell]> = (0..cells).collect();
    for _ in 0..LETTERS * generators.len() {
        if let Some(letter) = generators.get(generator.random_range(0..2 * generators.len())) {
            product.iter_mut().for_each(|cell| *cell = letter[*cell]);
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap, VecDeque};

    use super::*;
    use crate::catalog;
    use crate::symmetry::samples;

    type Images = Box<[Cell]>;

    fn generators(geometry: &Geometry) -> Vec<Images> {
        Chart::of(geometry).generators(&RegionSets::of(geometry))
    }

    /// Returns all products of `generators`, numbered.
    fn group(generators: &[Images], cells: usize) -> HashMap<Images, usize> {
        let identity: Images = (0..cells).collect();
        let mut found = HashMap::from([(identity.clone(), 0)]);
        let mut queue = VecDeque::from([identity]);
        while let Some(element) = queue.pop_front() {
            for letter in generators {
                let product: Images = element.iter().map(|&cell| letter[cell]).collect();
                let number = found.len();
                found.entry(product).or_insert_with_key(|product| {
                    queue.push_back(product.clone());
                    number
                });
            }
        }
        found
    }

    #[track_caller]
    fn check_order(geometry: &Geometry, expected: usize) {
        assert_eq!(group(&generators(geometry), geometry.cells()).len(), expected);
    }

    #[test]
    fn the_tested_moves_generate_the_known_groups() {
        // Bands, rows in bands, stacks, columns in stacks, transposition.
        check_order(&catalog::classic(4).unwrap(), (2 * 2 * 2) * (2 * 2 * 2) * 2);
        check_order(&catalog::classic(6).unwrap(), (6 * 2 * 2 * 2) * (2 * 6 * 6));
        check_order(&catalog::latin(4).unwrap(), 24 * 24 * 2);
        // The permutations of lines that keep the bands and commute with the reflection, made on
        // rows and columns alike: 2 · 6 · 2 for nine lines, 4 for four. Then those followed by a
        // reflection of the columns alone, and the transposition.
        check_order(&catalog::x(9).unwrap(), (2 * 6 * 2) * 2 * 2);
        check_order(&catalog::x(4).unwrap(), 4 * 2 * 2);
        // Lines 2 and 3, lines 7 and 8, the reflection, for rows and columns; the transposition.
        check_order(&catalog::named("windoku").unwrap(), (2 * 2 * 2) * (2 * 2 * 2) * 2);
        // Every order of the lines, made on rows and columns alike; the transposition.
        check_order(&samples::one_diagonal(|line| line), 24 * 2);
        check_order(&samples::one_diagonal(|line| 3 - line), 24 * 2);
        // Four quarter turns.
        check_order(&samples::pinwheel(), 4);
        // Three pairs of rows, three of columns, the half turn, the transposition.
        check_order(&samples::twins(), (2 * 2 * 2) * (2 * 2 * 2) * 2 * 2);
        check_order(&samples::crooked(), 1);
    }

    #[test]
    fn a_random_word_is_nearly_uniform() {
        let (x, x4) = (catalog::x(9).unwrap(), catalog::x(4).unwrap());
        let windoku = catalog::named("windoku").unwrap();
        for geometry in [x, x4, windoku, samples::pinwheel(), samples::twins()] {
            let letters = generators(&geometry);
            let group = group(&letters, geometry.cells());
            let mut steps = vec![Vec::new(); group.len()];
            for (element, &number) in &group {
                let times = |letter: &Images| element.iter().map(|&cell| letter[cell]).collect();
                steps[number] = letters.iter().map(|it| group[&times(it) as &Images]).collect();
            }
            let mut chances = vec![0.0; group.len()];
            chances[0] = 1.0;
            for _ in 0..LETTERS * letters.len() {
                let mut next: Vec<f64> = chances.iter().map(|chance| chance / 2.0).collect();
                for (targets, chance) in steps.iter().zip(&chances) {
                    let share = chance / 2.0 / letters.len() as f64;
                    targets.iter().for_each(|&target| next[target] += share);
                }
                chances = next;
            }
            let uniform = 1.0 / group.len() as f64;
            let distance: f64 = chances.iter().map(|chance| (chance - uniform).abs() / 2.0).sum();
            assert!(distance < 1e-12, "{}: {distance}", geometry.name());
        }
    }

    /// Returns the number of times that each permutation of the cells is drawn.
    fn drawn(geometry: &Geometry, seeds: u64) -> Vec<u64> {
        let symmetries = Symmetries::of(geometry);
        let mut times = BTreeMap::new();
        for seed in 0..seeds {
            *times.entry(symmetries.random(seed).cells).or_insert(0) += 1;
        }
        times.into_values().collect()
    }

    #[track_caller]
    fn check_uniform(geometry: &Geometry, order: usize) {
        let times = drawn(geometry, 100 * order as u64);
        assert_eq!(times.len(), order, "{}", geometry.name());
        // Chi-square: its mean is order − 1, its variance twice that; six deviations above.
        let chi_square: f64 = times.iter().map(|&n| (n as f64 - 100.0).powi(2) / 100.0).sum();
        let (mean, deviation) = (order as f64 - 1.0, (2.0 * (order as f64 - 1.0)).sqrt());
        assert!(chi_square < mean + 6.0 * deviation, "{}: {chi_square}", geometry.name());
    }

    #[test]
    fn every_permutation_is_drawn_equally_often() {
        check_uniform(&catalog::classic(4).unwrap(), 128);
        check_uniform(&catalog::classic(6).unwrap(), 3456);
        check_uniform(&catalog::latin(3).unwrap(), 6 * 6 * 2);
        check_uniform(&catalog::named("windoku").unwrap(), 128);
        check_uniform(&catalog::x(9).unwrap(), 96);
        check_uniform(&samples::pinwheel(), 4);
        assert_eq!(drawn(&samples::crooked(), 20), [20]);
    }

    #[test]
    fn every_generator_of_classic_nine_is_an_automorphism_and_is_found() {
        let nine = catalog::classic(9).unwrap();
        let is_standard = |cells: &Images| RegionSets::of(&nine).preserved_by(cells);
        let letters = generators(&nine);
        assert!(letters.iter().all(is_standard));
        let exchange = |a: usize, b: usize| -> Images {
            let line = |line| {
                if line == a {
                    b
                } else if line == b {
                    a
                } else {
                    line
                }
            };
            (0..81).map(|cell| line(cell / 9) * 9 + cell % 9).collect()
        };
        assert!(letters.contains(&exchange(3, 5)));
        assert!(!letters.contains(&exchange(2, 3)));
        let transposition: Images = (0..81).map(|cell| cell % 9 * 9 + cell / 9).collect();
        assert!(letters.contains(&transposition));
    }

    #[test]
    fn standing_blocks_are_a_frame_too() {
        let six = catalog::classic(6).unwrap();
        let turn = |cell: Cell| cell % 6 * 6 + cell / 6;
        let regions = six.regions().iter().cloned().map(|mut region| {
            region.cells.iter_mut().for_each(|cell| *cell = turn(*cell));
            region
        });
        let regions = regions.collect();
        let positions = (0..36).map(|cell| six.position(cell)).collect();
        let turned = Geometry::new("", six.alphabet().clone(), positions, regions).unwrap();
        assert!(
            matches!(Symmetries::of(&turned).cells, Permutations::Standard(_, f) if f.band == 3)
        );
        check_uniform(&turned, 3456);
    }
}
