//! Draws grids and marks of charts into a plotting area.

use super::axis::{Tick, ZERO_ROW};
use super::chart::{Chart, Dot, LegendEntry, Mark, Scale};
use super::layout::{Area, LETTER};
use super::style::SeriesStyle;
use crate::svg::{Anchor, Escaped, Point, Px, Svg, width};

/// The smallest step between two points of a curve, in pixels.
const STEP: f64 = 0.5;

/// The length of the dots beside the name of the time limit, in pixels.
const RAIL_SAMPLE: f64 = 14.0;

/// A plotting area with its axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canvas<'a> {
    chart: &'a Chart,
    area: Area,
    /// Whether labels that would overlap are omitted.
    is_fitted: bool,
    /// Whether the names of rows are in the rows, instead of beside them.
    has_names_inside: bool,
}

impl<'a> Canvas<'a> {
    /// Creates an area in which to draw a chart.
    pub(super) fn new(
        chart: &'a Chart,
        area: Area,
        is_fitted: bool,
        has_names_inside: bool,
    ) -> Self {
        Self { chart, area, is_fitted, has_names_inside }
    }

    /// Returns the point of two values.
    fn point(&self, x: f64, y: f64) -> Point {
        self.point_of(x, y, &self.chart.y)
    }

    fn point_of(&self, x: f64, y: f64, vertical: &Scale) -> Point {
        let on_rail = |value: f64| match self.chart.rail {
            Some(rail) if value.is_infinite() => rail,
            _ => value,
        };
        let area = self.area;
        let x = area.left + self.chart.x.axis.place(on_rail(x)) * area.width;
        (x, area.top + (1.0 - vertical.axis.place(on_rail(y))) * area.height)
    }

    /// Draws the lines of all ticks and the border, with labels below and on the left if wanted.
    pub(super) fn grid(&self, svg: &mut Svg, labels_below: bool, labels_left: bool) {
        let Area { left, top, width: wide, height } = self.area;
        let (right, bottom) = (left + wide, top + height);
        let (x_scale, y_scale) = (&self.chart.x, &self.chart.y);
        let mut end = f64::NEG_INFINITY;
        for Tick { value, name } in x_scale.ticks() {
            let (x, _) = self.point(value, y_scale.axis.low);
            svg.line(if name.is_some() { "grid" } else { "fine" }, (x, top), (x, bottom));
            let Some(name) = name.filter(|_| labels_below) else { continue };
            svg.line("tick", (x, bottom), (x, bottom + 4.0));
            let half = width(&name, LETTER) / 2.0;
            // A name at either end stays on the sheet.
            let x = x.min(svg.width() - half - 2.0).max(half + 2.0);
            if !self.is_fitted || x - half > end + 2.0 {
                svg.text("number", (x, bottom + 18.0), Anchor::Middle, &name);
                end = x + half;
            }
        }
        for Tick { value, name } in y_scale.ticks() {
            let (_, y) = self.point(x_scale.axis.low, value);
            if y_scale.names.is_empty() {
                svg.line(if name.is_some() { "grid" } else { "fine" }, (left, y), (right, y));
            }
            if self.has_names_inside {
                let at = (left + 4.0, self.row_top(value));
                svg.text("number", at, Anchor::Start, &name.unwrap_or_default());
            } else if let Some(name) = name.filter(|_| labels_left) {
                svg.line("tick", (left - 4.0, y), (left, y));
                svg.text("number", (left - 7.0, y + 4.0), Anchor::End, &name);
            }
        }
        self.right_ticks(svg);
        self.zero_rows(svg);
        let (left, top, wide, height) = (Px(left), Px(top), Px(wide), Px(height));
        svg.put(format_args!(
            r#"<rect class="border" x="{left}" y="{top}" width="{wide}" height="{height}"/>"#
        ));
    }

    /// Returns the baseline of the name of a row with this middle.
    fn row_top(&self, middle: f64) -> f64 {
        self.point(0.0, middle + 0.5).1 + 12.0
    }

