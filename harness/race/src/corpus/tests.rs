//! Whole files, in every format, through the reader.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use board::text::line;
use flate2::Compression;
use flate2::write::GzEncoder;
use record::hash;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tempfile::TempDir;

use super::*;

const CELLS: &str = "....1.3.431.2...";
const GRID: &str = "3421123443122143";

/// A folder of corpora, and what reading them gives.
struct Desk {
    folder: TempDir,
    files: Vec<PathBuf>,
    options: CorpusOptions,
}

impl Desk {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        Self { folder, files: Vec::new(), options: CorpusOptions::default() }
    }

    fn with(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        Self::new().and(name, bytes)
    }

    fn and(mut self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, bytes).expect("a file");
        self.files.push(path);
        self
    }

    fn open(&self) -> Reader {
        Reader::open_with(&self.files, self.options.clone()).expect("the files open")
    }

    /// An entry a line, without the folder: `name cells [grid]`, or the message.
    fn read(&self) -> Vec<String> {
        let folder = format!("{}/", self.folder.path().display());
        let tell = |entry: Entry| match entry {
            Entry::Puzzle(item) => {
                let puzzle = item.problem.puzzle().expect("a puzzle");
                let alphabet = puzzle.geometry().alphabet();
                let cells = line::write(alphabet, &puzzle.givens());
                let grid = item
                    .solution
                    .and_then(|it| item.problem.text_of(&it))
                    .map(|it| format!(" {it}"));
                assert_eq!(item.hash, hash::puzzle(puzzle));
                format!("{} {cells}{}", item.name, grid.unwrap_or_default())
            }
            Entry::Bad(line) => line.to_string().replace(&folder, ""),
            Entry::Noted(note) => format!("note: {note}").replace(&folder, ""),
            Entry::Renamed(place, old, new) => {
                format!("{place}: {old} -> {new}").replace(&folder, "")
            }
        };
        self.open().map(|entry| tell(entry.expect("the files can be read"))).collect()
    }

    #[track_caller]
    fn gives(&self, expected: &[&str]) {
        assert_eq!(self.read(), expected);
    }

    /// The last entry is the only bad one, begins and ends so, and so many puzzles stand before.
    #[track_caller]
    fn breaks_off(&self, puzzles: usize, start: &str, reason: &str) {
        let entries = self.read();
        let last = entries.last().expect("an entry");
        assert!(last.starts_with(start) && last.contains(reason), "{last}");
        assert_eq!(entries.len(), puzzles + 1);
        assert!(entries[..puzzles].iter().all(|entry| entry.ends_with(CELLS)));
    }
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("memory takes every write");
    encoder.finish().expect("memory takes every write")
}

fn zstd(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
}

fn lines(n: usize) -> String {
    (1..=n).map(|number| format!("{CELLS} no {number}\n")).collect()
}

#[test]
fn compressed_files_are_known_by_what_is_in_them() {
    let text = format!("{CELLS} one\n{CELLS}\n");
    let expected = [&format!("one {CELLS}")[..], &format!("a:2 {CELLS}")];
    Desk::with("a.txt", &text).gives(&expected);
    Desk::with("a.txt.gz", gzip(&text)).gives(&expected);
    Desk::with("a.txt.zst", zstd(&text)).gives(&expected);
    Desk::with("a.txt", gzip(&text)).gives(&expected);
    Desk::with("a", zstd(&text)).gives(&expected);
    Desk::with("a.txt.gz", &text).gives(&expected);
    Desk::with("a.csv.gz", gzip(&format!("id,puzzle\none,{CELLS}\n,{CELLS}\n")))
        .gives(&[expected[0], &format!("a:3 {CELLS}")]);
}

#[test]
fn members_and_frames_one_after_the_other_are_one_text() {
    let (one, two) = (format!("{CELLS} one\n{}", &CELLS[..5]), format!("{} two\n", &CELLS[5..]));
    let expected = [&format!("one {CELLS}")[..], &format!("two {CELLS}")];
    Desk::with("a.gz", [gzip(&one), gzip(""), gzip(&two)].concat()).gives(&expected);
    Desk::with("a.zst", [zstd(&one), zstd(""), zstd(&two)].concat()).gives(&expected);
    let skipped = [0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3].to_vec();
    Desk::with("a.zst", [skipped.clone(), zstd(&one), skipped, zstd(&two)].concat())
        .gives(&expected);
}

