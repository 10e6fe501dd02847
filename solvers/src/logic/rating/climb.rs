//! The way of a player through a puzzle: always the easiest steps that there are.

use std::collections::HashMap;
use std::ops::ControlFlow;

use board::{Cell, Symbol};

use super::level::Level;
use super::score::{Unrated, Use};
use crate::contract::{Interrupt, Step, Stop};
use crate::logic::memory::{self, Memory, is_remembered};
use crate::logic::store::{CandidateStore, Conflict};
use crate::logic::technique::{RatedTechnique, StepSink, Technique};

/// What follows from a step: candidates, and whether they hold or go.
pub(super) type Conclusion = Vec<(Cell, Symbol, bool)>;

/// A step that was found.
pub(super) struct Seen {
    pub(super) score: u16,
    /// The place of its rung in the stage.
    pub(super) rung: usize,
    pub(super) conclusion: Conclusion,
}

/// The number of steps at which a turn of [`Takes::SomeBelow`] ends. What it has not seen by then, later turns see, often
/// fewer of them since others follow from singles. With 3 or 20 steps a turn, levels take a few percent more time.
const SOME: usize = 8;

/// Which of the steps of a stage a turn takes.
#[derive(Clone, Copy)]
pub(super) enum Takes {
    /// Those with the lowest score, all at once: the way of a player.
    Easiest,
    /// Some with a score below this one, whichever are seen first: the shortest way to all that follows.
    SomeBelow(u16),
}

impl Takes {
    /// Returns the highest score of a step to take, beside those that were seen.
    fn highest(self, seen: &[Seen]) -> u16 {
        match self {
            Self::Easiest => seen.first().map_or(u16::MAX, |it| it.score),
            Self::SomeBelow(score) => score - 1,
        }
    }
}

/// A puzzle that is solved with the lowest stages in which there are steps.
pub(super) struct Climb<'r> {
    store: CandidateStore,
    stages: Vec<Stage<'r>>,
    /// The number of stages, from the lowest, in which there are no steps now.
    n_spent: usize,
    takes: Takes,
}

/// Rungs that are looked at together.
struct Stage<'r> {
    rungs: &'r [RatedTechnique],
    /// How often each of them was used, and its hardest score.
    uses: Vec<(u64, u16)>,
    /// For each of them what it saw, if it looks only at what has changed. All its steps cost the same, and none costs less,
    /// so a turn takes all of them.
    memories: Vec<Option<Memory>>,
}

impl<'r> Climb<'r> {
    /// Returns a climb without stages.
    pub(super) fn new(store: CandidateStore, takes: Takes) -> Self {
        Self { store, stages: Vec::new(), n_spent: 0, takes }
    }

    /// Adds stages above all others.
    pub(super) fn add(&mut self, stages: impl Iterator<Item = &'r Vec<RatedTechnique>>) {
        let stage = |rungs: &'r Vec<RatedTechnique>| {
            // A chain costs by its length, and the longer ones of a symbol remain when the shortest is taken.
            let costs_alike = |technique: &Technique| technique.id != "x-chain";
            let memory = |rung: &RatedTechnique| {
                let technique = rung.technique;
                (costs_alike(technique) && is_remembered(technique)).then(Memory::default)
            };
            let uses = vec![(0, 0); rungs.len()];
            Stage { rungs, uses, memories: rungs.iter().map(memory).collect() }
        };
        self.stages.extend(stages.map(stage));
    }

    /// Returns whether the grid is full.
    pub(super) fn is_solved(&self) -> bool {
        self.store.n_open() == 0
    }

    /// Returns the score of the hardest step so far, in tenths.
    fn score(&self) -> u16 {
        let uses = self.stages.iter().flat_map(|stage| &stage.uses);
        uses.map(|&(_, hardest)| hardest).max().unwrap_or(0)
    }

    /// Returns the level of that step.
    pub(super) fn level(&self) -> Level {
        Level::of(self.score())
    }

    /// Returns what is left of the puzzle.
    pub(super) fn store(&self) -> &CandidateStore {
        &self.store
    }

    /// Returns the rungs that were used, lowest first.
    pub(super) fn uses(&self) -> Vec<Use> {
        let rungs = self.stages.iter().flat_map(|stage| stage.rungs.iter().zip(&stage.uses));
        let used = rungs.filter(|(_, (count, _))| *count > 0);
        used.map(|(rated, &(count, hardest))| {
            let Technique { id, name, weight, .. } = *rated.technique;
            Use { id, name: name.en, count, weight, hardest }
        })
        .collect()
    }

    /// Places all singles that there are and that follow, as steps without a score.
    pub(super) fn place_singles(&mut self) -> Result<(), Conflict> {
        let before = self.store.n_open();
        self.store.place_singles()?;
        if self.store.n_open() != before {
            self.n_spent = 0;
        }
        Ok(())
    }

    /// Takes steps of the lowest stage that has any, and returns whether there were any.
    pub(super) fn turn(&mut self, interrupt: &Interrupt<'_>) -> Result<bool, Unrated> {
        if self.is_solved() {
            return Ok(false);
        }
        if let Some(stop) = interrupt.stop() {
            return Err(Unrated::Stopped(stop));
        }
        while self.n_spent < self.stages.len() {
            let index = self.n_spent;
            let seen = self.stages[index].look(&mut self.store, self.takes, interrupt)?;
            if seen.is_empty() {
                self.n_spent += 1;
                continue;
            }
            self.n_spent = 0;
            for Seen { score, rung, conclusion } in distinct(seen) {
                let (count, hardest) = &mut self.stages[index].uses[rung];
                *count += 1;
                *hardest = score.max(*hardest);
                self.apply(&conclusion)?;
            }
            return Ok(true);
        }
        Ok(false)
    }

    fn apply(&mut self, conclusion: &Conclusion) -> Result<(), Conflict> {
        for &(cell, symbol, holds) in conclusion {
            match (self.store.has(cell, symbol), holds) {
                (true, true) => self.store.place(cell, symbol)?,
                (true, false) => self.store.eliminate(cell, symbol)?,
                (false, true) if self.store.is_open(cell) => return Err(Conflict),
                (false, _) => {}
            }
        }
        Ok(())
    }
}

