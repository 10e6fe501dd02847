//! What the lines of a certificate of a count are written with: numbers, words of a problem, and a letter at the end.

use super::cover_words::{Checked, Set, add};

/// Returns the letter at the end of a line: the sum of the bytes before it, modulo 23, as one of A to W. So a line that
/// has one character changed, inserted or removed is refused, even if it still means the same.
#[inline(always)]
pub fn check_letter(text: &[u8]) -> u8 {
    b'A' + (text.iter().map(|&byte| u32::from(byte)).sum::<u32>() % 23) as u8
}

/// Reads a number of at most 18 digits.
#[inline(always)]
pub(super) fn number(text: &mut &[u8]) -> Checked<usize> {
    let (mut number, mut rest) = (0_usize, *text);
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        number = number.wrapping_mul(10).wrapping_add(usize::from(digit - b'0'));
        rest = after;
    }
    let length = text.len() - rest.len();
    *text = rest;
    if (1..=18).contains(&length) { Ok(number) } else { Err("expected a number") }
}

/// Reads a number after this sign, if the sign comes next.
#[inline(always)]
pub(super) fn number_after(sign: u8, text: &mut &[u8]) -> Checked<Option<usize>> {
    let Some(rest) = text.strip_prefix(&[sign]) else { return Ok(None) };
    *text = rest;
    number(text).map(Some)
}

/// Reads any number of words, each after this sign and counted from one.
#[inline(always)]
pub(super) fn words_after<const W: usize>(sign: u8, text: &mut &[u8]) -> Checked<Set<W>> {
    let mut words = [0; W];
    while let Some(word) = number_after(sign, text)? {
        match word.wrapping_sub(1) {
            word if word < 64 * W => add(&mut words, word),
            _ => return Err("expected the number of a word"),
        }
    }
    Ok(words)
}
