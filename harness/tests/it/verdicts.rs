//! What is believed: answers against each other, against proofs, and against what a corpus says.

use std::fs;
use std::time::Duration;

use board::{Geometry, Puzzle};
use harness::cmd::End;
use record::{Certified, Row, Status, Verified};
use solvers::candidates::mrv::MRV;
use solvers::{BACKENDS, Backend, Limits, Outcome, Solver, Stop, Takes, Unsupported};

use crate::bench::{Bench, Ran, rows, text, unseal};
use crate::instances::{bench, errors, harness, printed};

fn named(ids: &[&str]) -> Vec<Backend> {
    BACKENDS.iter().filter(|row| ids.contains(&row.id)).copied().collect()
}

fn known(rows: &[Row]) -> Vec<(Status, Verified)> {
    rows.iter().map(|row| (row.status, row.verified)).collect()
}

/// Returns a run of two honest rows of different origin.
fn run(corpus: &str, arguments: &[&str]) -> Ran {
    Bench::new(corpus).run(&named(&["candidates/mrv", "cover/dlx"]), arguments)
}

const DIGITS: &str = "1.3434.22.4343.1 one\n";
const LETTERS: &str = "# symbols: letters\nA.CDCD.BB.DCDC.A two\n";
const WORD: &str = "# symbols: WORD\nW.RDRD.OO.DRDR.W three\n";

#[test]
fn a_puzzle_in_several_alphabets_is_one_puzzle_with_one_grid() {
    let ran = run(&[DIGITS, LETTERS, WORD].concat(), &["--jobs", "1"]);
    assert_eq!(ran.end, End::Well, "{}", ran.printed);
    assert_eq!(known(&ran.rows), [(Status::Unique, Verified::Yes); 6]);
    let shown = |row: &Row| (row.solution.clone(), row.symbols.clone());
    let [one, two, three] = ["one", "two", "three"]
        .map(|name| shown(ran.rows.iter().find(|row| &*row.puzzle == name).expect("its row")));
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(one, (some("1234341221434321"), some("1234")));
    assert_eq!(two, (some("ABCDCDABBADCDCBA"), some("ABCD")));
    assert_eq!(three, (some("WORDRDWOOWDRDROW"), some("WORD")));
}

#[test]
fn hexadecimal_digits_from_0_and_from_1_are_the_same_puzzle() {
    // Row r is the first one, moved by 4 for each row of a band and by 1 for each band.
    let symbol = |cell: usize| (cell / 16 % 4 * 4 + cell / 64 + cell % 16) % 16;
    let written = |symbols: &str| -> String {
        let character = |symbol| symbols.chars().nth(symbol).expect("16 symbols");
        let cell = |cell| if cell < 240 { character(symbol(cell)) } else { '.' };
        (0..256).map(cell).collect()
    };
    let from_0 = format!("# symbols: 0123456789ABCDEF\n{}\n", written("0123456789ABCDEF"));
    let from_1 = format!("# symbols: 123456789ABCDEFG\n{}\n", written("123456789ABCDEFG"));
    let corpus = format!("# geometry: classic16\n{from_0}{from_1}");
    let ran = run(&corpus, &["--jobs", "1"]);
    assert_eq!(known(&ran.rows), [(Status::Unique, Verified::Yes); 4], "{}", ran.printed);
    assert_eq!(ran.rows[0].puzzle_hash, ran.rows[3].puzzle_hash);
}

#[test]
fn runs_of_one_puzzle_in_two_alphabets_rank_together_also_from_older_rows() {
    let without_symbols = |folder: &std::path::Path| {
        let path = folder.join("rows.csv");
        let mut reader = csv::Reader::from_path(&path).expect("rows");
        let heads = reader.headers().expect("a header").clone();
        let old = heads.iter().map(|name| !["symbols", "contradicts"].contains(&name));
        let old: Vec<bool> = old.collect();
        let cut = |record: &csv::StringRecord| -> csv::StringRecord {
            record.iter().zip(&old).filter(|(_, old)| **old).map(|(field, _)| field).collect()
        };
        let records: Vec<_> = reader.records().map(|record| record.expect("a row")).collect();
        let mut writer = csv::Writer::from_path(&path).expect("a file");
        [&heads].into_iter().chain(&records).for_each(|it| writer.write_record(&cut(it)).unwrap());
        writer.flush().expect("a file");
        unseal(folder);
    };
    for n_old in 0..3 {
        let bench = bench(&[("a.txt", DIGITS), ("b.txt", LETTERS)]);
        for (place, name) in ["a", "b"].into_iter().enumerate() {
            let (file, out) = (format!("@{name}.txt"), format!("@{name}"));
            let rows = ["-b", "candidates/mrv", "-b", "cover/dlx", "--no-probe", "-o"];
            let ran = harness(&bench, &[&[&*file], &rows[..], &[&*out]].concat());
            assert_eq!(ran.status.code(), Some(0), "{}", errors(&ran));
            if place < n_old {
                without_symbols(&bench.path(name));
            }
        }
        let merged = harness(&bench, &["merge", "@a", "@b", "-o", "@both"]);
        assert_eq!(merged.status.code(), Some(0), "{}", errors(&merged));
        for runs in [&["@a", "@b"][..], &["@both"]] {
            let ranked = printed(&harness(&bench, &[&["rank", "--json"], runs].concat()));
            let ranked: serde_json::Value = serde_json::from_str(&ranked).expect("JSON");
            for line in ranked["rankings"][0]["lines"].as_array().expect("lines") {
                let counted = [&line["solved"], &line["verified"], &line["wrong"]];
                assert_eq!(counted, [1, 1, 0], "{n_old} older runs, {runs:?}: {line}");
            }
        }
    }
}

