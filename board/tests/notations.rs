//! Every notation: what is written reads back as the same puzzle, and no text breaks a reader.

use std::sync::Arc;

use board::text::WriteError;
use board::text::record::{Record, Style};
use board::text::symbols::Symbols;
use board::text::{self, NOTATIONS, Notation, Read, jsonl, line, open_sudoku, pencil_line};
use board::text::{Cells, Note, ParsedPuzzle, Topic};
use board::{Alphabet, Geometry, Puzzle, SymbolSet, catalog};
use proptest::collection::vec;
use proptest::prelude::*;

/// Geometries with blocks and without, with holes, and of many sizes.
const GEOMETRIES: &[&str] = &[
    "classic4",
    "classic6",
    "classic8",
    "classic9",
    "classic10",
    "classic12",
    "classic16",
    "classic25",
    "classic27",
    "latin1",
    "latin5",
    "samurai",
    "windoku",
    "x",
    "x6",
];

fn geometry() -> impl Strategy<Value = Arc<Geometry>> {
    let symbols = prop_oneof![4 => Just(Symbols::Hex1), 1 => Just(Symbols::Hex0), 1 => Just(Symbols::Letters)];
    (prop::sample::select(GEOMETRIES), symbols).prop_map(|(name, symbols)| {
        let geometry = catalog::named(name).expect("a name of the catalog");
        let alphabet = symbols.alphabet(geometry.symbols()).expect("few symbols");
        Arc::new(geometry.with_alphabet(alphabet).expect("as many"))
    })
}

/// Puzzles of givens, or of candidates; also impossible ones.
fn puzzle() -> impl Strategy<Value = Puzzle> {
    (geometry(), any::<bool>(), 0..=10u32).prop_flat_map(|(geometry, candidates, density)| {
        let (size, all) = (geometry.symbols(), SymbolSet::all(geometry.symbols()));
        let cell = (any::<u64>(), 0..10u32).prop_map(move |(bits, chance)| {
            match (candidates, chance < density) {
                (_, true) => SymbolSet::only((bits % size as u64) as u8),
                (false, false) => all,
                (true, false) => SymbolSet::from(bits) & all,
            }
        });
        vec(cell, geometry.cells())
            .prop_map(move |allowed| Puzzle::from_allowed(geometry.clone(), allowed))
    })
}

fn record() -> impl Strategy<Value = Record> {
    let name = prop::option::of("[A-Za-zé][A-Za-z0-9é:,#]{0,8}( [a-z0-9]{1,5}){0,2}");
    let note = ("[A-Za-z][a-z]{0,9}( [a-z]{1,9}){0,3}", prop::sample::select(&Topic::ALL[..]))
        .prop_map(|(text, topic)| Note { topic, text });
    (puzzle(), name, vec(note, 0..3)).prop_map(|(puzzle, name, notes)| Record {
        puzzle,
        name,
        solution: None,
        expect: None,
        notes,
    })
}

/// Returns the puzzle, with the geometries of the catalog and nothing else stated.
fn settled(puzzle: &ParsedPuzzle) -> Puzzle {
    let stated = puzzle.metadata.geometry.as_ref().map(|stated| stated.text.clone());
    let name = stated.unwrap_or_else(|| puzzle.cells.geometry().expect("the size determines it"));
    let plain = catalog::named(&name).expect("a name of the catalog");
    let symbols = match &puzzle.metadata.symbols {
        Some((_, text)) => Symbols::parse(text).expect("symbols"),
        None => puzzle.cells.symbols(&plain).expect("unambiguous symbols"),
    };
    let alphabet = symbols.alphabet(plain.symbols()).expect("few symbols");
    let geometry = Arc::new(plain.with_alphabet(alphabet).expect("as many"));
    puzzle.cells.puzzle(&geometry, &symbols).expect("the puzzle that was written")
}

/// Returns all puzzles of a text in a notation that is read as a whole, or in JSON lines.
fn puzzles(notation: &Notation, text: &str) -> Vec<ParsedPuzzle> {
    let mut lookup = |name: Option<&str>| Some(Arc::new(catalog::named(name?).ok()?));
    match notation.read {
        Read::Text(read) => {
            read(text, &mut lookup).unwrap_or_else(|error| panic!("{error}\n{text}"))
        }
        Read::Objects => (1..)
            .zip(text.lines())
            .map(|(n, line)| jsonl::read(n, line).expect("an object"))
            .collect(),
        Read::Lines | Read::Table => panic!("read line by line"),
    }
}

