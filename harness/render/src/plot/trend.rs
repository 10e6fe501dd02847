//! The trend of backends over the entries of a history: a panel for each backend, one below the other, with the entries
//! side by side.
//!
//! ```text
//!   cover/dlx              │
//!   1.2│                   │ × 1.20   ░░●░░●░░●░░
//!   1.0│░░●░░●░░●░░●░░●░░●░│
//!      └─────────────────────────────────────────
//!         v1          v4      v7          v10
//! ```
//! A point is the ratio of an entry to the first one of its series. The line through a segment is its level, the band
//! around it the noise floor. A dashed line is a change point, with the ratio of the two levels. A triangle below is an
//! entry at which the backend does something else than before. Series that were measured differently, such as on another
//! machine, have another colour and marker, and nothing joins them. Each panel has an axis of its own.

use anyhow::bail;

use super::axis::Axis;
use super::chart::LegendEntry;
use super::frame;
use super::layout::{Area, Around, Arrangement, LETTER, Layout, Wanted};
use super::style::SeriesStyle;
use crate::svg::{Anchor, Escaped, Px, Svg, shortened, width};

/// The width of the panels without a given width, and the room for ticks on their left, in pixels.
const WIDTH: f64 = 660.0;
const LEFT: f64 = 50.0;

/// The heights of the name of a panel, of a panel, and of the room below it.
const NAME: f64 = 20.0;
const PANEL: f64 = 96.0;
const GAP: f64 = 14.0;

/// The smallest distance of two numbers of an axis.
const BETWEEN: f64 = 15.0;

/// The colour of change points.
const STEP: &str = "#D55E00";

/// The largest number of letters of a name.
const LETTERS: usize = 64;

/// Trends to be drawn.
#[derive(Clone, Debug, Default)]
pub struct TrendChart<'a> {
    /// The title.
    pub title: &'a str,
    /// The line below the title.
    pub caption: &'a str,
    /// Sentences below the panels.
    pub notes: &'a [String],
    /// The title of the horizontal axis.
    pub axis: &'a str,
    /// The names of the entries, in order.
    pub entries: Vec<String>,
    /// The names of the circumstances in which series were measured; the legend if there are several.
    pub circumstances: Vec<String>,
    /// The panels, the first on top.
    pub panels: Vec<TrendPanel>,
}

/// A panel.
#[derive(Clone, Debug, Default)]
pub struct TrendPanel {
    /// Its name.
    pub name: String,
    /// Its series.
    pub series: Vec<TrendLine>,
}

/// A series.
#[derive(Clone, Debug, Default)]
pub struct TrendLine {
    /// The index of its circumstances.
    pub circumstances: usize,
    /// The index of the entry of each point, and the ratio to the first.
    pub points: Vec<(usize, f64)>,
    /// The levels between change points.
    pub levels: Vec<TrendLevel>,
    /// The change points.
    pub steps: Vec<TrendStep>,
    /// The entries at which the behaviour changed, with words.
    pub behaviour: Vec<(usize, String)>,
}

/// The level of a segment.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrendLevel {
    /// The index of its first entry.
    pub first: usize,
    /// The index of its last entry.
    pub last: usize,
    /// The ratio to the first value of the series.
    pub level: f64,
    /// The noise floor, as the logarithm of a ratio.
    pub floor: Option<f64>,
}

/// A change point.
#[derive(Clone, Debug, Default)]
pub struct TrendStep {
    /// The indices of the entries before and after it.
    pub between: (usize, usize),
    /// Its ratio, in words.
    pub name: String,
}

