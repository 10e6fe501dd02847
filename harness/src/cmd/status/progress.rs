//! The state of each shard, the share of the work that is done, and an estimate of the end.
//!
//! A shard that runs is compared with those that are published: its share is the number of its rows over their mean. The
//! work that is left is divided by the number of shards that run now.

use std::time::Duration;

use super::scan::{Attempt, AttemptState, Scan};

/// The shards by their states, and what follows.
#[derive(Debug)]
pub(super) struct Progress {
    /// The numbers of the shards in each state, in the order of [`ShardState::ALL`].
    pub(super) numbers: [Vec<u32>; 4],
    /// The share of the work that is done, from 0 to 1.
    pub(super) share: f64,
    /// The time left; `None` if it cannot be estimated.
    pub(super) left: Option<Duration>,
    /// The mean number of rows of a published shard.
    mean_rows: Option<f64>,
}

/// The state of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShardState {
    /// It is published.
    Published,
    /// An attempt is running.
    Running,
    /// There were attempts, and none is running.
    Lost,
    /// There is no attempt.
    Missing,
}

impl ShardState {
    /// All states.
    pub(super) const ALL: [Self; 4] = [Self::Published, Self::Running, Self::Lost, Self::Missing];

    /// Returns the name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Running => "running",
            Self::Lost => "lost",
            Self::Missing => "missing",
        }
    }
}

impl Progress {
    /// Returns the progress of so many shards.
    pub(super) fn of(scan: &Scan, count: u32) -> Self {
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let values: Vec<f64> = values.collect();
            let n_values = values.len() as f64;
            (n_values > 0.0).then(|| values.iter().sum::<f64>() / n_values)
        };
        let mut numbers = ShardState::ALL.map(|_| Vec::new());
        for number in 1..=count {
            numbers[state(scan, number) as usize].push(number);
        }
        let mean_rows = mean(&mut scan.published.iter().map(|it| it.n_rows as f64));
        let mean_time =
            mean(&mut scan.published.iter().filter_map(|it| Some(it.time?.as_secs_f64())));
        let mut progress = Self { numbers, share: 0.0, left: None, mean_rows };
        let share = |number: u32| {
            let attempts = scan.attempts.iter().filter(|it| it.number == number);
            attempts.filter_map(|it| progress.share_of(it)).fold(0.0, f64::max)
        };
        let shares: Vec<f64> =
            progress.numbers(ShardState::Running).iter().map(|&it| share(it)).collect();
        let n_done =
            progress.numbers(ShardState::Published).len() as f64 + shares.iter().sum::<f64>();
        progress.share = n_done / f64::from(count);
        let least = shares.iter().copied().fold(1.0, f64::min);
        let shards_each = (f64::from(count) - n_done) / shares.len() as f64;
        let left = mean_time.map(|time| time * shards_each.max(1.0 - least));
        progress.left = left.filter(|_| !shares.is_empty()).map(Duration::from_secs_f64);
        progress
    }

    /// Returns the numbers of the shards in a state.
    pub(super) fn numbers(&self, state: ShardState) -> &[u32] {
        &self.numbers[state as usize]
    }

    /// Returns the share of its shard that a running attempt has done; `None` if it is unknown, or
    /// lost.
    pub(super) fn share_of(&self, attempt: &Attempt) -> Option<f64> {
        let mean = self.mean_rows.filter(|&mean| mean > 0.0)?;
        let is_running = attempt.state == AttemptState::Running;
        is_running.then(|| (attempt.n_rows as f64 / mean).min(0.99))
    }
}

fn state(scan: &Scan, number: u32) -> ShardState {
    if scan.published.iter().any(|it| it.number == number) {
        return ShardState::Published;
    }
    let attempts: Vec<&Attempt> = scan.attempts.iter().filter(|it| it.number == number).collect();
    match attempts.iter().any(|it| it.state == AttemptState::Running) {
        _ if attempts.is_empty() => ShardState::Missing,
        true => ShardState::Running,
        false => ShardState::Lost,
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::PublishedShard;
    use super::*;

    fn published(number: u32) -> PublishedShard {
        PublishedShard { number, n_rows: 100, time: Some(Duration::from_secs(60)) }
    }

    fn attempt(number: u32, state: AttemptState, n_rows: u64) -> Attempt {
        let (name, age) = ("a".into(), Duration::ZERO);
        Attempt { number, name, state, n_rows, is_estimated: false, age, ahead: age }
    }

    #[test]
    fn what_is_left_is_divided_among_the_shards_that_run() {
        let scan = Scan {
            count: Some(8),
            published: vec![published(1), published(2)],
            attempts: vec![
                attempt(2, AttemptState::Complete, 100),
                attempt(3, AttemptState::Running, 50),
                attempt(4, AttemptState::Running, 30),
                attempt(4, AttemptState::Silent, 90),
                attempt(5, AttemptState::Silent, 90),
                attempt(6, AttemptState::Stopped, 90),
            ],
            notes: Vec::new(),
        };
        let progress = Progress::of(&scan, 8);
        assert_eq!(progress.numbers, [vec![1, 2], vec![3, 4], vec![5, 6], vec![7, 8]]);
        assert!((progress.share - 2.8 / 8.0).abs() < 1e-9, "{}", progress.share);
        // 5.2 shards of a minute each, two at a time.
        assert_eq!(progress.left.map(|left| left.as_secs()), Some(156));
    }

    #[test]
    fn nothing_is_estimated_from_nothing() {
        let scan = Scan { attempts: vec![attempt(1, AttemptState::Running, 9)], ..Scan::default() };
        let progress = Progress::of(&scan, 2);
        assert_eq!((progress.share, progress.left), (0.0, None));
        let scan = Scan { published: vec![published(1)], ..Scan::default() };
        let progress = Progress::of(&scan, 2);
        assert_eq!((progress.share, progress.left), (0.5, None));
    }
}
