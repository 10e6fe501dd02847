//! Rating: how hard a puzzle is for a player.
//!
//! Falissard grades a grid by the strategies that it needs. So does this: a player who always takes
//! the easiest step that there is goes through the puzzle, and what the hardest of the steps was is
//! the *score*. It is in tenths, on the scale of Sudoku Explainer 1.2.1 (Nicolas Juillerat, 2007),
//! for which players have rated millions of puzzles:
//!
//! ```text
//!   1.0–2.8   singles, locked candidates                  easy
//!   3.0–4.0   pairs, triples, fish                        medium
//!   4.2–5.6   wings, quads, uniqueness                    hard
//!   6.5–7.9   chains, one symbol supposed                 fiendish
//!   8.0–      distinction of cases, supposing at length   beyond
//! ```
//!
//! Each kind of step is a rung of the [`ladder`](ladder::ladder). A *turn* takes the lowest rung on
//! which something is seen, of that the steps with the lowest score, and all of these at once. So no
//! turn depends on the order in which cells are looked at, and a puzzle that is turned, relabelled
//! or permuted has the same score and the same steps. What a turn takes counts once for each thing
//! that follows from it and is no part of another: six chains to the same elimination are one step.
//!
//! The second score is HoDoKu's (Bernhard Hobiger, 2008): each step adds the weight of its rung.
//! It grows with the length of a solution, where the first tells its steepest place alone.
//!
//! Rungs that take uniqueness for granted are among them, as in both programs. So what is rated has
//! to have one solution; that is for the caller to know. The cost is that of `deduce/all`, and a
//! tenth of a second where cases have to be told apart on a large board.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use board::{Cell, Geometry, Puzzle, Symbol};

use crate::contract::{Interrupt, Limits, Stop};
use crate::deduce::layout::Layout;
use crate::deduce::state::{Conflict, State};
use crate::deduce::step::Step;
use crate::deduce::table::Finds;

pub mod ladder;
pub mod level;

mod cases;
mod chains;
mod direct;
mod one_symbol;
#[cfg(test)]
mod tests;

pub use self::ladder::Rung;
pub use self::level::Level;

/// The score of a puzzle that no rung finishes: where Sudoku Explainer begins to suppose things
/// within what is supposed.
pub const UNSOLVED: u16 = 95;

/// Rates the puzzles of one geometry.
pub struct Rater {
    layout: Arc<Layout>,
    stages: Vec<Vec<Rung>>,
}

/// What a puzzle needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The rungs that were used, lowest first.
    pub uses: Vec<Use>,
    /// Whether they fill the grid.
    pub is_solved: bool,
    /// Whether naked and hidden singles alone fill it.
    pub is_solved_by_singles: bool,
}

/// How a rung was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The key of the rung.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// How many steps.
    pub count: u64,
    /// What each adds to the sum.
    pub weight: u16,
    /// The score of the hardest of them, in tenths.
    pub hardest: u16,
}

/// Why a puzzle has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// It contradicts itself, or what takes for granted that it has one solution.
    Contradiction,
    /// A limit was met.
    Stopped(Stop),
}

impl Rating {
    /// The score of the hardest step, in tenths; [`UNSOLVED`] where the steps lead to no solution.
    /// That of a full grid is 0.
    pub fn score(&self) -> u16 {
        let hardest = self.hardest().map_or(0, |it| it.hardest);
        if self.is_solved { hardest } else { hardest.max(UNSOLVED) }
    }

    /// The weights of all steps together.
    pub fn sum(&self) -> u64 {
        self.uses.iter().map(|it| it.count * u64::from(it.weight)).sum()
    }

    /// How many steps there were.
    pub fn steps(&self) -> u64 {
        self.uses.iter().map(|it| it.count).sum()
    }

    /// The rung of the hardest step; none in a full grid.
    pub fn hardest(&self) -> Option<&Use> {
        // The first of equals is the one that is easier to see.
        self.uses.iter().rev().max_by_key(|it| it.hardest)
    }

    /// The level that the score belongs to.
    pub fn level(&self) -> Level {
        Level::of(self.score())
    }
}

impl Rater {
    /// For puzzles of `geometry`.
    pub fn new(geometry: &Geometry) -> Self {
        Self { layout: Arc::new(Layout::new(geometry)), stages: ladder::ladder() }
    }

