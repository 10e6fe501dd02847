//! The table of a run, with its failures above and its notes below.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use analysis::reported_times::ReportedTimes;
use analysis::stats::BackendSummary;
use race::external::PRINTED;
use race::plan::Plan;
use record::manifest::{BackendCounts, Manifest};
use record::row::nanoseconds;
use record::verdict::is_of_others;
use record::{Aggregate, Certified, Row, Status, Verified, filter};
use render::table::{Format, Table, TableCell, counted, folded, grouped};
use render::unit::Unit;
use serde_json::{Value, json};
use solvers::Backend;

use self::answer::Answer;
use super::corpus_errors::CorpusErrors;
use crate::cli::{CorpusErrors as Consequence, RunArgs};
use crate::cmd::printing;

mod answer;
mod notes;

/// The maximum number of failures listed; the rest are counted.
const FAILURES: usize = 20;

/// The maximum number of failures listed of one backend; the rest are counted.
const FAILURES_OF_ONE: u64 = 3;

/// The totals of rows, for the table.
#[derive(Default)]
pub(super) struct Totals {
    summaries: BTreeMap<Cow<'static, str>, BackendSummary>,
    /// The number of rows, those of pilot passes included.
    n_rows: u64,
    failures: Vec<String>,
    n_failures: u64,
    /// The number of failures of each backend.
    failures_of: BTreeMap<Cow<'static, str>, u64>,
    /// The number of certified answers.
    n_certified: u64,
    reported_times: ReportedTimes,
    /// The number of timeouts of each external solver that printed something else than an answer.
    stray: BTreeMap<Cow<'static, str>, u64>,
    /// The first reason of each backend that did not support a problem.
    unsupported: BTreeMap<Cow<'static, str>, String>,
    corpus: CorpusErrors,
    answer: Answer,
}

impl Totals {
    /// Adds a row to the summaries and, if it is one, to the failures. Rows of pilot passes are checked
    /// for failures only.
    pub(super) fn add(&mut self, row: &Row) {
        self.n_rows += 1;
        if row.is_failure() {
            self.n_failures += 1;
            let of_this = self.failures_of.entry(row.backend.clone()).or_default();
            *of_this += 1;
            if *of_this <= FAILURES_OF_ONE && self.failures.len() < FAILURES {
                self.failures.push(failure(row));
            }
        }
        self.reported_times.add(&row.backend, row.into());
        let has_printed = row.error.as_ref().is_some_and(|error| error.contains(PRINTED));
        if has_printed && row.status == Status::Timeout {
            *self.stray.entry(row.backend.clone()).or_default() += 1;
        }
        if let (Status::Unsupported, Some(reason)) = (row.status, &row.error)
            && !self.unsupported.contains_key(&row.backend)
        {
            self.unsupported.insert(row.backend.clone(), reason.clone());
        }
        self.corpus.add(row);
        if row.rep == 0 {
            return;
        }
        self.answer.add(row);
        self.n_certified += u64::from(row.certified == Some(Certified::Yes));
        self.summaries.entry(row.backend.clone()).or_default().add(row);
    }

    /// Adds a row, and its solution to the digest.
    pub(super) fn add_with_digest(&mut self, row: &Row) {
        self.add(row);
        if let Some(summary) = self.summaries.get_mut(&row.backend).filter(|_| row.rep > 0) {
            summary.digest(row);
        }
    }

    /// Adds aggregated trials of a backend.
    pub(super) fn add_aggregate(&mut self, backend: &'static str, aggregate: &Aggregate) {
        self.summaries.entry(backend.into()).or_default().add_aggregate(aggregate);
    }

    /// Returns the counts of each backend for the manifest, where only a sample of the rows is
    /// kept.
    pub(super) fn counted(&self) -> BTreeMap<String, BackendCounts> {
        let counted = |summary: &BackendSummary| {
            let seen = |status: &Status| summary.count(*status) > 0;
            let statuses = Status::ALL.into_iter().filter(seen);
            BackendCounts {
                statuses: statuses.map(|s| (s.name().to_owned(), summary.count(s))).collect(),
                solutions_digest: format!("{:016x}", summary.digest),
            }
        };
        self.summaries.iter().map(|(id, summary)| (id.to_string(), counted(summary))).collect()
    }

    /// Returns whether a row is a failure, an external solver never gave an answer, or a corpus error was found and
    /// counts as a failure.
    pub(super) fn failed(&self, arguments: &RunArgs) -> bool {
        let is_wrong = !self.corpus.is_empty() && arguments.corpus_errors == Consequence::Fail;
        self.n_failures > 0 || is_wrong || !self.mute().is_empty()
    }

    /// Returns a sentence on each external solver whose output never was an answer.
    fn mute(&self) -> Vec<String> {
        let is_mute = |(id, summary): &(&Cow<'static, str>, &BackendSummary)| {
            let n_unknown = summary.count(Status::Unknown);
            filter::is_external(id) && n_unknown > 0 && n_unknown == summary.trials
        };
        let sentence = |(id, summary): (&Cow<'static, str>, &BackendSummary)| {
            format!("{id} gave no valid answer in {}", counted(summary.trials, "trial"))
        };
        self.summaries.iter().filter(is_mute).map(sentence).collect()
    }

    /// Returns the failures that are listed, then how many more there are.
    fn failure_lines(&self) -> Vec<String> {
        let mut lines = self.failures.clone();
        let more = self.failures_of.iter().filter(|(_, n)| **n > FAILURES_OF_ONE);
        let more = more.map(|(id, n)| format!("{} of {id}", grouped(n - FAILURES_OF_ONE)));
        let more = more.collect::<Vec<_>>().join(", ");
        if !more.is_empty() {
            lines.push(format!("… further failures: {more}; see rows.csv"));
        }
        if self.n_failures > self.failures.len() as u64 {
            lines.push(format!("{} in total", counted(self.n_failures, "failure")));
        }
        lines.extend(self.mute());
        lines
    }

