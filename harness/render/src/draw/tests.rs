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
fn symbols_beyond_the_alphabet_are_numbers_as_in_text() {
    let geometry = geometry("classic64");
    let mut givens = vec![None; geometry.cells()];
    (givens[0], givens[1]) = (Some(0), Some(63));
    let puzzle = board::Puzzle::from_givens(geometry.clone(), &givens);
    let cells =
        CellContent::Puzzle { puzzle: &puzzle, open: OpenCells::Candidates, fill: Fill::Regions };
    let svg = board(&geometry, cells, "").inline();
    for number in [">1</text>", ">64</text>", ">62</text>"] {
        assert!(svg.contains(number), "{number}");
    }
    assert!(svg.is_ascii());
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

/// Returns a board of order four with these statements.
fn with(statements: &str) -> Geometry {
    let text = format!("place: classic4 at r1c1\n{statements}");
    catalog::read_drawing(&text, "own").expect("a drawing").geometry
}

fn drawn(statements: &str) -> String {
    board(&with(statements), CellContent::Blank, "").inline()
}

#[test]
fn each_relation_is_drawn_as_it_is_kept() {
    let kept = [
        (
            "cages",
            "cage 7: r1c1 r1c2 r2c1\ncage 12: r2c2 r3c2 r3c3 r3c4\ncage 3: r4c4\nsum 9: r1c3 r1c4 r2c4\n",
        ),
        (
            "lines",
            "rising: r1c1 r2c2 r3c2 r4c1\nrising: r1c3 r1c4\nrising: r3c4 r2c4\nsum 11: r2c3 r3c4 r4c1\n",
        ),
        (
            "dots",
            "difference 1: r1c1 r1c2\ndifference 3: r2c1 r3c1\nratio 2: r1c3 r2c3\nratio 12: r3c3 r3c4\ndifference 0: r4c1 r3c4\nsum 5: r1c4 r2c4\nsum 6: r4c3 r4c4\n",
        ),
        (
            "sandwiches",
            "sandwich 5: r2c1 r2c2 r2c3 r2c4\nsandwich 0: r1c3 r2c3 r3c3 r4c3\nsandwich 2: r1c1 r2c2 r3c3\nnot ratio 2: r1c1 r2c2\nnot difference 0: r4c1 r3c2 r4c3\nnot difference 1: r4c1 r3c2 r4c3\n",
        ),
    ];
    for (name, statements) in kept {
        let geometry = Arc::new(with(statements));
        let puzzle = board::Puzzle::empty(geometry.clone());
        let cells = CellContent::Puzzle {
            puzzle: &puzzle,
            open: OpenCells::Candidates,
            fill: Fill::Regions,
        };
        let svg = board(&geometry, cells, name).standalone(SHEET);
        crate::golden::check_golden("tests/golden/draw", &format!("{name}.svg"), &svg);
    }
}

#[test]
fn a_cage_is_an_outline_and_no_tint() {
    let svg = drawn("cage 7: r1c1 r1c2 r2c1\n");
    assert!(!svg.contains("fill-opacity") && svg.matches("stroke-dasharray").count() == 1, "{svg}");
    // Six sides of three cells, two of which turn outwards between r1c2 and r2c1.
    assert_eq!(
        svg.split_once("\"3 2\"")
            .map_or(0, |it| it.1[..it.1.find('>').unwrap()].matches('M').count()),
        8
    );
    assert!(svg.contains(">7</text>"), "{svg}");
    let parts = drawn("cage 7: r1c1 r1c2 r4c4\n");
    assert_eq!(parts.matches(">7</text>").count(), 2, "a total in each part");
    let latin = "place: latin4 at r1c1\ncage 7: r1c1 r1c2 r2c1\n";
    let latin = catalog::read_drawing(latin, "own").expect("a drawing").geometry;
    assert!(blocks(&latin).iter().all(Option::is_none), "a cage is no block");
}

#[test]
fn what_cannot_be_drawn_is_a_line_of_text() {
    let pairs = |kind: &str, skip: usize| -> String {
        let cells = (0..16).flat_map(|cell| {
            let (row, column) = (cell / 4 + 1, cell % 4 + 1);
            let right =
                (column < 4).then(|| format!("{kind}: r{row}c{column} r{row}c{}\n", column + 1));
            let below =
                (row < 4).then(|| format!("{kind}: r{row}c{column} r{}c{column}\n", row + 1));
            right.into_iter().chain(below)
        });
        cells.skip(skip).collect()
    };
    // Without the breaks between lines.
    let text = |statements: &str| {
        let svg = drawn(statements);
        let lines = svg.split("<text ").filter(|it| it.starts_with("class=\"place\""));
        let words = lines.filter_map(|it| it.split(['>', '<']).nth(1));
        words.collect::<Vec<_>>().join(" ")
    };
    let shows = |statements: &str, expected: &str| {
        let text = text(statements);
        assert!(text.contains(expected), "{text}");
    };
    shows(&pairs("not difference 1", 0), "neighbours never differ by 1");
    let marked = pairs("not ratio 2", 1) + "ratio 2: r1c1 r1c2\n";
    shows(&marked, "neighbours without a dot: neither is 2 times the other");
    shows("not ratio 3: r1c1 r1c2\nnot ratio 3: r2c1 r2c2\n", "not ratio 3: r1c1 r1c2; r2c1 r2c2");
    let whispers = "not difference 0: r1c1 r2c2\nnot difference 1: r1c1 r2c2\n";
    shows(whispers, "green: differ by 2 or more along r1c1 r2c2");
    shows("sandwich 2: r1c1 r2c2 r3c3\n", "sandwich 2: r1c1 r2c2 r3c3");
}

#[test]
fn totals_of_sandwiches_are_beyond_their_lines() {
    let plain = board(&with(""), CellContent::Blank, "");
    let row = board(&with("sandwich 5: r2c1 r2c2 r2c3 r2c4\n"), CellContent::Blank, "");
    let column = board(&with("sandwich 4: r4c2 r3c2 r2c2 r1c2\n"), CellContent::Blank, "");
    assert!(row.width() > plain.width() && row.height() == plain.height());
    assert!(column.height() > plain.height() && column.width() == plain.width());
    assert!(row.inline().contains(">5</text>") && column.inline().contains(">4</text>"));
}

#[test]
fn boards_with_relations_are_pictures_of_any_kind() {
    let svg = board(
        &with("cage 7: r1c1 r1c2\nrising: r2c1 r3c1 r4c2\nratio 2: r4c3 r4c4\n"),
        CellContent::Blank,
        "",
    );
    for format in [crate::picture::png::of, crate::picture::pdf::of] {
        assert!(!format(&svg, SHEET).expect("a picture").is_empty());
    }
    assert!(crate::picture::tikz::of(&svg, SHEET).expect("a picture").contains("dash"));
}
