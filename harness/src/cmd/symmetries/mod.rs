//! `harness symmetries`: the symmetries of puzzles and other problems.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use race::problem::AnyProblem;
use race::progress_line::ProgressLine;
use render::table::{Table, TableCell, grouped};
use solvers::symmetry::{self, Group, Hypergraph, SearchEffort};

use super::count_value::count_value;
use super::{End, printing, problem};
use crate::cli::SymmetriesArgs;

mod cycles;

/// The width to which long cycles are wrapped on a terminal.
const WIDTH: u16 = 100;

/// The symmetries of a problem.
struct Found {
    called: String,
    problem: AnyProblem,
    group: Group,
}

/// Prints a row for each problem, until `cancel` is set.
///
/// # Errors
/// When a problem cannot be read, there is none, or writing to `out` fails.
pub fn run(
    arguments: &SymmetriesArgs,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let problems = problem::all(&arguments.problem)?;
    if problems.is_empty() {
        bail!("no puzzle: the file has none, or the filters exclude all");
    }
    let is_over = || cancel.load(Ordering::Relaxed);
    let effort = SearchEffort { links: arguments.effort, is_over: &is_over };
    let mut found = Vec::new();
    let line = ProgressLine::of(problems.len() as u64, "problems");
    for (called, problem) in problems {
        let group = symmetry::search(&hypergraph(&problem), &effort);
        if is_over() {
            return Ok(End::Interrupted);
        }
        line.advance(1);
        found.push(Found { called, problem, group });
    }
    drop(line);
    let format = arguments.format.format();
    let table = if arguments.generators { generators(&found) } else { groups(&found) };
    table.print(out, format)?;
    if found.iter().any(|found| !found.group.is_complete()) {
        let why = "≥: symmetries may have been missed; a larger --effort may find them.";
        printing::notes(out, &[why.into()], format)?;
    }
    Ok(End::Well)
}

fn hypergraph(problem: &AnyProblem) -> Hypergraph {
    match problem {
        AnyProblem::Puzzle(puzzle) => symmetry::of_puzzle(puzzle),
        AnyProblem::Cover(cover) => symmetry::of_cover(cover),
        AnyProblem::Formula(formula) => symmetry::of_formula(formula),
        AnyProblem::Graph(graph) => symmetry::of_graph(graph),
    }
}

/// A row for each problem.
fn groups(found: &[Found]) -> Table {
    let mut table = Table::default().words("problem").words("kind").numbers("symmetries");
    table = table.words("complete").numbers("generators").numbers("points");
    table = table.numbers("moved").numbers("orbits");
    for Found { called, problem, group } in found {
        let sizes = group.orbits().sizes();
        let moved = sizes.iter().filter(|&&size| size > 1).sum();
        let n_orbits = sizes.iter().filter(|&&size| size > 0).count();
        table.row([
            called.as_str().into(),
            problem.kind().name().into(),
            order(group),
            if group.is_complete() { "yes" } else { "no" }.into(),
            count(group.generators().len()),
            count(sizes.len()),
            count(moved),
            count(n_orbits),
        ]);
    }
    table
}

fn count(number: usize) -> TableCell {
    TableCell::count(number as u64)
}

/// The number of symmetries: a power of ten for people if it is long, all digits for programs.
fn order(group: &Group) -> TableCell {
    let order = group.order();
    let text = match order.to_u64().filter(|&it| it < 1_000_000_000_000) {
        Some(word) => grouped(word),
        None => format!("{:.3e}", order.to_f64()),
    };
    let sign = if group.is_complete() { "" } else { "≥ " };
    TableCell::new(sign.to_owned() + &text, count_value(&order))
}

/// A row for each generator of each problem.
fn generators(found: &[Found]) -> Table {
    let mut table = Table::default().words("problem").numbers("generator").numbers("moved");
    table = table.words("cycles");
    for Found { called, problem, group } in found {
        for (images, number) in group.generators().iter().zip(1..) {
            let moved = images.iter().zip(0..).filter(|&(&image, point)| image != point).count();
            table.row([
                called.as_str().into(),
                TableCell::count(number),
                count(moved),
                cycles::of(images, problem).as_str().into(),
            ]);
        }
    }
    table.wrapped(WIDTH)
}
