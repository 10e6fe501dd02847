//! Formatting of numbers: three significant digits and a unit, full precision.

/// Returns a time with three significant digits and a unit, which are those of the rounded time.
pub fn duration(ns: f64) -> String {
    let ns = if ns.abs() < 0.005 { 0.0 } else { ns };
    let rounded: f64 = format!("{ns:.2e}").parse().unwrap_or(ns);
    let (size, unit) = match rounded {
        _ if rounded < 1e3 => (1.0, "ns"),
        _ if rounded < 1e6 => (1e3, "µs"),
        _ if rounded < 1e9 => (1e6, "ms"),
        _ => (1e9, "s"),
    };
    let (value, rounded) = (ns / size, rounded / size);
    let decimals = if rounded < 10.0 {
        2
    } else if rounded < 100.0 {
        1
    } else {
        0
    };
    format!("{value:.decimals$} {unit}")
}

/// Returns a number for programs: the shortest representation at full precision.
pub fn in_full(value: f64) -> String {
    let size = value.abs();
    let is_plain = size == 0.0 || !value.is_finite() || (1e-5..1e17).contains(&size);
    if is_plain { value.to_string() } else { format!("{value:e}") }
}

/// Returns a p-value for programs, with six significant digits.
pub fn p_in_full(p: f64) -> String {
    in_full(format!("{p:.5e}").parse().unwrap_or(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_rounded_before_its_unit_is_chosen() {
        let times = [-0.0, -0.001, 9.996, 99.96, 999.6, 999.4, 999.6e3, 59.96e9, 1234.4e9];
        let texts = times.map(duration);
        let expected = [
            "0.00 ns", "0.00 ns", "10.0 ns", "100 ns", "1.00 µs", "999 ns", "1.00 ms", "60.0 s",
            "1234 s",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn numbers_in_full_are_short_and_exact() {
        assert_eq!(in_full(207e6), "207000000");
        assert_eq!(in_full(1.0 / 3.0), "0.3333333333333333");
        assert_eq!(in_full(f64::INFINITY), "inf");
        assert_eq!(in_full(0.0), "0");
        for value in [1e-130, 3.5e-7, 1.7e300, 1e-5, 12345.678] {
            let text = in_full(value);
            assert!(text.len() < 12 && text.parse() == Ok(value), "{text}");
        }
        assert_eq!(p_in_full(1.234_567_891_234e-120), "1.23457e-120");
        assert_eq!(p_in_full(0.012_345_678), "0.0123457");
        assert_eq!(p_in_full(1.0), "1");
    }
}
