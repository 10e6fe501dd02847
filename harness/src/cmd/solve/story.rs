//! The steps of a backend, told while it works.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Cell, Geometry, Symbol};
use serde_json::{Value, json};
use solvers::logic::table;
use solvers::{Event, Observer, Step};

use super::terminal::Terminal;

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
    /// Waits for Enter there after each line.
    pauses: Option<&'a Terminal>,
    /// Stops the backend.
    stop: &'a AtomicBool,
    n_rounds: u64,
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
        pauses: Option<&'a Terminal>,
        stop: &'a AtomicBool,
    ) -> Self {
        let (n_rounds, n_steps, kept, error) = (0, 0, Vec::new(), None);
        let is_explained = false;
        Self { geometry, extent, out, pauses, stop, n_rounds, n_steps, kept, error, is_explained }
    }

    fn tell(&mut self, line: &str, value: Value) {
        self.n_steps += 1;
        match &mut self.out {
            None => self.kept.push(value),
            Some(out) => {
                let told = writeln!(out, "{:>4}. {line}", self.n_steps).and_then(|()| out.flush());
                self.note(told);
                if let (Some(pauses), None) = (self.pauses, &self.error) {
                    // After Ctrl-D nobody waits.
                    let _ = pauses.line(self.stop);
                }
            }
        }
    }

    /// Stops the backend when nothing more can be written.
    fn note(&mut self, told: io::Result<()>) {
        if let Err(error) = told {
            self.error = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A round is no step: nothing has happened yet.
    fn round(&mut self) {
        self.n_rounds += 1;
        if let Some(out) = &mut self.out {
            let told = writeln!(out, "round {}", self.n_rounds);
            self.note(told);
        }
    }

    fn step(&mut self, technique: &str, step: &Step) {
        let explained = match table::technique(technique) {
            Some(known) => step.explain(known, self.geometry),
            None => format!("{technique}: {}", step.conclusion(self.geometry)),
        };
        let candidates = |all: &[(Cell, Symbol)]| -> Value {
            all.iter().map(|&(cell, symbol)| json!(self.candidate(cell, symbol))).collect()
        };
        let value = json!({
            "technique": technique,
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
        let is_over = self.extent == Extent::Hint && self.n_steps > 0;
        if is_over || self.stop.load(Ordering::Relaxed) {
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
            Event::Round => self.round(),
            Event::Bet { cell, symbol, alternatives } => {
                let candidate = self.candidate(cell, symbol);
                let line = format!("bet on {candidate}, one of {alternatives}");
                self.tell(&line, json!({ "bet": candidate, "among": alternatives }));
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
