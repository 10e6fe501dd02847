//! What a technique is: a row of the [table](super::table), and how its steps are reported.

use std::ops::ControlFlow;

use super::store::CandidateStore;
use crate::contract::{Bilingual, Step};

/// What a technique returns while its sink has not seen enough.
pub(super) const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// Receives the steps that a technique finds.
pub trait StepSink {
    /// Takes a step; breaks if it has seen enough.
    fn report(&mut self, step: Step) -> ControlFlow<()>;

    /// Returns how much a step may cost more than the rating of its technique and still be of use, in tenths.
    fn spare(&self) -> u16 {
        u16::MAX
    }

    /// Whether to keep searching. Techniques whose search may be long ask from time to time.
    fn keep_going(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(Step) -> ControlFlow<()>> StepSink for F {
    fn report(&mut self, step: Step) -> ControlFlow<()> {
        self(step)
    }
}

/// Reports all steps of a technique in a store.
pub type Find = fn(&CandidateStore, &mut dyn StepSink) -> ControlFlow<()>;

/// The score of a step, in tenths, by the rating of its rung.
pub type Grade = fn(u16, &CandidateStore, &Step) -> u16;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// `naked-pair`: the key in the column `techniques`.
    pub id: &'static str,
    /// The name for people.
    pub name: Bilingual,
    /// The argument, with the names of [`Step`]'s fields in braces.
    pub says: Bilingual,
    /// The codes of HoDoKu's library.
    pub codes: &'static [&'static str],
    /// Its place in a rating, if it has one.
    pub rung: Option<Rung>,
    /// Its difficulty for HoDoKu.
    pub level: HodokuLevel,
    /// What a step adds to the sum of a puzzle.
    pub weight: u16,
    /// Whether the argument needs the puzzle to have one solution.
    pub assumes_unique: bool,
    /// Whether the presets among the rows `deduce/…` use it. What they leave out is costly, or a special case of
    /// other techniques that is easier to see or to rate; it can be chosen by name.
    pub deduces: bool,
    /// Finds it.
    pub find: Find,
}

/// The place of a technique in a rating, on the scale of Sudoku Explainer 1.2.1.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// Techniques of one stage are looked for together, and the easiest step of all of them is taken;
    /// stages are tried in ascending order. It is the lowest rating of its techniques, in tenths.
    pub stage: u16,
    /// The score of a step where nothing makes it harder, in tenths: none has a lower one.
    pub rating: u16,
    /// The score of a given step.
    pub grade: Grade,
    /// Finds the steps, where a rating looks for others than the technique itself.
    pub find: Option<Find>,
}

/// HoDoKu's levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HodokuLevel {
    /// Singles.
    Easy,
    /// Locked candidates, pairs and triples.
    Medium,
    /// Fish, wings and single-symbol patterns.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// What comes next to guessing.
    Extreme,
}

impl Technique {
    /// Returns whether it is the last cell of a region, a naked or a hidden single.
    pub fn is_single(&self) -> bool {
        self.level == HodokuLevel::Easy
    }

    /// Returns whether no preset uses it but `everything` and `everything-unique`.
    pub fn is_rare(&self) -> bool {
        !self.deduces
    }
}

impl Rung {
    /// Creates a stage of its own.
    pub(super) const fn new(rating: u16, grade: Grade) -> Option<Self> {
        Some(Self { stage: rating, rating, grade, find: None })
    }
}

/// A technique that has a rung.
#[derive(Clone, Copy, Debug)]
pub struct RatedTechnique {
    /// The technique.
    pub technique: &'static Technique,
    /// Its rung.
    pub rung: Rung,
}

impl RatedTechnique {
    /// Finds the steps that a rating looks for.
    pub fn find(&self) -> Find {
        self.rung.find.unwrap_or(self.technique.find)
    }

    /// Returns the score of a step, in tenths.
    pub fn score(&self, store: &CandidateStore, step: &Step) -> u16 {
        (self.rung.grade)(self.rung.rating, store, step)
    }
}
