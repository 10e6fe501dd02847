//! What the machine was: the part of the manifest that a reader of the times needs.

use serde::{Deserialize, Serialize};

/// What [`Settings::virtualisation`] is where no hypervisor shows itself.
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
    /// What Linux does about it.
    #[serde(flatten)]
    pub settings: Settings,
}

/// How a machine is set up, as far as it changes times.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The frequency governors of the cores, each once, with commas.
    pub governor: Option<String>,
    /// Whether cores may run above their base frequency while others rest.
    pub turbo: Option<bool>,
    /// Whether cores have several hardware threads that are switched on.
    pub smt: Option<bool>,
    /// The hypervisor: [`NO_HYPERVISOR`], or its name, `unknown` if it hides that.
    pub virtualisation: Option<String>,
    /// Bytes of memory that are swapped out.
    #[serde(rename = "swap_used_bytes", alias = "swap_used")]
    pub swap_used: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_manifest_is_still_read_and_the_settings_lie_flat_in_a_new_one() {
        let old = r#"{"cpu":"X","physical_cores":2,"logical_cores":4,"memory":8,"system":"L",
            "kernel":null}"#;
        let mut machine: Machine = serde_json::from_str(old).unwrap();
        assert_eq!(machine.settings, Settings::default());
        machine.settings.smt = Some(true);
        let json = serde_json::to_value(&machine).unwrap();
        assert_eq!((&json["physical_cores"], &json["smt"]), (&2.into(), &true.into()));
    }
}
