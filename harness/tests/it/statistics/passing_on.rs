//! `harness merge` and `harness export`.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Desk, ROWS};
use crate::bench::{self, Bench, rows, text};

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
    let backends = |run: &str| {
        let text = fs::read_to_string(folder.join(run).join("backends.csv")).expect("a table");
        let rows = csv::Reader::from_reader(text.as_bytes()).into_records().flatten().collect();
        (text.lines().next().expect("a header").to_owned(), rows)
    };
    let (header, first): (String, Vec<csv::StringRecord>) = backends("r1");
    let (_, second): (String, Vec<csv::StringRecord>) = backends("r2");
    assert_eq!(backends("all"), (header.clone(), [&first[..], &second].concat()));
    // An earlier version had no column of techniques.
    let place = header.split(',').position(|name| name == "techniques").expect("a column");
    let without = |fields: &mut dyn Iterator<Item = &str>| {
        let kept = fields.enumerate().filter(|(at, _)| *at != place).map(|(_, field)| field);
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(kept).expect("a line");
        String::from_utf8(writer.into_inner().expect("bytes")).expect("text")
    };
    let former = without(&mut header.split(',')) + &without(&mut first[0].iter());
    fs::write(folder.join("r1/backends.csv"), former).expect("a file");
    bench::unseal(&folder.join("r1"));
    desk.prints(&["merge", "@r1", "@r2", "-o", "@again"]);
    assert_eq!(backends("again"), backends("all"));
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

/// Returns the attributes of a run of BenchExec: the values of its columns by their titles.
fn columns<'a>(file: &'a str, task: &str) -> Vec<(&'a str, &'a str)> {
    let of = |text: &'a str, attribute: &str| -> &'a str {
        let rest = text.split_once(&format!("{attribute}=\"")).map_or("", |it| it.1);
        rest.split('"').next().unwrap_or_default()
    };
    let run = file.split_once(&format!("<run name=\"{task}\">")).expect("the task").1;
    let run = run.split("</run>").next().unwrap_or_default();
    run.lines()
        .filter(|line| line.contains("<column"))
        .map(|line| (of(line, "title"), of(line, "value")))
        .collect()
}

#[test]
fn result_files_of_benchexec_have_a_category_and_columns_with_units() {
    let desk = Desk::new(&[("a.csv", ROWS)]);
    desk.prints(&["export", "@a.csv", "--benchexec", "@tables"]);
    let folder = desk.bench.path("tables");
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("a file");
    let a = read("tree.a.results.unknown.xml");
    for expected in ["tool=\"tree/a\"", "timelimit=\"0.1s\"", "<systeminfo>"] {
        assert!(a.contains(expected), "{expected}: {a}");
    }
    let one = columns(&a, "/one");
    for expected in [("status", "true"), ("claim", "unique"), ("walltime", "0.001s")] {
        assert!(one.contains(&expected), "{expected:?}: {one:?}");
    }
    let three = columns(&a, "/three");
    for expected in [("status", "TIMEOUT"), ("category", "error")] {
        assert!(three.contains(&expected), "{expected:?}: {three:?}");
    }
    assert!(columns(&read("tree.b.results.unknown.xml"), "/four").contains(&("category", "wrong")));
    assert!(
        columns(&read("sat.c.results.unknown.xml"), "/three").contains(&("category", "unknown"))
    );
    assert_eq!(read("table.xml").matches("<union").count(), 3);
    desk.refuses(&["export", "@a.csv", "--benchexec", "@tables"], "already exists");
    let table =
        Command::new("table-generator").args(["-x", "table.xml"]).current_dir(&folder).output();
    let Ok(table) = table else {
        eprintln!("SKIPPED: the files were not read by BenchExec, because it is not installed");
        return;
    };
    assert!(table.status.success(), "{}", String::from_utf8_lossy(&table.stderr));
    let csv = read("table.table.csv");
    assert!(
        csv.lines().any(|line| line.starts_with("/one\t") || line.starts_with("one\t")),
        "{csv}"
    );
}

