//! External programs in lines mode, which map puzzle lines to solution lines. A program is given a
//! whole pass, its input is closed, and the pass is timed as a block, including the start of the
//! process.
//!
//! The time limit is that of one puzzle times the number of puzzles. One slow puzzle may use it up or
//! crash the program, and then puzzles before and after it are affected by chance. So if a line is
//! missing, all puzzles are run again, each in a process and with a limit of its own, and the result
//! does not depend on the order of the corpus.
//!
//! A line shows a solution if one of its words is a grid of the geometry. Any other line is not an
//! answer.

use std::time::Duration;

use board::source::counted;
use record::Granularity;
use record::manifest::Fresh;
use record::row::nanoseconds;
use solvers::{Outcome, Stop};

use super::launcher::Launcher;
use super::listen::{Ended, Event, Listener, Used, truncated};
use super::protocol_solver::pipe;
use super::session::{EXIT_GRACE, Session};
use crate::corpus::CorpusItem;
use crate::description;
use crate::executor::{
    Executor, ExternalDetails, Failure, Measurement, MeasurementSink, PassContext, Times,
    undisturbed,
};
use crate::machine::pauses;
use crate::problem::AnyOutcome;

/// The executor of an external program in lines mode.
pub(super) struct LinesSolver {
    launcher: Launcher,
}

/// The replies of one process.
struct Replies {
    /// The answer in each line. There are at most as many as puzzles.
    answers: Vec<Result<AnyOutcome, Failure>>,
    /// The time from the start to the exit, or to the last line if the process did not exit.
    took: Duration,
    /// The CPU time and the peak of the memory.
    used: Used,
    /// Why there are no further answers.
    failure: Failure,
    /// A remark about that.
    note: Option<String>,
    /// Whether this program or the process was stopped meanwhile.
    is_disturbed: bool,
}

impl Replies {
    fn without_process(
        answers: Vec<Result<AnyOutcome, Failure>>,
        took: Duration,
        failure: Failure,
    ) -> Self {
        Self { answers, took, used: Used::default(), failure, note: None, is_disturbed: false }
    }
}

impl Executor for LinesSolver {
    fn pass(
        &mut self,
        items: &[&CorpusItem],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) {
        let n_items = items.len();
        let are_lines = items.iter().all(|item| no_line(item).is_none());
        if n_items > 1 && are_lines && !context.plan.is_fresh(Fresh::Process) {
            let Some(replies) = self.ask(items, context) else { return };
            if let Failure::Harness(_) = replies.failure {
                return report(0, &Measurement::failed(replies.failure, Times::default()));
            }
            if replies.answers.len() == n_items && !replies.is_disturbed {
                let wall_ns = Some(nanoseconds(replies.took) / n_items as u64);
                let (granularity, group_size) = (Some(Granularity::Batch), Some(n_items as u64));
                let cpu_ns = replies.used.cpu_ns.map(|cpu| cpu / n_items as u64);
                let times = Times { wall_ns, cpu_ns, granularity, group_size, ..Times::default() };
                let peak_bytes = replies.used.peak;
                return replies.answers.into_iter().enumerate().for_each(|(index, answer)| {
                    report(index, &Measurement { peak_bytes, ..measurement(answer, times) });
                });
            }
        }
        self.one_by_one(items, context, report);
    }
}

impl LinesSolver {
    /// Creates an executor for a program.
    pub(super) fn new(launcher: Launcher) -> Self {
        Self { launcher }
    }

    /// Runs each item in a process of its own.
    fn one_by_one(
        &self,
        items: &[&CorpusItem],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) {
        for (index, item) in items.iter().enumerate() {
            if let Some(reason) = no_line(item) {
                let failure = Failure::Unsupported(reason.into());
                report(index, &Measurement::failed(failure, Times::default()));
                continue;
            }
            let solve = || {
                let replies = self.ask(&[item], context)?;
                let (answer, note) = match replies.answers.into_iter().next() {
                    Some(answer) => (answer, None),
                    None => (Err(replies.failure), replies.note),
                };
                let Used { cpu_ns, peak: peak_bytes } = replies.used;
                let times = Times { cpu_ns, ..pipe(nanoseconds(replies.took)) };
                Some(Measurement { note, peak_bytes, ..measurement(answer, times) })
            };
            let Some(measurement) = undisturbed(solve) else { return };
            report(index, &measurement);
        }
    }

