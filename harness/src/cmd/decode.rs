//! `harness decode`: decodes and checks the answer of a SAT or pseudo-Boolean solver.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use race::as_formula::AsFormula;
use race::problem::{AnyAnswer, AnyProblem};
use race::text_file;
use serde_json::{Value, json};

use super::count_value::cost_value;
use super::{End, printing, problem};
use crate::cli::DecodeArgs;

/// Decodes the answer, checks it, and prints it to `out`.
///
/// # Errors
/// When the problem or the answer cannot be read.
pub fn run(arguments: &DecodeArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let problem = problem::one(&arguments.problem)?;
    let path = arguments.answer.display().to_string();
    let decoded = match Answer::read(&path, &text(&arguments.answer)?)? {
        Answer::None => Decoded::None,
        Answer::Values { values, is_optimum, cost } => {
            decoded(&problem, &values, is_optimum)?.with_stated(cost)
        }
    };
    if arguments.format.is_json() {
        printing::json(out, &decoded.json())?;
    } else {
        decoded.print(out)?;
    }
    Ok(if decoded.is_wrong() { End::Failed } else { End::Well })
}

/// A decoded answer.
enum Decoded {
    /// The solver claims that there is none.
    None,
    Answer(DecodedAnswer),
}

/// A decoded answer that is a solution, or should be one.
struct DecodedAnswer {
    /// Its text, empty if it cannot be decoded.
    text: String,
    fault: Option<String>,
    /// Its cost, if the problem has costs.
    cost: Option<i128>,
    /// Whether the solver claims that no solution is better, which is not checked.
    is_optimum: bool,
}

impl Decoded {
    /// Returns the answer of a solver that states its cost, which must be that of the solution.
    fn with_stated(mut self, stated: Option<i128>) -> Self {
        if let Self::Answer(DecodedAnswer { fault: fault @ None, cost: Some(cost), .. }) = &mut self
            && let Some(stated) = stated.filter(|stated| stated != cost)
        {
            *fault = Some(format!("the solution costs {cost}, but the solver states {stated}"));
        }
        self
    }

    fn is_wrong(&self) -> bool {
        matches!(self, Self::Answer(answer) if answer.fault.is_some())
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::None => writeln!(out, "no solution, as the solver claims; this is not checked"),
            Self::Answer(answer) => writeln!(out, "{}{}", answer.text, answer.verdict()),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::None => json!({ "solution": null, "correct": null, "fault": null }),
            Self::Answer(DecodedAnswer { text, fault, cost, is_optimum }) => json!({
                "solution": text.trim_end(),
                "correct": (fault.is_some() || !is_optimum).then_some(fault.is_none()),
                "fault": fault,
                "cost": cost.map(cost_value),
                "unchecked": (*is_optimum && fault.is_none()).then_some("optimum"),
            }),
        }
    }
}

impl DecodedAnswer {
    /// Returns what was checked, and what came of it.
    fn verdict(&self) -> String {
        match (&self.fault, self.cost, self.is_optimum) {
            (Some(fault), ..) => format!("WRONG: {fault}"),
            (None, None, false) => "correct".into(),
            (None, Some(cost), false) => format!("correct, of cost {cost}"),
            (None, None, true) => {
                "a solution; that it is optimal, as the solver claims, is not checked".into()
            }
            (None, Some(cost), true) => format!(
                "a solution of cost {cost}; that none is cheaper, as the solver claims, is not checked"
            ),
        }
    }
}

/// Decodes the values of the variables, and checks the answer. Variables that the formula does not have are ignored:
/// `encode --break-symmetries` adds some.
fn decoded(problem: &AnyProblem, values: &[i64], is_optimum: bool) -> anyhow::Result<Decoded> {
    let formula = AsFormula::new(problem)?;
    let most = formula.formula.variables() as i64;
    let truths = values.iter().filter(|value| (1..=most).contains(*value));
    let Some(answer) = formula.answer(truths.map(|value| (value - 1) as usize)) else {
        let (text, fault) = (String::new(), Some("a cell has no symbol".into()));
        return Ok(Decoded::Answer(DecodedAnswer { text, fault, cost: None, is_optimum }));
    };
    let mut text = Vec::new();
    problem.write_answer(&answer, &mut text)?;
    let fault = problem.check(&answer).err();
    let (text, cost) = (String::from_utf8(text)?, cost(problem, &answer));
    Ok(Decoded::Answer(DecodedAnswer { text, fault, cost, is_optimum }))
}

