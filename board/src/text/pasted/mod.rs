//! Texts as they are copied from forums, mails, pages and programs, without what surrounds the cells there.
//!
//! ```text
//!   > 5 3 . | . 7 .      quoted in an answer         ```  [code]        fences and tags around the rows
//!   5️⃣3️⃣⬜⬜7️⃣⬜             keycaps and squares         r1c1=5 r1c2=3    values with their places
//!   "5","3","","",       quoted fields               {{5, 3, 0, 0},   lists as C writes them
//!   |5|3| | |7| |…|.     rows of LaTeX's `sudoku`    \begin{sudoku}  commands around them
//!   board = """1..4      texts of several lines      puzzle: |       of Python, C, TOML and YAML
//! ```
//!
//! [`plain`] replaces all this with blanks or with the characters that it stands for. Each line keeps its number
//! and, except where characters have no width, its columns, so errors name places in the original text. A text
//! that a program wrote for other programs, such as XML, is returned as it is.

use std::borrow::Cow;

mod braces;
mod literals;
mod placements;

/// Tags of forums around texts that keep their columns.
const TAGS: [&str; 6] = ["code", "pre", "quote", "spoiler", "hidden", "tt"];

/// Commands of LaTeX around rows.
const COMMANDS: [&str; 4] = ["begin", "end", "setlength", "renewcommand"];

/// The fewest lines of a table of quoted fields.
const FEWEST_ROWS: usize = 4;

/// Returns a text without what surrounds its cells.
///
/// ```
/// use board::text::pasted::plain;
///
/// assert_eq!(plain("> ```\n> ·3·1\n"), "\n  .3.1\n");
/// assert_eq!(plain("int a[2][2] = {{1, 0},\n{0, 1}};").trim(), "[[1, 0],\n[0, 1]]");
/// ```
pub fn plain(text: &str) -> Cow<'_, str> {
    if is_markup(text) {
        return text.into();
    }
    if let Some(rows) = placements::as_rows(text) {
        return rows.into();
    }
    let mut plain = Cow::Borrowed(text);
    if has_lone_returns(text) {
        plain = text.replace("\r\n", "\n").replace('\r', "\n").into();
    }
    if plain.lines().any(is_surrounded) {
        let states_symbols = plain.contains("symbols:");
        let lines =
            plain.split_inclusive('\n').map(|line| without_surroundings(line, states_symbols));
        plain = lines.collect::<String>().into();
    }
    if let Some(rows) = literals::as_rows(&plain) {
        plain = rows.into();
    }
    if has_points(&plain) {
        let lines = plain.lines().map(|line| without_point(line).unwrap_or(line));
        plain = lines.flat_map(|line| [line, "\n"]).collect::<String>().into();
    }
    if is_quoted_table(&plain) {
        plain = plain.replace('"', "").into();
    }
    match braces::as_brackets(&plain) {
        Some(lists) => lists.into(),
        None => plain,
    }
}

/// Returns whether a text is XML, in which `>` may start a line.
fn is_markup(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('<') && !["<pre>", "<code>"].iter().any(|tag| text.starts_with(tag))
}

/// Returns whether lines end with carriage returns alone, as those of old Macintosh programs do.
fn has_lone_returns(text: &str) -> bool {
    text.contains('\r') && !text.contains('\n') && text.trim_end().contains('\r')
}

/// Returns whether [`without_surroundings`] would change a line.
fn is_surrounded(line: &str) -> bool {
    !line.is_ascii() || line.trim_start().starts_with('>') || is_tag(line)
}

/// Returns a line without the marks of a quotation, or without a tag that it consists of; characters that stand for
/// others are replaced, those that mark empty cells unless the text states its symbols.
fn without_surroundings(line: &str, states_symbols: bool) -> String {
    if is_tag(line) {
        return line.chars().filter(|c| matches!(c, '\r' | '\n')).collect();
    }
    let mut in_quotation_marks = true;
    let character = |c: char| {
        in_quotation_marks &= c == '>' || c.is_whitespace();
        match c {
            '>' if in_quotation_marks => Some(' '),
            '\n' | '\r' | '\t' => Some(c),
            _ if has_no_width(c) => None,
            _ if c.is_whitespace() => Some(' '),
            _ if states_symbols => Some(c),
            _ => Some(meaning(c)),
        }
    };
    line.chars().filter_map(character).collect()
}

/// Returns whether a line is a tag of a forum, a fence of Markdown, a command of LaTeX, or begins a text of several lines in
/// YAML.
fn is_tag(line: &str) -> bool {
    let line = line.trim_start_matches(['>', ' ']).trim();
    if is_begin_of_block(line) {
        return true;
    }
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric());
    if let Some(fence) = ["```", "~~~"].iter().find_map(|fence| line.strip_prefix(fence)) {
        return is_word(fence);
    }
    if let Some(command) = line.strip_prefix('\\') {
        let arguments = COMMANDS.iter().find_map(|name| command.strip_prefix(name));
        return arguments.is_some_and(|text| text.starts_with(['{', '\\']));
    }
    let inside = [('[', ']'), ('<', '>')].into_iter().find_map(|(open, close)| {
        line.strip_prefix(open)?.strip_suffix(close).filter(|tag| !tag.contains(close))
    });
    inside.is_some_and(|tag| {
        let tag = tag.trim_start_matches('/').to_lowercase();
        let name = tag.split(['=', ' ']).next().unwrap_or_default();
        TAGS.contains(&name)
    })
}

