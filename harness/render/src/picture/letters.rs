//! Texts as outlines, from fonts that are compiled in, so that none has to be installed.
//!
//! Letters are those of Ubuntu Light with a thin stroke, which makes them as heavy as a regular font; a
//! thicker one makes them bold. What this font lacks is taken from Hack. A character that neither has is
//! drawn as a box.

use std::sync::LazyLock;

use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::{Cap, Path, Step, Stroke, Text};
use crate::svg::{Anchor, Point};

/// The widths of the strokes of regular and of bold letters, as shares of their size.
const REGULAR: f64 = 0.02;
const BOLD: f64 = 0.07;

static FACES: LazyLock<Vec<Face<'static>>> = LazyLock::new(|| {
    [UBUNTU_LIGHT, HACK_REGULAR].into_iter().filter_map(|font| Face::parse(font, 0).ok()).collect()
});

/// Returns the outline of a text.
pub(super) fn outlined(text: &Text) -> Path {
    let mut pen = Pen { steps: Vec::new(), scale: 0.0, x: 0.0, at: (0.0, 0.0) };
    text.text.chars().for_each(|character| pen.letter(character, text.size));
    let start = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => pen.x / 2.0,
        Anchor::End => pen.x,
    };
    let (sin, cos) = text.degrees.to_radians().sin_cos();
    let place = |(x, y): Point| {
        let x = x - start;
        (text.at.0 + x * cos - y * sin, text.at.1 + x * sin + y * cos)
    };
    let width = text.size * if text.is_bold { BOLD } else { REGULAR };
    let stroke =
        Stroke { ink: text.ink, width, dashes: Vec::new(), cap: Cap::Butt, is_round_join: true };
    let steps = pen.steps.iter().map(|step| step.moved(place)).collect();
    Path { steps, fill: Some(text.ink), stroke: Some(stroke) }
}

/// Draws letters, one after the other on a baseline at 0.
struct Pen {
    steps: Vec<Step>,
    /// The length of a unit of the font, in pixels.
    scale: f64,
    /// Where the next letter begins.
    x: f64,
    /// The point that was reached.
    at: Point,
}

impl Pen {
    fn letter(&mut self, character: char, size: f64) {
        let found = (FACES.iter())
            .find_map(|face| Some((face, face.glyph_index(character)?)))
            .or_else(|| Some((FACES.first()?, GlyphId(0))));
        let Some((face, glyph)) = found else { return };
        self.scale = size / f64::from(face.units_per_em());
        face.outline_glyph(glyph, self);
        self.x += f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * self.scale;
    }

    fn point(&self, x: f32, y: f32) -> Point {
        (self.x + f64::from(x) * self.scale, -f64::from(y) * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.steps.push(Step::Move(self.at));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.steps.push(Step::Line(self.at));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, to) = (self.point(x1, y1), self.point(x, y));
        let towards = |from: Point| {
            (from.0 + (control.0 - from.0) * 2.0 / 3.0, from.1 + (control.1 - from.1) * 2.0 / 3.0)
        };
        self.steps.push(Step::Curve(towards(self.at), towards(to), to));
        self.at = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.steps.push(Step::Curve(self.point(x1, y1), self.point(x2, y2), self.at));
    }

    fn close(&mut self) {
        self.steps.push(Step::Close);
    }
}
