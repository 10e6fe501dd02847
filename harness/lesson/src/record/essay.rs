//! The essay of a family: the documentation at the top of its module, as text.

/// The families, and the files that begin with their essays.
const ESSAYS: &[(&str, &str)] = &[
    ("backtrack", include_str!("../../../../solvers/src/backtrack/mod.rs")),
    ("candidates", include_str!("../../../../solvers/src/candidates/mod.rs")),
    ("colour", include_str!("../../../../solvers/src/colour/mod.rs")),
    ("count", include_str!("../../../../solvers/src/count/mod.rs")),
    ("cover", include_str!("../../../../solvers/src/cover/mod.rs")),
    ("deduce", include_str!("../../../../solvers/src/logic/mod.rs")),
    ("local", include_str!("../../../../solvers/src/local/mod.rs")),
    ("sat", include_str!("../../../../solvers/src/sat/mod.rs")),
    ("simd", include_str!("../../../../solvers/src/simd/mod.rs")),
];

/// Returns the essay of a family, or an empty text.
pub(super) fn of(family: &str) -> String {
    let Some((_, file)) = ESSAYS.iter().find(|(name, _)| *name == family) else {
        return String::new();
    };
    let lines = file.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_an_essay() {
        for row in solvers::BACKENDS {
            assert!(of(row.family()).len() > 100, "{}", row.id);
        }
    }
}
