//! Two backends, a point per puzzle, on logarithmic axes.
//!
//! A point on the diagonal costs both the same; below it, the second is better. Guides beside it show
//! where one costs two or ten times as much. A puzzle that one of them did not solve lies on a rail at the
//! time limit. The relative plot turns the diagonal into a horizontal line, which shows small differences
//! better: the ratio of the two against the smaller of both.

use anyhow::bail;

use super::axis::Axis;
use super::chart::{Chart, Dot, Mark, Scale};
use super::{PlotData, sample};
use crate::svg;
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

pub(super) fn chart(
    data: &PlotData<'_>,
    pair: Option<(usize, usize)>,
    relative: bool,
) -> anyhow::Result<Chart> {
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
    if relative && data.metric.is_share() {
        bail!("a {} is a share, which has no ratio: expected no --relative", data.metric.name());
    }
    Ok(if relative { pair.relative() } else { pair.absolute() })
}

impl ScatterPair<'_, '_> {
    fn absolute(&self) -> Chart {
        let data = self.data;
        let costs = (0..data.entries.len()).flat_map(|one| data.costs(one));
        let axis = data.axis(costs.chain(self.fails().then_some(self.rail)));
        let [x, y] = [self.a, self.b]
            .map(|one| Scale::new(axis, format!("{}: {}", self.short(one), data.axis_title())));
        let mut marks: Vec<Mark> = guides(axis);
        if data.metric.is_share() {
            marks.retain(|mark| matches!(mark, Mark::Guide { class: "border", .. }));
        }
        if self.fails() {
            marks.push(self.rail(true, String::new()));
            marks.push(self.rail(false, self.rail_name()));
        }
        let dot = |&place: &usize| {
            let (a, b) = self.costs(place)?;
            let [x, y] = [a, b].map(|cost| cost.unwrap_or(f64::INFINITY));
            Some(self.dot(place, (x, y), a.is_some() && b.is_some()))
        };
        marks.push(self.points(self.places.iter().filter_map(dot).collect()));
        let title = "Two backends, a point per puzzle";
        let chart = data.chart("scatter", title, self.notes("the diagonal"), x, y);
        Chart { is_square: true, rail: Some(self.rail), marks, ..chart }
    }

    fn relative(&self) -> Chart {
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
        let y_title = format!("{} / {} (log scale)", self.short(self.b), self.short(self.a));
        let mut notes = self.notes("1×");
        if self.fails() {
            notes.insert(
                0,
                format!("Crosses: {} by one or both; plotted at that cost.", self.rail_name()),
            );
        }
        let mut marks = levels(x, y);
        let dot = |pair: &(usize, Costs)| {
            let (place, (a, b)) = *pair;
            self.dot(place, at(pair), a.is_some() && b.is_some())
        };
        marks.push(self.points(pairs.iter().map(dot).collect()));
        let x = Scale::new(x, format!("smaller of both: {}", data.axis_title()));
        let title = "Ratio of two backends, a point per puzzle";
        Chart { marks, ..data.chart("relative", title, notes, x, Scale::new(y, y_title)) }
    }

    /// Returns the costs of both on a puzzle; `None` if one did not attempt it.
    fn costs(&self, place: usize) -> Option<Costs> {
        let [a, b] = [self.a, self.b].map(|one| &self.data.matrix.row(one)[place]);
        (a.is_taken() && b.is_taken()).then(|| (self.data.cost(a), self.data.cost(b)))
    }

    /// Returns whether any plotted backend did not solve a puzzle that it attempted.
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

    /// Returns a label short enough for an axis.
    fn short(&self, one: usize) -> String {
        svg::shortened(self.label(one), 26)
    }

    /// Returns the notes: which backend is better how often, and the notes of the data. On the line, both cost the
    /// same.
    fn notes(&self, line: &str) -> Vec<String> {
        let (mut a_wins, mut b_wins, mut ties) = (0, 0, 0);
        for (a, b) in (0..self.data.puzzles()).filter_map(|place| self.costs(place)) {
            let cost =
                |cost: Option<f64>| cost.map_or(f64::INFINITY, |it| self.data.metric.cost(it));
            match cost(a).total_cmp(&cost(b)) {
                std::cmp::Ordering::Less => a_wins += 1,
                std::cmp::Ordering::Greater => b_wins += 1,
                std::cmp::Ordering::Equal => ties += 1,
            }
        }
        let (a, b) = (self.label(self.a), self.label(self.b));
        let mut notes = vec![format!(
            "{a} is better on {a_wins}, {b} on {b_wins} puzzles, equal on {ties}. {}",
            match self.data.metric.is_share() {
                true => format!("Points above {line}: {b} is better."),
                false => format!("Points below {line}: {b} is better. Dashed lines: 2× and 10×."),
            }
        )];
        notes.extend(sample::note(self.data, self.places.len()));
        notes.extend(self.data.notes.iter().cloned());
        notes
    }

    fn rail(&self, is_vertical: bool, name: String) -> Mark {
        Mark::Rail { is_vertical, value: self.rail, name }
    }

    fn points(&self, dots: Vec<Dot>) -> Mark {
        Mark::Points {
            of: "pair".into(),
            name: format!("{} against {}", self.label(self.b), self.label(self.a)),
            colour: self.data.entries[self.b].style.colour,
            marker: None,
            dots,
        }
    }

    fn dot(&self, place: usize, (x, y): (f64, f64), is_solved: bool) -> Dot {
        Dot { place, puzzle: self.data.puzzle(place).name.clone(), x, y, is_solved }
    }
}

/// Returns the factors of the diagonal and of the guides beside it.
fn factors() -> impl Iterator<Item = f64> {
    [1.0].into_iter().chain(GUIDES).flat_map(|factor| [factor, 1.0 / factor])
}

fn class(factor: f64) -> &'static str {
    if factor == 1.0 { "border" } else { "guide" }
}

/// Returns the diagonal and the guides beside it.
fn guides(axis: Axis) -> Vec<Mark> {
    let guide = |factor: f64| {
        // The part of y = factor * x that is inside.
        let from = axis.low.max(axis.low / factor);
        let to = axis.high.min(axis.high / factor);
        (from < to).then(|| Mark::Guide {
            class: class(factor),
            from: (from, from * factor),
            to: (to, to * factor),
        })
    };
    factors().filter_map(guide).collect()
}

/// Returns the horizontal lines of the same factors.
fn levels(x: Axis, y: Axis) -> Vec<Mark> {
    let level = |factor: f64| Mark::Guide {
        class: class(factor),
        from: (x.low, factor),
        to: (x.high, factor),
    };
    factors().filter(|&factor| factor > y.low && factor < y.high).map(level).collect()
}
