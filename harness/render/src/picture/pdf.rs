//! PDF: one page of the size of the figure, with vector outlines, letters included.
//!
//! Letters are outlines, because publishers refuse fonts that are not embedded. The file has no date, so
//! that the same figure gives the same bytes.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Context;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};

use super::{Cap, Ink, Path, Picture, Shape, Step, letters, outline};
use crate::svg::{Point, Svg};

/// The length of a pixel in points, if the size of a figure is not physical: an inch has 96.
const SCREEN: f64 = 72.0 / 96.0;

/// The number of points in a millimetre.
const MILLIMETRE: f64 = 72.0 / 25.4;

/// The objects of the file.
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);

/// Returns the figure with this style sheet as the bytes of a PDF file.
///
/// # Errors
/// When it has elements that are not known.
pub fn of(svg: &Svg, style: &str) -> anyhow::Result<Vec<u8>> {
    let picture = Picture::of(svg, style)?;
    let scale = picture.mm_per_px.map_or(SCREEN, |mm| mm * MILLIMETRE);
    let [wide, high] = [picture.width, picture.height].map(|side| (side * scale) as f32);
    let mut page = Page { content: Content::new(), opacities: BTreeMap::new() };
    // The vertical axis of PDF points upwards.
    page.content.transform([scale as f32, 0.0, 0.0, -scale as f32, 0.0, high]);
    page.content.set_miter_limit(4.0);
    page.draw(&picture);
    let Page { content, opacities } = page;
    let content = packed(&content.finish())?;
    let mut pdf = Pdf::new();
    // What pdfTeX includes without a warning; nothing here is newer.
    pdf.set_version(1, 5);
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut page = pdf.page(PAGE);
    page.media_box(Rect::new(0.0, 0.0, wide, high)).parent(PAGES).contents(CONTENT);
    let mut resources = page.resources();
    let mut states = resources.ext_g_states();
    for (&percent, name) in &opacities {
        let opacity = f32::from(percent) / 100.0;
        let mut state = states
            .insert(Name(name.as_bytes()))
            .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
        state.non_stroking_alpha(opacity).stroking_alpha(opacity);
    }
    states.finish();
    resources.finish();
    page.finish();
    pdf.stream(CONTENT, &content).filter(Filter::FlateDecode);
    Ok(pdf.finish())
}

/// Compresses the content of a page.
fn packed(content: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    packer.write_all(content).and_then(|()| packer.finish()).context("cannot write PDF")
}

/// The content of a page, and the names of the opacities that it uses, in percent.
struct Page {
    content: Content,
    opacities: BTreeMap<u8, String>,
}

impl Page {
    fn draw(&mut self, picture: &Picture) {
        if let Some(ink) = picture.background {
            let steps = outline::rectangle((0.0, 0.0), (picture.width, picture.height));
            self.path(&Path { steps, fill: Some(ink), stroke: None });
        }
        for shape in &picture.shapes {
            match shape {
                Shape::Path(path) => self.path(path),
                Shape::Text(text) => self.path(&letters::outlined(text)),
            }
        }
    }

    fn path(&mut self, path: &Path) {
        if path.fill.is_none() && path.stroke.is_none() {
            return;
        }
        self.content.save_state();
        if let Some(Ink { colour, opacity }) = path.fill {
            let [red, green, blue] = colour.map(|part| f32::from(part) / 255.0);
            self.content.set_fill_rgb(red, green, blue);
            self.opacity(opacity);
        }
        self.pen(path);
        self.outline(&path.steps);
        match (path.fill, &path.stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, _) => self.content.stroke(),
        };
        self.content.restore_state();
    }

    /// Sets how the outline is stroked.
    fn pen(&mut self, path: &Path) {
        let Some(stroke) = &path.stroke else { return };
        let [red, green, blue] = stroke.ink.colour.map(|part| f32::from(part) / 255.0);
        self.content.set_stroke_rgb(red, green, blue).set_line_width(short(stroke.width));
        self.content.set_line_cap(match stroke.cap {
            Cap::Butt => LineCapStyle::ButtCap,
            Cap::Round => LineCapStyle::RoundCap,
            Cap::Square => LineCapStyle::ProjectingSquareCap,
        });
        if stroke.is_round_join {
            self.content.set_line_join(LineJoinStyle::RoundJoin);
        }
        if !stroke.dashes.is_empty() {
            let dashes = stroke.dashes.iter().map(|&length| length as f32);
            self.content.set_dash_pattern(dashes, 0.0);
        }
    }

    fn opacity(&mut self, opacity: f64) {
        if opacity < 1.0 {
            let percent = (opacity * 100.0).round() as u8;
            let name = self.opacities.entry(percent).or_insert_with(|| format!("o{percent}"));
            self.content.set_parameters(Name(name.as_bytes()));
        }
    }

    fn outline(&mut self, steps: &[Step]) {
        for step in steps {
            match *step {
                Step::Move(to) => self.content.move_to(x(to), y(to)),
                Step::Line(to) => self.content.line_to(x(to), y(to)),
                Step::Curve(a, b, to) => {
                    self.content.cubic_to(x(a), y(a), x(b), y(b), x(to), y(to))
                }
                Step::Close => self.content.close_path(),
            };
        }
    }
}

fn x(point: Point) -> f32 {
    short(point.0)
}

fn y(point: Point) -> f32 {
    short(point.1)
}

/// A hundredth of a pixel is finer than print.
fn short(length: f64) -> f32 {
    ((length * 100.0).round() / 100.0) as f32
}
