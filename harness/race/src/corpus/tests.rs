//! Tests of the reader with whole files in every format.

use std::fs;
use std::path::PathBuf;

use board::text::line;
use record::hash;
use tempfile::TempDir;

use super::compressed::gzip;
use super::*;

pub(super) const CELLS: &str = "....1.3.431.2...";
const GRID: &str = "3421123443122143";

/// A folder of corpora to be read.
pub(super) struct Corpora {
    folder: TempDir,
    files: Vec<PathBuf>,
    options: CorpusOptions,
}

impl Corpora {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        Self { folder, files: Vec::new(), options: CorpusOptions::default() }
    }

    pub(super) fn with(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        Self::new().and(name, bytes)
    }

    pub(super) fn and(mut self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, bytes).expect("a file");
        self.files.push(path);
        self
    }

    pub(super) fn open(&self) -> Reader {
        Reader::open_with(&self.files, self.options.clone()).expect("the files open")
    }

    /// Returns the events as lines, without the folder: `name cells [grid]`, or the message.
    pub(super) fn read(&self) -> Vec<String> {
        let folder = format!("{}/", self.folder.path().display());
        let describe = |entry: ReadEvent| match entry {
            ReadEvent::Puzzle(item) => {
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
            ReadEvent::Bad(line) => line.to_string().replace(&folder, ""),
            ReadEvent::Note(note) => format!("note: {note}").replace(&folder, ""),
            ReadEvent::Renamed(place, old, new) => {
                format!("{place}: {old} -> {new}").replace(&folder, "")
            }
        };
        self.open().map(|entry| describe(entry.expect("the files can be read"))).collect()
    }

    #[track_caller]
    pub(super) fn gives(&self, expected: &[&str]) {
        assert_eq!(self.read(), expected);
    }

    /// Checks that the events are this number of puzzles and then one error with this start and reason.
    #[track_caller]
    pub(super) fn fails_after(&self, puzzles: usize, start: &str, reason: &str) {
        let entries = self.read();
        let last = entries.last().expect("an entry");
        assert!(last.starts_with(start) && last.contains(reason), "{last}");
        assert_eq!(entries.len(), puzzles + 1);
        assert!(entries[..puzzles].iter().all(|entry| entry.ends_with(CELLS)));
    }
}

#[test]
fn a_line_of_30_megabytes_is_one_bad_line() {
    let mut text = "1".repeat(30_000_000);
    text.push('\n');
    text.push_str(CELLS);
    Corpora::with("a", &text).gives(&[
        "a:1:1: a line longer than 2097152 bytes, expected a puzzle",
        &format!("a:2 {CELLS}"),
    ]);
    Corpora::with("a", gzip(&text)).gives(&[
        "a:1:1: a line longer than 2097152 bytes, expected a puzzle",
        &format!("a:2 {CELLS}"),
    ]);
}

#[test]
fn a_return_alone_ends_no_line() {
    let problem = "a carriage return within a line, expected lines that end in a line feed";
    let alone = Corpora::with("a", format!("{CELLS}\r{CELLS}\r"));
    alone.gives(&[&format!("a:1:17: {problem}")]);
    let in_comments = Corpora::with("a", format!("# one\r{CELLS}\n{CELLS}\r\n"));
    in_comments.gives(&[&format!("a:1:6: {problem}"), &format!("a:2 {CELLS}")]);
}

#[test]
fn a_header_with_a_mistake_is_noted() {
    let note = |key: &str, meant: &str| {
        format!("note: a: line 1: `# {key}:` is no header, did you mean {meant}?")
    };
    for (key, meant) in [("geomtry", "geometry"), ("expct", "expect"), ("symbol", "symbols")] {
        let corpora = Corpora::with("a", format!("# {key}: latin4\n{CELLS}\n"));
        corpora.gives(&[&note(key, meant), &format!("a:2 {CELLS}")]);
    }
    let plain = Corpora::with("a", format!("# remark: by hand\n# source: me\n{CELLS}\n"));
    plain.gives(&[&format!("a:3 {CELLS}")]);
}

