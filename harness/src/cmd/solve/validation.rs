//! Falissard's validation before the search: a puzzle that violates a rule has no solution, and each
//! clash is printed with both cells.

use std::io::Write;

use serde_json::{Value, json};

use super::Job;
use crate::cmd::violations;

impl Job<'_> {
    /// Prints that a puzzle has no solution because of its violations.
    pub(super) fn refute(&self, found: &[String], out: &mut dyn Write) -> anyhow::Result<()> {
        if self.arguments.is_json() {
            let mut object = json!({
                "puzzle": self.called,
                "geometry": self.puzzle.geometry().name(),
                "result": "no solution",
                "solutions": 0,
                "solution": null,
                "violations": found,
            });
            if self.arguments.hint {
                object["hint"] = Value::Null;
            }
            return self.sinks.list.put(out, &object);
        }
        if !self.arguments.quiet {
            let no = if self.arguments.hint { "no hint: the puzzle has no" } else { "no" };
            writeln!(out, "{no} solution: {}", violations::line(found))?;
        }
        Ok(())
    }
}
