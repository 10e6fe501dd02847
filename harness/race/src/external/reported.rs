//! Checks the figures that a program reports against what can be observed.
//!
//! A program times its own solves, because only it knows when they begin and end. The harness observes
//! the round trip from request to answer, which bounds the reported time on both sides:
//!
//! ```text
//!   request ─┬─ pipe, reading ─┬───── reported time ─────┬─ printing, pipe ─┬─ answer
//!            └────────────────────────── round trip ──────────────────────────┘
//!   a read of the clock  ≤  reported  ≤  round trip  ≤  2 × reported + 5 ms
//! ```
//!
//! Counters have no such bound, but some of them contradict each other in any search.

use solvers::{Counter, Counters};

/// The beginning of a note about an implausible time.
pub const IMPLAUSIBLE_TIME: &str = "it reports a time of";

/// The beginning of a note about implausible counters.
pub const IMPLAUSIBLE_COUNTERS: &str = "it reports implausible counters:";

/// The maximum ratio of round trip to reported time: reading and printing cost no more than solving, …
const FACTOR: u64 = 2;

/// … apart from this allowance for the pipe, in nanoseconds. It is mostly some tens of microseconds,
/// but some milliseconds if the program has to wait for a core.
const ALLOWANCE_NS: u64 = 5_000_000;

/// The time from a request to its answer.
pub(super) struct RoundTrip {
    /// The duration in nanoseconds.
    pub(super) ns: u64,
    /// Whether the request introduced a geometry. Preparing for it is not part of the solve.
    pub(super) prepares: bool,
    /// The cost of reading a clock.
    pub(super) clock_ns: u64,
}

impl RoundTrip {
    /// Returns why a reported time is implausible, if it is.
    pub(super) fn refutes(&self, reported_ns: u64) -> Option<String> {
        let trip_ns = self.ns;
        let most = reported_ns.saturating_mul(FACTOR).saturating_add(ALLOWANCE_NS);
        if reported_ns < self.clock_ns {
            let clock_ns = self.clock_ns;
            return Some(format!(
                "{IMPLAUSIBLE_TIME} {reported_ns} ns, reading a clock takes {clock_ns} ns"
            ));
        }
        let is_plausible = reported_ns <= trip_ns && (self.prepares || trip_ns <= most);
        (!is_plausible).then(|| {
            format!("{IMPLAUSIBLE_TIME} {reported_ns} ns, the round trip took {trip_ns} ns")
        })
    }
}

/// Returns which reported counters contradict each other in any search on a board with this many
/// symbols, if any do.
pub(super) fn contradiction(
    reported: &[Counter],
    counters: &Counters,
    symbols: usize,
) -> Option<String> {
    let value = |counter: Counter| reported.contains(&counter).then(|| counters.get(counter));
    let shown = |a: Counter, b: Counter, why: &str| {
        let values = (counters.get(a), counters.get(b));
        format!("{}={} contradicts {}={}: {why}", a.name(), values.0, b.name(), values.1)
    };
    let (nodes, bets) = (value(Counter::Nodes), value(Counter::Bets));
    let mut wrong = Vec::new();
    if let (Some(nodes), Some(bets)) = (nodes, bets)
        && symbols > 0
        && bets > nodes.saturating_mul(symbols as u64)
    {
        let why = format!("a node has one place for bets, with at most {symbols} values");
        wrong.push(shown(Counter::Nodes, Counter::Bets, &why));
    }
    if let (Some(0), Some(1..)) = (nodes, value(Counter::Conflicts)) {
        wrong.push(shown(Counter::Nodes, Counter::Conflicts, "each conflict is a node"));
    }
    if let (Some(depth), Some(bets)) = (value(Counter::MaxDepth), bets)
        && (depth > bets || (depth == 0 && bets > 0))
    {
        wrong.push(shown(Counter::MaxDepth, Counter::Bets, "the depth is the number of open bets"));
    }
    (!wrong.is_empty()).then(|| format!("{IMPLAUSIBLE_COUNTERS} {}", wrong.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_round_trip_bounds_a_reported_time_on_both_sides() {
        let trip = |ns| RoundTrip { ns, prepares: false, clock_ns: 30 };
        let is_plausible = |ns, reported| trip(ns).refutes(reported).is_none();
        assert!(is_plausible(50_000, 30) && is_plausible(50_000, 50_000));
        assert!(!is_plausible(50_000, 29) && !is_plausible(50_000, 50_001));
        assert!(is_plausible(25_000_000, 10_000_000));
        assert!(!is_plausible(25_000_001, 10_000_000));
        assert!(!is_plausible(u64::MAX, 1_000) && is_plausible(u64::MAX, u64::MAX));
    }

    #[test]
    fn preparing_for_a_geometry_is_not_part_of_a_solve() {
        let trip = RoundTrip { ns: 900_000_000, prepares: true, clock_ns: 30 };
        assert_eq!(trip.refutes(1_000), None);
        assert!(trip.refutes(29).is_some() && trip.refutes(900_000_001).is_some());
    }

    #[test]
    fn counters_that_contradict_each_other_are_named() {
        use Counter::{Bets, Conflicts, MaxDepth, Nodes};
        let found = |reported: &[(Counter, u64)]| {
            let mut counters = Counters::default();
            reported.iter().for_each(|&(counter, value)| *counters.get_mut(counter) = value);
            let reported: Vec<Counter> = reported.iter().map(|(counter, _)| *counter).collect();
            contradiction(&reported, &counters, 9)
        };
        let nodes = found(&[(Nodes, 0), (Bets, 45_702)]).expect("a contradiction");
        assert!(nodes.contains("nodes=0 contradicts bets=45702"), "{nodes}");
        assert!(found(&[(Nodes, 10), (Bets, 91)]).is_some());
        assert!(found(&[(MaxDepth, 4), (Bets, 3)]).is_some());
        assert!(found(&[(MaxDepth, 0), (Bets, 3)]).is_some());
        assert!(found(&[(Nodes, 0), (Conflicts, 3)]).is_some());
        // A counter that is not reported contradicts nothing.
        assert_eq!(found(&[(Bets, 3)]), None);
        assert_eq!(found(&[(MaxDepth, 7), (Nodes, 3)]), None);
        assert_eq!(found(&[(Nodes, 1), (Bets, 9), (MaxDepth, 1), (Conflicts, 9)]), None);
        assert_eq!(found(&[(Nodes, 0), (Bets, 0), (MaxDepth, 0), (Conflicts, 0)]), None);
    }
}
