//! `harness solve`: one backend on a puzzle, for somebody who wants to see the grid and the way
//! there.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use board::text::record::{Record, Style};
use board::text::{self, line};
use board::{Puzzle, referee};
use serde_json::{Value, json};
use solvers::{Backend, Limits, Outcome, Stop};

use super::{Complaints, End};
use crate::cli::{Colour, SolveArgs};
use crate::corpus::{Listed, Records};
use crate::filter::{self, Filter};
use crate::progress::Progress;

mod picture;
mod story;

use story::{Extent, Story};

/// Who solves where nobody is named.
const USUAL: &str = "candidates/mrv";

/// Who reasons where nobody is named.
const REASONER: &str = "deduce/all";

/// Solves each puzzle and prints what came of it. `cancel` ends it.
///
/// # Errors
/// When there is no such backend or no puzzle, or `out` takes no more.
pub fn run(
    arguments: &SolveArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let backend = chosen(arguments, all)?;
    let filter = Filter::new(arguments.puzzles.0.clone(), &[])?;
    let (mut complaints, mut ends, mut n_puzzles) = (Complaints::default(), End::Well, 0);
    for listed in records(arguments)? {
        match listed? {
            Listed::Noted(note) => complaints.note(&note),
            Listed::Bad(bad) => complaints.error(&bad.to_string()),
            Listed::Record(record, called) if filter.selects(&called, true) => {
                if n_puzzles > 0 && !arguments.json {
                    writeln!(out)?;
                }
                n_puzzles += 1;
                let job = Job { arguments, backend: &backend, puzzle: &record.puzzle, called };
                if job.run(cancel, out)? == End::Failed {
                    ends = End::Failed;
                }
            }
            Listed::Record(..) => {}
        }
        if cancel.load(Ordering::Relaxed) {
            return Ok(End::Interrupted);
        }
    }
    if !complaints.end() {
        return Ok(End::BadInput);
    }
    if n_puzzles == 0 {
        bail!("no puzzle to solve: there is none in the file, or the filters leave none");
    }
    Ok(ends)
}

/// The backend that was named, or the usual one.
fn chosen(arguments: &SolveArgs, all: &[Backend]) -> anyhow::Result<Backend> {
    let usual = if arguments.steps || arguments.hint { REASONER } else { USUAL };
    let id = arguments.backend.as_deref().unwrap_or(usual);
    let backend = filter::backend_of_id(id, all)?;
    if arguments.hint && backend.family() != "deduce" {
        bail!("{id} does not reason, so it has no hint: expected one of the family deduce");
    }
    Ok(backend)
}

/// The puzzles of a file, or the one that was typed. What is no file and is not called like one is
/// cells.
fn records(arguments: &SolveArgs) -> anyhow::Result<Records> {
    let (options, _) = arguments.read.options()?;
    let path = &arguments.puzzle;
    if path == Path::new("-") || path.exists() || is_called_like_a_file(path) {
        return Records::open(std::slice::from_ref(path), options);
    }
    Ok(Records::of_text("puzzle", &path.to_string_lossy(), options))
}

/// Whether a name has a folder, or ends as corpora do.
pub(super) fn is_called_like_a_file(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let mut endings = text::NOTATIONS.iter().flat_map(|notation| notation.endings);
    path.components().count() > 1
        || ["gz", "zst"].contains(&&*ending)
        || endings.any(|known| *known == ending)
}

/// A puzzle to solve.
struct Job<'a> {
    arguments: &'a SolveArgs,
    backend: &'a Backend,
    puzzle: &'a Puzzle,
    called: String,
}

