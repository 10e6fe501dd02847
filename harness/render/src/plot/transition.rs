//! Phase transition: cost against the share of given cells, for each board.
//!
//! A point is the median over the puzzles of a board with the same share; an unsolved puzzle counts as
//! infinite, so that a median may lie on the rail at the limit, and a median of zero has a row of its own. A
//! contestant has a colour and dashes, a board has a marker; where colours do not suffice, each pair has a
//! style of its own. Grey dashes are the share of puzzles that have a solution, on an axis on the right, for
//! boards of which some have none (completion); unanswered puzzles are excluded. The notes state where each curve has
//! its maximum and where half of the puzzles have a solution, and so how both shift with the board.

use std::collections::BTreeMap;

use analysis::stats::quantile::{quantile, sorted};
use analysis::stats::transition;
use anyhow::bail;
use board::catalog;
use record::Status;

use super::PlotData;
use super::axis::Axis;
use super::chart::{Chart, LegendEntry, Mark, Scale};
use super::style::SeriesStyle;
use crate::table::{counted, duration};
use crate::unit::Unit;

/// The minimum number of shares of a curve.
const SHARES: usize = 3;

/// Indices of the matrix, by the number of given cells.
type ByGiven = BTreeMap<u64, Vec<usize>>;

/// The puzzles of a geometry.
struct BoardPuzzles {
    name: String,
    cells: f64,
    by_given: ByGiven,
}

/// A curve with its legend.
struct Curve {
    named: LegendEntry,
    points: Vec<(f64, f64)>,
}

pub(super) fn chart(data: &PlotData<'_>) -> anyhow::Result<Chart> {
    let (boards, mut notes) = boards(data);
    if boards.iter().all(|board| board.by_given.len() < SHARES) {
        bail!(
            "a transition plot needs puzzles with at least {SHARES} different shares of given cells, such \
             as those of `harness generate --family completion --share 0.3,0.4,0.5`"
        );
    }
    let (contestants, values) = data.with_values();
    let costs = costs(data, &boards, &contestants);
    let solvable = solvable(data, &boards, costs.len());
    notes.extend(in_words(&boards, &costs, &solvable));
    notes.extend(values);
    notes.extend(data.notes.iter().cloned());
    let all = costs.iter().flat_map(|curve| curve.points.iter().map(|&(_, cost)| cost));
    let rail = rail(data, all.clone());
    let at_rail = rail.iter().map(|&(value, _)| value);
    let y = Axis::log_or_zero(all.chain(at_rail), data.unit());
    let metric = data.metric.name();
    let title = format!("Phase transition: median {metric} against the share of given cells");
    let x = Scale::new(Axis::linear(1.0, Unit::Share), "given cells");
    let y = Scale::new(y, format!("median {metric} (log scale)"));
    let right = (!solvable.is_empty())
        .then(|| Scale::new(Axis::linear(1.0, Unit::Share), "puzzles with a solution"));
    let legend = costs.iter().chain(&solvable).map(|curve| curve.named.clone()).collect();
    let value = rail.as_ref().map(|&(value, _)| value);
    let rail = rail.map(|(value, name)| Mark::Rail { is_vertical: false, value, name });
    let curves = marks(costs, false).chain(marks(solvable, true));
    let marks = rail.into_iter().chain(curves).collect();
    Ok(Chart { legend, right, rail: value, marks, ..data.chart("transition", &title, notes, x, y) })
}

/// Returns where infinite medians are drawn, at the limit or above all others, and what that is called; `None` without
/// any.
fn rail(data: &PlotData<'_>, medians: impl Iterator<Item = f64> + Clone) -> Option<(f64, String)> {
    medians.clone().find(|cost| cost.is_infinite())?;
    let highest = medians.filter(|cost| cost.is_finite()).fold(1.0, f64::max);
    Some(match data.limit_ns.filter(|_| data.metric.is_time()) {
        Some(limit) => (limit, format!("∞: half not solved within T = {}", duration(limit))),
        None => (2.0 * highest, "∞: half not solved".into()),
    })
}

/// Returns the curves of one axis.
fn marks(curves: Vec<Curve>, is_right: bool) -> impl Iterator<Item = Mark> {
    let curves = curves.into_iter().enumerate();
    curves.map(move |(number, Curve { named, points: values })| Mark::Curve {
        named,
        number,
        values,
        is_right,
    })
}

