//! The files of frames.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use rayon::prelude::*;
use render::draw::SHEET;
use render::picture::{gif, png};
use render::svg::Svg;

use crate::cli::FrameFormat;

/// The time for which a GIF shows a frame.
const PAUSE: Duration = Duration::from_millis(600);

/// Writes frames as `0000.svg` or `0000.png` and so on into a folder, or as a GIF beside it, and returns what was
/// written.
///
/// # Errors
/// When a picture cannot be drawn or written.
pub(in crate::cmd::lesson) fn write(
    folder: &Path,
    frames: &[Svg],
    format: FrameFormat,
) -> anyhow::Result<PathBuf> {
    let extension = match format {
        FrameFormat::Gif => {
            let mut name = OsString::from(folder);
            name.push(".gif");
            create(folder.parent().unwrap_or(folder))?;
            put(name.as_ref(), &gif::of(frames, SHEET, PAUSE)?)?;
            return Ok(name.into());
        }
        FrameFormat::Png => "png",
        FrameFormat::Svg => "svg",
    };
    create(folder)?;
    frames.par_iter().enumerate().try_for_each(|(number, svg)| {
        let bytes = match format {
            FrameFormat::Png => png::of(svg, SHEET)?,
            _ => svg.standalone(SHEET).into_bytes(),
        };
        put(&folder.join(format!("{number:04}.{extension}")), &bytes)
    })?;
    Ok(folder.to_owned())
}

fn create(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
