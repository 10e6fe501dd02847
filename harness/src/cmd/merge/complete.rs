//! `harness merge --complete`: puts the shards of one run together, if none is missing.
//!
//! A scheduler may run a shard twice, and people copy folders. So what is merged is decided by the manifests alone,
//! whatever the order of the folders: all must be shards of one plan, and of those with one number the run that began
//! first is taken. Shards are read twice: they are checked, several at a time, before anything is written, and then
//! copied byte for byte. Puzzles belong to one shard only, so a repeated trial is found within a shard, and no more
//! than a few shards are in memory.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use race::attempt::{self, ATTEMPTS, SHARDS};
use race::progress_line::ProgressLine;
use rayon::prelude::*;
use record::disk::Disk;
use record::folder::MANIFEST;
use record::{backends, datapackage, geometries};
use render::table::counted;

use super::shard_files::{self, ShardFiles};
use super::shard_folder::ShardFolder;
use crate::cli::MergeArgs;
use crate::cmd::submit::LOGS;
use crate::cmd::{End, copies, must_be_new, number_ranges, shard_count};

/// Merges the shards and prints a summary to `out`. Fails, and writes nothing, if one is missing.
///
/// # Errors
/// When a folder is not a whole shard, when two are of different runs, or when the output cannot be written.
pub(super) fn run(arguments: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let output = &arguments.output;
    let (shards, notes) = one_of_each(folders(&arguments.runs)?)?;
    notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
    let count = match shards.first() {
        Some(first) => first.shard.count.get(),
        None => count_without_shards(&arguments.runs)?,
    };
    let is_there = |number: &u32| shards.iter().any(|it| it.shard.number.get() == *number);
    let missing: Vec<u32> = (1..=count).filter(|number| !is_there(number)).collect();
    if !missing.is_empty() {
        let n_missing = counted(missing.len() as u64, "shard");
        writeln!(out, "{n_missing} of {count} missing: {}.", number_ranges::in_words(&missing))?;
        return Ok(End::Failed);
    }
    let line = ProgressLine::of(shards.len() as u64, "shards checked");
    let check = |shard: &ShardFolder| {
        let checked = shard_files::check(shard);
        line.advance(1);
        checked
    };
    let checked: Vec<anyhow::Result<ShardFiles>> = shards.par_iter().map(check).collect();
    drop(line);
    let checked: Vec<ShardFiles> = checked.into_iter().collect::<anyhow::Result<_>>()?;
    shard_files::must_be_disjoint(&shards, &checked)?;
    let line = ProgressLine::waiting("copying rows");
    write(&shards, &checked, output)?;
    drop(line);
    let n_rows: u64 = checked.iter().map(|files| files.n_rows).sum();
    let n_shards = counted(count.into(), "shard");
    writeln!(out, "{} of {n_shards}.\n{}", counted(n_rows, "row"), output.display())?;
    Ok(End::Well)
}

/// Returns the shards in the given folders: each is one, or contains them, or is the one that machines share.
fn folders(paths: &[PathBuf]) -> anyhow::Result<Vec<ShardFolder>> {
    let mut folders = Vec::new();
    for path in paths {
        if path.join(MANIFEST).exists() {
            folders.push(path.clone());
            continue;
        }
        let shared = path.join(SHARDS);
        let folder = if shared.is_dir() { &shared } else { path };
        let problem = || format!("cannot read {}", folder.display());
        for entry in fs::read_dir(folder).with_context(problem)? {
            let entry = entry.with_context(problem)?;
            let is_other = [ATTEMPTS, LOGS].iter().any(|name| entry.file_name() == *name);
            folders.extend(Some(entry.path()).filter(|path| path.is_dir() && !is_other));
        }
    }
    folders.into_iter().map(ShardFolder::read).collect()
}

/// Returns the number of shards of a run of which none is published.
fn count_without_shards(paths: &[PathBuf]) -> anyhow::Result<u32> {
    for path in paths {
        let problem = || format!("cannot read {}", path.display());
        let attempts = attempt::list(path).with_context(problem)?;
        if let Some(count) = shard_count::of(path, &attempts)? {
            return Ok(count);
        }
    }
    bail!("there are no shards, expected folders that `run --shard` wrote");
}

/// Returns one folder for each shard, in the order of their numbers, and notes on the others.
fn one_of_each(mut found: Vec<ShardFolder>) -> anyhow::Result<(Vec<ShardFolder>, Vec<String>)> {
    let key = |it: &ShardFolder| (it.shard.number, it.manifest.run_id.clone(), it.path.clone());
    found.sort_by_cached_key(key);
    let (mut taken, mut notes): (Vec<ShardFolder>, _) = (Vec::new(), Vec::new());
    for next in found {
        if let Some(first) = taken.first() {
            first.must_match(&next)?;
        }
        let Some(same) = taken.last().filter(|last| last.shard == next.shard) else {
            taken.push(next);
            continue;
        };
        let [here, there] = [same, &next].map(|it| it.path.display());
        if same.manifest.run_id != next.manifest.run_id {
            notes.push(format!(
                "{there} is another attempt at shard {}: {here} is taken.",
                next.shard
            ));
        } else if same.contents()? == next.contents()? {
            notes.push(format!("{there} is a copy of {here}, which is taken."));
        } else {
            bail!("{there} is the same attempt as {here}, but has other rows or puzzles");
        }
    }
    Ok((taken, notes))
}

/// Writes the merged run beside its place, and moves it there when it is whole.
fn write(shards: &[ShardFolder], checked: &[ShardFiles], output: &Path) -> anyhow::Result<()> {
    let problem = || format!("cannot write {}", output.display());
    let parent = output.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    fs::create_dir_all(parent).with_context(problem)?;
    let draft = tempfile::tempdir_in(parent).with_context(problem)?;
    let run = draft.path().join("run");
    fs::create_dir(&run).with_context(problem)?;
    shard_files::concatenate(shards, checked, &run)?;
    let paths: Vec<PathBuf> = shards.iter().map(|shard| shard.path.clone()).collect();
    copies::table(&paths, geometries::FILE, geometries::COLUMNS, &run, |_| true)?;
    copies::table(&paths, backends::FILE, backends::COLUMNS, &run, |_| true)?;
    copies::manifests_of_whole_runs(&paths, &run)?;
    datapackage::describe(&Disk::default(), &run)?;
    let renamed = fs::rename(&run, output);
    if renamed.is_err() {
        // Another merge may have been first.
        must_be_new(output)?;
    }
    renamed.with_context(problem)
}
