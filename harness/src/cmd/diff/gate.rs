//! `--fail-on`: whether any backend is worse than before, or whether that cannot be told.
//!
//! A time is worse if the ratio is at least the threshold, beyond the noise and with an interval above 1. A counter is
//! exact, so that the ratio alone decides. A backend that solves fewer puzzles is worse in any case.

use std::collections::BTreeSet;

use analysis::load::{ManifestExcerpt, Runs};
use analysis::stats::pair::PairVerdict;
use analysis::stats::scores::Metric;
use anyhow::{Context, bail};
use render::table::counted;

use super::{Change, INVOCATIONS};
use crate::cmd::End;
use crate::cmd::compare::wording::{figure, percent};

/// The decision.
pub(super) struct Gate {
    /// What is worse, a sentence each.
    worse: Vec<String>,
    /// What cannot be told, a sentence each.
    unknown: Vec<String>,
    /// The threshold, in words.
    threshold: String,
}

impl Gate {
    /// Decides whether a backend is worse by at least `share`.
    ///
    /// # Errors
    /// When the times of all backends have too few processes, or are those of two machines.
    pub(super) fn of(
        runs: &Runs,
        changes: &[Change],
        share: f64,
        metric: Metric,
    ) -> anyhow::Result<Self> {
        if metric.is_time() {
            must_have_invocations(changes)?;
            must_have_one_machine(runs)?;
        }
        let worse = changes.iter().filter_map(|one| worse(one, share, metric));
        let unknown = changes.iter().filter_map(|one| unknown(one, metric));
        Ok(Self {
            worse: worse.collect(),
            unknown: unknown.chain(gone(runs, changes)).collect(),
            threshold: percent(share.ln_1p()),
        })
    }

    /// Returns the decision, in sentences.
    pub(super) fn sentences(&self) -> Vec<String> {
        let mut sentences = [&self.worse[..], &self.unknown].concat();
        if sentences.is_empty() {
            sentences.push(format!("No backend is worse by {} or more.", self.threshold));
        }
        sentences
    }

    /// Returns the end of the subcommand: that something is worse comes before that something is
    /// unknown.
    pub(super) fn end(&self) -> End {
        match (self.worse.is_empty(), self.unknown.is_empty()) {
            (false, _) => End::Failed,
            (true, false) => End::BadInput,
            (true, true) => End::Well,
        }
    }
}

fn worse(one: &Change, share: f64, metric: Metric) -> Option<String> {
    let (backend, [before, after]) = (&one.backend, one.solved);
    if one.solves_fewer() {
        return Some(format!(
            "REGRESSION: {backend} solves {}, and {before} before.",
            counted(after as u64, "puzzle")
        ));
    }
    let ratio = one.ratio().filter(|&ratio| ratio >= 1.0 + share)?;
    let noise =
        one.comparison.noise.floor.map(|floor| format!(", beyond noise of {}", percent(floor)));
    let is_sure =
        is_exact(metric) || has_processes(one, metric) && one.verdict() == PairVerdict::More;
    is_sure.then(|| {
        format!("REGRESSION: {backend} needs × {}{}.", figure(ratio), noise.unwrap_or_default())
    })
}

fn unknown(one: &Change, metric: Metric) -> Option<String> {
    let reason = match one.ratio() {
        _ if one.solves_fewer() => return None,
        None => format!("no puzzle has a {} in both runs", metric.name()),
        Some(_) if is_exact(metric) => return None,
        Some(_) if has_processes(one, metric) && one.verdict() != PairVerdict::TooFew => {
            return None;
        }
        Some(_) if metric.is_time() && one.invocations < INVOCATIONS => {
            format!("it has {} of the {INVOCATIONS} invocations required", one.invocations)
        }
        Some(_) if !has_processes(one, metric) => "no puzzle was solved in every pass".into(),
        Some(_) => "there are too few observations".into(),
    };
    Some(format!("UNKNOWN: {} cannot be judged: {reason}.", one.backend))
}

/// Returns whether measuring again gives the same figure.
fn is_exact(metric: Metric) -> bool {
    !metric.is_time() && metric != Metric::Memory
}

/// Returns whether a ratio of times is that of processes, which a verdict on times requires.
fn has_processes(one: &Change, metric: Metric) -> bool {
    one.over_processes.is_some() || !metric.is_time()
}

/// Returns the backends that only the first run has.
fn gone(runs: &Runs, changes: &[Change]) -> impl Iterator<Item = String> {
    let in_both: BTreeSet<&str> = changes.iter().map(|one| &*one.backend).collect();
    let before = runs.trials.iter().filter(|trial| trial.source == 0);
    let ids: BTreeSet<&str> =
        before.map(|trial| &*runs.contestants[trial.contestant as usize].backend).collect();
    let gone: Vec<String> = ids.difference(&in_both).map(|&id| id.to_owned()).collect();
    gone.into_iter().map(|id| {
        format!(
            "UNKNOWN: {id} has no rows in the second run; if it was removed, `-B {id}` excludes it."
        )
    })
}

/// Checks that some backend has enough processes; any other is unknown.
fn must_have_invocations(changes: &[Change]) -> anyhow::Result<()> {
    let most = changes.iter().map(|one| one.invocations).max();
    let most = most.context("no backend is in both runs")?;
    if most < INVOCATIONS {
        bail!(
            "--fail-on requires at least {INVOCATIONS} invocations in both runs, and there are \
             {most}: run with --invocations {INVOCATIONS}, because one process is one sample of the \
             layout of code and memory"
        );
    }
    Ok(())
}

fn must_have_one_machine(runs: &Runs) -> anyhow::Result<()> {
    let manifests = runs.sources.iter().flat_map(|source| &source.manifests);
    let machines: BTreeSet<String> = manifests.map(ManifestExcerpt::machine).collect();
    if machines.len() > 1 {
        bail!(
            "--fail-on compares times of one machine, and these are of several: {}",
            Vec::from_iter(machines).join("; ")
        );
    }
    Ok(())
}
