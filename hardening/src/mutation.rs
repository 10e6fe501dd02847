//! Changes inputs at random, for those who have no libFuzzer. It knows nothing of coverage: it only makes inputs that
//! are nearly right.

use board::seed::ChaCha8Rng;
use rand::RngExt;
use rand::seq::IndexedRandom;

/// Pieces that mean something to some reader, or nearly do.
const PIECES: [&[u8]; 24] = [
    b"\n",
    b" ",
    b"\t",
    b"\r\n",
    b"0",
    b"-1",
    b"18446744073709551615",
    b"9999999999999999999999",
    b"|",
    b":",
    b",",
    b"=",
    b"-",
    b".",
    b"#",
    b"\"",
    b"{",
    b"]",
    b"null",
    b"1e400",
    "\u{feff}".as_bytes(),
    "\u{a0}".as_bytes(),
    "\u{2028}é".as_bytes(),
    b"\xff",
];

/// Returns a changed input, of `max` bytes at most: one of the seeds after up to eight changes.
pub fn mutated(seeds: &[Vec<u8>], max: usize, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut input = seeds.choose(rng).cloned().unwrap_or_default();
    for _ in 0..rng.random_range(0..=8) {
        change(&mut input, seeds, rng);
    }
    input.truncate(max);
    input
}

/// Changes an input once.
fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut ChaCha8Rng) {
    let (at, end) = range(input.len(), rng);
    match rng.random_range(0..8) {
        0 if at < input.len() => input[at] = rng.random(),
        1 if at < input.len() => input[at] ^= 1 << rng.random_range(0..8),
        2 => drop(input.drain(at..end)),
        3 => {
            let copy = input[at..end].to_vec();
            let to = rng.random_range(0..=input.len());
            drop(input.splice(to..to, copy));
        }
        4 => {
            let other = seeds.choose(rng).map_or(&[][..], Vec::as_slice);
            let (from, to) = range(other.len(), rng);
            drop(input.splice(at..end, other[from..to].iter().copied()));
        }
        5 => {
            let piece = PIECES.choose(rng).copied().unwrap_or_default();
            drop(input.splice(at..end, piece.iter().copied()));
        }
        _ => {
            let piece = PIECES.choose(rng).copied().unwrap_or_default();
            drop(input.splice(at..at, piece.iter().copied()));
        }
    }
}

/// Returns a random part of `length` elements, which is short in most cases.
fn range(length: usize, rng: &mut ChaCha8Rng) -> (usize, usize) {
    let at = rng.random_range(0..=length);
    let most = if rng.random_bool(0.8) { 8 } else { length };
    (at, (at + rng.random_range(0..=most)).min(length))
}
