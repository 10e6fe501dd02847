use proptest::prelude::*;
use record::Status;

use super::*;

fn solved(value: f64) -> Score {
    Score {
        trials: 1,
        status: Status::Unique,
        value: Some(value),
        is_timed_alone: true,
        ..Score::default()
    }
}

fn timeout() -> Score {
    Score { status: Status::Timeout, ..solved(100.0) }
}

fn question() -> PairSpec {
    PairSpec {
        a: 0,
        b: 1,
        metric: Metric::Time,
        limit_ns: Some(100.0),
        bootstrap: Bootstrap { resamples: 500, ..Bootstrap::default() },
        noise: Noise::default(),
    }
}

/// Returns each puzzle a unit and a cluster of its own.
fn alone(n: usize) -> Clusters {
    Clusters { units: (0..n).collect(), clusters: (0..n).collect() }
}

fn compared(a: &[Score], b: &[Score], units: &Clusters, question: &PairSpec) -> Comparison {
    compare(&ScoreMatrix::of(vec![a.to_vec(), b.to_vec()]), units, &PuzzleTraits::NOTHING, question)
}

fn times(values: &[f64]) -> Vec<Score> {
    values.iter().map(|&value| solved(value)).collect()
}

#[track_caller]
fn check(found: Option<f64>, expected: f64) {
    let found = found.expect("a figure");
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found}, not {expected}");
}

#[test]
fn a_small_table_by_hand() {
    // Ratios B/A: 1/2, 1/4, 2, 1, and one that only A, one that neither solved.
    let a = [times(&[8.0, 8.0, 8.0, 8.0, 8.0]), vec![timeout()]].concat();
    let b = [times(&[4.0, 2.0, 16.0, 8.0]), vec![timeout(), timeout()]].concat();
    let found = compared(&a, &b, &alone(6), &question());
    assert_eq!((found.both_solved, found.only_a, found.only_b, found.neither), (4, 1, 0, 1));
    check(found.ratio, (0.5_f64 * 0.25 * 2.0 * 1.0).powf(0.25));
    assert!(found.interval.expect("an interval").contains(0.5), "{:?}", found.interval);
    // PAR-2: (4 + 2 + 16 + 8 + 200 + 200) / (5 * 8 + 200).
    check(found.par2_ratio, 430.0 / 240.0);
    // Differences: -1, -2, 1, 0, inf, 0 (times ln 2). B less twice, tie twice.
    check(found.superiority, (2.0 + 2.0 / 2.0) / 6.0);
    assert_eq!((found.wins, found.ties, found.losses), (2, 2, 2));
    check(found.sign_p, 1.0);
    // Without the zeros |1|, |1|, |2|, inf have ranks 1.5, 1.5, 3, 4: B needs more in 1.5 + 4.
    let ranks = found.signed_rank.expect("a test");
    assert_eq!((ranks.b_needs_more, ranks.b_needs_less, ranks.n), (5.5, 4.5, 4));
    // Means of two of -2 -1 0 0 1 inf (21 of them): the 11th is 0.
    check(found.hodges_lehmann, 1.0);
    assert_eq!(
        found.statuses,
        [("timeout", "timeout", 1), ("unique", "timeout", 1), ("unique", "unique", 4)]
    );
}

#[test]
fn beyond_the_common_limit_nothing_is_solved() {
    // A had more time than B: what A solved after B's limit tells nothing against B.
    let found =
        compared(&times(&[50.0, 150.0]), &[solved(60.0), timeout()], &alone(2), &question());
    assert_eq!((found.both_solved, found.only_a, found.neither), (1, 0, 1));
}

#[test]
fn where_the_ratio_turns_is_seen_by_difficulty() {
    let a: Vec<f64> = (1..=20).chain(210..230).map(f64::from).collect();
    let b: Vec<f64> = a.iter().map(|a| if *a <= 20.0 { a * 2.0 } else { a / 2.0 }).collect();
    let unlimited = PairSpec { limit_ns: None, ..question() };
    let found = compared(&times(&a), &times(&b), &alone(40), &unlimited);
    assert_eq!(found.deciles.len(), 10);
    assert!(found.deciles.iter().all(|part| part.puzzles == 4));
    check(found.deciles[0].ratio, 2.0);
    check(found.deciles[9].ratio, 0.5);
    assert_eq!((found.deciles[0].wins, found.deciles[9].wins), (0, 4));
    assert!(found.deciles.windows(2).all(|two| two[0].to <= two[1].from));
    assert_eq!(found.verdict, PairVerdict::NoDifference, "on the whole they are the same");
}

