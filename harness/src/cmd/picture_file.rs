//! The file of a picture: what it is to hold is told by the end of its name.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use render::svg::Svg;

/// Which bytes a picture becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A page that holds any number of pictures.
    Page,
    #[cfg(feature = "png")]
    Png,
    Svg,
}

impl Form {
    /// What the end of a file's name says, which may be a page or not; `-` is an SVG.
    pub(super) fn of(path: &Path, may_be_page: bool) -> anyhow::Result<Self> {
        let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
        match end.as_deref() {
            Some("svg") => Ok(Self::Svg),
            None if path.as_os_str() == "-" => Ok(Self::Svg),
            Some("html" | "htm") if may_be_page => Ok(Self::Page),
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
            _ => bail!("{}: expected FILE.svg or FILE.png", path.display()),
        }
    }

    /// A picture with its style sheet.
    ///
    /// # Errors
    /// When it is too large for an image, or a page was asked for, which is more than a picture.
    pub(super) fn bytes(self, svg: &Svg, style: &str) -> anyhow::Result<Vec<u8>> {
        let text = svg.standalone(style);
        match self {
            Self::Page => bail!("a page of this picture: expected FILE.svg or FILE.png"),
            #[cfg(feature = "png")]
            Self::Png => render::png::of(&text),
            Self::Svg => Ok(text.into_bytes()),
        }
    }
}

/// Writes a file, or standard output.
pub(super) fn write(path: &Path, bytes: &[u8], out: &mut dyn Write) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        out.write_all(bytes)?;
        return Ok(());
    }
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
