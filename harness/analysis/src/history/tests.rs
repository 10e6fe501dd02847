use std::fs;
use std::path::Path;

use record::history::HistoryLine;

use super::series::{HistoryTrends, value};
use super::summary::{EntryNames, lines};
use crate::load::Runs;
use crate::stats::scores::Metric;

const MANIFEST: &str = r#"{"run_id":"R1","start":"2026-11-26T12:00:00Z","complete":true,
    "program":{"version":"0.1.0","compiler":"rustc 1.95","revision":"abc123","opt_level":"3"},
    "machine":{"cpu":"X 3000","logical_cores":8,"kernel":"6.1"},"plan":{"jobs":1}}"#;

/// Two backends, two puzzles, two processes; one backend times out once.
const ROWS: &str = "\
run_id,backend,version,corpus,puzzle,puzzle_hash,task,invocation,status,verified,wall_ns,nodes,bets,limit_ns
R1,tree/a,1.0,c,one,h1,unique,1,unique,yes,1000,10,0,100000
R1,tree/a,1.0,c,two,h2,unique,1,unique,yes,4000,20,4,100000
R1,tree/a,1.0,c,one,h1,unique,2,unique,yes,1000,10,0,100000
R1,tree/a,1.0,c,two,h2,unique,2,unique,yes,4000,20,4,100000
R1,sat/b,1.0+x.2,c,one,h1,unique,1,unique,yes,5000,,3,100000
R1,sat/b,1.0+x.2,c,two,h2,unique,1,timeout,unchecked,100000,,9,100000
R1,sat/b,1.0+x.2,c,one,h1,unique,2,unique,yes,5000,,3,100000
R1,sat/b,1.0+x.2,c,two,h2,unique,2,timeout,unchecked,100000,,9,100000
";

fn lines_of(
    rows: &str,
    manifests: &[&str],
    names: &EntryNames,
) -> anyhow::Result<Vec<HistoryLine>> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("room");
    write("rows.csv", rows);
    for (number, manifest) in manifests.iter().enumerate() {
        write(&format!("manifest-{number}.json"), manifest);
    }
    lines(&Runs::read(&[folder.path().to_owned()])?, names)
}

#[test]
fn a_line_has_the_figures_of_a_backend() {
    let lines = lines_of(ROWS, &[MANIFEST], &EntryNames::default()).expect("lines");
    let [sat, tree] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&*tree.backend, &*sat.backend), ("tree/a", "sat/b"));
    assert_eq!((tree.puzzles, tree.solved, tree.passes, tree.processes), (2, 2, 2, 2));
    let near = |found: Option<f64>, expected: f64| (found.expect("a time") - expected).abs() < 1e-6;
    assert!(near(tree.geomean_ns, 2000.0) && near(tree.median_ns, 2500.0), "{tree:?}");
    assert!(near(tree.sum_ns, 5000.0) && near(tree.par2_ns, 2500.0), "{tree:?}");
    assert_eq!((tree.nodes, tree.bets, tree.noise_floor), (Some(30), Some(4), Some(0.0)));
    assert_eq!(tree.process_geomeans_ns.len(), 2);
    // The puzzle that was not solved costs twice the limit, and has no part in sums of counters.
    assert!(near(sat.geomean_ns, (5000.0_f64 * 200_000.0).sqrt()), "{sat:?}");
    assert!(near(sat.par2_ns, 102_500.0) && near(sat.sum_ns, 5000.0), "{sat:?}");
    assert_eq!((sat.median_ns, sat.solved, sat.nodes, sat.bets), (None, 1, None, Some(3)));
    assert_eq!((sat.commit.as_deref(), &*sat.machine), (Some("abc123"), "X 3000, 8 logical cores"));
    assert_eq!((sat.kernel.as_deref(), &*sat.backend_version), (Some("6.1"), "1.0+x.2"));
    assert_eq!(sat.puzzle_set, tree.puzzle_set);
    assert_eq!(tree.corpora.get("c"), Some(&tree.puzzle_set));
    assert!(tree.caveats.iter().any(|it| it.starts_with("Fewer than 512")), "{:?}", tree.caveats);
}

#[test]
fn shared_times_have_no_median() {
    let rows = "run_id,backend,version,corpus,puzzle,task,plan_order,status,wall_ns,granularity\n\
                R1,simd/a,1.0,c,one,unique,0,unique,1000,batch\n\
                R1,simd/a,1.0,c,two,unique,1,unique,1000,batch\n";
    let lines = lines_of(rows, &[MANIFEST], &EntryNames::default()).expect("lines");
    assert_eq!((lines[0].median_ns, lines[0].sum_ns), (None, Some(2000.0)));
    assert!(lines[0].geomean_ns.is_some(), "a series has a figure");
}

#[test]
fn merged_runs_are_one_entry_of_one_revision() {
    let second = MANIFEST.replace("R1", "R2").replace("12:00", "13:00");
    let names = EntryNames { label: Some("v1".into()), commit: None };
    let merged = lines_of(ROWS, &[&second, MANIFEST], &names).expect("lines");
    assert_eq!((&*merged[0].run_id, merged[0].label.as_deref()), ("R1+1", Some("v1")));
    assert_eq!(merged[0].start, "2026-11-26T12:00:00Z");
    let other = second.replace("abc123", "def456");
    let refused = lines_of(ROWS, &[&other, MANIFEST], &names).unwrap_err().to_string();
    assert!(refused.contains("several revisions (abc123, def456)"), "{refused}");
    let named = EntryNames { commit: Some("1234".into()), ..names };
    let lines = lines_of(ROWS, &[&other, MANIFEST], &named).expect("lines");
    assert_eq!(lines[0].commit.as_deref(), Some("1234"));
}

