//! The reader of exact cover problems in the format of Knuth's programs DLX1, DLX2, DLX3 and DLX5.
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
//! Before the name of a primary item may stand how often it is covered: `2:3|a` is two or three times, and `2|a`
//! twice. An option may have a cost: `|5` after its first item. Several are added up, and unlike those of DLX5 they may be
//! negative.

use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};

use super::exact_cover::{Colour, Entry, ExactCover, Item, Multiplicity};
use crate::source::{Span, TextError, lines, words};

/// Reads a problem.
///
/// # Errors
/// If there is no line of items, a name is unknown or repeated, or a multiplicity or a colour is invalid or where none
/// can be.
pub fn read_cover(text: &str) -> Result<ExactCover, TextError> {
    let mut content = content(text);
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

/// Returns the lines of a text that are neither empty nor comments, with their numbers.
pub(super) fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines(text).filter(|(_, line)| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('|')
    })
}

/// Splits a word of the line of items: how often the item is covered, if it is primary, and its name.
fn bounds_and_name(
    span: Span<'_>,
    is_primary: bool,
) -> Result<(Option<Multiplicity>, &str), TextError> {
    let wrong = |expected: &str| span.error(format!("{:?}", span.text), expected);
    let (bounds, name) = match span.text.split_once('|') {
        None => (None, span.text),
        Some((bounds, name)) => (Some(bounds), name),
    };
    if !is_primary && bounds.is_some() {
        return Err(wrong("the name of a secondary item, which is covered at most once"));
    }
    if name.is_empty() || name.contains([':', '|']) {
        return Err(wrong("the name of an item, without colons and bars, as in a or 2:3|a"));
    }
    let multiplicity = match bounds {
        None => Some(Multiplicity::ONE),
        Some(bounds) => bounds_of(bounds).filter(|it| it.high > 0 && it.low <= it.high),
    };
    match multiplicity {
        None => Err(wrong(BOUNDS)),
        Some(multiplicity) => Ok((is_primary.then_some(multiplicity), name)),
    }
}

/// What a reader expects before a name.
const BOUNDS: &str =
    "bounds before the bar, as in 2|a or 1:3|a: the last from 1 to 4294967295, the first no larger";

/// What a reader expects after a bar in an option.
const COST: &str = "a cost after the bar, as in |5: an integer, and sums below 2^63";

/// What a reader expects where a cost follows an item without a blank.
const BLANK: &str = "a blank before the cost, as in a |5";

/// Parses `2:3` or `2`.
fn bounds_of(text: &str) -> Option<Multiplicity> {
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse().ok(),
        false => None,
    };
    let (low, high) = text.split_once(':').unwrap_or((text, text));
    Some(Multiplicity { low: number(low)?, high: number(high)? })
}

/// Refuses a name with a byte order mark: nobody sees it, and at the beginning of a text it is no part of a name.
fn check_mark(span: Span<'_>) -> Result<(), TextError> {
    match span.text.contains('\u{feff}') {
        true => Err(span.error(format!("{:?}", span.text), "a name without byte order marks")),
        false => Ok(()),
    }
}

/// The part of a problem that was read so far.
pub(super) struct CoverReader<'a> {
    /// The line of the items.
    line: usize,
    pub(super) items: Vec<&'a str>,
    /// How often each primary item is covered.
    pub(super) multiplicities: Vec<Multiplicity>,
    numbers: HashMap<&'a str, Item>,
    colours: Vec<&'a str>,
    colour_numbers: HashMap<&'a str, Colour>,
    /// The entries and the cost of each option.
    options: Vec<(Vec<Entry>, i64)>,
    /// For each item the last line in which it occurred.
    seen: Vec<usize>,
}

impl<'a> CoverReader<'a> {
    pub(super) fn of_items(number: usize, line: &'a str) -> Result<Self, TextError> {
        let (mut items, mut numbers) = (Vec::new(), HashMap::new());
        let (mut multiplicities, mut is_primary) = (Vec::new(), true);
        for span in words(number, line) {
            if span.text == "|" {
                if !std::mem::replace(&mut is_primary, false) {
                    return Err(span.error("a second bar", "one, before the secondary items"));
                }
                continue;
            }
            check_mark(span)?;
            let (multiplicity, name) = bounds_and_name(span, is_primary)?;
            match numbers.entry(name) {
                Occupied(_) => {
                    return Err(span.error(format!("item {name:?} again"), "names that differ"));
                }
                Vacant(place) => place.insert(items.len() as Item),
            };
            items.push(name);
            multiplicities.extend(multiplicity);
        }
        Ok(Self {
            line: number,
            seen: vec![0; items.len()],
            items,
            multiplicities,
            numbers,
            colours: Vec::new(),
            colour_numbers: HashMap::new(),
            options: Vec::new(),
        })
    }

