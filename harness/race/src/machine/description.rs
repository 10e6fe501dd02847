//! Describes this machine for the manifest.
//!
//! The processor, memory and system come from sysinfo. Frequency scaling, hardware threads, the hypervisor and
//! swap are read from `/sys` and `/proc`, and are `None` without these files, as on systems other than Linux.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use record::manifest::{Machine, NO_HYPERVISOR, Settings};
use sysinfo::System;

/// Describes this machine.
pub fn describe() -> Machine {
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
        settings: settings(Path::new("/")),
    }
}

/// Returns the default number of workers: one for each physical core.
pub fn physical_cores() -> usize {
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    System::physical_core_count().map_or(available, |cores| cores.clamp(1, available))
}

/// Returns the average number of threads that ran or waited for a core over the last minute.
pub fn load() -> Option<f64> {
    System::load_average().ok().map(|load| load.one)
}

/// Reads the settings of Linux from files below `root`.
fn settings(root: &Path) -> Settings {
    let cpu = root.join("sys/devices/system/cpu");
    Settings {
        governor: governor(&cpu.join("cpufreq")),
        turbo: turbo(&cpu),
        smt: flag(&cpu.join("smt/active")),
        virtualisation: virtualisation(root),
        swap_used: swap_used(&root.join("proc/meminfo")),
    }
}

fn governor(folder: &Path) -> Option<String> {
    let policies = policies(folder);
    let governors: BTreeSet<String> =
        policies.filter_map(|policy| word(&policy.join("scaling_governor"))).collect();
    let governors: Vec<String> = governors.into_iter().collect();
    (!governors.is_empty()).then(|| governors.join(","))
}

/// Each driver has its own file: Intel's is inverted, AMD's is per group of cores.
fn turbo(cpu: &Path) -> Option<bool> {
    flag(&cpu.join("intel_pstate/no_turbo"))
        .map(|no_turbo| !no_turbo)
        .or_else(|| flag(&cpu.join("cpufreq/boost")))
        .or_else(|| {
            let boosts = policies(&cpu.join("cpufreq"));
            boosts.filter_map(|policy| flag(&policy.join("boost"))).reduce(|a, b| a || b)
        })
}

/// Returns the folders of the groups of cores with a common frequency.
fn policies(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_policy =
        |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with("policy");
    entries.filter(is_policy).map(|entry| entry.path())
}

/// On x86 a hypervisor is shown by a processor flag, and named by the firmware tables. Other processors have no
/// such flag, but may have an entry in the device tree.
fn virtualisation(root: &Path) -> Option<String> {
    let is_flagged = fs::read_to_string(root.join("proc/cpuinfo"))
        .ok()
        .and_then(|text| flags(&text).map(|flags| flags.contains(&"hypervisor")));
    let named = || {
        word(&root.join("sys/hypervisor/type")).or_else(|| vendor(&root.join("sys/class/dmi/id")))
    };
    let in_tree = || word(&root.join("proc/device-tree/hypervisor/compatible"));
    match is_flagged {
        Some(false) => Some(NO_HYPERVISOR.into()),
        Some(true) => Some(named().unwrap_or_else(|| "unknown".into())),
        None => named().or_else(in_tree),
    }
}

/// Returns the flags of the first processor; `None` without such a line.
fn flags(cpuinfo: &str) -> Option<Vec<&str>> {
    let is_flags = |line: &&str| line.split(':').next().is_some_and(|key| key.trim() == "flags");
    let line = cpuinfo.lines().find(is_flags)?;
    line.split_once(':').map(|(_, flags)| flags.split_whitespace().collect())
}

