//! Limits that a process puts on itself: it dies with its parent, and the operating system limits its
//! memory.
//!
//! A process sets its limits before it does anything else, because nothing safe can run between fork
//! and exec in the parent. Both limits persist across exec. Only Linux has a death signal; elsewhere, a
//! child ends when its standard input does.

use std::io;

/// Whether this system supports isolated processes.
pub const ISOLATION: bool = cfg!(unix);

/// Returns whether this process may change its user.
#[cfg(unix)]
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Returns whether this process may change its user: not on this system.
#[cfg(not(unix))]
pub fn is_root() -> bool {
    false
}

/// Arranges that this process is killed when the thread that started it ends. `parent` is the process
/// that is expected to have started it.
///
/// # Errors
/// Fails if the operating system refuses, or if the parent has already ended.
#[cfg(target_os = "linux")]
pub fn die_with_parent(parent: Option<u32>) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};

    set_parent_process_death_signal(Some(Signal::KILL))?;
    let now = getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs());
    if parent.is_some() && now != parent {
        return Err(io::Error::other("the parent process has ended"));
    }
    Ok(())
}

/// Does nothing: this system has no death signal.
///
/// # Errors
/// Never fails.
#[cfg(not(target_os = "linux"))]
pub fn die_with_parent(_parent: Option<u32>) -> io::Result<()> {
    Ok(())
}

/// What a child needs beside the address space that it has when it starts: the stack of its second thread, its
/// buffers, and a solver of a small board.
const ROOM: u64 = 12 << 20;

/// Checks that a child that is limited to so many bytes of address space can work at all. Systems without `/proc` are
/// not checked.
///
/// # Errors
/// Fails if the limit is too small, with the least one.
pub fn check_memory(bytes: u64) -> anyhow::Result<()> {
    let Some(pages) = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok())
    else {
        return Ok(());
    };
    let least = (pages * page_size() + ROOM).next_multiple_of(1 << 20) >> 20;
    if bytes < least << 20 {
        anyhow::bail!(
            "--memory-limit: expected at least {least}MiB, which a child process needs to start"
        );
    }
    Ok(())
}

#[cfg(unix)]
fn page_size() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(not(unix))]
fn page_size() -> u64 {
    0
}

/// Limits the address space of this process, in bytes.
///
/// # Errors
/// Fails if the operating system refuses.
#[cfg(unix)]
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    Ok(setrlimit(Resource::As, limit)?)
}

/// This system cannot limit memory.
///
/// # Errors
/// Always fails.
#[cfg(not(unix))]
pub fn limit_memory(_bytes: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
