//! Tests of the reader with every notation: what is written reads back, whatever the name of the file, and errors
//! have a location.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use board::text::record::{Record, Style};
use board::text::{self, NOTATIONS};
use board::text::{Note, Topic};
use board::{Grid, Puzzle, SymbolSet, catalog};
use proptest::collection::vec;
use proptest::prelude::*;
use tempfile::TempDir;

use super::{CorpusOptions, ReadEvent, Reader, RecordEntry, Records};
use crate::problem::FileKind;

/// Returns the records and messages of a file.
pub(super) fn read(text: &str, options: CorpusOptions) -> (Vec<(Record, String)>, Vec<String>) {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, text).expect("a file");
    let (mut records, mut messages) = (Vec::new(), Vec::new());
    let prefix = format!("{}/", folder.path().display());
    for listed in Records::open(&[file], options).expect("the file opens") {
        match listed.expect("the file can be read") {
            RecordEntry::Record(record, called) => records.push((*record, called)),
            RecordEntry::Bad(bad) => messages.push(bad.to_string().replace(&prefix, "")),
            RecordEntry::Other(..) => panic!("nothing but puzzles was written"),
            RecordEntry::Note(note) => {
                messages.push(format!("note: {}", note.replace(&prefix, "")))
            }
        }
    }
    (records, messages)
}

pub(super) fn kept() -> CorpusOptions {
    CorpusOptions { keep_notes: true, ..CorpusOptions::default() }
}

#[track_caller]
fn gives(text: &str, expected: &[&str]) {
    let (records, messages) = read(text, kept());
    let cells = |(record, called): &(Record, String)| {
        let alphabet = record.puzzle.geometry().alphabet();
        format!("{called} {}", text::line::write(alphabet, &record.puzzle.givens()))
    };
    let found: Vec<String> = records.iter().map(cells).chain(messages).collect();
    assert_eq!(found, expected, "{text}");
}

const GEOMETRIES: &[&str] = &[
    "classic4",
    "classic6",
    "classic8",
    "classic9",
    "classic16",
    "classic27",
    "latin5",
    "samurai",
    "x",
];

