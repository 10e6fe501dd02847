//! The way of a player through a puzzle: always the easiest steps that there are.

use std::collections::HashMap;
use std::ops::ControlFlow;

use board::{Cell, Symbol};

use super::score::{Unrated, Use};
use crate::contract::{Interrupt, Step, Stop};
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

/// A puzzle that is solved with the easiest steps.
pub(super) struct Climb<'r> {
    store: CandidateStore,
    stages: Vec<&'r Vec<RatedTechnique>>,
    /// How often each rung of each stage was used, and the hardest score.
    uses: Vec<Vec<(u64, u16)>>,
}

impl<'r> Climb<'r> {
    /// No step is taken yet.
    pub(super) fn new(store: CandidateStore, stages: Vec<&'r Vec<RatedTechnique>>) -> Self {
        let uses = stages.iter().map(|stage| vec![(0, 0); stage.len()]).collect();
        Self { store, stages, uses }
    }

    /// Whether the grid is full.
    pub(super) fn is_solved(&self) -> bool {
        self.store.n_open() == 0
    }

    /// The score of the hardest step so far, in tenths.
    pub(super) fn score(&self) -> u16 {
        self.uses.iter().flatten().map(|&(_, hardest)| hardest).max().unwrap_or(0)
    }

    /// The rungs that were used, lowest first.
    pub(super) fn uses(&self) -> Vec<Use> {
        let rungs = self.stages.iter().copied().flatten().zip(self.uses.iter().flatten());
        let used = rungs.filter(|(_, (count, _))| *count > 0);
        used.map(|(rated, &(count, hardest))| {
            let Technique { id, name, weight, .. } = *rated.technique;
            Use { id, name: name.en, count, weight, hardest }
        })
        .collect()
    }

    /// Takes the easiest steps that there are, and returns whether there were any.
    pub(super) fn turn(&mut self, interrupt: &Interrupt<'_>) -> Result<bool, Unrated> {
        if self.is_solved() {
            return Ok(false);
        }
        if let Some(stop) = interrupt.stop() {
            return Err(Unrated::Stopped(stop));
        }
        for (index, stage) in self.stages.iter().enumerate() {
            let seen = easiest(&self.store, stage, interrupt)?;
            if seen.is_empty() {
                continue;
            }
            for Seen { score, rung, conclusion } in distinct(seen) {
                let (count, hardest) = &mut self.uses[index][rung];
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

/// The steps of a stage with the lowest score.
fn easiest(
    store: &CandidateStore,
    stage: &[RatedTechnique],
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Seen>, Unrated> {
    let mut watch = Watch { store, interrupt, stage, rung: 0, seen: Vec::new(), stop: None };
    for (index, rung) in stage.iter().enumerate() {
        if watch.seen.first().is_some_and(|it| it.score < rung.rung.rating) {
            break;
        }
        watch.rung = index;
        // Why it was broken off, if it was, stands there.
        let _ = (rung.find())(store, &mut watch);
        if let Some(stop) = watch.stop {
            return Err(Unrated::Stopped(stop));
        }
    }
    Ok(watch.seen)
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

/// Keeps the easiest of the steps that are reported.
struct Watch<'a> {
    store: &'a CandidateStore,
    interrupt: &'a Interrupt<'a>,
    stage: &'a [RatedTechnique],
    /// The rung of the stage that reports.
    rung: usize,
    seen: Vec<Seen>,
    stop: Option<Stop>,
}

impl StepSink for Watch<'_> {
    fn report(&mut self, step: Step) -> ControlFlow<()> {
        let score = self.stage[self.rung].score(self.store, &step);
        match self.seen.first().map(|it| it.score) {
            Some(least) if score > least => return ControlFlow::Continue(()),
            Some(least) if score < least => self.seen.clear(),
            _ => {}
        }
        let placed = step.placements.iter().map(|&(cell, symbol)| (cell, symbol, true));
        let gone = step.eliminations.iter().map(|&(cell, symbol)| (cell, symbol, false));
        let mut conclusion: Conclusion = placed.chain(gone).collect();
        conclusion.sort_unstable();
        conclusion.dedup();
        self.seen.push(Seen { score, rung: self.rung, conclusion });
        ControlFlow::Continue(())
    }

    fn spare(&self) -> u16 {
        let rating = self.stage[self.rung].rung.rating;
        self.seen.first().map_or(u16::MAX, |it| it.score.saturating_sub(rating))
    }

    fn keep_going(&mut self) -> ControlFlow<()> {
        self.stop = self.interrupt.stop();
        if self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
