//! The header `geometry`: the name of a board or, if it has none, a drawing of the board in the comment
//! lines that follow.
//!
//! ```text
//!   # geometry: samurai          # geometry:
//!                                #   name: own
//!                                #   board:
//!                                #   AABB
//!                                #   …
//! ```
//!
//! So a file of puzzles needs no other file. A line belongs to the [drawing] if its `#`
//! is followed by at least two blanks, or by nothing; the first other line ends it.

use super::write_error::WriteError;
use crate::catalog;
use crate::drawing;
use crate::geometry::Geometry;

/// Returns the text that identifies a geometry: its name if the catalog has the same board under it, else its drawing,
/// which has several lines.
///
/// # Errors
/// If it cannot be drawn.
pub fn text(geometry: &Geometry) -> Result<String, WriteError> {
    let name = geometry.name();
    if catalog::named(name).is_ok_and(|known| known.is_same_board(geometry)) {
        return Ok(name.into());
    }
    let text = drawing::write(geometry, "").filter(|text| {
        // A name may contain characters that would read back as something else.
        catalog::read_drawing(text, "")
            .is_ok_and(|it| it.geometry == *geometry && it.about.is_empty())
    });
    text.ok_or_else(|| WriteError::Drawing(name.into()))
}

/// Returns the header lines that identify a geometry.
///
/// # Errors
/// As [`text`].
pub fn header(geometry: &Geometry) -> Result<String, WriteError> {
    let text = text(geometry)?;
    if !text.contains('\n') {
        return Ok(format!("# geometry: {text}\n"));
    }
    let line = |line: &str| format!("#   {line}").trim_end().to_owned() + "\n";
    Ok(["# geometry:\n".to_owned()].into_iter().chain(text.lines().map(line)).collect())
}

/// The value of a header `geometry`, as far as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedBoard {
    /// The line of the header, from one.
    pub line: usize,
    /// A name, a file, or a drawing of several lines; empty if the header has no value.
    pub text: String,
    /// The last line that belongs to it.
    last: usize,
}

impl StatedBoard {
    /// Creates the header on `line`, with the text after its colon.
    pub fn new(line: usize, value: &str) -> Self {
        Self { line, text: value.trim().to_owned(), last: line }
    }

    /// Appends the comment on `line`, of which `comment` is the part after the `#`, if it belongs to
    /// the drawing; returns whether it does.
    pub fn extend(&mut self, line: usize, comment: &str) -> bool {
        let is_drawn = self.text.is_empty() || self.text.ends_with('\n');
        let is_inside =
            comment.trim().is_empty() || comment.starts_with(['\t']) || comment.starts_with("  ");
        let belongs = is_drawn && is_inside && line == self.last + 1;
        if belongs {
            self.last = line;
            self.text += comment.trim();
            self.text.push('\n');
        }
        belongs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "name: own\norder: 2\n\nboard:\nAB\nAB\n\nrows\n";

    fn read(header: &str) -> StatedBoard {
        let mut lines = (1..).zip(header.lines().map(|line| &line[1..]));
        let (_, first) = lines.next().expect("a header");
        let mut stated = StatedBoard::new(1, first.split_once(':').expect("a key").1);
        lines.for_each(|(line, comment)| {
            stated.extend(line, comment);
        });
        stated
    }

    #[test]
    fn a_board_without_a_name_is_drawn() {
        let own = catalog::read_drawing(OWN, "").expect("a drawing").geometry;
        let header = header(&own).expect("a header");
        assert!(header.starts_with("# geometry:\n#   name: own\n#   order: 2\n#\n#   board:\n"));
        let read = catalog::read_drawing(&read(&header).text, "").expect("a drawing");
        assert_eq!(read.geometry, own);
    }

    #[test]
    fn a_board_of_the_catalog_is_written_by_name() {
        for name in catalog::entries().into_iter().flat_map(|entry| entry.names) {
            let geometry = catalog::named(&name).expect("a name");
            assert_eq!(header(&geometry), Ok(format!("# geometry: {}\n", geometry.name())));
            assert_eq!(text(&geometry).as_deref(), Ok(geometry.name()));
        }
    }

    #[test]
    fn a_namesake_of_the_catalog_is_drawn() {
        let other =
            catalog::read_drawing(&OWN.replace("own", "x4"), "").expect("a drawing").geometry;
        assert!(header(&other).is_ok_and(|header| header.contains("\n#   AB\n")));
    }

    #[test]
    fn another_comment_ends_the_drawing() {
        let stated =
            read("# geometry:\n#   board:\n#   AB\n#\n#\trows\n# a comment\n#   columns\n");
        assert_eq!(stated.text, "board:\nAB\n\nrows\n");
        assert_eq!(read("# geometry: x\n#   rows\n").text, "x");
        let mut stated = StatedBoard::new(3, "");
        assert!(!stated.extend(5, "   board:"), "lines that do not follow each other");
    }

    #[test]
    fn a_board_that_is_too_large_to_draw_is_refused() {
        let far = "place: classic4 at r1c1 r2000c1\n";
        let far = catalog::read_drawing(far, "far").expect("a drawing").geometry;
        assert_eq!(header(&far), Err(WriteError::Drawing("far".into())));
    }
}
