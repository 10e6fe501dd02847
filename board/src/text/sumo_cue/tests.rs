//! Tests of the code of SumoCue.

use super::super::record::{Record, Style};
use super::super::write_error::WriteError;
use super::read::{FORM, read};
use super::write::blocks_of;
use crate::catalog;
use crate::puzzle::Puzzle;
use crate::text::{self, reading};

/// Returns a code with these entries in the first cells, and none in the others.
fn code_of(start: &str, first: &[&str]) -> String {
    let entry = |cell: usize| first.get(cell).copied().unwrap_or("=0");
    start.to_owned() + &(0..81).map(entry).collect::<String>()
}

fn written(puzzle: Puzzle) -> Result<String, WriteError> {
    let sumo_cue = text::named("sumocue").expect("the notation");
    sumo_cue.writer(Style::default()).record(&Record::new(puzzle))
}

#[test]
fn a_code_states_the_cages_of_its_board() {
    let entries = ["=11", "+0", "=0", "=5", "=15", "+3"];
    let text = format!("# a comment\n{} my own\n", code_of("SumoCueV1", &entries));
    let reading = reading::read(&text, "").expect("a puzzle");
    assert_eq!((reading.notation, reading.name.as_deref()), ("sumocue", Some("my own")));
    let board = reading.puzzle.geometry();
    let described: Vec<_> = board.relations().iter().map(|it| board.describe(it)).collect();
    assert_eq!(described, ["sum 11: r1c1 r1c2", "sum 5: r1c4 r1c6", "sum 15: r1c5"]);
    assert_eq!(board.name(), "killer");
    // As in the other code of killers.
    let value = |cell: usize| [2817, 2817, 0, 1282, 3843, 1282].get(cell).copied().unwrap_or(0);
    let code: String = (0..81).map(|cell| format!("{}:", value(cell))).collect();
    let killer = reading::read(&format!("3x3::k:{code}"), "").expect("a puzzle").puzzle;
    assert_eq!(reading.puzzle, killer);
    let crossed = reading::read(&code_of("SumoCueV1D", &entries), "").expect("a puzzle");
    assert_eq!(crossed.puzzle.geometry().name(), "killer-x");
}

#[test]
fn a_jigsaw_has_blocks_and_givens() {
    let jigsaw = catalog::named("jigsaw9-2").expect("a name");
    let blocks = blocks_of(&jigsaw);
    let entries: Vec<String> =
        blocks.iter().zip(0..).map(|(block, cell)| format!("={}{block}", cell % 4)).collect();
    let text = format!("SumoCueV1{}", entries.concat());
    let puzzle = reading::read(&text, "").expect("a puzzle").puzzle;
    assert_eq!((puzzle.geometry().name(), puzzle.given(1)), ("jigsaw9-2", Some(0)));
    assert_eq!(written(puzzle), Ok(text + "\n"));
    let classic = reading::read(&code_of("SumoCueV1", &["=7"]), "").expect("a puzzle").puzzle;
    assert_eq!((classic.geometry().name(), classic.clues()), ("classic9", 1));
}

#[test]
fn what_is_written_reads_back() {
    for text in [
        code_of("SumoCueV1", &["=10", "+0", "+0", "=3", "+3", "=0", "+0"]),
        code_of("SumoCueV1D", &["=10", "=3", "+1", "+0"]),
        code_of("SumoCueV1D", &["=1", "=0", "=9"]),
    ] {
        let puzzle = reading::read(&text, "").expect("a puzzle").puzzle;
        assert_eq!(written(puzzle.clone()), Ok(text + "\n"));
        let line = text::named("line").expect("the notation");
        let drawn = line.writer(Style::default()).record(&Record::new(puzzle.clone()));
        assert_eq!(reading::read(&drawn.expect("a drawing"), "").expect("a puzzle").puzzle, puzzle);
    }
}

#[test]
fn what_no_code_states_is_not_written() {
    for more in [
        "rising: r1c1 r1c2\n",
        "sum 9: r1c1 r2c4\n",
        "cage 9: r1c1\n",
        "apart: 1,1\n",
        "region a: r1c1 r2c4\n",
    ] {
        let drawing = format!("place: classic9 at r1c1\n{more}");
        let board = catalog::read_drawing(&drawing, "own").expect("a drawing").geometry;
        let refused = written(Puzzle::empty(std::sync::Arc::new(board)));
        assert!(matches!(refused, Err(WriteError::Geometry { .. })), "{more}{refused:?}");
    }
    let board = "place: classic9 at r1c1\ncage 9: r1c1 r1c2\n";
    let board = catalog::read_drawing(board, "own").expect("a drawing").geometry;
    let mut givens = vec![None; 81];
    assert!(written(Puzzle::from_givens(std::sync::Arc::new(board.clone()), &givens)).is_ok());
    givens[80] = Some(3);
    assert!(written(Puzzle::from_givens(std::sync::Arc::new(board), &givens)).is_err());
}

#[test]
fn errors_name_the_cell() {
    let error = |text: &str| read(text, &mut |_| None).unwrap_err().to_string();
    let of = |entries: &[&str]| error(&code_of("SumoCueV1", entries));
    assert_eq!(error("SumoCueV1=1=2"), format!("1:1: 2 cells, expected {FORM}"));
    assert_eq!(error("\n SumoCueV2=1"), format!("2:2: no code of SumoCue, expected {FORM}"));
    assert_eq!(error("SumoCueV1x=1"), format!("1:10: no entry, expected {FORM}"));
    assert_eq!(error("SumoCueV1"), format!("1:10: no entry, expected {FORM}"));
    let entry = "expected =N or +N, then J0 to J8";
    assert_eq!(of(&["=0", "=x"]), format!("1:12: \"=x\" is no entry, {entry}"));
    assert_eq!(of(&["=0J9"]), format!("1:10: \"=0J9\" is no entry, {entry}"));
    assert_eq!(of(&["=0J1"]), "1:14: blocks of some cells, expected of all, or of none");
    let named = "expected the number of a cell with a total";
    assert_eq!(of(&["=0", "+0"]), format!("1:12: cell 0 begins no cage, {named}"));
    assert_eq!(of(&["=5", "+81"]), format!("1:12: cell 81 begins no cage, {named}"));
    let cage = [&["=45"][..], &["+0"; 9]].concat();
    let expected = "cage 0 has more than 9 cells, expected at most one for each symbol";
    assert_eq!(of(&cage), format!("1:29: {expected}"));
    let blocks = error(&format!("SumoCueV1{}", "=0J1".repeat(81)));
    assert!(blocks.contains("block 1 has more than 9 cells"), "{blocks}");
    let expected = "1:10: 12, expected 0 to 9 in a code without cages of several cells";
    assert_eq!(of(&["=12"]), expected);
}
