//! What every subcommand owes to programs: with `--format json` exactly one document whose numbers are numbers, and a
//! quiet end when nobody reads on.

use std::collections::BTreeSet;
use std::io;
use std::process::{Command, Stdio};

use clap::CommandFactory;
use harness::cli::Cli;
use serde_json::Value;

use crate::bench::{Bench, harness, text};

const CORPUS: &str = "\
....1.3.431.2... one
3421............ two
11.............. clash
";

/// The keys under which a number may be text: symbols of a board, names, and figures of documents.
///
/// A commit is among them, and what is named after one: the hash `2e2580e76675` is in the shape of
/// a number.
const TEXTS: &[&str] = &[
    "backend_version",
    "command",
    "commit",
    "name",
    "opt_level",
    "ours",
    "printed",
    "revision",
    "solution",
    "second",
    "left",
    "candidates",
    "eliminated",
    "puzzle",
    "symbol",
    "version",
    "versions",
    "version_before",
    "version_after",
];

/// An assignment that asks for one file.
const ASSIGNMENT: &str = "\
format = 1
id = \"small\"
title = { en = \"Small\", fr = \"Petit\" }
language = [{ id = \"python\", recognise = [\"manifest.json\"], run = \"python3 a.py\" }]
[[part]]
id = \"rows\"
kind = \"file\"
points = 0.5
path = \"rows.csv\"
title = { en = \"Rows\", fr = \"Lignes\" }
";

/// Returns a folder with a corpus, its run, and the same once more.
fn bench() -> Bench {
    let bench = Bench::new(CORPUS);
    for run in ["run", "again"] {
        let (corpus, run) = (bench.path("corpus.txt"), bench.path(run));
        let fixed = [text(&corpus), "-o", text(&run), "--no-probe", "--isolate", "none"];
        let backends = ["-b", "candidates/mrv", "-b", "cover/dlx", "--reps", "2", "--jobs", "1"];
        let output = harness(&[&fixed[..], &backends].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let (run, history) = (bench.path("run"), bench.path("history"));
    let added = harness(&["history", "add", text(&run), "--history", text(&history)]);
    assert_eq!(added.status.code(), Some(0), "{}", String::from_utf8_lossy(&added.stderr));
    for (file, said) in [
        ("answer.txt", "s UNSATISFIABLE\n"),
        ("assignment.toml", ASSIGNMENT),
        ("wrong.txt", "v 1 2 0\n"),
        ("pair.dlx", "a b\na b\na\nb\n"),
        ("grown.csv", GROWN),
        ("pair.count", "exact-cover-count 1 abd89657bed4ade3\nitems a b\n0 1\n1 1\n3 2\n"),
    ] {
        std::fs::write(bench.path(file), said).expect("a file");
    }
    bench
}

/// Rows of puzzles of two orders.
const GROWN: &str =
    "backend,puzzle,geometry,status,wall_ns\na,1,classic4,unique,9\na,2,classic9,unique,99\n";

/// Returns the words of a command line, in which `@` is the folder of the bench.
fn words(bench: &Bench, line: &str) -> Vec<String> {
    let here = bench.path("");
    line.split_whitespace().map(|word| word.replace('@', text(&here))).collect()
}

/// For each subcommand that prints JSON, the ways to ask for it.
const DOCUMENTS: &[&str] = &[
    "run @corpus.txt -o @new --no-probe -b candidates/mrv -b simd/single --reps 3",
    "run @corpus.txt -o @failing --no-probe -b candidates/rounds.h1 --timeout 1ms --max-rounds 1",
    "run @corpus.txt --dry-run --order batch",
    "run @corpus.txt --dry-run",
    "run @corpus.txt -o @shared --shard 1/1 --no-probe -b candidates/mrv",
    "run @corpus.txt -o @shared --shard 1/1 --no-probe -b candidates/mrv",
    "status @shared",
    "list",
    "list -b cover/dlx",
    "list --geometries",
    "list --sat",
    "show @run",
    "verify @run",
    "history show --history @history",
    "solve @corpus.txt",
    "solve @corpus.txt --steps -b deduce/all",
    "solve @corpus.txt --hint",
    "solve @corpus.txt --candidates",
    "solve @corpus.txt --candidates --steps --max-steps 2",
    "solve ....1.3.431.2...",
    "check @corpus.txt",
    "check @corpus.txt --unique",
    "count dominoes:2x3 --nth 3 --rank 0000111",
    "tour hurtebis",
    "reproduce encodings",
    "check-count @pair.dlx @pair.count",
    "count 12343412........ --sample 2 --options",
    "rate @corpus.txt --stars",
    "ablate @corpus.txt -o @ablated --full singles",
    "ablate @corpus.txt -o @switched --switches sat/reduced.alldiff",
    "rank @run",
    "rank @run --by clues,geometry --par-at 1ms",
    "rank @run --metric bets",
    "compare @run",
    "compare @run --pairs",
    "explain candidates/mrv cover/dlx @run",
    "compare @run --baseline candidates/mrv --metric nodes",
    "diff @run @again",
    "growth @grown.csv",
    "symmetries queens:6 --generators",
    "graph classic4",
    "decode ....1.3.431.2... @answer.txt",
    "decode ....1.3.431.2... @wrong.txt",
    "grade @run --assignment @assignment.toml -o @marks",
    "doctor --jobs 2",
    "backend check candidates/mrv --timeout 200ms",
];

/// Complains of text that is a number for people: `2.37 ms`, `22,648`, `12 %`, `17`.
fn complain(path: &str, key: &str, value: &Value, complaints: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                complain(&format!("{path}.{name}"), name, field, complaints);
            }
        }
        Value::Array(items) => {
            items.iter().for_each(|item| complain(path, key, item, complaints));
        }
        Value::String(text) => {
            let digits = text.trim_start_matches(['-', '+', '<', '>', '=', '≤', '≥', '~', ' ']);
            let unit =
                digits.trim_start_matches(|c: char| c.is_ascii_digit() || ".,e+-".contains(c));
            let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
            let units =
                ["", "ns", "µs", "us", "ms", "s", "m", "h", "%", "B", "KiB", "MiB", "GiB", "×"];
            if is_number && units.contains(&unit.trim()) && !TEXTS.contains(&key) {
                complaints.push(format!("{path}: {text:?}"));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn json_is_one_document_and_its_numbers_are_numbers() {
    let bench = bench();
    for line in DOCUMENTS {
        let words = words(&bench, &format!("{line} --format json"));
        let output = harness(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{line}: {errors}");
        let document: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|e| panic!("{line}: {e}\n{}", String::from_utf8_lossy(&output.stdout)));
        let mut complaints = Vec::new();
        complain("", "", &document, &mut complaints);
        assert_eq!(complaints, Vec::<String>::new(), "{line}");
    }
}

/// Returns the subcommands that take an option, `backend check` among them.
fn subcommands_with(option: &str) -> BTreeSet<String> {
    let has = |command: &clap::Command| {
        command.get_arguments().any(|argument| argument.get_long() == Some(option))
    };
    let mut names = BTreeSet::new();
    for command in Cli::command().get_subcommands() {
        names.extend(has(command).then(|| command.get_name().to_owned()));
        let below = command.get_subcommands().filter(|&below| has(below));
        names.extend(below.map(|it| format!("{} {}", command.get_name(), it.get_name())));
    }
    names
}

#[test]
fn no_subcommand_with_json_is_forgotten_here() {
    let is_asked = |name: &String| DOCUMENTS.iter().any(|line| line.starts_with(name.as_str()));
    let forgotten: Vec<String> =
        subcommands_with("json").into_iter().filter(|it| !is_asked(it)).collect();
    assert_eq!(forgotten, Vec::<String>::new());
}

/// What subcommands print beside JSON.
const TEXT: &[&str] = &[
    "@corpus.txt --csv --no-probe -b candidates/mrv",
    "run @corpus.txt -o @closed --no-probe -b candidates/mrv",
    "list --format csv",
    "completions bash",
    "man",
    "--help",
    "run --help",
    "show @run",
    "status @shared",
    "solve @corpus.txt",
    "solve @corpus.txt --steps",
    "check @corpus.txt",
    "symmetries @corpus.txt",
    "rate @corpus.txt",
    "rate @corpus.txt --csv",
    "rate @corpus.txt --to line",
    "convert @corpus.txt --to grid",
    "encode ....1.3.431.2... --to cnf",
    "encode queens:6 --to xcc",
    "decode ....1.3.431.2... @answer.txt",
    "rank @run --csv",
    "rank @run --latex",
    "compare @run --baseline candidates/mrv --csv",
    "compare @run --baseline candidates/mrv --html",
    "diff @run @again --markdown",
    "draw ....1.3.431.2... -o -",
    "graph classic9 --dot",
    "graph classic9 --col",
    "plot cactus @run -o -",
    "report @run -o -",
    "report @run --format markdown",
    "generate --geometry classic4 --count 3",
    "doctor",
    "backend check candidates/mrv --timeout 200ms",
];

#[test]
fn a_closed_pipe_ends_every_subcommand_quietly() {
    let bench = bench();
    let _ = std::fs::remove_dir_all(bench.path("new"));
    let documents = DOCUMENTS.iter().map(|line| format!("{line} --json"));
    for line in documents.chain(TEXT.iter().map(|&line| line.to_owned())) {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_harness"))
            .args(words(&bench, &line))
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{line}: {errors}");
        assert!(!errors.contains("ipe") && !errors.contains("panicked"), "{line}: {errors}");
        let is_an_error = |line: &str| line.starts_with("error:");
        assert!(!errors.lines().any(is_an_error), "{line}: {errors}");
    }
}
