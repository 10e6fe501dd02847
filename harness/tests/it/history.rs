//! Histories: what is added, what changed, and the workflow that keeps one.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder with runs.
struct Desk {
    folder: TempDir,
}

/// What is special of a run.
#[derive(Clone, Copy)]
struct RunOf<'a> {
    machine: &'a str,
    /// How many times as long everything takes.
    factor: f64,
    nodes: u32,
    puzzles: u32,
}

const USUAL: RunOf<'_> = RunOf { machine: "X 3000", factor: 1.0, nodes: 5, puzzles: 8 };

impl Desk {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect(name)
    }

    /// Makes a run of two processes, in which the times differ by a thousandth.
    fn make(&self, name: &str, of: RunOf<'_>) {
        let RunOf { machine, factor, nodes, puzzles } = of;
        let mut rows = String::from(
            "run_id,corpus,backend,version,puzzle,puzzle_hash,rep,invocation,status,verified,wall_ns,nodes,limit_ns\n",
        );
        for invocation in 1..=2 {
            for puzzle in 0..puzzles {
                let noise = 1.0 + f64::from(invocation) * 0.001;
                let wall = (1e6 * f64::from(puzzle + 1) * factor * noise) as u64;
                for (backend, wall) in [("tree/<a>", wall), ("tree/b", 700_000)] {
                    writeln!(
                        rows,
                        "{name},c,{backend},1.0,p{puzzle},h{puzzle},1,{invocation},unique,yes,{wall},{nodes},2000000000"
                    )
                    .expect("a string");
                }
            }
        }
        let manifest = serde_json::json!({
            "run_id": name, "start": "2026-11-26T12:00:00Z", "complete": true,
            "program": { "version": "0.1.0", "revision": "abc123abc123", "opt_level": "3" },
            "machine": { "cpu": machine }, "plan": { "jobs": 1 },
        });
        fs::create_dir(self.path(name)).expect("a folder");
        fs::write(self.path(name).join("rows.csv"), rows).expect("rows");
        fs::write(self.path(name).join("manifest.json"), manifest.to_string()).expect("a manifest");
    }

    /// Makes and adds twelve runs; from the seventh on, one backend takes 1.2 times as long.
    fn twelve(&self) {
        for run in 1..=12_u8 {
            let noise = 1.0 + f64::from(run * 7 % 5) * 0.002;
            let step = if run < 7 { 1.0 } else { 1.2 };
            let name = format!("run{run}");
            self.make(&name, RunOf { factor: step * noise, ..USUAL });
            self.prints(&["add", &name, "--label", &format!("v{run}")]);
        }
    }

    fn harness(&self, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.arg("history").args(words).current_dir(&self.folder).output().expect("it runs")
    }

    /// Returns what is printed by a command that ends well.
    #[track_caller]
    fn prints(&self, words: &[&str]) -> String {
        self.ends(words, 0)
    }

    /// Returns what is printed by a command that ends with this code.
    #[track_caller]
    fn ends(&self, words: &[&str], code: i32) -> String {
        let output = self.harness(words);
        let said = [&output.stdout[..], &output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert_eq!(output.status.code(), Some(code), "{said}");
        said
    }
}

#[test]
fn a_step_is_shown_with_its_ratio_and_its_interval() {
    let desk = Desk::new();
    desk.twelve();
    let shown = desk.prints(&["show"]);
    assert!(shown.contains("12 entries, 2 backends, by wall time: 1 change point.\n"), "{shown}");
    let step = "tree/<a>: × 1.201 (95 % interval 1.19";
    assert!(
        shown.contains(step) && shown.contains(" from v7 on; noise floor 0.1 %, p = 0.00"),
        "{shown}"
    );
    assert!(shown.contains("at a level of 5 %, 2.5 % for each of 2 series."), "{shown}");
    assert!(shown.contains("Fewer than 512 distinct puzzles"), "{shown}");
    let marked = shown.lines().find(|line| line.contains("v7 ") && line.contains("<a>"));
    assert!(marked.is_some_and(|line| line.trim_end().ends_with("× 1.201")), "{shown}");

    let json = desk.prints(&["show", "--json", "-b", "a"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["seed"], &json["level"], &json["permutations"]),
        (&1.into(), &0.05.into(), &999.into())
    );
    let step = &json["series"][0]["steps"][0];
    assert_eq!((&step["entry"], &step["name"]), (&6.into(), &"v7".into()));
    assert_eq!(json["series"][0]["lines"].as_array().map(Vec::len), Some(12));

    let csv = desk.prints(&["show", "--csv"]);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let step = header.iter().position(|name| name == "step").expect("a column");
    let steps = reader.records().map_while(Result::ok).filter(|row| !row[step].is_empty());
    assert_eq!(steps.count(), 1, "{csv}");
    assert_eq!(desk.prints(&["show", "--seed", "1"]), shown, "the same seed, the same text");
}

