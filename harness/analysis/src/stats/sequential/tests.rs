//! The bets against brute force, and the guarantees on made and on kept rows.

use std::path::Path;

use board::seed::seeded;
use rand::RngExt;
use rand::seq::SliceRandom;
use record::Status;
use record::manifest::Relation;

use super::betting::Bet;
use super::replay::FullRun;
use super::*;
use crate::load::Runs;

/// Returns a run of backends with one puzzle a cluster, from the logarithms of their times.
fn run(costs: &[Vec<f64>]) -> FullRun {
    let times = costs.iter().map(|costs| costs.iter().map(|cost| cost.exp()).collect()).collect();
    let alone = |costs: &Vec<f64>| costs.iter().map(|&cost| Some(vec![cost])).collect();
    FullRun { costs: costs.iter().map(alone).collect(), times, ..FullRun::default() }
}

/// Puzzles of very different difficulty, and backends that differ by these factors in the mean; each time
/// is up to `spread` times as long or as short.
fn made(n: usize, factors: &[f64], spread: f64, seed: u64) -> FullRun {
    let mut chance = seeded(seed, 1);
    let puzzle = |_| {
        let difficulty = chance.random_range(8.0..16.0);
        let mut cost = |factor: &f64| {
            difficulty + factor.ln() + chance.random_range(-1.0..1.0) * f64::ln(spread)
        };
        factors.iter().map(&mut cost).collect()
    };
    run(&(0..n).map(puzzle).collect::<Vec<Vec<f64>>>())
}

/// Returns the numbers of replays with the places of all puzzles, and of decisions that differ from theirs; and the
/// mean share of the time.
fn replays(run: &FullRun, n: u64) -> (u64, usize, f64) {
    let truth = run.truth();
    let (mut same, mut wrong, mut share) = (0, 0, 0.0);
    for seed in 0..n {
        let replay = run.replay(seed);
        same += u64::from(replay.evidence.places() == truth.places());
        let pairs = replay.evidence.pairs.iter().zip(&truth.pairs);
        wrong += pairs.filter(|(found, all)| found.relation != all.relation).count();
        share += replay.share / n as f64;
    }
    (same, wrong, share)
}

fn orders(values: &[f64]) -> Vec<Vec<f64>> {
    let Some((last, rest)) = values.split_last() else { return vec![Vec::new()] };
    let with = |order: Vec<f64>| {
        (0..=order.len()).map(move |place| {
            let mut order = order.clone();
            order.insert(place, *last);
            order
        })
    };
    orders(rest).into_iter().flat_map(with).collect()
}

#[test]
fn over_all_orders_a_bet_at_the_mean_wins_and_loses_nothing() {
    let values = [0.0, 0.1, 0.5, 2.0, 4.4];
    let orders = orders(&values);
    assert_eq!(orders.len(), 120);
    for n_seen in 1..=values.len() {
        let wealth = orders.iter().map(|order| {
            let mut bet = Bet::new(1.4, values.len());
            order[..n_seen].iter().for_each(|&value| bet.observe(value));
            bet.wealth()
        });
        let mean = wealth.sum::<f64>() / orders.len() as f64;
        assert!((mean - 1.0).abs() < 1e-9, "{n_seen}: {mean}");
    }
}

#[test]
fn what_the_rest_cannot_make_up_for_is_refuted_for_certain() {
    let mut bet = Bet::new(1.0, 4);
    bet.observe(3.0);
    assert!(!bet.is_refuted(0.01));
    bet.observe(1.5);
    assert!(bet.is_refuted(0.0));
}

#[test]
fn an_interval_holds_the_mean_at_all_times() {
    let run = made(150, &[1.0, 1.1], 4.0, 2);
    let mean = run.truth().pairs().next().and_then(|pair| pair.ratio).unwrap();
    let mut order: Vec<usize> = (0..150).collect();
    let mut chance = seeded(3, 3);
    let mut n_missed = 0;
    for _ in 0..60 {
        order.shuffle(&mut chance);
        let mut evidence = Sequential::new(2, 150);
        let mut missed = false;
        for (n, &cluster) in order.iter().enumerate() {
            evidence.observe(&run.costs[cluster]);
            if n % 10 == 9 {
                let interval = evidence.pairs().next().unwrap().interval;
                missed |= !(interval.low - 1e-6..=interval.high + 1e-6).contains(&mean);
            }
        }
        n_missed += usize::from(missed);
    }
    assert!(n_missed <= 3, "{n_missed} of 60");
}

