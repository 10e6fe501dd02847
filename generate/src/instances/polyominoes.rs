//! Polyominoes on a rectangle that may have holes: their images, and where each of them fits.

use board::instance::Item;

/// A square, by row and column, from zero.
pub type Square = (usize, usize);

/// Returns the squares of a hole of these numbers of rows and columns in the middle of a rectangle, or nearest
/// to it towards the top left corner.
///
/// # Panics
/// If the hole is larger than the rectangle.
pub fn central_hole(height: usize, width: usize, hole: (usize, usize)) -> Vec<Square> {
    let (top, left) = ((height - hole.0) / 2, (width - hole.1) / 2);
    let rows = top..top + hole.0;
    rows.flat_map(|row| (left..left + hole.1).map(move |column| (row, column))).collect()
}

/// A rectangle without some of its squares.
pub(super) struct Board {
    height: usize,
    width: usize,
    /// The number of each square, in reading order, and none in a hole.
    numbers: Vec<Option<Item>>,
}

impl Board {
    /// Returns a rectangle without the squares `holes`.
    pub(super) fn new(height: usize, width: usize, holes: &[Square]) -> Self {
        let mut next = 0..;
        let number = |square: usize| match holes.contains(&(square / width, square % width)) {
            true => None,
            false => next.next(),
        };
        Self { height, width, numbers: (0..height * width).map(number).collect() }
    }

    /// Returns the names of the squares, `r1c1` first, without holes.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        let all = self.numbers.iter().enumerate().filter(|(_, number)| number.is_some());
        all.map(|(square, _)| format!("r{}c{}", square / self.width + 1, square % self.width + 1))
    }

    /// Returns the numbers of the squares that an image covers, for each place where it fits, in reading order
    /// of its corner.
    pub(super) fn placements(&self, image: &[Square]) -> impl Iterator<Item = Vec<Item>> {
        let places = (0..self.height * self.width).map(|it| (it / self.width, it % self.width));
        places.filter_map(move |(down, right)| {
            let number = |&(row, column): &Square| {
                let (row, column) = (row + down, column + right);
                let is_inside = row < self.height && column < self.width;
                if is_inside { self.numbers[row * self.width + column] } else { None }
            };
            image.iter().map(number).collect()
        })
    }
}

/// Returns the squares of a piece in each of its orientations, in ascending order and without repetition.
pub(super) fn images(rows: &[&str]) -> Vec<Vec<Square>> {
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