#[test]
fn the_page_and_the_figure_stand_alone() {
    let desk = Desk::new();
    desk.twelve();
    for name in ["trend.html", "trend.svg", "trend.png", "trend.pdf", "trend.tex"] {
        let shown = desk.prints(&["show", "-o", name]);
        assert!(shown.contains("1 change point"), "{shown}");
    }
    let (page, svg) = (desk.read("trend.html"), desk.read("trend.svg"));
    assert!(
        !page.contains("<script") && !page.contains("src=") && !page.contains("url("),
        "{page}"
    );
    assert!(page.contains("tree/&lt;a&gt;") && !page.contains("<a>"), "names are escaped");
    assert!(page.contains("<h2>Entries</h2>") && page.contains("abc123abc123"), "{page}");
    assert!(page.contains("prefers-color-scheme:dark"), "{page}");
    assert!(svg.contains("× 1.201") && svg.contains(">v7<"), "{svg}");
    assert_eq!(desk.prints(&["show", "-o", "-"]), svg);
    desk.ends(&["show", "-o", "trend.gif"], 2);
}

#[test]
fn a_run_is_added_once_and_an_incomplete_line_is_left_out() {
    let desk = Desk::new();
    desk.make("one", USUAL);
    desk.make("two", USUAL);
    assert_eq!(desk.prints(&["add", "one", "--label", "v1"]), "history.jsonl: 2 lines added\n");
    let first = desk.read("history.jsonl");
    let again = desk.prints(&["add", "one", "--label", "v2"]);
    assert!(
        again.contains("the history has tree/<a>, tree/b of the run one already as v1"),
        "{again}"
    );
    assert_eq!(desk.read("history.jsonl"), first);
    desk.prints(&["add", "two", "-b", "b", "--commit", "0123456789abcdef"]);
    let all = desk.read("history.jsonl");
    assert!(all.starts_with(&first) && all.lines().count() == 3, "{all}");
    assert!(
        all.contains("\"commit\":\"abc123abc123\"")
            && all.contains("\"commit\":\"0123456789abcdef\"")
    );

    fs::write(desk.path("history.jsonl"), &all[..all.len() - 9]).expect("a torn history");
    let shown = desk.prints(&["show"]);
    assert!(shown.contains("1 entry, 2 backends") && shown.contains("incomplete line"), "{shown}");
    let added = desk.prints(&["add", "two", "-b", "b", "--commit", "0123456789abcdef"]);
    assert!(added.contains("1 line added") && added.contains("incomplete last line"), "{added}");
    assert_eq!(desk.read("history.jsonl"), all);
    let shown = desk.prints(&["show", "-b", "b"]);
    assert!(shown.contains(" 0123456789ab "), "{shown}");
}

#[test]
fn machines_and_puzzles_are_separate_series() {
    let desk = Desk::new();
    for (name, of) in [
        ("one", USUAL),
        ("two", RunOf { machine: "Y 9", factor: 3.0, ..USUAL }),
        ("three", RunOf { puzzles: 7, ..USUAL }),
        ("four", RunOf { factor: 1.01, nodes: 6, ..USUAL }),
    ] {
        desk.make(name, of);
        desk.prints(&["add", name, "--label", name]);
    }
    let shown = desk.prints(&["show", "-o", "trend.svg", "-b", "b"]);
    let note = "Separate series, which are not compared because they differ in machine, puzzles: tree/b (3).";
    assert!(shown.contains(note), "{shown}");
    assert!(shown.contains("fewer than 8 entries"), "{shown}");
    assert!(shown.contains("nodes 40 → 48"), "{shown}");
    let svg = desk.read("trend.svg");
    assert!(svg.contains("Y 9") && svg.contains("7 puzzles"), "{svg}");
    let nodes = desk.prints(&["show", "--metric", "nodes", "-b", "b"]);
    assert!(
        nodes.contains("by nodes: 1 change.\ntree/b: 40 → 48 (× 1.195) from four on.\n"),
        "{nodes}"
    );
}

