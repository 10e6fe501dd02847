//! What the lines of a certificate of a count are written with: numbers, and a letter at the end.

/// Returns the letter at the end of a line: the sum of the bytes before it, modulo 23, as one of A to W. So a line that
/// has one character changed, inserted or removed is refused, even if it still means the same.
#[inline(always)]
pub fn check_letter(text: &[u8]) -> u8 {
    b'A' + (text.iter().map(|&byte| u32::from(byte)).sum::<u32>() % 23) as u8
}

/// Reads a number of at most 18 digits.
#[inline(always)]
pub(super) fn number(text: &mut &[u8]) -> Result<usize, String> {
    let (digits, mut number, mut length) = (*text, 0_usize, 0);
    while length < digits.len() && digits[length].wrapping_sub(b'0') < 10 {
        number = number.wrapping_mul(10).wrapping_add(usize::from(digits[length] - b'0'));
        length += 1;
    }
    *text = &digits[length..];
    Ok((1..=18).contains(&length).then_some(number).ok_or("expected a number")?)
}
