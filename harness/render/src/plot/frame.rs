//! The frame of plots: title, caption, axes, legend, notes.
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
//! off. The outermost element has the axes as `data-` attributes, which the script of a page needs to
//! draw other curves into the same frame.

use super::axis::{Axis, Tick};
use super::style::{self, SeriesStyle};
use crate::svg::{Anchor, Escaped, Point, Px, Svg, width, wrapped};

/// The font sizes of names and of notes.
const LETTER: f64 = 12.0;
const SMALL: f64 = 11.0;

/// The plotting area.
const AREA: Area = Area { left: 78.0, top: 58.0, width: 560.0, height: 372.0 };

/// A square plotting area.
const SQUARE: Area = Area { width: 460.0, height: 460.0, ..AREA };

/// The smallest step between two points of a curve, in pixels.
const STEP: f64 = 0.5;

/// A rectangle, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// The text around a plot.
#[derive(Clone, Debug)]
pub struct PlotText<'a> {
    /// The kind, as on the command line.
    pub kind: &'a str,
    /// The title.
    pub title: &'a str,
    /// The caption: corpus, puzzles, task, limit.
    pub caption: &'a str,
    /// Sentences below the plot.
    pub notes: &'a [String],
}

/// An entry of the legend.
#[derive(Clone, Debug)]
pub struct LegendEntry {
    /// The series, as in `data-of`: the index of a contestant, or a word.
    pub of: String,
    /// The name.
    pub name: String,
    /// The style.
    pub style: SeriesStyle,
    /// Whether the series has lines, or markers only.
    pub has_line: bool,
}

/// A plot with two axes.
#[derive(Clone, Debug)]
pub struct PlotFrame {
    /// The figure.
    pub svg: Svg,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The plotting area.
    pub area: Area,
}

impl PlotFrame {
    /// An empty frame. Each axis comes with its title.
    pub fn new(
        words: &PlotText<'_>,
        x: (Axis, &str),
        y: (Axis, &str),
        legend: &[LegendEntry],
    ) -> Self {
        Self::around(AREA, words, x, y, legend)
    }

    /// A square frame without a legend.
    pub fn square(words: &PlotText<'_>, x: (Axis, &str), y: (Axis, &str)) -> Self {
        Self::around(SQUARE, words, x, y, &[])
    }

    fn around(
        area: Area,
        words: &PlotText<'_>,
        x: (Axis, &str),
        y: (Axis, &str),
        legend: &[LegendEntry],
    ) -> Self {
        let mut svg = page(words, area, legend);
        let ((x, x_title), (y, y_title)) = (x, y);
        for (name, axis, from, to) in [
            ("data-x", x, area.left, area.left + area.width),
            ("data-y", y, area.top + area.height, area.top),
        ] {
            let kind = if axis.is_log { "log" } else { "linear" };
            let (low, high, from, to) = (axis.low, axis.high, Px(from), Px(to));
            svg.attribute(name, &format!("{kind} {low} {high} {from} {to}"));
        }
        let mut frame = Self { svg, x, y, area };
        frame.grid();
        let middle = (area.left + area.width / 2.0, area.top + area.height + 40.0);
        frame.svg.text("axis", middle, Anchor::Middle, x_title);
        let (at, title) = ((18.0, area.top + area.height / 2.0), Escaped(y_title));
        let (x, y) = (Px(at.0), Px(at.1));
        frame.svg.put(format_args!(
            r#"<text class="axis" transform="translate({x} {y}) rotate(-90)" text-anchor="middle">{title}</text>"#
        ));
        frame
    }

    /// The point of two values.
    pub fn point(&self, x: f64, y: f64) -> Point {
        let area = self.area;
        let x = area.left + self.x.place(x) * area.width;
        (x, area.top + (1.0 - self.y.place(y)) * area.height)
    }

