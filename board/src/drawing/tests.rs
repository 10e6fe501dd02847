//! Drawings are read as documented, and what is written reads back.

use proptest::prelude::*;

use super::statements::KEYWORDS;
use super::{Drawing, shapes, write};
use crate::catalog::{self, read_drawing as read};
use crate::geometry::{CellRelation, Geometry, Position, Region};
use crate::relation::RelationKind;
use crate::symbols::Alphabet;

const EXAMPLE: &str = "\
# A comment: `#` at the start of a line.
name: example
about: a jigsaw of order 4 whose corners differ, and cells a knight's move apart
order: 4

board:
AABB
ACCB
ACDB
CDDD

rows
columns
region corners: r1c1 r1c4 r4c1 r4c4
apart: 1,2
";

fn geometry(text: &str) -> Geometry {
    read(text, "unnamed").unwrap().geometry
}

fn names(geometry: &Geometry) -> Vec<&str> {
    geometry.regions().iter().map(|region| region.name.as_str()).collect()
}

#[test]
fn the_example_of_the_documentation_is_read() {
    let drawing = read(EXAMPLE, "unnamed").unwrap();
    assert_eq!(drawing.geometry.name(), "example");
    assert!(drawing.about.starts_with("a jigsaw of order 4"));
    let geometry = drawing.geometry;
    assert_eq!((geometry.cells(), geometry.symbols()), (16, 4));
    let regions = geometry.regions();
    assert_eq!(regions[0], Region { name: "block 1".into(), cells: vec![0, 1, 4, 8] });
    assert_eq!(regions[2], Region { name: "block 3".into(), cells: vec![5, 6, 9, 12] });
    assert_eq!(names(&geometry)[4..6], ["row 1", "row 2"]);
    assert_eq!(names(&geometry)[12], "corners");
    // r1c1 and r2c3 are a knight's move apart, and so are r1c1 and r3c2.
    assert_eq!(regions[13], Region { name: "r1c1 and r2c3".into(), cells: vec![0, 6] });
    assert_eq!(regions[14], Region { name: "r1c1 and r3c2".into(), cells: vec![0, 9] });
    // r1c2 and r3c1 are as well, but block 1 contains both.
    assert!(!names(&geometry).contains(&"r1c2 and r3c1"));
}

#[test]
fn the_documentation_shows_the_example_and_every_keyword() {
    assert!(DOCUMENTATION.contains(EXAMPLE));
    for keyword in KEYWORDS {
        let is_shown =
            [":", " ", "`"].iter().any(|end| DOCUMENTATION.contains(&format!("`{keyword}{end}")));
        assert!(is_shown, "{keyword}");
    }
}

const DOCUMENTATION: &str = include_str!("../../../datasets/geometries/README.md");

#[test]
fn board_and_file_determine_what_is_not_stated() {
    let latin = geometry("board:\n...\n...\n...\n\nrows\ncolumns\n");
    assert_eq!(latin.name(), "unnamed");
    assert_eq!((latin.symbols(), latin.regions().len()), (3, 6));
    let placed = geometry("place: classic4 at r1c1\n");
    assert_eq!(placed.regions(), catalog::named("classic4").unwrap().regions());
    let other = geometry("symbols: αβγδ\nplace: classic4 at r1c1\n");
    assert_eq!(other.alphabet().to_string(), "αβγδ");
    let more = geometry("order: 9\nboard:\nAAB\nABB\n");
    assert_eq!((more.symbols(), more.is_full(0)), (9, false));
}

#[test]
fn blanks_line_ends_and_a_byte_order_mark_do_not_matter() {
    let odd = "\u{feff}".to_owned() + &EXAMPLE.replace('\n', "  \r\n").replace("\nA", "\n\t A");
    assert_eq!(read(&odd, "unnamed"), read(EXAMPLE, "unnamed"));
}