#[test]
fn clear_differences_are_decided_early_and_slow_backends_leave_first() {
    let run = made(1000, &[1.0, 3.0, 100.0], 3.0, 4);
    let (same, wrong, share) = replays(&run, 100);
    assert_eq!((same, wrong), (100, 0));
    assert!(share < 0.05, "{share}");
    let evidence = run.replay(1).evidence;
    assert_eq!(evidence.places(), [Some(1), Some(2), Some(3)]);
    assert!(evidence.n_clusters(2) < evidence.n_clusters(0));
}

#[test]
fn differences_at_the_floor_are_not_decided_wrongly() {
    for factor in [1.0 + 0.9 * FLOOR, 1.0 + 1.2 * FLOOR, 1.0 - 1.2 * FLOOR] {
        for spread in [1.1, 5.0] {
            let (_, wrong, _) = replays(&made(300, &[1.0, factor], spread, 5), 200);
            assert!(wrong <= 10, "{factor} {spread}: {wrong}");
        }
    }
}

#[test]
fn twins_are_tied() {
    let run = made(2000, &[1.0, 1.0], 1.2, 6);
    let (same, wrong, share) = replays(&run, 100);
    assert!(wrong <= 5 && same >= 95, "{wrong} {same}");
    assert!(share < 0.5, "{share}");
    let relation = run.replay(1).evidence.pairs().next().unwrap().relation;
    assert_eq!(relation, Some(Relation::Tied));
}

#[test]
fn one_puzzle_has_bounded_weight_and_failures_have_a_cost() {
    let pass = |status, wall_ns| TimedPass { status, wall_ns: Some(wall_ns), error_ns: Some(20) };
    let cost = |passes: &[TimedPass]| log_cost(passes, 1_000).map(|cost| cost.exp().round());
    assert_eq!(cost(&[pass(Status::Timeout, 900)]), Some(2_000.0));
    assert_eq!(cost(&[pass(Status::Unique, 900), pass(Status::Unknown, 3)]), Some(2_000.0));
    assert_eq!(cost(&[pass(Status::Unique, 900), pass(Status::Unique, 0)]), Some(460.0));
    assert_eq!((cost(&[pass(Status::Unsupported, 0)]), cost(&[])), (None, None));
    let costs = |time: f64| vec![0.0, time.ln()];
    let run = run(&[costs(1e9), costs(0.1), costs(1.0), costs(1.0)]);
    let pair = run.truth().pairs().next().unwrap();
    assert!((pair.ratio.unwrap() - 1.0).abs() < 1e-12);
    assert_eq!(pair.relation, Some(Relation::Tied));
}

#[test]
fn isomorphs_count_as_one_and_what_lacks_a_cost_is_withdrawn() {
    let mut evidence = Sequential::new(3, 2);
    evidence.observe(&[Some(vec![0.0, 0.0]), Some(vec![1.0, 2.0]), Some(vec![5.0, 5.0])]);
    let ratio = evidence.pairs().next().unwrap().ratio.unwrap();
    assert!((ratio.ln() - 1.5).abs() < 1e-12);
    evidence.observe(&[Some(vec![0.0]), Some(vec![0.5]), None]);
    evidence.judge();
    assert_eq!(evidence.places(), [Some(1), Some(2), None]);
    assert_eq!((evidence.next_round(), evidence.n_clusters(2)), (0, 1));
}

#[test]
fn the_kept_run_on_the_hardest_puzzles_has_the_places_of_all_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/hardest");
    let runs = Runs::read(&[folder]).unwrap();
    let run = FullRun::of(&runs).unwrap();
    assert_eq!((run.labels.len(), run.costs.len()), (5, 52));
    let (same, wrong, share) = replays(&run, 1000);
    assert!(same >= 990 && wrong <= 10, "{same} {wrong}");
    assert!(share < 0.5, "{share}");
    let (_, wrong, _) = replays(&FullRun::twins(&runs, 1).unwrap(), 200);
    assert!(wrong <= 10, "{wrong}");
}
