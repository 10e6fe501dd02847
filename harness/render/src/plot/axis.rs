//! Axes: the position of a value between the ends, and the ticks.

use crate::unit::Unit;

/// An axis of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Whether the scale is logarithmic.
    pub is_log: bool,
    /// The value at the left or the bottom.
    pub low: f64,
    /// The value at the right or the top.
    pub high: f64,
    /// The unit of the values.
    pub unit: Unit,
    /// Whether a logarithmic axis has a row for zero, below and apart from all other values.
    pub has_zero: bool,
}

/// The share of an axis below its smallest positive value, if it has a row for zero.
pub const ZERO_ROW: f64 = 0.08;

/// A tick of an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value.
    pub value: f64,
    /// The label; `None` for a minor tick.
    pub name: Option<String>,
}

impl Axis {
    /// Returns a linear axis from 0 to `high`.
    pub fn linear(high: f64, unit: Unit) -> Self {
        Self {
            is_log: false,
            low: 0.0,
            high: if high > 0.0 { high } else { 1.0 },
            unit,
            has_zero: false,
        }
    }

    /// Returns a logarithmic axis that contains all positive values; the ends are 1, 2 or 5 times a power of ten.
    pub fn log(values: impl IntoIterator<Item = f64>, unit: Unit) -> Self {
        let positive = values.into_iter().filter(|value| value.is_finite() && *value > 0.0);
        let (low, high) = positive
            .fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return Self { is_log: true, low: 1.0, high: 10.0, unit, has_zero: false };
        }
        let (mut low, mut high) = (round_down(low), round_up(high));
        // At least half a decade, to be readable.
        while high / low < 5.0 {
            (low, high) = (round_down(low * 0.99), round_up(high * 1.01));
        }
        Self { is_log: true, low, high, unit, has_zero: false }
    }

    /// Returns an axis of ratios that contains 1: linear and no narrower than 5 %, or logarithmic if the largest ratio
    /// is at least three times the smallest.
    pub fn ratios(values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = values
            .into_iter()
            .fold((1.0_f64, 1.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        if high / low >= 3.0 {
            return Self::log([low, high], Unit::Ratio);
        }
        let missing = (0.05 - (high - low)).max(0.0) / 2.0;
        let (mut low, mut high) = (low - missing, high + missing);
        // The ends are multiples of the distance of two ticks, which follows from the ends.
        loop {
            let step = round_up((high - low) / 8.0);
            low = (low / step + 1e-9).floor() * step;
            high = (high / step - 1e-9).ceil() * step;
            if round_up((high - low) / 8.0) <= step * (1.0 + 1e-9) {
                return Self { is_log: false, low, high, unit: Unit::Ratio, has_zero: false };
            }
        }
    }

    /// Returns a logarithmic axis that contains all values, with a row for zero if one of them is
    /// zero.
    pub fn log_or_zero(values: impl Iterator<Item = f64> + Clone, unit: Unit) -> Self {
        let has_zero = values.clone().any(|value| value == 0.0);
        Self { has_zero, ..Self::log(values, unit) }
    }

    /// Returns the axis that contains both, which are of one kind.
    pub fn union(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            has_zero: self.has_zero || other.has_zero,
            ..self
        }
    }

    /// Returns the position of a value, clamped to the axis: 0 is the lower end, 1 the upper.
    pub fn place(&self, value: f64) -> f64 {
        let start = if self.has_zero { ZERO_ROW } else { 0.0 };
        match self.is_log {
            true if value <= 0.0 => 0.0,
            true => {
                let place = (value / self.low).ln() / (self.high / self.low).ln();
                start + (1.0 - start) * place.clamp(0.0, 1.0)
            }
            false => ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0),
        }
    }

    /// Returns the ticks, in ascending order.
    pub fn ticks(&self) -> Vec<Tick> {
        if self.is_log { self.log_ticks() } else { self.linear_ticks() }
    }

    fn linear_ticks(&self) -> Vec<Tick> {
        if self.unit == Unit::Order {
            let squares = (1..).map(|root| f64::from(root * root));
            let on_axis = squares.take_while(|square| *square <= self.high);
            return on_axis
                .skip(1)
                .map(|value| Tick { value, name: Some(self.unit.tick(value)) })
                .collect();
        }
        let mut step = round_up((self.high - self.low) / 8.0);
        if self.unit == Unit::Count {
            step = step.max(1.0);
        }
        let values = (0..).map(|index| self.low + f64::from(index) * step);
        let on_axis = values.take_while(|value| *value <= self.high * (1.0 + 1e-9));
        on_axis.map(|value| Tick { value, name: Some(self.unit.tick(value)) }).collect()
    }

    fn log_ticks(&self) -> Vec<Tick> {
        let decades = (self.high / self.low).log10();
        let every = if decades > 9.0 { 2 } else { 1 };
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let zero = Tick { value: 0.0, name: Some("0".into()) };
        let mut ticks: Vec<Tick> = self.has_zero.then_some(zero).into_iter().collect();
        for power in first..=last {
            for digit in 1..=9 {
                let value = f64::from(digit) * 10_f64.powi(power);
                let is_named = match digit {
                    1 => power.rem_euclid(every) == 0,
                    2 | 5 => decades < 2.8,
                    _ => false,
                };
                let is_inside =
                    value >= self.low * (1.0 - 1e-9) && value <= self.high * (1.0 + 1e-9);
                if is_inside && (is_named || decades < 7.0) {
                    let name = is_named.then(|| self.unit.tick(value));
                    ticks.push(Tick { value, name });
                }
            }
        }
        ticks
    }
}

