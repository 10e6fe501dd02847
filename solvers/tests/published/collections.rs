//! Published collections: their location and file formats.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use board::text::line;
use board::{Geometry, Grid, Puzzle, catalog};

/// The folder of the collections.
pub(crate) struct Corpora(PathBuf);

impl Corpora {
    /// Returns the folder named by the environment, or prints a message about what is not tested
    /// without it.
    pub(crate) fn find(what: &str) -> Option<Self> {
        let Some(folder) = std::env::var_os("SUDOKU_CORPORA") else {
            // Not `eprintln`, which the test harness would capture.
            let word = "set SUDOKU_CORPORA to the folder of the published collections";
            std::io::stderr().write_all(format!("SKIPPED {what}: {word}\n").as_bytes()).unwrap();
            return None;
        };
        Some(Self(folder.into()))
    }

    /// Returns the text of a required file.
    pub(crate) fn text(&self, name: &str) -> String {
        let path = self.0.join(name);
        let text = std::fs::read_to_string(&path);
        text.unwrap_or_else(|error| {
            panic!("SUDOKU_CORPORA is set, but {}: {error}", path.display())
        })
    }

    /// Returns all puzzles of a file with one 9×9 puzzle per line.
    pub(crate) fn puzzles(&self, name: &str) -> Vec<Puzzle> {
        let (text, nine) = (self.text(&format!("nine/{name}")), nine());
        let lines = text.lines().filter(|text| !line::without_comment(text).trim().is_empty());
        lines.map(|text| line::parse(text, &nine).unwrap()).collect()
    }

    /// Returns all puzzles of a table whose first two columns are a 9×9 puzzle and its solution.
    pub(crate) fn solved(&self, name: &str) -> Vec<(Puzzle, Grid)> {
        let (text, nine) = (self.text(&format!("rated/{name}")), nine());
        let mut lines = text.lines();
        assert!(lines.next().unwrap().starts_with("puzzle\tsolution\t"));
        lines
            .map(|text| {
                let cells: Vec<&str> = text.split('\t').collect();
                let read = |text| line::parse(text, &nine).unwrap();
                let solution = read(cells[1]).givens().into_iter().map(Option::unwrap);
                (read(cells[0]), Grid::new(solution.collect::<Vec<_>>()))
            })
            .collect()
    }
}

/// Returns the classic geometry of nine symbols.
pub(crate) fn nine() -> Arc<Geometry> {
    Arc::new(catalog::classic(9).unwrap())
}