#[test]
fn a_rule_that_is_not_read_is_an_error_unless_the_board_is_stated() {
    let lines = format!("{CELLS}\n{CELLS} b\n");
    let rows = "1 . | . 4\n. . | . .\n----+----\n. 2 | . .\n. . | 3 .\n";
    let skipping = "; the puzzles below this header are skipped";
    for (header, is_rule) in [
        ("variant: diagonal", true),
        ("type: Killer", true),
        ("cages: r1c1", true),
        ("type: hard", false),
        ("variant: classic", false),
        ("killer: no", false),
    ] {
        let problem = format!(
            "{header:?} states a rule that is not read, expected a header `# geometry: NAME`, a key `geometry` or \
             `--geometry NAME` for the board"
        );
        let of_lines = Corpora::with("a", format!("# {header}\n{lines}"));
        let of_rows = Corpora::with("a", format!("# {header}\n{rows}\nTwo\n{rows}"));
        if is_rule {
            of_lines.gives(&[&format!("a:1:1: {problem}{skipping}")]);
            let expected = format!("a:1:1: {problem}");
            of_rows.gives(&[&expected[..]; 2]);
        } else {
            of_lines.gives(&[&format!("a:2 {CELLS}"), &format!("b {CELLS}")]);
            assert_eq!(of_rows.read().len(), 2, "{header}");
        }
        let stated = Corpora::with("a", format!("# {header}\n# geometry: latin4\n{lines}"));
        stated.gives(&[&format!("a:3 {CELLS}"), &format!("b {CELLS}")]);
    }
}

#[test]
fn a_title_that_names_a_variant_is_an_error_for_its_grid() {
    let rows = "1 . | . 4\n. . | . .\n----+----\n. 2 | . .\n. . | 3 .\n";
    let problem = "\"Diagonal Sudoku 2\" states a rule that is not read, expected a header \
                   `# geometry: NAME`, a key `geometry` or `--geometry NAME` for the board";
    let titles = format!("One\n{rows}\nDiagonal Sudoku 2\n{rows}\nThree\n{rows}");
    let (one, three) = ("One 1..4.....2....3.", "Three 1..4.....2....3.");
    Corpora::with("a", &titles).gives(&[one, &format!("a:8:1: {problem}"), three]);
    let stated = format!("# geometry: classic4\n{titles}");
    Corpora::with("a", stated).gives(&[one, "Diagonal Sudoku 2 1..4.....2....3.", three]);
}

#[test]
fn a_table_is_recognised_by_its_heading() {
    let expected = [&format!("b {CELLS} {GRID}")[..], &format!("a:3 {CELLS}")];
    let table = |separator: &str, end: &str| {
        let rows =
            ["7,Puzzle,Solution,name", &format!("1,{CELLS},{GRID},b"), &format!("2,{CELLS},,")];
        rows.iter().map(|row| row.replace(',', separator) + end).collect::<String>()
    };
    Corpora::with("a.txt", table(",", "\n")).gives(&expected);
    Corpora::with("a.csv", table(";", "\r\n")).gives(&expected);
    Corpora::with("a.csv", format!("\u{feff}{}", table("\t", "\n"))).gives(&expected);
    Corpora::with("a.csv", format!("quizzes\n{CELLS}\n")).gives(&[&format!("a:2 {CELLS}")]);
    let question = format!("source,question,answer,rating\nx,{CELLS},{GRID},2\n");
    Corpora::with("a.csv", question).gives(&[&format!("a:2 {CELLS} {GRID}")]);
}

#[test]
fn a_column_names_the_board_of_each_row() {
    let text = |event: ReadEvent| match event {
        ReadEvent::Puzzle(item) => Some(item.problem.geometry_name().to_owned()),
        ReadEvent::Bad(line) => Some(line.problem),
        _ => None,
    };
    let rows = format!("{CELLS},x4\n{CELLS},\n{CELLS},classic4\n{CELLS},no-board\n");
    for (header, usual) in [("", "classic4"), ("# geometry: latin4\n", "latin4")] {
        let corpora = Corpora::with("a.csv", format!("{header}puzzle,geometry\n{rows}"));
        let events = corpora.open().map(|event| event.expect("the file can be read"));
        let found: Vec<String> = events.filter_map(text).collect();
        assert_eq!(found[..3], ["x4", usual, "classic4"]);
        assert!(found[3].contains("no-board"), "{}", found[3]);
    }
}