/// Puzzles with givens only, or puzzles with candidates.
fn records() -> impl Strategy<Value = Vec<Record>> {
    let record =
        (prop::sample::select(GEOMETRIES), any::<bool>()).prop_flat_map(|(name, marks)| {
            let geometry = Arc::new(catalog::named(name).expect("a name of the catalog"));
            let (size, all) = (geometry.symbols(), SymbolSet::all(geometry.symbols()));
            let cell = any::<u64>().prop_map(move |bits| match bits % 3 {
                0 => SymbolSet::only((bits / 3 % size as u64) as u8),
                1 if marks => SymbolSet::from(bits / 3) & all,
                _ => all,
            });
            let cells = vec(cell, geometry.cells());
            let name = prop::option::of("[A-Za-zé][A-Za-z0-9é:,#\"]{0,8}( [a-z0-9]{1,5}){0,2}");
            let note = ("[A-Za-z][a-z]{0,9}", prop::sample::select(&Topic::ALL[..]));
            let notes = vec(note.prop_map(|(text, topic)| Note { topic, text }), 0..2);
            let symbols = vec(0..size as u8, geometry.cells());
            (cells, name, notes, prop::option::of(symbols)).prop_map(
                move |(allowed, name, notes, grid)| {
                    let puzzle = Puzzle::from_allowed(geometry.clone(), allowed);
                    let expect = Some("unique".to_owned()).filter(|_| grid.is_some());
                    Record { puzzle, name, solution: grid.map(Grid::new), expect, notes }
                },
            )
        });
    vec(record, 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn what_is_written_reads_back_as_the_same_puzzles(records in records()) {
        for notation in NOTATIONS {
            let mut writer = notation.writer(Style::default());
            let mut text = String::new();
            let mut written = Vec::new();
            for record in &records {
                if let Ok(one) = writer.record(record) {
                    text += &one;
                    written.push(record);
                }
            }
            if written.is_empty() {
                continue;
            }
            text += &writer.end();
            prop_assert_eq!(FileKind::of("stdin", &text), None, "{}\n{}", notation.name, text);
            let told = CorpusOptions { notation: Some(notation), ..kept() };
            let (found, messages) = read(&text, told);
            let errors = messages.iter().filter(|message| !message.starts_with("note: "));
            prop_assert_eq!(errors.count(), 0, "{} {:?}\n{}", notation.name, messages, text);
            prop_assert_eq!(found.len(), written.len(), "{}\n{}", notation.name, text);
            for ((found, _), record) in found.iter().zip(written) {
                prop_assert_eq!(&found.puzzle, &record.puzzle, "{}\n{}", notation.name, text);
                let holds_name = !matches!(notation.name, "json" | "opensudoku" | "sdk" | "sdm" | "ss");
                if holds_name {
                    prop_assert_eq!(&found.name, &record.name, "{}\n{}", notation.name, text);
                }
                if matches!(notation.name, "csv" | "tsv" | "jsonl") {
                    prop_assert_eq!(&found.solution, &record.solution, "{}\n{}", notation.name, text);
                }
                if matches!(notation.name, "csv" | "line" | "jsonl" | "hurtebis" | "pencil" | "grid") {
                    // A table has no place for comments.
                    let is_held = |note: &&Note| notation.name != "csv" || note.topic != Topic::Comment;
                    let held: Vec<&Note> = record.notes.iter().filter(is_held).collect();
                    let found_notes: Vec<&Note> = found.notes.iter().collect();
                    prop_assert_eq!(found_notes, held, "{}\n{}", notation.name, text);
                    prop_assert_eq!(&found.expect, &record.expect, "{}\n{}", notation.name, text);
                }
            }
        }
    }

    #[test]
    fn no_bytes_break_the_reader_of_files(bytes in vec(any::<u8>(), 0..200), text in "[ -~\n]{0,200}") {
        let folder = TempDir::new().expect("a folder");
        let files: Vec<PathBuf> = [("a", &bytes[..]), ("b", text.as_bytes())]
            .map(|(name, bytes)| {
                let file = folder.path().join(name);
                fs::write(&file, bytes).expect("a file");
                file
            })
            .into();
        for notation in NOTATIONS.iter().map(Some).chain([None]) {
            let options = CorpusOptions { notation, ..kept() };
            let reader = Reader::open_with(&files, options).expect("the files open");
            // Bytes that begin like gzip are damaged; nothing else fails the whole file.
            let n_puzzles = reader.filter(|entry| matches!(entry, Ok(ReadEvent::Puzzle(_)))).count();
            prop_assert!(n_puzzles < 100);
        }
    }
}

const FOUR: &str = "....1.3.431.2...";

#[test]
fn drawings_read_as_the_grid_that_they_show() {
    let alone = format!("file {FOUR}");
    let drawings = [
        "....\n1.3.\n431.\n2...\n",
        ". . . .\n1 . 3 .\n4 3 1 .\n2 . . .\n",
        ". . | . .\n1 . | 3 .\n----+----\n4 3 | 1 .\n2 . | . .\n",
        "+-----+-----+\n| . . | . . |\n| 1 . | 3 . |\n+-----+-----+\n| 4 3 | 1 . |\n| 2 . | . . |\n+-----+-----+\n",
        "╔═══╤═══╦═══╤═══╗\n║   │   ║   │   ║\n╟───┼───╫───┼───╢\n║ 1 │   ║ 3 │   ║\n╠═══╪═══╬═══╪═══╣\n║ 4 │ 3 ║ 1 │   ║\n╟───┼───╫───┼───╢\n║ 2 │   ║   │   ║\n╚═══╧═══╩═══╧═══╝\n",
        "┌─────┬─────┐\n│     │     │\n│ 1   │ 3   │\n├─────┼─────┤\n│ 4 3 │ 1   │\n│ 2   │     │\n└─────┴─────┘\n",
        "..|..\n1.|3.\n-----\n43|1.\n2.|..\n",
        "0,0,0,0\n1,0,3,0\n4,3,1,0\n2,0,0,0\n",
        "____\n1_3_\n431_\n2___\n",
        "- - - -\n1 - 3 -\n4 3 1 -\n2 - - -\n",
        "....\r\n1.3.\r\n\r\n431.\r\n2...\r\n",
        "  . . . .  \n  1 . 3 .  \n  4 3 1 .  # a comment\n  2 . . .  \n",
        "[[0,0,0,0],[1,0,3,0],[4,3,1,0],[2,0,0,0]]",
        "grid = np.array([\n  [0, 0, 0, 0],\n  ['1', None, '3', ''],\n  (4, 3, 1, 0),\n  [2, 0, 0, 0],\n])\n",
        "[\"....\", \"1.3.\", \"431.\", \"2...\"]",
        "{\n  \"puzzle\": [\"....\", \"1.3.\", \"431.\", \"2...\"]\n}\n",
        "{\n\"board\": [0, 0, 0, 0, 1, 0, 3, 0, 4, 3, 1, 0, 2, 0, 0, 0]}",
        "{\n\"board\": [\"\", \"\", null, null, \"1\", 0, \"3\", \".\", 4, 3, 1, 0, 2, 0, 0, 0]}",
        "|--------|\n|        |\n| 1   3  |\n| 4 3 1  |\n| 2      |\n|--------|\nbehind\n",
        "*-----*\n|..|..|\n|1.|3.|\n|--+--|\n|43|1.|\n|2.|..|\n*-----*\n",
        "<opensudoku><game data='0000103043102000'/></opensudoku>",
    ];
    for drawing in drawings {
        gives(drawing, &[&alone]);
    }
}

#[test]
fn empty_fields_of_a_spreadsheet_are_empty_cells() {
    let alone = format!("file {FOUR}");
    for separator in [",", ";", "\t"] {
        let read = |text: &str| gives(&text.replace(',', separator), &[&alone]);
        read(",,,\n1,,3,\n4,3,1,\n2,,,\n");
        read("# ours\n,,,\r\n1,,3,\r\n4,3,1,\r\n2,,,\r\n");
        read(" , , , \n1, ,3, \n4,3,1, \n2, , , \n");
    }
    // As in the middle of a program: a separator after each cell, and each cell written.
    gives("0,0,0,0,\n1,0,3,0,\n4,3,1,0,\n2,0,0,0,\n", &[&alone]);
    let two = ",,,\n1,,3,\n4,3,1,\n2,,,\n1,,,\n,,,\n,,,\n,,,\n";
    gives(two, &[&format!("file:1 {FOUR}"), "file:5 1..............."]);
    gives(
        ",,,\n1,,3,\n4,3,1,y\n2,,,\n",
        &["file:3:7: 'y' is no symbol, expected one of 1234, or . for an empty cell"],
    );
}

#[test]
fn several_grids_in_a_file_are_read_with_their_names() {
    let text = "Grid 01\n....\n1.3.\n431.\n2...\nGrid 02\n1...\n....\n\n....\n....\n";
    gives(text, &[&format!("Grid 01 {FOUR}"), "Grid 02 1..............."]);
    let text = "....\n1.3.\n431.\n2...\n\n1...\n....\n....\n....\n";
    gives(text, &[&format!("file:1 {FOUR}"), "file:6 1..............."]);
    let lists = "[[0,0,0,0],[1,0,3,0],[4,3,1,0],[2,0,0,0]]";
    gives(&format!("[{lists},\n{lists}]"), &[&format!("file:1 {FOUR}"), &format!("file:2 {FOUR}")]);
}

#[test]
fn an_error_has_the_line_the_column_and_what_was_expected() {
    gives(
        "....\n1.3.\n43y.\n25..\n",
        &["file:3:3: 'y' is no symbol, expected one of 1234, or . for an empty cell"],
    );
    gives(
        "....\n1.3.\n431\n2...\n",
        &[
            "file:3:1: 4 rows, and 3 cells in row 3, expected a classic order (4, 6, 8, 9, … 100 rows with as many cells), or the geometry by --geometry or `# geometry: NAME`",
        ],
    );
    gives(
        "# geometry: latin5\n....\n1.3.\n431.\n2...\n",
        &["file:5:1: 4 rows, expected 5 (latin5)"],
    );
    gives(
        "[[0,0,0,0],\n [1,0,3,0],\n [4,3,7,0],\n [2,0,0,0]]",
        &["file:3:7: '7' is no symbol, expected one of 1234, or . for an empty cell"],
    );
    gives(
        "[[0,0,0,0],\n [1,0",
        &["file:2:6: the end of the text, expected a bracket that closes the list"],
    );
    gives(
        "<opensudoku>\n <game data='000010304310200'/>\n</opensudoku>",
        &[
            "file:2:14: 15 cells, expected 81 for classic9, or 16, 36, 64, 100, 144, 225, 256, … for another classic order, or a header line `# geometry: NAME` before",
        ],
    );
    gives(
        "<opensudoku>\n <game></opensudoku>",
        &["file:2:2: a game without data, expected <game data=\"…\"/> with the cells as digits"],
    );
    gives(
        "|------------------|\n|         1 2      |\n",
        &["file:2:1: 1 row, expected 9, a blank for each empty cell"],
    );
    gives(
        "{\"puzzle\":[]}\n",
        &["file:1:1: a puzzle of another form, expected a text, or a list of rows or cells"],
    );
    gives(
        "{\"name\":\"x\",\"puzzle\":7}\n",
        &["file:1:1: a puzzle of another form, expected a text, or a list of rows or cells"],
    );
    gives(
        "{\"name\":\"x\"}\n",
        &["file:1:1: an object with the keys name, expected a puzzle under one called puzzle"],
    );
}

#[test]
fn a_malformed_object_does_not_affect_the_others() {
    let text = format!(
        "{{\"puzzle\":\"{FOUR}\",\"name\":\"one\"}}\n{{\"puzzle\":}}\n{{\"puzzle\":\"{FOUR}\"}}\n"
    );
    gives(
        &text,
        &[
            &format!("one {FOUR}"),
            &format!("file:3 {FOUR}"),
            "file:2:11: expected value, expected JSON",
        ],
    );
}

#[test]
fn inferred_symbols_are_noted() {
    let row = |row: &str| format!("{row}\n").repeat(16);
    let (records, messages) =
        read(&row("P...............").replace("P...............\n", "P..............A\n"), kept());
    assert_eq!(messages, ["note: file: the symbols are read as A–Z a–z (letters)"]);
    assert_eq!(records[0].0.puzzle.given(0), Some(15));
    let (records, messages) = read(&row("1..............F"), kept());
    assert!(
        records.is_empty() && messages[0].contains("hex1") && messages[0].contains("hex0"),
        "{messages:?}"
    );
    for (header, symbol) in [("hex0", 15), ("hex1", 14)] {
        let (records, messages) =
            read(&format!("# symbols: {header}\n{}", row("1..............F")), kept());
        assert!(messages.is_empty(), "{messages:?}");
        assert_eq!(records[0].0.puzzle.given(15), Some(symbol));
    }
    let line = format!("1.{}0F\n", ".".repeat(252));
    let (records, messages) = read(&line, kept());
    assert!(
        records.is_empty() && messages[0].starts_with("file:1:1: the symbols may be"),
        "{messages:?}"
    );
}

#[test]
fn a_repeated_candidate_is_an_error() {
    let cell = |word: &str| format!("{word} 1234 3 4\n{}", "1234 12 34 1234\n".repeat(3));
    assert_eq!(read(&cell("12"), kept()).0.len(), 1);
    let (records, messages) = read(&cell("1221"), kept());
    assert!(records.is_empty());
    assert_eq!(
        messages,
        ["file:1:3: '2' stands twice in \"1221\", expected each candidate of a cell once"]
    );
}

#[test]
fn a_samurai_is_read_with_and_without_blanks() {
    let geometry = catalog::named("samurai").expect("a name of the catalog");
    let cells: Vec<SymbolSet> = (0..geometry.cells())
        .map(
            |cell| {
                if cell % 3 == 0 { SymbolSet::only((cell % 9) as u8) } else { SymbolSet::all(9) }
            },
        )
        .collect();
    let puzzle = Puzzle::from_allowed(Arc::new(geometry), cells);
    let grid = text::named("grid").expect("a notation");
    let drawn = grid.writer(Style::default()).record(&Record::new(puzzle.clone())).expect("a grid");
    assert_eq!(drawn.lines().count(), 22);
    assert_eq!(drawn.lines().nth(1).map(|row| row.chars().count()), Some(41));
    let close = drawn.replace(' ', "").replace("#geometry:samurai", "# geometry: samurai");
    for text in [drawn, close] {
        let (records, messages) = read(&text, kept());
        assert!(messages.is_empty(), "{messages:?}");
        assert_eq!(records[0].0.puzzle, puzzle);
    }
}

#[test]
fn the_notes_of_an_sdk_file_are_kept() {
    let text = "#AJane Doe\n#LHard\n[Puzzle]\n....\n1.3.\n431.\n2...\n[State]\n1111\n";
    let (records, messages) = read(text, kept());
    assert!(messages.is_empty(), "{messages:?}");
    let notes: Vec<_> =
        records[0].0.notes.iter().map(|note| (note.topic, note.text.as_str())).collect();
    assert_eq!(notes, [(Topic::Author, "Jane Doe"), (Topic::Level, "Hard")]);
    assert_eq!(records[0].1, "file");
}
