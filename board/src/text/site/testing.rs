//! What the tests of all sites need.

use crate::puzzle::Puzzle;
use crate::text::reading;

/// Returns the puzzle of a text that is in this notation.
#[track_caller]
pub(in super::super) fn puzzle(notation: &str, text: &str) -> Puzzle {
    let reading = reading::read(text, "").unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(reading.notation, notation, "{text}");
    reading.puzzle
}

/// Returns what the board of a puzzle has beside rows, columns and blocks.
pub(in super::super) fn stated(puzzle: &Puzzle) -> Vec<String> {
    let board = puzzle.geometry();
    let cells = |cells: &[usize]| -> String {
        cells.iter().map(|&cell| format!(" {}", board.position(cell))).collect()
    };
    let usual = |name: &str| ["row", "column", "block"].iter().any(|kind| name.starts_with(kind));
    let regions = board.regions().iter().filter(|region| !usual(&region.name));
    let regions = regions.map(|region| format!("{}:{}", region.name, cells(&region.cells)));
    regions.chain(board.relations().iter().map(|it| board.describe(it))).collect()
}

/// Returns a text as it stands in links.
pub(in super::super) fn compressed(text: &str) -> String {
    lz_str::compress_to_base64(text.encode_utf16().collect::<Vec<_>>())
}
