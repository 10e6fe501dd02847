//! Quoted output against real output.

use std::ops::Range;
use std::sync::LazyLock;

use regex_lite::Regex;

use super::blocks::Quoted;

/// A line that stands for any lines.
const ANY: &str = "…";

/// What to write in place of some lines of a document.
pub(super) struct Update {
    /// The lines, from 0.
    lines: Range<usize>,
    text: Vec<String>,
}

/// Whether the quoted lines are those that were printed, but for those that `…` leaves out.
pub(super) fn check(quoted: &[&str], printed: &[&str]) -> Result<(), String> {
    let parts: Vec<Vec<&str>> = quoted
        .split(|&line| line == ANY)
        .map(|part| part.iter().map(|line| line.trim_end()).collect())
        .collect();
    let found = match &parts[..] {
        [all] => all == printed,
        [first, middle @ .., last] => {
            printed.starts_with(first)
                && printed[first.len()..].ends_with(last)
                && in_order(middle, &printed[first.len()..printed.len() - last.len()])
        }
        [] => true,
    };
    let message = || format!("quoted\n{}\nprinted\n{}\n", quoted.join("\n"), printed.join("\n"));
    if found { Ok(()) } else { Err(message()) }
}

/// Returns whether the parts stand in the lines one after the other.
fn in_order(parts: &[Vec<&str>], mut lines: &[&str]) -> bool {
    parts.iter().all(|part| {
        let place = (0..=lines.len()).find(|&place| lines[place..].starts_with(part));
        place.inspect(|place| lines = &lines[place + part.len()..]).is_some()
    })
}

/// Whether each quoted line was printed, in this order, with the same words; numbers may differ, and a
/// machine may add remarks of its own.
#[track_caller]
pub(super) fn check_shape(place: &str, quoted: &[&str], printed: &[&str]) {
    let shapes: Vec<String> = printed.iter().map(|line| shape(line)).collect();
    let mut rest = &shapes[..];
    for line in quoted.iter().filter(|&&line| line != ANY) {
        let found = rest.iter().position(|printed| *printed == shape(line));
        let Some(found) = found else {
            panic!(
                "{place}: nothing like `{line}` was printed in its place:\n{}",
                printed.join("\n")
            );
        };
        rest = &rest[found + 1..];
    }
}

/// Returns a line without its numbers, units and widths.
fn shape(line: &str) -> String {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
        let time = r"\d{4}-\d\d-\d\dT[\d-]+Z";
        let unit = r"(?: ?(?:ns|µs|ms|s|m|min|h|B|KiB|MiB|GiB)\b| ?%)?";
        Regex::new(&format!(r"{time}|\d[\d.,]*{unit}|∞|─+")).expect("an expression")
    });
    let line = NUMBER.replace_all(line, "#").replace("workers", "worker");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns what has to be written so that a quotation is true; `None` where that is not clear.
pub(super) fn update(quoted: &Quoted<'_>, printed: &[&str]) -> Option<Update> {
    let parts: Vec<&[&str]> = quoted.output.split(|&line| line == ANY).collect();
    let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    let text = match parts[..] {
        [_] => owned(printed),
        [first, last] if first.len() + last.len() <= printed.len() => {
            let mut text = owned(&printed[..first.len()]);
            text.push(ANY.to_owned());
            text.extend(owned(&printed[printed.len() - last.len()..]));
            text
        }
        _ => return None,
    };
    let start = quoted.first - 1;
    Some(Update { lines: start..start + quoted.output.len(), text })
}

/// Returns a document with its updates.
pub(super) fn replaced(document: &str, updates: Vec<Update>) -> String {
    let mut lines: Vec<String> = document.lines().map(str::to_owned).collect();
    for update in updates.into_iter().rev() {
        lines.splice(update.lines, update.text);
    }
    lines.join("\n") + "\n"
}

#[test]
fn an_ellipsis_stands_for_lines_and_nothing_else_does() {
    let printed = ["a", "b", "c", "d", "e"];
    for quoted in [&["a", ANY][..], &[ANY, "c", ANY], &["a", "b", ANY, "d", ANY, "e"], &printed] {
        assert_eq!(check(quoted, &printed), Ok(()));
    }
    for quoted in [&["a", "b"][..], &["a", ANY, "d", ANY, "c", ANY], &[ANY, "d"], &["a", ANY, "a"]]
    {
        assert!(check(quoted, &printed).is_err(), "{quoted:?}");
    }
}

#[test]
fn a_shape_has_words_and_no_numbers() {
    assert_eq!(shape(" cover/dlx   52  1.09 ms  150,070 "), shape("cover/dlx 9 8.1 µs 3"));
    assert_eq!(shape("2 workers, time limit 2.00 s"), shape("1 worker, time limit 3 s"));
    assert_eq!(shape("results/2026-11-22T21-16-23Z-x"), shape("results/2027-01-02T00-00-00Z-x"));
    assert_ne!(shape("52 puzzles"), shape("52 grids"));
}
