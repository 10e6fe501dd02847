//! The geometry of a puzzle: Falissard's S, C and E_j as data, so that one algorithm works for every
//! variant.
//!
//! ```text
//!   S = {1, 2, 3, 4}              symbols, numbered from 0
//!   C =  0  1 |  2  3             cells, numbered from 0 in reading order
//!        4  5 |  6  7
//!       ------+------
//!        8  9 | 10 11
//!       12 13 | 14 15
//!   E_0 = {0, 1, 2, 3}, …         regions: rows, columns, blocks, diagonals, …
//! ```
//!
//! In a region no symbol repeats. If |E_j| = |S| the region is *full* and contains each symbol exactly
//! once; a shorter region contains each symbol at most once; a longer one cannot be filled and is an
//! error.

use std::fmt;
use std::sync::Arc;

use self::peers::Peers;
use crate::relation::{Layers, RelationKind};
use crate::source::counted;
use crate::symbols::{Alphabet, AlphabetError};

mod peers;

pub(crate) use self::peers::FEW_CELLS;

/// The maximum number of transitions of the automata of all relations of a geometry: a few hundred megabytes, and
/// five times what the cages of 36×36 cells need.
const MAX_TRANSITIONS: usize = 1 << 25;

/// The number of a cell in C, from zero.
pub type Cell = usize;

/// The position of a cell: its row and column, from zero. It is written `r1c1` from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// From the top, from zero.
    pub row: usize,
    /// From the left, from zero.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

/// One E_j: a set of cells in which no symbol repeats, with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// `row 3`, `block 5`, `diagonal 1`, …
    pub name: String,
    /// The members, each once.
    pub cells: Vec<Cell>,
}

/// A rule about the numbers in some cells, beside the regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRelation {
    /// What it states.
    pub kind: RelationKind,
    /// The cells in the order in which they are read, each once, and at least one.
    pub cells: Vec<Cell>,
}

/// S, C and all E_j, with a name, and a position for each cell; and the relations, of which there are none on most boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    name: Arc<str>,
    alphabet: Alphabet,
    positions: Vec<Position>,
    regions: Vec<Region>,
    relations: Vec<CellRelation>,
    regions_of: Vec<Vec<usize>>,
    peers: Peers,
    /// Whether the regions are those of a classic board of square blocks.
    has_square_blocks: bool,
}

/// Why S, C and E_j are not a geometry, or a name is unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeometryError {
    /// S is empty or too large.
    #[error("a geometry of {0}")]
    Alphabet(#[from] AlphabetError),
    /// A region has more cells than there are symbols.
    #[error("{region}: {}, expected at most {symbols}, one for each symbol", counted(*.cells, "cell"))]
    LongRegion {
        /// Its name.
        region: String,
        /// |E_j|.
        cells: usize,
        /// |S|.
        symbols: usize,
    },
    /// A region or a relation names a cell that is not in C.
    #[error("{region} names cell {cell}, but there are only {cells} cells")]
    ForeignCell {
        /// Its name.
        region: String,
        /// The number.
        cell: Cell,
        /// |C|.
        cells: usize,
    },
    /// A region or a relation names a cell twice.
    #[error("{region} names {position} twice")]
    RepeatedCell {
        /// Its name.
        region: String,
        /// The position of the cell.
        position: Position,
    },
    /// A relation has no cell.
    #[error("{0} names no cell")]
    EmptyRelation(RelationKind),
    /// The automata of all relations together are too large.
    #[error(
        "relations of more than {MAX_TRANSITIONS} transitions: their sums are too large for so many cells"
    )]
    LargeRelations,
    /// Two cells have the same position.
    #[error("two cells are at {0}")]
    SharedPosition(Position),
    /// There is no cell.
    #[error("a geometry without cells")]
    Empty,
    /// No geometry has this name.
    #[error("no geometry is called {name:?}; known are {known}")]
    UnknownName {
        /// The unknown name.
        name: String,
        /// The known names.
        known: String,
    },
}

