//! Studies: what runs, what is made of the rows, and what is refused.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::bench;
use crate::verify::{edit, replace};

const STUDY: &str = r#"
[[corpus]]
files = ["two.txt"]

[[corpus]]
name = "drawn"
files = ["many.txt"]
take = 3
seed = 7

[run]
backend = ["candidates/mrv", "cover/dlx"]
jobs = 1
no-probe = true

[[rank]]
file = "out/rank.csv"
format = "csv"

[[plot]]
kind = "cactus"
file = "cactus.svg"
"#;

/// The lines of the second corpus.
const DRAWN: &str = "files = [\"many.txt\"]\ntake = 3\nseed = 7";

const EMPTY: &str =
    ".................................................................................";

/// Returns a folder with a study of this text, and its corpora.
fn study(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let line = |n: usize| {
        let mut cells: Vec<char> = EMPTY.chars().collect();
        cells[n] = '1';
        cells.into_iter().collect::<String>() + "\n"
    };
    let text_of = |numbers: std::ops::Range<usize>| numbers.map(line).collect::<String>();
    fs::write(folder.path().join("two.txt"), text_of(0..2)).expect("a corpus");
    fs::write(folder.path().join("many.txt"), text_of(10..30)).expect("a corpus");
    fs::write(folder.path().join("study.toml"), text).expect("a study");
    folder
}

