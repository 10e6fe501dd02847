//! Constant strings concatenated from other constants.

/// A string concatenated at compile time.
pub(super) struct ConstString {
    bytes: [u8; Self::MOST],
    length: usize,
}

impl ConstString {
    /// The maximum length in bytes. Longer strings fail to compile.
    const MOST: usize = 96;

    /// Concatenates `parts`.
    pub(super) const fn concat(parts: &[&str]) -> Self {
        let (mut bytes, mut length, mut part) = ([0; Self::MOST], 0, 0);
        while part < parts.len() {
            let mut index = 0;
            while index < parts[part].len() {
                bytes[length] = parts[part].as_bytes()[index];
                (length, index) = (length + 1, index + 1);
            }
            part += 1;
        }
        Self { bytes, length }
    }

    /// Returns the string.
    pub(super) const fn as_str(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(string) => string,
            Err(_) => panic!("concatenated strings are valid UTF-8"),
        }
    }
}
