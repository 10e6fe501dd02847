//! The readable edition of a row, as the page shows it.

use serde::Serialize;
use solvers::EventKind;
use solvers::readable::{self, Edition};

/// The algorithm of a row: pseudo-code whose lines are tied to events, and a short program.
#[derive(Clone, Debug, Serialize)]
pub struct PseudoCode {
    /// The name of the algorithm, in English and in French.
    pub algorithm: [&'static str; 2],
    /// The lines, each in English and in French.
    pub lines: Vec<[&'static str; 2]>,
    /// Pairs of a kind of event and the index of a line.
    pub at: Vec<(&'static str, usize)>,
    /// The text of the program.
    pub source: &'static str,
}

impl PseudoCode {
    /// Returns that of a row, if there is an edition.
    pub(super) fn of(id: &str) -> Option<Self> {
        let edition = readable::of(id)?;
        let Edition { algorithm, algorithm_fr, source, pseudocode, .. } = *edition;
        let line = |&kind: &EventKind| Some((kind.name(), edition.line_of(kind)?));
        Some(Self {
            algorithm: [algorithm, algorithm_fr],
            lines: pseudocode.iter().map(|line| [line.text_en, line.text_fr]).collect(),
            at: EventKind::ALL.iter().filter_map(line).collect(),
            source,
        })
    }
}
