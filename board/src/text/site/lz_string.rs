//! Texts that were compressed by lz-string's `compressToBase64`.
//!
//! Each character in base 64 is six bits, the highest first, and numbers are read from their lowest bit. A code is a
//! number of a word, or 0 (1) for a new character of 8 (16) bits that follows, or 2 for the end. After each code a word
//! is added: that of the code before, and the first character of this one. So words 3, 4, … are all pieces of the text
//! that was read so far, and a place and a length are enough for each. Numbers get a bit longer when the words, and the
//! new characters, no longer fit; the first code has two bits, the second three.
//!
//! This is the format of [lz-string](https://github.com/pieroxy/lz-string) 1.4 and later, with its alphabet for
//! addresses as well. The crates that read it have no limit on the text that a few characters can expand to.

/// The largest text, in UTF-16 units: with all fields, a puzzle of 31 × 31 cells has a fifth of this.
const MAX_UNITS: usize = 1 << 19;

/// The numbers before those of the words.
const RESERVED: usize = 3;

/// A piece of the text: where it starts, and its length.
type Piece = (usize, usize);

/// Returns the text, or what is wrong with the compressed one.
pub(super) fn decompress(compressed: &str) -> Result<String, String> {
    let mut reader = Reader::new(compressed)?;
    let mut units: Vec<u16> = Vec::new();
    let mut words: Vec<Piece> = Vec::new();
    // The number of codes and new characters until numbers get longer, and the length of a number.
    let (mut left, mut width) = (1_u64, 2);
    let mut last: Option<Piece> = None;
    loop {
        let code = reader.number(width)?;
        let here = units.len();
        let code = match code {
            0 | 1 => {
                let unit = reader.number(if code == 0 { 8 } else { 16 })?;
                // The new character is where the text continues.
                units.push(unit as u16);
                words.push((here, 1));
                count(&mut left, &mut width);
                RESERVED + words.len() - 1
            }
            2 => break,
            code => code as usize,
        };
        let word = match (words.get(code - RESERVED), last) {
            (Some(&word), _) => word,
            // The word that this code adds: the last one and its own first character.
            (None, Some((start, length))) if code == RESERVED + words.len() => (start, length + 1),
            _ => return Err(format!("the number {code} of a word that is not there")),
        };
        let end = here + word.1;
        if end > MAX_UNITS {
            return Err(format!("a text of more than {MAX_UNITS} characters"));
        }
        // The last unit of the word may be the first one that this appends.
        (units.len()..end).for_each(|at| units.push(units[word.0 + at - here]));
        if let Some((start, length)) = last {
            words.push((start, length + 1));
            count(&mut left, &mut width);
        }
        last = Some((here, word.1));
    }
    String::from_utf16(&units).map_err(|_| "half a character".into())
}

/// Counts a word, and makes numbers longer when they are used up.
fn count(left: &mut u64, width: &mut u32) {
    *left -= 1;
    if *left == 0 {
        *left = 1 << *width;
        *width += 1;
    }
}

/// Reads numbers from characters of six bits.
struct Reader {
    values: Vec<u8>,
    /// The bits that were read.
    at: usize,
}

impl Reader {
    fn new(text: &str) -> Result<Self, String> {
        let text = text.trim_end_matches('=');
        let value = |c: char| match c {
            'A'..='Z' => Ok(c as u8 - b'A'),
            'a'..='z' => Ok(c as u8 - b'a' + 26),
            '0'..='9' => Ok(c as u8 - b'0' + 52),
            '+' => Ok(62),
            '/' | '-' => Ok(63),
            _ => Err(format!("{c:?} in a compressed puzzle")),
        };
        Ok(Self { values: text.chars().map(value).collect::<Result<_, _>>()?, at: 0 })
    }

    fn number(&mut self, width: u32) -> Result<u32, String> {
        let mut number = 0;
        for bit in 0..width {
            let value = self.values.get(self.at / 6).ok_or("an end before the last code")?;
            number |= u32::from(value >> (5 - self.at % 6) & 1) << bit;
            self.at += 1;
        }
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn compress(text: &str) -> String {
        lz_str::compress_to_base64(text.encode_utf16().collect::<Vec<_>>())
    }

    #[test]
    fn a_known_text_is_read() {
        assert_eq!(decompress("BYUwNmD2Q===").as_deref(), Ok("hello"));
        assert_eq!(decompress("Q===").as_deref(), Ok(""));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        assert_eq!(decompress(""), Err("an end before the last code".into()));
        assert_eq!(decompress("BYUw"), Err("an end before the last code".into()));
        assert_eq!(decompress("BY?"), Err("'?' in a compressed puzzle".into()));
        assert_eq!(
            decompress(&"/".repeat(99)),
            Err("the number 3 of a word that is not there".into())
        );
    }

    #[test]
    fn a_short_text_cannot_expand_without_limit() {
        let bomb = compress(&"a".repeat(MAX_UNITS + 1));
        assert!(bomb.len() < 10_000, "{}", bomb.len());
        assert_eq!(decompress(&bomb), Err(format!("a text of more than {MAX_UNITS} characters")));
        let largest = "a".repeat(MAX_UNITS);
        assert_eq!(decompress(&compress(&largest)), Ok(largest));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

        #[test]
        fn what_another_program_compresses_is_read(
            text in prop_oneof!["[ -~]{0,300}", ".{0,200}", "[ab]{0,2000}", "([a-d]{1,3}é?😀?){0,90}"],
        ) {
            let compressed = compress(&text);
            prop_assert_eq!(decompress(&compressed), Ok(text));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "[A-Za-z0-9+/]{0,300}=?") {
            let other = lz_str::decompress_from_base64(&text);
            let other = other.and_then(|units| String::from_utf16(&units).ok());
            if let Ok(read) = decompress(&text) {
                // The other one ignores bits after the end mark as well.
                prop_assert_eq!(Some(read), other);
            }
        }
    }
}
