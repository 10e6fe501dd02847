//! A simulated cluster: the folder that machines leave behind which die, start twice, copy folders, disagree about the
//! time and are slow. The merge and the status of it are the real ones.
//!
//! ```text
//! cargo run -p harness --example simulated_shards -- DIR --shards 1000 --puzzles 1667000 --all
//! harness merge --complete DIR/shared -o DIR/merged
//! ```
//!
//! A real run of one puzzle gives the manifest and the rows after which all others are made. The same seed gives the
//! same folders:
//!
//! | folder | contents |
//! |---|---|
//! | `DIR/shared` | shards and attempts, as `run --shard` leaves them, and copies of shards |
//! | `DIR/half` | copies of shards that are not whole |
//! | `DIR/rows.csv` | the rows of the run on one machine, without `--all` |
//!
//! It prints what must come of it, as JSON. With `--all`, machines are started again until no shard is missing. Slow
//! machines are still at work then; with `--late`, those of an earlier simulation in DIR publish their shards, or find
//! that another machine was first.
//!
//! Clocks are wrong in two ways. Those of the machines are in the manifests: runs begin in the past or the future, and
//! some end before they begin. Those that date files are ahead by up to an hour for some slow machines.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use anyhow::Context;
use board::seed::{ChaCha8Rng, seeded};
use clap::Parser;
use harness::cli::Cli;
use harness::cmd;
use race::attempt;
use rand::RngExt;
use record::folder::{MANIFEST, ROWS, read_manifest};
use record::hash::{self, PuzzleHash};
use record::manifest::{Manifest, Shard};
use record::{Row, column, csv_line, puzzles};
use serde_json::json;

use self::fate::{Fate, seconds};

mod fate;

/// What the simulation takes.
#[derive(Parser)]
struct Simulation {
    /// A new folder
    folder: PathBuf,
    /// The seed of all chances
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of shards
    #[arg(long, default_value_t = 30)]
    shards: u32,
    /// The number of puzzles, of each of which there are six rows
    #[arg(long, default_value_t = 1_500)]
    puzzles: u64,
    /// Start attempts until no shard is missing
    #[arg(long)]
    all: bool,
    /// Publish the shards of the machines that are slow in an earlier simulation
    #[arg(long)]
    late: bool,
}

/// The random stream of the machines.
const STREAM: u64 = 0x51a6;

/// The end of the names of attempts of slow machines.
const SLOW: &str = "-slow";

/// The start of the names of copies of shards.
const COPY: &str = "copy of ";

/// The solved grid of the puzzle of the real run.
const GRID: &str = "3421123443122143";

fn main() -> anyhow::Result<()> {
    let simulation = Simulation::parse();
    let cluster = Cluster::new(&simulation)?;
    if simulation.late {
        cluster.publish_late()?;
    } else {
        cluster.run()?;
        if !simulation.all {
            let all: Vec<u64> = (0..simulation.puzzles).collect();
            cluster.write(&simulation.folder, "whole", &all, 1)?;
        }
    }
    println!("{:#}", cluster.outcome()?);
    Ok(())
}

/// A cluster at work.
struct Cluster<'a> {
    simulation: &'a Simulation,
    /// The manifest and the rows of the real run.
    manifest: Manifest,
    rows: Vec<Row>,
    backends: Vec<u8>,
    /// The numbers of the puzzles of each shard.
    puzzles: Vec<Vec<u64>>,
}

impl<'a> Cluster<'a> {
    /// Makes a real run, unless an earlier simulation in the folder has: the first shard of so many.
    fn new(simulation: &'a Simulation) -> anyhow::Result<Self> {
        fs::create_dir_all(&simulation.folder)?;
        let run = simulation.folder.join("run");
        if !run.exists() {
            make_run(&simulation.folder.join("corpus.txt"), &run)?;
        }
        let mut reader = csv::Reader::from_path(run.join(ROWS))?;
        let rows = reader.deserialize().collect::<Result<Vec<Row>, _>>()?;
        let mut manifest = read_manifest(&run)?;
        // The rows and puzzles that are made are others.
        manifest.seals = None;
        manifest.plan.shard = format!("1/{}", simulation.shards).parse().ok();
        let backends = fs::read(run.join(record::backends::FILE))?;
        let mut puzzles = vec![Vec::new(); simulation.shards as usize];
        for number in 0..simulation.puzzles {
            puzzles[(hash_of(number).0 % u64::from(simulation.shards)) as usize].push(number);
        }
        Ok(Self { simulation, manifest, rows, backends, puzzles })
    }

    /// Returns the folder that the machines share.
    fn shared(&self) -> PathBuf {
        self.simulation.folder.join("shared")
    }

    /// Returns the shard with this number.
    fn shard(&self, number: u32) -> anyhow::Result<Shard> {
        let count = self.simulation.shards;
        format!("{number}/{count}").parse().map_err(anyhow::Error::msg)
    }

