//! Small multiples: the same plot of several parts of the puzzles, with common axes and one legend.
//!
//! Common axes make panels comparable, so ticks are only at the left and at the bottom. A series has the
//! same style in each panel. The legend names series without the numbers that differ between panels.

use super::canvas::Canvas;
use super::chart::{Chart, LegendEntry, Scale};
use super::frame::{self, horizontal_title, vertical_title, widest_tick};
use super::layout::{Area, Around, Arrangement, LETTER, Layout, Wanted};
use crate::svg::{Anchor, Svg, shortened, wrapped};

/// The width if none is given, the least width of a panel, and the room for its name, in pixels.
const WIDE: f64 = 760.0;
const PANEL: f64 = 210.0;
const NAME: f64 = 22.0;

/// The room for the name of the time limit, beside that of the panel.
const RAIL: f64 = 100.0;

/// A chart with the name of its part.
pub(super) type Panel = (String, Chart);

/// Gives all panels the same axes, and each series the same style.
pub(super) fn unify(whole: &mut Chart, panels: &mut [Panel]) {
    let mut legend: Vec<LegendEntry> = Vec::new();
    for (_, chart) in panels.iter() {
        for named in &chart.legend {
            if legend.iter().all(|known| known.name != named.name) {
                legend.push(LegendEntry { detail: String::new(), ..named.clone() });
            }
        }
    }
    let axes = |side: fn(&Chart) -> &Scale| {
        let axes = panels.iter().map(|(_, chart)| side(chart).axis);
        axes.reduce(super::axis::Axis::union)
    };
    let (x, y) = (axes(|chart| &chart.x), axes(|chart| &chart.y));
    let right = panels.iter().find_map(|(_, chart)| chart.right.clone());
    for (_, chart) in panels.iter_mut() {
        chart.extend_to(x, y);
        if chart.y.names.is_empty() {
            chart.right.clone_from(&right);
        }
        for named in chart.marks.iter_mut().filter_map(|mark| mark.named_mut()) {
            if let Some(known) = legend.iter().find(|known| known.name == named.name) {
                named.style = known.style;
            }
        }
    }
    whole.extend_to(x, y);
    whole.legend = legend;
}

/// The grid of panels, in pixels.
struct Grid {
    columns: usize,
    left: f64,
    /// The room on the right of each panel.
    right: f64,
    /// The size of a panel.
    size: (f64, f64),
    /// Whether the names of rows are in the rows.
    is_narrow: bool,
}

impl Grid {
    /// Returns the grid of as many columns as fit.
    fn of(whole: &Chart, panels: &[Panel], layout: Layout, wide: f64) -> Self {
        let width_mm = layout.width_mm.or(Some(174.0));
        let is_narrow = frame::is_narrow(whole, Layout { width_mm, ..layout });
        let left = match whole.y.title.is_empty() {
            _ if is_narrow => 12.0,
            true => widest_tick(&whole.y) + 16.0,
            false => widest_tick(&whole.y) + 32.0,
        };
        let rights = panels.iter().filter_map(|panel| panel.1.right.as_ref()).map(widest_tick);
        let right = match &whole.right {
            Some(_) if !is_narrow => rights.fold(0.0, f64::max) + 14.0,
            _ => 12.0,
        };
        let room = wide - left;
        let columns = ((room / (PANEL + right)) as usize).clamp(1, panels.len());
        let panel = room / columns as f64 - right;
        let high = match &whole.y.names[..] {
            _ if whole.is_square => panel,
            [] => panel * 0.8,
            names if is_narrow => names.len() as f64 * 58.0,
            names => names.len() as f64 * 46.0,
        };
        Self { columns, left, right, size: (panel, high), is_narrow }
    }

    /// Returns the area of a panel below `top`.
    fn panel(&self, index: usize, top: f64) -> Area {
        let (row, column) = (index / self.columns, index % self.columns);
        let (width, height) = self.size;
        Area {
            left: self.left + column as f64 * (width + self.right),
            top: top + row as f64 * (height + NAME) + NAME,
            width,
            height,
        }
    }
}

/// Draws panels side by side; `whole` is the chart of all parts, which has the title and the notes.
pub(super) fn draw(whole: &Chart, panels: &[Panel], layout: Layout) -> Svg {
    let wide = layout.width_px().unwrap_or(WIDE);
    let grid = Grid::of(whole, panels, layout, wide);
    let rows = panels.len().div_ceil(grid.columns);
    let room = Area {
        left: grid.left,
        top: 0.0,
        width: wide - grid.left - grid.right,
        height: rows as f64 * (grid.size.1 + NAME),
    };
    let at = arrange(whole, room, wide, grid.right);
    let mut svg = frame::sheet(whole.kind, &whole.title, &at, &whole.legend);
    for (index, (name, chart)) in panels.iter().enumerate() {
        let area = grid.panel(index, at.area.top);
        let room = area.width - if frame::names_rail(chart) { RAIL } else { 0.0 };
        let name = shortened(name, (room / 7.2) as usize);
        svg.text("name", (area.left, area.top - 6.0), Anchor::Start, &name);
        let canvas = Canvas::new(chart, area, true, grid.is_narrow);
        let is_last = index + grid.columns >= panels.len();
        canvas.grid(&mut svg, is_last, index % grid.columns == 0);
        canvas.marks(&mut svg, &chart.marks);
    }
    let below = at.area.top + at.area.height + 40.0;
    horizontal_title(&mut svg, &whole.x.title, at.area, below, wide);
    let lines = wrapped(&whole.y.title, LETTER, at.area.height + 40.0);
    vertical_title(&mut svg, &lines[..lines.len().min(1)], 14.0, at.area);
    if let Some(mm) = layout.mm_per_px() {
        svg.scale(mm);
    }
    svg
}

/// Returns the text around all panels, with the legend below them.
fn arrange(whole: &Chart, area: Area, wide: f64, right: f64) -> Arrangement {
    let wanted = Wanted {
        area,
        right,
        can_shrink: true,
        is_square: false,
        above: 0.0,
        title_lines: 1,
        has_rows: false,
    };
    Arrangement::below(Around::from(whole), wanted, wide)
}