impl TrendChart<'_> {
    /// Draws the trends.
    ///
    /// # Errors
    /// When there is nothing to draw.
    pub fn draw(&self, layout: Layout) -> anyhow::Result<Svg> {
        if self.panels.is_empty() {
            bail!("there is no series to draw");
        }
        let legend = self.legend();
        let text =
            Around { title: self.title, caption: self.caption, notes: self.notes, legend: &legend };
        let wide = layout.width_px().map_or(WIDTH + LEFT + 24.0, |wide| wide.max(200.0));
        let rows = self.panels.len() as f64;
        let area = Area {
            left: LEFT,
            top: 0.0,
            width: wide - LEFT - 16.0,
            height: rows * (NAME + PANEL + GAP) - GAP,
        };
        let wanted = Wanted {
            area,
            right: 0.0,
            can_shrink: true,
            is_square: false,
            above: 0.0,
            title_lines: 1,
            has_rows: true,
        };
        let at = Arrangement::below(text, wanted, wide);
        let mut svg = frame::sheet("trend", self.title, &at, &legend);
        for (row, panel) in self.panels.iter().enumerate() {
            let top = at.area.top + row as f64 * (NAME + PANEL + GAP) + NAME;
            let area = Area { top, height: PANEL, ..at.area };
            PanelCanvas::of(panel, area, self.entries.len()).draw(&mut svg);
        }
        let bottom = at.area.top + at.area.height;
        self.names_of_entries(&mut svg, at.area, bottom);
        frame::horizontal_title(&mut svg, self.axis, at.area, bottom + 36.0, wide);
        if let Some(mm) = layout.mm_per_px() {
            svg.scale(mm);
        }
        Ok(svg)
    }

    fn legend(&self) -> Vec<LegendEntry> {
        let entry = |(number, name): (usize, &String)| LegendEntry {
            of: number.to_string(),
            name: shortened(name, LETTERS),
            detail: String::new(),
            style: SeriesStyle::of(number),
            has_line: false,
        };
        let all = self.circumstances.iter().enumerate().map(entry);
        if self.circumstances.len() > 1 { all.collect() } else { Vec::new() }
    }

    /// Writes as many names of entries as fit: those at change points first, then the last, then from left to right.
    fn names_of_entries(&self, svg: &mut Svg, area: Area, bottom: f64) {
        let steps = self.panels.iter().flat_map(|panel| &panel.series).flat_map(|it| &it.steps);
        let last = self.entries.len().checked_sub(1);
        let order = steps.map(|step| step.between.1).chain(last).chain(0..self.entries.len());
        let mut taken: Vec<(f64, f64)> = Vec::new();
        for entry in order {
            let Some(name) = self.entries.get(entry) else { continue };
            let name = shortened(name, 16);
            let half = width(&name, LETTER) / 2.0;
            let x = place(area, entry, self.entries.len());
            let shown = x.min(svg.width() - half - 2.0).max(half + 2.0);
            if taken
                .iter()
                .all(|&(low, high)| shown + half + 6.0 < low || shown - half - 6.0 > high)
            {
                taken.push((shown - half, shown + half));
                svg.line("tick", (x, bottom), (x, bottom + 4.0));
                svg.text("number", (shown, bottom + 17.0), Anchor::Middle, &name);
            }
        }
    }
}

/// Returns the horizontal place of an entry.
fn place(area: Area, entry: usize, n_entries: usize) -> f64 {
    area.left + (entry as f64 + 0.5) / n_entries.max(1) as f64 * area.width
}

/// A panel with its axis.
struct PanelCanvas<'a> {
    panel: &'a TrendPanel,
    area: Area,
    axis: Axis,
    n_entries: usize,
}

impl<'a> PanelCanvas<'a> {
    fn of(panel: &'a TrendPanel, area: Area, n_entries: usize) -> Self {
        let points = panel.series.iter().flat_map(|it| &it.points).map(|point| point.1);
        let levels = panel.series.iter().flat_map(|it| &it.levels);
        let bands = levels.flat_map(|it| [it.low(), it.high()]);
        let axis = Axis::ratios(points.chain(bands));
        Self { panel, area, axis, n_entries }
    }

    fn x(&self, entry: usize) -> f64 {
        place(self.area, entry, self.n_entries)
    }

    fn y(&self, ratio: f64) -> f64 {
        self.area.top + (1.0 - self.axis.place(ratio)) * self.area.height
    }

    fn draw(&self, svg: &mut Svg) {
        let Area { left, top, width: wide, height } = self.area;
        let name = shortened(&self.panel.name, (wide / 7.2) as usize);
        svg.text("name", (left, top - 6.0), Anchor::Start, &name);
        self.grid(svg);
        let (left, top, wide, height) = (Px(left), Px(top), Px(wide), Px(height));
        svg.put(format_args!(
            r#"<rect class="border" x="{left}" y="{top}" width="{wide}" height="{height}"/>"#
        ));
        for series in &self.panel.series {
            self.bands(svg, series);
        }
        for series in &self.panel.series {
            self.line(svg, series);
            self.behaviour(svg, series);
            self.steps(svg, series);
        }
    }

    fn grid(&self, svg: &mut Svg) {
        let (left, right) = (self.area.left, self.area.left + self.area.width);
        let mut free_below = f64::INFINITY;
        for tick in self.axis.ticks() {
            let y = self.y(tick.value);
            let class = if tick.name.is_some() { "grid" } else { "fine" };
            svg.line(class, (left, y), (right, y));
            if let Some(name) = tick.name.filter(|_| y <= free_below) {
                svg.text("number", (left - 6.0, y + 4.0), Anchor::End, &name);
                free_below = y - BETWEEN;
            }
        }
        svg.line("guide", (left, self.y(1.0)), (right, self.y(1.0)));
    }

    /// Draws the noise floor around each level.
    fn bands(&self, svg: &mut Svg, series: &TrendLine) {
        let colour = SeriesStyle::of(series.circumstances).colour;
        let half = self.area.width / self.n_entries.max(1) as f64 / 2.0;
        for level in &series.levels {
            let (x, right) = (self.x(level.first) - half, self.x(level.last) + half);
            let (top, bottom) = (self.y(level.high()), self.y(level.low()));
            let (left, wide, high) = (Px(x), Px(right - x), Px(bottom - top));
            if level.floor.is_some() {
                let top = Px(top);
                svg.put(format_args!(
                    r#"<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{colour}" fill-opacity="0.18"/>"#
                ));
            }
            let (y, right) = (Px(self.y(level.level)), Px(right));
            svg.put(format_args!(
                r#"<path d="M{left} {y}H{right}" stroke="{colour}" stroke-width="1.4"/>"#
            ));
        }
    }

