//! Tells the program how it was built, for the manifest of each run.

use std::env;
use std::process::Command;

fn main() {
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let compiler = output(&compiler, &["--version"]).unwrap_or_default();
    println!("cargo::rustc-env=HARNESS_COMPILER={compiler}");
    println!("cargo::rustc-env=HARNESS_TARGET={}", env::var("TARGET").unwrap_or_default());
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    println!("cargo::rustc-env=HARNESS_TARGET_FEATURES={features}");
    println!("cargo::rustc-env=HARNESS_REVISION={}", revision().unwrap_or_default());
    // A commit changes the log, and whoever changes the program without one changes its sources.
    let log = output("git", &["rev-parse", "--git-path", "logs/HEAD"]);
    let sources = [
        "build.rs",
        "src",
        "analysis/src",
        "race/src",
        "record/src",
        "render/src",
        "../board/src",
        "../solvers/src",
        "../Cargo.lock",
    ];
    for path in sources.into_iter().chain(log.as_deref()) {
        println!("cargo::rerun-if-changed={path}");
    }
}

/// Returns the commit, with a `+` when tracked files have changed since. None outside a checkout.
fn revision() -> Option<String> {
    let commit = output("git", &["rev-parse", "--short=12", "HEAD"])?;
    let changed = output("git", &["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changed.is_empty() { commit } else { commit + "+" })
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
