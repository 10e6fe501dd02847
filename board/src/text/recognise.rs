//! Recognises the notation of a text by its first lines.
//!
//! Features of a single notation are tested first: brackets, a heading, `#A`. Then come pictures, by their
//! rows. Any other text is treated as lines, so that errors name the lines that are invalid.

use std::sync::Arc;

use super::grid;
use super::line::{self, without_comment};
use super::metadata::Metadata;
use super::notation::{Notation, Read, named};
use super::table::{Heading, TextTable};
use super::titled::{puzzle_among_text, titles};
use super::{
    f_puzzles, json, jsonl, killer, number_rows, open_sudoku, pasted, pencil_line, scl, sdk,
    sumo_cue,
};
use crate::catalog;
use crate::geometry::Geometry;
use crate::source::{lines, without_mark};

/// The widest row of a picture, in cells: that of the largest multi-grids.
const WIDEST: usize = 64;

/// How a text is read.
#[derive(Clone, Copy, Debug)]
pub struct Recognised {
    /// Its notation; `None` if it can only be lines.
    pub notation: Option<&'static Notation>,
    /// What the first lines showed, for the user.
    pub reason: &'static str,
}

type Test = fn(&str) -> bool;

/// The notations that whole texts are read in, how they are recognised, and by what.
const WHOLE_TEXTS: [(&str, Test, &str); 8] = [
    ("opensudoku", open_sudoku::recognise, "it begins as XML does"),
    ("jsonl", jsonl::recognise, "its first line is a JSON object"),
    ("json", json::recognise, "it begins with a bracket"),
    ("sdk", sdk::recognise, "its first lines are headers of this notation"),
    ("ss", is_simple_sudoku, "its first line is a frame of *---*"),
    ("hurtebis", is_hurtebis, "its rows have blanks for empty cells"),
    ("pencil", is_pencil, "its words are candidates, and each row has as many as there are rows"),
    ("grid", is_grid, "its rows are too short for whole puzzles, or lines are drawn around them"),
];

/// Returns the notation of a text with these first lines, and the reason. The puzzles have the board that a header states, or
/// else `board`, if it is known.
pub fn recognise(head: &str, board: Option<&Geometry>) -> Recognised {
    let head = &*pasted::plain(head);
    let of = |name, reason| Recognised { notation: named(name), reason };
    let lines = |reason| Recognised { notation: None, reason };
    if content(head).next().is_none() {
        return lines(if head.is_empty() {
            "it is empty"
        } else {
            "it has only comments and blank lines"
        });
    }
    if killer::recognise(head) {
        return of("killer", "its first line begins as the code of a killer does");
    }
    if sumo_cue::recognise(head) {
        return of("sumocue", "its first line begins as the code of SumoCue does");
    }
    // Before links that only name a puzzle.
    if scl::recognise(head) {
        return of("scl", "it begins as the objects of SudokuPad do, or links to one");
    }
    if f_puzzles::recognise(head) {
        return of("f-puzzles", "it begins as the objects of f-puzzles do, or links to one");
    }
    if json::recognise_listing(head) {
        return of("json", "it contains rows in lists, among other text");
    }
    if has_separators(head) && number_rows::recognise(head) {
        return of("grid", "its rows have equally many numbers, too large for lines");
    }
    // Most texts are lines, and these look like nothing else.
    if is_long_line(head) {
        return lines("its first line has as many characters or numbers as a board has cells");
    }
    let stated = stated(head).or_else(|| board.cloned());
    if stated.as_ref().is_some_and(|stated| is_whole_puzzle(head, stated)) {
        return lines("its first line has as many characters as the stated board has cells");
    }
    if has_embedded_line(head, stated.as_ref()) {
        return lines("its first line contains as many characters or rows as a board has");
    }
    if titles(head) > 0 {
        return lines("the lines below its title contain as many characters as a board has");
    }
    if is_table(head) {
        return of("csv", "its first line names columns");
    }
    if let Some((name, _, reason)) = WHOLE_TEXTS.into_iter().find(|(_, is, _)| is(head)) {
        return of(name, reason);
    }
    match stated.and_then(|geometry| picture_of(&geometry, head)) {
        Some(name) => of(name, "its rows are those of the stated board"),
        None if has_late_heading(head) => lines(
            "no other notation fits; a later line names columns, and is taken for it if nothing stands above it",
        ),
        None => lines("no other notation fits"),
    }
}

