//! What confined the external solvers of a run.

use serde::{Deserialize, Serialize};

/// What confines external solvers, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// The sandbox, with its version; `None` if they can read, write and connect as the harness can.
    pub sandbox: Option<String>,
    /// How the memory limit is enforced; `None` without a limit.
    pub memory_limit: Option<String>,
    /// What is killed with a solver.
    pub kills: String,
}
