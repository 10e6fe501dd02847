//! Tests of the intervals of places, on rows whose truth is known.

use board::seed::seeded;
use rand::RngExt;
use record::Status;

use super::*;
use crate::load::{PuzzleInfo, Runs};
use crate::stats::scores::Score;

fn solved(value: f64) -> Score {
    let value = Some(value);
    Score { trials: 1, status: Status::Unique, value, is_timed_alone: true, ..Score::default() }
}

fn question(statistic: Statistic) -> RankingSpec {
    RankingSpec {
        metric: Metric::Time,
        statistic,
        limit_ns: Some(1e9),
        further_limits_ns: Vec::new(),
        shift: 1.0,
        bootstrap: Bootstrap { resamples: 400, ..Bootstrap::default() },
    }
}

/// Contestants whose times on 60 puzzles spread by a factor of ten around 1 µs times their factor.
fn rows(factors: &[f64], seed: u64) -> Vec<Vec<Score>> {
    let mut chance = seeded(seed, 0);
    let mut time = |factor: f64| solved(1e3 * factor * 10_f64.powf(chance.random_range(0.0..1.0)));
    factors.iter().map(|&factor| (0..60).map(|_| time(factor)).collect()).collect()
}

fn ranked(rows: Vec<Vec<Score>>, statistic: Statistic) -> Ranking {
    let matrix = ScoreMatrix::of(rows);
    let id = |_| String::new();
    rank(&matrix, &Evidence::independent(&matrix), &question(statistic), &id)
}

const STATISTICS: [Statistic; 7] = [
    Statistic::Par2,
    Statistic::Par10,
    Statistic::Mean,
    Statistic::Median,
    Statistic::P90,
    Statistic::Geomean,
    Statistic::Solved,
];

#[test]
fn equals_are_told_apart_in_at_most_one_of_twenty_rankings() {
    for statistic in STATISTICS {
        let is_wrong = |&seed: &u64| {
            let ranking = ranked(rows(&[1.0; 4], seed), statistic);
            ranking.lines.iter().any(|line| line.places != Some((1, 4)))
        };
        let wrong = (0..100).filter(is_wrong).count();
        // Of 100 at 5 %, more than 11 happen once in 200 times.
        assert!(wrong <= 11, "{statistic:?}: {wrong} of 100");
    }
}

#[test]
fn what_differs_by_far_has_one_place_each() {
    for statistic in STATISTICS {
        for seed in 0..20 {
            let ranking = ranked(rows(&[64.0, 1.0, 8.0], seed), statistic);
            let found: Vec<_> =
                ranking.lines.iter().map(|line| (line.contestant, line.places)).collect();
            let expected = [(1, Some((1, 1))), (2, Some((2, 2))), (0, Some((3, 3)))];
            assert_eq!(found, expected, "{statistic:?}");
            let letters: Vec<&str> = ranking.lines.iter().map(|line| &*line.letters).collect();
            assert_eq!(letters, ["a", "b", "c"]);
        }
    }
}

#[test]
fn the_place_lies_in_its_interval_and_the_lead_in_its_own() {
    for seed in 0..30 {
        let ranking = ranked(rows(&[1.0, 1.1, 1.5, 1.6, 3.0], seed), Statistic::Par2);
        for line in &ranking.lines {
            let (first, last) = line.places.expect("a place");
            assert!((first..=last).contains(&line.place.expect("a place")), "{line:?}");
        }
        let lead = ranking.lead().expect("five are ranked");
        assert!(lead.interval.expect("times").contains(lead.ratio.expect("times")));
        assert_eq!(lead.tied > 0, ranking.lines[1].letters.contains('a'));
    }
}

#[test]
fn copies_of_a_puzzle_are_no_evidence() {
    let copied = |rows: Vec<Vec<Score>>| -> ScoreMatrix {
        let copies = |row: Vec<Score>| (0..60).map(|puzzle| row[puzzle % 5]).collect();
        ScoreMatrix::of(rows.into_iter().map(copies).collect())
    };
    let matrix = copied(rows(&[1.0, 64.0], 1));
    let independent = Evidence::independent(&matrix);
    let clusters = BTreeMap::from([((0, 0), (0..60).map(|puzzle| puzzle % 5).collect())]);
    let dependent = Evidence { clusters, ..independent.clone() };
    let spec = question(Statistic::Par2);
    let places = |evidence| rank(&matrix, evidence, &spec, &|_| String::new()).lines[0].places;
    assert_eq!(places(&independent), Some((1, 1)));
    assert_eq!(places(&dependent), Some((1, 2)), "five clusters are too few");
}

#[test]
fn noise_hides_a_difference() {
    let matrix = ScoreMatrix::of(rows(&[1.0, 8.0], 1));
    let quiet = Evidence::independent(&matrix);
    let mut noisy = quiet.clone();
    noisy.noises[1].floor = Some(16_f64.ln());
    let spec = question(Statistic::Par2);
    let letters =
        |evidence| rank(&matrix, evidence, &spec, &|_| String::new()).lines[1].letters.clone();
    assert_eq!((letters(&quiet), letters(&noisy)), ("b".into(), "a".into()));
}

#[test]
fn each_part_has_the_same_weight() {
    // In the larger part the first is faster by a third, in the smaller one slower by ten times.
    let large = |factors| ranked(rows(factors, 3), Statistic::Par2);
    let (first, second) = (large(&[1.0, 1.5]), large(&[10.0, 1.0]));
    let lines = over_parts(&[&first, &second], &question(Statistic::Par2));
    assert_eq!(lines.iter().map(|line| line.contestant).collect::<Vec<_>>(), [1, 0]);
    assert_eq!(lines[0].places, (1, 1));
    let par2 = |ranking: &Ranking, one: usize| {
        let line = ranking.lines.iter().find(|line| line.contestant == one);
        line.and_then(|line| line.at_limit.par2).expect("a time")
    };
    let expected = (par2(&first, 1) * par2(&second, 1)).sqrt();
    assert!((lines[0].value / expected - 1.0).abs() < 1e-9);
    assert!(over_parts(&[&first], &question(Statistic::Par2)).is_empty());
}

