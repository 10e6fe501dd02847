//! The child's side of the line protocol: serves a backend with the code that runs it in process.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::Geometry;
use record::Task;
use record::hash::PuzzleHash;
use record::manifest::{ClockCosts, Isolate};
use record::structure::parse_geometry;
use solvers::Backend;

use super::in_process::InProcess;
use crate::corpus::CorpusItem;
use crate::description;
use crate::entrant::Isolation;
use crate::executor::{Executor, PassContext, Stage, panics};
use crate::external::protocol::{Activity, Answer, AnswerStatus, Hello, Reply, Request, Solve};
use crate::external::wire;
use crate::machine::pauses;
use crate::plan::Plan;
use crate::problem::AnyProblem;

/// Answers the requests of a parent until it sends `quit` or closes the pipe.
///
/// # Errors
/// Fails if the replies cannot be written.
pub fn serve(
    backend: &Backend,
    costs: ClockCosts,
    memory_limit: Option<u64>,
    mut lines: impl Iterator<Item = String>,
    out: impl Write,
) -> io::Result<()> {
    panics::silence_caught_panics();
    pauses::watch();
    let executor = InProcess::new(*backend, costs);
    let replies = ReplyWriter(RefCell::new((out, Ok(()))));
    replies.write(&Reply::Hello(Hello {
        name: Some(backend.id.into()),
        version: Some(backend.version().into_owned()),
        blocks: true,
        marks: true,
        ..Hello::default()
    }));
    let mut server =
        Server { backend, executor, memory_limit, geometries: HashMap::new(), replies };
    while let Some(line) = lines.next() {
        match line.parse() {
            Ok(Request::Geometry(number, text)) => {
                let frame = frame(&text);
                if let Ok(Frame::Problem(_)) = frame {
                    // Each is sent anew, so that no more than one is held.
                    server.geometries.retain(|_, it| !matches!(it, Ok(Frame::Problem(_))));
                }
                server.geometries.insert(number, frame);
            }
            Ok(Request::Block(size)) => {
                let is_solve = |line: String| match line.parse() {
                    Ok(Request::Solve(solve)) => Some(solve),
                    _ => None,
                };
                let solves = lines.by_ref().take(size).filter_map(is_solve).collect();
                server.pass(solves, false);
            }
            Ok(Request::Solve(solve)) => server.pass(vec![solve], true),
            Ok(Request::Quit) => break,
            // Ignored: a parent of a later version may send more.
            Err(_) => {}
        }
        server.replies.take_error()?;
    }
    Ok(())
}

struct Server<'a, W> {
    backend: &'a Backend,
    executor: InProcess,
    memory_limit: Option<u64>,
    geometries: HashMap<u64, Result<Frame, String>>,
    replies: ReplyWriter<W>,
}

/// What a solver is prepared for: a geometry, or a problem that is not a puzzle.
enum Frame {
    Geometry(Arc<Geometry>),
    Problem(AnyProblem),
}

fn frame(text: &str) -> Result<Frame, String> {
    match description::parse_problem(text) {
        None => Ok(Frame::Geometry(Arc::new(parse_geometry(text)?))),
        Some(problem) => {
            let problem = problem?;
            problem.is_not_empty()?;
            Ok(Frame::Problem(problem))
        }
    }
}

/// Writes each reply at once, and keeps the first error.
struct ReplyWriter<W>(RefCell<(W, io::Result<()>)>);

impl<W: Write> ReplyWriter<W> {
    fn write(&self, reply: &Reply) {
        let (out, end) = &mut *self.0.borrow_mut();
        if end.is_ok() {
            *end = out.write_all(format!("{reply}\n").as_bytes()).and_then(|()| out.flush());
        }
    }

    fn take_error(&self) -> io::Result<()> {
        std::mem::replace(&mut self.0.borrow_mut().1, Ok(()))
    }
}

