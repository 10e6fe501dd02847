//! `harness encode`: writes a puzzle or another problem for other solvers.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;

use anyhow::bail;
use board::instance::{Entry, ExactCover, Formula, Multiplicity, write_cover, write_formula};
use race::as_formula::AsFormula;
use race::problem::{AnyProblem, allows};
use render::table::grouped;
use solvers::cover;

use super::reduced_cover::{Reduced, reduce};
use super::{End, broken_symmetries, printing, problem};
use crate::cli::{EncodeArgs, Form};

/// Writes the problem to a new file, or to `out`.
///
/// # Errors
/// When there is no such problem, the notation cannot express it, or the file exists.
pub fn run(arguments: &EncodeArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let problem = problem::one(&arguments.problem)?;
    if arguments.reduce && arguments.to != Form::Xcc {
        bail!("--reduce: expected --to xcc; `decode` reads answers to whole problems");
    }
    if arguments.break_symmetries && arguments.to == Form::Opb {
        bail!("--break-symmetries: expected --to cnf or --to xcc");
    }
    let text = match arguments.to {
        Form::Cnf => {
            if let AnyProblem::Cover(cover) = &problem
                && cover.has_costs()
            {
                super::note("a formula has no costs, so those of the options are left out");
            }
            let mut formula = AsFormula::new(&problem)?.formula;
            if arguments.break_symmetries {
                broken_symmetries::with_clauses(&mut formula);
            }
            write_formula(&formula)
        }
        Form::Opb => opb(&problem)?,
        Form::Xcc => xcc(&problem, arguments)?,
    };
    printing::text(arguments.output.as_deref(), &text, out)?;
    Ok(End::Well)
}

fn xcc(problem: &AnyProblem, arguments: &EncodeArgs) -> anyhow::Result<String> {
    match (problem.cover(), problem) {
        (Some(cover), _) => {
            let cover = match arguments.break_symmetries {
                true => Arc::new(broken_symmetries::without_options(&cover)),
                false => cover,
            };
            if arguments.reduce { reduced(&cover) } else { Ok(write_cover(&cover)?) }
        }
        (None, AnyProblem::Puzzle(_)) => bail!(RELATIONS),
        (None, AnyProblem::Graph(_)) => bail!(GRAPH),
        (None, _) => {
            bail!("a formula is not an exact cover problem, expected --to cnf or --to opb")
        }
    }
}

/// Writes what a problem is reduced to, and notes what was removed.
fn reduced(cover: &ExactCover) -> anyhow::Result<String> {
    if cover.has_multiplicities() {
        bail!("--reduce: items have multiplicities, expected a problem that covers each item once");
    }
    let Reduced { problem, options, items } = reduce(cover);
    if problem.option_count() == 0 && problem.primary() > 0 {
        super::note("no option is left, so the problem has no solution");
    }
    let [options, of_options, items, of_items] =
        [options, cover.option_count(), items, cover.items()].map(|it| grouped(it as u64));
    super::note(&format!(
        "{options} of {of_options} options and {items} of {of_items} items removed"
    ));
    Ok(write_cover(&problem)?)
}

/// The message for puzzles with relations.
const RELATIONS: &str = "the board has relations, which neither an exact cover problem nor its linear \
                         constraints express, expected --to cnf";

/// The message for graphs.
const GRAPH: &str = "graphs cannot be encoded: use `harness graph --col`, or solve with a \
                     backend of the family colour";

fn opb(problem: &AnyProblem) -> anyhow::Result<String> {
    Ok(match problem {
        AnyProblem::Puzzle(_) if problem.has_relations() => bail!(RELATIONS),
        AnyProblem::Puzzle(puzzle) => {
            let whole = cover::encode(puzzle.geometry());
            let forbidden = (0..whole.option_count()).filter(|&it| !allows(puzzle, it));
            of_cover(&whole, forbidden)
        }
        AnyProblem::Cover(problem) => of_cover(problem, 0..0),
        AnyProblem::Formula(formula) => of_formula(formula),
        AnyProblem::Graph(_) => bail!(GRAPH),
    })
}

/// Linear constraints over 0-1 variables: each primary item is covered as often as its multiplicity allows, which is
/// exactly once unless another is set, and each secondary item at most once unless its colours agree. Costs are minimised.
fn of_cover(problem: &ExactCover, forbidden: impl Iterator<Item = usize>) -> String {
    let mut constraints: Vec<String> =
        forbidden.map(|option| format!("+1 x{} = 0", option + 1)).collect();
    let mut having: Vec<Vec<(usize, Entry)>> = vec![Vec::new(); problem.items()];
    for (option, entries) in problem.options().enumerate() {
        entries.iter().for_each(|entry| having[entry.item as usize].push((option, *entry)));
        if entries.iter().all(|entry| entry.item as usize >= problem.primary()) {
            constraints.push(format!("+1 x{} = 0", option + 1));
        }
    }
    for (item, its) in having.iter().enumerate() {
        let sum = |sign: &str| {
            let terms: Vec<String> =
                its.iter().map(|(option, _)| format!("{sign}1 x{}", option + 1)).collect();
            terms.join(" ")
        };
        if let Some(&Multiplicity { low, high }) = problem.multiplicities().get(item) {
            // The format has no empty sums.
            let nothing = if its.is_empty() { "+0 x1" } else { "" };
            if low == high {
                constraints.push(format!("{nothing}{} = {low}", sum("+")));
            } else {
                if low > 0 {
                    constraints.push(format!("{nothing}{} >= {low}", sum("+")));
                }
                constraints.push(format!("{nothing}{} >= -{high}", sum("-")));
            }
        } else if its.iter().all(|(_, entry)| entry.colour.is_none()) {
            if its.len() > 1 {
                constraints.push(format!("{} >= -1", sum("-")));
            }
        } else {
            for (index, (second, b)) in its.iter().enumerate() {
                for (first, a) in &its[..index] {
                    if a.colour.is_none() || a.colour != b.colour {
                        constraints.push(format!("-1 x{} -1 x{} >= -1", first + 1, second + 1));
                    }
                }
            }
        }
    }
    written(problem.option_count(), &objective(problem), &constraints)
}

/// Returns the line that asks for the least cost, if the options have costs.
fn objective(problem: &ExactCover) -> String {
    let costs = (1..).zip(problem.costs()).filter(|(_, cost)| **cost != 0);
    let terms: String = costs.map(|(option, cost)| format!(" {cost:+} x{option}")).collect();
    if terms.is_empty() { terms } else { format!("min:{terms} ;\n") }
}

/// A clause is a sum that is at least 1, in which a negated variable x counts 1 − x.
fn of_formula(formula: &Formula) -> String {
    let constraint = |clause: &[board::instance::Literal]| {
        let sign =
            |literal: &board::instance::Literal| if literal.is_positive() { '+' } else { '-' };
        let term = |literal: &board::instance::Literal| {
            format!("{}1 x{}", sign(literal), literal.variable() + 1)
        };
        let terms: Vec<String> = clause.iter().map(term).collect();
        let negated = clause.iter().filter(|literal| !literal.is_positive()).count();
        let nothing = if clause.is_empty() { "+0 x1" } else { "" };
        format!("{nothing}{} >= {}", terms.join(" "), 1 - negated as i64)
    };
    written(formula.variables(), "", &formula.clauses().map(constraint).collect::<Vec<_>>())
}

fn written(variables: usize, objective: &str, constraints: &[String]) -> String {
    let n_constraints = constraints.len();
    let mut text = format!("* #variable= {variables} #constraint= {n_constraints}\n{objective}");
    for constraint in constraints {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{constraint} ;");
    }
    text
}
