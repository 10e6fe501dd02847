//! A program of others that maps puzzle lines to solution lines: it is fed a whole pass, its input
//! is closed, and the pass is timed as a block, the start of the process included.
//!
//! It gets as many times the limit as there are puzzles. One slow puzzle may use that up, or kill the
//! program, and which puzzles stand behind it is chance; those before it may have taken more than
//! their share. So where a line is missing all puzzles are asked again, each in a process and with a
//! limit of its own, and the order of the corpus decides nothing. A line shows a solution if one of its words is a
//! grid of the geometry; any other line is no answer.

use std::time::Duration;

use record::Granularity;
use solvers::{Outcome, Stop};

use super::ear::{self, Ear, Heard, shortened};
use super::session::Session;
use super::speaker::pipe;
use super::starter::Starter;
use crate::corpus::Item;
use crate::description;
use crate::executor::{Failure, Finding, Found, Outside, Question, Racer, Times};
use crate::problem::AnyOutcome;

/// A program that maps lines.
pub(super) struct Lines {
    start: Starter,
}

/// What came of puzzles that were asked together.
struct Heap {
    /// What each line says; there are no more than puzzles.
    answers: Vec<Result<AnyOutcome, Failure>>,
    /// From the start to the end, or to the last line where there was no end.
    took: Duration,
    /// Why there are no more answers.
    failure: Failure,
    /// What else there is to say of that.
    note: Option<String>,
}

impl Racer for Lines {
    fn pass(&mut self, items: &[&Item], question: &Question<'_>, found: &mut Found<'_>) {
        let n_items = items.len();
        if n_items > 1 {
            let Some(heap) = self.ask(items, question) else { return };
            if heap.answers.len() == n_items {
                let wall_ns = Some(heap.took.as_nanos() as u64 / n_items as u64);
                let (granularity, group_size) = (Some(Granularity::Batch), Some(n_items as u64));
                let times = Times { wall_ns, granularity, group_size, ..Times::default() };
                let answers = heap.answers.into_iter().enumerate();
                return answers.for_each(|(index, answer)| found(index, &finding(answer, times)));
            }
        }
        self.one_by_one(items, question, found);
    }
}

impl Lines {
    /// A racer for a program.
    pub(super) fn new(start: Starter) -> Self {
        Self { start }
    }

    /// Asks each item alone.
    fn one_by_one(&self, items: &[&Item], question: &Question<'_>, found: &mut Found<'_>) {
        for (index, item) in items.iter().enumerate() {
            let Some(heap) = self.ask(&[item], question) else { return };
            let (answer, note) = match heap.answers.into_iter().next() {
                Some(answer) => (answer, None),
                None => (Err(heap.failure), heap.note),
            };
            let times = pipe(heap.took.as_nanos() as u64);
            found(index, &Finding { note, ..finding(answer, times) });
        }
    }

    /// Starts the program, and hears what it says of some items; nothing when the run is over.
    fn ask(&self, items: &[&Item], question: &Question<'_>) -> Option<Heap> {
        let mut ear = Ear::to_the_limit(question, items.len());
        let mut session = match self.feed(items) {
            Ok(session) => session,
            Err(error) => {
                let failure = Failure::Crashed(format!("cannot start it: {error}"));
                let took = ear.start.elapsed();
                return Some(Heap { answers: Vec::new(), took, failure, note: None });
            }
        };
        let (mut answers, mut last_line) = (Vec::new(), Duration::ZERO);
        let heard = loop {
            match ear.listen(&mut session) {
                Heard::Line(line) => {
                    last_line = ear.start.elapsed();
                    let Some(item) = items.get(answers.len()) else {
                        return Some(too_many(items.len(), last_line));
                    };
                    answers.push(outcome(&line, item));
                }
                heard => break heard,
            }
        };
        let is_over = heard == Heard::End || answers.is_empty();
        let took = if is_over { ear.start.elapsed() } else { last_line };
        let mut failure = ear::failure(heard, session)?;
        if let Failure::Crashed(words) = failure {
            let (n_lines, n_puzzles) = (answers.len(), items.len());
            let text = format!("{n_lines} lines came for {n_puzzles} puzzles: {words}");
            failure = Failure::Unknown(text);
        }
        let note = (failure == Failure::Timeout).then(|| {
            format!("no line came in {took:.1?}: does it print one for each puzzle, solved or not?")
        });
        Some(Heap { answers, took, failure, note })
    }

    /// Starts the program, and hands over all it will get.
    fn feed(&self, items: &[&Item]) -> std::io::Result<Session> {
        let mut session = Session::start(&mut self.start.command())?;
        let puzzles = items.iter().filter_map(|item| item.problem.puzzle());
        let line = |puzzle| description::of_puzzle(puzzle) + "\n";
        session.send(puzzles.map(line).collect());
        session.close_input();
        Ok(session)
    }
}

/// What it means that there are more lines than puzzles: nobody knows which line belongs to which.
fn too_many(puzzles: usize, took: Duration) -> Heap {
    let failure = Failure::Unknown(format!("more than {puzzles} lines came for {puzzles} puzzles"));
    let answers = vec![Err(failure.clone()); puzzles];
    Heap { answers, took, failure, note: None }
}

/// What came of an item, at its round trip: the time that was measured is that of the process.
fn finding(answer: Result<AnyOutcome, Failure>, times: Times) -> Finding {
    let outside = Some(Outside { counted: Vec::new(), trip_ns: times.wall_ns });
    Finding { answer, outside, ..Finding::failed(Failure::Timeout, times) }
}

fn outcome(line: &str, item: &Item) -> Result<AnyOutcome, Failure> {
    let words = line.split(|c: char| c.is_whitespace() || ",;:".contains(c));
    let grid = words.rev().find_map(|word| item.problem.read_standard(word).ok());
    let problem = || Failure::Unknown(format!("no grid in its line {:?}", shortened(line)));
    let grid = grid.ok_or_else(problem)?;
    Ok(Outcome { solutions: 1, first: Some(grid), ..Outcome::ended(Stop::SolutionLimit) })
}
