//! The arguments of `study`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// The subcommands of `study`.
#[derive(Subcommand, Debug)]
pub enum StudySubcommand {
    /// Run what is missing, and write the outputs
    Run(StudyArgs),
    /// Write the outputs again from the rows
    Report(StudyArgs),
    /// Check that nothing is missing, and that the outputs are those of the rows
    ///
    /// Every output is made again and compared byte for byte, and corpora are compared with those that
    /// were run.
    ///
    /// Exit code: 0 nothing differs; 1 something is missing or differs; 2 bad usage or bad input.
    Check(StudyArgs),
    /// Print the JSON schema of study files
    Schema,
}

/// Which study.
#[derive(Args, Debug)]
pub struct StudyArgs {
    /// Study file, or the folder of study.toml
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}
