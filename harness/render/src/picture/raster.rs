//! Figures as pixels, by tiny-skia. It requires neither a display nor installed fonts.

use anyhow::Context;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, StrokeDash, Transform,
};

use super::{Cap, Ink, Path, Picture, Shape, Step, letters};
use crate::svg::{Point, Svg};

/// The scale from pixels of the figure to pixels of the image for a screen, and the dots per millimetre of
/// a figure whose size is physical: 300 an inch.
const SCREEN: f64 = 2.0;
const PRINT: f64 = 300.0 / 25.4;

/// Returns the figure with this style sheet as an image.
///
/// # Errors
/// When it has elements that are not known, or exceeds the maximum size of an image.
pub(super) fn of(svg: &Svg, style: &str) -> anyhow::Result<Pixmap> {
    let picture = Picture::of(svg, style)?;
    let scale = picture.mm_per_px.map_or(SCREEN, |mm| mm * PRINT);
    let [width, height] = [picture.width, picture.height].map(|side| (side * scale).ceil() as u32);
    let mut image = Pixmap::new(width, height).context("the picture is too large")?;
    if let Some(background) = picture.background {
        image.fill(colour(background));
    }
    let transform = Transform::from_scale(scale as f32, scale as f32);
    for shape in &picture.shapes {
        match shape {
            Shape::Path(path) => draw(&mut image, path, transform),
            Shape::Text(text) => draw(&mut image, &letters::outlined(text), transform),
        }
    }
    Ok(image)
}

fn draw(image: &mut Pixmap, path: &Path, transform: Transform) {
    let Some(outline) = outline(&path.steps) else { return };
    if let Some(ink) = path.fill {
        image.fill_path(&outline, &paint(ink), FillRule::Winding, transform, None);
    }
    if let Some(stroke) = &path.stroke {
        let dashes = stroke.dashes.iter().map(|&length| length as f32).collect();
        let pen = tiny_skia::Stroke {
            width: stroke.width as f32,
            dash: StrokeDash::new(dashes, 0.0),
            line_cap: match stroke.cap {
                Cap::Butt => LineCap::Butt,
                Cap::Round => LineCap::Round,
                Cap::Square => LineCap::Square,
            },
            line_join: if stroke.is_round_join { LineJoin::Round } else { LineJoin::Miter },
            ..tiny_skia::Stroke::default()
        };
        image.stroke_path(&outline, &paint(stroke.ink), &pen, transform, None);
    }
}

/// Returns the outline of steps; `None` if there is nothing to draw.
fn outline(steps: &[Step]) -> Option<tiny_skia::Path> {
    let mut path = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move(to) => path.move_to(x(to), y(to)),
            Step::Line(to) => path.line_to(x(to), y(to)),
            Step::Curve(a, b, to) => path.cubic_to(x(a), y(a), x(b), y(b), x(to), y(to)),
            Step::Close => path.close(),
        }
    }
    path.finish()
}

fn x(point: Point) -> f32 {
    point.0 as f32
}

fn y(point: Point) -> f32 {
    point.1 as f32
}

fn paint(ink: Ink) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour(ink));
    paint
}

fn colour(Ink { colour: [red, green, blue], opacity }: Ink) -> Color {
    Color::from_rgba8(red, green, blue, (opacity * 255.0).round() as u8)
}