#[test]
fn what_propagation_refutes_is_certified_without_a_step_and_verified() {
    let bench = bench(&[]);
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../datasets/impossible.txt");
    let row = ["-b", "sat/reduced.varisat", "--certify", "--no-probe", "-o", "@run"];
    let ran = harness(&bench, &[&[corpus], &row[..]].concat());
    assert_eq!(ran.status.code(), Some(0), "{}", printed(&ran));
    for row in rows(&bench.path("run")) {
        let found = (row.status, row.verified, row.certified);
        assert_eq!(found, (Status::Impossible, Verified::Yes, Some(Certified::Yes)));
    }
}

/// One solution, which no corpus claims; and none.
const SILENT: &str = "....1.3.431.2... one\n11.............. clash\n";

#[test]
fn a_proof_that_holds_verifies_its_answer_and_that_of_others() {
    let ids = ["sat/extended.batsat", "sat/extended.varisat"];
    let alone = Bench::new(SILENT).run(&named(&ids), &[]);
    assert!(alone.rows.iter().all(|row| row.verified == Verified::Unchecked), "one encoding");
    let proved = Bench::new(SILENT).run(&named(&ids), &["--certify"]);
    assert!(proved.rows.iter().all(|row| row.verified == Verified::Yes), "{}", proved.printed);
    let certified = proved.rows.iter().filter(|row| row.certified == Some(Certified::Yes));
    assert_eq!(certified.count(), 2, "batsat writes no proofs");
}

#[test]
fn engines_of_different_origin_vouch_for_each_other_where_nothing_is_encoded() {
    let formula = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
    let cover = "a b c\na b\nb c\n";
    let verified = |ids: &[&str]| {
        let bench = bench(&[("none.cnf", formula), ("none.dlx", cover)]);
        let rows: Vec<&str> = ids.iter().flat_map(|id| ["-b", id]).collect();
        let files = ["@none.cnf", "@none.dlx", "--no-probe", "-o", "@run"];
        let ran = harness(&bench, &[&files[..], &rows].concat());
        assert_eq!(ran.status.code(), Some(0), "{}", printed(&ran));
        let rows = crate::bench::rows(&bench.path("run"));
        ["formula", "exact-cover"].map(|kind| {
            let mut of_kind = rows.iter().filter(|row| &*row.geometry == kind);
            of_kind.all(|row| row.verified == Verified::Yes)
        })
    };
    assert_eq!(verified(&["sat/extended.varisat", "sat/extended.batsat"]), [true, false]);
    assert_eq!(verified(&["sat/extended.varisat", "sat/extended.cdcl"]), [true, false]);
    assert_eq!(verified(&["sat/extended.cdcl", "sat/extended.dpll"]), [false, false]);
}

#[test]
fn a_corpus_that_verified_answers_contradict_is_listed_and_fails() {
    let corpus = "# expect: unique\n1............... several\n....1.3.431.2... right\n\
                  # expect: 287\n................ counted\n# expect: satisfiable\n11.............. none\n";
    let check = |arguments: &[&str], end| {
        let ran = run(corpus, arguments);
        assert_eq!(ran.end, end, "{}", ran.printed);
        ran
    };
    let ran = check(&[], End::Failed);
    assert!(ran.rows.iter().all(|row| row.verified == Verified::Yes && row.error.is_none()));
    for line in [
        "corpus error: several of corpus: it states exactly one solution; found more than one solution",
        "corpus error: none of corpus: it states a solution; found no solution",
        "8 of 8 answers verified; they contradict 2 statements of the corpus.",
    ] {
        assert!(ran.printed.contains(line), "{}", ran.printed);
    }
    assert_eq!(ran.printed.matches("corpus error").count(), 2, "{}", ran.printed);
    check(&["--corpus-errors", "warn"], End::Well);
    let counts = check(&["--task", "count"], End::Failed);
    let line = "counted of corpus: it states exactly 287 solutions; found exactly 288 solutions";
    assert!(counts.printed.contains(line), "{}", counts.printed);
}

