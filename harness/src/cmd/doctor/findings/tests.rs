//! Tests of each rule on invented machines.

use record::manifest::{ProbeSample, Settings};

use super::*;

/// Returns a machine without problems.
fn quiet() -> Facts {
    Facts {
        jobs: 4,
        load: Some(0.1),
        is_optimised: true,
        machine: Machine {
            cpu: Some("a processor".into()),
            physical_cores: Some(4),
            logical_cores: Some(4),
            memory: Some(1 << 34),
            system: "a system".into(),
            kernel: None,
            settings: Settings {
                governor: Some("performance".into()),
                turbo: Some(false),
                smt: Some(false),
                virtualisation: Some(NO_HYPERVISOR.into()),
                swap_used: Some(0),
            },
        },
        clocks: ClockCosts { instant_ns: 25, empty_ns: 20, tick_ns: 1, thread_cpu_ns: Some(400) },
        pinnable_workers: 4,
        interference: Some(probed(1.01)),
        sandbox: Some("bubblewrap 0.8.0".into()),
        sandbox_problem: None,
        has_control_groups: false,
        overhead_ns_per_trial: 12.0,
    }
}

fn probed(inflation: f64) -> Interference {
    let sample = ProbeSample { wall_ns: 1_000, cpu_ns: Some(1_000) };
    Interference {
        jobs: 4,
        alone_ns: 1_000,
        beside_ns: (1_000.0 * inflation) as u64,
        inflation,
        cpu_inflation: Some(1.0),
        alone: vec![sample; 5],
        beside: vec![sample; 5],
    }
}

/// Returns the finding about `topic` once `change` has happened to the quiet machine.
#[track_caller]
fn found(topic: &str, change: impl FnOnce(&mut Facts)) -> Finding {
    let mut facts = quiet();
    change(&mut facts);
    let mut about = findings(&facts).into_iter().filter(|finding| finding.topic == topic);
    let finding = about.next().expect("a finding");
    assert_eq!(about.next(), None);
    finding
}

#[track_caller]
fn check(topic: &str, severity: Severity, words: &str, change: impl FnOnce(&mut Facts)) {
    let finding = found(topic, change);
    assert_eq!(finding.severity, severity, "{}", finding.found);
    assert!(finding.found.contains(words), "{}", finding.found);
    let is_bad = severity <= Severity::Warning;
    assert_eq!(finding.advice.is_some(), is_bad, "advice where something is wrong");
}

use Severity::{Note, Spoiled, Warning};

#[test]
fn on_a_quiet_machine_every_rule_is_ok() {
    let findings = findings(&quiet());
    assert_eq!(findings.len(), RULES.len());
    assert!(findings.iter().all(|finding| finding.severity == Severity::Ok), "{findings:#?}");
}

#[test]
fn the_most_severe_findings_come_first() {
    let mut facts = quiet();
    facts.pinnable_workers = 0;
    facts.load = Some(3.0);
    facts.is_optimised = false;
    let topics: Vec<_> = findings(&facts).iter().map(|finding| finding.topic).collect();
    assert_eq!(topics[..3], ["build", "load", "pinning"]);
}

#[test]
fn an_unoptimised_build_makes_times_meaningless() {
    check("build", Spoiled, "times are meaningless", |facts| facts.is_optimised = false);
}

#[test]
fn interference_beyond_five_percent_is_a_warning() {
    let probe = |inflation| move |facts: &mut Facts| facts.interference = Some(probed(inflation));
    check("interference", Warning, "+5.1 % beside 3 busy neighbours", probe(1.051));
    check("interference", Severity::Ok, "-2.0 %", probe(0.98));
    check("interference", Note, "one worker", |facts| {
        (facts.jobs, facts.interference) = (1, None);
    });
    check("interference", Note, "not measured", |facts| facts.interference = None);
}

#[test]
fn an_unsteady_probe_is_mentioned() {
    assert!(!found("interference", |_| ()).found.contains("even alone"));
    check("interference", Severity::Ok, "even alone, its times vary by 30 %", |facts| {
        facts.interference.as_mut().expect("a probe").alone[0].wall_ns = 1_300;
    });
}

#[test]
fn a_core_that_is_shared_right_now_is_a_warning() {
    check("core share", Warning, "for 50 % of the time", |facts| {
        let probe = facts.interference.as_mut().expect("a probe");
        probe.alone.iter_mut().for_each(|sample| sample.cpu_ns = Some(500));
    });
    check("core share", Note, "not measured", |facts| facts.interference = None);
}

