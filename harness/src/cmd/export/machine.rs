//! The elements of a result file of BenchExec that describe machines.

use std::io;

use quick_xml::Writer;

use crate::cmd::run_facts::{MachineFacts, RunFacts};

/// Writes an element of BenchExec for each distinct machine, or one without facts if there is none.
pub(super) fn write(facts: &[&RunFacts], xml: &mut Writer<Vec<u8>>) -> io::Result<()> {
    let mut machines: Vec<&MachineFacts> = Vec::new();
    let unknown = MachineFacts::default();
    for run in facts {
        if !machines.contains(&&run.machine) {
            machines.push(&run.machine);
        }
    }
    if machines.is_empty() {
        machines.push(&unknown);
    }
    machines.into_iter().try_for_each(|machine| machine_element(machine, xml))
}

fn machine_element(machine: &MachineFacts, xml: &mut Writer<Vec<u8>>) -> io::Result<()> {
    let or_unknown = |value: Option<String>| value.unwrap_or_else(|| "unknown".into());
    let system: Vec<&str> =
        [&machine.system, &machine.kernel].into_iter().flatten().map(String::as_str).collect();
    let system = or_unknown((!system.is_empty()).then(|| system.join(", ")));
    let cores = or_unknown(machine.logical_cores.map(|cores| cores.to_string()));
    let memory = or_unknown(machine.memory_bytes.map(|bytes| format!("{bytes}B")));
    let model = or_unknown(machine.cpu.clone());
    xml.create_element("systeminfo").write_inner_content(|xml| {
        xml.create_element("os").with_attribute(("name", &*system)).write_empty()?;
        let cpu = xml.create_element("cpu").with_attribute(("model", &*model));
        let cpu = cpu.with_attribute(("cores", &*cores));
        let turbo = machine.turbo.map(|turbo| if turbo { "true" } else { "false" });
        cpu.with_attributes(turbo.map(|turbo| ("turboboostActive", turbo))).write_empty()?;
        xml.create_element("ram").with_attribute(("size", &*memory)).write_empty()?;
        xml.create_element("environment").write_empty()?;
        Ok(())
    })?;
    Ok(())
}
