//! What the verbs take that make pictures and pages: `draw`, `plot`, `report`.

use std::path::PathBuf;

use clap::Args;

use super::{BackendRules, RunsArgs};
use crate::plot::Kind;
use crate::stats::sheet::Metric;

/// What `plot` takes.
///
/// The same rows give the same bytes. Title, axes and the line under the title say what is shown: the
/// unit, the corpus, how many puzzles, and the limit T; what has to be said against the times stands
/// below. METHODOLOGY.md says how to read each kind.
#[derive(Args, Debug)]
pub struct PlotArgs {
    /// Which picture
    #[arg(value_enum, value_name = "KIND")]
    pub kind: Kind,
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// What is shown, where the kind leaves a choice
    #[arg(long, value_enum, default_value_t)]
    pub metric: Metric,
    /// Show the ratio of two backends, instead of one against the other (scatter)
    #[arg(long)]
    pub relative: bool,
    /// The file of the picture, like cactus.svg; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}
