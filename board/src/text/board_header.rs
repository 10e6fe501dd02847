//! The header `geometry`: the name of a board or, where no name says it, the board itself, drawn in
//! the comment lines that follow.
//!
//! ```text
//!   # geometry: samurai          # geometry:
//!                                #   name: own
//!                                #   board:
//!                                #   AABB
//!                                #   …
//! ```
//!
//! So a file of puzzles needs no other file. A line belongs to the [drawing] if at least two blanks
//! stand behind its `#`, or nothing at all; the first that does not ends it.

use crate::catalog;
use crate::drawing::{self, Drawing};
use crate::geometry::Geometry;

use super::record::Unwritable;

/// The text that names a geometry: its name if the catalog has the same board under it, else its
/// drawing, which has several lines.
///
/// # Errors
/// When no drawing can show it.
pub fn text(geometry: &Geometry) -> Result<String, Unwritable> {
    let name = geometry.name();
    if catalog::named(name).is_ok_and(|known| known.is_same_board(geometry)) {
        return Ok(name.into());
    }
    let drawing = Drawing { geometry: geometry.clone(), about: String::new() };
    let text = drawing::write(&drawing).filter(|text| {
        // A name may hold what would be read as something else.
        drawing::read(text, "").as_ref() == Ok(&drawing)
    });
    text.ok_or_else(|| Unwritable::Drawing(name.into()))
}

/// The header lines that name a geometry.
///
/// # Errors
/// As [`text`].
pub fn header(geometry: &Geometry) -> Result<String, Unwritable> {
    let text = text(geometry)?;
    if !text.contains('\n') {
        return Ok(format!("# geometry: {text}\n"));
    }
    let line = |line: &str| format!("#   {line}").trim_end().to_owned() + "\n";
    Ok(["# geometry:\n".to_owned()].into_iter().chain(text.lines().map(line)).collect())
}

/// What the header `geometry` states, as far as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The line of the header, from one.
    pub line: usize,
    /// A name, a file, or a drawing of several lines; empty where neither was given.
    pub text: String,
    /// The last line that belongs to it.
    last: usize,
}

impl Stated {
    /// The header on `line`, with what stands behind its colon.
    pub fn new(line: usize, value: &str) -> Self {
        Self { line, text: value.trim().to_owned(), last: line }
    }

    /// Takes what is behind the `#` of the comment on `line` if it belongs to the drawing; returns
    /// whether it does.
    pub fn take(&mut self, line: usize, comment: &str) -> bool {
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

    fn read(header: &str) -> Stated {
        let mut lines = (1..).zip(header.lines().map(|line| &line[1..]));
        let (_, first) = lines.next().expect("a header");
        let mut stated = Stated::new(1, first.split_once(':').expect("a key").1);
        lines.for_each(|(line, comment)| {
            stated.take(line, comment);
        });
        stated
    }

    #[test]
    fn a_board_that_no_name_says_is_drawn() {
        let own = drawing::read(OWN, "").expect("a drawing").geometry;
        let header = header(&own).expect("a header");
        assert!(header.starts_with("# geometry:\n#   name: own\n#   order: 2\n#\n#   board:\n"));
        let read = drawing::read(&read(&header).text, "").expect("a drawing");
        assert_eq!(read.geometry, own);
    }

    #[test]
    fn a_board_of_the_catalog_goes_by_its_name() {
        for name in catalog::entries().into_iter().flat_map(|entry| entry.names) {
            let geometry = catalog::named(&name).expect("a name");
            assert_eq!(header(&geometry), Ok(format!("# geometry: {}\n", geometry.name())));
            assert_eq!(text(&geometry).as_deref(), Ok(geometry.name()));
        }
    }

    #[test]
    fn a_namesake_of_the_catalog_is_drawn() {
        let other = drawing::read(&OWN.replace("own", "x4"), "").expect("a drawing").geometry;
        assert!(header(&other).is_ok_and(|header| header.contains("\n#   AB\n")));
    }

    #[test]
    fn a_comment_of_its_own_ends_the_drawing() {
        let stated =
            read("# geometry:\n#   board:\n#   AB\n#\n#\trows\n# a comment\n#   columns\n");
        assert_eq!(stated.text, "board:\nAB\n\nrows\n");
        assert_eq!(read("# geometry: x\n#   rows\n").text, "x");
        let mut stated = Stated::new(3, "");
        assert!(!stated.take(5, "   board:"), "lines that do not follow each other");
    }

    #[test]
    fn a_board_that_is_too_large_to_draw_is_refused() {
        let far = "place: classic4 at r1c1 r2000c1\n";
        let far = drawing::read(far, "far").expect("a drawing").geometry;
        assert_eq!(header(&far), Err(Unwritable::Drawing("far".into())));
    }
}
