//! The evidence of a run that stops when the order of its backends is decided.
//!
//! The rows of a puzzle, in all passes and of all its isomorphs, wait here until its round is over. They
//! are then taken in the order in which the puzzles were shuffled. So the same rows give the same
//! decisions, however many workers wrote them, and also if an earlier process did.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use analysis::stats::sequential::{ALPHA, CAP, FLOOR, Sequential, TimedPass, log_cost};
use anyhow::bail;
use race::plan::Plan;
use race::runner::Round;
use record::Row;
use record::manifest::{DecidedBackend, DecidedPair, Decision, Ended};
use record::row::nanoseconds;

/// The passes of a backend over a puzzle, by the seed of the isomorph.
type Passes = BTreeMap<Option<u64>, Vec<TimedPass>>;

/// The rows of the run as evidence, and what they decide.
pub(super) struct Evidence {
    ids: Vec<String>,
    limit_ns: u64,
    /// The number of trials of a backend on a puzzle with its isomorphs, without the pilot.
    trials: u64,
    /// The names of the puzzles, in the order of the run.
    puzzles: Vec<Arc<str>>,
    sequential: Sequential,
    /// The number of puzzles in the present round.
    round: usize,
    /// For each puzzle that was not yet judged, the passes of each backend.
    waiting: HashMap<Arc<str>, Vec<Passes>>,
}

impl Evidence {
    /// Returns the evidence of a run of a plan, if the run stops when the order is decided.
    ///
    /// # Errors
    /// If the plan cannot decide it: it has one backend, or no time limit, so that a failure has no cost;
    /// or a backend has no time for each puzzle.
    pub(super) fn of(plan: &Plan) -> anyhow::Result<Option<Self>> {
        if plan.until.is_none() {
            return Ok(None);
        }
        let Some(limit) = plan.timeout else {
            bail!("--until needs a time limit: without one a failure has no cost");
        };
        if let Some(one) = plan.backends.iter().find(|one| one.shares_times()) {
            let id = one.backend.id;
            bail!("--until needs a time for each puzzle: {id} is timed on many at once (-B {id})");
        }
        if plan.backends.len() < 2 {
            bail!("--until decides the order of backends, expected at least two");
        }
        let ids = plan.backends.iter().map(|one| one.backend.id.to_owned()).collect();
        let trials = plan.isomorphs.unwrap_or(1) * u64::from(plan.repetitions.min);
        Ok(Some(Self::new(ids, nanoseconds(limit), trials)))
    }

    fn new(ids: Vec<String>, limit_ns: u64, trials: u64) -> Self {
        let (puzzles, sequential) = (Vec::new(), Sequential::new(ids.len(), 0));
        Self { ids, limit_ns, trials, puzzles, sequential, round: 0, waiting: HashMap::new() }
    }

    /// Begins with these puzzles, in the order of the run.
    pub(super) fn begin(&mut self, puzzles: Vec<Arc<str>>) {
        self.sequential = Sequential::new(self.ids.len(), puzzles.len());
        self.puzzles = puzzles;
    }

    /// Adds a row. Those of pilot passes are no evidence.
    pub(super) fn add(&mut self, row: &Row) {
        let backend = self.ids.iter().position(|id| *id == row.backend);
        if let Some(backend) = backend.filter(|_| row.rep > 0) {
            let n_backends = self.ids.len();
            let of_puzzle = self.waiting.entry(row.puzzle.clone());
            let of_puzzle = of_puzzle.or_insert_with(|| vec![Passes::new(); n_backends]);
            of_puzzle[backend].entry(row.iso_seed).or_default().push(TimedPass {
                status: row.status,
                wall_ns: row.wall_ns,
                error_ns: row.wall_error_ns,
            });
        }
    }

    /// Judges the present round, and returns the next one, or `None` at the end.
    pub(super) fn next_round(&mut self) -> Option<Round> {
        let first = self.sequential.n_seen();
        for puzzle in &self.puzzles[first..first + self.round] {
            let passes = self.waiting.remove(puzzle).unwrap_or_default();
            let cost = |passes: &Vec<TimedPass>| log_cost(passes, self.limit_ns);
            let costs = (0..self.ids.len()).map(|backend| {
                let passes = passes.get(backend).filter(|passes| !passes.is_empty())?;
                passes.values().map(cost).collect()
            });
            self.sequential.observe(&costs.collect::<Vec<_>>());
        }
        self.sequential.judge();
        self.round = self.sequential.next_round();
        let needed = (0..self.ids.len()).map(|backend| self.sequential.needs(backend)).collect();
        (self.round > 0).then_some(Round { puzzles: self.round, needed })
    }

