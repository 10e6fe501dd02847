//! `harness run`: runs backends on corpora, checks every answer, and writes rows.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use anyhow::{Context, bail};
use race::corpus;
use race::external::process_limits;
use race::journal::{self, CompletedTrials, Journal};
use race::machine::probe;
use race::plan::Plan;
use race::progress_line::ProgressLine;
use race::puzzles::PuzzleTable;
use race::runner::{Blocks, Console, Race, RoundSchedule};
use race::{backends, certify, manifest};
use record::disk::Disk;
use record::filter::Filter;
use record::manifest::{Manifest, Order, RunSpec};
use record::seal::Seals;
use record::{datapackage, folder, seal};
use solvers::Backend;

use self::evidence::Evidence;
use self::isolation::hidden;
use self::plan::plan;
use self::shard::ShardPlace;
use self::sink::RunSink;
pub(super) use self::specification::specification;
pub(super) use self::start::check;
use self::totals::{Printed, Totals};
use super::{End, begin_saving, note};
use crate::build;
use crate::cli::RunArgs;

mod balance;
mod corpus_errors;
mod dry_run;
mod evidence;
mod invocations;
mod isolation;
mod plan;
mod shard;
mod sink;
mod specification;
mod start;
mod totals;
mod verdict;

/// Runs the selected backends of `all` on the corpora, and prints the table to `out`, until `cancel`
/// is set.
///
/// # Errors
/// When a file, a filter or the output folder is invalid, or writing fails.
pub fn run(
    arguments: &RunArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    arguments.check()?;
    if arguments.parent.is_some() {
        let bound = process_limits::die_with_parent(arguments.parent);
        bound.context("cannot be bound to the parent")?;
    }
    let mut plan = plan(arguments, all)?;
    let evidence = Evidence::of(&plan)?;
    let (options, geometry) = arguments.read.options()?;
    let files = corpus::files_of(&arguments.files, &arguments.corpora.patterns)?;
    plan.isolation.sandbox = arguments.sandbox.sandbox(hidden(arguments, &files))?;
    if arguments.invocation.is_none()
        && let Some(unused) = isolation::unused(arguments, &plan)
    {
        note(&unused);
    }
    let filter = Filter::new(arguments.puzzles.0.clone(), &[])?;
    balance::balance(&mut plan, arguments, &files, &options, &filter)?;
    let trials = plan.backends.len() * plan.repetitions.min as usize;
    let console = Console::new(trials, plan.task);
    let blocks = start::blocks(&files, options, filter, &plan, console.clone())?;
    if plan.order == Order::Batch {
        console.print(
            "warning: --order batch repeats each puzzle back to back: caches and branch predictors \
             adapt to it, which can reverse the ranking of two backends",
        );
    }
    if arguments.dry_run {
        return dry_run::print(arguments, &plan, blocks, out);
    }
    let asked = specification::asked(arguments, &files, &plan, geometry)?;
    let mut place = ShardPlace::of(arguments);
    if let Some(place) = &mut place {
        if place.is_published(arguments, &asked, out)? {
            return Ok(End::Well);
        }
        place.begin(arguments)?;
    }
    let mut run = Run::begin(arguments, place, asked, evidence, &plan)?;
    let end = if arguments.invocations > 1 && arguments.invocation.is_none() {
        // Each process has a bar of its own.
        console.finish();
        invocations::run(arguments, &mut run, cancel)?
    } else {
        run.race(&arguments.disk, &plan, blocks, console, cancel)?
    };
    run.finish(arguments, &plan, all, end, out)
}

/// A run: its folder, its files, and its totals so far.
struct Run {
    folder: Option<PathBuf>,
    /// If it is the run of a shard.
    place: Option<ShardPlace>,
    manifest: Manifest,
    /// When this process began, by a clock that nobody sets.
    start: Instant,
    journal: Journal,
    /// `None` without a folder, or if only a sample of the rows is kept.
    puzzles: Option<PuzzleTable>,
    done: CompletedTrials,
    totals: Totals,
    /// What decides the order of the backends, if the run stops then.
    evidence: Option<Evidence>,
}

impl Run {
    /// Creates the folder of the run and its tables, or resumes the run in it.
    fn begin(
        arguments: &RunArgs,
        place: Option<ShardPlace>,
        asked: RunSpec,
        evidence: Option<Evidence>,
        plan: &Plan,
    ) -> anyhow::Result<Self> {
        start::check_programs(plan)?;
        if let Some(folder) = &plan.keep_proofs {
            certify::make_folder(folder, arguments.resume || arguments.invocation.is_some())?;
        }
        let folder = (!arguments.streams_rows()).then(|| match &place {
            Some(place) => place.folder(),
            None => folder(arguments, SystemTime::now()),
        });
        let mut run = Self { place, ..Self::open(arguments, folder, asked, evidence, plan)? };
        run.describe(&arguments.disk, plan)?;
        Ok(run)
    }

