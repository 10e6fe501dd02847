//! Solving with a row of the registry. The claim is checked before it is shown.

use board::{Puzzle, referee};
use serde_json::{Map, Value, json};
use solvers::logic::table;
use solvers::{BACKENDS, Backend, Limits, Outcome, registry};

use crate::{board_json, field};

/// The largest number of solutions that are counted.
const MAX_SOLUTIONS: u64 = 1_000_000;

/// Solves the cells of a request with the row `backend`, until `solutions` are found (2 if that is missing) or
/// `nodes` states were entered.
///
/// # Errors
/// If there is no such row or board, or the row does not support it.
pub(crate) fn solve(request: &Value) -> Result<Value, String> {
    let puzzle = board_json::puzzle(request)?;
    let backend = row(field::text(request, "backend"))?;
    let mut solver = backend
        .prepare::<Puzzle>(puzzle.geometry())
        .map_err(|reason| format!("{} does not support this board: {reason}", backend.id))?;
    let solutions = field::number(request, "solutions").unwrap_or(2).clamp(1, MAX_SOLUTIONS);
    let nodes = field::number(request, "nodes");
    let outcome = solver.solve(&puzzle, &Limits { nodes, ..Limits::solutions(solutions) });
    Ok(in_json(backend, &puzzle, &outcome))
}

/// Returns the row with this id, whether it is in the registry or not.
pub(crate) fn row(id: &str) -> Result<&'static Backend, String> {
    let mut rows = BACKENDS.iter().chain(registry::unlisted());
    rows.find(|row| row.id == id).ok_or_else(|| format!("no backend is called {id:?}"))
}

fn in_json(backend: &Backend, puzzle: &Puzzle, outcome: &Outcome) -> Value {
    let geometry = puzzle.geometry();
    let grids: Vec<_> = outcome.first.iter().chain(&outcome.second).collect();
    let counters: Map<String, Value> = (backend.counts.iter())
        .map(|&counter| (counter.name().into(), outcome.counters.get(counter).into()))
        .collect();
    let technique = |&(id, uses): &(&str, u64)| json!({ "id": id, "name": table::technique(id).map_or(id, |it| it.name.en), "uses": uses });
    json!({
        "stop": outcome.stop.name(),
        "solutions": outcome.count().to_string(),
        "grids": grids.iter().map(|grid| board_json::grid(geometry, grid)).collect::<Vec<_>>(),
        "verified": grids.iter().all(|grid| referee::check(puzzle, grid).is_ok()),
        "partial": outcome.partial.as_ref().map(board_json::cells),
        "counters": counters,
        "techniques": outcome.techniques.iter().map(technique).collect::<Value>(),
    })
}

/// Returns the rows that take puzzles on the board of a request.
///
/// # Errors
/// If there is no such board.
pub(crate) fn rows(request: &Value) -> Result<Value, String> {
    let geometry = board_json::geometry(request)?;
    let rows = BACKENDS.iter().filter(|row| row.prepare::<Puzzle>(&geometry).is_ok());
    Ok(rows.map(|row| json!({ "id": row.id, "about": row.about })).collect())
}
