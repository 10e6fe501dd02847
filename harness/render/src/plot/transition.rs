//! Phase transition: cost against the share of cells that are given, for each board.
//!
//! A point is the median over the puzzles of a board with the same share; what is not solved counts as
//! lasting for ever, so that a median may lie on the upper edge. A contestant has a colour, a board dashes
//! and a marker. Grey dashes are the share of puzzles
//! that have a solution, for boards of which some have none (completion); nobody's failure to answer
//! counts as one. The notes say where each curve is highest, where one half have a solution, and so how
//! both shift with the board.

use std::collections::BTreeMap;

use analysis::stats::quantile::{quantile, sorted};
use analysis::stats::transition;
use anyhow::bail;
use board::catalog;
use record::Status;

use super::Shown;
use super::axis::{Axis, Unit};
use super::frame::{Frame, Named, Words};
use super::style::Style;
use crate::svg::Svg;
use crate::table::counted;

/// The fewest shares that make a curve.
const SHARES: usize = 3;

/// Places of the sheet, by the number of given cells.
type ByGiven = BTreeMap<u64, Vec<usize>>;

/// The puzzles of a geometry.
struct Board {
    name: String,
    cells: f64,
    by_given: ByGiven,
}

/// A curve, and what it shows.
struct Curve {
    named: Named,
    points: Vec<(f64, f64)>,
}

pub(super) fn draw(shown: &Shown<'_>) -> anyhow::Result<Svg> {
    let (boards, mut notes) = boards(shown);
    if boards.iter().all(|board| board.by_given.len() < SHARES) {
        bail!(
            "a transition needs puzzles with {SHARES} different shares of given cells or more, as \
             `harness generate --family completion --share 0.3,0.4,0.5` makes them"
        );
    }
    let (contestants, values) = shown.with_values();
    let costs = costs(shown, &boards, &contestants);
    let solvable = solvable(shown, &boards, costs.len());
    notes.extend(in_words(&boards, &costs, &solvable));
    notes.extend(values);
    notes.extend(shown.notes.iter().cloned());
    let metric = shown.metric.name();
    let words = Words {
        kind: "transition",
        title: &format!("Phase transition: median {metric} against the share of given cells"),
        caption: &shown.caption,
        notes: &notes,
    };
    let all = costs.iter().flat_map(|curve| curve.points.iter().map(|&(_, cost)| cost));
    let y = Axis::log(all, shown.unit());
    let legend: Vec<Named> =
        costs.iter().chain(&solvable).map(|curve| curve.named.clone()).collect();
    let x = Axis::linear(1.0, Unit::Share);
    let titles = ("given cells", format!("median {metric} (log scale)"));
    let mut frame = Frame::new(&words, (x, titles.0), (y, &titles.1), &legend);
    for (number, Curve { named, points }) in costs.iter().enumerate() {
        let on_paper: Vec<(f64, f64)> =
            points.iter().map(|&(share, cost)| (share, cost.min(y.high))).collect();
        frame.curve(named, number, &on_paper);
    }
    for (number, Curve { named, points }) in solvable.iter().enumerate() {
        let height = |part: f64| y.low * (y.high / y.low).powf(part);
        let on_paper: Vec<(f64, f64)> =
            points.iter().map(|&(share, part)| (share, height(part))).collect();
        frame.curve(named, number, &on_paper);
    }
    Ok(frame.svg)
}

/// The boards, smallest first, and what was left out.
fn boards(shown: &Shown<'_>) -> (Vec<Board>, Vec<String>) {
    let mut boards: BTreeMap<(usize, &str), ByGiven> = BTreeMap::new();
    let mut left_out = 0;
    for place in 0..shown.puzzles() {
        let puzzle = shown.puzzle(place);
        match (catalog::named(&puzzle.geometry), puzzle.clues) {
            (Ok(known), Some(given)) => {
                let board = boards.entry((known.cells(), &puzzle.geometry)).or_default();
                board.entry(given).or_default().push(place);
            }
            _ => left_out += 1,
        }
    }
    let note = (left_out > 0).then(|| {
        let left_out = counted(left_out, "puzzle");
        format!("Left out, because their board or their number of givens is not known: {left_out}.")
    });
    let board = |((cells, name), by_given): ((usize, &str), ByGiven)| Board {
        name: name.into(),
        cells: cells as f64,
        by_given,
    };
    (boards.into_iter().map(board).collect(), note.into_iter().collect())
}

