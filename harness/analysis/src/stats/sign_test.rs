//! The sign test (Arbuthnot, 1710): among pairs that differ, does one side win more often than a fair
//! coin would?
//!
//! The probability of this number of wins, or of one further from one half, is exact, by the binomial
//! distribution, as in `scipy.stats.binomtest`. The test ignores the sizes of the differences: it is less
//! powerful than other tests, and more robust.

/// Returns the two-sided p-value of `wins` among `n` tosses of a fair coin; `None` without a toss.
pub fn sign_test(wins: u64, n: u64) -> Option<f64> {
    if n == 0 || wins > n {
        return None;
    }
    let fewer = wins.min(n - wins);
    if 2 * fewer == n {
        return Some(1.0);
    }
    // The largest term of the tail as a logarithm; the others as multiples of it.
    let ln_ways: f64 = (0..fewer).map(|i| ((n - i) as f64 / (i + 1) as f64).ln()).sum();
    let (mut share, mut tail) = (1.0, 1.0);
    for i in (1..=fewer).rev() {
        share *= i as f64 / (n - i + 1) as f64;
        tail += share;
    }
    let ln_p = ln_ways - n as f64 * std::f64::consts::LN_2 + f64::ln(tail);
    Some((2.0 * ln_p.exp()).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_table_by_hand() {
        // Of 16 outcomes of four tosses, 1 + 1 have four on one side, 4 + 4 more have three.
        assert_eq!(sign_test(4, 4), Some(2.0 / 16.0));
        assert!((sign_test(1, 4).unwrap() - 10.0 / 16.0).abs() < 1e-15);
        assert_eq!(sign_test(2, 4), Some(1.0));
        assert_eq!(sign_test(0, 0), None);
    }

    #[test]
    fn it_is_the_sum_of_the_binomial_terms() {
        let pascal = |n: u64| {
            (0..n).fold(vec![1.0_f64], |row, _| {
                let mut next = vec![1.0; row.len() + 1];
                (1..row.len()).for_each(|i| next[i] = row[i - 1] + row[i]);
                next
            })
        };
        for n in 1..=60_u64 {
            let ways = pascal(n);
            for wins in 0..=n {
                let as_rare = ways.iter().filter(|&&w| w <= ways[wins as usize]).sum::<f64>();
                let expected = (as_rare / 2_f64.powi(n as i32)).min(1.0);
                let found = sign_test(wins, n).unwrap();
                assert!((found - expected).abs() < 1e-12 * expected, "{wins} of {n}: {found}");
            }
        }
    }

    #[test]
    fn the_figures_of_scipy() {
        // scipy.stats.binomtest(wins, n).pvalue, scipy 1.17.1
        for (wins, n, expected) in
            [(24_700, 50_000, 0.0073878345180358905), (400, 1_000, 2.728464156065947e-10)]
        {
            let found = sign_test(wins, n).unwrap();
            assert!((found - expected).abs() <= 1e-8 * expected, "{found}");
        }
    }
}
