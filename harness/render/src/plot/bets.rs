//! The number of bets per puzzle: a histogram for each backend that counts them.
//!
//! A puzzle solved without a bet was solved by deduction alone; the share of such puzzles is stated beside
//! the histogram. Bets are comparable between tree searches. CDCL engines count decisions instead, which
//! are not comparable; the histograms of the family `sat` are marked.

use anyhow::bail;
use record::filter;

use super::PlotData;
use super::frame::{self, PlotText};
use super::layout::Area;
use super::rows::Datum;
use crate::svg::{Anchor, Point, Px, Svg, width};
use crate::table::grouped;

/// The width of all bins and the maximum width of a bin, the height of bars and of a row, in pixels.
const WIDE: f64 = 560.0;
const BIN: f64 = 34.0;
const HIGH: f64 = 52.0;
const ROW: f64 = 76.0;

/// The size of the letters of shares, in pixels.
const LETTER: f64 = 11.0;

/// The height of a name above the bars, in pixels.
const NAME: f64 = 16.0;

/// The scale of all histograms.
struct Scale {
    bins: usize,
    /// The width of a bin, in pixels.
    wide: f64,
    /// The share of the highest bar.
    highest: f64,
    /// Whether names and numbers are above the bars, because there is no room beside them.
    is_narrow: bool,
}

impl Scale {
    /// Returns the scale that fits the bets of these contestants.
    fn of(data: &PlotData<'_>, counting: &[usize]) -> Self {
        let most = counting.iter().flat_map(|&one| bets(data, one)).fold(0.0, f64::max);
        let bins = bin(most) + 1;
        let shares = counting.iter().flat_map(|&one| shares(&bets(data, one), bins));
        let highest = shares.fold(0.0, f64::max);
        let room = data.layout.width_px().filter(|room| *room < WIDE + 320.0);
        let wide = room.map_or(WIDE, |room| room - 24.0);
        Self { bins, wide: (wide / bins as f64).min(BIN), highest, is_narrow: room.is_some() }
    }
}

pub(super) fn draw(data: &PlotData<'_>) -> anyhow::Result<(Svg, Vec<Datum>)> {
    let (counting, others): (Vec<usize>, Vec<usize>) =
        (0..data.entries.len()).partition(|&one| !bets(data, one).is_empty());
    if counting.is_empty() {
        bail!("no backend counted bets on a puzzle that it solved");
    }
    let scale = Scale::of(data, &counting);
    let notes = notes(data, &counting, &others);
    let names = match scale.is_narrow {
        true => 0.0,
        false => (counting.iter())
            .map(|&one| width(&data.entries[one].label, 12.0) + 12.0)
            .fold(60.0, f64::max),
    };
    let histogram = scale.bins as f64 * scale.wide;
    let height = if scale.is_narrow { ROW + NAME } else { ROW };
    let area = Area {
        left: if scale.is_narrow { 4.0 } else { 16.0 },
        top: 58.0,
        width: names + histogram + if scale.is_narrow { 8.0 } else { 190.0 },
        height: counting.len() as f64 * height - ROW + HIGH,
    };
    let words = PlotText {
        kind: "bets",
        title: "Share of the solved puzzles by number of bets",
        caption: &data.caption,
        notes: &notes,
    };
    let (mut svg, area) = frame::page(&words, area, data.layout);
    let left = area.left + names + 8.0;
    for (row, &one) in counting.iter().enumerate() {
        strip(&mut svg, data, one, &scale, (left, area.top + (row + 1) as f64 * height - ROW));
    }
    let bottom = area.top + counting.len() as f64 * height - ROW + HIGH;
    bin_axis(&mut svg, &scale, (left, bottom));
    Ok((svg, rows(data, &counting, scale.bins)))
}

/// The labels of the bins, below the last bars.
fn bin_axis(svg: &mut Svg, scale: &Scale, (left, bottom): (f64, f64)) {
    // The labels of large bins are wider than a bin.
    for bin in (0..scale.bins).step_by((40.0 / scale.wide).ceil() as usize) {
        let x = left + (bin as f64 + 0.5) * scale.wide;
        svg.text("small", (x, bottom + 16.0), Anchor::Middle, &bin_name(bin));
    }
    let middle = (left + scale.bins as f64 * scale.wide / 2.0, bottom + 36.0);
    svg.text("axis", middle, Anchor::Middle, "bets per puzzle (bins double in width)");
}

/// Returns the share of each bin of each backend, at the smallest number of bets in the bin.
fn rows(data: &PlotData<'_>, counting: &[usize], bins: usize) -> Vec<Datum> {
    let first = |bin: usize| if bin == 0 { 0 } else { 1_u64 << (bin - 1) };
    let of_one = |&one: &usize| {
        let shares = shares(&bets(data, one), bins).into_iter().enumerate();
        shares.map(move |(bin, share)| Datum::new(&data.entries[one].label, first(bin), share))
    };
    counting.iter().flat_map(of_one).collect()
}