impl<W: Write> Server<'_, W> {
    /// Solves requests that were read together, with the limits of the first one. Unreadable puzzles
    /// are refused in order, since the parent expects results in the order of its requests.
    fn pass(&mut self, solves: Vec<Solve>, alone: bool) {
        let plan = |solve| plan(solve, self.memory_limit);
        let Some(plan) = solves.first().map(plan) else { return };
        let read = |solve: &Solve| (solve.id, self.read(solve));
        let read: Vec<(u64, Result<CorpusItem, String>)> = solves.iter().map(read).collect();
        self.executor.set_one_by_one(alone);
        for part in read.chunk_by(|a, b| a.1.is_ok() == b.1.is_ok()) {
            let items = part.iter().filter_map(|(id, item)| Some((*id, item.as_ref().ok()?)));
            let items: Vec<(u64, &CorpusItem)> = items.collect();
            if items.is_empty() {
                part.iter().for_each(|(id, problem)| self.refuse(*id, problem));
            } else {
                self.run(&items, &plan);
            }
        }
    }

    fn run(&mut self, items: &[(u64, &CorpusItem)], plan: &Plan) {
        let (backend, replies, task) = (self.backend, &self.replies, plan.task);
        let id = |item: &CorpusItem| {
            items.iter().find(|(_, other)| std::ptr::eq(*other, item)).map_or(0, |(id, _)| *id)
        };
        let observer = |item: &CorpusItem, stage: Stage<'_>| {
            let activity = match stage {
                Stage::Preparing => Activity::Preparing,
                Stage::Pilot => Activity::Pilot,
                Stage::Solving => Activity::Solving,
                Stage::Block => Activity::Block,
                Stage::Solved(measurement) => {
                    let answer = wire::answer(id(item), task, backend, &item.problem, measurement);
                    let answer = Answer { more: true, ..answer };
                    return replies.write(&Reply::Result(Box::new(answer)));
                }
            };
            replies.write(&Reply::Activity(id(item), activity));
        };
        let never = AtomicBool::new(false);
        let context = PassContext { plan, cancel: &never, found: None, observer: Some(&observer) };
        let all: Vec<&CorpusItem> = items.iter().map(|(_, item)| *item).collect();
        self.executor.pass(&all, &context, &mut |index, measurement| {
            let (id, item) = items[index];
            let answer = wire::answer(id, task, backend, &item.problem, measurement);
            replies.write(&Reply::Result(Box::new(answer)));
        });
    }

    /// Replies that a puzzle cannot be read.
    fn refuse(&self, id: u64, problem: &Result<CorpusItem, String>) {
        let error = problem.as_ref().err().cloned();
        let answer = Answer { error, ..Answer::new(id, AnswerStatus::Unsupported) };
        self.replies.write(&Reply::Result(Box::new(answer)));
    }

    fn read(&self, solve: &Solve) -> Result<CorpusItem, String> {
        let frame = self.geometries.get(&solve.geometry);
        let frame = frame.ok_or_else(|| format!("no geometry {}", solve.geometry))?;
        let (problem, clues) = match frame.as_ref().map_err(Clone::clone)? {
            Frame::Problem(problem) => (problem.clone(), 0),
            Frame::Geometry(geometry) => {
                let marks = solve.marks.as_deref();
                let puzzle = description::parse_puzzle(&solve.puzzle, marks, geometry)?;
                let clues = puzzle.clues();
                (AnyProblem::Puzzle(puzzle), clues)
            }
        };
        Ok(CorpusItem {
            corpus: "".into(),
            name: "".into(),
            clues,
            problem,
            hash: PuzzleHash::default(),
            class: PuzzleHash::default(),
            iso_seed: None,
            expect: None,
            level: None,
            solution: None,
        })
    }
}

/// Returns the part of the parent's plan that affects a backend.
fn plan(solve: &Solve, memory_limit: Option<u64>) -> Plan {
    let max_solutions = match solve.task {
        Task::First => 1,
        Task::Unique => 2,
        Task::Count => solve.limit_solutions.unwrap_or(u64::MAX),
    };
    let (isolate, program) = (Isolate::None, PathBuf::new());
    Plan {
        task: solve.task,
        timeout: solve.limit_ns.map(Duration::from_nanos),
        node_limit: solve.limit_nodes,
        round_limit: solve.limit_rounds,
        max_solutions,
        memory: solve.peak,
        ..Plan::new(Vec::new(), Isolation { memory_limit, ..Isolation::new(isolate, program) })
    }
}

#[cfg(test)]
mod tests {
    use solvers::candidates::mrv::MRV;

    use super::*;

    #[test]
    fn an_unreadable_puzzle_is_refused_in_order_and_affects_no_other() {
        let mut lines =
            vec!["geometry 1 symbols=3 cells=2 regions=0.1".to_owned(), "block 4".into()];
        let puzzles = ["..", "21", "4!", "1."].into_iter().enumerate();
        lines.extend(puzzles.map(|(id, cells)| format!("solve {id} {cells} geometry=1")));
        let mut out = Vec::new();
        serve(&MRV, crate::machine::clock::measure(), None, lines.into_iter(), &mut out)
            .expect("the replies are written");
        let replies = String::from_utf8(out).expect("text");
        let answers = replies.lines().filter_map(|line| match line.parse() {
            Ok(Reply::Result(answer)) => Some((answer.id, answer.status)),
            _ => None,
        });
        let expected = [
            (0, AnswerStatus::Multiple),
            (1, AnswerStatus::Unique),
            (2, AnswerStatus::Unsupported),
            (3, AnswerStatus::Multiple),
        ];
        assert_eq!(answers.collect::<Vec<_>>(), expected, "{replies}");
    }
}
