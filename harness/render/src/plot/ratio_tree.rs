//! A tree of groups of puzzles, and their ratios beside it: a forest plot (Lewis and Clarke, *Forest plots:
//! trying to see the wood and the trees*, 2001) whose rows are the nodes of the tree.
//!
//! ```text
//!   all puzzles                    ┊    ──●──
//!   n = 52: 48.0 (30.0–81.6)       ┊
//!   ├─ a rating of at most 9.1     ┊         ──●──
//!   │  n = 10: 822 (269–3,190)     ┊       ◇
//!   └─ a rating above 9.1          ┊  ──●──
//!      n = 42: 24.4 (18.5–33.1)    ┊    ◇
//! ```
//! Each row has the condition that its question adds, the number of puzzles, and the ratio with its interval.
//! A dot is the ratio of the puzzles of the group, a diamond what trees predict that have not seen them. A
//! group that is divided further is hollow.

use analysis::stats::bootstrap::Interval;

use super::axis::Axis;
use super::frame::{self, PlotText};
use super::layout::{Area, LETTER, Layout, SMALL};
use crate::svg::{Anchor, Px, Svg, wrapped};
use crate::unit::Unit;

/// The width of tree and plot without a given width, in pixels.
const WIDTH: f64 = 720.0;

/// The share of the width that the tree has; the rest is the plot.
const TREE: f64 = 0.58;

/// How far the parts of a group are indented, in pixels.
const INDENT: f64 = 16.0;

/// The heights of a line of a condition and of figures, and the room between two rows.
const LINE: f64 = 15.0;
const SMALL_LINE: f64 = 13.5;
const GAP: f64 = 9.0;

/// The colours of dots and of diamonds; in grey, their shapes differ.
const DOT: &str = "#0072B2";
const HELD_OUT: &str = "#D55E00";

/// A tree of ratios, to be drawn.
#[derive(Clone, Debug)]
pub struct RatioTree<'a> {
    /// The title.
    pub title: &'a str,
    /// The line below the title.
    pub caption: &'a str,
    /// Sentences below the tree.
    pub notes: &'a [String],
    /// The title of the axis, such as `B / A`.
    pub ratio: &'a str,
    /// All puzzles.
    pub root: RatioNode,
}

/// A group of puzzles.
#[derive(Clone, Debug)]
pub struct RatioNode {
    /// What distinguishes the group from the other part of the group above.
    pub condition: String,
    /// The number of puzzles and the ratio, in words.
    pub figures: String,
    /// The geometric mean of the ratios.
    pub ratio: f64,
    /// Its interval.
    pub interval: Option<Interval>,
    /// What trees predict that have not seen the puzzles.
    pub held_out: Option<f64>,
    /// The parts; none if the group is not divided.
    pub parts: Vec<RatioNode>,
}

impl RatioTree<'_> {
    /// Draws the tree.
    pub fn draw(&self, layout: Layout) -> Svg {
        let width = layout.width_px().map_or(WIDTH, |wide| wide - 32.0).max(200.0);
        let mut rows = Vec::new();
        let height = row(&self.root, 0, None, width * TREE - 12.0, 0.0, &mut rows);
        let words = PlotText {
            kind: "ratio-tree",
            title: self.title,
            caption: self.caption,
            notes: self.notes,
        };
        let area = Area { left: 16.0, top: 58.0, width, height };
        let (mut svg, area) = frame::page(&words, area, layout);
        let shift = width * TREE;
        let plot = Area { left: area.left + shift, width: width - shift, ..area };
        let axis = self.axis();
        scale(&mut svg, &axis, plot);
        for at in &rows {
            at.edge(&mut svg, area, &rows);
            at.text(&mut svg, area);
            at.marks(&mut svg, &axis, plot);
        }
        let below = plot.top + plot.height + 34.0;
        frame::horizontal_title(&mut svg, self.ratio, plot, below, area.left + width + 16.0);
        svg.fit(layout.width_px(), layout.mm_per_px());
        svg
    }

    /// Returns the axis of all ratios, and of 1.
    fn axis(&self) -> Axis {
        fn values(node: &RatioNode, all: &mut Vec<f64>) {
            all.extend([Some(node.ratio), node.held_out].into_iter().flatten());
            all.extend(node.interval.into_iter().flat_map(|it| [it.low, it.high]));
            node.parts.iter().for_each(|part| values(part, all));
        }
        let mut all = vec![1.0];
        values(&self.root, &mut all);
        Axis::log(all, Unit::Factor)
    }
}

/// A node as a row of the figure.
struct Row<'a> {
    node: &'a RatioNode,
    depth: usize,
    /// The row of the group above.
    parent: Option<usize>,
    /// The distance of its upper edge from that of the first row.
    top: f64,
    condition: Vec<String>,
    figures: Vec<String>,
}

/// Appends the rows of a node and its parts, and returns where they end.
fn row<'a>(
    node: &'a RatioNode,
    depth: usize,
    parent: Option<usize>,
    wide: f64,
    top: f64,
    rows: &mut Vec<Row<'a>>,
) -> f64 {
    let room = wide - depth as f64 * INDENT;
    let condition = wrapped(&node.condition, LETTER, room);
    let figures = wrapped(&node.figures, SMALL, room);
    let mut end = top + condition.len() as f64 * LINE + figures.len() as f64 * SMALL_LINE + GAP;
    let place = rows.len();
    rows.push(Row { node, depth, parent, top, condition, figures });
    for part in &node.parts {
        end = row(part, depth + 1, Some(place), wide, end, rows);
    }
    end
}

