//! `CITATION.cff`, in the Citation File Format 1.2: YAML, of which JSON strings are a part.

use serde_json::Value;

use super::Dataset;

/// Returns the text of the file.
pub(super) fn text(dataset: &Dataset<'_>) -> String {
    let quoted = |text: &str| Value::from(text).to_string();
    let authors: String =
        dataset.authors().iter().map(|name| format!("  - name: {}\n", quoted(name))).collect();
    let license = dataset.publish.license.as_deref();
    let license = license.map_or(String::new(), |spdx| format!("license: {}\n", quoted(spdx)));
    let mut programs: Vec<(&str, Option<&str>)> = Vec::new();
    for run in &dataset.runs {
        let program = &run.facts.program;
        programs.push((&program.version, program.revision.as_deref()));
    }
    programs.sort_unstable();
    programs.dedup();
    let reference = |(version, revision): &(&str, Option<&str>)| {
        let revision = revision.map(|it| format!("    commit: {}\n", quoted(it)));
        format!(
            "  - type: software\n    title: {}\n    authors:\n      - name: \"sudoku harness \
             contributors\"\n    version: {}\n{}",
            quoted("Sudoku as exact cover, as SAT, as search: a benchmark harness"),
            quoted(version),
            revision.unwrap_or_default()
        )
    };
    let references: String = programs.iter().map(reference).collect();
    let references = match references.is_empty() {
        true => String::new(),
        false => format!("references:\n{references}"),
    };
    format!(
        "cff-version: 1.2.0\n\
         message: \"If you use these data, please cite them as below, with the program.\"\n\
         type: dataset\n\
         title: {}\n\
         authors:\n{authors}\
         date-released: {}\n\
         {license}{references}",
        quoted(&dataset.title),
        dataset.date(),
    )
}
