//! The steps of a SAT engine in words: decisions, implied literals with their clauses, conflicts, learnt
//! clauses, backjumps and restarts.

use board::instance::Literal;
use serde_json::{Value, json};
use solvers::Event;

/// A step as a line and as JSON, and the level of the search after it if it changes.
pub(super) struct LiteralStep {
    pub(super) line: String,
    pub(super) value: Value,
    pub(super) level: Option<usize>,
}

/// Puts an event of a SAT engine into words. `name` names literals, and `level` is the current level of the
/// search. Returns `None` for other events.
pub(super) fn in_words(
    event: &Event<'_>,
    level: usize,
    name: &dyn Fn(Literal) -> String,
) -> Option<LiteralStep> {
    let step = |line, value| Some(LiteralStep { line, value, level: None });
    let names = |clause: &[Literal]| clause.iter().map(|&it| name(it)).collect::<Vec<_>>();
    let clause = |literals: &[String]| format!("({})", literals.join(" ∨ "));
    match *event {
        Event::Assume { literal, level } => Some(LiteralStep {
            line: format!("decide {}, at level {level}", name(literal)),
            value: json!({ "decided": name(literal), "level": level }),
            level: Some(level),
        }),
        Event::Imply { literal, reason } => {
            let (implied, others) = (name(literal), names(reason));
            let why = match reason {
                [] if level == 0 => "is a clause".to_owned(),
                [] => "because the alternatives are refuted".to_owned(),
                _ => format!("by ({implied} ∨ {})", others.join(" ∨ ")),
            };
            step(format!("{implied} {why}"), json!({ "implied": implied, "reason": others }))
        }
        Event::Falsify { clause: literals } => {
            let names = names(literals);
            step(format!("{} is false", clause(&names)), json!({ "falsified": names }))
        }
        Event::Learn { clause: literals } => {
            let names = names(literals);
            step(format!("learn {}", clause(&names)), json!({ "learnt": names }))
        }
        Event::Backjump { level } => Some(LiteralStep {
            line: format!("back to level {level}"),
            value: json!({ "backjump": level }),
            level: Some(level),
        }),
        Event::Restart => step("restart".to_owned(), json!({ "restart": true })),
        _ => None,
    }
}

/// Returns the number of a literal in DIMACS, as a name: `x7`, or `¬x7`.
pub(super) fn numbered(literal: Literal) -> String {
    let sign = if literal.is_positive() { "" } else { "¬" };
    format!("{sign}x{}", literal.number().abs())
}
