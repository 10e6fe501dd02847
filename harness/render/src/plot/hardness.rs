//! Heat maps of rank correlations: do two backends find the same puzzles hard?
//!
//! A tile has Spearman's coefficient of two backends over the puzzles that both attempted: of times on the
//! left, of nodes on the right. 1 is the same order of puzzles, 0 no relation. An unsolved puzzle is harder
//! than any solved one. Nodes are comparable across families here, because only the order of the puzzles
//! matters.

use analysis::stats::rank_correlation::spearman;
use analysis::stats::scores::Score;
use anyhow::bail;

use super::PlotData;
use super::frame::{self, PlotText};
use super::layout::Area;
use super::rows::Datum;
use crate::svg::{Anchor, Escaped, Px, Svg, width};

/// The size of a tile, in pixels.
const TILE: f64 = 46.0;

/// A heat map.
struct HeatMap<'a> {
    title: &'a str,
    contestants: Vec<usize>,
    value: &'a dyn Fn(&Score) -> Option<f64>,
}

impl HeatMap<'_> {
    /// Returns the width and the height of the tiles.
    fn size(&self) -> f64 {
        self.contestants.len() as f64 * TILE
    }

    /// Returns the height with the title and the slanted labels of the columns, the longest of which is `names` wide.
    fn high(&self, names: f64) -> f64 {
        self.size() + 24.0 + names * 0.72
    }
}

pub(super) fn draw(data: &PlotData<'_>) -> anyhow::Result<(Svg, Vec<Datum>)> {
    let (timed, mut notes) = data.with_own_values();
    let counting: Vec<usize> = (0..data.entries.len())
        .filter(|&one| data.matrix.row(one).iter().any(|cell| cell.nodes.is_some()))
        .collect();
    let (time, nodes) = (|cell: &Score| data.cost(cell), |cell: &Score| cell.nodes);
    let maps = [
        HeatMap { title: "by time", contestants: timed, value: &time },
        HeatMap { title: "by nodes", contestants: counting, value: &nodes },
    ];
    let maps: Vec<&HeatMap<'_>> = maps.iter().filter(|map| map.contestants.len() > 1).collect();
    if maps.is_empty() {
        bail!(
            "a rank correlation needs two backends with a separate time, or nodes, for each puzzle"
        );
    }
    notes.push(
        "1: the same puzzles are hard; 0: no relation. Unsolved puzzles are the hardest. –: fewer \
         than three puzzles, or no differences."
            .into(),
    );
    notes.extend(data.notes.iter().cloned());
    let all = maps.iter().flat_map(|map| &map.contestants);
    let names = all.map(|&one| width(&data.entries[one].label, 12.0)).fold(60.0, f64::max);
    let wide = data.layout.width_px();
    let is_stacked = wide.is_some_and(|wide| wide < area(&maps, names, false).width);
    let area = area(&maps, names, is_stacked);
    let words = PlotText {
        kind: "hardness",
        title: "Are the same puzzles hard? Rank correlations (Spearman)",
        caption: &data.caption,
        notes: &notes,
    };
    let (mut svg, area) = frame::page(&words, area, data.layout);
    for (map, corner) in maps.iter().zip(corners(&maps, names, area, is_stacked)) {
        matrix(&mut svg, data, map, corner);
    }
    Ok((svg, maps.iter().flat_map(|map| rows(data, map)).collect()))
}

/// Returns the coefficient of each pair, where it is defined.
fn rows(data: &PlotData<'_>, map: &HeatMap<'_>) -> Vec<Datum> {
    let pairs = map.contestants.iter().flat_map(|&a| map.contestants.iter().map(move |&b| (a, b)));
    let row = |(a, b): (usize, usize)| {
        let series = format!("{}: {}", map.title, data.entries[a].label);
        Some(Datum::new(&series, &data.entries[b].label, correlation(data, map, a, b)?))
    };
    pairs.filter_map(row).collect()
}

