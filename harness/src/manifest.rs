//! What a run was, beside its rows: the command, the program, the machine, the corpora.

use serde::{Deserialize, Serialize};
use sysinfo::System;

use crate::corpus::Source;
use crate::plan::Plan;

/// The manifest of a run, as JSON in `manifest.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the columns of `rows.csv`.
    pub schema: u32,
    /// The run, as in the column of that name.
    pub run_id: String,
    /// The command line, a word each.
    pub command: Vec<String>,
    /// The program.
    pub program: Program,
    /// The machine.
    pub machine: Machine,
    /// What was asked.
    pub plan: Asked,
    /// The corpora, when they were read to their end.
    pub corpora: Vec<Corpus>,
    /// How many lines could not be read.
    pub bad_lines: usize,
    /// When it began, UTC.
    pub start: String,
    /// When it ended, UTC; nothing while it runs or after it was killed.
    pub end: Option<String>,
    /// Whether all trials were run.
    pub complete: bool,
    /// The load of the machine over the last minute, before and after.
    pub load: (Option<f64>, Option<f64>),
}

/// What was built, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Of the harness and its own backends.
    pub version: String,
    /// The git revision, `+` behind it when the tree had changes.
    pub revision: Option<String>,
    /// The compiler.
    pub compiler: String,
    /// The optimisation level of the build.
    pub opt_level: String,
    /// Whether debug assertions were on.
    pub debug_assertions: bool,
    /// What it was built for.
    pub target: String,
}

/// The machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The processor.
    pub cpu: Option<String>,
    /// Its physical cores.
    pub physical_cores: Option<usize>,
    /// Its logical cores.
    pub logical_cores: Option<usize>,
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// The system.
    pub system: String,
    /// Its kernel.
    pub kernel: Option<String>,
}

/// What was asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// The ids.
    pub backends: Vec<String>,
    /// The task.
    pub task: crate::record::Task,
    /// The time limit, in milliseconds.
    pub limit_ms: Option<u64>,
    /// The node limit.
    pub limit_nodes: Option<u64>,
    /// Where a count ends.
    pub max_solutions: u64,
    /// How many workers.
    pub jobs: usize,
}

/// A corpus.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Corpus {
    /// As it was named.
    pub file: String,
    /// How many puzzles it held.
    pub puzzles: u64,
    /// The blake3 hash of its bytes.
    pub blake3: String,
}

impl Manifest {
    /// The manifest of a run that begins.
    pub fn new(run_id: String, start: jiff::Timestamp, plan: &Plan) -> Self {
        Self {
            schema: crate::record::SCHEMA,
            run_id,
            command: std::env::args().collect(),
            program: program(),
            machine: machine(),
            plan: Asked {
                backends: plan.backends.iter().map(|backend| backend.id.into()).collect(),
                task: plan.task,
                limit_ms: plan.timeout.map(|limit| limit.as_millis() as u64),
                limit_nodes: plan.node_limit,
                max_solutions: plan.max_solutions,
                jobs: plan.jobs,
            },
            corpora: Vec::new(),
            bad_lines: 0,
            start: start.to_string(),
            end: None,
            complete: false,
            load: (load(), None),
        }
    }

    /// The run has ended.
    pub fn close(&mut self, sources: &[Source], bad_lines: usize, complete: bool) {
        let corpus = |source: &Source| Corpus {
            file: source.file.clone(),
            puzzles: source.puzzles,
            blake3: source.blake3.clone(),
        };
        self.corpora = sources.iter().map(corpus).collect();
        self.bad_lines = bad_lines;
        self.end = Some(jiff::Timestamp::now().to_string());
        self.complete = complete;
        self.load.1 = load();
    }
}

/// How many workers a run has that does not say: one for each physical core.
pub fn physical_cores() -> usize {
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    System::physical_core_count().map_or(available, |cores| cores.clamp(1, available))
}

/// Whether times of this build mean anything.
pub fn is_optimised() -> bool {
    !cfg!(debug_assertions) && env!("HARNESS_OPT_LEVEL") != "0"
}

fn program() -> Program {
    Program {
        version: env!("CARGO_PKG_VERSION").into(),
        revision: Some(env!("HARNESS_REVISION").to_owned()).filter(|text| !text.is_empty()),
        compiler: env!("HARNESS_COMPILER").into(),
        opt_level: env!("HARNESS_OPT_LEVEL").into(),
        debug_assertions: cfg!(debug_assertions),
        target: env!("HARNESS_TARGET").into(),
    }
}

fn load() -> Option<f64> {
    System::load_average().ok().map(|load| load.one)
}

fn machine() -> Machine {
    let wanted = sysinfo::RefreshKind::nothing()
        .with_cpu(sysinfo::CpuRefreshKind::nothing())
        .with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(wanted).ok();
    let cpus = system.as_ref().map_or(&[][..], System::cpus);
    Machine {
        cpu: cpus.first().map(|cpu| cpu.brand().trim().to_owned()),
        physical_cores: System::physical_core_count().ok(),
        logical_cores: std::thread::available_parallelism().ok().map(usize::from),
        memory: system.as_ref().map(System::total_memory),
        system: System::long_os_version().unwrap_or_else(|_| std::env::consts::OS.into()),
        kernel: System::kernel_version().ok(),
    }
}