#[test]
fn an_answer_alone_against_the_corpus_is_disputed() {
    let corpus = "# expect: multiple\n....1.3.431.2... one\n";
    let ran = Bench::new(corpus).run(&named(&["cover/dlx"]), &[]);
    assert_eq!(
        (ran.end, known(&ran.rows)),
        (End::Failed, vec![(Status::Unique, Verified::Disputed)])
    );
    assert!(ran.printed.starts_with("disputed: cover/dlx on one: the corpus says more than one"));
    let ran = Bench::new(corpus).run(&named(&["sat/extended.cdcl"]), &["--certify"]);
    assert_eq!(known(&ran.rows), [(Status::Unique, Verified::Yes)], "a proof settles it");
    assert!(ran.printed.starts_with("corpus error: one of corpus"), "{}", ran.printed);
}

#[test]
fn a_solution_that_is_none_is_an_error_of_its_table() {
    let table = "puzzle,solution\n1.3434.22.4343.1,1234341221434321\n\
                 1.3434.22.4343..,1234341221434322\n";
    let ran = run(table, &[]);
    assert_eq!(ran.end, End::Failed);
    assert!(ran.rows.iter().all(|row| row.verified == Verified::Yes));
    let line = "corpus error: corpus:3 of corpus: it states an incorrect solution: ";
    assert!(ran.printed.starts_with(line), "{}", ran.printed);
    assert_eq!(ran.printed.matches("corpus error").count(), 1, "{}", ran.printed);
}

#[test]
fn satisfiability_and_chromatic_numbers_are_held_against_what_is_found() {
    let triangle = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n";
    let bench = bench(&[
        ("wrong.cnf", "c expect: satisfiable\np cnf 1 2\n1 0\n-1 0\n"),
        ("right.cnf", "c expect: unsatisfiable\np cnf 1 2\n1 0\n-1 0\n"),
        ("covers.dlx", "| expect: 2\na b\na\nb\n"),
        ("four.col", &format!("c expect: 4\n{triangle}")),
        ("three.col", &format!("c expect: 3 colours\n{triangle}")),
    ]);
    let files = ["wrong.cnf", "right.cnf", "covers.dlx", "four.col", "three.col"];
    let files: Vec<String> = files.iter().map(|name| format!("@{name}")).collect();
    let rows = ["sat/extended.varisat", "sat/extended.batsat", "cover/dlx", "colour/dsatur-exact"];
    let rows: Vec<&str> = rows.iter().flat_map(|id| ["-b", id]).collect();
    let files: Vec<&str> = files.iter().map(|it| &**it).collect();
    let ran = harness(&bench, &[&files[..], &rows, &["--no-probe", "-o", "@run"]].concat());
    let printed = printed(&ran);
    assert_eq!(ran.status.code(), Some(1), "{printed}");
    for line in [
        "wrong of wrong: it states a solution; found no solution",
        "four of four: it states 4 colours; found 3 colours",
        "covers of covers: it states exactly 2 solutions; found exactly one solution",
    ] {
        assert!(printed.contains(&format!("corpus error: {line}")), "{line} in {printed}");
    }
    assert_eq!(printed.matches("corpus error").count(), 3, "{printed}");
    fs::write(bench.path("bad.col"), format!("c expect: few\n{triangle}")).expect("a file");
    let ran = harness(&bench, &["@bad.col", "-b", "colour/dsatur", "--no-probe", "-o", "@bad"]);
    let told = errors(&ran);
    assert!(told.contains("bad.col:1:11: \"few\" is not a chromatic number"), "{told}");
}

/// Returns a program of others that answers every puzzle with a line, in which `ID` is that of the
/// puzzle.
#[cfg(unix)]
fn beside(line: &str, corpus: &str, arguments: &[&str]) -> Ran {
    let bench = Bench::new(corpus);
    let script = format!(
        "echo 'hello sudoku-backend/1 name=liar version=1'\nwhile read verb id rest\ndo\n\
         [ $verb = solve ] && echo \"result $id {line}\"\ndone\n"
    );
    fs::write(bench.path("liar.sh"), script).expect("a file");
    let external = format!("sh {}", text(&bench.path("liar.sh")));
    let fixed = ["--external", &external, "--program", env!("CARGO_BIN_EXE_harness")];
    let honest = named(&["candidates/mrv", "cover/dlx"]);
    bench.run(&honest, &[&fixed[..], arguments].concat())
}

