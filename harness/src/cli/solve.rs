//! What `solve` takes.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::limits::{RoundLimit, round_limit, time};
use super::{PairingArgs, PuzzleRules};
use crate::cli::reading::ReadArgs;

/// What `solve` takes.
///
/// Solves the puzzles of a file, or one that is typed, with one backend, and shows the grid, how far
/// the backend came, and on request each of its steps.
///
/// Exit code: 0 all well (also when there is no solution, or the backend gets stuck or gives up), 1 a
/// wrong answer, 2 bad usage or bad input, 130 after Ctrl-C.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// A file of puzzles in any notation, `-` for standard input (on a terminal it is asked for row by
    /// row), or the cells of one puzzle; or an exact cover problem (.dlx, .xcc) or a formula (.cnf)
    #[arg(required_unless_present = "builtin", value_name = "PUZZLE|FILE")]
    pub puzzle: Option<PathBuf>,
    /// A grid that is built in, like `2 3`: a level (1 easy, 2 medium, 3 hard, 4 fiendish, 5 unknown;
    /// number or name) and a number from 1 to 5
    #[arg(
        long,
        num_args = 2,
        value_names = ["LEVEL", "N"],
        conflicts_with_all = ["puzzle", "notation", "geometry", "symbols", "puzzle_column"]
    )]
    pub builtin: Option<Vec<String>>,
    /// The backend, like cover/dlx; by default candidates/mrv, deduce/all with --steps, --pause or
    /// --hint, and candidates/rounds with its own options -i, -t and --max-hypotheses
    #[arg(short, long, value_name = "ID", conflicts_with = "encodings")]
    pub backend: Option<String>,
    /// Or one pairing of a SAT encoding and an engine.
    #[command(flatten)]
    pub pairing: PairingArgs,
    /// Print each step
    #[arg(short = 'v', long, conflicts_with_all = ["hint", "candidates"])]
    pub steps: bool,
    /// Print each step and wait for Enter after it, on standard input or, where that is no terminal,
    /// on the terminal of the program; without --timeout there is no limit of time. Ctrl-D ends the
    /// waiting
    #[arg(short, long, conflicts_with_all = ["hint", "candidates", "json"])]
    pub pause: bool,
    /// Print only the next step of a backend that reasons
    #[arg(long, conflicts_with = "candidates")]
    pub hint: bool,
    /// Print the candidates at the start, and solve nothing
    #[arg(long)]
    pub candidates: bool,
    /// Print the puzzle and the level that its clues suggest, and solve nothing; `harness draw` makes a
    /// picture of it
    #[arg(short = 's', long, conflicts_with_all = ["steps", "pause", "hint", "candidates", "json"])]
    pub print: bool,
    /// Print nothing but the grid
    #[arg(
        short = 'm',
        long,
        conflicts_with_all = ["steps", "pause", "hint", "candidates", "print", "json"]
    )]
    pub quiet: bool,
    /// Go on with deduction as long as it leads to something (candidates/rounds)
    #[arg(short, long)]
    pub insist: bool,
    /// At most so many hypotheses at once (candidates/rounds); it may get stuck
    #[arg(long, value_name = "N")]
    pub max_hypotheses: Option<usize>,
    /// Give up after so many rounds; by default 1000, 0 is no limit (backends that go in rounds)
    #[arg(short = 't', long, value_name = "N", value_parser = round_limit)]
    pub max_rounds: Option<RoundLimit>,
    /// Time for each puzzle, like 100ms, 2s or 1m; by default 10s
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub timeout: Option<Duration>,
    /// When grids are in colour: givens bold, found cells green, bets bright yellow, cells found after
    /// a bet yellow, open ones dim
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub color: Colour,
    /// The same as `--color never`
    #[arg(short, long, conflicts_with = "color")]
    pub no_color: bool,
    /// Print a JSON array with an object for each puzzle, one a line
    #[arg(long)]
    pub json: bool,
    /// How the file is to be read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
}

impl SolveArgs {
    /// The id of the backend that is named, if one is.
    ///
    /// # Errors
    /// When the encodings and engines make several.
    pub fn backend_id(&self) -> anyhow::Result<Option<&str>> {
        match self.pairing.ids()[..] {
            [] => Ok(self.backend.as_deref()),
            [id] => Ok(Some(id)),
            [..] => bail!("one backend solves: expected one --encoding and one --engine"),
        }
    }

    /// Whether each step is told.
    pub fn tells_steps(&self) -> bool {
        self.steps || self.pause
    }

    /// Whether something is asked for that only puzzles have.
    pub fn is_about_puzzles(&self) -> bool {
        let Self { pause, hint, candidates, print, quiet, insist, json, .. } = *self;
        let of_rounds = self.max_hypotheses.is_some() || self.max_rounds.is_some();
        pause || hint || candidates || print || quiet || insist || json || of_rounds
    }

    /// When grids are in colour.
    pub fn colour(&self) -> Colour {
        if self.no_color { Colour::Never } else { self.color }
    }
}

/// When output is in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
