//! Files of pictures, and their formats.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use render::picture::{pdf, png, tikz};
use render::plot::{self, Figure, Layout};
use render::policy::policy;
use render::svg::Svg;

use crate::cli::PictureFormat;

/// Returns the files to write, each with its format: one whose extension says it, or one for each of `formats`.
///
/// The extension of a format replaces that of another format. `page` is a further extension to expect.
///
/// # Errors
/// When the extension is that of no format, or several formats go to standard output.
pub(super) fn files(
    output: &Path,
    formats: &[PictureFormat],
    page: &str,
) -> anyhow::Result<Vec<(PathBuf, PictureFormat)>> {
    let is_standard = output.as_os_str() == "-";
    let known = PictureFormat::of(output);
    match (formats, known) {
        ([], _) if is_standard => Ok(vec![(output.to_owned(), PictureFormat::Svg)]),
        ([], Some(format)) => Ok(vec![(output.to_owned(), format)]),
        ([], None) => {
            bail!("{}: expected FILE.svg, .pdf, .png, .tex{page}, or --to", output.display())
        }
        (&[format], _) if is_standard => Ok(vec![(output.to_owned(), format)]),
        _ if is_standard => bail!("--to: standard output takes one format"),
        _ => {
            let stem = if known.is_some() { output.with_extension("") } else { output.to_owned() };
            let file = |format: &PictureFormat| {
                let mut name = stem.clone().into_os_string();
                name.push(format!(".{}", format.extension()));
                (PathBuf::from(name), *format)
            };
            Ok(formats.iter().map(file).collect())
        }
    }
}

/// Returns one file, with the format that its extension says; standard output takes SVG.
///
/// # Errors
/// When the extension is that of no format.
pub(super) fn file(output: &Path) -> anyhow::Result<(&Path, PictureFormat)> {
    let files = files(output, &[], "")?;
    Ok((output, files[0].1))
}

/// Returns whether the extension of a file is that of a page, which holds any number of pictures.
pub(super) fn is_page(path: &Path) -> bool {
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
    matches!(end.as_deref(), Some("html" | "htm"))
}

/// Returns a picture with its style sheet.
///
/// # Errors
/// When it cannot be drawn in this format.
pub(super) fn bytes(format: PictureFormat, svg: &Svg, style: &str) -> anyhow::Result<Vec<u8>> {
    match format {
        PictureFormat::Pdf => pdf::of(svg, style),
        PictureFormat::Png => png::of(svg, style),
        PictureFormat::Svg => Ok(svg.standalone(style).into_bytes()),
        PictureFormat::Tikz => {
            let drawing = tikz::of(svg, style)?;
            Ok(tikz::document(&[], "\\usepackage{tikz}", &drawing).into_bytes())
        }
    }
}

/// Returns a plot in this format, in TikZ with axes that LaTeX sets.
///
/// # Errors
/// When it cannot be drawn in this format.
pub(super) fn figure(
    format: PictureFormat,
    figure: &Figure,
    layout: Layout,
) -> anyhow::Result<Vec<u8>> {
    match format {
        PictureFormat::Tikz => Ok(plot::tikz::document(figure, layout)?.into_bytes()),
        _ => bytes(format, &figure.svg, plot::style::SHEET),
    }
}

/// Returns a page with all pictures, one below the other.
pub(super) fn page(pictures: &[Svg], style: &str) -> String {
    let pictures: String = pictures.iter().map(Svg::inline).collect();
    let style = format!("svg{{margin:12px}}{style}");
    let policy = policy(&style, "");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<title>Puzzles</title>\n\
         <style>{style}</style>\n{pictures}</html>\n"
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
