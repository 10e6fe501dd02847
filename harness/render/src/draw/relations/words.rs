//! Relations that no drawing shows, as lines of text below the board.

use std::collections::{BTreeMap, BTreeSet};

use board::{Cell, CellRelation, Geometry, RelationKind};

use super::places::{is_pair, outside};

/// Lines of cells along which there is no difference less than a number, and the number: all smaller ones are excluded.
pub(super) fn whispers(geometry: &Geometry) -> Vec<(&[Cell], u16)> {
    let mut excluded: BTreeMap<&[Cell], BTreeSet<u16>> = BTreeMap::new();
    for relation in geometry.relations() {
        if let RelationKind::NotDifference(by) = relation.kind {
            excluded.entry(&relation.cells).or_default().insert(by);
        }
    }
    let is_all = |(cells, excluded): &(&[Cell], BTreeSet<u16>)| {
        cells.len() > 1 && excluded.iter().copied().eq(0..excluded.len() as u16)
    };
    let found = excluded.into_iter().filter(is_all);
    found.map(|(cells, excluded)| (cells, excluded.len() as u16)).collect()
}

/// Returns the lines of text.
pub(super) fn below(geometry: &Geometry) -> Vec<String> {
    let whispers = whispers(geometry);
    let mut lines = Vec::new();
    let mut numbers: Vec<u16> = whispers.iter().map(|(_, least)| *least).collect();
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        let of = whispers.iter().filter(|(_, least)| *least == number);
        let cells: Vec<String> = of.map(|(cells, _)| names(geometry, cells)).collect();
        lines.push(format!("green: differ by {number} or more along {}", cells.join("; ")));
    }
    let mut others: BTreeMap<RelationKind, Vec<&CellRelation>> = BTreeMap::new();
    for relation in geometry.relations() {
        let is_text = match relation.kind {
            RelationKind::NotDifference(_) => !whispers.iter().any(|it| it.0 == relation.cells),
            RelationKind::NotRatio(_) => true,
            RelationKind::Sandwich(_) => outside(geometry, relation).is_none(),
            _ => false,
        };
        if is_text {
            others.entry(relation.kind).or_default().push(relation);
        }
    }
    lines.extend(others.iter().map(|(&kind, relations)| one_kind(geometry, kind, relations)));
    lines
}

/// Returns the text about all relations of a kind.
fn one_kind(geometry: &Geometry, kind: RelationKind, relations: &[&CellRelation]) -> String {
    let sorted = |cells: &[Cell]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    };
    let stated: BTreeSet<Vec<Cell>> = relations.iter().map(|it| sorted(&it.cells)).collect();
    let all: BTreeSet<Vec<Cell>> = neighbours(geometry);
    let is_dot = |kind| matches!(kind, RelationKind::Difference(_) | RelationKind::Ratio(_));
    let dots = geometry.relations().iter().filter(|it| is_dot(it.kind));
    let dots: BTreeSet<Vec<Cell>> = dots.flat_map(|it| it.cells.windows(2)).map(sorted).collect();
    let which = if stated == all {
        Some("neighbours")
    } else if stated.iter().eq(all.difference(&dots)) {
        Some("neighbours without a dot")
    } else {
        None
    };
    match (which, kind) {
        (Some(which), RelationKind::NotDifference(by)) => format!("{which} never differ by {by}"),
        (Some(which), RelationKind::NotRatio(times)) => {
            format!("{which}: neither is {times} times the other")
        }
        _ => {
            let cells: Vec<String> =
                relations.iter().map(|it| names(geometry, &it.cells)).collect();
            format!("{kind}: {}", cells.join("; "))
        }
    }
}

/// Returns all pairs of neighbours.
fn neighbours(geometry: &Geometry) -> BTreeSet<Vec<Cell>> {
    let cells = 0..geometry.cells();
    let pairs = cells.flat_map(|b| (0..b).map(move |a| vec![a, b]));
    pairs.filter(|pair| is_pair(geometry, pair)).collect()
}

fn names(geometry: &Geometry, cells: &[Cell]) -> String {
    let names: Vec<String> =
        cells.iter().map(|&cell| geometry.position(cell).to_string()).collect();
    names.join(" ")
}
