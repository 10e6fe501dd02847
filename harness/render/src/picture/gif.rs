//! GIF, for figures that change: slides and mail show it without a player.
//!
//! A frame has 256 colours, one of which is transparent: where a frame does not differ from the one before, it has
//! nothing, so that a long run of equal numbers is all that the file has of it. The other 255 are those of most
//! pixels; a rarer colour, at the edge of a letter, becomes the nearest of them.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Context, bail};
use gif::{Encoder, Frame, Repeat};

use super::raster;
use crate::svg::Svg;

/// The index of the transparent colour, and the number of the others.
const TRANSPARENT: u8 = 255;

type Colour = [u8; 3];

/// Figures of one size with this style sheet as the bytes of a GIF file, which shows one after the other, each for
/// this time and the last one four times as long, and begins again.
///
/// # Errors
/// When a figure has elements that are not known, or exceeds the maximum size of an image.
pub fn of(figures: &[Svg], style: &str, pause: Duration) -> anyhow::Result<Vec<u8>> {
    let mut encoder: Option<Encoder<Vec<u8>>> = None;
    let mut before = Vec::new();
    for (at, figure) in figures.iter().enumerate() {
        let image = raster::of(figure, style)?;
        let size = [image.width(), image.height()].map(u16::try_from);
        let [Ok(width), Ok(height)] = size else { bail!("the picture is too large") };
        let mut frame = frame(&before, image.data(), image.width() as usize);
        let times = if at + 1 == figures.len() { 4 } else { 1 };
        frame.delay = u16::try_from(pause.as_millis() / 10 * times).unwrap_or(u16::MAX);
        let encoder = match &mut encoder {
            Some(encoder) => encoder,
            none => none.insert(beginning(width, height)?),
        };
        encoder.write_frame(&frame).context("cannot write GIF")?;
        before = image.take();
    }
    Ok(encoder.map(Encoder::into_inner).transpose()?.unwrap_or_default())
}

fn beginning(width: u16, height: u16) -> anyhow::Result<Encoder<Vec<u8>>> {
    let mut encoder = Encoder::new(Vec::new(), width, height, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    Ok(encoder)
}

/// Returns what differs from the pixels before: the rows from the first to the last that does. Pixels have four bytes,
/// of which the last, the opacity, is the same everywhere.
fn frame(before: &[u8], now: &[u8], width: usize) -> Frame<'static> {
    let bytes_of = |row: usize| row * width * 4..(row + 1) * width * 4;
    let is_new = |row: &usize| before.get(bytes_of(*row)) != Some(&now[bytes_of(*row)]);
    let rows: Vec<usize> = (0..now.len() / width / 4).filter(is_new).collect();
    let (top, end) = (rows.first().copied().unwrap_or(0), rows.last().map_or(1, |last| last + 1));
    let pixels = || {
        let changed = |at: usize| before.get(at..at + 3) != Some(&now[at..at + 3]);
        rows.iter().flat_map(move |&row| bytes_of(row).step_by(4)).filter(move |&at| changed(at))
    };
    let palette = palette(pixels().map(|at| [now[at], now[at + 1], now[at + 2]]));
    let mut indices: HashMap<Colour, u8> = HashMap::new();
    let mut buffer = vec![TRANSPARENT; (end - top) * width];
    for at in pixels() {
        let colour = [now[at], now[at + 1], now[at + 2]];
        let index = indices.entry(colour).or_insert_with(|| nearest(&palette, colour));
        buffer[at / 4 - top * width] = *index;
    }
    Frame {
        top: top as u16,
        width: width as u16,
        height: (end - top) as u16,
        buffer: Cow::Owned(buffer),
        palette: Some(palette.concat()),
        transparent: Some(TRANSPARENT),
        ..Frame::default()
    }
}

/// Returns the colours of most pixels, and one that stands for none.
fn palette(pixels: impl Iterator<Item = Colour>) -> Vec<Colour> {
    let mut counts: HashMap<Colour, u32> = HashMap::new();
    pixels.for_each(|colour| *counts.entry(colour).or_default() += 1);
    let mut palette: Vec<Colour> = counts.keys().copied().collect();
    palette.sort_unstable_by_key(|colour| (Reverse(counts[colour]), *colour));
    palette.resize(usize::from(TRANSPARENT) + 1, [0; 3]);
    palette
}

/// Returns the index of the colour of a palette that differs least.
fn nearest(palette: &[Colour], colour: Colour) -> u8 {
    let distance = |other: &Colour| -> u32 {
        other.iter().zip(colour).map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    let least = palette
        .iter()
        .take(TRANSPARENT.into())
        .enumerate()
        .min_by_key(|(_, other)| distance(other));
    least.map_or(TRANSPARENT, |(at, _)| at as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [255, 0, 0, 255];
    const GREEN: [u8; 4] = [0, 255, 0, 255];

    #[test]
    fn a_frame_has_what_changed() {
        let before = [[RED, RED], [RED, RED], [RED, RED]].as_flattened().concat();
        let now = [[RED, RED], [RED, GREEN], [RED, RED]].as_flattened().concat();
        let frame = frame(&before, &now, 2);
        assert_eq!((frame.top, frame.width, frame.height), (1, 2, 1));
        assert_eq!(&*frame.buffer, [TRANSPARENT, 0]);
        assert_eq!(&frame.palette.expect("colours")[..3], &GREEN[..3]);
    }

    #[test]
    fn rare_colours_become_the_nearest() {
        let greys = |grey: u8| vec![[grey, grey, grey, 255]; 2 - usize::from(grey == 7)];
        let now: Vec<[u8; 4]> = (0..=255).flat_map(greys).collect();
        let frame = frame(&[], &now.concat(), 511);
        let seven = now.iter().position(|it| it[0] == 7).expect("seven");
        let index = usize::from(frame.buffer[seven]);
        let grey = frame.palette.expect("colours")[index * 3];
        assert!([6, 8].contains(&grey), "{grey}");
    }
}