#[test]
fn tables_may_contain_comments_and_headers() {
    let text = "# geometry: latin4\n\n#\npuzzle,id\n# symbols: abcd\n....a.c.dca.b...,#1\n";
    let corpora = Corpora::with("a", text);
    corpora.gives(&["#1 ....a.c.dca.b..."]);
    let Some(Ok(ReadEvent::Puzzle(item))) = corpora.open().next() else { panic!("a puzzle") };
    assert_eq!(item.problem.geometry_name(), "latin4");
}

#[test]
fn quoted_fields_may_contain_anything() {
    let text = format!(
        "\"puzzle\";\"name\"\r\n\"{CELLS}\";\"one; \"\"two\"\"\"\r\n{CELLS};\"a\r\nb\"\r\n{CELLS};c\r\n"
    );
    Corpora::with("a", text).gives(&[
        &format!("one; \"two\" {CELLS}"),
        &format!("a b {CELLS}"),
        &format!("c {CELLS}"),
    ]);
}

#[test]
fn an_error_in_a_row_has_its_line_column_and_field() {
    let text = format!(
        "id,puzzle,solution\n1,....1.3.431.2..y,\n2,{CELLS}\n3,{CELLS},,\n4,\"{CELLS}\",342112344312.143\n\
         5,{CELLS},{GRID}\n6,12,\n"
    );
    Corpora::with("a", text).gives(&[
        "a:2:18: puzzle: 'y' is no symbol, expected one of 1234, or . for an empty cell",
        "a:3:19: 2 fields, expected 3: id, puzzle, solution",
        "a:4:21: 4 fields, expected 3: id, puzzle, solution",
        "a:5:34: solution: an empty cell, expected a full grid",
        &format!("5 {CELLS} {GRID}"),
        "a:7:3: puzzle: 1 cell, expected 81 for classic9, or 16, 36, 64, 100, 144, 225, 256, … for \
         another classic order, or a header line `# geometry: NAME` before",
    ]);
}

#[test]
fn a_heading_without_puzzles_is_a_single_error() {
    let text = format!("id,state,rating\n1,{CELLS},2\n").repeat(2);
    let mut corpora = Corpora::with("a", text);
    corpora
        .gives(&["a:1:1: no column of puzzles: the columns are id, state, rating; expected one \
                  called puzzle, puzzles, quiz, quizzes, sudoku, question, grid, board"]);
    corpora.options.puzzle_column = Some("STATE".into());
    assert_eq!(corpora.read()[0], format!("1 {CELLS}"));
    corpora.options.puzzle_column = Some("cells".into());
    corpora
        .gives(&["a:1:1: no column of puzzles: the columns are id, state, rating; expected one \
                  called cells"]);
    for text in [CELLS.to_owned(), format!("{{\"cells\":\"{CELLS}\"}}")] {
        let mut corpora = Corpora::with("a", text);
        corpora.options.puzzle_column = Some("cells".into());
        corpora.gives(&["a:1:1: no heading, expected the names of columns, one of them cells"]);
    }
}

#[test]
fn a_solution_may_stand_behind_a_mark_or_the_word() {
    for mark in ["->", "=>", "=", "|", ",", "→", "solution", "Solution:"] {
        let text = format!("{CELLS} {mark} {GRID} a name\n");
        Corpora::with("a", text).gives(&[&format!("a name {CELLS} {GRID}")]);
    }
    Corpora::with("a", format!("{CELLS} -> more\n")).gives(&[&format!("'-> more {CELLS}")]);
}

#[test]
fn a_puzzle_is_not_a_heading_whatever_its_name() {
    Corpora::with("a", format!("{CELLS} a, puzzle, grid\n"))
        .gives(&[&format!("a, puzzle, grid {CELLS}")]);
    Corpora::with("a", format!("....1.3.431.2..y a,b\n{CELLS}\n")).gives(&[
        "a:1:16: 'y' is no symbol, expected one of 1234, or . for an empty cell",
        &format!("a:2 {CELLS}"),
    ]);
}

