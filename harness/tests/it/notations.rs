//! `convert` and `check` as people call them, and `run` on a file that is no corpus.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::bench::{Bench, prints, rows, text};

const GRID: &str = ". . | . .\n1 . | 3 .\n----+----\n4 3 | 1 .\n2 . | . .\n";

fn harness(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

#[track_caller]
fn check(arguments: &[&str], input: &str, code: i32, stdout: &str, stderr: &str) {
    let output = harness(arguments, input);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(told.contains(stderr) && !told.contains("panicked"), "{told}");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains(stdout), "{printed}");
}

#[test]
fn a_grid_runs_under_the_name_of_its_file() {
    let bench = Bench::new(GRID);
    let (file, run) = (bench.path("corpus.txt"), bench.path("run"));
    check(&[text(&file), "-b", "cover/dlx", "-o", text(&run), "--no-probe"], "", 0, "", "");
    let rows = rows(&run);
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0].puzzle.as_ref(), rows[0].solution.as_deref()),
        ("corpus", Some("3421123443122143"))
    );
}

#[test]
fn convert_writes_what_it_reads_in_another_notation() {
    let line = "....1.3.431.2...\n";
    check(&["convert", "-", "--to", "line"], GRID, 0, line, "");
    check(&["convert", "-", "--to", "grid"], line, 0, GRID, "");
    check(&["convert", "-", "--to", "json"], line, 0, "[[0,0,0,0],\n [1,0,3,0],", "");
    check(
        &["convert", "-", "--to", "line", "--notation", "json"],
        "[[1]]",
        2,
        "",
        "stdin:1:2: 1 cell,",
    );
    check(
        &["convert", "-", "--to", "line", "--to-symbols", "letters"],
        GRID,
        0,
        "# symbols: letters\n....A.C.DCA.B...\n",
        "",
    );
    let latin = ["convert", "-", "--to", "sdm", "--geometry", "latin4"];
    check(&latin, line, 2, "", "sdm cannot hold the geometry latin4");
    check(&["convert", "-", "--to", "sdkk"], line, 2, "", "no notation is called");
    check(&["convert", "-"], line, 2, "", "no notation to write: ");
    check(&["convert", "-", "--to", "line"], "", 2, "", "no puzzle was written");
    check(&["convert", "no such file", "--to", "line"], "", 2, "", "cannot open");
}

#[test]
fn convert_keeps_the_levels_of_a_table() {
    let cells = "....1.3.431.2...";
    let table = format!("# level: easy\npuzzle,level,name\n{cells},hard,a\n{cells},,b\n");
    let levels = [("hard", "a"), ("easy", "b")];
    let lines = levels.map(|(level, name)| format!("# level: {level}\n{cells} {name}\n")).concat();
    check(&["convert", "-", "--to", "line"], &table, 0, &lines, "");
    let rows = levels.map(|(level, name)| format!("{cells},,{name},{level}\n")).concat();
    check(
        &["convert", "-", "--to", "csv"],
        &table,
        0,
        &format!("puzzle,solution,name,level\n{rows}"),
        "",
    );
    check(&["convert", "-", "--to", "jsonl"], &table, 0, "\"level\":\"hard\"", "");
    // Every line of a table is a row, for readers that know no comments.
    let remark = format!("# a remark\n{cells} a\n");
    let row = format!("puzzle,solution,name,level\n{cells},,a,\n");
    check(&["convert", "-", "--to", "csv"], &remark, 0, &row, "");
}

#[test]
fn convert_never_overwrites_and_knows_the_notation_by_the_ending() {
    let bench = Bench::new(GRID);
    let (file, output) = (bench.path("corpus.txt"), bench.path("new.sdk"));
    let arguments = ["convert", text(&file), "-o", text(&output)];
    check(&arguments, "", 0, "", "");
    assert_eq!(fs::read_to_string(&output).expect("a file"), "....\n1.3.\n431.\n2...\n");
    check(&arguments, "", 2, "", "cannot create");
}

#[test]
fn a_bad_line_is_told_and_the_others_are_written() {
    let input = "....1.3.431.2...\n....1.3.431.2..y\n1...............\n";
    let written = "....1.3.431.2...\n1...............\n";
    check(&["convert", "-", "--to", "sdm"], input, 2, written, "stdin:2:16: 'y' is no symbol");
    let two = "1............... 2...............\n";
    check(&["check", "-"], two, 2, "", "stdin:1:18: a second puzzle in this line, expected one");
}

