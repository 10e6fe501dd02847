//! Long recordings, sampled by level.
//!
//! A level is the number of open bets. A search tree is wide where it is deep, so what a reader can follow are its upper
//! levels: of a recording that is too long, all events up to some level are kept, and for each run of deeper ones only
//! their number and how much they counted, a *gap*. After a gap the search stands where its last open bet of that level
//! was made. The first events and the solutions are kept at any level.
//!
//! The level is not known before the search has ended. So the deepest levels are removed whenever the recording
//! has become too long, until it is at most half as long. A search without bets has one level, of which the first events
//! are kept.

/// How much a run of events counted: steps, nodes, bets, conflicts, deductions, literals and items, learnt clauses, and
/// the [counters](super::events::COUNTED) that are told.
pub(super) type Tally = [u64; 11];

/// An event.
pub(super) struct Recorded {
    /// Its number of open bets.
    pub(super) level: usize,
    /// What it counts; its first number is 1 for a step.
    pub(super) tally: Tally,
    /// Whether it is a solution.
    pub(super) is_solution: bool,
}

/// A piece of the recording, in order.
#[derive(Clone, Copy)]
enum Piece {
    /// An event of this many bytes that is kept at its level.
    Event { level: usize, length: usize, tally: Tally },
    /// An event that is always kept.
    Fixed { length: usize },
    /// Events that are not there.
    Gap(Gap),
}

/// Events that are not there.
#[derive(Clone, Copy)]
pub(super) struct Gap {
    pub(super) tally: Tally,
    /// Whether any of them is of a level that is kept, so that the state of the search is unknown afterwards.
    pub(super) is_lost: bool,
}

/// The maximum number of solutions that are kept at any level.
const MAX_SOLUTIONS: u64 = 100;

/// The part of the maximum that is for the first steps, whatever their levels.
const BEGINNING: u64 = 10;

/// A recording with at most so many steps beside solutions.
pub(super) struct Sample {
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
    max_steps: u64,
    /// The level below which events are not there.
    limit: Option<usize>,
    /// Whether one level has too many steps, so that even there only the first ones are kept.
    is_full: bool,
    /// The number of steps of each level that may be removed.
    steps: Vec<u64>,
    n_fixed: u64,
    /// The number of steps that are there.
    n_steps: u64,
    n_solutions: u64,
}

impl Sample {
    pub(super) fn new(max_steps: u64) -> Self {
        Self {
            bytes: Vec::new(),
            pieces: Vec::new(),
            max_steps,
            limit: None,
            is_full: false,
            steps: Vec::new(),
            n_fixed: 0,
            n_steps: 0,
            n_solutions: 0,
        }
    }

