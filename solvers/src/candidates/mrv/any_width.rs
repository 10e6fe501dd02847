//! The search on sets of candidates that are as wide as the board needs.

use std::ops::ControlFlow;

use board::{Geometry, Puzzle, SymbolSet, SymbolWord};

use super::search::{Choice, Mrv};
use crate::contract::{Meter, Observer, Search, Stop};

/// The search with candidates as bits: of one word if the board has at most 64 symbols, else of two. A search on two
/// words takes a sixth more time on 9×9.
pub enum AnyMrv<C> {
    /// Of one word.
    Word(Mrv<C, SymbolWord>),
    /// Of two.
    Wide(Mrv<C, SymbolSet>),
}

impl<C: Choice> AnyMrv<C> {
    /// Returns a search on `geometry`.
    pub fn new(geometry: &Geometry, choice: C) -> Self {
        match geometry.symbols() {
            ..=SymbolWord::CAPACITY => Self::Word(Mrv::new(geometry, choice)),
            _ => Self::Wide(Mrv::new(geometry, choice)),
        }
    }

    /// Returns the choice, mutably.
    pub fn choice_mut(&mut self) -> &mut C {
        match self {
            Self::Word(search) => search.choice_mut(),
            Self::Wide(search) => search.choice_mut(),
        }
    }
}

impl<C: Choice> Search for AnyMrv<C> {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        match self {
            Self::Word(search) => search.search(puzzle, meter),
            Self::Wide(search) => search.search(puzzle, meter),
        }
    }
}
