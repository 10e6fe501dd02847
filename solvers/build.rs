//! Tells this crate, whose code is timed, how it was optimised: for the manifest of each run.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=SOLVERS_OPT_LEVEL={}", env::var("OPT_LEVEL").unwrap_or_default());
}
