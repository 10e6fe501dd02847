//! `reproduce.sh`, which repeats the runs of an archive.
//!
//! The command of a run is that of its manifest. Its files are replaced by the archived ones, which the
//! script names last, and its output folder by one beside the script.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

use super::inputs::{self, Inputs};
use super::{ArchivedRun, put};
use crate::cli;

/// The name of the script.
pub(super) const FILE: &str = "reproduce.sh";

/// The part of the script before the runs.
const BEGINNING: &str = r#"#!/bin/sh
# Repeats the runs of this archive.
#
#   HARNESS=path/to/harness ./reproduce.sh [OUTPUT]     with this program
#   REPOSITORY=url ./reproduce.sh [OUTPUT]              with the revision of each run, built from a clone
#
# The results are written to OUTPUT/NAME, by default beside this script. Then
#   harness diff runs/NAME reproduced/NAME
# compares the times, and the other columns of rows.csv should be the same.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
output=${1:-$here/reproduced}
mkdir -p "$output"
output=$(cd "$output" && pwd)
case ${HARNESS:-} in
    */*) HARNESS=$(cd "$(dirname "$HARNESS")" && pwd)/$(basename "$HARNESS") ;;
esac

# program REVISION PROFILE TOOLCHAIN: sets `program`.
program() {
    program=${HARNESS:-}
    [ -z "$program" ] || return 0
    if [ -z "${REPOSITORY:-}" ] || [ -z "$1" ]; then
        echo "expected HARNESS=program, or REPOSITORY=url and a run with a revision" >&2
        exit 2
    fi
    [ -d "$here/source" ] || git clone "$REPOSITORY" "$here/source"
    git -C "$here/source" checkout --quiet "$1"
    (cd "$here/source" && RUSTUP_TOOLCHAIN=${RUSTUP_TOOLCHAIN:-$3} \
        cargo build --locked --profile "$2" -p harness --target-dir "$here/target/$1")
    case $2 in dev) folder=debug ;; *) folder=$2 ;; esac
    program=$here/target/$1/$folder/harness
}
"#;

/// Writes the script into the archive.
pub(super) fn write(runs: &[ArchivedRun], inputs: &Inputs, folder: &Path) -> anyhow::Result<()> {
    let mut text = BEGINNING.to_owned();
    for run in runs {
        repeat(run, inputs, &mut text);
    }
    let path = folder.join(FILE);
    put(&path, &text)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// Appends the lines that repeat a run.
fn repeat(run: &ArchivedRun, inputs: &Inputs, text: &mut String) {
    let program = &run.manifest.program;
    let revision = program.revision.as_deref().unwrap_or_default();
    let is_release = run.manifest.command.first().is_some_and(|word| word.contains("release/"));
    let profile = if is_release { "release" } else { "dev" };
    let toolchain = program.compiler.split_whitespace().nth(1).unwrap_or("stable");
    let quoted = |word: &str| shell_words::quote(word).into_owned();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n# The run {} of {}.", run.manifest.run_id, run.manifest.start);
    if revision.ends_with('+') {
        let _ = writeln!(text, "# Its program had changes that were not committed.");
    }
    for external in &run.manifest.plan.programs {
        let _ = writeln!(text, "# It needs the solver {}, which is not included:", external.id);
        let _ = writeln!(text, "#   {}", shell_words::join(&external.command));
    }
    if inputs.is_empty() {
        let _ = writeln!(text, "# The files that it read are not included: put them into inputs/.");
    }
    let revision = quoted(revision.trim_end_matches('+'));
    let _ = writeln!(text, "program {revision} {profile} {}", quoted(toolchain));
    let _ = writeln!(text, "mkdir -p \"$here/{0}\" && cd \"$here/{0}\"", inputs::FOLDER);
    let words = shell_words::join(command(run));
    let files = run.manifest.plan.corpora.iter().map(|input| inputs::archived(&input.file));
    let files = shell_words::join(files);
    let name = &run.name;
    let _ = writeln!(text, "\"$program\" run {words} --output \"$output\"/{name} -- {files}");
}

/// The words of a run without its files and its output.
fn command(run: &ArchivedRun) -> Vec<String> {
    let words = &run.manifest.command;
    let as_given: Vec<OsString> = words.iter().map(OsString::from).collect();
    let parsed = cli::parse(&as_given).ok();
    let arguments = parsed.map(|cli| match cli.subcommand {
        Some(cli::Subcommand::Run(arguments)) => *arguments,
        _ => cli.run,
    });
    let files = arguments.map(|it| it.files).unwrap_or_default();
    let geometries = &run.manifest.plan.geometries;
    let mut kept = Vec::new();
    let mut rest = words.iter().skip(1);
    let mut is_first = true;
    while let Some(word) = rest.next() {
        let is_subcommand = std::mem::take(&mut is_first) && word == "run";
        if word == "-o" || word == "--output" {
            rest.next();
        } else if geometries.iter().any(|input| input.file == *word) {
            kept.push(inputs::archived(word));
        } else if !is_subcommand
            && !word.starts_with("-o")
            && !word.starts_with("--output=")
            && !["--", "--resume"].contains(&word.as_str())
            && !files.iter().any(|file| file.as_os_str() == word.as_str())
        {
            kept.push(word.clone());
        }
    }
    kept
}