fn notes(data: &PlotData<'_>, counting: &[usize], others: &[usize]) -> Vec<String> {
    let mut notes = Vec::new();
    if counting.iter().any(|&one| is_cdcl(data, one)) {
        notes.push(
            "† Decisions of a CDCL engine, which are not comparable with the bets of a tree search."
                .into(),
        );
    }
    if !others.is_empty() {
        notes.push(format!("Excluded, because they count no bets: {}.", data.names(others)));
    }
    notes.extend(data.notes.iter().cloned());
    notes
}

/// The histogram of one contestant.
fn strip(svg: &mut Svg, data: &PlotData<'_>, one: usize, scale: &Scale, (left, top): (f64, f64)) {
    let bets = bets(data, one);
    let shares = shares(&bets, scale.bins);
    let entry = &data.entries[one];
    let mark = if is_cdcl(data, one) { " †" } else { "" };
    let name = format!("{}{mark}", entry.label);
    let (colour, base) = (entry.style.colour, top + HIGH);
    if scale.is_narrow {
        svg.text("name", (left, top - 6.0), Anchor::Start, &name);
    } else {
        svg.text("name", (left - 10.0, base - 4.0), Anchor::End, &name);
    }
    svg.put(format_args!(r#"<g class="series" data-of="{one}" fill="{colour}">"#));
    let mut last: Point = (f64::NEG_INFINITY, 0.0);
    for (bin, share) in shares.into_iter().enumerate().filter(|(_, share)| *share > 0.0) {
        let high = share / scale.highest * (HIGH - 12.0);
        let x = left + bin as f64 * scale.wide + 1.5;
        let (edge, y, wide, height) = (Px(x), Px(base - high), Px(scale.wide - 3.0), Px(high));
        svg.put(format_args!(r#"<rect x="{edge}" y="{y}" width="{wide}" height="{height}"/>"#));
        let (at, share) = ((x + scale.wide / 2.0 - 1.5, base - high - 2.0), percent(share));
        let half = width(&share, LETTER) / 2.0;
        // A share that would run into that of the last bar is omitted.
        if at.0 - half > last.0 || (at.1 - last.1).abs() > LETTER {
            svg.text("small", at, Anchor::Middle, &share);
            last = (at.0 + half, at.1);
        }
    }
    svg.put(format_args!("</g>"));
    let right = left + scale.bins as f64 * scale.wide;
    svg.line("border", (left, base), (right, base));
    let none = bets.iter().filter(|bets| **bets < 1.0).count() as f64 / bets.len() as f64;
    let without = format!("without a bet: {} %", percent(none));
    let n_solved = format!("of {} solved", grouped(bets.len() as u64));
    if scale.is_narrow {
        svg.text("small", (right, top + 8.0), Anchor::End, &format!("{without} {n_solved}"));
    } else {
        svg.text("name", (right + 12.0, base - 18.0), Anchor::Start, &without);
        svg.text("small", (right + 12.0, base - 4.0), Anchor::Start, &n_solved);
    }
}

/// Returns the share of the puzzles in each bin.
fn shares(bets: &[f64], bins: usize) -> Vec<f64> {
    let mut shares = vec![0.0; bins];
    bets.iter().for_each(|&bets| shares[bin(bets)] += 1.0);
    shares.iter_mut().for_each(|share| *share /= bets.len() as f64);
    shares
}

/// Returns a share in percent; 0 and 100 are exact.
fn percent(share: f64) -> String {
    match (share * 100.0).round() as u64 {
        0 if share > 0.0 => "<1".into(),
        100 if share < 1.0 => ">99".into(),
        percent => percent.to_string(),
    }
}

/// Returns the bets of a contestant on the puzzles that it solved.
fn bets(data: &PlotData<'_>, one: usize) -> Vec<f64> {
    let solved = data.matrix.row(one).iter().filter(|cell| cell.is_solved());
    solved.filter_map(|cell| cell.bets).collect()
}

fn is_cdcl(data: &PlotData<'_>, one: usize) -> bool {
    filter::is_cdcl(&data.entries[one].backend)
}

/// Returns the bin of a number of bets: 0, 1, 2–3, 4–7, 8–15, …
fn bin(bets: f64) -> usize {
    if bets < 1.0 { 0 } else { bets.log2().floor() as usize + 1 }
}

fn bin_name(bin: usize) -> String {
    match bin {
        0 => "0".into(),
        1 => "1".into(),
        bin => {
            let first = 1_u64 << (bin - 1);
            let units = [(30, " G"), (20, " M"), (10, " k")];
            let unit = units.into_iter().find(|(bits, _)| first >> bits > 0);
            let (bits, unit) = unit.unwrap_or((0, ""));
            format!("{}{unit}–", first >> bits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_double() {
        let bins = [0.0, 1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 1024.0].map(bin);
        assert_eq!(bins, [0, 1, 2, 2, 3, 3, 4, 11]);
        assert_eq!([0, 1, 2, 3, 11, 21].map(bin_name), ["0", "1", "2–", "4–", "1 k–", "1 M–"]);
    }

    #[test]
    fn only_exact_shares_are_0_or_100_percent() {
        let percents = [0.0, 0.003, 0.997, 1.0, 0.75].map(percent);
        assert_eq!(percents, ["0", "<1", ">99", "100", "75"]);
    }
}