    /// Runs all shards.
    fn run(&self) -> anyhow::Result<()> {
        let Simulation { folder, seed, shards, all, .. } = self.simulation;
        let shared = self.shared();
        let mut chance = seeded(*seed, STREAM);
        for number in 1..=*shards {
            let shard = self.shard(number)?;
            let mut is_published = false;
            for attempt in 0.. {
                let fate = Fate::of(&mut chance);
                is_published |= self.attempt(shard, attempt, fate, &mut chance)?;
                let is_started_again = match is_published {
                    true => chance.random_bool(0.05),
                    // Nobody knows of a slow machine that it is not dead.
                    false => *all || chance.random_bool(if fate.is_slow() { 0.4 } else { 0.9 }),
                };
                if !is_started_again {
                    break;
                }
            }
            let published = attempt::published_folder(&shared, shard);
            if !is_published {
                continue;
            }
            if chance.random_bool(0.03) {
                copy(&published, &shared.join(attempt::SHARDS).join(format!("{COPY}{number}")))?;
            }
            if chance.random_bool(0.1) {
                half(&published, &folder.join("half").join(number.to_string()), &mut chance)?;
            }
        }
        Ok(())
    }

    /// Lets the slow machines complete their attempts.
    fn publish_late(&self) -> anyhow::Result<()> {
        for found in attempt::list(&self.shared())? {
            if found.attempt.is_some_and(|name| name.ends_with(SLOW)) {
                let mut manifest = read_manifest(&found.path)?;
                let puzzles = &self.puzzles[found.shard.number.get() as usize - 1];
                self.write(&found.path, &manifest.run_id, puzzles, 1)?;
                self.complete(&mut manifest, puzzles.len(), SystemTime::now());
                describe(&found.path, &manifest)?;
                self.publish(&found.path, found.shard)?;
            }
        }
        Ok(())
    }

    /// Returns what must come of the folder, of which the program that is tested knows no more than
    /// this.
    fn outcome(&self) -> anyhow::Result<serde_json::Value> {
        let shared = self.shared();
        let found = attempt::list(&shared)?;
        let [mut missing, mut running] = [const { Vec::new() }; 2];
        for number in 1..=self.simulation.shards {
            let shard = self.shard(number)?;
            let attempts = || found.iter().filter(|it| it.shard == shard);
            if attempts().all(|it| it.attempt.is_some()) {
                missing.push(number);
                let is_slow = |name: &String| name.ends_with(SLOW);
                let is_running = attempts().any(|it| it.attempt.as_ref().is_some_and(is_slow));
                running.extend(is_running.then_some(number));
            }
        }
        Ok(json!({
            "missing": missing,
            "running": running,
            "rows": self.simulation.puzzles * self.rows.len() as u64,
            "copies": n_entries(&shared.join(attempt::SHARDS), COPY),
            "halves": n_entries(&self.simulation.folder.join("half"), ""),
        }))
    }

    /// Makes an attempt on a machine whose clock is wrong and which may be slow; returns whether it is published.
    fn attempt(
        &self,
        shard: Shard,
        attempt: u32,
        fate: Fate,
        chance: &mut ChaCha8Rng,
    ) -> anyhow::Result<bool> {
        let mut name = format!("m{}-{attempt}", chance.random_range(0..1_000));
        if fate.is_slow() {
            name.push_str(SLOW);
        }
        let folder = attempt::attempt_folder(&self.shared(), shard, &name);
        fs::create_dir_all(&folder)?;
        let start = SystemTime::now() - seconds(5_000) + seconds(chance.random_range(0..10_000));
        let mut manifest = self.manifest.clone();
        manifest.plan.shard = Some(shard);
        manifest.start = humantime::format_rfc3339(start).to_string();
        manifest.elapsed_ns = None;
        manifest.run_id = format!("{}-{:08x}", manifest.start, chance.random::<u32>());
        let puzzles = &self.puzzles[shard.number.get() as usize - 1][..];
        let puzzles = &puzzles[..(puzzles.len() as f64 * fate.share()) as usize];
        let slowness = if chance.random_bool(0.1) { chance.random_range(2..50) } else { 1 };
        self.write(&folder, &manifest.run_id, puzzles, slowness)?;
        fs::write(folder.join(record::backends::FILE), &self.backends)?;
        if fate == Fate::Completes {
            // Some clocks are set back by an hour meanwhile.
            let back = seconds(if chance.random_bool(0.05) { 3_600 } else { 0 });
            self.complete(&mut manifest, puzzles.len(), start + seconds(60 * slowness) - back);
            describe(&folder, &manifest)?;
            return self.publish(&folder, shard);
        }
        (manifest.end, manifest.rows, manifest.complete) = (None, None, false);
        let torn = File::options().append(true).open(folder.join(ROWS))?;
        (&torn).write_all(&b"2,2026"[..chance.random_range(0..6)])?;
        describe(&folder, &manifest)?;
        set_time(&folder, fate.last_change(chance))?;
        Ok(false)
    }