fn is_read_line_by_line(notation: &Notation) -> bool {
    matches!(notation.read, Read::Lines | Read::Table)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn what_is_written_reads_back_as_the_same_puzzle(record in record()) {
        for notation in NOTATIONS.iter().filter(|notation| !is_read_line_by_line(notation)) {
            let mut writer = notation.writer(Style::default());
            let Ok(mut text) = writer.record(&record) else { continue };
            text += &writer.end();
            let puzzles = puzzles(notation, &text);
            prop_assert_eq!(puzzles.len(), 1, "{}\n{}", notation.name, text);
            prop_assert_eq!(&settled(&puzzles[0]), &record.puzzle, "{}\n{}", notation.name, text);
        }
    }

    #[test]
    fn numbers_read_back_as_well(puzzle in puzzle()) {
        let grid = text::named("grid").expect("a notation");
        if let Ok(text) = grid.writer(Style::numbers()).record(&Record::new(puzzle.clone())) {
            let puzzles = puzzles(grid, &text);
            let read = settled(&puzzles[0]);
            prop_assert!(read.allowed().eq(puzzle.allowed()), "{}", text);
        }
    }

    #[test]
    fn names_and_comments_stay_where_there_is_a_place_for_them(record in record()) {
        for name in ["grid", "hurtebis", "jsonl", "pencil"] {
            let notation = text::named(name).expect("a notation");
            let Ok(text) = notation.writer(Style::default()).record(&record) else { continue };
            let metadata = &puzzles(notation, &text)[0].metadata;
            prop_assert_eq!(&metadata.name, &record.name, "{}\n{}", name, text);
            let sorted = |notes: &[Note]| {
                let mut notes: Vec<_> = notes.iter().map(|note| (note.topic, note.text.clone())).collect();
                notes.sort();
                notes
            };
            prop_assert_eq!(sorted(&metadata.notes), sorted(&record.notes), "{}\n{}", name, text);
        }
    }

    #[test]
    fn a_notation_of_givens_refuses_candidates(puzzle in puzzle()) {
        let all = SymbolSet::all(puzzle.geometry().symbols());
        let is_plain = |set: SymbolSet| set == all || set.len() == 1;
        let has_candidates = !puzzle.allowed().all(is_plain);
        for name in ["grid", "hurtebis", "json", "line", "opensudoku", "scl", "sdk", "sdm", "ss"] {
            let writer = &mut text::named(name).expect("a notation").writer(Style::default());
            let written = writer.record(&Record::new(puzzle.clone()));
            let is_refused = matches!(written, Err(WriteError::Candidates(_)));
            prop_assert_eq!(is_refused, has_candidates, "{}", name);
        }
    }

    #[test]
    fn candidates_in_a_line_read_back(puzzle in puzzle()) {
        let text = format!("  {} a name", pencil_line::write(&puzzle));
        let (read, name) = pencil_line::read(&text, puzzle.geometry()).expect("a line");
        prop_assert_eq!((read, name), (puzzle, Some("a name")));
    }

    #[test]
    fn a_text_is_recognised_by_its_first_lines(record in record()) {
        for notation in NOTATIONS {
            let mut writer = notation.writer(Style::default());
            let Ok(mut text) = writer.record(&record) else { continue };
            text += &writer.end();
            let recognised = text::recognise(&text, None).notation;
            let read = recognised.map(|recognised| recognised.name);
            match notation.name {
                "csv" | "tsv" => prop_assert_eq!(read, Some("csv"), "{}", text),
                "line" | "sdm" | "pencil-line" => {
                    // A picture of a single cell is a line, too.
                    prop_assert_eq!(read, None, "{}\n{}", notation.name, text);
                }
                name @ ("f-puzzles" | "json" | "jsonl" | "opensudoku" | "scl" | "ss") => {
                    prop_assert_eq!(read, Some(name), "{}", text);
                }
                // Pictures that look alike read alike.
                _ => {
                    let Some(recognised) = recognised else {
                        prop_assert!(record.puzzle.geometry().cells() < 16, "{}\n{}", notation.name, text);
                        continue;
                    };
                    let puzzles = puzzles(recognised, &text);
                    prop_assert_eq!(&settled(&puzzles[0]), &record.puzzle, "{} as {}\n{}", notation.name, recognised.name, text);
                }
            }
        }
    }
}