    pub(super) fn option(&mut self, number: usize, line: &'a str) -> Result<(), TextError> {
        let (mut option, mut cost) = (Vec::new(), 0_i64);
        for span in words(number, line) {
            if let Some(text) = span.text.strip_prefix('|') {
                let more = text.parse().ok().and_then(|it| cost.checked_add(it));
                cost = more.ok_or_else(|| span.error(format!("{:?}", span.text), COST))?;
                continue;
            }
            if span.text.split_once('|').is_some_and(|(_, cost)| cost.parse::<i64>().is_ok()) {
                return Err(span.error(format!("{:?}", span.text), BLANK));
            }
            let entry = self.entry(span)?;
            let before = std::mem::replace(&mut self.seen[entry.item as usize], number);
            if before == number {
                return Err(span.error(format!("{:?} again", span.text), "an item once"));
            }
            option.push(entry);
        }
        self.options.push((option, cost));
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
        if (item as usize) < self.multiplicities.len() {
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
        let (primary, secondary) = self.items.split_at(self.multiplicities.len());
        let mut problem = ExactCover::new(owned(primary), owned(secondary), owned(&self.colours));
        for (item, multiplicity) in (0..).zip(self.multiplicities) {
            problem.set_multiplicity(item, multiplicity).expect("bounds that were checked");
        }
        for (option, cost) in self.options {
            let option = problem.add_option(option).expect("entries that were checked");
            problem.set_cost(option, cost);
        }
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::super::knuth_writer::write_cover;
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
    fn multiplicities_stand_before_names() {
        let text = "A 2:3|B 2|C 0:1|D | X\nA B X:0\nB C\nB C D\n";
        let problem = read_cover(text).unwrap();
        let bounds = problem.multiplicities().iter().map(|it| (it.low, it.high));
        assert_eq!(bounds.collect::<Vec<_>>(), [(1, 1), (2, 3), (2, 2), (0, 1)]);
        assert_eq!(problem.name(1), "B");
        assert_eq!(write_cover(&problem).unwrap(), text);
        let other = text.replace("2|C", "2:2|C").replace("A 2", "1:1|A 02");
        assert_eq!(read_cover(&other), Ok(problem));
    }

    #[test]
    fn costs_stand_after_items_and_are_added_up() {
        let text = "a b\na |5\na b |-2\nb\n";
        let problem = read_cover(text).unwrap();
        assert_eq!(problem.costs(), [5, -2, 0]);
        assert_eq!(write_cover(&problem).unwrap(), text);
        assert_eq!(read_cover("a b\na |2 |3\na |-2 b\nb |0\n"), Ok(problem));
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
        for word in
            ["0|b", "0:0|b", "3:2|b", "+1|b", ":2|b", "1:|b", "1:2:3|b", "4294967296|b", "|b"]
        {
            check_refused(&format!("a {word}"), &format!("1:3: {word:?}, expected {BOUNDS}"));
        }
        for word in ["2|", "1:2|", "2:b", "1|2|b", "b|c:d"] {
            let expected = "the name of an item, without colons and bars, as in a or 2:3|a";
            check_refused(&format!("a {word}"), &format!("1:3: {word:?}, expected {expected}"));
        }
        let once = "the name of a secondary item, which is covered at most once";
        check_refused("a | 2|b", &format!("1:5: \"2|b\", expected {once}"));
        check_refused("a 2|a", "1:3: item \"a\" again, expected names that differ");
        check_refused(
            "a | b\na:1",
            "2:1: \"a:1\", and a is primary, expected colours on secondary items only",
        );
        let after = "expected a colour after the colon, without colons and bars";
        check_refused("a | b\na b:", &format!("2:3: \"b:\", {after}"));
        check_refused("a | b\na b:c:d", &format!("2:3: \"b:c:d\", {after}"));
        for word in ["|", "|x", "|1.5", "|9223372036854775808", "|5|6"] {
            check_refused(&format!("a\na {word}"), &format!("2:3: {word:?}, expected {COST}"));
        }
        for word in ["a|5", "b:1|-5"] {
            check_refused(&format!("a | b\n{word}"), &format!("2:1: {word:?}, expected {BLANK}"));
        }
        check_refused("a\n2|a", "2:1: \"2|a\" is no item, expected one of the items of line 1");
        check_refused("a\na |9223372036854775807 |1", &format!("2:24: \"|1\", expected {COST}"));
        check_refused("a | b\na b b:1", "2:5: \"b:1\" again, expected an item once");
    }

    #[test]
    fn a_line_of_a_hundred_thousand_items_is_read_fast() {
        let line: Vec<String> = (0..100_000).map(|item| format!("i{item}")).collect();
        let line = line.join(" ");
        let problem = read_cover(&format!("{line}\n{line}\n")).unwrap();
        assert_eq!((problem.items(), problem.entry_count()), (100_000, 100_000));
    }
}
