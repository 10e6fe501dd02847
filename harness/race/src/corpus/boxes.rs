//! Tests of the reader with drawn grids: the lines around boxes match the board, or there is a single error that
//! states what is drawn and what was expected.

use std::sync::Arc;

use board::text::record::{Record, Style};
use board::text::symbols::Symbols;
use board::text::{self, board_header};
use board::{Geometry, Puzzle, SymbolSet, catalog};

use super::CorpusOptions;
use super::notations::{kept, read};
use super::number_rows::large;

/// The rows and columns of a box.
type Shape = (usize, usize);

/// Returns every shape of a box of at most 25 cells.
fn shapes() -> impl Iterator<Item = Shape> {
    let shapes = (2..=12).flat_map(|rows| (2..=12).map(move |columns| (rows, columns)));
    shapes.filter(|(rows, columns)| rows * columns <= 25)
}

/// Returns the boxes of the classic board of this order.
fn classic((rows, columns): Shape) -> Shape {
    let order = rows * columns;
    let rows = (1..=order.isqrt()).rev().find(|&it| order.is_multiple_of(it)).expect("one");
    (rows, order / rows)
}

/// Returns the board with boxes of this shape, and its drawing.
fn board_of((rows, columns): Shape) -> Arc<Geometry> {
    let order = rows * columns;
    let letter = |cell: usize| {
        let (row, column) = (cell / order, cell % order);
        char::from(b'A' + (row / rows * rows + column / columns) as u8)
    };
    let picture: Vec<char> = (0..order * order).map(letter).collect();
    let lines: String = picture.chunks(order).map(|row| String::from_iter(row) + "\n").collect();
    let name = format!("boxes-{rows}-{columns}");
    let text = format!("name: {name}\norder: {order}\nboard:\n{lines}\nrows\ncolumns\n");
    Arc::new(catalog::read_drawing(&text, "").expect("a board").geometry)
}

/// Returns a puzzle with all cells given, in an order that ignores the rules.
fn full(geometry: &Arc<Geometry>) -> Puzzle {
    let values = large(geometry.symbols(), 100).concat();
    let cell = |value: &Option<usize>| SymbolSet::only((value.expect("a value") - 1) as u8);
    Puzzle::from_allowed(geometry.clone(), values.iter().map(cell).collect())
}

/// A style of drawing: the bar and the rule between boxes, and between the cells of a box.
#[derive(Clone, Copy, Debug)]
struct Pen {
    frame: bool,
    boxes: (&'static str, &'static str),
    cells: (&'static str, &'static str),
}

/// Styles that show boxes.
const PENS: &[Pen] = &[
    Pen { frame: false, boxes: ("|", "-"), cells: ("", "") },
    Pen { frame: true, boxes: ("|", "-"), cells: ("", "") },
    Pen { frame: true, boxes: ("│", "─"), cells: ("", "") },
    Pen { frame: true, boxes: ("║", "═"), cells: ("│", "─") },
    Pen { frame: true, boxes: ("||", "="), cells: ("|", "-") },
    Pen { frame: true, boxes: ("||", "="), cells: ("|", "") },
    Pen { frame: false, boxes: ("|", ""), cells: ("", "") },
    Pen { frame: false, boxes: ("", "-"), cells: ("", "") },
];

/// Styles that show no boxes.
const PLAIN: &[Pen] = &[
    Pen { frame: true, boxes: ("", ""), cells: ("", "") },
    Pen { frame: true, boxes: ("|", "-"), cells: ("|", "-") },
    Pen { frame: false, boxes: ("|", ""), cells: ("|", "") },
    Pen { frame: false, boxes: ("", "-"), cells: ("", "-") },
];

