//! The essay of a family, as text: in English the documentation at the top of its module, in French one that says
//! the same to a reader who has only the page.

/// A family, the file that begins with its essay, and the essay in French.
type Essay = (&'static str, &'static str, &'static str);

/// Generates the table from the names of families and of their modules.
macro_rules! essays {
    ($(($family:literal, $module:literal),)+) => {
        &[$((
            $family,
            include_str!(concat!("../../../../solvers/src/", $module, "/mod.rs")),
            include_str!(concat!("essays/", $family, ".txt")),
        ),)+]
    };
}

const ESSAYS: &[Essay] = essays![
    ("backtrack", "backtrack"),
    ("candidates", "candidates"),
    ("colour", "colour"),
    ("count", "count"),
    ("cover", "cover"),
    ("deduce", "logic"),
    ("local", "local"),
    ("sat", "sat"),
    ("simd", "simd"),
];

/// Returns the essay of a family in English and in French, or empty texts.
pub(super) fn of(family: &str) -> (String, &'static str) {
    let Some((_, file, french)) = ESSAYS.iter().find(|(name, ..)| *name == family) else {
        return Default::default();
    };
    let lines = file.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    (lines.join("\n"), french)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_an_essay_in_both_languages() {
        for row in solvers::BACKENDS {
            let (english, french) = of(row.family());
            assert!(english.len() > 100 && french.len() > 100, "{}", row.id);
        }
    }
}
