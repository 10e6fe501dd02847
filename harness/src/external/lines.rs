//! A program of others that maps puzzle lines to solution lines: it is fed a whole pass, its input
//! is closed, and the pass is timed as a block, the start of the process included.
//!
//! It gets as many times the limit as there are puzzles. When that is over, the puzzles without a
//! line are time-outs, each of its share. A line shows a solution if one of its words is a grid of
//! the geometry; any other line is no answer.

use solvers::{Outcome, Stop};

use super::description;
use super::ear::{self, Ear, Heard};
use super::program::Starter;
use super::session::Session;
use crate::corpus::Item;
use crate::record::Granularity;
use crate::runner::racer::{Failure, Finding, Found, Outside, Question, Racer, Times};

/// A program that maps lines.
pub(super) struct Lines {
    start: Starter,
}

impl Racer for Lines {
    fn pass(&mut self, items: &[&Item], question: &Question<'_>, found: &mut Found<'_>) {
        if items.is_empty() {
            return;
        }
        let puzzles =
            items.iter().map(|item| description::of_puzzle(&item.puzzle) + "\n").collect();
        let ear = Ear::new(question, items.len() as u32);
        let session = match self.feed(puzzles) {
            Ok(session) => session,
            Err(error) => {
                let failure = Failure::Crashed(format!("cannot start it: {error}"));
                for index in 0..items.len() {
                    found(index, &Finding::failed(failure.clone(), Times::default()));
                }
                return;
            }
        };
        let mut lines = Vec::new();
        let heard = loop {
            match ear.listen(&session) {
                Heard::Line(line) => lines.push(line),
                heard => break heard,
            }
        };
        let wall_ns = Some(ear.start.elapsed().as_nanos() as u64 / items.len() as u64);
        let group_size = Some(items.len() as u64);
        let granularity = Some(Granularity::Batch);
        let times = Times { wall_ns, granularity, group_size, ..Times::default() };
        let (n_lines, is_end) = (lines.len(), heard == Heard::End);
        let Some(mut failure) = ear::failure(heard, session) else { return };
        if let (true, Failure::Crashed(words)) = (is_end, &failure) {
            let n_puzzles = items.len();
            let text = format!("{n_lines} lines came for {n_puzzles} puzzles: {words}");
            failure = Failure::Unknown(text);
        }
        if n_lines > items.len() {
            // Nobody knows which line belongs to which puzzle.
            lines.clear();
        }
        for (index, item) in items.iter().enumerate() {
            let outside = Outside { version: self.start.version.clone(), counted: Vec::new() };
            let answer = match lines.get(index) {
                Some(line) => outcome(line, item),
                None => Err(failure.clone()),
            };
            let finding = Finding::failed(Failure::Timeout, times);
            found(index, &Finding { answer, outside: Some(outside), ..finding });
        }
    }
}

impl Lines {
    /// A racer for a program.
    pub(super) fn new(start: Starter) -> Self {
        Self { start }
    }

    /// Starts the program, and hands over all it will get.
    fn feed(&self, puzzles: String) -> std::io::Result<Session> {
        let mut session = Session::start(&mut self.start.command())?;
        session.send(puzzles);
        session.close_input();
        Ok(session)
    }
}

fn outcome(line: &str, item: &Item) -> Result<Outcome, Failure> {
    let words = line.split(|c: char| c.is_whitespace() || ",;:".contains(c));
    let geometry = item.puzzle.geometry();
    let grid = words.rev().find_map(|word| description::to_grid(word, geometry).ok());
    let shown: String = line.chars().take(100).collect();
    let grid = grid.ok_or_else(|| Failure::Unknown(format!("no grid in its line {shown:?}")))?;
    Ok(Outcome { solutions: 1, first: Some(grid), ..Outcome::ended(Stop::SolutionLimit) })
}
