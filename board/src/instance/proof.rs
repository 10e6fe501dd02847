//! Proofs that a formula has no model, in the format of SAT competitions: DRAT (Wetzler, Heule & Hunt
//! 2014).
//!
//! A proof is a list of clauses, each of which follows from the formula and those before it, and the last
//! of which is empty; it may also delete clauses that are no longer needed.
//!
//! ```text
//!   p cnf 2 4            1 0          1 follows: were it false, 1 ∨ 2 makes 2 true,
//!    1  2 0              0            and 1 ∨ ¬2 is false. Then ¬1 ∨ 2 makes 2 true,
//!    1 -2 0                           and ¬1 ∨ ¬2 is false: a contradiction.
//!   -1  2 0              d 1 2 0      would delete 1 ∨ 2.
//!   -1 -2 0
//! ```
//!
//! That a clause follows is shown by unit propagation alone: assuming that all its literals are false
//! makes another clause false. So a checker is a small program without search, and trusting it does not
//! require trusting the engine.

use std::fmt::Write as _;

use super::formula::Literal;
use crate::source::{TextError, words};

/// A proof, step by step. All steps share one allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    literals: Vec<Literal>,
    /// The end of each step in `literals`, and whether it adds a clause.
    ends: Vec<(usize, bool)>,
}

/// A step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofStep<'a> {
    /// This clause follows.
    Add(&'a [Literal]),
    /// This clause is no longer needed.
    Delete(&'a [Literal]),
}

impl Proof {
    /// Appends a step.
    pub fn push(&mut self, step: ProofStep<'_>) {
        let (ProofStep::Add(clause) | ProofStep::Delete(clause)) = step;
        self.literals.extend(clause);
        self.ends.push((self.literals.len(), matches!(step, ProofStep::Add(_))));
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = ProofStep<'_>> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, adds)| {
            let clause = &self.literals[start..end];
            start = end;
            if adds { ProofStep::Add(clause) } else { ProofStep::Delete(clause) }
        })
    }
}

/// Writes a proof, a line for each step; [`read_proof`] reads the same one back.
pub fn write_proof(proof: &Proof) -> String {
    let mut text = String::new();
    for step in proof.steps() {
        let (ProofStep::Add(clause) | ProofStep::Delete(clause)) = step;
        text += if matches!(step, ProofStep::Add(_)) { "" } else { "d " };
        for literal in clause {
            write!(text, "{} ", literal.number()).expect("a string accepts every write");
        }
        text += "0\n";
    }
    text
}

/// Reads a proof: one step per line, literals and a 0, after a `d` if it deletes a clause; lines that
/// start with `c` are comments.
///
/// # Errors
/// At the first line that is something else.
pub fn read_proof(text: &str) -> Result<Proof, TextError> {
    let mut proof = Proof::default();
    let mut clause = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if line.is_empty() || line.starts_with('c') {
            continue;
        }
        clause.clear();
        let deletes = line.starts_with("d ");
        let mut has_end = false;
        for word in words(number, line).skip(usize::from(deletes)) {
            let found = || format!("{:?}", word.text);
            match word.text.parse().ok() {
                _ if has_end => return Err(word.error(found(), "the end of the line after 0")),
                Some(0) => has_end = true,
                literal => {
                    let literal = literal.and_then(Literal::numbered);
                    let error = || word.error(found(), "a literal like 3 or -3, or 0");
                    clause.push(literal.ok_or_else(error)?);
                }
            }
        }
        if !has_end {
            let column = line.chars().count() + 1;
            return Err(TextError::new(number, column, "the end of the line", "a 0 before it"));
        }
        proof.push(if deletes { ProofStep::Delete(&clause) } else { ProofStep::Add(&clause) });
    }
    Ok(proof)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_reads_back_as_it_was_written() {
        let [x, y] = [0, 1].map(Literal::positive);
        let steps = [ProofStep::Add(&[x]), ProofStep::Delete(&[x, !y]), ProofStep::Add(&[])];
        let mut proof = Proof::default();
        steps.into_iter().for_each(|step| proof.push(step));
        assert_eq!(write_proof(&proof), "1 0\nd 1 -2 0\n0\n");
        assert_eq!(read_proof(&write_proof(&proof)), Ok(proof.clone()));
        assert_eq!(read_proof("c small\n1  0\n\nd 1 -2 0 \n0"), Ok(proof.clone()));
        assert_eq!(proof.steps().collect::<Vec<_>>(), steps);
        assert_eq!((proof.len(), proof.is_empty()), (3, false));
    }

    #[test]
    fn what_is_no_step_is_refused_where_it_is_wrong() {
        let error = |text: &str| read_proof(text).unwrap_err().to_string();
        let literal = "expected a literal like 3 or -3, or 0";
        assert_eq!(error("1 0\n2 x 0\n"), format!("2:3: \"x\", {literal}"));
        assert_eq!(error("d 1 2147483648 0"), format!("1:5: \"2147483648\", {literal}"));
        assert_eq!(error("1 2\n"), "1:4: the end of the line, expected a 0 before it");
        assert_eq!(error("1 0 2\n"), "1:5: \"2\", expected the end of the line after 0");
    }
}
