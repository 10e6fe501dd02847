//! Header lines of a corpus: `# geometry: x`, `# symbols: ABCD`, `# expect: unique`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::text::metadata::EXPECTED_BOARD;
use board::text::symbols::Symbols;
use board::text::{Note, Topic, board_header, line, pencil_line, rule_words};
use board::{Geometry, catalog};
use record::hash::PuzzleHasher;

use super::{CorpusOptions, Expectation, LineError, geometry};

/// What the header lines read so far state.
#[derive(Clone, Debug)]
pub(super) struct Headers {
    /// The folder of geometry files.
    folder: PathBuf,
    geometry: StatedGeometry,
    pub(super) symbols: Option<Symbols>,
    /// The expected number of solutions.
    pub(super) expect: Option<Expectation>,
    /// The difficulty.
    pub(super) level: Option<Arc<str>>,
    /// Other headers, without comments.
    pub(super) notes: Vec<Note>,
    /// A header that states a rule which is not read, and its line.
    rule: Option<(usize, String)>,
    /// The last geometry returned, and the order inferred from the length of the line, if it was.
    last: Option<(Option<usize>, Arc<CachedGeometry>)>,
}

/// How the geometry is stated.
#[derive(Clone, Debug)]
enum StatedGeometry {
    /// Not at all: it is inferred from the length of each line.
    ByLength,
    /// On the command line.
    Given(Arc<Geometry>),
    /// By a name or a file.
    Named(String),
    /// By a drawing, which may continue on the next line.
    Drawing(board_header::StatedBoard),
    /// By a header that could not be read: the lines below it are skipped.
    Broken,
}

/// How the cells of a line are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LineKind {
    /// As values or as candidates, depending on the length of the line.
    #[default]
    Either,
    /// One character or number per cell.
    Cells,
    /// The candidates of each cell.
    Candidates,
}

impl LineKind {
    /// Returns the order of the classic geometry, inferred from the length of a line.
    fn order(self, text: &str) -> Result<usize, board::TextError> {
        match (self, line::order(text)) {
            (Self::Cells, order) => order,
            (Self::Candidates, order) => pencil_line::order_by_length(text).map_or(order, Ok),
            // Lines of orders 8, 27 and 64 are as long as the candidates of another order.
            (Self::Either, Ok(order)) if !matches!(order, 8 | 27 | 64) => Ok(order),
            (Self::Either, order) => pencil_line::order(text).map_or(order, Ok),
        }
    }
}

/// A geometry, and the hasher of its puzzles.
#[derive(Debug)]
pub(super) struct CachedGeometry {
    /// The geometry.
    pub(super) geometry: Arc<Geometry>,
    /// The hasher of its puzzles.
    pub(super) hasher: PuzzleHasher,
    /// Whether it is classic 9×9 with the symbols 1–9.
    pub(super) is_classic9: bool,
}

impl CachedGeometry {
    /// Prepares the hasher of a geometry.
    pub(super) fn new(geometry: Arc<Geometry>) -> Self {
        let is_classic9 = geometry.name() == "classic9"
            && catalog::classic(9).is_ok_and(|classic| classic == *geometry);
        Self { hasher: PuzzleHasher::new(&geometry), geometry, is_classic9 }
    }
}

/// The maximum number of geometries that are kept. A corpus may draw a board for each puzzle.
const MOST_MADE: usize = 256;

/// The geometries in use. Each of a few is built only once, so that backends are prepared for it only once.
#[derive(Debug, Default)]
pub(super) struct GeometryCache {
    /// The keys are a name of the catalog, the path of a file, or the empty string for the geometry of the
    /// command line; and the symbols that a header states.
    made: HashMap<(String, Option<String>), Arc<CachedGeometry>>,
}

impl GeometryCache {
    /// Returns a geometry by its name, or from a file in `folder`.
    pub(super) fn get(
        &mut self,
        name: &str,
        folder: &Path,
        symbols: Option<&Symbols>,
    ) -> Result<Arc<CachedGeometry>, String> {
        let path = folder.join(name).display().to_string();
        for known in [name, &path] {
            let key = (known.to_owned(), symbols.map(Symbols::to_string));
            if let Some(cached) = self.made.get(&key) {
                return Ok(cached.clone());
            }
        }
        let found = geometry::find(name, folder).map_err(|error| format!("{error:#}"))?;
        let key = found.file.map_or(name.to_owned(), |_| path);
        self.make(key, found.geometry, symbols)
    }

    /// Returns the geometry of the command line.
    pub(super) fn given(
        &mut self,
        geometry: &Arc<Geometry>,
        symbols: Option<&Symbols>,
    ) -> Result<Arc<CachedGeometry>, String> {
        match self.made.get(&(String::new(), symbols.map(Symbols::to_string))) {
            Some(cached) => Ok(cached.clone()),
            None => self.make(String::new(), Geometry::clone(geometry), symbols),
        }
    }

    fn make(
        &mut self,
        known: String,
        mut geometry: Geometry,
        symbols: Option<&Symbols>,
    ) -> Result<Arc<CachedGeometry>, String> {
        let key = (known, symbols.map(Symbols::to_string));
        if let Some(symbols) = symbols {
            let (size, name) = (geometry.symbols(), geometry.name().to_owned());
            let wrong = |found: String| format!("{name} has {size} symbols, but {found}");
            let alphabet = symbols.alphabet(size).map_err(|_| match symbols {
                Symbols::Characters(listed) => {
                    wrong(format!("the header `symbols` lists {}", listed.len()))
                }
                named => wrong(format!("{named} has fewer characters")),
            })?;
            geometry =
                geometry.with_alphabet(alphabet).map_err(|error| wrong(error.to_string()))?;
        }
        if self.made.len() == MOST_MADE {
            self.made.clear();
        }
        let cached = Arc::new(CachedGeometry::new(Arc::new(geometry)));
        self.made.insert(key, cached.clone());
        Ok(cached)
    }
}

