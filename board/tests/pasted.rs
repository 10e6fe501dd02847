//! The shapes in which puzzles are pasted from elsewhere: each is the same puzzle, or a clear error.

use board::text::line;
use board::text::reading::read;

/// A puzzle of `datasets/minimal.txt`, in rows.
const ROWS: [&str; 9] = [
    ".7...8..6",
    "6......4.",
    ".829.....",
    "83...17..",
    ".......62",
    "....97...",
    "4...8..2.",
    ".....4.9.",
    "...379..4",
];

fn cells() -> String {
    ROWS.concat()
}

/// Returns the rows, after a change of each.
fn rows(change: impl Fn(&str) -> String) -> String {
    ROWS.iter().map(|row| change(row) + "\n").collect()
}

/// Returns a row with `between` its cells.
fn spread(row: &str, between: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(between)
}

/// Returns the frame of `+-----+` and bars, with this mark for an empty cell.
fn framed(empty: &str) -> String {
    let edge = "+-------+-------+-------+\n";
    let row = |row: &&str| {
        let band = |band: &[u8]| spread(&String::from_utf8_lossy(band), " ");
        let bands: Vec<String> = row.as_bytes().chunks(3).map(band).collect();
        format!("| {} |\n", bands.join(" | "))
    };
    let bands: Vec<String> =
        ROWS.chunks(3).map(|three| three.iter().map(row).collect::<String>()).collect();
    format!("{edge}{}{edge}", bands.join(edge)).replace('.', empty)
}

#[track_caller]
fn check(what: &str, text: &str) {
    let reading = read(text, "").unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
    assert_eq!(line::write_givens(&reading.puzzle), cells(), "{what}:\n{text}");
}

#[test]
fn every_mark_of_an_empty_cell_is_read() {
    for mark in [".", "0", "_", "*", "-", "?", "x", "X", "·", "•", "□", "⬜", "○", "．", "🟦"]
    {
        let with = |text: String| text.replace('.', mark);
        check(mark, &with(cells()));
        check(mark, &with(rows(str::to_owned)));
        check(mark, &with(rows(|row| spread(row, " "))));
        check(mark, &framed(mark));
    }
}

#[test]
fn digits_of_other_scripts_are_read() {
    let keycap = |row: &str| {
        let cell = |c: char| if c == '.' { "⬜".into() } else { format!("{c}\u{fe0f}\u{20e3}") };
        row.chars().map(cell).collect()
    };
    check("keycaps", &rows(keycap));
    let shifted = |zero: u32, row: &str| {
        let cell = |c: char| match c.to_digit(10) {
            Some(digit) => char::from_u32(zero + digit).expect("a digit"),
            None => c,
        };
        row.chars().map(cell).collect::<String>()
    };
    check("full width", &rows(|row| shifted(0xff10, row)));
    check("full width, blanks", &rows(|row| shifted(0xff10, row).replace('.', "\u{3000}")));
    check("circles", &rows(|row| shifted(0x245f, row)));
    check("a line of full width", &shifted(0xff10, &cells()));
}

#[test]
fn quotations_fences_and_tags_are_left_out() {
    let quoted = |text: &str| text.lines().map(|line| format!("> {line}\n")).collect::<String>();
    check("a quotation", &quoted(&rows(str::to_owned)));
    check("a frame in a quotation", &quoted(&framed(".")));
    check("twice quoted", &quoted(&quoted(&rows(|row| spread(row, " ")))));
    check("with a question", &quoted(&format!("Can anyone help me?\n\n{}", framed("."))));
    check("a quoted line", &quoted(&cells()));
    check("a fence", &format!("```text\n{}```\n", rows(str::to_owned)));
    check("a tag", &format!("[code]\n{}[/code]\n", framed(".")));
    check("an element", &format!("<pre>\n{}</pre>\n", rows(str::to_owned)));
    check("LaTeX", &format!("\\begin{{verbatim}}\n{}\\end{{verbatim}}\n", rows(str::to_owned)));
    check("fixed blanks", &rows(|row| spread(row, "\u{a0}")));
    check("returns alone", &rows(str::to_owned).replace('\n', "\r"));
    check(
        "byte order mark, CRLF",
        &format!("\u{feff}{}", rows(str::to_owned).replace('\n', "\r\n")),
    );
}