    fn right_ticks(&self, svg: &mut Svg) {
        let Some(scale) = &self.chart.right else { return };
        let right = self.area.left + self.area.width;
        for Tick { value, name } in scale.ticks() {
            let (_, y) = self.point_of(self.chart.x.axis.low, value, scale);
            if self.has_names_inside {
                let at = (right - 4.0, self.row_top(value));
                svg.text("small", at, Anchor::End, &name.unwrap_or_default());
                continue;
            }
            svg.line("tick", (right, y), (right + 4.0, y));
            svg.text("number", (right + 7.0, y + 4.0), Anchor::Start, &name.unwrap_or_default());
        }
    }

    /// Draws a line between zero and the other values.
    fn zero_rows(&self, svg: &mut Svg) {
        let Area { left, top, width, height } = self.area;
        if self.chart.y.axis.has_zero {
            let y = top + (1.0 - ZERO_ROW / 2.0) * height;
            svg.line("guide", (left, y), (left + width, y));
        }
        if self.chart.x.axis.has_zero {
            let x = left + ZERO_ROW / 2.0 * width;
            svg.line("guide", (x, top), (x, top + height));
        }
    }

    /// Draws marks, in this order.
    pub(super) fn marks(&self, svg: &mut Svg, marks: &[Mark]) {
        for mark in marks {
            match mark {
                Mark::Curve { named, number, values, is_right } => {
                    let right = self.chart.right.as_ref().filter(|_| *is_right);
                    self.curve(svg, named, *number, values, right.unwrap_or(&self.chart.y));
                }
                Mark::Guide { class, from, to } => {
                    svg.line(class, self.point(from.0, from.1), self.point(to.0, to.1));
                }
                Mark::Points { .. } => self.points(svg, mark),
                Mark::Rail { is_vertical, value, name } => {
                    self.rail(svg, *is_vertical, *value, name);
                }
                Mark::Spreads { named, beside, spreads } => {
                    self.spreads(svg, named, *beside, spreads);
                }
                Mark::Violin { .. } => self.violin(svg, mark),
            }
        }
    }