impl Job<'_> {
    fn run(&self, cancel: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
        if self.arguments.candidates {
            self.candidates(out)?;
            return Ok(End::Well);
        }
        let geometry = self.puzzle.geometry();
        let mut solver = match (self.backend.prepare)(geometry) {
            Ok(solver) => solver,
            Err(reason) => bail!("{} does not take {}: {reason}", self.backend.id, self.called),
        };
        let stop = AtomicBool::new(cancel.load(Ordering::Relaxed));
        let (time, cancel_flag) = (Some(self.arguments.timeout), self.flag(&stop, cancel));
        let limits = Limits { time, cancel: Some(cancel_flag), ..Limits::solutions(2) };
        let extent = if self.arguments.hint { Extent::Hint } else { Extent::All };
        let (outcome, n_steps, kept) = if self.arguments.steps || self.arguments.hint {
            let lines = if self.arguments.json { None } else { Some(&mut *out) };
            let mut story = Story::new(geometry, extent, lines, cancel_flag);
            let outcome = solver.trace(self.puzzle, &limits, &mut story);
            if let Some(error) = story.error {
                return Err(error.into());
            }
            (outcome, story.n_steps, story.kept)
        } else {
            (solver.solve(self.puzzle, &limits), 0, Vec::new())
        };
        if self.arguments.hint {
            return self.hint(&outcome, n_steps, kept, out);
        }
        self.tell(&outcome, kept, out)
    }

    /// A hint stops its own search; everything else is stopped by Ctrl-C.
    fn flag<'a>(&self, own: &'a AtomicBool, cancel: &'a AtomicBool) -> &'a AtomicBool {
        if self.arguments.hint { own } else { cancel }
    }

    fn candidates(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let candidates = self.puzzle.candidates();
        if self.arguments.json {
            let alphabet = self.puzzle.geometry().alphabet();
            let word = |set: &board::SymbolSet| -> String {
                set.iter().map(|symbol| alphabet.character(symbol)).collect()
            };
            let words: Vec<String> = candidates.iter().map(word).collect();
            let geometry = self.puzzle.geometry().name();
            let value = json!({ "puzzle": self.called, "geometry": geometry, "candidates": words });
            return Ok(writeln!(out, "{value}")?);
        }
        let start = Puzzle::from_allowed(self.puzzle.geometry().clone(), candidates);
        let notation = text::named("pencil").context("the notation of pencil marks")?;
        let text = notation.writer(Style::default()).record(&Record::new(start))?;
        Ok(write!(out, "{text}")?)
    }

    fn hint(
        &self,
        outcome: &Outcome,
        n_steps: usize,
        kept: Vec<Value>,
        out: &mut dyn Write,
    ) -> anyhow::Result<End> {
        if self.arguments.json {
            let hint = kept.into_iter().next().unwrap_or(Value::Null);
            writeln!(out, "{}", json!({ "puzzle": self.called, "hint": hint }))?;
        } else if n_steps == 0 {
            let word = match (outcome.stop, outcome.solutions) {
                (Stop::Exhausted, 0) => "no hint: the puzzle contradicts itself",
                (Stop::Deadline, _) => "no hint: out of time",
                (_, 1..) => "no hint: nothing is open",
                _ => "no hint: no technique of this backend leads to anything",
            };
            writeln!(out, "{word}")?;
        }
        Ok(End::Well)
    }

    /// Prints what came of it. The referee has the last word.
    fn tell(
        &self,
        outcome: &Outcome,
        steps: Vec<Value>,
        out: &mut dyn Write,
    ) -> anyhow::Result<End> {
        let grids = outcome.first.iter().chain(&outcome.second);
        let fault = grids.map(|grid| referee::check(self.puzzle, grid)).find_map(Result::err);
        let end = if fault.is_some() { End::Failed } else { End::Well };
        let word = match &fault {
            Some(fault) => {
                format!("WRONG, {} gave a grid that is no solution: {fault}", self.backend.id)
            }
            None => in_words(outcome).to_owned(),
        };
        if self.arguments.json {
            writeln!(out, "{}", self.object(outcome, &word, steps))?;
            return Ok(end);
        }
        if self.arguments.steps {
            writeln!(out)?;
        }
        let in_colour = match self.arguments.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        if let Some(symbols) = shown(outcome) {
            writeln!(out, "{}", picture::picture(self.puzzle, &symbols, in_colour))?;
        }
        writeln!(out, "{}: {word}", self.backend.id)?;
        self.statistics(outcome, out)?;
        Ok(end)
    }

    /// The SAÉ's *afficherStats*: cells filled and candidates removed, as numbers and as shares.
    fn statistics(&self, outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
        if let Some(progress) = Progress::of(self.puzzle, outcome) {
            let line = |what: &str, part: u64, whole: u64, share: f64| {
                format!("{what:19} {part} of {whole} ({:.1} %)", share * 100.0)
            };
            let Progress { filled, empty, removed, removable } = progress;
            writeln!(out, "{}", line("cells filled", filled, empty, progress.fill_rate()))?;
            let rate = progress.elimination_rate();
            writeln!(out, "{}", line("candidates removed", removed, removable, rate))?;
        }
        let counted = |it: &&solvers::Counter| self.backend.counts.contains(it);
        let counters = solvers::Counter::ALL.iter().filter(counted);
        let words: Vec<String> =
            counters.map(|it| format!("{} {}", it.name(), outcome.counters.get(*it))).collect();
        if !words.is_empty() {
            writeln!(out, "{:19} {}", "counters", words.join(", "))?;
        }
        if !outcome.techniques.is_empty() {
            let word = |(id, count): &(&str, u64)| format!("{id} {count}");
            let words: Vec<String> = outcome.techniques.iter().map(word).collect();
            writeln!(out, "{:19} {}", "techniques", words.join(", "))?;
        }
        Ok(())
    }

    fn object(&self, outcome: &Outcome, word: &str, steps: Vec<Value>) -> Value {
        let alphabet = self.puzzle.geometry().alphabet();
        let progress = Progress::of(self.puzzle, outcome);
        let counters = self.backend.counts.iter();
        let counters: serde_json::Map<_, _> =
            counters.map(|it| (it.name().to_owned(), json!(outcome.counters.get(*it)))).collect();
        let techniques: serde_json::Map<_, _> =
            outcome.techniques.iter().map(|&(id, n)| (id.to_owned(), json!(n))).collect();
        let mut object = json!({
            "puzzle": self.called,
            "geometry": self.puzzle.geometry().name(),
            "backend": self.backend.id,
            "result": word,
            "solutions": outcome.solutions,
            "solution": outcome.first.as_ref().map(|grid| line::write_grid(alphabet, grid)),
            "second": outcome.second.as_ref().map(|grid| line::write_grid(alphabet, grid)),
            "left": outcome.partial.as_ref().map(|left| line::write(alphabet, &left.givens())),
            "filled": progress.map(|it| it.filled),
            "fill_rate": progress.map(Progress::fill_rate),
            "candidates_removed": progress.map(|it| it.removed),
            "elimination_rate": progress.map(Progress::elimination_rate),
            "counters": counters,
            "techniques": techniques,
        });
        if self.arguments.steps {
            object["steps"] = steps.into();
        }
        object
    }
}

/// The grid, or what is left of the puzzle.
fn shown(outcome: &Outcome) -> Option<Vec<Option<board::Symbol>>> {
    match (&outcome.first, &outcome.partial) {
        (Some(grid), _) => Some(grid.symbols().iter().copied().map(Some).collect()),
        (None, left) => left.as_ref().map(Puzzle::givens),
    }
}

fn in_words(outcome: &Outcome) -> &'static str {
    match (outcome.stop, outcome.solutions) {
        (Stop::Exhausted, 0) => "no solution",
        (Stop::Exhausted, 1) => "one solution, the only one",
        (_, 2..) => "several solutions, one of which is shown",
        (Stop::Stuck, 0) => "stuck: no technique leads any further",
        (Stop::Stuck, _) => "a solution; that it is the only one was taken for granted",
        (_, 1) => "a solution; whether there are others is not known",
        (Stop::Deadline, _) => "out of time",
        (Stop::Cancelled, _) => "interrupted",
        _ => "no answer",
    }
}