#[test]
fn what_is_no_entry_is_refused() {
    let desk = Desk::new();
    desk.make("one", USUAL);
    let rows = desk.read("one/rows.csv");
    fs::write(desk.path("alone.csv"), rows).expect("rows");
    desk.make("killed", USUAL);
    let manifest = desk.read("killed/manifest.json").replace("true", "false");
    fs::write(desk.path("killed/manifest.json"), manifest).expect("a manifest");
    for (words, problem) in [
        (&["add", "alone.csv"][..], "alone.csv has no manifest"),
        (&["add", "killed"], "killed: the run is incomplete; --resume continues it"),
        (&["add", "nowhere"], "cannot open nowhere"),
        (&["add", "one", "--label", "a\nb"], "is no name of an entry"),
        (&["add", "one", "--history", "no/folder"], "cannot write no/folder"),
        (&["add", "one", "-b", "c"], "no backend here matches"),
        (&["show"], "cannot read history.jsonl"),
        (&["add"], "<RUN>"),
        (&["shwo"], "show"),
    ] {
        let said = desk.ends(words, 2);
        assert!(said.contains(problem) && !said.contains("panicked"), "{words:?}: {said}");
    }
    assert!(!desk.path("history.jsonl").exists());
    desk.prints(&["add", "one"]);
    for (words, problem) in [
        (&["show", "--metric", "memory"][..], "a history has no memory, expected time, cpu, nodes"),
        (&["show", "--metric", "cpu"], "no entry has the CPU time"),
        (&["show", "-b", "c"], "no backend here matches"),
        (&["show", "one/rows.csv"], "one/rows.csv:1:1: not an entry of a history"),
    ] {
        let said = desk.ends(words, 2);
        assert!(said.contains(problem) && !said.contains("panicked"), "{words:?}: {said}");
    }
    fs::write(desk.path("empty"), "").expect("a file");
    assert!(desk.ends(&["show", "--history", "empty"], 2).contains("empty has no entry"));
}

#[test]
fn programs_that_add_at_the_same_time_lose_nothing() {
    let desk = Desk::new();
    let names: Vec<String> = (0..6).map(|run| format!("run{run}")).collect();
    names.iter().for_each(|name| desk.make(name, USUAL));
    let add = |name: &String| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.args(["history", "add", name]).current_dir(&desk.folder).stdout(Stdio::null());
        command.spawn().expect("it runs")
    };
    for mut child in names.iter().map(add).collect::<Vec<_>>() {
        assert!(child.wait().expect("it ends").success());
    }
    assert_eq!(desk.read("history.jsonl").lines().count(), 12);
    assert!(desk.prints(&["show"]).contains("6 entries"));
}

#[test]
fn of_a_study_the_newest_run_is_added() {
    let desk = Desk::new();
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    fs::create_dir(desk.path("study")).expect("a folder");
    fs::write(desk.path("study/one.txt"), puzzle).expect("a corpus");
    let study = |backends: &str| {
        format!(
            "[[corpus]]\nfiles = [\"one.txt\"]\n[run]\nbackend = [{backends}]\njobs = 1\nno-probe = true\n"
        )
    };
    assert!(desk.ends(&["add", "nostudy.toml"], 2).contains("nostudy.toml"));
    for backends in ["\"candidates/mrv\"", "\"candidates/mrv\", \"cover/dlx\""] {
        fs::write(desk.path("study/study.toml"), study(backends)).expect("a study");
        if backends.len() < 20 {
            assert!(
                desk.ends(&["add", "study"], 2)
                    .contains("no rows yet; `harness study run` makes them")
            );
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        let ran = command.args(["study", "run", "study"]).current_dir(&desk.folder).output();
        assert!(ran.expect("it runs").status.success());
        desk.prints(&["add", "study"]);
    }
    let lines = desk.read("history.jsonl");
    let backends: Vec<Value> = (lines.lines())
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["backend"].clone())
        .collect();
    assert_eq!(backends, ["candidates/mrv", "cover/dlx"]);
}

