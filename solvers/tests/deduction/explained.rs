//! Explanations of steps.

use std::sync::Arc;

use board::{Puzzle, catalog, text::line};
use solvers::logic::table::{TECHNIQUES, technique};
use solvers::{BACKENDS, Event, Language, Limits, Observer, Outcome};

/// The sentences of a trace.
#[derive(Default)]
struct Sentences {
    puzzle: Option<Puzzle>,
    english: Vec<String>,
    french: Vec<String>,
}

impl Observer for Sentences {
    fn event(&mut self, event: Event<'_>) {
        if let (Event::Step { technique: id, step }, Some(puzzle)) = (event, &self.puzzle) {
            let technique = technique(id).expect("of the table");
            let explain = |language| step.explain(technique, puzzle.geometry(), language);
            self.english.push(explain(Language::En));
            self.french.push(explain(Language::Fr));
        }
    }
}

fn traced(backend: &str, geometry: &str, text: &str) -> (Outcome, Sentences) {
    let geometry = Arc::new(catalog::named(geometry).unwrap());
    let puzzle = line::parse(text, &geometry).unwrap();
    let row = BACKENDS.iter().find(|row| row.id == backend).unwrap();
    let mut sentences = Sentences { puzzle: Some(puzzle.clone()), ..Sentences::default() };
    let mut solver = row.prepare::<Puzzle>(&geometry).unwrap();
    let outcome = solver.trace(&puzzle, &Limits::solutions(2), &mut sentences);
    (outcome, sentences)
}

fn explain(backend: &str, geometry: &str, text: &str) -> (Outcome, Vec<String>) {
    let (outcome, sentences) = traced(backend, geometry, text);
    (outcome, sentences.english)
}

/// A puzzle of Hurtebis.
const TOTO: &str =
    "2....4.691....6.4..4....7......3.85.81..2....9..........71....2.....23.45.2......";

/// Al Escargot, by Arto Inkala: forcing makes progress, but does not solve it.
const ESCARGOT: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

/// Falissard's grid with 13 blocks: the naked pair {2, 3} of r6c4 and r6c6, then r6c2 = 9.
const WINDOKU: &str =
    "...........9...1...124.567...6...2......6......4...7...685.149...1...8...........";

#[test]
fn falissards_pair_is_among_the_steps_before_its_single() {
    for backend in ["deduce/all", "deduce/pairs"] {
        let (outcome, steps) = explain(backend, "windoku", WINDOKU);
        let at = |words: &[&str]| {
            let has = |step: &String| words.iter().all(|word| step.contains(word));
            steps.iter().position(has)
        };
        let pair = at(&["naked pair", "r6c4 and r6c6", "2 and 3"]);
        let single = at(&["r6c2=9"]);
        let story = steps.join("\n");
        assert!(pair.is_some() && pair < single, "{backend}: {pair:?} {single:?}\n{story}");
        assert_eq!(outcome.solutions, u64::from(backend == "deduce/all"));
    }
}

#[test]
fn every_step_says_why_and_what_follows() {
    let (outcome, mut steps) = explain("deduce/all", "classic9", TOTO);
    assert_eq!(outcome.solutions, 1);
    steps.extend(explain("deduce/all", "classic9", ESCARGOT).1);
    for step in &steps {
        let (name, rest) = step.split_once(": ").unwrap();
        let (why, what) = rest.rsplit_once("; so ").unwrap();
        assert!(!name.is_empty() && !why.is_empty() && what.contains(['=', '≠']), "{step}");
        assert!(!step.contains('{') && !step.contains("nothing;"), "{step}");
    }
}

#[test]
fn both_languages_say_the_same_fields_of_a_step() {
    for technique in TECHNIQUES {
        for field in ["{cells}", "{others}", "{regions}", "{covers}", "{symbols}", "{chain}"] {
            let [english, french] = [technique.says.en, technique.says.fr];
            assert_eq!(
                english.contains(field),
                french.contains(field),
                "{}: {field}",
                technique.id
            );
        }
    }
}

#[test]
fn steps_are_explained_in_french() {
    let (_, sentences) = traced("deduce/all", "windoku", WINDOKU);
    let last = "dernière case libre\u{a0}: dans la fenêtre 1, L2C2 est la dernière case libre\u{202f}; donc L2C2=7";
    assert!(sentences.french.iter().any(|it| it == last), "{}", sentences.french.join("\n"));
    for step in &sentences.french {
        let (name, rest) = step.split_once("\u{a0}: ").expect("a name");
        let (why, what) = rest.rsplit_once("\u{202f}; donc ").expect("a conclusion");
        assert!(!name.is_empty() && !why.is_empty() && what.contains(['=', '≠']), "{step}");
        assert!(!step.contains('{') && !step.contains("row") && !step.contains("window"), "{step}");
    }
}

#[test]
fn a_technique_is_found_by_its_id() {
    assert_eq!(technique("x-wing").map(|it| it.name.en), Some("X-Wing"));
    assert!(technique("guess").is_none());
}

#[test]
fn the_counts_of_the_techniques_are_those_of_the_steps() {
    let (outcome, steps) = explain("deduce/pairs", "windoku", WINDOKU);
    let total: u64 = outcome.techniques.iter().map(|(_, uses)| uses).sum();
    assert_eq!(total, steps.len() as u64);
    let left = outcome.partial.expect("pairs alone get stuck");
    assert_eq!(outcome.counters.deductions, (left.clues() - 21) as u64);
}