#[test]
fn what_no_history_can_have_is_refused() {
    let none = EntryNames::default();
    let killed = MANIFEST.replace("true", "false");
    let two = ROWS.replacen("R1,tree/a,1.0,c,two", "R1,tree/a,2.0,c,two", 1);
    for (rows, manifests, problem) in [
        (ROWS, &[][..], "has no manifest"),
        (ROWS, &[&*killed], "is incomplete; --resume"),
        (&two, &[MANIFEST], "tree/a has several versions in this run"),
    ] {
        let refused = lines_of(rows, manifests, &none).unwrap_err().to_string();
        assert!(refused.contains(problem), "{refused}");
    }
    assert!(Runs::read(&[Path::new("/nowhere").to_owned()]).is_err());
}

/// Returns a line of a run with this geometric mean.
fn line(run: usize, geomean: f64) -> HistoryLine {
    HistoryLine {
        schema: 1,
        run_id: format!("R{run}"),
        label: Some(format!("v{run}")),
        start: "2026-11-26T12:00:00Z".into(),
        machine: "here".into(),
        backend: "tree/a".into(),
        puzzle_set: "p".into(),
        puzzles: 2,
        solved: 2,
        geomean_ns: Some(geomean),
        noise_floor: Some(0.01),
        nodes: Some(30),
        ..HistoryLine::default()
    }
}

/// Twelve entries; from the seventh on it takes 1.5 times as long.
fn history() -> Vec<HistoryLine> {
    let noise = [3.0, -2.0, 1.0, 0.0, -1.0, 2.0];
    let time = |run: usize| if run < 6 { 1e6 } else { 1.5e6 } * (1.0 + noise[run % 6] / 1e3);
    (0..12).map(|run| line(run, time(run))).collect()
}

#[test]
fn a_step_has_its_ratio_interval_and_what_else_changed() {
    let mut lines = history();
    lines[6..].iter_mut().for_each(|line| line.kernel = Some("6.8".into()));
    let trends = HistoryTrends::of(&lines, Metric::Time, 1);
    let [series] = &trends.series[..] else { panic!("one series") };
    let [step] = &series.steps[..] else { panic!("{:?}", series.steps) };
    assert_eq!((step.at, &*trends.entries[6].name), (6, "v6"));
    assert!((step.ratio - 1.5).abs() < 1e-9, "{step:?}");
    let interval = step.interval.expect("an interval");
    assert!(interval.low > 1.49 && interval.high < 1.51, "{step:?}");
    assert_eq!(
        (step.floor, &step.differs[..]),
        (Some(0.01), &["kernel unknown → 6.8".to_owned()][..])
    );
    let levels: Vec<(usize, usize)> =
        series.segments(Metric::Time).iter().map(|it| (it.first, it.last)).collect();
    assert_eq!(levels, [(0, 5), (6, 11)]);
    lines.iter_mut().for_each(|line| line.noise_floor = Some(0.5));
    assert_eq!(HistoryTrends::of(&lines, Metric::Time, 1).series[0].steps, []);
}

#[test]
fn machines_and_puzzles_are_separate_series() {
    let mut lines = history();
    lines[6..].iter_mut().for_each(|line| line.machine = "there".into());
    let trends = HistoryTrends::of(&lines, Metric::Time, 1);
    let sizes: Vec<usize> = trends.series.iter().map(|series| series.lines.len()).collect();
    assert_eq!(sizes, [6, 6]);
    assert!(trends.series.iter().all(|series| series.steps.is_empty()));
    assert_eq!(trends.series[0].differences(&trends.series[1]), ["machine"]);
    // The entries stand where they are in the history.
    assert_eq!(trends.series[1].lines[0].0, 6);
    assert_eq!(trends.series[1].ratios(Metric::Time)[0], 1.0);
    lines[3].puzzle_set = "q".into();
    assert_eq!(HistoryTrends::of(&lines, Metric::Time, 1).series.len(), 3);
}

#[test]
fn a_counter_that_differs_has_changed() {
    let mut lines = history();
    lines[4].nodes = Some(31);
    let trends = HistoryTrends::of(&lines, Metric::Nodes, 1);
    let steps: Vec<usize> = trends.series[0].steps.iter().map(|step| step.at).collect();
    assert_eq!(steps, [4, 5]);
    assert_eq!((trends.series[0].steps[0].p, trends.series[0].steps[0].ratio), (None, 32.0 / 31.0));
    let changes = |lines: &[HistoryLine]| {
        let trends = HistoryTrends::of(lines, Metric::Time, 1);
        let all = trends.series[0].behaviour.iter();
        all.map(|change| format!("{}: {}", change.at, change.what)).collect::<Vec<_>>()
    };
    assert_eq!(changes(&lines), ["4: nodes 30 → 31", "5: nodes 31 → 30"]);
    // With another number of puzzles solved, a sum over them is another quantity.
    lines[4].solved = 1;
    assert_eq!(changes(&lines), ["4: solved 2 → 1", "5: solved 1 → 2"]);
}

#[test]
fn the_level_is_shared_by_the_series_that_can_have_change_points() {
    let mut lines = history();
    let mut short = line(0, 1e6);
    short.backend = "tree/short".into();
    lines.push(short);
    assert_eq!(HistoryTrends::of(&lines, Metric::Time, 1).spec.level, 0.05);
    let others = history().into_iter().map(|line| HistoryLine { backend: "tree/b".into(), ..line });
    lines.extend(others);
    assert_eq!(HistoryTrends::of(&lines, Metric::Time, 1).spec.level, 0.025);
    assert_eq!(value(&lines[0], Metric::Memory), None);
}