    /// Draws a curve with markers through points given as values. `number` shifts the markers along the
    /// curve, so that those of coinciding curves stay apart.
    pub fn curve(&mut self, named: &LegendEntry, number: usize, values: &[(f64, f64)]) {
        let points = thinned(values.iter().map(|&(x, y)| self.point(x, y)));
        let SeriesStyle { colour, dashes, marker } = named.style;
        let of = Escaped(&named.of);
        let path = path(&points);
        self.svg.put(format_args!(r#"<g class="series" data-of="{of}" fill="{colour}">"#));
        self.svg.put(format_args!(
            r#"<path class="curve" stroke="{colour}" stroke-dasharray="{dashes}" d="{path}"/>"#
        ));
        for (x, y) in on_curve(&points, number) {
            let (x, y) = (Px(x), Px(y));
            self.svg.put(format_args!(r##"<use href="#marker{marker}" x="{x}" y="{y}"/>"##));
        }
        self.svg.put(format_args!("</g>"));
    }

    /// Draws a dashed line at the time limit, with its name.
    pub fn rail(&mut self, of_x: bool, value: f64, name: &str) {
        let area = self.area;
        let (x, y) = self.point(value, value);
        if of_x {
            self.svg.line("rail", (x, area.top), (x, area.top + area.height));
            self.svg.text("small", (x - 4.0, area.top + 12.0), Anchor::End, name);
        } else {
            self.svg.line("rail", (area.left, y), (area.left + area.width, y));
            self.svg.text("small", (area.left + 5.0, y + 12.0), Anchor::Start, name);
        }
    }

    fn grid(&mut self) {
        let Area { left, top, width: wide, height } = self.area;
        let (right, bottom) = (left + wide, top + height);
        for Tick { value, name } in self.x.ticks() {
            let (x, _) = self.point(value, self.y.low);
            self.svg.line(if name.is_some() { "grid" } else { "fine" }, (x, top), (x, bottom));
            if let Some(name) = name {
                self.svg.line("tick", (x, bottom), (x, bottom + 4.0));
                self.svg.text("number", (x, bottom + 18.0), Anchor::Middle, &name);
            }
        }
        for Tick { value, name } in self.y.ticks() {
            let (_, y) = self.point(self.x.low, value);
            self.svg.line(if name.is_some() { "grid" } else { "fine" }, (left, y), (right, y));
            if let Some(name) = name {
                self.svg.line("tick", (left - 4.0, y), (left, y));
                self.svg.text("number", (left - 7.0, y + 4.0), Anchor::End, &name);
            }
        }
        let (left, top, wide, height) = (Px(left), Px(top), Px(wide), Px(height));
        self.svg.put(format_args!(
            r#"<rect class="border" x="{left}" y="{top}" width="{wide}" height="{height}"/>"#
        ));
    }
}

/// A figure with all text around an empty plotting area.
pub fn page(words: &PlotText<'_>, area: Area, legend: &[LegendEntry]) -> Svg {
    let names = legend.iter().map(|named| width(&named.name, LETTER)).fold(0.0, f64::max);
    let beside = if legend.is_empty() { 24.0 } else { 24.0 + 42.0 + names };
    let heads = width(words.title, 17.0).max(width(words.caption, SMALL)) + 32.0;
    let wide = (area.left + area.width + beside).max(heads);
    let notes: Vec<(usize, String)> = (words.notes.iter().enumerate())
        .flat_map(|(number, note)| {
            wrapped(note, SMALL, wide - 40.0).into_iter().map(move |line| (number, line))
        })
        .collect();
    let below = area.top + area.height + 64.0;
    let beside = area.top + legend.len() as f64 * 20.0 + 10.0;
    let high = (below + notes.len() as f64 * 15.0).max(beside);
    let mut svg = Svg::new(wide, high);
    svg.attribute("data-kind", words.kind);
    svg.attribute("role", "img");
    svg.put(format_args!("<title>{}</title>", Escaped(words.title)));
    svg.put(format_args!(r#"<rect class="back" width="100%" height="100%"/>"#));
    svg.put(format_args!("{}", style::markers()));
    svg.text("title", (16.0, 24.0), Anchor::Start, words.title);
    svg.text("small", (16.0, 43.0), Anchor::Start, words.caption);
    for (index, (number, note)) in notes.iter().enumerate() {
        let (y, note) = (Px(below + index as f64 * 15.0), Escaped(note));
        // The script of a page finds the sentence by its number.
        svg.put(format_args!(
            r#"<text class="small" data-note="{number}" x="16" y="{y}">{note}</text>"#
        ));
    }
    for (index, named) in legend.iter().enumerate() {
        let at = (area.left + area.width + 20.0, area.top + 10.0 + index as f64 * 20.0);
        entry(&mut svg, named, at);
    }
    svg
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
    svg.text("name", (x + 42.0, y + 4.0), Anchor::Start, &named.name);
    svg.put(format_args!("</g>"));
}

/// Drops points that are less than a step from the last kept one, except for the last point.
fn thinned(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    let mut skipped = None;
    for (x, y) in points {
        let is_near = |last: &Point| (x - last.0).abs() < STEP && (y - last.1).abs() < STEP;
        if kept.last().is_some_and(is_near) {
            skipped = Some((x, y));
        } else {
            kept.push((x, y));
            skipped = None;
        }
    }
    kept.extend(skipped);
    kept
}

fn path(points: &[Point]) -> String {
    let mut path = String::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        path.push_str(&format!("{letter}{} {}", Px(x), Px(y)));
    }
    path
}

/// Five points of a curve, shifted by its number, and its end.
fn on_curve(points: &[Point], number: usize) -> Vec<Point> {
    let Some(last) = points.len().checked_sub(1) else { return Vec::new() };
    let share = |place: usize| (place as f64 + 0.15 + (number % 6) as f64 * 0.13) / 5.0;
    let mut places: Vec<usize> =
        (0..5).map(|place| (share(place) * last as f64) as usize).chain([last]).collect();
    places.dedup();
    places.into_iter().map(|place| points[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_no_more_points_than_can_be_seen() {
        let points = (0..100_000).map(|index| (f64::from(index) / 1000.0, 7.0));
        let kept = thinned(points);
        assert!((190..=202).contains(&kept.len()), "{}", kept.len());
        assert_eq!((kept[0], kept[kept.len() - 1]), ((0.0, 7.0), (99.999, 7.0)));
    }
}
