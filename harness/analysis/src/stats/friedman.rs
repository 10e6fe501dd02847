//! Friedman's test: do several contestants differ at all?
//!
//! Each block (a puzzle, or a cluster of them) ranks the contestants. If they were all alike, every order
//! would be equally likely, and the mean ranks would differ by chance only. The statistic is corrected for
//! ties, and has approximately the chi-squared distribution with one degree of freedom less than there are
//! contestants (Friedman, *The use of ranks to avoid the assumption of normality implicit in the analysis
//! of variance*, 1937; Conover, *Practical nonparametric statistics*, 3rd edition, 1999, section 5.8).

use serde::Serialize;
use statrs::function::gamma::checked_gamma_ur;

/// The result of the test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Friedman {
    /// The statistic.
    pub chi_squared: f64,
    /// The probability of a statistic that is at least as large if all are alike.
    pub p: f64,
}

/// Tests blocks of ranks. `None` with fewer than three contestants or two blocks, or if every block ranks
/// all contestants equal.
pub fn friedman(blocks: &[Vec<f64>]) -> Option<Friedman> {
    let n_contestants = blocks.first()?.len();
    if n_contestants < 3 || blocks.len() < 2 {
        return None;
    }
    let k = n_contestants as f64;
    let middle = (k + 1.0) / 2.0;
    let between: f64 = (0..n_contestants)
        .map(|one| blocks.iter().map(|block| block[one] - middle).sum::<f64>().powi(2))
        .sum();
    let within: f64 = blocks.iter().flatten().map(|rank| (rank - middle).powi(2)).sum();
    if within == 0.0 {
        return None;
    }
    let chi_squared = (k - 1.0) * between / within;
    let p = checked_gamma_ur((k - 1.0) / 2.0, chi_squared / 2.0).ok()?;
    Some(Friedman { chi_squared, p })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::rank_correlation::ranks;

    #[test]
    fn the_figures_of_scipy() {
        let rows = [
            [1.0, 2.0, 3.0, 4.0],
            [2.0, 1.0, 4.0, 3.0],
            [1.0, 3.0, 2.0, 4.0],
            [1.0, 2.0, 4.0, 3.0],
            [2.0, 1.0, 3.0, 4.0],
            [1.0, 1.0, 3.0, 4.0],
            [1.0, 2.0, 3.0, 3.0],
        ];
        let blocks: Vec<Vec<f64>> = rows.iter().map(|row| ranks(row)).collect();
        let found = friedman(&blocks).expect("four contestants");
        // scipy.stats.friedmanchisquare of the rows
        let (chi_squared, p) = (15.705882352941172, 0.0013027965523081369);
        assert!((found.chi_squared - chi_squared).abs() < 1e-9, "{found:?}");
        assert!((found.p - p).abs() < 1e-12, "{found:?}");
        assert_eq!(friedman(&[vec![2.0; 3], vec![2.0; 3]]), None);
        assert_eq!(friedman(&[vec![1.0, 2.0], vec![1.0, 2.0]]), None);
    }
}
