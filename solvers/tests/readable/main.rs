//! The readable editions against their rows: the same solutions and the same number of bets on random
//! puzzles with one, several and no solutions; and their pseudo-code against the events of the rows.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use board::instance::{Formula, Variable};
use board::text::line;
use board::{Graph, Puzzle, catalog, referee};
use generate::{Generator, Grids, Share};
use solvers::logic::pairs::PAIRS;
use solvers::readable::{self, EDITIONS, Edition};
use solvers::sat::encodings::extended;
use solvers::{
    BACKENDS, Backend, Event, EventKind, Limits, Observer, Outcome, Problem, Stop, cover,
};

/// Declares the editions as modules, and a table of their functions in the order of [`EDITIONS`].
macro_rules! editions {
    ($($name:ident $file:literal,)+) => {
        $(
            #[allow(dead_code, unreachable_pub, reason = "an edition is a program, too")]
            #[path = $file]
            mod $name;
        )+

        const SOLVERS: &[Solve] = &[$($name::solve),+];
    };
}

/// Solves a puzzle: returns its solutions up to a limit, and the number of bets.
type Solve = fn(&str, usize) -> (Vec<String>, u64);

/// The same, for one row of an edition.
type SolveAs = dyn Fn(&str, usize) -> (Vec<String>, u64);

editions! {
    naive "../../readable/naive.rs",
    mrv "../../readable/mrv.rs",
    bitboards "../../readable/bitboards.rs",
    bets "../../readable/bets.rs",
    pairs "../../readable/pairs.rs",
    dsatur "../../readable/dsatur.rs",
    bitmatrix "../../readable/bitmatrix.rs",
    dlx "../../readable/dlx.rs",
    dpll "../../readable/dpll.rs",
    cdcl "../../readable/cdcl.rs",
}

/// A search with more nodes is not compared.
const NODES: u64 = 1000;

/// Returns random puzzles of the orders 4 and 9 with any number of solutions, and some without one.
fn puzzles() -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for (name, givens) in [("classic4", 2..8), ("classic9", 22..34)] {
        let geometry = Arc::new(catalog::named(name).expect("a geometry"));
        puzzles.push(Puzzle::empty(geometry.clone()));
        let mut generator = Generator::new(geometry);
        for (given, number) in givens.step_by(2).flat_map(|given| (0..4).map(move |it| (given, it)))
        {
            for share in [Share::Left(given), Share::Assigned(given)] {
                puzzles.extend(generator.with_share(1, number, share, Grids::FewestFirst));
            }
        }
    }
    let parsed = |text: &str| {
        let geometry = catalog::classic(text.len().isqrt()).expect("a classic geometry");
        line::parse(text, &Arc::new(geometry)).expect("a puzzle")
    };
    puzzles.extend(["11..............", "....1.3.431.2..."].map(parsed));
    puzzles
}

/// Returns how the edition of a row solves: Sudoto's rows differ in the largest tuple.
fn solve_of(row: &Backend) -> Box<SolveAs> {
    let place = EDITIONS.iter().position(|edition| edition.rows.contains(&row.id));
    let solve = SOLVERS[place.expect("a row of an edition")];
    match row.id.strip_prefix("candidates/bets.").and_then(|size| size.parse().ok()) {
        Some(size) => Box::new(move |text, limit| bets::solve_with_tuples(text, limit, size)),
        None => Box::new(solve),
    }
}

#[test]
fn an_edition_has_the_solutions_and_the_bets_of_its_rows() {
    assert_eq!(EDITIONS.len(), SOLVERS.len());
    let puzzles = puzzles();
    for row in EDITIONS.iter().flat_map(rows) {
        let solve = solve_of(row);
        let mut compared = BTreeMap::new();
        for puzzle in &puzzles {
            let found = compare(row, &solve, puzzle);
            *compared.entry(found).or_insert(0) += 1;
        }
        for solutions in if row.complete { 0..=2 } else { 0..=1 } {
            let n = compared.get(&Some(solutions)).copied().unwrap_or_default();
            assert!(n >= 5, "{}: {compared:?}", row.id);
        }
    }
}

