//! The arguments of `archive`, and those of everything that is published.

use std::path::PathBuf;

use clap::Args;

use super::headings::{INPUT, OUTPUT};

/// What `archive` takes.
///
/// The archive has a study with its runs, corpora and outputs, or runs and the files that they read; the
/// versions of all crates, metadata (RO-Crate, CITATION.cff), and reproduce.sh, which builds the same revision
/// and repeats the study or the runs on another machine. A study is checked first, as by `harness study
/// check`, which also checks the archived study. A file that has changed since a run read it is an error.
/// External solvers are not included, nor the files of which a corpus is a sample.
#[derive(Args, Debug)]
pub struct ArchiveArgs {
    /// One study (its file or folder), or folders of runs, merged ones too
    #[arg(required = true, value_name = "STUDY|RUN")]
    pub runs: Vec<PathBuf>,
    /// Folder to search for the files that the runs read, besides the current one
    ///
    /// Manifests do not state where files were that had an absolute path.
    #[arg(long, value_name = "DIR", help_heading = INPUT)]
    pub inputs: Vec<PathBuf>,
    /// Omit the files that the runs read, such as corpora that must not be copied
    #[arg(long, conflicts_with = "inputs", help_heading = INPUT)]
    pub no_inputs: bool,
    /// Output folder, or file that ends in .tar.gz; it must not exist
    #[arg(short, long, value_name = "DIR|FILE", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// Who publishes it.
    #[command(flatten)]
    pub publish: PublishArgs,
}

/// Who publishes rows, and under which licence.
#[derive(Args, Clone, Debug, Default)]
pub struct PublishArgs {
    /// Author of the data, for CITATION.cff and RO-Crate; by default anonymous
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    pub author: Vec<String>,
    /// Licence of the data as an SPDX identifier, such as CC0-1.0 or CC-BY-4.0
    #[arg(long, value_name = "SPDX", help_heading = OUTPUT)]
    pub license: Option<String>,
}
