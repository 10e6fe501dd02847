//! A hint: the first step that a human solver would take, which is not yet applied.

use std::sync::atomic::{AtomicBool, Ordering};

use board::{Geometry, Puzzle};
use serde_json::{Value, json};
use solvers::logic::{rows, table};
use solvers::{Backend, Event, Language, Limits, Observer, Step, Stop};

use crate::{board_json, field};

/// The rows that are asked, the usual techniques first.
const ROWS: [&Backend; 2] = [&rows::ALL, &rows::EVERYTHING];

/// Keeps the first step, and stops the search.
struct FirstStep<'a> {
    step: Option<(&'static str, Step)>,
    stop: &'a AtomicBool,
}

impl Observer for FirstStep<'_> {
    fn event(&mut self, event: Event<'_>) {
        if let (Event::Step { technique, step }, None) = (event, &self.step) {
            self.step = Some((technique, step.clone()));
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Returns the next step for the cells of a request, or why there is none.
///
/// # Errors
/// If there is no such board.
pub(crate) fn hint(request: &Value) -> Result<Value, String> {
    let puzzle = board_json::puzzle(request)?;
    let language = match field::text(request, "language") {
        "fr" => Language::Fr,
        _ => Language::En,
    };
    let mut why = Value::Null;
    for row in ROWS {
        let stop = AtomicBool::new(false);
        let mut first = FirstStep { step: None, stop: &stop };
        let mut solver = row.prepare::<Puzzle>(puzzle.geometry()).map_err(|it| it.to_string())?;
        let limits = Limits { cancel: Some(&stop), ..Limits::solutions(1) };
        let outcome = solver.trace(&puzzle, &limits, &mut first);
        if let Some((technique, step)) = first.step {
            return Ok(in_json(puzzle.geometry(), technique, &step, language));
        }
        why = match (outcome.stop, outcome.solutions) {
            (Stop::Exhausted, 0) => return Ok(json!({ "none": "impossible" })),
            (_, 1..) => return Ok(json!({ "none": "full" })),
            _ => json!({ "none": "stuck" }),
        };
    }
    Ok(why)
}

fn in_json(geometry: &Geometry, id: &str, step: &Step, language: Language) -> Value {
    let technique = table::technique(id);
    json!({
        "technique": id,
        "name": technique.map_or(id, |it| it.name.of(language)),
        "explained": technique.map(|it| step.explain(it, geometry, language)),
        "conclusion": step.conclusion(geometry, language),
        "cells": step.cells,
        "others": step.others,
        "regions": step.regions,
        "covers": step.covers,
        "placements": board_json::candidates(geometry, &step.placements),
        "eliminations": board_json::candidates(geometry, &step.eliminations),
    })
}
