//! Published puzzles of other geometries, each with its solution.

use std::sync::Arc;
use std::time::{Duration, Instant};

use board::drawing::{self, Drawing};
use board::{Geometry, catalog};
use solvers::Limits;

use crate::collections::Corpora;
use crate::judge::{Expected, Question, answers, ask_every_row, filled, row};
use crate::variants::{Published, laid_out, read, shape};

/// Each file, with its number of puzzles.
const FILES: [(&str, usize); 16] = [
    ("classic16-forum", 122),
    ("classic16-gecode", 28),
    ("classic25-gecode", 9),
    ("jigsaw-janko", 241),
    ("jigsaw-x-janko", 8),
    ("multi-butterflysudoku", 39),
    ("multi-samuraisudoku", 50),
    ("sudoq-hypersudoku", 40),
    ("sudoq-samurai", 40),
    ("sudoq-squigglya", 40),
    ("sudoq-stairstep", 40),
    ("sudoq-standard16x16", 40),
    ("sudoq-standard4x4", 40),
    ("sudoq-standard6x6", 40),
    ("sudoq-standard9x9", 41),
    ("sudoq-xsudoku", 40),
];

fn published(corpora: &Corpora, file: &str) -> Vec<Published> {
    let text = corpora.text(&format!("variants/{file}.jsonl"));
    read(&text, layout(corpora, file).as_deref())
}

/// Returns the layout beside a file, if there is one.
fn layout(corpora: &Corpora, file: &str) -> Option<String> {
    let has_layout = file.starts_with("sudoq-");
    has_layout.then(|| corpora.text(&format!("variants/{file}.layout.json")))
}

fn as_published(published: &[Published]) -> Vec<Question> {
    let question = |Published { id, puzzle, solution }: &Published| Question {
        id: id.clone(),
        puzzle: puzzle.clone(),
        expected: Expected::Only(solution.clone()),
    };
    published.iter().map(question).collect()
}

#[track_caller]
fn every_row_finds_the_solutions_of(which: impl Fn(&str) -> bool) {
    let Some(corpora) = Corpora::find("variants/*.jsonl") else { return };
    for (file, size) in FILES.into_iter().filter(|&(file, _)| which(file)) {
        let published = published(&corpora, file);
        assert_eq!(published.len(), size, "{file}");
        ask_every_row(file, &as_published(&published));
    }
}

#[test]
fn every_row_finds_the_published_solutions_of_sixteen_and_twenty_five() {
    every_row_finds_the_solutions_of(|file| file.starts_with("classic"));
}

#[test]
fn every_row_finds_the_published_solutions_of_jigsaws_and_several_grids() {
    every_row_finds_the_solutions_of(|file| {
        file.starts_with("jigsaw") || file.starts_with("multi")
    });
}

#[test]
fn every_row_finds_the_published_solutions_of_listed_layouts() {
    every_row_finds_the_solutions_of(|file| file.starts_with("sudoq"));
}

/// The only row that finishes some of them, and that can be stopped when it does not.
#[test]
fn quick_answers_to_25x25_are_the_published_solutions() {
    let Some(corpora) = Corpora::find("variants/classic25-gecode.jsonl as published") else {
        return;
    };
    let questions = as_published(&published(&corpora, "classic25-gecode"));
    let limits = Limits { time: Some(Duration::from_millis(500)), ..Limits::solutions(2) };
    let answered = answers(row("sat/extended.batsat"), &questions, &limits).unwrap();
    eprintln!("classic25-gecode as published, sat/extended.batsat: {answered} of 9 in 500 ms each");
}

#[test]
fn twenty_five_with_300_clues_is_answered_by_the_extended_encoding_in_seconds() {
    let Some(corpora) = Corpora::find("variants/classic25-gecode.jsonl with 300 clues") else {
        return;
    };
    let published = as_published(&published(&corpora, "classic25-gecode"));
    let more = |(number, it): (u64, &Question)| filled(it, 300 - it.puzzle.clues(), number);
    let questions: Vec<Question> = (0..).zip(&published).map(more).collect();
    let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::solutions(2) };
    for id in ["sat/extended.batsat", "sat/extended.varisat"] {
        let start = Instant::now();
        assert_eq!(answers(row(id), &questions, &limits), Ok(9), "{id}");
        eprintln!("classic25-gecode with 300 clues, {id}: 9 in {:?}", start.elapsed());
    }
}

#[test]
fn the_catalog_lists_the_regions_that_published_layouts_list() {
    let Some(corpora) = Corpora::find("variants/*.layout.json") else { return };
    for (file, name) in [
        ("sudoq-hypersudoku", "windoku"),
        ("sudoq-samurai", "samurai"),
        ("sudoq-standard16x16", "classic16"),
        ("sudoq-standard4x4", "classic4"),
        ("sudoq-standard6x6", "classic6"),
        ("sudoq-standard9x9", "classic9"),
        ("sudoq-xsudoku", "x"),
    ] {
        let listed = laid_out(&layout(&corpora, file).unwrap());
        assert_eq!(shape(&listed), shape(&catalog::named(name).unwrap()), "{file}");
    }
}

#[test]
fn five_grids_make_the_samurai_that_a_published_layout_lists() {
    let Some(corpora) = Corpora::find("variants/multi-samuraisudoku.jsonl") else { return };
    let listed = laid_out(&layout(&corpora, "sudoq-samurai").unwrap());
    let puzzles = published(&corpora, "multi-samuraisudoku");
    let geometry = puzzles[0].puzzle.geometry();
    assert!(puzzles.iter().all(|it| Arc::ptr_eq(it.puzzle.geometry(), geometry)));
    assert_eq!(shape(geometry), shape(&listed));
}

#[test]
fn four_grids_make_the_butterfly_of_the_catalog() {
    let Some(corpora) = Corpora::find("variants/multi-butterflysudoku.jsonl") else { return };
    let butterfly = shape(&catalog::named("butterfly").unwrap());
    for it in published(&corpora, "multi-butterflysudoku") {
        assert_eq!(shape(it.puzzle.geometry()), butterfly, "{}", it.id);
    }
}

#[test]
fn published_layouts_come_back_from_their_drawings() {
    let Some(corpora) = Corpora::find("the layouts of variants/*.jsonl") else { return };
    for (file, _) in FILES {
        for it in published(&corpora, file) {
            let geometry = Geometry::clone(it.puzzle.geometry());
            let drawing = Drawing { geometry, about: it.id };
            let text = drawing::write(&drawing.geometry, &drawing.about).unwrap();
            assert_eq!(catalog::read_drawing(&text, "unnamed"), Ok(drawing), "{text}");
        }
    }
}
