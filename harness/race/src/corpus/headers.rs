//! What the header lines of a corpus say: `# geometry: x`, `# symbols: ABCD`, `# expect: unique`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::text::symbols::Symbols;
use board::text::{Note, Topic};
use board::text::{board_header, line, pencil_line};
use board::{Geometry, catalog};
use record::hash::PuzzleHasher;

use super::{CorpusOptions, Expectation, Problem, geometry};

/// What the header lines so far say.
#[derive(Clone, Debug)]
pub(super) struct Headers {
    /// The folder in which geometry files are looked for.
    folder: PathBuf,
    geometry: Stated,
    pub(super) symbols: Option<Symbols>,
    /// What the puzzles are expected to have.
    pub(super) expect: Option<Expectation>,
    /// What is said of how hard they are.
    pub(super) level: Option<Arc<str>>,
    /// What else is said of the puzzles that follow, but for comments.
    pub(super) notes: Vec<Note>,
    /// The last answer, and the order that it is for, if the length of a line told it.
    last: Option<(Option<usize>, Arc<Place>)>,
}

/// The geometry that is stated.
#[derive(Clone, Debug)]
enum Stated {
    /// None: the length of a line tells it.
    ByLength,
    /// By the command line.
    Given(Arc<Geometry>),
    /// By a name or a file.
    Named(String),
    /// By a drawing, whose lines may go on.
    Drawing(board_header::StatedBoard),
    /// A header that could not be read: the lines under it are left out.
    Broken,
}

/// What the cells of a line are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// A character or a number a cell, or candidates, if the length says so.
    #[default]
    Either,
    /// A character or a number a cell.
    Cells,
    /// All candidates of each cell.
    Candidates,
}

impl Form {
    /// The order of the classic geometry that the length of a line tells.
    fn order(self, text: &str) -> Result<usize, board::TextError> {
        match (self, line::order(text)) {
            (Self::Cells, order) => order,
            (Self::Candidates, order) => pencil_line::order_by_length(text).map_or(order, Ok),
            // The orders whose cells are as many as the candidates of another are 8 and 27.
            (Self::Either, Ok(order)) if !matches!(order, 8 | 27) => Ok(order),
            (Self::Either, order) => pencil_line::order(text).map_or(order, Ok),
        }
    }
}

/// Where puzzles are played, and what hashes them.
#[derive(Debug)]
pub(super) struct Place {
    /// The geometry.
    pub(super) geometry: Arc<Geometry>,
    /// Hashes its puzzles.
    pub(super) hasher: PuzzleHasher,
    /// Whether it is the classic one of order 9, and written in digits.
    pub(super) is_classic9: bool,
}

impl Place {
    /// Where the puzzles of a geometry are played.
    pub(super) fn new(geometry: Arc<Geometry>) -> Self {
        let is_classic9 = geometry.name() == "classic9"
            && catalog::classic(9).is_ok_and(|classic| classic == *geometry);
        Self { hasher: PuzzleHasher::new(&geometry), geometry, is_classic9 }
    }
}

/// The geometries in use, each made once, so that a backend is prepared for it once.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// By a name of the catalog, the path of a file, or nothing for that of the command line; and
    /// by the symbols that a header states.
    made: HashMap<(String, Option<String>), Arc<Place>>,
}

impl Places {
    /// The place of a geometry by its name, or by a file of `folder`.
    pub(super) fn get(
        &mut self,
        name: &str,
        folder: &Path,
        symbols: Option<&Symbols>,
    ) -> Result<Arc<Place>, String> {
        let path = folder.join(name).display().to_string();
        for known in [name, &path] {
            let key = (known.to_owned(), symbols.map(Symbols::to_string));
            if let Some(place) = self.made.get(&key) {
                return Ok(place.clone());
            }
        }
        let found = geometry::find(name, folder).map_err(|error| format!("{error:#}"))?;
        let key = found.file.map_or(name.to_owned(), |_| path);
        self.make(key, found.geometry, symbols)
    }

    /// The place of the geometry that the command line names.
    pub(super) fn given(
        &mut self,
        geometry: &Arc<Geometry>,
        symbols: Option<&Symbols>,
    ) -> Result<Arc<Place>, String> {
        match self.made.get(&(String::new(), symbols.map(Symbols::to_string))) {
            Some(place) => Ok(place.clone()),
            None => self.make(String::new(), Geometry::clone(geometry), symbols),
        }
    }

    fn make(
        &mut self,
        known: String,
        mut geometry: Geometry,
        symbols: Option<&Symbols>,
    ) -> Result<Arc<Place>, String> {
        let key = (known, symbols.map(Symbols::to_string));
        if let Some(symbols) = symbols {
            let (size, name) = (geometry.symbols(), geometry.name().to_owned());
            let wrong = |found: String| format!("{name} has {size} symbols, but {found}");
            let alphabet = symbols.alphabet(size).map_err(|_| match symbols {
                Symbols::Characters(listed) => {
                    wrong(format!("the header `symbols` lists {}", listed.len()))
                }
                named => wrong(format!("{named} has not as many characters")),
            })?;
            geometry =
                geometry.with_alphabet(alphabet).map_err(|error| wrong(error.to_string()))?;
        }
        let place = Arc::new(Place::new(Arc::new(geometry)));
        self.made.insert(key, place.clone());
        Ok(place)
    }
}

