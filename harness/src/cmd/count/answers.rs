//! What `count` prints: numbers of solutions, solutions with their numbers, and the counts of options.

use std::io::Write;

use board::{Cell, Count, Grid, Puzzle, Symbol};
use race::problem::{AnyAnswer, AnyProblem, option_in_words};
use render::table::{Format, Table, TableCell, counted};
use serde_json::{Value, json};
use solvers::count::diagram::Diagram;

use crate::cmd::count_value::{cost_value, count_value};
use crate::cmd::printing;

/// What was found.
pub(super) struct Findings {
    solutions: Count,
    /// The solutions to print.
    pub(super) listed: Vec<Listed>,
    /// The number of the given solution.
    pub(super) rank: Option<Count>,
    /// The least cost, and a solution that has it.
    pub(super) cheapest: Option<(i128, Listed)>,
    /// The number of solutions that contain each option.
    pub(super) options: Option<Vec<Count>>,
}

/// A solution and its number, from 1.
pub(super) struct Listed {
    number: Count,
    answer: AnyAnswer,
}

impl Listed {
    /// # Errors
    /// If the referee refuses the solution.
    pub(super) fn new(
        problem: &AnyProblem,
        diagram: &Diagram,
        options: &[usize],
    ) -> anyhow::Result<Self> {
        let answer = answer(problem, options);
        problem.check(&answer).map_err(|why| anyhow::anyhow!("not a solution: {why}"))?;
        let rank = diagram.rank(options).expect("it is a solution");
        Ok(Self { number: number_of(rank), answer })
    }

    fn json(&self, problem: &AnyProblem) -> Value {
        json!({ "number": count_value(&self.number), "solution": problem.text_of(&self.answer) })
    }
}

/// Returns the number, from 1, of the solution of a rank, from 0.
pub(super) fn number_of(mut rank: Count) -> Count {
    rank += &Count::ONE;
    rank
}

/// Returns the number of options of a problem.
pub(super) fn option_count(problem: &AnyProblem) -> usize {
    match problem {
        AnyProblem::Puzzle(puzzle) => puzzle.geometry().cells() * puzzle.geometry().symbols(),
        AnyProblem::Cover(cover) => cover.option_count(),
        AnyProblem::Formula(_) | AnyProblem::Graph(_) => 0,
    }
}

/// Returns the answer that the options of a solution make.
fn answer(problem: &AnyProblem, options: &[usize]) -> AnyAnswer {
    let AnyProblem::Puzzle(puzzle) = problem else { return AnyAnswer::Options(options.to_vec()) };
    // In ascending order, there is an option for each cell.
    let symbol = |option: &usize| cell_and_symbol(puzzle, *option).1;
    AnyAnswer::Grid(Grid::new(options.iter().map(symbol).collect::<Vec<_>>()))
}

fn cell_and_symbol(puzzle: &Puzzle, option: usize) -> (Cell, Symbol) {
    let symbols = puzzle.geometry().symbols();
    (option / symbols, (option % symbols) as Symbol)
}

/// Reads the options of a solution in the form of the column `solution`.
///
/// # Errors
/// What is invalid.
pub(super) fn read(problem: &AnyProblem, text: &str) -> Result<Vec<usize>, String> {
    let answer = match problem {
        AnyProblem::Puzzle(puzzle) => {
            let grid = board::text::line::read_grid(text, puzzle.geometry());
            AnyAnswer::Grid(grid.map_err(|error| error.to_string())?)
        }
        _ => AnyAnswer::Options(chosen(text, option_count(problem))?),
    };
    problem.check(&answer)?;
    Ok(match (problem, answer) {
        (AnyProblem::Puzzle(puzzle), AnyAnswer::Grid(grid)) => {
            let symbols = puzzle.geometry().symbols();
            let cells = grid.symbols().iter().enumerate();
            cells.map(|(cell, &symbol)| cell * symbols + usize::from(symbol)).collect()
        }
        (_, AnyAnswer::Options(options)) => options,
        _ => Vec::new(),
    })
}

/// Reads a `1` for each chosen option and a `0` for each of the others.
fn chosen(text: &str, options: usize) -> Result<Vec<usize>, String> {
    let n_characters = text.chars().count();
    if n_characters != options {
        return Err(format!(
            "{}, expected one for each of {options} options",
            counted(n_characters as u64, "character")
        ));
    }
    if let Some(other) = text.chars().find(|character| !matches!(character, '0' | '1')) {
        return Err(format!("{other:?}: expected 0 or 1 for each option"));
    }
    Ok(text.match_indices('1').map(|(option, _)| option).collect())
}

impl Findings {
    pub(super) fn of(solutions: Count) -> Self {
        Self { solutions, listed: Vec::new(), rank: None, cheapest: None, options: None }
    }

    pub(super) fn print(
        &self,
        problem: &AnyProblem,
        format: Format,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if format == Format::Json {
            return printing::json(out, &self.json(problem));
        }
        let s = if self.solutions == 1 { "" } else { "s" };
        writeln!(out, "{} solution{s}", self.solutions)?;
        for Listed { number, answer } in &self.listed {
            writeln!(out, "\nsolution {number}:")?;
            problem.write_answer(answer, out)?;
        }
        if let Some(rank) = &self.rank {
            writeln!(out, "\nthe given one is solution {rank}")?;
        }
        if let Some((cost, Listed { number, answer })) = &self.cheapest {
            writeln!(out, "\nleast cost {cost}, solution {number}:")?;
            problem.write_answer(answer, out)?;
        }
        if let Some(counts) = &self.options {
            writeln!(out)?;
            table(problem, counts).print(out, format)?;
        }
        Ok(())
    }

    fn json(&self, problem: &AnyProblem) -> Value {
        let mut object = json!({ "solutions": count_value(&self.solutions) });
        if !self.listed.is_empty() {
            object["listed"] = self.listed.iter().map(|listed| listed.json(problem)).collect();
        }
        if let Some(rank) = &self.rank {
            object["rank"] = count_value(rank);
        }
        if let Some((cost, listed)) = &self.cheapest {
            object["least_cost"] = listed.json(problem);
            object["least_cost"]["cost"] = cost_value(*cost);
        }
        if let Some(counts) = &self.options {
            object["options"] = table(problem, counts).json();
        }
        object
    }
}

/// Returns a table with a row for each option.
fn table(problem: &AnyProblem, counts: &[Count]) -> Table {
    let mut table = match problem {
        AnyProblem::Puzzle(_) => Table::default().words("cell").words("symbol"),
        _ => Table::default().words("option"),
    }
    .numbers("solutions");
    for (option, count) in counts.iter().enumerate() {
        let mut row: Vec<TableCell> = match problem {
            AnyProblem::Puzzle(puzzle) => {
                let (cell, symbol) = cell_and_symbol(puzzle, option);
                let character = puzzle.geometry().alphabet().character(symbol);
                let position = puzzle.geometry().position(cell).to_string();
                vec![position.into(), character.to_string().into()]
            }
            AnyProblem::Cover(cover) => vec![option_in_words(cover, option).into()],
            AnyProblem::Formula(_) | AnyProblem::Graph(_) => Vec::new(),
        };
        row.push(TableCell::new(count.to_string(), count_value(count)));
        table.row(row);
    }
    table
}
