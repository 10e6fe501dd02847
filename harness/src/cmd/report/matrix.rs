//! The matrix of the ratios of all pairs of backends.

use analysis::stats::pair::{Comparison, PairVerdict};
use render::table::Table;

use crate::cmd::compare::Pairs;
use crate::cmd::compare::wording::figure;

/// The maximum number of backends in the matrix, for readability.
const LARGEST: usize = 24;

/// Returns the legend of the matrix.
pub(super) fn legend(n_backends: usize) -> String {
    match n_backends {
        0..=LARGEST => LEGEND.into(),
        more => format!("{LEGEND} The first {LARGEST} of {more} backends, in the order of rank."),
    }
}

const LEGEND: &str = "A cell is the geometric mean of the time of its row over that of its \
column, on the puzzles that both solved: below 1, the row is faster. In brackets: no difference beyond \
the noise, or too few observations. Failures are excluded here; the ranking penalises them.";

/// Returns the ratios of the backends with these labels, in their order, each over each.
pub(super) fn matrix(pairs: &Pairs<'_>, labels: &[String]) -> Table {
    let labels = &labels[..labels.len().min(LARGEST)];
    let numbered = |(index, label): (usize, &String)| format!("{}. {label}", index + 1);
    let mut table = Table::default().words("");
    for number in 1..=labels.len() {
        table = table.numbers(&format!("{number}."));
    }
    let mut cells = vec![vec![String::new(); labels.len()]; labels.len()];
    for (b, line) in labels.iter().enumerate() {
        for (a, column) in labels[..b].iter().enumerate() {
            // Two backends without a common puzzle have no ratio.
            if let Some(found) = pairs.comparison(column, line) {
                cells[b][a] = cell(found, |ratio| ratio);
                cells[a][b] = cell(found, |ratio| 1.0 / ratio);
            }
        }
        cells[b][b] = "–".into();
    }
    for (label, line) in labels.iter().enumerate().map(numbered).zip(cells) {
        table.row(std::iter::once(label).chain(line));
    }
    table
}

fn cell(found: &Comparison, turned: impl Fn(f64) -> f64) -> String {
    let Some(ratio) = found.ratio.map(|ratio| figure(turned(ratio))) else { return String::new() };
    match found.verdict {
        PairVerdict::Less | PairVerdict::More => ratio,
        PairVerdict::NoDifference | PairVerdict::WithinNoise | PairVerdict::TooFew => {
            format!("({ratio})")
        }
    }
}
