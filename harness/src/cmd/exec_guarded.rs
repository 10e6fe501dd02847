//! `harness exec-guarded`: sets the limits of this process, and then executes another program.
//!
//! Between fork and exec, a parent cannot do this for its child without `unsafe`. The limits persist
//! across the exec.

use std::process::Command;

use anyhow::Context;
use race::external::process_limits;
use race::machine::{control_group, processes};

use super::End;
use crate::cli::GuardedArgs;

/// Executes the command in place of this program.
///
/// # Errors
/// When it cannot be started.
pub fn run(arguments: &GuardedArgs) -> anyhow::Result<End> {
    process_limits::die_with_parent(arguments.parent).context("cannot be bound to the parent")?;
    // What the program leaves behind remains its descendant, and is found.
    processes::adopt_orphans().context("cannot adopt processes")?;
    if let Some(folder) = &arguments.group {
        control_group::join(folder).context("cannot join its control group")?;
    }
    if let Some(bytes) = arguments.memory {
        process_limits::limit_memory(bytes).context("cannot limit the memory")?;
    }
    let (program, rest) = arguments.command.split_first().context("there is no command")?;
    let mut command = Command::new(program);
    become_it(command.args(rest)).with_context(|| format!("cannot start {program}"))
}

#[cfg(unix)]
fn become_it(command: &mut Command) -> std::io::Result<End> {
    use std::os::unix::process::CommandExt;

    Err(command.exec())
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> std::io::Result<End> {
    Ok(if command.status()?.success() { End::Well } else { End::Failed })
}