#[test]
fn without_a_limit_a_failure_is_dearer_than_all_that_was_solved() {
    // The first solves 24 of 60 puzzles in 1 ms at most, the second all of them in 5 ms.
    let failed = Score { status: Status::Crashed, ..solved(1.0) };
    let quick = (0..60).map(|i| if i < 24 { solved(1e6) } else { failed }).collect();
    let matrix = ScoreMatrix::of(vec![quick, vec![solved(5e6); 60]]);
    let question = RankingSpec { limit_ns: None, ..question(Statistic::Median) };
    let ranking = rank(&matrix, &Evidence::independent(&matrix), &question, &|_| String::new());
    let found: Vec<_> = ranking.lines.iter().map(|it| (it.contestant, it.place)).collect();
    assert_eq!(found, [(1, Some(1)), (0, Some(2))]);
    for line in &ranking.lines {
        let (place, places) = (line.place.expect("a place"), line.places.expect("places"));
        assert!((places.0..=places.1).contains(&place), "{place} in {places:?}");
    }
}

#[test]
fn who_is_timed_in_few_groups_takes_no_certainty_from_others() {
    // Three backends that differ by far, and one with the same times as the first in a single group.
    let rows = rows(&[1.0, 8.0, 64.0], 1);
    let matrix = ScoreMatrix::of([&rows[..], &rows[..1]].concat());
    let matrix = matrix.timed_together(3, &(0..60).collect::<Vec<_>>());
    let puzzles = (0..60).map(|n| PuzzleInfo { class: n.to_string(), ..PuzzleInfo::default() });
    let runs = Runs { puzzles: puzzles.collect(), ..Runs::default() };
    let evidence = Evidence::of(&matrix, &runs, &|_| None);
    let ranking = rank(&matrix, &evidence, &question(Statistic::Par2), &|_| String::new());
    let line = |one| ranking.lines.iter().find(|line| line.contestant == one).expect("a line");
    assert_eq!(
        [0, 1, 2, 3].map(|one| (line(one).places, line(one).clusters)),
        [(Some((1, 2)), 60), (Some((2, 3)), 60), (Some((3, 4)), 60), (Some((1, 4)), 1)]
    );
    assert_eq!((ranking.clusters, ranking.lead().expect("four").clusters), (60, 1));
}

#[test]
fn a_quantile_that_is_infinite_has_no_ratio() {
    let failed = Score { status: Status::Timeout, ..solved(1e9) };
    let half = (0..20).map(|i| if i < 10 { solved(1e3) } else { failed }).collect();
    let ranking = ranked(vec![vec![solved(2e3); 20], half], Statistic::P90);
    let lead = ranking.lead().expect("two are ranked");
    assert_eq!((lead.first, lead.ratio, lead.interval), (0, None, None));
}

#[test]
fn several_passes_of_one_group_are_not_one_pass() {
    let matrix = ScoreMatrix::of(rows(&[1.0, 8.0], 1));
    let mut evidence = Evidence::independent(&matrix);
    let unknown = |evidence: &Evidence| {
        let ranking = rank(&matrix, evidence, &question(Statistic::Par2), &|_| String::new());
        let named = ranking.lines.iter().filter(|line| line.is_timed_as_one).count();
        (ranking.is_noise_unknown, ranking.is_of_one_pass, named)
    };
    assert_eq!(unknown(&evidence), (true, true, 0));
    evidence.noises.iter_mut().for_each(|noise| noise.passes = 4);
    assert_eq!(unknown(&evidence), (true, false, 2));
    evidence.noises.iter_mut().for_each(|noise| noise.floor = Some(0.0));
    assert_eq!(unknown(&evidence), (false, false, 0));
}

#[test]
fn a_lead_is_the_ratio_of_the_values_in_the_table() {
    let matrix = ScoreMatrix::of(vec![vec![solved(220.0); 10], vec![solved(440.0); 10]]);
    let lead = |shift: f64| {
        let question = RankingSpec { shift, ..question(Statistic::Geomean) };
        let ranking = rank(&matrix, &Evidence::independent(&matrix), &question, &|_| String::new());
        ranking.lead().expect("two contestants")
    };
    for shift in [0.0, 1e3] {
        assert!((lead(shift).ratio.expect("a ratio") - 2.0).abs() < 1e-9);
    }
    // The interval is one of times and 1 µs.
    assert_eq!((lead(0.0).interval.is_some(), lead(1e3).interval), (true, None));
}

#[test]
fn a_place_by_a_count_needs_six_puzzles_that_all_solved() {
    let failed = Score { status: Status::Timeout, ..solved(1.0) };
    let row = |value: f64, n: usize| -> Vec<Score> {
        (0..20).map(|i| if i < n { solved(value) } else { failed }).collect()
    };
    for (n, is_sure) in [(1, false), (5, false), (6, true)] {
        let matrix = ScoreMatrix::of(vec![row(10.0, n), row(20.0, n)]);
        let question = RankingSpec { metric: Metric::Nodes, ..question(Statistic::Mean) };
        let ranking = rank(&matrix, &Evidence::independent(&matrix), &question, &|_| String::new());
        let places = ranking.lines[0].places;
        assert_eq!(places == Some((1, 1)), is_sure, "{n} puzzles: {places:?}");
        assert_eq!(ranking.lead().expect("two contestants").clusters, n);
    }
}
