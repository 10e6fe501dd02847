//! A scenario of the algorithm selection library (ASlib): which algorithm is best for which
//! instance, as a learning problem (Bischl et al., *ASlib: a benchmark library for algorithm
//! selection*, 2016).
//!
//! A folder with a description in YAML and tables in ARFF: the runs, the features of the instances
//! (the number of givens, the only one in the rows), the status of the features, and folds for
//! cross-validation. The folds keep the isomorphs of a puzzle together: a selector that has seen one knows
//! the others. Times are in seconds.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use analysis::load::{Measure, Runs, Trial};
use anyhow::Context;
use record::Status;

use super::instances;
use crate::cmd::selection::Field;

/// The number of folds.
const FOLDS: usize = 10;

/// Writes the scenario into a new folder.
pub(super) fn write(runs: &Runs, field: &Field, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let scenario = Scenario::new(runs, field, folder);
    for (file, text) in [
        ("description.txt", scenario.description()),
        ("algorithm_runs.arff", scenario.runs()?),
        ("feature_values.arff", scenario.feature_values()),
        ("feature_runstatus.arff", scenario.feature_status()),
        ("cv.arff", scenario.folds()),
        ("readme.txt", scenario.readme()),
    ] {
        let path = folder.join(file);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// The data of the files of a scenario.
struct Scenario<'a> {
    runs: &'a Runs,
    algorithms: Vec<String>,
    /// The name of each puzzle of the runs.
    names: Vec<String>,
    /// The puzzles that have trials.
    instances: Vec<u32>,
    id: String,
    limit_ns: Option<u64>,
}

impl<'a> Scenario<'a> {
    fn new(runs: &'a Runs, field: &Field, folder: &Path) -> Self {
        let mut instances: Vec<u32> = runs.trials.iter().map(|trial| trial.puzzle).collect();
        instances.sort_unstable();
        instances.dedup();
        let id = folder.file_name().unwrap_or_default().to_string_lossy();
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        Self {
            runs,
            algorithms: field.labels(runs),
            names: instances::names(runs),
            instances,
            id: id.chars().map(plain).collect(),
            limit_ns: runs.trials.iter().filter_map(|trial| trial.get(Measure::LimitNs)).max(),
        }
    }

    fn description(&self) -> String {
        let cutoff = self.limit_ns.map_or("'?'".into(), |ns| (ns as f64 / 1e9).to_string());
        let algorithms: String =
            self.algorithms.iter().map(|label| format!("    - \"{label}\"\n")).collect();
        format!(
            "scenario_id: {}\n\
             performance_measures:\n    - runtime\n\
             maximize:\n    - false\n\
             performance_type:\n    - runtime\n\
             algorithm_cutoff_time: {cutoff}\n\
             algorithm_cutoff_memory: '?'\n\
             features_cutoff_time: '?'\n\
             features_cutoff_memory: '?'\n\
             algorithms_deterministic:\n{algorithms}\
             algorithms_stochastic: []\n\
             number_of_feature_steps: 1\n\
             feature_steps:\n    reading:\n        provides:\n            - clues\n\
             default_steps:\n    - reading\n\
             features_deterministic:\n    - clues\n\
             features_stochastic: []\n",
            self.id
        )
    }

    /// Returns one line per trial; repetitions count from 1 for each algorithm and instance.
    fn runs(&self) -> anyhow::Result<String> {
        let mut text = self.relation(
            "ALGORITHM_RUNS",
            &[
                ("algorithm", "STRING"),
                ("runtime", "NUMERIC"),
                ("runstatus", "{ok, timeout, memout, not_applicable, crash, other}"),
            ],
        );
        let mut trials: Vec<&Trial> = self.runs.trials.iter().collect();
        trials.sort_by_key(|trial| {
            (trial.puzzle, trial.contestant, trial.source, trial.run, trial.invocation, trial.rep)
        });
        let mut repetitions: HashMap<(u32, u32), u32> = HashMap::new();
        for trial in trials {
            let repetition = repetitions.entry((trial.puzzle, trial.contestant)).or_default();
            *repetition += 1;
            let name = &self.names[trial.puzzle as usize];
            let algorithm = &self.runs.contestants[trial.contestant as usize].label;
            let limit = self.limit_ns;
            let ns = trial.get(Measure::Wall).or(limit).with_context(|| {
                format!("{algorithm} has no time on {name}, which ASlib requires")
            })?;
            let (seconds, status) = (ns as f64 / 1e9, status(trial.status));
            writeln!(text, "{name},{repetition},{algorithm},{seconds},{status}")?;
        }
        Ok(text)
    }

    fn feature_values(&self) -> String {
        let mut text = self.relation("FEATURE_VALUES", &[("clues", "NUMERIC")]);
        for (name, puzzle) in self.puzzles() {
            let clues = puzzle.clues.map_or("?".into(), |clues| clues.to_string());
            text += &format!("{name},1,{clues}\n");
        }
        text
    }

    fn feature_status(&self) -> String {
        let states = "{ok, timeout, memout, presolved, crash, other}";
        let mut text = self.relation("FEATURE_RUNSTATUS", &[("reading", states)]);
        for (name, puzzle) in self.puzzles() {
            let status = if puzzle.clues.is_some() { "ok" } else { "other" };
            text += &format!("{name},1,{status}\n");
        }
        text
    }

    /// Classes are assigned to the folds in turn.
    fn folds(&self) -> String {
        let mut text = self.relation("CV", &[("fold", "NUMERIC")]);
        let mut fold_of: HashMap<&str, usize> = HashMap::new();
        for (name, puzzle) in self.puzzles() {
            let next = fold_of.len() % FOLDS + 1;
            let fold = fold_of.entry(&puzzle.class).or_insert(next);
            text += &format!("{name},1,{fold}\n");
        }
        text
    }

    fn readme(&self) -> String {
        let together = self.runs.trials.iter().any(|trial| !trial.is_timed_alone());
        let blocks = match together {
            true => {
                "Some puzzles were timed in blocks or batches: each has the mean of its block, so that \
                 their times are not independent.\n"
            }
            false => "",
        };
        let warnings: String =
            self.runs.caveats(Measure::Wall).iter().map(|warning| format!("{warning}\n")).collect();
        format!(
            "{}: {} algorithms on {} puzzles.\n\n\
             The instances are puzzles of the sudoku family. An algorithm must decide whether a \
             puzzle has one solution, several or none (or answer another task), and every answer \
             was checked. `runtime` is wall time in seconds.\n\
             runstatus: ok is an answer that was not refuted; not_applicable, an unsupported puzzle or \
             task, with the cutoff as runtime if none was measured; other, a wrong answer, a node \
             limit, or an algorithm that gave up.\n\
             The only feature is the number of givens; `?` if unknown. The cost of counting them was \
             not measured.\n\
             The folds keep the isomorphs of a puzzle together.\n\
             Pilot passes are excluded.\n{blocks}{warnings}",
            self.id,
            self.algorithms.len(),
            self.instances.len()
        )
    }

    fn puzzles(&self) -> impl Iterator<Item = (&str, &analysis::load::PuzzleInfo)> {
        self.instances
            .iter()
            .map(|&index| (self.names[index as usize].as_str(), &self.runs.puzzles[index as usize]))
    }

    /// Returns the header of a table whose first columns are instance and repetition.
    fn relation(&self, kind: &str, attributes: &[(&str, &str)]) -> String {
        let first = [("instance_id", "STRING"), ("repetition", "NUMERIC")];
        let attribute = |(name, kind): &(&str, &str)| format!("@ATTRIBUTE {name} {kind}\n");
        let attributes: String = first.iter().chain(attributes).map(attribute).collect();
        format!("@RELATION {kind}_{}\n\n{attributes}\n@DATA\n", self.id)
    }
}

/// Returns the run status of ASlib for a status.
fn status(status: Status) -> &'static str {
    match status {
        status if status.is_answer() => "ok",
        Status::Timeout => "timeout",
        Status::Memout => "memout",
        Status::Unsupported => "not_applicable",
        Status::Crashed => "crash",
        _ => "other",
    }
}
