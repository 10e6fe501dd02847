//! The arguments of `site`.

use std::path::PathBuf;

use clap::Args;

use super::headings::{INPUT, OUTPUT};

/// What `site` takes.
///
/// The pages load nothing, so any static host can serve them, and they open as files, too: an index, the
/// playground, lessons of eight algorithms on one puzzle, and with --run the report of a run. In the
/// playground the solvers run as a WebAssembly module, which is part of this program; the index states its
/// hash and what it was built from.
#[derive(Args, Debug)]
pub struct SiteArgs {
    /// Run whose report is a page of the site
    #[arg(long, value_name = "RUN", help_heading = INPUT)]
    pub run: Option<PathBuf>,
    /// WebAssembly module of the playground in place of the one of this program
    ///
    /// scripts/build_playground.sh --output FILE builds it.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pub module: Option<PathBuf>,
    /// Output folder; it must not exist
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    pub output: PathBuf,
}