/// Draws the vertical lines and the numbers of the axis.
fn scale(svg: &mut Svg, axis: &Axis, plot: Area) {
    let bottom = plot.top + plot.height;
    let x = |value: f64| plot.left + axis.place(value) * plot.width;
    let mut free_from = f64::NEG_INFINITY;
    for tick in axis.ticks() {
        let Some(name) = tick.name else { continue };
        svg.line("grid", (x(tick.value), plot.top), (x(tick.value), bottom));
        let half = crate::svg::width(&name, LETTER) / 2.0;
        if x(tick.value) - half >= free_from {
            svg.text("number", (x(tick.value), bottom + 16.0), Anchor::Middle, &name);
            free_from = x(tick.value) + half + 4.0;
        }
    }
    svg.line("tick", (plot.left, bottom), (plot.left + plot.width, bottom));
    svg.line("guide", (x(1.0), plot.top), (x(1.0), bottom));
}

impl Row<'_> {
    /// Returns the left edge of its text.
    fn left(&self, area: Area) -> f64 {
        area.left + self.depth as f64 * INDENT
    }

    /// Returns the height of the middle of its first line.
    fn middle(&self, area: Area) -> f64 {
        area.top + self.top + LINE / 2.0
    }

    /// Draws the line from the group above.
    fn edge(&self, svg: &mut Svg, area: Area, rows: &[Self]) {
        let Some(parent) = self.parent.map(|parent| &rows[parent]) else { return };
        let x = parent.left(area) + 4.0;
        let lines = (parent.condition.len() as f64, parent.figures.len() as f64);
        let top = area.top + parent.top + lines.0 * LINE + lines.1 * SMALL_LINE + 3.0;
        let y = self.middle(area);
        svg.line("tick", (x, top), (x, y));
        svg.line("tick", (x, y), (self.left(area) - 2.0, y));
    }

    /// Writes condition and figures.
    fn text(&self, svg: &mut Svg, area: Area) {
        let (x, mut y) = (self.left(area), area.top + self.top + 12.0);
        for line in &self.condition {
            svg.text("name", (x, y), Anchor::Start, line);
            y += LINE;
        }
        for line in &self.figures {
            svg.text("small", (x, y - 1.0), Anchor::Start, line);
            y += SMALL_LINE;
        }
    }

    /// Draws the ratio with its interval, and below it what is predicted.
    fn marks(&self, svg: &mut Svg, axis: &Axis, plot: Area) {
        let x = |value: f64| plot.left + axis.place(value) * plot.width;
        let y = self.middle(plot);
        if let Some(interval) = self.node.interval {
            let (from, to, level) = (Px(x(interval.low)), Px(x(interval.high)), Px(y));
            svg.put(format_args!(
                r#"<path d="M{from} {level}H{to}" stroke="{DOT}" stroke-width="1.8"/>"#
            ));
        }
        let fill = if self.node.parts.is_empty() { DOT } else { "#fff" };
        let (at, level) = (Px(x(self.node.ratio)), Px(y));
        svg.put(format_args!(
            r#"<circle cx="{at}" cy="{level}" r="3.8" fill="{fill}" stroke="{DOT}" stroke-width="1.6"/>"#
        ));
        if let Some(held_out) = self.node.held_out {
            let (at, level) = (Px(x(held_out)), Px(y + 12.0));
            svg.put(format_args!(
                r##"<use href="#marker3" x="{at}" y="{level}" fill="{HELD_OUT}"/>"##
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::check_golden;
    use crate::plot::style;

    fn node(condition: &str, n: usize, ratio: f64, parts: Vec<RatioNode>) -> RatioNode {
        let interval = Interval { low: ratio / 1.6, high: ratio * 1.6 };
        let figures = format!("n = {n}: {ratio} ({}–{})", interval.low, interval.high);
        RatioNode {
            condition: condition.into(),
            figures,
            ratio,
            interval: Some(interval),
            held_out: Some(ratio.powf(0.9)),
            parts,
        }
    }

    #[test]
    fn a_tree_equals_its_golden_file_in_every_width() {
        let hard = vec![
            node("no bets of the reference search", 12, 8.0, Vec::new()),
            node("more than 106 bets of the <reference> search (or unknown)", 30, 0.8, Vec::new()),
        ];
        let parts = vec![
            node("a rating of at most 9.1", 10, 800.0, Vec::new()),
            node("a rating above 9.1", 42, 2.0, hard),
        ];
        let notes =
            ["A note on what the figures mean, which is longer than a line of a column.".into()];
        let tree = RatioTree {
            title: "On which puzzles backtrack/naive takes longer than cover/dlx",
            caption: "hardest · 52 puzzles",
            notes: &notes,
            ratio: "backtrack/naive / cover/dlx",
            root: node("all puzzles", 52, 48.0, parts),
        };
        for width_mm in [None, Some(84.0), Some(170.0)] {
            let svg = tree.draw(Layout { width_mm, font_pt: None }).standalone(style::SHEET);
            let name =
                width_mm.map_or("ratio-tree.svg".into(), |mm| format!("ratio-tree-{mm}.svg"));
            check_golden("tests/golden/plot", &name, &svg);
            assert!(svg.contains("&lt;reference&gt;"), "names are escaped");
            assert_eq!(svg.matches("<circle").count(), 5, "a dot for each group");
        }
    }
}
