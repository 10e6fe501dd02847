//! The board of a puzzle: the cells and regions of another board, with more rules.

use board::{CellRelation, Geometry, Region};

use crate::spec::Variant;

/// Returns a board with more regions and these relations, called `killer-classic9` for example.
pub(super) fn with_rules(
    variant: Variant,
    base: &Geometry,
    regions: Vec<Region>,
    relations: Vec<CellRelation>,
) -> Geometry {
    let positions = (0..base.cells()).map(|cell| base.position(cell)).collect();
    let regions = base.regions().iter().cloned().chain(regions).collect();
    let name = format!("{}-{}", variant.name(), base.name());
    Geometry::new(name, base.alphabet().clone(), positions, regions)
        .and_then(|board| board.with_relations(relations))
        .expect("few cells of the board in each region and relation")
}
