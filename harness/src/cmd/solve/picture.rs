//! Draws a grid of any geometry on the terminal.
//!
//! ```text
//!   5 3 4 │ 6 7 8 │ 9 1 2        givens are bold, deductions green, bets bright yellow, deductions
//!   6 7 2 │ 1 9 5 │ 3 4 8        after a bet yellow, as in Hurtebis' program; open cells a dim dot;
//!   1 9 8 │ 3 4 2 │ 5 6 7        a line separates neighbours in different blocks or jigsaw pieces:
//!   ──────┼───────┼──────        the first region of a cell that is not a line
//! ```
//!
//! Where the standard symbols go beyond ASCII, from 62 on, cells are numbers from one: nobody reads the
//! 70th letter as such.

use board::{Alphabet, Cell, Geometry, Puzzle, Symbol};

use super::history::Origin;

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const BRIGHT_YELLOW: &str = "\x1b[93m";
const PLAIN: &str = "\x1b[0m";

/// Returns the origin of the symbol of an open cell, which determines its colour.
pub(super) type Origins<'a> = &'a dyn Fn(Cell) -> Origin;

/// Draws `symbols`, in colour if their origins are given, with a line per row.
pub(super) fn picture(
    puzzle: &Puzzle,
    symbols: &[Option<Symbol>],
    origins: Option<Origins<'_>>,
) -> String {
    let layout = Layout::new(puzzle.geometry());
    let mut lines = Vec::new();
    for row in 0..layout.cells.len() {
        if row > 0 && layout.is_ruled(row) {
            lines.push(layout.rule(row));
        }
        let mut line = String::new();
        for (column, &cell) in layout.cells[row].iter().enumerate() {
            if column > 0 {
                line += if layout.is_barred(row, column) { " │ " } else { layout.gap(column) };
            }
            line += &match cell {
                None => " ".repeat(layout.width),
                Some(cell) => cell_text(puzzle, cell, symbols[cell], layout.width, origins),
            };
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

fn cell_text(
    puzzle: &Puzzle,
    cell: Cell,
    symbol: Option<Symbol>,
    width: usize,
    origins: Option<Origins<'_>>,
) -> String {
    let text = match symbol {
        None => ".".to_owned(),
        Some(symbol) => puzzle.geometry().alphabet().name(symbol),
    };
    let Some(origin) = origins else { return format!("{text:>width$}") };
    let colour = match (symbol, puzzle.given(cell)) {
        (None, _) => DIM,
        (_, Some(_)) => BOLD,
        _ => match origin(cell) {
            Origin::Deduced => GREEN,
            Origin::Bet => BRIGHT_YELLOW,
            Origin::DeducedAfterBet => YELLOW,
        },
    };
    format!("{colour}{text:>width$}{PLAIN}")
}

/// Returns the number of characters of a cell: one, or the digits of the largest number.
fn cell_width(alphabet: &Alphabet) -> usize {
    if alphabet.is_read_as_numbers() { alphabet.len().to_string().len() } else { 1 }
}

/// The positions of the cells, and the lines between them.
struct Layout {
    cells: Vec<Vec<Option<Cell>>>,
    /// The first region of each cell that is not a line.
    zones: Vec<Option<usize>>,
    /// Whether some row has a bar before this column.
    bars: Vec<bool>,
    /// The number of characters of a cell.
    width: usize,
}

impl Layout {
    fn new(geometry: &Geometry) -> Self {
        let positions: Vec<_> = (0..geometry.cells()).map(|it| geometry.position(it)).collect();
        let height = positions.iter().map(|it| it.row + 1).max().unwrap_or(0);
        let width = positions.iter().map(|it| it.column + 1).max().unwrap_or(0);
        let mut cells = vec![vec![None; width]; height];
        for (cell, position) in positions.iter().enumerate() {
            cells[position.row][position.column] = Some(cell);
        }
        let is_line = |region: &usize| {
            let its = &geometry.regions()[*region].cells;
            let same = |of: fn(board::Position) -> usize| {
                its.iter().all(|&it| of(geometry.position(it)) == of(geometry.position(its[0])))
            };
            same(|it| it.row) || same(|it| it.column)
        };
        let zone = |cell: Cell| geometry.regions_of(cell).iter().copied().find(|it| !is_line(it));
        let zones = (0..geometry.cells()).map(zone).collect();
        let cell = cell_width(geometry.alphabet());
        let mut layout = Self { cells, zones, bars: vec![false; width], width: cell };
        layout.bars = (0..width)
            .map(|column| column > 0 && (0..height).any(|row| layout.is_barred(row, column)))
            .collect();
        layout
    }

    /// Returns whether two places hold cells of different zones.
    fn differ(&self, one: Option<Cell>, other: Option<Cell>) -> bool {
        matches!((one, other), (Some(one), Some(other)) if self.zones[one] != self.zones[other])
    }

    fn is_barred(&self, row: usize, column: usize) -> bool {
        self.differ(self.cells[row][column - 1], self.cells[row][column])
    }

    /// Returns whether a rule is drawn somewhere above a row.
    fn is_ruled(&self, row: usize) -> bool {
        (0..self.bars.len()).any(|it| self.differ(self.cells[row - 1][it], self.cells[row][it]))
    }

    /// Returns the gap before a column without a bar in this row; as wide as a bar if other rows
    /// have one.
    fn gap(&self, column: usize) -> &'static str {
        if self.bars[column] { "   " } else { " " }
    }

    /// Returns the line above a row.
    fn rule(&self, row: usize) -> String {
        let ruled = |it: usize| self.differ(self.cells[row - 1][it], self.cells[row][it]);
        let mut line = String::new();
        for column in 0..self.bars.len() {
            let stroke = if ruled(column) { "─" } else { " " };
            if column > 0 {
                let both = ruled(column - 1) && ruled(column);
                let side = |yes: bool| if yes { '─' } else { ' ' };
                if self.bars[column] {
                    let crossed = [row - 1, row].map(|it| self.is_barred(it, column));
                    let meets = ruled(column - 1) || ruled(column);
                    line.push(side(ruled(column - 1)));
                    line.push(match (crossed != [false, false], meets) {
                        (true, true) => '┼',
                        (true, false) => '│',
                        (false, _) => side(both),
                    });
                    line.push(side(ruled(column)));
                } else {
                    line.push(side(both));
                }
            }
            line += &stroke.repeat(self.width);
        }
        line.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::catalog;

    use super::*;

    fn drawn_plainly(geometry: &str, text: &str) -> String {
        let geometry = Arc::new(catalog::named(geometry).unwrap());
        let puzzle = board::text::line::parse(text, &geometry).unwrap();
        picture(&puzzle, &puzzle.givens(), None)
    }

    #[test]
    fn blocks_are_separated_and_latin_squares_have_none() {
        let expected = "1 2 │ 3 4\n. . │ . .\n────┼────\n. . │ . .\n4 . │ . .";
        assert_eq!(drawn_plainly("classic4", "1234........4..."), expected);
        assert_eq!(drawn_plainly("latin2", "1..."), "1 .\n. .");
    }

    #[test]
    fn letters_beyond_ascii_are_numbers() {
        let geometry = Arc::new(catalog::named("classic64").unwrap());
        let mut givens = vec![None; 64 * 64];
        (givens[0], givens[1]) = (Some(0), Some(63));
        let puzzle = Puzzle::from_givens(geometry, &givens);
        let text = picture(&puzzle, &givens, None);
        assert!(text.starts_with(" 1 64  .  .  .  .  .  . │  ."));
        let rule = text.lines().nth(8).unwrap();
        assert_eq!(rule.chars().position(|it| it == '┼'), Some(8 * 3));
        assert!(text.lines().all(|line| line.chars().count() == rule.chars().count()));
    }

    #[test]
    fn a_windoku_is_drawn_by_its_blocks() {
        let text = drawn_plainly("windoku", &".".repeat(81));
        assert_eq!(text.lines().count(), 11);
        assert!(text.lines().all(|line| line.chars().count() == 21));
    }

    #[test]
    fn colours_distinguish_givens_deductions_and_bets() {
        let geometry = Arc::new(catalog::named("latin2").unwrap());
        let puzzle = board::text::line::parse("1...", &geometry).unwrap();
        let symbols = [Some(0), Some(1), None, None];
        let text = picture(&puzzle, &symbols, Some(&|_| Origin::Deduced));
        assert!(text.starts_with("\x1b[1m1\x1b[0m \x1b[32m2\x1b[0m\n\x1b[2m.\x1b[0m"));
        let bet = picture(&puzzle, &symbols, Some(&|_| Origin::Bet));
        assert!(bet.starts_with("\x1b[1m1\x1b[0m \x1b[93m2\x1b[0m"));
        let after = picture(&puzzle, &symbols, Some(&|_| Origin::DeducedAfterBet));
        assert!(after.starts_with("\x1b[1m1\x1b[0m \x1b[33m2\x1b[0m"));
    }
}
