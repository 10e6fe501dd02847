//! The rows `deduce/…` that choose among the techniques of the [table](super::table).

use board::Geometry;

use super::deduction::Deduction;
use super::technique::Technique;
use crate::contract::{
    Backend, Counter, LimitSupport, Method, Origin, ProblemKind, Solver, StepSupport, Takes, Task,
    Unsupported,
};

/// The row `deduce/all`.
pub const ALL: Backend = Backend {
    id: "deduce/all",
    about: "every usual technique that needs no uniqueness, the easiest first",
    method: method("all without uniqueness"),
    takes: Takes::puzzles(|geometry| prepare(geometry, is_sure)),
    ..ROW
};

/// The row `deduce/all-unique`.
pub const ALL_UNIQUE: Backend = Backend {
    id: "deduce/all-unique",
    about: "every usual technique, those among them that take uniqueness for granted",
    method: method("all"),
    assumes_unique: true,
    takes: Takes::puzzles(|geometry| prepare(geometry, is_usual)),
    ..ROW
};

/// The row `deduce/everything`.
pub const EVERYTHING: Backend = Backend {
    id: "deduce/everything",
    about: "every technique that needs no uniqueness, also the rare and costly ones",
    method: method("all without uniqueness, and rare ones"),
    takes: Takes::puzzles(|geometry| prepare(geometry, is_proof)),
    ..ROW
};

/// The row `deduce/everything-unique`.
pub const EVERYTHING_UNIQUE: Backend = Backend {
    id: "deduce/everything-unique",
    about: "every technique, also the rare ones and those that take uniqueness for granted",
    method: method("all, and rare ones"),
    assumes_unique: true,
    takes: Takes::puzzles(|geometry| prepare(geometry, |_| true)),
    ..ROW
};

/// The row `deduce/locked`.
pub const LOCKED: Backend = Backend {
    id: "deduce/locked",
    about: "singles and locked candidates",
    method: method("singles, locked candidates"),
    takes: Takes::puzzles(|geometry| prepare(geometry, is_locked)),
    ..ROW
};

/// The row `deduce/singles`.
pub const SINGLES: Backend = Backend {
    id: "deduce/singles",
    about: "full houses, naked and hidden singles",
    method: method("singles"),
    counts: &[Counter::Deductions, Counter::Removals, Counter::Passes],
    takes: Takes::puzzles(|geometry| prepare(geometry, Technique::is_single)),
    ..ROW
};

/// The row `deduce/tuples`.
pub const TUPLES: Backend = Backend {
    id: "deduce/tuples",
    about: "naked tuples of any size, singles among them, as one rule (Sudoto)",
    method: method("naked tuples of any size"),
    takes: Takes::puzzles(|geometry| prepare(geometry, is_tuple)),
    ..ROW
};

/// A row that chooses among the techniques, with its choice.
pub(super) type Preset = (&'static Backend, fn(&Technique) -> bool);

/// The rows that choose among the techniques.
pub(super) static PRESETS: [Preset; 7] = [
    (&ALL, is_sure),
    (&ALL_UNIQUE, is_usual),
    (&EVERYTHING, is_proof),
    (&EVERYTHING_UNIQUE, |_| true),
    (&LOCKED, is_locked),
    (&SINGLES, Technique::is_single),
    (&TUPLES, is_tuple),
];

fn prepare(
    geometry: &Geometry,
    choose: fn(&Technique) -> bool,
) -> Result<Box<dyn Solver>, Unsupported> {
    Ok(Box::new(Deduction::new(geometry, choose)?))
}

fn is_sure(technique: &Technique) -> bool {
    is_usual(technique) && is_proof(technique)
}

fn is_usual(technique: &Technique) -> bool {
    !technique.is_rare()
}

fn is_proof(technique: &Technique) -> bool {
    !technique.assumes_unique
}

fn is_locked(technique: &Technique) -> bool {
    technique.is_single() || ["pointing", "claiming"].contains(&technique.id)
}

fn is_tuple(technique: &Technique) -> bool {
    ["naked-single", "naked-tuple"].contains(&technique.id)
}

/// What all rows `deduce/…` have in common.
pub(crate) const ROW: Backend = Backend {
    id: "",
    about: "",
    method: method(""),
    tasks: &Task::ALL,
    counts: &[Counter::Deductions, Counter::Removals, Counter::Eliminations, Counter::Passes],
    counts_traced: &[],
    steps: StepSupport::All,
    node_limit: LimitSupport::None,
    time_limit: LimitSupport::Coarse,
    assumes_unique: false,
    complete: false,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    origin: Origin { code: "candidates", reads: ProblemKind::Puzzle },
    takes: Takes::NOTHING,
};

pub(super) const fn method(inference: &'static str) -> Method {
    Method { state: "candidate bits, places of each symbol", inference, choice: "none" }
}
