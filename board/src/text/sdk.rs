//! The `.sdk` files of SadMan and SudoCue: metadata, then nine rows.
//!
//! ```text
//!   #AJane Doe             #A author    #B date    #C comment    #D description
//!   #LHard                 #L level     #S source  #U address
//!   [Puzzle]               only if other sections follow
//!   53..7....
//!   …
//! ```
//!
//! Sections other than `[Puzzle]` hold the state of a game and are ignored, except those that state a rule or the
//! regions (`[areas]`), which are errors.

use super::grid;
use super::metadata::{Note, Topic};
use super::parsed::{GeometryLookup, ParsedPuzzle};
use super::picture_row::rows_of;
use super::record::{Record, Style};
use super::rule_words;
use super::write_error::WriteError;
use crate::source::{TextError, lines, one_line};

const LETTERS: &[(char, Topic)] = &[
    ('A', Topic::Author),
    ('B', Topic::Date),
    ('C', Topic::Comment),
    ('D', Topic::Description),
    ('L', Topic::Level),
    ('S', Topic::Source),
    ('U', Topic::Url),
];

/// Reads a grid and its metadata.
///
/// # Errors
/// As the notation [`grid`], and if there is more than one grid, or a section states a rule or regions.
pub fn read(text: &str, lookup: &mut GeometryLookup<'_>) -> Result<Vec<ParsedPuzzle>, TextError> {
    let mut notes = Vec::new();
    let mut in_puzzle = true;
    // The other lines are blanked, so that every row keeps its number.
    let mut rows = String::new();
    for (number, line) in lines(text) {
        if let Some((topic, value)) = metadata_of(line) {
            notes.extend(Some(Note::new(topic, value)).filter(|note| !note.text.is_empty()));
        } else if let Some(section) = line.trim().strip_prefix('[') {
            let section = section.trim_end_matches(']');
            if rule_words::names_rule(section) || rule_words::may_name_regions(section) {
                let found = format!("the section [{section}] states a rule that is not read");
                return Err(TextError::new(
                    number,
                    1,
                    found,
                    "a header `# geometry: NAME` above the grid",
                ));
            }
            in_puzzle = section.eq_ignore_ascii_case("puzzle");
        } else if in_puzzle {
            rows += line;
        }
        rows.push('\n');
    }
    let mut puzzles = grid::read(&rows, lookup)?;
    if let Some(second) = puzzles.get(1) {
        return Err(TextError::new(second.line, 1, "a second grid", "one grid in an sdk file"));
    }
    for puzzle in &mut puzzles {
        notes.append(&mut puzzle.metadata.notes);
        puzzle.metadata.notes = std::mem::take(&mut notes);
    }
    Ok(puzzles)
}

/// Returns whether a text has lines that only these files have.
pub(super) fn recognise(head: &str) -> bool {
    let is_section = |line: &str| line.trim().eq_ignore_ascii_case("[puzzle]");
    let is_row = |line: &str| (4..=36).contains(&line.trim().chars().count());
    let has_metadata = lines(head).any(|(_, line)| metadata_of(line).is_some());
    let first = lines(head)
        .map(|(_, line)| line)
        .find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines(head).any(|(_, line)| is_section(line)) || (has_metadata && first.is_some_and(is_row))
}

/// Writes a grid and its metadata.
pub(super) fn write(record: &Record, _: Style) -> Result<String, WriteError> {
    record.only_givens("sdk")?;
    record.only_classic("sdk", 9)?;
    let mut text = String::new();
    for note in &record.notes {
        let letter = LETTERS.iter().find(|(_, topic)| *topic == note.topic);
        let letter = letter.map_or('C', |(letter, _)| *letter);
        text += &format!("#{letter}{}\n", one_line(&note.text).trim());
    }
    let geometry = record.puzzle.geometry();
    for (_, cells) in rows_of(geometry) {
        let given = |cell| record.puzzle.given(cell);
        let character = |symbol| geometry.alphabet().character(symbol);
        text.extend(cells.into_iter().map(|cell| given(cell).map_or('.', character)));
        text.push('\n');
    }
    Ok(text)
}

/// Returns the topic and the text of a line `#A…`.
fn metadata_of(line: &str) -> Option<(Topic, &str)> {
    let rest = line.strip_prefix('#')?;
    let (_, topic) = LETTERS.iter().find(|(letter, _)| rest.starts_with(*letter))?;
    Some((*topic, rest[1..].trim()))
}
