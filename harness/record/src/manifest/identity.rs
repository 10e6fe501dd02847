//! The identity of an external solver: a run is resumed only with the same solvers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::Mode;

/// An external solver in a manifest.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Identity {
    /// `external/name`.
    pub id: String,
    /// The program and its arguments, an absolute path reduced to its last component.
    pub command: Vec<String>,
    /// The protocol.
    pub mode: Mode,
    /// The command that prints its version.
    #[serde(default)]
    pub version_command: Vec<String>,
    /// The files named by the command, with the blake3 hashes of their bytes.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

impl Identity {
    /// Returns a description of what has changed, or `None` if nothing has.
    pub fn change(&self, now: &Self) -> Option<String> {
        let id = &self.id;
        if self.files.is_empty() && !now.files.is_empty() {
            return Some(format!("{id}: the manifest has no hash of the program"));
        }
        let names: Vec<&String> = self.files.keys().chain(now.files.keys()).collect();
        let changed = names.into_iter().find(|name| self.files.get(*name) != now.files.get(*name));
        if let Some(name) = changed {
            let shown = |identity: &Self| {
                let hash = identity.files.get(name);
                hash.map_or("missing".into(), |hash| format!("blake3 {hash:.12}…"))
            };
            return Some(format!("{id}: {name} has changed: {}, then {}", shown(self), shown(now)));
        }
        (self != now).then(|| {
            let shown = |it: &Self| format!("{} ({:?})", shell_words::join(&it.command), it.mode);
            format!("{id}: the command has changed: {}, then {}", shown(self), shown(now))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_without_hashes_is_read() {
        let old = r#"{"id": "external/toy", "command": ["toy"], "mode": "lines", "cwd": "x"}"#;
        let old: Identity = serde_json::from_str(old).expect("an old manifest");
        assert!(old.files.is_empty());
        let files = [("toy".to_owned(), "00".repeat(32))].into();
        assert!(old.change(&Identity { files, ..old.clone() }).expect("one").contains("no hash"));
    }
}
