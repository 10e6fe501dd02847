//! SVG, written piece by piece: the one place that escapes text, rounds coordinates and guesses how
//! wide words are.
//!
//! Pictures are text with a few dozen kinds of lines, so they are written and not built. The same
//! calls give the same bytes. Lines and letters have classes, whose looks stand once in a style
//! sheet; so a page that holds many pictures needs it once.

use std::fmt;

/// A picture that is being written. Coordinates are in pixels from the upper left corner.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    attributes: String,
    body: String,
}

/// A point, in pixels from the upper left corner.
pub type Point = (f64, f64);

/// Which end of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A coordinate: a tenth of a pixel is enough.
#[derive(Clone, Copy, Debug)]
pub struct Px(pub f64);

/// Text that says what it says, in XML and HTML, in attributes too: a puzzle called `<script>` is a
/// name.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl Svg {
    /// An empty picture of this size.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, attributes: String::new(), body: String::new() }
    }

    /// Adds an attribute to the outermost element.
    pub fn attribute(&mut self, name: &str, value: &str) {
        self.attributes.push_str(&format!(r#" {name}="{}""#, Escaped(value)));
    }

    /// Adds a piece as it is. Words of others have to be [`Escaped`] in it.
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

    /// Adds a text; `at` is on its base line.
    pub fn text(&mut self, class: &str, at: Point, anchor: Anchor, text: &str) {
        let (x, y, text) = (Px(at.0), Px(at.1), Escaped(text));
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        self.put(format_args!(r#"<text class="{class}" x="{x}" y="{y}"{anchor}>{text}</text>"#));
    }

    /// The picture as a part of a page that has the style sheet.
    pub fn inline(&self) -> String {
        self.with("")
    }

    /// The picture as a file of its own, with `style` in it.
    pub fn standalone(&self, style: &str) -> String {
        self.with(&format!("<style>{style}</style>\n"))
    }

    fn with(&self, head: &str) -> String {
        let (width, height, attributes) = (Px(self.width), Px(self.height), &self.attributes);
        let body = &self.body;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\"{attributes}>\n{head}{body}</svg>\n"
        )
    }
}

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whole numbers have no point, and zero has no sign.
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
            // XML has no way to write other control characters.
            '\t' | '\n' | '\r' => f.write_str(" "),
            control if control.is_control() => f.write_str("\u{fffd}"),
            other => write!(f, "{other}"),
        })
    }
}

/// How wide a text is about, with letters of `size` pixels: wider than it is in most fonts.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.6
}

/// The text in lines of at most about `limit` pixels; a word that is longer has a line of its own.
pub fn wrapped(text: &str, size: f64, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word, size) < limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The text, with an ellipsis in its middle where it has more than `most` characters.
pub fn shortened(text: &str, most: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= most {
        return text.to_owned();
    }
    let (head, tail) = (most.div_ceil(2), most / 2 - 1);
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
    fn coordinates_are_short() {
        let texts = [0.0, -0.01, 3.0, 3.12, 99.96].map(|value| Px(value).to_string());
        assert_eq!(texts, ["0", "0", "3", "3.1", "100"]);
    }

    #[test]
    fn long_words_stay_whole_and_long_names_lose_their_middle() {
        assert_eq!(wrapped("a bb ccc dddddddddd e", 10.0, 50.0), ["a bb ccc", "dddddddddd", "e"]);
        assert_eq!(shortened("external/a-very-long-name", 11), "extern…name");
        assert_eq!(shortened("short", 11), "short");
    }
}
