//! `harness`: the program with the backends of this workspace.

use std::process::ExitCode;

fn main() -> ExitCode {
    harness::main_with(&[])
}
