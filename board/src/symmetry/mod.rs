//! Symmetries: permutations of cells and symbols that map every puzzle of a geometry to an equivalent one.
//!
//! A *symmetry* of a geometry permutes C so that the set of all E_j is mapped onto itself, and permutes S
//! arbitrarily, since no E_j contains symbols. It maps solutions to solutions, so that a puzzle and its
//! image, an *isomorph*, have the same number of them. A relation contains numbers and is preserved by few permutations,
//! which are not looked for: a geometry with relations has no symmetry here but the identity, and no canonical form.
//!
//! ```text
//!   1 2 | 3 4     rows 1 and 2      3 4 | 1 2    symbols 1 and 4     3 1 | 4 2
//!   3 4 | 1 2       exchanged       1 2 | 3 4       exchanged        4 2 | 3 1
//!   ----+----    ------------->     ----+----    --------------->    ----+----
//!   2 1 | 4 3                       2 1 | 4 3                        2 4 | 1 3
//!   4 3 | 2 1                       4 3 | 2 1                        1 3 | 2 4
//! ```
//!
//! A benchmark needs them because one grid is not a measure of difficulty. Solvers break ties by the
//! numbers of cells and symbols, so that the isomorphs of one puzzle differ by orders of magnitude in
//! nodes; and a collection may contain isomorphs of the same puzzle. [`Symmetries`] draws isomorphs by
//! seed, and two puzzles are isomorphic if their [`canonical`] forms are equal.
//!
//! ```
//! use std::sync::Arc;
//!
//! use board::symmetry::{Symmetries, canonical};
//! use board::{catalog, text::line};
//!
//! let classic = Arc::new(catalog::classic(4)?);
//! let puzzle = line::parse("....1.3.431.2...", &classic)?;
//! let isomorph = Symmetries::of(&classic).random(7).apply(&puzzle);
//! assert_ne!(isomorph, puzzle);
//! let form = |puzzle| canonical(puzzle).map(|canonical| canonical.puzzle);
//! assert_eq!(form(&isomorph), form(&puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chart;

mod permutation;

mod group;

mod canonical;

#[cfg(test)]
mod samples;

#[cfg(test)]
mod tests;

pub use canonical::{Canonical, canonical};
pub use group::Symmetries;
pub use permutation::Symmetry;