#[test]
fn a_hole_is_no_cell_and_lines_go_on_behind_it() {
    let ring = geometry("order: 4\nboard:\nA.B\n.-.\nC.D\n\nrows\ncolumns\n");
    assert_eq!(ring.cells(), 8);
    assert_eq!(ring.position(4).to_string(), "r2c3");
    assert_eq!(ring.regions()[5], Region { name: "row 2".into(), cells: vec![3, 4] });
}

#[test]
fn grids_that_are_placed_share_their_regions() {
    let twins = geometry("place: classic4 at r1c1 r3c3\n");
    assert_eq!((twins.cells(), twins.regions().len()), (28, 23));
    assert_eq!(twins.regions()[0].name, "grid 1 row 1");
    let shared = "grid 2 block 1";
    assert!(!names(&twins).contains(&shared) && names(&twins).contains(&"grid 2 block 2"));
}

#[test]
fn relations_are_read_in_the_order_of_their_lines() {
    let text = "place: classic4 at r1c1\ncage 7: r1c1 r1c2 r2c1\nrising: r4c1 r3c1\n\
                cage  3 : r3c3 r3c4\nnot ratio 2: r4c4 r4c3\n";
    let board = geometry(text);
    assert_eq!(names(&board)[12..], ["cage 1", "cage 2"]);
    let described: Vec<String> = board.relations().iter().map(|it| board.describe(it)).collect();
    let expected = [
        "sum 7: r1c1 r1c2 r2c1",
        "rising: r4c1 r3c1",
        "sum 3: r3c3 r3c4",
        "not ratio 2: r4c4 r4c3",
    ];
    assert_eq!(described, expected);
    let written = write(&board, "").unwrap();
    let expected =
        "\ncage 7: r1c1 r1c2 r2c1\nrising: r4c1 r3c1\ncage 3: r3c3 r3c4\nnot ratio 2: r4c4 r4c3\n";
    assert!(written.ends_with(expected), "{written}");
    // The relations of a board that is placed move with it.
    let name = |_: &str| Ok(geometry("order: 4\nboard:\n..\n\ndifference 1: r1c2 r1c1\n"));
    let twice = super::read("place: it at r1c1 r2c2\n", "", name).unwrap().geometry;
    let described: Vec<String> = twice.relations().iter().map(|it| twice.describe(it)).collect();
    assert_eq!(described, ["difference 1: r1c2 r1c1", "difference 1: r2c3 r2c2"]);
}

#[test]
fn every_geometry_of_the_catalog_comes_back_from_its_drawing() {
    for entry in catalog::entries() {
        for name in entry.names.iter().take(12) {
            let (geometry, about) = (catalog::named(name).unwrap(), entry.about.clone());
            let text = write(&geometry, &about).unwrap();
            assert_eq!(read(&text, "unnamed"), Ok(Drawing { geometry, about }), "{name}");
        }
    }
}

#[test]
fn words_and_pictures_are_written_where_they_can_be() {
    let example = read(EXAMPLE, "").unwrap();
    let text = write(&example.geometry, &example.about).unwrap();
    let (head, _) = text.split_once("region r1c1 and r2c3: r1c1 r2c3").unwrap();
    let (before, after) = EXAMPLE.split_once("\napart").unwrap();
    let expected = before.lines().skip(1).filter(|line| !line.is_empty());
    assert!(head.lines().filter(|line| !line.is_empty()).eq(expected), "{text}{after}");
    let text = write(&catalog::named("windoku").unwrap(), "").unwrap();
    assert!(text.contains("\nregions window:\n.........\n.AAA.BBB.\n"));
}

#[test]
fn what_no_picture_can_show_is_not_written() {
    let at = |row, column| Position { row, column };
    let of = |positions: Vec<Position>| {
        let alphabet = Alphabet::standard(1).unwrap();
        let geometry = Geometry::new("odd", alphabet, positions, Vec::new()).unwrap();
        write(&geometry, "")
    };
    assert_eq!(of(vec![at(1, 0), at(0, 0)]), None);
    assert_eq!(of(vec![at(0, 5000)]), None);
    assert!(of(vec![at(3, 2), at(4, 0)]).is_some());
}

