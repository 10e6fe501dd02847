//! Figures as TikZ, set by LaTeX in the fonts of a paper: charts as PGFPlots with the values of curves and
//! points, other kinds and panels as [drawings](drawing).
//!
//! The document stands alone; for a paper, copy its `tikzpicture`. Title, caption and notes are comments,
//! because a paper has its own captions. PGFPlots has no row for zero on a logarithmic axis,
//! so zeros are drawn at the lower end of an extended axis, where the tick says 0.

use std::fmt::Write;

use super::Figure;
use super::axis::{Axis, ZERO_ROW};
use super::canvas::thinned;
use super::chart::{Chart, LegendEntry, Mark, Scale};
use super::layout::Layout;
use super::style::{SHEET, SeriesStyle};
use crate::picture::tikz as drawing;
use crate::table::latex::in_latex;

/// The size of the plotting area if none is given, in millimetres.
const WIDE: f64 = 120.0;

/// What PGFPlots leaves of this for labels and titles, in millimetres.
const AROUND: f64 = 16.0;

/// The size of the letters if none is given, in points, and the width of one, in millimetres for each point.
const POINTS: f64 = 10.0;
const LETTER: f64 = 0.18;

/// The grid on which near points of a curve are one, in steps along an axis.
const STEPS: f64 = 200.0;

/// Returns a figure as a LaTeX document.
///
/// # Errors
/// When the figure has elements that cannot be drawn.
pub fn document(figure: &Figure, layout: Layout) -> anyhow::Result<String> {
    match &figure.charts[..] {
        [(name, chart)] if name.is_empty() && chart.y.names.is_empty() => Ok(axes(chart, layout)),
        _ => {
            let (around, bare) = figure.svg.split();
            let words = drawing::words(&around, SHEET)?;
            Ok(drawing::document(&words, "\\usepackage{tikz}", &drawing::of(&bare, SHEET)?))
        }
    }
}

/// Returns a chart with values on axes.
fn axes(chart: &Chart, layout: Layout) -> String {
    let mut text = String::new();
    if let Some(points) = layout.points() {
        text.push_str(&format!("\\fontsize{{{points}}}{{{}}}\\selectfont\n", points * 1.2));
    }
    text.push_str("\\begin{tikzpicture}\n");
    let wide = layout.width_mm.unwrap_or(WIDE);
    let letters = (wide - AROUND) / (LETTER * layout.points().unwrap_or(POINTS));
    let plot = Tikz { chart, wide, letters };
    plot.axis(&mut text, false);
    if chart.right.is_some() {
        plot.axis(&mut text, true);
    }
    text.push_str("\\end{tikzpicture}\n");
    let around: Vec<String> =
        [&chart.title, &chart.caption].into_iter().chain(&chart.notes).cloned().collect();
    let packages = "\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}";
    drawing::document(&around, packages, &text)
}

/// A chart to write.
struct Tikz<'a> {
    chart: &'a Chart,
    /// Its width in millimetres.
    wide: f64,
    /// The number of letters that fit below the horizontal axis.
    letters: f64,
}

impl Tikz<'_> {
    /// Writes the axes on the left, or on the right, with their marks.
    fn axis(&self, text: &mut String, is_right: bool) {
        let (chart, wide) = (self.chart, self.wide);
        let vertical = if is_right { chart.right.as_ref() } else { None }.unwrap_or(&chart.y);
        let high = if chart.is_square { wide } else { wide * 0.72 };
        text.push_str(&format!("\\begin{{axis}}[width={wide}mm, height={high}mm, "));
        text.push_str("legend cell align=left, legend style={font=\\footnotesize, at={(0.5,-0.22)}, anchor=north}, ");
        text.push_str(if is_right {
            "axis y line*=right, axis x line=none,\n"
        } else {
            "grid=major,\n"
        });
        scale(text, 'x', &chart.x, Some(self.letters));
        scale(text, 'y', vertical, None);
        text.push_str("]\n");
        for mark in &chart.marks {
            match mark {
                // Two legends would overlap: that of the left axis has all entries.
                Mark::Curve { named, is_right: true, .. } if !is_right => {
                    image(text, named);
                }
                Mark::Curve { is_right: false, .. } if is_right => {}
                Mark::Curve { .. } => self.mark(text, mark, vertical),
                _ if is_right => {}
                _ => self.mark(text, mark, vertical),
            }
        }
        let is_spread = |mark: &Mark| matches!(mark, Mark::Spreads { .. });
        if !is_right && chart.marks.iter().any(is_spread) {
            chart.legend.iter().for_each(|named| image(text, named));
        }
        text.push_str("\\end{axis}\n");
    }

    fn mark(&self, text: &mut String, mark: &Mark, vertical: &Scale) {
        let (x, y) = (&self.chart.x.axis, &vertical.axis);
        let at = |&(a, b): &(f64, f64)| format!("({},{})", self.number(x, a), self.number(y, b));
        match mark {
            Mark::Curve { named, values, is_right, .. } => {
                let near = |&(a, b): &(f64, f64)| {
                    let place = |axis: &Axis, value| axis.place(self.finite(axis, value)) * STEPS;
                    ((place(x, a), place(y, b)), (a, b))
                };
                let kept = thinned(values.iter().map(near));
                let every = (kept.len() / 5).max(1);
                let style = style(&named.style, true);
                let points: Vec<String> = kept.iter().map(at).collect();
                let entry = if *is_right { ", forget plot" } else { "" };
                plot(text, &format!("{style}, mark repeat={every}{entry}"), &points);
                if !is_right {
                    legend(text, &named.full());
                }
            }
            Mark::Points { name, colour, marker, dots, .. } => {
                let look = SeriesStyle { colour: *colour, dashes: "", marker: marker.unwrap_or(0) };
                let points: Vec<String> = dots.iter().map(|dot| at(&(dot.x, dot.y))).collect();
                plot(text, &format!("only marks, mark size=1pt, {}", style(&look, false)), &points);
                legend(text, name);
            }
            Mark::Spreads { named, spreads, .. } => {
                let bars = "error bars/.cd, y dir=both, y explicit";
                let points: Vec<String> = spreads.iter().map(|it| self.spread(y, it)).collect();
                // The legend may have fewer entries than there are lines.
                let style = style(&named.style, true);
                plot(text, &format!("{style}, forget plot, {bars}"), &points);
            }
            Mark::Guide { from, to, .. } => line(text, "gray", &[at(from), at(to)]),
            Mark::Rail { is_vertical: true, value, .. } => {
                line(text, "black, dotted", &[at(&(*value, y.low)), at(&(*value, y.high))]);
            }
            Mark::Rail { is_vertical: false, value, .. } => {
                line(text, "black, dotted", &[at(&(x.low, *value)), at(&(x.high, *value))]);
            }
            Mark::Violin { .. } => {}
        }
    }

    /// Returns a median with the distances of the quartiles.
    fn spread(&self, y: &Axis, (order, quartiles): &(f64, [f64; 3])) -> String {
        let [low, middle, high] = quartiles.map(|value| self.value(y, value));
        let (up, down) = (short(high - middle), short(middle - low));
        format!("({order},{}) += (0,{up}) -= (0,{down})", short(middle))
    }

    /// Returns a value as it is drawn: an infinite one is on the rail or at the end, and zero has
    /// its row.
    fn value(&self, axis: &Axis, value: f64) -> f64 {
        match self.finite(axis, value) {
            value if axis.is_log && value <= 0.0 => lower_end(axis),
            value => value,
        }
    }

    fn finite(&self, axis: &Axis, value: f64) -> f64 {
        if value.is_finite() { value } else { self.chart.rail.unwrap_or(axis.high) }
    }

    fn number(&self, axis: &Axis, value: f64) -> String {
        short(self.value(axis, value))
    }
}