    fn open(
        arguments: &RunArgs,
        folder: Option<PathBuf>,
        asked: RunSpec,
        evidence: Option<Evidence>,
        plan: &Plan,
    ) -> anyhow::Result<Self> {
        let (disk, start) = (&arguments.disk, Instant::now());
        let mut manifest = manifest::begin(SystemTime::now(), asked, build::program());
        manifest.confinement = manifest::confinement(plan);
        let journal = match &folder {
            None => Journal::on_stdout(),
            Some(folder) if arguments.resume && folder.join(folder::MANIFEST).exists() => {
                return Self::resume(arguments, folder, &manifest, evidence);
            }
            Some(folder) => {
                journal::create_folder(disk, folder)?;
                let journal = Journal::claim(disk, folder)?;
                // Another process may have started a run before the folder was locked.
                journal::check_is_new(folder)?;
                journal
            }
        };
        if !arguments.no_probe {
            let _line = ProgressLine::waiting("measuring how workers slow each other down");
            manifest.interference = probe::probe(manifest.plan.jobs);
        }
        let (done, totals) = (CompletedTrials::default(), Totals::default());
        if let Some(folder) = &folder {
            folder::write_manifest(disk, folder, &manifest)?;
        }
        let (place, puzzles) = (None, None);
        Ok(Self { folder, place, manifest, start, journal, puzzles, done, totals, evidence })
    }

    /// Resumes a run, if its plan is the same.
    fn resume(
        arguments: &RunArgs,
        folder: &Path,
        wanted: &Manifest,
        mut evidence: Option<Evidence>,
    ) -> anyhow::Result<Self> {
        let (disk, start) = (&arguments.disk, Instant::now());
        let mut journal = match arguments.invocation {
            Some(_) => Journal::inherited(disk, folder)?,
            None => Journal::claim(disk, folder)?,
        };
        let mut manifest = folder::read_manifest(folder)?;
        let differences = manifest.plan.differences(&wanted.plan);
        if !differences.is_empty() {
            bail!("{} is another run: {}", folder.display(), differences.join("; "));
        }
        let seals = manifest.seals.take().unwrap_or_default();
        if let [changed, ..] = seal::changed(folder, &seals)[..] {
            bail!(
                "{} was changed after the run stopped, expected the file that it wrote; `harness verify` says what \
                 else does not hold",
                folder.join(changed).display()
            );
        }
        let mut totals = Totals::default();
        let done = journal.resume(folder, |row| {
            totals.add(&row);
            evidence.iter_mut().for_each(|evidence| evidence.add(&row));
        })?;
        if arguments.invocation.is_none() {
            manifest::reopen(&mut manifest);
            folder::write_manifest(disk, folder, &manifest)?;
        }
        let (folder, place, puzzles) = (Some(folder.to_owned()), None, None);
        Ok(Self { folder, place, manifest, start, journal, puzzles, done, totals, evidence })
    }

