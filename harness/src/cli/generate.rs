//! The arguments of `generate`.

use std::path::PathBuf;

use board::text::Notation;
use clap::{Args, ValueEnum, value_parser};
use generate::objective::Measure;
use generate::{Grids, Solutions, Strategy, Symmetry};
use solvers::logic::rating::Level;

use crate::cli::reading;

/// What `--help` says before the options.
pub(super) const ABOUT: &str = "\
Make puzzles by seed, as a corpus

A random full grid, then clues are taken away while the solution stays unique. The same arguments give \
the same bytes, with any number of threads. No two puzzles are the same; of 9×9 and 4×4, no two are \
isomorphic.

  harness generate                                     a minimal 9×9
  harness generate --level hard --count 10             that `harness rate` calls hard
  harness generate --symmetry central --clues 28       whose clues are those of a half turn
  harness generate --symmetry motif.txt                whose clues stand where a picture says
  harness generate --geometry samurai --to grid        any board, any notation
  harness generate --method hurtebis --level medium    solved without a hypothesis, 28 clues
  harness generate --clues 81 --grids uniform          a full grid
  harness generate --family completion --geometry latin16 --share 0.3,0.42,0.5 --count 20
  harness generate --hardest-for candidates/mrv --by bets --journal mined.jsonl
  harness generate --fewest-clues --patience 5000 --climbs 1      about 19 clues

What cannot be had ends with a message: after 1,000 numbers of the seed in a row, or 20 million \
search states, that gave no puzzle. A level is waited for, not made: of minimal 9×9 puzzles more than \
half are easy, one in forty medium.

--hardest-for and --fewest-clues climb: a step takes one or two clues away, adds or moves some, makes \
the puzzle minimal again, or draws it otherwise, and is kept if the backend needs at least as much, or \
there are no more clues. The best of --climbs are written, no two of them isomorphic (9×9 and 4×4). \
With --journal the same command goes on where it was interrupted, even by kill -9.

Exit code: 0 all puzzles were written, 2 bad usage, or what cannot be had, 130 after Ctrl-C.";

/// What `generate` takes.
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// Where the puzzles are played: a name (`harness list --geometries` shows all) or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "classic9")]
    pub geometry: String,
    /// How many puzzles
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// The seed
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many cells are given; without it, no clue can be taken away without losing uniqueness, or,
    /// with a symmetry, none together with its images
    #[arg(long, value_name = "N")]
    pub clues: Option<usize>,
    /// How hard they are, as `harness rate` says it; with --method hurtebis, as he estimates it
    #[arg(long, value_name = "LEVEL", value_enum)]
    pub level: Option<Hardness>,
    /// Which cells are given together, or a file that draws which are: `.` an open cell, `x` a given
    #[arg(
        long,
        value_name = "central|rotational|diagonal|horizontal|vertical|none|FILE",
        default_value = "none"
    )]
    pub symmetry: String,
    /// How they are made; by default `build` where a file draws the pattern, else `remove`
    #[arg(long, value_enum)]
    pub method: Option<Method>,
    /// How full grids are found
    #[arg(long, value_enum, default_value_t = GridsBy::FewestFirst)]
    pub grids: GridsBy,
    /// What the puzzles have
    #[arg(long, value_enum, default_value_t = Expect::Unique)]
    pub expect: Expect,
    /// Puzzles with a share of given cells, whatever their solutions: for `harness plot transition`
    #[arg(
        long,
        value_enum,
        requires = "share",
        conflicts_with_all = ["clues", "level", "method", "expect", "goal"]
    )]
    pub family: Option<FamilyOf>,
    /// The shares, from 0 to 1, each with --count puzzles: of holes, or of cells that are assigned
    #[arg(long, value_name = "SHARE,…", value_delimiter = ',', value_parser = share, requires = "family")]
    pub share: Vec<f64>,
    /// Which puzzles to climb to.
    #[command(flatten)]
    pub mining: MiningArgs,
    /// How many workers; by default one for each physical core
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// The notation to write, named as in `convert --to`; by default a line a puzzle, under headers that
    /// say how it was made
    #[arg(long, value_name = "NOTATION", value_parser = reading::named)]
    pub to: Option<&'static Notation>,
    /// A new file for the corpus; by default standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Which puzzles to climb to.
