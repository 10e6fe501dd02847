//! `harness warden`: waits for the end of the run that started it, and kills the process groups
//! that it left.

use std::io;

use race::external::{reaper, session};

use super::End;

/// Listens to standard input until it ends.
pub fn run() -> End {
    reaper::listen(io::stdin().lock()).into_iter().for_each(session::kill_group);
    End::Well
}
