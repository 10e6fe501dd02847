//! Requests and answers.
//!
//! | `call` | with | answers |
//! |---|---|---|
//! | `read` | `text`, `board` | `notation`, `name`, `board`, `puzzle` |
//! | `check` | a puzzle | `puzzle`: its cells, candidates and violations |
//! | `board` | `board` | `board`, `puzzle`: the empty one |
//! | `boards` | | the names of the catalog, with a description |
//! | `rows` | `board` | the rows that support it |
//! | `solve` | a puzzle, `backend`, `solutions`, `nodes` | `stop`, `solutions`, `grids`, `verified`, `counters` |
//! | `hint` | a puzzle, `language` (`en` or `fr`) | `technique`, `explained`, `placements`, `eliminations`; or `none` |
//! | `lesson` | a puzzle, `backend`, `nodes` | a lesson as the crate `lesson` describes it |
//! | `generate` | `board`, `level`, `seed`, `number`, `tries` | `puzzle`, `level`, `score`; or `next` |
//! | `version` | | the version of the solvers |
//!
//! A puzzle is `board`, `symbols` and `cells`, a string of symbols for each cell. An answer is `{"ok": …}` or
//! `{"error": "…"}`.

use board::text::reading;
use board::{Puzzle, catalog};
use serde_json::{Value, json};

use crate::{board_json, field, generating, hint, lessons, solving};

/// Answers a request.
pub fn answer(request: &str) -> String {
    let answer = match serde_json::from_str(request) {
        Ok(request) => respond(&request),
        Err(error) => Err(format!("not JSON: {error}")),
    };
    match answer {
        Ok(value) => json!({ "ok": value }).to_string(),
        Err(problem) => json!({ "error": problem }).to_string(),
    }
}

fn respond(request: &Value) -> Result<Value, String> {
    match field::text(request, "call") {
        "board" => {
            let empty = Puzzle::empty(board_json::geometry(request)?);
            let board = board_json::board(empty.geometry());
            Ok(json!({ "board": board, "puzzle": board_json::cells(&empty) }))
        }
        "boards" => {
            let entry = |it: catalog::CatalogEntry| json!({ "names": it.names, "about": it.about });
            Ok(catalog::entries().into_iter().map(entry).collect())
        }
        "check" => board_json::puzzle(request)
            .map(|puzzle| json!({ "puzzle": board_json::cells(&puzzle) })),
        "generate" => generating::generate(request),
        "hint" => hint::hint(request),
        "lesson" => lessons::lesson(request),
        "read" => {
            let read = reading::read(field::text(request, "text"), field::text(request, "board"))?;
            board_json::check_rules(read.puzzle.geometry())?;
            Ok(json!({
                "notation": read.notation,
                "name": read.name,
                "board": board_json::board(read.puzzle.geometry()),
                "puzzle": board_json::cells(&read.puzzle),
            }))
        }
        "rows" => solving::rows(request),
        "solve" => solving::solve(request),
        "version" => Ok(json!(solvers::VERSION)),
        other => Err(format!("no request is called {other:?}")),
    }
}