    /// Rates a puzzle that has one solution. Of the limits time and the flag are obeyed.
    ///
    /// # Errors
    /// When the puzzle turns out to have no solution, or a limit is met.
    pub fn rate(&self, puzzle: &Puzzle, limits: &Limits<'_>) -> Result<Rating, Unrated> {
        let interrupt = Interrupt::new(limits);
        let mut climb = Climb {
            state: State::of(&self.layout, puzzle)?,
            uses: self.stages.iter().map(|stage| vec![(0, 0); stage.len()]).collect(),
        };
        let is_single = |stage: &&Vec<Rung>| stage.iter().all(Rung::is_single);
        let singles: Vec<&Vec<Rung>> = self.stages.iter().filter(is_single).collect();
        let mut by_singles = Climb { state: climb.state.clone(), uses: climb.uses.clone() };
        while by_singles.turn(singles.iter().copied(), &interrupt)? {}
        while climb.turn(self.stages.iter(), &interrupt)? {}
        Ok(Rating {
            is_solved: climb.state.n_open() == 0,
            is_solved_by_singles: by_singles.state.n_open() == 0,
            uses: self.uses(&climb),
        })
    }

    fn uses(&self, climb: &Climb) -> Vec<Use> {
        let rungs = self.stages.iter().flatten().zip(climb.uses.iter().flatten());
        let used = rungs.filter(|(_, (count, _))| *count > 0);
        used.map(|(rung, &(count, hardest))| {
            let Rung { id, name, weight, .. } = *rung;
            Use { id, name, count, weight, hardest }
        })
        .collect()
    }
}

impl From<Conflict> for Unrated {
    fn from(Conflict: Conflict) -> Self {
        Self::Contradiction
    }
}

/// What follows from a step: candidates, and whether they hold or go.
type Conclusion = Vec<(Cell, Symbol, bool)>;

/// A step that was seen.
struct Seen {
    score: u16,
    /// The place of its rung in the stage.
    rung: usize,
    conclusion: Conclusion,
}

/// A puzzle on its way up.
struct Climb {
    state: State,
    /// How often each rung of each stage was used, and the hardest score.
    uses: Vec<Vec<(u64, u16)>>,
}

impl Climb {
    /// Takes the easiest steps that there are. Whether there were any.
    fn turn<'r>(
        &mut self,
        stages: impl Iterator<Item = &'r Vec<Rung>>,
        interrupt: &Interrupt<'_>,
    ) -> Result<bool, Unrated> {
        if self.state.n_open() == 0 {
            return Ok(false);
        }
        if let Some(stop) = interrupt.stop() {
            return Err(Unrated::Stopped(stop));
        }
        for (index, stage) in stages.enumerate() {
            let seen = easiest(&self.state, stage, interrupt)?;
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
            match (self.state.has(cell, symbol), holds) {
                (true, true) => self.state.place(cell, symbol)?,
                (true, false) => self.state.eliminate(cell, symbol)?,
                (false, true) if self.state.is_open(cell) => return Err(Conflict),
                (false, _) => {}
            }
        }
        Ok(())
    }
}

/// The steps of a stage with the lowest score.
fn easiest(state: &State, stage: &[Rung], interrupt: &Interrupt<'_>) -> Result<Vec<Seen>, Unrated> {
    let mut watch = Watch { state, interrupt, stage, rung: 0, seen: Vec::new(), stop: None };
    for (index, rung) in stage.iter().enumerate() {
        watch.rung = index;
        // Why it was broken off, if it was, stands there.
        let _ = (rung.find)(state, &mut watch);
        if let Some(stop) = watch.stop {
            return Err(Unrated::Stopped(stop));
        }
    }
    Ok(watch.seen)
}

/// Leaves out what is a part of something else that was seen. Of equals that on the lower rung stays.
fn distinct(mut seen: Vec<Seen>) -> Vec<Seen> {
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

/// Keeps the easiest of the steps that are told.
struct Watch<'a> {
    state: &'a State,
    interrupt: &'a Interrupt<'a>,
    stage: &'a [Rung],
    /// Which rung of the stage tells.
    rung: usize,
    seen: Vec<Seen>,
    stop: Option<Stop>,
}

impl Finds for Watch<'_> {
    fn tell(&mut self, step: Step) -> ControlFlow<()> {
        let score = self.stage[self.rung].score(self.state, &step);
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

    fn go_on(&mut self) -> ControlFlow<()> {
        self.stop = self.interrupt.stop();
        if self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
