//! `harness merge` and `harness export`.

use std::fs;
use std::path::Path;

use super::{Desk, ROWS};
use crate::bench::{Bench, rows, text};

#[test]
fn merged_runs_rank_as_they_do_side_by_side_and_keep_their_manifests() {
    let bench = Bench::new("....1.3.431.2... one\n3421............ two\n");
    let corpus = bench.path("corpus.txt");
    let folder = bench.path("");
    let desk = Desk { bench };
    for (run, backend) in [("@r1", "cover/dlx"), ("@r2", "candidates/mrv")] {
        desk.prints(&[text(&corpus), "-o", run, "-b", backend, "--reps", "2", "--no-probe"]);
    }
    desk.prints(&["merge", "@r1", "@r2", "-o", "@all"]);
    let ranked = |runs: &[&str]| desk.prints(&[&["rank", "--csv"][..], runs].concat());
    assert_eq!(ranked(&["@all"]), ranked(&["@r2", "@r1"]));
    assert_eq!(rows(&folder.join("all")).len(), 2 * 2 * 3, "pilot passes among them");
    let manifests = |folder: &Path| -> usize {
        let names = fs::read_dir(folder).expect("a folder").flatten();
        names.filter(|file| file.file_name().to_string_lossy().starts_with("manifest-")).count()
    };
    assert_eq!(manifests(&folder.join("all")), 2);
    desk.refuses(&["merge", "@r1", "@r2", "-o", "@all"], "already exists");
    desk.refuses(&["merge", "@r1", "@all", "-o", "@twice"], "expected each trial once");
    assert!(!folder.join("twice").exists(), "nothing is written then");
    desk.prints(&["merge", "@all", "-o", "@all.csv"]);
    assert_eq!(
        fs::read(folder.join("all.csv")).expect("a file"),
        fs::read(folder.join("all/rows.csv")).expect("rows")
    );
    fs::write(folder.join("odd.csv"), "backend,puzzle,status,mine\na/b,one,unique,7\n")
        .expect("a file");
    desk.refuses(&["merge", "@odd.csv", "-o", "@more.csv"], "odd.csv:1:mine: unknown column");
}

#[test]
fn a_scenario_of_aslib_has_what_its_format_asks_for() {
    let desk = Desk::new(&[("a.csv", ROWS)]);
    desk.prints(&["export", "@a.csv", "--aslib", "@scenario"]);
    let read =
        |file: &str| fs::read_to_string(desk.bench.path("scenario").join(file)).expect("a file");
    let description = read("description.txt");
    assert!(
        description.starts_with("scenario_id: scenario\nperformance_measures:\n    - runtime\n")
    );
    assert!(description.contains("algorithm_cutoff_time: 0.1\n"), "{description}");
    let runs = read("algorithm_runs.arff");
    assert!(
        runs.starts_with("@RELATION ALGORITHM_RUNS_scenario\n\n@ATTRIBUTE instance_id STRING\n")
    );
    for line in [
        "/one,1,tree/a,0.001,ok",
        "/three,1,tree/a,0.1,timeout",
        "/three,1,sat/c,0.1,not_applicable",
        "/four,1,tree/b,0.005,other",
    ] {
        assert!(runs.lines().any(|found| found == line), "{line}\n{runs}");
    }
    assert_eq!(runs.lines().skip_while(|line| *line != "@DATA").count(), 13);
    assert!(read("feature_values.arff").contains("\n/one,1,30\n"));
    assert!(read("feature_runstatus.arff").contains("\n/one,1,ok\n"));
    let folds = read("cv.arff");
    assert_eq!(folds.lines().skip_while(|line| *line != "@DATA").skip(1).count(), 4);
    assert!(read("readme.txt").contains("3 algorithms on 4 puzzles"));
    desk.refuses(&["export", "@a.csv", "--aslib", "@scenario"], "already exists");
    desk.refuses(&["export", "@a.csv"], "required");
}

#[test]
fn mkplot_gets_one_backend_a_file() {
    let desk = Desk::new(&[("a.csv", ROWS)]);
    desk.prints(&["export", "@a.csv", "-b", "tree/a", "--mkplot", "@a.json"]);
    let json = fs::read_to_string(desk.bench.path("a.json")).expect("a file");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["preamble"]["program"], "tree/a");
    assert_eq!(json["stats"]["/two"], serde_json::json!({"status": true, "rtime": 0.002}));
    assert_eq!(json["stats"]["/three"]["status"], false);
    desk.refuses(&["export", "@a.csv", "--mkplot", "@b.json"], "choose one with -b");
}