/// Pieces of which texts are made that nearly mean something.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "# geometry: samurai\n",
        "# geometry:\n#   board:\n#   AB\n",
        "#   rows\n",
        "#\n",
        "# geometry: ",
        "# symbols: hex0\n",
        "# symbols: ",
        "# name: x\n",
        "#A b\n",
        "[Puzzle]\n",
        "|---|\n",
        "|------------------|\n",
        "| 1 2 3 |",
        "+---+\n",
        "*-----------*\n",
        "┌─┬─┐\n",
        "│ 1 │",
        ".---.\n",
        "123456789",
        "53..7....\n",
        "5 3 . | . 7 .\n",
        "12 34 ",
        "[[1,2],[3,4]]",
        "[",
        "]",
        "(",
        "np.array([",
        "'",
        "\"",
        "{",
        "{\"puzzle\": \"....1.3.431.2...\"}\n",
        "\"solution\": [",
        "}",
        "<opensudoku>",
        "{\"size\":4,\"grid\":[[{",
        "fpuzzlesN4IgzglgXg",
        "{\"cells\":[[{\"value\":1},{}",
        "\"regions\":[[[0,0],[0,1]",
        "sclN4IgxgTgpg",
        "3x3::k:",
        "SumoCueV1D=0J0",
        "<game data=\"",
        "\"/>",
        "&amp;",
        "<![CDATA[",
        "puzzle,solution\n",
        ",",
        ";",
        "\t",
        "\r\n",
        "\n",
        "\n\n",
        "....1.3.431.2...\n",
        "0",
        ".",
        "-",
        "_",
        "\u{feff}",
        "é",
        "\0",
    ];
    let pieces: Vec<String> = pieces.into_iter().map(Into::into).collect();
    prop_oneof![3 => prop::sample::select(pieces), 1 => ".{0,12}"]
}

/// Reads a text in every way, and makes puzzles of the results; nothing may panic.
fn read_in_every_way(text: &str) {
    let _ = text::recognise(text, None);
    for geometry in [None, Some("samurai"), Some("classic4"), Some("latin1")] {
        let told = geometry.map(|name| Arc::new(catalog::named(name).expect("a name")));
        for notation in NOTATIONS {
            let mut lookup = |name: Option<&str>| match name {
                Some(name) => Some(Arc::new(catalog::named(name).ok()?)),
                None => told.clone(),
            };
            let puzzles = match notation.read {
                Read::Text(read) => read(text, &mut lookup).unwrap_or_default(),
                Read::Objects => {
                    text.lines().filter_map(|line| jsonl::read(1, line).ok()).collect()
                }
                Read::Lines | Read::Table => Vec::new(),
            };
            puzzles.iter().for_each(|puzzle| settle_if_possible(puzzle, told.as_ref()));
        }
        let four = Arc::new(catalog::classic(4).expect("an order"));
        for text in text.lines() {
            let geometry = told.as_ref().unwrap_or(&four);
            let cells = Cells::Line(1, 1, text.into());
            settle_if_possible(
                &ParsedPuzzle { line: 1, cells, solution: None, metadata: Default::default() },
                told.as_ref(),
            );
            let _ = (line::read(text, geometry), line::read_grid(text, geometry));
            let _ = (pencil_line::read(text, geometry), pencil_line::order(text));
        }
    }
}