#[test]
fn a_stream_that_is_cut_off_is_read_as_far_as_it_goes() {
    let text = lines(2000);
    let whole = gzip(&text);
    let cut = &whole[..whole.len() - 8];
    Desk::with("a.gz", cut).breaks_off(2000, "a.gz:2001:1: the gzip stream is", "cut off");
    let (one, two) = text.split_at(text.len() / 2);
    let cut = [zstd(one), zstd(two)].concat();
    let cut = &cut[..cut.len() - 2];
    Desk::with("a.zst", cut).breaks_off(2000, "a.zst:2001:1: the zstd stream is", "incomplete");
    let many = zstd(&lines(20_000));
    let some = Desk::with("a.zst", &many[..many.len() / 2]).read().len();
    assert!((5000..10_000).contains(&some), "{some} lines of a frame that is cut in half");
    Desk::with("a.gz", &whole[..5]).breaks_off(0, "a.gz:1:1: the gzip stream", "");
}

#[test]
fn a_damaged_stream_is_one_bad_line_and_the_next_file_is_read() {
    let mut bytes = gzip(&lines(100));
    let checksum = bytes.len() - 6;
    bytes[checksum] ^= 1;
    let desk = Desk::with("a.gz", &bytes);
    desk.breaks_off(100, "a.gz:101:1: the gzip stream is damaged", "checksum");
    let entries = desk.and("b.txt", CELLS).read();
    assert_eq!(entries.last(), Some(&format!("b:1 {CELLS}")));
    let behind = [gzip(&lines(3)), b"not gzip at all".to_vec()].concat();
    Desk::with("a.gz", behind).breaks_off(3, "a.gz:4:1: the gzip stream is damaged", "");
}

#[test]
fn a_damaged_frame_is_told_by_its_checksum() {
    // A text so short is stored as it is; the last four bytes are the checksum of another.
    let mut frame = b"\x28\xb5\x2f\xfd\x24\x11\x89\x00\x00....1.3.431.2...\n".to_vec();
    frame.extend([0; 4]);
    Desk::with("a.zst", frame).breaks_off(1, "a.zst:2:1: the zstd stream is damaged", "checksum");
}

#[test]
fn the_progress_is_that_of_the_file_as_it_lies_on_the_disk() {
    let text = lines(500);
    for bytes in [text.clone().into_bytes(), gzip(&text), zstd(&text), gzip(&text)[..900].into()] {
        let desk = Desk::with("a", &bytes);
        let mut reader = desk.open();
        let length = bytes.len() as u64;
        assert_eq!(reader.progress(), (0, Some(length)));
        assert!(reader.by_ref().count() > 0);
        assert_eq!(reader.progress(), (length, Some(length)));
    }
}

#[test]
fn a_line_of_30_megabytes_is_one_bad_line() {
    let mut text = "1".repeat(30_000_000);
    text.push('\n');
    text.push_str(CELLS);
    Desk::with("a", &text).gives(&[
        "a:1:1: a line longer than 262144 bytes, expected a puzzle",
        &format!("a:2 {CELLS}"),
    ]);
    Desk::with("a", gzip(&text)).gives(&[
        "a:1:1: a line longer than 262144 bytes, expected a puzzle",
        &format!("a:2 {CELLS}"),
    ]);
}

#[test]
fn a_table_is_known_by_its_heading() {
    let expected = [&format!("b {CELLS} {GRID}")[..], &format!("a:3 {CELLS}")];
    let table = |separator: &str, end: &str| {
        let rows =
            ["7,Puzzle,Solution,name", &format!("1,{CELLS},{GRID},b"), &format!("2,{CELLS},,")];
        rows.iter().map(|row| row.replace(',', separator) + end).collect::<String>()
    };
    Desk::with("a.txt", table(",", "\n")).gives(&expected);
    Desk::with("a.csv", table(";", "\r\n")).gives(&expected);
    Desk::with("a.csv", format!("\u{feff}{}", table("\t", "\n"))).gives(&expected);
    Desk::with("a.csv", format!("quizzes\n{CELLS}\n")).gives(&[&format!("a:2 {CELLS}")]);
    let question = format!("source,question,answer,rating\nx,{CELLS},{GRID},2\n");
    Desk::with("a.csv", question).gives(&[&format!("a:2 {CELLS} {GRID}")]);
}

#[test]
fn comments_and_headers_stand_in_tables_too() {
    let text = "# geometry: latin4\n\n#\npuzzle,id\n# symbols: abcd\n....a.c.dca.b...,#1\n";
    let desk = Desk::with("a", text);
    desk.gives(&["#1 ....a.c.dca.b..."]);
    let Some(Ok(Entry::Puzzle(item))) = desk.open().next() else { panic!("a puzzle") };
    assert_eq!(item.problem.geometry_name(), "latin4");
}

