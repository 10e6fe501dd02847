//! The content security policy of a page: it loads nothing, and runs the one script and the one style
//! sheet whose hashes the policy names. So even a name that became markup could not run.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Returns the policy of a page with this style sheet and this script, each exactly the text of its element.
pub fn policy(style: &str, script: &str) -> String {
    policy_of(&[style], &[script])
}

/// Returns the policy of a page with these style sheets and scripts, which include those of its
/// frames.
pub fn policy_of(styles: &[&str], scripts: &[&str]) -> String {
    let hash = |text: &&str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let hashes = |texts: &[&str]| texts.iter().map(hash).collect::<Vec<_>>().join(" ");
    format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src {}; script-src {}",
        hashes(styles),
        hashes(scripts)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hashes_are_those_of_the_texts() {
        let empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert!(policy("", "").ends_with(&format!("style-src {empty}; script-src {empty}")));
    }
}