#[test]
fn labels_of_rows_and_columns_are_left_out() {
    let labelled = |labels: &[&str], separator: &str| -> String {
        let row =
            |(row, label): (&&str, &&str)| format!("{label}{separator}{}\n", spread(row, " "));
        ROWS.iter().zip(labels).map(row).collect()
    };
    let letters = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
    let numbers = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let named = ["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9"];
    for labels in [letters, numbers, named] {
        check("rows", &labelled(&labels, " "));
        check("rows with colons", &labelled(&labels, ": "));
        for heads in [letters.join(" "), numbers.join(" "), "c1 c2 c3 c4 c5 c6 c7 c8 c9".into()] {
            check("both", &format!("  {heads}\n{}", labelled(&labels, " ")));
            check("columns", &format!("{heads}\n{}", rows(|row| spread(row, " "))));
        }
    }
    check(
        "rows of characters",
        &ROWS
            .iter()
            .zip(letters)
            .map(|(row, label)| format!("{label} {row}\n"))
            .collect::<String>(),
    );
}

#[test]
fn texts_of_several_lines_in_programs_are_read() {
    let rows = rows(str::to_owned);
    let indented = rows.lines().map(|row| format!("  {row}\n")).collect::<String>();
    check("Python", &format!("board = \"\"\"\n{rows}\"\"\"\n"));
    check("Python with a backslash", &format!("BOARD = '''\\\n{rows}'''\n"));
    check("a call", &format!("solve(\"\"\"\n{rows}\"\"\")\n"));
    let lines = rows.trim_end();
    check("a row beside each mark", &format!("board = \"\"\"{lines}\"\"\"\n"));
    check("a row beside each mark of a call", &format!("solve(r'''{lines}''')\n"));
    check("a row beside the last mark", &format!("board = \"\"\"\\\n{lines}\"\"\"\n"));
    let continued = lines.replace('\n', "\\\n");
    check("C", &format!("const char *board = \"{continued}\";\n"));
    check("C on lines of their own", &format!("char board[] =\n  \"\\\n{continued}\";\n"));
    check("TOML", &format!("[one]\npuzzle = '''\n{rows}'''\n"));
    for mark in ["|", "|-", "|+"] {
        check("YAML", &format!("puzzle: {mark}\n{indented}"));
        check("YAML with a name", &format!("name: A puzzle\nthe_puzzle: {mark}\n{indented}"));
    }
}

#[test]
fn labels_at_both_ends_are_left_out() {
    let labels = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
    let heads = "1 2 3 4 5 6 7 8 9";
    let label = |(row, label): (&&str, &str)| format!("{label} {} {label}\n", spread(row, " "));
    let rows: String = ROWS.iter().zip(labels).map(label).collect();
    check("rows", &rows);
    check("rows and columns", &format!("  {heads}\n{rows}  {heads}\n"));
    check("columns", &format!("{heads}\n{}{heads}\n", self::rows(|row| spread(row, " "))));
    check("once above", &format!("  {heads}\n{rows}"));
}

#[test]
fn labels_of_a_table_with_blank_cells_are_left_out() {
    let row = |row: &str| format!("{} |\n", spread(row, " | ").replace('.', " "));
    let heads = row("123456789");
    let rule = format!("|{}\n", "---|".repeat(10));
    let labelled = |(cells, label): (&&str, char)| format!("| {label} | {}", row(cells));
    for first in ['A', '1'] {
        let rows: String = ROWS.iter().zip(first..).map(labelled).collect();
        check("a table", &format!("|   | {heads}{rule}{rows}"));
        check("without heads", &rows);
    }
}