/// Returns the hypervisor named by the firmware tables.
fn vendor(tables: &Path) -> Option<String> {
    const VENDORS: &[(&str, &str)] = &[
        ("Amazon EC2", "amazon"),
        ("Bochs", "bochs"),
        ("Google Compute Engine", "google"),
        ("KVM", "kvm"),
        ("Parallels", "parallels"),
        ("QEMU", "qemu"),
        ("VMware", "vmware"),
        ("Virtual Machine", "microsoft"),
        ("VirtualBox", "oracle"),
        ("Xen", "xen"),
    ];
    let texts = ["product_name", "sys_vendor", "bios_vendor"];
    let texts: Vec<String> = texts.iter().filter_map(|name| word(&tables.join(name))).collect();
    let is_named = |mark: &str| texts.iter().any(|text| text.contains(mark));
    VENDORS.iter().find(|(mark, _)| is_named(mark)).map(|&(_, name)| name.into())
}

fn swap_used(meminfo: &Path) -> Option<u64> {
    let text = fs::read_to_string(meminfo).ok()?;
    let kilobytes = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()
    };
    Some(kilobytes("SwapTotal:")?.saturating_sub(kilobytes("SwapFree:")?) * 1024)
}

/// Returns the text of a one-line file, without its line break; `None` if it is empty.
fn word(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    (!text.is_empty()).then(|| text.to_owned())
}

fn flag(path: &Path) -> Option<bool> {
    match word(path)?.as_str() {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the settings of a machine with these files.
    fn settings_of(files: &[(&str, &str)]) -> Settings {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        settings(root.path())
    }

    #[test]
    fn settings_without_files_are_unknown() {
        assert_eq!(settings_of(&[]), Settings::default());
    }

    #[test]
    fn every_governor_is_listed_once() {
        let governor = |core, text| (core, text);
        let files = [
            governor("sys/devices/system/cpu/cpufreq/policy0/scaling_governor", "schedutil\n"),
            governor("sys/devices/system/cpu/cpufreq/policy1/scaling_governor", "performance\n"),
            governor("sys/devices/system/cpu/cpufreq/policy2/scaling_governor", "schedutil\n"),
        ];
        assert_eq!(settings_of(&files).governor.as_deref(), Some("performance,schedutil"));
    }

    #[test]
    fn turbo_is_read_from_the_file_of_the_driver() {
        for (path, text, turbo) in [
            ("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n", false),
            ("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n", true),
            ("sys/devices/system/cpu/cpufreq/boost", "1\n", true),
            ("sys/devices/system/cpu/cpufreq/policy3/boost", "0\n", false),
        ] {
            assert_eq!(settings_of(&[(path, text)]).turbo, Some(turbo), "{path}");
        }
    }

    #[test]
    fn a_hypervisor_is_detected_by_its_flag_and_named_by_the_firmware() {
        let name = |files: &[(&str, &str)]| settings_of(files).virtualisation;
        let guest = ("proc/cpuinfo", "model name\t: X\nflags\t\t: fpu hypervisor lahf_lm\n");
        let host = ("proc/cpuinfo", "vmx flags\t: hypervisor\nflags\t\t: fpu lahf_lm\n");
        let arm = ("proc/cpuinfo", "Features\t: fp asimd\n");
        let qemu = ("sys/class/dmi/id/sys_vendor", "QEMU\n");
        assert_eq!(name(&[host, qemu]).as_deref(), Some(NO_HYPERVISOR));
        assert_eq!(name(&[guest]).as_deref(), Some("unknown"));
        assert_eq!(name(&[guest, qemu]).as_deref(), Some("qemu"));
        assert_eq!(name(&[guest, ("sys/hypervisor/type", "xen\n")]).as_deref(), Some("xen"));
        assert_eq!(name(&[arm]), None);
        let tree = ("proc/device-tree/hypervisor/compatible", "linux,kvm\0");
        assert_eq!(name(&[arm, tree]).as_deref(), Some("linux,kvm"));
    }

    #[test]
    fn used_swap_is_the_total_minus_the_free() {
        let text = "MemTotal:  9 kB\nSwapTotal:    2048 kB\nSwapFree:      1024 kB\n";
        assert_eq!(settings_of(&[("proc/meminfo", text)]).swap_used, Some(1 << 20));
    }
}