fn harness(words: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.arg("study").args(words).arg(folder).output().expect("it runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

#[track_caller]
fn check(output: &Output, code: i32, parts: &[&str]) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for part in parts {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_study_runs_once_grows_and_is_checked() {
    let folder = study(STUDY);
    let at = folder.path();
    check(
        &harness(&["check"], at),
        1,
        &["candidates/mrv, cover/dlx: no rows on two.txt, corpora/drawn.txt"],
    );
    check(&harness(&["run"], at), 0, &["run-1", "out/rank.csv", "10 of 10 answers verified"]);
    let drawn = fs::read_to_string(at.join("corpora/drawn.txt")).expect("a sample");
    assert_eq!(drawn.lines().filter(|line| line.contains('1')).count(), 3, "{drawn}");
    check(&harness(&["check"], at), 0, &["out/rank.csv: ok", "cactus.svg: ok"]);
    check(&harness(&["run"], at), 0, &["every backend has run on every corpus"]);

    fs::write(at.join("cactus.svg"), "<svg/>").expect("another figure");
    check(&harness(&["check"], at), 1, &["out/rank.csv: ok", "cactus.svg: differs from line 1 on"]);
    check(&harness(&["report"], at), 0, &["cactus.svg"]);

    let grown = STUDY.replace(r#""cover/dlx""#, r#""cover/dlx", "deduce/singles""#);
    fs::write(at.join("study.toml"), &grown).expect("a study");
    check(&harness(&["check"], at), 1, &["deduce/singles: no rows on"]);
    check(&harness(&["run"], at), 0, &["run-2: 1 backend on 2 corpus files"]);
    let rank = fs::read_to_string(at.join("out/rank.csv")).expect("a table");
    assert!(rank.contains("deduce/singles") && rank.contains("cover/dlx"), "{rank}");
    for path in [at.to_owned(), at.join("study.toml")] {
        let ranked = bench::prints(&["rank", bench::text(&path), "--csv"]);
        assert!(ranked.contains("deduce/singles") && ranked.contains("cover/dlx"), "{ranked}");
    }

    fs::write(at.join("two.txt"), EMPTY).expect("another corpus");
    check(&harness(&["check"], at), 1, &["which changed since", "no rows on two.txt"]);
    let other = grown.replace("jobs = 1", "jobs = 1\ntimeout = \"7s\"");
    fs::write(at.join("study.toml"), other).expect("a study");
    check(&harness(&["run"], at), 2, &["rows in run-1 are of another study", "limit_ns"]);
    let reseeded = grown.replace("seed = 7", "seed = 8");
    fs::write(at.join("study.toml"), reseeded).expect("a study");
    check(&harness(&["run"], at), 2, &["corpora/drawn.txt was made by"]);
}

#[test]
fn a_backend_that_is_added_is_verified_by_the_earlier_rows() {
    let alone = STUDY.replace(r#""candidates/mrv", "cover/dlx""#, r#""candidates/mrv""#);
    let folder = study(&alone.replace("[run]", "[run]\ntask = \"unique\""));
    let at = folder.path();
    let one = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
    fs::write(at.join("two.txt"), one).expect("a corpus");
    check(&harness(&["run"], at), 0, &["run-1", "3 of 4 answers verified"]);
    let text = fs::read_to_string(at.join("study.toml")).expect("a study");
    let grown = text.replace(r#"["candidates/mrv"]"#, r#"["candidates/mrv", "cover/dlx"]"#);
    fs::write(at.join("study.toml"), grown).expect("a study");
    check(&harness(&["run"], at), 0, &["run-2", "all runs together: 8 of 8 answers verified"]);

    // What the earlier rows contradict is a failure, as in one run.
    let rows = fs::read_to_string(at.join("run-1/rows.csv")).expect("rows");
    assert!(rows.contains(",unique,unchecked,1,"), "{rows}");
    fs::write(
        at.join("run-1/rows.csv"),
        rows.replace(",unique,unchecked,1,", ",multiple,unchecked,2,"),
    )
    .expect("rows");
    fs::remove_dir_all(at.join("run-2")).expect("a run");
    let again = harness(&["run"], at);
    assert!(said(&again).contains("answers verified"), "{}", said(&again));
    assert_eq!(again.status.code(), Some(1), "{}", said(&again));
}

#[test]
fn a_run_that_was_interrupted_is_resumed() {
    let folder = study(STUDY);
    let at = folder.path();
    check(&harness(&["run"], at), 0, &[]);
    let manifest = at.join("run-1/manifest.json");
    let complete = fs::read_to_string(&manifest).expect("a manifest");
    fs::write(&manifest, complete.replace(r#""complete": true"#, r#""complete": false"#))
        .expect("");
    let rows = fs::read_to_string(at.join("run-1/rows.csv")).expect("rows");
    let kept: Vec<&str> = rows.lines().take(4).collect();
    fs::write(at.join("run-1/rows.csv"), kept.join("\n") + "\n").expect("rows");
    bench::unseal(&at.join("run-1"));
    check(&harness(&["check"], at), 1, &["run-1: interrupted"]);
    check(&harness(&["run"], at), 0, &["run-1: 2 backends on 2 corpus files"]);
    let again = fs::read_to_string(at.join("run-1/rows.csv")).expect("rows");
    assert_eq!(again.lines().count(), rows.lines().count());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_study_which_says_that_the_same_command_continues_it() {
    use std::os::unix::process::CommandExt;

    let endless = "[[corpus]]\nfiles = [\"long.txt\"]\n[run]\nbackend = [\"candidates/mrv\"]\n\
                   jobs = 1\nno-probe = true\ntask = \"count\"\ntimeout = \"none\"\n\
                   max-solutions = \"1000000000000\"\n";
    let folder = study(endless);
    let at = folder.path();
    let board = format!("# geometry: latin25\n{}\n", ".".repeat(625));
    fs::write(at.join("long.txt"), board).expect("a corpus");
    // As a terminal does, the signal goes to the whole group.
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(["study", "run"]).arg(at).process_group(0);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().expect("it runs");
    while !at.join("run-1/manifest.json").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    check(&output, 130, &["interrupted; the same command continues this run"]);
}

#[test]
fn an_output_that_cannot_be_made_leaves_the_others() {
    let folder = study(&STUDY.replacen("\"cactus\"", "\"transition\"", 1));
    let problem = "study.toml:20:1: cactus.svg: ";
    check(&harness(&["run"], folder.path()), 2, &["out/rank.csv", problem]);
    assert!(folder.path().join("out/rank.csv").exists());
    assert!(!folder.path().join("cactus.svg").exists());
    check(&harness(&["check"], folder.path()), 1, &["out/rank.csv: ok", problem]);
}

#[test]
fn generated_puzzles_are_those_of_the_same_options() {
    let folder = study(&STUDY.replacen(DRAWN, "generate = { count = 2, seed = 5 }", 1));
    let at = folder.path();
    check(&harness(&["run"], at), 0, &["corpora/drawn.txt: harness generate"]);
    let program = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(["generate", "--count", "2", "--seed", "5"])
        .output();
    let generated = String::from_utf8(program.expect("it runs").stdout).expect("text");
    assert_eq!(fs::read_to_string(at.join("corpora/drawn.txt")).expect("a corpus"), generated);
}

#[test]
fn an_error_stands_where_it_is() {
    for (from, to, code) in [
        ("jobs = 1", "jops = 1", "study.toml:13:1: `harness run` has no option --jops"),
        ("jobs = 1", "jobs = \"x\"", "study.toml:13:8: invalid value 'x' for '--jobs"),
        ("jobs = 1", "jobs = true", "study.toml:13:8: jobs has a value"),
        ("no-probe = true", "no-probe = 1", "study.toml:14:12: no-probe is true or false"),
        ("take = 3\n", "", "study.toml:5:1: seed is that of a sample"),
        ("name = \"drawn\"\n", "", "study.toml:5:1: a sample and generated puzzles have a name"),
        ("[run]", "[runs]", "study.toml:11:2: unknown field `runs`"),
        ("[[plot]]", "[[solve]]", "study.toml:20:3: unknown field `solve`, expected one of"),
        ("kind = \"cactus\"\n", "", "study.toml:20:1: [[plot]] has no kind"),
        ("kind = \"cactus\"", "kind = \"cactos\"", "study.toml:21:8: invalid value 'cactos' for"),
        ("format = \"csv\"", "format = 1", "study.toml:18:10: invalid value '1' for '--format"),
        ("format = \"csv\"", "by = [\"level\", \"colour\"]", "study.toml:18:6: invalid value"),
        ("format = \"csv\"", "colour = \"red\"", "study.toml:18:1: `harness rank` has no option"),
        ("file = \"cactus.svg\"", "widht = 84", "has no option --widht, did you mean width?"),
        ("kind = \"cactus\"", "kind = \"cactus\"\nlabel = \"a=b\"", "study.toml:22:9: label is a"),
        ("file = \"cactus.svg\"\n", "", "study.toml:20:1: [[plot]] has no file"),
        (
            DRAWN,
            "generate = { cuont = 3 }",
            "study.toml:7:14: `harness generate` has no option --cuont",
        ),
        (DRAWN, "generate = { level = \"x\" }", "study.toml:7:22: invalid value 'x' for '--level"),
    ] {
        let folder = study(&STUDY.replacen(from, to, 1));
        check(&harness(&["run"], folder.path()), 2, &[code]);
    }
    let folder = tempfile::tempdir().expect("a folder");
    check(&harness(&["run"], folder.path()), 2, &["cannot read", "study.toml"]);
}

#[test]
fn an_output_takes_the_place_of_no_other_file() {
    let elsewhere = "x: an output is in the folder of the study or the one above it";
    let corpora = "corpora/drawn.txt: this folder is that of the corpora";
    for (key, file, problem) in [
        ("file", "study.toml", "study.toml: the study reads this file, expected another path"),
        ("file", "./study.toml", "study.toml: the study reads this file"),
        ("file", "new/../two.txt", "two.txt: the study reads this file"),
        ("file", "many.txt", "many.txt: the study reads this file"),
        ("file", "backends.toml", "backends.toml: the study reads this file"),
        ("file", "corpora/drawn.txt", corpora),
        ("file", "run-1/rows.csv", "run-1/rows.csv: this folder is that of a run"),
        ("file", "./manifest.json", "manifest.json: a run in the folder of the study has"),
        ("file", "/x", elsewhere),
        ("file", "../../x", elsewhere),
        ("file", "./out/rank.csv", "./out/rank.csv: another output has this file"),
        ("data", "run-1/rows.csv", "run-1/rows.csv: this folder is that of a run"),
        ("data", "cactus.svg", "cactus.svg: another output has this file"),
    ] {
        let (line, words) = match key {
            "file" => ("22:8", format!("file = \"{file}\"")),
            _ => ("23:8", format!("file = \"cactus.svg\"\ndata = \"{file}\"")),
        };
        let folder = study(&STUDY.replace("file = \"cactus.svg\"", &words));
        let at = folder.path();
        check(&harness(&["run"], at), 2, &[&format!("study.toml:{line}: "), problem]);
        assert!(!at.join("run-1").exists() && !at.join("corpora").exists(), "{file}");
    }
}

#[test]
fn a_figure_has_labels_colours_a_size_and_its_data() {
    let figure = r##"file = "figures/cactus.tex"
data = "figures/cactus.csv"
width = 84
font-size = 7.5
sort = ["cover/dlx", "candidates/mrv"]
label = { "cover/dlx" = "Dancing Links" }
colour = { "cover/dlx" = "#cc0000" }
"##;
    let folder = study(&STUDY.replace("file = \"cactus.svg\"\n", figure));
    let made = ["figures/cactus.tex", "figures/cactus.csv"];
    check(&harness(&["run"], folder.path()), 0, &made);
    let [figure, data] = made.map(|file| fs::read_to_string(folder.path().join(file)).expect(file));
    assert!(figure.contains("Dancing Links") && figure.contains("84"), "{figure}");
    assert!(data.starts_with("panel,series,"), "{data}");
    fs::remove_file(folder.path().join(made[1])).expect("a file");
    let found = ["figures/cactus.tex: ok", "figures/cactus.csv: missing"];
    check(&harness(&["check"], folder.path()), 1, &found);
}

#[test]
fn the_schema_has_the_options_of_a_run_and_of_outputs() {
    let program = Command::new(env!("CARGO_BIN_EXE_harness")).args(["study", "schema"]).output();
    let schema: serde_json::Value =
        serde_json::from_slice(&program.expect("it runs").stdout).expect("JSON");
    let options = &schema["properties"]["run"]["properties"];
    assert!(options["timeout"].is_object() && options["node-limit"].is_object(), "{options}");
    assert!(options.get("output").is_none() && options.get("resume").is_none());
    let generate = &schema["$defs"]["Corpus"]["properties"]["generate"]["properties"];
    assert!(generate["level"]["enum"].is_array() && generate.get("output").is_none(), "{generate}");
    let figure = &schema["properties"]["plot"]["items"];
    assert_eq!(figure["required"], serde_json::json!(["file", "kind"]));
    assert_eq!(figure["additionalProperties"], false);
    let options = &figure["properties"];
    assert!(options["kind"]["enum"].as_array().is_some_and(|all| all.contains(&"cactus".into())));
    assert_eq!(options["label"]["type"], "object");
    assert!(options.get("output").is_none() && options.get("runs").is_none(), "{options}");
}

#[test]
fn no_output_is_made_of_a_changed_run() {
    let folder = study(STUDY);
    let at = folder.path();
    check(&harness(&["run"], at), 0, &[]);
    let run = at.join("run-1");
    let is_first = Cell::new(true);
    let grid = |grid: &str| if is_first.replace(false) { "1".repeat(81) } else { grid.into() };
    edit(bench::text(&run), "rows.csv", |rows| replace(rows, "solution", grid));
    let output = harness(&["check"], at);
    let problem = "run-1: rows.csv was changed after the run, expected the file that it wrote\n";
    assert_eq!((output.status.code(), &*said(&output)), (Some(1), problem));
    check(&harness(&["report"], at), 2, &[problem]);
    // Without a seal, the grids are what does not hold.
    bench::unseal(&run);
    let problem = "the rows do not pass a check, `harness verify` names it";
    let output = harness(&["check"], at);
    let of_each = ["out/rank.csv", "cactus.svg"].map(|file| format!("{file}: {problem}\n"));
    check(&output, 1, &of_each.each_ref().map(|it| &**it));
    assert_eq!(said(&output).lines().count(), 2, "{}", said(&output));
}

#[test]
fn a_missing_corpus_is_named_at_its_place() {
    let folder = study(&STUDY.replacen("two.txt", "three.txt", 1));
    let problem = "study.toml:2:1: three.txt does not exist, expected a corpus";
    for verb in ["check", "run"] {
        check(&harness(&[verb], folder.path()), 2, &[problem]);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_of_several_processes_with_its_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let (corpus, run) = (folder.path().join("long.txt"), folder.path().join("run"));
    fs::write(&corpus, format!("# geometry: latin25\n{}\n", ".".repeat(625))).expect("a corpus");
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.arg("run").args([&corpus, Path::new("-o"), &run].map(bench::text));
    command.args(["-b", "candidates/mrv", "--task", "count", "--timeout", "none", "--jobs", "1"]);
    command.args(["--max-solutions", "1000000000000", "--no-probe", "--invocations", "2"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    bench::wait_until("the first process", || run.join("puzzles.csv").exists());
    std::thread::sleep(std::time::Duration::from_millis(300));
    // Not to the group: the process that measures is asked by this one.
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    check(&output, 130, &["interrupted", bench::text(&run)]);
}
