//! The colours of a graph: those of a puzzle, or those that a backend finds and the referee checks.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use board::Vertex;
use race::problem::{AnyAnswer, AnyProblem, AnySolver};
use race::progress_line::ProgressLine;
use record::filter;
use render::draw;
use solvers::{Backend, Limits};

use super::subject::{Colouring, Subject};
use crate::cmd::{solve, violations};

/// The colours of a highlighted vertex and of its neighbours.
const CENTRE: &str = "#ff7f6b";
const NEIGHBOUR: &str = "#9fc8ff";

/// Colours a graph with a backend.
///
/// # Errors
/// When there is no such backend, it does not support the graph or finds no colouring, or its colouring
/// is wrong.
pub(super) fn found(
    subject: &Subject,
    id: &str,
    all: &[Backend],
    time: Option<Duration>,
    cancel: &AtomicBool,
) -> anyhow::Result<Colouring> {
    let (backend, problem) = (filter::backend_of_id(id, all)?, subject.problem());
    let id = backend.id;
    if let AnyProblem::Puzzle(puzzle) = &problem {
        let violations = violations::of(puzzle);
        if !violations.is_empty() {
            bail!("{} violates a rule: {}", subject.name, violations::line(&violations));
        }
    }
    let mut solver = match AnySolver::prepare(&backend, &problem) {
        Ok(solver) => solver,
        Err(refusal) => bail!("{id}: {refusal}"),
    };
    let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(1) };
    let line = ProgressLine::waiting("colouring");
    let outcome = solver.solve(&problem, &limits);
    drop(line);
    let Some(answer) = &outcome.first else {
        bail!("{id}: {}", solve::in_words(&outcome, false));
    };
    if let Err(fault) = problem.check(answer) {
        bail!("{id}: WRONG, not a colouring: {fault}");
    }
    let colours: Vec<usize> = match answer {
        AnyAnswer::Grid(grid) => grid.symbols().iter().map(|&it| usize::from(it)).collect(),
        AnyAnswer::Colours(colours) => colours.iter().map(|&it| it as usize).collect(),
        AnyAnswer::Options(_) | AnyAnswer::Model(_) => bail!("{id} does not colour graphs"),
    };
    let n_colours = colours.iter().map(|colour| colour + 1).max().unwrap_or(0);
    Ok(Colouring { colours, n_colours, backend: id })
}

/// Returns the text in a vertex: the symbol of a cell of a puzzle, or else its name.
pub(super) fn label(subject: &Subject, vertex: Vertex) -> String {
    match (&subject.board, subject.colour(vertex)) {
        (Some(board), Some(colour)) => board.geometry().alphabet().name(colour as board::Symbol),
        (Some(_), None) if subject.is_coloured() => String::new(),
        _ => subject.vertex_name(vertex),
    }
}

/// Returns the colour in which a vertex is filled, if any: that of the highlighted vertex and its neighbours, or else
/// one for each colour of the colouring.
pub(super) fn fill(subject: &Subject, vertex: Vertex) -> Option<String> {
    if let Some(centre) = subject.centre {
        let is_near = subject.graph.neighbours(centre).contains(&vertex);
        let fill = if vertex == centre { Some(CENTRE) } else { is_near.then_some(NEIGHBOUR) };
        return fill.map(str::to_owned);
    }
    let n_colours = match (&subject.board, &subject.colouring) {
        (Some(board), _) => board.geometry().symbols(),
        (None, Some(colouring)) => colouring.n_colours,
        (None, None) => return None,
    };
    let colour = subject.colour(vertex)?;
    Some(draw::tint((colour % 256) as board::Symbol, n_colours))
}
