//! The machine, as far as it matters to a reader of the times.

use serde::{Deserialize, Serialize};

/// The value of [`Settings::virtualisation`] if no hypervisor is detected.
pub const NO_HYPERVISOR: &str = "none";

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
    #[serde(rename = "memory_bytes", alias = "memory")]
    pub memory: Option<u64>,
    /// The system.
    pub system: String,
    /// Its kernel.
    pub kernel: Option<String>,
    /// Its settings.
    #[serde(flatten)]
    pub settings: Settings,
}

/// The settings of a machine that affect times.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The distinct frequency governors of the cores, separated by commas.
    pub governor: Option<String>,
    /// Whether cores may exceed their base frequency while others are idle.
    pub turbo: Option<bool>,
    /// Whether simultaneous multithreading is enabled.
    pub smt: Option<bool>,
    /// The hypervisor: [`NO_HYPERVISOR`], or its name, or `unknown`.
    pub virtualisation: Option<String>,
    /// Swapped memory in bytes.
    #[serde(rename = "swap_used_bytes", alias = "swap_used")]
    pub swap_used: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_manifest_is_read_and_settings_are_flat_in_a_new_one() {
        let old = r#"{"cpu":"X","physical_cores":2,"logical_cores":4,"memory":8,"system":"L",
            "kernel":null}"#;
        let mut machine: Machine = serde_json::from_str(old).unwrap();
        assert_eq!(machine.settings, Settings::default());
        machine.settings.smt = Some(true);
        let json = serde_json::to_value(&machine).unwrap();
        assert_eq!((&json["physical_cores"], &json["smt"]), (&2.into(), &true.into()));
    }
}
