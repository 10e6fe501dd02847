use analysis::load::Runs;
use analysis::stats::scores::{Passes, Sheet};
use proptest::prelude::*;

use super::*;
use crate::golden::{ROWS, check_golden, runs};

pub(crate) fn shown(runs: &Runs, metric: Metric) -> Shown<'_> {
    let all: Vec<u32> = (0..runs.contestants.len() as u32).collect();
    let row = |trial: &analysis::load::Trial| Some(trial.contestant as usize);
    let sheet = Sheet::new(runs, all.len(), row, metric, Passes::Median);
    Shown::new(runs, &all, sheet, metric, Passes::Median)
}

#[track_caller]
fn check_drawn(picture: Picture, keep: &str) {
    let mut runs = runs(ROWS);
    if picture.kind == Kind::Scatter {
        runs.keep(&[(false, "sat".into())], &[]).expect("two");
    }
    // Two rows of the sheet, where two are left.
    let mut shown = shown(&runs, Metric::Time);
    if picture.kind == Kind::Scatter {
        let row = |trial: &analysis::load::Trial| Some(trial.contestant as usize);
        let sheet = Sheet::new(&runs, 2, row, Metric::Time, Passes::Median);
        shown = Shown::new(&runs, &[0, 1], sheet, Metric::Time, Passes::Median);
    }
    let draw = || picture.draw(&shown).expect("a picture").standalone(style::SHEET);
    let svg = draw();
    assert_eq!(svg, draw(), "the same rows, the same bytes");
    assert!(!svg.contains("<script") && !svg.contains("<b>"), "names are no markup");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "all places are numbers");
    check_golden("tests/golden/plot", &format!("{keep}.svg"), &svg);
}

#[test]
fn each_kind_is_drawn_as_it_is_kept() {
    // A transition needs other rows, which stand beside it.
    for kind in Kind::ALL.iter().filter(|kind| **kind != Kind::Transition) {
        check_drawn(Picture::of(*kind), kind.name());
    }
    check_drawn(Picture { relative: true, ..Picture::of(Kind::Scatter) }, "relative");
}