#[cfg(unix)]
#[test]
fn a_claim_without_its_proof_convicts_nobody() {
    let grid = "1234341221434321";
    let unknown = (Status::Unknown, Verified::Unchecked);
    for (line, corpus, task, expected) in [
        (format!("multiple 5 {grid} second=-"), DIGITS, "unique", unknown),
        (format!("unique 5 {grid} solutions=1000000"), DIGITS, "unique", unknown),
        ("solved 5 -".into(), DIGITS, "first", unknown),
        ("impossible 5 -".into(), DIGITS, "unique", (Status::Wrong, Verified::No)),
        (
            format!("counted 5 {grid} second=2143432112343412 solutions=5"),
            "................ empty\n",
            "count",
            (Status::Wrong, Verified::No),
        ),
    ] {
        let ran = beside(&line, corpus, &["--task", task, "--jobs", "1"]);
        let (told, honest): (Vec<Row>, Vec<Row>) =
            ran.rows.into_iter().partition(|row| row.backend == "external/liar");
        assert_eq!(known(&told), [expected], "{line}: {told:?}");
        assert_eq!(honest.len(), 2);
        assert!(honest.iter().all(|row| row.verified == Verified::Yes), "{line}: {honest:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_claim_against_a_claim_is_a_dispute() {
    let line = "counted 5 1234341221434321 second=2143432112343412 solutions=5";
    let ran = beside(line, "................ empty\n", &["--task", "count", "-B", "cover/dlx"]);
    let disputed = (Status::Counted, Verified::Disputed);
    assert_eq!((ran.end, known(&ran.rows)), (End::Failed, vec![disputed; 2]), "{}", ran.printed);
    let mut named: Vec<&str> =
        ran.rows.iter().filter_map(|row| row.contradicts.as_deref()).collect();
    named.sort_unstable();
    let claims = ["other backends claim 288 solutions", "other backends claim 5 solutions"];
    assert_eq!(named, claims);
    assert!(
        ran.printed.contains("candidates/mrv on empty: other backends claim 5 solutions"),
        "{}",
        ran.printed
    );
    assert!(!ran.printed.contains("corpus error"), "{}", ran.printed);
}

#[cfg(unix)]
#[test]
fn a_ranking_counts_verified_answers_beside_claimed_ones() {
    let ran = |line: &str, folder: &str, filter: &[&str]| {
        let bench = Bench::new("11.............. clash\n");
        let script = format!(
            "echo 'hello sudoku-backend/1'\nwhile read v id x\ndo\n[ $v = solve ] && echo \"result $id {line}\"\ndone\n"
        );
        fs::write(bench.path("liar.sh"), script).expect("a file");
        let external = format!("sh {}", text(&bench.path("liar.sh")));
        let fixed = ["@corpus.txt", "--external", &external, "--no-probe", "-o", folder];
        harness(&bench, &[&fixed[..], filter].concat());
        printed(&harness(&bench, &["rank", folder]))
    };
    let alone = ran("impossible 5 -", "@alone", &["-b", "external/liar"]);
    assert!(alone.contains("verified"), "{alone}");
    assert!(alone.contains("Unverified answers: 1;"), "{alone}");
    let both = ran("impossible 5 -", "@both", &["-b", "external/liar", "-b", "cover/dlx"]);
    assert!(!both.contains("verified"), "{both}");
}

/// Panics when it is warmed up for the second time, and finds no solution of anything from then on.
#[derive(Default)]
struct Fragile {
    n_warmed_up: usize,
    sound: Option<Box<dyn Solver>>,
}

impl Solver for Fragile {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        if limits.time.is_some_and(|time| time <= Duration::from_millis(1)) {
            self.n_warmed_up += 1;
            if self.n_warmed_up == 2 {
                self.sound = None;
                panic!("it breaks");
            }
        }
        match &mut self.sound {
            Some(sound) => sound.solve(puzzle, limits),
            None => Outcome::ended(Stop::Exhausted),
        }
    }
}

#[test]
fn a_solver_that_panicked_while_it_was_warmed_up_is_prepared_anew() {
    fn fragile(geometry: &Geometry) -> Result<Box<dyn Solver>, Unsupported> {
        let sound = MRV.prepare::<Puzzle>(geometry)?;
        Ok(Box::new(Fragile { n_warmed_up: 0, sound: Some(sound) }))
    }
    let row = Backend { id: "candidates/fragile", takes: Takes::puzzles(fragile), ..MRV };
    let corpus = "....1.3.431.2... one\n1.3434.22.4343.1 two\n";
    let ran = Bench::new(corpus).run(&[row], &["--jobs", "1"]);
    let statuses: Vec<Status> = ran.rows.iter().map(|row| row.status).collect();
    assert_eq!(statuses, [Status::Unique; 2], "{}", ran.printed);
}
