//! Every call by which a run writes its folder fails, is cut short, or is the last one, and the run goes on.
//!
//! A run is watched once to number its calls. Then it is run again for each call and each fault, and resumed. Whatever
//! happened: rows that had been written are in the file as they were, no trial has two rows, none is missing, readers
//! believe no partial row, and an error names the file. `UPDATE_HARDENING=1` tries all, and writes their numbers to
//! `results/hardening/faults.csv`; otherwise, an eighth of them is tried.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use analysis::load::Runs;
use board::seed::seeded;
use clap::Parser;
use harness::cli::{Cli, Subcommand};
use harness::cmd::{self, End};
use rand::RngExt;
use record::Row;
use record::disk::Disk;
use record::folder::{MANIFEST, ROWS, read_manifest};
use solvers::BACKENDS;

use self::trap::{END, Fault, MadeCall, Trap, whole_lines};
use crate::bench::{Bench, rows, runs_slow_tests, text};

mod trap;

/// Two puzzles on a board that the catalog does not have, so that the run has every table.
const CORPUS: &str = "\
# geometry:
#   name: two blocks
#   board:
#   AABB
#   AABB
#   CCDD
#   CCDD
#
#   rows
#   columns
1............... one
12............34 two
";

/// A way of running, and where its rows are at the end.
struct Scene {
    name: &'static str,
    output: &'static str,
    arguments: &'static [&'static str],
    /// Whether an earlier run was killed while it wrote its second repetition, which this one resumes.
    is_resumed: bool,
    /// The folder while it runs.
    folder: &'static str,
    /// The folder at the end.
    end: &'static str,
}

const RUN: Scene = Scene {
    name: "run",
    output: "run",
    arguments: &[],
    is_resumed: false,
    folder: "run",
    end: "run",
};

const SCENES: [Scene; 3] = [
    RUN,
    Scene { name: "resumed run", is_resumed: true, ..RUN },
    Scene {
        name: "shard",
        output: "shared",
        arguments: &["--shard", "1/1", "--attempt", "a"],
        is_resumed: false,
        folder: "shared/attempts/1-of-1.a",
        end: "shared/shards/1-of-1",
    },
];

impl Scene {
    /// Runs or resumes it on a disk.
    fn run(&self, bench: &Bench, disk: Disk) -> anyhow::Result<End> {
        let (corpus, output) = (bench.path("corpus.txt"), bench.path(self.output));
        let fixed = ["harness", text(&corpus), "-o", text(&output), "--resume"];
        let more = ["-b", "candidates/mrv", "-b", "cover/dlx", "--reps", "2", "--jobs", "1"];
        let alone = ["--no-probe", "--isolate", "none", "--timeout", "none", "--seed", "1"];
        let words = [&fixed[..], &more, &alone, self.arguments].concat();
        let mut cli = Cli::parse_from(words);
        cli.run.disk = disk;
        cmd::run::run(&cli.run, BACKENDS, &AtomicBool::new(false), &mut Vec::new())
    }

    /// Returns the calls that it makes, in order, and the trials.
    fn calls(&self, bench: &Bench) -> (Vec<MadeCall>, BTreeSet<Trial>) {
        self.prepare(bench);
        let watcher = Trap::counting();
        assert_eq!(self.run(bench, watcher.disk()).expect("a run"), End::Well);
        let calm = trials(&bench.path(self.end));
        assert_eq!(calm.len(), 2 * 2 * 3);
        self.clear(bench);
        (watcher.calls(), calm)
    }

    /// Leaves what it resumes.
    fn prepare(&self, bench: &Bench) {
        if !self.is_resumed {
            return;
        }
        static THIRD_WRITE: OnceLock<usize> = OnceLock::new();
        let is_of_rows = |call: &MadeCall| call.kind == "write" && call.path.ends_with(ROWS);
        // The header, the first repetition, and the second one.
        let third_write = || {
            let (calls, _) = RUN.calls(bench);
            let at = (0..calls.len()).filter(|&at| is_of_rows(&calls[at])).nth(2);
            at.expect("a third write")
        };
        let trap = Trap::new(*THIRD_WRITE.get_or_init(third_write), Fault::KilledWithin);
        self.run(bench, trap.disk()).expect_err("it is killed");
    }

    /// Removes what it wrote.
    fn clear(&self, bench: &Bench) {
        drop(fs::remove_dir_all(bench.path(self.output)));
    }

    /// Returns the folder that has the rows at the moment.
    fn present(&self, bench: &Bench) -> PathBuf {
        let end = bench.path(self.end);
        if end.exists() { end } else { bench.path(self.folder) }
    }
}

type Trial = (String, String, u32);

/// Returns the trials of a run, each of which has one row.
fn trials(folder: &Path) -> BTreeSet<Trial> {
    let rows = rows(folder);
    let key = |row: &Row| (row.backend.to_string(), row.puzzle.to_string(), row.rep);
    let trials: BTreeSet<Trial> = rows.iter().map(key).collect();
    assert_eq!(trials.len(), rows.len(), "no trial has two rows");
    trials
}

/// What readers believe of a folder as a fault left it: whole rows of the plan, or nothing.
fn check_what_is_believed(folder: &Path, calm: &BTreeSet<Trial>, what: &str) {
    let Ok(bytes) = fs::read(folder.join(ROWS)) else { return };
    let lines = whole_lines(bytes);
    let rows = csv::Reader::from_reader(&lines[..]).into_deserialize::<Row>();
    // Readers leave out the pilot pass.
    let n_timed = rows.filter(|row| row.as_ref().expect("a row").rep > 0).count();
    if n_timed > 0 && folder.join(MANIFEST).exists() {
        let runs = Runs::read(&[folder.to_owned()]).unwrap_or_else(|it| panic!("{what}: {it:#}"));
        assert_eq!(runs.trials.len(), n_timed, "{what}");
    }
    if let Ok(manifest) = read_manifest(folder).map(|it| it.complete).map_err(drop) {
        assert!(!manifest || trials(folder) == *calm, "{what}: it is said to be complete");
    }
}