/// Returns the notation of a picture that is recognised only by the board that it states.
fn picture_of(geometry: &Geometry, head: &str) -> Option<&'static str> {
    let first = content(head).next()?.trim_start();
    let name = match first {
        _ if first.starts_with(".-") => "pencil",
        _ if first.contains("---") && !first.contains('+') => "hurtebis",
        _ => "grid",
    };
    let Read::Text(read) = named(name)?.read else { return None };
    let geometry = Arc::new(geometry.clone());
    let puzzles = read(head, &mut |_| Some(geometry.clone())).ok()?;
    puzzles.first()?.cells.is_picture_of(&geometry).then_some(name)
}

/// Returns the lines that are neither comments nor blank.
fn content(head: &str) -> impl Iterator<Item = &str> {
    without_mark(head).lines().filter(|line| !without_comment(line).trim().is_empty())
}

/// Returns whether one of the first lines has separate cells, as few lines have.
fn has_separators(head: &str) -> bool {
    content(head).take(2).any(|line| line.contains([' ', '\t', ',', ';']))
}

/// Returns whether the first line is wider than any row, and consists of cells.
fn is_long_line(head: &str) -> bool {
    let Some(first) = content(head).next().map(str::trim) else { return false };
    first.len() > WIDEST
        && (line::order(first).is_ok() || pencil_line::order(first).is_some())
        && !first.starts_with(['<', '{', '[', '|'])
        && !grid::is_drawn(first)
}

/// Returns whether a puzzle is embedded in the first line, which is neither a list nor an object.
fn has_embedded_line(head: &str, stated: Option<&Geometry>) -> bool {
    let Some(first) = content(head).next().map(str::trim) else { return false };
    puzzle_among_text(first, stated.map(Geometry::cells)).is_some()
}

/// Returns whether the first line has as many characters as the stated geometry has cells.
fn is_whole_puzzle(head: &str, geometry: &Geometry) -> bool {
    let is_cells = |line: &&str| !line.starts_with(['<', '{', '[', '|']) && !grid::is_drawn(line);
    let first = content(head).next().map(str::trim).filter(is_cells);
    let cells = first.and_then(|line| line.split_whitespace().next());
    cells.is_some_and(|cells| cells.chars().count() == geometry.cells())
}

/// Returns the geometry that comments before the first line state, or else those after it.
fn stated(head: &str) -> Option<Geometry> {
    let mut metadata = Metadata::default();
    for (number, line) in lines(head) {
        match line.trim_start().strip_prefix('#') {
            Some(comment) => metadata.parse_header(number, comment),
            None if metadata.geometry.is_some() && !line.trim().is_empty() => break,
            None => {}
        }
    }
    let text = metadata.geometry?.text;
    if text.contains('\n') {
        catalog::read_drawing(&text, "").ok().map(|drawing| drawing.geometry)
    } else {
        catalog::named(without_comment(&text).trim()).ok()
    }
}

/// Returns whether the first line names columns, and the next has fields, or a puzzle if there is one
/// column.
fn is_table(head: &str) -> bool {
    let mut lines = content(head);
    let (Some(first), next) = (lines.next(), lines.next()) else { return false };
    let separators = |text: &str| text.matches([',', ';', '\t']).count();
    match TextTable::heading(first, None) {
        Heading::None => false,
        // One line may as well be a puzzle in letters, and a name with a comma.
        Heading::WithoutPuzzles(_) if next.is_none() => false,
        _ if separators(first) > 0 => next.is_none_or(|next| separators(next) > 0),
        _ => next.is_none_or(|next| line::order(next).is_ok() || next.starts_with('"')),
    }
}

/// Returns whether a line after the first names columns, one of puzzles among them, as under the title of a sheet.
fn has_late_heading(head: &str) -> bool {
    const FURTHER: usize = 4;
    let is_heading = |line: &str| {
        line.contains([',', ';', '\t'])
            && matches!(TextTable::heading(line, None), Heading::Table(_))
    };
    content(head).skip(1).take(FURTHER).any(is_heading)
}

