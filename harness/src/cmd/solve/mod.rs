//! `harness solve`: one backend on a puzzle, for somebody who wants to see the grid and the way
//! there.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use board::text::record::{Record, Style};
use board::{Puzzle, text};
use race::corpus::{CorpusOptions, RecordEntry, Records};
use record::filter::Filter;
use serde_json::{Value, json};
use solvers::candidates::rounds::level::HurtebisLevel;
use solvers::{Backend, Limits, Outcome, Stop};

use super::printing::List;
use super::{Complaints, End};
use crate::cli::{Colour, SolveArgs};
use crate::moves::Moves;

mod answer;
mod builtin;
mod instances;
mod picture;
mod story;
mod terminal;
mod typed;
mod way;
mod who;

use answer::Answer;
use story::{Extent, Story};
use terminal::Terminal;
use way::{Followed, Way};
use who::Who;

/// How much time a puzzle has where nothing is said.
const TIME: Duration = Duration::from_secs(10);

/// How many rounds a puzzle has where nothing is said, as in Hurtebis' program.
const ROUNDS: u64 = 1000;

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
    arguments.check()?;
    let list = List::default();
    let end = each(arguments, all, cancel, &list, out);
    // What stands there before an error is a document, too.
    if arguments.is_json() && (end.is_ok() || list.has_begun()) {
        list.end(out)?;
    }
    end
}

