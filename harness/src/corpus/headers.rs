//! What the header lines of a corpus say: `# geometry: x`, `# symbols: ABCD`, `# expect: unique`.

use std::collections::HashMap;
use std::sync::Arc;

use board::text::line;
use board::{Alphabet, Geometry, catalog};

use super::Expectation;
use crate::hash::PuzzleHasher;

/// What the header lines so far say.
#[derive(Clone, Debug, Default)]
pub(super) struct Headers {
    geometry: Stated,
    symbols: Option<Alphabet>,
    /// What the puzzles are expected to have.
    pub(super) expect: Option<Expectation>,
    /// The last answer, and the order that it is for, if the length of a line told it.
    last: Option<(Option<usize>, Arc<Place>)>,
}

/// The geometry that is stated.
#[derive(Clone, Debug, Default)]
enum Stated {
    /// None: the length of a line tells it.
    #[default]
    ByLength,
    Named(String),
    /// A header that could not be read: the lines under it are left out.
    Broken,
}

/// Where puzzles are played, and what hashes them.
#[derive(Debug)]
pub(super) struct Place {
    /// The geometry.
    pub(super) geometry: Arc<Geometry>,
    /// Hashes its puzzles.
    pub(super) hasher: PuzzleHasher,
}

/// The geometries in use, each made once, so that a backend is prepared for it once.
#[derive(Debug, Default)]
pub(super) struct Places {
    made: HashMap<(String, Option<String>), Arc<Place>>,
}

impl Places {
    fn get(&mut self, name: &str, symbols: Option<&Alphabet>) -> Result<Arc<Place>, String> {
        let key = (name.to_owned(), symbols.map(Alphabet::to_string));
        if let Some(place) = self.made.get(&key) {
            return Ok(place.clone());
        }
        let mut geometry = catalog::named(name).map_err(|error| error.to_string())?;
        if let Some(alphabet) = symbols {
            let (expected, found) = (geometry.symbols(), alphabet.len());
            geometry = geometry.with_alphabet(alphabet.clone()).map_err(|_| {
                format!("{name} has {expected} symbols, but the header `symbols` lists {found}")
            })?;
        }
        let hasher = PuzzleHasher::new(&geometry);
        let place = Arc::new(Place { geometry: Arc::new(geometry), hasher });
        self.made.insert(key, place.clone());
        Ok(place)
    }
}

impl Headers {
    /// The place of a puzzle; none under a header that could not be read.
    ///
    /// # Errors
    /// A column and what is wrong.
    pub(super) fn place_of(
        &mut self,
        text: &str,
        places: &mut Places,
    ) -> Result<Option<Arc<Place>>, (usize, String)> {
        let order = match self.geometry {
            Stated::Broken => return Ok(None),
            Stated::Named(_) => None,
            Stated::ByLength => {
                Some(line::order(text).map_err(|error| (error.column, error.to_string()))?)
            }
        };
        if let Some((_, place)) = self.last.as_ref().filter(|(of, _)| *of == order) {
            return Ok(Some(place.clone()));
        }
        let name = match (&self.geometry, order) {
            (_, Some(order)) => format!("classic{order}"),
            (Stated::Named(name), None) => name.clone(),
            (_, None) => return Ok(None),
        };
        let place = places.get(&name, self.symbols.as_ref()).map_err(|problem| (1, problem))?;
        self.last = Some((order, place.clone()));
        Ok(Some(place))
    }

    /// Takes a header line. A key that is not known makes it a comment.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub(super) fn set(
        &mut self,
        key: &str,
        value: &str,
        places: &mut Places,
    ) -> Result<(), String> {
        self.last = None;
        match key {
            "geometry" => {
                self.geometry = Stated::Broken;
                places.get(value, None).map_err(|problem| {
                    format!("{problem}; the puzzles under this header are left out")
                })?;
                self.geometry = Stated::Named(value.to_owned());
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
