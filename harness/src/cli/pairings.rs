//! `--encoding` and `--engine`: backends of the family `sat`, by the names of their parts.

use clap::Args;
use record::filter;
use solvers::sat::combinations::combined;
use solvers::sat::encodings::{ENCODINGS, EncodingRow};
use solvers::sat::engines::{ENGINES, EngineRow, FEATURES};

use super::headings::SELECTION;

/// Which pairings of SAT encodings and engines.
#[derive(Args, Clone, Debug, Default)]
pub struct PairingArgs {
    /// SAT encodings, each combined with every --engine; repeatable
    ///
    /// The same as `-b sat/ENCODING.ENGINE` for each pair. A list with commas is accepted, too.
    /// `harness list
    /// --sat` prints the names.
    #[arg(
        long = "encoding",
        value_name = "NAME",
        value_delimiter = ',',
        requires = "engines",
        help_heading = SELECTION,
        value_parser = encoding
    )]
    pub encodings: Vec<&'static EncodingRow>,
    /// SAT engines, each combined with every --encoding; repeatable
    #[arg(
        long = "engine",
        value_name = "NAME",
        value_delimiter = ',',
        requires = "encodings",
        help_heading = SELECTION,
        value_parser = engine
    )]
    pub engines: Vec<&'static EngineRow>,
}

impl PairingArgs {
    /// Returns the ids of the requested backends.
    pub fn ids(&self) -> Vec<&'static str> {
        let pairs =
            self.encodings.iter().flat_map(|it| self.engines.iter().map(move |at| (it, at)));
        pairs
            .filter_map(|(encoding, engine)| combined(encoding, engine))
            .map(|row| row.id)
            .collect()
    }
}

fn encoding(name: &str) -> Result<&'static EncodingRow, String> {
    named(name, "encoding", ENCODINGS, |row| row.name)
}

fn engine(name: &str) -> Result<&'static EngineRow, String> {
    match FEATURES.iter().find(|feature| feature.name == name && !feature.is_on) {
        Some(feature) => Err(filter::not_built(feature)),
        None => named(name, "engine", ENGINES, |row| row.name),
    }
}

fn named<T>(
    name: &str,
    kind: &str,
    rows: &'static [T],
    name_of: fn(&T) -> &'static str,
) -> Result<&'static T, String> {
    rows.iter().find(|row| name_of(row) == name).ok_or_else(|| {
        let names: Vec<&str> = rows.iter().map(name_of).collect();
        let nearest = filter::suggestion(name, &names);
        format!("no {kind} is called {name:?}{nearest}, expected one of {}", names.join(", "))
    })
}
