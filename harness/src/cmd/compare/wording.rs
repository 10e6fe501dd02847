//! Figures in sentences: ratios, shares, p-values and their intervals.

use analysis::stats::bootstrap::Interval;

/// Returns a difference of shares, in percentage points.
pub(crate) fn points(difference: f64) -> String {
    format!("{} points", hundredths(difference))
}

/// `95 % interval 0.52 to 1.44 points`.
pub(crate) fn range_of_points(interval: Interval) -> String {
    format!("95 % interval {} to {} points", hundredths(interval.low), hundredths(interval.high))
}

/// Returns a share in per cent with two decimals, and no sign at zero.
fn hundredths(share: f64) -> String {
    let text = format!("{:.2}", share * 100.0);
    if text == "-0.00" { "0.00".into() } else { text }
}

/// Returns a p-value; tiny ones are not printed exactly.
pub(crate) fn p_value(p: f64) -> String {
    match p {
        _ if p < 1e-10 => "< 1e-10".into(),
        _ if p < 1e-3 => format!("{p:.1e}"),
        _ => format!("{p:.3}"),
    }
}

/// `= 0.003`, `< 1e-10`.
pub(super) fn p_with_sign(p: f64) -> String {
    let text = p_value(p);
    if text.starts_with('<') { text } else { format!("= {text}") }
}

/// `95 % interval 1.02–1.05`.
pub(crate) fn range(interval: Interval) -> String {
    format!("95 % interval {}–{}", figure(interval.low), figure(interval.high))
}

/// Returns a ratio with three significant digits, and at least three decimals around 1.
pub(crate) fn figure(ratio: f64) -> String {
    match ratio {
        _ if ratio.is_infinite() => "∞".into(),
        0.0 => "0".into(),
        _ if (0.1..10.0).contains(&ratio) => format!("{ratio:.3}"),
        _ if (0.001..0.1).contains(&ratio) => {
            // Three significant digits: the exponent is −2 or −3.
            let decimals = if ratio < 0.009_995 { 5 } else { 4 };
            format!("{ratio:.decimals$}")
        }
        _ if ratio < 0.001 => format!("{ratio:.2e}"),
        _ => format!("{ratio:.1}"),
    }
}

/// Returns the relative difference of a logarithm of a ratio, in percent.
pub(crate) fn percent(logarithm: f64) -> String {
    format!("{:.1} %", (logarithm.exp() - 1.0) * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_has_three_digits_and_no_exponent_without_need() {
        let ratios = [f64::INFINITY, 23.44, 1.0, 0.2, 0.0195, 0.009_996, 0.00195, 0.000_195, 0.0];
        let texts = ["∞", "23.4", "1.000", "0.200", "0.0195", "0.0100", "0.00195", "1.95e-4", "0"];
        assert_eq!(ratios.map(figure), texts);
    }

    #[test]
    fn a_difference_of_zero_has_no_sign() {
        let texts = [-0.0, -0.000_01, -0.000_1, 0.012].map(points);
        assert_eq!(texts, ["0.00 points", "0.00 points", "-0.01 points", "1.20 points"]);
        let interval = Interval { low: -0.0, high: 0.001 };
        assert_eq!(range_of_points(interval), "95 % interval 0.00 to 0.10 points");
    }
}
