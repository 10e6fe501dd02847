//! Searches for inputs for which a property fails, without libFuzzer; replays them, and makes them small.

use std::fs;
use std::panic::{self, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use board::seed::seeded;
use clap::{Parser, Subcommand};
use hardening::differential::{draw, registered, replay, shrink, trace};
use hardening::mutation::mutated;
use hardening::shrinking::shortest;
use hardening::target::{self, TARGETS, Target};

/// Search for inputs that break a reader, and for problems on which backends are wrong
#[derive(Parser)]
#[command(name = "hardening", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Change the seeds of targets at random, and check the property of each
    Readers {
        /// Names of targets [default: all]
        targets: Vec<String>,
        /// The number of inputs of each target
        #[arg(long, default_value_t = 100_000)]
        inputs: u64,
        /// The first number of a seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The maximum length of an input, in bytes
        #[arg(long, default_value_t = 1024)]
        max: usize,
        /// The folder for inputs that break a property
        #[arg(long, default_value = "findings")]
        findings: PathBuf,
    },
    /// Draw problems by seed, and compare all backends with an oracle
    Differential {
        /// The number of cases
        #[arg(long, default_value_t = 10_000)]
        cases: u64,
        /// The number of the first case
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The folder for cases that a backend fails
        #[arg(long, default_value = "findings")]
        findings: PathBuf,
    },
    /// Replay a case, and shrink it if a backend fails it
    Replay {
        /// The case, as text
        file: PathBuf,
        /// Where the small case is written
        #[arg(long)]
        shrink: Option<PathBuf>,
    },
    /// Check the property of a target for the bytes of a file, which are made fewer with --shrink
    Input {
        /// The name of a target
        target: String,
        /// The input
        file: PathBuf,
        /// Where a small input is written
        #[arg(long)]
        shrink: Option<PathBuf>,
    },
    /// List the targets
    Targets,
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs a command; returns whether nothing was found.
fn run(command: Command) -> anyhow::Result<bool> {
    match command {
        Command::Readers { targets, inputs, seed, max, findings } => {
            let named: anyhow::Result<Vec<&Target>> = targets.iter().map(|it| find(it)).collect();
            let all = || TARGETS.iter().filter(|it| it.name != "differential").collect();
            let chosen = if targets.is_empty() { all() } else { named? };
            let mut is_clean = true;
            for target in chosen {
                is_clean &= readers(target, inputs, seed, max, &findings)?;
            }
            Ok(is_clean)
        }
        Command::Differential { cases, seed, findings } => differential(cases, seed, &findings),
        Command::Replay { file, shrink } => replay_file(&file, shrink.as_deref()),
        Command::Input { target, file, shrink } => input(find(&target)?, &file, shrink.as_deref()),
        Command::Targets => {
            TARGETS.iter().for_each(|target| println!("{}", target.name));
            Ok(true)
        }
    }
}

fn find(name: &str) -> anyhow::Result<&'static Target> {
    target::named(name).with_context(|| {
        format!("no target is called {name:?}, expected one of `hardening targets`")
    })
}

/// Returns whether the property holds for an input. Prints nothing.
fn holds(target: &Target, input: &[u8]) -> bool {
    catch_unwind(|| (target.check)(input)).is_ok()
}

fn readers(
    target: &Target,
    inputs: u64,
    seed: u64,
    max: usize,
    findings: &Path,
) -> anyhow::Result<bool> {
    panic::set_hook(Box::new(|_| ()));
    let (seeds, begin) = (target.seeds(), Instant::now());
    if seeds.is_empty() {
        bail!("{}: no seeds, expected files in this folder", target.folder().display());
    }
    for number in 0..inputs {
        let mut rng = seeded(seed + number / 1000, number % 1000);
        let bytes = mutated(&seeds, max, &mut rng);
        if !holds(target, &bytes) {
            let small = shortest(&bytes, |part| !holds(target, part));
            let path = findings.join(format!("{}-{}-{}", target.name, seed, number));
            save(&path, &small)?;
            println!("{}: {small:?}, written to {}", target.name, path.display());
            println!("replay it with: hardening input {} {}", target.name, path.display());
            return Ok(false);
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("{:<14} {inputs:>12} inputs {seconds:>9.1} s", target.name);
    Ok(true)
}

fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn differential(cases: u64, seed: u64, findings: &Path) -> anyhow::Result<bool> {
    panic::set_hook(Box::new(|_| ()));
    let (begin, mut n_found) = (Instant::now(), 0);
    for number in seed..seed.saturating_add(cases) {
        let case = draw::numbered(number);
        let Err(complaint) = replay(&case, &registered) else { continue };
        n_found += 1;
        let small = shrink::shrink(&case, &complaint, &registered);
        let path = findings.join(format!("case-{number}.txt"));
        let text = format!("# {complaint}\n{}", trace::write(&small));
        save(&path, text.as_bytes())?;
        println!("case {number}: {complaint}\n\n{text}");
        println!("replay it with: hardening replay {}\n", path.display());
        if n_found == 20 {
            break;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("{:<14} {cases:>12} cases  {seconds:>9.1} s, {n_found} failed", "differential");
    Ok(n_found == 0)
}

fn replay_file(file: &Path, shrunk: Option<&Path>) -> anyhow::Result<bool> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let case = trace::read(&text).map_err(|why| anyhow::anyhow!("{}: {why}", file.display()))?;
    if let Some(unknown) = case.backends.iter().find(|id| registered(id).is_none()) {
        bail!("{}: no backend is called {unknown:?}", file.display());
    }
    if case.backends.is_empty() || case.calls.is_empty() {
        bail!("{}: nothing to replay, expected a backend and a call", file.display());
    }
    let Err(complaint) = replay(&case, &registered) else {
        println!("no backend fails it");
        return Ok(true);
    };
    println!("{complaint}");
    if let Some(path) = shrunk {
        let small = shrink::shrink(&case, &complaint, &registered);
        save(path, format!("# {complaint}\n{}", trace::write(&small)).as_bytes())?;
    }
    Ok(false)
}

fn input(target: &Target, file: &Path, shrunk: Option<&Path>) -> anyhow::Result<bool> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    // The message of the panic is printed.
    if holds(target, &bytes) {
        println!("the property holds");
        return Ok(true);
    }
    if let Some(path) = shrunk {
        panic::set_hook(Box::new(|_| ()));
        save(path, &shortest(&bytes, |part| !holds(target, part)))?;
    }
    Ok(false)
}