/// Returns the cost of an answer, if the problem has costs.
fn cost(problem: &AnyProblem, answer: &AnyAnswer) -> Option<i128> {
    let (AnyProblem::Cover(cover), AnyAnswer::Options(options)) = (problem, answer) else {
        return None;
    };
    let costs = options.iter().map(|&option| i128::from(cover.costs()[option]));
    cover.has_costs().then(|| costs.sum())
}

/// The output of a solver.
enum Answer {
    /// The claim that there is no solution.
    None,
    /// A solution.
    Values {
        /// The numbers of the variables, negative if false.
        values: Vec<i64>,
        /// Whether the solver claims that no solution is better.
        is_optimum: bool,
        /// The cost that the solver states last.
        cost: Option<i128>,
    },
}

impl Answer {
    /// Parses lines `s` and `v` as in the SAT competitions, or `SAT` and numbers as MiniSat writes them.
    ///
    /// # Errors
    /// If there is no answer, or lines contradict each other.
    fn read(path: &str, text: &str) -> anyhow::Result<Self> {
        let (mut claims, mut values) = (Claims::default(), Vec::new());
        // Pseudo-Boolean solvers name variables like x12, and write no 0.
        let mut is_of_formula = true;
        for (number, whole) in (1..).zip(text.lines()) {
            let said = claims.read(whole.trim());
            is_of_formula &= !said.contains('x');
            for word in said.split_whitespace() {
                values.push(value(word).with_context(|| {
                    let before = &whole[..word.as_ptr() as usize - whole.as_ptr() as usize];
                    let column = before.chars().count() + 1;
                    format!(
                        "{path}:{number}:{column}: {word:?} is not a value, expected one like 12, \
                         -12, x12 or -x12"
                    )
                })?);
            }
        }
        if claims.of_none && (claims.of_some || !values.is_empty()) {
            bail!("{path}: a solution and that there is none: both together are no answer");
        }
        if claims.of_none {
            return Ok(Self::None);
        }
        if claims.is_unknown {
            bail!("{path}: no answer: the solver does not know whether there is a solution");
        }
        if values.is_empty() {
            bail!("{path}: no answer, expected `s UNSATISFIABLE` or lines `v` with values");
        }
        if let Some(variable) = with_both_signs(&values) {
            bail!("{path}: variable {variable} is both true and false, expected one of them");
        }
        if is_of_formula && values.last() != Some(&0) {
            super::note("the values do not end with 0: the answer may be cut off");
        }
        Ok(Self::Values { values, is_optimum: claims.of_optimum, cost: claims.cost })
    }
}

/// What the lines of an output claim.
#[derive(Default)]
struct Claims {
    of_some: bool,
    of_optimum: bool,
    of_none: bool,
    is_unknown: bool,
    /// Whether the values follow without a letter, as MiniSat writes them.
    is_bare: bool,
    /// The cost of the last solution.
    cost: Option<i128>,
}

impl Claims {
    /// Reads a line, and returns the values in it.
    fn read<'l>(&mut self, line: &'l str) -> &'l str {
        match line.split_once(char::is_whitespace).map_or((line, ""), |(a, b)| (a, b.trim())) {
            ("s", "SATISFIABLE") => self.of_some = true,
            ("s", "OPTIMUM FOUND") => (self.of_some, self.of_optimum) = (true, true),
            ("s", "UNSATISFIABLE") | ("UNSAT" | "UNSATISFIABLE", "") => self.of_none = true,
            ("s", "UNKNOWN") | ("INDET" | "INDETERMINATE" | "UNKNOWN", "") => {
                self.is_unknown = true;
            }
            ("SAT" | "SATISFIABLE", "") => (self.of_some, self.is_bare) = (true, true),
            ("o", cost) => self.cost = cost.parse().ok().or(self.cost),
            ("v", values) => return values,
            _ if self.is_bare => return line,
            _ => {}
        }
        ""
    }
}

/// Returns the least variable with both signs.
fn with_both_signs(values: &[i64]) -> Option<u64> {
    let mut literals = values.to_vec();
    literals.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
    let is_both = |pair: &&[i64]| pair[0] != 0 && pair[0] == -pair[1];
    literals.windows(2).find(is_both).map(|pair| pair[0].unsigned_abs())
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
        return text_file::read_from(io::stdin().lock(), "standard input");
    }
    text_file::read(path)
}
