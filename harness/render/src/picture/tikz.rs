//! TikZ: a figure drawn with the commands of LaTeX, its texts set in the font of the paper.

use std::fmt::Write;

use super::{Cap, Ink, Path, Picture, Shape, Step, Stroke, Text};
use crate::svg::{Anchor, Point, Svg};
use crate::table::latex::in_latex;

/// The length of a pixel in millimetres, if the size of a figure is not physical: an inch has 96.
const SCREEN: f64 = 25.4 / 96.0;

/// The number of TeX's points in a millimetre.
const MILLIMETRE: f64 = 72.27 / 25.4;

/// Returns the figure with this style sheet as the body of a `tikzpicture`. What is behind everything is omitted, since
/// paper is.
///
/// # Errors
/// When it has elements that are not known.
pub fn of(svg: &Svg, style: &str) -> anyhow::Result<String> {
    let picture = Picture::of(svg, style)?;
    let mm = picture.mm_per_px.unwrap_or(SCREEN);
    let mut drawing = Drawing { text: String::new(), points: mm * MILLIMETRE };
    for shape in &picture.shapes {
        match shape {
            Shape::Path(path) => drawing.path(path),
            Shape::Text(text) => drawing.words(text),
        }
    }
    let Drawing { text, .. } = drawing;
    Ok(format!("\\begin{{tikzpicture}}[x={mm:.4}mm, y=-{mm:.4}mm]\n{text}\\end{{tikzpicture}}\n"))
}

/// Returns the texts of a figure.
///
/// # Errors
/// When it has elements that are not known.
pub fn words(svg: &Svg, style: &str) -> anyhow::Result<Vec<String>> {
    let shapes = Picture::of(svg, style)?.shapes.into_iter();
    Ok(shapes
        .filter_map(|shape| if let Shape::Text(text) = shape { Some(text.text) } else { None })
        .collect())
}

/// Returns a LaTeX document around a body, after lines of comments.
pub fn document(comments: &[String], packages: &str, body: &str) -> String {
    let line = |comment: &String| format!("% {}\n", comment.replace(['\n', '\r'], " "));
    let comments: String = comments.iter().map(line).collect();
    format!(
        "{comments}\\documentclass[border=1pt]{{standalone}}\n{packages}\n\\begin{{document}}\n{body}\\end{{document}}\n"
    )
}

/// Commands so far, and the length of a pixel in TeX's points.
struct Drawing {
    text: String,
    points: f64,
}

impl Drawing {
    fn path(&mut self, path: &Path) {
        let mut options = Vec::new();
        if let Some(ink) = path.fill {
            options.push(format!("fill={}", colour(ink)));
            if ink.opacity < 1.0 {
                options.push(format!("fill opacity={}", ink.opacity));
            }
        }
        if let Some(stroke) = &path.stroke {
            options.push(self.pen(stroke));
        }
        if options.is_empty() {
            return;
        }
        self.text.push_str(&format!("\\path[{}]", options.join(", ")));
        path.steps.iter().for_each(|step| self.step(*step));
        self.text.push_str(";\n");
    }

    /// Returns the options of a line.
    fn pen(&self, stroke: &Stroke) -> String {
        let length = |px: f64| format!("{:.2}pt", px * self.points);
        let mut options =
            format!("draw={}, line width={}", colour(stroke.ink), length(stroke.width));
        if !stroke.dashes.is_empty() {
            let pairs = stroke.dashes.chunks_exact(2);
            let pairs = pairs.map(|pair| format!("on {} off {}", length(pair[0]), length(pair[1])));
            let pairs: Vec<String> = pairs.collect();
            // Writing to a text cannot fail.
            let _ = write!(options, ", dash pattern={}", pairs.join(" "));
        }
        match stroke.cap {
            Cap::Butt => {}
            Cap::Round => options.push_str(", line cap=round"),
            Cap::Square => options.push_str(", line cap=rect"),
        }
        if stroke.is_round_join {
            options.push_str(", line join=round");
        }
        options
    }

    fn step(&mut self, step: Step) {
        let words = match step {
            Step::Move(to) => format!(" {}", at(to)),
            Step::Line(to) => format!(" -- {}", at(to)),
            Step::Curve(a, b, to) => format!(" .. controls {} and {} .. {}", at(a), at(b), at(to)),
            Step::Close => " -- cycle".into(),
        };
        self.text.push_str(&words);
    }

    fn words(&mut self, text: &Text) {
        let anchor = match text.anchor {
            Anchor::Start => "base west",
            Anchor::Middle => "base",
            Anchor::End => "base east",
        };
        let size = text.size * self.points;
        let bold = if text.is_bold { "\\bfseries" } else { "" };
        let turn =
            if text.degrees == 0.0 { String::new() } else { format!("rotate={}, ", -text.degrees) };
        let (ink, place, words) = (colour(text.ink), at(text.at), in_latex(&text.text));
        self.text.push_str(&format!(
            "\\node[anchor={anchor}, inner sep=0, {turn}text={ink}, \
             font=\\fontsize{{{size:.2}}}{{{:.2}}}\\selectfont{bold}] at {place} {{{words}}};\n",
            1.2 * size
        ));
    }
}

/// Returns a colour as an expression.
fn colour(ink: Ink) -> String {
    let [red, green, blue] = ink.colour;
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

/// Returns a point, to a hundredth of a pixel.
fn at((x, y): Point) -> String {
    let short = |length: f64| (length * 100.0).round() / 100.0 + 0.0;
    format!("({},{})", short(x), short(y))
}
