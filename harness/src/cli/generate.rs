//! The arguments of `generate`.

use std::path::PathBuf;

use board::text::Notation;
use clap::{Args, ValueEnum};
use generate::{Balance, Grids, PatternSymmetry, Solutions, Strategy, Variant};
use solvers::logic::choice::TechniqueSet;
use solvers::logic::rating::Level;

use super::headings::{METHODS, OUTPUT, PUZZLES};
use super::limits::whole;
use super::mining::MiningArgs;
use super::reading;
use super::{JobsArgs, SeedArgs};

/// The text below the options in `--help`. It is a constant because clap would rewrap examples in a
/// doc comment.
pub(super) const ABOUT: &str = "\
By default, clues are removed from a random full grid while the solution stays unique. The same arguments \
give the same bytes with any number of workers. No two puzzles are equal; no two 9×9 or 4×4 puzzles are \
isomorphic.

  harness generate                                     a minimal 9×9 puzzle
  harness generate --level hard --count 10             puzzles that `harness rate` calls hard
  harness generate --techniques singles --clues 30     puzzles that singles solve
  harness generate --symmetry central --clues 28       clues with rotational symmetry
  harness generate --symmetry pattern.txt              clues where a file draws them
  harness generate --geometry samurai --to grid        any geometry, any notation
  harness generate --variant killer --to killer        cages with totals; also other rules beside regions
  harness generate --method hurtebis --level medium    solvable without hypotheses, 28 clues
  harness generate --seed random --to grid -o - -o new.html     another puzzle each time, and a page
  harness generate --clues 81 --grids uniform          a full grid
  harness generate --family completion --geometry latin16 --share 0.3,0.42,0.5 --count 20
  harness generate --hardest-for candidates/mrv --cost bets --journal mined.jsonl
  harness generate --fewest-clues --patience 5000 --climbs 1      about 19 clues

Requests that cannot be met fail with an error, after 1,000 consecutive attempts (100,000 for --clues \
alone) or 20 million search states without a puzzle; with --tries, after that many attempts. For fewer than 21 clues, \
use --fewest-clues. Levels are obtained by rejection: more than half of all minimal 9×9 puzzles are \
easy, one in forty is medium.

--hardest-for and --fewest-clues climb: a step removes one or two clues, adds or moves some, makes the \
puzzle minimal again or redraws it, and is kept if the puzzle is at least as costly, or has at most as \
many clues. The best results of --climbs are written, no two of them isomorphic (9×9 and \
4×4). With --journal, the same command continues after an interruption, even by kill -9.

Exit code: 0 all puzzles were written; 2 bad usage or a request that cannot be met; 130 after Ctrl-C.";

