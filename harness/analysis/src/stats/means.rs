//! The arithmetic and the shifted geometric mean.

/// Returns the arithmetic mean; `None` without values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the shifted geometric mean, exp(mean(ln(x + shift))) − shift, as comparisons of integer programming solvers
/// report it (Achterberg, *Constraint integer programming*, 2007). Equal factors have equal weight, but times far below
/// the shift count as equal. `None` without values, or if a value and the shift are both zero.
pub fn shifted_geometric_mean(values: &[f64], shift: f64) -> Option<f64> {
    let logarithms: Vec<f64> = values.iter().map(|value| (value + shift).ln()).collect();
    mean(&logarithms).filter(|mean| mean.is_finite()).map(|mean| mean.exp() - shift)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn small_tables_by_hand() {
        assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
        assert_eq!(mean(&[]), None);
        // (1 + 1)(3 + 1)(7 + 1) = 64 = 4^3, and 4 - 1 = 3.
        let found = shifted_geometric_mean(&[1.0, 3.0, 7.0], 1.0).unwrap();
        assert!((found - 3.0).abs() < 1e-12);
        assert_eq!(shifted_geometric_mean(&[0.0, 3.0], 0.0), None);
        assert_eq!(shifted_geometric_mean(&[], 1.0), None);
    }

    proptest! {
        #[test]
        fn it_lies_between_geometric_and_arithmetic_mean_and_scales(
            values in prop::collection::vec(0.1_f64..1e6, 1..50),
            shift in 0.0_f64..1e4,
            factor in 0.01_f64..100.0,
        ) {
            let found = shifted_geometric_mean(&values, shift).unwrap();
            let geometric = shifted_geometric_mean(&values, 0.0).unwrap();
            let arithmetic = mean(&values).unwrap();
            prop_assert!(geometric * (1.0 - 1e-9) <= found && found <= arithmetic * (1.0 + 1e-9));
            let scaled: Vec<f64> = values.iter().map(|value| value * factor).collect();
            let again = shifted_geometric_mean(&scaled, shift * factor).unwrap();
            prop_assert!((again / factor - found).abs() <= 1e-6 * found);
        }
    }
}