#[test]
fn a_block_is_one_observation_and_has_no_tables_of_puzzles() {
    let a = times(&[1.0, 1.0, 1.0, 4.0, 4.0]);
    let b = times(&[2.0, 2.0, 2.0, 4.0, 4.0]);
    let units = Clusters { units: vec![0, 0, 0, 1, 1], clusters: vec![0, 0, 0, 1, 1] };
    let found = compared(&a, &b, &units, &question());
    assert_eq!((found.units, found.clusters, found.puzzles), (2, 2, 5));
    check(found.ratio, 2.0_f64.sqrt());
    assert!(!found.is_timed_alone && found.deciles.is_empty());
}

#[test]
fn isomorphs_are_no_independent_evidence() {
    // Ten classes of ten: in one cluster each, the interval is wider and the tests have fewer pairs.
    let a = times(&[10.0; 100]);
    let b: Vec<f64> = (0..100).map(|i| 10.0 + f64::from(i / 10 % 4) - 1.0).collect();
    let classes =
        Clusters { units: (0..100).collect(), clusters: (0..100).map(|i| i / 10).collect() };
    let one_by_one = compared(&a, &times(&b), &alone(100), &question());
    let by_class = compared(&a, &times(&b), &classes, &question());
    let width = |found: &Comparison| found.interval.map(|i| i.high - i.low).expect("an interval");
    assert!(width(&by_class) > 2.0 * width(&one_by_one));
    assert_eq!((by_class.units, by_class.clusters), (100, 10));
    assert!(by_class.signed_rank.expect("a test").p > one_by_one.signed_rank.expect("a test").p);
}

#[test]
fn the_verdict_says_so_when_there_is_no_difference() {
    let verdict = |a: &[f64], b: &[f64], floor: Option<f64>| {
        let noise = Noise { floor, ..Noise::default() };
        let question = PairSpec { noise, ..question() };
        compared(&times(a), &times(b), &alone(a.len()), &question).verdict
    };
    let (a, slower): (Vec<f64>, Vec<f64>) =
        (1..=50).map(|i| (f64::from(i), 1.1 * f64::from(i))).unzip();
    let mixed: Vec<f64> =
        (1..=50).map(|i| f64::from(i) * if i % 2 == 0 { 1.2 } else { 1.0 / 1.2 }).collect();
    assert_eq!(verdict(&a, &slower, None), PairVerdict::More);
    assert_eq!(verdict(&slower, &a, None), PairVerdict::Less);
    assert_eq!(verdict(&a, &mixed, None), PairVerdict::NoDifference);
    assert_eq!(verdict(&a, &a, None), PairVerdict::NoDifference);
    assert_eq!(verdict(&a, &slower, Some(0.2)), PairVerdict::WithinNoise);
    assert_eq!(verdict(&a[..6], &slower[..6], None), PairVerdict::More);
    assert_eq!(verdict(&a[..5], &slower[..5], None), PairVerdict::TooFew);
    assert_eq!(verdict(&a[..1], &slower[..1], None), PairVerdict::TooFew);
}

#[test]
fn the_band_of_the_noise_makes_ties() {
    let noise = Noise { band: Some(1.5_f64.ln()), ..Noise::default() };
    let (a, b) = (times(&[10.0, 10.0, 10.0]), times(&[11.0, 30.0, 5.0]));
    let found = compared(&a, &b, &alone(3), &PairSpec { noise, ..question() });
    assert_eq!((found.wins, found.ties, found.losses), (1, 1, 1));
}

#[test]
fn counts_of_nothing_have_a_ratio() {
    let (a, b) = (times(&[0.0, 9.0]), times(&[0.0, 4.0]));
    let found = compared(&a, &b, &alone(2), &PairSpec { metric: Metric::Bets, ..question() });
    check(found.ratio, (1.0_f64 * 5.0 / 10.0).sqrt());
    assert_eq!(found.par2_ratio, None);
}

fn rows() -> impl Strategy<Value = Vec<(Score, Score)>> {
    let score = prop_oneof![5 => (1.0_f64..100.0).prop_map(solved), 1 => Just(timeout())];
    prop::collection::vec((score.clone(), score), 2..30)
}