#[test]
fn check_tells_what_a_file_was_read_as_and_why() {
    let note = |input: &str, stderr: &str| check(&["check", "-"], input, 0, "stdin", stderr);
    note(",,,\n1,,3,\n4,3,1,\n2,,,\n", "note: stdin: read as grid, because its rows are too short");
    note("....1.3.431.2...\n", "note: stdin: read as lines, because no other notation fits");
    note("puzzle\n....1.3.431.2...\n", "stdin: read as csv, because its first line names columns");
    note(
        "[[0,0,0,0],[1,0,3,0],[4,3,1,0],[2,0,0,0]]",
        "read as json, because it begins with a bracket",
    );
}

#[test]
fn check_tells_malherbes_answer_and_what_is_violated() {
    let csv = |arguments: &[&str], input: &str, code: i32, stdout: &str| {
        check(&[&["check", "-", "--csv"], arguments].concat(), input, code, stdout, "");
    };
    csv(&[], "3421123443122143\n", 0, "stdin:1,classic4,1,complete,16,16,,\n");
    csv(&[], GRID, 0, "stdin,classic4,0,incomplete,6,16,,\n");
    csv(
        &[],
        "11..............\n",
        1,
        "-1,violated,2,16,,\"row 1 holds 1 twice, at r1c1 and r1c2; block 1 holds 1 twice, at r1c1 and r1c2\"",
    );
    csv(&["--unique"], GRID, 0, ",one,");
    csv(&["--unique"], "1...............\n", 1, ",at least 2,");
    csv(&["--unique"], "12..34........5.\n", 2, "");
    csv(&[], "puzzle,solution\n....1.3.431.2...,3421123443122143\n", 0, "solves it");
    csv(&[], "puzzle,solution\n....1.3.431.2...,3421123443122134\n", 1, "wrong: ");
}

#[test]
fn more_puzzles_than_a_table_holds_are_several_tables_and_one_document() {
    let bench = Bench::new(&"....1.3.431.2...\n".repeat(10_001));
    let corpus = bench.path("corpus.txt");
    let printed = |format: &[&str]| prints(&[&["check", text(&corpus)], format].concat());
    let csv = printed(&["--csv"]);
    assert_eq!(csv.lines().count(), 1 + 10_001);
    assert_eq!(csv.lines().filter(|line| line.starts_with("puzzle,")).count(), 1);
    let json: Value = serde_json::from_str(&printed(&["--json"])).expect("one document");
    assert_eq!(json.as_array().map(Vec::len), Some(10_001));
    let text = printed(&[]);
    assert_eq!(text.matches("geometry").count(), 2);
    assert_eq!(text.matches("incomplete").count(), 10_001);
}

#[test]
fn check_counts_the_solutions_of_puzzles_with_candidates() {
    let all = "1234".repeat(15);
    let csv = ["check", "-", "--csv", "-u", "--notation", "pencil-line"];
    check(&csv, &format!("1...{all}\n"), 1, ",at least 2,", "");
    check(&csv, &format!("....{all}\n"), 1, "-1,violated,0,16,none,,r1c1 has no candidate", "");
}