/// Returns any geometry whose cells are in reading order: holes, short regions, repeated regions, names that look like
/// those of pictures, symbols of all kinds.
fn any_drawing() -> impl Strategy<Value = Drawing> {
    let positions = prop::collection::btree_set((0..6_usize, 0..6_usize), 1..=20);
    let alphabets = ["12", "1234567", "αβγ#".trim_end_matches('#'), "0ABCDEF", "123456789"];
    let name = "(block|row|column|window|cage|a: b|r1c1 and r2c2|ö)( [1-4])?";
    let kinds = ["sum 4", "rising", "difference 1", "not difference 0", "ratio 2", "sandwich 3"];
    (positions, prop::sample::select(alphabets.to_vec()), "[a-z][a-z0-9 :.-]{0,5}[a-z]")
        .prop_flat_map(move |(positions, alphabet, called)| {
            let positions: Vec<Position> =
                positions.into_iter().map(|(row, column)| Position { row, column }).collect();
            let cells: Vec<usize> = (0..positions.len()).collect();
            let most = alphabet.chars().count().min(cells.len());
            let region = (name, prop::sample::subsequence(cells.clone(), 1..=most), any::<bool>());
            let kind = prop::sample::select(kinds.to_vec());
            let relation = (kind, prop::sample::subsequence(cells, 1..=most), any::<bool>());
            let regions = prop::collection::vec(region, 0..8);
            let relations = prop::collection::vec(relation, 0..4);
            (Just((positions, alphabet, called)), regions, relations)
        })
        .prop_map(|((positions, alphabet, called), regions, relations)| {
            let region = |(name, mut cells, turned): (String, Vec<usize>, bool)| {
                if turned {
                    cells.reverse();
                }
                Region { name, cells }
            };
            let mut regions: Vec<Region> = regions.into_iter().map(region).collect();
            let alphabet = Alphabet::new(alphabet).unwrap();
            let fits = |region: &Region| region.cells.len() <= alphabet.len();
            let rows = shapes::rows(&positions);
            if rows.iter().all(fits) {
                regions.splice(0..0, rows);
            }
            // Some relations are sums of regions, as those of cages are.
            let of_region = regions.iter().filter(|it| it.cells[0] % 2 == 0);
            let cage = |region: &Region| CellRelation {
                kind: RelationKind::Sum(region.cells.len() as u16 * 2),
                cells: region.cells.clone(),
            };
            let relation = |(kind, mut cells, turned): (&str, Vec<usize>, bool)| {
                if turned {
                    cells.reverse();
                }
                CellRelation { kind: RelationKind::parse(kind).unwrap(), cells }
            };
            let mut related: Vec<CellRelation> = of_region.map(cage).collect();
            related.extend(relations.into_iter().map(relation));
            let geometry = Geometry::new(called, alphabet, positions, regions).unwrap();
            let geometry = geometry.with_relations(related).unwrap();
            Drawing { geometry, about: "anything: at all".into() }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(drawing in any_drawing()) {
        let text = write(&drawing.geometry, &drawing.about).unwrap();
        prop_assert_eq!(read(&text, "unnamed"), Ok(drawing), "{}", text);
    }

    #[test]
    fn whatever_is_changed_in_a_text_is_read_or_refused(
        at in 0..EXAMPLE.len(), more in "[\\PC\n]{0,3}", less in 0..40_usize,
    ) {
        let end = (at + less).min(EXAMPLE.len());
        if EXAMPLE.is_char_boundary(at) && EXAMPLE.is_char_boundary(end) {
            let text = format!("{}{more}{}", &EXAMPLE[..at], &EXAMPLE[end..]);
            if let Err(error) = read(&text, "unnamed") {
                let line = text.lines().nth(error.line - 1).unwrap_or_default();
                prop_assert!((1..=line.chars().count() + 1).contains(&error.column), "{error:?}");
            }
        }
    }
}
