//! Words put together by the compiler: constants that are made of other constants.

/// Words that the compiler put together.
pub(super) struct ConstString {
    bytes: [u8; Self::MOST],
    length: usize,
}

impl ConstString {
    /// More bytes than these do not compile.
    const MOST: usize = 96;

    /// These, one behind the other.
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

    /// The words.
    pub(super) const fn as_str(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(words) => words,
            Err(_) => panic!("words, one behind the other, are words"),
        }
    }
}
