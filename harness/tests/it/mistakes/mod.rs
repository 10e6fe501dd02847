//! The typical mistakes of a first solver: for each a small faulty program, and the advice in both languages.
//!
//! A test that lacks the interpreter says so and is done.

mod silence;

use std::fs;
use std::process::{Command, Stdio};

use crate::bench::{Bench, harness, text};
use crate::outside::has_python;

/// A right solver in few lines: backtracking over rows, columns and blocks. What a mistake changes is marked.
pub(crate) const SOLVER: &str = r#"
import sys, math
S = "123456789ABCDEFGHIJKLMNOP"
def say(text):
    print(text, flush=True)
def peers(n):
    h = max(d for d in range(1, n + 1) if d * d <= n and n % d == 0)
    w = n // h
    at = [(i // n, i % n) for i in range(n * n)]
    box = [(r // h, c // w) for r, c in at]
    return [[j for j in range(n * n) if j != i and (at[i][0] == at[j][0] or at[i][1] == at[j][1]
             or box[i] == box[j])] for i in range(n * n)]
def clash(g, p, s, i):
    return any(g[j] == s for j in p[i])
def search(g, p, n, found, goal):
    best, values = None, None
    for i in range(n * n):
        if g[i] == ".":
            left = [s for s in S[:n] if not clash(g, p, s, i)]
            if best is None or len(left) < len(values):
                best, values = i, left
    if best is None:
        found.append("".join(g))
        return len(found) >= goal
    for s in values:
        g[best] = s
        if search(g, p, n, found, goal):
            return True
    g[best] = "."
    return False
def answer(cells, task):
    n = math.isqrt(len(cells))
    g, p, found = list(cells), peers(n), []
    if any(s != "." and clash(g, p, s, i) for i, s in enumerate(g)):
        return "impossible - -"
    search(g, p, n, found, 1 if task == "first" else 2)
    if not found:
        return "impossible - -"
    if task == "first":
        return "solved - " + found[0]
    if len(found) > 1:
        return "multiple - %s second=%s" % (found[0], found[1])
    return "unique - " + found[0]
def main():
    say("hello sudoku-backend/1 geometries=classic4,classic6,classic9,classic16 tasks=first,unique")
    for line in sys.stdin:
        w = line.split()
        if w[:1] == ["quit"]:
            return
        if w[:1] == ["solve"]:
            task = [x[5:] for x in w if x.startswith("task=")][0]
            say("result %s %s" % (w[1], answer(w[2], task)))
main()
"#;

/// Makes a mistake in the solver, and checks which checks fail and what is advised.
#[track_caller]
fn mistake(change: &[(&str, &str)], only: &str, check: &str, english: &str, french: &str) {
    let mut script = SOLVER.to_owned();
    for (right, wrong) in change {
        assert!(script.contains(right), "{right}");
        script = script.replace(right, wrong);
    }
    advice(&script, only, check, english, french);
}

#[track_caller]
fn advice(script: &str, only: &str, check: &str, english: &str, french: &str) {
    if !has_python() {
        return;
    }
    let bench = Bench::new("");
    fs::write(bench.path("mine.py"), script).expect("a script");
    let path = bench.path("mine.py");
    let command = format!("python3 '{}'", text(&path));
    let fixed = ["backend", "check", "external/mine", "--external", &command, "--timeout", "3s"];
    // Both at once, since most mistakes are waited for.
    let children = [("en", english), ("fr", french)].map(|(language, sentence)| {
        let more = ["--lang", language, "--only", only];
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        // Else Python flushes by itself.
        command.env_remove("PYTHONUNBUFFERED").args(fixed).args(more).stdout(Stdio::piped());
        (language, sentence, command.spawn().expect("the program runs"))
    });
    for (language, sentence, child) in children {
        let output = child.wait_with_output().expect("the program runs");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(printed.contains(sentence), "{sentence:?} is missing in\n{printed}");
        if language == "en" {
            assert!(printed.lines().any(|line| line.starts_with(check)), "{check:?}: {printed}");
        }
    }
}

#[test]
fn two_cells_that_clash_are_named() {
    mistake(
        &[(" or at[i][1] == at[j][1]\n", "\n")],
        "easy",
        "FAILED   easy, first",
        "clash: both hold ",
        "sont en conflit\u{a0}: toutes deux contiennent ",
    );
}

#[test]
fn a_second_result_for_a_question_fails() {
    let change = (
        "say(\"result %s %s\" % (w[1], answer(w[2], task)))",
        "say((\"result %s \" % w[1] + \"%s\\n\" + \"result %s impossible - -\" % w[1]) % answer(w[2], task))",
    );
    mistake(
        &[change],
        "stray output",
        "FAILED   stray output",
        "your program printed a result that answers no question: print exactly one line",
        "un résultat qui ne répond à aucune question\u{a0}: affichez exactement une ligne",
    );
}

#[test]
fn a_program_that_was_not_built_is_named() {
    let output =
        harness(&["backend", "check", "external/mine", "--external", "./mine", "--lang", "en"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("the command does not start: build your program first"), "{printed}");
}

#[test]
fn a_changed_given_is_named() {
    mistake(
        &[("return \"solved - \" + found[0]", "return \"solved - \" + found[0][1:] + found[0][0]")],
        "easy",
        "FAILED   easy, first",
        " was changed: fill only the cells that are empty",
        " a été modifiée\u{a0}: ne remplissez que les cases vides («\u{a0}.\u{a0}»)",
    );
}

#[test]
fn an_overlooked_second_solution_is_shown() {
    mistake(
        &[("1 if task == \"first\" else 2", "1")],
        "several",
        "FAILED   several solutions, unique",
        "a second solution was overlooked, ",
        "une deuxième solution a été oubliée, ",
    );
}

#[test]
fn a_count_of_one_is_too_small_and_overlooks_no_second_solution() {
    mistake(
        &[
            ("tasks=first,unique", "tasks=first,unique,count"),
            (
                "    search(g, p, n, found, 1 if",
                "    if task == \"count\":\n        search(g, p, n, found, 1)\n        \
                 return \"counted - %s solutions=1\" % found[0]\n    search(g, p, n, found, 1 if",
            ),
        ],
        "4x4 without",
        "FAILED   4x4 without clues, count",
        "the count is 1 instead of 288: go on after each solution",
        "le compte est 1 au lieu de 288\u{a0}: poursuivez la recherche après chaque solution",
    );
}

#[test]
fn debug_output_is_to_go_elsewhere() {
    mistake(
        &[("    search(g, p, n, found,", "    say(\"searching\")\n    search(g, p, n, found,")],
        "stray",
        "ok       stray output: ignored: searching",
        "\"searching\" is not of it: send debug output to standard error",
        "«\u{a0}searching\u{a0}» n'en fait pas partie\u{a0}: envoyez l'affichage de mise au point",
    );
}

#[test]
fn a_crash_on_the_empty_board_is_recognised() {
    mistake(
        &[(
            "    g, p, found = ",
            "    first = [s for s in cells if s != \".\"][0]\n    g, p, found = ",
        )],
        "4x4 without",
        "FAILED   4x4 without clues, first",
        "your program ends on a board without givens (IndexError: list index out of range)",
        "votre programme s'arrête sur une grille sans valeur donnée (IndexError",
    );
}

#[test]
fn an_order_of_sixteen_that_is_one_off_is_recognised() {
    mistake(
        &[
            ("\"123456789ABCDEFGHIJKLMNOP\"", "\"123456789ABCDEF\""),
            (
                "    g, p, found = ",
                "    [S.index(s) for s in cells if s != \".\"]\n    g, p, found = ",
            ),
        ],
        "16x16",
        "FAILED   16x16, first",
        "it fails from 16×16 on: the values are 1–9, then A, B, …",
        "le programme échoue à partir de 16×16\u{a0}: les valeurs sont 1–9 puis A, B, …",
    );
}

#[test]
fn a_bad_import_is_one_failure_and_ends_the_suite() {
    let script = "import no_such_module\n";
    let end = "(ModuleNotFoundError: No module named 'no_such_module')";
    advice(
        script,
        "easy",
        "the other checks depend on this one and were not run",
        &format!("your program ended before it said hello {end}"),
        &format!("votre programme s'est terminé avant de dire hello {end}"),
    );
    advice(
        script,
        "easy",
        "external/mine: 0 ok, 1 failed, 0 skipped",
        "FAILED   hello",
        "ÉCHEC    hello",
    );
}

#[test]
fn the_right_solver_passes_and_an_unknown_check_is_refused() {
    mistake(&[], "6x6", "ok       6x6: solved, unique", ": 4 ok, 0 failed", ": 4 ok, 0 en échec");
    let output = harness(&["backend", "check", "cover/dlx", "--only", "7x7"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        errors.contains("no check is called \"7x7\": expected a part of hello, easy"),
        "{errors}"
    );
    for (only, code) in [("facile, first", 0), ("6x6, unique", 0), ("7x7", 2)] {
        let output = harness(&["backend", "check", "cover/dlx", "--lang", "fr", "--only", only]);
        assert_eq!(output.status.code(), Some(code), "{only}");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(errors.contains("expected a part of hello, facile, "), code == 2, "{errors}");
    }
    let output = harness(&["backend", "check", "cover/dlx", "--watch"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Words that an English report has, and a French one has not.
const ENGLISH_WORDS: [&str; 28] = [
    "the",
    "it",
    "its",
    "is",
    "of",
    "with",
    "no",
    "and",
    "not",
    "for",
    "each",
    "before",
    "after",
    "by",
    "same",
    "only",
    "none",
    "nothing",
    "consistent",
    "reported",
    "measured",
    "skipped",
    "ignored",
    "killed",
    "also",
    "an",
    "as",
    "at",
];

#[track_caller]
fn check_french(id: &[&str]) {
    let fixed = ["backend", "check", "--timeout"];
    let report = |language| {
        let output = harness(&[&fixed[..], id, &["--lang", language]].concat());
        String::from_utf8(output.stdout).expect("text")
    };
    let is_english = |line: &&str| {
        let mut words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
        words.any(|word| ENGLISH_WORDS.contains(&word))
    };
    let (english, french) = (report("en"), report("fr"));
    assert!(english.lines().any(|line| is_english(&line)), "{english}");
    assert_eq!(french.lines().find(is_english), None, "{french}");
}

#[test]
fn a_french_report_has_no_english_words() {
    check_french(&["300ms", "cover/dlx"]);
    check_french(&["300ms", "deduce/singles"]);
    if !has_python() {
        return;
    }
    let bench = Bench::new("");
    let path = bench.path("mine.py");
    let command = format!("python3 '{}'", text(&path));
    fs::write(&path, SOLVER).expect("a script");
    check_french(&["3s", "external/mine", "--external", &command, "--only", "easy"]);
}

#[test]
fn the_partner_in_python_gives_the_same_advice() {
    if !has_python() {
        return;
    }
    let bench = Bench::new("");
    let script = SOLVER.replace(" or at[i][1] == at[j][1]\n", "\n");
    fs::write(bench.path("mine.py"), script).expect("a script");
    let talk = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/backends/talk.py");
    let solver = format!("python3 '{}'", text(&bench.path("mine.py")));
    for (language, sentence) in
        [("en", "clash: both hold "), ("fr", "sont en conflit\u{a0}: toutes deux contiennent ")]
    {
        let mut command = Command::new("python3");
        // Nothing is left beside the script.
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        let output = command.args([talk, "--lang", language, &solver]).output().expect("it runs");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(printed.contains(sentence), "{sentence:?} is missing in\n{printed}");
        assert_eq!(output.status.code(), Some(1));
    }
}