/// Returns the number of solutions, up to two, or `None` if the search is too long to be compared.
#[track_caller]
fn compare(row: &Backend, solve: &SolveAs, puzzle: &Puzzle) -> Option<u64> {
    let text = line::write(puzzle.geometry().alphabet(), &puzzle.givens());
    let mut solver = row.prepare::<Puzzle>(puzzle.geometry()).expect("a row for every geometry");
    let limits = Limits { nodes: Some(NODES), ..Limits::solutions(2) };
    let outcome = solver.solve(puzzle, &limits);
    if outcome.stop == Stop::NodeLimit {
        return None;
    }
    let (solutions, bets) = solve(&text, 2);
    if row.id == "sat/extended.cdcl" && outcome.solutions > 1 {
        // Which solutions are found first depends on the order of equally active variables.
        judge(puzzle, &solutions);
        assert_eq!(outcome.solutions, solutions.len() as u64, "{text}");
        return Some(outcome.solutions);
    }
    assert_eq!(written(puzzle, &outcome), solutions, "{}: {text}", row.id);
    if row.id != "sat/extended.cdcl" {
        assert_eq!(outcome.counters.bets, bets, "{}: {text}", row.id);
    }
    Some(outcome.solutions)
}

/// Checks that each of the solutions is one, and that they differ.
fn judge(puzzle: &Puzzle, solutions: &[String]) {
    let unique: HashSet<&String> = solutions.iter().collect();
    assert_eq!(unique.len(), solutions.len());
    for solution in solutions {
        let grid = line::read_grid(solution, puzzle.geometry()).expect("a grid");
        assert_eq!(referee::check(puzzle, &grid), Ok(()));
    }
}

#[test]
fn deduction_by_pairs_leaves_the_candidates_of_its_row() {
    let mut stuck = 0;
    for puzzle in puzzles() {
        let text = line::write(puzzle.geometry().alphabet(), &puzzle.givens());
        let mut solver = PAIRS.prepare::<Puzzle>(puzzle.geometry()).expect("a solver");
        let outcome = solver.solve(&puzzle, &Limits::solutions(2));
        if let Some(left) = outcome.partial {
            let left: Vec<u64> = left.allowed().map(|set| set.word()).collect();
            assert_eq!(pairs::deduce(&text), Some(left), "{text}");
            stuck += 1;
        }
    }
    assert!(stuck > 10, "{stuck} puzzles");
}

/// Returns the solutions of an outcome as texts.
fn written(puzzle: &Puzzle, outcome: &Outcome) -> Vec<String> {
    let grids = outcome.first.iter().chain(&outcome.second);
    grids.map(|grid| line::write_grid(puzzle.geometry().alphabet(), grid)).collect()
}

/// Returns the rows of an edition that are in this build.
fn rows(edition: &Edition) -> Vec<&'static Backend> {
    let rows = BACKENDS.iter().filter(|row| edition.rows.contains(&row.id));
    let rows: Vec<&Backend> = rows.collect();
    assert_eq!(rows.len(), edition.rows.len(), "{}: a row is missing", edition.algorithm);
    rows
}

/// Collects the kinds of events.
#[derive(Default)]
struct Kinds(HashSet<EventKind>);

impl Observer for Kinds {
    fn event(&mut self, event: Event<'_>) {
        self.0.insert(event.kind());
    }
}

/// Returns the formula that one pigeon more than there are holes each have a hole of their own. Its
/// refutation takes many conflicts.
fn pigeonhole(holes: usize) -> Formula {
    let variable = |pigeon, hole| (pigeon * holes + hole) as Variable;
    let mut formula = Formula::new((holes + 1) * holes);
    for pigeon in 0..=holes {
        let places: Vec<_> = (0..holes).map(|hole| variable(pigeon, hole)).collect();
        formula.at_least_one(&places);
    }
    for hole in 0..holes {
        let pigeons: Vec<_> = (0..=holes).map(|pigeon| variable(pigeon, hole)).collect();
        formula.at_most_one(&pigeons);
    }
    formula
}

