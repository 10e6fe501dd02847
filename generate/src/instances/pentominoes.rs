//! Pentominoes in a rectangle, possibly with holes: each of the twelve once, each square covered.

use board::instance::{Entry, ExactCover, Item};

use super::polyominoes::{Board, Square, images};

/// The twelve, with Golomb's names, as rows of squares.
const PIECES: [(&str, &[&str]); 12] = [
    ("F", &[".xx", "xx.", ".x."]),
    ("I", &["xxxxx"]),
    ("L", &["xxxx", "x..."]),
    ("N", &["xxx.", "..xx"]),
    ("P", &["xxx", "xx."]),
    ("T", &["xxx", ".x.", ".x."]),
    ("U", &["x.x", "xxx"]),
    ("V", &["x..", "x..", "xxx"]),
    ("W", &["x..", "xx.", ".xx"]),
    ("X", &[".x.", "xxx", ".x."]),
    ("Y", &["xxxx", ".x.."]),
    ("Z", &["xx.", ".x.", ".xx"]),
];

/// Returns the problem of a rectangle. An option places a piece, rotated or reflected, on five of its
/// squares. There are solutions only if it has 60 squares.
pub fn pentominoes(height: usize, width: usize) -> ExactCover {
    pentominoes_around(height, width, &[])
}

/// Returns the problem of a rectangle without the squares `holes`. The board of 8×8 without its four central
/// squares is the one that Dana Scott's program solved in 1958.
pub fn pentominoes_around(height: usize, width: usize, holes: &[Square]) -> ExactCover {
    let board = Board::new(height, width, holes);
    let pieces = PIECES.iter().map(|(name, _)| name.to_string());
    let mut problem =
        ExactCover::new(pieces.chain(board.names()).collect(), Vec::new(), Vec::new());
    for (piece, (_, rows)) in PIECES.iter().enumerate() {
        for image in images(rows) {
            for squares in board.placements(&image) {
                let squares = squares.into_iter().map(|square| PIECES.len() as Item + square);
                let items = std::iter::once(piece as Item).chain(squares);
                let added = problem.add_option(items.map(Entry::plain));
                added.expect("a piece and five different squares");
            }
        }
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::super::central_hole;
    use super::*;

    #[test]
    fn the_twelve_pieces_have_63_images_of_five_squares() {
        let images: Vec<_> = PIECES.iter().map(|(_, rows)| images(rows)).collect();
        let counts: Vec<usize> = images.iter().map(Vec::len).collect();
        assert_eq!(counts, [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]);
        assert!(images.iter().flatten().all(|image| image.len() == 5));
    }

    #[test]
    fn a_square_of_eight_without_its_middle_has_1568_options_as_published() {
        let problem = pentominoes_around(8, 8, &central_hole(8, 8, (2, 2)));
        assert_eq!((problem.items(), problem.option_count()), (72, 1568));
    }

    #[test]
    fn a_rectangle_of_six_by_ten_has_2056_options_as_published() {
        assert_eq!(pentominoes(6, 10).option_count(), 2056);
    }
}
