//! Marks between two cells: dots, signs and totals.

use board::Cell;

use super::places::{Places, number};
use crate::svg::{Point, Px, Svg};

/// The radius of a dot, in pixels.
const DOT: f64 = 5.5;

/// Returns the point between two cells.
fn between(places: &Places<'_>, pair: &[Cell]) -> Point {
    let [a, b] = [pair[0], pair[1]].map(|cell| places.middle(cell));
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

/// Draws a dot between each cell and the next, with its number unless that is the usual one.
pub(super) fn dots(
    svg: &mut Svg,
    places: &Places<'_>,
    cells: &[Cell],
    (value, usual): (u16, u16),
    is_black: bool,
) {
    let (fill, letters) = if is_black { ("#000", "#fff") } else { ("#fff", "#000") };
    let text = match value {
        0 if !is_black => "=".to_owned(),
        _ if value == usual => String::new(),
        _ => value.to_string(),
    };
    // Long numbers need a larger dot.
    let radius = Px(DOT + 2.0 * text.len().saturating_sub(1) as f64);
    for pair in cells.windows(2) {
        let (x, y) = between(places, pair);
        let (cx, cy) = (Px(x), Px(y));
        svg.put(format_args!(
            r##"<circle fill="{fill}" stroke="#000" cx="{cx}" cy="{cy}" r="{radius}"/>"##
        ));
        if !text.is_empty() {
            number(svg, (x, y + 3.0), 8.5, letters, &text);
        }
    }
}

/// Draws a sign on the border of two neighbours that points to the first, the smaller one.
pub(super) fn sign(svg: &mut Svg, places: &Places<'_>, pair: &[Cell]) {
    let ((x, y), from) = (between(places, pair), places.middle(pair[0]));
    let step = places.size / 2.0;
    // A unit from the smaller to the greater.
    let (u, v) = ((x - from.0) / step, (y - from.1) / step);
    let point = |along: f64, aside: f64| {
        let (x, y) = (x + along * u - aside * v, y + along * v + aside * u);
        format!("{} {}", Px(x), Px(y))
    };
    let (one, tip, other) = (point(3.0, -4.5), point(-3.0, 0.0), point(3.0, 4.5));
    let (cx, cy) = (Px(x), Px(y));
    svg.put(format_args!(
        r##"<circle fill="#fff" cx="{cx}" cy="{cy}" r="6"/><path fill="none" stroke="#000" stroke-width="1.5" stroke-linejoin="round" d="M{one}L{tip}L{other}"/>"##
    ));
}

/// Writes the total of two neighbours on their border.
pub(super) fn sum(svg: &mut Svg, places: &Places<'_>, pair: &[Cell], total: u16) {
    let (x, y) = between(places, pair);
    let text = match total {
        5 => "V".to_owned(),
        10 => "X".to_owned(),
        _ => total.to_string(),
    };
    let (cx, cy) = (Px(x), Px(y));
    svg.put(format_args!(r##"<circle fill="#fff" cx="{cx}" cy="{cy}" r="6.5"/>"##));
    number(svg, (x, y + 4.0), 11.0, "#000", &text);
}
