use std::sync::Arc;

use board::{Grid, SymbolSet, catalog, text::line};

use super::*;
use crate::policy::policy;

fn geometry(name: &str) -> Arc<Geometry> {
    Arc::new(catalog::named(name).expect("a geometry"))
}

fn further(name: &str) -> usize {
    shape::further(&geometry(name)).len()
}

fn thick(name: &str) -> usize {
    shape::lines(&geometry(name))[1].len()
}

#[test]
fn blocks_have_thick_lines_and_further_regions_tints() {
    // The outline has 4 * 9 sides; between the blocks are 2 + 2 lines of 9.
    assert_eq!((thick("classic9"), further("classic9")), (72, 0));
    assert_eq!((thick("windoku"), further("windoku")), (72, 4));
    assert_eq!((thick("x"), further("x")), (72, 2));
    assert_eq!((thick("latin5"), further("latin5")), (20, 0));
    assert_eq!(further("samurai"), 0, "a block that two grids share is a block");
    assert_eq!(further("anti-knight"), 0, "pairs have no tint");
}

#[test]
fn a_side_is_drawn_once_and_each_cell_has_four() {
    for name in ["classic9", "samurai", "twin", "butterfly"] {
        let geometry = geometry(name);
        let [thin, thick] = shape::lines(&geometry);
        let at: Vec<_> = (0..geometry.cells()).map(|cell| geometry.position(cell)).collect();
        let shared = |a: &board::Position, b: &board::Position| {
            a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1
        };
        let neighbours =
            at.iter().flat_map(|a| at.iter().filter(move |b| shared(a, b))).count() / 2;
        assert_eq!(thin.len() + thick.len(), 4 * at.len() - neighbours, "{name}");
    }
}

#[test]
fn each_cell_of_any_geometry_has_its_place() {
    for name in ["classic36", "samurai", "windoku", "anti-king"] {
        let geometry = geometry(name);
        let svg = board(&geometry, CellContent::Blank, "").inline();
        assert_eq!(svg.matches("data-cell").count(), geometry.cells(), "{name}");
    }
}

#[test]
fn a_puzzle_is_drawn_as_it_is_kept() {
    let geometry = geometry("x4");
    let puzzle = line::parse("1...............", &geometry).expect("a puzzle");
    let grid = line::read_grid("1234341243212143", &geometry).expect("a grid");
    let set = |symbols: &[board::Symbol]| symbols.iter().copied().collect::<SymbolSet>();
    let placed = CellMarks { placed: Some(1), left: set(&[1]), ..CellMarks::default() };
    let (removed, removed_last) = (set(&[0, 3]), set(&[3]));
    let marked = CellMarks { placed: None, left: set(&[1, 2]), removed, removed_last };
    let marks: Vec<CellMarks> =
        (0..16).map(|cell| if cell == 1 { placed } else { marked }).collect();
    for (name, open, fill) in [
        ("givens", OpenCells::Restricted, Fill::Regions),
        ("candidates", OpenCells::Candidates, Fill::Regions),
        ("marks", OpenCells::Marks(&marks), Fill::Regions),
        ("solution", OpenCells::Solved(&grid), Fill::Regions),
        ("coloured", OpenCells::Solved(&grid), Fill::Symbols),
    ] {
        let cells = CellContent::Puzzle { puzzle: &puzzle, open, fill };
        let svg = board(&geometry, cells, "<b>a & b</b>").standalone(SHEET);
        assert!(!svg.contains("<b>"));
        crate::golden::check_golden("tests/golden/draw", &format!("{name}.svg"), &svg);
    }
}

#[test]
fn paper_has_the_puzzles_first_and_the_solutions_on_pages_of_their_own() {
    let puzzle = line::parse("1...............", &geometry("x4")).expect("a puzzle");
    let grid = line::read_grid("1234341243212143", puzzle.geometry()).expect("a grid");
    let printed = |name: &str, solution: Option<Grid>| paper::PrintedPuzzle {
        puzzle: puzzle.clone(),
        name: name.into(),
        level: "hard".into(),
        solution,
    };
    let both =
        paper::page(&[printed("<b>", Some(grid.clone())), printed("", None)], false, Fill::Regions);
    assert!(both.contains("<figcaption>&lt;b&gt;: hard, 1 clue</figcaption>"), "{both}");
    assert!(both.contains("<figcaption>hard, 1 clue</figcaption>"), "{both}");
    assert_eq!((both.matches("<figure").count(), both.matches("class=\"found\"").count()), (3, 15));
    let (_, style) = both.split_once("<style>").expect("a style sheet");
    let (style, _) = style.split_once("</style>").expect("its end");
    assert!(both.contains(&format!("Content-Security-Policy\" content=\"{}\"", policy(style, ""))));
    let (puzzles, solutions) = both.split_once("<h1>Solutions</h1>").expect("two parts");
    assert!(!puzzles.contains("class=\"found\"") && solutions.contains("class=\"found\""));
    assert!(!paper::page(&[printed("", None)], false, Fill::Regions).contains("Solutions"));
}
