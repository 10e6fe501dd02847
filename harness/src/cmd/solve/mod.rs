//! `harness solve`: solves puzzles with one backend, and prints the grid and, on request, the steps.

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::bail;
use board::Puzzle;
use race::corpus::RecordEntry;
use race::problem::AnyProblem;
use record::filter::Filter;
use render::table::counted;
use serde_json::{Value, json};
use solvers::candidates::rounds::level::HurtebisLevel;
use solvers::{Backend, Limits, Outcome, Stop};

use super::printing::JsonArray;
use super::{End, InputErrors, violations};
use crate::cli::{ColourChoice, SolveArgs};
use crate::colours;
use crate::moves::Moves;

mod answer;
mod candidates;
mod choice;
mod competition;
mod drawing;
mod history;
mod input;
mod instance_steps;
mod instances;
mod limited;
mod literals;
mod picture;
mod search;
mod steps;
mod terminal;
mod typed;
mod validation;

use answer::Answer;
pub(super) use answer::in_words;
pub(super) use candidates::CandidateTrail;
use choice::SolverChoice;
use drawing::Pictures;
pub(super) use drawing::{AFTER_BET, BET};
pub(super) use input::{is_a_file, named};
pub(super) use instances::default_backend;
use search::Searched;
use terminal::Terminal;

/// The default time limit per puzzle.
const TIME: Duration = Duration::from_secs(10);

/// The default maximum number of rounds, as in Hurtebis' program.
const ROUNDS: u64 = 1000;

/// Solves each puzzle and prints the answer, until `cancel` is set.
///
/// # Errors
/// When there is no such backend or no puzzle, or writing to `out` fails.
pub fn run(
    arguments: &SolveArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    arguments.check()?;
    limited::note(arguments, all)?;
    if arguments.competition {
        return competition::solve(arguments, all, cancel, out);
    }
    let pictures = arguments.output.as_deref().map(Pictures::new).transpose()?;
    let sinks = Sinks { list: JsonArray::default(), pictures };
    let end = each(arguments, all, cancel, &sinks, out);
    // Objects printed before an error form a document, too.
    if arguments.is_json() && (end.is_ok() || sinks.list.has_begun()) {
        sinks.list.end(out)?;
    }
    if let (Ok(_), Some(pictures)) = (&end, &sinks.pictures) {
        pictures.write(out)?;
    }
    end
}

/// Where answers go, beside the text that is printed.
struct Sinks<'a> {
    /// The array of JSON objects.
    list: JsonArray,
    /// The pictures of the answers.
    pictures: Option<Pictures<'a>>,
}

/// Solves each puzzle; what is not text goes to the sinks.
fn each(
    arguments: &SolveArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    sinks: &Sinks<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let choice = SolverChoice::chosen(arguments, all)?;
    let filter = Filter::new(arguments.puzzles.0.clone(), &[])?;
    let terminal = input::terminal(arguments)?;
    let (records, level) = match input::records(arguments, terminal.as_ref(), cancel) {
        Err(_) if cancel.load(Ordering::Relaxed) => return Ok(End::Interrupted),
        records => records?,
    };
    let mut solving = Solving {
        arguments,
        all,
        choice: &choice,
        filter,
        level,
        pauses: terminal.as_ref().filter(|_| arguments.pause),
        sinks,
        cancel,
        input_errors: InputErrors::default(),
        n_problems: 0,
        has_failed: false,
    };
    let mut records = records.peekable();
    while let Some(listed) = records.next() {
        solving.entry(listed?, || records.peek().is_some(), out)?;
        if cancel.load(Ordering::Relaxed) {
            return Ok(End::Interrupted);
        }
    }
    solving.end()
}

/// The problems of some files, which are solved one after the other.
struct Solving<'a> {
    arguments: &'a SolveArgs,
    all: &'a [Backend],
    choice: &'a SolverChoice,
    filter: Filter,
    /// The level of the puzzles, if known.
    level: Option<HurtebisLevel>,
    /// The terminal that waits for Enter after each step.
    pauses: Option<&'a Terminal>,
    sinks: &'a Sinks<'a>,
    cancel: &'a AtomicBool,
    input_errors: InputErrors,
    /// The number of problems so far.
    n_problems: usize,
    has_failed: bool,
}