/// Returns the area of heat maps side by side or one above the other, each beside labels that are `names` wide.
fn area(maps: &[&HeatMap<'_>], names: f64, is_stacked: bool) -> Area {
    let widths = maps.iter().map(|map| map.size() + names + 40.0);
    let heights = maps.iter().map(|map| map.high(names));
    let largest = |sizes: &mut dyn Iterator<Item = f64>| sizes.fold(0.0, f64::max);
    let (width, height) = match is_stacked {
        true => (largest(&mut widths.into_iter()), heights.map(|high| high + 24.0).sum()),
        false => (widths.sum(), largest(&mut heights.into_iter())),
    };
    Area { left: 16.0, top: 58.0, width, height }
}

/// Returns the upper left corners of the tiles of each map.
fn corners(maps: &[&HeatMap<'_>], names: f64, area: Area, is_stacked: bool) -> Vec<(f64, f64)> {
    let (mut left, mut top) = (area.left, area.top + 22.0);
    let corner = |map: &&HeatMap<'_>| {
        let corner = (left + names + 12.0, top);
        match is_stacked {
            true => top += map.high(names) + 24.0,
            false => left += map.size() + names + 40.0,
        }
        corner
    };
    maps.iter().map(corner).collect()
}

fn matrix(svg: &mut Svg, data: &PlotData<'_>, map: &HeatMap<'_>, (left, top): (f64, f64)) {
    svg.text("axis", (left, top - 8.0), Anchor::Start, map.title);
    let bottom = top + map.contestants.len() as f64 * TILE;
    for (row, &a) in map.contestants.iter().enumerate() {
        let y = top + row as f64 * TILE;
        let name = &data.entries[a].label;
        svg.text("name", (left - 6.0, y + TILE / 2.0 + 4.0), Anchor::End, name);
        for (column, &b) in map.contestants.iter().enumerate() {
            cell(svg, correlation(data, map, a, b), (left + column as f64 * TILE, y));
        }
        let (x, y) = (Px(left + (row as f64 + 0.6) * TILE), Px(bottom + 12.0));
        svg.put(format_args!(
            r#"<text class="name" transform="translate({x} {y}) rotate(-45)" text-anchor="end">{}</text>"#,
            Escaped(name)
        ));
    }
}

fn cell(svg: &mut Svg, value: Option<f64>, (x, y): (f64, f64)) {
    let colour = colour(value.unwrap_or(0.0));
    let (left, top, size) = (Px(x), Px(y), Px(TILE - 2.0));
    svg.put(format_args!(
        r#"<rect x="{left}" y="{top}" width="{size}" height="{size}" fill="{colour}"/>"#
    ));
    let text = value.map_or("–".into(), |value| format!("{:.2}", value + 0.0));
    // White text on dark tiles.
    let letters = if value.unwrap_or(0.0).abs() > 0.6 { "on-dark" } else { "on-light" };
    let (x, y) = (Px(x + TILE / 2.0 - 1.0), Px(y + TILE / 2.0 + 3.0));
    svg.put(format_args!(
        r#"<text class="{letters}" x="{x}" y="{y}" text-anchor="middle">{text}</text>"#
    ));
}

/// White at 0, blue towards 1, vermilion towards −1; in greyscale both are dark, and the text has the
/// sign.
fn colour(value: f64) -> String {
    let end = if value < 0.0 { [0xd5, 0x5e, 0x00] } else { [0x00, 0x50, 0x8c] };
    let part = |end: i32| (255.0 + (f64::from(end) - 255.0) * value.abs()).round() as u8;
    let [red, green, blue] = end.map(part);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn correlation(data: &PlotData<'_>, map: &HeatMap<'_>, a: usize, b: usize) -> Option<f64> {
    let cells = data.matrix.row(a).iter().zip(data.matrix.row(b));
    let pairs: Vec<(f64, f64)> = cells
        .filter(|(a, b)| a.is_taken() && b.is_taken())
        .filter_map(|(a, b)| Some((hardness(map, a)?, hardness(map, b)?)))
        .collect();
    spearman(&pairs)
}

fn hardness(map: &HeatMap<'_>, cell: &Score) -> Option<f64> {
    if cell.is_solved() { (map.value)(cell) } else { Some(f64::INFINITY) }
}
