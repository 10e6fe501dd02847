//! Files of pictures; the extension determines the format.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use render::svg::Svg;

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A page that holds any number of pictures.
    Page,
    #[cfg(feature = "png")]
    Png,
    Svg,
    /// A LaTeX document, of plots only.
    Tikz,
}

impl Form {
    /// The format of a file by its extension, including pages if `may_be_page`; `-` is an SVG.
    pub(super) fn of(path: &Path, may_be_page: bool) -> anyhow::Result<Self> {
        let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
        match end.as_deref() {
            Some("svg") => Ok(Self::Svg),
            None if path.as_os_str() == "-" => Ok(Self::Svg),
            Some("html" | "htm") if may_be_page => Ok(Self::Page),
            Some("tex") if !may_be_page => Ok(Self::Tikz),
            #[cfg(feature = "png")]
            Some("png") => Ok(Self::Png),
            #[cfg(not(feature = "png"))]
            Some("png") => bail!(
                "{}: this program was built without PNG, expected FILE.svg; \
                 `cargo run -p harness --features png` has it",
                path.display()
            ),
            _ if may_be_page => {
                bail!("{}: expected FILE.svg, FILE.png or FILE.html", path.display())
            }
            _ => bail!("{}: expected FILE.svg, FILE.png or FILE.tex", path.display()),
        }
    }

    /// A picture with its style sheet.
    ///
    /// # Errors
    /// When it is too large for an image, or the format is a page.
    pub(super) fn bytes(self, svg: &Svg, style: &str) -> anyhow::Result<Vec<u8>> {
        match self {
            Self::Page | Self::Tikz => {
                bail!("one picture is not a document: expected FILE.svg or FILE.png")
            }
            #[cfg(feature = "png")]
            Self::Png => render::png::of(svg, style),
            Self::Svg => Ok(svg.standalone(style).into_bytes()),
        }
    }
}

/// A page with all pictures, one below the other.
pub(super) fn page(pictures: &[Svg], style: &str) -> String {
    let pictures: String = pictures.iter().map(Svg::inline).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Puzzles</title>\n\
         <style>svg{{margin:12px}}{style}</style>\n{pictures}</html>\n"
    )
}

/// Writes to a file, or to standard output.
pub(super) fn write(path: &Path, bytes: &[u8], out: &mut dyn Write) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        out.write_all(bytes)?;
        return Ok(());
    }
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