impl Solving<'_> {
    /// Solves a problem that was read, or prints what else was read.
    fn entry(
        &mut self,
        listed: RecordEntry,
        has_next: impl FnOnce() -> bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        match listed {
            RecordEntry::Note(note) => super::note(&note),
            RecordEntry::Bad(bad) => self.input_errors.error(&bad.to_string()),
            RecordEntry::Other(problem, called, _) if self.filter.selects(&called, true) => {
                self.other(&problem, &called, out)?;
            }
            RecordEntry::Record(record, called) if self.filter.selects(&called, true) => {
                self.puzzle(&record.puzzle, called, has_next, out)?;
            }
            RecordEntry::Record(..) | RecordEntry::Other(..) => {}
        }
        Ok(())
    }

    /// Solves a problem that is no puzzle.
    fn other(
        &mut self,
        problem: &AnyProblem,
        called: &str,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        self.n_problems += 1;
        let (problem, cancel) = ((problem, called), self.cancel);
        let end = instances::solve(self.arguments, self.all, problem, cancel, self.sinks, out)?;
        self.has_failed |= end == End::Failed;
        Ok(())
    }

    /// Solves a puzzle, after its name if it is one of several.
    fn puzzle(
        &mut self,
        puzzle: &Puzzle,
        called: String,
        has_next: impl FnOnce() -> bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let &mut Self { arguments, choice, level, pauses, sinks, .. } = self;
        let is_next_known = input::is_next_known(arguments);
        let is_one_of_several = || self.n_problems > 0 || is_next_known && has_next();
        if !arguments.is_json() && is_one_of_several() {
            let gap = if self.n_problems > 0 { "\n" } else { "" };
            writeln!(out, "{gap}# {called}")?;
        }
        self.n_problems += 1;
        let choice = choice.on(puzzle.geometry());
        let job = Job { arguments, choice, puzzle, called, level, pauses, sinks };
        self.has_failed |= job.run(self.cancel, out)? == End::Failed;
        Ok(())
    }

    /// Returns how solving ended.
    ///
    /// # Errors
    /// When there was nothing to solve.
    fn end(self) -> anyhow::Result<End> {
        if !self.input_errors.end() {
            return Ok(End::BadInput);
        }
        if self.n_problems == 0 {
            bail!("no puzzle to solve: the file has none, or the filters exclude all");
        }
        Ok(if self.has_failed { End::Failed } else { End::Well })
    }
}

/// A puzzle to solve.
struct Job<'a> {
    arguments: &'a SolveArgs,
    choice: &'a SolverChoice,
    puzzle: &'a Puzzle,
    called: String,
    /// Its level, if known.
    level: Option<HurtebisLevel>,
    /// The terminal that waits for Enter after each step.
    pauses: Option<&'a Terminal>,
    sinks: &'a Sinks<'a>,
}

