//! The arguments of the verbs with which a run starts itself.

use clap::Args;
use record::manifest::ClockCosts;

/// What `child` takes.
#[derive(Args, Debug)]
pub struct ChildArgs {
    /// The id of the backend
    #[arg(long, value_name = "ID")]
    pub backend: String,
    /// The bytes of address space that it may have
    #[arg(long, value_name = "BYTES")]
    pub memory_limit: Option<u64>,
    /// The process to die with
    #[arg(long, value_name = "PID")]
    pub parent: Option<u32>,
    /// What the clocks cost, as the parent has measured it
    #[arg(long, value_name = "JSON", value_parser = |json: &str| serde_json::from_str::<ClockCosts>(json))]
    pub clocks: Option<ClockCosts>,
}

/// What `exec-guarded` takes.
#[derive(Args, Debug)]
pub struct GuardedArgs {
    /// The bytes of address space that it may have
    #[arg(long, value_name = "BYTES")]
    pub memory: Option<u64>,
    /// The process to die with
    #[arg(long, value_name = "PID")]
    pub parent: Option<u32>,
    /// The program and its arguments
    #[arg(required = true, last = true)]
    pub command: Vec<String>,
}
