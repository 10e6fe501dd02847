//! What rows of the same puzzle say of each other.
//!
//! A grid proves itself, and was refereed when its row was made. What is claimed beyond the grids (that
//! there is no other solution, or none at all) needs support: a proof, the corpus, or a backend of another
//! [origin](solvers::Origin) that says the same ([`cross_check`]).

pub mod alphabets;

mod across;
mod claim;

pub use self::across::cross_check;
pub use self::claim::Claim;

/// Whether two claims of how many solutions there are, each with whether those are all, cannot both be
/// true.
pub fn contradict(one: (u64, bool), other: (u64, bool)) -> bool {
    let claim = |(solutions, are_all)| match are_all {
        true => Claim::Exactly(solutions),
        false => Claim::AtLeast(solutions),
    };
    claim(one).contradicts(claim(other))
}