fn is_simple_sudoku(head: &str) -> bool {
    let mut lines = content(head).map(str::trim);
    let is_edge = |line: &str| {
        line.len() > 4
            && line.starts_with('*')
            && line.ends_with('*')
            && line[1..line.len() - 1].bytes().all(|byte| byte == b'-')
    };
    lines.next().is_some_and(is_edge)
}

/// Returns whether the rows of Hurtebis' file are printed or typed.
fn is_hurtebis(head: &str) -> bool {
    let lines: Vec<&str> = content(head).collect();
    match lines.split_first() {
        Some((first, rows)) if first.contains("---") => is_printed(first, rows),
        _ => is_typed(&lines) && !is_even(&grid::rows(head)),
    }
}

/// Returns whether there are rows of two characters per cell under a drawn line, with the values in the second.
fn is_printed(first: &str, rows: &[&str]) -> bool {
    let is_value = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.');
    // One line of dashes without crosses, two for each cell.
    let dashes = first.matches('-').count();
    let is_plain = first.trim().chars().all(|c| matches!(c, '-' | '|'));
    let width = dashes + 1;
    let row = |line: &&str| {
        let row = line.strip_prefix('|').unwrap_or(line);
        let row: Vec<char> = row.chars().take(dashes).take_while(|&c| c != '|').collect();
        row.iter().all(|&c| is_value(c)) && row.iter().step_by(2).all(|&c| c == ' ')
    };
    let rows = &rows[..rows.len().min(dashes / 2)];
    is_plain
        && first.chars().count() <= width + 1
        && dashes.is_multiple_of(2)
        && dashes > 6
        && !rows.is_empty()
        && rows.iter().all(row)
}

/// Returns whether there are rows of nine single characters, with blanks that do not separate all of them. The rest
/// of a row is a comment, unless it is more numbers.
fn is_typed(lines: &[&str]) -> bool {
    let rows: Vec<&str> =
        lines.iter().map(|line| without_comment(line).trim_end()).take(9).collect();
    let is_value = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '.');
    let has_more_numbers = |row: &&str| {
        let mut rest = row.chars().skip(9).peekable();
        rest.peek().is_some() && rest.all(|c| is_value(c) || c == '\t')
    };
    let is_row = |row: &&str| row.chars().take(9).all(is_value);
    let has_blank = |row: &&str| row.chars().take(9).any(|c| c == ' ');
    let is_close = |row: &&str| {
        let values: Vec<char> = row.chars().take(9).collect();
        values.windows(2).any(|two| two.iter().all(|c| c.is_ascii_digit()))
    };
    rows.len() > 3
        && rows.iter().all(is_row)
        && rows.iter().any(has_blank)
        && rows.iter().any(is_close)
        && !rows.iter().any(has_more_numbers)
}

/// Returns whether all rows have equally many words, or equally many characters.
fn is_even(rows: &[Vec<String>]) -> bool {
    let characters = |row: &Vec<String>| row.iter().map(|word| word.chars().count()).sum::<usize>();
    let words = rows.iter().map(Vec::len);
    let all_same = |mut lengths: Box<dyn Iterator<Item = usize> + '_>| {
        let first = lengths.next();
        lengths.all(|length| Some(length) == first)
    };
    all_same(Box::new(words)) || all_same(Box::new(rows.iter().map(characters)))
}

/// Returns whether there are as many rows as words in each, and some words are several candidates.
fn is_pencil(head: &str) -> bool {
    let rows = grid::rows(head);
    let Some(order) = rows.first().map(Vec::len) else { return false };
    if !(4..=WIDEST).contains(&order) || rows.len() < 4 || rows.iter().any(|row| row.len() != order)
    {
        return false;
    }
    let long: Vec<&String> =
        rows.iter().flatten().filter(|word| word.chars().nth(1).is_some()).collect();
    // The standard characters are in the order of their codes.
    let is_ascending = |word: &&String| {
        let characters: Vec<char> = word.chars().collect();
        characters.iter().all(|c| c.is_alphanumeric()) && characters.is_sorted_by(|a, b| a < b)
    };
    let is_number = |word: &&String| word.parse::<usize>().is_ok_and(|number| number <= order);
    let are_numbers = order > 9 && long.iter().all(is_number);
    !long.is_empty() && !are_numbers && long.iter().all(is_ascending)
}