#[test]
fn tables_of_markdown_and_spreadsheets_are_read() {
    let row = |row: &str| format!("| {} |", spread(row, " | ").replace('.', " "));
    let rule = format!("|{}\n", "---|".repeat(9));
    check("an empty head", &format!("|{}\n{rule}{}", "   |".repeat(9), rows(row)));
    check("a head of letters", &format!("| {} |\n{rule}{}", spread("abcdefghi", " | "), rows(row)));
    let latex = rows(|row| format!("|{}|.", spread(row, "|").replace('.', " ")));
    check("rows of LaTeX", &latex);
    check(
        "LaTeX",
        &format!("\\setlength\\sudokusize{{6cm}}\n\\begin{{sudoku}}\n{latex}\\end{{sudoku}}\n"),
    );
    let (first, rest) = ROWS.split_first().expect("nine");
    let rest: String = rest.iter().map(|it| row(it) + "\n").collect();
    check("the first row as the head", &format!("{}\n{rule}{rest}", row(first)));
    for separator in [",", ";", "\t"] {
        check("fields", &rows(|row| spread(row, separator).replace('.', "")));
        check("zeros", &rows(|row| spread(row, separator).replace('.', "0")));
        let quoted = |row: &str| {
            let field =
                |c: char| format!("\"{}\"", if c == '.' { String::new() } else { c.into() });
            row.chars().map(field).collect::<Vec<_>>().join(separator)
        };
        check("quoted fields", &rows(quoted));
    }
}

#[test]
fn lists_of_programs_are_read() {
    let list = |open: &str, close: &str| {
        let row = |row: &&str| format!("{open}{}{close}", spread(row, ", ").replace('.', "0"));
        format!("{open}{}{close}", ROWS.iter().map(row).collect::<Vec<_>>().join(",\n "))
    };
    check("Python", &format!("grid = {}\n", list("[", "]")));
    check("C", &format!("int grid[9][9] = {};\n", list("{", "}")));
    check("Java", &format!("int[][] grid = {};\n", list("{", "}")));
    check("braces", &list("{", "}"));
    check("texts in braces", &format!("const char *rows[] = {{\"{}\"}};", ROWS.join("\",\n\"")));
    check("texts in brackets", &format!("[\"{}\"]", ROWS.join("\", \"")));
    check("a field", &format!("  rows: [\n    '{}',\n  ],\n", ROWS.join("',\n    '")));
}

#[test]
fn values_with_their_places_are_read() {
    let given = |index: usize, c: char| (c != '.').then_some((index / 9, index % 9, c));
    let list = |write: &dyn Fn((usize, usize, char)) -> String, between: &str| {
        let cells = cells();
        let givens = cells.chars().enumerate().filter_map(|(index, c)| given(index, c));
        givens.map(write).collect::<Vec<_>>().join(between)
    };
    let named = |(row, column, value)| format!("r{}c{}={value}", row + 1, column + 1);
    let lettered = |(row, column, value): (usize, usize, char)| {
        format!("{}{}={value}", char::from(b'A' + row as u8), column + 1)
    };
    for between in [" ", ", ", "\n", ";"] {
        check("r1c2=7", &list(&named, between));
        check("A2=7", &list(&lettered, between));
    }
}

#[test]
fn a_puzzle_within_a_line_is_read() {
    let cells = cells();
    for line in [
        format!("1. {cells}"),
        format!("easy1 {cells}"),
        format!("Puzzle 1: {cells}"),
        format!("puzzle = \"{cells}\""),
        format!("'{cells}'"),
        format!("https://example.org/solve?p={cells}&x=1"),
        format!(":0000:x:{cells}:::"),
        ROWS.join(" "),
        ROWS.join("/"),
        ROWS.join("|"),
        ROWS.join(","),
        spread(&cells, ","),
        spread(&cells, ",").replace('.', ""),
        spread(&cells, " "),
    ] {
        check("a line", &line);
        check("lines", &format!("{line}\n{line}\n"));
    }
}

#[test]
fn labels_as_long_as_a_board_are_no_puzzles() {
    let cells = cells();
    for label in ["1234567890123456", "gsf-2007-05-24-0032", "tarek071223170000-013"] {
        for line in [format!("{cells},{label}"), format!("{label},{cells}")] {
            check("a label", &line);
            assert_eq!(read(&line, "").unwrap().name.as_deref(), Some(label.trim()), "{line}");
        }
    }
}