    /// Returns what is decided so far.
    pub(super) fn decision(&self) -> Decision {
        let n_run = self.sequential.n_seen();
        let ended = match self.sequential.next_round() {
            0 if n_run == self.puzzles.len() => Some(Ended::Exhausted),
            0 => Some(Ended::Decided),
            _ => None,
        };
        let n_clusters = |backend| self.sequential.n_clusters(backend);
        let skipped = (0..self.ids.len()).map(|backend| self.puzzles.len() - n_clusters(backend));
        let n_skipped = self.trials * skipped.sum::<usize>() as u64;
        let places = self.sequential.places().into_iter().enumerate();
        let mut backends: Vec<DecidedBackend> = places
            .map(|(backend, place)| DecidedBackend {
                backend: self.ids[backend].clone(),
                place,
                clusters: n_clusters(backend),
            })
            .collect();
        backends.sort_by_key(|backend| (backend.place.is_none(), backend.place));
        Decision {
            ended,
            confidence: 1.0 - ALPHA,
            floor: FLOOR,
            cap: CAP,
            clusters: self.puzzles.len(),
            clusters_run: n_run,
            trials_skipped: if ended.is_some() { n_skipped } else { 0 },
            backends,
            pairs: self.pairs(),
        }
    }

    fn pairs(&self) -> Vec<DecidedPair> {
        let pairs = self.sequential.pairs();
        let decided = pairs.map(|pair| DecidedPair {
            a: self.ids[pair.backends[0]].clone(),
            b: self.ids[pair.backends[1]].clone(),
            relation: pair.relation,
            ratio: pair.ratio,
            low: pair.interval.low,
            high: pair.interval.high,
            clusters: pair.n_clusters,
        });
        decided.collect()
    }
}

#[cfg(test)]
mod tests {
    use record::manifest::Relation;
    use record::{Row, Status};

    use super::*;

    /// Rows of puzzles whose times vary by a tenth around that of each backend.
    fn rows(n_puzzles: usize, backends: &[(&'static str, f64)]) -> Vec<Row> {
        let mut rows = Vec::new();
        for puzzle in 0..n_puzzles {
            for (place, &(backend, time)) in backends.iter().enumerate() {
                let percent = (puzzle * [37, 59, 83][place] + puzzle / 7) % 21;
                rows.push(Row {
                    backend: backend.into(),
                    puzzle: puzzle.to_string().into(),
                    rep: 1,
                    status: Status::Unique,
                    wall_ns: Some((time * (0.9 + percent as f64 / 100.0)) as u64),
                    ..Row::default()
                });
            }
        }
        rows
    }

    /// Runs to the end. What of the rows is needed comes in this order, all at once or round by round.
    fn run(rows: &[Row], n_puzzles: usize, is_resumed: bool) -> Decision {
        let mut ids: Vec<String> = rows.iter().map(|row| row.backend.to_string()).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut evidence = Evidence::new(ids, 1_000_000_000, 1);
        if is_resumed {
            rows.iter().for_each(|row| evidence.add(row));
        }
        evidence.begin((0..n_puzzles).map(|puzzle| puzzle.to_string().into()).collect());
        let mut first = 0;
        while let Some(Round { puzzles, needed }) = evidence.next_round() {
            let round = first..first + puzzles;
            first += puzzles;
            let is_run = |row: &&Row| {
                let backend = evidence.ids.iter().position(|id| *id == row.backend);
                round.contains(&row.puzzle.parse().unwrap()) && backend.is_some_and(|it| needed[it])
            };
            let run: Vec<Row> = rows.iter().filter(is_run).cloned().collect();
            if !is_resumed {
                run.iter().for_each(|row| evidence.add(row));
            }
        }
        evidence.decision()
    }

    #[test]
    fn the_same_rows_decide_the_same_in_any_order_and_when_resumed() {
        let mut rows = rows(400, &[("a", 1e4), ("b", 2e4), ("c", 9e5)]);
        let decision = run(&rows, 400, false);
        assert_eq!(decision.ended, Some(Ended::Decided));
        assert_eq!(decision.order(), "1. a, 2. b, 3. c");
        let n_run: usize = decision.backends.iter().map(|one| one.clusters).sum();
        assert_eq!(decision.trials_skipped as usize, rows.len() - n_run);
        rows.reverse();
        assert_eq!(run(&rows, 400, false), decision);
        assert_eq!(run(&rows, 400, true), decision);
    }

    #[test]
    fn twins_end_tied() {
        let decision = run(&rows(2000, &[("twin", 1e5), ("twin-2", 1e5)]), 2000, false);
        assert_eq!(decision.pairs[0].relation, Some(Relation::Tied));
        assert_eq!(decision.order(), "1. twin, 1. twin-2");
        assert_eq!(decision.ended, Some(Ended::Decided));
    }

    #[test]
    fn few_puzzles_decide_only_all_together() {
        let decision = run(&rows(20, &[("a", 1e4), ("b", 1.05e4)]), 20, false);
        assert_eq!((decision.ended, decision.trials_skipped), (Some(Ended::Exhausted), 0));
        assert_eq!(decision.order(), "1. a, 2. b");
        let pair = &decision.pairs[0];
        assert_eq!((Some(pair.low), Some(pair.high)), (pair.ratio, pair.ratio));
    }

    #[test]
    fn a_backend_that_lacks_a_puzzle_has_no_place() {
        let mut rows = rows(100, &[("a", 1e4), ("b", 1e5), ("c", 1e5)]);
        let lacks = |row: &Row| &*row.backend == "c" && &*row.puzzle == "3";
        rows.iter_mut().filter(|row| lacks(row)).for_each(|row| row.status = Status::Unsupported);
        let decision = run(&rows, 100, false);
        assert_eq!(decision.order(), "1. a, 2. b; no place: c");
        assert_eq!(decision.backends[2].clusters, 15);
    }
}
