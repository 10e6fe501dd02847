//! Pictures of answers: the grids that `solve` prints, with hypotheses in colour, in one file.

use std::cell::RefCell;
use std::io::Write;
use std::path::Path;

use anyhow::bail;
use board::{Grid, Symbol};
use render::draw::{self, CellContent, CellMarks, Fill, OpenCells};
use render::svg::Svg;
use solvers::Outcome;

use super::Job;
use super::candidates::CandidateTrail;
use super::history::{History, Origin};
use crate::cli::PictureFormat;
use crate::cmd::must_be_new;
use crate::cmd::picture_file;

/// The colour of a hypothesis.
pub(in crate::cmd) const BET: &str = "#ffd24d";

/// The colour of a value that was deduced after one.
pub(in crate::cmd) const AFTER_BET: &str = "#fff3bf";

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

    /// Draws an answer: the candidates if they are shown, else the first solution, or the cells that were
    /// filled where there is none.
    pub(super) fn draw(
        &self,
        job: &Job<'_>,
        outcome: &Outcome,
        history: &History,
        trail: Option<&CandidateTrail<'_>>,
    ) {
        match (trail, &outcome.first, &outcome.partial) {
            (Some(trail), ..) if job.arguments.candidates => self.draw_trail(job, trail),
            (_, Some(solution), _) => self.draw_solution(job, solution, history),
            (Some(trail), None, Some(_)) => self.draw_filled(job, &trail.placed()),
            (None, None, Some(left)) => self.draw_filled(job, &left.givens()),
            (_, None, None) => {}
        }
    }

    /// Draws a solution, with hypotheses in colour.
    fn draw_solution(&self, job: &Job<'_>, solution: &Grid, history: &History) {
        let geometry = job.puzzle.geometry();
        let fill = |cell| {
            let fill = match history.origin(cell) {
                Origin::Bet => BET,
                Origin::DeducedAfterBet => AFTER_BET,
                Origin::Deduced => return None,
            };
            job.puzzle.given(cell).is_none().then(|| fill.to_owned())
        };
        let fills: Vec<Option<String>> = (0..geometry.cells()).map(fill).collect();
        // Without hypotheses, there is room for the tints of diagonals and windows.
        let has_bets = fills.iter().any(Option::is_some);
        let fill = if has_bets { Fill::Cells(&fills) } else { Fill::Regions };
        let note = if has_bets { ": hypotheses yellow, what follows pale" } else { "" };
        self.put(job, OpenCells::Solved(solution), fill, note);
    }

    /// Draws the cells that were filled.
    fn draw_filled(&self, job: &Job<'_>, symbols: &[Option<Symbol>]) {
        let mark = |&placed| CellMarks { placed, ..CellMarks::default() };
        let marks: Vec<CellMarks> = symbols.iter().map(mark).collect();
        self.put(job, OpenCells::Marks(&marks), Fill::Regions, "");
    }

    /// Draws candidates: on a page after each step if steps are printed, else after the last.
    pub(super) fn draw_trail(&self, job: &Job<'_>, trail: &CandidateTrail<'_>) {
        let draw = |trail: &CandidateTrail<'_>| {
            let note = match trail.steps.last() {
                Some((technique, _)) => format!(": {}. {technique}", trail.steps.len()),
                None => String::new(),
            };
            self.put(job, OpenCells::Marks(&trail.marks), Fill::Regions, &note);
        };
        if self.format.is_none() && job.arguments.prints_steps() {
            let mut before = CandidateTrail::new(job.puzzle, None);
            draw(&before);
            for (technique, step) in &trail.steps {
                before.take(technique, step);
                draw(&before);
            }
        } else {
            draw(trail);
        }
    }

    fn put(&self, job: &Job<'_>, open: OpenCells<'_>, fill: Fill<'_>, note: &str) {
        let content = CellContent::Puzzle { puzzle: job.puzzle, open, fill };
        let svg = draw::board(job.puzzle.geometry(), content, &format!("{}{note}", job.called));
        self.drawn.borrow_mut().push(svg);
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
