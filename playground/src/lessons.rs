//! Lessons: searches recorded step by step, for the player in the page.

use lesson::record;
use serde_json::{Value, json};
use solvers::Limits;

use crate::{board_json, field, solving};

/// The maximum number of steps of a lesson.
const MAX_STEPS: u64 = 20_000;

/// Records the search of the row `backend` on the cells of a request.
///
/// # Errors
/// If there is no such row or board, or the row does not support it.
pub(crate) fn lesson(request: &Value) -> Result<Value, String> {
    let puzzle = board_json::puzzle(request)?;
    let backend = solving::row(field::text(request, "backend"))?;
    let nodes = field::number(request, "nodes");
    let limits = Limits { nodes, ..Limits::solutions(2) };
    let name = puzzle.geometry().name().to_owned();
    let lesson = record(&name, &puzzle, backend, &limits, MAX_STEPS)
        .map_err(|reason| format!("{} does not support this board: {reason}", backend.id))?;
    Ok(json!(lesson))
}
