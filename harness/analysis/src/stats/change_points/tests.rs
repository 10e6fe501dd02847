use board::seed::{ChaCha8Rng, seeded};
use rand::RngExt;

use super::*;

const SPEC: ChangeSpec = ChangeSpec { level: 0.05, seed: 1 };

/// Returns a normal number with the mean 0 and the variance 1, by the method of Box and Muller.
fn normal(chance: &mut ChaCha8Rng) -> f64 {
    let [u, v]: [f64; 2] =
        [chance.random_range(f64::MIN_POSITIVE..1.0), chance.random_range(0.0..1.0)];
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// Returns the change points without a noise floor.
fn found(values: &[f64], spec: ChangeSpec) -> Vec<ChangePoint> {
    change_points(values, &vec![None; values.len()], spec)
}

fn places(points: &[ChangePoint]) -> Vec<usize> {
    points.iter().map(|point| point.at).collect()
}

/// Returns the number of series of `n` values from `draw` in which there is any change point.
fn alarms(series: u64, n: usize, draw: impl Fn(&mut ChaCha8Rng) -> f64) -> usize {
    let has_change = |series: &u64| {
        let chance = &mut seeded(*series, 0);
        let values: Vec<f64> = (0..n).map(|_| draw(chance)).collect();
        !found(&values, ChangeSpec { seed: *series, ..SPEC }).is_empty()
    };
    (0..series).filter(has_change).count()
}

#[test]
fn series_without_a_change_have_one_no_more_often_than_the_level() {
    // At most 5 %, but for three standard errors of 1,000 series: 7.1 %.
    let most = 71;
    let normal = alarms(1_000, 20, normal);
    // A few values ten times as far away.
    let heavy = |chance: &mut ChaCha8Rng| {
        self::normal(chance) * if chance.random_range(0.0..1.0) < 0.1 { 10.0 } else { 1.0 }
    };
    let heavy = alarms(1_000, 20, heavy);
    // Many ties, as of a coarse clock.
    let coarse = alarms(1_000, 12, |chance| f64::from(chance.random_range(0..3_u8)));
    assert!(normal.max(heavy).max(coarse) <= most, "{normal} {heavy} {coarse}");
    assert!(normal > 20 && heavy > 20, "the test is not idle: {normal} {heavy}");
}

#[test]
fn a_step_is_found_where_it_is() {
    // A step of three standard deviations in the middle of 20 values: found in nearly all series, at its place or beside
    // it, and the interval holds it as often as it promises.
    let (mut n_found, mut n_near, mut n_held) = (0, 0, 0);
    for series in 0..200 {
        let chance = &mut seeded(series, 1);
        let step = |at: usize| if at < 12 { 0.0 } else { 3.0 };
        let values: Vec<f64> = (0..20).map(|at| step(at) + normal(chance)).collect();
        let points = found(&values, SPEC);
        n_found += usize::from(!points.is_empty());
        let near = points.iter().find(|point| point.at.abs_diff(12) <= 1);
        n_near += usize::from(near.is_some());
        n_held += usize::from(near.and_then(|it| it.interval).is_some_and(|it| it.contains(3.0)));
    }
    assert!(n_found >= 198 && n_near >= 180, "{n_found} {n_near}");
    assert!(n_held * 10 >= n_near * 9, "{n_held} of {n_near}");
}

#[test]
fn several_steps_are_found_and_an_outlier_is_none() {
    let chance = &mut seeded(7, 2);
    let level = |at: usize| [0.0, 0.3, 0.1][at / 12];
    let mut values: Vec<f64> = (0..36).map(|at| level(at) + 0.02 * normal(chance)).collect();
    let points = found(&values, SPEC);
    assert_eq!(places(&points), [12, 24]);
    assert!((points[0].step - 0.3).abs() < 0.03 && (points[1].step + 0.2).abs() < 0.03);
    assert!(points.iter().all(|point| point.p <= SPEC.level));
    values.truncate(12);
    values[6] = 5.0;
    assert_eq!(found(&values, SPEC), []);
}

#[test]
fn a_step_within_the_noise_floor_is_none() {
    let chance = &mut seeded(3, 2);
    let level = |at: usize| [0.0, 0.02, 0.5][at / 10];
    let values: Vec<f64> = (0..30).map(|at| level(at) + 0.001 * normal(chance)).collect();
    assert_eq!(places(&found(&values, SPEC)), [10, 20]);
    let points = change_points(&values, &[Some(0.05); 30], SPEC);
    assert_eq!(places(&points), [20]);
    // The segments beside the step that was removed are one.
    assert!((points[0].step - 0.49).abs() < 0.005, "{points:?}");
    assert_eq!(points[0].floor, Some(0.05));
    assert_eq!(change_points(&values, &[Some(1.0); 30], SPEC), []);
    let half: Vec<Option<f64>> = (0..30).map(|at| Some(0.01).filter(|_| at % 2 == 0)).collect();
    assert_eq!(places(&change_points(&values, &half, SPEC)), [10, 20]);
}

#[test]
fn few_values_have_no_change_point() {
    assert_eq!((SPEC.fewest(), SPEC.permutations()), (8, 999));
    assert_eq!(ChangeSpec { level: 0.005, ..SPEC }.fewest(), 11);
    for n in 0..SPEC.fewest() {
        let values: Vec<f64> = (0..n).map(|at| if at < n / 2 { 0.0 } else { 1.0 }).collect();
        assert_eq!(found(&values, SPEC), [], "{n}");
    }
    assert_eq!(places(&found(&[0.0, 0.0, 0.1, 0.0, 1.0, 1.1, 1.0, 1.0], SPEC)), [4]);
}

/// All orders of the values.
fn orders(values: &mut Vec<f64>, from: usize, see: &mut dyn FnMut(&[f64])) {
    if from == values.len() {
        return see(values);
    }
    for at in from..values.len() {
        values.swap(from, at);
        orders(values, from + 1, see);
        values.swap(from, at);
    }
}

#[test]
fn the_p_value_is_that_of_all_orders() {
    let values = [0.0, 0.3, 0.1, 0.2, 1.0, 1.2, 0.9, 1.4];
    let best = |values: &[f64]| SegmentValues::of(values).split().expect("long enough").distance;
    let given = best(&values);
    let (mut as_large, mut all) = (0_u32, 0_u32);
    orders(&mut values.to_vec(), 0, &mut |order| {
        all += 1;
        as_large += u32::from(best(order) >= given - 1e-9);
    });
    let exact = f64::from(as_large) / f64::from(all);
    let points = found(&values, SPEC);
    assert_eq!(places(&points), [4]);
    // Of 999 permutations: four standard errors.
    let error = 4.0 * (exact * (1.0 - exact) / 999.0).sqrt();
    assert!((points[0].p - exact).abs() < error + 0.001, "{} {exact}", points[0].p);
}

#[test]
fn the_same_seed_gives_the_same_and_units_do_not_matter() {
    let chance = &mut seeded(5, 2);
    let values: Vec<f64> =
        (0..24).map(|at| if at < 9 { 0.0 } else { 2.0 } + normal(chance)).collect();
    let points = found(&values, SPEC);
    assert_eq!(points, found(&values, SPEC));
    let moved: Vec<f64> = values.iter().map(|value| 13.0 + value * 0.5).collect();
    let again = found(&moved, SPEC);
    assert_eq!(places(&again), places(&points));
    assert!((again[0].p - points[0].p).abs() < 1e-12);
}