/// Returns the largest of 1, 2 and 5 times a power of ten that does not exceed a value.
fn round_down(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let factors = [5.0, 2.0, 1.0, 0.5];
    let fits = factors.into_iter().find(|factor| factor * power <= value * (1.0 + 1e-9));
    fits.unwrap_or(1.0) * power
}

/// Returns the smallest of 1, 2 and 5 times a power of ten that is not less than a value.
fn round_up(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let fits = factors.into_iter().find(|factor| factor * power >= value * (1.0 - 1e-9));
    fits.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(axis: Axis) -> Vec<String> {
        axis.ticks().into_iter().filter_map(|tick| tick.name).collect()
    }

    #[test]
    fn ticks_have_customary_labels() {
        let time = Axis::log([205e3, 2e9], Unit::Time);
        assert_eq!((time.low, time.high), (200e3, 2e9));
        assert_eq!(names(time), ["1 ms", "10 ms", "100 ms", "1 s"]);
        let short = Axis::log([3e6, 40e6], Unit::Time);
        assert_eq!(names(short), ["2 ms", "5 ms", "10 ms", "20 ms", "50 ms"]);
        assert_eq!(names(Axis::linear(52.0, Unit::Count))[..3], ["0", "10", "20"]);
        assert_eq!(names(Axis::linear(2.0, Unit::Count)), ["0", "1", "2"]);
        assert_eq!(names(Axis::linear(1.0, Unit::Share))[1], "20 %");
    }

    #[test]
    fn ratios_near_1_have_decimal_ticks() {
        let axis = Axis::ratios([1.0, 1.01]);
        assert_eq!(names(axis), ["0.98", "0.99", "1", "1.01", "1.02", "1.03"]);
        let axis = Axis::ratios([1.0, 1.31, 0.94]);
        assert!(!axis.is_log && axis.place(0.94) >= 0.0 && axis.place(1.31) <= 1.0);
        assert_eq!(names(axis)[..3], ["0.9", "1", "1.1"]);
        assert!(Axis::ratios([3.5]).is_log);
    }

    #[test]
    fn zero_has_a_row_of_its_own() {
        let axis = Axis::log_or_zero([0.0, 1.0, 100.0].into_iter(), Unit::Count);
        assert_eq!((axis.place(0.0), axis.place(1.0), axis.place(100.0)), (0.0, ZERO_ROW, 1.0));
        assert_eq!(names(axis)[..2], ["0", "1"]);
        assert!(!Axis::log_or_zero([1.0, 100.0].into_iter(), Unit::Count).has_zero);
    }

    proptest! {
        #[test]
        fn a_log_axis_contains_its_values_with_ascending_ticks(values in prop::collection::vec(1e-3_f64..1e15, 1..20)) {
            let axis = Axis::log(values.iter().copied(), Unit::Time);
            for &value in &values {
                prop_assert!(axis.low <= value * (1.0 + 1e-6) && value <= axis.high * (1.0 + 1e-6));
            }
            let ticks = axis.ticks();
            prop_assert!(ticks.windows(2).all(|pair| pair[0].value < pair[1].value));
            let named = ticks.iter().filter(|tick| tick.name.is_some()).count();
            prop_assert!((2..=12).contains(&named), "{} {named}", axis.high / axis.low);
        }
    }
}
