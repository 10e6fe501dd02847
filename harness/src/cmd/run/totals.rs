//! The table of a run, and the lines around it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use analysis::load::uncommitted;
use analysis::reported_times::OwnTimes;
use analysis::stats::{PENALTY, Summary};
use race::manifest;
use race::plan::Plan;
use record::manifest::{BLOCK, Counted, Manifest};
use record::{Alike, Certified, Row, Status, Verified, filter};
use render::table::{Cell, Format, Table, counted, duration, grouped};
use serde_json::{Value, json};
use solvers::Backend;

use super::corpus_errors::CorpusErrors;
use crate::cli::{CorpusErrors as Consequence, RunArgs};
use crate::cmd::printing;

/// How many failures are printed one by one; the rest are counted.
const FAILURES: usize = 20;

/// Rows, summed up for the table.
#[derive(Default)]
pub(super) struct Totals {
    summaries: BTreeMap<Cow<'static, str>, Summary>,
    failures: Vec<String>,
    n_failures: u64,
    /// How many answers are certified.
    n_certified: u64,
    own_times: OwnTimes,
    corpus: CorpusErrors,
}

impl Totals {
    /// Adds a row to the summaries and, if it is one, to the failures. A pilot counts for failures
    /// only.
    pub(super) fn add(&mut self, row: &Row) {
        if record::is_failure(row) {
            self.n_failures += 1;
            if self.failures.len() < FAILURES {
                self.failures.push(failure(row));
            }
        }
        self.own_times.add(&row.backend, row.into());
        self.corpus.add(row);
        if row.rep == 0 {
            return;
        }
        self.n_certified += u64::from(row.certified == Some(Certified::Yes));
        self.summaries.entry(row.backend.clone()).or_default().add(row);
    }

    /// The same, and the solution into the digest.
    pub(super) fn add_with_digest(&mut self, row: &Row) {
        self.add(row);
        if let Some(summary) = self.summaries.get_mut(&row.backend).filter(|_| row.rep > 0) {
            summary.digest(row);
        }
    }

    /// Adds trials of a backend that are alike.
    pub(super) fn add_alike(&mut self, backend: &'static str, alike: &Alike) {
        self.summaries.entry(backend.into()).or_default().add_alike(alike);
    }

    /// What the manifest says of each backend where the rows are not all kept.
    pub(super) fn counted(&self) -> BTreeMap<String, Counted> {
        let counted = |summary: &Summary| {
            let seen = |status: &Status| summary.count(*status) > 0;
            let statuses = Status::ALL.into_iter().filter(seen);
            Counted {
                statuses: statuses.map(|s| (s.name().to_owned(), summary.count(s))).collect(),
                solutions_digest: format!("{:016x}", summary.digest),
            }
        };
        self.summaries.iter().map(|(id, summary)| (id.to_string(), counted(summary))).collect()
    }

    /// Whether a row was what a run must not have, or a corpus was wrong where that is a failure.
    pub(super) fn failed(&self, arguments: &RunArgs) -> bool {
        let is_wrong = !self.corpus.is_empty() && arguments.corpus_errors == Consequence::Fail;
        self.n_failures > 0 || is_wrong
    }

    /// Prints what came of the run: failures first, then the table, then what the reader of the table
    /// should know. Where that is no text, the folder is named on standard error, or in the document.
    pub(super) fn print(
        &self,
        run: &Printed<'_>,
        format: Format,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let folder = run.folder.display();
        if format == Format::Json {
            return printing::json(out, &self.json(run));
        }
        self.failures.iter().try_for_each(|failure| writeln!(out, "{failure}"))?;
        if self.n_failures > self.failures.len() as u64 {
            writeln!(out, "… {} in all; rows.csv has them", counted(self.n_failures, "failure"))?;
        }
        self.corpus.lines().iter().try_for_each(|error| writeln!(out, "{error}"))?;
        self.table().print(out, format)?;
        if format == Format::Text {
            self.notes(run).iter().try_for_each(|note| writeln!(out, "{note}"))?;
            writeln!(out, "{folder}")?;
        } else {
            // Nobody is left to tell when standard error is closed.
            drop(writeln!(io::stderr(), "{folder}"));
        }
        Ok(())
    }

    fn json(&self, run: &Printed<'_>) -> Value {
        json!({
            "folder": run.folder.display().to_string(),
            "puzzles": run.manifest.puzzles,
            "workers": run.plan.jobs,
            "limit_ns": run.plan.timeout.map(|limit| limit.as_nanos() as u64),
            "answers": self.answers(),
            "verified": self.verified(),
            "certified": run.plan.certify.then_some(self.n_certified),
            "n_failures": self.n_failures,
            "failures": self.failures,
            "corpus_errors": self.corpus.lines(),
            "backends": self.table().json(),
            "notes": self.notes(run),
        })
    }

    fn answers(&self) -> u64 {
        self.summaries.values().map(|summary| summary.answers).sum()
    }

