//! Puzzles in every notation: what was read can be written in the same notation, unless that refuses it, and reads back
//! as the same puzzle.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use board::text::record::{Record, Style};
use board::text::symbols::Symbols;
use board::text::{self, Cells, Metadata, Notation, ParsedPuzzle, Read, reading, table};
use board::text::{jsonl, line, pencil_line, same_rules};
use board::{Geometry, Puzzle, catalog};
use record::structure::has_same_structure;

/// The boards that an input can choose by its first byte; an empty name is that which follows from the size.
const BOARDS: [&str; 6] = ["", "classic4", "classic16", "samurai", "latin1", "x6"];

/// Reads an input in the notation with this name. Its first byte chooses the board.
pub fn notation(name: &str, bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    let told = geometry(BOARDS[usize::from(*first) % BOARDS.len()]);
    let notation = text::named(name).expect("a notation");
    for parsed in parsed(notation, &text, told.as_ref()).iter().take(4) {
        if let Some(puzzle) = settled(parsed, told.as_ref()) {
            reads_back(notation, &puzzle, &parsed.metadata);
        }
    }
}

/// Reads an input in the notation that it seems to have, as a person pastes it. The puzzle is the same after it was
/// written as a JSON object or, if that can hold it, as a grid.
pub fn reading(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    let board = BOARDS[usize::from(*first) % BOARDS.len()];
    let Ok(read) = reading::read(&text, board) else { return };
    let record = Record { name: read.name, ..Record::new(read.puzzle) };
    for name in ["jsonl", "grid"] {
        let mut writer = text::named(name).expect("a notation").writer(Style::default());
        let Ok(mut written) = writer.record(&record) else { continue };
        written += &writer.end();
        let again = reading::read(&written, board);
        let again = again.unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_same(&again.puzzle, &record.puzzle, &written);
    }
}

/// Returns the puzzles of a text in a notation.
fn parsed(notation: &Notation, text: &str, told: Option<&Arc<Geometry>>) -> Vec<ParsedPuzzle> {
    match notation.read {
        Read::Text(read) => {
            let mut lookup = |name: Option<&str>| name.map_or(told.cloned(), geometry);
            read(text, &mut lookup).unwrap_or_default()
        }
        Read::Objects => text.lines().filter_map(|line| jsonl::read(1, line).ok()).collect(),
        Read::Lines => text.lines().map(|line| in_line(line, told)).collect(),
        Read::Table => fields(text).iter().map(|field| in_line(field, told)).collect(),
    }
}

/// Returns the puzzle of a line, which is also read in the other ways in which lines are read.
fn in_line(text: &str, told: Option<&Arc<Geometry>>) -> ParsedPuzzle {
    let four = geometry("classic4").expect("a name of the catalog");
    let geometry = told.unwrap_or(&four);
    let _ = (line::read(text, geometry), line::read_grid(text, geometry));
    let _ = (line::symbols(text, geometry), pencil_line::read(text, geometry));
    let cells = Cells::Line(1, 1, text.into());
    ParsedPuzzle { line: 1, cells, solution: None, metadata: Metadata::default() }
}

/// Returns the puzzles in the rows of a table.
fn fields(text: &str) -> Vec<String> {
    let mut lines = text.lines();
    let heading = table::TextTable::heading(lines.next().unwrap_or_default(), None);
    let table::Heading::Table(mut table) = heading else { return Vec::new() };
    let mut found = Vec::new();
    for line in lines {
        if table.push(line).is_ok_and(|ended| ended)
            && let Ok(fields) = table.fields()
        {
            found.push(fields.puzzle.to_owned());
        }
        let _ = table.column_of(1, line);
    }
    found
}

/// Returns the geometry that a text draws, or that of the catalog with this name. Each of these is made once, so that
/// time goes into reading.
fn geometry(name: &str) -> Option<Arc<Geometry>> {
    if name.contains('\n') {
        return Some(Arc::new(catalog::read_drawing(name, "drawn").ok()?.geometry));
    }
    static MADE: Mutex<BTreeMap<String, Arc<Geometry>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().expect("no thread has panicked");
    if let Some(geometry) = made.get(name) {
        return Some(geometry.clone());
    }
    let geometry = Arc::new(catalog::named(name).ok()?);
    made.insert(name.into(), geometry.clone());
    Some(geometry)
}

/// Makes a puzzle of what was read, if it is stated or its size tells where it is played.
fn settled(parsed: &ParsedPuzzle, told: Option<&Arc<Geometry>>) -> Option<Puzzle> {
    let stated = parsed.metadata.geometry.as_ref().and_then(|stated| geometry(&stated.text));
    let by_size = || geometry(&parsed.cells.geometry().ok()?);
    let geometry = stated.or_else(|| told.cloned()).or_else(by_size)?;
    let symbols = match &parsed.metadata.symbols {
        Some((_, text)) => Symbols::parse(text).ok()?,
        None => parsed.cells.symbols(&geometry).ok()?,
    };
    let alphabet = symbols.alphabet(geometry.symbols()).ok()?;
    let geometry = Geometry::clone(&geometry).with_alphabet(alphabet).expect("as many symbols");
    let geometry = Arc::new(geometry);
    let _ = parsed.solution.as_ref().map(|cells| cells.grid(&geometry, &symbols));
    parsed.cells.puzzle(&geometry, &symbols).ok()
}

/// Checks that a puzzle with its metadata reads back as the same.
fn reads_back(notation: &Notation, puzzle: &Puzzle, metadata: &Metadata) {
    let (name, notes) = (metadata.name.clone(), metadata.notes.clone());
    let record = Record { name, notes, ..Record::new(puzzle.clone()) };
    let mut writer = notation.writer(Style::default());
    let Ok(mut written) = writer.record(&record) else { return };
    written += &writer.end();
    let told = Some(puzzle.geometry());
    let text = match notation.read {
        // Headers are read by the corpus, which is not under test here.
        Read::Lines => written.lines().filter(|it| !it.starts_with('#')).collect(),
        Read::Table => written.split_inclusive('\n').skip_while(|it| it.starts_with('#')).collect(),
        _ => written.clone(),
    };
    let again = parsed(notation, &text, told);
    assert_eq!(again.len(), 1, "{} of {record:?}: {written:?}", notation.name);
    let again = settled(&again[0], told);
    let again = again.unwrap_or_else(|| panic!("{} of {record:?}: {written:?}", notation.name));
    assert_same(&again, puzzle, &written);
}

/// Checks that two puzzles have the same board, or one with the same rules, and allow the same symbols.
fn assert_same(again: &Puzzle, puzzle: &Puzzle, written: &str) {
    let (one, other) = (again.geometry(), puzzle.geometry());
    let is_same = has_same_structure(one, other) || same_rules::states_the_same(one, other);
    assert!(is_same, "{written:?}");
    assert!(again.allowed().eq(puzzle.allowed()), "{written:?}");
}
