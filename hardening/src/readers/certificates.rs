//! Proofs and certificates of counts: they read back as they are, and none is accepted that proves something wrong.
//! What is right is found by brute force, on problems that are small enough.
//!
//! An input is a problem, a line `%`, and what claims to prove something about it.

use board::Count;
use board::instance::{
    CountChecker, ExactCover, check_letter, check_proof, read_cover, read_formula, read_proof,
    write_proof,
};

use crate::differential::oracle;

/// The maximum numbers of variables and options for brute force.
const MAX_SIZE: usize = 10;

/// The hash in certificates, which is not that of the problem, so that it need not be computed.
const HASH: &str = "hash";

/// A proof reads back as the same, and one that is accepted refutes a formula without a model.
pub fn proof(bytes: &[u8]) {
    let (problem, proof) = parts(bytes);
    let Ok(proof) = read_proof(&proof) else { return };
    let written = write_proof(&proof);
    assert_eq!(read_proof(&written).as_ref(), Ok(&proof), "{written:?}");
    let Ok(formula) = read_formula(&problem) else { return };
    if formula.variables() <= MAX_SIZE && check_proof(&formula, &proof).is_ok() {
        assert_eq!(oracle::models(&formula), 0, "a proof was accepted, and there are models");
    }
}

/// A certificate that is accepted states the number of solutions. Header and check letters are supplied, since no
/// mutation finds them.
pub fn count(bytes: &[u8]) {
    let (problem, certificate) = parts(bytes);
    let Ok(problem) = read_cover(&problem) else { return };
    if problem.option_count() > MAX_SIZE || problem.items() > 64 {
        return;
    }
    for text in [sealed(&certificate), certificate] {
        if let Some(count) = accepted(&problem, &text) {
            assert_eq!(count, Count::from(oracle::covers(&problem)), "a wrong count was accepted");
        }
    }
}

/// Splits an input at the line `%`.
fn parts(bytes: &[u8]) -> (String, String) {
    let text = String::from_utf8_lossy(bytes);
    let (problem, rest) = text.split_once("\n%\n").unwrap_or((&text, ""));
    (format!("{problem}\n"), rest.into())
}

/// Returns the count of a certificate that is accepted.
fn accepted(problem: &ExactCover, certificate: &str) -> Option<Count> {
    let mut checker = CountChecker::new(problem, HASH);
    let mut lines = certificate.split_inclusive('\n');
    lines.try_for_each(|line| checker.line(line.as_bytes())).ok()?;
    checker.finish().ok()
}

/// Returns a certificate with the header, and with a letter at the end of each line of a state.
fn sealed(certificate: &str) -> String {
    let mut text = format!("exact-cover-count 5 {HASH}\n");
    for line in certificate.lines() {
        text += line;
        if !line.starts_with('i') && !line.starts_with('s') {
            text.push(char::from(check_letter(line.as_bytes())));
        }
        text.push('\n');
    }
    text
}
