use proptest::prelude::*;
use record::Status;

use super::*;

const LIMIT: f64 = 100.0;

fn solved(value: f64) -> Score {
    Score {
        trials: 1,
        status: Status::Unique,
        value: Some(value),
        wall_ns: Some(value),
        nodes: Some(2.0),
        bets: Some(1.0),
        limit_ns: Some(LIMIT),
        is_timed_alone: true,
        ..Score::default()
    }
}

fn failed(status: Status) -> Score {
    Score { status, value: Some(LIMIT), wall_ns: Some(LIMIT), ..solved(0.0) }
}

fn question() -> RankingSpec {
    RankingSpec {
        metric: Metric::Time,
        statistic: Statistic::Par2,
        limit_ns: Some(LIMIT),
        further_limits_ns: vec![25.0],
        shift: 0.0,
        bootstrap: Bootstrap { resamples: 200, ..Bootstrap::default() },
    }
}

fn ranked(rows: Vec<Vec<Score>>, question: &RankingSpec) -> Ranking {
    rank_rows(rows, question, &|one| ["tree", "sat"][one % 2].into())
}

fn rank_rows(
    rows: Vec<Vec<Score>>,
    question: &RankingSpec,
    id: &dyn Fn(usize) -> String,
) -> Ranking {
    let matrix = ScoreMatrix::of(rows);
    rank(&matrix, &Evidence::independent(&matrix), question, id)
}

fn ranked_alone(matrix: &ScoreMatrix, id: &dyn Fn(usize) -> String) -> Ranking {
    rank(matrix, &Evidence::independent(matrix), &question(), id)
}

#[track_caller]
fn check(found: Option<f64>, expected: f64) {
    let found = found.expect("a figure");
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found}, not {expected}");
}

#[test]
fn a_small_table_by_hand() {
    let a = vec![solved(10.0), solved(20.0), failed(Status::Timeout)];
    let b = vec![solved(30.0), solved(10.0), solved(40.0)];
    let ranking = ranked(vec![a, b], &question());
    let [b, a] = &ranking.lines[..] else { panic!("two lines") };
    assert_eq!((a.contestant, a.place, a.solved), (0, Some(2), 2));
    assert_eq!((b.contestant, b.place, b.solved), (1, Some(1), 3));
    check(a.at_limit.par2, 230.0 / 3.0);
    check(a.at_limit.par2_sum, 230.0);
    check(a.at_limit.par10, 1030.0 / 3.0);
    check(b.at_limit.par2, 80.0 / 3.0);
    assert_eq!((a.median, a.p90), (Some(20.0), Some(f64::INFINITY)));
    // Places 0.9 * 2 = 1.8 and 0.99 * 2 = 1.98 of 10, 30, 40.
    check(b.p90, 38.0);
    check(b.p99, 39.8);
    check(a.geomean, (10.0_f64 * 20.0 * 100.0).cbrt());
    // At T = 25: a has 10, 20, 50; b has 50, 10, 50.
    let at = |line: &RankingLine| line.at_further_limits[0].clone();
    assert_eq!((at(a).solved, at(b).solved), (2, 1));
    check(at(a).par2, 80.0 / 3.0);
    check(at(b).par2_sum, 110.0);
    // Both solved the first two.
    assert_eq!((ranking.solved_by_all, a.sum, b.sum), (2, Some(30.0), Some(40.0)));
    assert_eq!((a.nodes, a.ns_per_node), (Some(6.0), Some(130.0 / 6.0)));
    // The best of both: 10, 10, 40. Without a: 30, 10, 40. Without b: 10, 20, 200.
    let best = ranking.virtual_best.expect("a virtual best");
    check(best.line.at_limit.par2, 20.0);
    assert_eq!((a.only, b.only), (Some(0), Some(1)));
    check(a.marginal, 20.0 / 3.0);
    check(b.marginal, 170.0 / 3.0);
}

#[test]
fn a_time_beyond_the_limit_is_no_solution() {
    let question = RankingSpec { limit_ns: Some(15.0), ..question() };
    let line = &ranked(vec![vec![solved(10.0), solved(15.0), solved(16.0)]], &question).lines[0];
    assert_eq!(line.solved, 2);
    check(line.at_limit.par2_sum, 10.0 + 15.0 + 30.0);
    assert_eq!(line.statuses, BTreeMap::from([("timeout", 1), ("unique", 2)]));
}

