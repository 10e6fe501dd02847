//! Exact cover problems as text, in the three formats of published sets whose items are numbers.
//!
//! ```text
//! c a comment          3 2            3 2
//! p ec 3               2 1 3          700 2 1 3
//! s 1 3                1 2            450 1 2
//! s 2
//! ```
//!
//! On the left a file `.ec`: the line `p ec` gives the number of items, and possibly that of sets, and each
//! line `s` is an option. In the middle *rows*: the numbers of items and options, then a line for each option,
//! which starts with its length. On the right the same with a cost before the length, as the OR-Library has the set
//! partitioning problems of airlines (Hoffman & Padberg 1993). Items are numbered from one and are all primary. No
//! format has secondary items or colours.

use super::exact_cover::{Entry, ExactCover, Item};
use super::limits::{Ceiling, MaxAnnounced, announced};
use crate::source::{Span, TextError, counted, lines, words};

/// Reads a file `.ec`.
///
/// # Errors
/// If there is no line `p ec`, an option is empty or has an unknown or repeated item, or the number of
/// options is not the announced one.
pub fn read_sets(text: &str) -> Result<ExactCover, TextError> {
    read_sets_within(text, MaxAnnounced::default())
}

/// Reads a file `.ec` whose header announces a limited number of items.
///
/// # Errors
/// The same as [`read_sets`].
pub fn read_sets_within(text: &str, max: MaxAnnounced) -> Result<ExactCover, TextError> {
    let ceiling = max.ceiling(text);
    let mut reader: Option<OptionReader> = None;
    let mut last = 1;
    for (number, line) in lines(text) {
        last = number;
        let words: Vec<Span<'_>> = words(number, line).collect();
        let Some((&first, rest)) = words.split_first() else { continue };
        match (first.text, &mut reader) {
            ("p", None) => reader = Some(sets_header(first, rest, ceiling)?),
            ("p", Some(before)) => {
                let expected = format!("one, as in line {}", before.header.0);
                return Err(first.error("a second line p", expected));
            }
            ("s", Some(reader)) => drop(reader.option(first, rest)?),
            ("s", None) => return Err(first.error("\"s\"", "a line `p ec ITEMS` before")),
            (word, _) if word.starts_with('c') => {}
            (word, _) => {
                let expected = "a line of `c`, `p ec ITEMS` or `s ITEM ITEM …`";
                return Err(first.error(format!("{word:?}"), expected));
            }
        }
    }
    let missing = || TextError::new(last, 1, "no problem", "a line `p ec ITEMS` and sets");
    reader.ok_or_else(missing)?.finish()
}

/// Reads rows: a line `ITEMS OPTIONS`, and a line `LENGTH ITEM ITEM …` for each option.
///
/// # Errors
/// If the first line is not of this form, an option is empty or has an unknown or repeated item or another
/// length than it says, or the number of options is not the announced one.
pub fn read_rows(text: &str) -> Result<ExactCover, TextError> {
    read_rows_within(text, MaxAnnounced::default())
}

/// Reads a file of rows whose header announces a limited number of items.
///
/// # Errors
/// The same as [`read_rows`].
pub fn read_rows_within(text: &str, max: MaxAnnounced) -> Result<ExactCover, TextError> {
    rows(text, max.ceiling(text), false)
}

/// Reads rows with costs, whose header announces a limited number of items: a line `ITEMS OPTIONS`, and a line
/// `COST LENGTH ITEM ITEM …` for each option.
///
/// # Errors
/// Those of [`read_rows`], or if a cost is no integer.
pub fn read_priced_rows_within(text: &str, max: MaxAnnounced) -> Result<ExactCover, TextError> {
    rows(text, max.ceiling(text), true)
}

