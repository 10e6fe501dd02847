//! Exact cover problems and formulas, from files to rows and back from other solvers.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use board::instance::write_cover;
use generate::instances::{langford, queens};
use record::{Row, Status, Verified};

use crate::bench::{Bench, rows, text};

/// Knuth's first example of §7.2.2.1.
const TOY: &str = "| a comment\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

/// Two variables of which one is true.
const EITHER: &str = "c a comment\np cnf 2 2\n1 2 0\n-1 -2 0\n";

/// A folder with these files in it.
pub(crate) fn bench(files: &[(&str, &str)]) -> Bench {
    let bench = Bench::new("");
    for (name, content) in files {
        fs::write(bench.path(name), content).expect("a file");
    }
    bench
}

/// What the program says to arguments, in which `@` is the folder.
pub(crate) fn harness(bench: &Bench, arguments: &[&str]) -> Output {
    let here = format!("{}/", text(&bench.path("")).trim_end_matches('/'));
    let arguments = arguments.iter().map(|word| word.replace('@', &here));
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the program runs")
}

pub(crate) fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
pub(crate) fn run(bench: &Bench, arguments: &[&str]) -> Vec<Row> {
    let fixed = ["--no-probe", "-o", "@run"];
    let output = harness(bench, &[arguments, &fixed].concat());
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    rows(&bench.path("run"))
}

#[test]
fn covers_run_like_puzzles_and_families_vouch_for_each_other() {
    let queens = write_cover(&queens(6)).expect("it has names");
    let langford = write_cover(&langford(3)).expect("it has names");
    let bench = bench(&[("queens6.dlx", &queens), ("langford3.xcc", &langford)]);
    let selection =
        ["-b", "cover/(bit|dan|dlx$)", "-b", "sat/extended\\.[a-z]+$", "-b", "candidates/mrv"];
    let files = ["@queens6.dlx", "@langford3.xcc", "--task", "count"];
    let rows = run(&bench, &[&files[..], &selection].concat());
    assert_eq!(rows.len() % 2, 0);
    for row in &rows {
        assert_eq!(&*row.geometry, "exact-cover");
        if row.backend.starts_with("candidates") {
            assert_eq!(row.status, Status::Unsupported);
            continue;
        }
        let expected = if &*row.puzzle == "queens6" { 4 } else { 2 };
        let found = (row.status, row.verified, row.solutions.saturated());
        assert_eq!(found, (Status::Counted, Verified::Yes, expected), "{}", row.backend);
        assert!(row.solution.as_deref().is_some_and(|it| it.bytes().all(|b| b"01".contains(&b))));
        assert_eq!((row.filled, row.fill_rate), (None, None));
    }
    let ranked = harness(&bench, &["rank", "@run", "-B", "candidates"]);
    assert!(printed(&ranked).contains("cover/dlx"), "{}", errors(&ranked));
}

