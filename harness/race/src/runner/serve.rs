//! The other end of the pipe: a backend that is served over lines, by the code that runs it in
//! process.

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
use record::manifest::{Clock, ClockCosts, Isolate, Order, Repetitions};
use solvers::Backend;

use super::in_process::InProcess;
use crate::contestant::Isolation;
use crate::corpus::Item;
use crate::description;
use crate::executor::{Question, Racer, Stage, guard};
use crate::external::protocol::{Answer, Doing, Hello, Reply, Request, Said, Solve};
use crate::external::wire;
use crate::plan::Plan;
use crate::problem::AnyProblem;

/// Answers the lines of a parent until one says `quit` or there are no more.
///
/// # Errors
/// When nobody reads the answers.
pub fn serve(
    backend: &Backend,
    costs: ClockCosts,
    mut lines: impl Iterator<Item = String>,
    out: impl Write,
) -> io::Result<()> {
    guard::keep_panics_quiet();
    let racer = InProcess::new(*backend, costs);
    let mouth = Mouth(RefCell::new((out, Ok(()))));
    mouth.say(&Reply::Hello(Hello {
        name: Some(backend.id.into()),
        version: Some(backend.version().into_owned()),
        blocks: true,
        ..Hello::default()
    }));
    let mut server = Server { backend, racer, geometries: HashMap::new(), mouth };
    while let Some(line) = lines.next() {
        match line.parse() {
            Ok(Request::Geometry(number, text)) => {
                server.geometries.insert(number, ground(&text));
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
            // A parent of a later version may say more.
            Err(_) => {}
        }
        server.mouth.is_heard()?;
    }
    Ok(())
}

struct Server<'a, W> {
    backend: &'a Backend,
    racer: InProcess,
    geometries: HashMap<u64, Result<Ground, String>>,
    mouth: Mouth<W>,
}

/// What puzzles are played on, or a problem that is no puzzle.
enum Ground {
    Geometry(Arc<Geometry>),
    Problem(AnyProblem),
}

fn ground(text: &str) -> Result<Ground, String> {
    match description::to_problem(text) {
        None => Ok(Ground::Geometry(Arc::new(description::to_geometry(text)?))),
        Some(problem) => {
            let problem = problem?;
            problem.is_not_empty()?;
            Ok(Ground::Problem(problem))
        }
    }
}

/// Says replies, each at once, and remembers when nobody hears them.
struct Mouth<W>(RefCell<(W, io::Result<()>)>);

impl<W: Write> Mouth<W> {
    fn say(&self, reply: &Reply) {
        let (out, end) = &mut *self.0.borrow_mut();
        if end.is_ok() {
            *end = out.write_all(format!("{reply}\n").as_bytes()).and_then(|()| out.flush());
        }
    }

    fn is_heard(&self) -> io::Result<()> {
        std::mem::replace(&mut self.0.borrow_mut().1, Ok(()))
    }
}

