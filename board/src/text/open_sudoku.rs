//! The XML files of OpenSudoku, an Android app: folders of games.
//!
//! ```text
//!   <opensudoku version="2">
//!     <folder name="easy">
//!       <game data="530070000600195000…" state="0" time="0" />
//!     </folder>
//!   </opensudoku>
//! ```
//!
//! The first version has no folders, and metadata in elements of its own: `author`, `description`,
//! `comment`, `level`, `source`, `sourceURL`, `created`. `0` is an empty cell. The state of a game is
//! ignored.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::{escape, resolve_predefined_entity};
use quick_xml::events::{BytesStart, Event};

use super::metadata::{Note, Topic};
use super::parsed::{Cells, GeometryLookup, ParsedPuzzle};
use super::record::{Record, Writer};
use super::rows::plain_cells;
use super::write_error::WriteError;
use crate::source::TextError;

/// Elements with metadata of all games.
const TOPICS: &[(&str, Topic)] = &[
    ("author", Topic::Author),
    ("comment", Topic::Comment),
    ("created", Topic::Date),
    ("description", Topic::Description),
    ("level", Topic::Level),
    ("source", Topic::Source),
    ("sourceURL", Topic::Url),
];

/// Reads all games.
///
/// # Errors
/// If the text is not XML, or has no game.
pub fn read(text: &str, _: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    // The reader counts bytes from after a byte order mark, so its places are in a text without one.
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader::from_str(text);
    let mut puzzles = Vec::new();
    let mut metadata = TopicReader::default();
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            let (line, column) = place(text, reader.error_position() as usize);
            TextError::new(line, column, error.to_string(), "XML")
        })?;
        match event {
            Event::Start(element) | Event::Empty(element)
                if element.local_name().as_ref() == "game" =>
            {
                puzzles.push(game(text, start, &element)?);
            }
            Event::Eof => break,
            event => metadata.read(event),
        }
    }
    if puzzles.is_empty() {
        return Err(TextError::new(1, 1, "no puzzle", "an element <game data=\"…\"/>"));
    }
    for puzzle in &mut puzzles {
        puzzle.metadata.notes.clone_from(&metadata.notes);
    }
    Ok(puzzles)
}

/// Collects the elements with metadata.
#[derive(Default)]
struct TopicReader {
    notes: Vec<Note>,
    /// The text so far of the element that is open.
    open: Option<(Topic, String)>,
}

impl TopicReader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(element) => {
                let name = element.local_name();
                let topic = TOPICS.iter().find(|(key, _)| *key == name.as_ref());
                self.open = topic.map(|(_, topic)| (*topic, String::new()));
            }
            Event::Text(text) => self.push(&text),
            Event::CData(text) => self.push(&text),
            Event::GeneralRef(entity) => match entity.resolve_char_ref() {
                Ok(Some(character)) => self.push(character.encode_utf8(&mut [0; 4])),
                _ => self.push(resolve_predefined_entity(&entity).unwrap_or_default()),
            },
            Event::End(_) => {
                let note = self.open.take().map(|(topic, text)| Note::new(topic, &text));
                self.notes.extend(note.filter(|note| !note.text.is_empty()));
            }
            _ => {}
        }
    }

    fn push(&mut self, more: &str) {
        if let Some((_, text)) = &mut self.open {
            text.push_str(more);
        }
    }
}

/// Returns whether a text is such a file.
pub(super) fn recognise(head: &str) -> bool {
    let head = head.trim_start_matches('\u{feff}').trim_start();
    head.starts_with('<') && (head.contains("<opensudoku") || head.starts_with("<?xml"))
}

/// Writes games in one folder.
#[derive(Default)]
pub(super) struct Folder {
    is_open: bool,
}

impl Writer for Folder {
    fn record(&mut self, record: &Record) -> Result<String, WriteError> {
        let cells = plain_cells(record, "opensudoku")?.replace('.', "0");
        let mut text = String::new();
        if !std::mem::replace(&mut self.is_open, true) {
            text += OPENING;
        }
        let cells = escape(&cells);
        text += &format!("    <game data=\"{cells}\" state=\"0\" time=\"0\" />\n");
        Ok(text)
    }

    fn end(&mut self) -> String {
        let opening = if self.is_open { "" } else { OPENING };
        format!("{opening}  </folder>\n</opensudoku>\n")
    }
}

const OPENING: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"2\">\n  \
                       <folder name=\"sudoku\">\n";

/// Returns the game of an element that starts at a byte of the text.
fn game(text: &str, start: usize, element: &BytesStart<'_>) -> Result<ParsedPuzzle, TextError> {
    let (line, column) = place(text, start);
    let wrong = |found: String| {
        TextError::new(line, column, found, "<game data=\"…\"/> with the cells as digits")
    };
    let attribute = element.try_get_attribute("data").map_err(|error| wrong(error.to_string()))?;
    let Some(attribute) = attribute else { return Err(wrong("a game without data".into())) };
    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
    let data = value.map_err(|error| wrong(error.to_string()))?.into_owned();
    // The place of the cells, for errors in them.
    let after = text[start..].find("data").map_or(0, |at| at + 4);
    let quote = text[start + after..].find(['"', '\'']).map_or(0, |at| at + 1);
    let (line, column) = place(text, start + after + quote);
    Ok(ParsedPuzzle::new(line, Cells::Line(line, column, data)))
}

/// Returns the line and the column of a byte.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let mut end = byte.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}
