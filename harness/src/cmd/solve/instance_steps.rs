//! The steps of a search on an exact cover problem, a formula or a graph.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use board::instance::{ExactCover, Literal};
use race::problem::{AnyProblem, option_in_words};
use render::table::{counted, counted_as};
use solvers::{Event, Observer};

use super::literals::{self, LiteralStep};

/// Prints each step, indented by the number of open bets.
pub(super) struct InstanceSteps<'a> {
    problem: &'a AnyProblem,
    depth: usize,
    /// Whether a SAT engine searches.
    is_encoded: bool,
    n_steps: usize,
    /// The error that ended the output.
    pub(super) error: Option<io::Error>,
    cancel: &'a AtomicBool,
    out: &'a mut dyn Write,
}

impl<'a> InstanceSteps<'a> {
    /// Prints to `out`, and sets `cancel` if that fails.
    pub(super) fn new(
        problem: &'a AnyProblem,
        cancel: &'a AtomicBool,
        out: &'a mut dyn Write,
    ) -> Self {
        Self { problem, depth: 0, is_encoded: false, n_steps: 0, error: None, cancel, out }
    }

    fn print(&mut self, line: &str) {
        self.n_steps += 1;
        let indent = 2 * self.depth;
        if let Err(error) = writeln!(self.out, "{:>4}. {:indent$}{line}", self.n_steps, "") {
            self.error = Some(error);
            // Without a reader, the search ends.
            self.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn cover(&self) -> Option<&ExactCover> {
        match self.problem {
            AnyProblem::Cover(problem) => Some(problem),
            _ => None,
        }
    }

    /// Names a literal: by its option if a formula stands for an exact cover problem.
    fn literal(&self, literal: Literal) -> String {
        match self.cover() {
            Some(problem) => {
                let option = option_in_words(problem, literal.variable() as usize);
                format!("{}`{option}`", if literal.is_positive() { "" } else { "¬" })
            }
            None => literals::numbered(literal),
        }
    }

    /// Prints a choice; if it is a bet, the following steps are indented.
    fn take(&mut self, what: &str, alternatives: usize) {
        let suffix = match alternatives {
            1 => "the only one".into(),
            _ => format!("one of {alternatives}"),
        };
        self.print(&format!("{what}, {suffix}"));
        self.depth += usize::from(alternatives > 1);
    }
}

impl Observer for InstanceSteps<'_> {
    fn event(&mut self, event: Event<'_>) {
        if self.error.is_some() {
            return;
        }
        let line = match (event, self.cover()) {
            (Event::Cover { item }, Some(problem)) => {
                format!("cover {}", problem.name(item as u32))
            }
            (Event::Uncover { item }, Some(problem)) => {
                format!("uncover {}", problem.name(item as u32))
            }
            (Event::Choose { option, alternatives }, Some(problem)) => {
                let what = format!("choose `{}`", option_in_words(problem, option));
                return self.take(&what, alternatives);
            }
            (Event::Close { item, alternatives }, Some(problem)) => {
                let what = format!("no further option of {}", problem.name(item as u32));
                return self.take(&what, alternatives);
            }
            (Event::Paint { vertex, colour, alternatives }, _) => {
                let what = format!("vertex {} gets colour {}", vertex + 1, colour + 1);
                return self.take(&what, alternatives);
            }
            (Event::Conflict, _) => match self.problem {
                AnyProblem::Graph(_) => "a vertex has no colour left".into(),
                AnyProblem::Cover(_) if !self.is_encoded => "an item has no option left".into(),
                _ => "a contradiction".into(),
            },
            (Event::Undo, _) => {
                self.depth = self.depth.saturating_sub(1);
                "undo".into()
            }
            (Event::Chosen { options }, _) => {
                format!("a solution of {}", counted(options.len() as u64, "option"))
            }
            (Event::Coloured { colours }, _) => {
                format!("a colouring of {}", counted_as(colours.len() as u64, "vertex", "vertices"))
            }
            (Event::Model { .. }, _) => "a model".into(),
            _ => match literals::in_words(&event, self.depth, &|it| self.literal(it)) {
                Some(LiteralStep { line, level, .. }) => {
                    self.is_encoded = true;
                    self.depth = level.unwrap_or(self.depth);
                    line
                }
                None => return,
            },
        };
        self.print(&line);
    }
}