proptest! {
    #[test]
    fn turned_round_the_pair_is_its_own_mirror(rows in rows()) {
        let (a, b): (Vec<Score>, Vec<Score>) = rows.into_iter().unzip();
        let units = alone(a.len());
        let (there, back) = (compared(&a, &b, &units, &question()), compared(&b, &a, &units, &question()));
        prop_assert_eq!((there.wins, there.losses), (back.losses, back.wins));
        prop_assert_eq!((there.only_a, there.only_b), (back.only_b, back.only_a));
        prop_assert_eq!(there.sign_p, back.sign_p);
        if let (Some(ratio), Some(mirror)) = (there.ratio, back.ratio) {
            prop_assert!((ratio * mirror - 1.0).abs() < 1e-9);
        }
        let p = |found: &Comparison| found.signed_rank.map_or(1.0, |test| test.p);
        prop_assert!((p(&there) - p(&back)).abs() < 1e-9);
    }

    #[test]
    fn neither_the_unit_of_time_nor_the_order_of_rows_matters(rows in rows(), factor in 1.0_f64..1e6) {
        let (a, b): (Vec<Score>, Vec<Score>) = rows.into_iter().unzip();
        let units = alone(a.len());
        let turned = |cells: &[Score]| -> Vec<Score> {
            let scaled = |score: &Score| Score { value: score.value.map(|v| v * factor), ..*score };
            cells.iter().rev().map(scaled).collect()
        };
        let scaled = PairSpec { limit_ns: Some(100.0 * factor), ..question() };
        let before = compared(&a, &b, &units, &question());
        let after = compared(&turned(&a), &turned(&b), &units, &scaled);
        for (one, other) in [
            (before.ratio, after.ratio),
            (before.par2_ratio, after.par2_ratio),
            (before.hodges_lehmann, after.hodges_lehmann),
            (before.superiority, after.superiority),
        ] {
            let same = one == other || one.zip(other).is_some_and(|(x, y)| (x - y).abs() <= 1e-9 * x.abs());
            prop_assert!(same, "{:?} {:?}", one, other);
        }
        prop_assert_eq!((before.wins, before.losses), (after.wins, after.losses));
    }
}

/// Returns a stuck trial with a share.
fn stuck(share: f64) -> Score {
    Score { status: Status::Stuck, is_share: true, ..solved(share) }
}

#[test]
fn shares_are_compared_by_differences_and_more_is_better() {
    let a: Vec<Score> = [0.0, 0.2, 0.5, 0.5, 0.1, 0.3, 0.4].map(stuck).into();
    let b: Vec<Score> = [0.1, 0.4, 0.6, 0.5, 0.2, 0.5, 1.0].map(stuck).into();
    let question = PairSpec { metric: Metric::Fill, limit_ns: None, ..question() };
    let found = compared(&a, &b, &alone(7), &question);
    check(found.difference, 1.3 / 7.0);
    let interval = found.difference_interval.expect("an interval");
    assert!(interval.low > 0.0 && interval.high < 0.6, "{interval:?}");
    assert_eq!((found.ratio, found.par2_ratio, found.verdict), (None, None, PairVerdict::More));
    assert_eq!((found.wins, found.ties, found.losses), (6, 1, 0));
    assert_eq!((found.puzzles, found.neither, found.both_solved), (7, 7, 0));
    check(found.superiority, 6.5 / 7.0);
    assert!(found.deciles.is_empty());
    let turned = compared(&b, &a, &alone(7), &question);
    check(turned.difference, -1.3 / 7.0);
    assert_eq!((turned.verdict, turned.losses), (PairVerdict::Less, 6));
    check(turned.sign_p, found.sign_p.expect("a test"));
}

#[test]
fn a_verdict_needs_six_puzzles_that_both_solved() {
    let of = |n_solved: usize, factor: f64| -> Vec<Score> {
        (0..8).map(|i| if i < n_solved { solved(10.0 * factor) } else { timeout() }).collect()
    };
    let verdict = |n| compared(&of(n, 1.0), &of(n, 2.0), &alone(8), &question()).verdict;
    assert_eq!(verdict(5), PairVerdict::TooFew);
    assert_eq!(verdict(8), PairVerdict::More);
}