#[test]
fn without_a_limit_a_failure_has_no_price() {
    let question = RankingSpec { limit_ns: None, further_limits_ns: vec![], ..question() };
    let rows = vec![vec![solved(10.0), failed(Status::Crashed)], vec![solved(9.0), solved(9.0)]];
    let ranking = ranked(rows, &question);
    let places: Vec<_> = ranking.lines.iter().map(|l| (l.contestant, l.place)).collect();
    assert_eq!(places, [(1, Some(1)), (0, None)]);
    assert_eq!(ranking.lines[1].at_limit.par2, None);
    assert_eq!(ranking.lines[0].marginal, None);
    assert_eq!(ranking.lines[1].median, Some(f64::INFINITY));
}

#[test]
fn who_took_fewer_puzzles_has_no_place_and_is_not_in_the_virtual_best() {
    let rows = vec![vec![solved(1.0), failed(Status::Unsupported)], vec![solved(5.0), solved(5.0)]];
    let ranking = ranked(rows, &question());
    let [all, some] = &ranking.lines[..] else { panic!("two lines") };
    assert_eq!((all.place, some.place), (Some(1), None));
    assert_eq!((some.unsupported, some.taken), (1, 1));
    check(some.at_limit.par2, 1.0);
    check(ranking.virtual_best.expect("one").line.at_limit.par2, 5.0);
}

#[test]
fn puzzles_that_were_timed_together_have_sums_and_no_quantiles() {
    let matrix = ScoreMatrix::of(vec![vec![solved(3.0); 2], vec![solved(4.0), solved(5.0)]]);
    let matrix = matrix.timed_together(0, &[0, 1]);
    let id = |one: usize| ["simd", "tree"][one].into();
    let ranking = ranked_alone(&matrix, &id);
    let line = &ranking.lines[0];
    check(line.at_limit.par2_sum, 6.0);
    assert_eq!((line.median, line.p99, line.geomean, line.marginal), (None, None, None, None));
    assert_eq!(ranking.lines[1].median, Some(4.5));
    let best = ranking.virtual_best.expect("of the one with times of its own");
    assert_eq!(best.contestants, 1);
    check(best.line.at_limit.par2_sum, 9.0);
}

#[test]
fn who_was_timed_in_batches_solves_puzzles_as_well() {
    let rows = vec![
        vec![solved(3.0), solved(3.0), failed(Status::Timeout)],
        vec![solved(4.0), solved(4.0), solved(4.0)],
        vec![solved(9.0), failed(Status::Timeout), solved(9.0)],
    ];
    // Only the second one of those with times of their own solves the last two, and the first one solves one of them.
    let matrix = ScoreMatrix::of(rows[..2].to_vec()).timed_together(0, &[0, 1, 2]);
    let only = |ranking: &Ranking, one: usize| {
        let line = ranking.lines.iter().find(|line| line.contestant == one).expect("a line");
        (line.only, line.marginal)
    };
    let ranking = ranked_alone(&matrix, &|_| String::new());
    assert_eq!((only(&ranking, 0), only(&ranking, 1)), ((Some(0), None), (Some(1), None)));
    // With a third one, the loss on the second puzzle is still unknown, and that on the others known.
    let matrix = ScoreMatrix::of(rows.clone()).timed_together(0, &[0, 1, 2]);
    let ranking = ranked_alone(&matrix, &|_| String::new());
    assert_eq!((only(&ranking, 1), only(&ranking, 2)), ((Some(0), None), (Some(0), Some(0.0))));
    let ranking = ranked_alone(&ScoreMatrix::of(rows), &|_| String::new());
    assert_eq!((only(&ranking, 0).0, only(&ranking, 2)), (Some(0), (Some(0), Some(0.0))));
    check(only(&ranking, 1).1, 5.0 / 3.0);
}

#[test]
fn a_time_of_several_puzzles_is_not_that_of_some_of_them() {
    let matrix = ScoreMatrix::of(vec![vec![solved(3.0); 3], vec![solved(4.0); 3]]);
    let matrix = matrix.timed_together(0, &[0, 1]);
    let id = |one: usize| ["simd", "tree"][one].into();
    let ranking = ranked_alone(&matrix.with(&[1, 2]), &id);
    let line = |one| ranking.lines.iter().find(|line| line.contestant == one).expect("a line");
    assert_eq!((line(0).parted, line(0).not_measured, line(0).place), (1, 1, None));
    assert_eq!((line(0).at_limit.par2, line(0).solved), (None, 2));
    assert_eq!((line(1).parted, line(1).place), (0, Some(1)));
    // The whole group is there.
    let ranking = ranked_alone(&matrix.with(&[0, 1]), &id);
    assert_eq!(ranking.lines[0].parted, 0);
    check(ranking.lines[0].at_limit.par2, 3.0);
}

