//! Two backends, a point per puzzle, on logarithmic axes.
//!
//! A point on the diagonal costs both the same; below it, the second is better. Guides beside it show
//! where one costs two or ten times as much. A puzzle that one of them did not solve lies on a rail at the
//! time limit. The relative plot turns the diagonal into a horizontal line, which shows small differences
//! better: the ratio of the two against the smaller of both.

use anyhow::bail;

use super::axis::Axis;
use super::frame::{PlotFrame, PlotText};
use super::{PlotData, sample};
use crate::svg::{self, Anchor, Escaped, Px, Svg};
use crate::table::duration;
use crate::unit::Unit;

/// The factors of the guides beside the diagonal.
const GUIDES: [f64; 2] = [2.0, 10.0];

/// The costs of two backends on a puzzle; `None` if unsolved.
type Costs = (Option<f64>, Option<f64>);

/// The two backends, and the position of the rail.
struct ScatterPair<'s, 'r> {
    data: &'s PlotData<'r>,
    a: usize,
    b: usize,
    /// The position of unsolved puzzles: at the limit, or beyond all costs.
    rail: f64,
    places: Vec<usize>,
}

pub(super) fn draw(
    data: &PlotData<'_>,
    pair: Option<(usize, usize)>,
    relative: bool,
) -> anyhow::Result<Svg> {
    let Some((a, b)) = pair.or((data.entries.len() == 2).then_some((0, 1))) else {
        let all: Vec<usize> = (0..data.entries.len()).collect();
        bail!(
            "a scatter plot needs two backends, and there are {}: {}; choose two with -b ID -b ID",
            all.len(),
            data.names(&all)
        );
    };
    let (contestants, left_out) = data.with_own_values();
    if !contestants.contains(&a) || !contestants.contains(&b) {
        bail!("a scatter plot needs a separate value for each puzzle. {}", left_out.join(" "));
    }
    // A page draws other pairs into the same frame, which must fit all.
    let highest = (0..data.entries.len()).flat_map(|one| data.costs(one)).fold(1.0, f64::max);
    let limit = data.limit_ns.filter(|_| data.metric.is_time());
    let rail = limit.unwrap_or(highest * 2.0);
    let pair = ScatterPair { data, a, b, rail, places: sample::places(data, 2 * sample::POINTS) };
    if relative { pair.relative() } else { pair.absolute() }
}

impl ScatterPair<'_, '_> {
    fn absolute(&self) -> anyhow::Result<Svg> {
        let data = self.data;
        let costs = (0..data.entries.len()).flat_map(|one| data.costs(one));
        let axis = Axis::log(costs.chain(self.fails().then_some(self.rail)), data.unit());
        let [x_title, y_title] =
            [self.a, self.b].map(|one| format!("{}: {}", self.short(one), data.axis_title()));
        let notes = self.notes();
        let words = self.words("scatter", &notes);
        let mut frame = PlotFrame::square(&words, (axis, &x_title), (axis, &y_title));
        self.guides(&mut frame);
        if self.fails() {
            frame.rail(true, self.rail, "");
            frame.rail(false, self.rail, &self.rail_name());
        }
        self.begin(&mut frame);
        for &place in &self.places {
            let Some((a, b)) = self.costs(place) else { continue };
            let (x, y) = (a.unwrap_or(self.rail), b.unwrap_or(self.rail));
            self.dot(&mut frame, place, (x, y), a.is_some() && b.is_some());
        }
        frame.svg.put(format_args!("</g>"));
        Ok(frame.svg)
    }

    fn relative(&self) -> anyhow::Result<Svg> {
        let data = self.data;
        let pairs: Vec<(usize, Costs)> =
            (self.places.iter()).filter_map(|&place| Some((place, self.costs(place)?))).collect();
        let at = |&(_, (a, b)): &(usize, Costs)| {
            let (a, b) = (a.unwrap_or(self.rail).max(1.0), b.unwrap_or(self.rail).max(1.0));
            (a.min(b), b / a)
        };
        let x = Axis::log(pairs.iter().map(|pair| at(pair).0), data.unit());
        let farthest = pairs.iter().map(|pair| at(pair).1.ln().abs()).fold(0.0, f64::max).exp();
        let y = Axis::log([farthest.max(2.0), 1.0 / farthest.max(2.0)], Unit::Factor);
        let x_title = format!("smaller of both: {}", data.axis_title());
        let y_title = format!("{} / {} (log scale)", self.short(self.b), self.short(self.a));
        let mut notes = self.notes();
        if self.fails() {
            notes.insert(
                0,
                format!("Crosses: {} by one or both; plotted at that cost.", self.rail_name()),
            );
        }
        let words = self.words("relative", &notes);
        let mut frame = PlotFrame::new(&words, (x, &x_title), (y, &y_title), &[]);
        for factor in [1.0].into_iter().chain(GUIDES).flat_map(|factor| [factor, 1.0 / factor]) {
            if factor > y.low && factor < y.high {
                let (from, to) = (frame.point(x.low, factor), frame.point(x.high, factor));
                frame.svg.line(if factor == 1.0 { "border" } else { "guide" }, from, to);
            }
        }
        self.begin(&mut frame);
        for pair in &pairs {
            let (place, (a, b)) = *pair;
            self.dot(&mut frame, place, at(pair), a.is_some() && b.is_some());
        }
        frame.svg.put(format_args!("</g>"));
        Ok(frame.svg)
    }

