//! The critical-difference diagram (Demšar, *Statistical comparisons of classifiers over multiple data
//! sets*, 2006): the mean rank of each backend on a line, and bars that join those that cannot be told
//! apart.
//!
//! A bar has a dot at each backend that it joins: one between them without a dot differs from some of
//! them. The tests are those of [`mean_ranks`](analysis::stats::mean_ranks).

use analysis::stats::clusters::Clusters;
use analysis::stats::mean_ranks::{LEVEL, MeanRanks, mean_ranks};
use analysis::stats::scores::Score;
use anyhow::bail;

use super::PlotData;
use super::frame::{self, PlotText};
use super::layout::Area;
use super::rows::Datum;
use crate::svg::{Anchor, Px, Svg, width};

/// The distances between the lines of names, and between bars, in pixels.
const LINE: f64 = 20.0;
const BAR: f64 = 12.0;

/// The length of the line of ranks, in pixels, and the least of a narrow figure.
const LENGTH: f64 = 480.0;
const SHORT: f64 = 90.0;

/// The least distance of two numbers of the scale, in pixels.
const TICK: f64 = 24.0;

pub(super) fn draw(data: &PlotData<'_>) -> anyhow::Result<(Svg, Vec<Datum>)> {
    let (measured, mut notes) = data.with_values();
    let has_all = |&one: &usize| data.matrix.row(one).iter().all(Score::is_taken);
    let (ranked, lacking): (Vec<usize>, Vec<usize>) = measured.into_iter().partition(has_all);
    if !lacking.is_empty() {
        notes.push(format!(
            "Excluded, because they lack some of the puzzles: {}.",
            data.names(&lacking)
        ));
    }
    if ranked.len() < 2 {
        bail!("mean ranks need two backends with a {} for every puzzle", data.metric.name());
    }
    let clusters = Clusters::of(&data.matrix, data.runs).clusters;
    let Some(found) = mean_ranks(&data.matrix, &ranked, &clusters, data.limit_ns) else {
        bail!("some puzzles were solved without a measurement of {}", data.metric.name());
    };
    notes.insert(0, explanation(&found));
    notes.extend(data.notes.iter().cloned());
    let mut diagram = Diagram::new(data, &found);
    let words = PlotText {
        kind: "critical-difference",
        title: &format!(
            "Mean ranks by {}, and backends that cannot be told apart",
            data.metric.name()
        ),
        caption: &data.caption,
        notes: &notes,
    };
    // Names on the right need as much room as those on the left.
    let right = if diagram.has_two_sides { diagram.area.left } else { 4.0 };
    let area = Area { width: diagram.area.width + right, ..diagram.area };
    let (mut svg, area) = frame::page(&words, area, data.layout);
    if data.layout.width_px().is_some() {
        // The numbers of the scale are above the area.
        diagram.area.top = area.top + 14.0;
    }
    diagram.draw(&mut svg);
    Ok((svg, rows(data, &found)))
}

/// Returns the mean rank of each backend, and the members of each bar.
fn rows(data: &PlotData<'_>, found: &MeanRanks) -> Vec<Datum> {
    let row = |at: usize| {
        let (contestant, rank) = found.ranks[at];
        Datum::new(&data.entries[contestant].label, rank, "")
    };
    let of_bar = |(number, group): (usize, &Vec<usize>)| {
        let bar = format!("bar {}", number + 1);
        group.iter().map(|&at| row(at).of_puzzle(&bar)).collect::<Vec<_>>()
    };
    let ranks = (0..found.ranks.len()).map(row);
    ranks.chain(found.groups.iter().enumerate().flat_map(of_bar)).collect()
}

fn explanation(found: &MeanRanks) -> String {
    let friedman = found.friedman.map_or(String::new(), |test| {
        let p = if test.p < 1e-10 { "< 1e-10".into() } else { format!("= {:.2e}", test.p) };
        format!(" Friedman test: χ² = {:.1}, p {p}.", test.chi_squared)
    });
    format!(
        "Rank 1 is the best on a puzzle; mean over {} clusters by class. A bar joins the dotted backends \
         that cannot be told apart (Wilcoxon signed-rank tests, Holm-corrected, {LEVEL}).{friedman}",
        found.clusters
    )
}

/// What is drawn, and where.
struct Diagram<'a> {
    data: &'a PlotData<'a>,
    found: &'a MeanRanks,
    /// The line of ranks is its upper edge.
    area: Area,
    /// The height of all bars.
    bars: f64,
    /// Whether the worse half of the names is on the right. In a narrow figure, all names are on the left.
    has_two_sides: bool,
}

