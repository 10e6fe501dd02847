//! Certificates of counts, in files and out of backends, through the checker of
//! [`board`](board::instance::CountChecker), line by line.

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use anyhow::Context;
use board::Count;
use board::instance::{CountChecker, CountProof, CountRefutation, ExactCover, write_cover};
use flate2::Compression;
use flate2::write::GzEncoder;
use record::hash::PuzzleHash;

use crate::corpus::{NOT_UTF8, Source};

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

/// Checks the certificate of a problem with this hash. The input may be compressed with gzip or zstd.
///
/// # Errors
/// When the input cannot be read. A certificate that is refused or damaged is the inner error.
pub fn check(
    problem: &ExactCover,
    hash: PuzzleHash,
    input: Box<dyn Read + Send>,
) -> io::Result<Result<CertifiedCount, CountRefutation>> {
    let mut source = Source::open(input)?;
    let hash = hash.to_string();
    let mut checker = CountChecker::new(problem, &hash);
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
        let text = str::from_utf8(&bytes)
            .map_err(|_| CountRefutation { line, why: NOT_UTF8.into() })
            .and_then(|text| checker.line(text));
        if let Err(refuted) = text {
            return Ok(Err(refuted));
        }
    }
    unreachable!("the loop ends with the text")
}

/// Checks what a backend has written down about a problem.
///
/// # Errors
/// The first line that does not hold.
pub(crate) fn check_proof(
    proof: &mut CountProof,
    problem: &ExactCover,
    hash: PuzzleHash,
) -> Result<Count, CountRefutation> {
    let hash = hash.to_string();
    let mut checker = CountChecker::new(problem, &hash);
    proof.write(&hash, |line| checker.line(&format!("{line}\n")))?;
    checker.finish()
}

/// Writes a problem and its certificate, for checkers of others: `STEM.xcc` and `STEM.count.gz`.
///
/// # Errors
/// When they cannot be written.
pub(crate) fn keep(
    proof: &mut CountProof,
    problem: &ExactCover,
    hash: PuzzleHash,
    folder: &Path,
    stem: &str,
) -> anyhow::Result<()> {
    let path = |ending: &str| folder.join(format!("{stem}.{ending}"));
    let cannot = |ending: &str| format!("cannot write {}", path(ending).display());
    std::fs::write(path("xcc"), write_cover(problem)?).with_context(|| cannot("xcc"))?;
    let mut write = || -> io::Result<()> {
        let file = File::create(path("count.gz"))?;
        let mut out = io::BufWriter::new(GzEncoder::new(file, Compression::default()));
        proof.write(&hash.to_string(), |line| writeln!(out, "{line}"))?;
        out.into_inner()?.finish().map(drop)
    };
    write().with_context(|| cannot("count.gz"))
}