/// Returns the boards, smallest first, and a note on excluded puzzles.
fn boards(data: &PlotData<'_>) -> (Vec<BoardPuzzles>, Vec<String>) {
    let mut boards: BTreeMap<(usize, &str), ByGiven> = BTreeMap::new();
    let mut excluded = 0;
    for place in 0..data.puzzles() {
        let puzzle = data.puzzle(place);
        match (catalog::named(&puzzle.geometry), puzzle.clues) {
            (Ok(known), Some(given)) => {
                let board = boards.entry((known.cells(), &puzzle.geometry)).or_default();
                board.entry(given).or_default().push(place);
            }
            _ => excluded += 1,
        }
    }
    let note = (excluded > 0).then(|| {
        let excluded = counted(excluded, "puzzle");
        format!("Excluded, because their board or number of givens is unknown: {excluded}.")
    });
    let board = |((cells, name), by_given): ((usize, &str), ByGiven)| BoardPuzzles {
        name: name.into(),
        cells: cells as f64,
        by_given,
    };
    (boards.into_iter().map(board).collect(), note.into_iter().collect())
}

/// Returns the medians of each contestant on each board.
fn costs(data: &PlotData<'_>, boards: &[BoardPuzzles], contestants: &[usize]) -> Vec<Curve> {
    let own: Vec<SeriesStyle> = contestants.iter().map(|&one| data.entries[one].style).collect();
    let styles = SeriesStyle::of_variants(&own, boards.len());
    let mut curves: Vec<Curve> = Vec::new();
    for (number, board) in boards.iter().enumerate() {
        for (&one, styles) in contestants.iter().zip(&styles) {
            let row = data.matrix.row(one);
            let median = |(&given, places): (&u64, &Vec<usize>)| {
                let taken = places.iter().map(|&place| &row[place]).filter(|cell| cell.is_taken());
                let costs = taken.map(|cell| data.cost(cell).unwrap_or(f64::INFINITY));
                Some((given as f64 / board.cells, quantile(&sorted(costs), 0.5)?))
            };
            let points: Vec<(f64, f64)> = board.by_given.iter().filter_map(median).collect();
            if points.len() >= SHARES {
                let label = &data.entries[one].label;
                // One board is not repeated in every name.
                let name = match boards.len() {
                    1 => label.clone(),
                    _ => format!("{label}, {}", board.name),
                };
                curves.push(curve(curves.len(), name, styles[number], points));
            }
        }
    }
    curves
}

/// Returns the share of puzzles with a solution, for boards of which some have none.
fn solvable(data: &PlotData<'_>, boards: &[BoardPuzzles], n_before: usize) -> Vec<Curve> {
    let has_solution = |&place: &usize| {
        let answers: Vec<Status> =
            data.matrix.column(place).filter(|it| it.is_solved()).map(|it| it.status).collect();
        let first = answers.first()?;
        Some(*first != Status::Impossible)
    };
    let mut curves: Vec<Curve> = Vec::new();
    for (number, board) in boards.iter().enumerate() {
        let part = |(&given, places): (&u64, &Vec<usize>)| {
            let known: Vec<bool> = places.iter().filter_map(has_solution).collect();
            let solvable = known.iter().filter(|&&it| it).count() as f64;
            (!known.is_empty()).then(|| (given as f64 / board.cells, solvable / known.len() as f64))
        };
        let points: Vec<(f64, f64)> = board.by_given.iter().filter_map(part).collect();
        if points.len() >= SHARES && points.iter().any(|&(_, part)| part < 1.0) {
            let style =
                SeriesStyle { marker: SeriesStyle::of(number).marker, ..SeriesStyle::of_all() };
            let name = match boards.len() {
                1 => "solvable".into(),
                _ => format!("solvable, {}", board.name),
            };
            curves.push(curve(n_before + curves.len(), name, style, points));
        }
    }
    curves
}

fn curve(number: usize, name: String, style: SeriesStyle, points: Vec<(f64, f64)>) -> Curve {
    let (of, detail) = (number.to_string(), String::new());
    Curve { named: LegendEntry { of, name, detail, style, has_line: true }, points }
}

