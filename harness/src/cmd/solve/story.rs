//! The steps of a backend, told while it works.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Cell, Geometry, Symbol};
use serde_json::{Value, json};
use solvers::deduce::step::Step;
use solvers::deduce::table::Technique;
use solvers::{Event, Observer};

/// How many steps are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The first conclusion of a backend that reasons; then it is stopped.
    Hint,
    /// All of them.
    All,
}

/// Tells steps as lines, or keeps them as JSON.
pub(super) struct Story<'a, 'w> {
    geometry: &'a Geometry,
    extent: Extent,
    /// Where lines go; steps are kept where there is none.
    out: Option<&'a mut (dyn Write + 'w)>,
    /// Stops the backend.
    stop: &'a AtomicBool,
    /// How many steps there were.
    pub(super) n_steps: usize,
    /// The steps, for programs.
    pub(super) kept: Vec<Value>,
    /// Why nothing more could be written.
    pub(super) error: Option<io::Error>,
    /// Whether the conclusions of the last step follow as events, which say nothing new.
    is_explained: bool,
}

impl<'a, 'w> Story<'a, 'w> {
    pub(super) fn new(
        geometry: &'a Geometry,
        extent: Extent,
        out: Option<&'a mut (dyn Write + 'w)>,
        stop: &'a AtomicBool,
    ) -> Self {
        let (kept, error) = (Vec::new(), None);
        Self { geometry, extent, out, stop, n_steps: 0, kept, error, is_explained: false }
    }

    fn tell(&mut self, line: &str, value: Value) {
        self.n_steps += 1;
        match &mut self.out {
            None => self.kept.push(value),
            Some(out) => {
                if let Err(error) = writeln!(out, "{:>4}. {line}", self.n_steps) {
                    self.error = Some(error);
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    fn step(&mut self, technique: &Technique, step: &Step) {
        let explained = step.explain(technique, self.geometry);
        let candidates = |all: &[(Cell, Symbol)]| -> Value {
            all.iter().map(|&(cell, symbol)| json!(self.candidate(cell, symbol))).collect()
        };
        let value = json!({
            "technique": technique.id,
            "placements": candidates(&step.placements),
            "eliminations": candidates(&step.eliminations),
            "explained": explained,
        });
        self.tell(&explained, value);
    }

    fn candidate(&self, cell: Cell, symbol: Symbol) -> String {
        let character = self.geometry.alphabet().character(symbol);
        format!("{}={character}", self.geometry.position(cell))
    }
}

impl Observer for Story<'_, '_> {
    fn event(&mut self, event: Event<'_>) {
        if self.error.is_some() || (self.extent == Extent::Hint && self.n_steps > 0) {
            return;
        }
        match event {
            Event::Step { technique, step } => {
                self.step(technique, step);
                self.is_explained = true;
                if self.extent == Extent::Hint {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            _ if self.extent == Extent::Hint => {}
            Event::Bet { cell, symbol, among } => {
                let candidate = self.candidate(cell, symbol);
                let line = format!("bet on {candidate}, one of {among}");
                self.tell(&line, json!({ "bet": candidate, "among": among }));
            }
            Event::Deduce { cell, symbol } if !self.is_explained => {
                let candidate = self.candidate(cell, symbol);
                self.tell(&format!("{candidate} is forced"), json!({ "forced": candidate }));
            }
            Event::Conflict => self.tell("a contradiction", json!({ "conflict": true })),
            Event::Undo => self.tell("back", json!({ "undo": true })),
            Event::Solution { .. } => self.tell("a solution", json!({ "solution": true })),
            _ => {}
        }
    }
}
