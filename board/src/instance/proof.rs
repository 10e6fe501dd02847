//! Proofs that a formula has no model, as SAT competitions write them: DRAT (Wetzler, Heule & Hunt
//! 2014).
//!
//! A proof is a list of clauses, each of which follows from the formula and those before it, the last
//! one empty; and it says which clauses it needs no longer.
//!
//! ```text
//!   p cnf 2 4            1 0          1 follows: were it false, 1 ∨ 2 makes 2 true,
//!    1  2 0              0            and 1 ∨ ¬2 is false. Then ¬1 ∨ 2 makes 2 true,
//!    1 -2 0                           and ¬1 ∨ ¬2 is false: nothing can be true.
//!   -1  2 0              d 1 2 0      would say that 1 ∨ 2 is needed no longer.
//!   -1 -2 0
//! ```
//!
//! That a clause follows is seen by unit propagation alone: suppose that all its literals are false, and
//! a clause is false in the end. So a checker is a small program that searches nothing, and whoever
//! trusts it need not trust the engine.

use std::fmt::Write as _;

use super::formula::Literal;
use crate::text::problem::{Problem, TextError};

/// A proof, step by step. Its steps lie one behind the other in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    literals: Vec<Literal>,
    /// Where each step ends in `literals`, and whether it adds a clause.
    ends: Vec<(usize, bool)>,
}

/// What a proof says next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// This clause follows.
    Add(&'a [Literal]),
    /// This clause is needed no longer.
    Delete(&'a [Literal]),
}

impl Proof {
    /// Says something more.
    pub fn push(&mut self, step: Step<'_>) {
        let (Step::Add(clause) | Step::Delete(clause)) = step;
        self.literals.extend(clause);
        self.ends.push((self.literals.len(), matches!(step, Step::Add(_))));
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// What it says, in order.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, adds)| {
            let clause = &self.literals[start..end];
            start = end;
            if adds { Step::Add(clause) } else { Step::Delete(clause) }
        })
    }
}

/// Writes a proof, a line for each step; [`read_proof`] reads it as the same one.
pub fn write_proof(proof: &Proof) -> String {
    let mut text = String::new();
    for step in proof.steps() {
        let (Step::Add(clause) | Step::Delete(clause)) = step;
        text += if matches!(step, Step::Add(_)) { "" } else { "d " };
        for literal in clause {
            write!(text, "{} ", literal.number()).expect("a string takes everything");
        }
        text += "0\n";
    }
    text
}

/// Reads a proof: a step a line, literals and a 0, behind a `d` where a clause is deleted; lines that
/// begin with `c` are comments.
///
/// # Errors
/// When a line is something else: with its line and column.
pub fn read_proof(text: &str) -> Result<Proof, TextError> {
    let mut proof = Proof::default();
    let mut clause = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if line.is_empty() || line.starts_with('c') {
            continue;
        }
        let malformed = |column: usize, found: String, expected: &str| {
            TextError::new(number, column, Problem::malformed(found, expected.to_owned()))
        };
        let (start, words) = line.strip_prefix("d ").map_or((1, line), |rest| (3, rest));
        let (mut column, mut has_end) = (start, false);
        clause.clear();
        for word in words.split(' ') {
            match word.parse().ok() {
                _ if word.is_empty() => {}
                _ if has_end => {
                    let expected = "the end of the line behind 0";
                    return Err(malformed(column, format!("{word:?}"), expected));
                }
                Some(0) => has_end = true,
                literal => {
                    let literal = literal.and_then(Literal::numbered).ok_or_else(|| {
                        malformed(column, format!("{word:?}"), "a literal like 3 or -3, or 0")
                    })?;
                    clause.push(literal);
                }
            }
            column += word.chars().count() + 1;
        }
        if !has_end {
            return Err(malformed(column - 1, "the end of the line".into(), "a 0 before it"));
        }
        proof.push(if start == 1 { Step::Add(&clause) } else { Step::Delete(&clause) });
    }
    Ok(proof)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_reads_back_as_it_was_written() {
        let [x, y] = [0, 1].map(Literal::positive);
        let steps = [Step::Add(&[x]), Step::Delete(&[x, !y]), Step::Add(&[])];
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
        assert_eq!(error("1 0 2\n"), "1:5: \"2\", expected the end of the line behind 0");
    }
}