fn settle_if_possible(puzzle: &ParsedPuzzle, told: Option<&Arc<Geometry>>) {
    let named = || Some(Arc::new(catalog::named(&puzzle.cells.geometry().ok()?).ok()?));
    let Some(geometry) = told.cloned().or_else(named) else { return };
    let symbols =
        [Symbols::Hex0, Symbols::Hex1, Symbols::Letters, Symbols::Numbers, Symbols::Numbers0];
    for symbols in puzzle.cells.symbols(&geometry).into_iter().chain(symbols) {
        let Ok(alphabet) = symbols.alphabet(geometry.symbols()) else { continue };
        let geometry =
            Arc::new(Geometry::clone(&geometry).with_alphabet(alphabet).expect("as many"));
        for cells in [Some(&puzzle.cells), puzzle.solution.as_ref()].into_iter().flatten() {
            let _ = (cells.puzzle(&geometry, &symbols), cells.grid(&geometry, &symbols));
        }
    }
}

#[test]
fn a_mark_of_byte_order_moves_no_place() {
    for marks in ["", "\u{feff}", "\u{feff}\u{feff}"] {
        let text = format!("{marks}\n <game data=\"12é\"/><game/>");
        read_in_every_way(&text);
        let error = open_sudoku::read(&text, &mut |_| None).expect_err("a game without data");
        assert_eq!((error.line, error.column), (2, 20));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn no_text_breaks_a_reader(pieces in vec(piece(), 0..40)) {
        read_in_every_way(&pieces.concat());
    }

    #[test]
    fn no_mutation_of_a_right_text_breaks_a_reader(
        record in record(),
        which in 0..NOTATIONS.len(),
        changes in vec((any::<prop::sample::Index>(), 0..4u8, piece()), 1..6),
    ) {
        let mut writer = NOTATIONS[which].writer(Style::default());
        let Ok(text) = writer.record(&record) else { return Ok(()) };
        let mut text: Vec<char> = (text + &writer.end()).chars().take(4000).collect();
        for (at, kind, piece) in changes {
            let at = at.index(text.len() + 1);
            match kind {
                0 => drop(text.splice(at..at, piece.chars())),
                1 => text.truncate(at),
                2 if at < text.len() => drop(text.remove(at)),
                _ if at < text.len() => text[at] = piece.chars().next().unwrap_or(' '),
                _ => {}
            }
        }
        read_in_every_way(&text.into_iter().collect::<String>());
    }
}

#[test]
fn two_alphabets_that_fit_are_an_error_that_names_both() {
    let sixteen = catalog::classic(16).expect("an order");
    let row = "123456789ABCDEF.";
    let text = |row: &str| [row, "\n"].concat().repeat(16);
    let symbols = |text: &str| {
        let puzzle = &puzzles(text::named("grid").expect("a notation"), text)[0];
        puzzle.cells.symbols(&sixteen).map_err(|error| error.to_string())
    };
    let error = symbols(&text(row)).expect_err("two alphabets");
    assert!(
        error.starts_with("1:1: ") && error.contains("hex1") && error.contains("hex0"),
        "{error}"
    );
    assert_eq!(symbols(&text("G..............1")), Ok(Symbols::Hex1));
    assert_eq!(symbols(&text("P..............A")), Ok(Symbols::Letters));
    let with_zero = format!("0{}\n{}", &row[1..], text("F..............9"))
        .lines()
        .take(16)
        .collect::<Vec<_>>()
        .join("\n");
    let error = symbols(&with_zero).expect_err("a zero beside dots");
    assert!(error.contains("hex0"), "{error}");
    // This many zeros are empty cells.
    assert_eq!(symbols(&text("0000100000000G00")), Ok(Symbols::Hex1));
    assert_eq!(symbols(&text("0000100000000F00")), Ok(Symbols::Hex1));
}

#[test]
fn an_alphabet_is_found_by_its_name() {
    for name in Symbols::NAMES {
        assert_eq!(Symbols::parse(name).expect("a name").to_string(), *name);
    }
    let characters = Symbols::parse("wxyz").expect("characters");
    assert_eq!(characters.alphabet(4), Alphabet::new("wxyz"));
    assert!(characters.alphabet(5).is_err());
    assert!(Symbols::Letters.alphabet(92).is_err());
}

#[test]
fn notations_are_sorted_and_recognised_by_name() {
    assert!(NOTATIONS.is_sorted_by_key(|notation| notation.name));
    for notation in NOTATIONS {
        assert_eq!(text::named(notation.name).map(|found| found.name), Some(notation.name));
        assert!(!notation.endings.is_empty());
    }
}
