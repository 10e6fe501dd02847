use analysis::load::Runs;
use analysis::stats::scores::{Passes, ScoreMatrix};
use proptest::prelude::*;

use super::*;
use crate::golden::{ROWS, check_golden, runs};

pub(crate) fn data(runs: &Runs, metric: Metric) -> PlotData<'_> {
    let all: Vec<u32> = (0..runs.contestants.len() as u32).collect();
    let row = |trial: &analysis::load::Trial| Some(trial.contestant as usize);
    let matrix = ScoreMatrix::new(runs, all.len(), row, metric, Passes::Median);
    PlotData::new(runs, &all, matrix, metric, Passes::Median)
}

/// All kinds but `transition`, which needs other rows and is tested in its own file.
pub(super) const KINDS: [PlotKind; 10] = [
    PlotKind::Bets,
    PlotKind::Cactus,
    PlotKind::CriticalDifference,
    PlotKind::Distribution,
    PlotKind::Ecdf,
    PlotKind::Growth,
    PlotKind::Hardness,
    PlotKind::Nodes,
    PlotKind::Profile,
    PlotKind::Scatter,
];

#[track_caller]
fn check_drawn(picture: Plot, keep: &str) {
    let mut runs = runs(ROWS);
    if picture.kind == PlotKind::Scatter {
        runs.keep(&[(false, "sat".into())], &[]).expect("two");
    }
    // Two rows of the sheet, where two are left.
    let mut data = data(&runs, Metric::Time);
    if picture.kind == PlotKind::Scatter {
        let row = |trial: &analysis::load::Trial| Some(trial.contestant as usize);
        let matrix = ScoreMatrix::new(&runs, 2, row, Metric::Time, Passes::Median);
        data = PlotData::new(&runs, &[0, 1], matrix, Metric::Time, Passes::Median);
    }
    let draw = || picture.draw(&data).expect("a picture").svg.standalone(style::SHEET);
    let svg = draw();
    assert_eq!(svg, draw(), "the same rows, the same bytes");
    assert!(!svg.contains("<script") && !svg.contains("<b>"), "names are no markup");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "all places are numbers");
    check_golden("tests/golden/plot", &format!("{keep}.svg"), &svg);
}

#[test]
fn each_kind_equals_its_golden_file() {
    for kind in KINDS {
        check_drawn(Plot::of(kind), kind.name());
    }
    check_drawn(Plot { relative: true, ..Plot::of(PlotKind::Scatter) }, "relative");
}

#[test]
fn the_order_of_the_rows_changes_nothing() {
    let mut lines: Vec<&str> = ROWS.lines().collect();
    lines[1..].reverse();
    let (forwards, backwards) = (runs(ROWS), runs(&lines.join("\n")));
    for kind in
        [PlotKind::Cactus, PlotKind::Ecdf, PlotKind::Profile, PlotKind::Hardness, PlotKind::Bets]
    {
        let draw = |runs: &Runs| {
            let mut data = data(runs, Metric::Time);
            data.caption = String::new();
            Plot::of(kind).draw(&data).expect("a picture").svg.inline()
        };
        assert_eq!(draw(&forwards), draw(&backwards), "{}", kind.name());
    }
}

#[test]
fn a_plot_that_cannot_be_drawn_is_refused_with_the_reason() {
    let check = |csv: &str, picture: Plot, metric: Metric, part: &str| {
        let runs = runs(csv);
        let error = picture.draw(&data(&runs, metric)).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    let scatter = Plot::of(PlotKind::Scatter);
    check(ROWS, scatter, Metric::Time, "there are 3: candidates/mrv, cover/dlx, sat/<b>&x");
    check(ROWS, Plot::of(PlotKind::Cactus), Metric::Memory, "no backend has a memory");
    check(ROWS, Plot::of(PlotKind::Bets), Metric::Nodes, "the metric of bets cannot be chosen");
    let relative = Plot { relative: true, ..Plot::of(PlotKind::Cactus) };
    check(ROWS, relative, Metric::Time, "expected a scatter plot");
    let one_order = "backend,puzzle,status,geometry,wall_ns\na/b,one,unique,classic9,1\n";
    check(one_order, Plot::of(PlotKind::Growth), Metric::Time, "these have 9×9");
    check(one_order, Plot::of(PlotKind::Profile), Metric::Time, "two backends");
    check(one_order, Plot::of(PlotKind::Bets), Metric::Time, "no backend counted bets");
}

#[test]
fn puzzles_timed_in_blocks_have_no_points() {
    let csv = "backend,puzzle,status,granularity,wall_ns,nodes\n\
               a/block,one,unique,block,10,5\na/block,two,unique,block,10,7\n\
               a/one,one,unique,solve,10,5\na/one,two,unique,solve,20,7\n";
    let runs = runs(csv);
    let data = data(&runs, Metric::Time);
    let error = Plot::of(PlotKind::Scatter).draw(&data).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("timed in blocks or batches") && error.contains("a/block"), "{error}");
    let nodes = Plot::of(PlotKind::Nodes).draw(&data).expect("one is left").svg.inline();
    assert!(nodes.contains("Excluded, because puzzles were timed in blocks"));
    let cactus = Plot::of(PlotKind::Cactus).draw(&data).expect("means").svg.inline();
    assert!(cactus.contains("mean of its block") && !cactus.contains("virtual best"));
}