impl Geometry {
    /// Creates a geometry from the set description.
    ///
    /// ```
    /// use board::{Alphabet, Geometry, Position, Region};
    ///
    /// // Two cells beside each other, which have to differ.
    /// let positions = (0..2).map(|column| Position { row: 0, column }).collect();
    /// let row = Region { name: "row 1".into(), cells: vec![0, 1] };
    /// let geometry = Geometry::new("domino", Alphabet::new("ab")?, positions, vec![row])?;
    /// assert_eq!((geometry.cells(), geometry.symbols(), geometry.peers(0)), (2, 2, &[1][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    /// # Errors
    /// If a region is longer than the alphabet, names an unknown cell or names one twice, if two cells
    /// share a position, or if there is no cell.
    pub fn new(
        name: impl Into<Arc<str>>,
        alphabet: Alphabet,
        positions: Vec<Position>,
        regions: Vec<Region>,
    ) -> Result<Self, GeometryError> {
        check_positions(&positions)?;
        regions.iter().try_for_each(|region| check_region(region, &alphabet, &positions))?;
        let mut regions_of = vec![Vec::new(); positions.len()];
        for (index, region) in regions.iter().enumerate() {
            region.cells.iter().for_each(|&cell| regions_of[cell].push(index));
        }
        let peers_of = |cell: Cell| {
            let in_regions =
                regions_of[cell].iter().flat_map(|&region| regions[region].cells.clone());
            let mut peers: Vec<Cell> = in_regions.filter(|&peer| peer != cell).collect();
            peers.sort_unstable();
            peers.dedup();
            peers
        };
        let peers = Peers::new((0..positions.len()).map(peers_of).collect());
        let has_square_blocks = has_square_blocks(&positions, &regions);
        let (name, relations) = (name.into(), Vec::new());
        Ok(Self {
            name,
            alphabet,
            positions,
            regions,
            relations,
            regions_of,
            peers,
            has_square_blocks,
        })
    }

    /// Returns the same cells and regions with these relations.
    ///
    /// # Errors
    /// If one names no cell, an unknown one or one twice, or if they are too large to be unrolled. A relation that no
    /// grid satisfies is none.
    pub fn with_relations(self, relations: Vec<CellRelation>) -> Result<Self, GeometryError> {
        let mut transitions = 0_usize;
        for CellRelation { kind, cells } in &relations {
            if cells.is_empty() {
                return Err(GeometryError::EmptyRelation(*kind));
            }
            check_cells(&kind.to_string(), cells, &self.positions)?;
            let bound = Layers::bound(*kind, cells.len(), self.symbols());
            transitions = transitions.saturating_add(bound);
        }
        if transitions > MAX_TRANSITIONS {
            return Err(GeometryError::LargeRelations);
        }
        Ok(Self { relations, ..self })
    }

    /// Returns the same cells, regions and relations with other characters.
    ///
    /// # Errors
    /// If the number of symbols is not the same.
    pub fn with_alphabet(self, alphabet: Alphabet) -> Result<Self, GeometryError> {
        if alphabet.len() != self.symbols() {
            return Err(AlphabetError::Size(alphabet.len()).into());
        }
        Ok(Self { alphabet, ..self })
    }

