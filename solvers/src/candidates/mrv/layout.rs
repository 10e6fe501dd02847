//! What the search needs of a geometry.

use board::relation::Layers;
use board::{Cell, CellRelation, Geometry};

/// The properties of a geometry that the search uses.
pub(super) struct Layout {
    pub(super) symbols: usize,
    pub(super) peers: Vec<Vec<Cell>>,
    pub(super) full_regions: Vec<Vec<Cell>>,
    pub(super) relations: Vec<(Vec<Cell>, Layers)>,
    /// The full regions and the relations of each cell, as the bits of `words` words.
    pub(super) units_of: Vec<u64>,
    pub(super) words: usize,
}

impl Layout {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let full = (0..geometry.regions().len()).filter(|&region| geometry.is_full(region));
        let full_regions: Vec<Vec<Cell>> =
            full.map(|region| geometry.regions()[region].cells.clone()).collect();
        let unrolled = |CellRelation { kind, cells }: &CellRelation| {
            (cells.clone(), Layers::new(*kind, cells.len(), geometry.symbols()))
        };
        let relations: Vec<_> = geometry.relations().iter().map(unrolled).collect();
        let units = || full_regions.iter().chain(relations.iter().map(|(cells, _)| cells));
        let words = units().count().div_ceil(64);
        let mut units_of = vec![0; geometry.cells() * words];
        for (unit, cells) in units().enumerate() {
            for &cell in cells {
                units_of[cell * words + unit / 64] |= 1 << (unit % 64);
            }
        }
        Self {
            symbols: geometry.symbols(),
            peers: (0..geometry.cells()).map(|cell| geometry.peers(cell).to_vec()).collect(),
            full_regions,
            relations,
            units_of,
            words,
        }
    }

    /// Returns the full regions and relations of a cell, as a set.
    #[inline]
    pub(super) fn units_of(&self, cell: Cell) -> &[u64] {
        &self.units_of[cell * self.words..][..self.words]
    }
}