    /// Runs items in one process and returns its replies, or `None` if the run was cancelled.
    fn ask(&self, items: &[&CorpusItem], context: &PassContext<'_>) -> Option<Replies> {
        let mut listener = Listener::to_the_limit(context, items.len());
        let mut session = match self.feed(items) {
            Ok(session) => session,
            Err(error) => {
                let failure = Failure::of_harness("start a process", &error);
                let took = listener.start.elapsed();
                return Some(Replies::without_process(Vec::new(), took, failure));
            }
        };
        let (mut answers, mut last_line) = (Vec::new(), Duration::ZERO);
        let event = loop {
            match listener.listen(&mut session) {
                Event::Line(line) => {
                    last_line = listener.start.elapsed();
                    let Some(item) = items.get(answers.len()) else {
                        return Some(too_many(items.len(), last_line));
                    };
                    answers.push(outcome(&line, item));
                    if answers.len() == items.len() {
                        listener.wait_at_most(EXIT_GRACE);
                    }
                }
                event => break event,
            }
        };
        let is_over = event == Event::End || answers.is_empty();
        let took = if is_over { listener.start.elapsed() } else { last_line };
        let is_disturbed = event == Event::Stopped || pauses::since(listener.start);
        let ended = Ended::new(event, session, context, listener.peak)?;
        let (lines, puzzles) = (counted(answers.len(), "line"), counted(items.len(), "puzzle"));
        let used = ended.used;
        let failure = ended.without(&format!("{lines} for {puzzles}"), &[0]);
        let note = (failure == Failure::Timeout).then(|| {
            format!("no line within {took:.1?}: does it print one for each puzzle, solved or not?")
        });
        Some(Replies { answers, took, used, failure, note, is_disturbed })
    }

    /// Starts the program and sends all puzzles.
    fn feed(&self, items: &[&CorpusItem]) -> std::io::Result<Session> {
        let mut session = self.launcher.start()?;
        let puzzles = items.iter().filter_map(|item| item.problem.puzzle());
        let line = |puzzle| description::write_puzzle(puzzle) + "\n";
        session.send(puzzles.map(line).collect());
        session.close_input();
        Ok(session)
    }
}

/// Returns why a puzzle is no line of givens, if it has something else. A program that does not see it would solve another
/// puzzle.
fn no_line(item: &CorpusItem) -> Option<&'static str> {
    if item.problem.has_relations() {
        return Some("a line has no relations, and the board has some");
    }
    item.problem.has_marks().then_some("a line has no pencil marks, and the puzzle has some")
}

/// Returns the replies of a program that printed more lines than puzzles: it is unknown which line
/// belongs to which puzzle.
fn too_many(puzzles: usize, took: Duration) -> Replies {
    let (lines, of) = (counted(puzzles, "line"), counted(puzzles, "puzzle"));
    let failure = Failure::Unknown(format!("more than {lines} for {of}"));
    let answers = vec![Err(failure.clone()); puzzles];
    Replies::without_process(answers, took, failure)
}

/// Creates a measurement from the time of the process.
fn measurement(answer: Result<AnyOutcome, Failure>, times: Times) -> Measurement {
    let external = Some(ExternalDetails { trip_ns: times.wall_ns, ..ExternalDetails::default() });
    Measurement { answer, external, ..Measurement::failed(Failure::Timeout, times) }
}

fn outcome(line: &str, item: &CorpusItem) -> Result<AnyOutcome, Failure> {
    let words = line.split(|c: char| c.is_whitespace() || ",;:".contains(c));
    let grid = words.rev().find_map(|word| item.problem.read_standard(word).ok());
    let problem = || Failure::Unknown(format!("no grid in the line {:?}", truncated(line)));
    let grid = grid.ok_or_else(problem)?;
    Ok(Outcome { solutions: 1, first: Some(grid), ..Outcome::ended(Stop::SolutionLimit) })
}
