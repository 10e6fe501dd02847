//! The boxes that the lines of a drawn grid show.
//!
//! Lines show boxes if they separate some rows or columns and not others:
//!
//! ```text
//!   1 2 | 3 4     boxes       | 1 | 2 |     nothing: a line       ║ 1 │ 2 ║ 3 │ 4 ║     boxes: the
//!   3 4 | 1 2     2 wide      | 3 | 4 |     around every cell     ║ 3 │ 4 ║ 1 │ 2 ║     heavy lines
//! ```
//!
//! A line is heavy if its character is, or if it is drawn twice. Frames show nothing, nor does the rule
//! under the first row of a table in Markdown. If there are lines in one direction only, the order gives
//! the other side of a box. The cost is linear in the number of bars.
//!
//! Where no lines are drawn, [gaps] may show boxes.

pub(super) mod gaps;

use std::collections::BTreeMap;
use std::fmt;

use crate::geometry::{Cell, Geometry};
use crate::source::TextError;

/// The lines of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// The bars in each row, from left to right.
    pub(super) bars: Vec<Vec<Bar>>,
    /// The rule above each row.
    pub(super) rules: Vec<Option<Rule>>,
    /// Whether they stand for gaps.
    pub(super) are_gaps: bool,
}

/// An upright bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bar {
    /// Its column, in characters, from one.
    pub(super) column: usize,
    pub(super) is_heavy: bool,
}

/// A line between two rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// The line of the text, from one.
    line: usize,
    weight: Weight,
}

/// How a rule is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    Light,
    Heavy,
    /// Above only some of the cells, or only partly heavy.
    Broken,
}

/// Adjacent cells in a row, without a bar between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// The first column, in characters, from one.
    pub(super) start: usize,
    pub(super) cells: usize,
}

/// The lines that show boxes.
#[derive(Debug)]
pub(super) struct Borders {
    /// The place of each line, by the number of rows above it.
    rows: BTreeMap<usize, (usize, usize)>,
    /// The first place of each line, by the number of columns to its left.
    columns: BTreeMap<usize, (usize, usize)>,
    /// The place of the first line that does not reach from edge to edge.
    broken: Option<(usize, usize)>,
    /// Whether they are gaps.
    are_gaps: bool,
}

/// Rows and columns of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoxShape {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows by {} columns", self.rows, self.columns)
    }
}

/// A line that cuts through a box.
#[derive(Debug)]
struct Cut {
    place: (usize, usize),
    /// The row or column after it, as `row 3`.
    before: String,
}

impl Rule {
    /// Returns the rule in a line of text; `None` if it has no dash.
    pub(super) fn of(line: usize, text: &str) -> Option<Self> {
        let is_light = |c: char| matches!(c, '-' | '_' | '–' | '—' | '─' | '┄' | '┈' | '╌');
        let is_heavy = |c: char| matches!(c, '=' | '═' | '━' | '┅' | '┉' | '╍');
        let has_gap = || {
            // Blanks between dashes are tolerated; between crosses, dashes are missing.
            let ends = |c: char| !c.is_whitespace() && !is_light(c) && !is_heavy(c);
            let mut pieces = text.trim().split(ends);
            let is_gap = |piece: &str| piece.chars().nth(1).is_some() && piece.trim().is_empty();
            pieces.any(is_gap)
        };
        let weight = match (text.contains(is_light), text.contains(is_heavy)) {
            (false, false) => return None,
            (true, true) => Weight::Broken,
            _ if has_gap() => Weight::Broken,
            (true, false) => Weight::Light,
            (false, true) => Weight::Heavy,
        };
        Some(Self { line, weight })
    }

    /// Returns the rule that two consecutive ones make.
    pub(super) fn doubled(self, other: Option<Self>) -> Self {
        match other {
            Some(Self { weight: Weight::Broken, .. }) | None => other.unwrap_or(self),
            Some(_) if self.weight == Weight::Broken => self,
            Some(other) => Self { weight: Weight::Heavy, ..other },
        }
    }
}

impl Lines {
    /// Returns whether there is any line.
    pub(super) fn are_drawn(&self) -> bool {
        self.rules.iter().any(Option::is_some) || self.bars.iter().any(|bars| !bars.is_empty())
    }

    /// Removes the lines of the first `count` rows.
    pub(super) fn take(&mut self, count: usize) -> Self {
        let bars = self.bars.drain(..count.min(self.bars.len())).collect();
        let rules = self.rules.drain(..count.min(self.rules.len())).collect();
        Self { bars, rules, are_gaps: self.are_gaps }
    }