impl<'a> Diagram<'a> {
    fn new(data: &'a PlotData<'a>, found: &'a MeanRanks) -> Self {
        let labels = found.ranks.iter().map(|&(one, _)| &data.entries[one].label);
        let names = labels.map(|label| width(label, 12.0)).fold(40.0, f64::max);
        let bars = found.groups.len() as f64 * BAR;
        let left = names + 66.0;
        let room = |sides| data.layout.width_px().map_or(LENGTH, |wide| wide - sides * left - 12.0);
        let has_two_sides = room(2.0) >= SHORT;
        let (sides, lines) = match has_two_sides {
            true => (2.0, found.ranks.len().div_ceil(2)),
            false => (1.0, found.ranks.len()),
        };
        let width = room(sides).clamp(SHORT, LENGTH);
        // No axis has a title below.
        let height = bars + lines as f64 * LINE - 24.0;
        let area = Area { left, top: 90.0, width, height };
        Self { data, found, area, bars, has_two_sides }
    }

    fn draw(&self, svg: &mut Svg) {
        self.scale(svg);
        for (number, group) in self.found.groups.iter().enumerate() {
            self.bar(svg, number, group);
        }
        for index in 0..self.found.ranks.len() {
            self.name(svg, index);
        }
    }

    /// Returns the horizontal place of a rank.
    fn x(&self, rank: f64) -> f64 {
        let steps = (self.found.ranks.len() - 1) as f64;
        self.area.left + (rank - 1.0) / steps * self.area.width
    }

    fn scale(&self, svg: &mut Svg) {
        let (top, n) = (self.area.top, self.found.ranks.len());
        svg.line("tick", (self.x(1.0), top), (self.x(n as f64), top));
        let step = (TICK * (n - 1) as f64 / self.area.width).ceil() as usize;
        for rank in (1..=n).step_by(step) {
            let x = self.x(rank as f64);
            svg.line("tick", (x, top - 6.0), (x, top));
            svg.text("number", (x, top - 11.0), Anchor::Middle, &rank.to_string());
        }
    }

    /// A bar with a dot at each member of a group.
    fn bar(&self, svg: &mut Svg, number: usize, group: &[usize]) {
        let places: Vec<f64> = group.iter().map(|&at| self.x(self.found.ranks[at].1)).collect();
        let y = Px(self.area.top + 14.0 + number as f64 * BAR);
        let (from, to) = (Px(places[0] - 4.0), Px(places[places.len() - 1] + 4.0));
        svg.put(format_args!(
            r##"<path d="M{from} {y}H{to}" stroke="#222" stroke-width="5" stroke-linecap="round"/>"##
        ));
        for x in places {
            let x = Px(x);
            svg.put(format_args!(r##"<circle cx="{x}" cy="{y}" r="2" fill="#fff"/>"##));
        }
    }

    /// The name of a backend and its line to the scale: on each side the outermost on top.
    fn name(&self, svg: &mut Svg, index: usize) {
        let n = self.found.ranks.len();
        let is_left = !self.has_two_sides || index < n.div_ceil(2);
        let line = if is_left { index } else { n - 1 - index };
        let (contestant, rank) = self.found.ranks[index];
        let entry = &self.data.entries[contestant];
        let Area { left, top, width, .. } = self.area;
        let bottom = top + 20.0 + self.bars + line as f64 * LINE;
        let (edge, anchor, side, label) = match is_left {
            true => (left - 14.0, Anchor::End, -1.0, format!("{} {rank:.2}", entry.label)),
            false => {
                (left + width + 14.0, Anchor::Start, 1.0, format!("{rank:.2} {}", entry.label))
            }
        };
        let (x, y, start, end) = (Px(self.x(rank)), Px(bottom), Px(top), Px(edge));
        let (colour, marker) = (entry.style.colour, entry.style.marker);
        svg.put(format_args!(
            r#"<path d="M{x} {start}V{y}H{end}" fill="none" stroke="{colour}" stroke-width="1.4"/>"#
        ));
        svg.put(format_args!(
            r##"<use href="#marker{marker}" x="{x}" y="{start}" fill="{colour}"/>"##
        ));
        svg.text("name", (edge + side * 5.0, bottom + 4.0), anchor, &label);
    }
}
