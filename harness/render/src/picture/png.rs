//! PNG.

use anyhow::Context;

use super::raster;
use crate::svg::Svg;

/// Returns the figure with this style sheet as the bytes of a PNG file.
///
/// # Errors
/// When it has elements that are not known, or exceeds the maximum size of an image.
pub fn of(svg: &Svg, style: &str) -> anyhow::Result<Vec<u8>> {
    raster::of(svg, style)?.encode_png().context("cannot write PNG")
}
