//! The arguments of the subcommands about this program: internal ones that runs start, shell
//! completions, manual pages and the reference.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use record::manifest::ClockCosts;

use super::headings::OUTPUT;

/// What `completions` takes.
///
/// For bash: `harness completions bash > ~/.local/share/bash-completion/completions/harness`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

/// What `man` takes.
///
/// `harness man | man -l -` shows the page of the program.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// An existing folder that receives a page per subcommand; by default the page of the program is
    /// printed
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// What `reference` takes.
///
/// The pages are Markdown: columns, options, backends, techniques, formats, geometries and families of
/// instances, as this program has them. `docs/reference` of the repository contains them.
#[derive(Args, Debug)]
pub struct ReferenceArgs {
    /// Folder that receives the pages; those of an earlier call are replaced
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    pub output: PathBuf,
}

/// What `child` takes.
#[derive(Args, Debug)]
pub struct ChildArgs {
    /// The id of the backend
    #[arg(long, value_name = "ID")]
    pub backend: String,
    /// The limit of its address space in bytes
    #[arg(long, value_name = "BYTES")]
    pub memory_limit: Option<u64>,
    /// The process to die with
    #[arg(long, value_name = "PID")]
    pub parent: Option<u32>,
    /// The cost of the clocks as measured by the parent
    #[arg(long, value_name = "JSON", value_parser = |json: &str| serde_json::from_str::<ClockCosts>(json))]
    pub clocks: Option<ClockCosts>,
}

/// What `exec-guarded` takes.
#[derive(Args, Debug)]
pub struct GuardedArgs {
    /// The limit of its address space in bytes
    #[arg(long, value_name = "BYTES")]
    pub memory: Option<u64>,
    /// The process to die with
    #[arg(long, value_name = "PID")]
    pub parent: Option<u32>,
    /// The folder of the control group to join
    #[arg(long, value_name = "DIR")]
    pub group: Option<PathBuf>,
    /// The program and its arguments
    #[arg(required = true, last = true)]
    pub command: Vec<String>,
}