impl<W: Write> Server<'_, W> {
    /// Solves what was read together; all of it is asked like the first of it. What cannot be read is
    /// refused in its turn: whoever hears a result takes it for that of the next puzzle.
    fn pass(&mut self, solves: Vec<Solve>, alone: bool) {
        let Some(plan) = solves.first().map(plan) else { return };
        let read = |solve: &Solve| (solve.id, self.read(solve));
        let read: Vec<(u64, Result<Item, String>)> = solves.iter().map(read).collect();
        self.racer.set_one_by_one(alone);
        for part in read.chunk_by(|a, b| a.1.is_ok() == b.1.is_ok()) {
            let items = part.iter().filter_map(|(id, item)| Some((*id, item.as_ref().ok()?)));
            let items: Vec<(u64, &Item)> = items.collect();
            if items.is_empty() {
                part.iter().for_each(|(id, problem)| self.refuse(*id, problem));
            } else {
                self.run(&items, &plan);
            }
        }
    }

    fn run(&mut self, items: &[(u64, &Item)], plan: &Plan) {
        let (backend, mouth, task) = (self.backend, &self.mouth, plan.task);
        let id = |item: &Item| {
            items.iter().find(|(_, other)| std::ptr::eq(*other, item)).map_or(0, |(id, _)| *id)
        };
        let watch = |item: &Item, stage: Stage<'_>| {
            let doing = match stage {
                Stage::Preparing => Doing::Preparing,
                Stage::Pilot => Doing::Pilot,
                Stage::Solving => Doing::Solving,
                Stage::Block => Doing::Block,
                Stage::Solved(finding) => {
                    let answer = wire::answer(id(item), task, backend, &item.problem, finding);
                    let answer = Answer { more: true, ..answer };
                    return mouth.say(&Reply::Result(Box::new(answer)));
                }
            };
            mouth.say(&Reply::Doing(id(item), doing));
        };
        let never = AtomicBool::new(false);
        let question = Question { plan, cancel: &never, found: None, watch: Some(&watch) };
        let all: Vec<&Item> = items.iter().map(|(_, item)| *item).collect();
        self.racer.pass(&all, &question, &mut |index, finding| {
            let (id, item) = items[index];
            let answer = wire::answer(id, task, backend, &item.problem, finding);
            mouth.say(&Reply::Result(Box::new(answer)));
        });
    }

    /// Says that a puzzle cannot be read.
    fn refuse(&self, id: u64, problem: &Result<Item, String>) {
        let error = problem.as_ref().err().cloned();
        let answer = Answer { error, ..Answer::new(id, Said::Unsupported) };
        self.mouth.say(&Reply::Result(Box::new(answer)));
    }

    fn read(&self, solve: &Solve) -> Result<Item, String> {
        let ground = self.geometries.get(&solve.geometry);
        let ground = ground.ok_or_else(|| format!("no geometry {}", solve.geometry))?;
        let (problem, clues) = match ground.as_ref().map_err(Clone::clone)? {
            Ground::Problem(problem) => (problem.clone(), 0),
            Ground::Geometry(geometry) => {
                let marks = solve.marks.as_deref();
                let puzzle = description::to_puzzle(&solve.puzzle, marks, geometry)?;
                let clues = puzzle.clues();
                (AnyProblem::Puzzle(puzzle), clues)
            }
        };
        Ok(Item {
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

/// The plan of a parent, as far as a backend sees it.
fn plan(solve: &Solve) -> Plan {
    let max_solutions = match solve.task {
        Task::First => 1,
        Task::Unique => 2,
        Task::Count => solve.limit_solutions.unwrap_or(u64::MAX),
    };
    let (isolate, program) = (Isolate::None, PathBuf::new());
    Plan {
        summary_only: false,
        backends: Vec::new(),
        isolation: Isolation { isolate, memory_limit: None, program },
        task: solve.task,
        timeout: solve.limit_ns.map(Duration::from_nanos),
        clock: Clock::Own,
        node_limit: solve.limit_nodes,
        round_limit: solve.limit_rounds,
        max_solutions,
        jobs: 1,
        repetitions: Repetitions::ONCE,
        order: Order::Interleaved,
        seed: 0,
        isomorphs: None,
        memory: solve.peak,
        certify: false,
        keep_proofs: None,
        invocations: 1,
        invocation: 1,
    }
}

#[cfg(test)]
mod tests {
    use solvers::candidates::mrv::MRV;

    use super::*;

    #[test]
    fn a_puzzle_that_cannot_be_read_costs_no_other_and_is_refused_in_its_turn() {
        let mut lines =
            vec!["geometry 1 symbols=3 cells=2 regions=0.1".to_owned(), "block 4".into()];
        let puzzles = ["..", "21", "4!", "1."].into_iter().enumerate();
        lines.extend(puzzles.map(|(id, cells)| format!("solve {id} {cells} geometry=1")));
        let mut out = Vec::new();
        serve(&MRV, crate::machine::clock::measure(), lines.into_iter(), &mut out)
            .expect("it is heard");
        let replies = String::from_utf8(out).expect("text");
        let answers = replies.lines().filter_map(|line| match line.parse() {
            Ok(Reply::Result(answer)) => Some((answer.id, answer.said)),
            _ => None,
        });
        let expected =
            [(0, Said::Multiple), (1, Said::Unique), (2, Said::Unsupported), (3, Said::Multiple)];
        assert_eq!(answers.collect::<Vec<_>>(), expected, "{replies}");
    }
}