#[test]
fn decisions_have_no_place_among_bets_and_nodes_compare_within_a_family() {
    let rows = || vec![vec![solved(3.0)], vec![solved(1.0)], vec![solved(2.0)]];
    let places = |metric| {
        let question = RankingSpec { metric, statistic: Statistic::Mean, ..question() };
        let mut lines = ranked(rows(), &question).lines;
        lines.sort_by_key(|line| line.contestant);
        lines.iter().map(|line| line.place).collect::<Vec<_>>()
    };
    assert_eq!(places(Metric::Bets), [Some(2), None, Some(1)]);
    assert_eq!(places(Metric::Nodes), [Some(2), Some(1), Some(1)]);
    assert_eq!(places(Metric::Time), [Some(3), Some(1), Some(2)]);
}

#[test]
fn who_was_not_measured_has_no_place() {
    let blank = Score { value: None, ..solved(1.0) };
    let lines = ranked(vec![vec![blank], vec![solved(9.0)]], &question()).lines;
    assert_eq!((lines[0].contestant, lines[0].place), (1, Some(1)));
    assert_eq!((lines[1].place, lines[1].not_measured), (None, 1));
}

fn cells() -> impl Strategy<Value = Vec<Vec<Score>>> {
    let score = prop_oneof![
        4 => (1.0_f64..200.0).prop_map(solved),
        1 => Just(failed(Status::Timeout)),
        1 => Just(failed(Status::Wrong)),
    ];
    (1..12_usize).prop_flat_map(move |n| {
        prop::collection::vec(prop::collection::vec(score.clone(), n), 1..5)
    })
}

proptest! {
    #[test]
    fn neither_names_nor_order_matter_and_units_scale(rows in cells()) {
        let before = ranked(rows.clone(), &question());
        let mut turned = rows.clone();
        turned.reverse();
        turned.iter_mut().for_each(|row| row.reverse());
        let tenfold = |score: &mut Score| {
            score.value = score.value.map(|value| value * 10.0);
            score.limit_ns = score.limit_ns.map(|limit| limit * 10.0);
        };
        turned.iter_mut().flatten().for_each(tenfold);
        let scaled = RankingSpec {
            limit_ns: Some(10.0 * LIMIT),
            further_limits_ns: vec![250.0],
            ..question()
        };
        let after = rank_rows(turned, &scaled, &|_| String::new());
        for line in &before.lines {
            let mirror = rows.len() - 1 - line.contestant;
            let other = after.lines.iter().find(|l| l.contestant == mirror).expect("the same");
            prop_assert_eq!((line.place, line.solved), (other.place, other.solved));
            prop_assert_eq!(line.only, other.only);
            for (one, ten) in [
                (line.at_limit.par2, other.at_limit.par2),
                (line.geomean, other.geomean),
                (line.marginal, other.marginal),
                (line.median, other.median),
            ] {
                let (one, ten) = (one.expect("a figure"), ten.expect("a figure"));
                prop_assert!(one == ten || (one * 10.0 - ten).abs() <= 1e-9 * ten.abs());
            }
        }
    }

    #[test]
    fn the_virtual_best_is_no_worse_than_any(rows in cells()) {
        let ranking = ranked(rows, &question());
        let best = ranking.virtual_best.expect("times of single puzzles").line;
        for line in &ranking.lines {
            prop_assert!(best.solved >= line.solved);
            prop_assert!(best.at_limit.par2 <= line.at_limit.par2);
            prop_assert!(line.marginal >= Some(0.0));
        }
    }
}

#[test]
fn of_shares_the_largest_mean_is_first_and_a_stuck_trial_counts() {
    let share = |value: f64| Score {
        status: if value < 1.0 { Status::Stuck } else { Status::Unique },
        is_share: true,
        ..solved(value)
    };
    let row = |shift: f64| (0..12).map(|at| share(0.3 + 0.01 * f64::from(at) + shift)).collect();
    let question = RankingSpec {
        metric: Metric::Fill,
        statistic: Statistic::Mean,
        limit_ns: None,
        ..question()
    };
    let rows = vec![row(0.0), row(0.2), (0..12).map(|_| share(0.0)).collect()];
    let found = rank_rows(rows, &question, &|_| "deduce".into());
    let places: Vec<usize> = found.lines.iter().map(|line| line.contestant).collect();
    assert_eq!((places, found.solved_by_all), (vec![1, 0, 2], 12));
    check(found.lines[0].mean, 0.555);
    assert_eq!(found.lines[2].mean, Some(0.0));
    assert!(found.lines.iter().all(|line| line.geomean.is_none() && line.not_measured == 0));
    assert_eq!(found.lines[0].places, Some((1, 1)));
    let lead = found.lead().expect("three are ranked");
    assert_eq!((lead.first, lead.next, lead.tied, lead.ratio), (1, 0, 0, None));
    check(lead.difference, 0.2);
}
