//! At-most-one constraints: one encoding per file.
//!
//! The pairwise encoding needs no auxiliary variables and n(n − 1)/2 clauses. The others use auxiliary
//! variables to save clauses, so the formula is loaded faster, but propagation takes more steps. All of
//! them preserve arc consistency by unit propagation: a true variable immediately makes the others
//! false. The models of the original variables do not determine the auxiliary variables, which are
//! never decoded.
//!
//! | | auxiliary variables | clauses |
//! |---|---|---|
//! | [`pairwise`] | 0 | n(n − 1)/2 |
//! | [`sequential()`] | n − 1 | 3n − 4 |
//! | [`binary()`] | ⌈log₂ n⌉ | n⌈log₂ n⌉ |
//! | [`commander()`] | about n/2 | about 7n/2 |
//! | [`product()`] | about 2√n | about 2n + 4√n |

use crate::sat::formula::{Formula, Variable};

mod binary;
mod commander;
mod product;
mod sequential;

pub use binary::binary;
pub use commander::commander;
pub use product::product;
pub use sequential::sequential;

/// Adds clauses that allow at most one of the variables to be true.
pub type AtMostOne = fn(&mut Formula, &[Variable]);

/// The pairwise encoding: a clause for each pair.
pub fn pairwise(formula: &mut Formula, variables: &[Variable]) {
    formula.at_most_one(variables);
}

/// The number of variables up to which the pairwise encoding is the shortest.
const FEW: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Interrupt, Limits};
    use crate::sat::engines::{BATSAT, SatResult};
    use crate::sat::formula::Literal;

    const ENCODINGS: [(&str, AtMostOne); 5] = [
        ("pairwise", pairwise),
        ("sequential", sequential),
        ("binary", binary),
        ("commander", commander),
        ("product", product),
    ];

    /// Returns whether there is a model in which these variables are true.
    fn has_model_with(formula: &Formula, truths: &[Variable]) -> bool {
        let mut engine = (BATSAT.timed)(Interrupt::new(&Limits::solutions(1)));
        engine.load(formula);
        truths.iter().for_each(|&it| engine.add_clause(&[Literal::positive(it)]));
        engine.solve() == SatResult::Satisfiable
    }

    #[test]
    fn models_have_at_most_one_true_variable() {
        for (name, encode) in ENCODINGS {
            for size in 0..=17 {
                let mut formula = Formula::new(size);
                let variables: Vec<Variable> = (0..size as Variable).collect();
                encode(&mut formula, &variables);
                assert!(has_model_with(&formula, &[]), "{name} {size}");
                for (index, &second) in variables.iter().enumerate() {
                    assert!(has_model_with(&formula, &[second]), "{name} {size} {second}");
                    for &first in &variables[..index] {
                        let both = has_model_with(&formula, &[first, second]);
                        assert!(!both, "{name} {size} {first} {second}");
                    }
                }
            }
        }
    }

    /// Returns the numbers of auxiliary variables and of clauses.
    fn size(encode: AtMostOne, n: usize) -> (usize, usize) {
        let mut formula = Formula::new(n);
        encode(&mut formula, &(0..n as Variable).collect::<Vec<_>>());
        (formula.variables() - n, formula.clause_count())
    }

    #[test]
    fn sizes_agree_with_the_papers() {
        for n in 5..=61_usize {
            let bits = n.next_power_of_two().trailing_zeros() as usize;
            assert_eq!(size(pairwise, n), (0, n * (n - 1) / 2));
            assert_eq!(size(sequential, n), (n - 1, 3 * n - 4));
            assert_eq!(size(binary, n), (bits, n * bits));
        }
        // Three groups of three: 9 pairs, 9 clauses up to the commanders, 3 pairs of these.
        assert_eq!(size(commander, 9), (3, 9 + 9 + 3));
        // A square of 3 × 3: 2 clauses for each, 3 pairs of rows, 3 of columns.
        assert_eq!(size(product, 9), (6, 18 + 6));
        assert_eq!(size(product, 16), (8, 32 + 12));
    }

    /// The sizes that the crate rustsat 0.7.5 yields with its `Bitwise`, `Commander<3>` and
    /// `TwoProduct`. These do not recurse: groups and lines of more than four are pairwise there. The
    /// crate is not a dependency of this test, since it brings two dozen crates.
    #[test]
    fn sizes_agree_with_another_implementation() {
        type Published = (usize, (usize, usize));
        let published: [(AtMostOne, &[Published]); 3] = [
            (binary, &[(5, (3, 15)), (9, (4, 36)), (16, (4, 64)), (25, (5, 125)), (36, (6, 216))]),
            (commander, &[(5, (2, 10)), (6, (2, 13)), (9, (3, 21))]),
            (product, &[(5, (5, 14)), (6, (5, 16)), (9, (6, 24)), (16, (8, 44))]),
        ];
        for (encode, sizes) in published {
            sizes.iter().for_each(|&(n, theirs)| assert_eq!(size(encode, n), theirs, "of {n}"));
        }
    }
}
