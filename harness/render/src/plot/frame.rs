//! The frame of plots: title, caption, legend, notes.
//!
//! ```text
//!   Title
//!   corpus · n · task · T
//!   ┌──────────────────────┐  ── backtrack/naive
//!   │                      │  ── cover/dlx
//!   └──────────────────────┘
//!         title of x
//!   notes
//! ```
//! The width grows with the longest name and the height with names and notes, so that nothing is cut
//! off; [`layout`](super::layout) says what changes if the width is given. The outermost element has the
//! axes as `data-` attributes, which the script of a page needs to draw other curves into the same frame.

use super::canvas::Canvas;
use super::chart::{Chart, LegendEntry, Mark, Scale};
use super::layout::{Area, Around, Arrangement, LETTER, Layout, Wanted};
use super::style::{self, SeriesStyle};
use crate::svg::{Anchor, Escaped, Point, Px, Svg, width, wrapped};

/// The plotting area.
const AREA: Area = Area { left: 78.0, top: 58.0, width: 560.0, height: 372.0 };

/// A square plotting area.
const SQUARE: Area = Area { width: 460.0, height: 460.0, ..AREA };

/// The height of a named row, in pixels: with a distribution, or with points only.
const ROW: f64 = 58.0;
const LOW_ROW: f64 = 28.0;

/// The text around a plot.
#[derive(Clone, Debug)]
pub(super) struct PlotText<'a> {
    /// The kind, as on the command line.
    pub(super) kind: &'a str,
    /// The title.
    pub(super) title: &'a str,
    /// The caption: corpus, puzzles, task, limit.
    pub(super) caption: &'a str,
    /// Sentences below the plot.
    pub(super) notes: &'a [String],
}

/// Draws a chart.
pub(super) fn draw(chart: &Chart, layout: Layout) -> Svg {
    let text = Around::from(chart);
    let mut wanted = wanted(chart, layout);
    if let Some(wide) = layout.width_px() {
        wanted.title_lines = title_lines(&chart.x.full(), wide).len();
    }
    let mut at = Arrangement::of(text, wanted, layout);
    let is_fitted = layout.width_px().is_some();
    let lines = match is_fitted {
        true => wrapped(&chart.y.full(), LETTER, at.area.height + 40.0),
        false => vec![chart.y.full()],
    };
    if lines.len() > 1 {
        wanted.area.left += 14.0 * (lines.len() - 1) as f64;
        at = Arrangement::of(text, wanted, layout);
    }
    let mut svg = sheet(chart.kind, &chart.title, &at, &chart.legend);
    axes_as_data(&mut svg, chart, at.area);
    let canvas = Canvas::new(chart, at.area, is_fitted, is_narrow(chart, layout));
    canvas.grid(&mut svg, true, true);
    let below = at.area.top + at.area.height + 40.0;
    horizontal_title(&mut svg, &chart.x.full(), at.area, below, at.size.0);
    vertical_title(&mut svg, &lines, 18.0, at.area);
    if let Some(right) = &chart.right {
        let x = at.area.left + at.area.width + wanted.right - 8.0;
        vertical_title(&mut svg, &[right.full()], x, at.area);
    }
    canvas.marks(&mut svg, &chart.marks);
    if let Some(mm) = layout.mm_per_px() {
        svg.scale(mm);
    }
    svg
}

/// Adds the axes as attributes, for the script of a page.
fn axes_as_data(svg: &mut Svg, chart: &Chart, area: Area) {
    for (name, Scale { axis, .. }, from, to) in [
        ("data-x", &chart.x, area.left, area.left + area.width),
        ("data-y", &chart.y, area.top + area.height, area.top),
    ] {
        let kind = if axis.is_log { "log" } else { "linear" };
        let (low, high, from, to) = (axis.low, axis.high, Px(from), Px(to));
        svg.attribute(name, &format!("{kind} {low} {high} {from} {to}"));
    }
}

/// Returns the room that a chart needs.
fn wanted(chart: &Chart, layout: Layout) -> Wanted {
    let mut area = if chart.is_square { SQUARE } else { AREA };
    if !chart.y.names.is_empty() {
        area.height = chart.y.names.len() as f64 * row(chart);
    }
    if layout.width_px().is_some() || !chart.y.names.is_empty() {
        area.left = if chart.y.full().is_empty() { 16.0 } else { 30.0 } + widest_tick(&chart.y);
    }
    let mut right = chart.right.as_ref().map_or(0.0, |right| {
        widest_tick(right) + if right.full().is_empty() { 12.0 } else { 36.0 }
    });
    if is_narrow(chart, layout) {
        (area.left, right) = (12.0, 0.0);
        area.height = chart.y.names.len() as f64 * (row(chart) + LETTER);
    }
    let has_rows = !chart.y.names.is_empty();
    let title_lines = 1;
    let above = if names_rail(chart) { LETTER } else { 0.0 };
    let is_square = chart.is_square;
    Wanted { area, right, can_shrink: true, is_square, above, title_lines, has_rows }
}

/// Returns the height of a named row, in pixels.
fn row(chart: &Chart) -> f64 {
    let has_violins = chart.marks.iter().any(|mark| matches!(mark, Mark::Violin { .. }));
    if has_violins { ROW } else { LOW_ROW }
}

