//! `harness run`: the main job.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::bail;
use solvers::Backend;

use super::{DEFAULT_ROWS, End};
use crate::cli::RunArgs;
use crate::corpus::{self, Reader};
use crate::filter::{self, Filter};
use crate::journal::{self, Journal};
use crate::manifest::{self, Manifest};
use crate::plan::{BLOCK, Plan};
use crate::record::{Row, Status};
use crate::runner::{self, Blocks, Console, Sink};
use crate::stats::{self, PENALTY, Summary};
use crate::table::{Format, Table, counted, duration, grouped};

/// Runs the backends that the filters select out of `all` over the corpora, and prints the table
/// to `out`. `cancel` ends the run.
///
/// # Errors
/// When a file, a filter or the output folder is bad, or when nothing can be written any more.
pub fn run(
    arguments: &RunArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let plan = plan(arguments, all)?;
    let reader = Reader::open(&arguments.files)?;
    let filter = Filter::new(arguments.puzzles.0.clone(), &[])?;
    let console = Console::new(plan.backends.len());
    let start = jiff::Timestamp::now();
    let mut blocks = Blocks::new(reader, filter, plan.jobs, console.clone());
    if blocks.is_empty()? {
        bail!(
            "no puzzle to run: the corpora have none that can be read, or the filters leave none"
        );
    }
    let folder = (!arguments.csv).then(|| folder(arguments, start));
    let journal = match &folder {
        Some(folder) => Journal::in_folder(folder)?,
        None => Journal::on_stdout(),
    };
    let mut manifest = Manifest::new(run_id(start), start, &plan);
    if let Some(folder) = &folder {
        journal::write_manifest(folder, &manifest)?;
    }

    let blocks = Mutex::new(blocks);
    let tally = Mutex::new(Tally::new(journal, console.clone()));
    let ran = runner::run(&plan, &manifest.run_id, &blocks, &tally, cancel);
    console.finish();

    let interrupted = ran.is_ok() && cancel.load(Ordering::Relaxed);
    let blocks = blocks.into_inner().unwrap_or_else(PoisonError::into_inner);
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(folder) = &folder {
        let complete = ran.is_ok() && !interrupted;
        manifest.close(blocks.reader().sources(), blocks.bad_lines(), complete);
        journal::write_manifest(folder, &manifest)?;
    }
    ran?;
    if let Some(folder) = &folder {
        tally.print(arguments, &plan, all, blocks.puzzles() as u64, out)?;
        writeln!(out, "{}", folder.display())?;
    }
    Ok(if interrupted {
        End::Interrupted
    } else if tally.n_failures > 0 {
        End::Failed
    } else if blocks.bad_lines() > 0 {
        End::BadInput
    } else {
        End::Well
    })
}

fn plan(arguments: &RunArgs, all: &[Backend]) -> anyhow::Result<Plan> {
    let backends = filter::select_backends(arguments.backends.0.clone(), all, DEFAULT_ROWS)?;
    Ok(Plan {
        backends,
        task: arguments.task,
        timeout: arguments.timeout.0,
        node_limit: arguments.node_limit,
        max_solutions: arguments.max_solutions,
        jobs: arguments.jobs.map_or_else(manifest::physical_cores, usize::from),
    })
}

fn folder(arguments: &RunArgs, start: jiff::Timestamp) -> PathBuf {
    let corpus = || match arguments.files.first() {
        Some(file) if file.as_os_str() != "-" => corpus::stem(&file.display().to_string()),
        _ => "stdin".into(),
    };
    arguments.output.clone().unwrap_or_else(|| journal::default_folder(start, &corpus()))
}

/// The time, and what tells apart two runs of the same second.
fn run_id(start: jiff::Timestamp) -> String {
    let salt = format!("{} {}", std::process::id(), start.as_nanosecond());
    let hash = blake3::hash(salt.as_bytes()).to_hex();
    format!("{}-{}", start.strftime("%Y%m%dT%H%M%SZ"), &hash[..8])
}

/// How many failures are printed one by one; the rest are counted.
const FAILURES: usize = 20;

/// Rows go to the journal, into the summaries, and among the failures if they are one.
struct Tally {
    journal: Journal,
    console: Console,
    summaries: BTreeMap<String, Summary>,
    failures: Vec<String>,
    n_failures: u64,
}

impl Tally {
    fn new(journal: Journal, console: Console) -> Self {
        let (summaries, failures) = (BTreeMap::new(), Vec::new());
        Self { journal, console, summaries, failures, n_failures: 0 }
    }

