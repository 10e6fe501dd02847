//! Advice on the typical mistakes of a first solver: each is one sentence that says what to do, in English and
//! in French.
//!
//! [`Mistake`] names a mistake with what a sentence needs, [`classify`] finds it from a trial, and `english` and
//! `french` have the sentences. What is not recognised has no advice: a wrong hint costs more than none.

use std::mem::{Discriminant, discriminant};

use board::Position;

use crate::cli::Language;

pub mod classify;
mod english;
mod french;

pub use self::french::{check_name, without_task};

/// A typical mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The command cannot be started.
    NotStarted,
    /// The program ended before it said hello; the last line of its standard error.
    EndedAtOnce(String),
    /// It printed this in place of a hello.
    NotHello(String),
    /// It says hello in another version of the protocol: this one.
    OtherVersion(String),
    /// It said nothing at all, and computes.
    ComputesBeforeHello,
    /// It said nothing at all, and waits.
    NoHello,
    /// It said hello when its input ended.
    HelloInBuffer,
    /// It answered when its input ended.
    AnswersAtTheEnd,
    /// It prints a line without its end.
    LineWithoutEnd,
    /// It computes without an end.
    Endless,
    /// It neither computes nor answers.
    Waits,
    /// It prints other lines on standard output; the first of them.
    Stray(String),
    /// It prints a second result for a question, or one for no question.
    StrayResult,
    /// Two cells of a region have the same symbol.
    Clash(Clash),
    /// A given is changed: the cell, and the symbol that the puzzle has there.
    GivenChanged {
        /// The cell.
        at: Position,
        /// The symbol of the puzzle.
        given: char,
    },
    /// Its grid has another number of cells.
    Size {
        /// The number of cells that were shown.
        found: usize,
        /// The number of cells of the board.
        expected: usize,
    },
    /// It claims that the solution is the only one: another one.
    NotOnly(String),
    /// It claims that there is no solution: a solution.
    NotImpossible(String),
    /// Its two solutions are the same.
    SameTwice,
    /// It counted this many; the right number.
    Miscount {
        /// Its count.
        found: String,
        /// The number of solutions.
        expected: u64,
    },
    /// It ended at a board without givens; the last line of its standard error.
    EndsOnEmpty(String),
    /// It ended; the last line of its standard error.
    Ends(String),
    /// It fails on a board of this order, and not on 9×9.
    Large(usize),
    /// Its result line cannot be parsed.
    Unreadable(String),
    /// It does not stop at the time limit.
    NoTimeLimit,
    /// It ends at a line that it does not know.
    EndsAtUnknownLine,
    /// Its answers depend on earlier puzzles.
    Remembers,
    /// Two adjacent vertices have the same colour.
    Colouring,
}

/// Two cells of a region with the same symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The region, as the board names it.
    pub region: String,
    /// The symbol.
    pub symbol: char,
    /// The two cells.
    pub cells: [Position; 2],
}

/// A mistake without what a sentence says of one program.
pub type MistakeKind = Discriminant<Mistake>;

impl Mistake {
    /// Returns the kind of a mistake, which programs with other data share.
    pub fn kind(&self) -> MistakeKind {
        discriminant(self)
    }

    /// Returns the sentence for a mistake.
    pub fn sentence(&self, language: Language) -> String {
        match language {
            Language::En => english::sentence(self),
            Language::Fr => french::sentence(self),
        }
    }
}