    /// Returns the lines that show boxes in rows of `order` cells each, given with their line numbers and units.
    pub(super) fn borders(&self, order: usize, rows: &[(usize, Vec<Unit>)]) -> Borders {
        let mut borders = self.row_borders(order);
        let mut first: Option<Vec<usize>> = None;
        for (bars, (line, units)) in self.bars.iter().zip(rows) {
            let here = column_borders(bars, order, units);
            let own: Vec<usize> = here.keys().copied().collect();
            let column = here.values().next().copied().unwrap_or(1);
            for (before, column) in here {
                borders.columns.entry(before).or_insert((*line, column));
            }
            if *first.get_or_insert_with(|| own.clone()) != own {
                borders.broken.get_or_insert((*line, column));
            }
        }
        borders
    }

    fn row_borders(&self, order: usize) -> Borders {
        let rules = |row: usize| self.rules.get(row).copied().flatten();
        let weights = (1..order).map(|row| match rules(row).map(|rule| rule.weight) {
            None => 0,
            Some(Weight::Light) => 1,
            Some(Weight::Heavy | Weight::Broken) => 2,
        });
        let place = |row: usize| Some((row, (rules(row)?.line, 1)));
        let heavier = heavier(&weights.collect::<Vec<_>>());
        // A single rule, under the first row, is that of a table in Markdown.
        let heavier = if heavier == [1] { Vec::new() } else { heavier };
        let rows = heavier.into_iter().filter_map(place).collect();
        let is_broken = |rule: &Rule| rule.weight == Weight::Broken;
        let broken = (1..order).filter_map(rules).find(is_broken).map(|rule| (rule.line, 1));
        Borders { rows, columns: BTreeMap::new(), broken, are_gaps: self.are_gaps }
    }
}

/// Returns the distance of borders that divide a side into equal parts.
fn step(mut borders: impl Iterator<Item = usize> + Clone, side: usize) -> Option<usize> {
    let all = borders.clone();
    let step = borders.next()?;
    all.eq((step..side).step_by(step)).then_some(step)
}

/// Returns the columns of the bars that show boxes in a row, by the number of cells before them.
fn column_borders(bars: &[Bar], order: usize, units: &[Unit]) -> BTreeMap<usize, usize> {
    let mut weights = vec![0; order.saturating_sub(1)];
    let mut columns = BTreeMap::new();
    for bar in bars {
        let before = units.iter().take_while(|unit| unit.start <= bar.column);
        let before: usize = before.map(|unit| unit.cells).sum();
        if (1..order).contains(&before) {
            weights[before - 1] += if bar.is_heavy { 2 } else { 1 };
            columns.entry(before).or_insert(bar.column);
        }
    }
    let heavier = heavier(&weights);
    columns.retain(|before, _| heavier.contains(before));
    columns
}

/// Returns the borders, numbered from one, that are heavier than others.
fn heavier(weights: &[usize]) -> Vec<usize> {
    let weight = |weight: usize| weight.min(2);
    let least = weights.iter().map(|&it| weight(it)).min().unwrap_or(0);
    (1..).zip(weights).filter(|&(_, &it)| weight(it) > least).map(|(before, _)| before).collect()
}

impl Borders {
    /// Returns whether no line shows anything.
    fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.columns.is_empty() && self.broken.is_none()
    }

    /// Returns the boxes that the lines show in a square of `order` rows; `None` if they do not show boxes of one shape
    /// with `order` cells each.
    fn boxes(&self, order: usize) -> Option<BoxShape> {
        let step = |borders: &BTreeMap<usize, _>| step(borders.keys().copied(), order);
        let shape = match (step(&self.rows), step(&self.columns)) {
            (Some(rows), Some(columns)) => Some((rows, columns)),
            (Some(rows), None) if self.columns.is_empty() => Some((rows, order / rows)),
            (None, Some(columns)) if self.rows.is_empty() => Some((order / columns, columns)),
            _ => None,
        };
        let is_box = |&(rows, columns): &(usize, usize)| rows * columns == order;
        let shape = shape.filter(|shape| self.broken.is_none() && is_box(shape));
        shape.map(|(rows, columns)| BoxShape { rows, columns })
    }

    /// Returns the first line that does not bound a box of this shape.
    fn cut(&self, shape: BoxShape) -> Option<Cut> {
        let find = |borders: &BTreeMap<usize, (usize, usize)>, side: usize, what: &str| {
            let (before, &place) =
                borders.iter().find(|(before, _)| !before.is_multiple_of(side))?;
            Some(Cut { place, before: format!("{what} {}", before + 1) })
        };
        find(&self.columns, shape.columns, "column").or_else(|| find(&self.rows, shape.rows, "row"))
    }

    /// Returns the place of the broken line, or else of the first line.
    fn place(&self) -> (usize, usize) {
        let lines = self.rows.values().chain(self.columns.values());
        self.broken.or_else(|| lines.copied().min()).unwrap_or((1, 1))
    }

    /// # Errors
    /// If the lines show other boxes than those of the classic geometry of this order, which have these
    /// rows and columns.
    pub(super) fn must_be_classic(
        &self,
        order: usize,
        (rows, columns): (usize, usize),
    ) -> Result<(), TextError> {
        let (found, classic) = (self.boxes(order), BoxShape { rows, columns });
        if self.is_empty() || found == Some(classic) {
            return Ok(());
        }
        let (line, column) = self.place();
        let show = if self.are_gaps { "the gaps show" } else { "the lines draw" };
        let drawn = match found {
            Some(shape) => format!("{show} boxes of {shape}"),
            None => format!("{show} no boxes of {order} cells and one shape"),
        };
        let found = format!("{drawn}, and those of classic{order} are {classic}");
        let expected = "lines around these, or the board by `--geometry FILE` or a header \
                        `# geometry: FILE`";
        Err(TextError::new(line, column, found, expected))
    }

    /// # Errors
    /// If `geometry` is a square of boxes, and a line cuts through one.
    pub(super) fn must_suit(&self, geometry: &Geometry) -> Result<(), TextError> {
        if self.is_empty() {
            return Ok(());
        }
        let shapes: Vec<BoxShape> = boxes_of(geometry).collect();
        let cuts: Option<Vec<Cut>> = shapes.iter().map(|&shape| self.cut(shape)).collect();
        let first = |cuts: Vec<Cut>| cuts.into_iter().zip(&shapes).next();
        let Some((cut, &boxes)) = cuts.and_then(first) else { return Ok(()) };
        let (line, column) = cut.place;
        let what = if self.are_gaps { "gap" } else { "line" };
        let found =
            format!("a {what} before {} cuts through a box of {}", cut.before, geometry.name());
        Err(TextError::new(line, column, found, format!("{what}s around boxes of {boxes}")))
    }
}