/// Returns whether a line ends in what begins a text of several lines in YAML, after its name.
fn is_begin_of_block(line: &str) -> bool {
    let is_name = |text: &str| {
        text.starts_with(char::is_alphabetic)
            && text.chars().all(|c| c.is_alphanumeric() || "_- .".contains(c))
    };
    let name = ["|", "|-", "|+"].iter().find_map(|mark| line.strip_suffix(mark));
    let name = name.and_then(|before| before.trim_end().strip_suffix(':'));
    name.is_some_and(|name| is_name(name.trim_end()))
}

/// Returns whether a character only changes how the one before it looks, or is invisible.
fn has_no_width(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'
            ..='\u{200f}' | '\u{2060}' | '\u{20e3}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}'
    )
}

/// Returns the character that another stands for: a digit, or `.` for an empty cell.
fn meaning(c: char) -> char {
    let digit = |zero: u32| char::from_digit(c as u32 - zero, 10).unwrap_or(c);
    match c {
        // Full width, and circles around digits.
        '\u{ff10}'..='\u{ff19}' => digit(0xff10),
        '\u{2460}'..='\u{2468}' => digit(0x245f),
        '\u{ff0e}' | '·' | '•' | '∙' | '⋅' | '□' | '▢' | '◻' | '◽' | '⬜' | '⬛' | '○' | '␣' => {
            '.'
        }
        // Coloured squares.
        '\u{1f7e5}'..='\u{1f7eb}' => '.',
        _ => c,
    }
}

/// Returns whether all rows between bars end in `|.`, as LaTeX's package `sudoku` reads them: the point is no cell.
fn has_points(text: &str) -> bool {
    let mut rows = text.lines().filter(|line| line.contains('|')).peekable();
    rows.peek().is_some() && rows.all(|row| without_point(row).is_some())
}

/// Returns a row from `|` to `|.` without the point.
fn without_point(row: &str) -> Option<&str> {
    row.trim_start().strip_prefix('|')?;
    row.trim_end().strip_suffix('.').filter(|row| row.ends_with('|'))
}

/// Returns whether every line consists of quoted fields of at most two characters.
fn is_quoted_table(text: &str) -> bool {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_field = |field: &str| {
        let inside = field.trim().strip_prefix('"').and_then(|field| field.strip_suffix('"'));
        inside.is_some_and(|inside| inside.len() <= 2 && !inside.contains('"'))
    };
    let is_row =
        |line: &str| line.contains([',', ';', '\t']) && line.split([',', ';', '\t']).all(is_field);
    lines().count() >= FEWEST_ROWS && lines().all(is_row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_text_is_not_copied() {
        for text in
            ["53..7....\n6..195...\n", "# geometry: x\r\n....\r\n", "<a>\n>\n</a>", "a\rb\n"]
        {
            assert!(matches!(plain(text), Cow::Borrowed(it) if it == text), "{text:?}");
        }
    }

    #[test]
    fn columns_stay_where_they_are() {
        assert_eq!(plain("> 5 3\n>> 6 >\n"), "  5 3\n   6 >\n");
        assert_eq!(plain("·５\u{a0}①\n"), ".5 1\n");
        assert_eq!(plain("[code]\n5\n[/code]\n"), "\n5\n\n");
        assert_eq!(plain("> ```text\r\n> 5\r\n"), "\r\n  5\r\n");
        assert_eq!(plain("\\begin{sudoku}\n|5|\n"), "\n|5|\n");
        assert_eq!(plain("\\setlength{\\x}{1pt}\n|5|3|.\n\\end{sudoku}"), "\n|5|3|\n");
        assert_eq!(plain("[Puzzle]\n⬜\n"), "[Puzzle]\n.\n");
        assert_eq!(plain("\u{feff}a = [[1, 0]]\n"), "a = [[1, 0]]\n");
    }

    #[test]
    fn keycaps_are_digits() {
        assert_eq!(plain("5\u{fe0f}\u{20e3}⬜🟦"), "5..");
    }

    #[test]
    fn marks_that_a_text_states_as_symbols_are_symbols() {
        let text = "# symbols: ○□·•\n○□·•\n";
        assert_eq!(plain(text), text);
    }

    #[test]
    fn returns_alone_end_lines() {
        assert_eq!(plain("12\r34\r"), "12\n34\n");
    }

    #[test]
    fn quoted_fields_lose_their_quotes_and_other_texts_do_not() {
        let rows = "\"5\",\"\",\"3\",\"\"\n".repeat(4);
        assert_eq!(plain(&rows), "5,,3,\n".repeat(4));
        let names = "\"name\",\"puzzle\"\n".repeat(4);
        assert_eq!(plain(&names), names);
    }
}
