//! The size of a figure: that of its content, or a width for the column of a paper.
//!
//! A figure is laid out in pixels with letters of [`LETTER`] pixels, and then scaled as a whole so that
//! these letters have the size in points that was asked for. A narrow figure thus has fewer pixels, not
//! smaller letters: the plotting area shrinks, the legend moves below it, and text wraps.

use super::chart::{Chart, LegendEntry};
use crate::svg::{Point, width, wrapped};

/// The font sizes of names, of notes and of titles, in pixels.
pub(super) const LETTER: f64 = 12.0;
pub(super) const SMALL: f64 = 11.0;
const TITLE: f64 = 16.0;

/// The size of letters in points if only a width is given.
const POINTS: f64 = 8.0;

/// The length of a point, in millimetres.
const POINT: f64 = 25.4 / 72.0;

/// The smallest plotting area beside which a legend fits, in pixels.
const BESIDE: f64 = 400.0;

/// The distance of two lines of the legend, and of two lines of notes.
const ENTRY: f64 = 20.0;
const LINE: f64 = 15.0;

/// A rectangle, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    /// Its left edge.
    pub(super) left: f64,
    /// Its upper edge.
    pub(super) top: f64,
    /// Its width.
    pub(super) width: f64,
    /// Its height.
    pub(super) height: f64,
}

/// The size of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layout {
    /// The width in millimetres; by default that of the content.
    pub width_mm: Option<f64>,
    /// The size of names in points; by default 8 if there is a width, else pixels are not scaled.
    pub font_pt: Option<f64>,
}

impl Layout {
    /// Returns the size of names in points, if the size of the figure is physical.
    pub fn points(self) -> Option<f64> {
        self.font_pt.or(self.width_mm.map(|_| POINTS))
    }

    /// Returns the length of a pixel in millimetres; `None` if the size is in pixels.
    pub fn mm_per_px(self) -> Option<f64> {
        Some(self.points()? * POINT / LETTER)
    }

    /// Returns the width in pixels, if it was given.
    pub fn width_px(self) -> Option<f64> {
        Some(self.width_mm? / self.mm_per_px()?)
    }
}

/// The room that the content of a figure needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// The plotting area, with the room for ticks on its left.
    pub(super) area: Area,
    /// The room for a second vertical axis.
    pub(super) right: f64,
    /// Whether the area shrinks with the figure.
    pub(super) can_shrink: bool,
    /// Whether the area stays a square.
    pub(super) is_square: bool,
    /// The room for a line of text right above the area.
    pub(super) above: f64,
    /// The number of lines of the title of the horizontal axis.
    pub(super) title_lines: usize,
    /// Whether the area has rows, whose height does not shrink.
    pub(super) has_rows: bool,
}

/// Where everything of a figure is.
#[derive(Clone, Debug)]
pub(super) struct Arrangement {
    pub(super) size: (f64, f64),
    /// The left edge of title, caption and notes.
    pub(super) margin: f64,
    pub(super) area: Area,
    pub(super) title: Vec<String>,
    pub(super) caption: Vec<String>,
    /// The lines of notes, each with the number of its note.
    pub(super) notes: Vec<(usize, String)>,
    /// The upper left corners of the entries of the legend.
    pub(super) legend: Vec<Point>,
    /// The baseline of the first note.
    pub(super) notes_top: f64,
}

/// The text around a figure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    pub(super) title: &'a str,
    pub(super) caption: &'a str,
    pub(super) notes: &'a [String],
    pub(super) legend: &'a [LegendEntry],
}

impl<'a> From<&'a Chart> for Around<'a> {
    fn from(chart: &'a Chart) -> Self {
        let Chart { title, caption, notes, legend, .. } = chart;
        Self { title, caption, notes, legend }
    }
}

impl Arrangement {
    /// Arranges a figure.
    pub(super) fn of(text: Around<'_>, wanted: Wanted, layout: Layout) -> Self {
        match layout.width_px().filter(|_| wanted.can_shrink) {
            Some(wide) => Self::within(text, wanted, wide),
            None => Self::natural(text, wanted),
        }
    }

