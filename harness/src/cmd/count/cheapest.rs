//! `harness count --cheapest`: the solutions of least cost.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use board::instance::ExactCover;
use race::problem::{AnyAnswer, AnyProblem};
use race::progress_line::ProgressLine;
use render::table::Format;
use serde_json::{Value, json};
use solvers::cover::cheapest::{Cheapest, cheapest};
use solvers::{Limits, Stop};

use crate::cli::CountArgs;
use crate::cmd::count_value::cost_value;
use crate::cmd::{End, note, printing};

/// Prints the `k` solutions of least cost.
///
/// # Errors
/// When the problem is no exact cover problem, has no costs, or has items with multiplicities.
pub(super) fn run(
    arguments: &CountArgs,
    problem: &AnyProblem,
    k: u32,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let AnyProblem::Cover(cover) = problem else {
        bail!(
            "--cheapest: {}, expected an exact cover problem; `harness encode --to xcc` makes one of a puzzle",
            problem.kind().with_article()
        );
    };
    if cover.has_multiplicities() {
        bail!(
            "--cheapest: items have multiplicities, expected a problem that covers each item once; --costs FILE without \
             --cheapest prints a solution of least cost"
        );
    }
    let mut cover = ExactCover::clone(cover);
    if let Some(path) = &arguments.costs {
        let costs = super::costs(path, problem)?;
        costs.into_iter().enumerate().for_each(|(option, cost)| cover.set_cost(option, cost));
    } else if !cover.has_costs() {
        bail!(
            "--cheapest: every option costs 0, expected costs in the file (`|5` in an option) or --costs FILE"
        );
    }
    let limits =
        Limits { time: arguments.timeout.0, cancel: Some(cancel), ..Limits::solutions(k.into()) };
    let line = ProgressLine::waiting("searching for the cheapest solutions");
    let found = cheapest(&cover, k as usize, &limits)?;
    drop(line);
    match found {
        Ok(found) => {
            print(problem, &found, arguments.format.format(), out)?;
            Ok(End::Well)
        }
        Err(Stop::Cancelled) => Ok(End::Interrupted),
        Err(_) => {
            note("the time limit was reached before the cheapest solutions were known");
            Ok(End::Failed)
        }
    }
}

fn print(
    problem: &AnyProblem,
    found: &Cheapest,
    format: Format,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut solutions = Vec::new();
    for (cost, options) in &found.solutions {
        let answer = AnyAnswer::Options(options.clone());
        problem.check(&answer).map_err(|why| anyhow::anyhow!("not a solution: {why}"))?;
        solutions.push((*cost, answer));
    }
    if format == Format::Json {
        let object = |(cost, answer): &(i128, AnyAnswer)| json!({ "cost": cost_value(*cost), "solution": problem.text_of(answer) });
        let cheapest: Vec<Value> = solutions.iter().map(object).collect();
        let bound = cost_value(found.bound);
        let object = json!({ "cheapest": cheapest, "bound": bound, "nodes": found.nodes });
        return printing::json(out, &object);
    }
    if solutions.is_empty() {
        writeln!(out, "no solution")?;
    }
    for (number, (cost, answer)) in (1..).zip(&solutions) {
        let empty_line = if number == 1 { "" } else { "\n" };
        writeln!(out, "{empty_line}cost {cost}, {number} of {}:", solutions.len())?;
        problem.write_answer(answer, out)?;
    }
    Ok(())
}
