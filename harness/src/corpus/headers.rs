//! What the header lines of a corpus say: `# geometry: x`, `# symbols: ABCD`, `# expect: unique`.

use std::collections::HashMap;
use std::sync::Arc;

use board::text::line;
use board::{Alphabet, Geometry, catalog};

use super::Expectation;

/// What the header lines so far say.
#[derive(Clone, Debug, Default)]
pub(super) struct Headers {
    geometry: Place,
    symbols: Option<Alphabet>,
    /// What the puzzles are expected to have.
    pub(super) expect: Option<Expectation>,
}

#[derive(Clone, Debug, Default)]
enum Place {
    /// The length of a line tells it.
    #[default]
    ByLength,
    Named(String),
    /// A header that could not be read: the lines under it are left out.
    Broken,
}

/// The geometries in use, each made once, so that a backend is prepared for it once.
#[derive(Debug, Default)]
pub(super) struct Geometries {
    made: HashMap<(String, Option<String>), Arc<Geometry>>,
}

impl Geometries {
    fn get(&mut self, name: &str, symbols: Option<&Alphabet>) -> Result<Arc<Geometry>, String> {
        let key = (name.to_owned(), symbols.map(Alphabet::to_string));
        if let Some(geometry) = self.made.get(&key) {
            return Ok(geometry.clone());
        }
        let mut geometry = catalog::named(name).map_err(|error| error.to_string())?;
        if let Some(alphabet) = symbols {
            let (expected, found) = (geometry.symbols(), alphabet.len());
            geometry = geometry.with_alphabet(alphabet.clone()).map_err(|_| {
                format!("{name} has {expected} symbols, but the header `symbols` lists {found}")
            })?;
        }
        let geometry = Arc::new(geometry);
        self.made.insert(key, geometry.clone());
        Ok(geometry)
    }
}

impl Headers {
    /// The geometry of a line; none under a header that could not be read.
    ///
    /// # Errors
    /// A column and what is wrong.
    pub(super) fn geometry_of(
        &self,
        text: &str,
        geometries: &mut Geometries,
    ) -> Result<Option<Arc<Geometry>>, (usize, String)> {
        let name = match &self.geometry {
            Place::Broken => return Ok(None),
            Place::Named(name) => name.clone(),
            Place::ByLength => {
                line::geometry_of(text).map_err(|error| (error.column, error.to_string()))?
            }
        };
        let geometry = geometries.get(&name, self.symbols.as_ref());
        geometry.map(Some).map_err(|problem| (1, problem))
    }

    /// Takes a header line. A key that is not known makes it a comment.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub(super) fn set(
        &mut self,
        key: &str,
        value: &str,
        geometries: &mut Geometries,
    ) -> Result<(), String> {
        match key {
            "geometry" => {
                self.geometry = Place::Broken;
                geometries.get(value, None).map_err(|problem| {
                    format!("{problem}; the puzzles under this header are left out")
                })?;
                self.geometry = Place::Named(value.to_owned());
            }
            "symbols" => {
                self.symbols = Some(Alphabet::new(value).map_err(|error| error.to_string())?);
            }
            "expect" => self.expect = Some(expectation(value)?),
            _ => {}
        }
        Ok(())
    }
}

fn expectation(text: &str) -> Result<Expectation, String> {
    Ok(match text {
        "unique" => Expectation::Exactly(1),
        "impossible" => Expectation::Exactly(0),
        "multiple" => Expectation::Multiple,
        number => Expectation::Exactly(number.parse().map_err(|_| {
            format!(
                "{number:?} is no expectation, expected unique, multiple, impossible or a number \
                 of solutions"
            )
        })?),
    })
}
