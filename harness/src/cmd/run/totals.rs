//! The table of a run, and the lines around it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;

use solvers::Backend;

use crate::cli::RunArgs;
use crate::filter;
use crate::manifest::{self, Counted, Manifest};
use crate::plan::{BLOCK, Plan};
use crate::record::{Certified, Row, Status};
use crate::runs::uncommitted;
use crate::stats::{self, Alike, PENALTY, Summary};
use crate::table::{Format, Table, counted, duration, grouped};

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
}

impl Totals {
    /// Adds a row to the summaries and, if it is one, to the failures. A pilot counts for failures
    /// only.
    pub(super) fn add(&mut self, row: &Row) {
        if stats::is_failure(row) {
            self.n_failures += 1;
            if self.failures.len() < FAILURES {
                self.failures.push(failure(row));
            }
        }
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

    /// Whether a row was what a run must not have.
    pub(super) fn failed(&self) -> bool {
        self.n_failures > 0
    }

    /// Failures first, then the table, then what the reader of the table should know.
    pub(super) fn print(
        &self,
        arguments: &RunArgs,
        plan: &Plan,
        all: &[Backend],
        manifest: &Manifest,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        self.failures.iter().try_for_each(|failure| writeln!(out, "{failure}"))?;
        if self.n_failures > self.failures.len() as u64 {
            writeln!(out, "… {} in all; rows.csv has them", counted(self.n_failures, "failure"))?;
        }
        let format = arguments.format.format();
        self.table().print(out, format)?;
        if format == Format::Text {
            self.print_notes(plan, all, manifest, out)?;
        }
        Ok(())
    }

    fn print_notes(
        &self,
        plan: &Plan,
        all: &[Backend],
        manifest: &Manifest,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let puzzles = manifest.puzzles as u64;
        let answers: u64 = self.summaries.values().map(|summary| summary.answers).sum();
        let verified: u64 = self.summaries.values().map(|summary| summary.verified).sum();
        let limit = plan.timeout.map(|limit| duration(limit.as_nanos() as f64));
        writeln!(
            out,
            "{}, {}, time limit {}; {} of {} verified.",
            counted(puzzles, "puzzle"),
            counted(plan.jobs as u64, "worker"),
            limit.unwrap_or_else(|| "none".into()),
            grouped(verified),
            counted(answers, "answer")
        )?;
        if plan.certify {
            let certified = counted(self.n_certified, "answer");
            writeln!(out, "{certified} certified by proofs that hold; grids need none.")?;
        }
        writeln!(
            out,
            "PAR-2: mean time, a failure counting {PENALTY} times the limit. Median, total: \
             answers only."
        )?;
        if puzzles < BLOCK as u64 {
            writeln!(
                out,
                "Fewer than {BLOCK} distinct puzzles: processors learn them by heart, and short \
                 times flatter."
            )?;
        }
        let interference = manifest.interference.as_ref();
        if let Some(probe) = interference.filter(|probe| probe.exceeds_tolerance()) {
            writeln!(
                out,
                "Workers disturb each other here: {:+.0} % in a probe. --jobs 1 gives better times.",
                (probe.inflation - 1.0) * 100.0
            )?;
        }
        if !manifest::is_optimised() {
            writeln!(out, "This build is not optimised: its times say nothing.")?;
        }
        if let Some(caveat) = uncommitted(manifest.program.revision.as_deref()) {
            writeln!(out, "{caveat}")?;
        }
        print_isolation(plan, out)?;
        let runs = |id: &str| plan.backends.iter().any(|one| one.backend.id == id);
        let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
        for row in all.iter().filter(|row| !runs(row.id)) {
            *left_out.entry(filter::family(row.id)).or_default() += 1;
        }
        if !left_out.is_empty() {
            let families = left_out.iter().map(|(family, rows)| format!("{rows} of {family}"));
            let families: Vec<String> = families.collect();
            writeln!(
                out,
                "Not run: {}. `harness list` names them; -b ID asks for one, -b . for all.",
                families.join(", ")
            )?;
        }
        Ok(())
    }

    fn table(&self) -> Table {
        let rare = |status: &Status| {
            !matches!(status, Status::Unique | Status::Timeout)
                && !status.is_answer()
                && self.summaries.values().any(|summary| summary.count(*status) > 0)
        };
        let rare: Vec<Status> = Status::ALL.into_iter().filter(rare).collect();
        let mut table = Table::default().words("backend");
        for title in ["solved", "unique", "timeout"] {
            table = table.numbers(title);
        }
        for status in &rare {
            table = table.numbers(status.name());
        }
        for title in ["PAR-2", "median", "total", "nodes", "bets"] {
            table = table.numbers(title);
        }
        for (backend, summary) in &self.summaries {
            let count = |status| grouped(summary.count(status));
            let time = |ns: Option<f64>| ns.map_or(String::new(), duration);
            let mut row = vec![backend.to_string(), grouped(summary.answers)];
            row.extend([Status::Unique, Status::Timeout].map(count));
            row.extend(rare.iter().map(|&status| count(status)));
            row.push(time(summary.par2_mean_ns()));
            row.push(time(summary.median_ns()));
            row.push(time(Some(summary.total_ns() as f64)));
            row.extend([summary.nodes, summary.bets].map(|n| n.map_or(String::new(), grouped)));
            table.row(row);
        }
        table
    }
}

/// Says so where the table mixes processes.
fn print_isolation(plan: &Plan, out: &mut dyn Write) -> anyhow::Result<()> {
    let isolated = plan.backends.iter().filter(|one| one.is_isolated()).count();
    let all = plan.backends.len();
    if isolated > 0 && isolated < all {
        writeln!(
            out,
            "In processes of their own: {isolated} of {all} backends; the column `isolated` tells."
        )?;
    }
    Ok(())
}

fn failure(row: &Row) -> String {
    let kind = if row.status.is_answer() { "contradicted" } else { row.status.name() };
    let reason = row.error.as_deref().unwrap_or("it contradicts a backend of another family");
    format!("{kind}: {} on {}: {reason}", row.backend, row.puzzle)
}
