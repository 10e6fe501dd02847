//! Counts conflicts in varisat's native proof while the proof is written.
//!
//! varisat does not expose its statistics. Its proof, however, contains a step `AtClause` for each
//! clause that it derives, with a hash of each clause used in the derivation. Clauses are derived in
//! two places only:
//!
//! ```text
//!                                             clause        hashes
//!   learnt from a conflict                    any           two or more
//!   … at the root                             empty         one: the falsified clause
//!   shortened, because one of its literals    two literals  one: the longer clause
//!   is permanently false                      or more
//! ```
//!
//! The conflicts are therefore the steps `AtClause`, except those with one hash and a non-empty clause.
//! The proof is decoded step by step as it arrives, in pieces of any length. Only an incomplete step is
//! kept.

use std::io;

use varisat_internal_proof::ProofStep;
use varisat_internal_proof::binary_format::Parser;

/// Reads a proof and counts its conflicts.
#[derive(Default)]
pub(super) struct ConflictTally {
    parser: Parser,
    /// The beginning of an incomplete step.
    unfinished: Vec<u8>,
    conflicts: u64,
}

/// The bytes are not a proof of varisat, or one of an incompatible version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a proof in varisat's native format: {0}")]
pub(super) struct BrokenProof(String);

impl ConflictTally {
    /// Returns the number of conflicts in the part of the proof read so far.
    pub(super) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Reads the next piece of the proof.
    ///
    /// # Errors
    /// Fails if it cannot be decoded.
    pub(super) fn read(&mut self, piece: &[u8]) -> Result<(), BrokenProof> {
        self.unfinished.extend_from_slice(piece);
        let mut rest = &self.unfinished[..];
        let mut complete = 0;
        while !rest.is_empty() {
            match self.parser.parse_step(&mut rest) {
                Ok(step) => self.conflicts += u64::from(is_conflict(&step)),
                Err(error) if is_end_of_piece(error.downcast_ref()) => break,
                Err(error) => return Err(BrokenProof(error.to_string())),
            }
            complete = self.unfinished.len() - rest.len();
        }
        self.unfinished.drain(..complete);
        Ok(())
    }
}

fn is_conflict(step: &ProofStep<'_>) -> bool {
    match step {
        ProofStep::AtClause { clause, propagation_hashes, .. } => {
            clause.is_empty() || propagation_hashes.len() != 1
        }
        _ => false,
    }
}

fn is_end_of_piece(error: Option<&io::Error>) -> bool {
    error.is_some_and(|error| error.kind() == io::ErrorKind::UnexpectedEof)
}

#[cfg(test)]
mod tests {
    use varisat::{ExtendFormula, Lit, ProofFormat, Solver};

    use super::*;

    /// Returns a proof that these clauses are unsatisfiable.
    fn proof(clauses: &[Vec<isize>]) -> Vec<u8> {
        let mut proof = Vec::new();
        let mut solver = Solver::new();
        solver.write_proof(&mut proof, ProofFormat::Varisat);
        for clause in clauses {
            let clause: Vec<Lit> = clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect();
            solver.add_clause(&clause);
        }
        assert!(!solver.solve().unwrap());
        drop(solver);
        proof
    }

    /// Returns the pigeonhole formula, with one hole less than pigeons.
    fn pigeons(pigeons: isize) -> Vec<Vec<isize>> {
        let holes = pigeons - 1;
        let sits = |pigeon: isize, hole: isize| pigeon * holes + hole + 1;
        let mut clauses: Vec<Vec<isize>> =
            (0..pigeons).map(|p| (0..holes).map(|h| sits(p, h)).collect()).collect();
        for hole in 0..holes {
            for second in 0..pigeons {
                clauses.extend((0..second).map(|p| vec![-sits(p, hole), -sits(second, hole)]));
            }
        }
        clauses
    }

    #[track_caller]
    fn tally(proof: &[u8], piece: usize) -> ConflictTally {
        let mut tally = ConflictTally::default();
        proof.chunks(piece).for_each(|piece| tally.read(piece).unwrap());
        tally
    }

    #[test]
    fn the_conflict_at_the_root_is_counted() {
        let square = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
        assert_eq!(tally(&proof(&square), usize::MAX).conflicts(), 2);
        let root = [vec![1], vec![-1, 2, 3], vec![-2, 3], vec![-1, -3]];
        assert_eq!(tally(&proof(&root), usize::MAX).conflicts(), 1);
    }

    #[test]
    fn the_tally_is_independent_of_the_length_of_the_pieces() {
        let proof = proof(&pigeons(6));
        let whole = tally(&proof, usize::MAX).conflicts();
        assert!(whole > 10);
        for piece in [1, 2, 7, 15, 16, 17, 1000] {
            let tally = tally(&proof, piece);
            assert_eq!((tally.conflicts(), tally.unfinished.len()), (whole, 0));
        }
    }

    #[test]
    fn only_an_incomplete_step_is_kept() {
        let proof = proof(&pigeons(7));
        let mut tally = ConflictTally::default();
        let mut kept = 0;
        for piece in proof.chunks(64) {
            tally.read(piece).unwrap();
            kept = kept.max(tally.unfinished.len());
        }
        assert!(0 < kept && kept < 1000 && 20 * kept < proof.len(), "{kept} of {}", proof.len());
    }

    #[test]
    fn bytes_that_are_not_a_proof_are_rejected() {
        let error = ConflictTally::default().read(&[0xff; 64]).unwrap_err();
        assert!(error.to_string().starts_with("not a proof in varisat's native format"));
    }
}