    fn curve(
        &self,
        svg: &mut Svg,
        named: &LegendEntry,
        number: usize,
        values: &[(f64, f64)],
        vertical: &Scale,
    ) {
        let points = values.iter().map(|&(x, y)| self.point_of(x, y, vertical));
        let points = thinned(points.map(|point| (point, point)));
        let SeriesStyle { colour, dashes, marker } = named.style;
        let of = Escaped(&named.of);
        let path = path(&points);
        svg.put(format_args!(r#"<g class="series" data-of="{of}" fill="{colour}">"#));
        svg.put(format_args!(
            r#"<path class="curve" stroke="{colour}" stroke-dasharray="{dashes}" d="{path}"/>"#
        ));
        for (x, y) in on_curve(&points, number) {
            let (x, y) = (Px(x), Px(y));
            svg.put(format_args!(r##"<use href="#marker{marker}" x="{x}" y="{y}"/>"##));
        }
        svg.put(format_args!("</g>"));
    }

    fn points(&self, svg: &mut Svg, mark: &Mark) {
        let Mark::Points { of, colour, marker, dots, .. } = mark else { return };
        let of = Escaped(of);
        let all = marker.map_or(String::new(), |marker| format!(r#" data-marker="{marker}""#));
        svg.put(format_args!(
            r#"<g class="series" data-of="{of}"{all} fill="{colour}" fill-opacity="0.6">"#
        ));
        for dot in dots {
            let marker = marker.unwrap_or(if dot.is_solved { 0 } else { 4 });
            dot_at(svg, dot, marker, self.point(dot.x, dot.y));
        }
        svg.put(format_args!("</g>"));
    }

    /// Draws a dotted line at the time limit. Its name is above the area, where nothing is drawn over it.
    fn rail(&self, svg: &mut Svg, is_vertical: bool, value: f64, name: &str) {
        let area = self.area;
        let (x, y) = self.point(value, value);
        match is_vertical {
            true => svg.line("rail", (x, area.top), (x, area.top + area.height)),
            false => svg.line("rail", (area.left, y), (area.left + area.width, y)),
        }
        if !name.is_empty() {
            let (right, y) = (area.left + area.width, area.top - 5.0);
            svg.line("rail", (right - RAIL_SAMPLE, y - 3.5), (right, y - 3.5));
            svg.text("small", (right - RAIL_SAMPLE - 4.0, y), Anchor::End, name);
        }
    }

    fn spreads(
        &self,
        svg: &mut Svg,
        named: &LegendEntry,
        beside: f64,
        spreads: &[(f64, [f64; 3])],
    ) {
        let (colour, marker) = (named.style.colour, named.style.marker);
        let (of, dashes) = (&named.of, named.style.dashes);
        svg.put(format_args!(
            r#"<g class="series" data-of="{of}" fill="{colour}" stroke="{colour}">"#
        ));
        let mut path = String::new();
        for &(order, quartiles) in spreads {
            let at = |value: f64| {
                let (x, y) = self.point(order, value);
                (Px(x + beside), Px(y))
            };
            let [(x, low), (_, middle), (_, high)] = quartiles.map(at);
            let letter = if path.is_empty() { 'M' } else { 'L' };
            path.push_str(&format!("{letter}{x} {middle}"));
            svg.put(format_args!(
                r##"<path d="M{x} {low}V{high}"/><use href="#marker{marker}" x="{x}" y="{middle}"/>"##
            ));
        }
        svg.put(format_args!(
            r#"<path class="curve" stroke-dasharray="{dashes}" d="{path}"/></g>"#
        ));
    }

    /// Draws a density above a base line, the points below it, and a line at the median.
    fn violin(&self, svg: &mut Svg, mark: &Mark) {
        let Mark::Violin { named, row, outline, dots, median } = mark else { return };
        let colour = named.style.colour;
        let rows = self.chart.y.names.len() as f64;
        let part = if self.has_names_inside { 0.78 } else { 1.0 };
        let y = |share: f64| self.point(0.0, rows - *row as f64 - 1.0 + share * part).1;
        let of = Escaped(&named.of);
        svg.put(format_args!(r#"<g class="series" data-of="{of}" fill="{colour}">"#));
        let tops: Vec<Point> = (outline.iter())
            .map(|&(x, density)| (self.point(x, 0.0).0, y(0.36 + 0.58 * density)))
            .collect();
        if let (Some(first), Some(last)) = (tops.first(), tops.last()) {
            let (path, base) = (path(&tops), Px(y(0.36)));
            let (start, end) = (Px(first.0), Px(last.0));
            svg.put(format_args!(
                r#"<path fill-opacity="0.35" stroke="{colour}" d="{path}L{end} {base}L{start} {base}z"/>"#
            ));
        }
        svg.put(format_args!(r#"<g fill-opacity="0.35">"#));
        for dot in dots {
            let (x, y) = (Px(self.point(dot.x, 0.0).0), Px(y(dot.y)));
            svg.put(format_args!(r#"<circle cx="{x}" cy="{y}" r="1.6"/>"#));
        }
        svg.put(format_args!("</g>"));
        if let Some(median) = median {
            let (x, low, high) = (Px(self.point(*median, 0.0).0), Px(y(0.06)), Px(y(0.94)));
            svg.put(format_args!(
                r##"<path d="M{x} {low}V{high}" stroke="#000" stroke-width="2"/>"##
            ));
        }
        svg.put(format_args!("</g>"));
    }
}

fn dot_at(svg: &mut Svg, dot: &Dot, marker: usize, (x, y): Point) {
    let (x, y, name, place) = (Px(x), Px(y), Escaped(&dot.puzzle), dot.place);
    svg.put(format_args!(
        r##"<use href="#marker{marker}" x="{x}" y="{y}" data-puzzle="{place}"><title>{name}</title></use>"##
    ));
}

/// Drops what is at points that are less than a step from the last kept one, except for the last point.
pub(super) fn thinned<T>(points: impl Iterator<Item = (Point, T)>) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    let (mut last, mut skipped) = (None, None);
    for ((x, y), of) in points {
        let is_near = |last: Point| (x - last.0).abs() < STEP && (y - last.1).abs() < STEP;
        if last.is_some_and(is_near) {
            skipped = Some(of);
        } else {
            kept.push(of);
            (last, skipped) = (Some((x, y)), None);
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
        let kept = thinned(points.map(|point| (point, point)));
        assert!((190..=202).contains(&kept.len()), "{}", kept.len());
        assert_eq!((kept[0], kept[kept.len() - 1]), ((0.0, 7.0), (99.999, 7.0)));
    }
}
