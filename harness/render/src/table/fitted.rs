//! Tables on a terminal that is narrower than they are: the columns in pieces below each other, each piece with the
//! first column, and long words on several lines.
//!
//! ```text
//!   backend   trials   solved        backend   PAR-2   median
//!   ─────────────────────────        ────────────────────────
//!   naive         52       52        naive     42 ms   7.4 ms
//! ```
//!
//! What is written to a pipe or a file is never cut, since programs read it.

use std::sync::atomic::{AtomicU16, Ordering};

/// The width of the terminal; 0 if there is none.
static WIDTH: AtomicU16 = AtomicU16::new(0);

/// The blanks that a column takes beside its words.
const PADDING: usize = 3;

/// The width down to which a column of words is wrapped.
const NARROW: usize = 24;

/// Fits all tables of this process, as text, to a terminal of this width.
pub fn fit_to(width: u16) {
    WIDTH.store(width, Ordering::Relaxed);
}

/// Returns the width to which tables are fitted; `None` where there is no terminal.
pub(super) fn width() -> Option<usize> {
    Some(usize::from(WIDTH.load(Ordering::Relaxed))).filter(|&width| width > 0)
}

/// Returns a sentence on as many lines as it takes on the terminal; as it is where there is none.
pub fn folded(text: &str) -> String {
    width().map_or_else(|| text.to_owned(), |width| folded_to(text, width))
}

fn folded_to(text: &str, width: usize) -> String {
    let mut folded = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            folded.push('\n');
            column = 0;
        } else if column > 0 {
            folded.push(' ');
            column += 1;
        }
        folded += word;
        column += length;
    }
    folded
}

/// A column: the width of its widest line, and whether it may be wrapped.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnWidth {
    pub(super) widest: usize,
    pub(super) are_words: bool,
}

impl ColumnWidth {
    /// Returns the least width that it takes with its padding.
    fn least(self) -> usize {
        PADDING + if self.are_words { self.widest.min(NARROW) } else { self.widest }
    }
}

/// Returns the columns of each piece, by their indices. Those that name a row are in each of them: the first column,
/// and further ones of words beside it as long as they leave room.
pub(super) fn pieces(columns: &[ColumnWidth], width: usize) -> Vec<Vec<usize>> {
    let whole: usize = columns.iter().map(|column| column.widest + PADDING).sum();
    let all: Vec<usize> = (0..columns.len()).collect();
    if whole <= width || columns.len() < 2 {
        return vec![all];
    }
    let mut n_named = 1;
    let mut named = columns[0].least();
    let widest = |columns: &[ColumnWidth]| columns.iter().map(|it| it.least()).max().unwrap_or(0);
    while n_named + 1 < columns.len()
        && columns[n_named].are_words
        && named + columns[n_named].least() <= width * 5 / 8
        && named + columns[n_named].least() + widest(&columns[n_named + 1..]) <= width
    {
        named += columns[n_named].least();
        n_named += 1;
    }
    let (mut pieces, mut taken): (Vec<Vec<usize>>, _) = (Vec::new(), named);
    for &index in &all[n_named..] {
        let least = columns[index].least();
        match pieces.last_mut() {
            Some(piece) if taken + least <= width => piece.push(index),
            _ => {
                taken = named;
                pieces.push(all[..n_named].iter().copied().chain([index]).collect());
            }
        }
        taken += least;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(columns: &[(usize, bool)], width: usize) -> Vec<Vec<usize>> {
        let column = |&(widest, are_words)| ColumnWidth { widest, are_words };
        pieces(&columns.iter().map(column).collect::<Vec<_>>(), width)
    }

    #[test]
    fn a_sentence_is_folded_between_words() {
        assert_eq!(folded_to("one two three", 8), "one two\nthree");
        assert_eq!(folded_to("one two three", 7), "one two\nthree");
        assert_eq!(folded_to("one two three", 3), "one\ntwo\nthree");
        assert_eq!(folded_to("", 3), "");
        assert_eq!(folded("one two three"), "one two three");
    }

    #[test]
    fn a_table_that_fits_is_one_piece() {
        assert_eq!(of(&[(10, true), (5, false), (5, false)], 29), [vec![0, 1, 2]]);
    }

    #[test]
    fn pieces_begin_with_the_first_column_and_have_each_other_column_once() {
        let columns = [(10, true), (5, false), (5, false), (5, false), (5, false)];
        assert_eq!(of(&columns, 29), [vec![0, 1, 2], vec![0, 3, 4]]);
        assert_eq!(of(&columns, 28), [vec![0, 1], vec![0, 2], vec![0, 3], vec![0, 4]]);
    }

    #[test]
    fn columns_of_words_that_name_a_row_are_repeated() {
        let columns = [(10, true), (10, true), (20, false), (20, false), (5, true)];
        assert_eq!(of(&columns, 60), [vec![0, 1, 2], vec![0, 1, 3, 4]]);
        assert_eq!(of(&columns, 49), [vec![0, 1, 2], vec![0, 1, 3], vec![0, 1, 4]]);
        assert_eq!(of(&columns, 48), [vec![0, 1], vec![0, 2], vec![0, 3, 4]]);
    }

    #[test]
    fn long_words_are_wrapped_before_the_table_is_cut() {
        assert_eq!(of(&[(10, true), (200, true), (5, false)], 48), [vec![0, 1, 2]]);
    }

    #[test]
    fn a_column_wider_than_the_terminal_is_a_piece_of_its_own() {
        assert_eq!(of(&[(10, true), (100, false), (5, false)], 40), [vec![0, 1], vec![0, 2]]);
        assert_eq!(of(&[(100, true)], 40), [vec![0]]);
        assert_eq!(of(&[], 40), [Vec::<usize>::new()]);
    }
}