impl Headers {
    /// No header so far, in a corpus that lies in `folder`; with what the command line says.
    pub(super) fn new(options: &CorpusOptions, folder: &Path) -> Self {
        let geometry = options.geometry.clone().map_or(Stated::ByLength, Stated::Given);
        let symbols = options.symbols.clone();
        let (folder, expect, level) = (folder.to_owned(), None, None);
        Self { folder, geometry, symbols, expect, level, notes: Vec::new(), last: None }
    }

    /// The place of a puzzle, whose cells are held to be `form`; none under a header that could not
    /// be read.
    ///
    /// # Errors
    /// A column and what is wrong.
    pub(super) fn place_of(
        &mut self,
        text: &str,
        form: Form,
        places: &mut Places,
    ) -> Result<Option<Arc<Place>>, (usize, String)> {
        let order = match self.geometry {
            Stated::Broken => return Ok(None),
            Stated::Given(_) | Stated::Named(_) | Stated::Drawing(_) => None,
            Stated::ByLength => {
                Some(form.order(text).map_err(|error| (error.column, error.message()))?)
            }
        };
        if let Some((_, place)) = self.last.as_ref().filter(|(of, _)| *of == order) {
            return Ok(Some(place.clone()));
        }
        let symbols = self.symbols.as_ref();
        let place = match (&self.geometry, order) {
            (_, Some(order)) => places.get(&format!("classic{order}"), Path::new(""), symbols),
            (Stated::Given(geometry), None) => places.given(geometry, symbols),
            (Stated::Named(name), None) => places.get(name, &self.folder, symbols),
            (_, None) => return Ok(None),
        };
        let place = place.map_err(|problem| (1, problem))?;
        self.last = Some((order, place.clone()));
        Ok(Some(place))
    }

    /// The place of the last puzzle, if no header came after it.
    pub(super) fn last(&self) -> Option<&Arc<Place>> {
        self.last.as_ref().map(|(_, place)| place)
    }

    /// Takes what is behind the `#` of a comment line, if it goes on with a drawing; returns whether
    /// it does.
    pub(super) fn go_on(&mut self, number: usize, comment: &str) -> bool {
        match &mut self.geometry {
            Stated::Drawing(stated) => stated.extend(number, comment),
            _ => false,
        }
    }

    /// Ends the drawing of a geometry, if there is one.
    ///
    /// # Errors
    /// What is wrong with it, and the line of its header.
    pub(super) fn end_drawing(&mut self, places: &mut Places) -> Result<(), Problem> {
        let Stated::Drawing(stated) = &mut self.geometry else { return Ok(()) };
        let stated = stated.clone();
        self.geometry = Stated::Broken;
        let problem = |problem| (stated.line, 1, left_out(problem));
        places.get(&stated.text, &self.folder, None).map_err(problem)?;
        self.geometry = Stated::Named(stated.text);
        Ok(())
    }

    /// Takes a header line. A key that is not known makes it a comment.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub(super) fn set(
        &mut self,
        number: usize,
        key: &str,
        value: &str,
        places: &mut Places,
    ) -> Result<(), String> {
        self.last = None;
        match key {
            "geometry" if value.is_empty() => {
                let stated = board_header::StatedBoard::new(number, value);
                self.geometry = Stated::Drawing(stated);
            }
            "geometry" => {
                self.geometry = Stated::Broken;
                places.get(value, &self.folder, None).map_err(left_out)?;
                self.geometry = Stated::Named(value.to_owned());
            }
            "symbols" => {
                self.symbols = Some(Symbols::parse(value).map_err(|error| error.to_string())?);
            }
            "expect" => self.expect = expectation(value)?,
            key => {
                let topic = Topic::of_key(key).filter(|&topic| topic != Topic::Comment);
                if let Some(topic) = topic {
                    self.notes.retain(|note| note.topic != topic);
                    let note = Note::new(topic, value);
                    if topic == Topic::Level {
                        self.level = (!note.text.is_empty()).then(|| note.text.as_str().into());
                    }
                    self.notes.extend(Some(note).filter(|note| !note.text.is_empty()));
                }
            }
        }
        Ok(())
    }
}

fn left_out(problem: String) -> String {
    format!("{problem}; the puzzles under this header are left out")
}

/// What a puzzle is expected to have; an empty text takes an expectation back.
pub(super) fn expectation(text: &str) -> Result<Option<Expectation>, String> {
    Ok(Some(match text {
        "" => return Ok(None),
        "unique" => Expectation::Exactly(1),
        "impossible" | "unsatisfiable" => Expectation::Exactly(0),
        "multiple" => Expectation::Multiple,
        "satisfiable" => Expectation::Possible,
        number => Expectation::Exactly(number.parse().map_err(|_| {
            format!(
                "{number:?} is no expectation, expected unique, multiple, impossible, satisfiable, \
                 unsatisfiable or a number of solutions"
            )
        })?),
    }))
}

/// How many colours a graph needs.
pub(super) fn colours(text: &str) -> Result<Expectation, String> {
    let colours = text.strip_suffix("colours").unwrap_or(text).trim().parse();
    colours.map(Expectation::Colours).map_err(|_| {
        format!("{text:?} is no chromatic number, expected how many colours the graph needs")
    })
}
