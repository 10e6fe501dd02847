//! Pentominoes in a rectangle, possibly with a hole: each of the twelve once, each square covered.

use board::instance::{Entry, ExactCover, Item};

/// A square, by row and column.
type Square = (usize, usize);

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
    pentominoes_around(height, width, (0, 0))
}

/// Returns the problem of a rectangle with a hole of these numbers of rows and columns in its middle, or
/// nearest to it towards the top left corner. The board of 8×8 without its four central squares is the
/// one that Dana Scott's program solved in 1958.
///
/// # Panics
/// If the hole is larger than the rectangle.
pub fn pentominoes_around(height: usize, width: usize, hole: Square) -> ExactCover {
    let (top, left) = ((height - hole.0) / 2, (width - hole.1) / 2);
    let is_hole = |row: usize, column: usize| {
        (top..top + hole.0).contains(&row) && (left..left + hole.1).contains(&column)
    };
    let all = (0..height * width).map(|i| (i / width, i % width));
    let squares: Vec<Square> = all.filter(|&(row, column)| !is_hole(row, column)).collect();
    let mut items = vec![None; height * width];
    for (item, &(row, column)) in (PIECES.len()..).zip(&squares) {
        items[row * width + column] = Some(item as Item);
    }
    let pieces = PIECES.iter().map(|(name, _)| name.to_string());
    let squares = squares.iter().map(|(row, column)| format!("r{}c{}", row + 1, column + 1));
    let mut problem = ExactCover::new(pieces.chain(squares).collect(), Vec::new(), Vec::new());
    for (piece, (_, rows)) in PIECES.iter().enumerate() {
        for squares in images(rows) {
            let fits = |&(down, right): &Square| {
                squares.iter().all(|&(row, column)| row + down < height && column + right < width)
            };
            let corners = (0..height * width).map(|corner| (corner / width, corner % width));
            for (down, right) in corners.filter(fits) {
                let item = |&(row, column): &Square| items[(row + down) * width + column + right];
                let Some(covered) = squares.iter().map(item).collect::<Option<Vec<Item>>>() else {
                    continue;
                };
                let items = std::iter::once(piece as Item).chain(covered);
                let added = problem.add_option(items.map(Entry::plain));
                added.expect("a piece and five different squares");
            }
        }
    }
    problem
}

/// Returns the squares of a piece in each of its orientations, in ascending order and without repetition.
fn images(rows: &[&str]) -> Vec<Vec<Square>> {
    let filled = |(row, text): (usize, &&str)| {
        let text = text.bytes().enumerate().filter(|&(_, byte)| byte == b'x');
        text.map(|(column, _)| (row, column)).collect::<Vec<Square>>()
    };
    let mut squares: Vec<Square> = rows.iter().enumerate().flat_map(filled).collect();
    let mut images = Vec::new();
    for turn in 0..8 {
        let height = squares.iter().map(|square| square.0).max().unwrap_or(0);
        squares = squares.iter().map(|&(row, column)| (column, height - row)).collect();
        if turn == 4 {
            squares = squares.iter().map(|&(row, column)| (column, row)).collect();
        }
        squares.sort_unstable();
        images.push(squares.clone());
    }
    images.sort_unstable();
    images.dedup();
    images
}

#[cfg(test)]
mod tests {
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
        let problem = pentominoes_around(8, 8, (2, 2));
        assert_eq!((problem.items(), problem.option_count()), (72, 1568));
    }

    #[test]
    fn a_rectangle_of_six_by_ten_has_2056_options_as_published() {
        assert_eq!(pentominoes(6, 10).option_count(), 2056);
    }
}
