//! Lines of characters and of numbers are read and written, and errors name their column.

use super::*;
use crate::Position;
use crate::text::WriteError;
use crate::text::record::{Record, Style};

fn four() -> Arc<Geometry> {
    Arc::new(catalog::classic(4).unwrap())
}

#[track_caller]
fn check(text: &str, expected: &str, expected_name: Option<&str>) {
    let (puzzle, name) = read(text, &four()).unwrap();
    assert_eq!(write(puzzle.geometry().alphabet(), &puzzle.givens()), expected);
    assert_eq!(name, expected_name);
}

#[track_caller]
fn check_error(text: &str, column: usize, message: &str) {
    let error = read(text, &four()).unwrap_err();
    assert_eq!((error.column, error.message().as_str()), (column, message));
}

#[test]
fn dots_and_zeros_are_empty_and_a_name_may_follow() {
    check("....1.3.431.2...", "....1.3.431.2...", None);
    check("0000103043102000", "....1.3.431.2...", None);
    for mark in ["_", "*", "-", "?", "x", "X"] {
        check(&"....1.3.431.2...".replace('.', mark), "....1.3.431.2...", None);
    }
    check("  ....1.3.431.2...\tMalherbe, 4x4 ", "....1.3.431.2...", Some("Malherbe, 4x4"));
    check("....1.3.431.2... 42", "....1.3.431.2...", Some("42"));
}

#[test]
fn a_line_of_marks_alone_is_no_puzzle() {
    for mark in ['_', '*', '-', '?', 'x'] {
        let message =
            format!("{mark:?} is no symbol, expected one of 1234, or . for an empty cell");
        check_error(&String::from(mark).repeat(16), 1, &message);
    }
}

#[test]
fn letters_beyond_the_symbols_have_a_hint() {
    let message = "'A' is no symbol, expected one of 1234, or . for an empty cell";
    let hint = ", or `--symbols NAME` or a header line `# symbols: NAME`";
    for mark in ['.', '-', '0', '_'] {
        let cells = "....A.C.DCA.B...".replace('.', &mark.to_string());
        check_error(&cells, 5, &format!("{message}{hint}"));
    }
    // Digits beside letters are misprints, and five letters no symbols of four.
    for cells in ["1...A.C.DCA.B...", "....A.C.DCA.B..E"] {
        check_error(cells, 5, message);
    }
}

#[test]
fn a_comment_opens_at_the_start_or_after_a_blank_only() {
    check("....1.3.431.2... no#1 # said so", "....1.3.431.2...", Some("no#1"));
    check("....1.3.431.2... # said so", "....1.3.431.2...", None);
    check_error("# nothing else", 1, "an empty line, expected a puzzle");
}

#[test]
fn numbers_separated_by_blanks_are_read() {
    check("0 0 0 0  1 0 3 0  4 3 1 .  2 . . .", "....1.3.431.2...", None);
    check("0 0 0 0 1 0 3 0 4 3 1 0 2 0 0 0 of 4", "....1.3.431.2...", Some("of 4"));
    check_error(
        "0 0 0 0 1 0 3 0 4 5 1 0 2 0 0 0",
        19,
        "\"5\" is no symbol, expected a number from 1 to 4, or 0 or . for an empty cell",
    );
    check_error("0 0 0 0 1 0 3", 14, "7 cells, expected 16 (classic4)");
}

#[test]
fn two_digits_are_two_cells_unless_another_number_follows() {
    let symbols = |n| Alphabet::standard(n).unwrap();
    let pair = |n| {
        let cells = [0, 1].map(|column| Position { row: 0, column }).to_vec();
        Arc::new(Geometry::new("", symbols(n), cells, Vec::new()).unwrap())
    };
    for (text, expected, name) in
        [("12", "12", None), ("21 of two", "21", Some("of two")), ("2 1", "21", None)]
    {
        let (puzzle, found) = read(text, &pair(2)).unwrap();
        assert_eq!((write_givens(&puzzle).as_str(), found), (expected, name), "{text}");
    }
    let (puzzle, name) = read("12 7", &pair(12)).unwrap();
    assert_eq!((write_givens(&puzzle).as_str(), name), ("C7", None));
    assert!(reads_as_cell("12", "7 of 9") && !reads_as_cell("12", "of 9"));
    assert_eq!(read_grid("10 of two", &pair(2)).unwrap_err(), empty_cell(1, 2));
}

