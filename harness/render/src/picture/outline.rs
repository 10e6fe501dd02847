//! The path data of SVG (`M3 4h5v6z`) as steps.

use anyhow::{Context, bail};

use super::Step;
use crate::svg::Point;

/// The distance of control points of a quarter of a circle, as a share of its radius.
const QUARTER: f64 = 0.552_284_75;

/// Returns the steps of path data.
///
/// # Errors
/// When it has other commands than M, L, H, V, Z and arcs of half a circle.
pub(super) fn steps(data: &str) -> anyhow::Result<Vec<Step>> {
    let mut steps = Vec::new();
    let (mut start, mut at): (Point, Point) = ((0.0, 0.0), (0.0, 0.0));
    let is_command = |c: char| c.is_ascii_alphabetic();
    let mut rest = data.trim();
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(is_command).map_or(rest.len(), |end| end + 1);
        let numbers: Vec<f64> = (rest[1..end].split([' ', ',']).filter(|word| !word.is_empty()))
            .map(|word| word.parse().with_context(|| format!("{word:?} in a path")))
            .collect::<anyhow::Result<_>>()?;
        rest = &rest[end..];
        let from = if command.is_ascii_lowercase() { at } else { (0.0, 0.0) };
        match (command.to_ascii_lowercase(), &numbers[..]) {
            ('m', &[x, y]) => {
                at = (from.0 + x, from.1 + y);
                start = at;
                steps.push(Step::Move(at));
                continue;
            }
            ('z', []) => {
                at = start;
                steps.push(Step::Close);
                continue;
            }
            ('a', &[radius, other, _, _, sweep, x, y]) if radius == other => {
                let to = (from.0 + x, from.1 + y);
                steps.extend(half_circle(at, to, radius, sweep > 0.0)?);
                at = to;
                continue;
            }
            ('l', &[x, y]) => at = (from.0 + x, from.1 + y),
            ('h', &[x]) => at.0 = from.0 + x,
            ('v', &[y]) => at.1 = from.1 + y,
            _ => bail!("the path command {command} with {} numbers is not known", numbers.len()),
        }
        steps.push(Step::Line(at));
    }
    Ok(steps)
}

/// Returns a circle.
pub(super) fn circle((x, y): Point, radius: f64) -> Vec<Step> {
    let (left, right) = ((x - radius, y), (x + radius, y));
    let halves = [(left, right), (right, left)].map(|(from, to)| arc(from, to, (x, y), 1.0));
    [Step::Move(left)]
        .into_iter()
        .chain(halves.into_iter().flatten())
        .chain([Step::Close])
        .collect()
}

/// Returns a rectangle.
pub(super) fn rectangle((x, y): Point, (width, height): Point) -> Vec<Step> {
    let corners = [(x + width, y), (x + width, y + height), (x, y + height)];
    [Step::Move((x, y))].into_iter().chain(corners.map(Step::Line)).chain([Step::Close]).collect()
}

fn half_circle(from: Point, to: Point, radius: f64, sweeps: bool) -> anyhow::Result<[Step; 2]> {
    let centre = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    if ((from.0 - centre.0).hypot(from.1 - centre.1) - radius).abs() > 1e-6 {
        bail!("an arc that is not half a circle is not known");
    }
    Ok(arc(from, to, centre, if sweeps { 1.0 } else { -1.0 }))
}

/// Half a circle as two quarters; `turn` is 1 clockwise and −1 counterclockwise.
fn arc(from: Point, to: Point, centre: Point, turn: f64) -> [Step; 2] {
    let (x, y) = (from.0 - centre.0, from.1 - centre.1);
    let top = (centre.0 - turn * y, centre.1 + turn * x);
    let (along, across) = ((QUARTER * x, QUARTER * y), (-turn * QUARTER * y, turn * QUARTER * x));
    [
        Step::Curve(plus(from, across), plus(top, along), top),
        Step::Curve((top.0 - along.0, top.1 - along.1), plus(to, across), to),
    ]
}

fn plus(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}
