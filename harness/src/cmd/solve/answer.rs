//! The answer to a puzzle, checked by the referee, as text or JSON.

use std::io::{self, Write};

use anyhow::bail;
use board::text::line;
use board::{Grid, Symbol, referee};
use race::progress::Progress;
use render::table::{Format, counted};
use serde_json::{Value, json};
use solvers::candidates::rounds::level::HurtebisLevel;
use solvers::{Backend, Counter, Counters, Outcome, Stop};

use super::Job;
use super::candidates::CandidateTrail;
use super::history::History;
use super::picture::{self, Origins};
use crate::cmd::End;
use crate::cmd::count_value::count_value;
use crate::cmd::level_profile;
use crate::moves::Moves;

/// An outcome, and how the search reached it.
pub(super) struct Answer<'a> {
    pub(super) job: &'a Job<'a>,
    pub(super) outcome: &'a Outcome,
    pub(super) history: &'a History,
    /// The candidates, if they were followed.
    pub(super) trail: Option<CandidateTrail<'a>>,
    /// Whether the search was stopped after the maximum number of steps.
    pub(super) is_stopped: bool,
    /// Sudoto's measures up to the first solution, if the backend counts them.
    pub(super) moves: Option<Moves>,
    /// The cost of each level, if requested.
    pub(super) levels: Vec<Counters>,
}

