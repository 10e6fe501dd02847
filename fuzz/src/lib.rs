//! What the fuzz targets share: a text is read in one notation, and every draft made a puzzle.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use board::text::{Cells, ParsedPuzzle};
use board::text::{self, Read, jsonl, line, pencil_line, table};
use board::{Geometry, catalog};

/// Reads bytes in the notation that is called so, where the first byte chooses the geometry.
pub fn read(notation: &str, bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    let names = [None, Some("classic4"), Some("classic16"), Some("samurai"), Some("latin1")];
    let name = names[usize::from(*first) % names.len()];
    let told = name.and_then(geometry);
    let notation = text::named(notation).expect("a notation");
    let _ = text::recognise(&text);
    match notation.read {
        Read::Text(read) => {
            let mut lookup = |name: Option<&str>| name.map_or(told.clone(), geometry);
            let puzzles = read(&text, &mut lookup).unwrap_or_default();
            puzzles.iter().for_each(|puzzle| settle(puzzle, told.as_ref()));
        }
        Read::Objects => {
            let puzzles = text.lines().filter_map(|line| jsonl::read(1, line).ok());
            puzzles.for_each(|puzzle| settle(&puzzle, told.as_ref()));
        }
        Read::Lines => text.lines().for_each(|text| lines(text, told.as_ref())),
        Read::Table => rows(&text, told.as_ref()),
    }
}

fn lines(text: &str, told: Option<&Arc<Geometry>>) {
    let four = geometry("classic4").expect("a name of the catalog");
    let geometry = told.unwrap_or(&four);
    let _ = (line::read(text, geometry), line::read_grid(text, geometry));
    let _ = (line::symbols(text, geometry), pencil_line::read(text, geometry));
    let cells = Cells::Line(1, 1, text.into());
    settle(&ParsedPuzzle { line: 1, cells, solution: None, metadata: Default::default() }, told);
}

fn rows(text: &str, told: Option<&Arc<Geometry>>) {
    let mut text = text.lines();
    let heading = text.next().unwrap_or_default();
    let table::Heading::Table(mut table) = table::Table::heading(heading, None) else { return };
    for line in text {
        if table.push(line).is_ok_and(|ended| ended)
            && let Ok(fields) = table.fields()
        {
            lines(fields.puzzle, told);
        }
        let _ = table.column_of(1, line);
    }
}

/// The geometry of the catalog that is called so. Each is made once, so that time goes into reading.
fn geometry(name: &str) -> Option<Arc<Geometry>> {
    static MADE: Mutex<BTreeMap<String, Arc<Geometry>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().expect("no thread has panicked");
    if let Some(geometry) = made.get(name) {
        return Some(geometry.clone());
    }
    let geometry = Arc::new(catalog::named(name).ok()?);
    made.insert(name.into(), geometry.clone());
    Some(geometry)
}

/// Makes a puzzle of a draft, if the size tells where it is played.
fn settle(puzzle: &ParsedPuzzle, told: Option<&Arc<Geometry>>) {
    let by_size = || geometry(&puzzle.cells.geometry().ok()?);
    let Some(geometry) = told.cloned().or_else(by_size) else { return };
    let Ok(symbols) = puzzle.cells.symbols(&geometry) else { return };
    let Ok(alphabet) = symbols.alphabet(geometry.symbols()) else { return };
    let geometry = Geometry::clone(&geometry).with_alphabet(alphabet).expect("as many symbols");
    let geometry = Arc::new(geometry);
    let _ = puzzle.cells.puzzle(&geometry, &symbols);
    let _ = puzzle.solution.as_ref().map(|cells| cells.grid(&geometry, &symbols));
}