impl Stage<'_> {
    /// Returns the steps that a turn takes.
    fn look(
        &mut self,
        store: &mut CandidateStore,
        takes: Takes,
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<Seen>, Unrated> {
        let mut seen = Vec::new();
        for (rung, (rated, memory)) in self.rungs.iter().zip(&mut self.memories).enumerate() {
            if takes.highest(&seen) < rated.rung.rating {
                break;
            }
            if !memory::look(memory, store) {
                continue;
            }
            let takes_all = memory.is_some();
            let mut watch =
                Watch { store, interrupt, rung, rated, takes, takes_all, seen, stop: None };
            // Why it was broken off, if it was, stands there.
            let _ = (rated.find())(store, &mut watch);
            if let Some(stop) = watch.stop {
                return Err(Unrated::Stopped(stop));
            }
            seen = watch.seen;
        }
        Ok(seen)
    }
}

/// Drops conclusions that are part of another one. Of equals that on the lower rung stays.
pub(super) fn distinct(mut seen: Vec<Seen>) -> Vec<Seen> {
    let key = |it: &Seen| (usize::MAX - it.conclusion.len(), it.rung);
    seen.sort_by(|one, other| {
        key(one).cmp(&key(other)).then_with(|| one.conclusion.cmp(&other.conclusion))
    });
    let mut kept: Vec<Seen> = Vec::new();
    let mut holders: HashMap<(Cell, Symbol, bool), Vec<usize>> = HashMap::new();
    for it in seen {
        let first = it.conclusion.first().and_then(|first| holders.get(first));
        let is_part = |&of: &usize| {
            it.conclusion.iter().all(|item| kept[of].conclusion.binary_search(item).is_ok())
        };
        if first.is_some_and(|of| of.iter().any(is_part)) {
            continue;
        }
        for &item in &it.conclusion {
            holders.entry(item).or_default().push(kept.len());
        }
        kept.push(it);
    }
    kept
}

/// Keeps the steps to take of those that are reported.
struct Watch<'a> {
    store: &'a CandidateStore,
    interrupt: &'a Interrupt<'a>,
    /// The place in the stage of the rung that reports.
    rung: usize,
    rated: &'a RatedTechnique,
    takes: Takes,
    /// Whether it takes all steps of this rung below the score.
    takes_all: bool,
    seen: Vec<Seen>,
    stop: Option<Stop>,
}

impl Watch<'_> {
    /// Returns the highest score of a step to take.
    fn highest(&self) -> u16 {
        self.takes.highest(&self.seen)
    }

    /// Returns whether no other step is looked for.
    fn is_enough(&self) -> bool {
        let takes_some = matches!(self.takes, Takes::SomeBelow(_)) && !self.takes_all;
        takes_some && self.seen.len() >= SOME
    }
}

impl StepSink for Watch<'_> {
    fn report(&mut self, step: Step) -> ControlFlow<()> {
        let score = self.rated.score(self.store, &step);
        if score > self.highest() {
            return ControlFlow::Continue(());
        }
        if matches!(self.takes, Takes::Easiest) && score < self.highest() {
            self.seen.clear();
        }
        let placed = step.placements.iter().map(|&(cell, symbol)| (cell, symbol, true));
        let gone = step.eliminations.iter().map(|&(cell, symbol)| (cell, symbol, false));
        let mut conclusion: Conclusion = placed.chain(gone).collect();
        conclusion.sort_unstable();
        conclusion.dedup();
        self.seen.push(Seen { score, rung: self.rung, conclusion });
        if self.is_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn spare(&self) -> u16 {
        match self.highest() {
            u16::MAX => u16::MAX,
            highest => highest.saturating_sub(self.rated.rung.rating),
        }
    }

    fn keep_going(&mut self) -> ControlFlow<()> {
        self.stop = self.interrupt.stop();
        if self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
