//! Findings: what on this machine will spoil a measurement, and what to do about it.
//!
//! A pure function from facts to findings, a rule for each fact, so that every rule can be tested
//! on a machine that does not exist. A rule always says something, also that it found nothing, or
//! that the system does not tell.

use record::manifest::{ClockCosts, Interference, Machine, NO_HYPERVISOR, TOLERANCE};
use render::table::{counted, duration, grouped};
use serde::Serialize;

/// A load of others beyond which somebody else is at work.
const QUIET_LOAD: f64 = 0.5;

/// The part of the time beyond which a core counts as a worker's own.
const ENTIRE_CORE: f64 = 0.95;

/// What the harness may add to a trial, in nanoseconds.
const OWN_COST_LIMIT: f64 = 1_000.0;

/// A clock that is read from a processor's register is cheaper than this, in nanoseconds.
const CHEAP_CLOCK: u64 = 1_000;

/// What was measured and read, before anything is said about it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Facts {
    /// How many workers the measurements are to have.
    pub jobs: usize,
    /// The load of the last minute, read before this program worked itself.
    pub load: Option<f64>,
    /// Whether the build is optimised and without debug assertions.
    pub is_optimised: bool,
    /// The machine.
    pub machine: Machine,
    /// What the clocks cost.
    pub clocks: ClockCosts,
    /// How many workers can be pinned.
    pub pinnable_workers: usize,
    /// What the probe found with so many workers; none for one worker.
    pub interference: Option<Interference>,
    /// What the harness adds to a trial inside a timed block.
    pub overhead_ns_per_trial: f64,
}

/// How bad a finding is; the worst comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Severity {
    /// Times mean nothing.
    Spoiled,
    /// Times are worse than they need be, or must not stand without a word.
    Warning,
    /// Worth knowing, or not known.
    Note,
    /// Nothing found.
    Well,
}

impl Severity {
    /// The word that stands in the list.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Spoiled => "SPOILED",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Well => "well",
        }
    }
}

/// What was found of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub topic: &'static str,
    /// What was found.
    pub found: String,
    /// What to do about it, where something can be done.
    pub advice: Option<&'static str>,
}

/// Turns facts into findings, the worst first; among equals, in the order of the rules.
pub(super) fn findings(facts: &Facts) -> Vec<Finding> {
    let mut findings: Vec<Finding> = RULES.iter().map(|rule| rule(facts)).collect();
    findings.sort_by_key(|finding| finding.severity);
    findings
}

/// What spoils most stands first.
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
];

fn well(topic: &'static str, found: impl Into<String>) -> Finding {
    Finding { severity: Severity::Well, topic, found: found.into(), advice: None }
}

fn note(topic: &'static str, found: impl Into<String>) -> Finding {
    Finding { severity: Severity::Note, ..well(topic, found) }
}

fn warning(topic: &'static str, found: impl Into<String>, advice: &'static str) -> Finding {
    Finding { severity: Severity::Warning, advice: Some(advice), ..well(topic, found) }
}

fn untold(topic: &'static str) -> Finding {
    note(topic, "this system does not tell")
}

fn build(facts: &Facts) -> Finding {
    if facts.is_optimised {
        return well("build", "optimised, without debug assertions");
    }
    let found = "not optimised, or with debug assertions: its times say nothing";
    let advice = "Build with `cargo run` or `cargo run --release`, with the profiles as they are";
    Finding { severity: Severity::Spoiled, ..warning("build", found, advice) }
}

fn interference(facts: &Facts) -> Finding {
    let Some(probe) = &facts.interference else {
        let found = if facts.jobs <= 1 { "one worker, nobody beside it" } else { "not measured" };
        return note("interference", found);
    };
    let mut found = format!(
        "a worker takes {:+.1} % of wall time beside {}",
        (probe.inflation - 1.0) * 100.0,
        counted(probe.jobs as u64 - 1, "busy neighbour")
    );
    if let Some(cpu) = probe.cpu_inflation {
        found += &format!(", {:+.1} % of CPU time", (cpu - 1.0) * 100.0);
    }
    let spread = probe.spread_alone();
    if spread > TOLERANCE - 1.0 {
        found += &format!("; alone its times spread over {:.0} % anyway", spread * 100.0);
    }
    if probe.exceeds_tolerance() {
        let advice = "Publish times of --jobs 1; counters hold at any width";
        return warning("interference", found, advice);
    }
    well("interference", found)
}

fn core_share(facts: &Facts) -> Finding {
    let Some(share) = facts.interference.as_ref().and_then(Interference::share_alone) else {
        return note("core share", "not measured");
    };
    let found = format!("a worker alone had its core for {:.0} % of the time", share * 100.0);
    if share < ENTIRE_CORE {
        let advice = "Find who else works now: other programs here, or other guests of the host";
        return warning("core share", found, advice);
    }
    well("core share", found)
}

