//! Samples of puzzles if there are too many to plot: those with the smallest hashes.
//!
//! Hashes are independent of difficulty, so this is a random sample; and it is the same in every plot of
//! the same puzzles, whatever the order of the rows.

use super::PlotData;

/// The maximum number of points per contestant.
pub const POINTS: usize = 2_000;

/// At most `max` indices of the matrix, in ascending order.
pub fn places(data: &PlotData<'_>, max: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..data.puzzles()).collect();
    if places.len() > max {
        // Hashed again, because rows made by hand have names in place of hashes.
        places.sort_by_cached_key(|&place| {
            *blake3::hash(data.puzzle(place).hash.as_bytes()).as_bytes()
        });
        places.truncate(max);
        places.sort_unstable();
    }
    places
}

/// Returns the note of a plot that shows a sample; `None` if it shows all puzzles.
pub fn note(data: &PlotData<'_>, drawn: usize) -> Option<String> {
    (drawn < data.puzzles()).then(|| {
        format!("The points are a random sample of {drawn} of the {} puzzles.", data.puzzles())
    })
}
