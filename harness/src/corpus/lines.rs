//! The lines of a text, one at a time: numbered, checked to be UTF-8, and never longer than
//! [`MAX_LINE`] in memory, whatever stands in the file.

use std::borrow::Cow;
use std::io::{self, BufRead, Cursor, Read};

use super::source::Source;

/// A line may be this long: an order-36 puzzle in numbers has 4 kB.
pub(super) const MAX_LINE: usize = 64 * 1024;

/// What is said of bytes that are no text.
pub(crate) const NOT_UTF8: &str = "not UTF-8, expected text";

/// Cuts a source into lines.
pub(super) struct Lines {
    source: Source,
    /// What was looked at before the first line was read, and is still to be cut.
    head: Cursor<Vec<u8>>,
    /// Why the head ends where it ends.
    broken: Option<io::Error>,
    buffer: Vec<u8>,
    number: usize,
}

/// The text of a line without its end, or the column and what is wrong with it.
pub(super) type Line<'l> = Result<&'l str, (usize, String)>;

impl Lines {
    /// The lines of `source`.
    pub(super) fn new(source: Source) -> Self {
        let head = Cursor::default();
        Self { source, head, broken: None, buffer: Vec::new(), number: 0 }
    }

    /// The first lines, as far as [`MAX_LINE`] bytes go, without reading past them. What is no UTF-8
    /// is replaced.
    pub(super) fn head(&mut self) -> Cow<'_, str> {
        let mut limited = self.source.text().take(MAX_LINE as u64);
        self.broken = limited.read_to_end(self.head.get_mut()).err();
        let head = self.head.get_ref();
        let is_whole = head.len() < MAX_LINE;
        let end = if is_whole { None } else { head.iter().rposition(|&byte| byte == b'\n') };
        String::from_utf8_lossy(&head[..end.unwrap_or(head.len())])
    }

    /// The whole text, as far as `limit` bytes go; none if it is longer. A byte order mark is part
    /// of it.
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

    /// The next line and its number, from one. A byte order mark is no part of the first.
    ///
    /// # Errors
    /// When the source is damaged or cannot be read. A line that it breaks is left out.
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

    /// The number of the last line, from one.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Where the lines come from.
    pub(super) fn source(&self) -> &Source {
        &self.source
    }
}

fn line(bytes: &[u8]) -> Line<'_> {
    match utf8(bytes) {
        Ok(text) => {
            let text = text.strip_suffix('\n').unwrap_or(text);
            Ok(text.strip_suffix('\r').unwrap_or(text))
        }
        Err((_, column)) => Err((column, NOT_UTF8.into())),
    }
}

/// The text that bytes are, or the line and the column, from one, where they are none.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, (usize, usize)> {
    str::from_utf8(bytes).map_err(|error| {
        let read = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let last = read.rsplit('\n').next().unwrap_or_default();
        (read.matches('\n').count() + 1, last.chars().count() + 1)
    })
}

fn skip_line(text: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let chunk = text.fill_buf()?;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(chunk.len(), |end| end + 1);
        text.consume(length);
        if end.is_some() || length == 0 {
            return Ok(());
        }
    }
}
