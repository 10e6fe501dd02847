//! Cross-checks of rows of the same puzzle.
//!
//! A grid proves itself, and was refereed when its row was made. Claims beyond the grids (that there is no
//! other solution, or none at all) need support: a proof, the corpus, or a backend of another
//! [origin](solvers::Origin) with the same claim ([`cross_check`]).

pub mod alphabets;

mod across;
mod claim;

use board::Count;

pub use self::across::{cross_check, is_of_others};
pub use self::claim::Claim;

/// Returns whether two claims about the number of solutions, each with whether it is exact,
/// contradict each other.
pub fn contradict(one: (Count, bool), other: (Count, bool)) -> bool {
    let claim = |(solutions, is_exact)| match is_exact {
        true => Claim::Exactly(solutions),
        false => Claim::AtLeast(solutions),
    };
    claim(one).contradicts(&claim(other))
}