    /// Prints the failures, the table and the notes. The folder is printed last; for formats other than
    /// text, on standard error or in the document.
    pub(super) fn print(
        &self,
        run: &Printed<'_>,
        format: Format,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let folder = run.folder.display();
        if format == Format::Json {
            let mut document = self.json(run);
            if let Some(decision) = &run.manifest.decision {
                document["decision"] = json!(decision);
            }
            return printing::json(out, &document);
        }
        self.failure_lines().iter().try_for_each(|failure| writeln!(out, "{failure}"))?;
        self.corpus.lines().iter().try_for_each(|error| writeln!(out, "{error}"))?;
        self.table().print(out, format)?;
        if format == Format::Text {
            let notes = self.notes(run).into_iter().chain(run.verdict.clone());
            notes.into_iter().try_for_each(|note| writeln!(out, "{}", folded(&note)))?;
            writeln!(out, "{folder}")?;
        } else {
            // If standard error is closed, there is nowhere to report it.
            drop(writeln!(io::stderr(), "{folder}"));
        }
        Ok(())
    }

    fn json(&self, run: &Printed<'_>) -> Value {
        json!({
            "folder": run.folder.display().to_string(),
            "puzzles": run.manifest.puzzles,
            "workers": run.plan.jobs,
            "limit_ns": run.plan.timeout.map(nanoseconds),
            "answers": self.answers(),
            "answer": self.answer(run.manifest),
            "verified": self.verified(),
            "certified": run.plan.certify.then_some(self.n_certified),
            "n_failures": self.n_failures,
            "failures": self.failures,
            "no_valid_answers": self.mute(),
            "corpus_errors": self.corpus.lines(),
            "backends": self.table().json(),
            "notes": self.notes(run),
            "verdict": run.verdict,
        })
    }

    /// Returns the number of rows, those of pilot passes included.
    pub(super) fn rows(&self) -> u64 {
        self.n_rows
    }

    /// Returns the number of trials.
    pub(super) fn trials(&self) -> u64 {
        self.summaries.values().map(|summary| summary.trials).sum()
    }

    fn answers(&self) -> u64 {
        self.summaries.values().map(|summary| summary.answers).sum()
    }

    fn verified(&self) -> u64 {
        self.summaries.values().map(|summary| summary.verified).sum()
    }

    /// Returns whether a trial ended stuck, so that how far it came matters.
    fn is_stuck(&self) -> bool {
        self.summaries.values().any(|summary| summary.count(Status::Stuck) > 0)
    }

    fn table(&self) -> Table {
        let rare = |status: &Status| {
            !matches!(status, Status::Unique | Status::Timeout)
                && !status.is_answer()
                && self.summaries.values().any(|summary| summary.count(*status) > 0)
        };
        let rare: Vec<Status> = Status::ALL.into_iter().filter(rare).collect();
        let mut table = Table::default().words("backend");
        for title in ["trials", "solved", "unique", "timeout"] {
            table = table.numbers(title);
        }
        for status in &rare {
            table = table.numbers(status.name());
        }
        for (title, key) in [("PAR-2", "par2_ns"), ("sum", "par2_sum_ns"), ("median", "median_ns")]
        {
            table = table.numbers(title).key(key);
        }
        let is_stuck = self.is_stuck();
        if is_stuck {
            table = table.numbers("fill").key("fill_rate");
            table = table.numbers("elimination").key("elimination_rate");
        }
        table = table.numbers("nodes").numbers("bets");
        for (backend, summary) in &self.summaries {
            let count = |status| TableCell::count(summary.count(status));
            let mut row: Vec<TableCell> = vec![backend.as_ref().into()];
            row.extend([summary.trials, summary.answers].map(TableCell::count));
            row.extend([Status::Unique, Status::Timeout].map(count));
            row.extend(rare.iter().map(|&status| count(status)));
            let times = [summary.par2_mean_ns(), summary.par2_sum_ns(), summary.median_ns()];
            row.extend(times.map(|ns| ns.map(TableCell::time).into()));
            if is_stuck {
                let shares = summary.mean_shares().map_or([None; 2], |shares| shares.map(Some));
                let cell = |share| TableCell::new(Unit::Share.figure(share), share);
                row.extend(shares.map(|share| share.map(cell).into()));
            }
            row.extend([summary.nodes, summary.bets].map(|n| n.map(TableCell::sum).into()));
            table.row(row);
        }
        table
    }
}

/// What is printed about a run beside its totals.
pub(super) struct Printed<'a> {
    pub(super) folder: &'a Path,
    pub(super) plan: &'a Plan,
    /// All backends, including those that did not run.
    pub(super) all: &'a [Backend],
    pub(super) manifest: &'a Manifest,
    /// Who is first, in a sentence.
    pub(super) verdict: Option<String>,
}

fn failure(row: &Row) -> String {
    let (kind, otherwise) = match (row.verified, &row.contradicts) {
        _ if !row.status.is_answer() => (row.status.name(), String::new()),
        (Verified::Disputed, Some(says)) if is_of_others(says) => ("disputed", says.clone()),
        (Verified::Disputed, Some(says)) => ("disputed", format!("the corpus says {says}")),
        (Verified::Disputed, None) => ("disputed", "other backends disagree".into()),
        _ => ("contradicted", "a verified answer of another backend disagrees".into()),
    };
    let reason = row.error.as_ref().unwrap_or(&otherwise);
    format!("{kind}: {} on {}: {reason}", row.backend, row.puzzle)
}
