//! Prints the steps of a backend as it works.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use board::instance::Literal;
use board::{Cell, Geometry, Symbol};
use serde_json::{Value, json};
use solvers::logic::table;
use solvers::{Event, Language, Observer, Step};

use super::candidates::CandidateTrail;
use super::literals::{self, LiteralStep};
use super::terminal::Terminal;

/// Which steps are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The first conclusion of a backend that reasons, which is then stopped.
    Hint,
    /// All steps, or as many as the candidates follow.
    All,
    /// None: the candidates follow them.
    Nothing,
}

/// Prints steps as lines, or collects them as JSON.
pub(super) struct StepPrinter<'a, 'w, 'p> {
    geometry: &'a Geometry,
    extent: Extent,
    /// The output; `None` collects steps instead.
    out: Option<&'a mut (dyn Write + 'w)>,
    /// The terminal that waits for Enter after each line.
    pauses: Option<&'a Terminal>,
    /// Stops the backend.
    stop: &'a AtomicBool,
    n_rounds: u64,
    n_passes: u64,
    /// The number of open bets, or the level of a SAT engine.
    depth: usize,
    /// By variable of a formula, the candidate that it stands for.
    encoded: Vec<Option<(Cell, Symbol)>>,
    /// What the search does after the first solution, if it continues; `None` once it was printed.
    after_first: Option<&'static str>,
    /// The number of solutions.
    pub(super) n_solutions: usize,
    /// The number of steps.
    pub(super) n_steps: usize,
    /// The collected steps.
    pub(super) kept: Vec<Value>,
    /// The error that ended the output.
    pub(super) error: Option<io::Error>,
    /// Whether the last step has explained the conclusions that follow as events.
    is_explained: bool,
    /// The candidates after each step, if they are followed.
    pub(super) trail: Option<CandidateTrail<'p>>,
    /// Whether they are printed after each step.
    prints_candidates: bool,
}

impl<'a, 'w, 'p> StepPrinter<'a, 'w, 'p> {
    pub(super) fn new(
        geometry: &'a Geometry,
        extent: Extent,
        out: Option<&'a mut (dyn Write + 'w)>,
        pauses: Option<&'a Terminal>,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            geometry,
            extent,
            out,
            pauses,
            stop,
            n_rounds: 0,
            n_passes: 0,
            depth: 0,
            encoded: Vec::new(),
            after_first: None,
            n_solutions: 0,
            n_steps: 0,
            kept: Vec::new(),
            error: None,
            is_explained: false,
            trail: None,
            prints_candidates: false,
        }
    }

    /// Follows the candidates, and prints them after each printed step if `is_printed`.
    pub(super) fn follow(self, trail: Option<CandidateTrail<'p>>, is_printed: bool) -> Self {
        Self { trail, prints_candidates: is_printed, ..self }
    }

    /// Prints a line where the search continues after the first solution.
    pub(super) fn mark_first(self, after_first: &'static str) -> Self {
        Self { after_first: Some(after_first), ..self }
    }

    fn print(&mut self, line: &str, value: Value) {
        self.n_steps += 1;
        let letter = letter(self.depth);
        match &mut self.out {
            None => self.kept.push(value),
            Some(out) => {
                let written =
                    writeln!(out, "{:>4}. {letter}{line}", self.n_steps).and_then(|()| out.flush());
                self.note(written);
                if let (Some(pauses), None) = (self.pauses, &self.error) {
                    // After Ctrl-D, there is no more waiting.
                    let _ = pauses.line(self.stop);
                }
            }
        }
    }

    /// Stops the backend if writing failed.
    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.error = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Prints a line that is not a step.
    pub(super) fn heading(&mut self, line: &str) {
        if let Some(out) = &mut self.out {
            let written = writeln!(out, "{line}");
            self.note(written);
        }
    }

    /// Prints the start of a round.
    fn round(&mut self) {
        self.n_rounds += 1;
        self.heading(&format!("round {}", self.n_rounds));
    }

    /// Prints the start of a pass, if the backend works in rounds.
    fn pass(&mut self) {
        self.n_passes += 1;
        if self.n_rounds > 0 {
            self.heading(&format!("pass {}", self.n_passes));
        }
    }

    fn step(&mut self, technique: &'static str, step: &Step) {
        if let Some(trail) = &mut self.trail {
            trail.take(technique, step);
        }
        if self.extent != Extent::Nothing {
            self.print_step(technique, step);
        }
    }

    fn print_step(&mut self, technique: &str, step: &Step) {
        let explained = match table::technique(technique) {
            Some(known) => step.explain(known, self.geometry, Language::En),
            None => format!("{technique}: {}", step.conclusion(self.geometry, Language::En)),
        };
        let candidates = |all: &[(Cell, Symbol)]| -> Value {
            all.iter().map(|&(cell, symbol)| json!(self.candidate(cell, symbol))).collect()
        };
        let mut value = json!({
            "technique": technique,
            "placements": candidates(&step.placements),
            "eliminations": candidates(&step.eliminations),
            "explained": explained,
        });
        let trail = self.trail.as_ref().filter(|_| self.prints_candidates);
        let mut line = explained;
        if let Some(trail) = trail {
            value["candidates"] = trail.left();
            match trail.text() {
                Ok(text) => line = format!("{line}\n{}", text.trim_end()),
                Err(error) => self.note(Err(io::Error::other(error))),
            }
        }
        self.print(&line, value);
    }

    fn bet(&mut self, cell: Cell, symbol: Symbol, alternatives: usize) {
        let candidate = self.candidate(cell, symbol);
        self.depth += 1;
        let line = format!("bet on {candidate}, one of {alternatives}");
        self.print(&line, json!({ "bet": candidate, "among": alternatives }));
    }

    /// Prints a bet on several cells at once.
    fn confine(&mut self, symbol: Symbol, cells: &[Cell], alternatives: usize) {
        let symbol = self.name(symbol);
        let cells: Vec<String> =
            cells.iter().map(|&cell| self.geometry.position(cell).to_string()).collect();
        self.depth += 1;
        let line = format!("bet that {symbol} is in {}, one of {alternatives}", cells.join(" "));
        let bet = json!({ "symbol": symbol, "cells": cells });
        self.print(&line, json!({ "bet": bet, "among": alternatives }));
    }

    /// Prints a step of a SAT engine; other events are none.
    fn literal_step(&mut self, event: &Event<'_>) {
        let name = |literal| self.literal(literal);
        let Some(LiteralStep { line, value, level }) = literals::in_words(event, self.depth, &name)
        else {
            return;
        };
        self.depth = level.unwrap_or(self.depth);
        self.print(&line, value);
    }

    fn literal(&self, literal: Literal) -> String {
        let sign = if literal.is_positive() { '=' } else { '≠' };
        match self.encoded.get(literal.variable() as usize) {
            Some(&Some((cell, symbol))) => self.named(cell, sign, symbol),
            _ => literals::numbered(literal),
        }
    }

    fn candidate(&self, cell: Cell, symbol: Symbol) -> String {
        self.named(cell, '=', symbol)
    }

    fn named(&self, cell: Cell, sign: char, symbol: Symbol) -> String {
        format!("{}{sign}{}", self.geometry.position(cell), self.name(symbol))
    }

    /// Returns a symbol as the grid beside the step writes it: what people read, or a character in JSON.
    fn name(&self, symbol: Symbol) -> String {
        let alphabet = self.geometry.alphabet();
        match self.out {
            Some(_) => alphabet.name(symbol),
            None => alphabet.character(symbol).to_string(),
        }
    }
}

