//! What ties a process to the one that started it: it dies when its parent does, and the operating
//! system refuses it more memory than it may have.
//!
//! A process puts the leash on itself, before anything else: between fork and exec nothing safe can
//! be done for it. Both hold across exec. The death signal is Linux' own; elsewhere a child finds
//! out by the end of its standard input.

use std::io;

/// Whether processes can be isolated on this system at all.
pub const ISOLATION: bool = cfg!(unix);

/// Kills this process when the thread that started it ends; at once, if `parent`, the process that
/// started it, is gone already.
///
/// # Errors
/// When the operating system refuses.
#[cfg(target_os = "linux")]
pub fn die_with_parent(parent: Option<u32>) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};

    set_parent_process_death_signal(Some(Signal::KILL))?;
    let now = getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs());
    if parent.is_some() && now != parent {
        return Err(io::Error::other("the process that started this one is gone"));
    }
    Ok(())
}

/// There is no death signal here.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn die_with_parent(_parent: Option<u32>) -> io::Result<()> {
    Ok(())
}

/// Limits the address space of this process to so many bytes.
///
/// # Errors
/// When the operating system refuses.
#[cfg(unix)]
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    Ok(setrlimit(Resource::As, limit)?)
}

/// Memory cannot be limited here.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub fn limit_memory(_bytes: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
