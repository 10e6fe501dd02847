//! Columns of numbers and texts as a few characters each: every value has two bytes, all columns are
//! compressed (deflate) and written in base 91.
//!
//! A measured value becomes a *code* of 16 bits. Values below 1,000 are their own codes. A larger one is
//! rounded to three significant digits, *m* × 10^*e* with *m* from 100 to 999, and has the code
//! 1000 + 900 (*e* − 1) + *m* − 100. So codes are in the order of the values, and what the page shows,
//! three digits, is what it holds. To round further there are other numbers in place of the 1,000: with 100, values
//! have two digits, with 200, *m* is from 20 to 199. The low bytes of a column stand before its high bytes, which
//! hardly differ and compress well.
//!
//! Base 91 (after Joachim Henke's basE91, 2006, without its variable groups): 13 bits are two of the 91 printable
//! ASCII characters that neither JSON nor HTML has to escape, since 91² ≥ 2¹³. That is 8 % less than base 64.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The code of a missing value.
pub(super) const NONE: u16 = u16::MAX;

/// How far values are rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rounding {
    /// Values below it are their own codes.
    codes: u16,
}

impl Rounding {
    /// Three digits.
    pub(super) const LEAST: Self = Self { codes: 1000 };

    /// To what else counters may be rounded, the least first; last to two digits.
    pub(super) const FURTHER: [Self; 3] =
        [Self { codes: 500 }, Self { codes: 200 }, Self { codes: 100 }];

    /// Returns the number below which values are their own codes.
    pub(super) fn codes(self) -> u16 {
        self.codes
    }

    /// Returns what a reader has to know of the numbers in the table.
    pub(super) fn sentence(self) -> String {
        match self {
            Self::LEAST => "Times and counters have three digits; rows.csv is exact.".into(),
            Self { codes } => format!(
                "Times have three digits. To keep the page below 5 MB, counters above {codes} are rounded, by at \
                 most {} %; rows.csv is exact.",
                500.0 / f64::from(codes)
            ),
        }
    }

    /// Returns the code of a measured value.
    pub(super) fn code(self, value: Option<f64>) -> u16 {
        let Some(value) = value.map(f64::round).filter(|value| *value >= 0.0) else { return NONE };
        let codes = f64::from(self.codes);
        if value < codes {
            return value as u16;
        }
        let (mut mantissa, mut exponent) = (value, 0_u16);
        while mantissa >= codes - 0.5 {
            mantissa /= 10.0;
            exponent += 1;
        }
        let least = self.codes / 10;
        self.codes + (self.codes - least) * (exponent - 1) + (mantissa.round() as u16 - least)
    }
}

/// Returns the numbers as bytes: the low bytes, then the high bytes.
pub(super) fn planes(numbers: impl Iterator<Item = u16>) -> Vec<u8> {
    let (low, high): (Vec<u8>, Vec<u8>) =
        numbers.map(|number| (number as u8, (number >> 8) as u8)).unzip();
    [low, high].concat()
}

/// Returns the texts, each on a line.
pub(super) fn lines<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<u8> {
    let texts: Vec<String> = texts.map(|text| text.replace('\n', " ")).collect();
    texts.join("\n").into_bytes()
}

/// Returns the bytes compressed, in base 91.
pub(super) fn packed(bytes: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // A vector takes every byte.
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    in_base_91(&written.unwrap_or_default())
}

/// The number of bits in two characters.
const GROUP: u32 = 13;

/// Returns the bytes as bits, the lowest first, in groups of 13, each as its quotient and remainder by 91. At most six
/// bits at the end are one character.
fn in_base_91(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 16 / 13 + 2);
    let (mut bits, mut n_bits) = (0_u32, 0);
    for &byte in bytes {
        bits |= u32::from(byte) << n_bits;
        n_bits += 8;
        if n_bits >= GROUP {
            let group = bits % (1 << GROUP);
            text.extend([digit(group / 91), digit(group % 91)]);
            bits >>= GROUP;
            n_bits -= GROUP;
        }
    }
    match n_bits {
        0 => {}
        1..=6 => text.push(digit(bits)),
        _ => text.extend([digit(bits / 91), digit(bits % 91)]),
    }
    text
}

/// Returns the character of a number below 91: those from `!` to `~` without `"`, `<` and `\`.
fn digit(number: u32) -> char {
    let skipped = [b'"', b'<', b'\\'];
    let code = skipped.iter().fold(b'!' + number as u8, |code, &it| code + u8::from(code >= it));
    char::from(code)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the value of a code, as the script of the page computes it.
    fn value(Rounding { codes }: Rounding, code: u16) -> f64 {
        if code < codes {
            return code.into();
        }
        let decade = codes - codes / 10;
        let (exponent, rest) = ((code - codes) / decade + 1, (code - codes) % decade);
        f64::from(rest + codes / 10) * 10_f64.powi(exponent.into())
    }

    #[test]
    fn codes_are_three_digits() {
        let code = |number| Rounding::LEAST.code(Some(number));
        for (number, known) in [(0.0, 0), (7.4, 7), (999.0, 999), (1000.0, 1000), (9994.0, 1899)] {
            assert_eq!(code(number), known, "{number}");
        }
        assert_eq!(code(9996.0), 1900);
        assert_eq!(Rounding::LEAST.code(None), NONE);
        assert_eq!(code(f64::INFINITY.min(1.8e19)), code(1.8e19));
        assert!(code(u64::MAX as f64) < NONE);
    }

    #[test]
    fn codes_are_two_digits_if_need_be() {
        let two = Rounding::FURTHER[2];
        for (number, known) in [(99.0, 99), (100.0, 100), (994.0, 189), (996.0, 190)] {
            assert_eq!(two.code(Some(number)), known, "{number}");
        }
        assert!(two.sentence().contains("above 100 are rounded, by at most 5 %"));
    }

    proptest! {
        #[test]
        fn a_code_is_within_its_error_and_keeps_the_order(a in 0_u64.., b in 0_u64..) {
            for rounding in [Rounding::LEAST].into_iter().chain(Rounding::FURTHER) {
                let of = |number: u64| rounding.code(Some(number as f64));
                let error = 5.000_1 / f64::from(rounding.codes());
                prop_assert!((value(rounding, of(a)) - a as f64).abs() <= a as f64 * error);
                prop_assert!((a <= b) == (of(a) <= of(b)) || of(a) == of(b));
            }
        }
    }

    #[test]
    fn digits_are_distinct_and_need_no_escape() {
        let all: String = (0..91).map(digit).collect();
        assert!(all.chars().is_sorted() && all.starts_with('!') && all.ends_with('~'));
        assert!(!all.contains(['"', '<', '\\']) && all.is_ascii());
        assert_eq!(serde_json::json!(all).to_string(), format!("\"{all}\""));
    }

    #[test]
    fn thirteen_bits_are_two_characters() {
        for (n_bytes, n_characters) in [(0, 0), (1, 2), (2, 3), (13, 16), (14, 18), (26, 32)] {
            assert_eq!(in_base_91(&vec![255; n_bytes]).len(), n_characters, "{n_bytes}");
        }
        assert_eq!(in_base_91(&[91, 0]), "#!!");
    }

    #[test]
    fn low_bytes_stand_before_high_bytes() {
        assert_eq!(planes([0x0102, 0x0304].into_iter()), [2, 4, 1, 3]);
    }
}