#[derive(Args, Debug)]
pub struct MiningArgs {
    /// Climb to puzzles that cost this backend much
    #[arg(
        long,
        value_name = "ID",
        group = "goal",
        conflicts_with_all = ["clues", "level", "method", "expect", "grids"]
    )]
    pub hardest_for: Option<String>,
    /// Climb to puzzles with few clues
    #[arg(
        long,
        group = "goal",
        conflicts_with_all = ["clues", "level", "method", "expect", "grids"]
    )]
    pub fewest_clues: bool,
    /// What counts as cost
    #[arg(long, value_enum, default_value_t = Cost::Bets, requires = "hardest_for", conflicts_with = "fewest_clues")]
    pub by: Cost,
    /// Climb from puzzles one step from those of this corpus, in turn, not from random ones; isomorphs of
    /// the corpus are left out
    #[arg(long, value_name = "FILE", requires = "goal")]
    pub from: Option<PathBuf>,
    /// How many climbs, each from another puzzle
    #[arg(long, value_name = "N", default_value_t = 100, requires = "goal")]
    pub climbs: u64,
    /// After how many steps in a row without a gain a climb ends
    #[arg(long, value_name = "N", default_value_t = 300, requires = "goal")]
    pub patience: u64,
    /// In how many ways each puzzle on the way is drawn; the costliest counts
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = value_parser!(u16).range(1..),
        requires = "goal"
    )]
    pub drawings: u16,
    /// A file that keeps the climbs that are done; if it is there, they are not made again
    #[arg(long, value_name = "FILE", requires = "goal")]
    pub journal: Option<PathBuf>,
}

impl MiningArgs {
    /// Whether there is anything to climb to.
    pub fn is_asked_for(&self) -> bool {
        self.fewest_clues || self.hardest_for.is_some()
    }
}

/// What a backend needs for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Cost {
    /// Values tried where there was a choice
    Bets,
    /// Search states abandoned
    Conflicts,
    /// Search states
    Nodes,
    /// The score of `harness rate`, in tenths, which is the same for every backend
    Rating,
}

impl From<Cost> for Measure {
    fn from(cost: Cost) -> Self {
        match cost {
            Cost::Bets => Self::Bets,
            Cost::Conflicts => Self::Conflicts,
            Cost::Nodes => Self::Nodes,
            Cost::Rating => Self::Rating,
        }
    }
}

/// What a share is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FamilyOf {
    /// Random symbols that do not clash, in that share of the cells: solvable or not
    Completion,
    /// A grid in which that share of the cells is empty: solvable
    Holes,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("{text:?} is no share, expected a number from 0 to 1 like 0.42"))
}

/// How many solutions generated puzzles have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Expect {
    /// Exactly one solution
    Unique,
    /// More than one solution
    Multiple,
    /// No solution, although no two givens clash
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

/// The levels of `harness rate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Hardness {
    /// Singles and locked candidates
    Easy,
    /// Pairs, triples, X-Wing, Swordfish
    Medium,
    /// Wings, quads, Jellyfish, uniqueness
    Hard,
    /// Chains; one symbol supposed
    Fiendish,
    /// Distinction of cases, suppositions
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

/// How puzzles are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Symbols in the cells of the pattern change until one solution is left (Falissard)
    Build,
    /// Among random grids, one whose symbols in the cells of the pattern suffice (Falissard)
    Choose,
    /// Two series of symbols grow until nothing has to be supposed, then shrink (Hurtebis)
    Hurtebis,
    /// Clues of a random grid are taken away (Falissard)
    Remove,
}

impl From<Method> for Strategy {
    fn from(method: Method) -> Self {
        match method {
            Method::Build => Self::Build,
            Method::Choose => Self::Choose,
            Method::Hurtebis => Self::Hurtebis,
            Method::Remove => Self::Remove,
        }
    }
}

/// How full grids are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GridsBy {
    /// Cells with the fewest candidates first, at random
    FewestFirst,
    /// Cells in reading order, symbols at random (Falissard); not for boards beyond 16×16
    ReadingOrder,
    /// A random walk from there that makes no grid likelier than another
    Uniform,
}

impl From<GridsBy> for Grids {
    fn from(grids: GridsBy) -> Self {
        match grids {
            GridsBy::FewestFirst => Self::FewestFirst,
            GridsBy::ReadingOrder => Self::ReadingOrder,
            GridsBy::Uniform => Self::Uniform,
        }
    }
}

/// The symmetry of that name.
pub fn symmetry(name: &str) -> Option<Symmetry> {
    Some(match name {
        "central" => Symmetry::Central,
        "diagonal" => Symmetry::Diagonal,
        "horizontal" => Symmetry::Horizontal,
        "none" => Symmetry::None,
        "rotational" => Symmetry::Rotational,
        "vertical" => Symmetry::Vertical,
        _ => return None,
    })
}
