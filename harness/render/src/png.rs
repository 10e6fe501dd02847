//! PNG, rasterised from the SVG, so that both look the same. It requires neither a display nor installed
//! fonts: a font is compiled in.

use anyhow::{Context, bail};
use epaint_default_fonts::UBUNTU_LIGHT;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::svg::Svg;

/// The scale from pixels of the figure to pixels of the image: for a screen, and for a figure whose size is
/// physical, of which an inch has 96 pixels, 300 dots an inch.
const SCREEN: f32 = 2.0;
const PRINT: f32 = 300.0 / 96.0;

/// The figure with this style sheet as the bytes of a PNG file.
///
/// # Errors
/// When it is not SVG, or exceeds the maximum size of an image.
pub fn of(svg: &Svg, style: &str) -> anyhow::Result<Vec<u8>> {
    let scale = if svg.is_scaled() { PRINT } else { SCREEN };
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(UBUNTU_LIGHT.to_vec());
    let family = fonts.faces().next().and_then(|face| face.families.first());
    let Some(family) = family.map(|(name, _)| name.clone()) else { bail!("no font was read") };
    fonts.set_sans_serif_family(family);
    let tree = Tree::from_str(&svg.standalone(style), &options)
        .context("cannot read the picture again")?;
    let size = tree.size().to_int_size().scale_by(scale).context("the picture is empty")?;
    let mut image = Pixmap::new(size.width(), size.height()).context("the picture is too large")?;
    if svg.is_scaled() {
        // The background ends within the last pixels.
        image.fill(Color::WHITE);
    }
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut image.as_mut());
    image.encode_png().context("cannot write PNG")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::Anchor;

    #[test]
    fn text_is_drawn_without_installed_fonts() {
        let image = |text: &str| {
            let mut svg = Svg::new(40.0, 20.0);
            svg.text("title", (2.0, 15.0), Anchor::Start, text);
            of(&svg, "text{font-family:sans-serif}").expect("an image")
        };
        assert!(image("abc").starts_with(b"\x89PNG"));
        assert_ne!(image("abc"), image(""));
        assert_eq!(image("abc"), image("abc"));
    }
}
