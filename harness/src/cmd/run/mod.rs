//! `harness run`: runs backends on corpora, checks every answer, and writes rows.

use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use anyhow::{Context, bail};
use race::corpus;
use race::cut::Cut;
use race::entrant::{Entrant, ProcessKind};
use race::journal::{self, CompletedTrials, Journal};
use race::machine::description::physical_cores;
use race::machine::probe;
use race::plan::Plan;
use race::progress_line::ProgressLine;
use race::puzzles::PuzzleTable;
use race::runner::{Blocks, Console, Race, RoundSchedule};
use race::{backends, certify, manifest, program};
use record::disk::Disk;
use record::filter::{self, Filter};
use record::manifest::{Manifest, Order, Repetitions, RunSpec};
use record::seal::Seals;
use record::{datapackage, folder, seal};
use solvers::Backend;
use solvers::logic::choice::TechniqueSet;

use self::evidence::Evidence;
use self::isolation::{fresh, hidden, isolation};
use self::shard::ShardPlace;
use self::sink::RunSink;
pub(super) use self::specification::specification;
pub(super) use self::start::check;
use self::totals::{Printed, Totals};
use super::{DEFAULT_ROWS, End, begin_saving, technique_pairs};
use crate::build;
use crate::cli::{RunArgs, SwitchedRow};

mod balance;
mod corpus_errors;
mod dry_run;
mod evidence;
mod invocations;
mod isolation;
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
    let mut plan = plan(arguments, all)?;
    let evidence = Evidence::of(&plan)?;
    let (options, geometry) = arguments.read.options()?;
    let files = corpus::files_of(&arguments.files, &arguments.corpora.patterns)?;
    plan.isolation.sandbox = arguments.sandbox.sandbox(hidden(arguments, &files))?;
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
        let sink = Mutex::new(RunSink {
            journal: &mut self.journal,
            totals: &mut self.totals,
            evidence: self.evidence.as_mut(),
            console: &console,
            summary_only: plan.summary_only,
        });
        let cores = Mutex::new(vec![None; plan.jobs]);
        let race = Race {
            plan,
            run_id: &self.manifest.run_id,
            costs: self.manifest.clocks,
            done: &self.done,
            puzzles: self.puzzles.as_ref(),
            blocks: &blocks,
            rounds: plan.until.map(|_| RoundSchedule::default()),
            sink: &sink,
            cores: &cores,
            cancel,
            found: console.found(),
        };
        let ran = race.run();
        begin_saving();
        let interrupted = ran.is_ok() && cancel.load(Ordering::Relaxed);
        console.finish();
        let blocks = blocks.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.manifest.cores = cores.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.manifest.summary = plan.summary_only.then(|| self.totals.counted());
        self.manifest.decision = self.evidence.as_ref().map(Evidence::decision);
        let complete = ran.is_ok() && !interrupted;
        if complete && plan.cut.is_some() {
            // An empty shard has a header all the same.
            self.journal.append(&[])?;
        }
        self.manifest.rows = (complete && !plan.summary_only).then(|| self.totals.rows());
        manifest::close(
            &mut self.manifest,
            blocks.puzzles(),
            blocks.bad_lines(),
            complete,
            self.start.elapsed(),
        );
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

    /// The seals of the files of the run.
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

fn plan(arguments: &RunArgs, all: &[Backend]) -> anyhow::Result<Plan> {
    let programs =
        program::programs(arguments.external.file.as_deref(), &arguments.external.commands)?;
    let rows: Vec<Backend> = programs.iter().map(|program| program.backend()).collect();
    let rules = rules(arguments);
    let everything = [filter::with_unlisted(all, &rules), rows].concat();
    let named = programs.iter().filter(|program| program.is_named);
    let named = named.map(|program| program.id.as_str());
    let named: Vec<&str> = named.collect();
    let backends = filter::select_backends(rules, &everything, DEFAULT_ROWS, &named)?;
    let least = arguments.reps;
    let most = arguments.min_time.map_or(least, |_| arguments.max_reps.max(least));
    let isolation = isolation(arguments)?;
    let timed = arguments.timeout.0.is_some();
    let entrant = |backend: Backend| match programs.iter().find(|program| program.id == backend.id)
    {
        Some(program) => Entrant { backend, process: ProcessKind::External(program.clone()) },
        None => Entrant::new(backend, &isolation, timed),
    };
    Ok(Plan {
        backends: backends.into_iter().map(entrant).collect(),
        isolation: isolation.clone(),
        task: arguments.task,
        timeout: arguments.timeout.0,
        clock: arguments.clock,
        node_limit: arguments.node_limit.0.map(NonZeroU64::get),
        round_limit: arguments.max_rounds.0.map(NonZeroU64::get),
        max_solutions: arguments.max_solutions.or_largest(),
        jobs: arguments.jobs.number.map_or_else(physical_cores, usize::from),
        repetitions: Repetitions { min: least, min_time: arguments.min_time, max: most },
        order: arguments.order,
        until: arguments.until,
        cut: arguments.shard.map(Cut::by_hash),
        seed: arguments.seed.number,
        isomorphs: arguments.isomorphs,
        fresh: fresh(arguments),
        memory: arguments.memory,
        certify: arguments.certify,
        keep_proofs: arguments.keep_proofs.clone(),
        summary_only: arguments.summary_only,
        invocations: arguments.invocations,
        invocation: arguments.invocation.unwrap_or(1),
        ..Plan::new(Vec::new(), isolation.clone())
    })
}

/// What selects backends: pairings, sets of techniques, switches, then `-b` and `-B`.
fn rules(arguments: &RunArgs) -> Vec<(bool, String)> {
    let RunArgs { pairings, techniques, backends, .. } = arguments;
    let pairings = pairings.ids().into_iter().map(str::to_owned);
    let sets: Vec<String> = match &arguments.ablate {
        None => techniques.ids().collect(),
        Some(base) => {
            let full = techniques.sets.first().cloned().unwrap_or_else(TechniqueSet::all);
            technique_pairs::ids(&technique_pairs::of(&full, base))
        }
    };
    let named = backends.0.iter().filter(|(_, pattern)| !techniques.names_family(pattern)).cloned();
    let switched = arguments.switches.into_iter().flat_map(SwitchedRow::ids).map(str::to_owned);
    pairings.chain(sets).chain(switched).map(|id| (true, id)).chain(named).collect()
}

fn folder(arguments: &RunArgs, start: SystemTime) -> PathBuf {
    let corpus = || match arguments.files.first() {
        Some(file) if file.as_os_str() != "-" => corpus::stem(&file.display().to_string()),
        _ => "stdin".into(),
    };
    arguments.output.clone().unwrap_or_else(|| journal::default_folder(start, &corpus()))
}
