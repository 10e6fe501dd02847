//! Styles of contestants: they differ in colour, marker and dashes, each of which suffices to distinguish
//! them.
//!
//! The colours are those of Okabe and Ito (*Color universal design*, 2008), which are distinguishable with
//! any kind of colour vision; yellow is excluded, because it is hard to see on white. In greyscale, markers
//! and dashes remain. Colours and markers repeat with periods of seven and six, so that 42 contestants
//! differ.

use std::collections::HashSet;

use super::colour::Rgb;

/// The style sheet of plots.
pub const SHEET: &str = "\
text{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;font-size:12px;fill:#222}\
.title{font-size:16px;font-weight:bold}.small{font-size:11px;fill:#555}\
.back{fill:#fff}.border{fill:none;stroke:#444}.grid{stroke:#ddd}.fine{stroke:#f0f0f0}\
.guide{stroke:#888;stroke-dasharray:5 4}.rail{stroke:#000;stroke-dasharray:1 3;stroke-width:1.5}\
.curve{fill:none;stroke-width:1.8;stroke-linejoin:round}.tick{stroke:#444}\
.on-dark{fill:#fff}";

/// The style of a contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesStyle {
    /// The colour of lines and markers.
    pub colour: Rgb,
    /// The dashes of lines; empty for a solid line.
    pub dashes: &'static str,
    /// The number of the marker in [`markers`].
    pub marker: usize,
}

const COLOURS: [Rgb; 7] = [
    Rgb::of(0x00_72_B2),
    Rgb::of(0xE6_9F_00),
    Rgb::of(0x00_9E_73),
    Rgb::of(0xD5_5E_00),
    Rgb::of(0x56_B4_E9),
    Rgb::of(0xCC_79_A7),
    Rgb::of(0x00_00_00),
];

const DASHES: [&str; 4] = ["", "7 3", "2 2", "9 3 2 3"];

/// The outlines of the markers around the origin: circle, square, triangle, diamond, cross, inverted
/// triangle.
const MARKERS: [&str; 6] = [
    "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
    "M-3.2 -3.2h6.4v6.4h-6.4z",
    "M0 -4.4L4.2 3.2H-4.2z",
    "M0 -4.6L4.6 0L0 4.6L-4.6 0z",
    "M-3.9 -2.4L-2.4 -3.9L0 -1.5L2.4 -3.9L3.9 -2.4L1.5 0L3.9 2.4L2.4 3.9L0 1.5L-2.4 3.9L-3.9 2.4L-1.5 0z",
    "M0 4.4L4.2 -3.2H-4.2z",
];

impl SeriesStyle {
    /// Returns the style of the contestant with this index.
    pub fn of(contestant: usize) -> Self {
        Self {
            colour: COLOURS[contestant % COLOURS.len()],
            dashes: DASHES[contestant % DASHES.len()],
            marker: contestant % MARKERS.len(),
        }
    }

    /// Returns the styles of each of `variants` of each contestant, such as boards or levels, in the order of the
    /// contestants.
    ///
    /// Colour and dashes are those of the contestant, the marker is that of the variant, if this tells all of them
    /// apart. Otherwise every one has a style of its own.
    pub fn of_variants(contestants: &[Self], variants: usize) -> Vec<Vec<Self>> {
        let are_apart = Self::have_own_colours(contestants);
        let style = |number: usize, one: &Self, variant: usize| match variants {
            1 => *one,
            _ if are_apart => Self { marker: Self::of(variant).marker, ..*one },
            _ => Self::of(number * variants + variant),
        };
        let styles = |(number, one): (usize, &Self)| {
            (0..variants).map(|variant| style(number, one, variant)).collect()
        };
        contestants.iter().enumerate().map(styles).collect()
    }

    /// Returns whether there are several contestants, and colours alone tell them apart.
    pub fn have_own_colours(contestants: &[Self]) -> bool {
        let colours: HashSet<Rgb> = contestants.iter().map(|one| one.colour).collect();
        colours.len() == contestants.len() && contestants.len() > 1
    }

    /// Returns the style of a variant in the legend, whatever the contestant.
    pub fn of_variant(variant: usize) -> Self {
        Self { colour: Rgb::of(0x88_88_88), dashes: "", ..Self::of(variant) }
    }

    /// Returns the style of combinations of all contestants.
    pub fn of_all() -> Self {
        Self { colour: Rgb::of(0x88_88_88), dashes: "1 2", marker: 4 }
    }
}

/// Definitions of the markers, with the ids `marker0`, `marker1`, …
pub fn markers() -> String {
    let marker =
        |(index, outline): (usize, &&str)| format!(r#"<path id="marker{index}" d="{outline}"/>"#);
    let markers: String = MARKERS.iter().enumerate().map(marker).collect();
    format!("<defs>{markers}</defs>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_two_contestants_look_different_even_without_dashes() {
        let looks: HashSet<_> =
            (0..42).map(SeriesStyle::of).map(|style| (style.colour, style.marker)).collect();
        assert_eq!(looks.len(), 42);
    }
}
