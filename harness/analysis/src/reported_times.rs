//! Checks the times that external solvers report over a whole run.
//!
//! A single reported time may be any part of its round trip if that is short (`external/reported.rs` of the
//! crate `race`); sums are more conclusive. Reported times that are a small part of their round trips
//! cannot be confirmed. And a solver that caches its answers is slow in the pilot pass only, because all
//! passes have the same puzzles.

use std::collections::BTreeMap;

use record::{Granularity, Row, Status};

/// Reported times below this share of the round trips cannot be confirmed.
const UNCONFIRMED: f64 = 0.1;

/// Later passes below this share of the pilot pass suggest a cache. Just-in-time compilation gains
/// less.
const CACHED: f64 = 0.05;

/// Sums for each external solver, by its id.
#[derive(Clone, Debug, Default)]
pub struct ReportedTimes(BTreeMap<String, SolverSums>);

/// A time as a row has it.
#[derive(Clone, Copy, Debug)]
pub struct ReportedTime {
    /// The repetition; 0 is the pilot.
    pub rep: u32,
    /// The outcome of the trial.
    pub status: Status,
    /// What the time covers.
    pub granularity: Option<Granularity>,
    /// The time, in nanoseconds.
    pub wall_ns: Option<u64>,
    /// The round trip, in nanoseconds; `None` for a built-in backend.
    pub trip_ns: Option<u64>,
}

impl From<&Row> for ReportedTime {
    fn from(row: &Row) -> Self {
        let &Row { rep, status, granularity, wall_ns, trip_ns, .. } = row;
        Self { rep, status, granularity, wall_ns, trip_ns }
    }
}

#[derive(Clone, Debug, Default)]
struct SolverSums {
    /// The sums of the reported times and of their round trips.
    reported: (u128, u128),
    /// The number of answers in pilot passes, and the sum of their times.
    pilot: (u64, u128),
    /// The same for later passes.
    later: (u64, u128),
}

impl ReportedTimes {
    /// Adds a time of a backend if it is an external solver that answered.
    pub fn add(&mut self, backend: &str, time: ReportedTime) {
        let (Some(trip_ns), Some(wall_ns)) = (time.trip_ns, time.wall_ns) else { return };
        if !time.status.is_answer() {
            return;
        }
        // A solver may report any time.
        let (wall_ns, trip_ns) = (u128::from(wall_ns), u128::from(trip_ns));
        let sums = self.0.entry(backend.to_owned()).or_default();
        if time.granularity == Some(Granularity::Solve) {
            sums.reported = (sums.reported.0 + wall_ns, sums.reported.1 + trip_ns);
        }
        let passes = if time.rep == 0 { &mut sums.pilot } else { &mut sums.later };
        *passes = (passes.0 + 1, passes.1 + wall_ns);
    }

    /// Returns the caveats of the selected solvers, a sentence each.
    pub fn caveats(&self, is_selected: impl Fn(&str) -> bool) -> Vec<String> {
        let selected = self.0.iter().filter(|(id, _)| is_selected(id));
        let caveats = |(id, sums): (&String, &SolverSums)| {
            [sums.unconfirmed(id), sums.cached(id)].into_iter().flatten()
        };
        selected.flat_map(caveats).collect()
    }
}

impl SolverSums {
    fn unconfirmed(&self, id: &str) -> Option<String> {
        let (reported, trips) = self.reported;
        let share = reported as f64 / trips as f64;
        (trips > 0 && share < UNCONFIRMED).then(|| {
            format!(
                "Warning: the times reported by {id} are {:.1} % of the round trips and cannot be \
                 confirmed; --clock pipe ignores them.",
                100.0 * share
            )
        })
    }

    fn cached(&self, id: &str) -> Option<String> {
        let mean = |(n, sum): (u64, u128)| (n > 0).then(|| sum as f64 / n as f64);
        let share = mean(self.later)? / mean(self.pilot)?;
        (share < CACHED).then(|| {
            format!(
                "Warning: {id} took {:.0} times as long in the pilot pass as in later passes over the \
                 same puzzles: it may cache its answers.",
                1.0 / share
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(rep: u32, wall_ns: u64, trip_ns: Option<u64>) -> Row {
        let granularity = Some(Granularity::Solve);
        let (status, wall_ns) = (Status::Unique, Some(wall_ns));
        Row {
            backend: "external/a".into(),
            rep,
            wall_ns,
            trip_ns,
            granularity,
            status,
            ..Row::default()
        }
    }

    fn caveats(rows: &[Row]) -> Vec<String> {
        let mut times = ReportedTimes::default();
        rows.iter().for_each(|row| times.add(&row.backend, row.into()));
        times.caveats(|_| true)
    }

    #[test]
    fn times_far_below_the_round_trips_are_reported() {
        let found = caveats(&[row(1, 1_000, Some(60_000)), row(1, 3_000, Some(140_000))]);
        assert!(found.len() == 1 && found[0].contains("are 2.0 % of"), "{found:?}");
        assert!(caveats(&[row(1, 30_000, Some(60_000))]).is_empty());
        assert!(caveats(&[row(1, 1, None)]).is_empty(), "a built-in backend");
    }

    #[test]
    fn sums_of_reported_times_do_not_wrap() {
        let longest = || row(1, u64::MAX, Some(u64::MAX));
        assert!(caveats(&[row(0, u64::MAX, Some(u64::MAX)), longest(), longest()]).is_empty());
    }

    #[test]
    fn a_solver_that_may_cache_its_answers_is_reported() {
        let (pilot, later) = (row(0, 50_000, Some(90_000)), row(1, 500, Some(2_000)));
        let found = caveats(&[pilot.clone(), later.clone(), later]);
        assert!(found.len() == 1 && found[0].contains("took 100 times as long"), "{found:?}");
        assert!(caveats(&[pilot.clone(), Row { rep: 1, ..pilot }]).is_empty());
    }
}
