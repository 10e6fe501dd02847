//! The result files of BenchExec, which its `table-generator` makes into tables for the browser.
//!
//! As in BenchExec, a file has the results of one tool on one run set: a backend on a corpus. `table.xml`
//! puts the run sets of each backend side by side. Several passes over a puzzle are one run of BenchExec,
//! whose values are combined as in a ranking.
//!
//! The status of a run is `true` if the backend claims a solution, and `false` if it claims that there is
//! none, because `table-generator` counts no other answers; the claim itself is in the column `claim`. The
//! category is `correct` if the claim is verified, `wrong` if it is contradicted, and `missing` if it was
//! not checked.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

use analysis::load::{Measure, Runs, Trial};
use analysis::stats::scores::{Metric, Passes, Score, ScoreMatrix};
use anyhow::Context;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use record::Status;

use super::{instances, machine};
use crate::cli::By;
use crate::cmd::plain_name;
use crate::cmd::run_facts::RunFacts;
use crate::cmd::selection::{self, Field};

/// The declaration of result files, without `<!DOCTYPE` and `>`.
const RESULT: &str = "result PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN\" \
                      \"https://www.sosy-lab.org/benchexec/result-3.12.dtd\"";

/// The same of table definitions.
const TABLE: &str = "table PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec table 1.10//EN\" \
                     \"https://www.sosy-lab.org/benchexec/table-1.10.dtd\"";

/// The columns that are shown first.
const FIRST: [&str; 4] = ["status", "walltime", "cputime", "claim"];

/// An XML file that is being written.
type Xml = Writer<Vec<u8>>;

/// The results of a backend on a corpus.
struct RunSet<'a> {
    runs: &'a Runs,
    facts: &'a [RunFacts],
    names: &'a [String],
    corpus: &'a str,
    contestant: u32,
    passes: Passes,
}

/// Writes the result files and the definition of the table into a new folder.
pub(super) fn write(
    runs: &Runs,
    facts: &[RunFacts],
    passes: Passes,
    folder: &Path,
) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let names = instances::names(runs);
    let corpora = selection::parts(&[By::Corpus], runs);
    let mut files: HashMap<String, usize> = HashMap::new();
    let mut unions = Vec::new();
    for contestant in Field::of(runs).contestants {
        let mut results = Vec::new();
        for (corpus, runs) in &corpora {
            let set = RunSet { runs, facts, names: &names, corpus, contestant, passes };
            if !set.trials().any(|_| true) {
                continue;
            }
            let file = file_name(&set.label().replace('/', "."), corpus, &mut files);
            put(folder, &file, RESULT, |xml| set.write(xml))?;
            results.push((file, corpus.as_str()));
        }
        unions.push((runs.contestants[contestant as usize].label.as_str(), results));
    }
    put(folder, "table.xml", TABLE, |xml| table(xml, &unions))
}

/// Returns the name of a file, unique among `taken`.
fn file_name(label: &str, corpus: &str, taken: &mut HashMap<String, usize>) -> String {
    let name = plain_name(&format!("{label}.results.{corpus}"));
    let n = taken.entry(name.to_lowercase()).or_default();
    *n += 1;
    if *n == 1 { format!("{name}.xml") } else { format!("{name}-{n}.xml") }
}

