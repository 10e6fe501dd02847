//! Geometries as one line of text, for processes that do not share our memory and for readers that do not have
//! our files.
//!
//! A geometry that a rule generates (a classic order, a Latin square, one with diagonals) is written as
//! its name. Any other is written as its name and its structure: `twin symbols=9 cells=153
//! regions=0.1.2.3.4.5.6.7.8,9.10.…`. One with relations has another key: `relations=sum-12:0.1.9,rising:3.2`.

use board::{Alphabet, CellRelation, Geometry, Position, Region, RelationKind, catalog};

/// Writes the structure of a geometry: `symbols=4 cells=4 regions=0.1,2.3`, and its relations if it has some.
pub fn write_structure(geometry: &Geometry) -> String {
    let list = |cells: &[usize]| cells.iter().map(usize::to_string).collect::<Vec<_>>().join(".");
    let regions = geometry.regions().iter().map(|it| list(&it.cells)).collect::<Vec<_>>().join(",");
    let relation = |it: &CellRelation| {
        let kind = it.kind.to_string().replace(' ', "-");
        format!("{kind}:{}", list(&it.cells))
    };
    let relations = geometry.relations().iter().map(relation).collect::<Vec<_>>().join(",");
    let relations = match relations.is_empty() {
        true => relations,
        false => format!(" relations={relations}"),
    };
    let (symbols, cells) = (geometry.symbols(), geometry.cells());
    format!("symbols={symbols} cells={cells} regions={regions}{relations}")
}

/// Writes a geometry as its name, its structure, or both. The name is omitted if it denotes another
/// geometry or is not a single word.
pub fn write_geometry(geometry: &Geometry) -> String {
    let name = geometry.name();
    let known = catalog::named(name).map(|named| has_same_structure(&named, geometry));
    if known == Ok(true) && !catalog::is_drawn(name) {
        return name.into();
    }
    let is_word = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '=');
    let name = if is_word && known != Ok(false) { format!("{name} ") } else { String::new() };
    name + &write_structure(geometry)
}

/// Parses the output of [`write_geometry`]. The geometry has the standard characters.
///
/// # Errors
/// Describes what is invalid.
pub fn parse_geometry(text: &str) -> Result<Geometry, String> {
    let list: Vec<_> = text.split(' ').filter_map(|word| word.split_once('=')).collect();
    if list.is_empty() {
        let named = catalog::named(text).map_err(|error| error.to_string())?;
        return standard(named);
    }
    let value = |name: &str| {
        let found = list.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        found.ok_or_else(|| format!("{name}= is missing in a geometry"))
    };
    let number = |text: &str| {
        text.parse::<usize>().map_err(|_| format!("{text:?} in a geometry is not a number"))
    };
    let alphabet =
        Alphabet::standard(number(value("symbols")?)?).map_err(|error| error.to_string())?;
    let cells = number(value("cells")?)?;
    if cells > 1 << 16 {
        return Err(format!("a geometry has {cells} cells, expected at most 65536"));
    }
    let positions = (0..cells).map(|column| Position { row: 0, column }).collect();
    let mut regions = Vec::new();
    for text in value("regions")?.split(',').filter(|text| !text.is_empty()) {
        let cells = text.split('.').map(number).collect::<Result<_, _>>()?;
        regions.push(Region { name: format!("region {}", regions.len() + 1), cells });
    }
    let mut relations = Vec::new();
    for text in value("relations").unwrap_or_default().split(',').filter(|text| !text.is_empty()) {
        let parts = text
            .split_once(':')
            .and_then(|(kind, cells)| Some((RelationKind::parse(&kind.replace('-', " "))?, cells)));
        let (kind, cells) = parts.ok_or_else(|| format!("{text:?} is not a relation"))?;
        let cells = cells.split('.').map(number).collect::<Result<_, _>>()?;
        relations.push(CellRelation { kind, cells });
    }
    Geometry::new("described", alphabet, positions, regions)
        .and_then(|geometry| geometry.with_relations(relations))
        .map_err(|error| error.to_string())
}

/// Returns whether two geometries have the same symbols, cells, regions and relations. Names, positions and
/// characters may differ.
pub fn has_same_structure(a: &Geometry, b: &Geometry) -> bool {
    let cells = |geometry: &Geometry| -> Vec<Vec<usize>> {
        geometry.regions().iter().map(|region| region.cells.clone()).collect()
    };
    a.symbols() == b.symbols()
        && a.cells() == b.cells()
        && cells(a) == cells(b)
        && a.relations() == b.relations()
}

fn standard(geometry: Geometry) -> Result<Geometry, String> {
    let alphabet = Alphabet::standard(geometry.symbols()).map_err(|error| error.to_string())?;
    geometry.with_alphabet(alphabet).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_geometry_generated_by_a_rule_is_written_as_its_name() {
        for name in ["classic16", "latin5", "x", "x6"] {
            let geometry = catalog::named(name).expect("a geometry");
            assert_eq!(write_geometry(&geometry), name);
            assert_eq!(parse_geometry(name), Ok(geometry));
        }
    }

    #[test]
    fn a_geometry_of_a_file_is_written_with_its_structure() {
        for entry in catalog::entries().iter().filter(|entry| catalog::is_drawn(&entry.names[0])) {
            let geometry = catalog::named(&entry.names[0]).expect("a geometry");
            let described = write_geometry(&geometry);
            assert!(described.starts_with(&format!("{} symbols=", geometry.name())));
            assert!(has_same_structure(
                &parse_geometry(&described).expect("a geometry"),
                &geometry
            ));
        }
    }

    #[test]
    fn any_other_geometry_parses_to_the_same_cells_and_regions() {
        let region = |cells: &[usize]| Region { name: "part".into(), cells: cells.to_vec() };
        let positions = (0..4).map(|row| Position { row, column: 3 }).collect();
        let alphabet = Alphabet::new("abc").expect("an alphabet");
        let regions = vec![region(&[0, 1, 2]), region(&[2, 3])];
        let own = Geometry::new("classic9", alphabet, positions, regions).expect("a geometry");
        let described = write_geometry(&own);
        assert_eq!(described, "symbols=3 cells=4 regions=0.1.2,2.3");
        assert!(has_same_structure(&parse_geometry(&described).expect("a geometry"), &own));
        let related = "symbols=3 cells=4 regions=0.1.2 relations=sum-4:0.3,not-ratio-2:3.2.1";
        let board = parse_geometry(related).expect("a geometry");
        assert_eq!(write_structure(&board), related);
        let without = parse_geometry("symbols=3 cells=4 regions=0.1.2").expect("a geometry");
        assert!(!has_same_structure(&board, &without));
        for bad in ["sum:0", "sum-4", "sum-4:", "sum-4:4", "sum-4:1.1", "sums-4:1"] {
            let text = format!("symbols=3 cells=4 regions=0.1.2 relations={bad}");
            assert!(parse_geometry(&text).is_err(), "{bad}");
        }
        for bad in ["", "classic5", "symbols=3", "symbols=3 cells=2 regions=7", "cells=1 regions="]
        {
            assert!(parse_geometry(bad).is_err(), "{bad}");
        }
    }
}
