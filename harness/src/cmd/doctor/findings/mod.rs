//! Findings: conditions on this machine that disturb measurements, and what to do about them.
//!
//! A pure function from facts to findings with one rule per fact, so that every rule can be tested
//! without the machine. Each rule returns a finding, even if all is well or the system does not report
//! the fact.

use record::manifest::{ClockCosts, Interference, Machine, NO_HYPERVISOR, TOLERANCE};
use render::table::{counted, duration, grouped};
use serde::Serialize;

/// The load above which other programs are at work.
const QUIET_LOAD: f64 = 0.5;

/// The share of time above which a worker has its core to itself.
const ENTIRE_CORE: f64 = 0.95;

/// The maximum overhead of the harness per trial, in nanoseconds.
const OWN_COST_LIMIT: f64 = 1_000.0;

/// The maximum cost of a clock that is read from a register of the processor, in nanoseconds.
const CHEAP_CLOCK: u64 = 1_000;

/// What was measured and read, before it is assessed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Facts {
    /// The number of workers of the measurements.
    pub jobs: usize,
    /// The load of the last minute, read before this program did any work.
    pub load: Option<f64>,
    /// Whether the build is optimised, without debug assertions.
    pub is_optimised: bool,
    /// The machine.
    pub machine: Machine,
    /// The costs of the clocks.
    pub clocks: ClockCosts,
    /// The number of workers that can be pinned.
    pub pinnable_workers: usize,
    /// The result of the probe with this number of workers; `None` for one worker.
    pub interference: Option<Interference>,
    /// What confines external solvers with `--sandbox`, if that is possible.
    pub sandbox: Option<String>,
    /// Why it is not possible.
    pub sandbox_problem: Option<String>,
    /// Whether control groups can be made that limit memory.
    pub has_control_groups: bool,
    /// The overhead of the harness per trial of a timed block.
    pub overhead_ns_per_trial: f64,
}

/// The severity of a finding, the most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Severity {
    /// Times are meaningless.
    Spoiled,
    /// Times are disturbed, or need a caveat.
    Warning,
    /// Worth knowing, or unknown.
    Note,
    /// No problem.
    Ok,
}

impl Severity {
    /// Returns the word in the list.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Spoiled => "SPOILED",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Ok => "ok",
        }
    }
}

/// A finding on one topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// Its topic.
    pub topic: &'static str,
    /// The observation.
    pub found: String,
    /// What to do about it, if anything.
    pub advice: Option<&'static str>,
}

/// Assesses facts. The most severe findings come first, equal ones in the order of the rules.
pub(super) fn findings(facts: &Facts) -> Vec<Finding> {
    let mut findings: Vec<Finding> = RULES.iter().map(|rule| rule(facts)).collect();
    findings.sort_by_key(|finding| finding.severity);
    findings
}

/// The rules, from the greatest disturbance to the smallest.
const RULES: &[fn(&Facts) -> Finding] = &[
    build,
    interference,
    core_share,
    load,
    swap,
    virtualisation,
    turbo,
    governor,
    smt,
    pinning,
    own_cost,
    thread_clock,
    clock,
    sandbox,
];

fn ok(topic: &'static str, found: impl Into<String>) -> Finding {
    Finding { severity: Severity::Ok, topic, found: found.into(), advice: None }
}

fn note(topic: &'static str, found: impl Into<String>) -> Finding {
    Finding { severity: Severity::Note, ..ok(topic, found) }
}

fn warning(topic: &'static str, found: impl Into<String>, advice: &'static str) -> Finding {
    Finding { severity: Severity::Warning, advice: Some(advice), ..ok(topic, found) }
}

fn unknown(topic: &'static str) -> Finding {
    note(topic, "not reported by this system")
}

fn build(facts: &Facts) -> Finding {
    if facts.is_optimised {
        return ok("build", "optimised, without debug assertions");
    }
    let found = "not optimised, or with debug assertions: times are meaningless";
    let advice = "Build with `cargo run` or `cargo run --release`, with the profiles as they are";
    Finding { severity: Severity::Spoiled, ..warning("build", found, advice) }
}

fn interference(facts: &Facts) -> Finding {
    let Some(probe) = &facts.interference else {
        let found = if facts.jobs <= 1 { "one worker, so none" } else { "not measured" };
        return note("interference", found);
    };
    let mut found = format!(
        "a worker's wall time changes by {:+.1} % beside {}",
        (probe.inflation - 1.0) * 100.0,
        counted(probe.jobs as u64 - 1, "busy neighbour")
    );
    if let Some(cpu) = probe.cpu_inflation {
        found += &format!(", its CPU time by {:+.1} %", (cpu - 1.0) * 100.0);
    }
    let spread = probe.spread_alone();
    if spread > TOLERANCE - 1.0 {
        found += &format!("; even alone, its times vary by {:.0} %", spread * 100.0);
    }
    if probe.exceeds_tolerance() {
        let advice = "Publish times measured with --jobs 1; counters are unaffected";
        return warning("interference", found, advice);
    }
    ok("interference", found)
}

fn core_share(facts: &Facts) -> Finding {
    let Some(share) = facts.interference.as_ref().and_then(Interference::share_alone) else {
        return note("core share", "not measured");
    };
    let found = format!("a worker alone had its core for {:.0} % of the time", share * 100.0);
    if share < ENTIRE_CORE {
        let advice = "Look for other load: programs on this machine, or other guests of its host";
        return warning("core share", found, advice);
    }
    ok("core share", found)
}

