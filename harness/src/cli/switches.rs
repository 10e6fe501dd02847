//! `--switches`: rows whose techniques can be switched off one by one.

use std::str::FromStr;

use solvers::registry;

/// A row whose techniques are switches.
#[derive(Clone, Copy, Debug)]
pub struct SwitchedRow {
    /// Its id.
    pub id: &'static str,
}

impl SwitchedRow {
    /// Returns the ids of the row, and of the same row without each of its techniques.
    pub fn ids(self) -> impl Iterator<Item = &'static str> {
        [self.id].into_iter().chain(registry::switched_off(self.id).map(|(_, row)| row.id))
    }
}

impl FromStr for SwitchedRow {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut rows = registry::BACKENDS.iter().map(|row| row.id);
        let mut switched = rows.clone().filter(|id| registry::switched_off(id).next().is_some());
        if let Some(id) = switched.clone().find(|id| *id == text) {
            return Ok(Self { id });
        }
        let problem = match rows.any(|id| id == text) {
            true => "has no switches",
            false => "is no backend",
        };
        let expected: Vec<&str> = switched.by_ref().collect();
        Err(format!("{text} {problem}; expected {}", expected.join(" or ")))
    }
}
