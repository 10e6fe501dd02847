//! Scores of Sudoku Explainer, which the collections list in the column `SER` or `ER`.

use board::text::line;
use solvers::Limits;
use solvers::logic::rating::Rater;

use crate::collections::{Corpora, nine};

/// Compares the scores of every `step`-th puzzle of some tables with those of Sudoku Explainer.
#[track_caller]
fn check(files: &[&str], step: usize) {
    let Some(corpora) = Corpora::find(&format!("ratings of {}", files.join(", "))) else { return };
    let rater = Rater::new(&nine());
    let (mut same, mut all) = (0, 0);
    for file in files {
        let text = corpora.text(&format!("rated/{file}"));
        let names: Vec<&str> = text.lines().next().unwrap().split('\t').collect();
        let column = names.iter().position(|it| ["SER", "ER"].contains(it)).unwrap();
        let lines: Vec<&str> = text.lines().skip(1).step_by(step).collect();
        let is_same = |text: &&str| {
            let fields: Vec<&str> = text.split('\t').collect();
            let puzzle = line::parse(fields[0], &nine()).unwrap();
            let rating = rater.rate(&puzzle, &Limits::solutions(1)).unwrap();
            let tenths = (fields[column].parse::<f64>().unwrap() * 10.0).round();
            f64::from(rating.score()) == tenths
        };
        let half =
            |half: usize| lines.iter().skip(half).step_by(2).filter(|it| is_same(it)).count();
        let n_same = std::thread::scope(|scope| {
            let odd = scope.spawn(|| half(1));
            half(0) + odd.join().unwrap()
        });
        eprintln!("{file}: {n_same} of {} scores are the same", lines.len());
        (same, all) = (same + n_same, all + lines.len());
    }
    assert!(100 * same >= 99 * all, "{same} of {all} scores are the same");
}

/// Returns 1 if slow tests are asked for, else a step that leaves a sample.
fn step(of_sample: usize) -> usize {
    if std::env::var_os("SLOW_TESTS").is_some() { 1 } else { of_sample }
}

#[test]
fn ninety_nine_percent_of_the_scores_of_generated_puzzles_are_sudoku_explainers() {
    check(&["cbg.tsv"], step(10));
}

#[test]
fn ninety_nine_percent_of_the_scores_of_17s_are_sudoku_explainers() {
    check(&["royle17.tsv"], step(20));
}

#[test]
fn ninety_nine_percent_of_the_scores_of_the_exchange_are_sudoku_explainers() {
    let levels = ["easy", "medium", "hard", "diabolical"].map(|it| format!("exchange_{it}.tsv"));
    check(&levels.each_ref().map(String::as_str), 1);
}
