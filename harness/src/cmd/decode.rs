//! `harness decode`: the answer of a SAT or pseudo-Boolean solver, read back and refereed.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use board::Grid;
use board::text::line;
use race::as_formula::AsFormula;
use race::instance;

use super::End;
use super::problem::Problem;
use crate::cli::DecodeArgs;

/// Reads the answer, referees it, and shows it on `out`.
///
/// # Errors
/// When the problem or the answer cannot be read.
pub fn run(arguments: &DecodeArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let problem = Problem::of(&arguments.problem)?;
    let answer = Answer::read(&text(&arguments.answer)?)
        .with_context(|| format!("{}", arguments.answer.display()))?;
    let values = match answer {
        Answer::None => {
            writeln!(out, "no solution, says the solver; that is not checked here")?;
            return Ok(End::Well);
        }
        Answer::Values(values) => values,
    };
    let formula = AsFormula::new(&problem.puzzle, problem.instance.as_deref())?;
    let most = formula.formula.variables() as u64;
    if let Some(value) = values.iter().find(|value| value.unsigned_abs() > most) {
        bail!(
            "{}: there are {most} variables, none is number {}",
            arguments.answer.display(),
            value.unsigned_abs()
        );
    }
    let truths = values.iter().filter(|value| **value > 0);
    let Some(grid) = formula.grid(truths.map(|value| (value - 1) as usize)) else {
        writeln!(out, "WRONG: a cell has no symbol")?;
        return Ok(End::Failed);
    };
    show(&problem, &grid, out)?;
    match instance::check(&problem.puzzle, problem.instance.as_deref(), &grid) {
        Ok(()) => {
            writeln!(out, "right: the referee finds nothing wrong with it")?;
            Ok(End::Well)
        }
        Err(refuted) => {
            writeln!(out, "WRONG: {refuted}")?;
            Ok(End::Failed)
        }
    }
}

/// What a solver said.
enum Answer {
    /// That there is no solution.
    None,
    /// Numbers of variables, negative where they are false.
    Values(Vec<i64>),
}

impl Answer {
    /// Lines `s` and `v` as at the competitions; `SAT` and numbers as MiniSat writes them.
    fn read(text: &str) -> anyhow::Result<Self> {
        let mut values = Vec::new();
        let mut is_bare = false;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            let said = match line.split_once(char::is_whitespace).unwrap_or((line, "")) {
                ("s", "UNSATISFIABLE") | ("UNSAT" | "UNSATISFIABLE", "") => return Ok(Self::None),
                ("SAT" | "SATISFIABLE", "") => {
                    is_bare = true;
                    continue;
                }
                ("v", said) => said,
                _ if is_bare => line,
                _ => continue,
            };
            for word in said.split_whitespace() {
                values.push(value(word).with_context(|| {
                    format!(
                        "{number}: {word:?} is no value, expected one like 12, -12, x12 or -x12"
                    )
                })?);
            }
        }
        if values.is_empty() {
            bail!("no answer: expected a line `s UNSATISFIABLE`, or lines `v` with values");
        }
        Ok(Self::Values(values))
    }
}

fn value(word: &str) -> Option<i64> {
    let (sign, rest) = match word.strip_prefix(['-', '~']) {
        Some(rest) => (-1, rest),
        None => (1, word),
    };
    let digits = rest.strip_prefix('x').unwrap_or(rest);
    let number: u32 = digits.parse().ok()?;
    Some(sign * i64::from(number))
}

fn text(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        return Ok(text);
    }
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn show(problem: &Problem, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
    match problem.instance.as_deref() {
        None => writeln!(out, "{}", line::write_grid(problem.puzzle.geometry().alphabet(), grid)),
        Some(instance) => instance.write_answer(grid, out),
    }
}
