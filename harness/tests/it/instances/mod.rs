//! Exact cover problems and formulas, from files to rows, and what tests of instances have in common.

mod checked;
mod encoded;
mod families;

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

/// Returns a folder with these files in it.
pub(crate) fn bench(files: &[(&str, &str)]) -> Bench {
    let bench = Bench::new("");
    for (name, content) in files {
        fs::write(bench.path(name), content).expect("a file");
    }
    bench
}

/// Returns what the program says to arguments, in which `@` is the folder.
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

/// Returns what was printed on standard error, on one line.
fn words_of(output: &Output) -> String {
    errors(output).split_whitespace().collect::<Vec<_>>().join(" ")
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
fn the_answer_to_a_single_problem_is_below_the_table() {
    let square = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
    let ring = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    let bench = bench(&[("square.cnf", square), ("either.cnf", EITHER), ("ring.col", ring)]);
    let ran = |arguments: &[&str]| {
        let run = [arguments, &["--no-probe", "--isolate", "none", "-o", "@run"]].concat();
        let printed = printed(&harness(&bench, &run));
        fs::remove_dir_all(bench.path("run")).expect("a run");
        printed
    };
    let sat = ["-b", "sat/extended.(cdcl|dpll)$", "--certify"];
    let unsatisfiable = ran(&[&["@square.cnf"], &sat[..]].concat());
    let lines = [
        "square: unsatisfiable (both backends).\n1 formula, ",
        "2 answers certified by checked proofs; a solution is its own proof.\n",
    ];
    lines.iter().for_each(|line| assert!(unsatisfiable.contains(line), "{unsatisfiable}"));
    let coloured = ran(&["@ring.col", "-b", "colour/dsatur-exact$"]);
    assert!(coloured.contains("ring: chromatic number 3 (colour/dsatur-exact).\n"), "{coloured}");
    let two = ran(&[&["@square.cnf", "@either.cnf"], &sat[..]].concat());
    assert!(!two.contains("satisfiable") && two.contains("2 formulas, "), "{two}");
    let json =
        ran(&["@either.cnf", "-b", "sat/extended.cdcl$", "--task", "count", "--format", "json"]);
    assert!(json.contains("either: satisfiable, 2 models (sat/extended.cdcl)."), "{json}");
}

#[test]
fn items_with_multiplicities_are_covered_as_often_as_they_say_or_refused() {
    let bench = bench(&[("a.xcc", "2:3|a 0:1|b\na\na b\na\na b\n")]);
    let all = ["-b", "cover|count|sat/extended", "--task", "count", "--isolate"];
    for isolate in ["none", "all"] {
        let rows = run(&bench, &[&["@a.xcc", "regular-graphs:6x3"][..], &all, &[isolate]].concat());
        for row in rows {
            let takes = ["cover/bitmatrix", "cover/dancing-cells", "cover/dlx"];
            let is_sweep = row.backend.starts_with("count/sweep");
            // Its clauses are those of boards alone.
            let is_formula =
                row.backend.starts_with("sat/") && !row.backend.ends_with(".incremental");
            if !takes.contains(&&*row.backend) && !is_sweep && !is_formula {
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
        let said = errors(&refused);
        assert!(said.contains(":1:1: no ") && said.contains("`harness solve` answers"), "{said}");
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
fn numbered_covers_are_known_by_their_first_lines() {
    let (sets, rows) =
        ("c n = 3\np ec 3\ns 1 3\ns 2\ns 1 2\ns 3\n", "3 4\n2 1 3\n1 2\n2 1 2\n1 3\n");
    let bad = [("bad.ec", "p ec 2\ns 3\n"), ("bad.txt", "3 2\n1 2\n2 1 4\n")];
    let files = [&[("sets.ec", sets), ("sets", sets), ("rows.txt", rows)][..], &bad].concat();
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
    for (file, error) in [
        ("bad.ec", "bad.ec:2:3: \"3\", expected an item from 1 to 2"),
        ("bad.txt", "bad.txt:3:5: \"4\", expected an item from 1 to 3"),
    ] {
        let output = harness(&bench, &[&format!("@{file}"), "--no-probe", "-o", "@bad"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(errors(&output).contains(error), "{}", errors(&output));
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