#[test]
fn who_answers_only_beyond_the_smallest_limit_was_measured_and_failed() {
    let csv = "backend,puzzle,status,wall_ns,limit_ms\n\
               a/long,one,unique,9000000,10\na/long,two,unique,8000000,10\n\
               a/short,one,unique,500000,1\na/short,two,timeout,1000000,1\n\
               b/short,one,unique,400000,1\nb/short,two,unique,700000,1\n";
    let runs = runs(csv);
    for kind in [PlotKind::CriticalDifference, PlotKind::Profile] {
        let svg = Plot::of(kind).draw(&data(&runs, Metric::Time)).expect("a picture").svg.inline();
        assert!(svg.contains("a/long") && !svg.contains("Excluded"), "{svg}");
    }
}

#[test]
fn a_sample_does_not_depend_on_the_order_and_is_stated() {
    let csv = |puzzles: &mut dyn Iterator<Item = u32>| {
        let lines: String =
            puzzles.map(|n| format!("a/b,p{n},unique,{},{}\n", n + 1, n + 1)).collect();
        format!("backend,puzzle,status,wall_ns,nodes\n{lines}")
    };
    let names = |csv: &str| {
        let runs = runs(csv);
        let data = data(&runs, Metric::Time);
        let places = sample::places(&data, 50);
        let mut names: Vec<String> =
            places.iter().map(|&place| data.puzzle(place).name.clone()).collect();
        names.sort();
        assert_eq!(sample::note(&data, 50).is_some(), data.puzzles() > 50);
        names
    };
    let forwards = names(&csv(&mut (0..300)));
    assert_eq!((forwards.len(), &forwards), (50, &names(&csv(&mut (0..300).rev()))));
    assert_eq!(names(&csv(&mut (0..20))).len(), 20);
}

/// Returns a cost for each of three contestants on some puzzles; none where not solved.
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
        let data = data(&runs, Metric::Time);
        let factors = profile::factors(&data, &[0, 1, 2]);
        for one in 0..3 {
            let solved = costs.iter().filter(|costs| costs[one].is_some()).count();
            let share = solved as f64 / costs.len() as f64;
            prop_assert_eq!(data.costs(one).len(), solved);
            prop_assert_eq!(factors[one].len(), solved);
            for (values, low) in [(&data.costs(one), 0.0), (&factors[one], 1.0)] {
                let curve = ecdf::values(values, costs.len(), 1e12);
                prop_assert!(curve.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1));
                prop_assert!(values.iter().all(|&value| value >= low));
                prop_assert_eq!(curve.last(), Some(&(1e12, share)));
            }
        }
    }

    #[test]
    fn each_solved_puzzle_has_a_best(costs in costs()) {
        let runs = as_runs(&costs);
        let data = data(&runs, Metric::Time);
        let factors = profile::factors(&data, &[0, 1, 2]);
        let best = factors.iter().flatten().filter(|factor| **factor == 1.0).count();
        let solved = costs.iter().filter(|costs| costs.iter().any(Option::is_some)).count();
        prop_assert!(best >= solved);
        let alone = profile::factors(&data, &[1]);
        prop_assert!(alone[0].iter().all(|factor| *factor == 1.0), "recomputed for those shown");
    }

    #[test]
    fn every_plot_of_any_rows_is_drawn_or_refused(costs in costs()) {
        let runs = as_runs(&costs);
        let mut data = data(&runs, Metric::Time);
        for kind in KINDS {
            for width_mm in [None, Some(84.0), Some(174.0)] {
                data.layout = Layout { width_mm, font_pt: None };
                let Ok(figure) = Plot::of(kind).draw(&data) else { continue };
                let svg = figure.svg.inline();
                prop_assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", kind.name());
                let csv = String::from_utf8(rows::csv(&figure.rows).unwrap()).unwrap();
                prop_assert!(!csv.contains("NaN"), "{}", kind.name());
                if let Ok(tikz) = tikz::document(&figure, data.layout) {
                    prop_assert!(!tikz.contains("NaN") && !tikz.contains("inf,"), "{tikz}");
                }
            }
        }
    }
}