    /// Draws the points and a thin line through them.
    fn line(&self, svg: &mut Svg, series: &TrendLine) {
        let SeriesStyle { colour, marker, .. } = SeriesStyle::of(series.circumstances);
        let of = series.circumstances;
        svg.put(format_args!(r#"<g class="series" data-of="{of}" fill="{colour}">"#));
        let mut path = String::new();
        for &(entry, ratio) in &series.points {
            let letter = if path.is_empty() { 'M' } else { 'L' };
            path.push_str(&format!("{letter}{} {}", Px(self.x(entry)), Px(self.y(ratio))));
        }
        svg.put(format_args!(
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="0.6"/>"#
        ));
        for &(entry, ratio) in &series.points {
            let (x, y) = (Px(self.x(entry)), Px(self.y(ratio)));
            svg.put(format_args!(
                r##"<use href="#marker{marker}" x="{x}" y="{y}"><title>{ratio:.4}</title></use>"##
            ));
        }
        svg.put(format_args!("</g>"));
    }

    fn behaviour(&self, svg: &mut Svg, series: &TrendLine) {
        let y = Px(self.area.top + self.area.height - 6.0);
        for (entry, what) in &series.behaviour {
            let (x, what) = (Px(self.x(*entry)), Escaped(what));
            svg.put(format_args!(
                r##"<use href="#marker2" x="{x}" y="{y}" fill="#000"><title>{what}</title></use>"##
            ));
        }
    }

    fn steps(&self, svg: &mut Svg, series: &TrendLine) {
        let (top, bottom) = (self.area.top, self.area.top + self.area.height);
        for step in &series.steps {
            let x = f64::midpoint(self.x(step.between.0), self.x(step.between.1));
            let (from, y, to) = (Px(x), Px(top), Px(bottom));
            svg.put(format_args!(
                r#"<path d="M{from} {y}V{to}" stroke="{STEP}" stroke-width="1.6" stroke-dasharray="5 3"/>"#
            ));
            // On the side with room.
            let is_left = x + width(&step.name, LETTER) + 8.0 > self.area.left + self.area.width;
            let (x, anchor) =
                if is_left { (x - 5.0, Anchor::End) } else { (x + 5.0, Anchor::Start) };
            svg.text("name", (x, top + 13.0), anchor, &step.name);
        }
    }
}

impl TrendLevel {
    fn low(&self) -> f64 {
        self.level * (-self.floor.unwrap_or(0.0)).exp()
    }

    fn high(&self) -> f64 {
        self.level * self.floor.unwrap_or(0.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::check_golden;
    use crate::plot::style;

    /// Points of a series from one entry on, with a step.
    fn series(circumstances: usize, from: usize, ratios: &[f64], step: Option<usize>) -> TrendLine {
        let last = from + ratios.len() - 1;
        let end = step.map_or(last, |step| step - 1);
        let level = |first: usize, last: usize| TrendLevel {
            first,
            last,
            level: ratios[last - from],
            floor: Some(0.02),
        };
        TrendLine {
            circumstances,
            points: (from..).zip(ratios.iter().copied()).collect(),
            levels: [level(from, end)].into_iter().chain(step.map(|at| level(at, last))).collect(),
            steps: (step.into_iter())
                .map(|at| TrendStep { between: (at - 1, at), name: "× 1.200".into() })
                .collect(),
            behaviour: step.map(|at| (at, "nodes 1 → 2".to_owned())).into_iter().collect(),
        }
    }

    #[test]
    fn trends_equal_their_golden_file_in_every_width() {
        let notes =
            ["A note that says how many of the <entries> were built without optimisation.".into()];
        let chart = TrendChart {
            title: "Time of two backends over ten entries",
            caption: "hardest · 52 puzzles · task unique",
            notes: &notes,
            axis: "entry",
            entries: (1..=10).map(|entry| format!("version <{entry}>")).collect(),
            circumstances: vec!["X 3000, 8 logical cores".into(), "Y 9, 2 logical cores".into()],
            panels: vec![
                TrendPanel {
                    name: "cover/dlx".into(),
                    series: vec![series(
                        0,
                        0,
                        &[1.0, 1.01, 0.99, 1.0, 1.0, 1.0, 1.2, 1.21, 1.19, 1.2],
                        Some(6),
                    )],
                },
                TrendPanel {
                    name: "external/<b>".into(),
                    series: vec![
                        series(0, 0, &[1.0, 0.99, 1.0, 1.0], None),
                        series(1, 5, &[1.0, 4.0, 4.1, 4.0, 4.0], Some(6)),
                    ],
                },
            ],
        };
        for width_mm in [None, Some(84.0)] {
            let svg = chart.draw(Layout { width_mm, font_pt: None }).expect("a figure");
            let svg = svg.standalone(style::SHEET);
            let name = width_mm.map_or("trend.svg".into(), |mm| format!("trend-{mm}.svg"));
            check_golden("tests/golden/plot", &name, &svg);
            assert!(svg.contains("external/&lt;b&gt;"), "names are escaped");
        }
        assert!(TrendChart::default().draw(Layout::default()).is_err());
    }
}