    fn verified(&self) -> u64 {
        self.summaries.values().map(|summary| summary.verified).sum()
    }

    /// The sentences below the table.
    fn notes(&self, Printed { plan, all, manifest, .. }: &Printed<'_>) -> Vec<String> {
        let puzzles = manifest.puzzles as u64;
        let limit = plan.timeout.map(|limit| duration(limit.as_nanos() as f64));
        let mut notes = vec![format!(
            "{}, {}, time limit {}; {} of {} verified{}.",
            counted(puzzles, "puzzle"),
            counted(plan.jobs as u64, "worker"),
            limit.unwrap_or_else(|| "none".into()),
            grouped(self.verified()),
            counted(self.answers(), "answer"),
            self.corpus.in_short()
        )];
        if plan.certify {
            let certified = counted(self.n_certified, "answer");
            notes.push(format!("{certified} certified by proofs that hold; grids need none."));
        }
        notes.push(format!(
            "PAR-2: mean time, a failure counting {PENALTY} times the limit; sum: the same, added up. \
             In the median a failure counts as infinite."
        ));
        if self.summaries.values().any(|summary| summary.trials != puzzles) {
            notes.push(
                "Every figure is over trials; `harness rank` has figures over puzzles, each of which \
                 counts once."
                    .into(),
            );
        }
        if puzzles < BLOCK as u64 {
            notes.push(format!(
                "Fewer than {BLOCK} distinct puzzles: processors learn them by heart, and short \
                 times flatter."
            ));
        }
        notes.extend(disturbance(manifest));
        if !manifest::is_optimised() {
            notes.push("This build is not optimised: its times say nothing.".into());
        }
        notes.extend(uncommitted(manifest.program.revision.as_deref()));
        notes.extend(isolation(plan));
        notes.extend(self.own_times.warnings(|_| true));
        notes.extend(left_out(plan, all));
        notes
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
        table = table.numbers("nodes").numbers("bets");
        for (backend, summary) in &self.summaries {
            let count = |status| Cell::count(summary.count(status));
            let mut row: Vec<Cell> = vec![backend.as_ref().into()];
            row.extend([summary.trials, summary.answers].map(Cell::count));
            row.extend([Status::Unique, Status::Timeout].map(count));
            row.extend(rare.iter().map(|&status| count(status)));
            let times = [summary.par2_mean_ns(), summary.par2_sum_ns(), summary.median_ns()];
            row.extend(times.map(|ns| ns.map(Cell::time).into()));
            row.extend([summary.nodes, summary.bets].map(|n| n.map(Cell::count).into()));
            table.row(row);
        }
        table
    }
}

/// What is printed of a run beside its totals.
pub(super) struct Printed<'a> {
    pub(super) folder: &'a Path,
    pub(super) plan: &'a Plan,
    /// The backends that there are, those that did not run among them.
    pub(super) all: &'a [Backend],
    pub(super) manifest: &'a Manifest,
}

/// Says so where workers disturb each other.
fn disturbance(manifest: &Manifest) -> Option<String> {
    let probe = manifest.interference.as_ref().filter(|probe| probe.exceeds_tolerance())?;
    Some(format!(
        "Workers disturb each other here: {:+.0} % in a probe. --jobs 1 gives better times.",
        (probe.inflation - 1.0) * 100.0
    ))
}

/// Says so where the table mixes processes.
fn isolation(plan: &Plan) -> Option<String> {
    let isolated = plan.backends.iter().filter(|one| one.is_isolated()).count();
    let all = plan.backends.len();
    (isolated > 0 && isolated < all).then(|| {
        format!(
            "In processes of their own: {isolated} of {all} backends; the column `isolated` tells."
        )
    })
}

/// Which backends did not run, by family.
fn left_out(plan: &Plan, all: &[Backend]) -> Option<String> {
    let runs = |id: &str| plan.backends.iter().any(|one| one.backend.id == id);
    let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
    for row in all.iter().filter(|row| !runs(row.id)) {
        *left_out.entry(filter::family(row.id)).or_default() += 1;
    }
    let families = left_out.iter().map(|(family, rows)| format!("{rows} of {family}"));
    let families = families.collect::<Vec<_>>().join(", ");
    (!left_out.is_empty()).then(|| {
        format!("Not run: {families}. `harness list` names them; -b ID asks for one, -b . for all.")
    })
}

fn failure(row: &Row) -> String {
    let (kind, otherwise) = match (row.verified, &row.contradicts) {
        _ if !row.status.is_answer() => (row.status.name(), String::new()),
        (Verified::Disputed, Some(says)) => ("disputed", format!("the corpus says {says}")),
        (Verified::Disputed, None) => ("disputed", "others say something else".into()),
        _ => ("contradicted", "others say something else, and that is verified".into()),
    };
    let reason = row.error.as_ref().unwrap_or(&otherwise);
    format!("{kind}: {} on {}: {reason}", row.backend, row.puzzle)
}