fn load(facts: &Facts) -> Finding {
    match facts.load {
        None => unknown("load"),
        Some(load) if load > QUIET_LOAD => warning(
            "load",
            format!("{load:.2} over the last minute, before this program started"),
            "End other programs, or wait: a finished build still counts for some minutes",
        ),
        Some(load) => ok("load", format!("{load:.2} over the last minute")),
    }
}

fn swap(facts: &Facts) -> Finding {
    match facts.machine.settings.swap_used {
        None => unknown("swap"),
        Some(0) => ok("swap", "not in use"),
        Some(bytes) => warning(
            "swap",
            format!("{} MiB are swapped out", grouped(bytes.div_ceil(1 << 20))),
            "Free memory: reading a page back takes longer than most solves",
        ),
    }
}

fn virtualisation(facts: &Facts) -> Finding {
    match facts.machine.settings.virtualisation.as_deref() {
        None => unknown("hypervisor"),
        Some(NO_HYPERVISOR) => ok("hypervisor", "none"),
        Some(name) => warning(
            "hypervisor",
            format!("a virtual machine ({name}) on a host that may be shared: times drift"),
            "Trust ratios of interleaved runs more than absolute times",
        ),
    }
}

fn turbo(facts: &Facts) -> Finding {
    match facts.machine.settings.turbo {
        None => unknown("turbo"),
        Some(false) => ok("turbo", "off"),
        Some(true) if facts.jobs <= 1 => {
            note("turbo", "on: the clock speed depends on temperature")
        }
        Some(true) => warning(
            "turbo",
            format!("on, with {} workers: the clock slows down as more cores are busy", facts.jobs),
            "Switch it off (write 0 to /sys/devices/system/cpu/cpufreq/boost, or 1 to \
             …/intel_pstate/no_turbo), or use --jobs 1",
        ),
    }
}

fn governor(facts: &Facts) -> Finding {
    match facts.machine.settings.governor.as_deref() {
        None => unknown("governor"),
        Some("performance") => ok("governor", "performance"),
        Some(other) => warning(
            "governor",
            format!("{other}: short runs end before the clock reaches full speed"),
            "Set it: `cpupower frequency-set -g performance`",
        ),
    }
}

fn smt(facts: &Facts) -> Finding {
    let cores = facts.machine.physical_cores.unwrap_or(usize::MAX);
    match facts.machine.settings.smt {
        None => unknown("SMT"),
        Some(false) => ok("SMT", "off: no two hardware threads share a core"),
        Some(true) if facts.jobs > cores => warning(
            "SMT",
            format!(
                "{} workers on {}: some share a core",
                facts.jobs,
                counted(cores as u64, "core")
            ),
            "Use no more workers than cores",
        ),
        Some(true) if facts.jobs > 1 && facts.pinnable_workers == 0 => warning(
            "SMT",
            "on, and workers cannot be pinned: two may share a core",
            "Switch it off (write off to /sys/devices/system/cpu/smt/control), or use --jobs 1",
        ),
        Some(true) => note("SMT", "on: another program may share a worker's core"),
    }
}

fn pinning(facts: &Facts) -> Finding {
    match facts.pinnable_workers {
        0 => note("pinning", "not possible here: workers move between cores"),
        workers if workers < facts.jobs => note(
            "pinning",
            format!("possible for {workers} of {} workers; the others share cores", facts.jobs),
        ),
        workers => ok("pinning", format!("possible for {}", counted(workers as u64, "worker"))),
    }
}

fn own_cost(facts: &Facts) -> Finding {
    let found = format!(
        "the harness adds {} to each trial of a timed block",
        duration(facts.overhead_ns_per_trial)
    );
    if facts.overhead_ns_per_trial < OWN_COST_LIMIT {
        return ok("own cost", found);
    }
    let advice =
        "Measure again on a quiet machine; if it persists, solves below 100 µs are overestimated";
    warning("own cost", found, advice)
}

fn thread_clock(facts: &Facts) -> Finding {
    match facts.clocks.thread_cpu_ns.zip(facts.clocks.shortest_cpu_sample_ns()) {
        None => warning(
            "CPU clock",
            "this system has no clock for the CPU time of a thread: cpu_ns is empty",
            "Keep the machine idle otherwise: wall times include the work of other programs",
        ),
        Some((cost, shortest)) => ok(
            "CPU clock",
            format!(
                "a read costs {}: CPU time is measured for samples of at least {}",
                duration(cost as f64),
                duration(shortest as f64)
            ),
        ),
    }
}

fn clock(facts: &Facts) -> Finding {
    let found = format!(
        "a read costs {}, and a time may be off by {}",
        duration(facts.clocks.instant_ns as f64),
        duration(facts.clocks.error_ns() as f64)
    );
    if facts.clocks.instant_ns < CHEAP_CLOCK {
        return ok("wall clock", found);
    }
    let advice = "On Linux, see /sys/devices/system/clocksource/clocksource0: the processor's own \
                  counter (tsc) is cheap";
    warning("wall clock", found, advice)
}

fn sandbox(facts: &Facts) -> Finding {
    let limits = match (facts.has_control_groups, cfg!(target_os = "linux")) {
        (true, _) => "the kernel limits the memory of all processes together (a control group)",
        (false, true) => "memory is limited by the resident size of all processes, every 20 ms",
        (false, false) => "memory is not limited, and what leaves its process group is not killed",
    };
    match &facts.sandbox {
        Some(name) => ok("sandbox", format!("--sandbox is possible ({name}); {limits}")),
        None => {
            let reason = facts.sandbox_problem.as_deref().unwrap_or("unknown reason");
            note("sandbox", format!("no --sandbox for external solvers: {reason}; {limits}"))
        }
    }
}

#[cfg(test)]
mod tests;