/// Reads rows, with costs if they are `priced`.
fn rows(text: &str, ceiling: Ceiling, priced: bool) -> Result<ExactCover, TextError> {
    let mut reader: Option<OptionReader> = None;
    let mut last = 1;
    for (number, line) in lines(text) {
        last = number;
        let words: Vec<Span<'_>> = words(number, line).collect();
        let Some((&first, rest)) = words.split_first() else { continue };
        let Some(reader) = &mut reader else {
            reader = Some(rows_header(&words, ceiling)?);
            continue;
        };
        let (cost, length, items) = match (priced, rest.split_first()) {
            (false, _) => (0, first, rest),
            (true, Some((&length, items))) => (cost(first)?, length, items),
            (true, None) => return Err(first.error("only one number", "`COST LENGTH ITEM ITEM …`")),
        };
        if length.text.parse() != Ok(items.len()) {
            let expected = format!("{}, the number of items after it", items.len());
            return Err(length.error(format!("{:?}", length.text), expected));
        }
        let option = reader.option(first, items)?;
        reader.problem.set_cost(option, cost);
    }
    let missing = || TextError::new(last, 1, "no problem", "a line `ITEMS OPTIONS` and options");
    reader.ok_or_else(missing)?.finish()
}

/// Parses a cost.
fn cost(span: Span<'_>) -> Result<i64, TextError> {
    span.text.parse().map_err(|_| span.error(format!("{:?}", span.text), "a cost, an integer"))
}

/// Returns whether a text, or its beginning, looks like rows: two numbers, and below them an option or more,
/// of which the first two are looked at.
pub fn looks_like_rows(head: &str) -> bool {
    looks_like(head, false, true)
}

/// Returns whether a text, or its beginning, looks like rows with costs, as [`looks_like_rows`] does. A text may look like
/// both.
pub fn looks_like_priced_rows(head: &str) -> bool {
    looks_like(head, true, true)
}

/// Returns whether a text, or its beginning, looks like rows but for items out of range, with costs if they are `priced`.
pub fn looks_like_rows_out_of_range(head: &str, priced: bool) -> bool {
    looks_like(head, priced, false)
}

fn looks_like(head: &str, priced: bool, in_range: bool) -> bool {
    let numbers = |line: &str| -> Option<Vec<usize>> {
        line.split_whitespace().map(|word| word.parse().ok()).collect()
    };
    let mut content = lines(head).map(|(_, line)| line).filter(|line| !line.trim().is_empty());
    let Some(&[items, options]) = content.next().and_then(numbers).as_deref() else { return false };
    let without_cost = |line: &'_ str| {
        let (cost, rest) = line.trim_start().split_once(char::is_whitespace)?;
        cost.parse::<i64>().ok().and_then(|_| numbers(rest))
    };
    let is_item = |item: &usize| !in_range || (1..=items).contains(item);
    let is_option = |line: &str| {
        let option = if priced { without_cost(line) } else { numbers(line) };
        option.is_some_and(|option| match option.split_first() {
            Some((&length, its_items)) => {
                length == its_items.len() && its_items.iter().all(is_item)
            }
            None => false,
        })
    };
    let few: Vec<bool> = content.take(2).map(is_option).collect();
    // Of lengths alone, one row of several says too little.
    let fewest = if in_range { 1 } else { options.min(2) };
    options > 0 && few.len() >= fewest && few.iter().all(|&it| it)
}

/// The options that were read so far.
struct OptionReader {
    problem: ExactCover,
    /// The line of the header, and the number of options that it announces.
    header: (usize, Option<usize>),
    /// For each item the last line in which it occurred.
    seen: Vec<usize>,
}