/// Writes an XML file with this declaration.
fn put(
    folder: &Path,
    file: &str,
    declaration: &str,
    content: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> anyhow::Result<()> {
    let path = folder.join(file);
    let write = || {
        let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        xml.write_event(Event::DocType(BytesText::from_escaped(declaration)))?;
        content(&mut xml)?;
        let mut text = xml.into_inner();
        text.push(b'\n');
        fs::write(&path, text)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// The definition of a table with a group of columns for each backend.
fn table(xml: &mut Xml, unions: &[(&str, Vec<(String, &str)>)]) -> io::Result<()> {
    xml.create_element("table").write_inner_content(|xml| {
        for (label, results) in unions {
            let union = xml.create_element("union").with_attribute(("title", &*legal(label)));
            union.write_inner_content(|xml| {
                for (file, corpus) in results {
                    let result = xml.create_element("result");
                    let result = result.with_attribute(("filename", file.as_str()));
                    result.with_attribute(("id", &*legal(corpus))).write_empty()?;
                }
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(())
}

impl RunSet<'_> {
    fn trials(&self) -> impl Iterator<Item = &Trial> {
        self.runs.trials.iter().filter(|trial| trial.contestant == self.contestant)
    }

    fn label(&self) -> &str {
        &self.runs.contestants[self.contestant as usize].label
    }

    fn write(&self, xml: &mut Xml) -> io::Result<()> {
        let facts = self.facts();
        let attributes = self.attributes(&facts);
        let attributes = attributes.iter().map(|(name, value)| (*name, value.as_str()));
        let result = xml.create_element("result").with_attributes(attributes);
        result.write_inner_content(|xml| {
            xml.create_element("columns").write_inner_content(|xml| {
                FIRST.iter().try_for_each(|title| {
                    xml.create_element("column").with_attribute(("title", *title)).write_empty()?;
                    Ok(())
                })
            })?;
            machine::write(&facts, xml)?;
            self.tasks(xml)
        })?;
        Ok(())
    }

    /// Returns the facts about the runs of the trials; none about rows without a manifest.
    fn facts(&self) -> Vec<&RunFacts> {
        let is_of = |facts: &&RunFacts| {
            self.trials().any(|trial| self.runs.runs[trial.run as usize] == facts.run_id)
        };
        self.facts.iter().filter(is_of).collect()
    }

    fn attributes(&self, facts: &[&RunFacts]) -> Vec<(&'static str, String)> {
        let contestant = &self.runs.contestants[self.contestant as usize];
        let corpus = legal(self.corpus);
        let start = facts.iter().map(|run| run.start.as_str()).min().unwrap_or("unknown");
        let date = start.get(..19).map(|seconds| seconds.replace('T', " ") + " UTC");
        let mut attributes = vec![
            ("benchmarkname", "harness".to_owned()),
            ("name", corpus.clone()),
            ("block", corpus),
            ("date", date.unwrap_or_else(|| start.into())),
            ("starttime", start.into()),
            ("tool", legal(&contestant.backend)),
            ("version", legal(&contestant.version)),
            ("toolmodule", "harness".into()),
            ("generator", concat!("harness ", env!("CARGO_PKG_VERSION")).into()),
        ];
        let limit = self.trials().filter_map(|trial| trial.get(Measure::LimitNs)).min();
        attributes.extend(limit.map(|ns| ("timelimit", format!("{}s", ns as f64 / 1e9))));
        let memory = facts.iter().filter_map(|run| run.plan.memory_limit).min();
        attributes.extend(memory.map(|bytes| ("memlimit", format!("{bytes}B"))));
        attributes
    }

    /// One element for each puzzle.
    fn tasks(&self, xml: &mut Xml) -> io::Result<()> {
        let place = |trial: &Trial| (trial.contestant == self.contestant).then_some(0);
        let matrix = ScoreMatrix::new(self.runs, 1, place, Metric::Time, self.passes);
        let mut of_puzzle: HashMap<u32, Vec<&Trial>> = HashMap::new();
        self.trials().for_each(|trial| of_puzzle.entry(trial.puzzle).or_default().push(trial));
        for (score, puzzle) in matrix.row(0).iter().zip(&matrix.puzzles) {
            let trials = of_puzzle.remove(puzzle).unwrap_or_default();
            let columns = columns(score, &trials, self.passes);
            let name = self.names[*puzzle as usize].as_str();
            xml.create_element("run").with_attribute(("name", name)).write_inner_content(
                |xml| {
                    for (title, value, is_hidden) in &columns {
                        let column = xml.create_element("column").with_attribute(("title", *title));
                        let column = column.with_attribute(("value", value.as_str()));
                        let hidden = is_hidden.then_some(("hidden", "true"));
                        column.with_attributes(hidden).write_empty()?;
                    }
                    Ok(())
                },
            )?;
        }
        Ok(())
    }
}

/// Returns the columns of a puzzle: title, value, and whether it is hidden.
fn columns(score: &Score, trials: &[&Trial], passes: Passes) -> Vec<(&'static str, String, bool)> {
    let mut columns = vec![
        ("status", answer(score.status, trials).to_owned(), false),
        ("category", category(score).to_owned(), true),
        ("claim", score.status.name().to_owned(), false),
        ("trials", trials.len().to_string(), false),
    ];
    for measure in Measure::ALL {
        let (title, unit, scale) = match measure {
            Measure::LimitNs | Measure::LimitNodes | Measure::LimitRounds => continue,
            Measure::Wall => ("walltime", "s", 1e9),
            Measure::Cpu => ("cputime", "s", 1e9),
            Measure::Memory => ("memory", "B", 1.0),
            other => match other.column().strip_suffix("_ns") {
                Some(title) => (title, "s", 1e9),
                None => (other.column(), "", 1.0),
            },
        };
        if score.is_parted && unit == "s" {
            continue;
        }
        let mut values: Vec<f64> = trials.iter().filter_map(|trial| trial.value(measure)).collect();
        let is_complete = values.len() == trials.len();
        if let Some(value) = passes.reduce(&mut values).filter(|_| is_complete) {
            columns.push((title, format!("{}{unit}", value / scale), false));
        }
    }
    columns
}

/// Returns the result in the words of BenchExec.
fn answer(status: Status, trials: &[&Trial]) -> &'static str {
    let has_none = trials.iter().all(|trial| trial.solutions == 0);
    match status {
        Status::Impossible => "false",
        Status::Counted | Status::Wrong if has_none => "false",
        Status::Wrong => "true",
        status if status.is_answer() => "true",
        Status::Timeout => "TIMEOUT",
        Status::Memout => "OUT OF MEMORY",
        Status::Nodeout => "OUT OF NODES",
        Status::Roundout => "OUT OF ROUNDS",
        Status::Crashed => "ERROR (crashed)",
        _ => "unknown",
    }
}

/// Returns the category of a result.
fn category(score: &Score) -> &'static str {
    match score.status {
        Status::Crashed => "error",
        _ if score.is_failure => "wrong",
        status if status.is_answer() && score.is_verified => "correct",
        status if status.is_answer() => "missing",
        Status::Stuck | Status::Unknown | Status::Unsupported => "unknown",
        _ => "error",
    }
}

/// Text without the characters that XML has no notation for.
fn legal(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::golden::kept::runs;

    #[test]
    fn a_share_is_a_number_and_a_time_is_in_seconds() {
        let runs = runs("backend,puzzle,status,wall_ns,fill_rate\na/a,one,stuck,1500,0.25\n");
        let trials: Vec<&Trial> = runs.trials.iter().collect();
        let columns = columns(&Score::default(), &trials, Passes::Median);
        let value = |title: &str| {
            let column = columns.iter().find(|column| column.0 == title);
            column.map(|column| column.1.as_str())
        };
        assert_eq!(value("fill_rate"), Some("0.25"));
        assert_eq!(value("walltime"), Some("0.0000015s"));
    }
}
