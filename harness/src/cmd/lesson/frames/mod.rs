//! Frames: the board after each step of a search on a puzzle, for slides.

mod files;

use std::sync::atomic::{AtomicBool, Ordering};

use board::instance::Literal;
use board::{Cell, Puzzle, Symbol};
use render::draw::{self, CellContent, Fill, OpenCells};
use render::svg::Svg;
use solvers::contract::language::both;
use solvers::logic::table;
use solvers::{Backend, Event, Language, Limits, Observer, Step, Unsupported};

pub(super) use self::files::write;
use crate::cmd::solve::{AFTER_BET, BET, CandidateTrail};

/// The maximum number of frames of a search.
const MAX_FRAMES: usize = 500;

/// Draws the first steps of a search, and stops it.
///
/// # Errors
/// When the backend does not support the puzzle.
pub(super) fn drawn(
    puzzle: &Puzzle,
    backend: &Backend,
    limits: &Limits<'_>,
    language: Language,
) -> Result<Vec<Svg>, Unsupported> {
    let mut solver = backend.prepare::<Puzzle>(puzzle.geometry())?;
    let stop = AtomicBool::new(false);
    let mut frames = FrameDrawer::new(puzzle, backend.id, language, &stop);
    frames.draw(&frames.text("start", "départ"));
    solver.trace(puzzle, &Limits { cancel: Some(&stop), ..*limits }, &mut frames);
    Ok(of_one_size(frames.drawn))
}

/// Gives all frames the width of the widest, which has the longest name.
fn of_one_size(mut frames: Vec<Svg>) -> Vec<Svg> {
    let widest = frames.iter().map(Svg::width).fold(0.0, f64::max);
    frames.iter_mut().for_each(|frame| frame.widen(widest));
    frames
}

/// The board during a search.
#[derive(Clone)]
struct Board<'a> {
    trail: CandidateTrail<'a>,
    /// The colour of each cell that was filled at or after a bet.
    fills: Vec<Option<String>>,
}

/// Draws the board after each step.
struct FrameDrawer<'a> {
    puzzle: &'a Puzzle,
    backend: &'static str,
    language: Language,
    now: Board<'a>,
    /// The board before each open bet.
    before: Vec<Board<'a>>,
    /// By variable of a formula, the candidate that it stands for.
    encoded: Vec<Option<(Cell, Symbol)>>,
    is_explained: bool,
    drawn: Vec<Svg>,
    stop: &'a AtomicBool,
}

impl<'a> FrameDrawer<'a> {
    fn new(
        puzzle: &'a Puzzle,
        backend: &'static str,
        language: Language,
        stop: &'a AtomicBool,
    ) -> Self {
        let fills = vec![None; puzzle.geometry().cells()];
        let now = Board { trail: CandidateTrail::new(puzzle, None), fills };
        let (before, encoded, drawn) = (Vec::new(), Vec::new(), Vec::new());
        Self { puzzle, backend, language, now, before, encoded, is_explained: false, drawn, stop }
    }

    fn draw(&mut self, what: &str) {
        let fill = match self.now.fills.iter().any(Option::is_some) {
            true => Fill::Cells(&self.now.fills),
            // Without bets, there is room for the tints of diagonals and windows.
            false => Fill::Regions,
        };
        let open = OpenCells::Marks(&self.now.trail.marks);
        let content = CellContent::Puzzle { puzzle: self.puzzle, open, fill };
        let name = format!("{}: {}. {what}", self.backend, self.drawn.len());
        self.drawn.push(draw::board(self.puzzle.geometry(), content, &name));
        if self.drawn.len() > MAX_FRAMES {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Places a symbol and draws the board.
    fn place(&mut self, cell: Cell, symbol: Symbol, fill: Option<&str>) {
        self.now.fills[cell] = fill.map(str::to_owned);
        let step = Step { placements: vec![(cell, symbol)], ..Step::default() };
        self.now.trail.take("", &step);
        let sign = if fill == Some(BET) { "?" } else { "" };
        self.draw(&format!("{}{sign}", self.named(&step)));
    }

    /// Returns what follows from a step, in words.
    fn named(&self, step: &Step) -> String {
        step.conclusion(self.puzzle.geometry(), self.language)
    }

    fn text(&self, english: &'static str, french: &'static str) -> String {
        both(english, french).of(self.language).to_owned()
    }

    /// Returns the colour of what is deduced now.
    fn fill(&self) -> Option<&'static str> {
        (!self.before.is_empty()).then_some(AFTER_BET)
    }

    /// Takes a literal of a SAT engine that stands for a candidate; others change no cell.
    fn literal(&mut self, literal: Literal, fill: Option<&str>) {
        let Some(&Some((cell, symbol))) = self.encoded.get(literal.variable() as usize) else {
            return;
        };
        if literal.is_positive() {
            return self.place(cell, symbol, fill);
        }
        let step = Step { eliminations: vec![(cell, symbol)], ..Step::default() };
        self.now.trail.take("", &step);
        self.draw(&self.named(&step));
    }

    /// Restores the board before the bet at `level`, counted from 0.
    fn back(&mut self, level: usize) {
        self.before.truncate(level + 1);
        if self.before.len() > level
            && let Some(before) = self.before.pop()
        {
            self.now = before;
        }
    }

    fn step(&mut self, technique: &'static str, step: &Step) {
        self.is_explained = true;
        let fill = self.fill().map(str::to_owned);
        step.placements.iter().for_each(|&(cell, _)| self.now.fills[cell] = fill.clone());
        self.now.trail.take(technique, step);
        let name = table::technique(technique).map_or(technique, |it| it.name.of(self.language));
        self.draw(name);
    }
}

impl Observer for FrameDrawer<'_> {
    fn event(&mut self, event: Event<'_>) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        match event {
            Event::Encoded { candidates } => self.encoded = candidates.to_vec(),
            Event::Bet { cell, symbol, alternatives } if alternatives > 1 => {
                self.before.push(self.now.clone());
                self.place(cell, symbol, Some(BET));
            }
            Event::Bet { cell, symbol, .. } => self.place(cell, symbol, self.fill()),
            Event::Deduce { cell, symbol } if !self.is_explained => {
                self.place(cell, symbol, self.fill());
            }
            Event::Step { technique, step } => self.step(technique, step),
            Event::Assume { literal, level } => {
                self.back(level - 1);
                self.before.push(self.now.clone());
                self.literal(literal, Some(BET));
            }
            Event::Imply { literal, .. } => self.literal(literal, self.fill()),
            Event::Conflict => self.draw("contradiction"),
            Event::Backjump { level } => self.back(level),
            Event::Undo => {
                self.back(self.before.len().saturating_sub(1));
                self.draw(&self.text("back", "retour"));
            }
            Event::Solution { grid } => {
                let open = |cell: &Cell| self.now.trail.marks[*cell].placed.is_none();
                let filled: Vec<Cell> = (0..grid.len()).filter(open).collect();
                let placements = filled.iter().map(|&cell| (cell, grid[cell])).collect();
                self.now.trail.take("", &Step { placements, ..Step::default() });
                self.draw("solution");
            }
            _ => {}
        }
    }
}