fn load(facts: &Facts) -> Finding {
    match facts.load {
        None => untold("load"),
        Some(load) if load > QUIET_LOAD => warning(
            "load",
            format!("{load:.2} over the last minute, before this program began to work"),
            "End other programs, or wait: a build that has just ended counts for some minutes",
        ),
        Some(load) => well("load", format!("{load:.2} over the last minute")),
    }
}

fn swap(facts: &Facts) -> Finding {
    match facts.machine.settings.swap_used {
        None => untold("swap"),
        Some(0) => well("swap", "not in use"),
        Some(bytes) => warning(
            "swap",
            format!("{} MiB are swapped out", grouped(bytes.div_ceil(1 << 20))),
            "End what fills the memory: a page that is fetched back costs more than most solves",
        ),
    }
}

fn virtualisation(facts: &Facts) -> Finding {
    match facts.machine.settings.virtualisation.as_deref() {
        None => untold("hypervisor"),
        Some(NO_HYPERVISOR) => well("hypervisor", "none"),
        Some(name) => warning(
            "hypervisor",
            format!("a virtual machine ({name}) on a host that others may use: times drift"),
            "Trust ratios of interleaved runs more than absolute times",
        ),
    }
}

fn turbo(facts: &Facts) -> Finding {
    match facts.machine.settings.turbo {
        None => untold("turbo"),
        Some(false) => well("turbo", "off"),
        Some(true) if facts.jobs <= 1 => note("turbo", "on: the clock speed follows the heat"),
        Some(true) => warning(
            "turbo",
            format!("on, with {} workers: the clock slows down as cores fill", facts.jobs),
            "Switch it off (write 0 to /sys/devices/system/cpu/cpufreq/boost, or 1 to \
             …/intel_pstate/no_turbo), or take --jobs 1",
        ),
    }
}

fn governor(facts: &Facts) -> Finding {
    match facts.machine.settings.governor.as_deref() {
        None => untold("governor"),
        Some("performance") => well("governor", "performance"),
        Some(other) => warning(
            "governor",
            format!("{other}: short runs are measured while the clock still speeds up"),
            "Set it: `cpupower frequency-set -g performance`",
        ),
    }
}

fn smt(facts: &Facts) -> Finding {
    let cores = facts.machine.physical_cores.unwrap_or(usize::MAX);
    match facts.machine.settings.smt {
        None => untold("SMT"),
        Some(false) => well("SMT", "off: no two hardware threads share a core"),
        Some(true) if facts.jobs > cores => warning(
            "SMT",
            format!(
                "{} workers on {}: some share a core",
                facts.jobs,
                counted(cores as u64, "core")
            ),
            "Take no more workers than cores",
        ),
        Some(true) if facts.jobs > 1 && facts.pinnable_workers == 0 => warning(
            "SMT",
            "on, and workers cannot be pinned: two may share a core",
            "Switch it off (write off to /sys/devices/system/cpu/smt/control), or take --jobs 1",
        ),
        Some(true) => note("SMT", "on: another program may run beside a worker on its core"),
    }
}

fn pinning(facts: &Facts) -> Finding {
    match facts.pinnable_workers {
        0 => note("pinning", "not possible here: workers move from core to core"),
        workers if workers < facts.jobs => note(
            "pinning",
            format!("possible for {workers} of {} workers; the others share cores", facts.jobs),
        ),
        workers => well("pinning", format!("possible for {}", counted(workers as u64, "worker"))),
    }
}

fn own_cost(facts: &Facts) -> Finding {
    let found = format!(
        "the harness adds {} to each trial of a timed block",
        duration(facts.overhead_ns_per_trial)
    );
    if facts.overhead_ns_per_trial < OWN_COST_LIMIT {
        return well("own cost", found);
    }
    let advice = "Measure again on a quiet machine; if it stays, times of solves below 100 µs are \
                  too long";
    warning("own cost", found, advice)
}

fn thread_clock(facts: &Facts) -> Finding {
    match facts.clocks.thread_cpu_ns.zip(facts.clocks.shortest_cpu_sample_ns()) {
        None => warning(
            "CPU clock",
            "this system has no clock of a thread's CPU time: cpu_ns stays empty",
            "Keep the machine to itself: wall times count what other programs take",
        ),
        Some((cost, shortest)) => well(
            "CPU clock",
            format!(
                "a read costs {}: CPU time only of samples of {} and more",
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
        return well("wall clock", found);
    }
    let advice = "On Linux, see /sys/devices/system/clocksource/clocksource0: the processor's own \
                  counter (tsc) is the cheap one";
    warning("wall clock", found, advice)
}

#[cfg(test)]
mod tests;
