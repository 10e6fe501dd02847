//! Splits a text into numbered lines and checks that they are UTF-8. At most [`MAX_LINE`] bytes of a line are
//! held in memory.

use std::borrow::Cow;
use std::io::{self, BufRead, Cursor, Read};

use memchr::{memchr, memrchr};

use super::source::Source;

/// The maximum length of a line, in bytes: all candidates of 100 × 100 cells are 1.4 MB.
pub(super) const MAX_LINE: usize = 2 * 1024 * 1024;

/// The number of bytes from which the notation is recognised.
const HEAD: usize = 64 * 1024;

/// The maximum length, in bytes, of the comments before the text from which the notation is recognised.
const MAX_HEAD: usize = 4 << 20;

/// The number of bytes after which a line counts as endless, and the text as none.
const ENDLESS: usize = 64 << 20;

/// The message for bytes that are not text.
const NO_TEXT: &str = "a NUL character and no line, expected text";

/// The message for bytes that are not UTF-8.
pub const NOT_UTF8: &str = "not UTF-8, expected text";

/// The message for a carriage return that no line feed follows.
const LONE_RETURN: &str = "a carriage return within a line, expected lines that end in a line feed";

/// Splits a source into lines.
pub(super) struct LineReader {
    source: Source,
    /// Text that was read ahead and is still to be split.
    head: Cursor<Vec<u8>>,
    /// The error that ended the head.
    broken: Option<io::Error>,
    buffer: Vec<u8>,
    number: usize,
}

/// The text of a line without its line break, or a column and a message.
pub(super) type Line<'l> = Result<&'l str, (usize, String)>;

impl LineReader {
    /// Creates the lines of `source`.
    pub(super) fn new(source: Source) -> Self {
        let head = Cursor::default();
        Self { source, head, broken: None, buffer: Vec::new(), number: 0 }
    }

    /// Returns the lines in the first [`HEAD`] bytes without consuming them; if these are comments, which may
    /// draw a board, the lines in up to [`MAX_HEAD`] bytes. Invalid UTF-8 is replaced.
    pub(super) fn head(&mut self) -> Cow<'_, str> {
        let mut is_whole = false;
        while !is_whole && self.broken.is_none() {
            let before = self.head.get_ref().len();
            let mut limited = self.source.text().take(HEAD as u64);
            self.broken = limited.read_to_end(self.head.get_mut()).err();
            let head = self.head.get_ref();
            is_whole = head.len() - before < HEAD;
            if head.len() >= MAX_HEAD
                || !is_all_comments(&head[..before + (head.len() - before) / 2])
            {
                break;
            }
        }
        if self.broken.is_none() && is_no_text(self.head.get_ref()) {
            self.broken = Some(io::Error::new(io::ErrorKind::InvalidData, NO_TEXT));
        }
        let head = self.head.get_ref();
        let end = if is_whole { None } else { head.iter().rposition(|&byte| byte == b'\n') };
        String::from_utf8_lossy(&head[..end.unwrap_or(head.len())])
    }

    /// Reads the whole text, including any byte order mark; `None` if it is longer than `limit` bytes.
    ///
    /// # Errors
    /// When the source is damaged or cannot be read.
    pub(super) fn whole(&mut self, limit: usize) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = std::mem::take(&mut self.head).into_inner();
        if let Some(error) = self.broken.take() {
            return Err(error);
        }
        let left = (limit + 1).saturating_sub(bytes.len());
        self.source.text().take(left as u64).read_to_end(&mut bytes)?;
        Ok((bytes.len() <= limit).then_some(bytes))
    }

    /// Returns the next line and its number, from 1, without a byte order mark.
    ///
    /// # Errors
    /// When the source is damaged or cannot be read. An incomplete line before the damage is skipped.
    pub(super) fn next(&mut self) -> io::Result<Option<(usize, Line<'_>)>> {
        self.buffer.clear();
        let text: &mut dyn BufRead = match (self.head.fill_buf()?.is_empty(), &self.broken) {
            (true, None) => self.source.text(),
            (false, None) => &mut (&mut self.head).chain(self.source.text()),
            (_, Some(_)) => &mut self.head,
        };
        text.take(MAX_LINE as u64).read_until(b'\n', &mut self.buffer)?;
        if !self.buffer.ends_with(b"\n")
            && let Some(error) = self.broken.take()
        {
            return Err(error);
        }
        if self.buffer.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if self.buffer.len() == MAX_LINE && !self.buffer.ends_with(b"\n") {
            skip_line(text)?;
            let problem = format!("a line longer than {MAX_LINE} bytes, expected a puzzle");
            return Ok(Some((self.number, Err((1, problem)))));
        }
        let start =
            if self.number == 1 && self.buffer.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Ok(Some((self.number, line(&self.buffer[start..]))))
    }

    /// Returns whether `wanted` accepts the next line, without its line break. False if the line is not completely in
    /// the buffer.
    pub(super) fn is_next(&mut self, wanted: impl Fn(&[u8]) -> bool) -> bool {
        let chunk = self.buffered().unwrap_or_default();
        memchr(b'\n', chunk).is_some_and(|end| wanted(without_return(&chunk[..end])))
    }

    /// Appends to `text` up to `most` lines, each ending with a line feed, as long as `wanted` accepts them.
    /// Errors are left to the next read.
    pub(super) fn take_while(
        &mut self,
        most: usize,
        wanted: impl Fn(&[u8]) -> bool,
        text: &mut Vec<u8>,
    ) {
        let mut n_taken = 0;
        while n_taken < most {
            let chunk = self.buffered().unwrap_or_default();
            let Some(last) = memrchr(b'\n', chunk) else {
                if self.join() {
                    continue;
                }
                break;
            };
            let (mut length, before) = (0, n_taken);
            while n_taken < most && length <= last {
                let end = memchr(b'\n', &chunk[length..]).unwrap_or_default();
                let line = without_return(&chunk[length..length + end]);
                if !wanted(line) {
                    break;
                }
                text.extend_from_slice(line);
                text.push(b'\n');
                (length, n_taken) = (length + end + 1, n_taken + 1);
            }
            let is_over = length <= last;
            self.consume(length);
            self.number += n_taken - before;
            if is_over {
                break;
            }
        }
    }

    /// Returns the buffered bytes, which may end within a line.
    fn buffered(&mut self) -> io::Result<&[u8]> {
        match self.head.fill_buf()?.is_empty() && self.broken.is_none() {
            true => self.source.text().fill_buf(),
            false => self.head.fill_buf(),
        }
    }

    /// Consumes buffered bytes.
    fn consume(&mut self, length: usize) {
        match self.head.fill_buf().is_ok_and(<[u8]>::is_empty) {
            true => self.source.text().consume(length),
            false => self.head.consume(length),
        }
    }

    /// Reads the rest of the line that the buffer ends in, so that it is contiguous. Returns false if there is no
    /// such line, or if it is too long.
    fn join(&mut self) -> bool {
        let Ok(chunk) = self.buffered() else { return false };
        let mut line = chunk.to_vec();
        if line.is_empty() || line.len() >= MAX_LINE || self.broken.is_some() {
            return false;
        }
        self.consume(line.len());
        let left = (MAX_LINE - line.len()) as u64;
        self.broken = self.source.text().take(left).read_until(b'\n', &mut line).err();
        let is_whole = line.ends_with(b"\n");
        self.head = Cursor::new(line);
        is_whole
    }

    /// Returns the number of the last line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Returns the source.
    pub(super) fn source(&self) -> &Source {
        &self.source
    }
}

