//! Colours of contestants, as red, green and blue.

use std::fmt;
use std::str::FromStr;

/// A colour, written `#0072B2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// Returns the red, green and blue of a number such as `0x00_72_B2`.
    pub const fn of(rgb: u32) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Self([red, green, blue])
    }

    /// Returns the six hexadecimal digits.
    pub fn digits(self) -> String {
        self.0.iter().map(|part| format!("{part:02X}")).collect()
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.digits())
    }
}

impl FromStr for Rgb {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u32::from_str_radix(digits, 16) {
            Ok(rgb) if is_hex => Ok(Self::of(rgb)),
            _ => Err(format!("{text:?} is not a colour: expected #rrggbb, such as #0072b2")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_has_six_digits() {
        assert_eq!("#d55e00".parse(), Ok(Rgb([0xd5, 0x5e, 0])));
        assert_eq!(Rgb::of(0x00_72_B2).to_string(), "#0072B2");
        assert!(
            ["red", "#fff", "#+12345", "#0072b2a"]
                .map(str::parse::<Rgb>)
                .iter()
                .all(Result::is_err)
        );
    }
}
