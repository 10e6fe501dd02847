//! Drawings with errors are refused with the line, the column and what was expected.

use crate::catalog::read_drawing as read;

#[track_caller]
fn check_error(text: &str, line: usize, column: usize, message: &str) {
    let error = read(text, "unnamed").unwrap_err();
    assert_eq!((error.line, error.column, error.message().as_str()), (line, column, message));
}

#[test]
fn errors_name_line_column_and_what_was_expected() {
    check_error(
        "",
        1,
        1,
        "no cells, expected a line `board:` and a picture, or `place: NAME at r1c1`",
    );
    check_error(
        "\n  rwos\n",
        2,
        3,
        "\"rwos\" is no keyword, expected one of about, apart, board, cage, columns, \
         diagonals, difference, name, not, order, place, ratio, region, regions, rising, rows, \
         sandwich, sum, symbols",
    );
    check_error("rows: 9\n", 1, 1, "\"rows: 9\", expected `rows`");
    check_error("name:\n", 1, 1, "\"name:\", expected `name: WORDS`");
    check_error("name: a\nname: b\n", 2, 1, "a second `name`, expected one");
    check_error("order: 4\nsymbols: ABCD\n", 2, 1, "a second `order` or `symbols`, expected one");
    check_error("order: many\n", 1, 8, "\"many\" is no number of symbols, expected 1 to 100");
    check_error("order: 101\n", 1, 8, "101 symbols, expected 1 to 100");
    check_error(
        "symbols: ABA\n",
        1,
        10,
        "the symbol 'A' is repeated, expected characters that differ",
    );
    check_error(
        "board:\n\nAB\n",
        1,
        1,
        "no picture, expected one in the lines after this: a character for each cell",
    );
    check_error("board:\nA B\n", 2, 2, "' ' in a picture, expected a letter, `.` or `-`");
    check_error(
        "region x: r1c1\n",
        1,
        1,
        "no cells, expected a line `board:` and a picture, or `place: NAME at r1c1`",
    );
    check_error("place: classic4\n", 1, 1, "\"place: classic4\", expected `place: NAME at r1c1 …`");
    check_error("place: classic4 at r1\n", 1, 20, "\"r1\" is no cell, expected one like r1c1");
}

#[test]
fn errors_of_regions_name_the_cell() {
    let board = |more: &str| format!("board:\nAB\nAB\n\n{more}\n");
    check_error(
        "board:\nAB\nABA\n",
        3,
        3,
        "3 cells, expected 2 as in the first line of the picture; a picture ends with an empty line",
    );
    check_error(
        "board:\nAA\nAB\n",
        3,
        1,
        "block A has 3 cells, expected at most 2: there are no more symbols",
    );
    check_error(
        "order: 1\nboard:\n..\n\nrows\n",
        5,
        1,
        "row 1 has 2 cells, expected at most 1: there are no more symbols",
    );
    check_error(
        &board("region x: r1c1 r3c1"),
        5,
        16,
        "r3c1 is no cell of the board, expected one of its cells",
    );
    check_error(
        &board("region x: r1c1 r0c1"),
        5,
        16,
        "\"r0c1\" is no cell, expected one like r1c1",
    );
    check_error(
        &board("region x: r1c1 r99999c1"),
        5,
        16,
        "\"r99999c1\" is no cell, expected one like r1c1",
    );
    check_error(
        &board("region x: r1c1 r1c1"),
        5,
        16,
        "x names r1c1 twice, expected each cell once",
    );
    check_error(&board("region x:"), 5, 1, "\"region x:\", expected `region NAME: r1c1 …`");
    check_error(
        &board("regions x:\nA.\n"),
        5,
        1,
        "a picture of 1 rows and 2 columns, expected 2 rows and 2 columns as the board has",
    );
    check_error(
        &board("regions x:\nA.\n-A\n"),
        7,
        1,
        "a hole at r2c1, where the board has a cell, expected `.` or a letter",
    );
    check_error(
        "order: 3\nboard:\nA-\n.A\n\ndiagonals\n",
        6,
        1,
        "diagonals of a board of 2 rows and 2 columns, expected a square without a hole on them",
    );
    check_error(
        "order: 3\nboard:\nA-\n.A\n\nregions x:\nA.\n.A\n",
        7,
        2,
        "r1c2 is no cell of the board, expected one of its cells",
    );
    check_error(
        &board("apart: 1,2 0,0"),
        5,
        12,
        "\"0,0\" is no offset, expected rows and columns like 1,2",
    );
    check_error(&board("board:\nA\n"), 5, 1, "a second `board`, expected one");
}

#[test]
fn errors_in_relations_name_the_form() {
    let board = |line: &str| format!("order: 4\nboard:\n..\n\n{line}\n");
    for (line, form) in [
        ("sum: r1c1", "sum TOTAL: r1c1 …"),
        ("sum 65536: r1c1", "sum TOTAL: r1c1 …"),
        ("cage 5 r1c1", "cage TOTAL: r1c1 …"),
        ("cage 5:", "cage TOTAL: r1c1 …"),
        ("rising 2: r1c1", "rising: r1c1 …"),
        ("not sum 2: r1c1", "not difference BY: r1c1 …` or `not ratio TIMES: r1c1 …"),
    ] {
        check_error(&board(line), 5, 1, &format!("{line:?}, expected `{form}`"));
    }
    let twice = "sum 5 names r1c1 twice, expected each cell once";
    check_error(&board("sum 5: r1c1 r1c1"), 5, 13, twice);
    let outside = "r2c1 is no cell of the board, expected one of its cells";
    check_error(&board("rising: r1c1 r2c1"), 5, 14, outside);
    let long = "cage 1 has 5 cells, expected at most 4: there are no more symbols";
    let wide = "order: 4\nboard:\n.....\n\ncage 9: r1c1 r1c2 r1c3 r1c4 r1c5\n";
    check_error(wide, 5, 1, long);
}

#[test]
fn a_board_that_would_fill_the_memory_is_refused() {
    let problem = |text: &str| read(text, "").unwrap_err().message();
    let cells = "more than 65536 cells, expected a smaller board";
    let corners: String = (1..=200).map(|column| format!(" r1c{column}")).collect();
    assert_eq!(problem(&format!("place: latin61 at{corners}\n")), cells);
    assert_eq!(problem(&format!("board:\n{}", ".".repeat(70_000))), cells);
    let entries = "more than 262144 cells in regions, expected a smaller board";
    let offsets: String = (1..=100).map(|columns| format!(" 0,{columns}")).collect();
    assert_eq!(problem(&format!("place: latin61 at r1c1\napart:{offsets}\n")), entries);
    let region = format!("region a:{}\n", (1..=60).map(|c| format!(" r1c{c}")).collect::<String>());
    let regions = region.repeat(5000);
    assert_eq!(problem(&format!("place: latin60 at r1c1\n{regions}")), entries);
    assert_eq!(read("place: latin61 at r1c1 r62c62\napart: 1,2 1,1\n", "").map(|_| ()), Ok(()));
}