    /// Failures first, then the table, then what the reader of the table should know.
    fn print(
        &self,
        arguments: &RunArgs,
        plan: &Plan,
        all: &[Backend],
        puzzles: u64,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        self.failures.iter().try_for_each(|failure| writeln!(out, "{failure}"))?;
        if self.n_failures > self.failures.len() as u64 {
            writeln!(out, "… {} in all; rows.csv has them", counted(self.n_failures, "failure"))?;
        }
        let format = arguments.format.format();
        self.table().print(out, format)?;
        if format == Format::Text {
            self.print_notes(plan, all, puzzles, out)?;
        }
        Ok(())
    }

    fn print_notes(
        &self,
        plan: &Plan,
        all: &[Backend],
        puzzles: u64,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let answers: u64 = self.summaries.values().map(|summary| summary.answers).sum();
        let verified: u64 = self.summaries.values().map(|summary| summary.verified).sum();
        let limit = plan.timeout.map(|limit| duration(limit.as_nanos() as f64));
        writeln!(
            out,
            "{}, {}, time limit {}; {} of {} verified.",
            counted(puzzles, "puzzle"),
            counted(plan.jobs as u64, "worker"),
            limit.unwrap_or_else(|| "none".into()),
            grouped(verified),
            counted(answers, "answer")
        )?;
        writeln!(
            out,
            "PAR-2: mean time, a failure counting {PENALTY} times the limit. Median, total: \
             answers only."
        )?;
        if puzzles < BLOCK as u64 {
            writeln!(
                out,
                "Fewer than {BLOCK} distinct puzzles: processors learn them by heart, and short \
                 times flatter."
            )?;
        }
        if !manifest::is_optimised() {
            writeln!(out, "This build is not optimised: its times say nothing.")?;
        }
        let runs = |id: &str| plan.backends.iter().any(|backend| backend.id == id);
        let left_out: Vec<&str> = all.iter().map(|row| row.id).filter(|id| !runs(id)).collect();
        if !left_out.is_empty() {
            writeln!(
                out,
                "Not run: {}. Ask for them with -b ID, for all with -b .",
                left_out.join(", ")
            )?;
        }
        Ok(())
    }

    fn table(&self) -> Table {
        let rare = |status: &Status| {
            !matches!(status, Status::Unique | Status::Timeout)
                && !status.is_answer()
                && self.summaries.values().any(|summary| summary.count(*status) > 0)
        };
        let rare: Vec<Status> = Status::ALL.into_iter().filter(rare).collect();
        let mut table = Table::default().words("backend");
        for title in ["solved", "unique", "timeout"] {
            table = table.numbers(title);
        }
        for status in &rare {
            table = table.numbers(status.name());
        }
        for title in ["PAR-2", "median", "total", "nodes", "bets"] {
            table = table.numbers(title);
        }
        for (backend, summary) in &self.summaries {
            let count = |status| grouped(summary.count(status));
            let time = |ns: Option<f64>| ns.map_or(String::new(), duration);
            let mut row = vec![backend.clone(), grouped(summary.answers)];
            row.extend([Status::Unique, Status::Timeout].map(count));
            row.extend(rare.iter().map(|&status| count(status)));
            row.push(time(summary.par2_mean_ns()));
            row.push(time(summary.median_ns()));
            row.push(time(Some(summary.total_ns() as f64)));
            row.extend([summary.nodes, summary.bets].map(|n| n.map_or(String::new(), grouped)));
            table.row(row);
        }
        table
    }
}

impl Sink for Tally {
    fn write(&mut self, rows: &[Row]) -> anyhow::Result<()> {
        self.console.advance(rows.len());
        self.journal.append(rows)
    }

    fn block(&mut self, rows: &[Row]) {
        for row in rows {
            if !self.summaries.contains_key(&row.backend) {
                self.summaries.insert(row.backend.clone(), Summary::default());
            }
            if let Some(summary) = self.summaries.get_mut(&row.backend) {
                summary.add(row);
            }
            if stats::is_failure(row) {
                self.n_failures += 1;
                if self.failures.len() < FAILURES {
                    self.failures.push(failure(row));
                }
            }
        }
    }
}

fn failure(row: &Row) -> String {
    let kind = if row.status.is_answer() { "contradicted" } else { row.status.name() };
    let reason = row.error.as_deref().unwrap_or("it contradicts a backend of another family");
    format!("{kind}: {} on {}: {reason}", row.backend, row.puzzle)
}
