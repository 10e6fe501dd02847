//! Figures as shapes, from which PNG, PDF and TikZ are made.
//!
//! A figure is written once, as [SVG](crate::svg). The other formats are made of what that says: `read`
//! turns it into paths and texts whose styles are resolved (`style`, `outline`), `letters` turns texts into
//! paths, and [`png`], [`gif`], [`pdf`] and [`tikz`] write the shapes (`raster` makes pixels of them). So the formats
//! cannot show different things.
//!
//! Only the elements, attributes and properties that our figures use are known. Any other is an error, since
//! a picture without it would be wrong.

use crate::svg::{Anchor, Point};

pub mod gif;
mod letters;
mod outline;
pub mod pdf;
pub mod png;
mod raster;
mod read;
mod style;
#[cfg(test)]
mod tests;
pub mod tikz;

/// A figure as shapes. Coordinates are in pixels from the upper left corner.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    width: f64,
    height: f64,
    /// The length of a pixel in millimetres, if the size is physical.
    mm_per_px: Option<f64>,
    /// The colour behind everything.
    background: Option<Ink>,
    /// The shapes, from the back to the front.
    shapes: Vec<Shape>,
}

/// A part of a picture.
#[derive(Clone, Debug)]
enum Shape {
    Path(Path),
    Text(Text),
}

/// A filled or stroked outline.
#[derive(Clone, Debug)]
struct Path {
    steps: Vec<Step>,
    fill: Option<Ink>,
    stroke: Option<Stroke>,
}

/// A step of an outline, to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Move(Point),
    Line(Point),
    /// A cubic Bézier curve, with its two control points.
    Curve(Point, Point, Point),
    Close,
}

/// Red, green and blue.
type Colour = [u8; 3];

/// A colour with its opacity, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ink {
    colour: Colour,
    opacity: f64,
}

/// How an outline is stroked.
#[derive(Clone, Debug)]
struct Stroke {
    ink: Ink,
    width: f64,
    /// Lengths of dashes and gaps; none for a solid line.
    dashes: Vec<f64>,
    cap: Cap,
    is_round_join: bool,
}

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cap {
    Butt,
    Round,
    Square,
}

/// A line of text.
#[derive(Clone, Debug)]
struct Text {
    /// A point on the baseline.
    at: Point,
    /// The rotation around this point, clockwise.
    degrees: f64,
    anchor: Anchor,
    /// The size of letters, in pixels.
    size: f64,
    is_bold: bool,
    ink: Ink,
    text: String,
}

impl Step {
    /// Returns the step with all points moved.
    fn moved(self, place: impl Fn(Point) -> Point) -> Self {
        match self {
            Self::Move(to) => Self::Move(place(to)),
            Self::Line(to) => Self::Line(place(to)),
            Self::Curve(a, b, to) => Self::Curve(place(a), place(b), place(to)),
            Self::Close => Self::Close,
        }
    }
}
