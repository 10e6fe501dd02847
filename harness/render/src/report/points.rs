//! The points and curves of plots in few bytes. A plot of thousands of puzzles is mostly its points, each an element
//! with a name, and its curves.
//!
//! Points become numbers in the data of the page, of which the script makes elements; the table has the names. A
//! curve stays a curve without the script, as the steps between its points:
//!
//! ```text
//!   M78.6 427L79.1 427L79.7 426.9   becomes   M78.6 427h.5l.6-.1
//! ```

use super::pack::{packed, planes};

/// The plots of a page.
#[derive(Debug, Default)]
pub(super) struct Compact {
    /// The plots as HTML.
    pub html: String,
    /// The points of each group: its `data-points` is the index here.
    pub points: Vec<String>,
}

impl Compact {
    /// Adds a plot of this kind, which names its markers, since an id occurs once in a page. Its points, each on a line
    /// of its own, are stored as columns of numbers: marker, x and y in tenths of a pixel, puzzle.
    pub(super) fn push_svg(&mut self, kind: &str, svg: &str) {
        let mut group = Vec::new();
        for line in svg.lines() {
            match point(line) {
                Some(numbers) => group.push(numbers),
                None => {
                    self.flush(&mut group);
                    let line = curve(line).unwrap_or_else(|| with_markers_of(kind, line));
                    self.html.extend([&line, "\n"]);
                }
            }
        }
        self.flush(&mut group);
    }

    /// Writes the points collected so far.
    fn flush(&mut self, group: &mut Vec<[u16; 4]>) {
        if !group.is_empty() {
            let columns = (0..4).flat_map(|column| group.iter().map(move |point| point[column]));
            self.html.push_str(&format!("<g data-points=\"{}\"></g>\n", self.points.len()));
            self.points.push(packed(&planes(columns)));
            group.clear();
        }
    }
}

/// Returns a line whose markers have the kind of the plot before their ids.
fn with_markers_of(kind: &str, line: &str) -> String {
    line.replace("id=\"marker", &format!("id=\"{kind}-marker"))
        .replace("href=\"#marker", &format!("href=\"#{kind}-marker"))
}

/// Returns the numbers of a point that stands for a puzzle.
fn point(line: &str) -> Option<[u16; 4]> {
    let (marker, rest) = line.strip_prefix("<use href=\"#marker")?.split_once("\" x=\"")?;
    let (x, rest) = rest.split_once("\" y=\"")?;
    let (y, rest) = rest.split_once("\" data-puzzle=\"")?;
    let (puzzle, _) = rest.split_once('"')?;
    let pixels = |text| u16::try_from(tenths(text)?).ok();
    Some([marker.parse().ok()?, pixels(x)?, pixels(y)?, puzzle.parse().ok()?])
}

/// Returns a coordinate in tenths of a pixel.
fn tenths(text: &str) -> Option<i32> {
    Some((text.parse::<f64>().ok()? * 10.0).round() as i32)
}

/// Returns a line with a curve, written in steps; `None` for any other line.
fn curve(line: &str) -> Option<String> {
    let (before, rest) = line.strip_prefix("<path class=\"curve\"")?.split_once(" d=\"M")?;
    let (path, after) = rest.split_once('"')?;
    let of = |text: &str| {
        let (x, y) = text.split_once(' ')?;
        Some((tenths(x)?, tenths(y)?))
    };
    let points: Vec<(i32, i32)> = path.split('L').map(of).collect::<Option<_>>()?;
    let start = path.split('L').next()?;
    let steps: String = points.windows(2).map(|pair| step(pair[0], pair[1])).collect();
    Some(format!("<path class=\"curve\"{before} d=\"M{start}{steps}\"{after}"))
}

/// Returns a line from one point to another, in the coordinates of the first.
fn step(from: (i32, i32), to: (i32, i32)) -> String {
    match (to.0 - from.0, to.1 - from.1) {
        (right, 0) => format!("h{}", pixels(right)),
        (0, down) => format!("v{}", pixels(down)),
        (right, down) if down < 0 => format!("l{}{}", pixels(right), pixels(down)),
        (right, down) => format!("l{} {}", pixels(right), pixels(down)),
    }
}

/// Returns a number of pixels without needless digits.
fn pixels(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    match (tenths.abs() / 10, tenths.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, part) => format!("{sign}.{part}"),
        (whole, part) => format!("{sign}{whole}.{part}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_with_puzzles_become_numbers_and_all_else_stays() {
        let svg = "<g>\n\
                   <use href=\"#marker0\" x=\"1.5\" y=\"2\" data-puzzle=\"7\"><title>a</title></use>\n\
                   <use href=\"#marker3\" x=\"4\" y=\"5\" data-puzzle=\"8\"><title>b</title></use>\n\
                   <use href=\"#marker3\" x=\"4\" y=\"5\"/>\n</g>\n";
        let short =
            "<g>\n<g data-points=\"0\"></g>\n<use href=\"#ecdf-marker3\" x=\"4\" y=\"5\"/>\n</g>\n";
        let mut compact = Compact::default();
        compact.push_svg("ecdf", svg);
        assert_eq!(compact.html, short);
        let columns = [0, 3, 15, 40, 20, 50, 7, 8];
        assert_eq!(compact.points, [packed(&planes(columns.into_iter()))]);
    }

    #[test]
    fn curves_are_steps() {
        let line = |path| format!("<path class=\"curve\" stroke=\"#000\" d=\"{path}\"/>");
        let long = "M78.6 427L79.1 427L79.7 426.9L79.7 438L80.7 439.5L77 420";
        let short = "M78.6 427h.5l.6-.1v11.1l1 1.5l-3.7-19.5";
        assert_eq!(curve(&line(long)), Some(line(short)));
        assert_eq!(curve(&line("M1 2H3")), None);
        assert_eq!(curve("<path d=\"M1 2L3 4\"/>"), None);
    }
}
