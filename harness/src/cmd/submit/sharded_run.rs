//! The run that is cut into shards: its words, its plan, and where everything is.

use std::env;
use std::num::NonZeroU32;
use std::path::{self, Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Parser;
use record::manifest::{RunSpec, Shard};
use solvers::Backend;

use crate::cli::{Cli, RunArgs, ShardJobsArgs, Subcommand, SubmitArgs};
use crate::cmd::study::MissingRun;
use crate::cmd::{run, run_folder, study};

/// A run that is cut into shards.
pub(super) struct ShardedRun {
    /// The folder in which its commands run; absolute, as all paths here.
    pub(super) here: PathBuf,
    /// The words of `run`, without the shard and the attempt.
    pub(super) words: Vec<String>,
    /// The folder that all machines share.
    pub(super) shared: PathBuf,
    /// The folder of the merged run.
    pub(super) merged: PathBuf,
    /// The study whose outputs are written at the end.
    pub(super) study: Option<PathBuf>,
    /// The number of shards.
    pub(super) count: NonZeroU32,
    /// The plan.
    pub(super) plan: RunSpec,
    /// The jobs.
    pub(super) jobs: ShardJobsArgs,
    /// The number of cores of each job.
    pub(super) cpus: usize,
}

/// What is known of a run before its words are checked.
struct Source {
    here: PathBuf,
    words: Vec<String>,
    shared: PathBuf,
    merged: PathBuf,
    study: Option<PathBuf>,
    jobs: ShardJobsArgs,
}

impl ShardedRun {
    /// Returns the run that the arguments ask for; `None` for a study that lacks nothing. Enters the folder of a study.
    ///
    /// # Errors
    /// When the run is refused, or the number of shards is unknown.
    pub(super) fn of(arguments: &SubmitArgs, all: &[Backend]) -> anyhow::Result<Option<Self>> {
        // They are relative to the current folder, which that of a study replaces.
        let output = arguments.output.as_ref().map(path::absolute).transpose()?;
        let mut jobs = arguments.jobs.clone();
        jobs.balance_by = jobs.balance_by.map(path::absolute).transpose()?;
        let Some(source) = source(arguments, output, jobs, all)? else { return Ok(None) };
        let Source { here, mut words, shared, merged, study, mut jobs } = source;
        let count = jobs.shards.context("the number of shards is unknown, expected --shards N")?;
        words.push(format!("--output={}", text(&shared)?));
        if let Some(earlier) = &mut jobs.balance_by {
            *earlier = path::absolute(&earlier)?;
            words.push(format!("--balance-by={}", text(earlier)?));
        }
        let parsed = run_arguments(&words, count)?;
        let workers = parsed.jobs.number;
        let cpus = jobs.cpus.or(workers).unwrap_or(1);
        if workers.is_none() {
            words.push(format!("--jobs={cpus}"));
        }
        let arguments = run_arguments(&words, count)?;
        run::check(&arguments, all)?;
        let mut plan = run::specification(&arguments, all)?;
        plan.shard = None;
        let cpus = cpus.into();
        Ok(Some(Self { here, words, shared, merged, study, count, plan, jobs, cpus }))
    }

    /// Returns the words of the command that merges the shards.
    pub(super) fn merge_words(&self) -> anyhow::Result<Vec<String>> {
        let words = ["merge", "--complete", text(&self.shared)?, "--output", text(&self.merged)?];
        Ok(words.map(ToOwned::to_owned).into())
    }

    /// Returns a name of the jobs, of letters that need no quotes.
    pub(super) fn name(&self) -> String {
        let name = self.shared.file_name().unwrap_or_default().to_string_lossy();
        crate::cmd::plain_name(&name)
    }
}

fn source(
    arguments: &SubmitArgs,
    output: Option<PathBuf>,
    asked: ShardJobsArgs,
    all: &[Backend],
) -> anyhow::Result<Option<Source>> {
    let run = &arguments.run;
    let Some(study) = run.files.iter().find(|path| run_folder::is_study(path)) else {
        let shared = output
            .context("the folder that all machines share is unknown, expected --output DIR")?;
        ensure!(
            !run.files.iter().any(|file| file.as_os_str() == "-"),
            "standard input cannot be read by several jobs, expected files"
        );
        let files = run.files.iter().map(|file| text(file).map(ToOwned::to_owned));
        let files = files.collect::<anyhow::Result<Vec<String>>>()?;
        let words = [&["run".to_owned()], &files[..], &run.options].concat();
        let here = env::current_dir().context("expected a current folder")?;
        let merged = shared.join("merged");
        return Ok(Some(Source { here, words, merged, shared, study: None, jobs: asked }));
    };
    let name = study.display();
    ensure!(run.files.len() == 1, "{name} is a study, expected it alone");
    if let Some(option) = run.options.first() {
        bail!("{name} is a study, which has the options of its run itself, expected no {option}");
    }
    let Some(missing) = study::missing_run(study, all)? else { return Ok(None) };
    let MissingRun { folder, file, words, output: merged, jobs } = missing;
    let default = || folder.join(format!("{}.shards", merged.display()));
    Ok(Some(Source {
        words,
        shared: output.unwrap_or_else(default),
        merged: folder.join(merged),
        study: Some(folder.join(file)),
        jobs: asked.or(jobs),
        here: folder,
    }))
}

/// Returns the arguments of the run of one shard, which is refused as it would be on its machine.
fn run_arguments(words: &[String], count: NonZeroU32) -> anyhow::Result<RunArgs> {
    let shard = Shard { number: NonZeroU32::MIN, count };
    let shard = format!("--shard={shard}");
    let words = ["harness"].into_iter().chain(words.iter().map(String::as_str)).chain([&*shard]);
    let parsed = Cli::try_parse_from(words).map_err(|problem| {
        let problem = problem.to_string();
        let first = problem.lines().next().unwrap_or_default();
        anyhow::anyhow!("{}", first.trim_start_matches("error: "))
    })?;
    let Some(Subcommand::Run(arguments)) = parsed.subcommand else { bail!("expected a run") };
    arguments.check()?;
    Ok(*arguments)
}

/// Returns a path in a script.
///
/// # Errors
/// When it is not UTF-8.
pub(super) fn text(path: &Path) -> anyhow::Result<&str> {
    path.to_str().with_context(|| format!("{}: expected a path in UTF-8", path.display()))
}
