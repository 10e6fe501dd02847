//! Exact cover problems as text, in the format of Knuth's programs DLX1 and DLX2.
//!
//! ```text
//! | a comment: any line that starts with a bar
//! a b c | x y
//! a b x:red
//! b c y
//! ```
//!
//! The first line lists the items, the primary ones before a bar, the secondary ones after it. Each other
//! line is an option: names of items, where a secondary one may have a colour. Names contain no blanks,
//! colons or bars; they may be longer than the eight characters that Knuth allows, and so may colours.
//! Multiplicities, which DLX3 reads (`2:3|a`), are not supported.

use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};

use super::exact_cover::{Colour, Entry, ExactCover, Item};
use crate::source::{Span, TextError, lines, words};

/// Reads a problem.
///
/// # Errors
/// If there is no line of items, a name is unknown or repeated, or a colour is where none can be.
pub fn read_cover(text: &str) -> Result<ExactCover, TextError> {
    let is_content = |line: &(usize, &str)| {
        let line = line.1.trim_start();
        !line.is_empty() && !line.starts_with('|')
    };
    let mut content = lines(text).filter(is_content);
    let Some((number, line)) = content.next() else {
        let last = lines(text).count().max(1);
        return Err(TextError::new(last, 1, "no items", "a line with their names"));
    };
    let mut reader = CoverReader::of_items(number, line)?;
    for (number, line) in content {
        reader.option(number, line)?;
    }
    Ok(reader.finish())
}

/// Why a problem cannot be written in Knuth's format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoverWriteError {
    /// A name that would not read back as one.
    #[error("{0:?} cannot be written, expected a name without blanks, colons and bars")]
    Name(String),
    /// Two items, or two colours, with the same name.
    #[error("two items or two colours are called {0:?}, expected names that differ")]
    Repeated(String),
    /// The line of items would start with a bar, as comments do.
    #[error("there is no primary item, expected one at least")]
    NoPrimary,
    /// An option without items, which would be an empty line.
    #[error("option {0} has no items, expected one at least")]
    EmptyOption(usize),
}

/// Writes a problem; [`read_cover`] reads the same one back, except for colours that no option uses.
///
/// # Errors
/// If the text would not read back as the same problem.
pub fn write_cover(problem: &ExactCover) -> Result<String, CoverWriteError> {
    let items: Vec<&str> = (0..problem.items()).map(|item| problem.name(item as Item)).collect();
    let colours = (0..problem.colours()).map(|colour| problem.colour_name(colour as Colour));
    check_names(&items)?;
    check_names(&colours.collect::<Vec<_>>())?;
    if problem.primary() == 0 {
        return Err(CoverWriteError::NoPrimary);
    }
    let (primary, secondary) = items.split_at(problem.primary());
    let mut text = primary.join(" ");
    if !secondary.is_empty() {
        text += &format!(" | {}", secondary.join(" "));
    }
    text.push('\n');
    for (number, option) in problem.options().enumerate() {
        if option.is_empty() {
            return Err(CoverWriteError::EmptyOption(number));
        }
        let written = |&Entry { item, colour }: &Entry| match colour {
            None => problem.name(item).to_string(),
            Some(colour) => format!("{}:{}", problem.name(item), problem.colour_name(colour)),
        };
        text += &option.iter().map(written).collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    Ok(text)
}

fn check_names(names: &[&str]) -> Result<(), CoverWriteError> {
    let breaks = |c: char| c.is_whitespace() || ":|\u{feff}".contains(c);
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    if let Some(name) = names.iter().find(|name| name.is_empty() || name.contains(breaks)) {
        return Err(CoverWriteError::Name(name.to_string()));
    }
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(CoverWriteError::Repeated(pair[0].to_string())),
        None => Ok(()),
    }
}

