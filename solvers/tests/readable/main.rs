//! The readable editions against their rows: the same solutions and the same number of bets on random
//! puzzles with one, several and no solutions; and their pseudo-code against the events of the rows.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use board::{Puzzle, catalog, text::line};
use generate::{Generator, Grids, Share};
use solvers::readable::{self, EDITIONS, Edition};
use solvers::{BACKENDS, Backend, Event, EventKind, Limits, Observer, Outcome, Stop};

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

editions! {
    naive "../../readable/naive.rs",
    mrv "../../readable/mrv.rs",
    dlx "../../readable/dlx.rs",
}

/// A search with more nodes is not compared.
const NODES: u64 = 3000;

/// Returns random puzzles of the orders 4 and 9 with any number of solutions, and some without one.
fn puzzles() -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for (name, givens) in [("classic4", 2..8), ("classic9", 22..50)] {
        let geometry = Arc::new(catalog::named(name).expect("a geometry"));
        puzzles.push(Puzzle::empty(geometry.clone()));
        let mut generator = Generator::new(geometry);
        for (given, number) in givens.flat_map(|given| (0..4).map(move |it| (given, it))) {
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

#[test]
fn an_edition_has_the_solutions_and_the_bets_of_its_rows() {
    assert_eq!(EDITIONS.len(), SOLVERS.len());
    for (edition, solve) in EDITIONS.iter().zip(SOLVERS) {
        for row in rows(edition) {
            let mut compared = BTreeMap::new();
            for puzzle in puzzles() {
                let found = compare(row, *solve, &puzzle);
                *compared.entry(found).or_insert(0) += 1;
            }
            for solutions in 0..=2 {
                let n = compared.get(&Some(solutions)).copied().unwrap_or_default();
                assert!(n >= 5, "{}: {compared:?}", row.id);
            }
        }
    }
}

/// Returns the number of solutions, up to two, or `None` if the search is too long to be compared.
#[track_caller]
fn compare(row: &Backend, solve: Solve, puzzle: &Puzzle) -> Option<u64> {
    let text = line::write(puzzle.geometry().alphabet(), &puzzle.givens());
    let mut solver = row.prepare::<Puzzle>(puzzle.geometry()).expect("a row for every geometry");
    let limits = Limits { nodes: Some(NODES), ..Limits::solutions(2) };
    let outcome = solver.solve(puzzle, &limits);
    if outcome.stop == Stop::NodeLimit {
        return None;
    }
    let (solutions, bets) = solve(&text, 2);
    assert_eq!(
        (written(puzzle, &outcome), outcome.counters.bets),
        (solutions, bets),
        "{}: {text}",
        row.id
    );
    Some(outcome.solutions)
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

#[test]
fn every_event_of_a_row_has_one_line_of_pseudocode() {
    let bookkeeping = HashSet::from([EventKind::Counted, EventKind::Encoded]);
    for edition in EDITIONS {
        let tied: Vec<EventKind> =
            edition.pseudocode.iter().flat_map(|line| line.events).copied().collect();
        let unique: HashSet<EventKind> = tied.iter().copied().collect();
        assert_eq!(tied.len(), unique.len(), "{}: two lines for a kind", edition.algorithm);
        for row in rows(edition) {
            let mut kinds = Kinds::default();
            for puzzle in puzzles() {
                let mut solver = row.prepare::<Puzzle>(puzzle.geometry()).expect("a solver");
                let limits = Limits { nodes: Some(300), ..Limits::solutions(2) };
                solver.trace(&puzzle, &limits, &mut kinds);
            }
            let untied: Vec<_> = kinds.0.difference(&unique).collect();
            assert!(untied.iter().all(|it| bookkeeping.contains(it)), "{}: {untied:?}", row.id);
        }
    }
}

#[test]
fn an_edition_is_short_and_needs_nothing_else() {
    for edition in EDITIONS {
        let code = edition.source.lines().filter(|it| !it.trim_start().starts_with("//"));
        assert!(code.count() <= 170, "{} is long", edition.algorithm);
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