/// Adds the kinds of events of a row on a problem, if it takes such problems.
fn trace<P: Problem>(row: &Backend, problem: &P, kinds: &mut Kinds) {
    if let Ok(mut solver) = row.prepare::<P>(problem.frame()) {
        let limits = Limits { nodes: Some(300), ..Limits::solutions(2) };
        solver.trace(problem, &limits, kinds);
    }
}

#[test]
fn every_event_of_a_row_has_one_line_of_pseudocode_and_every_kind_that_is_tied_occurs() {
    let small = catalog::named("classic4").expect("a geometry");
    let (cover, formula, graph) = (cover::encode(&small), extended(&small), Graph::of(&small));
    let mut complaints = Vec::new();
    for edition in EDITIONS {
        let tied: Vec<EventKind> =
            edition.pseudocode.iter().flat_map(|line| line.events).copied().collect();
        let mut unique: HashSet<EventKind> = tied.iter().copied().collect();
        assert_eq!(tied.len(), unique.len(), "{}: two lines for a kind", edition.algorithm);
        // These are no steps of an algorithm.
        unique.extend([EventKind::Counted, EventKind::Encoded]);
        let mut all = Kinds::default();
        for row in rows(edition) {
            let mut kinds = Kinds::default();
            for puzzle in puzzles() {
                trace(row, &puzzle, &mut kinds);
            }
            trace(row, &cover, &mut kinds);
            trace(row, &formula, &mut kinds);
            trace(row, &graph, &mut kinds);
            trace(row, &pigeonhole(6), &mut kinds);
            let untied = kinds.0.difference(&unique);
            complaints.extend(untied.map(|kind| format!("{}: no line for {kind:?}", row.id)));
            all.0.extend(kinds.0);
        }
        let unseen = tied.iter().filter(|kind| !all.0.contains(kind));
        complaints.extend(unseen.map(|kind| format!("{}: never {kind:?}", edition.algorithm)));
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn an_edition_is_short_and_needs_nothing_else() {
    for edition in EDITIONS {
        let code = edition.source.lines().filter(|it| !it.trim_start().starts_with("//"));
        assert!(code.count() <= 200, "{} is long", edition.algorithm);
        let has_use = edition.source.lines().any(|it| {
            let it = it.trim_start().trim_start_matches("pub ");
            it.starts_with("use ") && !it.starts_with("use std::")
        });
        assert!(!has_use, "{} uses something", edition.algorithm);
        assert!(edition.source.contains("\n//! Source"), "{} has no source", edition.algorithm);
        let lines = edition.pseudocode.len();
        assert!((8..=20).contains(&lines), "{}: {lines} lines", edition.algorithm);
    }
}

#[test]
fn the_pseudocode_has_the_same_structure_in_both_languages() {
    let indent = |text: &str| text.len() - text.trim_start().len();
    for edition in EDITIONS {
        for line in edition.pseudocode {
            assert_eq!(indent(line.text_en), indent(line.text_fr), "{}", line.text_en);
            let keywords = |text: &str| -> Vec<String> {
                let words = text.split(|it: char| !it.is_alphanumeric());
                let known = ["if", "else", "for", "while", "repeat", "until", "return"];
                words.filter(|it| known.contains(it)).map(str::to_owned).collect()
            };
            assert_eq!(keywords(line.text_en), keywords(line.text_fr), "{}", line.text_en);
        }
    }
}

#[test]
fn a_row_has_at_most_one_edition() {
    for row in BACKENDS {
        let all = EDITIONS.iter().filter(|edition| edition.rows.contains(&row.id));
        assert!(all.count() <= 1, "{}", row.id);
        assert_eq!(
            readable::of(row.id).is_some(),
            EDITIONS.iter().any(|it| it.rows.contains(&row.id))
        );
    }
}