#[test]
fn a_puzzle_within_a_word_as_long_as_a_larger_board_is_read() {
    let cells = cells();
    for length in [100, 144, 225, 256] {
        for separator in [",", ":", "|"] {
            let label = "a".repeat(length - cells.len() - 1);
            check("a label", &format!("{cells}{separator}{label}"));
            check("a label before", &format!("{label}{separator}{cells}"));
        }
        let signs = "+".repeat(length - cells.len() - 15);
        check("HoDoKu", &format!(":0000:6:{signs}{cells}:::619:"));
    }
    // A misprint among the cells of the larger board.
    let error = read(&format!("{cells}12,4567891234567891"), "").unwrap_err();
    assert!(error.starts_with("1:84: ',' is no symbol"), "{error}");
}

#[test]
fn candidates_that_hodoku_deletes_are_read() {
    let of = |list: &str| read(&format!(":0002:1:{}:{list}::411:", cells()), "");
    let puzzle = of("111 913 999").expect("a puzzle").puzzle;
    let allowed: Vec<usize> = puzzle.allowed().map(|set| set.len()).collect();
    assert_eq!((&allowed[..4], allowed[80]), (&[8, 1, 8, 9][..], 1));
    assert!(!puzzle.allowed().nth(2).expect("a cell").contains(8));
    // No candidate, and a given.
    assert!(of("11").is_err() && of("712").is_err());
}

#[test]
fn titles_above_lines_are_left_out() {
    let line = format!("{},a,1,2\n", cells());
    check("a title", &format!("My list\n{}", line.repeat(4)));
    check("two titles", &format!("My list\n\nwith a subtitle\n{line}"));
}

/// Returns the numbers of a puzzle of 12 × 12, with 0 for an empty cell.
fn numbers(row: usize) -> Vec<String> {
    let number = |column: usize| (row % 3 * 4 + row / 3 + column) % 12 + 1;
    let is_open = |column: usize| (row * row + column) % 5 < 3;
    let cell = |column: usize| if is_open(column) { 0 } else { number(column) };
    (0..12).map(|column| cell(column).to_string()).collect()
}