#[test]
fn quoted_fields_may_hold_anything() {
    let text = format!(
        "\"puzzle\";\"name\"\r\n\"{CELLS}\";\"one; \"\"two\"\"\"\r\n{CELLS};\"a\r\nb\"\r\n{CELLS};c\r\n"
    );
    Desk::with("a", text).gives(&[
        &format!("one; \"two\" {CELLS}"),
        &format!("a\nb {CELLS}"),
        &format!("c {CELLS}"),
    ]);
}

#[test]
fn a_bad_row_is_told_with_its_line_its_column_and_the_name_of_the_field() {
    let text = format!(
        "id,puzzle,solution\n1,....1.3.431.2..x,\n2,{CELLS}\n3,{CELLS},,\n4,\"{CELLS}\",342112344312.143\n\
         5,{CELLS},{GRID}\n6,12,\n"
    );
    Desk::with("a", text).gives(&[
        "a:2:18: puzzle: 'x' is no symbol, expected one of 1234, or . for an empty cell",
        "a:3:19: 2 fields, expected 3: id, puzzle, solution",
        "a:4:21: 4 fields, expected 3: id, puzzle, solution",
        "a:5:34: solution: an empty cell, expected a full grid",
        &format!("5 {CELLS} {GRID}"),
        "a:7:3: puzzle: 1 cells, expected 81 for classic9, or 16, 36, 64, 100, 144, 225, 256, … for \
         another classic order, or a header line `# geometry: NAME` before",
    ]);
}

#[test]
fn a_heading_without_puzzles_is_one_message() {
    let text = format!("id,board,rating\n1,{CELLS},2\n").repeat(2);
    let mut desk = Desk::with("a", text);
    desk.gives(&["a:1:1: no column of puzzles: the columns are id, board, rating; expected one \
                  called puzzle, puzzles, quiz, quizzes, sudoku, question, grid"]);
    desk.options.puzzle_column = Some("BOARD".into());
    assert_eq!(desk.read()[0], format!("1 {CELLS}"));
    desk.options.puzzle_column = Some("cells".into());
    desk.gives(&["a:1:1: no column of puzzles: the columns are id, board, rating; expected one \
                  called cells"]);
}

#[test]
fn a_puzzle_is_no_heading_whatever_its_name_is() {
    Desk::with("a", format!("{CELLS} a, puzzle, grid\n"))
        .gives(&[&format!("a, puzzle, grid {CELLS}")]);
    Desk::with("a", format!("....1.3.431.2..x a,b\n{CELLS}\n")).gives(&[
        "a:1:16: 'x' is no symbol, expected one of 1234, or . for an empty cell",
        &format!("a:2 {CELLS}"),
    ]);
}

#[test]
fn a_quote_that_is_not_closed_is_bounded() {
    let unclosed = "a quote that is not closed, expected one more in a row of at most 65536 bytes";
    let rows = format!("{CELLS},b\n").repeat(10_000);
    let text = format!("puzzle,name\n{CELLS},\"a\n{rows}");
    let entries = Desk::with("a", text).read();
    assert_eq!(entries[0], format!("a:2:1: {unclosed}"));
    assert!((6000..9000).contains(&entries.iter().filter(|e| e.starts_with('b')).count()));
    let text = format!("puzzle,name\n{CELLS},\"a\n{CELLS},b\n");
    Desk::with("a", text).gives(&[&format!("a:2:1: {unclosed}")]);
}

#[test]
fn names_are_given_once() {
    let text = format!("{CELLS} one\n{CELLS}\n{CELLS} one\n");
    Desk::with("x/a.txt", &text).and("y/a.txt", &text).gives(&[
        &format!("one {CELLS}"),
        &format!("a:2 {CELLS}"),
        &format!("one#2 {CELLS}"),
        "x/a.txt:3: one -> one#2",
        &format!("one#3 {CELLS}"),
        "y/a.txt:1: one -> one#3",
        &format!("a:2#2 {CELLS}"),
        "y/a.txt:2: a:LINE -> a:LINE#2",
        &format!("one#4 {CELLS}"),
        "y/a.txt:3: one -> one#4",
    ]);
    let table = format!("id,puzzle\n1,{CELLS}\n1,{CELLS}\n");
    Desk::with("a", table).gives(&[
        &format!("1 {CELLS}"),
        &format!("1#2 {CELLS}"),
        "a:3: 1 -> 1#2",
    ]);
}

