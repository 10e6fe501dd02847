//! The XML files of OpenSudoku, a program for telephones: folders of games.
//!
//! ```text
//!   <opensudoku version="2">
//!     <folder name="easy">
//!       <game data="530070000600195000…" state="0" time="0" />
//!     </folder>
//!   </opensudoku>
//! ```
//!
//! The first version has no folders, and what there is to say in elements of its own: `author`,
//! `description`, `comment`, `level`, `source`, `sourceURL`, `created`. `0` is an empty cell. What a
//! player did is not read.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::{escape, resolve_predefined_entity};
use quick_xml::events::{BytesStart, Event};

use super::draft::{Atlas, Cells, Draft, Note, Topic};
use super::problem::{Problem, TextError};
use super::record::{Record, Unwritable, Writer};
use super::rows::plain_cells;

/// Elements that say something of all games.
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
/// When the text is no XML, or has no game.
pub fn read(text: &str, _: &mut Atlas<'_>) -> Result<Vec<Draft>, TextError> {
    // The reader counts its bytes from behind a byte order mark, so its places are in a text without one.
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader::from_str(text);
    let mut drafts = Vec::new();
    let mut notes = Vec::new();
    // What is said in the element that is open.
    let mut saying: Option<(Topic, String)> = None;
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            let at = place(text, reader.error_position() as usize);
            TextError::new(at.0, at.1, Problem::malformed(error.to_string(), "XML"))
        })?;
        let mut say = |said: &str| {
            if let Some((_, text)) = &mut saying {
                text.push_str(said);
            }
        };
        match event {
            Event::Start(element) | Event::Empty(element)
                if element.local_name().as_ref() == "game" =>
            {
                drafts.push(game(text, start, &element)?);
            }
            Event::Start(element) => {
                let name = element.local_name();
                let topic = TOPICS.iter().find(|(key, _)| *key == name.as_ref());
                saying = topic.map(|(_, topic)| (*topic, String::new()));
            }
            Event::Text(said) => say(&said),
            Event::CData(said) => say(&said),
            Event::GeneralRef(entity) => match entity.resolve_char_ref() {
                Ok(Some(character)) => say(character.encode_utf8(&mut [0; 4])),
                _ => say(resolve_predefined_entity(&entity).unwrap_or_default()),
            },
            Event::End(_) => {
                let note = saying.take().map(|(topic, said)| Note::new(topic, &said));
                notes.extend(note.filter(|note| !note.text.is_empty()));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if drafts.is_empty() {
        return Err(TextError::new(1, 1, Problem::NoPuzzle("an element <game data=\"…\"/>")));
    }
    for draft in &mut drafts {
        draft.said.notes.clone_from(&notes);
    }
    Ok(drafts)
}

/// Whether a text is such a file.
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
    fn record(&mut self, record: &Record) -> Result<String, Unwritable> {
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

/// The game of an element that begins at a byte of the text.
fn game(text: &str, start: usize, element: &BytesStart<'_>) -> Result<Draft, TextError> {
    let (line, column) = place(text, start);
    let wrong = |found: String| {
        let problem = Problem::malformed(found, "<game data=\"…\"/> with the cells as digits");
        TextError::new(line, column, problem)
    };
    let attribute = element.try_get_attribute("data").map_err(|error| wrong(error.to_string()))?;
    let Some(attribute) = attribute else { return Err(wrong("a game without data".into())) };
    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
    let data = value.map_err(|error| wrong(error.to_string()))?.into_owned();
    // Where the cells begin in the text, so that a wrong one is found.
    let behind = text[start..].find("data").map_or(0, |at| at + 4);
    let quote = text[start + behind..].find(['"', '\'']).map_or(0, |at| at + 1);
    let (line, column) = place(text, start + behind + quote);
    Ok(Draft::new(line, Cells::Line(line, column, data)))
}

/// Line and column of a byte.
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
