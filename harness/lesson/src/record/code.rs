//! Pseudo-code of well-known rows, with the line at which each kind of event occurs.

use serde::Serialize;

/// Pseudo-code whose lines are tied to events.
#[derive(Clone, Debug, Serialize)]
pub struct PseudoCode {
    /// The lines.
    pub lines: Vec<&'static str>,
    /// Pairs of a kind of event and the index of a line.
    pub at: Vec<(&'static str, usize)>,
}

/// A row, its lines, and the lines of events.
type CodeRow = (&'static str, &'static [&'static str], &'static [(&'static str, usize)]);

const CODES: &[CodeRow] = &[
    (
        "backtrack/naive",
        &[
            "search(cell):",
            "  if no cell is left: report the solution",
            "  for each symbol:",
            "    if no filled cell of a region has it:",
            "      write the symbol into the cell",
            "      search(next cell)",
            "      erase the symbol",
            "  fail: no symbol fits",
        ],
        &[("node", 0), ("solution", 1), ("bet", 4), ("deduce", 4), ("undo", 6), ("conflict", 7)],
    ),
    (
        "candidates/mrv",
        &[
            "search(board):",
            "  while a cell has one candidate:",
            "    place it, and remove it from the peers",
            "  if a cell has no candidate: fail",
            "  if every cell is filled: report the solution",
            "  choose the cell with the fewest candidates",
            "  for each of its candidates:",
            "    place it",
            "    search(board)",
            "    restore the board",
        ],
        &[("node", 0), ("deduce", 2), ("conflict", 3), ("solution", 4), ("bet", 7), ("undo", 9)],
    ),
    (
        "cover/dlx",
        &[
            "search():",
            "  if no item is left: report the solution",
            "  choose the item with the fewest options",
            "  if it has none: fail",
            "  cover the item: hide its options",
            "  for each option of the item:",
            "    cover the other items of the option",
            "    search()",
            "    uncover them in reverse order",
            "  uncover the item",
        ],
        &[
            ("node", 0),
            ("solution", 1),
            ("chosen", 1),
            ("conflict", 3),
            ("cover", 4),
            ("choose", 5),
            ("bet", 5),
            ("deduce", 5),
            ("uncover", 8),
            ("undo", 8),
        ],
    ),
];

impl PseudoCode {
    /// Returns the pseudo-code of a row, if there is one.
    pub(super) fn of(id: &str) -> Option<Self> {
        let (_, lines, at) = CODES.iter().find(|(row, ..)| *row == id)?;
        Some(Self { lines: lines.to_vec(), at: at.to_vec() })
    }
}
