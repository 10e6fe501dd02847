//! The rounds of a run that stops when the order of its backends is decided.
//!
//! All workers run blocks of the same round. When the last block of a round is done, the sink has all its
//! rows, and decides how many puzzles the next round has and which backends run on them. So what is
//! decided follows from the rows alone, however many workers there are.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::{Block, Race, Worker, lock};

/// A number of puzzles, and the backends that run on them.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The number of puzzles, without their isomorphs.
    pub puzzles: usize,
    /// For each backend of the plan, whether it runs.
    pub needed: Arc<[bool]>,
}

/// Hands out the blocks of each round.
#[derive(Debug, Default)]
pub struct RoundSchedule {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    round: Round,
    /// The number of puzzles of the round that no worker has yet.
    left: usize,
    /// The number of blocks that are being run.
    running: usize,
    is_over: bool,
}

/// A block that is being run; it is done when this is dropped.
pub(super) struct Turn<'a> {
    rounds: &'a RoundSchedule,
    /// The backends that run.
    pub(super) needed: Arc<[bool]>,
}

impl RoundSchedule {
    /// Returns the next block, or `None` at the end of the run. Waits for the other workers at the end of a round.
    ///
    /// # Errors
    /// Fails if a corpus cannot be read further.
    pub(super) fn next_block(&self, race: &Race<'_>) -> anyhow::Result<Option<(Block, Turn<'_>)>> {
        let mut state = lock(&self.state);
        loop {
            if state.is_over || race.cancel.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if state.left > 0 {
                return self.begin_block(&mut state, race);
            }
            if state.running > 0 {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let round = lock(race.sink).next_round();
            state.is_over = round.is_none();
            state.round = round.unwrap_or_default();
            state.left = state.round.puzzles;
            self.changed.notify_all();
        }
    }

    /// Takes a block of the round, which is divided evenly among the workers.
    fn begin_block(
        &self,
        state: &mut State,
        race: &Race<'_>,
    ) -> anyhow::Result<Option<(Block, Turn<'_>)>> {
        let size = state.round.puzzles.div_ceil(race.plan.jobs).min(state.left);
        let Some((block, n_puzzles)) = lock(race.blocks).next_block_of(size)? else {
            state.is_over = true;
            return Ok(None);
        };
        state.left -= n_puzzles;
        state.running += 1;
        Ok(Some((block, Turn { rounds: self, needed: state.round.needed.clone() })))
    }
}

impl Worker<'_, '_> {
    /// Runs blocks until the rounds are over.
    pub(super) fn work_in_rounds(&mut self, rounds: &RoundSchedule) -> anyhow::Result<()> {
        while let Some((block, turn)) = rounds.next_block(self.race)? {
            self.needed = turn.needed.clone();
            let end = self.run_block(block);
            if end.is_err() {
                // The other workers must know before they begin another round.
                self.race.cancel.store(true, Ordering::Relaxed);
            }
            drop(turn);
            end?;
        }
        Ok(())
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        lock(&self.rounds.state).running -= 1;
        self.rounds.changed.notify_all();
    }
}