impl Answer<'_> {
    /// Prints the answer.
    pub(super) fn print(&self, steps: Vec<Value>, out: &mut dyn Write) -> anyhow::Result<End> {
        let Self { job, outcome, .. } = self;
        let grids = outcome.first.iter().chain(&outcome.second).chain(self.traced());
        let fault = grids.map(|grid| referee::check(job.puzzle, grid)).find_map(Result::err);
        self.check_number()?;
        let end = if fault.is_some() { End::Failed } else { End::Well };
        let id = job.choice.backend.id;
        let word = match &fault {
            Some(fault) => format!("WRONG, the grid of {id} is not a solution: {fault}"),
            None => self.in_words(),
        };
        if job.arguments.is_json() {
            job.sinks.list.put(out, &self.object(&word, steps))?;
            return Ok(end);
        }
        if job.arguments.prints_steps() {
            writeln!(out)?;
        }
        self.draw(out)?;
        if fault.is_some() || !job.arguments.quiet {
            writeln!(out, "{id}: {word}")?;
        }
        if !job.arguments.quiet {
            self.rounds(out)?;
            self.statistics(out)?;
        }
        if !self.levels.is_empty() {
            writeln!(out)?;
            level_profile::table(&self.levels).print(out, Format::Text)?;
        }
        Ok(end)
    }

    /// Returns the solutions that the search reported, if more than the first is printed.
    fn traced(&self) -> impl Iterator<Item = &Grid> {
        let is_wanted = self.job.arguments.max_solutions.is_some();
        self.history.solutions.iter().filter(move |_| is_wanted).map(|traced| &traced.grid)
    }

    /// Checks that the search reported each solution to print: some report only the first, and keep the
    /// second.
    fn check_number(&self) -> anyhow::Result<()> {
        let (n_reported, n_found) = (self.traced().count() as u64, self.outcome.solutions);
        if self.job.arguments.max_solutions.is_some() && n_found > 2 && n_reported < n_found {
            let id = self.job.choice.backend.id;
            bail!("{id} keeps two solutions only: expected --max-solutions 2, or another backend");
        }
        Ok(())
    }

    fn in_words(&self) -> String {
        let Self { job, outcome, .. } = self;
        if self.is_stopped {
            return "stopped after the maximum number of steps (--max-steps)".into();
        }
        match (outcome.stop, outcome.solutions) {
            (stop, 2..) if job.arguments.max_solutions.is_some() => match stop {
                Stop::Exhausted => format!("all {} solutions", outcome.count()),
                _ => format!("{} solutions; there may be others", outcome.count()),
            },
            _ => in_words(outcome, job.choice.works_in_rounds()).to_owned(),
        }
    }

    /// Returns the candidates, if they are shown.
    fn shown_trail(&self) -> Option<&CandidateTrail<'_>> {
        self.trail.as_ref().filter(|_| self.job.arguments.candidates)
    }

    /// Returns the filled cells of an unfinished puzzle.
    fn left(&self) -> Option<Vec<Option<Symbol>>> {
        let left = self.outcome.partial.as_ref()?;
        Some(self.trail.as_ref().map_or_else(|| left.givens(), CandidateTrail::placed))
    }

    /// Returns the progress of the search. A cell that is open but has one candidate left is not
    /// filled.
    fn progress(&self) -> Option<Progress> {
        let progress = Progress::of(self.job.puzzle, self.outcome)?;
        Some(match &self.trail {
            Some(trail) if self.is_stopped => Progress { filled: trail.n_filled(), ..progress },
            _ => progress,
        })
    }

    /// Draws the solutions, with an empty line between them, or the unfinished puzzle.
    fn draw(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Self { job, outcome, history, .. } = self;
        if let (None, Some(trail)) = (&outcome.first, self.shown_trail()) {
            return Ok(write!(out, "{}", trail.text()?)?);
        }
        let draw = |symbols: &[Option<Symbol>], origins: Origins<'_>| {
            let origins = job.is_in_colour().then_some(origins);
            picture::picture(job.puzzle, symbols, origins)
        };
        let symbols = |grid: &Grid| -> Vec<Option<Symbol>> {
            grid.symbols().iter().copied().map(Some).collect()
        };
        match (&outcome.first, self.left()) {
            (Some(first), _) => {
                writeln!(out, "{}", draw(&symbols(first), &|cell| history.origin(cell)))?;
            }
            (None, Some(left)) => {
                writeln!(out, "{}", draw(&left, &|cell| history.origin(cell)))?;
            }
            (None, None) => {}
        }
        for traced in history.solutions.iter().skip(1) {
            writeln!(out, "\n{}", draw(&symbols(&traced.grid), &|cell| traced.origin(cell)))?;
        }
        Ok(())
    }

    /// The lines of Hurtebis' program: the level, and the numbers of rounds and passes.
    fn rounds(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { job, outcome, history, .. } = self;
        if outcome.first.is_some() && job.choice.works_in_rounds() {
            let rounds = if history.rounds == 1 { "round" } else { "rounds" };
            let passes = if history.passes == 1 { "pass" } else { "passes" };
            writeln!(out, "solved in {} {rounds} ({} {passes})", history.rounds, history.passes)?;
            job.print_level(history.bets > 0, out)?;
        } else if job.level.is_some() {
            job.print_level(false, out)?;
        }
        Ok(())
    }

    /// The SAÉ's *afficherStats*: cells filled and candidates removed, as counts and shares.
    fn statistics(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { job, outcome, .. } = self;
        if let Some(progress) = self.progress() {
            let line = |what: &str, part: u64, whole: u64, share: f64| {
                format!("{what:19} {part} of {whole} ({:.1} %)", share * 100.0)
            };
            let Progress { filled, empty, removed, removable } = progress;
            writeln!(out, "{}", line("cells filled", filled, empty, progress.fill_rate()))?;
            let rate = progress.elimination_rate();
            writeln!(out, "{}", line("candidates removed", removed, removable, rate))?;
        }
        if let Some(moves) = self.moves {
            let Moves { right, wrong, removals } = moves;
            let bets = match (right, wrong) {
                (0, 0) => "no bets".to_owned(),
                (1, 0) => "1 bet, right".to_owned(),
                (0, 1) => "1 bet, wrong".to_owned(),
                (right, 0) => format!("{right} bets, all right"),
                (right, wrong) => {
                    format!("{} bets, {right} right and {wrong} wrong", right + wrong)
                }
            };
            let [removals, total] =
                [(removals, "removal"), (moves.total(), "move")].map(|(n, what)| counted(n, what));
            let line = format!("{bets}; {removals}; {total}, {:.1} stars", moves.stars());
            writeln!(out, "{:19} {line}", "to the solution")?;
        }
        let words = counters(&job.choice.backend, &outcome.counters);
        if !words.is_empty() && !self.is_stopped {
            writeln!(out, "{:19} {words}", "counters")?;
        }
        if !outcome.techniques.is_empty() {
            let word = |(id, count): &(&str, u64)| format!("{id} {count}");
            let words: Vec<String> = outcome.techniques.iter().map(word).collect();
            writeln!(out, "{:19} {}", "techniques", words.join(", "))?;
        }
        Ok(())
    }

    fn object(&self, word: &str, steps: Vec<Value>) -> Value {
        let Self { job, outcome, .. } = self;
        let alphabet = job.puzzle.geometry().alphabet();
        let progress = self.progress();
        let counters = match self.is_stopped {
            true => json!({}),
            false => counters_object(&job.choice.backend, &outcome.counters),
        };
        let techniques: serde_json::Map<_, _> =
            outcome.techniques.iter().map(|&(id, n)| (id.to_owned(), json!(n))).collect();
        let left = self.left();
        let mut object = json!({
            "puzzle": job.called,
            "geometry": job.puzzle.geometry().name(),
            "backend": job.choice.backend.id,
            "result": word,
            "solutions": count_value(&outcome.count()),
            "solution": outcome.first.as_ref().map(|grid| line::write_grid(alphabet, grid)),
            "second": outcome.second.as_ref().map(|grid| line::write_grid(alphabet, grid)),
            "left": left.map(|left| line::write(alphabet, &left)),
            "filled": progress.map(|it| it.filled),
            "fill_rate": progress.map(Progress::fill_rate),
            "candidates_removed": progress.map(|it| it.removed),
            "elimination_rate": progress.map(Progress::elimination_rate),
            "counters": counters,
            "techniques": techniques,
        });
        if job.arguments.max_solutions.is_some() {
            let grids: Vec<String> =
                self.traced().map(|it| line::write_grid(alphabet, it)).collect();
            object["grids"] = grids.into();
        }
        if let Some(trail) = self.shown_trail() {
            (object["candidates"], object["eliminated"]) = (trail.left(), trail.removed());
        }
        if let Some(moves) = self.moves {
            object["to_the_first_solution"] = moves_object(moves);
        }
        if !self.levels.is_empty() {
            object["profile"] = level_profile::objects(&self.levels).into();
        }
        self.put_rounds(&mut object);
        if job.arguments.steps {
            object["steps"] = steps.into();
        }
        object
    }

    /// Adds the level and the numbers of rounds, passes and bets to a solved puzzle.
    fn put_rounds(&self, object: &mut Value) {
        let Self { job, outcome, history, .. } = self;
        if outcome.first.is_some() && job.choice.works_in_rounds() {
            let (clues, cells) = (job.puzzle.clues(), job.puzzle.geometry().cells());
            let level = HurtebisLevel::estimate(clues, cells, history.bets > 0).name();
            object["estimated_level"] = level.into();
            let (rounds, passes, bets) = (history.rounds, history.passes, history.bets);
            object["solved_in"] = json!({ "rounds": rounds, "passes": passes, "bets": bets });
        }
    }
}