/// Returns the notes on the maxima of the curves and on solvability. A flat curve has no maximum.
fn in_words(boards: &[BoardPuzzles], costs: &[Curve], solvable: &[Curve]) -> Vec<String> {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let peaks: Vec<String> = (costs.iter())
        .filter_map(|curve| {
            let (places, cost) = transition::peak(&curve.points)?;
            if curve.points.iter().all(|&(_, other)| other == cost) {
                return None;
            }
            let unsolved = if cost.is_finite() { "" } else { " (half of the puzzles unsolved)" };
            let place = match &places[..] {
                [first, .., last] if cost.is_infinite() => {
                    format!("{} to {}", percent(*first), percent(*last))
                }
                places => percent(places[(places.len() - 1) / 2]),
            };
            Some(format!("{} at {place}{unsolved}", curve.named.name))
        })
        .collect();
    let halves: Vec<String> = (solvable.iter())
        .filter_map(|curve| {
            let share = transition::half(&curve.points)?;
            Some(format!("{} at {}", curve.named.name, percent(share)))
        })
        .collect();
    let per_point = boards.iter().flat_map(|board| board.by_given.values().map(Vec::len)).min();
    let mut notes = Vec::new();
    if !peaks.is_empty() {
        notes.push(format!("Highest median: {}.", peaks.join("; ")));
    }
    if !solvable.is_empty() {
        notes.push("Grey: the share of puzzles with a solution, on the axis on the right.".into());
    }
    if !halves.is_empty() {
        notes.push(format!("Half of the puzzles have a solution: {}.", halves.join("; ")));
    }
    notes.push(format!(
        "Each point is the median of at least {}.",
        counted(per_point.unwrap_or(0) as u64, "puzzle")
    ));
    notes
}

#[cfg(test)]
mod tests {
    use analysis::stats::scores::Metric;

    use super::super::{Plot, PlotKind};
    use crate::golden::runs;
    use crate::plot::tests::data;

    /// Completion on a board of 16 cells: two puzzles for each of three shares.
    const ROWS: &str = "\
backend,puzzle,geometry,clues,status,verified,wall_ns,nodes,bets,limit_ms
candidates/mrv,a,latin4,4,solved,yes,2000,10,2,1000
candidates/mrv,b,latin4,4,solved,yes,2000,10,4,1000
candidates/mrv,c,latin4,8,solved,yes,2000,10,10,1000
candidates/mrv,d,latin4,8,impossible,yes,2000,10,12,1000
candidates/mrv,e,latin4,12,impossible,yes,2000,10,1,1000
candidates/mrv,f,latin4,12,impossible,yes,2000,10,1,1000
candidates/mrv,g,own,3,impossible,yes,2000,10,1,1000
";

    #[test]
    fn the_notes_state_the_maximum_and_where_half_have_a_solution() {
        let runs = runs(ROWS);
        let figure = Plot::of(PlotKind::Transition).draw(&data(&runs, Metric::Bets)).unwrap();
        let text = figure.svg.standalone("");
        for words in [
            "candidates/mrv at 50.0 %",
            "solvable at 50.0 %",
            "number of givens is unknown: 1 puzzle",
            "median of at least 2 puzzles",
        ] {
            assert!(text.contains(words), "{words}");
        }
        assert!(!text.contains("NaN") && !text.contains("inf"));
        assert!(!text.contains(", latin4"), "the only board is not repeated");
    }

    #[test]
    fn medians_of_unsolved_puzzles_lie_on_a_rail_that_says_so() {
        let unsolved: Vec<String> = ROWS
            .lines()
            .map(|row| match row.contains(",8,") || row.contains(",12,") {
                true => {
                    row.replace("solved,yes", "timeout,no").replace("impossible,yes", "timeout,no")
                }
                false => row.to_owned(),
            })
            .collect();
        let runs = runs(&unsolved.join("\n"));
        for (metric, name) in [
            (Metric::Time, "∞: half not solved within T = 1.00 s"),
            (Metric::Nodes, "∞: half not solved"),
        ] {
            let figure = Plot::of(PlotKind::Transition).draw(&data(&runs, metric)).unwrap();
            let text = figure.svg.standalone("");
            let places = "candidates/mrv at 50.0 % to 75.0 % (half of the puzzles unsolved)";
            assert!(text.contains(places) && text.contains(name), "{text}");
        }
    }

    #[test]
    fn two_shares_are_not_enough() {
        let runs = runs(&ROWS.lines().take(5).collect::<Vec<_>>().join("\n"));
        let refused = Plot::of(PlotKind::Transition).draw(&data(&runs, Metric::Bets));
        assert!(refused.is_err_and(|error| error.to_string().contains("3 different shares")));
    }

    #[test]
    fn a_flat_curve_has_no_highest_median() {
        let runs = runs(ROWS);
        let figure = Plot::of(PlotKind::Transition).draw(&data(&runs, Metric::Nodes)).unwrap();
        assert!(!figure.svg.standalone("").contains("Highest median"));
    }
}
