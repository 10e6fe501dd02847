//! Runs raw lines without creating puzzles or rows, for maximum throughput.
//!
//! With `--summary-only`, only failures and one row in a thousand are kept. A puzzle without a row is
//! never created: its line is solved among thousands of others, the referee checks the characters of
//! the grid, and the results are summed up. All other puzzles are run once more, singly, in the
//! ordinary way: the sample, puzzles that do not have exactly one solution, and answers that the
//! referee or the corpus contradicts.

use board::referee;
use record::manifest::Order;
use record::{Aggregate, Status, Task, Verified, hash};
use solvers::{Counter, LineResult, Stop};

use super::rows::RowContext;
use super::{Block, BlockPart, Worker, lock};
use crate::corpus::{CorpusItem, RawLines};
use crate::executor::{Measurement, PassContext, Times};
use crate::judge;
use crate::plan::{Pass, Plan, SAMPLE};

/// Returns whether a plan can use raw lines: one backend runs once, and no full set of rows is kept.
pub(super) fn is_applicable(plan: &Plan) -> bool {
    let [entrant] = &plan.backends[..] else { return false };
    plan.summary_only
        && !entrant.is_isolated()
        && plan.repetitions.max <= 1
        && plan.order != Order::Batch
        && plan.isomorphs.is_none()
        && plan.fresh.is_empty()
        && !plan.memory
        && !plan.certify
}

impl Worker<'_, '_> {
    /// Runs a block whose lines need no rows. `first` is the position of its first trial in the plan.
    pub(super) fn run_without_rows(&mut self, block: Block, mut first: u64) -> anyhow::Result<()> {
        let mut items: Vec<CorpusItem> = Vec::new();
        for part in block.parts {
            if let BlockPart::Lines(lines) = &part {
                self.run_items(block.index, first, &items)?;
                first += items.len() as u64;
                items.clear();
                if self.run_raw_lines(first, lines)? {
                    first += lines.len() as u64;
                    continue;
                }
            }
            items.extend(part.items());
        }
        self.run_items(block.index, first, &items)
    }

    /// Solves raw lines. Returns false, without having counted anything, if they must be run as
    /// ordinary puzzles.
    fn run_raw_lines(&mut self, first: u64, lines: &RawLines) -> anyhow::Result<bool> {
        let plan = self.race.plan;
        let backend = &plan.backends[0].backend;
        if !backend.tasks.contains(&plan.task) {
            return Ok(false);
        }
        let context = self.race.context();
        let mut solved = std::mem::take(&mut self.solved);
        let Some(times) = self.executors[0].solve_lines(lines, &context, &mut solved) else {
            return Ok(false);
        };
        let (aggregate, others) = sum_up(plan, first, lines, &solved, times);
        self.solved = solved;
        self.run_others(first, lines, &others, &context, times);
        if self.is_cancelled() {
            self.buffer.rows.clear();
            return Ok(true);
        }
        if let Some(aggregate) = aggregate {
            lock(self.race.sink).aggregate(backend.id, &aggregate);
        }
        self.buffer.finish(plan, self.race.sink)?;
        Ok(true)
    }

    /// Creates the rows of some of the lines, given by their indices. Their time is the mean over all
    /// lines.
    fn run_others(
        &mut self,
        first: u64,
        lines: &RawLines,
        numbers: &[usize],
        context: &PassContext<'_>,
        times: Times,
    ) {
        let items: Vec<CorpusItem> = numbers.iter().map(|&number| lines.item(number)).collect();
        let items: Vec<&CorpusItem> = items.iter().collect();
        let context = PassContext { found: None, ..*context };
        let (plan, buffer, solved) = (self.race.plan, &mut self.buffer, &self.solved);
        let (run_id, worker, pass) = (&self.run_id, self.index, Pass { backend: 0, rep: 1 });
        self.executors[0].pass(&items, &context, &mut |index, measurement| {
            let number = numbers[index];
            let order = first + number as u64;
            let row_context = RowContext { run_id, order, worker, group: Some(first) };
            let measurement = Measurement { times, ..measurement.clone() };
            let row = buffer.push(plan, &pass, items[index], &measurement, &row_context);
            let objection = objection(lines.line(number), &solved[number], &measurement);
            if let Some((row, objection)) = row.zip(objection) {
                let row = &mut buffer.rows[row];
                (row.status, row.verified) = (Status::Wrong, Verified::No);
                (row.error, row.solution) = (Some(objection), None);
            }
        });
    }
}

/// Returns what is wrong with the result of a line solved among others, according to the referee and to
/// the result for the line alone.
fn objection(line: &[u8; 81], solved: &LineResult, measurement: &Measurement) -> Option<String> {
    let LineResult { solutions, is_all, grid, .. } = solved;
    if *solutions > 0 && !referee::solves_line(line, grid) {
        return Some("not a solution: its answer among other lines".into());
    }
    let alone = measurement.answer.as_ref().ok()?;
    let is_exhausted = alone.stop == Stop::Exhausted;
    record::verdict::contradict(((*solutions).into(), *is_all), (alone.count(), is_exhausted)).then(
        || format!("{solutions} solutions found among other lines, but {} alone", alone.solutions),
    )
}

/// Sums up the results that need no row, and returns the indices of the others.
fn sum_up(
    plan: &Plan,
    first: u64,
    lines: &RawLines,
    solved: &[LineResult],
    times: Times,
) -> (Option<Aggregate>, Vec<usize>) {
    let Some((status, verified)) = judge::single_grid(plan.task, Stop::Exhausted, lines.expect())
    else {
        return (None, (0..lines.len()).collect());
    };
    let (mut trials, mut bets, mut digest, mut others) = (0, 0, 0_u64, Vec::new());
    for (number, solved) in solved.iter().enumerate() {
        let is_claimed = solved.solutions == 1 && (solved.is_all || plan.task == Task::First);
        let is_sampled = (first + number as u64).is_multiple_of(SAMPLE);
        if is_claimed && !is_sampled && referee::solves_line(lines.line(number), &solved.grid) {
            trials += 1;
            bets += solved.bets;
            digest = digest.wrapping_add(hash::solution(&solved.grid));
        } else {
            others.push(number);
        }
    }
    let counts = |counter| plan.backends[0].backend.counts.contains(&counter);
    // A search begins with one node, and each bet adds another.
    let nodes = counts(Counter::Nodes).then_some(trials + bets);
    let bets = counts(Counter::Bets).then_some(bets);
    (
        Some(Aggregate { trials, status, verified, nodes, bets, digest, wall_ns: times.wall_ns }),
        others,
    )
}