    /// The width grows with the longest name and the title.
    fn natural(text: Around<'_>, wanted: Wanted) -> Self {
        let area = wanted.area;
        let side = match text.legend {
            [] => 24.0,
            legend => 24.0 + 42.0 + widest(legend),
        } + wanted.right;
        let heads = width(text.title, 17.0).max(width(text.caption, SMALL)) + 32.0;
        let wide = (area.left + area.width + side).max(heads);
        let notes = lines_of(text.notes, wide);
        let notes_top = area.top + area.height + 64.0;
        let beside = area.top + text.legend.len() as f64 * ENTRY + 10.0;
        let high = (notes_top + notes.len() as f64 * LINE).max(beside);
        Self {
            size: (wide, high),
            margin: 16.0,
            area,
            title: vec![text.title.to_owned()],
            caption: vec![text.caption.to_owned()],
            notes,
            legend: column(area, wanted.right, text.legend.len()),
            notes_top,
        }
    }

    /// The width is given: everything else follows from it.
    fn within(text: Around<'_>, wanted: Wanted, wide: f64) -> Self {
        let room = wide - wanted.area.left - 16.0 - wanted.right;
        let beside = room - widest(text.legend) - 60.0;
        let is_beside = !text.legend.is_empty() && beside >= BESIDE;
        let plot = (if is_beside { beside } else { room }).max(60.0);
        let natural = wanted.area.height / wanted.area.width;
        let high = match wanted {
            Wanted { is_square: true, .. } => plot,
            Wanted { has_rows: true, area, .. } => area.height,
            _ => (plot * natural.max(0.72)).min(400.0),
        };
        let area = Area { width: plot, height: high, ..wanted.area };
        match is_beside {
            false => Self::below(text, Wanted { area, ..wanted }, wide),
            true => {
                let bare = Around { legend: &[], ..text };
                let at = Self::below(bare, Wanted { area, ..wanted }, wide);
                let legend = column(at.area, wanted.right, text.legend.len());
                let end = at.area.top + legend.len() as f64 * ENTRY + 14.0;
                let lower = (end - at.notes_top).max(0.0);
                let size = (wide, at.size.1 + lower);
                Self { size, legend, notes_top: at.notes_top + lower, ..at }
            }
        }
    }

    /// Returns an area of this size below title and caption, and above the legend and the notes.
    pub(super) fn below(text: Around<'_>, wanted: Wanted, wide: f64) -> Self {
        let title = wrapped(text.title, TITLE, wide - 24.0);
        let caption = wrapped(text.caption, SMALL, wide - 24.0);
        let head = title.len() as f64 * 19.0 + caption.len() as f64 * LINE;
        let area = Area { top: head + 20.0 + wanted.above, ..wanted.area };
        let below = area.top + area.height + 37.0 + 13.0 * wanted.title_lines as f64;
        let (legend, end) = rows(text.legend.len(), widest(text.legend), wide, below);
        let notes = lines_of(text.notes, wide);
        let notes_top = end + 14.0;
        let size = (wide, notes_top + notes.len() as f64 * LINE);
        Self { size, margin: 12.0, area, title, caption, notes, legend, notes_top }
    }
}

/// Returns the width of the longest name.
fn widest(legend: &[LegendEntry]) -> f64 {
    legend.iter().map(|named| width(&named.full(), LETTER)).fold(0.0, f64::max)
}

fn lines_of(notes: &[String], wide: f64) -> Vec<(usize, String)> {
    let lines = |(number, note): (usize, &String)| {
        let lines = wrapped(note, SMALL, wide - 40.0).into_iter();
        lines.map(move |line| (number, line)).collect::<Vec<_>>()
    };
    notes.iter().enumerate().flat_map(lines).collect()
}

/// Returns the entries of a legend on the right of an area.
fn column(area: Area, right: f64, n: usize) -> Vec<Point> {
    let x = area.left + area.width + right + 20.0;
    (0..n).map(|index| (x, area.top + 10.0 + index as f64 * ENTRY)).collect()
}

/// Returns the entries of a legend in as many columns as fit, and where it ends.
fn rows(n: usize, names: f64, wide: f64, top: f64) -> (Vec<Point>, f64) {
    let column = names + 42.0 + 14.0;
    let columns = (((wide - 24.0) / column) as usize).clamp(1, n.max(1));
    let rows = n.div_ceil(columns);
    let at = |index: usize| {
        (12.0 + (index / rows) as f64 * column, top + 8.0 + (index % rows) as f64 * ENTRY)
    };
    ((0..n).map(at).collect(), top + rows as f64 * ENTRY)
}
