//! The row `sat/reduced.alldiff`, which has all that this project knows about clause learning, and the same
//! row without some of it.
//!
//! Its engine is [`CDCL`] with every technique switched on. On puzzles it also
//! takes each region as one constraint: places that take different values. Exact cover problems and
//! formulas are clauses alone.
//!
//! The techniques are switches, so that what each adds can be measured. The id of a row names those
//! that are off, in the order of their names:
//!
//! ```text
//!   sat/reduced.alldiff                             all
//!   sat/reduced.alldiff.no-matchings                clauses only
//!   sat/reduced.alldiff.no-averages.no-targets      restarts after fixed numbers of conflicts, saved values
//! ```
//!
//! **Proofs.** What the constraint implies does not follow from clauses in a few steps, so a search
//! with it writes no proof. The proofs of the row are those of a search of their own, as for any
//! engine, with every other technique.

use std::sync::LazyLock;

use board::Geometry;
use board::instance::{ExactCover, Formula};

use super::encodings::REDUCED;
use super::engines::{CDCL, ChosenEngine, EngineRow, SWITCHES, Switches, refute_switched};
use super::instances::{Covers, Models};
use super::refuter::Refuter;
use super::{Sat, row};
use crate::contract::{Backend, Interrupt, Method, Preparation, Refutation, Takes};

/// The row `sat/reduced.alldiff`.
pub const REDUCED_ALLDIFF: Backend = Backend {
    method: Method {
        state: "assigned literals, learnt clauses, matchings",
        inference: "unit propagation, Hall sets, clause learning",
        choice: "most active variable",
    },
    ..row(
        "sat/reduced.alldiff",
        "regions as all-different constraints that explain themselves to CDCL (Régin)",
        &ENGINE,
        Takes {
            puzzles: Some(
                Preparation {
                    prover: Some(|it| Ok(Refuter::new(Sat::with(it, &REDUCED, ALL)?, &ENGINE)?)),
                    ..Preparation::new(|it| Ok(Box::new(Sat::with(it, &REDUCED, ALL)?)))
                }
                .with_relations(),
            ),
            covers: Some(Preparation {
                prover: Some(|it| Ok(Refuter::new(Covers::with(it, ALL)?, &ENGINE)?)),
                ..Preparation::new(|it| Ok(Box::new(Covers::with(it, ALL)?)))
            }),
            formulas: Some(Preparation {
                prover: Some(|it| Ok(Refuter::new(Models::with(it, ALL), &ENGINE)?)),
                ..Preparation::new(|it| Ok(Box::new(Models::with(it, ALL))))
            }),
            graphs: None,
        },
    )
};

const ALL: ChosenEngine = ChosenEngine::Switched(Switches::ALL);

/// The engine as data: what the search counts and obeys is that of [`CDCL`], and so is all else but its
/// proofs.
static ENGINE: EngineRow = EngineRow { refute: Some(refute), ..CDCL };

fn refute(formula: &Formula, interrupt: Interrupt<'_>) -> Refutation {
    refute_switched(formula, interrupt, Switches { matchings: false, ..Switches::ALL })
}

/// The row without each set of techniques, which are found by their ids. They write no proofs.
pub static VARIANTS: LazyLock<Vec<Backend>> =
    LazyLock::new(|| (1..1_usize << SWITCHES.len()).map(variant).collect());

/// Returns the row without the techniques whose bits are set.
fn variant(off: usize) -> Backend {
    let (mut id, mut switches) = (REDUCED_ALLDIFF.id.to_owned(), Switches::ALL);
    for (switch, _) in SWITCHES.iter().zip(0..).filter(|(_, bit)| off >> bit & 1 == 1) {
        id += ".no-";
        id += switch.name;
        (switch.off)(&mut switches);
    }
    let engine = ChosenEngine::Switched(switches);
    Backend {
        id: String::leak(id),
        takes: Takes {
            puzzles: Some(
                Preparation::chosen(move |it: &Geometry| {
                    Ok(Box::new(Sat::with(it, &REDUCED, engine)?))
                })
                .with_relations(),
            ),
            covers: Some(Preparation::chosen(move |it: &ExactCover| {
                Ok(Box::new(Covers::with(it, engine)?))
            })),
            formulas: Some(Preparation::chosen(move |it: &Formula| {
                Ok(Box::new(Models::with(it, engine)))
            })),
            graphs: None,
        },
        ..REDUCED_ALLDIFF
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_of_techniques_that_are_off_has_a_row() {
        let ids: Vec<&str> = VARIANTS.iter().map(|row| row.id).collect();
        assert_eq!(ids.len(), (1 << SWITCHES.len()) - 1);
        assert!(ids.contains(&"sat/reduced.alldiff.no-tiers"));
        assert!(ids.contains(&"sat/reduced.alldiff.no-averages.no-targets"));
        let mut unique = ids.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), ids.len());
    }
}