#[test]
fn the_stem_is_all_but_the_last_ending() {
    assert_eq!(stem("x/a.txt.gz"), "a");
    assert_eq!(stem("a.b.csv.zst"), "a.b");
    assert_eq!(stem("fpsol2.i.1.col"), "fpsol2.i.1");
    assert_eq!(stem("queen8_8.col.gz"), "queen8_8");
    assert_eq!(stem("le450_5a"), "le450_5a");
    assert_eq!(stem("x.gz"), "x");
    assert_eq!(stem(".gz"), ".gz");
    assert_eq!(stem(".hidden"), ".hidden");
}

#[test]
fn a_level_is_that_of_the_header_or_of_the_record() {
    let levels = |name: &str, text: &str| -> Vec<Option<String>> {
        let entries = Desk::with(name, text).open().map(|entry| entry.expect("it is read"));
        let level = |entry: Entry| match entry {
            Entry::Puzzle(item) => Some(item.level.map(|level| level.to_string())),
            _ => None,
        };
        entries.filter_map(level).collect()
    };
    let (hard, none) = (Some("hard".to_owned()), None);
    let lines = format!("{CELLS}\n# level: hard\n{CELLS}\n{CELLS}\n# level:\n{CELLS}\n");
    assert_eq!(levels("a.txt", &lines), [none.clone(), hard.clone(), hard.clone(), none.clone()]);
    let table = format!("puzzle\tlevel\n{CELLS}\thard\n{CELLS}\t\n# level: hard\n{CELLS}\t\n");
    assert_eq!(levels("a.tsv", &table), [hard.clone(), none.clone(), hard.clone()]);
    let objects =
        format!("{{\"puzzle\":\"{CELLS}\",\"level\":\"hard\"}}\n{{\"puzzle\":\"{CELLS}\"}}\n");
    assert_eq!(levels("a.jsonl", &objects), [hard, none]);
}

/// What a reader gives that hands over bare lines where it can, an entry a line; and how many lines were
/// bare.
fn with_bare_lines(desk: &Desk, most: usize) -> (Vec<String>, usize) {
    let (mut reader, mut told, mut n_bare) = (desk.open(), Vec::new(), 0);
    loop {
        if let Some(mut bare) = reader.take_bare(most) {
            assert!((1..=most).contains(&bare.len()));
            n_bare += bare.len();
            let rest = bare.split_off(bare.len() / 3);
            let items = |bare: &Bare| {
                (0..bare.len()).map(|at| tell(Entry::Puzzle(bare.item(at)))).collect::<Vec<_>>()
            };
            told.extend([&bare, &rest].into_iter().flat_map(items));
        }
        match reader.next().transpose().expect("it reads") {
            Some(entry) => told.push(tell(entry)),
            None => return (told, n_bare),
        }
    }
}

/// All of an entry but the geometry.
fn tell(entry: Entry) -> String {
    let all = |item: Item| {
        let Item { corpus, name, problem, clues, hash, class, expect, level, .. } = item;
        format!(
            "{corpus} {name} {:?} {clues} {hash} {class} {expect:?} {level:?}",
            problem.puzzle().map(board::Puzzle::allowed)
        )
    };
    format!("{:?}", entry.map(all))
}

#[test]
fn bare_lines_are_the_puzzles_that_they_would_be_and_leave_all_others() {
    let kinds = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 named",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7x",
        "# expect: unique",
        "# a comment",
        "# level: hard",
        "....1.3.431.2...",
        "",
        "# geometry: x",
        "# geometry: classic9",
    ];
    let mut draws = 12345_u64;
    let mut draw = |n: usize| {
        draws = draws.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (draws >> 33) as usize % n
    };
    for (often, most) in [(1, 5), (4, 40), (300, 100_000), (300, 1000)] {
        let mut text = String::new();
        while text.len() < 3 << 16 {
            let kind = if draw(often) == 0 { draw(kinds.len()) } else { draw(2) };
            text += kinds[kind];
            text += if draw(9) == 0 { "\r\n" } else { "\n" };
        }
        if often > 1 {
            text.pop();
        }
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(text.as_bytes()).expect("room");
        let gzip = gzip.finish().expect("room");
        for (name, bytes) in [("a.txt", text.as_bytes()), ("a.txt.gz", &gzip)] {
            // A second file of the stem has other names.
            let desk = Desk::with(name, bytes).and(&format!("other/{name}"), kinds[0]);
            let all: Vec<String> =
                desk.open().map(|entry| tell(entry.expect("it reads"))).collect();
            let (told, n_bare) = with_bare_lines(&desk, most);
            assert!(n_bare > 0, "{often}");
            assert!(often < 300 || n_bare > all.len() / 2, "{n_bare} of {}", all.len());
            for (told, expected) in told.iter().zip(&all) {
                assert_eq!(told, expected);
            }
            assert_eq!(told.len(), all.len());
        }
    }
}
