//! A program of others that speaks `sudoku-backend/1`: one long-lived process, one puzzle at a
//! time.
//!
//! Its own figure for the time is taken where it is not larger than the round trip, which is
//! measured here; else, or where it gives none, the round trip is its time. A line that is not of
//! the protocol is kept as a note of the row; a result that cannot be read is `unknown`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use board::Geometry;
use solvers::Backend;

use super::description;
use super::ear::{self, Ear, Heard};
use super::program::Starter;
use super::protocol::{Answer, Hello, Reply, Request};
use super::session::{Received, Session};
use crate::corpus::Item;
use crate::record::Granularity;
use crate::runner::racer::{Failure, Finding, Found, Outside, Question, Racer, Times};
use crate::runner::wire;

/// How many lines that are not of the protocol are kept for a note.
pub(crate) const STRAY: usize = 3;

/// How the note of a time begins that is longer than the round trip.
pub(crate) const TELLS_TIME: &str = "it tells a time of";

/// How the note of lines begins that are not of the protocol.
pub(crate) const PRINTED: &str = "it printed:";

/// How often in a row a program may fail to say hello. It is not started again after that, so that
/// one that never will does not cost its time for each puzzle.
const MEETINGS: u32 = 3;

/// A program that speaks the protocol.
pub(super) struct Speaker {
    backend: Backend,
    start: Starter,
    running: Option<Running>,
    next_id: u64,
    /// How often in a row it did not say hello, and what came of it the last time.
    missed: (u32, Option<Failure>),
}

struct Running {
    session: Session,
    hello: Hello,
    geometries: HashMap<*const Geometry, (u64, Arc<Geometry>)>,
}

impl Drop for Speaker {
    /// Says good-bye, and closes the pipe; whoever does not listen is killed.
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.session.send(format!("{}\n", Request::Quit));
            // Nobody is left to tell.
            drop(running.session.end());
        }
    }
}

impl Racer for Speaker {
    fn pass(&mut self, items: &[&Item], question: &Question<'_>, found: &mut Found<'_>) {
        for (index, item) in items.iter().enumerate() {
            let Some(finding) = self.solve(item, question) else { return };
            found(index, &finding);
        }
    }

    fn interject(&self, line: &str) -> bool {
        self.running.as_ref().is_some_and(|running| {
            running.session.send(format!("{line}\n"));
            true
        })
    }
}

impl Speaker {
    /// A racer for a program, which is started when there is something to solve.
    pub(super) fn new(backend: Backend, start: Starter) -> Self {
        Self { backend, start, running: None, next_id: 0, missed: (0, None) }
    }

    /// What comes of an item; nothing when the run is over.
    fn solve(&mut self, item: &Item, question: &Question<'_>) -> Option<Finding> {
        let failed = |failure| Some(Finding::failed(failure, Times::default()));
        let mut running = match self.running.take() {
            Some(running) => running,
            None => match self.meet_again(question)? {
                Ok(running) => running,
                Err(failure) => return failed(failure),
            },
        };
        let geometry = item.puzzle.geometry();
        if let Some(refusal) = running.refusal(geometry, question) {
            self.running = Some(running);
            return failed(Failure::Unsupported(refusal));
        }
        let id = self.next_id;
        self.next_id += 1;
        let lines = running.lines(id, item, question);
        let ear = Ear::new(question, 1);
        running.session.send(lines);
        let mut stray = Vec::new();
        loop {
            let heard = ear.listen(&running.session);
            let Heard::Line(line) = heard else {
                let spent = pipe(ear.start.elapsed().as_nanos() as u64);
                let failure = ear::failure(heard, running.session)?;
                let is_late = failure == Failure::Timeout;
                let times = if is_late { spent } else { Times::default() };
                let note = with_stray(None, &stray);
                return Some(Finding { note, ..Finding::failed(failure, times) });
            };
            match line.parse::<Reply>() {
                Ok(Reply::Result(answer)) if answer.id == id && !answer.more => {
                    let trip = ear.start.elapsed().as_nanos() as u64;
                    let finding = self.judge(&answer, trip, geometry, &running.hello, &stray);
                    self.running = Some(running);
                    return Some(Finding { line: Some(line), ..finding });
                }
                // An answer that cannot be read: there will be no other.
                Err(error) if line.starts_with("result ") => {
                    let problem = format!("{error}, in {line:?}");
                    return failed(unreadable(problem, running.session));
                }
                // One that belongs to a puzzle of before is as strange as any other line.
                _ if stray.len() < STRAY => stray.push(line),
                _ => {}
            }
        }
    }

