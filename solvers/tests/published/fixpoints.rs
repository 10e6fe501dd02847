//! What singles, and singles with locked candidates, leave of published puzzles. The collections
//! list it in columns, one row per puzzle.

use board::Puzzle;
use board::text::line;
use solvers::{Backend, Limits, Outcome};

use crate::collections::{Corpora, nine};
use crate::judge::row;

/// Returns the number of placed cells, and of the candidates of the others.
fn left(outcome: &Outcome) -> (usize, usize) {
    match (&outcome.partial, &outcome.first) {
        (Some(partial), _) => {
            let open = partial.allowed().filter(|set| set.len() > 1);
            (partial.clues(), open.map(|set| set.len()).sum())
        }
        (None, Some(grid)) => (grid.symbols().len(), 0),
        (None, None) => panic!("neither a grid nor what is left"),
    }
}

/// Compares what is left of every puzzle of a table, whose columns are identified by name.
#[track_caller]
fn check(file: &str, rows: usize) {
    let Some(corpora) = Corpora::find(&format!("fixpoints of {file}")) else { return };
    let (text, nine) = (corpora.text(&format!("rated/{file}")), nine());
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |name: &str| names.iter().position(|it| *it == name).unwrap();
    let columns = ["clues_after_singles", "cands_after_singles", "cands_after_singles_and_locked"];
    let [clues, singles, locked] = columns.map(column);
    let solver = |backend: &Backend| backend.prepare::<Puzzle>(&nine).unwrap();
    let mut by_singles = solver(row("deduce/singles"));
    let mut by_locked = solver(row("deduce/locked"));
    let mut checked = 0;
    for text in lines {
        let fields: Vec<&str> = text.split('\t').collect();
        let puzzle = line::parse(fields[0], &nine).unwrap();
        let number = |column: usize| fields[column].parse::<usize>().unwrap();
        let limits = Limits::solutions(2);
        let after = left(&by_singles.solve(&puzzle, &limits));
        assert_eq!(after, (number(clues), number(singles)), "singles: {text}");
        assert_eq!(left(&by_locked.solve(&puzzle, &limits)).1, number(locked), "locked: {text}");
        checked += 1;
    }
    assert_eq!(checked, rows);
}

#[test]
fn fixed_points_of_generated_puzzles_are_as_published() {
    check("cbg.tsv", 10_688);
}

#[test]
fn fixed_points_of_17s_are_as_published() {
    check("royle17.tsv", 24_576);
}