#[test]
fn a_load_above_one_half_is_a_warning() {
    check("load", Severity::Ok, "0.50", |facts| facts.load = Some(0.5));
    check("load", Warning, "0.51", |facts| facts.load = Some(0.51));
    check("load", Note, "not reported", |facts| facts.load = None);
}

#[test]
fn swap_in_use_is_a_warning() {
    check("swap", Warning, "3 MiB", |facts| {
        facts.machine.settings.swap_used = Some((2 << 20) + 1);
    });
    check("swap", Note, "not reported", |facts| facts.machine.settings.swap_used = None);
}

#[test]
fn a_virtual_machine_is_a_warning() {
    check("hypervisor", Warning, "(kvm)", |facts| {
        facts.machine.settings.virtualisation = Some("kvm".into());
    });
    check("hypervisor", Note, "not reported", |facts| {
        facts.machine.settings.virtualisation = None;
    });
}

#[test]
fn turbo_is_a_warning_when_workers_run_side_by_side() {
    check("turbo", Warning, "4 workers", |facts| facts.machine.settings.turbo = Some(true));
    check("turbo", Note, "on", |facts| {
        (facts.jobs, facts.machine.settings.turbo) = (1, Some(true));
    });
    check("turbo", Note, "not reported", |facts| facts.machine.settings.turbo = None);
}

#[test]
fn every_governor_but_performance_is_a_warning() {
    for name in ["powersave", "performance,schedutil"] {
        check("governor", Warning, name, |facts| {
            facts.machine.settings.governor = Some(name.into());
        });
    }
    check("governor", Note, "not reported", |facts| facts.machine.settings.governor = None);
}

#[test]
fn hardware_threads_are_a_warning_when_workers_may_share_a_core() {
    let smt = |facts: &mut Facts| facts.machine.settings.smt = Some(true);
    check("SMT", Note, "another program", smt);
    check("SMT", Warning, "5 workers on 4 cores", |facts| {
        smt(facts);
        facts.jobs = 5;
    });
    check("SMT", Warning, "cannot be pinned", |facts| {
        smt(facts);
        facts.pinnable_workers = 0;
    });
    check("SMT", Note, "not reported", |facts| facts.machine.settings.smt = None);
}

#[test]
fn pinning_is_possible_or_not() {
    check("pinning", Note, "not possible", |facts| facts.pinnable_workers = 0);
    check("pinning", Note, "3 of 4", |facts| facts.pinnable_workers = 3);
}

#[test]
fn the_harness_may_add_less_than_a_microsecond() {
    check("own cost", Severity::Ok, "999 ns", |facts| facts.overhead_ns_per_trial = 999.0);
    check("own cost", Warning, "1.00 µs", |facts| facts.overhead_ns_per_trial = 1_000.0);
}

#[test]
fn the_costs_of_the_clocks_limit_the_precision() {
    check("wall clock", Severity::Ok, "may be off by 20.0 ns", |_| ());
    check("wall clock", Warning, "costs 1.00 µs", |facts| facts.clocks.instant_ns = 1_000);
    check("CPU clock", Severity::Ok, "at least 40.0 µs", |_| ());
    check("CPU clock", Warning, "cpu_ns is empty", |facts| facts.clocks.thread_cpu_ns = None);
}

#[test]
fn a_sandbox_that_cannot_be_had_is_a_note() {
    check("sandbox", Severity::Ok, "possible (bubblewrap 0.8.0)", |_| ());
    check("sandbox", Severity::Ok, "the kernel limits the memory", |facts| {
        facts.has_control_groups = true;
    });
    check("sandbox", Note, "no --sandbox for external solvers: not here", |facts| {
        (facts.sandbox, facts.sandbox_problem) = (None, Some("not here".into()));
    });
}

#[test]
fn facts_and_findings_are_json() {
    let facts = serde_json::to_value(quiet()).expect("JSON");
    assert_eq!(facts["machine"]["governor"], "performance");
    assert_eq!(facts["clocks"]["instant_ns"], 25);
    assert_eq!(facts["interference"]["jobs"], 4);
    let finding = serde_json::to_value(found("build", |_| ())).expect("JSON");
    assert_eq!(finding["severity"], "ok");
    assert_eq!(finding["advice"], serde_json::Value::Null);
}
