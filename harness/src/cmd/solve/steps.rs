//! Prints the steps of a backend as it works.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Cell, Geometry, Symbol};
use serde_json::{Value, json};
use solvers::logic::table;
use solvers::{Event, Observer, Step};

use super::terminal::Terminal;

/// Which steps are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The first conclusion of a backend that reasons, which is then stopped.
    Hint,
    /// All steps.
    All,
}

/// Prints steps as lines, or collects them as JSON.
pub(super) struct StepPrinter<'a, 'w> {
    geometry: &'a Geometry,
    extent: Extent,
    /// The output; `None` collects steps instead.
    out: Option<&'a mut (dyn Write + 'w)>,
    /// The terminal that waits for Enter after each line.
    pauses: Option<&'a Terminal>,
    /// Stops the backend.
    stop: &'a AtomicBool,
    n_rounds: u64,
    /// The number of steps.
    pub(super) n_steps: usize,
    /// The collected steps.
    pub(super) kept: Vec<Value>,
    /// The error that ended the output.
    pub(super) error: Option<io::Error>,
    /// Whether the last step has explained the conclusions that follow as events.
    is_explained: bool,
}

impl<'a, 'w> StepPrinter<'a, 'w> {
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

    fn print(&mut self, line: &str, value: Value) {
        self.n_steps += 1;
        match &mut self.out {
            None => self.kept.push(value),
            Some(out) => {
                let written =
                    writeln!(out, "{:>4}. {line}", self.n_steps).and_then(|()| out.flush());
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

    /// Prints the start of a round, which is not a step.
    fn round(&mut self) {
        self.n_rounds += 1;
        if let Some(out) = &mut self.out {
            let written = writeln!(out, "round {}", self.n_rounds);
            self.note(written);
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
        self.print(&explained, value);
    }

    fn candidate(&self, cell: Cell, symbol: Symbol) -> String {
        let character = self.geometry.alphabet().character(symbol);
        format!("{}={character}", self.geometry.position(cell))
    }
}

impl Observer for StepPrinter<'_, '_> {
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
                self.print(&line, json!({ "bet": candidate, "among": alternatives }));
            }
            Event::Deduce { cell, symbol } if !self.is_explained => {
                let candidate = self.candidate(cell, symbol);
                self.print(&format!("{candidate} is forced"), json!({ "forced": candidate }));
            }
            Event::Conflict => self.print("a contradiction", json!({ "conflict": true })),
            Event::Undo => self.print("back", json!({ "undo": true })),
            Event::Solution { .. } => self.print("a solution", json!({ "solution": true })),
            _ => {}
        }
    }
}