/// Solves each puzzle; objects go to the list.
fn each(
    arguments: &SolveArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    list: &List,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let who = Who::chosen(arguments, all)?;
    let filter = Filter::new(arguments.puzzles.0.clone(), &[])?;
    let (mut complaints, mut ends, mut n_puzzles) = (Complaints::default(), End::Well, 0);
    let terminal =
        if arguments.pause || is_typed(arguments) { Some(Terminal::open()?) } else { None };
    let (records, level) = match records(arguments, terminal.as_ref(), cancel) {
        Err(_) if cancel.load(Ordering::Relaxed) => return Ok(End::Interrupted),
        records => records?,
    };
    let pauses = terminal.as_ref().filter(|_| arguments.pause);
    for listed in records {
        match listed? {
            RecordEntry::Note(note) => super::note(&note),
            RecordEntry::Bad(bad) => complaints.error(&bad.to_string()),
            RecordEntry::Other(problem, called) if filter.selects(&called, true) => {
                n_puzzles += 1;
                if instances::solve(arguments, all, &problem, cancel, out)? == End::Failed {
                    ends = End::Failed;
                }
            }
            RecordEntry::Record(record, called) if filter.selects(&called, true) => {
                if n_puzzles > 0 && !arguments.is_json() {
                    writeln!(out)?;
                }
                n_puzzles += 1;
                let puzzle = &record.puzzle;
                let job = Job { arguments, who: &who, puzzle, called, level, pauses, list };
                if job.run(cancel, out)? == End::Failed {
                    ends = End::Failed;
                }
            }
            RecordEntry::Record(..) | RecordEntry::Other(..) => {}
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

/// Whether somebody is to type the rows of a puzzle. Another notation than rows is read like a file.
fn is_typed(arguments: &SolveArgs) -> bool {
    let is_dash = arguments.puzzle.as_deref() == Some(Path::new("-"));
    is_dash && arguments.read.notation.is_none() && io::stdin().is_terminal()
}

/// The puzzles of a file, the one that was typed, or one that is built in, whose level is known. What
/// is no file and is not called like one is cells.
fn records(
    arguments: &SolveArgs,
    terminal: Option<&Terminal>,
    cancel: &AtomicBool,
) -> anyhow::Result<(Records, Option<HurtebisLevel>)> {
    if let Some([level, number]) = arguments.builtin.as_deref() {
        let grid = builtin::find(level, number)?;
        let records = Records::of_text(&grid.name, grid.line, CorpusOptions::default());
        return Ok((records, Some(grid.level)));
    }
    let (options, _) = arguments.read.options()?;
    let path = arguments.puzzle.as_deref().unwrap_or(Path::new("-"));
    let records = if let (true, Some(terminal)) = (is_typed(arguments), terminal) {
        typed::records(options, || terminal.line(cancel))?
    } else if is_a_file(path) {
        Records::open(&[path.to_owned()], options)?
    } else {
        Records::of_text("puzzle", &path.to_string_lossy(), options)
    };
    Ok((records, None))
}

/// Whether a file is meant, not cells: standard input, one that is there, or one that is called so.
pub(super) fn is_a_file(path: &Path) -> bool {
    path == Path::new("-") || path.exists() || is_called_like_a_file(path)
}

/// Whether a name has a folder, or ends as corpora do.
fn is_called_like_a_file(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let mut endings = text::NOTATIONS.iter().flat_map(|notation| notation.endings);
    path.components().count() > 1
        || ["gz", "zst"].contains(&&*ending)
        || endings.any(|known| *known == ending)
}

/// A puzzle to solve.
struct Job<'a> {
    arguments: &'a SolveArgs,
    who: &'a Who,
    puzzle: &'a Puzzle,
    called: String,
    /// The level that it is known to have.
    level: Option<HurtebisLevel>,
    /// Where somebody presses Enter after each step.
    pauses: Option<&'a Terminal>,
    /// Takes the objects for programs.
    list: &'a List,
}

impl Job<'_> {
    fn run(&self, cancel: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
        if self.arguments.candidates {
            self.candidates(out)?;
            return Ok(End::Well);
        }
        if self.arguments.print {
            self.print(out)?;
            return Ok(End::Well);
        }
        let geometry = self.puzzle.geometry();
        let mut solver = match self.who.prepare(geometry) {
            Ok(solver) => solver,
            Err(reason) => bail!("{} does not take {}: {reason}", self.who.backend.id, self.called),
        };
        let stop = AtomicBool::new(cancel.load(Ordering::Relaxed));
        let flag = self.flag(&stop, cancel);
        let limits = self.limits(flag);
        let is_told = self.arguments.tells_steps() || self.arguments.hint;
        let extent = if self.arguments.hint { Extent::Hint } else { Extent::All };
        let lines = if self.arguments.is_json() { None } else { Some(&mut *out) };
        let mut story = Story::new(geometry, extent, lines, self.pauses, flag);
        let mut way = Way::new(geometry.cells());
        let outcome = if is_told || self.shows_the_way() {
            let next = is_told.then_some(&mut story);
            solver.trace(self.puzzle, &limits, &mut Followed { way: &mut way, next })
        } else {
            solver.solve(self.puzzle, &limits)
        };
        let Story { error, n_steps, kept, .. } = story;
        if let Some(error) = error {
            return Err(error.into());
        }
        if self.arguments.hint {
            return self.hint(&outcome, n_steps, kept, out);
        }
        let moves = match outcome.first {
            Some(_) if !self.who.has_rules() => Moves::to_the_first_solution(
                &self.who.backend,
                self.puzzle,
                limits.time.or(Some(TIME)),
                flag,
            ),
            _ => Ok(None),
        };
        let moves = moves.map_err(|refusal| anyhow::anyhow!("{refusal}"))?;
        Answer { job: self, outcome: &outcome, way: &way, moves }.tell(kept, out)
    }

    fn limits<'f>(&self, cancel: &'f AtomicBool) -> Limits<'f> {
        let usual = (!self.arguments.pause).then_some(TIME);
        let time = self.arguments.timeout.map_or(usual, |limit| limit.0);
        let given = self.arguments.max_rounds.map(|limit| limit.0.map(NonZeroU64::get));
        let rounds = given.unwrap_or(Some(ROUNDS));
        Limits { time, rounds, cancel: Some(cancel), ..Limits::solutions(self.who.solutions()) }
    }

    /// A hint stops its own search; everything else is stopped by Ctrl-C.
    fn flag<'a>(&self, own: &'a AtomicBool, cancel: &'a AtomicBool) -> &'a AtomicBool {
        if self.arguments.hint { own } else { cancel }
    }

    /// Whether the way is worth following. Whoever counts something apart takes long to tell it.
    fn shows_the_way(&self) -> bool {
        let is_quick = self.who.backend.counts_traced.is_empty();
        is_quick && (self.is_in_colour() || self.who.goes_in_rounds())
    }

    fn is_in_colour(&self) -> bool {
        match self.arguments.colour() {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }

    fn candidates(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let candidates = self.puzzle.candidates();
        if self.arguments.is_json() {
            let alphabet = self.puzzle.geometry().alphabet();
            let word = |set: &board::SymbolSet| -> String {
                set.iter().map(|symbol| alphabet.character(symbol)).collect()
            };
            let words: Vec<String> = candidates.iter().map(word).collect();
            let geometry = self.puzzle.geometry().name();
            let value = json!({ "puzzle": self.called, "geometry": geometry, "candidates": words });
            return self.list.put(out, &value);
        }
        let start = Puzzle::from_allowed(self.puzzle.geometry().clone(), candidates);
        let notation = text::named("pencil").context("the notation of pencil marks")?;
        let text = notation.writer(Style::default()).record(&Record::new(start))?;
        Ok(write!(out, "{text}")?)
    }

    /// Prints the puzzle as it is, and what is said of its level without solving it.
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let origins: picture::Origins<'_> = &|_| way::Origin::Found;
        let origins = self.is_in_colour().then_some(origins);
        writeln!(out, "{}", picture::picture(self.puzzle, &self.puzzle.givens(), origins))?;
        self.tell_level(false, out)
    }

    /// Prints the level that the puzzle is known to have, else what is estimated.
    fn tell_level(&self, hypotheses: bool, out: &mut dyn Write) -> io::Result<()> {
        let (clues, cells) = (self.puzzle.clues(), self.puzzle.geometry().cells());
        match self.level.filter(|&level| level != HurtebisLevel::Unknown) {
            Some(level) => writeln!(out, "level: {level} ({clues} clues)"),
            None => {
                let level = HurtebisLevel::estimate(clues, cells, hypotheses);
                writeln!(out, "estimated level: {level} ({clues} clues)")
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
            self.list.put(out, &json!({ "puzzle": self.called, "hint": hint }))?;
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
}