/// Six digits, which is finer than print.
fn short(value: f64) -> String {
    format!("{value:.5e}").parse::<f64>().map_or_else(|_| value.to_string(), |it| it.to_string())
}

/// Returns the lower end of an axis, extended by a row for zero.
fn lower_end(axis: &Axis) -> f64 {
    if !axis.has_zero {
        return axis.low;
    }
    ((axis.low.ln() - ZERO_ROW * axis.high.ln()) / (1.0 - ZERO_ROW)).exp()
}

/// Writes the options of an axis: ends, ticks and title. Where so many letters fit along it, a tick whose name would overlap
/// the one before has none.
fn scale(text: &mut String, name: char, scale: &Scale, letters: Option<f64>) {
    let axis = &scale.axis;
    let low = if axis.is_log { lower_end(axis) } else { axis.low };
    let named = scale.ticks().into_iter().filter_map(|tick| Some((tick.value, tick.name?)));
    let mut end = f64::NEG_INFINITY;
    let (values, names): (Vec<String>, Vec<String>) = named
        .map(|(value, mut name)| {
            if let Some(letters) = letters {
                let middle = axis.place(value) * letters;
                let half = name.chars().count() as f64 / 2.0;
                if middle - half > end + 1.0 {
                    end = middle + half;
                } else {
                    name.clear();
                }
            }
            let value = if axis.is_log && value <= 0.0 { low } else { value };
            (short(value), format!("{{{}}}", in_latex(&name)))
        })
        .unzip();
    let mode = if axis.is_log { "log" } else { "linear" };
    let (low, high) = (short(low), short(axis.high));
    let (values, names, title) = (values.join(","), names.join(","), in_latex(&scale.full()));
    text.push_str(&format!(
        "  {name}mode={mode}, {name}min={low}, {name}max={high}, {name}label={{{title}}},\n  \
         {name}tick={{{values}}}, {name}ticklabels={{{names}}},\n"
    ));
}

/// Returns the options of a series.
fn style(style: &SeriesStyle, has_line: bool) -> String {
    let [red, green, blue] = style.colour.0;
    let colour = format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}");
    let marker = match style.marker {
        0 => "*",
        1 => "square*",
        2 => "triangle*",
        3 => "diamond*",
        4 => "x",
        _ => "triangle*, every mark/.append style={rotate=180}",
    };
    let lengths: Vec<&str> = style.dashes.split_whitespace().collect();
    let mut dashes = String::new();
    for pair in lengths.chunks_exact(2).filter(|_| has_line) {
        let space = if dashes.is_empty() { "" } else { " " };
        // Writing to a text cannot fail.
        let _ = write!(dashes, "{space}on {}pt off {}pt", pair[0], pair[1]);
    }
    let dashes = if dashes.is_empty() { "solid".into() } else { format!("dash pattern={dashes}") };
    format!("color={colour}, {dashes}, mark={marker}, mark options={{solid}}")
}

fn plot(text: &mut String, options: &str, points: &[String]) {
    text.push_str(&format!("\\addplot[{options}] coordinates {{{}}};\n", points.join(" ")));
}

/// Writes a line that has no entry in the legend.
fn line(text: &mut String, options: &str, points: &[String]) {
    plot(text, &format!("{options}, no marks, forget plot"), points);
}

/// Writes an entry of the legend without a line.
fn image(text: &mut String, named: &LegendEntry) {
    text.push_str(&format!("\\addlegendimage{{{}}}\n", style(&named.style, true)));
    legend(text, &named.full());
}

fn legend(text: &mut String, name: &str) {
    text.push_str(&format!("\\addlegendentry{{{}}}\n", in_latex(name)));
}