    /// Returns whether this is the same board, with the same name, regardless of the characters.
    pub(crate) fn is_same_board(&self, other: &Self) -> bool {
        self.symbols() == other.symbols()
            && self.name == other.name
            && self.positions == other.positions
            && self.regions == other.regions
            && self.relations == other.relations
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name, without a copy of the text.
    pub fn shared_name(&self) -> Arc<str> {
        self.name.clone()
    }

    /// Returns the characters of S.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Returns the number of symbols, |S|.
    #[inline]
    pub fn symbols(&self) -> usize {
        self.alphabet.len()
    }

    /// Returns the number of cells, |C|.
    #[inline]
    pub fn cells(&self) -> usize {
        self.positions.len()
    }

    /// Returns the position of `cell`.
    ///
    /// # Panics
    /// If `cell` is not in C, as in every method with a cell.
    #[inline]
    pub fn position(&self, cell: Cell) -> Position {
        self.positions[cell]
    }

    /// Returns all E_j.
    #[inline]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Returns all relations.
    #[inline]
    pub fn relations(&self) -> &[CellRelation] {
        &self.relations
    }

    /// Returns a relation in the words of a [drawing](crate::drawing): `sum 12: r1c1 r1c2`.
    pub fn describe(&self, relation: &CellRelation) -> String {
        let cells = relation.cells.iter().map(|&cell| format!(" {}", self.positions[cell]));
        format!("{}:{}", relation.kind, cells.collect::<String>())
    }

    /// Returns whether |E_j| = |S|, so that a region contains each symbol exactly once.
    #[inline]
    pub fn is_full(&self, region: usize) -> bool {
        self.regions[region].cells.len() == self.symbols()
    }

    /// Returns whether this is a classic board of square blocks, by whatever name: the regions are its rows, columns and
    /// blocks, each once, and the cells are numbered in reading order. A board with relations is none.
    #[inline]
    pub fn is_classic(&self) -> bool {
        self.has_square_blocks && self.relations.is_empty()
    }

    /// Returns the numbers of the regions that contain `cell`.
    #[inline]
    pub fn regions_of(&self, cell: Cell) -> &[usize] {
        &self.regions_of[cell]
    }

    /// Returns the other cells that share a region with `cell`, in ascending order.
    #[inline]
    pub fn peers(&self, cell: Cell) -> &[Cell] {
        self.peers.of(cell)
    }

    /// Returns the peers of a cell as a set, on a board of [few cells](FEW_CELLS).
    ///
    /// # Panics
    /// On others.
    #[inline]
    pub(crate) fn peer_set(&self, cell: Cell) -> u128 {
        self.peers.set(cell)
    }
}

fn has_square_blocks(positions: &[Position], regions: &[Region]) -> bool {
    let size = positions.len().isqrt();
    let block = size.isqrt();
    let is_in_place = |(cell, &Position { row, column }): (usize, _)| {
        row * size + column == cell && column < size
    };
    if block.pow(4) != positions.len()
        || regions.len() != 3 * size
        || !positions.iter().enumerate().all(is_in_place)
    {
        return false;
    }
    // Regions of as many cells as a unit, all in one of them, are that unit. Each has to be there.
    let row = |cell: Cell| cell / size;
    let column = |cell: Cell| size + cell % size;
    let in_block = |cell: Cell| 2 * size + row(cell) / block * block + cell % size / block;
    let units: [&dyn Fn(Cell) -> usize; 3] = [&row, &column, &in_block];
    let mut is_found = vec![false; 3 * size];
    regions.iter().filter(|region| region.cells.len() == size).for_each(|region| {
        for unit in units {
            let first = unit(region.cells[0]);
            is_found[first] |= region.cells.iter().all(|&cell| unit(cell) == first);
        }
    });
    is_found.into_iter().all(|is_found| is_found)
}

fn check_positions(positions: &[Position]) -> Result<(), GeometryError> {
    let mut sorted = positions.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(GeometryError::SharedPosition(pair[0])),
        None if positions.is_empty() => Err(GeometryError::Empty),
        None => Ok(()),
    }
}

fn check_region(
    region: &Region,
    alphabet: &Alphabet,
    positions: &[Position],
) -> Result<(), GeometryError> {
    check_cells(&region.name, &region.cells, positions)?;
    let (cells, symbols) = (region.cells.len(), alphabet.len());
    if cells > symbols {
        return Err(GeometryError::LongRegion { region: region.name.clone(), cells, symbols });
    }
    Ok(())
}

/// # Errors
/// If one of the cells is unknown, or occurs twice.
fn check_cells(name: &str, cells: &[Cell], positions: &[Position]) -> Result<(), GeometryError> {
    let mut seen = vec![false; positions.len()];
    for &cell in cells {
        let region = || name.to_owned();
        let Some(seen) = seen.get_mut(cell) else {
            let cells = positions.len();
            return Err(GeometryError::ForeignCell { region: region(), cell, cells });
        };
        if std::mem::replace(seen, true) {
            let position = positions[cell];
            return Err(GeometryError::RepeatedCell { region: region(), position });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
