//! Writes SVG: the one place that escapes text, rounds coordinates and estimates the width of text.
//!
//! Figures have a few dozen kinds of elements, so they are written as text, without a document model. The
//! same calls give the same bytes. Elements have classes, which a style sheet defines once, also for a
//! page with many figures.

use std::fmt;
use std::ops::Range;

/// A figure being written. Coordinates are in pixels from the upper left corner.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    /// The length of a pixel in millimetres, if the size is physical.
    mm_per_px: Option<f64>,
    attributes: String,
    body: String,
    /// The part of the body that is text around the figure.
    around: Range<usize>,
}

/// A point, in pixels from the upper left corner.
pub type Point = (f64, f64);

/// The part of a text that is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A coordinate, written with a precision of a tenth of a pixel.
#[derive(Clone, Copy, Debug)]
pub struct Px(pub f64);

/// Text escaped for XML and HTML, including attributes: a puzzle may be called `<script>`.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl Svg {
    /// Creates an empty figure of this size.
    pub fn new(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            mm_per_px: None,
            attributes: String::new(),
            body: String::new(),
            around: 0..0,
        }
    }

    /// Scales the figure, so that a pixel has this length in millimetres.
    pub fn scale(&mut self, mm_per_px: f64) {
        self.mm_per_px = Some(mm_per_px);
    }

    /// Gives a finished figure a width in pixels, with room on its right or as a smaller drawing, and the
    /// length of a pixel in millimetres.
    pub fn fit(&mut self, wide: Option<f64>, mm_per_px: Option<f64>) {
        let Some(mm) = mm_per_px else { return };
        let shrunk = wide.map_or(1.0, |wide| (wide / self.width).min(1.0));
        self.widen(wide.unwrap_or(0.0));
        self.mm_per_px = Some(mm * shrunk);
    }

    /// Gives a finished figure at least this width in pixels, with room on its right.
    pub fn widen(&mut self, wide: f64) {
        self.width = self.width.max(wide);
    }

    /// Returns the length of a pixel in millimetres, if the size is physical.
    pub fn mm_per_px(&self) -> Option<f64> {
        self.mm_per_px
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Adds an attribute to the outermost element.
    pub fn attribute(&mut self, name: &str, value: &str) {
        self.attributes.push_str(&format!(r#" {name}="{}""#, Escaped(value)));
    }

    /// Adds text around the figure, such as its title: whatever `write` writes.
    pub fn around(&mut self, write: impl FnOnce(&mut Self)) {
        let start = self.body.len();
        write(self);
        self.around = start..self.body.len();
    }

    /// Returns the text around the figure, and the figure without it.
    pub fn split(&self) -> (Self, Self) {
        let mut bare = self.clone();
        let around: String = bare.body.drain(self.around.clone()).collect();
        (Self { body: around, ..self.clone() }, bare)
    }

    /// Adds raw SVG. Text from input files must be [`Escaped`].
    pub fn put(&mut self, piece: fmt::Arguments<'_>) {
        self.body.push_str(&format!("{piece}\n"));
    }

    /// Adds a straight line.
    pub fn line(&mut self, class: &str, from: Point, to: Point) {
        let ((x1, y1), (x2, y2)) = ((Px(from.0), Px(from.1)), (Px(to.0), Px(to.1)));
        self.put(format_args!(
            r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#
        ));
    }

    /// Adds a text; `at` is on its baseline.
    pub fn text(&mut self, class: &str, at: Point, anchor: Anchor, text: &str) {
        let (x, y, text) = (Px(at.0), Px(at.1), Escaped(text));
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        self.put(format_args!(r#"<text class="{class}" x="{x}" y="{y}"{anchor}>{text}</text>"#));
    }

    /// Returns the figure as part of a page with the style sheet.
    pub fn inline(&self) -> String {
        self.with("")
    }

    /// Returns the figure as a standalone file, with `style` in it.
    pub fn standalone(&self, style: &str) -> String {
        self.with(&format!("<style>{style}</style>\n"))
    }

    fn with(&self, head: &str) -> String {
        let (width, height, attributes) = (Px(self.width), Px(self.height), &self.attributes);
        let body = &self.body;
        let [wide, high] = [self.width, self.height].map(|length| match self.mm_per_px {
            Some(mm) => format!("{}mm", Px(length * mm)),
            None => Px(length).to_string(),
        });
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
             viewBox=\"0 0 {width} {height}\"{attributes}>\n{head}{body}</svg>\n"
        )
    }
}

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Integers have no decimal point, and zero has no sign.
        write!(f, "{}", (self.0 * 10.0).round() / 10.0 + 0.0)
    }
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            // XML cannot represent other control characters.
            '\t' | '\n' | '\r' => f.write_str(" "),
            control if control.is_control() => f.write_str("\u{fffd}"),
            other => write!(f, "{other}"),
        })
    }
}

/// Returns the approximate width of a text with letters of `size` pixels, larger than in most
/// fonts.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.6
}

/// Wraps the text to lines of about `limit` pixels at most; a longer word has its own line. A number stays with its
/// unit, and both sides of an equation on a line.
pub fn wrapped(text: &str, size: f64, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in unbroken(text) {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(&word, size) < limit => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// Returns what a line does not end within: words, or several of them.
fn unbroken(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let bare = word.trim_end_matches([',', ';', '.', ':', ')']);
        let goes_on = ["%", "=", "<", "·", "ns", "µs", "ms", "s", "min", "h"].contains(&bare);
        match words.last_mut() {
            Some(last) if goes_on || last.ends_with(['=', '<']) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// Shortens the text to `max` characters, with an ellipsis in the middle.
pub fn shortened(text: &str, max: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= max {
        return text.to_owned();
    }
    let (head, tail) = (max.div_ceil(2), max / 2 - 1);
    characters[..head].iter().chain(&['…']).chain(&characters[characters.len() - tail..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_become_markup() {
        let name = Escaped("<script>alert(\"1\" & '2')</script>\u{0}").to_string();
        assert_eq!(
            name,
            "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;\u{fffd}"
        );
    }

    #[test]
    fn numbers_stay_with_their_units() {
        let lines = wrapped("task unique · T = 2.00 s · 19.8 %; half", 10.0, 72.0);
        assert_eq!(lines, ["task", "unique ·", "T = 2.00 s ·", "19.8 %; half"]);
    }

    #[test]
    fn coordinates_are_short() {
        let texts = [0.0, -0.01, 3.0, 3.12, 99.96].map(|value| Px(value).to_string());
        assert_eq!(texts, ["0", "0", "3", "3.1", "100"]);
    }

    #[test]
    fn long_words_are_not_split_and_long_names_lose_their_middle() {
        assert_eq!(wrapped("a bb ccc dddddddddd e", 10.0, 50.0), ["a bb ccc", "dddddddddd", "e"]);
        assert_eq!(shortened("external/a-very-long-name", 11), "extern…name");
        assert_eq!(shortened("short", 11), "short");
    }
}
