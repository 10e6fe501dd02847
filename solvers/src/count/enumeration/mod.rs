//! All solutions of an exact cover problem, one after the other, by a search that can pause.
//!
//! The rows of the registry report a solution while they search, so whoever wants them one by one needs a second
//! thread. An [`Enumeration`] keeps the search as a stack instead: [`search`](Enumeration::search) goes on where the
//! last call ended. It is made for problems with many solutions, and for callers that do something with each.
//!
//! It is Algorithm X on bit sets, fewest options first, as `cover/bitmatrix` is, but trades memory for time. Each
//! option has a row with the options that are compatible with it, so that a choice is one intersection:
//!
//! ```text
//!   left            1 1 1 1 1 1
//!   row of option 1 0 0 1 0 0 0      compatible with option 2
//!   left after 1    0 0 1 0 0 0
//! ```
//!
//! The rows take one bit for each pair of options, which bounds the size of problems. Secondary items and colours
//! need no case of their own: they only decide which options are compatible (`bits`). How the next item is found
//! depends on the number of options (`choice`).
//!
//! Problems differ in what makes most of their solutions cheap. Where choices often lead to the same state, as with
//! dominoes, the solutions of a state are kept as a diagram, and are its paths the next time (`table`, `walk`). Where they
//! hardly ever do, as with queens, small states are searched in a fixed order of the items, whose steps are shorter
//! (`fixed`). Which it is turns out during the search, from counts of its steps alone, so that the order of solutions is
//! the same every time.

mod bits;
mod choice;
mod divide;
mod fixed;
mod list;
mod problem;
mod search;
mod share;
mod table;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;

use board::instance::ExactCover;

use self::bits::Encoded;
use self::problem::Problem;
use self::search::{Search, State};
use crate::contract::Unsupported;
use crate::cover::ones_only;

pub use self::list::CoverList;

/// The largest number of options: their rows take 8 MB.
const MOST_OPTIONS: usize = 1 << 13;

/// A search for all solutions of an exact cover problem, between two of its steps.
#[derive(Debug)]
pub struct Enumeration(Kernel);

/// The search, by the number of words that its items take.
#[derive(Debug)]
enum Kernel {
    One(Search<1>),
    Two(Search<2>),
    Four(Search<4>),
    Eight(Search<8>),
}

/// Uses the search of each variant in the same way.
macro_rules! of_each {
    ($kernel:expr, $search:ident => $use:expr) => {
        match $kernel {
            Kernel::One($search) => $use,
            Kernel::Two($search) => $use,
            Kernel::Four($search) => $use,
            Kernel::Eight($search) => $use,
        }
    };
}

impl Enumeration {
    /// Returns the search before its first step.
    ///
    /// # Errors
    /// If an item has a multiplicity other than one, or the problem has more than 8,192 options, or more than 512
    /// items, where each colour of an item counts as one.
    pub fn new(problem: &ExactCover) -> Result<Self, Unsupported> {
        ones_only(problem)?;
        let options = problem.option_count();
        if options > MOST_OPTIONS {
            let reason = format!("{options} options, expected {MOST_OPTIONS} at most");
            return Err(Unsupported(reason));
        }
        let encoded = Encoded::new(problem);
        Ok(Self(match encoded.bits().div_ceil(64) {
            0 | 1 => Kernel::One(whole(&encoded)),
            2 => Kernel::Two(whole(&encoded)),
            3 | 4 => Kernel::Four(whole(&encoded)),
            5..=8 => Kernel::Eight(whole(&encoded)),
            _ => {
                let bits = encoded.bits();
                return Err(Unsupported(format!("{bits} items and colours, expected 512 at most")));
            }
        }))
    }

    /// Searches for this many steps, or until there are `most` solutions in `found`. Returns whether the search goes on.
    pub fn search(&mut self, steps: usize, most: usize, found: &mut CoverList) -> bool {
        of_each!(&mut self.0, search => search.run(steps, most, found))
    }

    /// Returns the number of steps so far.
    pub fn steps(&self) -> usize {
        of_each!(&self.0, search => search.steps)
    }

    /// Returns the number of solutions so far.
    pub fn solutions(&self) -> usize {
        of_each!(&self.0, search => search.solutions)
    }

    /// Divides what is left of a search that has begun. It keeps a small part; what follows is left to the parts that are
    /// returned, `least` of them or more if they can be made. Returns none where parts would do the same work again, or where
    /// solutions come faster than they are used.
    ///
    /// The solutions of the search and of its parts, in this order, are those of the whole.
    pub fn divide(&mut self, least: usize) -> Vec<Self> {
        fn all<const M: usize>(
            parts: Vec<Search<M>>,
            kernel: fn(Search<M>) -> Kernel,
        ) -> Vec<Enumeration> {
            parts.into_iter().map(kernel).map(Enumeration).collect()
        }
        match &mut self.0 {
            Kernel::One(search) => all(search.divide(least), Kernel::One),
            Kernel::Two(search) => all(search.divide(least), Kernel::Two),
            Kernel::Four(search) => all(search.divide(least), Kernel::Four),
            Kernel::Eight(search) => all(search.divide(least), Kernel::Eight),
        }
    }
}

/// Returns the search for all solutions of a problem.
fn whole<const M: usize>(encoded: &Encoded) -> Search<M> {
    let problem = Arc::new(Problem::new(encoded));
    let (left, chosen) = (encoded.all(problem.words), vec![0; problem.words]);
    Search::new(problem, State { left, chosen, barred: [0; M] }, Arc::default())
}