#[test]
fn an_uneven_row_of_numbers_is_named() {
    let rows: Vec<Vec<String>> = (0..12).map(numbers).collect();
    let text =
        |rows: &[Vec<String>]| -> String { rows.iter().map(|row| row.join(" ") + "\n").collect() };
    assert!(read(&text(&rows), "").is_ok());
    for odd in 0..12 {
        let (mut short, mut long) = (rows.clone(), rows.clone());
        short[odd].pop();
        long[odd].push("1".into());
        for (rows, n_cells) in [(short, 11), (long, 13)] {
            let error = read(&text(&rows), "").unwrap_err();
            let row = odd + 1;
            let expected = format!("{row}:1: 12 rows, and {n_cells} cells in row {row}, expected");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
    for size in ["12", "3 4"] {
        assert!(read(&format!("{size}\n{}", text(&rows)), "").is_ok(), "{size}");
    }
    let error = read(&format!("4\n{}", text(&rows)), "").unwrap_err();
    assert!(error.starts_with("1:1: \"4\", which seems to state a size, above 12 rows"), "{error}");
    let aligned = |cell: &String| format!("{:>3}", if cell == "0" { "" } else { cell });
    let aligned: String =
        rows.iter().map(|row| row.iter().map(aligned).collect::<String>() + "\n").collect();
    assert!(read(&aligned, "").unwrap_err().contains(": 12 rows, and "));
}

#[test]
fn rows_as_typed_may_have_comments() {
    let typed = rows(|row| row.replace('.', " "));
    check("blanks", &typed);
    check("comments", &rows(|row| row.replace('.', " ") + " row 1"));
}

#[test]
fn what_is_no_text_is_named() {
    let error = |text: &str| read(text, "").unwrap_err();
    assert_eq!(error("%PDF-1.4\n"), "1:1: this is a PDF document, expected a text with a puzzle");
    assert!(error("{\\rtf1 .7...8..6}").contains("RTF"));
    assert!(error("<!DOCTYPE html>\n<table></table>").contains("a page in HTML"));
    assert!(error("PK\u{3}\u{4}\u{14}").contains(".xlsx"));
    assert_eq!(error(""), "no puzzle, expected cells in any notation");
}

#[test]
fn nothing_is_guessed() {
    for text in [
        // Two puzzles after a name; a row too few; a value twice; labels that do not count.
        format!("One of {0} or {0}", cells()),
        // A puzzle of either size.
        format!("....1.3.431.2...,{}", cells()),
        ROWS[1..].join("\n"),
        "r1c1=1 r1c1=2 r1c2=3 r1c3=4".into(),
        ROWS.iter()
            .zip("ABCDEFGHX".chars())
            .map(|(row, c)| format!("{c} {}\n", spread(row, " ")))
            .collect(),
    ] {
        assert!(read(&text, "").is_err(), "{text}");
    }
}

#[test]
fn labels_that_count_from_zero_are_left_out() {
    for separator in [",", ";", "\t", " "] {
        let plain: Vec<String> =
            ROWS.iter().map(|row| spread(&row.replace('.', "0"), separator)).collect();
        let head = spread("012345678", separator);
        let labelled: String =
            (0..).zip(&plain).map(|(at, row)| format!("{at}{separator}{row}\n")).collect();
        check("both", &format!("{separator}{head}\n{labelled}"));
        check("columns", &format!("{head}\n{}", plain.join("\n")));
        check("rows", &labelled);
    }
    let from_one: String =
        (1..).zip(ROWS).map(|(at, row)| format!("{at},{}\n", spread(row, ","))).collect();
    check("from one, an empty corner", &format!(",{}\n{from_one}", spread("123456789", ",")));
}

#[test]
fn a_square_beside_a_corner_is_a_board_unless_all_labels_count() {
    // The labels of a column are missing, then one of a row differs.
    let rows: Vec<String> = (0..9).map(|at| format!("{at},0,0,0,0,0,0,0,0,0")).collect();
    let size = |text: String| read(&text, "").map(|it| it.puzzle.geometry().name().to_owned());
    let rest = rows.join("\n");
    assert_eq!(size(format!(",0,1,2,3,4,5,6,7,9\n{rest}")).as_deref(), Ok("classic10"));
    let other = rest.replacen("8,", "9,", 1);
    assert_eq!(size(format!(",0,1,2,3,4,5,6,7,8\n{other}")).as_deref(), Ok("classic10"));
    let latin = read(&format!(",0,1,2,3,4,5,6,7,8\n{rest}"), "latin10");
    assert_eq!(latin.map(|it| it.puzzle.geometry().cells()), Ok(100));
}

#[test]
fn a_name_as_short_as_a_row_is_a_name() {
    let spaced = rows(|row| spread(row, " "));
    let plain = rows(str::to_owned);
    for name in
        ["easy", "easy:", "A", "1.", "2)", "Puzzle:", "Solution:", "Solution 2", "Bob", "B-7"]
    {
        for text in [&plain, &spaced, &framed("."), &framed(" ")] {
            check(name, &format!("{name}\n{text}"));
            check(name, &format!("{name}\n\n{text}\n{name}\n{text}"));
            check("a name below", &format!("{text}{name}\n"));
            assert_eq!(read(&format!("{name}\n{text}"), "").unwrap().name.as_deref(), Some(name));
        }
    }
    for stated in ["classic9", "jigsaw9-1"] {
        let reading = read(&format!("easy\n{plain}"), stated).unwrap();
        assert_eq!(line::write_givens(&reading.puzzle), cells(), "{stated}");
    }
}

#[test]
fn a_row_is_no_name() {
    // A row of four letters, one of another length, and one more than a grid has.
    let four = |first: &str| read(&format!("{first}\n12..\n3...\n..4.\n"), "");
    assert_eq!(line::write_givens(&four("1..4").unwrap().puzzle), "1..412..3.....4.");
    assert!(four("abc").is_err() && four("1.").is_err());
    for odd in ["xxx", "5xx3", "12", ".7.", "..."] {
        let text = format!("{odd}\n{}", rows(|row| row.replace('.', "x")));
        assert!(read(&text, "").is_err(), "{text}");
    }
}

#[test]
fn a_size_before_the_rows_is_left_out() {
    let plain = rows(str::to_owned);
    let spaced = rows(|row| spread(row, " "));
    for text in [&plain, &spaced] {
        for size in ["9", "9x9", "9 9", "9 × 9", "3", "3 3", "3\n3", "1", "1\n9"] {
            check(size, &format!("{size}\n{text}"));
        }
        check("two", &format!("2\n{text}\n{text}"));
        let error = |text: String| read(&text, "").unwrap_err();
        for size in ["8", "4 4", "2", "2 4", "16"] {
            let error = error(format!("{size}\n{text}"));
            let found =
                format!("1:1: {size:?}, which seems to state a size, above 9 rows of 9 cells");
            assert!(error.starts_with(&found), "{error}");
        }
        let short = text.split_once('\n').expect("rows").1;
        assert!(error(format!("9\n{short}")).contains("above 8 rows of 9 cells"));
    }
    let six = "1 2 3 4 5 .\n".repeat(6);
    let size = |text: String| read(&text, "").map(|it| it.puzzle.geometry().name().to_owned());
    assert_eq!(size(format!("2\n3\n{six}")).as_deref(), Ok("classic6"));
    assert!(size(format!("3 2\n{six}")).unwrap_err().contains("seems to state a size"));
}

/// Returns rows of 21 cells with the same values in the corners of the four outer grids.
fn samurai(hole: &str, empty: &str, separator: &str) -> String {
    let is_hole = |row: usize, column: usize| {
        let is_outer = |at: usize| !(9..12).contains(&at);
        let is_inner = |at: usize| (6..15).contains(&at);
        !((is_outer(row) && is_outer(column)) || (is_inner(row) && is_inner(column)))
    };
    let cell = |row: usize, column: usize| match (row % 12, column % 12) {
        _ if is_hole(row, column) => hole,
        (0, 0) => "5",
        (1, 2) => "7",
        _ => empty,
    };
    let row = |row| (0..21).map(|column| cell(row, column)).collect::<Vec<_>>().join(separator);
    (0..21).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn holes_may_be_empty_cells_of_a_square() {
    let given = |text: &str| {
        let reading = read(text, "samurai").unwrap_or_else(|error| panic!("{error}\n{text}"));
        let givens = reading.puzzle.givens();
        let found = |value| givens.iter().filter(|given| **given == Some(value)).count();
        assert_eq!((givens.len(), found(4), found(6)), (369, 4, 4), "{text}");
        assert_eq!(givens.iter().flatten().count(), 8, "{text}");
    };
    for (hole, empty) in [("0", "0"), (".", "."), (".", "0"), ("0", "."), ("*", ".")] {
        for separator in ["", " ", ","] {
            let text = samurai(hole, empty, separator);
            given(&text);
            given(&format!("# geometry: samurai\n{text}\n"));
            let error = read(&text, "").unwrap_err();
            assert!(error.contains("`--geometry samurai`"), "{error}");
        }
    }
    let mut rows: Vec<String> = samurai(".", ".", "").lines().map(str::to_owned).collect();
    rows[3].replace_range(10..11, "4");
    let error = read(&rows.join("\n"), "samurai").unwrap_err();
    assert!(error.starts_with("4:11: \"4\" where samurai has no cell"), "{error}");
}

#[test]
fn a_square_of_21_symbols_is_one() {
    let empty = vec![vec!["0"; 21]; 21];
    let name = |rows: &[Vec<&str>], board: &str| {
        let text = rows.iter().map(|row| row.join(" ") + "\n").collect::<String>();
        read(&text, board).map(|it| it.puzzle.geometry().name().to_owned())
    };
    let mut few = empty.clone();
    (few[0][0], few[1][9], few[20][20]) = ("1", "0", "1");
    assert_eq!(name(&few, "").as_deref(), Ok("classic21"));
    let mut large = few.clone();
    (large[0][1], large[0][2]) = ("10", "10");
    assert_eq!(name(&large, "").as_deref(), Ok("classic21"));
    let mut repeated = few.clone();
    repeated[0][20] = "1";
    assert!(name(&repeated, "").is_err());
    assert_eq!(name(&repeated, "classic21").as_deref(), Ok("classic21"));
}
