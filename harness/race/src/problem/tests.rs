use std::fs;
use std::path::Path;

use board::instance::MaxAnnounced;
use solvers::{BACKENDS, Backend, Limits};

use super::*;

/// Knuth's first example in §7.2.2.1: one cover, by the options 0, 3 and 4.
const TOY: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

fn row(id: &str) -> Backend {
    *BACKENDS.iter().find(|row| row.id == id).expect("a row")
}

#[test]
fn kinds_are_told_by_names_and_by_beginnings() {
    assert_eq!(FileKind::of("x/toy.dlx", ""), Some(FileKind::Cover));
    assert_eq!(FileKind::of("words.xcc.gz", ""), Some(FileKind::Cover));
    assert_eq!(FileKind::of("a.cnf.zst", ""), Some(FileKind::Formula));
    assert_eq!(FileKind::of("stdin", "c hello\nc\n\np cnf 3 2\n"), Some(FileKind::Formula));
    assert_eq!(FileKind::of("kts15.ec.gz", ""), Some(FileKind::Sets));
    assert_eq!(FileKind::of("stdin", "c sets\np ec 3\n"), Some(FileKind::Sets));
    assert_eq!(FileKind::of("rows.txt", "3 2\n2 1 3\n1 2\n"), Some(FileKind::Rows));
    assert_eq!(FileKind::of("spp.txt", "3 2\n70 2 1 3\n-4 1 2\n"), Some(FileKind::PricedRows));
    assert_eq!(FileKind::of("queen8_8.col", ""), Some(FileKind::Graph));
    assert_eq!(FileKind::of("stdin", "c hello\np edge 3 2\n"), Some(FileKind::Graph));
    assert_eq!(FileKind::of("Toy.XCC.GZ", ""), Some(FileKind::Cover));
    assert_eq!(FileKind::of("stdin", "r1 c1 | a1\nr1 a1\nc1\n"), Some(FileKind::Cover));
    assert_eq!(FileKind::of("stdin", "p dnf 3 2\n"), Some(FileKind::Formula));
    assert_eq!(FileKind::of("dlx", "a b\na b\n"), None);
    assert_eq!(FileKind::of("hardest.txt", "# a corpus\n53..7"), None);
}

#[test]
fn no_text_of_puzzles_looks_like_another_problem() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets")];
    let mut n_files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text");
            let bare: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
            for text in [&text, &bare.join("\n")] {
                assert_eq!(FileKind::of("stdin", text), None, "{}", path.display());
            }
            n_files += 1;
        }
    }
    assert!(n_files > 40, "{n_files} files");
}

#[test]
fn formats_that_are_not_read_are_refused_by_name() {
    for (name, text, error) in [
        ("a.wcnf", "h 1 0\n", "1:1: a formula with weights, expected one without"),
        ("stdin", "c x\np wcnf 1 1 9\n9 1 0\n", "1:1: a formula with weights"),
        ("a.opb", "+1 x1 >= 1 ;\n", "1:1: linear constraints (OPB), expected"),
        ("stdin", "* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n", "1:1: linear constraints"),
        (
            "a.cnf",
            "p dnf 1 1\n1 0\n",
            "1:1: \"p dnf 1 1\", expected `p cnf VARIABLES CLAUSES`: form",
        ),
    ] {
        let kind = FileKind::of(name, text).expect("it is recognised");
        let refused = kind.read(text).unwrap_err().to_string();
        assert!(refused.starts_with(error), "{refused}");
    }
}

/// Reads a text as standard input is read.
fn read_with_note(text: &str) -> (AnyProblem, Option<String>) {
    let kind = FileKind::of("stdin", text).expect("it is recognised");
    kind.read_within(text, MaxAnnounced::default()).expect("a problem")
}

#[test]
fn the_whole_text_decides_whether_rows_have_costs() {
    // As costs, 2 and 1 are lengths, too, in the first two lines.
    let text = "3 3\n2 1 3\n3 2 1 3\n";
    let costs = |text: &str| {
        let (problem, note) = read_with_note(text);
        let AnyProblem::Cover(cover) = problem else { panic!("a cover") };
        (cover.costs().to_vec(), note.is_some())
    };
    assert_eq!(costs(&format!("{text}7 1 2\n")), (vec![2, 3, 7], false));
    assert_eq!(costs(&format!("{text}1 2\n")), (vec![0, 0, 0], false));
    assert_eq!(costs(&format!("{text}2 1 2\n")), (vec![0, 0, 0], true));
}

#[test]
fn a_formula_that_asks_for_another_count_is_noted() {
    let formula = "p cnf 2 1\n1 2 0\n";
    for (comment, asked) in [
        ("c t pmc", Some("a projected count")),
        ("c p show 1 0", Some("a projected count")),
        ("c ind 1 0", Some("a projected count")),
        ("c p weight 1 0.5 0", Some("a weighted count")),
        ("c t mc", None),
        ("c prose", None),
    ] {
        let note = read_with_note(&format!("{comment}\n{formula}")).1;
        assert_eq!(note.is_some(), asked.is_some(), "{comment}");
        assert!(asked.is_none_or(|asked| note.unwrap_or_default().contains(asked)), "{comment}");
    }
}