    /// Writes the tables that describe the rows.
    fn describe(&mut self, disk: &Disk, plan: &Plan) -> anyhow::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        if !plan.summary_only {
            self.puzzles = Some(PuzzleTable::open(disk, folder)?);
        }
        backends::write(disk, folder, &plan.backends)?;
        datapackage::describe(disk, folder)
    }

    /// Runs the plan in this process.
    fn race(
        &mut self,
        disk: &Disk,
        plan: &Plan,
        mut blocks: Blocks,
        console: Console,
        cancel: &AtomicBool,
    ) -> anyhow::Result<End> {
        if let Some(evidence) = &mut self.evidence {
            evidence.begin(blocks.shuffle(plan.seed)?);
        }
        let blocks = Mutex::new(blocks);
        let ran = self.run_blocks(plan, &blocks, &console, cancel);
        begin_saving();
        let interrupted = ran.is_ok() && cancel.load(Ordering::Relaxed);
        console.finish();
        let blocks = blocks.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.close(plan, &blocks, ran.is_ok() && !interrupted)?;
        let written = self.end(disk, plan);
        // If the folder has gone, this says so first.
        ran?;
        written?;
        Ok(match (interrupted, blocks.bad_lines()) {
            (true, _) => End::Interrupted,
            (false, 0) => End::Well,
            (false, _) => End::BadInput,
        })
    }

    /// Runs the trials of all blocks, and notes the core of each worker.
    fn run_blocks(
        &mut self,
        plan: &Plan,
        blocks: &Mutex<Blocks>,
        console: &Console,
        cancel: &AtomicBool,
    ) -> anyhow::Result<()> {
        let sink = Mutex::new(RunSink {
            journal: &mut self.journal,
            totals: &mut self.totals,
            evidence: self.evidence.as_mut(),
            console,
            summary_only: plan.summary_only,
        });
        let cores = Mutex::new(vec![None; plan.jobs]);
        let race = Race {
            plan,
            run_id: &self.manifest.run_id,
            costs: self.manifest.clocks,
            done: &self.done,
            puzzles: self.puzzles.as_ref(),
            blocks,
            rounds: plan.until.map(|_| RoundSchedule::default()),
            sink: &sink,
            cores: &cores,
            cancel,
            found: console.found(),
        };
        let ran = race.run();
        self.manifest.cores = cores.into_inner().unwrap_or_else(PoisonError::into_inner);
        ran
    }

    /// Completes the manifest after the last trial.
    fn close(&mut self, plan: &Plan, blocks: &Blocks, complete: bool) -> anyhow::Result<()> {
        self.manifest.summary = plan.summary_only.then(|| self.totals.counted());
        self.manifest.decision = self.evidence.as_ref().map(Evidence::decision);
        if complete && plan.cut.is_some() {
            // An empty shard has a header all the same.
            self.journal.append(&[])?;
        }
        self.manifest.rows = (complete && !plan.summary_only).then(|| self.totals.rows());
        let (puzzles, bad_lines) = (blocks.puzzles(), blocks.bad_lines());
        let elapsed = self.start.elapsed();
        manifest::close(&mut self.manifest, puzzles, bad_lines, complete, elapsed);
        Ok(())
    }

    /// Syncs and seals the files, and writes the manifest of a run in one process.
    fn end(&mut self, disk: &Disk, plan: &Plan) -> anyhow::Result<()> {
        match self.folder.clone() {
            Some(folder) if plan.invocations == 1 => self.seal(disk, &folder),
            _ => self.journal.sync(),
        }
    }

    /// Syncs the files of the run, seals them, and writes the manifest, which says so.
    fn seal(&mut self, disk: &Disk, folder: &Path) -> anyhow::Result<()> {
        self.journal.sync()?;
        self.puzzles.as_ref().map_or(Ok(()), PuzzleTable::sync)?;
        for name in [record::backends::FILE, datapackage::DESCRIPTION] {
            let path = folder.join(name);
            let problem = || format!("cannot write {} to the disk", path.display());
            disk.sync(&path).with_context(problem)?;
        }
        self.manifest.seals = Some(self.seals(folder)?);
        folder::write_manifest(disk, folder, &self.manifest)
    }

    /// Returns the seals of the files of the run.
    fn seals(&self, folder: &Path) -> anyhow::Result<Seals> {
        let backends = seal::of_file(&folder.join(record::backends::FILE));
        let backends =
            backends.with_context(|| format!("cannot read {}", record::backends::FILE))?;
        let tables = self.puzzles.iter().flat_map(PuzzleTable::seals);
        let rows = self.journal.seal().map(|seal| (folder::ROWS.to_owned(), seal));
        Ok(tables.chain(rows).chain([(record::backends::FILE.to_owned(), backends)]).collect())
    }

    /// Publishes the run if it is that of a shard, and prints its table.
    fn finish(
        self,
        arguments: &RunArgs,
        plan: &Plan,
        all: &[Backend],
        end: End,
        out: &mut dyn Write,
    ) -> anyhow::Result<End> {
        // The files of a folder that is renamed are closed before.
        let Self { folder, place, manifest, totals, journal, puzzles, .. } = self;
        drop((journal, puzzles));
        let has_failed = totals.failed(arguments) && end != End::Interrupted;
        let mut end = if has_failed { End::Failed } else { end };
        let Some(mut folder) = folder.filter(|_| arguments.invocation.is_none()) else {
            return Ok(end);
        };
        if let Some(place) = place.filter(|_| manifest.complete) {
            match place.publish(&arguments.disk)? {
                Some(published) => folder = published,
                None => end = End::Well,
            }
        }
        let verdict = verdict::verdict(&folder, plan, &manifest, totals.trials())?;
        let printed = Printed { folder: &folder, plan, all, manifest: &manifest, verdict };
        totals.print(&printed, arguments.format.format(), out)?;
        Ok(end)
    }
}

fn folder(arguments: &RunArgs, start: SystemTime) -> PathBuf {
    let corpus = || match arguments.files.first() {
        Some(file) if file.as_os_str() != "-" => corpus::stem(&file.display().to_string()),
        _ => "stdin".into(),
    };
    arguments.output.clone().unwrap_or_else(|| journal::default_folder(start, &corpus()))
}
