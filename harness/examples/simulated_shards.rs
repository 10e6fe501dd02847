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
//! It prints what must come of it, as JSON. With `--all`, machines are started again until no shard is missing.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

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
}

/// The random stream of the machines.
const STREAM: u64 = 0x51a6;

/// The solved grid of the puzzle of the real run.
const GRID: &str = "3421123443122143";

fn main() -> anyhow::Result<()> {
    let simulation = Simulation::parse();
    let cluster = Cluster::new(&simulation)?;
    let outcome = cluster.run()?;
    if !simulation.all {
        cluster.write_whole()?;
    }
    println!("{outcome:#}");
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

/// How an attempt ends.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    /// It is complete.
    Completes,
    /// It is killed after this share of its work, within a row.
    Dies(f64),
}

impl<'a> Cluster<'a> {
    /// Makes a real run, which is the first shard of so many.
    fn new(simulation: &'a Simulation) -> anyhow::Result<Self> {
        fs::create_dir_all(&simulation.folder)?;
        let folder = tempfile::tempdir_in(&simulation.folder)?;
        let (corpus, run) = (folder.path().join("corpus.txt"), folder.path().join("run"));
        fs::write(&corpus, format!("{} p\n", GRID.replace('3', ".")))?;
        let words = ["harness", "run", "-b", "candidates/mrv", "-b", "cover/dlx", "--jobs", "1"];
        let options = ["--reps", "2", "--no-probe", "--isolate", "none", "-o"];
        let words = words.iter().chain(&options).map(Into::into);
        let cli = Cli::parse_from(words.chain([run.clone().into(), corpus.into_os_string()]));
        let Some(harness::cli::Subcommand::Run(arguments)) = &cli.subcommand else {
            unreachable!("the command is a run");
        };
        cmd::run::run(arguments, solvers::BACKENDS, &AtomicBool::new(false), &mut io::sink())?;
        let mut reader = csv::Reader::from_path(run.join(ROWS))?;
        let rows = reader.deserialize().collect::<Result<Vec<Row>, _>>()?;
        let mut manifest = read_manifest(&run)?;
        manifest.plan.shard = format!("1/{}", simulation.shards).parse().ok();
        let backends = fs::read(run.join(record::backends::FILE))?;
        let mut puzzles = vec![Vec::new(); simulation.shards as usize];
        for number in 0..simulation.puzzles {
            puzzles[(hash_of(number).0 % u64::from(simulation.shards)) as usize].push(number);
        }
        Ok(Self { simulation, manifest, rows, backends, puzzles })
    }

    /// Runs all shards, and returns what must come of it.
    fn run(&self) -> anyhow::Result<serde_json::Value> {
        let Simulation { folder, seed, shards, all, .. } = self.simulation;
        let shared = folder.join("shared");
        let mut chance = seeded(*seed, STREAM);
        let (mut missing, mut n_halves, mut n_copies) = (Vec::new(), 0, 0);
        for number in 1..=*shards {
            let shard: Shard = format!("{number}/{shards}").parse().map_err(anyhow::Error::msg)?;
            let mut is_published = false;
            for attempt in 0.. {
                let fate = match chance.random_bool(0.8) {
                    true => Fate::Completes,
                    false => Fate::Dies(chance.random_range(0.0..1.0)),
                };
                is_published |= self.attempt(shard, attempt, fate, &mut chance)?;
                let is_started_again = match is_published {
                    true => chance.random_bool(0.05),
                    false => *all || chance.random_bool(0.9),
                };
                if !is_started_again {
                    break;
                }
            }
            let published = attempt::published_folder(&shared, shard);
            if !is_published {
                missing.push(number);
                continue;
            }
            if chance.random_bool(0.03) {
                n_copies += 1;
                copy(&published, &shared.join(attempt::SHARDS).join(format!("copy of {number}")))?;
            }
            if chance.random_bool(0.1) {
                n_halves += 1;
                half(&published, &folder.join("half").join(number.to_string()), &mut chance)?;
            }
        }
        let rows = self.simulation.puzzles * self.rows.len() as u64;
        Ok(json!({ "missing": missing, "rows": rows, "copies": n_copies, "halves": n_halves }))
    }

    /// Makes an attempt on a machine whose clock is wrong and which may be slow; returns whether it is published.
    fn attempt(
        &self,
        shard: Shard,
        attempt: u32,
        fate: Fate,
        chance: &mut ChaCha8Rng,
    ) -> anyhow::Result<bool> {
        let shared = self.simulation.folder.join("shared");
        let name = format!("m{}-{attempt}", chance.random_range(0..1_000));
        let folder = attempt::attempt_folder(&shared, shard, &name);
        fs::create_dir_all(&folder)?;
        let start = SystemTime::now() + Duration::from_secs(chance.random_range(0..10_000));
        let mut manifest = self.manifest.clone();
        manifest.plan.shard = Some(shard);
        manifest.start = humantime::format_rfc3339(start).to_string();
        manifest.run_id = format!("{}-{:08x}", manifest.start, chance.random::<u32>());
        let mut puzzles = &self.puzzles[shard.number.get() as usize - 1][..];
        if let Fate::Dies(share) = fate {
            puzzles = &puzzles[..(puzzles.len() as f64 * share) as usize];
        }
        let slowness = if chance.random_bool(0.1) { chance.random_range(2..50) } else { 1 };
        self.write(&folder, &manifest.run_id, puzzles, slowness)?;
        fs::write(folder.join(record::backends::FILE), &self.backends)?;
        if fate == Fate::Completes {
            manifest.end = Some(
                humantime::format_rfc3339(start + Duration::from_secs(60 * slowness)).to_string(),
            );
            manifest.rows = Some((puzzles.len() * self.rows.len()) as u64);
            (manifest.puzzles, manifest.complete) = (puzzles.len(), true);
        } else {
            (manifest.end, manifest.rows, manifest.complete) = (None, None, false);
            let torn = File::options().append(true).open(folder.join(ROWS))?;
            (&torn).write_all(&b"2,2026"[..chance.random_range(0..6)])?;
        }
        let text = serde_json::to_string_pretty(&manifest)?;
        // Without the syncs of a real run, which take longer than everything else here.
        fs::write(folder.join(MANIFEST), text)?;
        let published = attempt::published_folder(&shared, shard);
        fs::create_dir_all(shared.join(attempt::SHARDS))?;
        Ok(fate == Fate::Completes && fs::rename(&folder, published).is_ok())
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

    /// Writes the rows of the run on one machine.
    fn write_whole(&self) -> anyhow::Result<()> {
        let all: Vec<u64> = (0..self.simulation.puzzles).collect();
        self.write(&self.simulation.folder, "whole", &all, 1)
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