#[test]
fn the_order_of_the_rows_changes_nothing() {
    let mut lines: Vec<&str> = ROWS.lines().collect();
    lines[1..].reverse();
    let (forwards, backwards) = (runs(ROWS), runs(&lines.join("\n")));
    for kind in [Kind::Cactus, Kind::Ecdf, Kind::Profile, Kind::Hardness, Kind::Bets] {
        let draw = |runs: &Runs| {
            let mut shown = shown(runs, Metric::Time);
            shown.caption = String::new();
            Picture::of(kind).draw(&shown).expect("a picture").inline()
        };
        assert_eq!(draw(&forwards), draw(&backwards), "{}", kind.name());
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_reason() {
    let check = |csv: &str, picture: Picture, metric: Metric, part: &str| {
        let runs = runs(csv);
        let error = picture.draw(&shown(&runs, metric)).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    let scatter = Picture::of(Kind::Scatter);
    check(ROWS, scatter, Metric::Time, "there are 3: candidates/mrv, cover/dlx, sat/<b>&x");
    check(ROWS, Picture::of(Kind::Cactus), Metric::Memory, "no backend has a memory");
    check(ROWS, Picture::of(Kind::Bets), Metric::Nodes, "expected no other metric");
    let relative = Picture { relative: true, ..Picture::of(Kind::Cactus) };
    check(ROWS, relative, Metric::Time, "only a scatter plot");
    let one_order = "backend,puzzle,status,geometry,wall_ns\na/b,one,unique,classic9,1\n";
    check(one_order, Picture::of(Kind::Growth), Metric::Time, "these have 9×9");
    check(one_order, Picture::of(Kind::Profile), Metric::Time, "two backends");
    check(one_order, Picture::of(Kind::Bets), Metric::Time, "no backend has counted its bets");
}

#[test]
fn puzzles_timed_in_blocks_have_no_points() {
    let csv = "backend,puzzle,status,granularity,wall_ns,nodes\n\
               a/block,one,unique,block,10,5\na/block,two,unique,block,10,7\n\
               a/one,one,unique,solve,10,5\na/one,two,unique,solve,20,7\n";
    let runs = runs(csv);
    let shown = shown(&runs, Metric::Time);
    let error = Picture::of(Kind::Scatter).draw(&shown).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("timed in blocks or batches") && error.contains("a/block"), "{error}");
    let nodes = Picture::of(Kind::Nodes).draw(&shown).expect("one is left").inline();
    assert!(nodes.contains("Left out, because puzzles were timed in blocks"));
    let cactus = Picture::of(Kind::Cactus).draw(&shown).expect("means").inline();
    assert!(cactus.contains("mean of its block") && !cactus.contains("virtual best"));
}

#[test]
fn a_sample_is_the_same_whatever_the_order_and_says_so() {
    let csv = |puzzles: &mut dyn Iterator<Item = u32>| {
        let lines: String =
            puzzles.map(|n| format!("a/b,p{n},unique,{},{}\n", n + 1, n + 1)).collect();
        format!("backend,puzzle,status,wall_ns,nodes\n{lines}")
    };
    let names = |csv: &str| {
        let runs = runs(csv);
        let shown = shown(&runs, Metric::Time);
        let places = sample::places(&shown, 50);
        let mut names: Vec<String> =
            places.iter().map(|&place| shown.puzzle(place).name.clone()).collect();
        names.sort();
        assert_eq!(sample::note(&shown, 50).is_some(), shown.puzzles() > 50);
        names
    };
    let forwards = names(&csv(&mut (0..300)));
    assert_eq!((forwards.len(), &forwards), (50, &names(&csv(&mut (0..300).rev()))));
    assert_eq!(names(&csv(&mut (0..20))).len(), 20);
}

/// A cost for each of three contestants on some puzzles; none where not solved.
fn costs() -> impl Strategy<Value = Vec<[Option<u32>; 3]>> {
    let cost = prop::option::weighted(0.8, 1_u32..1_000_000);
    prop::collection::vec([cost.clone(), cost.clone(), cost], 1..40)
}

fn as_runs(costs: &[[Option<u32>; 3]]) -> Runs {
    let mut csv = String::from("backend,puzzle,status,wall_ns,limit_ms\n");
    for (puzzle, costs) in costs.iter().enumerate() {
        for (backend, cost) in costs.iter().enumerate() {
            let status = if cost.is_some() { "unique" } else { "timeout" };
            let wall = cost.map_or(String::new(), |cost| cost.to_string());
            csv.push_str(&format!("a/{backend},{puzzle},{status},{wall},2\n"));
        }
    }
    runs(&csv)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn curves_rise_and_end_at_the_share_solved(costs in costs()) {
        let runs = as_runs(&costs);
        let shown = shown(&runs, Metric::Time);
        let factors = profile::factors(&shown, &[0, 1, 2]);
        for one in 0..3 {
            let solved = costs.iter().filter(|costs| costs[one].is_some()).count();
            let share = solved as f64 / costs.len() as f64;
            prop_assert_eq!(shown.costs(one).len(), solved);
            prop_assert_eq!(factors[one].len(), solved);
            for (values, low) in [(&shown.costs(one), 0.0), (&factors[one], 1.0)] {
                let curve = ecdf::values(values, costs.len(), 1e12);
                prop_assert!(curve.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1));
                prop_assert!(values.iter().all(|&value| value >= low));
                prop_assert_eq!(curve.last(), Some(&(1e12, share)));
            }
        }
    }

    #[test]
    fn somebody_is_the_best_on_each_puzzle_that_is_solved(costs in costs()) {
        let runs = as_runs(&costs);
        let shown = shown(&runs, Metric::Time);
        let factors = profile::factors(&shown, &[0, 1, 2]);
        let best = factors.iter().flatten().filter(|factor| **factor == 1.0).count();
        let solved = costs.iter().filter(|costs| costs.iter().any(Option::is_some)).count();
        prop_assert!(best >= solved);
        let alone = profile::factors(&shown, &[1]);
        prop_assert!(alone[0].iter().all(|factor| *factor == 1.0), "recomputed for those shown");
    }

    #[test]
    fn every_picture_of_any_rows_is_drawn_or_refused(costs in costs()) {
        let runs = as_runs(&costs);
        let shown = shown(&runs, Metric::Time);
        for kind in &Kind::ALL {
            if let Ok(svg) = Picture::of(*kind).draw(&shown) {
                let svg = svg.inline();
                prop_assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", kind.name());
            }
        }
    }
}
