//! Tests of the reader with cells as numbers: rows of numbers are a board, and lines of them are puzzles.

use super::CorpusOptions;
use super::notations::{kept, read};

/// Returns a grid of this order with some cells given, as numbers from 1; `None` is an empty cell.
pub(super) fn large(order: usize, share: usize) -> Vec<Vec<Option<usize>>> {
    let block = (1..=order.isqrt()).rev().find(|it| order.is_multiple_of(*it)).expect("one");
    let width = order / block;
    let cell = |row: usize, column: usize| {
        let value = (width * (row % block) + row / block + column) % order + 1;
        ((row * 31 + column * 17 + row * column) % 100 < share).then_some(value)
    };
    (0..order).map(|row| (0..order).map(|column| cell(row, column)).collect()).collect()
}

/// Ways to write rows of numbers: the separator and the mark of an empty cell.
fn writings() -> impl Iterator<Item = (&'static str, &'static str, bool)> {
    let between = [" ", "\t", ", ", ";"];
    let written = between.into_iter().flat_map(|it| ["0", ".", "*"].map(|empty| (it, empty)));
    written.flat_map(|(it, empty)| [false, true].map(|padded| (it, empty, padded)))
}

fn rows_of_numbers(
    grid: &[Vec<Option<usize>>],
    (between, empty, padded): (&str, &str, bool),
) -> String {
    let width = if padded { grid.len().to_string().len() } else { 1 };
    let word = |cell: &Option<usize>| match cell {
        Some(value) => format!("{value:>width$}"),
        None => format!("{empty:>width$}"),
    };
    let row =
        |row: &Vec<Option<usize>>| row.iter().map(word).collect::<Vec<_>>().join(between) + "\n";
    grid.iter().map(row).collect()
}

#[test]
fn rows_of_numbers_are_a_board_of_their_size_or_a_single_error() {
    for order in [10, 12, 15, 16, 18, 20, 25, 28, 30, 36, 49, 64, 100, 121] {
        let shares = if order > 36 { &[40][..] } else { &[10, 40, 100] };
        for &share in shares {
            let grid = large(order, share);
            for writing in writings() {
                let text = rows_of_numbers(&grid, writing);
                // Without the last symbol, the numbers could start at zero.
                let symbols = Some(board::text::symbols::Symbols::Numbers).filter(|_| share < 40);
                let (records, messages) = read(&text, CorpusOptions { symbols, ..kept() });
                let errors: Vec<&String> =
                    messages.iter().filter(|it| !it.starts_with("note: ")).collect();
                let about = format!("{order} {share} {writing:?} {errors:?}");
                if order > 100 {
                    let expected = format!("a board of {order} symbols, expected at most 100");
                    assert!(records.is_empty() && errors.len() == 1, "{about}");
                    assert!(errors[0].contains(&expected), "{about}");
                    continue;
                }
                assert!(errors.is_empty() && records.len() == 1, "{about}");
                let givens = records[0].0.puzzle.givens();
                let found = givens.iter().map(|it| it.map(|symbol| usize::from(symbol) + 1));
                assert!(found.eq(grid.iter().flatten().copied()), "{about}");
            }
        }
    }
}

#[test]
fn rows_that_span_several_lines_are_a_single_error() {
    let words: Vec<String> =
        large(144, 60).iter().flatten().map(|cell| cell.unwrap_or(0).to_string()).collect();
    for width in [12, 16, 18, 36] {
        let text: String = words.chunks(width).map(|row| row.join(" ") + "\n").collect();
        let (records, messages) = read(&text, kept());
        assert!(records.is_empty() && messages.len() == 1, "{width}: {messages:?}");
        assert!(messages[0].contains("a board has at most 100 symbols"), "{width}: {messages:?}");
    }
}

#[test]
fn lines_of_small_orders_are_read_as_lines() {
    for (order, n_lines) in [(4, 16), (4, 5), (6, 36), (9, 81), (10, 100)] {
        let line = |spread: usize| {
            let cell = |cell: usize| (cell.is_multiple_of(3)).then(|| (cell + spread) % order + 1);
            (0..order * order).map(cell).collect::<Vec<_>>()
        };
        let lines: Vec<_> = (0..n_lines).map(line).collect();
        for writing in writings().filter(|writing| matches!(writing.0, " " | "\t")) {
            if writing.1 == "*" {
                continue;
            }
            let (records, messages) = read(&rows_of_numbers(&lines, writing), kept());
            assert_eq!((records.len(), messages.len()), (n_lines, 0), "{order} {messages:?}");
        }
    }
    let line = format!("{}\n", "0".repeat(16));
    assert_eq!(read(&line.repeat(16), kept()).0.len(), 16);
}