fn sets_header(
    first: Span<'_>,
    rest: &[Span<'_>],
    ceiling: Ceiling,
) -> Result<OptionReader, TextError> {
    let texts: Vec<&str> = rest.iter().map(|word| word.text).collect();
    let numbers = match texts[..] {
        ["ec", items] => announced(items).map(|items| (items, None)),
        ["ec", items, sets] => announced(items).zip(announced(sets).map(Some)),
        _ => None,
    };
    let Some((items, options)) = numbers else {
        let found = format!("{:?}", format!("p {}", texts.join(" ")));
        return Err(first.error(found, "`p ec ITEMS` or `p ec ITEMS SETS`"));
    };
    ceiling.check(first, items, "items")?;
    Ok(OptionReader::new(items, (first.line, options)))
}

fn rows_header(words: &[Span<'_>], ceiling: Ceiling) -> Result<OptionReader, TextError> {
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    let numbers = match texts[..] {
        [items, options] => announced(items).zip(announced(options)),
        _ => None,
    };
    let Some((items, options)) = numbers else {
        return Err(words[0].error(format!("{:?}", texts.join(" ")), "`ITEMS OPTIONS`"));
    };
    ceiling.check(words[0], items, "items")?;
    Ok(OptionReader::new(items, (words[0].line, Some(options))))
}

impl OptionReader {
    fn new(items: usize, header: (usize, Option<usize>)) -> Self {
        let names = (1..=items).map(|item| item.to_string()).collect();
        let problem = ExactCover::new(names, Vec::new(), Vec::new());
        Self { problem, header, seen: vec![0; items] }
    }

    /// Reads the items of an option, whose line starts with `first`. Returns its number.
    fn option(&mut self, first: Span<'_>, items: &[Span<'_>]) -> Result<usize, TextError> {
        if items.is_empty() {
            return Err(first.error("an option without items", "one item at least"));
        }
        let mut option = Vec::with_capacity(items.len());
        for &span in items {
            let number = span.text.parse().ok().filter(|it| (1..=self.seen.len()).contains(it));
            let Some(number) = number else {
                let expected = format!("an item from 1 to {}", self.seen.len());
                return Err(span.error(format!("{:?}", span.text), expected));
            };
            if std::mem::replace(&mut self.seen[number - 1], span.line) == span.line {
                return Err(span.error(format!("item {number} again"), "an item once"));
            }
            option.push(Entry::plain((number - 1) as Item));
        }
        Ok(self.problem.add_option(option).expect("items that were checked"))
    }

    fn finish(self) -> Result<ExactCover, TextError> {
        let (line, announced) = self.header;
        let found = self.problem.option_count();
        match announced {
            Some(announced) if announced != found => {
                let wrong = format!("{} announced", counted(announced, "option"));
                Err(TextError::new(line, 1, wrong, format!("{found}, as listed")))
            }
            _ => Ok(self.problem),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::read_cover;

    const SETS: &str = "c three items\np ec 3\ns 1 3\n\ns 2\n";
    const ROWS: &str = "3 2\n2 1 3\n1 2\n";

    #[test]
    fn both_formats_state_the_problem_that_knuths_format_does() {
        let expected = read_cover("1 2 3\n1 3\n2\n");
        assert_eq!(read_sets(SETS), expected);
        assert_eq!(read_sets(&SETS.replace("ec 3", "ec 3 2")), expected);
        assert_eq!(read_rows(ROWS), expected);
        let spaced = |text: &str| format!("\u{feff}\r\n{}", text.replace('\n', " \r\n"));
        assert_eq!(read_sets(&spaced(SETS)), expected);
        assert_eq!(read_rows(&spaced(ROWS)), expected);
    }

    #[test]
    fn rows_are_recognised_and_puzzles_are_not() {
        for text in [ROWS, "\n3 2\n2 1 3\n", "20 161\n4 1 2 3 4"] {
            assert!(looks_like_rows(text), "{text}");
        }
        for text in [
            "",
            "3 2",
            "3 2\n",
            "3 0\n2 1 3\n",
            "3 2\n2 1 4\n",
            "3 2\n2 1\n",
            "3 2\n2 1 3\n2 1\n",
            "3 2 1\n1 2\n",
            "1 2 3 4\n3 4 1 2\n",
            "0000010304310200 0000010304310200\n",
            "1.\n.2\n",
        ] {
            assert!(!looks_like_rows(text), "{text}");
        }
    }

    #[test]
    fn rows_with_items_out_of_range_are_recognised_by_their_lengths() {
        for text in ["3 2\n2 1 4\n1 2\n", "3 2\n2 0 1\n1 2\n", "3 1\n2 1 4"] {
            assert!(looks_like_rows_out_of_range(text, false), "{text}");
        }
        assert!(looks_like_rows_out_of_range("3 2\n700 2 1 4\n-45 1 2\n", true));
        for text in ["", "3 2\n", "3 2\n2 1 4\n", "3 2\n2 1 4\n1 2 3\n", "4 4\n3 0 0 1\n0 0 2 0\n"]
        {
            assert!(!looks_like_rows_out_of_range(text, false), "{text}");
        }
    }

    #[test]
    fn rows_with_costs_are_rows_and_costs() {
        let read = |text: &str| read_priced_rows_within(text, MaxAnnounced::default());
        let priced = "3 2\n700 2 1 3\n-45 1 2\n";
        let problem = read(priced).unwrap();
        assert_eq!(problem.costs(), [700, -45]);
        assert_eq!(
            problem.options().collect::<Vec<_>>(),
            read_rows(ROWS).unwrap().options().collect::<Vec<_>>()
        );
        assert!(looks_like_priced_rows(priced) && !looks_like_rows(priced));
        assert!(!looks_like_priced_rows(ROWS) && !looks_like_priced_rows("3 2\n7\n"));
        let refused = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(refused("3 1\n7"), "2:1: only one number, expected `COST LENGTH ITEM ITEM …`");
        assert_eq!(refused("3 1\n7.5 1 1"), "2:1: \"7.5\", expected a cost, an integer");
        assert_eq!(refused("3 1\n7 2 1"), "2:3: \"2\", expected 1, the number of items after it");
    }

    #[test]
    fn a_malformed_set_is_refused_where_it_is_wrong() {
        let refused = |text: &str| read_sets(text).unwrap_err().to_string();
        assert_eq!(refused(""), "1:1: no problem, expected a line `p ec ITEMS` and sets");
        assert_eq!(refused("c\ns 1"), "2:1: \"s\", expected a line `p ec ITEMS` before");
        let header = "expected `p ec ITEMS` or `p ec ITEMS SETS`";
        assert_eq!(refused(" p ec"), format!("1:2: \"p ec\", {header}"));
        let most = "1:1: 1048577 items, expected at most 1048576 items in a text of this length, \
                    unless --max-announced allows more";
        assert_eq!(refused("p ec 1048577"), most);
        assert_eq!(refused("p ec 2 x"), format!("1:1: \"p ec 2 x\", {header}"));
        assert_eq!(refused("p ec 2\np ec 2"), "2:1: a second line p, expected one, as in line 1");
        assert_eq!(refused("p ec 2\ns 1 3"), "2:5: \"3\", expected an item from 1 to 2");
        assert_eq!(refused("p ec 2\ns 0"), "2:3: \"0\", expected an item from 1 to 2");
        assert_eq!(refused("p ec 2\ns 1  1"), "2:6: item 1 again, expected an item once");
        let empty = "2:1: an option without items, expected one item at least";
        assert_eq!(refused("p ec 2\ns"), empty);
        let line = "2:1: \"e\", expected a line of `c`, `p ec ITEMS` or `s ITEM ITEM …`";
        assert_eq!(refused("p ec 2\ne 1 2"), line);
        assert_eq!(refused("p ec 1 2\ns 1"), "1:1: 2 options announced, expected 1, as listed");
    }

    #[test]
    fn a_malformed_row_is_refused_where_it_is_wrong() {
        let refused = |text: &str| read_rows(text).unwrap_err().to_string();
        assert_eq!(refused(" "), "1:1: no problem, expected a line `ITEMS OPTIONS` and options");
        let header = "expected `ITEMS OPTIONS`";
        assert_eq!(refused("2\n"), format!("1:1: \"2\", {header}"));
        assert_eq!(refused("2 -1\n"), format!("1:1: \"2 -1\", {header}"));
        let length = "2:1: \"3\", expected 2, the number of items after it";
        assert_eq!(refused("2 1\n3 1 2"), length);
        assert_eq!(refused("2 1\n2 1 3"), "2:5: \"3\", expected an item from 1 to 2");
        assert_eq!(refused("2 1\n2 1 1"), "2:5: item 1 again, expected an item once");
        let empty = "2:1: an option without items, expected one item at least";
        assert_eq!(refused("2 1\n0"), empty);
        assert_eq!(refused("2 2\n1 1"), "1:1: 2 options announced, expected 1, as listed");
    }
}
