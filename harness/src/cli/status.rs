//! The arguments of `status`.

use std::path::PathBuf;

use clap::Args;

use super::format::{FormatArgs, TextOrJson};

/// What `status` takes.
///
/// It reads the shared folder alone, and asks no scheduler. An attempt that wrote nothing for a minute and two time limits
/// is silent: it is lost, or in a long trial. The share of a shard that runs is estimated from the rows of those that are
/// published, and the time left from how long these took and how many run now.
#[derive(Args, Debug)]
pub struct StatusArgs {
    /// The folder that machines share (`run --shard --output`)
    #[arg(value_name = "DIR")]
    pub shared: PathBuf,
    /// How the status is printed.
    #[command(flatten)]
    pub format: FormatArgs<TextOrJson>,
}
