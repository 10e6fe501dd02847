//! Does the arrangement of the clues matter? Puzzles are built on the same cells with different symbols.
//!
//! If the arrangement decided how hard a puzzle is, all puzzles on one arrangement would have the same score; if it
//! did not matter, they would vary as much as puzzles on different arrangements do. The share of the variance that
//! lies between the arrangements says which: the intraclass correlation of a one-way analysis of variance (R. A.
//! Fisher, *Statistical Methods for Research Workers*, 1925). It is 1 in the first case, and about 0 in the second.
//!
//! How far it depends on the arrangements at hand is the jackknife's answer (Tukey, *Bias and confidence in not quite
//! large samples*, 1958): it is computed without each of them in turn, and how these values vary is its standard error.

use std::sync::Arc;

use analysis::stats::bootstrap::Interval;
use board::{Cell, Geometry};
use generate::{Generator, Pattern, Spec, Strategy};

use super::Measured;
use super::sample_store::{Sample, SampleMethod, SampleStore, classic, rated, wanted};

/// Returns the share of the variance of the score between arrangements, in percent.
///
/// # Errors
/// When the generator does not find enough puzzles.
pub(super) fn explained(
    arrangements: u64,
    puzzles: u64,
    clues: usize,
    seed: u64,
) -> anyhow::Result<Measured> {
    let sample =
        Sample { puzzles: arrangements, seed, clues: Some(clues), method: SampleMethod::Remove };
    let firsts = SampleStore::default().puzzles(&sample)?;
    let geometry = classic()?;
    let mut groups = Vec::new();
    for first in firsts.iter() {
        let given = (0..geometry.cells()).filter(|&cell| first.given(cell).is_some());
        groups.push(scores(&geometry, given.collect(), puzzles, seed)?);
    }
    let share = 100.0 * intraclass_correlation(&groups);
    let half = 2.0 * 100.0 * standard_error(&groups);
    Ok(Measured {
        interval: Some(Interval { low: share - half, high: share + half }),
        ..share.into()
    })
}

/// Returns the standard error of the correlation, by the jackknife over the groups.
fn standard_error(groups: &[Vec<f64>]) -> f64 {
    let without = |left_out: usize| {
        let rest = groups.iter().enumerate().filter(|(number, _)| *number != left_out);
        intraclass_correlation(&rest.map(|(_, group)| group.clone()).collect::<Vec<_>>())
    };
    let (n, values) = (groups.len() as f64, (0..groups.len()).map(without).collect::<Vec<_>>());
    let mean = values.iter().sum::<f64>() / n;
    ((n - 1.0) / n * values.iter().map(|it| (it - mean).powi(2)).sum::<f64>()).sqrt()
}

/// Returns the scores of puzzles on these cells.
fn scores(
    geometry: &Arc<Geometry>,
    cells: Vec<Cell>,
    puzzles: u64,
    seed: u64,
) -> anyhow::Result<Vec<f64>> {
    let pattern = Pattern::Cells(cells);
    let new = || Generator::new(geometry.clone()).with_pattern(pattern.clone());
    let spec = Spec { strategy: Strategy::Build, ..Spec::default() };
    let built = wanted(puzzles, new, |generator, number| generator.puzzle(seed, number, spec))?;
    Ok(rated(&built)?.iter().map(|rating| rating.score().into()).collect())
}

/// Returns the intraclass correlation of groups of the same size: the share of the variance that lies between them. It
/// is slightly negative if they differ less than chance would have it, and 0 without any variance.
fn intraclass_correlation(groups: &[Vec<f64>]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (n_groups, size) = (groups.len() as f64, groups[0].len() as f64);
    let means: Vec<f64> = groups.iter().map(|group| mean(group)).collect();
    let overall = mean(&means);
    let between = size * means.iter().map(|it| (it - overall).powi(2)).sum::<f64>();
    let within = groups.iter().zip(&means);
    let within: f64 =
        within.map(|(group, mean)| group.iter().map(|it| (it - mean).powi(2)).sum::<f64>()).sum();
    let (between, within) = (between / (n_groups - 1.0), within / (n_groups * (size - 1.0)));
    let total = between + (size - 1.0) * within;
    if total > 0.0 { (between - within) / total } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correlation_is_one_if_groups_decide_and_near_zero_if_they_do_not() {
        let near = |groups: &[Vec<f64>], expected: f64| {
            let found = intraclass_correlation(groups);
            assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
        };
        near(&[vec![1.0, 1.0], vec![2.0, 2.0]], 1.0);
        // Between: 2 × (0.5² + 0.5²) / 1 = 1; within: (0.5 + 0.5) / 2 = 0.5; (1 − 0.5) / (1 + 0.5).
        near(&[vec![1.0, 2.0], vec![2.0, 3.0]], 1.0 / 3.0);
        near(&[vec![1.0, 2.0], vec![1.0, 2.0]], -1.0);
        near(&[vec![1.0, 1.0], vec![1.0, 1.0]], 0.0);
    }

    #[test]
    fn its_error_is_that_of_the_groups() {
        let groups = [vec![1.0, 1.0], vec![2.0, 2.0], vec![4.0, 4.0]];
        assert_eq!(standard_error(&groups), 0.0, "any two of them have the correlation 1");
        let groups = [vec![1.0, 2.0], vec![2.0, 3.0], vec![1.0, 2.0]];
        // Without each: 1/3, -1, 1/3; their mean is -1/9, and the squares add up to 32/27.
        let found = standard_error(&groups);
        assert!((found - (2.0 / 3.0 * 32.0 / 27.0_f64).sqrt()).abs() < 1e-9, "{found}");
    }
}
