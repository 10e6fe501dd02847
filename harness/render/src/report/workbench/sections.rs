//! The sections of the table: which there are, what each is made of, and which fit.

use analysis::stats::scores::{Metric, Score, ScoreMatrix};
use serde_json::{Map, Value, json};

use super::predict;
use crate::plot::PlotData;
use crate::report::pack::{NONE, Rounding, packed, planes};

/// A packed part of the table that a page may lack.
#[derive(Clone)]
pub(super) struct Section {
    /// Its key in the data.
    pub name: &'static str,
    /// Its name in the sentence that it is left out.
    pub title: &'static str,
    /// All puzzles.
    pub full: String,
    /// The puzzles of the plots only; empty for numbers.
    pub sample: String,
    /// The earlier section of which it has the differences.
    pub from: Option<&'static str>,
}

/// Adds the sections that fit into this many bytes, and returns the titles of the others: none is kept after one
/// that does not fit, because it may be made of differences to that one. Of these the puzzles of the plots remain.
pub(super) fn keep(
    kept: &mut Map<String, Value>,
    optional: Vec<Section>,
    room: usize,
) -> Vec<&'static str> {
    let least: usize = optional.iter().map(|section| section.sample.len()).sum();
    let mut left = room.saturating_sub(least);
    let mut missing = Vec::new();
    for Section { name, title, full, sample, .. } in
        optional.into_iter().filter(|it| !it.full.is_empty())
    {
        let more = full.len().saturating_sub(sample.len());
        let fits = more <= left && missing.is_empty();
        if fits {
            left -= more;
        } else {
            missing.push(title);
        }
        let text = if fits { full } else { sample };
        if !text.is_empty() {
            kept.insert(name.into(), json!(text));
        }
    }
    missing
}

/// Returns the columns of numbers besides the times, the most important first: bets, nodes, and those of the further
/// matrices. A counter without a value has none.
pub(super) fn numbers(
    further: &[ScoreMatrix],
    all: &PlotData<'_>,
    rounding: Rounding,
) -> Vec<Section> {
    let mut columns = Columns { n_backends: all.entries.len(), known: Vec::new() };
    columns.known.push(("time", times(all)));
    let of = |matrix, value, rounding| codes(all, matrix, value, rounding);
    let mut sections = vec![
        columns.section("bets", "bets", of(&all.matrix, |cell| cell.bets, rounding)),
        columns.section("nodes", "nodes", of(&all.matrix, |cell| cell.nodes, rounding)),
    ];
    for matrix in further {
        let (name, title, rounding) = match matrix.metric() {
            Metric::Cpu => ("cpu", "CPU times", Rounding::LEAST),
            Metric::Conflicts => ("conflicts", "conflicts", rounding),
            Metric::Accesses => ("accesses", "memory accesses", rounding),
            Metric::Memory => ("memory", "memory", rounding),
            Metric::Time | Metric::Nodes | Metric::Bets | Metric::Fill | Metric::Elimination => {
                continue;
            }
        };
        sections.push(columns.section(name, title, of(matrix, |cell| cell.value, rounding)));
    }
    sections
}

/// The columns so far.
struct Columns {
    n_backends: usize,
    /// The codes of each column that has any, by its key.
    known: Vec<(&'static str, Vec<u16>)>,
}

impl Columns {
    /// Returns the shortest section of a column: of its codes, or of their differences to an earlier column.
    fn section(&mut self, name: &'static str, title: &'static str, codes: Vec<u16>) -> Section {
        let section = |full, from| Section { name, title, full, sample: String::new(), from };
        if codes.iter().all(|code| *code == NONE) {
            return section(String::new(), None);
        }
        let written = |numbers: Vec<u16>| packed(&planes(numbers.into_iter()));
        let differences = |(from, earlier): &(&'static str, Vec<u16>)| {
            let numbers = predict::differences(&codes, earlier, self.n_backends);
            section(written(numbers), Some(*from))
        };
        let whole = section(written(codes.clone()), None);
        let shortest = (self.known.iter().map(differences).chain([whole]))
            .min_by_key(|section| section.full.len());
        self.known.push((name, codes));
        shortest.unwrap_or_else(|| section(String::new(), None))
    }
}

/// Returns the codes of a value of each cell, backend by backend.
fn codes(
    all: &PlotData<'_>,
    matrix: &ScoreMatrix,
    value: fn(&Score) -> Option<f64>,
    rounding: Rounding,
) -> Vec<u16> {
    let cells = (0..all.entries.len()).flat_map(|one| matrix.row(one));
    cells.map(|cell| rounding.code(value(cell))).collect()
}

/// Returns the codes of the times.
pub(super) fn times(all: &PlotData<'_>) -> Vec<u16> {
    let cells = (0..all.entries.len()).flat_map(|one| all.matrix.row(one));
    cells.map(|cell| Rounding::LEAST.code(all.cost(cell))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(room: usize) -> (String, Vec<&'static str>) {
        let section = |name, full: &str, sample: &str| Section {
            name,
            title: name,
            full: full.into(),
            sample: sample.into(),
            from: None,
        };
        let optional =
            vec![section("a", "aaaa", "a"), section("b", "bbbb", ""), section("c", "cc", "c")];
        let mut kept = Map::new();
        let missing = keep(&mut kept, optional, room);
        (json!(kept).to_string(), missing)
    }

    #[test]
    fn what_does_not_fit_is_left_out_but_for_the_puzzles_of_the_plots_and_is_named() {
        assert_eq!(kept(10), (r#"{"a":"aaaa","b":"bbbb","c":"cc"}"#.into(), vec![]));
        assert_eq!(kept(9), (r#"{"a":"aaaa","b":"bbbb","c":"c"}"#.into(), vec!["c"]));
        assert_eq!(kept(6), (r#"{"a":"aaaa","c":"c"}"#.into(), vec!["b", "c"]));
        assert_eq!(kept(0), (r#"{"a":"a","c":"c"}"#.into(), vec!["a", "b", "c"]));
    }
}