    /// The costs of both on a puzzle; `None` if one did not attempt it.
    fn costs(&self, place: usize) -> Option<Costs> {
        let [a, b] = [self.a, self.b].map(|one| &self.data.matrix.row(one)[place]);
        (a.is_taken() && b.is_taken()).then(|| (self.data.cost(a), self.data.cost(b)))
    }

    /// Whether any plotted backend did not solve a puzzle that it attempted.
    fn fails(&self) -> bool {
        let cells = (0..self.data.entries.len()).flat_map(|one| self.data.matrix.row(one));
        cells.into_iter().any(|cell| cell.is_taken() && self.data.cost(cell).is_none())
    }

    fn rail_name(&self) -> String {
        match self.data.limit_ns.filter(|_| self.data.metric.is_time()) {
            Some(limit) => format!("not solved within T = {}", duration(limit)),
            None => "not solved".into(),
        }
    }

    fn label(&self, one: usize) -> &str {
        &self.data.entries[one].label
    }

    /// A label short enough for an axis.
    fn short(&self, one: usize) -> String {
        svg::shortened(self.label(one), 26)
    }

    fn words<'w>(&'w self, kind: &'w str, notes: &'w [String]) -> PlotText<'w> {
        let title = match kind {
            "relative" => "Ratio of two backends, a point per puzzle",
            _ => "Two backends, a point per puzzle",
        };
        PlotText { kind, title, caption: &self.data.caption, notes }
    }

    /// The notes: which backend is better how often, and the notes of the data.
    fn notes(&self) -> Vec<String> {
        let (mut a_wins, mut b_wins, mut ties) = (0, 0, 0);
        for (a, b) in (0..self.data.puzzles()).filter_map(|place| self.costs(place)) {
            let [a, b] = [a, b].map(|cost| cost.unwrap_or(f64::INFINITY));
            match a.total_cmp(&b) {
                std::cmp::Ordering::Less => a_wins += 1,
                std::cmp::Ordering::Greater => b_wins += 1,
                std::cmp::Ordering::Equal => ties += 1,
            }
        }
        let (a, b) = (self.label(self.a), self.label(self.b));
        let mut notes = vec![format!(
            "{a} is better on {a_wins}, {b} on {b_wins} puzzles, equal on {ties}. Points below the \
             diagonal: {b} is better. Dashed lines: 2× and 10×."
        )];
        notes.extend(sample::note(self.data, self.places.len()));
        notes.extend(self.data.notes.iter().cloned());
        notes
    }

    /// Draws the diagonal and the guides beside it.
    fn guides(&self, frame: &mut PlotFrame) {
        let axis = frame.x;
        for factor in [1.0].into_iter().chain(GUIDES).flat_map(|factor| [factor, 1.0 / factor]) {
            // The part of y = factor * x that is inside.
            let from = axis.low.max(axis.low / factor);
            let to = axis.high.min(axis.high / factor);
            if from >= to {
                continue;
            }
            let (start, end) = (frame.point(from, from * factor), frame.point(to, to * factor));
            frame.svg.line(if factor == 1.0 { "border" } else { "guide" }, start, end);
            if factor > 1.0 {
                let name = format!("{factor}×");
                frame.svg.text("small", (start.0 + 5.0, start.1 - 8.0), Anchor::Start, &name);
            }
        }
    }

    fn begin(&self, frame: &mut PlotFrame) {
        let colour = self.data.entries[self.b].style.colour;
        frame.svg.put(format_args!(
            r#"<g class="series" data-of="pair" fill="{colour}" fill-opacity="0.6">"#
        ));
    }

    fn dot(&self, frame: &mut PlotFrame, place: usize, (x, y): (f64, f64), both: bool) {
        let (x, y) = frame.point(x, y);
        let (x, y, name) = (Px(x), Px(y), Escaped(&self.data.puzzle(place).name));
        let marker = if both { 0 } else { 4 };
        frame.svg.put(format_args!(
            r##"<use href="#marker{marker}" x="{x}" y="{y}" data-puzzle="{place}"><title>{name}</title></use>"##
        ));
    }
}
