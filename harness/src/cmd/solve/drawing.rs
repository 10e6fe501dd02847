//! Pictures of answers: the grids that `solve` prints, with hypotheses in colour, in one file.

use std::cell::RefCell;
use std::io::Write;
use std::path::Path;

use anyhow::bail;
use board::Grid;
use render::draw::{self, CellContent, Fill};
use render::svg::Svg;
use solvers::Outcome;

use super::Job;
use super::history::{History, Origin};
use crate::cli::PictureFormat;
use crate::cmd::must_be_new;
use crate::cmd::picture_file;

/// The colour of a hypothesis.
const BET: &str = "#ffd24d";

/// The colour of a value that was deduced after one.
const AFTER_BET: &str = "#fff3bf";

/// The pictures of all answers.
pub(super) struct Pictures<'a> {
    path: &'a Path,
    /// The format; `None` for a page.
    format: Option<PictureFormat>,
    drawn: RefCell<Vec<Svg>>,
}

impl<'a> Pictures<'a> {
    /// Checks the file that the pictures go to.
    ///
    /// # Errors
    /// When the file exists, or its extension is not that of a picture.
    pub(super) fn new(path: &'a Path) -> anyhow::Result<Self> {
        let format = match picture_file::is_page(path) {
            true => None,
            false => picture_file::files(path, &[], " or .html")?.first().map(|file| file.1),
        };
        must_be_new(path)?;
        Ok(Self { path, format, drawn: RefCell::new(Vec::new()) })
    }

    /// Draws an answer: the first solution, or what is left where there is none.
    pub(super) fn draw(&self, job: &Job<'_>, outcome: &Outcome, history: &History) {
        let solution = outcome.first.as_ref();
        let Some(puzzle) = solution.map(|_| job.puzzle).or(outcome.partial.as_ref()) else {
            return;
        };
        let fills: Vec<Option<String>> = (0..job.puzzle.geometry().cells())
            .map(|cell| {
                let is_found = job.puzzle.given(cell).is_none() && solution.is_some();
                let fill = match history.origin(cell) {
                    Origin::Bet => BET,
                    Origin::DeducedAfterBet => AFTER_BET,
                    Origin::Deduced => return None,
                };
                is_found.then(|| fill.to_owned())
            })
            .collect();
        self.drawn.borrow_mut().push(grid(job, puzzle, solution, &fills));
    }

    /// Writes the file, unless no answer was drawn.
    ///
    /// # Errors
    /// When there are several pictures for a file of one, or the file cannot be written.
    pub(super) fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let drawn = self.drawn.borrow();
        let bytes = match (&drawn[..], self.format) {
            ([], _) => return Ok(()),
            (pictures, None) => picture_file::page(pictures, draw::SHEET).into_bytes(),
            ([one], Some(format)) => picture_file::bytes(format, one, draw::SHEET)?,
            (several, _) => bail!(
                "{} answers, but a picture holds one: choose with -f, or write FILE.html",
                several.len()
            ),
        };
        picture_file::write(self.path, &bytes, out)
    }
}

fn grid(
    job: &Job<'_>,
    puzzle: &board::Puzzle,
    solution: Option<&Grid>,
    fills: &[Option<String>],
) -> Svg {
    // Without hypotheses, there is room for the tints of diagonals and windows.
    let has_bets = fills.iter().any(Option::is_some);
    let fill = if has_bets { Fill::Cells(fills) } else { Fill::Regions };
    let note = if has_bets { ": hypotheses yellow, what follows pale" } else { "" };
    let content = CellContent::Puzzle { puzzle, solution, all: false, fill };
    draw::board(puzzle.geometry(), content, &format!("{}{note}", job.called))
}
