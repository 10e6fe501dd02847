//! The notes below the table of a run: what was run, what the figures mean, and what limits them.

use std::collections::BTreeMap;

use analysis::stats::{BackendSummary, PENALTY};
use analysis::{caveats, waiting};
use board::Puzzle;
use board::instance::ExactCover;
use race::plan::Plan;
use record::manifest::{Decision, Ended, Manifest};
use record::{Status, filter};
use render::table::{counted, duration, grouped};
use solvers::{Backend, Task};

use super::{Printed, Totals};

impl Totals {
    /// Returns the notes, in the order in which they are printed.
    pub(super) fn notes(&self, Printed { plan, all, manifest, .. }: &Printed<'_>) -> Vec<String> {
        let mut notes: Vec<String> = self.answer(manifest).into_iter().collect();
        notes.push(self.overview(plan, manifest));
        notes.extend((!manifest.complete).then(interrupted));
        notes.extend(plan.certify.then(|| self.certified(plan, all)));
        notes.extend(manifest.decision.iter().flat_map(decided));
        notes.extend(self.meanings(manifest));
        notes.extend(self.caveats(plan, manifest));
        notes.extend(self.reported_times.caveats(|_| true));
        notes.extend(self.stray_outputs());
        notes.extend(self.refusals());
        notes.extend(not_run(plan, all));
        notes.extend(self.is_all_unsupported().then(unsupported));
        notes
    }

    /// Returns the answer of a run with one problem.
    pub(super) fn answer(&self, manifest: &Manifest) -> Option<String> {
        self.answer.sentence().filter(|_| manifest.puzzles == 1)
    }

    /// Returns the numbers of puzzles, workers and verified answers, and the time limit.
    fn overview(&self, plan: &Plan, manifest: &Manifest) -> String {
        let limit = plan.timeout.map(|limit| duration(limit.as_nanos() as f64));
        format!(
            "{}, {}, time limit {}; {} of {} answers verified{}.",
            counted(manifest.puzzles as u64, self.answer.noun()),
            counted(plan.jobs as u64, "worker"),
            limit.unwrap_or_else(|| "none".into()),
            grouped(self.verified()),
            grouped(self.answers()),
            self.corpus.in_short()
        )
    }

    /// Returns the number of certified answers, or which other backend would certify some.
    fn certified(&self, plan: &Plan, all: &[Backend]) -> String {
        let certified = counted(self.n_certified, "answer");
        let (what, proves): (&str, fn(&Backend) -> bool) = match plan.task {
            Task::Count => ("counts", |row| row.count_prover::<ExactCover>().is_some()),
            _ => {
                ("that there is no answer, or no other one", |row| row.prover::<Puzzle>().is_some())
            }
        };
        let is_some = plan.backends.iter().any(|it| proves(&it.backend)) || self.n_certified > 0;
        match all.iter().find(|row| proves(row)).filter(|_| !is_some) {
            Some(Backend { id, .. }) => {
                format!("{certified} certified: add -b {id}, for example, which proves {what}.")
            }
            None => {
                format!("{certified} certified by checked proofs; a solution is its own proof.")
            }
        }
    }

    /// Returns what the figures of the table mean.
    fn meanings(&self, manifest: &Manifest) -> Vec<String> {
        let mut notes = vec![format!(
            "PAR-2: mean time, a failure counting {PENALTY} times the limit; sum: the total of the same \
             times. In the median, a failure counts as infinite."
        )];
        if self.is_stuck() {
            notes.push(
                "Fill: mean share of the empty cells that were filled; elimination: of the candidates to be \
                 removed; over the trials that left a grid or candidates."
                    .into(),
            );
        }
        if self.summaries.values().any(|summary| summary.trials != manifest.puzzles as u64) {
            notes.push(
                "All figures are over trials; `harness rank` computes them over puzzles, each \
                 counting once."
                    .into(),
            );
        }
        notes.extend(self.over_others(manifest.puzzles as u64));
        notes
    }

    /// Returns a sentence on the backends that do not support some of the problems, for each number of these.
    fn over_others(&self, n_puzzles: u64) -> Vec<String> {
        let noun = self.answer.noun();
        let mut backends: BTreeMap<(String, bool), Vec<&str>> = BTreeMap::new();
        for (id, summary) in &self.summaries {
            let n = summary.count(Status::Unsupported);
            let problems = match summary.trials == n_puzzles {
                true => counted(n, noun),
                false => format!("the {noun}s of {}", counted(n, "trial")),
            };
            if n > 0 && !self.is_all_unsupported() {
                backends.entry((problems, n < summary.trials)).or_default().push(id);
            }
        }
        let sentence = |((problems, has_figures), ids): ((String, bool), Vec<&str>)| {
            let (does, its, it, is) = match ids.len() {
                1 => ("does", "its", "it", "is"),
                _ => ("do", "their", "they", "are"),
            };
            let figures = match has_figures {
                true => format!("{its} figures are over the others, and "),
                false => String::new(),
            };
            let ids = ids.join(", ");
            format!("{ids} {does} not support {problems}: {figures}{it} {is} not ranked.")
        };
        backends.into_iter().map(sentence).collect()
    }

