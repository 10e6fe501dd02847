//! The build of this program, for the manifests of its runs.

use record::manifest::ProgramBuild;

/// Describes the build.
pub fn program() -> ProgramBuild {
    ProgramBuild {
        version: env!("CARGO_PKG_VERSION").into(),
        revision: Some(env!("HARNESS_REVISION").to_owned()).filter(|text| !text.is_empty()),
        compiler: env!("HARNESS_COMPILER").into(),
        opt_level: solvers::OPT_LEVEL.into(),
        debug_assertions: cfg!(debug_assertions),
        target: env!("HARNESS_TARGET").into(),
        target_features: env!("HARNESS_TARGET_FEATURES").into(),
        lock_blake3: Some(blake3::hash(include_bytes!("../../Cargo.lock")).to_hex().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_is_described() {
        let program = program();
        assert!(program.compiler.starts_with("rustc "));
        assert_eq!(program.lock_blake3.map(|hash| hash.len()), Some(64));
        if cfg!(target_arch = "x86_64") {
            assert!(program.target_features.split(',').any(|it| it == "sse2"));
        }
    }
}
