//! What `--latex` prints, set by a real LaTeX where there is one.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::bench::{Bench, harness, text};

/// Names full of what LaTeX takes for something else.
const NAMES: [&str; 6] = [
    "50 % & more",
    "a_b^c #3 {x} \\y",
    "<one> | \"two\"",
    "1.5 µs ± 3 × 10 → ∞",
    "[數獨] é ß ð",
    "*--x ~ $y$ `z`",
];

/// Rows of three backends; `factor` is how slow everything is.
fn rows(run: &str, factor: u64) -> String {
    let mut rows = String::from(
        "run_id,backend,version,corpus,puzzle,clues,level,status,verified,wall_ns,nodes,bets,limit_ms\n",
    );
    for puzzle in 0..60_usize {
        let name = format!("{} {puzzle}", NAMES[puzzle % NAMES.len()]).replace('"', "\"\"");
        let time = 1_000 * (puzzle as u64 + 1) * factor;
        for (backend, slower) in [("candidates/mrv", 1), ("cover/dlx", 3), ("sat/a_b.c%", 40)] {
            let level = ["easy", "hard"][puzzle % 2];
            let clues = 20 + puzzle % 8;
            let (status, wall) = if puzzle == 7 && slower == 3 {
                ("timeout", 100_000_000)
            } else {
                ("unique", time * slower)
            };
            rows += &format!(
                "{run},{backend},1,c,\"{name}\",{clues},{level},{status},yes,{wall},9,8,100\n"
            );
        }
    }
    rows
}

/// Sets a plain article with these tables; what it complains of. None without a LaTeX.
fn complaints(folder: &Path, tables: &str) -> Option<Vec<String>> {
    let article = format!(
        "\\documentclass{{article}}\n\\usepackage{{booktabs,graphicx}}\n\\begin{{document}}\n{tables}\n\
         \\end{{document}}\n"
    );
    fs::write(folder.join("article.tex"), article).expect("a file");
    Command::new("pdflatex").arg("--version").output().ok()?;
    let output = Command::new("pdflatex")
        .current_dir(folder)
        .args(["-interaction=nonstopmode", "-halt-on-error", "article.tex"])
        .output()
        .expect("it starts");
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{log}");
    let bad = ["Overfull", "Missing character", "Float too large", "multiply defined", "undefined"];
    Some(
        log.lines()
            .filter(|line| bad.iter().any(|it| line.contains(it)))
            .map(str::to_owned)
            .collect(),
    )
}

#[test]
fn a_plain_article_takes_every_table() {
    let bench = Bench::new("");
    fs::write(bench.path("a.csv"), rows("1", 1)).expect("a file");
    fs::write(bench.path("b.csv"), rows("2", 2)).expect("a file");
    let (a, b) = (bench.path("a.csv"), bench.path("b.csv"));
    let pair = ["compare", "--baseline", "mrv", "-b", "dlx", "-b", "a_b.c%", text(&a), "--latex"];
    for arguments in [
        &["rank", text(&a), "--latex"][..],
        &["rank", text(&a), "--latex", "--by", "clues", "--par-at", "10us,1ms,20ms"],
        &["rank", text(&a), "--latex", "--metric", "nodes"],
        &pair,
        &["diff", text(&a), text(&b), "--latex"],
    ] {
        let output = harness(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
        let tables = String::from_utf8(output.stdout).expect("text");
        for part in ["\\toprule", "\\caption{", "\\label{tab:"] {
            assert!(tables.contains(part), "{part}\n{tables}");
        }
        let Some(complaints) = complaints(&bench.path(""), &tables) else {
            eprintln!("SKIPPED: no article was set, because there is no pdflatex");
            return;
        };
        assert_eq!(complaints, Vec::<String>::new(), "{arguments:?}");
    }
}
