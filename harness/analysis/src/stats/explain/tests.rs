//! Explanations of targets whose truth is known.

use board::seed::seeded;
use rand::RngExt;

use super::*;

/// Enough for tests.
const BOOTSTRAP: Bootstrap = Bootstrap { resamples: 400, seed: 1, confidence: 0.95 };

/// Returns a number between −1 and 1 with a peak at 0.
fn noise(chance: &mut impl RngExt) -> f64 {
    (0..3).map(|_| chance.random::<f64>() * 2.0 - 1.0).sum::<f64>() / 3.0
}

/// Puzzles with features between 0 and 1, and targets of them plus noise.
fn planted(seed: u64, puzzles: usize, target: impl Fn(&[f64]) -> f64) -> Sample {
    let chance = &mut seeded(seed, 77);
    let rows: Vec<[f64; 6]> =
        (0..puzzles).map(|_| std::array::from_fn(|_| chance.random::<f64>())).collect();
    let columns = (0..6).map(|feature| rows.iter().map(|row| row[feature]).collect()).collect();
    let targets = rows.iter().map(|row| target(row) + noise(chance)).collect();
    Sample::new(columns, targets, &(0..puzzles).collect::<Vec<_>>())
}

#[test]
fn noise_is_explained_by_nothing() {
    let supported = (0..100).filter(|&seed| {
        let sample = planted(seed, 40 + 2 * seed as usize, |_| 0.0);
        explain(&sample, Bootstrap { seed, ..BOOTSTRAP }).is_supported()
    });
    assert!(supported.count() <= 5);
}

#[test]
fn a_planted_split_is_found_and_its_share_of_the_variance() {
    let sample = planted(4, 400, |row| if row[4] > 0.6 { 2.0 } else { 0.0 });
    let found = explain(&sample, BOOTSTRAP);
    assert!(found.is_supported());
    let [most, least] = found.leaves()[..] else { panic!("two leaves: {:?}", found.all) };
    let [condition] = most.conditions[..] else { panic!("one condition: {most:?}") };
    assert!(condition.feature == 4 && condition.at_most.is_none() && !condition.or_unknown);
    assert!(condition.above.is_some_and(|at| (at - 0.6).abs() < 0.02), "{condition:?}");
    assert!((most.mean - 2.0).abs() < 0.1 && least.mean.abs() < 0.1, "{most:?} {least:?}");
    assert!(most.interval.is_some_and(|it| it.contains(2.0)), "{most:?}");
    assert!(most.predicted.is_some_and(|it| (it - most.mean).abs() < 0.05), "{most:?}");
    // The split varies by 4 · 0.6 · 0.4 = 0.96, the noise by 1/9: a share of 0.896.
    let held_out = found.held_out.expect("a share");
    assert!((held_out.r2 - 0.896).abs() < 0.02, "{}", held_out.r2);
    assert!(held_out.interval.is_some_and(|it| it.contains(held_out.r2)));
    assert_eq!(found.alone[0].feature, 4);
    assert!(found.alone[0].p_holm < 1e-6 && found.alone[1].p_holm > 0.01);
}

#[test]
fn two_questions_make_a_group_with_two_conditions() {
    let is_hard = |row: &[f64]| if row[0] > 0.5 && row[2] <= 0.5 { 3.0 } else { 0.0 };
    let found = explain(&planted(5, 600, is_hard), BOOTSTRAP);
    let most = found.leaves()[0];
    let features: Vec<usize> = most.conditions.iter().map(|condition| condition.feature).collect();
    assert!(found.is_supported() && features.iter().all(|it| [0, 2].contains(it)), "{most:?}");
    assert_eq!(features.len(), 2);
    assert!((most.mean - 3.0).abs() < 0.15 && (100..200).contains(&most.puzzles), "{most:?}");
}

#[test]
fn a_range_of_one_feature_is_one_condition() {
    let in_the_middle = |row: &[f64]| if (0.3..0.7).contains(&row[1]) { 3.0 } else { 0.0 };
    let found = explain(&planted(6, 600, in_the_middle), BOOTSTRAP);
    let [condition] = found.leaves()[0].conditions[..] else { panic!("{:?}", found.leaves()[0]) };
    assert!(condition.above.is_some_and(|it| (it - 0.3).abs() < 0.02), "{condition:?}");
    assert!(condition.at_most.is_some_and(|it| (it - 0.7).abs() < 0.02), "{condition:?}");
}

#[test]
fn copies_of_puzzles_support_nothing_more() {
    // A feature that marks ten of the classes, each of which has ten isomorphs: by puzzles, noise of
    // classes would look like a signal.
    let supported = (0..40).filter(|&seed| {
        let chance = &mut seeded(seed, 78);
        let classes: Vec<(f64, f64)> =
            (0..40).map(|_| (chance.random::<f64>(), noise(chance))).collect();
        let rows: Vec<(f64, f64)> = (0..400).map(|puzzle| classes[puzzle / 10]).collect();
        let (values, targets): (Vec<f64>, Vec<f64>) = rows.into_iter().unzip();
        let clusters: Vec<usize> = (0..400).map(|puzzle| puzzle / 10).collect();
        let sample = Sample::new(vec![values], targets, &clusters);
        assert_eq!((sample.puzzles(), sample.clusters()), (400, 40));
        explain(&sample, Bootstrap { seed, ..BOOTSTRAP }).is_supported()
    });
    assert!(supported.count() <= 2);
}

#[test]
fn the_same_seed_gives_the_same_explanation() {
    let sample = planted(8, 120, |row| row[3]);
    let [one, other] = [0, 1].map(|_| format!("{:?}", explain(&sample, BOOTSTRAP)));
    assert_eq!(one, other);
}

#[test]
fn too_few_puzzles_and_equal_ratios_are_not_explained() {
    let few = explain(&planted(1, ENOUGH - 1, |row| row[0] * 9.0), BOOTSTRAP);
    assert!(!few.is_supported() && few.held_out.is_none());
    let n = 50;
    let columns = vec![(0..n).map(|puzzle| puzzle as f64).collect()];
    let same = Sample::new(columns, vec![0.7; n], &(0..n).collect::<Vec<_>>());
    let same = explain(&same, BOOTSTRAP);
    assert!(!same.is_supported() && same.held_out.is_none());
}

#[test]
fn a_planted_split_has_the_right_sign_and_brings_no_other_question() {
    let (mut n_found, mut n_others) = (0, 0);
    for seed in 0..40 {
        let sample = planted(100 + seed, 150, |row| if row[3] > 0.5 { 0.7 } else { 0.0 });
        let found = explain(&sample, Bootstrap { seed, ..BOOTSTRAP });
        let [below, above] = &found.all.parts[..] else { continue };
        n_found += usize::from(below.conditions[0].feature == 3 && above.mean > below.mean);
        let others = found.leaves();
        let is_other = |it: &Condition| it.feature != 3;
        n_others += usize::from(others.iter().any(|leaf| leaf.conditions.iter().any(is_other)));
    }
    assert!(n_found >= 38, "found in {n_found} of 40");
    assert!(n_others <= 2, "another question in {n_others} of 40");
}
