//! Units of values, as tables and axes write them.

use analysis::stats::scores::Metric;

use crate::table::{duration, grouped};

/// The unit of values, which determines their format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// A count.
    Count,
    /// A ratio.
    Factor,
    /// The order of a puzzle.
    Order,
    /// A ratio near 1, as a decimal number.
    Ratio,
    /// A share, from 0 to 1.
    Share,
    /// Nanoseconds.
    Time,
}

impl Unit {
    /// Returns the unit of a metric.
    pub fn of(metric: Metric) -> Self {
        match metric {
            Metric::Time | Metric::Cpu => Self::Time,
            Metric::Memory => Self::Bytes,
            Metric::Fill | Metric::Elimination => Self::Share,
            Metric::Nodes | Metric::Bets | Metric::Conflicts | Metric::Accesses => Self::Count,
        }
    }

    /// Returns the suffix of the names of such values in CSV and JSON.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Time => "_ns",
            Self::Bytes => "_bytes",
            Self::Count | Self::Factor | Self::Order | Self::Ratio | Self::Share => "",
        }
    }

    /// Returns a measured value, for a table or a sentence.
    pub fn figure(self, value: f64) -> String {
        match self {
            _ if value.is_infinite() => "∞".into(),
            Self::Time => duration(value),
            Self::Bytes => bytesize::ByteSize(value.round() as u64).to_string(),
            Self::Count if value < 1e4 => format!("{value:.1}"),
            Self::Count => grouped(value.round() as u64),
            Self::Share => format!("{:.2} %", value * 100.0),
            Self::Factor | Self::Order | Self::Ratio => self.tick(value),
        }
    }

    /// Returns a round value, for the tick of an axis.
    pub fn tick(self, value: f64) -> String {
        match self {
            Self::Bytes => scaled(value, &[(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")]),
            Self::Count if value >= 1e6 => power_of_ten(value),
            Self::Count => grouped(value.round() as u64),
            Self::Factor if value < 1.0 => format!("1/{}", plain(1.0 / value)),
            Self::Factor => format!("{}×", plain(value)),
            Self::Order => format!("{value}×{value}"),
            Self::Ratio => plain(value),
            Self::Share => format!("{} %", plain(value * 100.0)),
            Self::Time => scaled(value, &[(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")]),
        }
    }
}

fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    let last = units.last().copied().unwrap_or((1.0, ""));
    let fits = units.iter().copied().find(|(size, _)| value >= size * (1.0 - 1e-9));
    let (size, name) = fits.unwrap_or(last);
    format!("{} {name}", plain(value / size))
}

/// Returns a number with two decimals at most, or none from 100 on.
fn plain(value: f64) -> String {
    let decimals = if value >= 100.0 { 0 } else { 2 };
    let text = format!("{value:.decimals$}");
    match text.parse::<f64>() {
        Ok(value) if value.fract() == 0.0 && value >= 1e3 => grouped(value as u64),
        Ok(value) => value.to_string(),
        Err(_) => text,
    }
}

/// `2·10⁶`.
fn power_of_ten(value: f64) -> String {
    let power = (value * (1.0 + 1e-9)).log10().floor();
    let factor = plain(value / 10_f64.powf(power));
    let raised: String = power.to_string().chars().map(superscript).collect();
    if factor == "1" { format!("10{raised}") } else { format!("{factor}·10{raised}") }
}

fn superscript(digit: char) -> char {
    match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => {
            digit.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(digit)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_of_large_counts_are_powers_and_factors_below_one_are_fractions() {
        assert_eq!(Unit::Count.tick(2e6), "2·10⁶");
        assert_eq!(Unit::Count.tick(1e12), "10¹²");
        assert_eq!(
            (Unit::Factor.tick(0.5), Unit::Factor.tick(100.0)),
            ("1/2".into(), "100×".into())
        );
    }

    #[test]
    fn figures_keep_their_digits() {
        assert_eq!(Unit::Count.figure(2e6), "2,000,000");
        assert_eq!(Unit::Count.figure(2.25), "2.2");
        assert_eq!(Unit::Time.figure(f64::INFINITY), "∞");
        assert_eq!(
            (Unit::Share.figure(0.44), Unit::Share.tick(0.44)),
            ("44.00 %".into(), "44 %".into())
        );
    }
}
