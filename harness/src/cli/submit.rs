//! The arguments of `submit` and `cancel`, which start the shards of a run on several machines.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::RunArgs;
use super::headings::{JOBS, OUTPUT};
use super::limits::{Bytes, Quantity, time, whole};
use super::shared::drawn_seed;

/// What `submit` takes.
///
/// The run, or what a study has not run yet, is cut into shards, each of which is a job (`run --shard`). A last job
/// merges them if none is missing (`merge --complete`): to DIR/merged, or for a study to its next run, and then it
/// writes the outputs of the study. DIR is a folder that all machines see, as are the corpora and this program; it
/// keeps the scripts of the jobs, their logs and their ids.
///
/// The same command again submits the shards that are missing then. In a study file, the table `submit` has the
/// options of the jobs by their long names.
///
/// The options of `run` are accepted, too, except for those about its output.
#[derive(Args, Debug)]
pub struct SubmitArgs {
    /// The study or the run.
    #[command(flatten)]
    pub run: RunWords,
    /// What starts the jobs.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// The jobs.
    #[command(flatten)]
    pub jobs: ShardJobsArgs,
    /// Print the scripts and the commands that submit them, and submit nothing
    #[arg(long, help_heading = OUTPUT)]
    pub dry_run: bool,
    /// Folder that all machines share; by default that of the next run of the study, such as run-1.shards
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
}

/// What starts the jobs.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub struct EngineArgs {
    /// Submit a job array to Slurm, and the merge as a job that depends on it
    #[arg(long, help_heading = JOBS)]
    pub slurm: bool,
    /// Run the shards on the hosts in this file by GNU parallel and ssh, and merge them
    ///
    /// A line per host, as of `parallel --sshloginfile`: `:` is this machine, and `4/host` runs four shards at once
    /// there. Without a number, a host runs one shard per core, or per --cpus cores.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["partition", "account", "time", "mem", "max_running"], help_heading = JOBS)]
    pub parallel: Option<PathBuf>,
    /// Print a submit description for HTCondor
    #[arg(long, conflicts_with_all = ["partition", "time"], help_heading = JOBS)]
    pub htcondor: bool,
    /// Print a job script for PBS
    #[arg(long, help_heading = JOBS)]
    pub pbs: bool,
}

/// How many jobs there are, and what each may use.
#[derive(Args, Clone, Debug, Default)]
pub struct ShardJobsArgs {
    /// Number of shards
    ///
    /// A few for each machine, so that one that is slow delays only its own. Each reads the corpora whole.
    #[arg(long, value_name = "N", value_parser = whole(NonZeroU32::MIN..=NonZeroU32::MAX), help_heading = JOBS)]
    pub shards: Option<NonZeroU32>,
    /// Balance the shards by the times of an earlier run of these puzzles, or of some of them
    ///
    /// All machines see RUN. What is missing later is submitted with the same RUN.
    #[arg(long, value_name = "RUN", help_heading = JOBS)]
    pub balance_by: Option<PathBuf>,
    /// Maximum number of shards that run at the same time
    #[arg(long, value_name = "N", value_parser = whole(NonZeroU32::MIN..=NonZeroU32::MAX), help_heading = JOBS)]
    pub max_running: Option<NonZeroU32>,
    /// Partition of Slurm, or queue of PBS
    #[arg(long, value_name = "NAME", value_parser = plain_word, help_heading = JOBS)]
    pub partition: Option<String>,
    /// Account that pays for the jobs
    #[arg(long, value_name = "NAME", value_parser = plain_word, help_heading = JOBS)]
    pub account: Option<String>,
    /// Time limit of a job, such as 90m or 2days, in whole minutes
    ///
    /// Each puzzle has the limit of the run (--timeout), and a shard has many puzzles.
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = JOBS)]
    pub time: Option<Duration>,
    /// Memory of a job, such as 2GiB
    #[arg(long, value_name = "SIZE", value_parser = Bytes::parse, help_heading = JOBS)]
    pub mem: Option<Bytes>,
    /// Number of cores of a job; by default as many as it has workers (--jobs), or one
    #[arg(long, value_name = "N", value_parser = whole(1..=u16::MAX), help_heading = JOBS)]
    pub cpus: Option<u16>,
}

impl ShardJobsArgs {
    /// These options, and those of `others` for which nothing is given here.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        Self {
            shards: self.shards.or(others.shards),
            balance_by: self.balance_by.or(others.balance_by),
            max_running: self.max_running.or(others.max_running),
            partition: self.partition.or(others.partition),
            account: self.account.or(others.account),
            time: self.time.or(others.time),
            mem: self.mem.or(others.mem),
            cpus: self.cpus.or(others.cpus),
        }
    }
}