/// Returns the name of a file up to its first dot, as drafts and attempts have more after it.
fn stem(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.split('.').next()).unwrap_or_default()
}

/// Checks a run that was resumed without faults.
fn check_resumed(scene: &Scene, bench: &Bench, calm: &BTreeSet<Trial>, kept: &[u8], what: &str) {
    let end = scene.run(bench, Disk::default()).unwrap_or_else(|it| panic!("{what}: {it:#}"));
    assert_eq!(end, End::Well, "{what}");
    let folder = bench.path(scene.end);
    assert_eq!(trials(&folder), *calm, "{what}");
    assert!(fs::read(folder.join(ROWS)).expect("rows").starts_with(kept), "{what}: rows are lost");
    let cli = Cli::parse_from(["harness", "verify", text(&folder)]);
    let Some(Subcommand::Verify(arguments)) = &cli.subcommand else { panic!("verify") };
    let mut out = Vec::new();
    let end = cmd::verify::run(arguments, &mut out).unwrap_or_else(|it| panic!("{what}: {it:#}"));
    assert_eq!(end, End::Well, "{what}: {}", String::from_utf8_lossy(&out));
}

/// Runs into a fault, checks what it leaves, and resumes.
fn try_fault(scene: &Scene, bench: &Bench, calm: &BTreeSet<Trial>, at: usize, fault: Fault) {
    scene.prepare(bench);
    let trap = Trap::new(at, fault);
    let ended = scene.run(bench, trap.disk());
    let end = || MadeCall { kind: END, path: PathBuf::new() };
    let call = trap.sprung().unwrap_or_else(end);
    let what =
        format!("{}, call {at}: {} {}, {fault:?}", scene.name, call.kind, call.path.display());
    match &ended {
        Ok(End::Well) => {}
        Ok(end) => panic!("{what}: {end:?}"),
        Err(error) => {
            assert!(!fault.is_harmless(), "{what}: {error:#}");
            let message = format!("{error:#}");
            assert!(message.contains(stem(&call.path)), "{what}: {message}");
        }
    }
    let mut kept = trap.acknowledged();
    trap.lose_what_was_not_synced();
    let present = scene.present(bench);
    if fault.is_power_failure() {
        // What was not synced may be lost; the run may not.
        kept = whole_lines(fs::read(present.join(ROWS)).unwrap_or_default());
    }
    check_what_is_believed(&present, calm, &what);
    check_resumed(scene, bench, calm, &kept, &what);
    scene.clear(bench);
}

/// The number of moments tried, by scene, fault and call.
type Moments = BTreeMap<(&'static str, &'static str, &'static str), u64>;

fn log(moments: &Moments) -> String {
    let line = |((scene, fault, call), n): (&(&str, &str, &str), &u64)| {
        format!("{scene},{call},\"{fault}\",{n},{n}\n")
    };
    let lines: String = moments.iter().map(line).collect();
    format!("scene,call,fault,moments,survived\n{lines}")
}

/// Returns whether everything is tried.
fn is_whole() -> bool {
    std::env::var_os("UPDATE_HARDENING").is_some()
}

#[test]
fn every_call_of_a_run_may_fail_in_every_way() {
    if !runs_slow_tests() {
        return;
    }
    let bench = Bench::new(CORPUS);
    let mut moments = Moments::new();
    for scene in &SCENES {
        let (calls, calm) = scene.calls(&bench);
        for (at, kind) in calls.iter().map(|call| call.kind).chain([END]).enumerate() {
            let faults = Fault::ALL.into_iter().filter(|fault| fault.applies_to(kind));
            for (number, fault) in faults.enumerate() {
                if !is_whole() && (at + number) % 8 != 0 {
                    continue;
                }
                try_fault(scene, &bench, &calm, at, fault);
                *moments.entry((scene.name, fault.name(), kind)).or_default() += 1;
            }
        }
    }
    assert!(moments.len() > 50, "{moments:?}");
    if is_whole() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/hardening/faults.csv");
        fs::write(&path, log(&moments)).expect("room");
    }
}

/// A resumed run may be killed as well, and so may the run that resumes that one.
#[test]
fn runs_may_be_killed_again_and_again_while_they_are_resumed() {
    if !runs_slow_tests() {
        return;
    }
    let bench = Bench::new(CORPUS);
    let mut chance = seeded(1, 0);
    for scene in &SCENES {
        let (calls, calm) = scene.calls(&bench);
        for round in 0..if is_whole() { 100 } else { 10 } {
            let mut kept = Vec::new();
            for _ in 0..chance.random_range(2..6) {
                let kills = [Fault::Killed, Fault::KilledWithin, Fault::DiskFullWithin];
                let fault = kills[chance.random_range(0..kills.len())];
                let trap = Trap::new(chance.random_range(0..calls.len()), fault);
                drop(scene.run(&bench, trap.disk()));
                let acknowledged = trap.acknowledged();
                if acknowledged.len() > kept.len() {
                    kept = acknowledged;
                }
                check_what_is_believed(&scene.present(&bench), &calm, "a chain");
            }
            check_resumed(scene, &bench, &calm, &kept, &format!("{}, chain {round}", scene.name));
            scene.clear(&bench);
        }
    }
}
