use solvers::BACKENDS;

use super::*;

/// Knuth's first example of §7.2.2.1: one cover, of the options 0, 3 and 4.
const TOY: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

fn row(id: &str) -> Backend {
    *BACKENDS.iter().find(|row| row.id == id).expect("a row")
}

#[test]
fn kinds_are_told_by_names_and_by_beginnings() {
    assert_eq!(Kind::of("x/toy.dlx", ""), Some(Kind::Cover));
    assert_eq!(Kind::of("words.xcc.gz", ""), Some(Kind::Cover));
    assert_eq!(Kind::of("a.cnf.zst", ""), Some(Kind::Formula));
    assert_eq!(Kind::of("stdin", "c hello\nc\n\np cnf 3 2\n"), Some(Kind::Formula));
    assert_eq!(Kind::of("queen8_8.col", ""), Some(Kind::Graph));
    assert_eq!(Kind::of("stdin", "c hello\np edge 3 2\n"), Some(Kind::Graph));
    assert_eq!(Kind::of("dlx", "a b\na b\n"), None);
    assert_eq!(Kind::of("hardest.txt", "# a corpus\n53..7"), None);
}

#[test]
fn a_cover_is_answered_and_refereed_as_a_grid_of_its_options() {
    let toy = Kind::Cover.read(TOY).expect("it is Knuth's");
    let puzzle = toy.stand_in().expect("options");
    for id in ["cover/dlx", "cover/bitmatrix", "cover/dancing-cells", "sat/extended.varisat"] {
        let mut solver = toy.prepare(&row(id)).expect("it takes covers");
        let outcome = solver.solve(&puzzle, &Limits::solutions(2));
        let grid = outcome.first.expect("a cover");
        assert_eq!((outcome.solutions, grid.symbols()), (1, &[1, 0, 0, 1, 1, 0][..]), "{id}");
        assert_eq!(toy.check(&grid), Ok(()));
    }
    assert!(toy.check(&Grid::new([1, 0, 0, 1, 0, 0])).is_err());
    assert!(toy.check(&Grid::new([1, 0])).is_err());
    assert!(toy.prepare(&row("candidates/mrv")).is_err());
    assert!(Kind::Cover.read("a b\n").expect("items").stand_in().is_err());
}

#[test]
fn a_formula_goes_to_sat_alone() {
    let formula = Kind::Formula.read("p cnf 2 2\n1 2 0\n-1 -2 0\n").expect("DIMACS");
    let puzzle = formula.stand_in().expect("variables");
    let mut solver = formula.prepare(&row("sat/extended.batsat")).expect("it takes formulas");
    let outcome = solver.solve(&puzzle, &Limits::solutions(9));
    assert_eq!(outcome.solutions, 2);
    assert_eq!(formula.check(&outcome.first.expect("a model")), Ok(()));
    assert!(formula.prepare(&row("cover/dlx")).is_err());
}

#[test]
fn a_graph_goes_to_colouring_alone_and_its_answer_has_a_symbol_for_each_vertex() {
    let text = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    let graph = Kind::Graph.read(text).expect("a pentagon");
    let puzzle = graph.stand_in().expect("vertices");
    assert_eq!((puzzle.geometry().name(), puzzle.geometry().cells()), ("graph", 5));
    for id in ["colour/dsatur", "colour/dsatur-exact", "colour/welsh-powell"] {
        let mut solver = graph.prepare(&row(id)).expect("it takes graphs");
        let grid = solver.solve(&puzzle, &Limits::solutions(1)).first.expect("a colouring");
        assert_eq!((graph.check(&grid), graph.n_colours(&grid)), (Ok(()), Some(3)), "{id}");
    }
    assert!(graph.check(&Grid::new([0, 1, 0, 1, 0])).is_err());
    assert!(graph.prepare(&row("cover/dlx")).is_err());
    assert!(Kind::Graph.read("p edge 0 0\n").expect("no vertex").stand_in().is_err());
}

#[test]
fn hashes_tell_instances_apart_and_do_not_depend_on_names() {
    let hash = |text: &str| Kind::Cover.read(text).expect("a problem").hash();
    assert_eq!(hash("a b\na b\n"), hash("| other names\nx y\nx y\n"));
    assert_ne!(hash("a b\na b\n"), hash("a b\na\nb\n"));
    assert_ne!(hash("a | b\na b\n"), hash("a | b\na b:red\n"));
    assert_ne!(hash("a b\na b\n"), hash("a | b\na b\n"));
}
