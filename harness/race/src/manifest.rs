//! Fills in the manifest of a run when it starts, resumes and ends.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use record::SCHEMA;
use record::manifest::portable::portable_word;
use record::manifest::{Confinement, Manifest, ProgramBuild, RunSpec};

use crate::machine::clock;
use crate::machine::description::{describe, load};
use crate::plan::Plan;

/// Returns whether the times of this build are meaningful.
pub fn is_optimised() -> bool {
    !cfg!(debug_assertions) && solvers::OPT_LEVEL != "0"
}

/// Returns the manifest of a run at its start.
pub fn begin(start: SystemTime, spec: RunSpec, program: ProgramBuild) -> Manifest {
    Manifest {
        schema: SCHEMA,
        run_id: run_id(start),
        command: std::env::args_os().map(|word| portable_word(&word.to_string_lossy())).collect(),
        program,
        machine: describe(),
        clocks: clock::measure(),
        interference: None,
        confinement: None,
        cores: Vec::new(),
        plan: spec.portable(),
        summary: None,
        decision: None,
        puzzles: 0,
        rows: None,
        excluded_rows: None,
        seals: None,
        bad_lines: 0,
        start: humantime::format_rfc3339(writable(start)).to_string(),
        end: None,
        elapsed_ns: None,
        resumed: Vec::new(),
        complete: false,
        load: (load(), None),
    }
}

/// Returns what confines the external solvers of a plan; `None` if it has none.
pub fn confinement(plan: &Plan) -> Option<Confinement> {
    if plan.backends.iter().all(|entrant| entrant.program().is_none()) {
        return None;
    }
    let sandbox = plan.isolation.sandbox.as_ref().map(|sandbox| sandbox.name().to_owned());
    let kills = match (&sandbox, cfg!(target_os = "linux")) {
        (Some(_), _) => "every process in the sandbox",
        (None, true) => "every descendant",
        (None, false) => "the process group",
    };
    let limit = match (&plan.isolation.groups, cfg!(target_os = "linux")) {
        (Some(_), _) => "memory of all processes together, by a control group of the kernel",
        (None, true) => "resident memory of the process and its descendants, every 20 ms",
        (None, false) => "not enforced on this system",
    };
    let memory_limit = plan.isolation.memory_limit.map(|_| limit.to_owned());
    Some(Confinement { sandbox, memory_limit, kills: kills.into() })
}

/// Updates the manifest of a run that is resumed.
pub fn reopen(manifest: &mut Manifest) {
    manifest.end = None;
    manifest.elapsed_ns = None;
    manifest.rows = None;
    manifest.seals = None;
    manifest.complete = false;
    manifest.resumed.push(now());
}

/// Updates the manifest of a run that has ended. The wall clock may have been set meanwhile, so `elapsed` is that of
/// another one.
pub fn close(
    manifest: &mut Manifest,
    puzzles: usize,
    bad_lines: usize,
    complete: bool,
    elapsed: Duration,
) {
    manifest.puzzles = puzzles;
    manifest.bad_lines = bad_lines;
    manifest.end = Some(now());
    let elapsed = u64::try_from(elapsed.as_nanos()).ok();
    manifest.elapsed_ns = elapsed.filter(|_| manifest.resumed.is_empty());
    manifest.complete = complete;
    manifest.load.1 = load();
}

fn now() -> String {
    humantime::format_rfc3339(writable(SystemTime::now())).to_string()
}

/// Returns the nearest time that has a year of four digits after 1969, as the clock of a machine may be set to any.
pub(crate) fn writable(time: SystemTime) -> SystemTime {
    const LAST_SECOND_OF_9999: u64 = 253_402_300_799;
    time.clamp(UNIX_EPOCH, UNIX_EPOCH + Duration::from_secs(LAST_SECOND_OF_9999))
}

/// Returns the start and a hash that distinguishes runs of the same second.
#[expect(clippy::disallowed_methods, reason = "any number will do, also that of a wrong clock")]
fn run_id(start: SystemTime) -> String {
    let nanoseconds = start.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let salt = format!("{} {nanoseconds}", std::process::id());
    let hash = blake3::hash(salt.as_bytes()).to_hex();
    let second =
        humantime::format_rfc3339_seconds(writable(start)).to_string().replace(['-', ':'], "");
    format!("{second}-{}", &hash[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_set_to_any_time_has_a_name() {
        let day = Duration::from_secs(86_400);
        for (time, id, text) in [
            (UNIX_EPOCH - day, "19700101T000000Z-", "1970-01-01T00:00:00Z"),
            (UNIX_EPOCH + day, "19700102T000000Z-", "1970-01-02T00:00:00Z"),
            (UNIX_EPOCH + day * 4_000_000, "99991231T235959Z-", "9999-12-31T23:59:59Z"),
        ] {
            assert!(run_id(time).starts_with(id), "{}", run_id(time));
            assert_eq!(humantime::format_rfc3339(writable(time)).to_string(), text);
        }
    }
}