#[test]
fn errors_name_the_column_and_what_was_expected() {
    check_error("....1.3.431.2..", 16, "15 cells, expected 16 (classic4)");
    check_error(" ....1.3.431.2....", 18, "17 cells, expected 16 (classic4)");
    check_error(
        "....1.3.431é2...",
        12,
        "'é' is no symbol, expected one of 1234, or . for an empty cell",
    );
    check_error(
        "....1.3.431.2..5",
        16,
        "'5' is no symbol, expected one of 1234, or . for an empty cell",
    );
}

#[test]
fn a_grid_has_no_empty_cell() {
    let grid = read_grid("3421123443122143 Malherbe", &four()).unwrap();
    assert_eq!(write_grid(four().alphabet(), &grid), "3421123443122143");
    let open = |text: &str| read_grid(text, &four()).unwrap_err();
    assert_eq!(open(" 34211234.3122143"), empty_cell(1, 10));
    let numbers = "3 4 2 1 1 2 3 4 0 3 1 2 2 1 4 3";
    assert_eq!(open(numbers), empty_cell(1, 17));
    assert_eq!(open(&numbers.replacen('3', ".", 1)).column, 1);
}

#[test]
fn an_alphabet_beyond_ascii_is_read() {
    let geometry = catalog::classic(4).unwrap().with_alphabet(Alphabet::new("αβγδ").unwrap());
    let geometry = Arc::new(geometry.unwrap());
    let (puzzle, name) = read("....α.γ.δγα.β... Greek", &geometry).unwrap();
    assert_eq!(write(geometry.alphabet(), &puzzle.givens()), "....α.γ.δγα.β...");
    assert_eq!(name, Some("Greek"));
}

#[test]
fn zero_is_a_symbol_where_the_alphabet_says_so() {
    let geometry = catalog::classic(4).unwrap().with_alphabet(Alphabet::new("0123").unwrap());
    let puzzle = parse("....0.2.320.1...", &Arc::new(geometry.unwrap())).unwrap();
    assert_eq!(puzzle.given(4), Some(0));
    assert_eq!(puzzle.clues(), 6);
}

#[test]
fn the_length_determines_the_geometry() {
    assert_eq!(order(&".".repeat(81)), Ok(9));
    assert_eq!(order("0 1 2 3 0 0 0 0 0 0 0 0 0 0 0 0 x"), Ok(4));
    assert_eq!(order("abc").unwrap_err().found, "3 cells");
    assert_eq!(order(""), Err(empty_line()));
}

#[test]
fn what_is_written_reads_back() {
    let geometry = Arc::new(catalog::classic(36).unwrap());
    let givens: Vec<_> = (0..1296).map(|i| (i % 3 != 0).then_some((i % 36) as u8)).collect();
    let text = write(geometry.alphabet(), &givens);
    assert_eq!(parse(&text, &geometry).unwrap().givens(), givens);
}

#[test]
fn a_name_that_would_be_read_as_a_grid_is_not_written() {
    let puzzle = parse("....1.3.431.2...", &four()).unwrap();
    let write = |name: &str| {
        let record = Record { name: Some(name.into()), ..Record::new(puzzle.clone()) };
        crate::text::named("line").unwrap().writer(Style::default()).record(&record)
    };
    let grid = "3421123443122143";
    for name in [grid, "................", &format!("-> {grid} x"), &format!("solution: {grid}")] {
        assert!(matches!(write(name), Err(WriteError::Name { .. })), "{name}");
    }
    for name in ["Malherbe", &format!("of {grid}"), &grid[1..], "abcdefghijklmnop"] {
        assert_eq!(write(name).unwrap(), format!("....1.3.431.2... {name}\n"));
    }
}
