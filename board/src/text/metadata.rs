//! What a text says about a puzzle besides its cells.
//!
//! Comment lines `# key: value` are *headers* in every notation that has comments: `geometry` and
//! `symbols` define how the cells are read ([`board_header`](super::board_header)), `name` is the name
//! of the puzzle, and each [`Topic`] has a key of its own. Any other comment is a comment.

use super::board_header::StatedBoard;
use super::rule_words;
use crate::source::TextError;

/// What is expected in place of a rule that is not read.
pub const EXPECTED_BOARD: &str =
    "a header `# geometry: NAME`, a key `geometry` or `--geometry NAME` for the board";

/// What a text says about a puzzle besides its cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Its name.
    pub name: Option<String>,
    /// The line of the name, if it is a title.
    pub title: Option<usize>,
    /// Its geometry.
    pub geometry: Option<StatedBoard>,
    /// Its symbols, and the line of that header.
    pub symbols: Option<(usize, String)>,
    /// How many solutions it is expected to have, and the line of that header.
    pub expect: Option<(usize, String)>,
    /// A comment that states a rule which is not read, and its line.
    pub rule: Option<(usize, String)>,
    /// Everything else.
    pub notes: Vec<Note>,
}

/// A remark about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The subject.
    pub topic: Topic,
    /// The text: one line.
    pub text: String,
}

/// The subject of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Who made the puzzle.
    Author,
    /// Anything.
    Comment,
    /// When it was made.
    Date,
    /// A description.
    Description,
    /// Its difficulty, as published.
    Level,
    /// Where it was published.
    Source,
    /// A web address.
    Url,
}

impl Topic {
    /// All topics.
    pub const ALL: [Self; 7] = [
        Self::Author,
        Self::Comment,
        Self::Date,
        Self::Description,
        Self::Level,
        Self::Source,
        Self::Url,
    ];

    /// Returns the key of its header.
    pub fn key(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Comment => "comment",
            Self::Date => "date",
            Self::Description => "description",
            Self::Level => "level",
            Self::Source => "source",
            Self::Url => "url",
        }
    }

    /// Returns the topic whose header has this key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.key() == key)
    }
}

impl Note {
    /// Creates a note; line ends in `text` become blanks.
    pub fn new(topic: Topic, text: &str) -> Self {
        Self { topic, text: text.split_whitespace().collect::<Vec<_>>().join(" ") }
    }

    /// Returns the note in a comment, of which `comment` is the part after the `#`; `None` if it is
    /// empty.
    pub fn of_comment(comment: &str) -> Option<Self> {
        let header = comment.split_once(':');
        let topic = header.and_then(|(key, text)| Some((Topic::of_key(key.trim())?, text)));
        let (topic, text) = topic.unwrap_or((Topic::Comment, comment));
        Some(Self::new(topic, text)).filter(|note| !note.text.is_empty())
    }
}

impl Metadata {
    /// Parses the part of a comment line after the `#`.
    pub(super) fn parse_header(&mut self, line: usize, comment: &str) {
        if self.geometry.as_mut().is_some_and(|stated| stated.extend(line, comment)) {
            return;
        }
        let (key, value) = comment.split_once(':').unwrap_or_default();
        let value = || value.trim().to_owned();
        match key.trim() {
            "expect" => self.expect = Some((line, value())),
            "geometry" => self.geometry = Some(StatedBoard::new(line, &value())),
            "name" => self.name = Some(value()).filter(|name| !name.is_empty()),
            "symbols" => self.symbols = Some((line, value())),
            _ => {
                if rule_words::stated_by_comment(comment) {
                    self.rule = Some((line, comment.trim().to_owned()));
                }
                self.notes.extend(Note::of_comment(comment));
            }
        }
    }

    /// Adds the line of a title: the first is the name, and the others are comments.
    pub(super) fn add_title(&mut self, line: usize, title: &str) {
        if rule_words::stated_by_comment(title) {
            self.rule = Some((line, title.trim().to_owned()));
        }
        match self.name {
            None => (self.name, self.title) = (Some(title.trim().to_owned()), Some(line)),
            Some(_) => self.notes.push(Note::new(Topic::Comment, title)),
        }
    }

    /// Checks that a puzzle on a board that nothing states, with this name, has no other rules.
    ///
    /// # Errors
    /// If a comment or a title states one, at its line.
    pub fn check_rules(&self, board: &str) -> Result<(), TextError> {
        let title = || self.title.zip(self.name.as_ref());
        let title = || title().filter(|(_, title)| rule_words::stated_by_title(title));
        let stated = self.rule.as_ref().map(|(line, rule)| (*line, rule)).or_else(title);
        match stated.filter(|_| board.starts_with("classic")) {
            Some((line, rule)) => {
                Err(TextError::new(line, 1, rule_words::unread(rule), EXPECTED_BOARD))
            }
            None => Ok(()),
        }
    }

    /// Applies the headers in force, `current`, where this puzzle has none of its own; its own
    /// headers replace them.
    pub(super) fn inherit(&mut self, current: &mut Self) {
        inherit(&mut self.geometry, &mut current.geometry);
        inherit(&mut self.symbols, &mut current.symbols);
        inherit(&mut self.expect, &mut current.expect);
        inherit(&mut self.rule, &mut current.rule);
    }

    /// Adds what `other` has and this lacks, and all its notes.
    pub(super) fn merge(&mut self, other: Self) {
        self.name = self.name.take().or(other.name);
        self.geometry = self.geometry.take().or(other.geometry);
        self.symbols = self.symbols.take().or(other.symbols);
        self.expect = self.expect.take().or(other.expect);
        self.rule = self.rule.take().or(other.rule);
        self.notes.extend(other.notes);
    }
}

fn inherit<T: Clone>(own: &mut Option<T>, current: &mut Option<T>) {
    match own {
        Some(_) => current.clone_from(own),
        None => own.clone_from(current),
    }
}
