//! What is suspicious about the times that programs of others tell of themselves, summed up over a run.
//!
//! A single time may be any part of its round trip where that is short (`external/told.rs` of the crate
//! `race`); the sums say more. Times that are a small part of their trips rest on the word of the program
//! alone. And a program that remembers its answers is slow in the pilot pass only: puzzles are the same in each.

use std::collections::BTreeMap;

use record::{Granularity, Row, Status};

/// Told times are a small part of the round trips below this share of their sum.
const SMALL_PART: f64 = 0.1;

/// Later passes are far below the pilot where they take less than this share of it. A virtual machine
/// that compiles on the way gains less.
const FAR_BELOW: f64 = 0.05;

/// Sums for each program of others, by its id.
#[derive(Clone, Debug, Default)]
pub struct OwnTimes(BTreeMap<String, Sums>);

/// What a row says of a time.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// The repetition; 0 is the pilot.
    pub rep: u32,
    /// What came of the trial.
    pub status: Status,
    /// What the time is the time of.
    pub granularity: Option<Granularity>,
    /// The time, in nanoseconds.
    pub wall_ns: Option<u64>,
    /// The round trip, in nanoseconds; none of a backend of ours.
    pub trip_ns: Option<u64>,
}

impl From<&Row> for Told {
    fn from(row: &Row) -> Self {
        let &Row { rep, status, granularity, wall_ns, trip_ns, .. } = row;
        Self { rep, status, granularity, wall_ns, trip_ns }
    }
}

#[derive(Clone, Debug, Default)]
struct Sums {
    /// Of the times that were told, and of their round trips.
    told: (u64, u64),
    /// Of answers in the pilot pass: their number and their times.
    pilot: (u64, u64),
    /// Of answers in later passes.
    later: (u64, u64),
}

impl OwnTimes {
    /// Adds a time of a backend, if it is that of a program of others that answered.
    pub fn add(&mut self, backend: &str, told: Told) {
        let (Some(trip_ns), Some(wall_ns)) = (told.trip_ns, told.wall_ns) else { return };
        if !told.status.is_answer() {
            return;
        }
        let sums = self.0.entry(backend.to_owned()).or_default();
        if told.granularity == Some(Granularity::Solve) {
            sums.told = (sums.told.0 + wall_ns, sums.told.1 + trip_ns);
        }
        let passes = if told.rep == 0 { &mut sums.pilot } else { &mut sums.later };
        *passes = (passes.0 + 1, passes.1 + wall_ns);
    }

    /// A sentence for each suspicion about the programs that are selected by their ids.
    pub fn warnings(&self, is_selected: impl Fn(&str) -> bool) -> Vec<String> {
        let selected = self.0.iter().filter(|(id, _)| is_selected(id));
        let warnings = |(id, sums): (&String, &Sums)| {
            [sums.small_part(id), sums.far_below(id)].into_iter().flatten()
        };
        selected.flat_map(warnings).collect()
    }
}

impl Sums {
    fn small_part(&self, id: &str) -> Option<String> {
        let (told, trips) = self.told;
        let share = told as f64 / trips as f64;
        (trips > 0 && share < SMALL_PART).then(|| {
            format!(
                "Warning: the times that {id} tells are {:.1} % of the round trips, and rest on its \
                 word; --clock pipe takes none.",
                100.0 * share
            )
        })
    }

    fn far_below(&self, id: &str) -> Option<String> {
        let mean = |(n, sum): (u64, u64)| (n > 0).then(|| sum as f64 / n as f64);
        let share = mean(self.later)? / mean(self.pilot)?;
        (share < FAR_BELOW).then(|| {
            format!(
                "Warning: {id} took {:.0} times as long in the pilot pass as later, on the same \
                 puzzles: does it remember its answers?",
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

    fn warnings(rows: &[Row]) -> Vec<String> {
        let mut times = OwnTimes::default();
        rows.iter().for_each(|row| times.add(&row.backend, row.into()));
        times.warnings(|_| true)
    }

    #[test]
    fn times_that_are_a_small_part_of_the_trips_are_told() {
        let found = warnings(&[row(1, 1_000, Some(60_000)), row(1, 3_000, Some(140_000))]);
        assert!(found.len() == 1 && found[0].contains("are 2.0 % of"), "{found:?}");
        assert!(warnings(&[row(1, 30_000, Some(60_000))]).is_empty());
        assert!(warnings(&[row(1, 1, None)]).is_empty(), "no program of others");
    }

    #[test]
    fn a_program_that_remembers_its_answers_is_told() {
        let (pilot, later) = (row(0, 50_000, Some(90_000)), row(1, 500, Some(2_000)));
        let found = warnings(&[pilot.clone(), later.clone(), later]);
        assert!(found.len() == 1 && found[0].contains("took 100 times as long"), "{found:?}");
        assert!(warnings(&[pilot.clone(), Row { rep: 1, ..pilot }]).is_empty());
    }
}
