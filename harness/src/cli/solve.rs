//! The arguments of `solve`.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::format::{FormatArgs, TextOrJson};
use super::headings::{LIMITS, OUTPUT, SELECTION, STEPS};
use super::limits::Limit;
use super::reading::ReadArgs;
use super::{BuiltinArgs, PairingArgs, PuzzleRules, TechniqueArgs};

/// What `solve` takes.
///
/// Solves the puzzles of a file, or one given by its cells, with one backend, and prints the grid,
/// statistics and, on request, each step.
///
/// A puzzle that violates a rule has no solution: each clash is printed with both cells, and nothing is
/// searched.
///
/// Exit code: 0 all well (also if there is no solution, or the backend gets stuck or gives up); 1 a wrong
/// answer; 2 bad usage or bad input; 130 after Ctrl-C. With --competition, 10 satisfiable; 20 unsatisfiable;
/// 0 unknown.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// The cells of a puzzle, or a file of puzzles, exact cover problems (.dlx, .xcc, .ec) or formulas (.cnf)
    ///
    /// Puzzles may be in any notation. `-` is standard input; on a terminal, it prompts for rows. In place of a
    /// file, queens:8 is a problem of a family; `harness list --families` lists the families.
    #[arg(
        required_unless_present = "builtin",
        conflicts_with = "builtin",
        value_name = "PUZZLE|FILE"
    )]
    pub puzzle: Option<PathBuf>,
    /// Or a built-in puzzle.
    #[command(flatten)]
    pub builtin: BuiltinArgs,
    /// The backend, such as cover/dlx
    ///
    /// By default candidates/mrv; deduce/all with --steps, --pause, --hint or --max-steps, except that --steps
    /// and --pause print the steps of candidates/mrv on boards with relations or more than 64 symbols;
    /// candidates/rounds, which prints Hurtebis' rounds and passes, with --builtin, --insist, --max-rounds or
    /// --max-hypotheses; none with --candidates alone.
    #[arg(short, long, value_name = "ID", conflicts_with = "encodings", help_heading = SELECTION)]
    pub backend: Option<String>,
    /// Or one pairing of a SAT encoding and an engine.
    #[command(flatten)]
    pub pairing: PairingArgs,
    /// Or one set of techniques.
    #[command(flatten)]
    pub techniques: TechniqueArgs,
    /// Which puzzles.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
    /// Print each step
    ///
    /// A letter in brackets is the innermost open hypothesis: A for the first, B for one that was made
    /// under A. Backends that do not report their steps say so; `harness list --wide` has the reason of each.
    #[arg(short = 'v', long, conflicts_with = "hint", help_heading = STEPS)]
    pub steps: bool,
    /// Print each step and wait for Enter after it
    ///
    /// Enter is read from standard input or, if that is not a terminal, from the terminal of the program.
    /// Ctrl-D ends the waiting. There is no time limit unless --timeout sets one.
    #[arg(short, long, conflicts_with = "hint", help_heading = STEPS)]
    pub pause: bool,
    /// Print only the next step of a backend that reasons
    #[arg(long, conflicts_with = "candidates", help_heading = STEPS)]
    pub hint: bool,
    /// Show the candidates that are left in each open cell
    ///
    /// Those that the givens leave or, with --backend or --techniques, those at the end of deduction; with
    /// --steps those after each step, with --max-steps those after N steps. The text can be read again
    /// (notation `pencil`). In a picture (-o), candidates that were removed are struck through, in
    /// vermilion if the last step did it; FILE.html has a picture for each step with --steps. JSON has
    /// `candidates` and `eliminated`, a text for each cell.
    #[arg(long, help_heading = STEPS)]
    pub candidates: bool,
    /// Print what the search costs on each level: nodes, updates, accesses and so on
    ///
    /// The level of a search state is the number of choices that lead to it, forced ones included, as in
    /// Knuth's profiles of exact cover problems. Backends that report no choices have no profile. `--max-solutions
    /// none` profiles a search for all solutions.
    #[arg(
        long,
        conflicts_with_all = ["steps", "pause", "hint", "candidates", "max_steps"],
        help_heading = STEPS
    )]
    pub profile: bool,
    /// Print the puzzle and the level that its number of clues suggests, without solving it
    #[arg(long, conflicts_with_all = ["steps", "pause", "hint", "candidates", "profile"], help_heading = STEPS)]
    pub print: bool,
    /// Print only the grid
    #[arg(
        short = 'm',
        long,
        conflicts_with_all = ["steps", "pause", "hint", "print", "profile"],
        help_heading = STEPS
    )]
    pub quiet: bool,
    /// Continue deduction as long as it makes progress (candidates/rounds)
    #[arg(short, long, help_heading = LIMITS)]
    pub insist: bool,
    /// Maximum number of nested hypotheses (candidates/rounds); `none` for no limit
    ///
    /// With a limit, the backend may get stuck.
    #[arg(short = 'H', long, value_name = "N", help_heading = LIMITS)]
    pub max_hypotheses: Option<Limit<usize>>,
    /// Maximum number of rounds per puzzle; `none` for no limit
    ///
    /// For backends that work in rounds, such as candidates/rounds; by default 1000.
    #[arg(short = 't', long, value_name = "N", help_heading = LIMITS)]
    pub max_rounds: Option<Limit<NonZeroU64>>,
    /// Maximum number of steps of deduction; `none` for no limit
    ///
    /// Shows the grid as it is after N steps.
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["hint", "print", "max_solutions"],
        help_heading = LIMITS
    )]
    pub max_steps: Option<Limit<usize>>,
    /// Maximum number of solutions to find; `none` for no limit
    ///
    /// All that are found are printed; of a problem that is no puzzle, the first. By default the search looks for
    /// two, which decides whether a solution is unique, and the first is printed. 1 ends it at the first. The second
    /// solution of backtrack/naive-two-run is as different from the first as brute force can make it (Falissard).
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_solutions: Option<Limit<NonZeroU64>>,
    /// Time limit, such as 100ms, 2s or 1m; `none` for no limit
    ///
    /// It applies to each puzzle; by default 10s, and none with --pause.
    #[arg(long, value_name = "TIME", help_heading = LIMITS)]
    pub timeout: Option<Limit<Duration>>,
    /// How the file is read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// When to colour grids
    ///
    /// Givens are bold, deduced values green, bets bright yellow, values deduced after a bet yellow,
    /// and open cells dim.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColourChoice::Auto, help_heading = OUTPUT)]
    pub color: ColourChoice,
    /// Also draw the answer in this file: FILE.svg, or FILE.html for any number of puzzles
    ///
    /// Hypotheses are yellow, values deduced after one pale yellow, and other values that were found blue.
    /// The file must not exist. FILE.pdf, FILE.png and FILE.tex work, too.
    #[arg(
        short,
        long,
        value_name = "FILE",
        conflicts_with_all = ["hint", "print"],
        help_heading = OUTPUT
    )]
    pub output: Option<PathBuf>,
    /// Short for `--color never`
    #[arg(short, long, conflicts_with = "color", help_heading = OUTPUT)]
    pub no_color: bool,
    /// Answer one formula as programs do in the SAT Competitions
    ///
    /// Prints `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and a model in lines `v`; the exit code is 10, 20 or
    /// 0. So other harnesses can run our engines. There is no time limit unless --timeout sets one.
    #[arg(
        long,
        conflicts_with_all = ["steps", "profile", "max_solutions", "format"],
        help_heading = OUTPUT
    )]
    pub competition: bool,
    /// How answers are printed.
    #[command(flatten)]
    pub format: FormatArgs<TextOrJson>,
}