/// Returns whether bytes are no text: they contain a NUL, and no end of a line.
fn is_no_text(bytes: &[u8]) -> bool {
    memchr(0, bytes).is_some() && memchr(b'\n', bytes).is_none()
}

/// Returns whether every line is a comment or blank.
fn is_all_comments(text: &[u8]) -> bool {
    let first = |line: &[u8]| line.iter().copied().find(|byte| !byte.is_ascii_whitespace());
    text.split(|&byte| byte == b'\n').all(|line| matches!(first(line), None | Some(b'#')))
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn line(bytes: &[u8]) -> Line<'_> {
    match utf8(bytes) {
        Ok(text) => {
            let text = text.strip_suffix('\n').unwrap_or(text);
            let text = text.strip_suffix('\r').unwrap_or(text);
            match text.find('\r') {
                None => Ok(text),
                Some(at) => Err((text[..at].chars().count() + 1, LONE_RETURN.into())),
            }
        }
        Err((_, column)) => Err((column, NOT_UTF8.into())),
    }
}

/// Decodes UTF-8.
///
/// # Errors
/// The line and column, from 1, of the first invalid byte.
pub fn utf8(bytes: &[u8]) -> Result<&str, (usize, usize)> {
    str::from_utf8(bytes).map_err(|error| {
        let read = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let last = read.rsplit('\n').next().unwrap_or_default();
        (read.matches('\n').count() + 1, last.chars().count() + 1)
    })
}

/// Skips the rest of a line.
///
/// # Errors
/// When it cannot be read, or seems to have no end.
fn skip_line(text: &mut dyn BufRead) -> io::Result<()> {
    let mut skipped = 0;
    loop {
        let chunk = text.fill_buf()?;
        let end = memchr(b'\n', chunk);
        let length = end.map_or(chunk.len(), |end| end + 1);
        text.consume(length);
        skipped += length;
        if end.is_some() || length == 0 {
            return Ok(());
        }
        if skipped > ENDLESS {
            let problem = format!("a line of more than {} MiB, expected a text", ENDLESS >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
    }
}