/// Returns the first answer of a backend, and the number of solutions.
fn solved(id: &str, problem: &AnyProblem) -> (AnyAnswer, u64) {
    let mut solver = AnySolver::prepare(&row(id), problem).expect("it takes such problems");
    let outcome = solver.solve(problem, &Limits::solutions(9));
    (outcome.first.expect("an answer"), outcome.solutions)
}

/// Asserts that the text of an answer parses to the same answer.
#[track_caller]
fn check_texts(problem: &AnyProblem, answer: &AnyAnswer, text: &str) {
    assert_eq!(problem.text_of(answer).as_deref(), Some(text));
    let standard = problem.standard_text_of(answer).expect("it fits");
    assert_eq!(problem.read_standard(&standard).as_ref(), Ok(answer));
    assert!(problem.read_standard(&standard[1..]).is_err());
}

#[test]
fn a_cover_has_a_character_for_each_option() {
    let toy = FileKind::Cover.read(TOY).expect("it is Knuth's");
    for id in ["cover/dlx", "cover/bitmatrix", "cover/dancing-cells", "sat/extended.varisat"] {
        assert_eq!(solved(id, &toy), (AnyAnswer::Options(vec![0, 3, 4]), 1), "{id}");
    }
    check_texts(&toy, &AnyAnswer::Options(vec![0, 3, 4]), "100110");
    assert_eq!(toy.check(&AnyAnswer::Options(vec![0, 3, 4])), Ok(()));
    assert!(toy.check(&AnyAnswer::Options(vec![0, 3])).is_err());
    assert!(toy.check(&AnyAnswer::Model(vec![true; 6])).is_err());
    assert_eq!(toy.text_of(&AnyAnswer::Options(vec![6])), None);
    assert!(AnySolver::prepare(&row("candidates/mrv"), &toy).is_err());
    assert!(FileKind::Cover.read("a b\n").expect("items").is_not_empty().is_err());
}

#[test]
fn a_formula_goes_to_sat_alone() {
    let formula = FileKind::Formula.read("p cnf 2 2\n1 2 0\n-1 -2 0\n").expect("DIMACS");
    let (answer, solutions) = solved("sat/extended.batsat", &formula);
    assert_eq!((formula.check(&answer), solutions), (Ok(()), 2));
    check_texts(&formula, &AnyAnswer::Model(vec![true, false]), "10");
    assert!(AnySolver::prepare(&row("cover/dlx"), &formula).is_err());
}

#[test]
fn a_graph_goes_to_colouring_alone_and_its_answer_has_a_character_for_each_vertex() {
    let text = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    let graph = FileKind::Graph.read(text).expect("a pentagon");
    assert_eq!(graph.geometry_name(), "graph");
    for id in ["colour/dsatur", "colour/dsatur-exact", "colour/welsh-powell"] {
        let (answer, _) = solved(id, &graph);
        assert_eq!((graph.check(&answer), answer.n_colours()), (Ok(()), Some(3)), "{id}");
    }
    check_texts(&graph, &AnyAnswer::Colours(vec![0, 1, 0, 1, 2]), "12123");
    assert!(graph.check(&AnyAnswer::Colours(vec![0, 1, 0, 1, 0])).is_err());
    assert!(AnySolver::prepare(&row("cover/dlx"), &graph).is_err());
    let nothing = FileKind::Graph.read("p edge 0 0\n").expect("no vertex");
    assert!(nothing.is_not_empty().is_err());
}

#[test]
fn a_proof_is_asked_of_whoever_writes_proofs() {
    let toy = FileKind::Cover.read(TOY).expect("it is Knuth's");
    let mut prover = AnyProver::prepare(&row("sat/extended.cdcl"), &toy).expect("it proves");
    let known = AnyAnswer::Options(vec![0, 3, 4]);
    let certificate = prover.certify(&toy, Some(&known), &Limits::solutions(1));
    assert!(matches!(certificate.refutation, solvers::Refutation::Proved(_)));
    assert!(AnyProver::prepare(&row("cover/dlx"), &toy).is_none());
}

#[test]
fn hashes_tell_instances_apart_and_do_not_depend_on_names() {
    let hash = |text: &str| FileKind::Cover.read(text).expect("a problem").hash();
    assert_eq!(hash("a b\na b\n"), hash("| other names\nx y\nx y\n"));
    assert_ne!(hash("a b\na b\n"), hash("a b\na\nb\n"));
    assert_ne!(hash("a | b\na b\n"), hash("a | b\na b:red\n"));
    assert_ne!(hash("a b\na b\n"), hash("a | b\na b\n"));
}

#[test]
fn a_grid_has_the_standard_characters_whatever_the_corpus_uses() {
    let geometry = board::catalog::named("classic4").expect("a geometry");
    let letters = geometry.with_alphabet(board::Alphabet::new("abcd").expect("letters"));
    let geometry = Arc::new(letters.expect("four of them"));
    let puzzle = AnyProblem::Puzzle(Puzzle::empty(geometry));
    let answer = puzzle.read_standard("3421123443122143").expect("a grid");
    assert_eq!(puzzle.text_of(&answer).as_deref(), Some("cdbaabcddcabbadc"));
    assert_eq!(puzzle.standard_text_of(&answer).as_deref(), Some("3421123443122143"));
    assert_eq!(puzzle.check(&answer), Ok(()));
    assert!(puzzle.read_standard("342112344312214").is_err());
    assert!(puzzle.read_standard("3421123443122149").is_err());
}