    /// Takes an event.
    pub(super) fn push(&mut self, event: &Recorded, bytes: &[u8]) {
        let Recorded { level, tally, is_solution } = *event;
        self.n_solutions += u64::from(is_solution);
        let is_fixed = is_solution && self.n_solutions <= MAX_SOLUTIONS
            || self.n_fixed < self.max_steps / BEGINNING && !self.is_full;
        if !is_fixed && self.n_steps + tally[0] > self.max_steps && !self.is_full {
            self.thin();
        }
        if is_fixed {
            self.n_fixed += tally[0];
            self.pieces.push(Piece::Fixed { length: bytes.len() });
        } else if self.is_full || self.limit.is_some_and(|limit| level > limit) {
            let is_lost = self.is_full && self.limit.is_none_or(|limit| level <= limit);
            return add_gap(&mut self.pieces, &Gap { tally, is_lost });
        } else {
            if self.steps.len() <= level {
                self.steps.resize(level + 1, 0);
            }
            self.steps[level] += tally[0];
            self.pieces.push(Piece::Event { level, length: bytes.len(), tally });
        }
        self.n_steps += tally[0];
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns the number of steps that are there.
    pub(super) fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// Returns the level below which events are not there, if some are not.
    pub(super) fn limit(&self) -> Option<usize> {
        self.limit
    }

    /// Returns whether steps are missing, wherever they are.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Removes the deepest levels.
    fn thin(&mut self) {
        let mut sum = self.n_fixed;
        let sums = self.steps.iter().map(|steps| {
            sum += steps;
            sum
        });
        let kept = sums.take_while(|&sum| sum <= self.max_steps / 2).count().max(1);
        if kept >= self.steps.len() {
            self.is_full = true;
            return;
        }
        self.limit = Some(kept - 1);
        self.steps.truncate(kept);
        self.n_steps = self.n_fixed + self.steps.iter().sum::<u64>();
        self.remove(kept - 1);
    }

    /// Removes what lies below a level.
    fn remove(&mut self, limit: usize) {
        let (mut from, mut to) = (0, 0);
        let mut kept = Vec::new();
        for piece in std::mem::take(&mut self.pieces) {
            let (length, gap) = match piece {
                Piece::Event { level, length, tally } => {
                    (length, (level > limit).then_some(Gap { tally, is_lost: false }))
                }
                Piece::Fixed { length } => (length, None),
                Piece::Gap(gap) => (0, Some(gap)),
            };
            match gap {
                Some(gap) => add_gap(&mut kept, &gap),
                None => {
                    self.bytes.copy_within(from..from + length, to);
                    to += length;
                    kept.push(piece);
                }
            }
            from += length;
        }
        self.bytes.truncate(to);
        self.pieces = kept;
    }

    /// Returns the bytes of the recording; `write_gap` writes a gap.
    pub(super) fn end(self, mut write_gap: impl FnMut(&mut Vec<u8>, &Gap)) -> Vec<u8> {
        let (mut bytes, mut rest) = (Vec::new(), &self.bytes[..]);
        for piece in &self.pieces {
            match piece {
                Piece::Gap(gap) => write_gap(&mut bytes, gap),
                Piece::Event { length, .. } | Piece::Fixed { length } => {
                    let (event, left) = rest.split_at(*length);
                    bytes.extend_from_slice(event);
                    rest = left;
                }
            }
        }
        bytes
    }
}

/// Adds what is not there to the last gap, or begins one.
fn add_gap(pieces: &mut Vec<Piece>, more: &Gap) {
    match pieces.last_mut() {
        Some(Piece::Gap(gap)) => {
            gap.tally.iter_mut().zip(more.tally).for_each(|(sum, more)| *sum += more);
            gap.is_lost |= more.is_lost;
        }
        _ => pieces.push(Piece::Gap(*more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is left of steps of these levels, a letter each; a gap is the number of its
    /// steps.
    fn sampled(max_steps: u64, levels: &[usize]) -> (String, Sample) {
        let mut sample = Sample::new(max_steps);
        for &level in levels {
            let mut tally = [0; 11];
            tally[0] = 1;
            let event = Recorded { level, tally, is_solution: false };
            sample.push(&event, &[b'a' + level as u8]);
        }
        let mut copy = Sample::new(0);
        std::mem::swap(&mut copy.pieces, &mut sample.pieces);
        std::mem::swap(&mut copy.bytes, &mut sample.bytes);
        let bytes = copy.end(|bytes, gap| bytes.extend(gap.tally[0].to_string().bytes()));
        (String::from_utf8(bytes).expect("letters"), sample)
    }

    #[test]
    fn a_short_recording_is_whole() {
        let (text, sample) = sampled(7, &[1, 2, 3, 2, 3, 1]);
        assert_eq!(text, "bcdcdb");
        assert_eq!((sample.limit(), sample.is_full()), (None, false));
    }

    #[test]
    fn deep_events_of_a_long_one_are_counted() {
        let (text, sample) = sampled(9, &[1, 2, 3, 2, 3, 1, 2, 3, 3, 3, 2, 1, 1]);
        assert_eq!(text, "b4b5bb");
        assert_eq!((sample.limit(), sample.n_steps()), (Some(1), 4));
    }

    #[test]
    fn the_first_steps_are_kept_at_any_level() {
        let levels: Vec<usize> = [1, 2, 3, 4].into_iter().chain([4; 40]).chain([1, 2, 2]).collect();
        let (text, sample) = sampled(40, &levels);
        assert_eq!(text, "bcde40bcc");
        assert_eq!(sample.limit(), Some(3));
    }

    #[test]
    fn of_one_level_the_first_steps_are_kept() {
        let (text, sample) = sampled(3, &[0, 0, 0, 0, 0, 0]);
        assert_eq!(text, "aaa3");
        assert!(sample.is_full());
    }
}
