//! Puzzles by seed, a few numbers of the seed per request, so that a page can show progress and stop.

use generate::{Generator, Spec};
use serde_json::{Value, json};
use solvers::Limits;
use solvers::logic::rating::{Level, Rater};

use crate::{board_json, field};

/// Returns the first puzzle of `level` among the `tries` numbers of `seed` from `number` on, with its number and
/// score; or only the next number to try.
///
/// # Errors
/// If there is no such board or level.
pub(crate) fn generate(request: &Value) -> Result<Value, String> {
    let geometry = board_json::geometry(request)?;
    let level = match field::text(request, "level") {
        "" => None,
        name => Some(level(name)?),
    };
    let seed = field::number(request, "seed").unwrap_or_default();
    let from = field::number(request, "number").unwrap_or_default();
    let tries = field::number(request, "tries").unwrap_or(1);
    let spec = Spec { level, ..Spec::default() };
    let mut generator = Generator::new(geometry.clone());
    let mut numbers = from..from.saturating_add(tries);
    let found = numbers.find_map(|number| Some((number, generator.puzzle(seed, number, spec)?)));
    let Some((number, puzzle)) = found else {
        return Ok(json!({ "next": from.saturating_add(tries) }));
    };
    let rating = Rater::new(&geometry).rate(&puzzle, &Limits::solutions(1)).ok();
    Ok(json!({
        "number": number,
        "board": board_json::board(&geometry),
        "puzzle": board_json::cells(&puzzle),
        "level": rating.as_ref().map(|it| it.level().name()),
        "score": rating.as_ref().map(|it| f64::from(it.score()) / 10.0),
    }))
}

fn level(name: &str) -> Result<Level, String> {
    let found = Level::ALL.into_iter().find(|level| level.name() == name);
    found.ok_or_else(|| format!("no level is called {name:?}"))
}