/// Describes an outcome; `in_rounds` is whether the backend limits nested hypotheses.
pub(in crate::cmd) fn in_words<A>(outcome: &Outcome<A>, in_rounds: bool) -> &'static str {
    match (outcome.stop, outcome.solutions) {
        (Stop::Exhausted, 0) => "no solution",
        (Stop::Exhausted, 1) => "one solution",
        (_, 2..) => "several solutions; one is shown",
        (Stop::Stuck, 0) if in_rounds => "stuck: it requires more nested hypotheses",
        (Stop::Stuck, 0) if outcome.counters.colours > 0 => {
            "stuck: the colouring has more colours than there are symbols"
        }
        (Stop::Stuck, 0) => "stuck: no technique makes progress",
        (Stop::Stuck, _) if outcome.counters.colours == 0 => {
            "a solution; its uniqueness was assumed"
        }
        (_, 1) => "a solution; there may be others",
        (Stop::Deadline, _) => "out of time",
        (Stop::RoundLimit, _) => "given up: the limit of rounds is reached (--max-rounds)",
        (Stop::Cancelled, _) => "interrupted",
        _ => "no answer",
    }
}

fn moves_object(moves: Moves) -> Value {
    json!({
        "bets_right": moves.right,
        "bets_wrong": moves.wrong,
        "removals": moves.removals,
        "moves": moves.total(),
        "stars": moves.stars(),
    })
}

/// Returns the counters of a backend, in words; empty if it has none.
pub(super) fn counters(backend: &Backend, counters: &Counters) -> String {
    let counted = Counter::ALL.iter().filter(|it| backend.counts.contains(it));
    let words: Vec<String> =
        counted.map(|it| format!("{} {}", it.name(), counters.get(*it))).collect();
    words.join(", ")
}

/// Returns the counters of a backend, as an object.
pub(super) fn counters_object(backend: &Backend, counters: &Counters) -> Value {
    let counted = backend.counts.iter();
    counted.map(|it| (it.name().to_owned(), Value::from(counters.get(*it)))).collect()
}