impl SolveArgs {
    /// Returns the id of the backend, if one was given.
    ///
    /// # Errors
    /// When options name several.
    pub fn backend_id(&self) -> anyhow::Result<Option<String>> {
        let named = self.backend.iter().filter(|id| !self.techniques.names_family(id)).cloned();
        let pairings = self.pairing.ids().into_iter().map(str::to_owned);
        let mut ids: Vec<String> = named.chain(pairings).chain(self.techniques.ids()).collect();
        match ids.len() {
            0 | 1 => Ok(ids.pop()),
            _ => bail!(
                "one backend solves: expected one --encoding and one --engine, one --techniques, or one \
                 --backend, not {}",
                ids.join(" and ")
            ),
        }
    }

    /// Returns the maximum number of steps, if it is limited.
    pub fn most_steps(&self) -> Option<usize> {
        self.max_steps.and_then(|limit| limit.0)
    }

    /// Returns whether only the candidates that the givens leave are shown, so that nothing is
    /// solved.
    pub fn shows_only_start(&self) -> bool {
        let names_backend = self.backend.is_some() || self.techniques.ids().next().is_some();
        let is_solved = names_backend || !self.pairing.ids().is_empty();
        self.candidates && !is_solved && self.max_steps.is_none() && !self.prints_steps()
    }

    /// Returns whether each step is printed.
    pub fn prints_steps(&self) -> bool {
        self.steps || self.pause
    }

    /// Checks what clap cannot: JSON excludes options that affect only text.
    ///
    /// # Errors
    /// When JSON is combined with such an option.
    pub fn check(&self) -> anyhow::Result<()> {
        let for_reading =
            [(self.pause, "--pause"), (self.print, "--print"), (self.quiet, "--quiet")];
        match for_reading.iter().find(|(is_given, _)| *is_given && self.is_json()) {
            Some((_, option)) => bail!("{option} cannot be combined with --format json"),
            None => Ok(()),
        }
    }

    /// Returns whether JSON is printed.
    pub fn is_json(&self) -> bool {
        self.format.is_json()
    }

    /// Returns whether an option was given that applies to puzzles only.
    pub fn is_about_puzzles(&self) -> bool {
        let Self { pause, hint, candidates, print, quiet, insist, .. } = *self;
        let of_rounds = self.max_hypotheses.is_some() || self.max_rounds.is_some();
        let is_limited = of_rounds || self.max_steps.is_some();
        let is_shown = pause || hint || candidates || print || quiet || self.output.is_some();
        is_shown || insist || is_limited
    }

    /// Returns when grids are in colour.
    pub fn colour(&self) -> ColourChoice {
        if self.no_color { ColourChoice::Never } else { self.color }
    }
}

/// When output is in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColourChoice {
    /// On a terminal, unless NO_COLOR or CLICOLOR=0 is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
