//! `harness symmetries`: the symmetries of puzzles and other problems.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use board::Count;
use board::source::counted;
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
    /// The number of points that nothing links, which the group leaves in place.
    isolated: usize,
}

impl Found {
    /// Returns whether all symmetries are known. Of relations, it is not asked whether exchanged symbols or another
    /// order of their cells make them what they are.
    fn is_complete(&self) -> bool {
        self.group.is_complete() && !self.problem.has_relations()
    }
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
        let graph = hypergraph(&problem);
        let group = symmetry::search(&graph, &effort);
        if is_over() {
            return Ok(End::Interrupted);
        }
        line.advance(1);
        found.push(Found { called, problem, group, isolated: graph.isolated() });
    }
    drop(line);
    let format = arguments.format.format();
    let table = if arguments.generators { generators(&found) } else { groups(&found) };
    table.print(out, format)?;
    printing::notes(out, &notes(&found), format)?;
    Ok(End::Well)
}

/// Returns what the number of symmetries does not count.
fn notes(found: &[Found]) -> Vec<String> {
    let mut notes = Vec::new();
    if found.iter().any(|found| !found.group.is_complete()) {
        notes.push("≥: symmetries may have been missed; a larger --effort may find them.".into());
    }
    if found.iter().any(|found| found.problem.has_relations()) {
        notes.push(
            "Of boards with relations, only symmetries are looked for that keep the symbols and the order of the cells \
             of a relation."
                .into(),
        );
    }
    let isolated = found.iter().map(|found| found.isolated).sum();
    if isolated > 0 {
        notes.push(format!(
            "{} in no clause, option, region or edge: left in place, so permutations of such points are not counted.",
            counted(isolated, "point")
        ));
    }
    notes
}

fn hypergraph(problem: &AnyProblem) -> Hypergraph {
    match problem {
        AnyProblem::Puzzle(puzzle) => symmetry::of_puzzle(puzzle),
        AnyProblem::Cover(cover) => symmetry::of_cover(cover),
        AnyProblem::Formula(formula) => symmetry::of_formula(formula),
        AnyProblem::Graph(graph) => symmetry::of_graph(graph),
    }
}

/// Returns a row for each problem.
fn groups(found: &[Found]) -> Table {
    let mut table = Table::default().words("problem").words("kind").numbers("symmetries");
    table = table.words("complete").numbers("generators").numbers("points");
    table = table.numbers("moved").numbers("orbits");
    for one in found {
        let Found { called, problem, group, .. } = one;
        let sizes = group.orbits().sizes();
        let moved = sizes.iter().filter(|&&size| size > 1).sum();
        let n_orbits = sizes.iter().filter(|&&size| size > 0).count();
        table.row([
            called.as_str().into(),
            problem.kind().name().into(),
            order(&group.order(), one.is_complete()),
            if one.is_complete() { "yes" } else { "no" }.into(),
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

/// Returns the number of symmetries: a power of ten for people if it is long, all digits for
/// programs.
fn order(order: &Count, is_complete: bool) -> TableCell {
    let text = match order.to_u64().filter(|&it| it < 1_000_000_000_000) {
        Some(word) => grouped(word),
        None => format!("{:.3e}", order.to_f64()),
    };
    let sign = if is_complete { "" } else { "≥ " };
    TableCell::new(sign.to_owned() + &text, count_value(order))
}

/// Returns a row for each generator of each problem.
fn generators(found: &[Found]) -> Table {
    let mut table = Table::default().words("problem").numbers("generator").numbers("moved");
    table = table.words("cycles");
    for Found { called, problem, group, .. } in found {
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