impl Observer for StepPrinter<'_, '_, '_> {
    fn event(&mut self, event: Event<'_>) {
        let has_hint = self.extent == Extent::Hint && self.n_steps > 0;
        let is_over = has_hint || self.trail.as_ref().is_some_and(CandidateTrail::is_full);
        if is_over || self.stop.load(Ordering::Relaxed) {
            return;
        }
        if let (1.., Some(line)) = (self.n_solutions, self.after_first)
            && !matches!(event, Event::Solution { .. })
        {
            self.after_first = None;
            self.heading(line);
        }
        match event {
            Event::Step { technique, step } => {
                self.step(technique, step);
                self.is_explained = true;
                if self.extent == Extent::Hint {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            _ if self.extent != Extent::All => {}
            Event::Round => self.round(),
            Event::Pass => self.pass(),
            Event::Bet { cell, symbol, alternatives } => self.bet(cell, symbol, alternatives),
            Event::Confine { symbol, cells, alternatives, .. } => {
                self.confine(symbol, cells, alternatives);
            }
            Event::Deduce { cell, symbol } if !self.is_explained => {
                let candidate = self.candidate(cell, symbol);
                self.print(&format!("{candidate} is forced"), json!({ "forced": candidate }));
            }
            Event::Conflict => self.print("a contradiction", json!({ "conflict": true })),
            Event::Undo => {
                self.print("back", json!({ "undo": true }));
                self.depth = self.depth.saturating_sub(1);
            }
            Event::Solution { .. } => {
                self.n_solutions += 1;
                self.print("a solution", json!({ "solution": true }));
            }
            Event::Encoded { candidates } => self.encoded = candidates.to_vec(),
            _ => self.literal_step(&event),
        }
    }
}

/// Returns the letter of the innermost of so many open bets, in brackets; empty without one. After Z follow A2 to Z2.
fn letter(depth: usize) -> String {
    let Some(index) = depth.checked_sub(1) else { return String::new() };
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => format!("[{letter}] "),
        turn => format!("[{letter}{}] ", turn + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_open_bet_has_a_letter_of_its_own() {
        let letters = [0, 1, 2, 26, 27, 53].map(letter);
        assert_eq!(letters, ["", "[A] ", "[B] ", "[Z] ", "[A2] ", "[A3] "]);
    }
}
