//! What `harness check` says about problems that are not puzzles.

use board::instance::{Entry, ExactCover, Formula};
use race::problem::AnyProblem;
use render::table::{counted, counted_as, grouped};

/// Returns how a problem was understood, and why it has no solution if that can be seen at once.
pub(super) fn understood(problem: &AnyProblem) -> (String, Option<String>) {
    match problem {
        AnyProblem::Puzzle(puzzle) => (format!("a puzzle of {}", puzzle.geometry().name()), None),
        AnyProblem::Cover(cover) => (cover_in_words(cover), uncovered(cover)),
        AnyProblem::Formula(formula) => (formula_in_words(formula), empty_clause(formula)),
        AnyProblem::Graph(graph) => {
            let vertices = counted_as(graph.order() as u64, "vertex", "vertices");
            (format!("a graph of {vertices} and {}", count(graph.size(), "edge")), None)
        }
    }
}

fn count(number: usize, noun: &str) -> String {
    counted(number as u64, noun)
}

fn cover_in_words(cover: &ExactCover) -> String {
    let secondary = cover.items() - cover.primary();
    let parts = [
        (cover.primary() > 0 || secondary == 0).then(|| count(cover.primary(), "primary item")),
        (secondary > 0).then(|| count(secondary, "secondary item")),
        (cover.colours() > 0).then(|| count(cover.colours(), "colour")),
        Some(count(cover.option_count(), "option")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let with = match (cover.has_multiplicities(), cover.has_costs()) {
        (true, true) => ", with multiplicities and costs",
        (true, false) => ", with multiplicities",
        (false, true) => ", with costs",
        (false, false) => "",
    };
    format!("an exact cover problem of {}{with}{}", parts.join(", "), never_chosen(cover))
}

/// Names the number of options without a primary item, if there are any.
fn never_chosen(cover: &ExactCover) -> String {
    let has_primary =
        |option: &[Entry]| option.iter().any(|it| (it.item as usize) < cover.primary());
    match cover.options().filter(|option| !has_primary(option)).count() {
        0 => String::new(),
        1 => "; 1 option has no primary item and is never chosen".into(),
        n => format!("; {} options have no primary item and are never chosen", grouped(n as u64)),
    }
}

/// Names a primary item that is in no option.
fn uncovered(cover: &ExactCover) -> Option<String> {
    let mut is_covered = vec![false; cover.items()];
    cover.options().flatten().for_each(|entry| is_covered[entry.item as usize] = true);
    let low = cover.multiplicities().iter().map(|it| it.low);
    let mut items = (0..).zip(is_covered).zip(low).take(cover.primary());
    let ((item, _), _) = items.find(|&((_, is_covered), low)| !is_covered && low > 0)?;
    Some(format!("no option has the item {}", cover.name(item)))
}

fn formula_in_words(formula: &Formula) -> String {
    let variables = count(formula.variables(), "variable");
    format!("a formula of {variables} and {}", count(formula.clause_count(), "clause"))
}

fn empty_clause(formula: &Formula) -> Option<String> {
    let number = formula.clauses().position(<[_]>::is_empty)? + 1;
    Some(format!("clause {number} is empty"))
}
