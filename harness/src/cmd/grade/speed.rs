//! The part `speed`: the time of a program divided by that of a reference, in rounds until thresholds are decided.
//!
//! In a round, program and reference are given the same puzzles in turn, and the ratio of the round is the geometric
//! mean of the ratios of their times, which no single hard puzzle moves far. What slows the machine down for longer
//! than a puzzle slows both. Each round draws other isomorphs if the part has them, so that answers cannot be
//! remembered. The rounds end when no threshold lies in the confidence interval of the median ratio, or after the last
//! one. The interval is looked at after several rounds, so that each look has its share of the error: with a
//! probability of 95 % none of them decides wrongly.

use analysis::stats::bootstrap::Interval;
use analysis::stats::means::mean;
use analysis::stats::median_interval::median_interval;
use analysis::stats::quantile::{quantile, sorted};
use anyhow::bail;
use race::corpus::CorpusItem;
use record::Task;

use super::assignment::Part;
use super::marks::Ratio;
use crate::cmd::trial::{COUNT, TrialRunner};

/// The probability that any look decides wrongly.
const ALPHA: f64 = 0.05;

/// The outcome of a comparison.
pub(super) enum Raced {
    /// The ratio.
    Ratio(Ratio),
    /// A puzzle without a right answer: its number in its round, and the round.
    Wrong(usize, usize),
    /// Ctrl-C.
    Interrupted,
}

/// A program and its reference.
pub(super) struct Pair<'a, 'b> {
    /// The part.
    pub(super) part: &'a Part,
    /// The program.
    pub(super) program: &'a mut TrialRunner<'b>,
    /// The reference.
    pub(super) reference: &'a mut TrialRunner<'b>,
}

impl Pair<'_, '_> {
    /// Races the two. `draw` returns the puzzles of a round.
    ///
    /// # Errors
    /// When puzzles cannot be drawn, the reference does not answer, or this program cannot do its part.
    pub(super) fn race(
        &mut self,
        draw: impl Fn(usize) -> anyhow::Result<Vec<CorpusItem>>,
    ) -> anyhow::Result<Raced> {
        let mut ratios: Vec<f64> = Vec::new();
        for round in 0..self.part.rounds {
            let mut logs = Vec::new();
            for (at, item) in draw(round)?.iter().enumerate() {
                let Some(times) = self.turn(item, (round + at) % 2 == 0) else {
                    self.program.check()?;
                    self.reference.check()?;
                    return Ok(Raced::Interrupted);
                };
                let (program, reference) = match times {
                    [Some(program), Some(reference)] => (program, reference),
                    [None, _] => return Ok(Raced::Wrong(at, round)),
                    [Some(_), None] => bail!("the reference has no right answer"),
                };
                logs.push((program.max(1) as f64 / reference.max(1) as f64).ln());
            }
            ratios.push(mean(&logs).unwrap_or(f64::INFINITY).exp());
            if let Some(found) = interval(&ratios, self.part.rounds) {
                let is_open = |ratio: f64| found.low <= ratio && ratio < found.high;
                if !self.part.thresholds.iter().filter_map(|it| it.ratio).any(is_open) {
                    break;
                }
            }
        }
        let sorted = sorted(ratios.iter().copied());
        let ratio = quantile(&sorted, 0.5).unwrap_or(f64::INFINITY);
        let found = interval(&ratios, self.part.rounds);
        let Interval { low, high } = found.unwrap_or(Interval { low: ratio, high: ratio });
        Ok(Raced::Ratio(Ratio { ratio, low, high, rounds: ratios.len() }))
    }

    /// Gives a puzzle to both, to the program first or last. A time is missing if the answer is not right. Returns
    /// `None` after Ctrl-C.
    fn turn(&mut self, item: &CorpusItem, program_first: bool) -> Option<[Option<u64>; 2]> {
        let task = self.part.task;
        if program_first {
            let program = time(self.program, item, task)?;
            return Some([program, time(self.reference, item, task)?]);
        }
        let reference = time(self.reference, item, task)?;
        Some([time(self.program, item, task)?, reference])
    }
}

/// Returns the interval of the median ratio after some of `rounds` rounds.
fn interval(ratios: &[f64], rounds: usize) -> Option<Interval> {
    median_interval(ratios, ALPHA / rounds as f64)
}

/// The time of a right answer in nanoseconds: over the pipe for a program, since what it says of its time is not
/// believed. Returns `None` after Ctrl-C.
fn time(runner: &mut TrialRunner<'_>, item: &CorpusItem, task: Task) -> Option<Option<u64>> {
    let result = runner.run(item, task, COUNT)?;
    let is_right = result.row.status.is_answer() && !result.row.is_failure();
    Some(result.row.trip_ns.or(result.row.wall_ns).filter(|_| is_right))
}
