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
//!
//! The app itself exports games that may have been played, as `version: N`, a line end, and fields of each cell with a
//! bar after each: the value, the marks (one field up to version 3, two from version 4), the colour (version 5), and
//! whether the cell is editable. The givens are the cells that are not (`0`). Other values were entered by a player;
//! they and the marks are ignored.
//!
//! ```text
//!   <game data="version: 1&#10;5|-|0|3|-|0|0|1,2,|1|…"/>
//! ```

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
    let data = value.map_err(|error| wrong(error.to_string()))?;
    // The place of the cells, for errors in them.
    let after = text[start..].find("data").map_or(0, |at| at + 4);
    let quote = text[start + after..].find(['"', '\'']).map_or(0, |at| at + 1);
    let (line, column) = place(text, start + after + quote);
    let data = match data.trim_start().strip_prefix("version:") {
        Some(played) => givens(played)
            .map_err(|(found, expected)| TextError::new(line, column, found, expected))?,
        None => data.into_owned(),
    };
    Ok(ParsedPuzzle::new(line, Cells::Line(line, column, data)))
}

/// Returns the givens of a game that may have been played, from the text after `version:`.
///
/// # Errors
/// What is wrong, and what was expected.
fn givens(played: &str) -> Result<String, (String, String)> {
    let (version, cells) =
        played.trim_start().split_once(char::is_whitespace).unwrap_or((played.trim(), ""));
    let form = match version {
        "1" | "2" | "3" => "VALUE|MARKS|EDITABLE|",
        "4" => "VALUE|MARKS|MARKS|EDITABLE|",
        "5" => "VALUE|MARKS|MARKS|COLOUR|EDITABLE|",
        _ => return Err((format!("data of version {version:?}"), "version 1 to 5".into())),
    };
    let error =
        |found: String| Err((found, format!("{form} for each cell, as in version {version}")));
    let Some(cells) = cells.trim().strip_suffix('|') else {
        return error("a last cell without a bar behind it".into());
    };
    // Version 2 may have two bars after the marks.
    let fields: Vec<&str> =
        cells.split('|').filter(|field| version != "2" || !field.is_empty()).collect();
    let (mut givens, mut has_entries) = (String::new(), false);
    for (index, cell) in fields.chunks(form.matches('|').count()).enumerate() {
        let Some((value, is_given)) = value_of(cell, form) else {
            return error(format!("{:?} in cell {}", cell.join("|"), index + 1));
        };
        has_entries |= !is_given && value != "0";
        givens += if is_given { value } else { "0" };
    }
    if has_entries && givens.bytes().all(|given| given == b'0') {
        return error("a game without givens, in which all values are editable".into());
    }
    Ok(givens)
}

/// Returns the value of a cell and whether it is given; `None` if its fields are not of this form.
fn value_of<'c>(cell: &[&'c str], form: &str) -> Option<(&'c str, bool)> {
    let &[value, ref marks @ .., editable] = cell else { return None };
    let is_digit = |c: char| c.is_ascii_digit();
    let are_marks = |marks: &&str| {
        *marks == "-" || !marks.is_empty() && marks.chars().all(|c| is_digit(c) || c == ',')
    };
    let is_cell = cell.len() == form.matches('|').count()
        && value.len() == 1
        && value.chars().all(is_digit)
        && marks.iter().all(are_marks)
        && matches!(editable, "0" | "1");
    is_cell.then_some((value, editable == "0"))
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

#[cfg(test)]
mod tests {
    use super::read;
    use crate::text::reading;

    const FOUR: &str = "....1.3.431.2...";

    /// Returns a game in which the first cell, which is not given, has the value 4 entered.
    fn game(version: &str, cell: impl Fn(char, char) -> String) -> String {
        let value = |(index, c): (usize, char)| match (index, c) {
            (0, _) => cell('4', '1'),
            (_, '.') => cell('0', '1'),
            (_, given) => cell(given, '0'),
        };
        let cells: String = FOUR.chars().enumerate().map(value).collect();
        format!(
            "<opensudoku version=\"2\">\n<folder name=\"x\">\n  \
             <game data=\"version: {version}{cells}\"/>\n</folder></opensudoku>\n"
        )
    }

    #[track_caller]
    fn check_error(text: &str, parts: [&str; 2]) {
        let error = read(text, &mut |_| None).expect_err("data that is refused");
        assert_eq!((error.line, error.column), (3, 15));
        assert!(error.found.contains(parts[0]), "{error}");
        assert!(error.expected.contains(parts[1]), "{error}");
    }

    #[test]
    fn only_cells_that_are_not_editable_are_given() {
        let games = [
            game("1&#10;", |value, editable| format!("{value}|-|{editable}|")),
            game("1&#xA;", |value, editable| format!("{value}|1,2,|{editable}|")),
            game("1\n", |value, editable| format!("{value}|-|{editable}|")),
            game("2&#10;", |value, editable| format!("{value}|0|{editable}|")),
            game("2&#10;", |value, editable| format!("{value}|12||{editable}|")),
            game("3&#10;", |value, editable| format!("{value}|511|{editable}|")),
            game("4&#10;", |value, editable| format!("{value}|0|6|{editable}|")),
            game("5&#10;", |value, editable| format!("{value}|0|6|3|{editable}|")),
        ];
        for game in games {
            let reading = reading::read(&game, "").expect(&game);
            assert_eq!(reading.notation, "opensudoku");
            assert_eq!(crate::text::line::write_givens(&reading.puzzle), FOUR, "{game}");
        }
    }

    #[test]
    fn data_of_another_form_is_refused() {
        let cell = |value: char, editable: char| format!("{value}|-|{editable}|");
        let right = game("1&#10;", cell);
        check_error(&game("6&#10;", cell), ["data of version \"6\"", "version 1 to 5"]);
        check_error(&game("4&#10;", cell), ["cell 2", "VALUE|MARKS|MARKS|EDITABLE|"]);
        check_error(&game("3&#10;", |v, e| format!("{v}|1||{e}|")), ["cell 1", "as in version 3"]);
        check_error(&right.replace("3|-|0|", "3|-|2|"), ["\"3|-|2\" in cell 7", "VALUE|MARKS|"]);
        check_error(&right.replace("3|-|0|", "33|-|0|"), ["\"33|-|0\" in cell 7", "VALUE|MARKS|"]);
        check_error(&right.replace("3|-|0|", "3|a|0|"), ["\"3|a|0\" in cell 7", "VALUE|MARKS|"]);
        check_error(&right.replacen("0|-|1|", "0|-|", 1), ["cell 3", "VALUE|MARKS|"]);
        check_error(&right.replace("|\"", "\""), ["without a bar", "VALUE|MARKS|"]);
        check_error(&right.replace("|-|0|", "|-|1|"), ["without givens", "VALUE|MARKS|"]);
    }
}