/// Returns a name that needs no quotes in a script.
fn plain_word(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._,:@+-".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.into()),
        false => Err(format!("{text:?} is not a name, expected letters, digits and ._,:@+-")),
    }
}

/// A study, or the files and options of a run.
#[derive(Clone, Debug, Default)]
pub struct RunWords {
    /// The study, or the files.
    pub files: Vec<PathBuf>,
    /// The options of `run` that are given, as `--name` or `--name=value`, in order.
    pub options: Vec<String>,
}

/// Options of `run` that each shard has its own value of, that have no meaning for a shard, or that are among those of
/// the jobs.
const NOT_OF_SHARDS: [&str; 6] =
    ["shard", "balance_by", "attempt", "until", "dry_run", "keep_proofs"];

/// The help of `--jobs`, which a shard has in place of the default of a run.
const JOBS_OF_EACH: &str =
    "Number of workers of each job; by default as many as it has cores (--cpus)";

/// Returns the arguments of `run` that `submit` accepts, too.
fn of_run() -> impl Iterator<Item = Arg> {
    let run = RunArgs::augment_args(Command::new("run"));
    let all: Vec<Arg> = run.get_arguments().cloned().collect();
    let is_of_submit = |arg: &Arg| {
        let is_output = arg.get_help_heading() == Some(OUTPUT);
        !is_output && !arg.is_hide_set() && !NOT_OF_SHARDS.contains(&arg.get_id().as_str())
    };
    all.into_iter().filter(is_of_submit)
}

impl Args for RunWords {
    fn augment_args(command: Command) -> Command {
        command.args(of_run().map(|arg| {
            match arg.is_positional() {
                true => arg
                    .value_name("STUDY|FILE")
                    .help("One study (its file or folder), or the files of a run")
                    .long_help(None),
                false if arg.get_id() == "jobs" => {
                    arg.help(JOBS_OF_EACH).long_help(None).hide_short_help(true)
                }
                false => arg.hide_short_help(true),
            }
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for RunWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut options = Vec::new();
        let is_given = |arg: &Arg| {
            matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
        };
        for arg in of_run().filter(|arg| !arg.is_positional() && is_given(arg)) {
            let id = arg.get_id().as_str();
            let name = arg.get_long().unwrap_or(id);
            let places = matches.indices_of(id).into_iter().flatten();
            if !arg.get_action().takes_values() {
                options.extend(places.map(|place| (place, format!("--{name}"))));
                continue;
            }
            for (place, value) in places.zip(matches.get_raw(id).into_iter().flatten()) {
                let unreadable = || clap::Error::raw(ErrorKind::InvalidUtf8, "expected UTF-8\n");
                let value = value.to_str().ok_or_else(unreadable)?;
                // Every shard has the seed that was drawn for this command.
                let drawn = drawn_seed(matches).filter(|_| id == "seed");
                let value = drawn.map_or_else(|| value.to_owned(), |seed| seed.to_string());
                options.push((place, format!("--{name}={value}")));
            }
        }
        options.sort();
        let files = matches.get_many("files").into_iter().flatten().cloned().collect();
        Ok(Self { files, options: options.into_iter().map(|(_, word)| word).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What `cancel` takes.
///
/// Published shards stay; `harness submit` submits the others again.
#[derive(Args, Debug)]
pub struct CancelArgs {
    /// The folder that the machines share
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::super::{Cli, Subcommand};

    #[test]
    fn the_help_names_every_scheduler_and_the_workers_of_a_job() {
        let mut command = Cli::command();
        let submit = command.find_subcommand_mut("submit").expect("a subcommand");
        let help = submit.render_long_help().to_string();
        for part in ["--slurm|--parallel FILE|--htcondor|--pbs", "Number of workers of each job"] {
            assert!(help.contains(part), "{part}: {help}");
        }
        assert!(!help.contains("one per physical core"), "{help}");
    }

    #[test]
    fn the_options_of_a_run_keep_their_order_among_those_of_jobs() {
        let words = "submit --slurm a.txt -B x --shards 3 -b y --memory -B=z -o d --encoding log,product --engine cdcl b.txt";
        let cli = Cli::parse_from(["harness"].into_iter().chain(words.split(' ')));
        let Some(Subcommand::Submit(arguments)) = cli.subcommand else { panic!("{cli:?}") };
        let expected = "--backend-not=x --backend=y --memory --backend-not=z --encoding=log --encoding=product --engine=cdcl";
        assert_eq!(arguments.run.options.join(" "), expected);
        assert_eq!(arguments.run.files, ["a.txt", "b.txt"].map(std::path::PathBuf::from));
        assert_eq!(arguments.jobs.shards.map(u32::from), Some(3));
    }
}
