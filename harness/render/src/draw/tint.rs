//! A colour for each symbol, light enough for text: hues evenly around the colour circle; adjacent symbols
//! differ in lightness, too.

use board::Symbol;

/// Returns the colour of a symbol among `symbols`, as `#rrggbb`.
pub fn tint(symbol: Symbol, symbols: usize) -> String {
    let hue = f64::from(symbol) / symbols as f64 * 6.0;
    let lightness = [0.80, 0.66, 0.90][usize::from(symbol) % if symbols > 9 { 3 } else { 1 }];
    // From hue, saturation and lightness to red, green and blue.
    let chroma = 0.75 * (1.0 - f64::abs(2.0 * lightness - 1.0));
    let second = chroma * (1.0 - f64::abs(hue % 2.0 - 1.0));
    let (red, green, blue) = match hue as usize {
        0 => (chroma, second, 0.0),
        1 => (second, chroma, 0.0),
        2 => (0.0, chroma, second),
        3 => (0.0, second, chroma),
        4 => (second, 0.0, chroma),
        _ => (chroma, 0.0, second),
    };
    let part = |share: f64| ((share + lightness - chroma / 2.0) * 255.0).round() as u8;
    format!("#{:02x}{:02x}{:02x}", part(red), part(green), part(blue))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use board::MAX_SYMBOLS;

    use super::*;

    #[test]
    fn no_two_symbols_have_the_same_colour() {
        for symbols in 1..=MAX_SYMBOLS {
            let tints: HashSet<String> =
                (0..symbols).map(|symbol| tint(symbol as Symbol, symbols)).collect();
            assert_eq!(tints.len(), symbols);
        }
    }
}