/// What `generate` takes.
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// Geometry: a name (`harness list --geometries`) or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "classic9", help_heading = PUZZLES)]
    pub geometry: String,
    /// Number of puzzles
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX), help_heading = PUZZLES)]
    pub count: u64,
    /// The seed of random choices.
    #[command(flatten, next_help_heading = PUZZLES)]
    pub seed: SeedArgs,
    /// Number of given cells; by default as few as removing clues allows
    ///
    /// By default, no clue can be removed without losing uniqueness or, with --symmetry, none together
    /// with its images.
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX), help_heading = PUZZLES)]
    pub clues: Option<usize>,
    /// Only puzzles of this level
    ///
    /// The level is that of `harness rate`; with --method hurtebis, Hurtebis' estimate.
    #[arg(long, value_name = "LEVEL", value_enum, help_heading = PUZZLES)]
    pub level: Option<Hardness>,
    /// Deduction by these techniques, such as naked-single,hidden-single
    ///
    /// Only puzzles that they solve. A list as in `harness run --techniques`; beside --level, puzzles have that level,
    /// too.
    #[arg(
        long,
        value_name = "LIST",
        allow_hyphen_values = true,
        value_parser = super::techniques::set,
        conflicts_with_all = ["goal", "family"],
        help_heading = PUZZLES
    )]
    pub techniques: Option<TechniqueSet>,
    /// Symmetry of the given cells, or a file that draws them
    ///
    /// central, rotational, diagonal, horizontal, vertical or none. In a file, `.` is an open cell and
    /// `x` a given.
    #[arg(
        long,
        value_name = "SYMMETRY|FILE",
        default_value = "none",
        help_heading = PUZZLES
    )]
    pub symmetry: String,
    /// Rules beside the regions
    ///
    /// They are read from the full grid of each puzzle, so each puzzle has a board of its own. Those of `consecutive` and
    /// `kropki` say of each two neighbours whether they are marked. Cages of a killer grow to at most five cells while
    /// the solution stays unique, and there are no givens; elsewhere givens are removed as usual.
    #[arg(
        long,
        value_enum,
        value_name = "VARIANT",
        conflicts_with_all = ["goal", "family", "level", "techniques", "symmetry", "method", "expect"],
        help_heading = PUZZLES
    )]
    pub variant: Option<VariantChoice>,
    /// Number of solutions of the puzzles
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Expect::Unique, help_heading = PUZZLES)]
    pub expect: Expect,
    /// Maximum number of consecutive attempts without a new puzzle [default: 1000, with --clues alone 100000]
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX), conflicts_with = "goal", help_heading = METHODS)]
    pub tries: Option<u64>,
    /// How puzzles are generated; by default `build` if a file draws the given cells, else `remove`
    #[arg(long, value_enum, value_name = "METHOD", help_heading = METHODS)]
    pub method: Option<StrategyChoice>,
    /// How full grids are generated; by default `fewest-first`, and `regular` where that is too large a search
    #[arg(long, value_enum, value_name = "METHOD", help_heading = METHODS)]
    pub grids: Option<GridsBy>,
    /// Puzzles with a share of given cells, whatever their solutions: for `harness plot transition`
    #[arg(
        long,
        value_enum,
        value_name = "FAMILY",
        requires = "share",
        conflicts_with_all = ["clues", "level", "method", "expect", "goal"],
        help_heading = METHODS
    )]
    pub family: Option<FamilyOf>,
    /// Shares from 0 to 1, each with --count puzzles: of holes, or of assigned cells
    #[arg(long, value_name = "SHARE,…", value_delimiter = ',', value_parser = share, requires = "family", help_heading = METHODS)]
    pub share: Vec<f64>,
    /// Which regions have equally many holes, with --family holes; by default holes are random
    #[arg(long, value_enum, value_name = "BALANCE", requires = "family", help_heading = METHODS)]
    pub balance: Option<BalanceOf>,
    /// Which puzzles to climb to.
    #[command(flatten)]
    pub mining: MiningArgs,
    /// How many workers.
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// Notation to write
    ///
    /// A name as in `convert --to`; by default one line per puzzle, below headers that state how the
    /// corpus was made.
    #[arg(long, value_name = "NOTATION", value_parser = reading::named, help_heading = OUTPUT)]
    pub to: Option<&'static Notation>,
    /// Output file; it must not exist; repeatable
    ///
    /// By default standard output, which is also `-`. FILE.html is a page for printing, as by `harness draw
    /// --paper`. So `--to hurtebis -o - -o new.txt -o new.html` writes screen, file and page.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Vec<PathBuf>,
}

/// A family of puzzles with a share of given cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FamilyOf {
    /// Random symbols without a violation in that share of the cells; solvable or not
    Completion,
    /// A full grid in which that share of the cells was emptied; solvable
    Holes,
}

/// Which regions of a puzzle with holes have equally many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BalanceOf {
    /// Rows and columns
    Singly,
    /// Rows, columns and all other regions
    Doubly,
}

impl From<BalanceOf> for Balance {
    fn from(balance: BalanceOf) -> Self {
        match balance {
            BalanceOf::Singly => Self::Lines,
            BalanceOf::Doubly => Self::Regions,
        }
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("{text:?} is not a share, expected a number from 0 to 1 like 0.42"))
}

/// How many solutions generated puzzles have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Expect {
    /// Exactly one solution
    Unique,
    /// More than one solution
    Multiple,
    /// No solution, although no rule is violated
    Impossible,
}