/// Returns the steps of the workflow with commands: the name, and the script.
#[cfg(unix)]
fn scripts(workflow: &str) -> Vec<(String, String)> {
    let mut steps: Vec<(String, String)> = Vec::new();
    let mut name = String::new();
    let mut lines = workflow.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(of_step) = line.trim_start().strip_prefix("- name: ") {
            name = of_step.into();
        } else if line.trim() == "run: |" {
            let indent = line.len() - line.trim_start().len() + 2;
            let mut script = String::new();
            while let Some(line) =
                lines.next_if(|it| it.trim().is_empty() || it.starts_with(&" ".repeat(indent)))
            {
                script += line.get(indent..).unwrap_or_default();
                script.push('\n');
            }
            steps.push((name.clone(), script));
        }
    }
    steps
}

/// Runs a script as GitHub does.
#[cfg(unix)]
fn bash(desk: &Desk, script: &str, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]);
    let summary = desk.path("summary.md");
    command
        .envs(variables.iter().copied())
        .env("GITHUB_STEP_SUMMARY", summary)
        .env("GITHUB_SHA", "0123abcd");
    command.env("HOME", desk.path("")).current_dir(&desk.folder).output().expect("there is bash")
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_workflow_run_as_they_are() {
    use std::os::unix::fs::symlink;

    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let workflow =
        fs::read_to_string(root.join("docs/ci/regression-gate.yml")).expect("the workflow");
    let value = |name: &str| {
        let line =
            workflow.lines().find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(": "));
        line.unwrap_or_else(|| panic!("{name} has a value")).to_owned()
    };
    let names = [
        "RUN",
        "FAIL_ON",
        "GIT_AUTHOR_NAME",
        "GIT_AUTHOR_EMAIL",
        "GIT_COMMITTER_NAME",
        "GIT_COMMITTER_EMAIL",
    ];
    let values = names.map(value);
    let variables: Vec<(&str, &str)> =
        names.into_iter().zip(values.iter().map(String::as_str)).collect();

    let desk = Desk::new();
    let prepare = "git init -q -b main head && git -C head commit -q --allow-empty -m first\n\
                   git clone -q --bare head origin.git && git -C head remote add origin ../origin.git\n\
                   mkdir -p head/target/release base/target/release";
    let prepared = bash(&desk, prepare, &variables);
    assert!(prepared.status.success(), "{prepared:?}");
    for side in ["head", "base"] {
        let program = desk.path(side).join("target/release/harness");
        fs::copy(env!("CARGO_BIN_EXE_harness"), program).expect("a program");
    }
    symlink(root.join("datasets"), desk.path("head/datasets")).expect("a link");
    let steps = scripts(&workflow);
    let ran: Vec<&str> = steps.iter().map(|step| &*step.0).collect();
    assert_eq!(ran, ["Build both", "Run both in turn", "Compare", "Add to the history"]);
    for (name, script) in &steps[1..] {
        let output = bash(&desk, script, &variables);
        let said =
            String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned();
        // The same program twice: on a busy machine a difference may still be measured.
        let is_fine =
            |code: i32| code == 0 || code == 1 && name == "Compare" && said.contains("REGRESSION");
        assert!(output.status.code().is_some_and(is_fine), "{name}: {said}");
    }
    let summary = desk.read("summary.md");
    assert!(summary.contains("| candidates/mrv |") && summary.contains("processes"), "{summary}");
    let kept = bash(&desk, "git -C origin.git show history:history.jsonl", &[]);
    let kept = String::from_utf8_lossy(&kept.stdout).into_owned();
    assert_eq!(kept.lines().count(), 2, "{kept}");
    assert!(kept.contains("\"commit\":\"0123abcd\"") && kept.contains("\"processes\":5"), "{kept}");
}
