//! `harness doctor`: diagnoses what disturbs measurements on this machine.

use std::io::Write;

use race::machine::control_group::ControlGroups;
use race::machine::description::{describe, load, physical_cores};
use race::machine::overhead::overhead_ns_per_trial;
use race::machine::{clock, pin, probe};
use race::manifest;
use race::sandbox;
use render::table::{counted, folded};
use serde::Serialize;

use self::findings::{Facts, Finding, findings};
use super::{End, printing};
use crate::cli::DoctorArgs;

mod findings;

/// The JSON document.
#[derive(Serialize)]
struct Report {
    facts: Facts,
    findings: Vec<Finding>,
}

/// Examines the machine, which takes about a second, and prints the findings to `out`, the most severe
/// first. A finding is not a failure.
///
/// # Errors
/// When writing to `out` fails.
pub fn run(arguments: &DoctorArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let facts = examine(arguments.jobs.number.map_or_else(physical_cores, usize::from));
    let findings = findings(&facts);
    if arguments.format.is_json() {
        printing::json(out, &serde_json::to_value(Report { facts, findings })?)?;
        return Ok(End::Well);
    }
    print_machine(&facts, out)?;
    findings.iter().try_for_each(|finding| print_finding(finding, out))?;
    Ok(End::Well)
}

/// Collects the facts. The load is read first, because the rest adds to it.
fn examine(jobs: usize) -> Facts {
    let load = load();
    let (clocks, sandbox) = (clock::measure(), sandbox::available());
    Facts {
        load,
        jobs,
        is_optimised: manifest::is_optimised(),
        machine: describe(),
        clocks,
        pinnable_workers: pin::pinnable_workers(),
        interference: probe::probe(jobs),
        sandbox: sandbox.as_ref().ok().map(|found| found.version().to_owned()),
        sandbox_problem: sandbox.err(),
        has_control_groups: ControlGroups::find().is_some(),
        overhead_ns_per_trial: overhead_ns_per_trial(&clocks),
    }
}

fn print_machine(facts: &Facts, out: &mut dyn Write) -> anyhow::Result<()> {
    let machine = &facts.machine;
    let mut parts = vec![machine.cpu.clone().unwrap_or_else(|| "unknown processor".into())];
    parts.extend(machine.physical_cores.map(|cores| counted(cores as u64, "core")));
    parts.extend(machine.memory.map(|bytes| format!("{} MiB", bytes >> 20)));
    parts.push(machine.system.clone());
    parts.push(counted(facts.jobs as u64, "worker"));
    writeln!(out, "{}", parts.join(", "))?;
    Ok(())
}

fn print_finding(finding: &Finding, out: &mut dyn Write) -> anyhow::Result<()> {
    let Finding { severity, topic, found, advice } = finding;
    let advice = advice.as_ref().map(|advice| format!(" {advice}.")).unwrap_or_default();
    let line = format!("{:<8} {topic:<12} {found}.{advice}", severity.name());
    Ok(writeln!(out, "{}", folded(&line))?)
}
