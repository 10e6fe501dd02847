//! Runs a backend on a problem, and records what it reports.

mod code;
mod essay;
pub mod events;
mod method;
mod problem;
mod sample;

use board::Count;
use serde::Serialize;
use serde_json::{Map, Value};
use solvers::{Backend, Limits, Method, Outcome, Stop, Unsupported};

pub use self::code::PseudoCode;
use self::events::EventRecorder;
pub use self::problem::Pictured;

/// A recorded search. Its JSON is described at the top of the crate.
#[derive(Clone, Debug, Serialize)]
pub struct Lesson {
    /// The name of the problem.
    pub name: String,
    /// The backend.
    pub backend: BackendText,
    /// What does not change.
    pub problem: Value,
    /// The names of the kinds of events.
    pub kinds: Vec<&'static str>,
    /// The sentences of steps of deduction, in English.
    pub texts: Vec<String>,
    /// The same in French.
    pub texts_fr: Vec<String>,
    /// By variable of a formula, the cell and symbol that it stands for.
    pub encoded: Vec<Option<(usize, usize)>>,
    /// The events, packed.
    pub events: String,
    /// The number of events of the search.
    pub n_events: u64,
    /// The number of steps of the search.
    pub n_steps: u64,
    /// The number of steps that are there.
    pub n_steps_shown: u64,
    /// The level below which only the first steps and solutions are there, if the recording is sampled.
    pub level: Option<usize>,
    /// How the search ended.
    pub outcome: OutcomeText,
    /// The pseudo-code of the backend, if there is any.
    pub code: Option<PseudoCode>,
    /// The essay of the family, as text, in English.
    pub essay: String,
    /// One in French.
    pub essay_fr: &'static str,
}

/// A backend in words.
#[derive(Clone, Debug, Serialize)]
pub struct BackendText {
    /// Its id.
    pub id: &'static str,
    /// What it is, in English.
    pub about: &'static str,
    /// Its state, its inference and its choice, in English.
    pub method: [&'static str; 3],
    /// The same in French, as a sentence.
    pub method_fr: String,
}

impl BackendText {
    fn of(backend: &Backend) -> Self {
        let Method { state, inference, choice } = backend.method;
        Self {
            id: backend.id,
            about: backend.about,
            method: [state, inference, choice],
            method_fr: method::in_french(&backend.method),
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeText {
    /// `exhausted`, `solution-limit`, `node-limit`, `round-limit`, `deadline`, `cancelled` or `stuck`.
    pub stop: &'static str,
    /// The number of solutions, in decimal.
    pub solutions: String,
    /// The counters that the backend counts.
    pub counters: Map<String, Value>,
}

/// Traces a search, and records at most `max_steps` of its steps, sampled by level, and solutions.
///
/// # Errors
/// When the backend does not accept the problem.
pub fn record<P: Pictured>(
    name: &str,
    problem: &P,
    backend: &Backend,
    limits: &Limits<'_>,
    max_steps: u64,
) -> Result<Lesson, Unsupported> {
    let mut solver = backend.prepare::<P>(problem.frame())?;
    let mut recorder = EventRecorder::new(problem.geometry(), max_steps);
    let outcome = solver.trace(problem, limits, &mut recorder);
    let packed = recorder.end();
    let (essay, essay_fr) = essay::of(backend.family());
    Ok(Lesson {
        name: name.to_owned(),
        backend: BackendText::of(backend),
        problem: problem.picture(),
        kinds: events::kinds(),
        texts: packed.texts,
        texts_fr: packed.texts_fr,
        encoded: packed.encoded,
        events: packed.events,
        n_events: packed.n_events,
        n_steps: packed.n_steps,
        n_steps_shown: packed.n_steps_shown,
        level: packed.level,
        outcome: in_words(backend, &outcome),
        code: PseudoCode::of(backend.id),
        essay,
        essay_fr,
    })
}

fn in_words<A>(backend: &Backend, outcome: &Outcome<A>) -> OutcomeText {
    let counted = backend.counts.iter().chain(backend.counts_traced);
    let value = |counter: &solvers::Counter| {
        (counter.name().to_owned(), Value::from(outcome.counters.get(*counter)))
    };
    let solutions: Count = outcome.count();
    let stop = match outcome.stop {
        Stop::Exhausted => "exhausted",
        Stop::SolutionLimit => "solution-limit",
        Stop::NodeLimit => "node-limit",
        Stop::RoundLimit => "round-limit",
        Stop::Deadline => "deadline",
        Stop::Cancelled => "cancelled",
        Stop::Stuck => "stuck",
    };
    OutcomeText { stop, solutions: solutions.to_string(), counters: counted.map(value).collect() }
}