impl From<Expect> for Solutions {
    fn from(expect: Expect) -> Self {
        match expect {
            Expect::Unique => Self::One,
            Expect::Multiple => Self::Several,
            Expect::Impossible => Self::None,
        }
    }
}

/// Rules beside the regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VariantChoice {
    /// Neighbours whose numbers differ by one are marked
    Consecutive,
    /// Of neighbours in one block, the greater one is marked; without blocks, of all neighbours
    GreaterThan,
    /// Cages of different numbers with a total
    Killer,
    /// Neighbours that differ by one or are a number and its double have a dot
    Kropki,
    /// Sums between the smallest and the largest number of rows and columns
    Sandwich,
    /// Numbers rise along lines
    Thermometer,
}

impl From<VariantChoice> for Variant {
    fn from(variant: VariantChoice) -> Self {
        match variant {
            VariantChoice::Consecutive => Self::Consecutive,
            VariantChoice::GreaterThan => Self::GreaterThan,
            VariantChoice::Killer => Self::Killer,
            VariantChoice::Kropki => Self::Kropki,
            VariantChoice::Sandwich => Self::Sandwich,
            VariantChoice::Thermometer => Self::Thermometer,
        }
    }
}

/// The levels of `harness rate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Hardness {
    /// Singles and locked candidates
    Easy,
    /// Pairs, triples, X-Wing, Swordfish
    Medium,
    /// Wings, quads, Jellyfish, uniqueness
    Hard,
    /// Chains, Nishio
    Fiendish,
    /// Forcing chains (cell, region)
    Beyond,
}

impl From<Hardness> for Level {
    fn from(hardness: Hardness) -> Self {
        match hardness {
            Hardness::Easy => Self::Easy,
            Hardness::Medium => Self::Medium,
            Hardness::Hard => Self::Hard,
            Hardness::Fiendish => Self::Fiendish,
            Hardness::Beyond => Self::Beyond,
        }
    }
}

/// How puzzles are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StrategyChoice {
    /// Change the symbols in the drawn cells until one solution is left (Falissard)
    Build,
    /// Choose a random grid whose symbols in the drawn cells determine it (Falissard)
    Choose,
    /// Add clues until no hypothesis is needed, then remove clues (Hurtebis)
    Hurtebis,
    /// Remove clues from a random grid (Falissard)
    Remove,
}

impl From<StrategyChoice> for Strategy {
    fn from(method: StrategyChoice) -> Self {
        match method {
            StrategyChoice::Build => Self::Build,
            StrategyChoice::Choose => Self::Choose,
            StrategyChoice::Hurtebis => Self::Hurtebis,
            StrategyChoice::Remove => Self::Remove,
        }
    }
}

/// How full grids are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GridsBy {
    /// Fill cells with the fewest candidates first, at random; up to 49×49
    FewestFirst,
    /// Fill cells in reading order, symbols at random (Falissard); up to 16×16
    ReadingOrder,
    /// A random walk under which all grids are equally likely
    Uniform,
    /// The same walk from an isomorph of a regular grid, for classic and Latin boards of any size
    Regular,
}

impl From<GridsBy> for Grids {
    fn from(grids: GridsBy) -> Self {
        match grids {
            GridsBy::FewestFirst => Self::FewestFirst,
            GridsBy::ReadingOrder => Self::ReadingOrder,
            GridsBy::Uniform => Self::Uniform,
            GridsBy::Regular => Self::Regular,
        }
    }
}

/// Returns the symmetry with this name.
pub fn symmetry(name: &str) -> Option<PatternSymmetry> {
    Some(match name {
        "central" => PatternSymmetry::Central,
        "diagonal" => PatternSymmetry::Diagonal,
        "horizontal" => PatternSymmetry::Horizontal,
        "none" => PatternSymmetry::None,
        "rotational" => PatternSymmetry::Rotational,
        "vertical" => PatternSymmetry::Vertical,
        _ => return None,
    })
}