    /// Returns what makes the figures of this run less reliable.
    fn caveats(&self, plan: &Plan, manifest: &Manifest) -> impl Iterator<Item = String> {
        let inflation = manifest.interference.as_ref().map_or(1.0, |probe| probe.inflation);
        let isolated = plan.backends.iter().filter(|one| one.is_isolated()).count();
        let times = self.summaries.iter().map(|(id, summary)| (&**id, summary.waiting()));
        let caveats = [
            waiting::caveat(times, plan.jobs == 1, false),
            caveats::few_puzzles(manifest.puzzles),
            caveats::interference(inflation),
            caveats::unoptimised(&manifest.program.opt_level, manifest.program.debug_assertions),
            caveats::uncommitted(manifest.program.revision.as_deref()),
            caveats::isolation(isolated, plan.backends.len()),
        ];
        caveats.into_iter().flatten()
    }

    /// Returns a note on each external solver that printed something else than an answer before a timeout.
    fn stray_outputs(&self) -> impl Iterator<Item = String> {
        self.stray.iter().map(|(id, &n)| {
            format!(
                "{id} printed something else than an answer before {} (column `error`).",
                counted(n, "timeout")
            )
        })
    }

    /// Returns a note on each reason for which backends did not support a problem; of each backend, the first one.
    fn refusals(&self) -> impl Iterator<Item = String> {
        let mut refusals: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (id, reason) in &self.unsupported {
            refusals.entry(reason).or_default().push(id);
        }
        refusals
            .into_iter()
            .map(|(reason, ids)| format!("{}: unsupported: {reason}", ids.join(", ")))
    }

    /// Returns whether no backend that ran supports any of the problems.
    fn is_all_unsupported(&self) -> bool {
        let is_refused =
            |summary: &BackendSummary| summary.count(Status::Unsupported) == summary.trials;
        self.trials() > 0 && self.summaries.values().all(is_refused)
    }
}

fn interrupted() -> String {
    "Interrupted: not every backend had every puzzle. The same command with -o and --resume \
     continues the run."
        .into()
}

fn unsupported() -> String {
    "No backend that ran takes these problems: `harness list --wide` says what each takes.".into()
}

/// Returns the number of backends that did not run, by family.
fn not_run(plan: &Plan, all: &[Backend]) -> Option<String> {
    let runs = |id: &str| plan.backends.iter().any(|one| one.backend.id == id);
    let mut not_run: BTreeMap<&str, usize> = BTreeMap::new();
    for row in all.iter().filter(|row| !runs(row.id)) {
        *not_run.entry(filter::family(row.id)).or_default() += 1;
    }
    let families = not_run.iter().map(|(family, rows)| format!("{rows} of {family}"));
    let families = families.collect::<Vec<_>>().join(", ");
    (!not_run.is_empty()).then(|| {
        format!("Not run: {families}. `harness list` lists them; -b ID selects one, -b . all.")
    })
}

/// Returns what was decided and how many trials that saved.
fn decided(decision: &Decision) -> Vec<String> {
    let order = decision.order();
    let (all, run) = (grouped(decision.clusters as u64), grouped(decision.clusters_run as u64));
    let skipped = counted(decision.trials_skipped, "trial");
    let mut notes = vec![match decision.ended {
        None => format!("Interrupted before the order was decided: {order}."),
        Some(Ended::Decided) => format!(
            "Decided after {run} of {all} puzzles ({:.0} % confidence): {order}; {skipped} skipped.",
            100.0 * decision.confidence
        ),
        Some(Ended::Exhausted) => {
            format!("Decided only by all {all} puzzles: {order}; {skipped} skipped.")
        }
    }];
    if decision.trials_skipped > 0 {
        notes.push("Each backend's figures are over the puzzles that it ran.".into());
    }
    notes
}

#[cfg(test)]
mod tests {
    use record::Row;
    use solvers::ProblemKind;

    use super::*;

    #[test]
    fn backends_that_lack_support_are_named_with_the_number_of_puzzles() {
        let mut totals = Totals::default();
        let mut add = |backend: &'static str, status| {
            totals.add(&Row { backend: backend.into(), rep: 1, status, ..Row::default() });
        };
        for (backend, status) in [
            ("a/a", Status::Unique),
            ("a/b", Status::Unsupported),
            ("a/c", Status::Unsupported),
            ("a/d", Status::Unsupported),
        ] {
            add(backend, status);
            add(backend, if backend == "a/d" { Status::Unsupported } else { Status::Unique });
        }
        let expected = [
            "a/b, a/c do not support 1 puzzle: their figures are over the others, and they are not ranked.",
            "a/d does not support 2 puzzles: it is not ranked.",
        ];
        assert_eq!(totals.over_others(2), expected);
        let passes = "a/d does not support the puzzles of 2 trials: it is not ranked.";
        assert_eq!(totals.over_others(1)[1], passes);
    }

    #[test]
    fn what_is_not_supported_is_called_by_its_kind() {
        let mut totals = Totals::default();
        for (backend, status) in [("a/a", Status::Solved), ("a/b", Status::Unsupported)] {
            let geometry = ProblemKind::Formula.name().into();
            totals.add(&Row {
                backend: backend.into(),
                rep: 1,
                geometry,
                status,
                ..Row::default()
            });
        }
        assert_eq!(totals.over_others(1), ["a/b does not support 1 formula: it is not ranked."]);
    }
}
