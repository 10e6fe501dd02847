//! The arguments of `growth`.

use analysis::stats::scores::Metric;
use clap::Args;

use super::format::{FormatArgs, Statistics};
use super::headings::STATISTICS;
use super::{BackendRules, BootstrapArgs, RunsArgs};

/// What `growth` takes.
///
/// For each backend and each level that the corpora state: the exponent b of a · order^b, fitted to the medians of the
/// orders by least squares on logarithms, with its interval. An order of which at most half was solved has no finite
/// median, and is named instead. Boards other than classic ones are excluded if there are classic ones; where there are
/// no boards, the squares of a family have orders: that of dominoes:8x8 is 8. `harness plot growth` draws the medians.
#[derive(Args, Debug)]
pub struct GrowthArgs {
    /// Which rows.
    #[command(flatten)]
    pub read: RunsArgs,
    /// Which backends.
    #[command(flatten)]
    pub backends: BackendRules,
    /// Measured quantity
    #[arg(long, value_enum, value_name = "METRIC", default_value_t, help_heading = STATISTICS)]
    pub metric: Metric,
    /// How the bootstrap is done.
    #[command(flatten)]
    pub bootstrap: BootstrapArgs,
    /// How the table is printed.
    #[command(flatten)]
    pub format: FormatArgs<Statistics>,
}