/// Returns whether there is the name of a time limit above the area.
pub(super) fn names_rail(chart: &Chart) -> bool {
    chart.marks.iter().any(|mark| matches!(mark, Mark::Rail { name, .. } if !name.is_empty()))
}

/// Returns whether the names of rows would leave too little room beside them, and so are in the
/// rows.
pub(super) fn is_narrow(chart: &Chart, layout: Layout) -> bool {
    let names = widest_tick(&chart.y) + chart.right.as_ref().map_or(0.0, widest_tick);
    !chart.y.names.is_empty() && layout.width_px().is_some_and(|wide| names > 0.3 * wide)
}

/// Returns the width of the longest label of an axis.
pub(super) fn widest_tick(scale: &Scale) -> f64 {
    let names = scale.ticks().into_iter().filter_map(|tick| tick.name);
    names.map(|name| width(&name, LETTER)).fold(0.0, f64::max)
}

/// Writes the title of a horizontal axis, in lines if it is wider than the figure.
pub(super) fn horizontal_title(svg: &mut Svg, title: &str, area: Area, top: f64, wide: f64) {
    let centre = area.left + area.width / 2.0;
    for (number, line) in title_lines(title, wide).iter().enumerate() {
        let half = width(line, LETTER) / 2.0;
        let x = centre.min(wide - 6.0 - half).max(half + 6.0);
        svg.text("axis", (x, top + number as f64 * 13.0), Anchor::Middle, line);
    }
}

/// Returns the lines of the title of a horizontal axis: one, unless it is wider than the figure.
pub(super) fn title_lines(title: &str, wide: f64) -> Vec<String> {
    match width(title, LETTER) > wide - 16.0 {
        true => wrapped(title, LETTER, wide - 16.0),
        false => vec![title.to_owned()],
    }
}

/// Writes the title of a vertical axis, the first line outermost.
pub(super) fn vertical_title(svg: &mut Svg, lines: &[String], x: f64, area: Area) {
    for (number, line) in lines.iter().enumerate() {
        let (x, y) = (Px(x + 14.0 * number as f64), Px(area.top + area.height / 2.0));
        let line = Escaped(line);
        svg.put(format_args!(
            r#"<text class="axis" transform="translate({x} {y}) rotate(-90)" text-anchor="middle">{line}</text>"#
        ));
    }
}

/// Returns a figure with all text around an empty plotting area, and where the area is. With a width, title and caption
/// wrap above the area.
pub(super) fn page(words: &PlotText<'_>, area: Area, layout: Layout) -> (Svg, Area) {
    let text =
        Around { title: words.title, caption: words.caption, notes: words.notes, legend: &[] };
    let wanted = Wanted {
        area,
        right: 0.0,
        can_shrink: false,
        is_square: false,
        above: 0.0,
        title_lines: 1,
        has_rows: true,
    };
    let at = match layout.width_px() {
        Some(wide) => Arrangement::below(text, wanted, wide.max(area.left + area.width + 8.0)),
        None => Arrangement::of(text, wanted, layout),
    };
    (sheet(words.kind, words.title, &at, &[]), at.area)
}

/// Returns an arranged figure with all text around an empty plotting area.
pub(super) fn sheet(kind: &str, title: &str, at: &Arrangement, legend: &[LegendEntry]) -> Svg {
    let mut svg = Svg::new(at.size.0, at.size.1);
    svg.attribute("data-kind", kind);
    svg.attribute("role", "img");
    svg.put(format_args!("<title>{}</title>", Escaped(title)));
    svg.put(format_args!(r#"<rect class="back" width="100%" height="100%"/>"#));
    svg.put(format_args!("{}", style::markers()));
    svg.around(|svg| words(svg, at));
    for (named, &corner) in legend.iter().zip(&at.legend) {
        entry(&mut svg, named, corner);
    }
    svg
}

/// Writes title, caption and notes.
fn words(svg: &mut Svg, at: &Arrangement) {
    let mut y = 24.0;
    for line in &at.title {
        svg.text("title", (at.margin, y), Anchor::Start, line);
        y += 19.0;
    }
    for line in &at.caption {
        svg.text("small", (at.margin, y), Anchor::Start, line);
        y += 15.0;
    }
    for (index, (number, note)) in at.notes.iter().enumerate() {
        let (x, y) = (Px(at.margin), Px(at.notes_top + index as f64 * 15.0));
        let note = Escaped(note);
        // The script of a page finds the sentence by its number.
        svg.put(format_args!(
            r#"<text class="small" data-note="{number}" x="{x}" y="{y}">{note}</text>"#
        ));
    }
}

fn entry(svg: &mut Svg, named: &LegendEntry, (x, y): Point) {
    let SeriesStyle { colour, dashes, marker } = named.style;
    let of = Escaped(&named.of);
    svg.put(format_args!(r#"<g class="named" data-of="{of}" fill="{colour}">"#));
    if named.has_line {
        let (from, to, y) = (Px(x), Px(x + 34.0), Px(y));
        svg.put(format_args!(
            r#"<path class="curve" stroke="{colour}" stroke-dasharray="{dashes}" d="M{from} {y}H{to}"/>"#
        ));
    }
    let (middle, level) = (Px(x + 17.0), Px(y));
    svg.put(format_args!(r##"<use href="#marker{marker}" x="{middle}" y="{level}"/>"##));
    svg.text("name", (x + 42.0, y + 4.0), Anchor::Start, &named.full());
    svg.put(format_args!("</g>"));
}
