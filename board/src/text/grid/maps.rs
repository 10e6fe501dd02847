//! Grids that are the maps of the regions of puzzles before them.
//!
//! ```text
//!   1...        AABB
//!   ..2.        AABB
//!   .3..        CCDD
//!   ...4        CCDD
//! ```

use crate::text::board_header::StatedBoard;
use crate::text::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use crate::text::picture::Picture;
use crate::text::picture_row::Row;
use crate::text::region_map;

/// Returns the puzzles, each on the board that the map after it states, if nothing else states its board.
pub(super) fn attach(
    puzzles: Vec<ParsedPuzzle>,
    lookup: &mut GeometryLookup<'_>,
) -> Vec<ParsedPuzzle> {
    let has_default = lookup(None).is_some();
    let mut kept: Vec<ParsedPuzzle> = Vec::new();
    for puzzle in puzzles {
        let before = kept.last_mut().filter(|before| {
            !has_default && [*before, &puzzle].iter().all(|it| it.metadata.geometry.is_none())
        });
        match (before, map(&puzzle)) {
            (Some(before), Some(rows)) if n_rows(before) == rows.len() => {
                let drawing = region_map::drawing("jigsaw", &rows, "");
                before.metadata.geometry = Some(StatedBoard::new(puzzle.line, &drawing));
                before.metadata.notes.extend(puzzle.metadata.notes);
            }
            _ => kept.push(puzzle),
        }
    }
    kept
}

/// Returns the rows of a grid that is a map of regions.
fn map(puzzle: &ParsedPuzzle) -> Option<Vec<String>> {
    let Cells::Picture(Picture { rows, .. }) = &puzzle.cells else { return None };
    let side = rows.len();
    let are_words = rows.iter().all(|row| row.words.len() == side);
    let marks = |row: &Row| -> Vec<String> {
        let words = row.words.iter();
        if are_words {
            words.map(|word| word.text.clone()).collect()
        } else {
            words.flat_map(|word| word.text.chars().map(String::from)).collect()
        }
    };
    let marks: Vec<Vec<String>> = rows.iter().map(marks).collect();
    region_map::of_marks(&marks).filter(|map| region_map::is_of_regions(map))
}

fn n_rows(puzzle: &ParsedPuzzle) -> usize {
    match &puzzle.cells {
        Cells::Picture(picture) => picture.rows.len(),
        Cells::Line(..) => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::text::grid;

    #[test]
    fn a_map_after_a_puzzle_states_its_regions() {
        let puzzle = "1...\n..2.\n.3..\n...4\n";
        for map in ["AABB\nAABB\nCCDD\nCCDD\n", "1 2 2 2\n1 1 2 3\n1 4 3 3\n4 4 4 3\n"] {
            for between in ["\n", "", "Regions:\n"] {
                let text = format!("{puzzle}{between}{map}\n{puzzle}");
                let puzzles = grid::read(&text, &mut |_| None).expect("grids");
                let boards: Vec<bool> =
                    puzzles.iter().map(|puzzle| puzzle.metadata.geometry.is_some()).collect();
                assert_eq!(boards, [true, false], "{text}");
            }
        }
        let solution = "1234\n3412\n2143\n4321\n";
        assert_eq!(
            grid::read(&format!("{puzzle}\n{solution}"), &mut |_| None).map(|it| it.len()),
            Ok(2)
        );
    }
}
