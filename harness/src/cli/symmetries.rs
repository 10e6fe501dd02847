//! The arguments of `symmetries`.

use clap::Args;
use solvers::symmetry::SearchEffort;

use super::ProblemArgs;
use super::format::{AnyTable, FormatArgs};
use super::headings::{LIMITS, OUTPUT};
use super::limits::whole;

/// What `symmetries` takes.
///
/// A symmetry permutes the cells and the symbols of a puzzle, the items and the colours of an exact cover problem, the
/// literals of a formula or the vertices of a graph, and leaves the problem as it is. Options without a primary item
/// are ignored, since no solution has them, and so are clauses that are repeated or always true. The column
/// "symmetries" is the number of those that are products of the generators found, the identity among them. It has the
/// sign ≥ if symmetries may have been missed: the effort was spent, or a choice failed, none of which is taken back.
/// What nothing depends on stays where it is: a vertex without an edge, a variable in no clause, an item without an
/// option. Orbits are sets of points that symmetries map to each other. `encode --break-symmetries` writes a problem
/// without most of what its symmetries repeat.
///
/// Exit code: 0 all well; 2 bad usage or bad input; 130 after Ctrl-C.
#[derive(Args, Debug)]
pub struct SymmetriesArgs {
    /// The problems.
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// Print symmetries whose products are all of them, as cycles
    ///
    /// (1 2 3) maps 1 to 2, 2 to 3 and 3 to 1. A literal and its negation go together, so of two opposite cycles one is
    /// printed.
    #[arg(long, help_heading = OUTPUT)]
    pub generators: bool,
    /// Maximum number of links between points that a search follows
    ///
    /// The default takes about a second. The same number finds the same symmetries on any machine.
    #[arg(long, value_name = "N", default_value_t = SearchEffort::USUAL.links, value_parser = whole(0..=usize::MAX), help_heading = LIMITS)]
    pub effort: usize,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs<AnyTable>,
}
