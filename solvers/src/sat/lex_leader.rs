//! The row `sat/reduced.lexleader`, which breaks the symmetries of a formula before it searches.
//!
//! Puzzles have few symmetries unless they have few givens. What the clauses add shows beside
//! `sat/reduced.alldiff.no-matchings`, which is the same search without them. Of solutions that are images of each other most
//! are lost, so whether there is a second solution is searched for without the clauses.

use super::encodings::REDUCED;
use super::engines::{ChosenEngine, LEX_LEADER};
use super::instances::{Covers, Models};
use super::{Sat, row};
use crate::contract::{Backend, Preparation, StepSupport, Takes};

/// The row `sat/reduced.lexleader`.
pub const REDUCED_LEX_LEADER: Backend = Backend {
    steps: StepSupport::SolutionsOnly("clauses that break symmetries follow from no rule"),
    ..row(
        "sat/reduced.lexleader",
        "symmetries found, and broken by clauses before the search by CDCL (Crawford et al.)",
        &LEX_LEADER,
        Takes {
            puzzles: Some(
                Preparation::new(|it| Ok(Box::new(Sat::with(it, &REDUCED, ENGINE)?)))
                    .with_relations(),
            ),
            covers: Some(Preparation::new(|it| Ok(Box::new(Covers::with(it, ENGINE)?)))),
            formulas: Some(Preparation::new(|it| Ok(Box::new(Models::with(it, ENGINE))))),
            graphs: None,
        },
    )
};

const ENGINE: ChosenEngine = ChosenEngine::Row(&LEX_LEADER);