/// Returns the boxes of a square geometry: every way in which regions tile it as boxes of one
/// shape.
pub(super) fn boxes_of(geometry: &Geometry) -> impl Iterator<Item = BoxShape> + '_ {
    let order = geometry.symbols();
    let is_square = geometry.cells() == order * order;
    let rows = (2..order).filter(move |&rows| is_square && order.is_multiple_of(rows));
    let shapes = rows.map(move |rows| BoxShape { rows, columns: order / rows });
    shapes.filter(move |&shape| {
        let regions = geometry.regions().iter();
        regions.filter(|region| is_box(geometry, &region.cells, shape)).count() == order
    })
}

/// Returns whether cells are one of the boxes of this shape.
fn is_box(geometry: &Geometry, cells: &[Cell], shape: BoxShape) -> bool {
    let corner = |&cell: &Cell| {
        let position = geometry.position(cell);
        (position.row / shape.rows, position.column / shape.columns)
    };
    cells.len() == geometry.symbols()
        && cells.windows(2).all(|two| corner(&two[0]) == corner(&two[1]))
}

#[cfg(test)]
mod tests {
    use crate::text::grid;

    /// Returns the board of a grid without a header.
    fn board(text: &str) -> Result<String, String> {
        let drafts = grid::read(text, &mut |_| None).map_err(|error| error.to_string())?;
        assert_eq!(drafts.len(), 1, "{text}");
        drafts[0].cells.geometry().map_err(|error| error.to_string())
    }

    #[test]
    fn lines_that_show_nothing_allow_the_classic_board() {
        let plain = [
            "| 1 | 2 | 3 | 4 |\n|---|---|---|---|\n| 3 | 4 | 1 | 2 |\n| 2 | 1 | 4 | 3 |\n| 4 | 3 | 2 | 1 |\n",
            "+---+\n|1234|\n|3412|\n|2143|\n|4321|\n+---+\n",
            "+-+--+\n|12|34|\n|34|12|\n+     +\n|21|43|\n|43|21|\n",
            "1 2   3 4\n3 4   1 2\n---   ---\n2 1   4 3\n4 3   2 1\n",
        ];
        for text in plain {
            assert_eq!(board(text).as_deref(), Ok("classic4"), "{text}");
        }
    }

    #[test]
    fn sloppy_rules_are_rules() {
        let rules = ["---", "----+----------", "=====", "--- + ---", "-----\n-----", "━━━╋━━━"];
        for rule in rules {
            let text = format!("12|34\n34|12\n{rule}\n21|43\n43|21\n");
            assert_eq!(board(&text).as_deref(), Ok("classic4"), "{text}");
            let odd = format!("12|34\n34|12\n21|43\n{rule}\n43|21\n");
            assert!(board(&odd).is_err_and(|it| it.contains("no boxes of 4 cells")), "{odd}");
        }
    }

    #[test]
    fn lines_in_one_direction_show_boxes_of_the_order() {
        let upright = "1 2 | 3 4 | 5 6\n".repeat(6);
        let flat = "1 2 3 4 5 6\n1 2 3 4 5 6\n----\n".repeat(3);
        let error = board(&upright).unwrap_err();
        assert!(error.starts_with("1:5: the lines draw boxes of 3 rows by 2 columns"), "{error}");
        assert_eq!(board(&flat).as_deref(), Ok("classic6"));
    }
}
