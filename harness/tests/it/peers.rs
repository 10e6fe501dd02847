//! `scripts/peers`: definitions of solvers of others, and the programs that speak the protocol for them.
//!
//! No peer is needed. Stand-ins take their places, and a test that lacks an interpreter or a compiler says so.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::bench::{Bench, harness, text};
use crate::outside::has_python;

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/peers");

/// A puzzle with one solution, which singles find.
const EASY: &str =
    ".5......12.8.1.49..1.483752.....75.4....34.1....821.7.1...786...3.249.87..7....3.";

/// Knuth's input and output: the first item with the fewest options first.
const STAND_IN: &str = r#"
import sys
items, *options = [line.split() for line in sys.stdin]
limit, found = int(sys.argv[2][1:]), 0
def search(left, chosen):
    global found
    if found == limit:
        return
    if not left:
        found += 1
        print(f"{found}:", *(" " + " ".join(it[1:] + it[:1]) + " (1 of 1)" for it in chosen), sep="\n")
        return
    fits = [it for it in options if left.issuperset(it)]
    item = min(sorted(left), key=lambda item: sum(item in it for it in fits))
    for option in [it for it in fits if item in it]:
        search(left - set(option), chosen + [option])
search(set(items), [])
"#;

/// Solvers in C++: a search in reading order.
const FUNCTION: &str = r#"
#include <cstring>
#include "protocol.h"

static size_t search(char *cells, size_t limit, char *grid) {
    const char *open = strchr(cells, '.');
    if (!open) return memcpy(grid, cells, 81), 1;
    const int cell = open - cells;
    size_t found = 0;
    for (char symbol = '1'; symbol <= '9' && found < limit; ++symbol) {
        bool fits = true;
        for (int i = 0; i < 9; ++i) {
            const int block = cell / 27 * 27 + cell % 9 / 3 * 3 + i / 3 * 9 + i % 3;
            fits &= cells[cell / 9 * 9 + i] != symbol && cells[i * 9 + cell % 9] != symbol && cells[block] != symbol;
        }
        if (!fits) continue;
        cells[cell] = symbol;
        found += search(cells, limit - found, grid);
        cells[cell] = '.';
    }
    return found;
}

static size_t count(const char *puzzle, size_t limit) {
    char cells[82], grid[81];
    return search(strcpy(cells, puzzle), limit, grid);
}

static void solve(const char *puzzle, char *grid) {
    char cells[82];
    search(strcpy(cells, puzzle), 1, grid);
}

int main() { return serve("toy", "1", count, solve); }
"#;

#[test]
fn a_peer_without_a_program_is_named_and_skipped() {
    let bench = Bench::new("");
    for name in ["tdoku", "fsss2", "kudoku", "dlx1"] {
        let run = |program: &str| {
            let script = Path::new(SCRIPTS).join(format!("{name}.sh"));
            let folders = [bench.path("built"), bench.path("")];
            let mut command = Command::new(script);
            command.args(folders).env(name.to_uppercase(), program).output().expect("a script")
        };
        let output = run("");
        assert_eq!(output.status.code(), Some(1));
        let expected = format!("{name} is skipped: {} names no program\n", name.to_uppercase());
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
        let output = run("/bin/true");
        let definition = String::from_utf8_lossy(&output.stdout);
        assert!(definition.contains(&format!("id = \"external/{name}\"\n")), "{definition}");
        assert!(definition.contains(&format!("built/bin/{name}\"\n")), "{definition}");
    }
}

#[test]
fn exact_cover_problems_of_puzzles_are_answered_by_the_program_of_knuths_format() {
    if !has_python() {
        return;
    }
    let bench = Bench::new("");
    let program = bench.path("stand-in");
    fs::write(&program, format!("#!/usr/bin/env python3{STAND_IN}")).expect("a program");
    let is_run = Command::new("chmod").arg("+x").arg(&program).status().expect("chmod");
    assert!(is_run.success());
    let mut child = Command::new("python3")
        .arg(Path::new(SCRIPTS).join("dlx1_protocol.py"))
        .arg(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    let several = EASY.replace("1.49", "....").replace("483752", "4..7..");
    let clash = EASY.replace(".5......1", ".51.....1");
    let mut input = child.stdin.take().expect("a pipe");
    for (id, cells) in [(1, EASY), (2, &several), (3, &clash)] {
        writeln!(input, "solve {id} {cells} geometry=1 task=unique").expect("a line");
    }
    drop(input);
    let printed = child.wait_with_output().expect("output").stdout;
    let printed = String::from_utf8(printed).expect("text");
    let words: Vec<Vec<&str>> = printed.lines().map(|line| line.split(' ').collect()).collect();
    assert_eq!(words[1][..3], ["result", "1", "unique"], "{printed}");
    let solution = words[1][4].bytes().zip(EASY.bytes());
    assert!(solution.into_iter().all(|(ours, given)| given == b'.' || ours == given), "{printed}");
    assert_eq!(words[2][..3], ["result", "2", "multiple"], "{printed}");
    assert_eq!(words[3][..3], ["result", "3", "impossible"], "{printed}");
}

#[test]
fn a_function_in_cpp_becomes_a_program_that_the_conformance_suite_accepts() {
    let bench = Bench::new("");
    let (source, program) = (bench.path("toy.cc"), bench.path("toy"));
    fs::write(&source, FUNCTION).expect("a file");
    let arguments = ["-std=c++17", "-O2", "-Wall", "-Werror", "-I", SCRIPTS, "-o"];
    let compiled = Command::new("c++").args(arguments).arg(&program).arg(&source).status();
    let Ok(compiled) = compiled else {
        return eprintln!("SKIPPED: there is no c++");
    };
    assert!(compiled.success());
    let arguments =
        ["backend", "check", "external/toy", "--only", "easy", "--external", text(&program)];
    let output = harness(&arguments);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(printed.contains("ok       easy: solved, unique"), "{printed}");
}