#[test]
fn an_unclosed_quote_is_bounded() {
    let unclosed = "a quote that is not closed, expected one more in a row of at most 65536 bytes";
    let rows = format!("{CELLS},b\n").repeat(10_000);
    let text = format!("puzzle,name\n{CELLS},\"a\n{rows}");
    let entries = Corpora::with("a", text).read();
    assert_eq!(entries[0], format!("a:2:1: {unclosed}"));
    assert!((6000..9000).contains(&entries.iter().filter(|e| e.starts_with('b')).count()));
    let text = format!("puzzle,name\n{CELLS},\"a\n{CELLS},b\n");
    Corpora::with("a", text).gives(&[&format!("a:2:1: {unclosed}")]);
}

#[test]
fn names_are_unique() {
    let text = format!("{CELLS} one\n{CELLS}\n{CELLS} one\n");
    Corpora::with("x/a.txt", &text).and("y/a.txt", &text).gives(&[
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
    Corpora::with("a", table).gives(&[
        &format!("1 {CELLS}"),
        &format!("1#2 {CELLS}"),
        "a:3: 1 -> 1#2",
    ]);
}

#[test]
fn the_stem_is_the_name_without_its_last_extension() {
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
fn a_level_is_stated_by_the_header_or_the_record() {
    let levels = |name: &str, text: &str| -> Vec<Option<String>> {
        let entries = Corpora::with(name, text).open().map(|entry| entry.expect("it is read"));
        let level = |entry: ReadEvent| match entry {
            ReadEvent::Puzzle(item) => Some(item.level.map(|level| level.to_string())),
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

/// Returns the events of a reader that returns raw lines where possible, and the number of raw
/// lines.
fn with_raw_lines(corpora: &Corpora, most: usize) -> (Vec<String>, usize) {
    let (mut reader, mut events, mut n_raw) = (corpora.open(), Vec::new(), 0);
    loop {
        if let Some(mut raw) = reader.take_raw_lines(most) {
            assert!((1..=most).contains(&raw.len()));
            n_raw += raw.len();
            let rest = raw.split_off(raw.len() / 3);
            let items = |lines: &RawLines| {
                (0..lines.len())
                    .map(|at| describe(ReadEvent::Puzzle(lines.item(at))))
                    .collect::<Vec<_>>()
            };
            events.extend([&raw, &rest].into_iter().flat_map(items));
        }
        match reader.next().transpose().expect("it reads") {
            Some(entry) => events.push(describe(entry)),
            None => return (events, n_raw),
        }
    }
}

/// Returns an event as text, without the geometry.
fn describe(entry: ReadEvent) -> String {
    let all = |item: CorpusItem| {
        let CorpusItem { corpus, name, problem, clues, hash, class, expect, level, .. } = item;
        format!(
            "{corpus} {name} {:?} {clues} {hash} {class} {expect:?} {level:?}",
            problem.puzzle().map(|puzzle| puzzle.allowed().collect::<Vec<_>>())
        )
    };
    format!("{:?}", entry.map(all))
}

#[test]
fn raw_lines_are_the_puzzles_that_the_parser_would_read() {
    let kinds = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 named",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7x",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7y",
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
        let gzip = gzip(&text);
        for (name, bytes) in [("a.txt", text.as_bytes()), ("a.txt.gz", &gzip)] {
            // Names differ in a second file with the same stem.
            let corpora = Corpora::with(name, bytes).and(&format!("other/{name}"), kinds[0]);
            let all: Vec<String> =
                corpora.open().map(|entry| describe(entry.expect("it reads"))).collect();
            let (events, n_raw) = with_raw_lines(&corpora, most);
            assert!(n_raw > 0, "{often}");
            assert!(often < 300 || n_raw > all.len() / 2, "{n_raw} of {}", all.len());
            for (event, expected) in events.iter().zip(&all) {
                assert_eq!(event, expected);
            }
            assert_eq!(events.len(), all.len());
        }
    }
}