/// Returns a drawing of a grid of numbers, with boxes of this shape.
fn drawn((rows, columns): Shape, pen: Pen) -> String {
    let order = rows * columns;
    let width = 5 * order + 4;
    let rule = |dash: &str| match dash {
        "" => String::new(),
        _ => format!("+{}+\n", dash.repeat(width)),
    };
    let at = |index: usize, side: usize| match index.is_multiple_of(side) {
        true => pen.boxes,
        false => pen.cells,
    };
    let edge = if pen.frame { "|" } else { "" };
    let mut text = if pen.frame { rule("-") } else { String::new() };
    for (row, cells) in large(order, 100).iter().enumerate() {
        if row > 0 {
            text += &rule(at(row, rows).1);
        }
        text += edge;
        for (column, value) in cells.iter().enumerate() {
            let bar = if column > 0 { at(column, columns).0 } else { "" };
            text += &format!("{bar} {:>2} ", value.expect("a value"));
        }
        text += &format!("{edge}\n");
    }
    text + if pen.frame { rule("-") } else { String::new() }.as_str()
}

fn numbers() -> CorpusOptions {
    CorpusOptions { symbols: Some(Symbols::Numbers), ..kept() }
}

/// Returns the puzzle, or the only error.
fn outcome(text: &str, options: CorpusOptions) -> Result<Puzzle, String> {
    let (mut records, mut messages) = read(text, options);
    assert_eq!(records.len() + messages.len(), 1, "{messages:?}\n{text}");
    records.pop().map(|(record, _)| record.puzzle).ok_or_else(|| messages.remove(0))
}

#[test]
fn drawn_boxes_match_the_inferred_board_or_are_a_single_error() {
    for shape in shapes() {
        let order = shape.0 * shape.1;
        let own = catalog::classic(order).expect("a classic order");
        for &pen in PENS {
            let text = drawn(shape, pen);
            let found = outcome(&text, numbers());
            if classic(shape) == shape {
                assert_eq!(found, Ok(full(&Arc::new(own.clone()))), "{pen:?}\n{text}");
                continue;
            }
            let error = found.expect_err(&text);
            let (rows, columns) = shape;
            let (own_rows, own_columns) = classic(shape);
            let expected = format!(
                "the lines draw boxes of {rows} rows by {columns} columns, and those of \
                 classic{order} are {own_rows} rows by {own_columns} columns, expected lines around \
                 these, or the board by `--geometry FILE` or a header `# geometry: FILE`"
            );
            assert!(error.ends_with(&expected) && error.starts_with("file:"), "{error}\n{text}");
        }
        for &pen in PLAIN {
            let text = drawn(shape, pen);
            let expected = full(&Arc::new(own.clone()));
            assert_eq!(outcome(&text, numbers()), Ok(expected), "{pen:?}\n{text}");
        }
    }
}

#[test]
fn drawn_boxes_match_the_stated_board_or_are_a_single_error() {
    for shape in shapes() {
        let board = board_of(shape);
        let header = board_header::header(&board).expect("a header");
        let order = shape.0 * shape.1;
        let named = Arc::new(catalog::classic(order).expect("a classic order"));
        let latin = Arc::new(catalog::latin(order).expect("a Latin square"));
        for &pen in PENS.iter().chain(PLAIN) {
            let text = drawn(shape, pen);
            let under = format!("{header}{text}");
            assert_eq!(outcome(&under, numbers()), Ok(full(&board)), "{pen:?}\n{under}");
            let option = |geometry: &Arc<Geometry>| CorpusOptions {
                geometry: Some(geometry.clone()),
                ..numbers()
            };
            assert_eq!(outcome(&text, option(&board)), Ok(full(&board)), "{pen:?}\n{text}");
            assert_eq!(outcome(&text, option(&latin)), Ok(full(&latin)), "{pen:?}\n{text}");
            let found = outcome(&text, option(&named));
            let headed = outcome(&format!("# geometry: classic{order}\n{text}"), numbers());
            if classic(shape) == shape || !is_cut(shape, pen) {
                assert!(found == Ok(full(&named)) && headed == found, "{pen:?}\n{text}");
                continue;
            }
            for error in [found, headed] {
                let error = error.expect_err(&text);
                let cuts = format!("cuts through a box of classic{order}, expected lines around");
                assert!(error.contains(&cuts) && error.starts_with("file:"), "{error}\n{text}");
            }
        }
    }
}

/// Returns whether lines around boxes of a shape cut through those of the classic board.
fn is_cut((rows, columns): Shape, pen: Pen) -> bool {
    let (own_rows, own_columns) = classic((rows, columns));
    let is_plain = pen.boxes == pen.cells || pen.boxes == ("", "");
    let across = !pen.boxes.0.is_empty() && !columns.is_multiple_of(own_columns);
    let down = !pen.boxes.1.is_empty() && !rows.is_multiple_of(own_rows);
    !is_plain && (across || down)
}