impl Job<'_> {
    fn run(&self, cancel: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
        if self.is_done_without_search(out)? {
            return Ok(End::Well);
        }
        let stop = AtomicBool::new(cancel.load(Ordering::Relaxed));
        let flag = self.flag(&stop, cancel);
        let limits = self.limits(flag);
        let Searched { outcome, mut history, trail, n_steps, kept, levels } =
            self.search(&limits, flag, out)?;
        if self.arguments.hint {
            return self.hint(&outcome, n_steps, kept, out);
        }
        outcome.second.iter().for_each(|second| history.keep_second(second));
        let stopped = trail.as_ref().filter(|trail| trail.is_full()).map(CandidateTrail::outcome);
        let is_stopped = stopped.is_some();
        let outcome = &stopped.unwrap_or(outcome);
        // Steps that assumed uniqueness and led to a contradiction show nothing.
        let is_void = outcome.partial.is_some() && outcome.counters.conflicts > 0;
        let trail = if is_void { self.trail() } else { trail };
        if let Some(pictures) = &self.sinks.pictures {
            pictures.draw(self, outcome, &history, trail.as_ref());
        }
        let has_moves = outcome.first.is_some() && !self.choice.has_rules();
        let moves = if has_moves { self.moves(limits.time, flag)? } else { None };
        Answer { job: self, outcome, history: &history, trail, is_stopped, moves, levels }
            .print(kept, out)
    }

    /// Prints what needs no search; returns whether that is all.
    fn is_done_without_search(&self, out: &mut dyn Write) -> anyhow::Result<bool> {
        if self.arguments.shows_only_start() {
            self.print_start(out)?;
            return Ok(true);
        }
        if self.arguments.print {
            self.print(out)?;
            return Ok(true);
        }
        let violations = violations::of(self.puzzle);
        if !violations.is_empty() {
            self.refute(&violations, out)?;
        }
        Ok(!violations.is_empty())
    }

    /// Sudoto's measures, from a search of their own.
    fn moves(&self, time: Option<Duration>, cancel: &AtomicBool) -> anyhow::Result<Option<Moves>> {
        let (backend, time) = (&self.choice.backend, time.or(Some(TIME)));
        Moves::to_the_first_solution(backend, self.puzzle, time, cancel)
            .map_err(|refusal| anyhow::anyhow!("{refusal}"))
    }

    fn limits<'f>(&self, cancel: &'f AtomicBool) -> Limits<'f> {
        let default = (!self.arguments.pause).then_some(TIME);
        let time = self.arguments.timeout.map_or(default, |limit| limit.0);
        let given = self.arguments.max_rounds.map(|limit| limit.0.map(NonZeroU64::get));
        let rounds = given.unwrap_or(Some(ROUNDS));
        Limits {
            time,
            rounds,
            cancel: Some(cancel),
            ..Limits::solutions(self.choice.solutions(self.arguments))
        }
    }

    /// Returns what a search does after its first solution.
    fn after_first(&self) -> &'static str {
        match self.arguments.max_solutions {
            None => "the proof of uniqueness begins: is there a second solution?",
            Some(_) => "the search for another solution begins",
        }
    }

    /// Returns the flag that stops a search: a hint stops its own, otherwise Ctrl-C does.
    fn flag<'a>(&self, own: &'a AtomicBool, cancel: &'a AtomicBool) -> &'a AtomicBool {
        if self.arguments.hint { own } else { cancel }
    }

    /// Returns whether to trace the search: for all solutions or a picture, for limits, or for its colours or rounds,
    /// unless tracing is slow.
    fn traces(&self) -> bool {
        let is_quick = self.choice.backend.counts_traced.is_empty();
        let is_wanted = self.is_in_colour() || self.choice.works_in_rounds();
        let needs_trace = self.arguments.max_solutions.is_some()
            || self.sinks.pictures.is_some()
            || limited::is_stopped_by_tracing(&self.choice.backend);
        needs_trace || (is_quick && is_wanted)
    }

    /// Returns the maximum number of solutions that are printed.
    fn n_shown(&self) -> u64 {
        if self.arguments.max_solutions.is_some() {
            self.choice.solutions(self.arguments)
        } else {
            1
        }
    }

    fn is_in_colour(&self) -> bool {
        match self.arguments.colour() {
            ColourChoice::Always => true,
            ColourChoice::Never => false,
            ColourChoice::Auto => colours::are_shown(),
        }
    }

    /// Prints the puzzle, and its level without solving it.
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let origins: picture::Origins<'_> = &|_| history::Origin::Deduced;
        let origins = self.is_in_colour().then_some(origins);
        writeln!(out, "{}", picture::picture(self.puzzle, &self.puzzle.givens(), origins))?;
        self.print_level(false, out)
    }

    /// Prints the known level of the puzzle, or else an estimate.
    fn print_level(&self, hypotheses: bool, out: &mut dyn Write) -> io::Result<()> {
        let (clues, cells) = (self.puzzle.clues(), self.puzzle.geometry().cells());
        let n_clues = counted(clues as u64, "clue");
        match self.level.filter(|&level| level != HurtebisLevel::Unknown) {
            Some(level) => writeln!(out, "level: {level} ({n_clues})"),
            None => {
                let level = HurtebisLevel::estimate(clues, cells, hypotheses);
                writeln!(out, "estimated level: {level} ({n_clues})")
            }
        }
    }

    fn hint(
        &self,
        outcome: &Outcome,
        n_steps: usize,
        kept: Vec<Value>,
        out: &mut dyn Write,
    ) -> anyhow::Result<End> {
        if self.arguments.is_json() {
            let hint = kept.into_iter().next().unwrap_or(Value::Null);
            self.sinks.list.put(out, &json!({ "puzzle": self.called, "hint": hint }))?;
        } else if n_steps == 0 {
            let word = match (outcome.stop, outcome.solutions) {
                (Stop::Exhausted, 0) => "no hint: the puzzle has no solution",
                (Stop::Deadline, _) => "no hint: out of time",
                (_, 1..) => "no hint: no cell is open",
                _ => "no hint: no technique of this backend applies",
            };
            writeln!(out, "{word}")?;
        }
        Ok(End::Well)
    }
}