#[test]
fn a_board_may_be_drawn_beside_its_puzzle() {
    let jigsaw =
        r#"{"puzzle":["1...","....","....","...."],"regions":["AAAB","ACBB","CCDB","CDDD"]}"#;
    check(&["check", "-", "--csv"], jigsaw, 0, ",jigsaw,0,incomplete,1,16,", "");
    let twice = jigsaw.replace(r#""1...","....""#, r#""..1.","1...""#);
    check(&["check", "-"], &twice, 1, "block 1 holds 1 twice, at r1c3 and r2c1", "");
    let ragged = jigsaw.replace("ACBB", "ACB");
    check(&["check", "-"], &ragged, 2, "", "stdin:1:1: the board:4:4: 3 cells");
    let twins = format!(r#"{{"puzzle":"{}","grids":[[0,0],[6,6]]}}"#, ".".repeat(153));
    check(&["check", "-", "--csv"], &twins, 0, ",grids,0,incomplete,0,153,", "");
}

#[test]
fn a_grid_with_boxes_of_its_own_goes_through_convert_with_its_board_and_not_without() {
    let header = "# geometry:\n#   name: upright\n#   order: 6\n#\n#   board:\n\
        #   AABBCC\n#   AABBCC\n#   AABBCC\n#   DDEEFF\n#   DDEEFF\n#   DDEEFF\n#\n#   rows\n#   columns\n";
    let line = "1.....4.....2.....5.....3.....6.....\n";
    let row = |row: &str| format!("{row} . | . . | . .\n");
    let rule = "----+-----+----\n";
    let grid = ["1", "4", "2"].map(row).concat() + rule + &["5", "3", "6"].map(row).concat();
    let (as_line, as_grid) = (format!("{header}{line}"), format!("{header}{grid}"));
    check(&["convert", "-", "--to", "grid"], &as_line, 0, &as_grid, "");
    check(&["convert", "-", "--to", "line"], &as_grid, 0, &as_line, "");
    let refused = "stdin:1:5: the lines draw boxes of 3 rows by 2 columns, and those of classic6 are 2 \
        rows by 3 columns, expected";
    check(&["convert", "-", "--to", "line"], &grid, 2, "", refused);
    let cut = "stdin:1:5: a line before column 3 cuts through a box of classic6, expected lines around boxes";
    let named = ["convert", "-", "--to", "line", "--geometry", "classic6"];
    check(&named, &grid, 2, "", cut);
    check(&["convert", "-", "--to", "line", "--geometry", "latin6"], &grid, 0, line, "");
}

#[test]
fn a_pasted_puzzle_is_solved_from_standard_input() {
    let quoted: String = GRID.lines().map(|line| format!("> {line}\n")).collect();
    let pasted = [
        quoted.clone(),
        format!("Can anyone help?\n\n```\n{GRID}```\n"),
        "int a[4][4] = {{0,0,0,0},{1,0,3,0},{4,3,1,0},{2,0,0,0}};\n".into(),
        "  1 2 3 4\nA . . . .\nB 1 . 3 .\nC 4 3 1 .\nD 2 . . .\n".into(),
        "⬜⬜⬜⬜\n1️⃣⬜3️⃣⬜\n4️⃣3️⃣1️⃣⬜\n2️⃣⬜⬜⬜\n".into(),
        "puzzle = \"....1.3.431.2...\"\n".into(),
        "..../1.3./431./2...\n".into(),
    ];
    for text in pasted {
        check(&["solve", "-"], &text, 0, "3 4 │ 2 1\n1 2 │ 3 4\n", "");
        check(&["check", "-"], &text, 0, "classic4", "note: stdin: read as ");
    }
}

#[test]
fn texts_of_windows_and_tables_with_solutions_are_read() {
    let bench = Bench::new("");
    let file = bench.path("utf16.txt");
    let units = "\u{feff}....1.3.431.2... one\r\n".encode_utf16();
    fs::write(&file, units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>()).expect("a file");
    check(&["convert", text(&file), "--to", "line"], "", 0, "....1.3.431.2... one\n", "");
    for line in ["....1.3.431.2... 3421123443122143\n", "7,....1.3.431.2...,3421123443122143\n"] {
        check(&["check", "-"], line, 0, "solves it", "");
    }
    let wrong = "....1.3.431.2... 4321123443122143\n";
    check(&["check", "-"], wrong, 1, "wrong: ", "");
}

#[test]
fn a_file_that_is_no_text_is_named_once() {
    let expected = "stdin:1:1: this is a PDF document, expected a text: copy the puzzles out of it";
    check(&["check", "-"], "%PDF-1.4\n%\u{1}\nx\n", 2, "", expected);
    let expected = "this is compressed by bzip2, expected a text, plain or compressed by gzip or zstd: decompress it";
    check(&["check", "-"], "BZh91AY&SY\n", 2, "", expected);
    let html = "<!DOCTYPE html>\n<html>\n<td>1</td>\n";
    check(&["run", "-", "--format", "csv"], html, 2, "", "stdin:1:1: this is a page in HTML");
    check(&["check", "-"], "", 2, "", "note: stdin: read as lines, because it is empty");
    let comments = "because it has only comments and blank lines";
    check(&["check", "-"], "# nothing\n\n", 2, "", comments);
}