/// Returns whether lines are drawn, or the rows are too short to be puzzles.
fn is_grid(head: &str) -> bool {
    let rows = grid::rows(head);
    let characters = |row: &Vec<String>| row.iter().map(|word| word.chars().count()).sum::<usize>();
    let shape = |length: usize| (4..=WIDEST).contains(&length);
    let is_row = |row: &Vec<String>| shape(row.len()) || (row.len() < 4 && shape(characters(row)));
    if rows.len() >= 4 && grid::is_drawn(head) {
        return true;
    }
    if rows.len() < 4 || rows.iter().filter(|row| is_row(row)).count() * 4 < rows.len() * 3 {
        return false;
    }
    // A row of 16 may be a puzzle of order 4: it is one if most of them read as such.
    let mut known: Option<Arc<Geometry>> = None;
    let mut reads = |text: &&str| {
        let Ok(order) = line::order(text) else { return false };
        if known.as_ref().is_none_or(|geometry| geometry.symbols() != order) {
            known = catalog::classic(order).ok().map(Arc::new);
        }
        known.as_ref().is_some_and(|geometry| line::read(text, geometry).is_ok())
    };
    let lines: Vec<&str> = content(head).collect();
    // An empty row reads as a line of any notation.
    let is_given = |line: &&&str| line.contains(|c: char| c.is_alphanumeric() && c != '0');
    let given: Vec<&str> = lines.iter().filter(is_given).copied().collect();
    let sample = if given.is_empty() { &lines } else { &given };
    if sample.iter().filter(|line| reads(line)).count() * 2 > sample.len() {
        return false;
    }
    let is_classic =
        lines.iter().filter(|line| line::order(line).is_ok()).count() * 2 > lines.len();
    let first = rows[0].len().max(characters(&rows[0]));
    let is_square = |length: usize| rows.len().is_multiple_of(length);
    // Lines of sixteen cells that are not puzzles are a grid if their number fits.
    !is_classic || is_square(first) || is_square(rows[0].len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_in_letters_with_a_comma_in_its_name_is_no_heading() {
        let text = "# symbols: letters\nAAAAAAAAAAAA.CBA bf8, v 108\n";
        assert!(recognise(text, None).notation.is_none());
        let table = "name, difficulty\nfirst, hard\n";
        assert_eq!(recognise(table, None).notation.map(|it| it.name), Some("csv"));
        let titled = recognise("My puzzles\nname;puzzle\nfirst;....1.3.431.2...\n", None);
        assert!(titled.notation.is_none() && titled.reason.contains("a later line names columns"));
    }

    #[test]
    fn a_puzzle_among_text_may_have_brackets_beside_it() {
        let puzzle = format!("{:.<81}", "53..7");
        for text in [format!("{puzzle};[easy]\n"), format!("No. 7 <{puzzle}>\n")] {
            let reason = recognise(&text, None).reason;
            assert!(reason.starts_with("its first line contains"), "{text}{reason}");
        }
    }

    #[test]
    fn lines_of_a_stated_geometry_are_not_a_picture() {
        for (name, cells) in [("jigsaw5", 25), ("jigsaw7", 49), ("classic4", 16)] {
            let text = format!("# geometry: {name}\n{}", format!("{:.<cells$}\n", "1").repeat(50));
            assert!(recognise(&text, None).notation.is_none(), "{name}");
        }
        let (lines, jigsaw) =
            ("1......2......3..........\n".repeat(50), catalog::named("jigsaw5").unwrap());
        assert!(recognise(&lines, Some(&jigsaw)).notation.is_none());
        let picture = format!("# geometry: jigsaw7\n{}", ".......\n".repeat(7));
        assert_eq!(recognise(&picture, None).notation.map(|it| it.name), Some("grid"));
    }
}
