//! Short regions are accepted, and errors name the region, the relation or the position that is wrong.

use super::*;

fn line_of(cells: usize, region: Vec<Cell>) -> Result<Geometry, GeometryError> {
    let positions = (0..cells).map(|column| Position { row: 0, column }).collect();
    let regions = vec![Region { name: "band".into(), cells: region }];
    Geometry::new("line", Alphabet::standard(3).unwrap(), positions, regions)
}

#[test]
fn a_short_region_is_legal_and_not_full() {
    let geometry = line_of(3, vec![2, 0]).unwrap();
    assert!(!geometry.is_full(0));
    assert_eq!(geometry.peers(0), [2]);
    assert!(geometry.peers(1).is_empty());
    assert!(line_of(3, vec![0, 1, 2]).unwrap().is_full(0));
}

#[test]
fn errors_name_the_region() {
    let message = |result: Result<Geometry, GeometryError>| result.unwrap_err().to_string();
    assert_eq!(
        message(line_of(5, vec![0, 1, 2, 3])),
        "band: 4 cells, expected at most 3, one for each symbol"
    );
    assert_eq!(message(line_of(3, vec![0, 3])), "band names cell 3, but there are only 3 cells");
    assert_eq!(message(line_of(3, vec![1, 1])), "band names r1c2 twice");
    assert_eq!(message(line_of(0, vec![])), "a geometry without cells");
    let twice = vec![Position { row: 4, column: 1 }; 2];
    let alphabet = Alphabet::standard(3).unwrap();
    assert_eq!(message(Geometry::new("", alphabet, twice, vec![])), "two cells are at r5c2");
}

#[test]
fn relations_have_cells_of_the_board_and_a_bounded_size() {
    let related = |kind, cells: &[Cell]| {
        let board = line_of(3, vec![0, 1]).unwrap();
        let result = board.with_relations(vec![CellRelation { kind, cells: cells.to_vec() }]);
        result.map_err(|error| error.to_string())
    };
    let sum = RelationKind::Sum(5);
    assert_eq!(related(sum, &[]), Err("sum 5 names no cell".into()));
    assert_eq!(related(sum, &[0, 3]), Err("sum 5 names cell 3, but there are only 3 cells".into()));
    assert_eq!(related(RelationKind::Rising, &[1, 1]), Err("rising names r1c2 twice".into()));
    let board = related(sum, &[2, 0]).unwrap();
    assert_eq!(board.describe(&board.relations()[0]), "sum 5: r1c3 r1c1");
    assert_ne!(board, line_of(3, vec![0, 1]).unwrap());
    assert!(!board.is_same_board(&line_of(3, vec![0, 1]).unwrap()));
    // No grid satisfies it, which is no error.
    assert!(related(RelationKind::Sum(65_535), &[0, 1, 2]).is_ok());
    let wide = (0..3000).map(|column| Position { row: 0, column }).collect();
    let wide = Geometry::new("", Alphabet::standard(61).unwrap(), wide, vec![]).unwrap();
    let all = CellRelation { kind: RelationKind::Sum(9999), cells: (0..3000).collect() };
    assert_eq!(wide.with_relations(vec![all]), Err(GeometryError::LargeRelations));
}