/// Refuses a name with a byte order mark: nobody sees it, and at the beginning of a text it is no part of a name.
fn check_mark(span: Span<'_>) -> Result<(), TextError> {
    match span.text.contains('\u{feff}') {
        true => Err(span.error(format!("{:?}", span.text), "a name without byte order marks")),
        false => Ok(()),
    }
}

/// The part of a problem that was read so far.
struct CoverReader<'a> {
    /// The line of the items.
    line: usize,
    items: Vec<&'a str>,
    n_primary: usize,
    numbers: HashMap<&'a str, Item>,
    colours: Vec<&'a str>,
    colour_numbers: HashMap<&'a str, Colour>,
    options: Vec<Vec<Entry>>,
    /// For each item the last line in which it occurred.
    seen: Vec<usize>,
}

impl<'a> CoverReader<'a> {
    fn of_items(number: usize, line: &'a str) -> Result<Self, TextError> {
        let (mut items, mut numbers) = (Vec::new(), HashMap::new());
        let mut bar = None;
        for span in words(number, line) {
            let word = span.text;
            if word == "|" {
                if bar.replace(items.len()).is_some() {
                    return Err(span.error("a second bar", "one, before the secondary items"));
                }
                continue;
            }
            check_mark(span)?;
            if word.contains([':', '|']) {
                let expected = "the name of an item, without colons and bars: multiplicities are \
                                not supported";
                return Err(span.error(format!("{word:?}"), expected));
            }
            match numbers.entry(word) {
                Occupied(_) => {
                    return Err(span.error(format!("item {word:?} again"), "names that differ"));
                }
                Vacant(place) => place.insert(items.len() as Item),
            };
            items.push(word);
        }
        Ok(Self {
            line: number,
            n_primary: bar.unwrap_or(items.len()),
            seen: vec![0; items.len()],
            items,
            numbers,
            colours: Vec::new(),
            colour_numbers: HashMap::new(),
            options: Vec::new(),
        })
    }

    fn option(&mut self, number: usize, line: &'a str) -> Result<(), TextError> {
        let mut option: Vec<Entry> = Vec::new();
        for span in words(number, line) {
            let entry = self.entry(span)?;
            let before = std::mem::replace(&mut self.seen[entry.item as usize], number);
            if before == number {
                return Err(span.error(format!("{:?} again", span.text), "an item once"));
            }
            option.push(entry);
        }
        self.options.push(option);
        Ok(())
    }

    fn entry(&mut self, span: Span<'a>) -> Result<Entry, TextError> {
        let word = span.text;
        let (name, colour) =
            word.split_once(':').map_or((word, None), |(name, colour)| (name, Some(colour)));
        let Some(&item) = self.numbers.get(name) else {
            let expected = format!("one of the items of line {}", self.line);
            return Err(span.error(format!("{name:?} is no item"), expected));
        };
        let Some(colour) = colour else { return Ok(Entry::plain(item)) };
        if (item as usize) < self.n_primary {
            let found = format!("{word:?}, and {name} is primary");
            return Err(span.error(found, "colours on secondary items only"));
        }
        check_mark(span)?;
        if colour.is_empty() || colour.contains([':', '|']) {
            let expected = "a colour after the colon, without colons and bars";
            return Err(span.error(format!("{word:?}"), expected));
        }
        let next = self.colours.len() as Colour;
        let number = *self.colour_numbers.entry(colour).or_insert(next);
        if number == next {
            self.colours.push(colour);
        }
        Ok(Entry { item, colour: Some(number) })
    }

