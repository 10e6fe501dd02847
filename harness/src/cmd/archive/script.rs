//! `reproduce.sh`, which repeats the runs or the study of an archive.
//!
//! The command of a run is that of its manifest. Its files are replaced by the archived ones, which the
//! script names last, and its output folder by one beside the script. Merged runs are repeated one by one and
//! merged. A study is copied without its rows and run.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

use record::manifest::Manifest;

use super::inputs::{self, Inputs};
use super::runs::ArchivedRun;
use super::{STUDY, put};
use crate::cli;

/// The name of the script.
pub(super) const FILE: &str = "reproduce.sh";

/// The beginning of the script of runs.
const OF_RUNS: &str = r#"#!/bin/sh
# Repeats the runs of this archive.
#
#   HARNESS=path/to/harness ./reproduce.sh [OUTPUT]     with this program
#   REPOSITORY=url ./reproduce.sh [OUTPUT]              with the revision of each run, built from a clone
#
# The results are written to OUTPUT/NAME, by default beside this script. Then
#   harness diff runs/NAME reproduced/NAME
# compares the times, and the other columns of rows.csv should be the same.
"#;

/// The beginning of the script of a study.
const OF_STUDY: &str = r#"#!/bin/sh
# Repeats the study of this archive from its corpora.
#
#   HARNESS=path/to/harness ./reproduce.sh [OUTPUT]     with this program
#   REPOSITORY=url ./reproduce.sh [OUTPUT]              with the revision of the last run, built from a clone
#
# The study is run in OUTPUT, by default reproduced/ beside this script. Its tables and figures show the times of
# this machine. To make those of the archive again from its rows, check the study in study/:
"#;

/// What both scripts begin with after their comments.
const FUNCTIONS: &str = r#"set -eu
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

/// Writes the script that repeats runs into the archive.
///
/// # Errors
/// When it cannot be written.
pub(super) fn of_runs(runs: &[ArchivedRun], inputs: &Inputs, folder: &Path) -> anyhow::Result<()> {
    let mut text = [OF_RUNS, FUNCTIONS].concat();
    for ArchivedRun { name, manifests, .. } in runs {
        match &manifests[..] {
            [(_, manifest)] => repeat(name, manifest, inputs, &mut text),
            merged => {
                let names: Vec<String> =
                    merged.iter().map(|(_, it)| format!("{name}-{}", it.run_id)).collect();
                for ((_, manifest), name) in merged.iter().zip(&names) {
                    repeat(name, manifest, inputs, &mut text);
                }
                // Writing to a string cannot fail.
                let _ = writeln!(text, "cd \"$output\"");
                let _ = writeln!(text, "\"$program\" merge {} -o {name}", names.join(" "));
            }
        }
    }
    put_script(&text, folder)
}

/// Writes the script that repeats a study into the archive. `file` and `copied` are the places of the study
/// file and of all files that it needs.
///
/// # Errors
/// When it cannot be written.
pub(super) fn of_study(
    file: &str,
    copied: impl Iterator<Item = String>,
    manifests: &[&Manifest],
    folder: &Path,
) -> anyhow::Result<()> {
    let mut text = OF_STUDY.to_owned();
    let _ = writeln!(text, "#   harness study check {}", quoted(&format!("{STUDY}/{file}")));
    text += FUNCTIONS;
    text += "\n# copy FILE: copies a file of the study.\ncopy() {\n    \
             mkdir -p \"$output/$(dirname \"$1\")\"\n    ";
    let _ = writeln!(text, "cp \"$here/{STUDY}/$1\" \"$output/$1\"\n}}\n");
    let Some((last, others)) = manifests.split_last() else { return put_script(&text, folder) };
    if others.iter().any(|it| it.program.revision != last.program.revision) {
        text += "# The runs were made by several revisions, of which this is the last.\n";
    }
    say_program(last, &mut text);
    for place in copied {
        let _ = writeln!(text, "copy {}", quoted(&place));
    }
    let _ = writeln!(text, "\"$program\" study run \"$output\"/{}", quoted(file));
    put_script(&text, folder)
}

fn put_script(text: &str, folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(FILE);
    put(&path, text)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

fn quoted(word: &str) -> String {
    shell_words::quote(word).into_owned()
}

/// Appends the lines that repeat a run.
fn repeat(name: &str, manifest: &Manifest, inputs: &Inputs, text: &mut String) {
    let _ = writeln!(text, "\n# The run {} of {}.", manifest.run_id, manifest.start);
    if inputs.is_empty() && inputs::any(manifest) {
        let _ = writeln!(text, "# The files that it read are not included: put them into inputs/.");
    }
    say_program(manifest, text);
    let _ = writeln!(text, "mkdir -p \"$here/{0}\" && cd \"$here/{0}\"", inputs::FOLDER);
    let words = shell_words::join(command(manifest));
    let files = manifest.plan.corpora.iter().map(|input| inputs::archived(&input.file));
    let files = shell_words::join(files);
    let _ = writeln!(text, "\"$program\" run {words} --output \"$output\"/{name} -- {files}");
}

/// Appends the line that finds or builds the program of a run, with what is missing for it.
fn say_program(manifest: &Manifest, text: &mut String) {
    let program = &manifest.program;
    let revision = program.revision.as_deref().unwrap_or_default();
    let is_release = manifest.command.first().is_some_and(|word| word.contains("release/"));
    let profile = if is_release { "release" } else { "dev" };
    let toolchain = program.compiler.split_whitespace().nth(1).unwrap_or("stable");
    if revision.ends_with('+') {
        let _ = writeln!(text, "# Its program had changes that were not committed.");
    }
    for external in &manifest.plan.programs {
        let _ = writeln!(text, "# It needs the solver {}, which is not included:", external.id);
        let _ = writeln!(text, "#   {}", shell_words::join(&external.command));
    }
    let revision = quoted(revision.trim_end_matches('+'));
    let _ = writeln!(text, "program {revision} {profile} {}", quoted(toolchain));
}

/// Returns the words of a run without its files and its output.
fn command(manifest: &Manifest) -> Vec<String> {
    let words = &manifest.command;
    let as_given: Vec<OsString> = words.iter().map(OsString::from).collect();
    let parsed = cli::parse(&as_given).ok();
    let arguments = parsed.map(|cli| match cli.subcommand {
        Some(cli::Subcommand::Run(arguments)) => *arguments,
        _ => cli.run,
    });
    let files = arguments.map(|it| it.files).unwrap_or_default();
    let geometries = &manifest.plan.geometries;
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
