//! The `.sdk` files of SadMan and SudoCue: what there is to say, then nine rows.
//!
//! ```text
//!   #AJane Doe             #A author    #B date    #C comment    #D description
//!   #LHard                 #L level     #S source  #U address
//!   [Puzzle]               only where other sections follow
//!   53..7....
//!   …
//! ```
//!
//! Sections other than `[Puzzle]` hold what a player did, and are left out.

use super::draft::{Atlas, Draft, Note, Topic, lines, one_line};
use super::grid;
use super::picture::rows_of;
use super::problem::{Problem, TextError};
use super::record::{Record, Style, Unwritable};

const LETTERS: &[(char, Topic)] = &[
    ('A', Topic::Author),
    ('B', Topic::Date),
    ('C', Topic::Comment),
    ('D', Topic::Description),
    ('L', Topic::Level),
    ('S', Topic::Source),
    ('U', Topic::Url),
];

/// Reads a grid and what is said of it.
///
/// # Errors
/// As the notation [`grid`], and when there is more than one.
pub fn read(text: &str, atlas: &mut Atlas<'_>) -> Result<Vec<Draft>, TextError> {
    let mut notes = Vec::new();
    let mut in_puzzle = true;
    // Every line keeps its number.
    let mut rows = String::new();
    for (_, line) in lines(text) {
        let letter = letter(line);
        if let Some((topic, said)) = letter {
            notes.extend(Some(Note::new(topic, said)).filter(|note| !note.text.is_empty()));
        } else if let Some(section) = line.trim().strip_prefix('[') {
            in_puzzle = section.trim_end_matches(']').eq_ignore_ascii_case("puzzle");
        } else if in_puzzle {
            rows += line;
        }
        rows.push('\n');
    }
    let mut drafts = grid::read(&rows, atlas)?;
    if let Some(second) = drafts.get(1) {
        let problem = Problem::malformed("a second grid", "one grid in an sdk file");
        return Err(TextError::new(second.line, 1, problem));
    }
    for draft in &mut drafts {
        notes.append(&mut draft.said.notes);
        draft.said.notes = std::mem::take(&mut notes);
    }
    Ok(drafts)
}

/// Whether a text has lines that only these files have.
pub(super) fn recognise(head: &str) -> bool {
    let is_section = |line: &str| line.trim().eq_ignore_ascii_case("[puzzle]");
    let is_row = |line: &str| (4..=36).contains(&line.trim().chars().count());
    let said = lines(head).any(|(_, line)| letter(line).is_some());
    let first = lines(head)
        .map(|(_, line)| line)
        .find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines(head).any(|(_, line)| is_section(line)) || (said && first.is_some_and(is_row))
}

/// Writes a grid and what is said of it.
pub(super) fn write(record: &Record, _: Style) -> Result<String, Unwritable> {
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

/// What a line `#A…` says.
fn letter(line: &str) -> Option<(Topic, &str)> {
    let rest = line.strip_prefix('#')?;
    let (_, topic) = LETTERS.iter().find(|(letter, _)| rest.starts_with(*letter))?;
    Some((*topic, rest[1..].trim()))
}