    fn finish(self) -> ExactCover {
        let owned = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let (primary, secondary) = self.items.split_at(self.n_primary);
        let mut problem = ExactCover::new(owned(primary), owned(secondary), owned(&self.colours));
        for option in self.options {
            problem.add_option(option).expect("entries that were checked");
        }
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knuth's example of colours (7.2.2.1).
    const COLOURED: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";

    #[track_caller]
    fn check_refused(text: &str, error: &str) {
        assert_eq!(read_cover(text).unwrap_err().to_string(), error);
    }

    #[test]
    fn what_is_written_reads_back_as_the_same() {
        let problem = read_cover(COLOURED).unwrap();
        assert_eq!((problem.items(), problem.primary(), problem.option_count()), (5, 3, 5));
        assert_eq!(problem.option(2)[1], Entry { item: 3, colour: Some(1) });
        assert_eq!(write_cover(&problem).unwrap(), COLOURED);
    }

    #[test]
    fn comments_blanks_and_a_byte_order_mark_are_ignored() {
        let text =
            COLOURED.replace('\n', "  \r\n").replace("p x:B", "\r\n  | no option\n\t p\tx:B");
        let text = format!("\u{feff}| the example\n\n{text}");
        assert_eq!(read_cover(&text), read_cover(COLOURED));
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_name() {
        let without = "expected a name without byte order marks";
        check_refused("a b\u{feff}\na b\u{feff}\n", &format!("1:3: \"b\\u{{feff}}\", {without}"));
        check_refused("\u{feff}\u{feff}a\na\n", &format!("1:1: \"\\u{{feff}}a\", {without}"));
        check_refused("a | b\na b:\u{feff}c\n", &format!("2:3: \"b:\\u{{feff}}c\", {without}"));
    }

    #[test]
    fn a_malformed_text_is_refused_where_it_is_wrong() {
        check_refused("", "1:1: no items, expected a line with their names");
        check_refused("| only\n| comments\n", "2:1: no items, expected a line with their names");
        check_refused("a b\n\na  ü", "3:4: \"ü\" is no item, expected one of the items of line 1");
        check_refused("ü b\nü  ü", "2:4: \"ü\" again, expected an item once");
        check_refused("a b a", "1:5: item \"a\" again, expected names that differ");
        check_refused("a | b | c", "1:7: a second bar, expected one, before the secondary items");
        check_refused(
            "a 2:3|b",
            "1:3: \"2:3|b\", expected the name of an item, without colons and bars: \
             multiplicities are not supported",
        );
        check_refused(
            "a | b\na:1",
            "2:1: \"a:1\", and a is primary, expected colours on secondary items only",
        );
        let after = "expected a colour after the colon, without colons and bars";
        check_refused("a | b\na b:", &format!("2:3: \"b:\", {after}"));
        check_refused("a | b\na b:c:d", &format!("2:3: \"b:c:d\", {after}"));
        check_refused("a | b\na | b", "2:3: \"|\" is no item, expected one of the items of line 1");
        check_refused("a | b\na b b:1", "2:5: \"b:1\" again, expected an item once");
    }

    #[test]
    fn a_line_of_a_hundred_thousand_items_is_read_fast() {
        let line: Vec<String> = (0..100_000).map(|item| format!("i{item}")).collect();
        let line = line.join(" ");
        let problem = read_cover(&format!("{line}\n{line}\n")).unwrap();
        assert_eq!((problem.items(), problem.entry_count()), (100_000, 100_000));
    }

    #[test]
    fn what_would_not_read_back_is_not_written() {
        let words = |text: &str| text.split(' ').map(Into::into).collect::<Vec<String>>();
        let write = |primary, secondary| write_cover(&ExactCover::new(primary, secondary, vec![]));
        assert_eq!(write(vec![], words("a")), Err(CoverWriteError::NoPrimary));
        assert_eq!(write(words("a"), words("a")), Err(CoverWriteError::Repeated("a".into())));
        for name in ["", "a b", "a:b", "|"] {
            let error = CoverWriteError::Name(name.into());
            assert_eq!(write(vec![name.into()], vec![]), Err(error));
        }
        let mut problem = ExactCover::new(words("a"), vec![], vec![]);
        problem.add_option([Entry::plain(0)]).unwrap();
        problem.add_option([]).unwrap();
        assert_eq!(write_cover(&problem), Err(CoverWriteError::EmptyOption(1)));
    }
}
