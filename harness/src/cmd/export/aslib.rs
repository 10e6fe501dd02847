//! A scenario of the algorithm selection library (ASlib): which algorithm is best for which
//! instance, as a learning problem (Bischl et al., *ASlib: a benchmark library for algorithm
//! selection*, 2016).
//!
//! A folder with a description in YAML and tables in ARFF: the runs, the features of the instances
//! (the number of givens, the only one in the rows), the status of the features, and folds for
//! cross-validation. The folds keep the isomorphs of a puzzle together: a selector that has seen one knows
//! the others. Times are in seconds. If the trials have different time limits, the smallest is the cutoff of all.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use analysis::load::{Measure, Runs, Trial};
use analysis::stats::ranking;
use analysis::stats::scores::{Metric, Passes};
use anyhow::Context;
use record::Status;

use super::{instances, note};
use crate::cmd::in_plain_characters;
use crate::cmd::selection::{self, Field};

/// The number of folds.
const FOLDS: usize = 10;

/// Writes the scenario into a new folder.
pub(super) fn write(runs: &Runs, field: &Field, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let scenario = Scenario::new(runs, field, folder);
    scenario.of_limits.iter().for_each(|sentence| note(sentence));
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
    /// The name of each contestant of the runs.
    contestants: Vec<String>,
    /// The names of those that take part.
    algorithms: Vec<String>,
    /// The name of each puzzle of the runs.
    names: Vec<String>,
    /// The puzzles that have trials.
    instances: Vec<u32>,
    id: String,
    /// The smallest time limit, which applies to all trials.
    limit_ns: Option<u64>,
    /// Notes on limits that differ.
    of_limits: Vec<String>,
}

impl<'a> Scenario<'a> {
    fn new(runs: &'a Runs, field: &Field, folder: &Path) -> Self {
        let mut instances: Vec<u32> = runs.trials.iter().map(|trial| trial.puzzle).collect();
        instances.sort_unstable();
        instances.dedup();
        let id = folder.file_name().unwrap_or_default().to_string_lossy();
        let matrix = field.matrix(runs, Metric::Time, Passes::Median);
        let limit_ns = ranking::common_limit(&matrix).0.map(|limit| limit as u64);
        // Without a supported trial, there are those of the others.
        let limits = runs.trials.iter().filter_map(|trial| trial.get(Measure::LimitNs));
        let contestants = instances::algorithms(runs);
        let algorithms = field.contestants.iter().map(|&one| contestants[one as usize].clone());
        Self {
            runs,
            algorithms: algorithms.collect(),
            contestants,
            names: instances::names(runs),
            instances,
            id: in_plain_characters(&id, "._-"),
            limit_ns: limit_ns.or_else(|| limits.min()),
            of_limits: selection::different_limits(&matrix),
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
            let algorithm = &self.contestants[trial.contestant as usize];
            let (ns, status) = self.outcome(trial).with_context(|| {
                format!("{algorithm} has no time on {name}, which ASlib requires")
            })?;
            let seconds = ns as f64 / 1e9;
            writeln!(text, "{name},{repetition},{algorithm},{seconds},{status}")?;
        }
        Ok(text)
    }

    /// Returns the time of a trial in nanoseconds, and its run status, under the smallest limit: an answer beyond it is
    /// a timeout, and a trial with a larger limit would have ended there.
    fn outcome(&self, trial: &Trial) -> Option<(u64, &'static str)> {
        let limit = self.limit_ns.unwrap_or(u64::MAX);
        let ns = trial.get(Measure::Wall).or(self.limit_ns)?;
        let has_more_time = trial.get(Measure::LimitNs).is_none_or(|its| its > limit);
        let status =
            if ns > limit && trial.status.is_answer() { Status::Timeout } else { trial.status };
        Some((if has_more_time { ns.min(limit) } else { ns }, name_of(status)))
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
        let warnings = self.of_limits.iter().cloned().chain(self.runs.caveats(Measure::Wall));
        let warnings: String = warnings.map(|warning| format!("{warning}\n")).collect();
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
fn name_of(status: Status) -> &'static str {
    match status {
        status if status.is_answer() => "ok",
        Status::Timeout => "timeout",
        Status::Memout => "memout",
        Status::Unsupported => "not_applicable",
        Status::Crashed => "crash",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::golden::kept::runs;

    #[test]
    fn the_smallest_limit_is_the_cutoff_of_all() {
        let runs = runs(
            "backend,puzzle,status,verified,wall_ns,limit_ms\n\
             a/a,one,unique,yes,5000000,20\na/a,two,unique,yes,15000000,20\n\
             a/a,three,timeout,no,20000000,20\na/b,one,unique,yes,4000000,10\n\
             a/b,two,timeout,no,10100000,10\na/b,three,wrong,no,3000000,10\n",
        );
        let scenario = Scenario::new(&runs, &Field::of(&runs), Path::new("scenario"));
        assert!(scenario.description().contains("algorithm_cutoff_time: 0.01\n"));
        let written = scenario.runs().expect("all have times");
        let lines: Vec<&str> = written.lines().filter(|line| line.contains(",a/")).collect();
        let outcomes: Vec<&str> =
            lines.iter().filter_map(|line| line.split_once(",a/").map(|it| it.1)).collect();
        let expected = [
            "a,0.005,ok",
            "b,0.004,ok",
            "a,0.01,timeout",
            "b,0.003,other",
            "a,0.01,timeout",
            "b,0.0101,timeout",
        ];
        assert_eq!(outcomes, expected, "{written}");
        assert!(
            scenario.readme().contains("different time limits; the smallest, 10.0 ms, applies")
        );
    }
}