    /// Completes the manifest of an attempt with so many puzzles.
    fn complete(&self, manifest: &mut Manifest, n_puzzles: usize, end: SystemTime) {
        manifest.end = Some(humantime::format_rfc3339(end).to_string());
        manifest.rows = Some((n_puzzles * self.rows.len()) as u64);
        (manifest.puzzles, manifest.complete) = (n_puzzles, true);
    }

    /// Publishes a complete attempt as a real run does; false if another one was first.
    fn publish(&self, folder: &Path, shard: Shard) -> anyhow::Result<bool> {
        let shared = self.shared();
        fs::create_dir_all(shared.join(attempt::SHARDS))?;
        Ok(fs::rename(folder, attempt::published_folder(&shared, shard)).is_ok())
    }

    /// Writes the rows of some puzzles, and the puzzles.
    fn write(
        &self,
        folder: &Path,
        run_id: &str,
        numbers: &[u64],
        slowness: u64,
    ) -> anyhow::Result<()> {
        let mut rows = BufWriter::new(File::create(folder.join(ROWS))?);
        rows.write_all(&record::csv_header()?)?;
        let mut table = BufWriter::new(File::create(folder.join(puzzles::FILE))?);
        table.write_all(column::header(puzzles::COLUMNS).as_bytes())?;
        let (run_id, mut csv): (std::sync::Arc<str>, _) = (run_id.into(), Vec::new());
        for &number in numbers {
            let (hash, name) = (hash_of(number), format!("p{number}"));
            csv.clear();
            for row in &self.rows {
                let row = Row {
                    run_id: run_id.clone(),
                    puzzle: name.as_str().into(),
                    puzzle_hash: hash,
                    iso_class: hash,
                    nodes: Some(hash.0 % 1_000),
                    plan_order: number,
                    wall_ns: Some(hash.0 % 100_000 * slowness),
                    ..row.clone()
                };
                record::to_csv([&row], &mut csv)?;
            }
            rows.write_all(&csv)?;
            csv.clear();
            csv_line::write(&puzzle_row(hash, &name), &mut csv)?;
            table.write_all(&csv)?;
        }
        rows.flush().and_then(|()| table.flush()).context("no room")
    }
}

fn hash_of(number: u64) -> PuzzleHash {
    PuzzleHash(hash::key(&number.to_le_bytes()) as u64)
}

fn puzzle_row<'a>(hash: PuzzleHash, name: &'a str) -> puzzles::PuzzleRow<'a> {
    puzzles::PuzzleRow {
        puzzle_hash: hash,
        corpus: "corpus".into(),
        puzzle: name.into(),
        iso_class: hash,
        iso_seed: None,
        geometry: "classic4".into(),
        cells: Some(16),
        clues: Some(12),
        level: None,
        expect: None,
        givens: GRID.into(),
        candidates: None,
    }
}

/// Writes a manifest without the syncs of a real run, which take longer than everything else here.
fn describe(folder: &Path, manifest: &Manifest) -> anyhow::Result<()> {
    Ok(fs::write(folder.join(MANIFEST), serde_json::to_string_pretty(manifest)?)?)
}

/// Makes a corpus of one puzzle, and a run of it.
fn make_run(corpus: &Path, run: &Path) -> anyhow::Result<()> {
    fs::write(corpus, format!("{} p\n", GRID.replace('3', ".")))?;
    let words = ["harness", "run", "-b", "candidates/mrv", "-b", "cover/dlx", "--jobs", "1"];
    let options = ["--reps", "2", "--no-probe", "--isolate", "none", "-o"];
    let words = words.iter().chain(&options).map(OsString::from);
    let cli = Cli::parse_from(words.chain([run, corpus].map(OsString::from)));
    let Some(harness::cli::Subcommand::Run(arguments)) = &cli.subcommand else {
        unreachable!("the command is a run");
    };
    cmd::run::run(arguments, solvers::BACKENDS, &AtomicBool::new(false), &mut io::sink())?;
    Ok(())
}

/// Returns the number of entries of a folder whose names begin like this.
fn n_entries(folder: &Path, start: &str) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(start)).count()
}

/// Dates a folder and the files in it.
fn set_time(folder: &Path, time: SystemTime) -> anyhow::Result<()> {
    for file in fs::read_dir(folder)? {
        File::open(file?.path())?.set_modified(time)?;
    }
    Ok(File::open(folder)?.set_modified(time)?)
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::copy(file.path(), to.join(file.file_name()))?;
    }
    Ok(())
}

/// Copies a folder, and then cuts one of its files off or removes it.
fn half(from: &Path, to: &Path, chance: &mut ChaCha8Rng) -> anyhow::Result<()> {
    copy(from, to)?;
    let file = to.join([ROWS, puzzles::FILE, MANIFEST][chance.random_range(0..3)]);
    let length = fs::metadata(&file)?.len();
    if chance.random_bool(0.3) {
        return Ok(fs::remove_file(file)?);
    }
    let cut = chance.random_range(1..length);
    Ok(File::options().write(true).open(file)?.set_len(cut)?)
}