    /// Starts the program, unless it has failed too often.
    fn meet_again(&mut self, question: &Question<'_>) -> Option<Result<Running, Failure>> {
        if let (MEETINGS, Some(failure)) = &self.missed {
            let note = |message| format!("{message}; not started again after {MEETINGS} times");
            return Some(Err(match failure.clone() {
                Failure::Crashed(message) => Failure::Crashed(note(message)),
                failure => failure,
            }));
        }
        let met = self.meet(question)?;
        self.missed = match &met {
            Ok(_) => (0, None),
            Err(failure) => (self.missed.0 + 1, Some(failure.clone())),
        };
        Some(met)
    }

    /// Starts the program, and hears its hello.
    fn meet(&self, question: &Question<'_>) -> Option<Result<Running, Failure>> {
        let mut command = self.start.command();
        let session = match Session::start(&mut command) {
            Ok(session) => session,
            Err(error) => return Some(Err(Failure::Crashed(format!("cannot start it: {error}")))),
        };
        let ear = Ear::for_hello(question);
        loop {
            let heard = ear.listen(&session);
            if let Heard::Line(line) = &heard {
                if let Ok(Reply::Hello(hello)) = line.parse() {
                    return Some(Ok(Running { session, hello, geometries: HashMap::new() }));
                }
                continue;
            }
            return Some(Err(match ear::failure(heard, session)? {
                Failure::Timeout => Failure::Crashed("it did not say hello in time".into()),
                failure => failure,
            }));
        }
    }

    fn judge(
        &self,
        answer: &Answer,
        trip: u64,
        geometry: &Arc<Geometry>,
        hello: &Hello,
        stray: &[String],
    ) -> Finding {
        let mut finding = wire::finding(answer, &self.backend, geometry);
        let mut notes = finding.note.take();
        match answer.wall_ns {
            Some(told) if told <= trip => {
                finding.times.granularity.get_or_insert(Granularity::Solve);
            }
            told => {
                finding.times = Times { setup: finding.times.setup, ..pipe(trip) };
                if let Some(told) = told {
                    let lie = format!("{TELLS_TIME} {told} ns, the round trip took {trip} ns");
                    notes = Some(with_more(notes, lie));
                }
            }
        }
        finding.note = with_stray(notes, stray);
        let version = hello.version.clone().or_else(|| self.start.version.clone());
        let counted = answer.counters.iter().map(|(counter, _)| *counter).collect();
        finding.outside = Some(Outside { version, counted });
        finding
    }
}

impl Running {
    /// Why the program does not take a question, by its own hello.
    fn refusal(&self, geometry: &Geometry, question: &Question<'_>) -> Option<String> {
        let Hello { tasks, geometries, .. } = &self.hello;
        if !tasks.is_empty() && !tasks.contains(&question.plan.task) {
            return Some("it does not take this task".into());
        }
        let takes = |name: &String| name == geometry.name();
        if !geometries.is_empty() && !geometries.iter().any(takes) {
            return Some(format!("it takes {} only", geometries.join(", ")));
        }
        None
    }

    /// What asks for an item.
    fn lines(&mut self, id: u64, item: &Item, question: &Question<'_>) -> String {
        let geometry = item.puzzle.geometry();
        let mut lines = String::new();
        let number = self.geometries.len() as u64 + 1;
        let known = self.geometries.entry(Arc::as_ptr(geometry)).or_insert_with(|| {
            let description = description::of_geometry(geometry);
            lines = format!("{}\n", Request::Geometry(number, description));
            (number, geometry.clone())
        });
        let solve = Request::Solve(wire::solve(id, item, known.0, question.plan, false));
        format!("{lines}{solve}\n")
    }
}

/// What an answer that cannot be read means. It may be the last half line of a program that died;
/// if it lives, it is started anew all the same: nobody knows what it will say next.
fn unreadable(problem: String, session: Session) -> Failure {
    if session.receive(Duration::from_millis(100)) != Received::End {
        return Failure::Unknown(problem);
    }
    match session.end() {
        Ok(death) => Failure::Crashed(format!("{problem}; {}", ear::last_words(&death))),
        Err(error) => Failure::Crashed(error.to_string()),
    }
}

/// The times of what was measured over the pipe.
pub(super) fn pipe(wall_ns: u64) -> Times {
    let granularity = Some(Granularity::Pipe);
    Times { wall_ns: Some(wall_ns), granularity, ..Times::default() }
}

/// A note, and what was printed beside the answer.
pub(crate) fn with_stray(note: Option<String>, stray: &[String]) -> Option<String> {
    match stray {
        [] => note,
        stray => Some(with_more(note, format!("{PRINTED} {}", stray.join(" / ")))),
    }
}

/// A note, and something more.
fn with_more(note: Option<String>, more: String) -> String {
    note.map_or(more.clone(), |note| format!("{note}; {more}"))
}
