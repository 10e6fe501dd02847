//! The commands that repeat the trials of a run on one puzzle, from its manifest.

use std::collections::BTreeMap;
use std::path::Path;

use analysis::load::RowSource;
use record::Task;
use record::manifest::RunSpec;

use super::manifests;

/// For each corpus, the words of the command before and after the puzzle and the backend. A corpus that two
/// runs read has the command of the first.
pub(super) fn commands(sources: &[RowSource]) -> Vec<(String, [String; 2])> {
    let mut found = BTreeMap::new();
    for manifest in sources.iter().flat_map(|source| manifests(&source.name)) {
        let after = options(&manifest.plan);
        for corpus in &manifest.plan.corpora {
            let before = shell_words::join(["harness", "run", &corpus.file]);
            found.entry(name(&corpus.file)).or_insert_with(|| [before, after.clone()]);
        }
    }
    found.into_iter().collect()
}

/// Returns the name of a corpus: that of its file, without folder and extensions.
fn name(file: &str) -> String {
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let path = Path::new(file);
    let is_packed = path.extension().is_some_and(|end| end == "gz" || end == "zst");
    let name = stem(path).unwrap_or_default();
    if is_packed { stem(Path::new(&name)).unwrap_or_default() } else { name }
}

/// Returns the options of a run that decide what is solved and when it is given up.
fn options(plan: &RunSpec) -> String {
    let number = |name: &str, value: Option<u64>| value.map(|value| format!("--{name} {value}"));
    let limit = match plan.limit_ns {
        None => "none".into(),
        Some(ns) if ns % 1_000_000_000 == 0 => format!("{}s", ns / 1_000_000_000),
        Some(ns) if ns % 1_000_000 == 0 => format!("{}ms", ns / 1_000_000),
        Some(ns) => format!("{ns}ns"),
    };
    let task = serde_json::to_value(plan.task).unwrap_or_default();
    let task = task.as_str().filter(|_| plan.task != Task::default());
    let reading = plan.reading.iter().filter_map(|pair| pair.split_once('='));
    let reading: Vec<String> =
        reading.map(|(name, value)| format!("--{name} {}", shell_words::quote(value))).collect();
    let options = [
        Some(format!("--timeout {limit}")),
        task.map(|task| format!("--task {task}")),
        number("node-limit", plan.limit_nodes),
        number("max-rounds", plan.limit_rounds),
        number("isomorphs", plan.isomorphs),
        number("seed", plan.isomorphs.map(|_| plan.seed)),
    ];
    options.into_iter().flatten().chain(reading).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corpus_has_the_name_of_its_file() {
        for file in ["a/b.txt", "b.txt.gz", "b", "b.csv.zst"] {
            assert_eq!(name(file), "b", "{file}");
        }
    }
}
