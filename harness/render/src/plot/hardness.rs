//! Heat maps of rank correlations: do two backends find the same puzzles hard?
//!
//! A cell holds Spearman's coefficient of two backends over the puzzles that both took: in time on
//! the left, in nodes on the right. 1 is the same order of puzzles, 0 none in common. A puzzle that was
//! not solved is harder than any that was. Nodes compare here across families, because the order of
//! the puzzles alone matters and not how many there are.

use analysis::stats::rank_correlation::spearman;
use analysis::stats::scores::Cell;
use anyhow::bail;

use super::Shown;
use super::frame::{self, Area, Words};
use crate::svg::{Anchor, Escaped, Px, Svg, width};

/// How wide and high a cell is, in pixels.
const CELL: f64 = 46.0;

/// A matrix, and whose rows it has.
struct Map<'a> {
    title: &'a str,
    contestants: Vec<usize>,
    value: &'a dyn Fn(&Cell) -> Option<f64>,
}

pub(super) fn draw(shown: &Shown<'_>) -> anyhow::Result<Svg> {
    let (timed, mut notes) = shown.with_own_values();
    let counting: Vec<usize> = (0..shown.entries.len())
        .filter(|&one| shown.sheet.row(one).iter().any(|cell| cell.nodes.is_some()))
        .collect();
    let (time, nodes) = (|cell: &Cell| shown.cost(cell), |cell: &Cell| cell.nodes);
    let maps = [
        Map { title: "by time", contestants: timed, value: &time },
        Map { title: "by nodes", contestants: counting, value: &nodes },
    ];
    let maps: Vec<&Map<'_>> = maps.iter().filter(|map| map.contestants.len() > 1).collect();
    if maps.is_empty() {
        bail!("a correlation needs two backends with a time or a number of nodes for each puzzle");
    }
    notes.push(
        "1: the same puzzles are hard; 0: no relation. Not solved counts as harder than solved. – : \
         fewer than three puzzles, or no difference."
            .into(),
    );
    notes.extend(shown.notes.iter().cloned());
    let all = maps.iter().flat_map(|map| &map.contestants);
    let names = all.map(|&one| width(&shown.entries[one].label, 12.0)).fold(60.0, f64::max);
    let sizes = maps.iter().map(|map| map.contestants.len() as f64 * CELL);
    let (wide, high) = (sizes.clone().sum::<f64>(), sizes.fold(0.0, f64::max));
    let area = Area {
        left: 16.0,
        top: 58.0,
        width: wide + (names + 40.0) * maps.len() as f64,
        // The names of the columns stand aslant below them.
        height: high + 24.0 + names * 0.72,
    };
    let words = Words {
        kind: "hardness",
        title: "Are the same puzzles hard? Rank correlations (Spearman)",
        caption: &shown.caption,
        notes: &notes,
    };
    let mut svg = frame::page(&words, area, &[]);
    let mut left = area.left;
    for map in maps {
        left += names + 12.0;
        matrix(&mut svg, shown, map, (left, area.top + 22.0));
        left += map.contestants.len() as f64 * CELL + 28.0;
    }
    Ok(svg)
}

fn matrix(svg: &mut Svg, shown: &Shown<'_>, map: &Map<'_>, (left, top): (f64, f64)) {
    svg.text("axis", (left, top - 8.0), Anchor::Start, map.title);
    let bottom = top + map.contestants.len() as f64 * CELL;
    for (row, &a) in map.contestants.iter().enumerate() {
        let y = top + row as f64 * CELL;
        let name = &shown.entries[a].label;
        svg.text("name", (left - 6.0, y + CELL / 2.0 + 4.0), Anchor::End, name);
        for (column, &b) in map.contestants.iter().enumerate() {
            cell(svg, correlation(shown, map, a, b), (left + column as f64 * CELL, y));
        }
        let (x, y) = (Px(left + (row as f64 + 0.6) * CELL), Px(bottom + 12.0));
        svg.put(format_args!(
            r#"<text class="name" transform="translate({x} {y}) rotate(-45)" text-anchor="end">{}</text>"#,
            Escaped(name)
        ));
    }
}

fn cell(svg: &mut Svg, value: Option<f64>, (x, y): (f64, f64)) {
    let colour = colour(value.unwrap_or(0.0));
    let (left, top, size) = (Px(x), Px(y), Px(CELL - 2.0));
    svg.put(format_args!(
        r#"<rect x="{left}" y="{top}" width="{size}" height="{size}" fill="{colour}"/>"#
    ));
    let text = value.map_or("–".into(), |value| format!("{:.2}", value + 0.0));
    // White letters where the cell is dark.
    let letters = if value.unwrap_or(0.0).abs() > 0.6 { "#fff" } else { "#222" };
    let (x, y) = (Px(x + CELL / 2.0 - 1.0), Px(y + CELL / 2.0 + 3.0));
    svg.put(format_args!(
        r#"<text style="fill:{letters}" x="{x}" y="{y}" text-anchor="middle">{text}</text>"#
    ));
}

/// White at zero, blue towards 1, vermilion towards −1; in grey both are dark, and the sign is
/// written.
fn colour(value: f64) -> String {
    let end = if value < 0.0 { [0xd5, 0x5e, 0x00] } else { [0x00, 0x50, 0x8c] };
    let part = |end: i32| (255.0 + (f64::from(end) - 255.0) * value.abs()).round() as u8;
    let [red, green, blue] = end.map(part);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn correlation(shown: &Shown<'_>, map: &Map<'_>, a: usize, b: usize) -> Option<f64> {
    let cells = shown.sheet.row(a).iter().zip(shown.sheet.row(b));
    let pairs: Vec<(f64, f64)> = cells
        .filter(|(a, b)| a.is_taken() && b.is_taken())
        .filter_map(|(a, b)| Some((hardness(map, a)?, hardness(map, b)?)))
        .collect();
    spearman(&pairs)
}

fn hardness(map: &Map<'_>, cell: &Cell) -> Option<f64> {
    if cell.is_solved() { (map.value)(cell) } else { Some(f64::INFINITY) }
}