/// The median of each contestant on each board.
fn costs(shown: &Shown<'_>, boards: &[Board], contestants: &[usize]) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    let pairs = (boards.iter().enumerate())
        .flat_map(|board| contestants.iter().map(move |&one| (board, one)));
    for ((number, board), one) in pairs {
        let row = shown.sheet.row(one);
        let median = |(&given, places): (&u64, &Vec<usize>)| {
            let taken = places.iter().map(|&place| &row[place]).filter(|cell| cell.is_taken());
            let costs = taken.map(|cell| shown.cost(cell).unwrap_or(f64::INFINITY));
            Some((given as f64 / board.cells, quantile(&sorted(costs), 0.5)?))
        };
        let points: Vec<(f64, f64)> = board.by_given.iter().filter_map(median).collect();
        if points.len() >= SHARES {
            let name = format!("{}, {}", shown.entries[one].label, board.name);
            let style = Style { colour: shown.entries[one].style.colour, ..Style::of(number) };
            curves.push(curve(curves.len(), name, style, points));
        }
    }
    curves
}

/// The share of puzzles of each board that have a solution, where some have none.
fn solvable(shown: &Shown<'_>, boards: &[Board], n_before: usize) -> Vec<Curve> {
    let has_solution = |&place: &usize| {
        let answers: Vec<Status> =
            shown.sheet.column(place).filter(|it| it.is_solved()).map(|it| it.status).collect();
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
            let style = Style { marker: Style::of(number).marker, ..Style::of_all() };
            let name = format!("solvable, {}", board.name);
            curves.push(curve(n_before + curves.len(), name, style, points));
        }
    }
    curves
}

fn curve(number: usize, name: String, style: Style, points: Vec<(f64, f64)>) -> Curve {
    Curve { named: Named { of: number.to_string(), name, style, has_line: true }, points }
}

/// Where the curves are highest, and where one half has a solution.
fn in_words(boards: &[Board], costs: &[Curve], solvable: &[Curve]) -> Vec<String> {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let peaks: Vec<String> = (costs.iter())
        .filter_map(|curve| {
            let (share, cost) = transition::peak(&curve.points)?;
            let unsolved = if cost.is_finite() { "" } else { " (half were not solved)" };
            Some(format!("{} at {}{unsolved}", curve.named.name, percent(share)))
        })
        .collect();
    let halves: Vec<String> = (solvable.iter())
        .filter_map(|curve| {
            let share = transition::half(&curve.points)?;
            Some(format!("{} at {}", curve.named.name, percent(share)))
        })
        .collect();
    let per_point = boards.iter().flat_map(|board| board.by_given.values().map(Vec::len)).min();
    let mut notes = vec![format!("The highest median: {}.", peaks.join("; "))];
    if !solvable.is_empty() {
        notes.push(
            "Dashed: the share with a solution, none at the lower edge, all at the upper.".into(),
        );
    }
    if !halves.is_empty() {
        notes.push(format!("One half: {}.", halves.join("; ")));
    }
    notes.push(format!(
        "A point is of {} or more.",
        counted(per_point.unwrap_or(0) as u64, "puzzle")
    ));
    notes
}

#[cfg(test)]
mod tests {
    use analysis::stats::scores::Metric;

    use super::super::{Kind, Picture};
    use crate::golden::runs;
    use crate::plot::tests::shown;

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
    fn the_notes_say_where_the_peak_is_and_where_half_have_a_solution() {
        let runs = runs(ROWS);
        let svg = Picture::of(Kind::Transition).draw(&shown(&runs, Metric::Bets)).unwrap();
        let text = svg.standalone("");
        for words in [
            "candidates/mrv, latin4 at 50.0 %",
            "solvable, latin4 at 50.0 %",
            "their number of givens is not known: 1 puzzle",
            "A point is of 2 puzzles or more",
        ] {
            assert!(text.contains(words), "{words}");
        }
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }

    #[test]
    fn two_shares_are_no_transition() {
        let runs = runs(&ROWS.lines().take(5).collect::<Vec<_>>().join("\n"));
        let refused = Picture::of(Kind::Transition).draw(&shown(&runs, Metric::Bets));
        assert!(refused.is_err_and(|error| error.to_string().contains("3 different shares")));
    }
}