#[test]
fn formulas_are_named_as_in_the_global_benchmark_database() {
    let formula = "c a comment\np cnf 3 3\n1  -2 0 2\n3 -1 0\n0\n";
    let desk = Desk::new(&[("f.cnf", formula), ("p.txt", "....1.3.431.2... one\n")]);
    let run = ["@f.cnf", "@p.txt", "-o", "@run", "-b", "sat/extended.batsat", "--no-probe"];
    desk.prints(&run);
    let inputs = ["--inputs", "@"];
    desk.prints(&[&["export", "@run", "--gbd", "@hashes.csv"][..], &inputs].concat());
    let table = fs::read_to_string(desk.bench.path("hashes.csv")).expect("a table");
    let rows = rows(&desk.bench.path("run"));
    let line = |puzzle: &str| {
        let row = rows.iter().find(|row| &*row.puzzle == puzzle).expect("a row");
        let hash = row.puzzle_hash.to_string();
        table.lines().find(|line| line.starts_with(&hash)).expect("a line")[hash.len()..].to_owned()
    };
    assert!(table.starts_with("puzzle_hash,encoding,gbd_hash\n"), "{table}");
    assert_eq!(line("f"), ",,f2aca55c869f439f1419d8c31d627169");
    // Of a puzzle, the hash of the file that other solvers get.
    let cnf = desk.prints(&["encode", "@p.txt", "--to", "cnf"]);
    fs::write(desk.bench.path("encoded.cnf"), cnf).expect("a file");
    desk.prints(&["@encoded.cnf", "-o", "@encoded", "-b", "sat/extended.batsat", "--no-probe"]);
    desk.prints(&[&["export", "@encoded", "--gbd", "@encoded.csv"][..], &inputs].concat());
    let encoded = fs::read_to_string(desk.bench.path("encoded.csv")).expect("a table");
    let expected = encoded.trim_end().rsplit(',').next().expect("a hash");
    assert_eq!(line("one"), format!(",extended,{expected}"));
}

#[test]
fn a_data_package_has_the_selected_rows_and_says_who_made_them() {
    let bench = Bench::new("....1.3.431.2... one\n3421............ two\n");
    let corpus = bench.path("corpus.txt");
    let folder = bench.path("");
    let desk = Desk { bench };
    let backends = ["-b", "mrv", "-b", "dlx", "--reps", "2", "--no-probe"];
    desk.prints(&[&[text(&corpus), "-o", "@run"][..], &backends].concat());
    let selection = ["-b", "dlx", "--filter", "two", "--author", "A. B.", "--license", "CC0-1.0"];
    desk.prints(&[&["export", "@run", "--data-package", "@kept"][..], &selection].concat());
    let kept = folder.join("kept");
    let read = |file: &str| fs::read_to_string(kept.join(file)).expect("a file");
    let whole = rows(&folder.join("run"));
    let expected = whole
        .iter()
        .filter(|row| row.rep > 0 && &*row.puzzle == "two" && &*row.backend == "cover/dlx");
    let json = |row| serde_json::to_value(row).expect("a row");
    let expected: Vec<_> = expected.map(json).collect();
    assert_eq!(rows(&kept).iter().map(json).collect::<Vec<_>>(), expected);
    assert_eq!(expected.len(), 2);
    let lines = |file: &str| read(file).lines().count();
    assert_eq!((lines("puzzles.csv"), lines("backends.csv")), (2, 2));
    let package: serde_json::Value = serde_json::from_str(&read("datapackage.json")).expect("JSON");
    assert_eq!(package["resources"].as_array().map(Vec::len), Some(3));
    let metadata = read("ro-crate-metadata.json");
    assert!(metadata.contains("\"https://spdx.org/licenses/CC0-1.0\""), "{metadata}");
    assert!(read("CITATION.cff").contains("  - name: \"A. B.\"\n"));
    desk.refuses(&["export", "@run", "--aslib", "@a", "--author", "A"], "expected --data-package");
    desk.refuses(&["export", "@run", "--data-package", "@kept"], "already exists");
}
