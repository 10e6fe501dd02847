//! Programs that say nothing, or nothing in time.

use std::fs;

use super::{SOLVER, mistake};
use crate::bench::{Bench, harness, runs_slow_tests, text};
use crate::outside::has_python;

#[test]
fn a_buffer_that_is_not_flushed_is_recognised() {
    if !runs_slow_tests() {
        return;
    }
    mistake(
        &[("print(text, flush=True)", "print(text)")],
        "easy",
        "FAILED   hello",
        "you did not flush: hello came only when your program ended",
        "vous n'avez pas vidé le tampon\u{a0}: hello n'est arrivé qu'à la fin",
    );
}

#[test]
fn a_program_that_reads_all_its_input_first_is_recognised() {
    if !runs_slow_tests() {
        return;
    }
    mistake(
        &[("for line in sys.stdin:", "for line in sys.stdin.readlines():")],
        "easy",
        "FAILED   easy, first",
        "your program reads all its input before it answers",
        "votre programme lit toute son entrée avant de répondre",
    );
}

#[test]
fn a_line_without_a_line_break_is_recognised() {
    if !runs_slow_tests() {
        return;
    }
    for (end, failed) in [
        ("''", "FAILED   hello"),
        (r"'\n' if text.startswith('hello') else ''", "FAILED   easy, first"),
    ] {
        mistake(
            &[("print(text, flush=True)", &format!("print(text, end={end}, flush=True)"))],
            "easy",
            failed,
            "your program prints a line without a line break at its end",
            "votre programme affiche une ligne sans retour à la ligne",
        );
    }
}

#[test]
fn an_endless_loop_is_recognised() {
    mistake(
        &[("    n = math.isqrt", "    while True: pass\n    n = math.isqrt")],
        "easy",
        "FAILED   easy, first",
        "your program was still computing at the time limit: look for a loop",
        "votre programme calculait encore à la limite de temps\u{a0}: cherchez une boucle",
    );
}

#[test]
fn a_program_that_starts_slowly_has_ten_seconds_for_its_hello() {
    let slow = SOLVER.replace("    say(\"hello", "    import time; time.sleep(3)\n    say(\"hello");
    assert_ne!(slow, SOLVER);
    let bench = Bench::new("");
    let path = bench.path("mine.py");
    fs::write(&path, slow).expect("a script");
    if !has_python() {
        return;
    }
    let command = format!("python3 '{}'", text(&path));
    let fixed =
        ["backend", "check", "external/mine", "--timeout", "1s", "--lang", "en", "--only", "hello"];
    let output = harness(&[&fixed[..], &["--external", &command]].concat());
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("ok       hello: external/mine"), "{printed}");
}

#[test]
fn a_missing_hello_is_recognised() {
    if !runs_slow_tests() {
        return;
    }
    mistake(
        &[("    say(\"hello", "    \"\" or (\"hello")],
        "easy",
        "FAILED   hello",
        "your program said nothing: print the line",
        "votre programme n'a rien dit\u{a0}: affichez la ligne",
    );
    mistake(
        &[("    say(\"hello", "    say(\"Welcome!\")\n    (\"hello")],
        "easy",
        "FAILED   hello",
        "not \"Welcome!\": print messages for people to standard error",
        "et non «\u{a0}Welcome!\u{a0}»",
    );
}