impl Headers {
    /// Creates the state before the first line of a corpus in `folder`, with the options of the command line.
    pub(super) fn new(options: &CorpusOptions, folder: &Path) -> Self {
        let geometry =
            options.geometry.clone().map_or(StatedGeometry::ByLength, StatedGeometry::Given);
        let symbols = options.symbols.clone();
        let (folder, expect, level) = (folder.to_owned(), None, None);
        let (notes, rule, last) = (Vec::new(), None, None);
        Self { folder, geometry, symbols, expect, level, notes, rule, last }
    }

    /// Reads something on the board with this name, whatever board the headers state.
    pub(super) fn on_board<T>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let stated = std::mem::replace(&mut self.geometry, StatedGeometry::Named(name.into()));
        let last = self.last.take();
        let found = read(self);
        (self.geometry, self.last) = (stated, last);
        found
    }

    /// Returns the geometry of the puzzle in a line; `None` below a header that could not be read.
    ///
    /// # Errors
    /// A column and a message.
    pub(super) fn geometry_of(
        &mut self,
        text: &str,
        kind: LineKind,
        cache: &mut GeometryCache,
    ) -> Result<Option<Arc<CachedGeometry>>, (usize, String)> {
        let order = match self.geometry {
            StatedGeometry::Broken => return Ok(None),
            StatedGeometry::Given(_) | StatedGeometry::Named(_) | StatedGeometry::Drawing(_) => {
                None
            }
            StatedGeometry::ByLength => {
                Some(kind.order(text).map_err(|error| (error.column, error.message()))?)
            }
        };
        if let Some((_, cached)) = self.last.as_ref().filter(|(of, _)| *of == order) {
            return Ok(Some(cached.clone()));
        }
        let symbols = self.symbols.as_ref();
        let cached = match (&self.geometry, order) {
            (_, Some(order)) => cache.get(&format!("classic{order}"), Path::new(""), symbols),
            (StatedGeometry::Given(geometry), None) => cache.given(geometry, symbols),
            (StatedGeometry::Named(name), None) => cache.get(name, &self.folder, symbols),
            (_, None) => return Ok(None),
        };
        let cached = cached.map_err(|problem| (1, problem))?;
        self.last = Some((order, cached.clone()));
        Ok(Some(cached))
    }

    /// Checks that no header states a rule that is not read, unless the board is stated.
    ///
    /// # Errors
    /// At the header, once: the puzzles below it are skipped.
    pub(super) fn check_rules(&mut self) -> Result<(), LineError> {
        match self.rule.take().filter(|_| matches!(self.geometry, StatedGeometry::ByLength)) {
            Some((line, header)) => {
                self.geometry = StatedGeometry::Broken;
                let problem = format!("{}, expected {EXPECTED_BOARD}", rule_words::unread(&header));
                Err((line, 1, skipping(problem)))
            }
            None => Ok(()),
        }
    }

    /// Returns the geometry of the last puzzle, if no header follows it.
    pub(super) fn last(&self) -> Option<&Arc<CachedGeometry>> {
        self.last.as_ref().map(|(_, cached)| cached)
    }

    /// Adds the text of a comment line to a drawing of a geometry. Returns whether it belongs to one.
    pub(super) fn extend_drawing(&mut self, number: usize, comment: &str) -> bool {
        match &mut self.geometry {
            StatedGeometry::Drawing(stated) => stated.extend(number, comment),
            _ => false,
        }
    }

    /// Ends the drawing of a geometry, if there is one.
    ///
    /// # Errors
    /// When it is malformed, at the line of its header.
    pub(super) fn end_drawing(&mut self, cache: &mut GeometryCache) -> Result<(), LineError> {
        let StatedGeometry::Drawing(stated) = &mut self.geometry else { return Ok(()) };
        let stated = stated.clone();
        self.geometry = StatedGeometry::Broken;
        let problem = |problem| (stated.line, 1, skipping(problem));
        cache.get(&stated.text, &self.folder, None).map_err(problem)?;
        self.geometry = StatedGeometry::Named(stated.text);
        Ok(())
    }

    /// Applies a header line. One with an unknown key is a comment.
    ///
    /// # Errors
    /// When the value is invalid.
    pub(super) fn set(
        &mut self,
        number: usize,
        key: &str,
        value: &str,
        cache: &mut GeometryCache,
    ) -> Result<(), String> {
        self.last = None;
        match key {
            "geometry" if value.is_empty() => {
                let stated = board_header::StatedBoard::new(number, value);
                self.geometry = StatedGeometry::Drawing(stated);
            }
            "geometry" => {
                self.geometry = StatedGeometry::Broken;
                cache.get(value, &self.folder, None).map_err(skipping)?;
                self.geometry = StatedGeometry::Named(value.to_owned());
            }
            "symbols" => {
                self.symbols = Some(Symbols::parse(value).map_err(|error| error.to_string())?);
            }
            "expect" => self.expect = Expectation::of_header(value)?,
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
                let header = format!("{key}: {value}");
                if rule_words::stated_by_comment(&header) {
                    self.rule = Some((number, header));
                }
            }
        }
        Ok(())
    }
}

fn skipping(problem: String) -> String {
    format!("{problem}; the puzzles below this header are skipped")
}

/// Parses the chromatic number of a graph.
pub(super) fn colours(text: &str) -> Result<Expectation, String> {
    let colours = text.strip_suffix("colours").unwrap_or(text).trim().parse();
    colours
        .map(Expectation::Colours)
        .map_err(|_| format!("{text:?} is not a chromatic number, expected a number of colours"))
}
