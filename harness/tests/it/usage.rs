//! How the program answers: exit codes, hints, completions and manual pages.

use std::fs;

use crate::bench::{Bench, harness, text};

const PUZZLE: &str = "....1.3.431.2... Malherbe\n";

/// Returns what a command line leaves on both streams, and its exit code.
fn answer(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = harness(arguments);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn bad_usage_and_bad_input_exit_with_2_in_every_subcommand() {
    let bench = Bench::new("....1.3.431.2..y\n");
    let corpus = bench.path("corpus.txt");
    let corpus = text(&corpus);
    for subcommand in [
        "run",
        "list",
        "show",
        "solve",
        "check",
        "rate",
        "convert",
        "encode",
        "decode",
        "check-count",
        "rank",
        "compare",
        "explain",
        "diff",
        "merge",
        "archive",
        "export",
        "draw",
        "graph",
        "plot",
        "report",
        "generate",
        "doctor",
        "completions",
        "man",
        "reference",
    ] {
        let (code, out, errors) = answer(&[subcommand, "--no-such-option"]);
        assert_eq!((code, &*out), (Some(2), ""), "{subcommand}");
        assert!(errors.starts_with("error: unexpected argument"), "{subcommand}: {errors}");
    }
    let output = bench.path("x.svg");
    for arguments in [
        &["run", corpus, "--csv"][..],
        &["solve", corpus],
        &["check", corpus],
        &["rate", corpus],
        &["convert", corpus, "--to", "grid"],
        &["encode", corpus, "--to", "cnf"],
        &["decode", corpus],
        &["graph", corpus],
        &["draw", corpus, "-o", text(&output)],
        &["generate", "--geometry", corpus],
    ] {
        let (code, _, errors) = answer(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {errors}");
        let is_located = |line: &str| line.contains("corpus.txt:1:");
        assert!(errors.lines().any(is_located), "{arguments:?}: {errors}");
    }
    for arguments in [
        &["show", corpus][..],
        &["rank", corpus],
        &["compare", corpus],
        &["explain", "a", "b", corpus],
        &["diff", corpus, corpus],
        &["report", corpus, "-o", "-"],
        &["plot", "cactus", corpus, "-o", "-"],
        &["merge", corpus, "-o", text(&output)],
        &["export", corpus, "--mkplot", text(&output)],
        &["backend", "check", "no/such"],
        &["man", text(&bench.path("no/such"))],
    ] {
        let (code, out, errors) = answer(arguments);
        assert_eq!((code, &*out), (Some(2), ""), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: "), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_wrong_solution_and_a_violated_rule_exit_with_1() {
    let bench = Bench::new(PUZZLE);
    let violated = bench.path("violated.txt");
    fs::write(&violated, "11..............\n").expect("a file");
    assert_eq!(answer(&["check", text(&violated)]).0, Some(1));
    let answers = bench.path("answer.txt");
    let corpus = bench.path("corpus.txt");
    fs::write(&answers, "s SATISFIABLE\nv 1 two 0\n").expect("a file");
    let (code, _, errors) = answer(&["decode", text(&corpus), text(&answers)]);
    assert!(
        code == Some(2) && errors.contains("answer.txt:2:5: \"two\" is not a value"),
        "{errors}"
    );
    fs::write(&answers, "s SATISFIABLE\nv 1 2 0\n").expect("a file");
    assert_eq!(answer(&["decode", text(&corpus), text(&answers)]).0, Some(1));
    let wrong = bench.path("wrong.txt");
    fs::write(&wrong, "# expect: multiple\n....1.3.431.2...\n").expect("a file");
    let rows = ["--csv", "--no-probe", "-b", "candidates/mrv", "--jobs", "1"];
    assert_eq!(answer(&[&[text(&wrong)], &rows[..]].concat()).0, Some(1));
}

#[test]
fn an_option_of_another_program_is_answered_in_one_line() {
    for (arguments, advice) in [
        (&["a.txt", "--runs", "5"][..], "--reps N sets the number of repetitions"),
        (&["a.txt", "--export-json", "x.json"], "--format json prints JSON"),
        (&["a.txt", "--backends", "x.toml"], "the option is now called --external-file"),
        (&["draw", "a.txt", "-s"], "the option is now called --no-solution"),
        (&["a.txt", "--format", "sdk"], "use --notation sdk"),
    ] {
        let (code, out, errors) = answer(arguments);
        assert_eq!((code, &*out, errors.lines().count()), (Some(2), "", 1), "{errors}");
        assert!(errors.starts_with("error: ") && errors.contains(advice), "{errors}");
    }
}

#[test]
fn help_is_no_error() {
    for arguments in [&["--help"][..], &["-h"], &["run", "--help"], &["backend", "check", "-h"]] {
        let (code, out, errors) = answer(arguments);
        assert_eq!((code, &*errors), (Some(0), ""), "{arguments:?}");
        assert!(out.contains("Usage: harness"), "{out}");
    }
    assert_eq!(answer(&[]).0, Some(2));
}

#[test]
fn the_word_help_asks_for_help() {
    for (words, same) in [
        (&["help"][..], &["--help"][..]),
        (&["help", "count"], &["count", "--help"]),
        (&["help", "study", "run"], &["study", "run", "--help"]),
    ] {
        let helped = answer(words);
        assert_eq!((helped.0, &helped), (Some(0), &answer(same)));
    }
}

#[test]
fn a_word_is_a_file_and_cells_are_none() {
    for command in
        [&["solve", "nosuch"][..], &["count", "nosuch"], &["lesson", "nosuch", "-o", "a.html"]]
    {
        let (code, _, errors) = answer(command);
        assert!(
            code == Some(2) && errors.contains("cannot open nosuch: "),
            "{command:?}: {errors}"
        );
    }
    for command in ["check", "rate", "run"] {
        let (code, _, errors) = answer(&[command, "....1.3.431.2..."]);
        let hint = "cannot open ....1.3.431.2..., expected a file; `-` reads a puzzle from standard input: ";
        assert!(code == Some(2) && errors.contains(hint), "{command}: {errors}");
    }
}

#[test]
fn seeds_out_of_range_and_without_a_use_are_refused() {
    for seed in ["-1", "99999999999999999999", "x"] {
        let (code, _, errors) = answer(&["generate", "--seed", seed]);
        assert_eq!(code, Some(2));
        assert!(errors.contains("expected a number from 0 to 18446744073709551615"), "{errors}");
    }
    let (code, _, errors) = answer(&["count", "queens:4", "--seed", "5"]);
    assert!(code == Some(2) && errors.contains("--sample <N>"), "{errors}");
}

#[test]
fn names_of_families_lead_to_their_parameters() {
    for (problem, message) in [
        ("queens", "cannot open queens, expected queens:N"),
        ("QUEENS:4", "cannot open QUEENS:4, did you mean queens:4?"),
        ("langford:1", "no option, and so no solution"),
    ] {
        let (code, _, errors) = answer(&["count", problem]);
        assert!(code == Some(2) && errors.contains(message), "{errors}");
    }
}

#[test]
fn shells_complete_subcommands_options_and_backends() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (code, script, errors) = answer(&["completions", shell]);
        assert_eq!((code, &*errors), (Some(0), ""), "{shell}");
        for word in ["report", "node-limit", "backend-not"] {
            assert!(script.contains(word), "{shell} lacks {word}");
        }
    }
    for shell in ["bash", "fish", "zsh"] {
        let (_, script, _) = answer(&["completions", shell]);
        assert!(script.contains("candidates/mrv") && script.contains("cover/dlx"), "{shell}");
    }
    assert_eq!(answer(&["completions", "tcsh"]).0, Some(2));
}

#[test]
fn there_is_a_manual_page_for_every_subcommand() {
    let (code, page, _) = answer(&["man"]);
    assert_eq!(code, Some(0));
    assert!(page.contains(".TH harness 1") && page.contains("external"), "{page}");
    let bench = Bench::new("");
    let folder = bench.path("");
    assert_eq!(answer(&["man", text(&folder)]).0, Some(0));
    for name in ["harness", "harness-run", "harness-rank", "harness-backend-check"] {
        let page = fs::read_to_string(bench.path(&format!("{name}.1"))).expect(name);
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
    assert!(!bench.path("harness-child.1").exists(), "what runs start themselves is not for users");
}

#[test]
fn none_is_no_limit() {
    let bench = Bench::new(PUZZLE);
    let corpus = bench.path("corpus.txt");
    let limits = ["timeout", "node-limit", "max-rounds", "max-solutions", "memory-limit"];
    let none: Vec<String> = limits.iter().map(|it| format!("--{it}=none")).collect();
    let mut arguments = vec!["run", text(&corpus), "--csv", "--task", "count", "--no-probe"];
    arguments.extend(["-b", "candidates/rounds", "-b", "cover/dlx"]);
    arguments.extend(none.iter().map(String::as_str));
    let (code, rows, errors) = answer(&arguments);
    assert_eq!((code, rows.lines().count()), (Some(0), 3), "{errors}");
    for arguments in [
        &["check", text(&corpus), "--unique", "--timeout", "none"][..],
        &["rate", text(&corpus), "--timeout", "none", "--stars"],
        &["graph", "classic4", "--timeout", "none"],
        &["solve", text(&corpus), "--timeout", "none"],
        &["solve", text(&corpus), "--max-rounds", "none", "--max-hypotheses", "none"],
    ] {
        let (code, _, errors) = answer(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {errors}");
    }
    let (code, _, errors) = answer(&["run", text(&corpus), "--max-rounds", "0"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("expected a whole number from 1, or none"), "{errors}");
}