#[test]
fn a_written_grid_reads_back_on_the_same_board() {
    let grid = text::named("grid").expect("a notation");
    for shape in shapes() {
        for style in [Style::default(), Style::numbers()] {
            let puzzle = full(&board_of(shape));
            let text = grid.writer(style).record(&Record::new(puzzle.clone())).expect("a grid");
            assert_eq!(outcome(&text, kept()), Ok(puzzle), "{text}");
            let is_header = |line: &&str| line.starts_with('#') && !line.contains("symbols");
            let bare: String = text
                .lines()
                .filter(|line| !is_header(line))
                .map(|it| it.to_owned() + "\n")
                .collect();
            let order = shape.0 * shape.1;
            let own = Arc::new(catalog::classic(order).expect("a classic order"));
            match outcome(&bare, kept()) {
                Ok(puzzle) => assert!(classic(shape) == shape && puzzle == full(&own), "{bare}"),
                Err(error) => assert!(error.contains("the lines draw boxes of"), "{error}\n{bare}"),
            }
        }
    }
}

#[test]
fn lines_that_bound_no_boxes_are_a_single_error() {
    let drawings = [
        // A misplaced bar.
        ("12|34\n34|12\n21|43\n4|321\n", "file:4:2"),
        // Quarters, in an order without boxes of this shape.
        ("123|456\n456|123\n231|564\n---+---\n564|231\n312|645\n645|312\n", "file:1:4"),
        // A jigsaw.
        (
            "+---+---+---+---+\n| 1   2 | 3   4 |\n+   +---+---+   +\n| 3 | 4   1 | 2 |\n+---+   +   +---+\n\
             | 2 | 1 | 4   3 |\n+   +---+   +   +\n| 4   3 | 2   1 |\n+---+---+---+---+\n",
            "file:3:1",
        ),
    ];
    for (text, place) in drawings {
        let error = outcome(text, kept()).expect_err(text);
        let starts = format!("{place}: the lines draw no boxes of ");
        assert!(error.starts_with(&starts), "{error}\n{text}");
        let order = if text.contains('6') { 6 } else { 4 };
        let latin = Some(Arc::new(catalog::latin(order).expect("a Latin square")));
        assert!(outcome(text, CorpusOptions { geometry: latin, ..kept() }).is_ok(), "{text}");
    }
}

#[test]
fn rows_of_an_order_without_a_classic_board_are_an_error_that_names_the_latin_square() {
    for order in (5..=67).filter(|&order| catalog::named(&format!("classic{order}")).is_err()) {
        let row = |row: &Vec<Option<usize>>| {
            let words = row.iter().map(|value| format!("{:>2}", value.expect("a value")));
            words.collect::<Vec<_>>().join(" ") + "\n"
        };
        let rows: Vec<String> = large(order, 100).iter().map(row).collect();
        let gaps: String = rows.chunks(7).map(|rows| rows.concat() + "\n").collect();
        let bars = rows.concat().replace('\n', " |\n");
        for text in [rows.concat(), gaps, bars] {
            // Up to order 36, blank lines may separate grids.
            if order <= 36 && text.contains("\n\n") {
                continue;
            }
            let error = outcome(&text, numbers()).expect_err(&text);
            let expected = format!(
                "{order} rows of {order} cells, and no classic board has {order} symbols, expected \
                 `--geometry latin{order}` or a header `# geometry: latin{order}`"
            );
            assert!(error.contains(&expected) && error.starts_with("file:1:"), "{error}\n{text}");
            let latin = Arc::new(catalog::latin(order).expect("a Latin square"));
            let named = CorpusOptions { geometry: Some(latin.clone()), ..numbers() };
            assert_eq!(outcome(&text, named), Ok(full(&latin)), "{text}");
            let headed = format!("# geometry: latin{order}\n{text}");
            assert_eq!(outcome(&headed, numbers()), Ok(full(&latin)), "{headed}");
        }
    }
}
