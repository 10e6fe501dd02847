//! Which puzzles stand for all where there are too many to be seen: those with the smallest hashes.
//!
//! A hash knows nothing of hardness, so this is a random sample; and it is the same one in every
//! picture of the same puzzles, whatever the order of the rows.

use super::Shown;

/// At most this many points are drawn for each contestant.
pub const POINTS: usize = 2_000;

/// At most `most` places of the sheet, in ascending order.
pub fn places(shown: &Shown<'_>, most: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..shown.puzzles()).collect();
    if places.len() > most {
        // Hashed once more: hand-made rows have no hashes but names.
        places.sort_by_cached_key(|&place| {
            *blake3::hash(shown.puzzle(place).hash.as_bytes()).as_bytes()
        });
        places.truncate(most);
        places.sort_unstable();
    }
    places
}

/// The sentence for a picture that shows a sample; none where all puzzles are shown.
pub fn note(shown: &Shown<'_>, drawn: usize) -> Option<String> {
    (drawn < shown.puzzles())
        .then(|| format!("Points: a random sample of {drawn} of the {} puzzles.", shown.puzzles()))
}