#[test]
fn items_with_multiplicities_are_covered_as_often_as_they_say_or_refused() {
    let bench = bench(&[("a.xcc", "2:3|a 0:1|b\na\na b\na\na b\n")]);
    let all = ["-b", "cover|count|sat/extended", "--task", "count", "--isolate"];
    for isolate in ["none", "all"] {
        let rows = run(&bench, &[&["@a.xcc", "regular-graphs:6x3"][..], &all, &[isolate]].concat());
        for row in rows {
            let takes = ["cover/bitmatrix", "cover/dancing-cells", "cover/dlx"];
            // Its clauses are those of boards alone.
            let is_formula =
                row.backend.starts_with("sat/") && !row.backend.ends_with(".incremental");
            if !takes.contains(&&*row.backend) && !is_formula {
                assert_eq!(row.status, Status::Unsupported, "{}", row.backend);
                continue;
            }
            // Of a, two or three of its four options, and at most one of the two with b.
            let expected = if &*row.puzzle == "a" { 1 + 4 + 2 } else { 70 };
            let found = (row.status, row.solutions.saturated(), row.verified);
            assert_eq!(found, (Status::Counted, expected, Verified::Yes), "{}", row.backend);
        }
        fs::remove_dir_all(bench.path("run")).expect("it is there");
    }
    let opb = printed(&harness(&bench, &["encode", "@a.xcc", "--to", "opb"]));
    assert!(
        opb.contains("+1 x1 +1 x2 +1 x3 +1 x4 >= 2 ;\n-1 x1 -1 x2 -1 x3 -1 x4 >= -3 ;"),
        "{opb}"
    );
    let cnf = printed(&harness(&bench, &["encode", "@a.xcc", "--to", "cnf"]));
    assert!(cnf.starts_with("p cnf 14 "), "{cnf}");
    let output = harness(&bench, &["lesson", "@a.xcc", "-o", "@l.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("several times"), "{}", errors(&output));
    let steps =
        printed(&harness(&bench, &["solve", "@a.xcc", "--steps", "--max-solutions", "none"]));
    assert!(steps.contains("no further option of"), "{steps}");
}

#[test]
fn what_is_reduced_has_as_many_solutions() {
    let bench = bench(&[("none.xcc", "a b\na\n")]);
    let whole = printed(&harness(&bench, &["encode", "pentominoes:3x20", "--to", "xcc"]));
    let output =
        harness(&bench, &["encode", "pentominoes:3x20", "--to", "xcc", "--reduce", "-o", "@r.xcc"]);
    assert!(errors(&output).contains("options and"), "{}", errors(&output));
    let reduced = fs::read_to_string(bench.path("r.xcc")).expect("it was written");
    assert!(reduced.len() < whole.len());
    assert_eq!(printed(&harness(&bench, &["count", "@r.xcc"])), "8 solutions\n");
    for (arguments, message) in [
        (&["queens:6", "--to", "opb"][..], "--reduce: expected --to xcc"),
        (&["regular-graphs:4x2", "--to", "xcc"], "--reduce: items have multiplicities"),
    ] {
        let output = harness(&bench, &[&["encode", "--reduce"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors(&output).contains(message), "{}", errors(&output));
    }
    let none = harness(&bench, &["encode", "--reduce", "@none.xcc", "--to", "xcc"]);
    assert_eq!((printed(&none).as_str(), none.status.code()), ("a b\n", Some(0)));
    assert!(errors(&none).contains("no option is left, so the problem has no solution"));
}

#[test]
fn formulas_run_on_sat_alone_and_are_known_by_their_first_line() {
    let bench =
        bench(&[("either.cnf", EITHER), ("either", EITHER), ("no.cnf", "p cnf 1 2\n1 0\n-1 0\n")]);
    let files =
        ["@either.cnf", "@either", "@no.cnf", "-b", "sat/extended\\.[a-z]+$", "-b", "cover/dlx$"];
    for row in run(&bench, &files) {
        let expected = match (row.backend.starts_with("sat"), &*row.puzzle) {
            (false, _) => (Status::Unsupported, None),
            (true, "no") => (Status::Impossible, None),
            (true, _) => (Status::Multiple, Some(2)),
        };
        let shown = row.solution.as_ref().map(|it| it.len());
        assert_eq!((row.status, shown), expected, "{} {}", row.backend, row.puzzle);
    }
}

#[test]
fn children_get_instances_too() {
    let bench = bench(&[("toy.dlx", TOY), ("either.cnf", EITHER)]);
    let files = ["@toy.dlx", "@either.cnf", "-b", "sat/extended\\.[a-z]+$", "--isolate", "all"];
    for row in run(&bench, &files) {
        assert!(row.isolated);
        let expected = if &*row.puzzle == "toy" { Status::Unique } else { Status::Multiple };
        assert_eq!(row.status, expected, "{:?}", row.error);
    }
}

#[test]
fn what_is_wrong_with_an_instance_is_told_with_its_place() {
    let bench = bench(&[
        ("unknown.dlx", "a b\na c\n"),
        ("empty.dlx", "a b\n"),
        ("short.cnf", "p cnf 1 2\n1 0\n"),
        ("far.cnf", "p cnf 1 1\n2 0\n"),
    ]);
    for (file, place) in [
        ("@unknown.dlx", "unknown.dlx:2:3: "),
        ("@empty.dlx", "empty.dlx:1:1: no option"),
        ("@short.cnf", "short.cnf:"),
        ("@far.cnf", "far.cnf:2:1: "),
    ] {
        let output = harness(&bench, &[file, "--no-probe", "-o", "@bad"]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        let errors = errors(&output);
        assert!(errors.contains(place) && !errors.contains("panicked"), "{errors}");
    }
    let toy = self::bench(&[("toy.dlx", TOY)]);
    for arguments in [&["rate", "@toy.dlx"][..], &["solve", "@toy.dlx", "--hint"]] {
        let output = harness(&toy, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors(&output).contains("exact cover problem"), "{}", errors(&output));
    }
    let isomorphs = ["@toy.dlx", "--isomorphs", "3", "--no-probe", "-o", "@bad"];
    assert!(errors(&harness(&toy, &isomorphs)).contains("no isomorphs"));
}

#[test]
fn check_says_how_an_instance_was_understood() {
    let files = [
        ("toy.xcc", TOY),
        ("either.cnf", EITHER),
        ("priced.xcc", "a b | x\na x:red |5\nb x:red\n"),
        ("uncovered.xcc", "a b\na\n"),
        ("empty.cnf", "p cnf 1 2\n1 0\n0\n"),
        ("path.col", "p edge 3 2\ne 1 2\ne 2 3\n"),
        ("idle.xcc", "a | b\na\nb\n"),
    ];
    let bench = bench(&files);
    for (file, understood, code) in [
        ("toy.xcc", "toy is an exact cover problem of 7 primary items, 6 options", 0),
        ("either.cnf", "either is a formula of 2 variables and 2 clauses", 0),
        (
            "priced.xcc",
            "priced is an exact cover problem of 2 primary items, 1 secondary item, 1 colour, 2 options, with costs",
            0,
        ),
        ("uncovered.xcc", "2 primary items, 1 option; no solution: no option has the item b", 1),
        ("empty.cnf", "1 variable and 2 clauses; no solution: clause 2 is empty", 1),
        ("path.col", "path is a graph of 3 vertices and 2 edges", 0),
        ("idle.xcc", "2 options; 1 option has no primary item and is never chosen", 0),
    ] {
        let output = harness(&bench, &["check", &format!("@{file}")]);
        let said = words_of(&output);
        assert!(said.starts_with("note: ") && said.contains(understood), "{said}");
        assert_eq!((printed(&output), output.status.code()), (String::new(), Some(code)));
    }
}

/// What was printed on standard error, on one line.
fn words_of(output: &Output) -> String {
    errors(output).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn check_counts_the_solutions_of_an_instance() {
    let stated = format!("c expect: satisfiable\n{EITHER}");
    let bench = bench(&[
        ("toy.xcc", TOY),
        ("none.xcc", "a b c\na b\nb c\n"),
        ("either.cnf", EITHER),
        ("stated.cnf", &stated),
        ("impossible.cnf", "c expect: impossible\np cnf 1 1\n1 0\n"),
        ("path.col", "p edge 3 2\ne 1 2\ne 2 3\n"),
    ]);
    for (file, found, code) in [
        ("toy.xcc", "6 options; solutions: one", 0),
        ("none.xcc", "2 options; solutions: none", 1),
        ("either.cnf", "2 clauses; solutions: at least 2", 1),
        ("stated.cnf", "2 clauses; solutions: at least 2", 0),
        ("impossible.cnf", "1 clause; solutions: one; stated: impossible", 1),
        ("path.col", "a graph, whose colourings are not counted", 2),
    ] {
        let output = harness(&bench, &["check", &format!("@{file}"), "--unique"]);
        assert!(words_of(&output).contains(found), "{}", words_of(&output));
        assert_eq!(output.status.code(), Some(code), "{file}");
    }
}

#[test]
fn costs_are_minimised_in_linear_constraints_and_left_out_of_formulas() {
    let bench = bench(&[("priced.xcc", "a b\na |5\nb\na b |-2\n")]);
    let opb = harness(&bench, &["encode", "@priced.xcc", "--to", "opb"]);
    let header = "* #variable= 3 #constraint= 2\nmin: +5 x1 -2 x3 ;\n+1 x1 +1 x3 = 1 ;\n";
    assert!(printed(&opb).starts_with(header), "{}", printed(&opb));
    assert!(errors(&opb).is_empty(), "{}", errors(&opb));
    let cnf = harness(&bench, &["encode", "@priced.xcc", "--to", "cnf"]);
    assert!(words_of(&cnf).contains("those of the options are left out"), "{}", words_of(&cnf));
}

#[test]
fn a_problem_without_a_name_is_read_from_standard_input() {
    let bench = Bench::new("");
    let encoded = harness(&bench, &["encode", "queens:4", "--to", "xcc"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(["count", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(&encoded.stdout).expect("it reads");
    let counted = child.wait_with_output().expect("it ends");
    assert_eq!(printed(&counted), "2 solutions\n");
}

#[test]
fn an_item_may_have_more_options_than_a_matrix_can_count() {
    let bench = bench(&[("wide.xcc", &format!("a\n{}", "a\n".repeat(20_000)))]);
    let counted = harness(&bench, &["count", "@wide.xcc"]);
    assert_eq!(printed(&counted), "20000 solutions\n", "{}", errors(&counted));
}

#[test]
fn problems_with_nothing_to_choose_have_answers_but_no_rows() {
    let bench = bench(&[
        ("nothing.cnf", "p cnf 0 0\n"),
        ("clause.cnf", "p cnf 0 1\n0\n"),
        ("items.xcc", "a b\n"),
        ("graph.col", "p edge 0 0\n"),
    ]);
    for (file, checked, solved, counted) in [
        ("nothing.cnf", "0 variables and 0 clauses", "one solution", "1 solution"),
        ("clause.cnf", "clause 1 is empty", "no solution", "0 solutions"),
        ("items.xcc", "no option has the item a", "no solution", "0 solutions"),
        ("graph.col", "a graph of 0 vertices", "0 colours, the minimum", ""),
    ] {
        let file = format!("@{file}");
        let said = errors(&harness(&bench, &["check", &file]));
        assert!(said.split_whitespace().collect::<Vec<_>>().join(" ").contains(checked), "{said}");
        let answered = printed(&harness(&bench, &["solve", &file]));
        assert!(answered.contains(solved), "{answered}");
        assert_eq!(printed(&harness(&bench, &["count", &file])).trim(), counted, "{file}");
        let refused = harness(&bench, &["run", &file]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(errors(&refused).contains(":1:1: no "), "{}", errors(&refused));
    }
    let excluded = harness(&bench, &["check", "@nothing.cnf", "-F", "nothing"]);
    assert!(errors(&excluded).contains("the filters exclude all"), "{}", errors(&excluded));
}

#[test]
fn the_steps_of_dancing_links_are_those_of_the_book() {
    let bench = bench(&[("toy.dlx", TOY)]);
    let output = harness(&bench, &["solve", "@toy.dlx", "--steps"]);
    let printed = printed(&output);
    let steps = ["cover a", "choose `a d g`, one of 2", "an item has no option left", "undo"];
    let mut rest = &printed[..];
    for step in steps {
        let at = rest.find(step).unwrap_or_else(|| panic!("{step}\n{printed}"));
        rest = &rest[at..];
    }
    assert!(printed.contains("\nc e\na d f\nb g\n"), "{printed}");
    assert!(printed.contains("cover/dlx: one solution"), "{printed}");
}

#[test]
fn families_are_written_by_their_names() {
    let bench = bench(&[]);
    for (name, count) in [("queens:5", "10"), ("langford:4", "2"), ("pentominoes:3x20", "8")] {
        let output = harness(&bench, &["encode", name, "--to", "xcc", "-o", "@family.xcc"]);
        assert_eq!(output.status.code(), Some(0), "{name} {}", errors(&output));
        let files = ["@family.xcc", "-b", "cover/dlx$", "--task", "count", "--timeout", "60s"];
        let rows = run(&bench, &files);
        assert_eq!(
            (rows[0].status, rows[0].solutions.to_string()),
            (Status::Counted, count.into())
        );
        fs::remove_file(bench.path("family.xcc")).expect("it is there");
        fs::remove_dir_all(bench.path("run")).expect("it is there");
    }
    let hole = harness(&bench, &["encode", "pentominoes:8x8-2x2", "--to", "xcc", "-o", "@h.xcc"]);
    assert_eq!(hole.status.code(), Some(0), "{}", errors(&hole));
    let options = fs::read_to_string(bench.path("h.xcc")).expect("a problem").lines().count() - 1;
    assert_eq!(options, 1568);
    for (name, problem) in [
        ("pentominoes:8x8", "has 64 squares, expected 60"),
        ("pentominoes:400x400", "has 160000 squares, expected 60"),
        ("pentominoes:8x8-2x9", "expected a hole that is smaller than the board"),
    ] {
        let output = harness(&bench, &["encode", name, "--to", "xcc"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(errors(&output).contains(problem), "{}", errors(&output));
    }
    for name in ["queens:", "queens:x", "pentominoes:6", "langford:401"] {
        let output = harness(&bench, &["encode", name, "--to", "cnf"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(errors(&output).contains("is not a size"), "{}", errors(&output));
    }
}

#[test]
fn a_family_runs_like_the_file_that_encode_writes() {
    let bench = bench(&[]);
    let encoded = harness(&bench, &["encode", "queens:6", "--to", "xcc", "-o", "@queens6.xcc"]);
    assert_eq!(encoded.status.code(), Some(0), "{}", errors(&encoded));
    let selection = ["-b", "cover/dlx$", "-b", "count/sweep$", "--task", "count"];
    let files = ["queens:6", "@queens6.xcc", "dominoes:4x4-r1c1-r4c4"];
    let rows = run(&bench, &[&files[..], &selection].concat());
    assert_eq!(rows.len(), 6);
    for row in &rows {
        let expected = if row.puzzle.starts_with("dominoes") { 0 } else { 4 };
        assert_eq!(
            (row.solutions.clone(), row.verified),
            (expected.into(), Verified::Yes),
            "{}",
            row.puzzle
        );
    }
    let hashes = |name: &str| {
        let row = rows.iter().find(|row| &*row.puzzle == name);
        row.map(|row| row.puzzle_hash).expect("a row")
    };
    assert_eq!(hashes("queens:6"), hashes("queens6"));
    let manifest = fs::read_to_string(bench.path("run/manifest.json")).expect("a manifest");
    let hash = blake3::hash(&fs::read(bench.path("queens6.xcc")).expect("a file")).to_hex();
    assert_eq!(manifest.matches(hash.as_str()).count(), 2, "{manifest}");

    let solved = harness(&bench, &["solve", "langford:3"]);
    assert!(printed(&solved).contains("several"), "{}", printed(&solved) + &errors(&solved));
    let explained = harness(&bench, &["explain", "cover/dlx", "count/sweep", "@run"]);
    assert_eq!(explained.status.code(), Some(0), "{}", errors(&explained));
    let listed = harness(&bench, &["list", "--families"]);
    assert!(printed(&listed).contains("OEIS A000170"), "{}", errors(&listed));
    for (name, expected) in [
        ("queens:x", "queens:N: \"x\" is not a size, expected a number from 1 to 400"),
        ("queen:8", "cannot open queen:8"),
        ("kirkman:4x4", "expected a number from 1 to 60"),
    ] {
        let output = harness(&bench, &[name, "--no-probe", "-o", "@bad"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(errors(&output).contains(expected), "{}", errors(&output));
    }
}

#[test]
fn a_study_and_an_archive_take_families_by_name() {
    let study = "[[corpus]]\nfiles = [\"queens:5\"]\n\n[run]\nbackend = [\"cover/dlx$\"]\n\
                 task = \"count\"\nno-probe = true\n";
    let bench = bench(&[("study.toml", study), ("words.txt", "ab\nba\n")]);
    for arguments in [&["study", "run", "@study.toml"][..], &["study", "check", "@study.toml"]] {
        let output = harness(&bench, arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?} {}", errors(&output));
    }
    let words = format!("words:2x2:{}", text(&bench.path("words.txt")));
    run(&bench, &["queens:5", &words, "-b", "cover/dlx$", "--task", "count"]);
    let output = harness(&bench, &["archive", "@run", "-o", "@archive"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let script = fs::read_to_string(bench.path("archive/reproduce.sh")).unwrap_or_default();
    assert!(script.contains("queens:5"), "{script}");
    assert!(!bench.path("archive/inputs/queens:5").exists());
}

#[test]
fn numbered_covers_are_known_by_their_first_lines() {
    let (sets, rows) =
        ("c n = 3\np ec 3\ns 1 3\ns 2\ns 1 2\ns 3\n", "3 4\n2 1 3\n1 2\n2 1 2\n1 3\n");
    let files =
        [("sets.ec", sets), ("sets", sets), ("rows.txt", rows), ("bad.ec", "p ec 2\ns 3\n")];
    let bench = bench(&files);
    let files = ["@sets.ec", "@sets", "@rows.txt", "-b", "cover/dlx$", "-b", "count/sweep$"];
    let found = run(&bench, &[&files[..], &["--task", "count"]].concat());
    assert_eq!(found.len(), 6);
    for row in &found {
        assert_eq!(
            (row.solutions.clone(), row.verified),
            (2.into(), Verified::Yes),
            "{}",
            row.puzzle
        );
    }
    let output = harness(&bench, &["@bad.ec", "--no-probe", "-o", "@bad"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("bad.ec:2:3: \"3\", expected an item from 1 to 2"));
}

#[test]
fn rectangles_are_made_of_the_words_of_a_file() {
    let bench = bench(&[("words.txt", "ab\nba\n\naa\n"), ("bad.txt", "a b\n")]);
    let words = |file: &str| format!("words:2x2:{}", bench.path(file).display());
    let output = harness(&bench, &["encode", &words("words.txt"), "--to", "xcc", "-o", "@w.xcc"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let rows = run(&bench, &["@w.xcc", "-b", "cover/dlx$", "--task", "count"]);
    // No line may be `bb`: there is one square without a b, four have one, and two have two.
    assert_eq!((rows[0].status, rows[0].solutions.to_u64()), (Status::Counted, Some(7)));
    let wrong = [
        (words("bad.txt"), "expected one word per line"),
        (words("no.txt"), "cannot read the words"),
        ("words:2x2".into(), "lacks a file of words"),
    ];
    for (name, message) in wrong {
        let output = harness(&bench, &["encode", &name, "--to", "xcc"]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(errors(&output).contains(message), "{}", errors(&output));
    }
}

#[test]
fn accesses_of_memory_are_counted_where_memory_is_measured() {
    let bench = bench(&[("toy.dlx", TOY), ("puzzle.txt", "....1.3.431.2...")]);
    let files = ["@toy.dlx", "@puzzle.txt", "-b", "cover/", "--isolate"];
    for isolate in ["none", "all"] {
        let rows = run(&bench, &[&files[..], &[isolate, "--memory"]].concat());
        for row in rows.iter().filter(|row| row.status != Status::Unsupported) {
            let is_ours = !row.backend.contains("-crate") && !row.backend.contains("-rs");
            assert_eq!(row.accesses.is_some_and(|it| it > 0), is_ours, "{}", row.backend);
            assert_eq!(row.updates.is_some_and(|it| it > 0), is_ours);
            let is_puzzle = &*row.corpus == "puzzle";
            assert_eq!(row.input_accesses.is_some_and(|it| it > 0), is_ours && is_puzzle);
        }
        fs::remove_dir_all(bench.path("run")).expect("it is there");
    }
    let rows = run(&bench, &files[..4]);
    assert!(rows.iter().all(|row| row.accesses.is_none() && row.updates.is_none()));
}

#[test]
fn what_is_encoded_comes_back_refereed() {
    const PUZZLE: &str = "....1.3.431.2...";
    const GRID: &str = "3421123443122143";
    let bench = bench(&[("toy.dlx", TOY), ("either.cnf", EITHER), ("puzzle.txt", PUZZLE)]);
    for (problem, form) in [
        ("@toy.dlx", "cnf"),
        ("@toy.dlx", "xcc"),
        ("@toy.dlx", "opb"),
        ("@either.cnf", "opb"),
        ("@puzzle.txt", "opb"),
        (PUZZLE, "cnf"),
        (PUZZLE, "xcc"),
    ] {
        let output = harness(&bench, &["encode", problem, "--to", form]);
        assert_eq!(output.status.code(), Some(0), "{problem} {form} {}", errors(&output));
        fs::write(bench.path(&format!("encoded.{form}")), &output.stdout).expect("a file");
        if form != "opb" {
            // What was written is an instance that has as many solutions.
            let solved = harness(&bench, &["solve", &format!("@encoded.{form}")]);
            let is_either = problem == "@either.cnf";
            let word = if is_either { "several" } else { "one solution" };
            assert!(printed(&solved).contains(word), "{problem} {form}: {}", printed(&solved));
        }
    }
    let refused = harness(&bench, &["encode", "@either.cnf", "--to", "xcc"]);
    assert_eq!(refused.status.code(), Some(2));
    // The models of the puzzle: variable (c - 1) * 4 + s.
    let truths = GRID.bytes().enumerate().map(|(cell, b)| cell * 4 + usize::from(b - b'0'));
    let right: Vec<String> = truths.map(|variable| variable.to_string()).collect();
    let answers = [
        (format!("s SATISFIABLE\nv {} 0\n", right.join(" ")), 0, "correct"),
        (format!("SAT\n{} 0\n", right.join(" ")), 0, GRID),
        (format!("v x{}\n", right.join(" x")), 0, "correct"),
        (format!("v 1 {} 0\n", right[1..].join(" ")), 1, "WRONG"),
        (format!("v {} 0\n", right[1..].join(" ")), 1, "WRONG"),
        ("s UNSATISFIABLE\n".into(), 0, "no solution"),
        (format!("v {} 65 -99 0\n", right.join(" ")), 0, "correct"),
        (format!("s SATISFIABLE\ns UNSATISFIABLE\nv {} 0\n", right.join(" ")), 2, "no answer"),
        ("s UNSATISFIABLE\nSAT\n".into(), 2, "both together are no answer"),
        ("s UNSATISFIABLE\nv 1 0\n".into(), 2, "both together are no answer"),
        (format!("s UNKNOWN\nv {} 0\n", right.join(" ")), 2, "does not know"),
        (format!("v {} -3 0\n", right.join(" ")), 2, "variable 3 is both true and false"),
        ("v one\n".into(), 2, "is not a value"),
        ("hello\n".into(), 2, "no answer"),
    ];
    for (answer, code, word) in answers {
        fs::write(bench.path("answer"), &answer).expect("a file");
        let output = harness(&bench, &["decode", PUZZLE, "@answer"]);
        assert_eq!(output.status.code(), Some(code), "{answer}{}", errors(&output));
        let said = printed(&output) + &errors(&output);
        assert!(said.contains(word) && !said.contains("panicked"), "{answer}{said}");
    }
    fs::write(bench.path("answer"), "v 1 -2 -3 4\nv 5 -6 0\n").expect("a file");
    let output = harness(&bench, &["decode", "@toy.dlx", "@answer"]);
    assert_eq!(printed(&output).lines().next(), Some("c e"), "{}", errors(&output));
}

#[test]
fn a_model_of_a_formula_with_broken_symmetries_is_decoded() {
    let bench = Bench::new("");
    let written = ["encode", "queens:6", "--to", "cnf", "--break-symmetries", "-o", "@b.cnf"];
    assert_eq!(harness(&bench, &written).status.code(), Some(0));
    let solved = harness(&bench, &["solve", "@b.cnf"]);
    let model = printed(&solved).lines().next().expect("a model").to_owned();
    let n_variables = model.split(' ').count();
    assert!(n_variables > 36, "{n_variables} variables");
    fs::write(bench.path("answer"), format!("s SATISFIABLE\nv {model} 0\n")).expect("a file");
    let output = harness(&bench, &["decode", "queens:6", "@answer"]);
    assert!(printed(&output).ends_with("correct\n"), "{}", errors(&output));
}

#[test]
fn a_sat_engine_tells_its_steps_of_formulas_and_exact_covers() {
    let bench = Bench::new("");
    std::fs::write(bench.path("f.cnf"), "p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n").expect("a file");
    std::fs::write(bench.path("p.dlx"), "a b\na\nb\na b\n").expect("a file");
    let steps = |file: &str, backend: &str| {
        let output = harness(&bench, &["solve", file, "-b", backend, "--steps"]);
        String::from_utf8(output.stdout).expect("text")
    };
    let formula = steps("@f.cnf", "sat/extended.dpll");
    assert!(formula.contains("decide x1, at level 1"), "{formula}");
    assert!(formula.contains("x2 by (x2 ∨ ¬x1)"), "{formula}");
    let cover = steps("@p.dlx", "sat/extended.dpll");
    assert!(cover.contains("¬`a b` by (¬`a b` ∨ ¬`a`)"), "{cover}");
}

#[test]
fn a_header_announces_as_much_as_an_option_allows() {
    let sizes = [
        ("a.cnf", "p cnf N 1\n1 0\n", "variables"),
        ("b.col", "p edge N 1\ne 1 2\n", "vertices"),
        ("c.ec", "p ec N 1\ns 1\n", "items"),
        ("d.txt", "N 2\n1 1\n1 1\n", "items"),
    ];
    for (name, content, things) in sizes {
        let refused = |announced: &str, options: &[&str], expected: &str| {
            let bench = bench(&[(name, &content.replace('N', announced))]);
            let file = format!("@{name}");
            let fixed = ["encode", &file, "--to", "cnf"];
            let output = harness(&bench, &[&fixed[..], options].concat());
            let errors = errors(&output);
            assert_eq!(output.status.code(), Some(2), "{name}: {errors}");
            assert!(errors.contains(expected), "{name}: {errors}");
        };
        let given = format!("at most 10 {things} by the limit that was given");
        refused("11", &["--max-announced", "10"], &given);
        refused("1048577", &[], &format!("at most 1048576 {things} in a text of this length"));
        // Nothing that follows the header is reached, so this one is of what comes next.
        let bench = bench(&[(name, &content.replace('N', "1048577"))]);
        let file = format!("@{name}");
        let output =
            harness(&bench, &["encode", &file, "--to", "cnf", "--max-announced", "1048577"]);
        assert!(!errors(&output).contains("at most"), "{name}: {}", errors(&output));
    }
}

#[test]
fn a_text_that_is_read_at_once_is_as_long_as_an_option_allows() {
    let bench = bench(&[("either.cnf", EITHER)]);
    let allowed = EITHER.len().to_string();
    let length = |limit: &str| {
        harness(&bench, &["encode", "@either.cnf", "--to", "opb", "--max-text", limit])
    };
    assert_eq!(length(&format!("{allowed}B")).status.code(), Some(0));
    let refused = length("10B");
    assert_eq!(refused.status.code(), Some(2));
    assert!(errors(&refused).contains("more than 10 bytes, the limit of --max-text"));
}
