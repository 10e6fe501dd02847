//! Certificates of counts, in files and out of backends, through the checker of
//! [`board`](board::instance::CountChecker), line by line.

use std::fs::File;
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use board::Count;
use board::instance::{CountChecker, CountRefutation, CountWriter, ExactCover, write_cover};
use flate2::Compression;
use flate2::write::GzEncoder;
use solvers::Stop;

use crate::corpus::Source;
use crate::problem::cover_hash;

/// The maximum length of a line in bytes: far more than a state and its count take.
const LONGEST: u64 = 16 << 20;

/// A certificate that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifiedCount {
    /// The number of solutions.
    pub solutions: Count,
    /// The number of lines.
    pub lines: usize,
}

/// The message for files that do not begin like a certificate.
const NO_CERTIFICATE: &str =
    "not a certificate, expected `exact-cover-count 5` and the hash of this problem";

/// Returns whether a whole first line is not that of a certificate.
fn is_other(line: &[u8]) -> bool {
    line.ends_with(b"\n") && !line.starts_with(b"exact-cover-count ")
}

/// Checks the certificate of a problem. The input may be compressed with gzip or zstd.
///
/// # Errors
/// When the input cannot be read. A certificate that is refused or damaged is the inner error.
pub fn check(
    problem: &ExactCover,
    input: Box<dyn Read + Send>,
) -> io::Result<Result<CertifiedCount, CountRefutation>> {
    let mut source = Source::open(input)?;
    let mut checker = CountChecker::new(problem, &cover_hash(problem).to_string());
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        match source.text().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) => {
                let finished = checker.finish();
                return Ok(finished.map(|solutions| CertifiedCount { solutions, lines: line - 1 }));
            }
            Ok(_) => {}
            Err(error) if source.failed() => return Err(error),
            Err(error) => {
                let compression = source.compression().unwrap_or("plain");
                let why = format!("the {compression} stream is damaged or truncated ({error})");
                return Ok(Err(CountRefutation { line, why }));
            }
        }
        if let Err(refuted) = checker.line(&bytes) {
            let why =
                if line == 1 && is_other(&bytes) { NO_CERTIFICATE.into() } else { refuted.why };
            return Ok(Err(CountRefutation { line: refuted.line, why }));
        }
    }
    unreachable!("the loop ends with the text")
}

/// What comes of a certificate that is checked while it is written: the count, the first line that does not hold,
/// or the limit that ended the writing.
type Written = Result<Result<Count, CountRefutation>, Stop>;

/// Has a certificate written and [`checked`]. If `kept` is the beginning of a path, the problem and its certificate
/// are written there for checkers of others: `KEPT.xcc` and `KEPT.count.gz`. A certificate that was not completed is
/// removed, and its problem left. An error of `write` is returned as it is.
///
/// # Errors
/// When the files cannot be written.
pub(crate) fn write<E>(
    problem: &ExactCover,
    kept: Option<&Path>,
    write: impl FnOnce(&mut CountWriter<'_>) -> Result<Result<(), Stop>, E>,
) -> anyhow::Result<Result<Written, E>> {
    let mut copy = kept.map(|kept| KeptCopy::new(problem, kept)).transpose()?;
    let mut copied = Ok(());
    let keep = |line: &[u8]| {
        copied = copy.as_mut().map_or(Ok(()), |copy| copy.out.write_all(line));
        if copied.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let (written, count) = checked(problem, keep, write);
    if let Some(copy) = copy {
        copy.end(copied, matches!(written, Ok(Ok(()))))?;
    }
    Ok(written.map(|ended| ended.map(|()| count)))
}

/// Has a certificate written, and checks each line at once, so that no line is kept. `copy` receives each line, too,
/// and may ask for no more.
///
/// Returns what `write` returns, and the count or the first line that does not hold, which say something only of a
/// certificate that was completed.
pub fn checked<T>(
    problem: &ExactCover,
    mut copy: impl FnMut(&[u8]) -> ControlFlow<()>,
    write: impl FnOnce(&mut CountWriter<'_>) -> T,
) -> (T, Result<Count, CountRefutation>) {
    let hash = cover_hash(problem).to_string();
    let (mut checker, mut accepted) = (CountChecker::new(problem, &hash), Ok(()));
    let mut out = |line: &[u8]| {
        if accepted.is_ok() {
            accepted = checker.line(line);
        }
        copy(line)
    };
    let written = write(&mut CountWriter::new(problem, &hash, &mut out));
    (written, accepted.and_then(|()| checker.finish()))
}

/// A certificate that is kept.
struct KeptCopy {
    path: String,
    out: BufWriter<GzEncoder<File>>,
}

impl KeptCopy {
    fn new(problem: &ExactCover, kept: &Path) -> anyhow::Result<Self> {
        let path = |ending: &str| format!("{}.{ending}", kept.display());
        let cannot = |ending: &str| format!("cannot write {}", path(ending));
        std::fs::write(path("xcc"), write_cover(problem)?).with_context(|| cannot("xcc"))?;
        let file = File::create(path("count.gz")).with_context(|| cannot("count.gz"))?;
        let out = BufWriter::new(GzEncoder::new(file, Compression::default()));
        Ok(Self { path: path("count.gz"), out })
    }

    /// Ends the file, or removes it if the certificate is not complete.
    fn end(self, copied: io::Result<()>, is_complete: bool) -> anyhow::Result<()> {
        let Self { path, out } = self;
        let ended = copied.and_then(|()| out.into_inner()?.finish().map(drop));
        let ended =
            if is_complete { ended } else { ended.and_then(|()| std::fs::remove_file(&path)) };
        ended.with_context(|| format!("cannot write {path}"))
    }
}
