//! Measurements on an exact cover problem of a family: its size, and the number of its solutions.
//!
//! A certified number is proved by a certificate ([`board::instance::CountChecker`]), which the referee checks
//! line by line; the SHA-256 is that of its text, as `run --certify` keeps it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow, bail};
use board::Count;
use board::instance::{CountChecker, CountProof, ExactCover};
use race::families;
use race::problem::AnyProblem;
use render::table::counted;
use schemars::JsonSchema;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use solvers::{Limits, Stop};

use super::super::instances::hex;
use super::Measured;
use super::searches::row;

/// A measurement on an exact cover problem, such as `queens:8`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) enum OfCover {
    /// The number of items.
    Items(String),
    /// The number of options.
    Options(String),
    /// The number of solutions that a backend counts.
    Solutions { problem: String, backend: String },
    /// The number of solutions that a backend proves by a certificate.
    CertifiedSolutions { problem: String, backend: String },
    /// A counter of the search of a backend for all solutions.
    Counter { problem: String, backend: String, counter: String },
}

impl OfCover {
    pub(super) fn take(&self, cancel: &AtomicBool) -> anyhow::Result<Measured> {
        let limits = || Limits { cancel: Some(cancel), ..Limits::solutions(u64::MAX) };
        Ok(match self {
            Self::Items(problem) => named(problem)?.items().into(),
            Self::Options(problem) => named(problem)?.option_count().into(),
            Self::Solutions { problem, backend } => {
                let problem = named(problem)?;
                let mut solver = row(backend)?.prepare::<ExactCover>(&problem)?;
                let outcome = solver.solve(&problem, &limits());
                (&outcome.count()).into()
            }
            Self::CertifiedSolutions { problem, backend } => {
                certified(named(problem)?, backend, &limits())?
            }
            Self::Counter { problem, backend, counter } => {
                let counter = super::counter(counter)?;
                let problem = named(problem)?;
                let mut solver = row(backend)?.prepare::<ExactCover>(&problem)?;
                solver.solve(&problem, &limits()).counters.get(counter).into()
            }
        })
    }
}

fn named(problem: &str) -> anyhow::Result<ExactCover> {
    let expected = || format!("{problem:?}: no family, expected one of `harness list --families`");
    families::named(problem).with_context(expected)?
}

/// The number of solutions that a certificate proves, with the hash of its text.
fn certified(problem: ExactCover, backend: &str, limits: &Limits<'_>) -> anyhow::Result<Measured> {
    let no_prover = || anyhow!("{backend} writes no certificates");
    let prepare = row(backend)?.count_prover::<ExactCover>().ok_or_else(no_prover)?;
    let mut proof = match prepare(&problem)?.prove_count(&problem, limits) {
        Ok(proof) => proof,
        // The caller looks at the flag.
        Err(Stop::Cancelled) => return Ok(Measured::default()),
        Err(stop) => bail!("{backend}: no certificate ({stop:?})"),
    };
    let problem = Arc::new(problem);
    let hash = AnyProblem::Cover(problem.clone()).hash().to_string();
    let (count, note) = checked(&problem, &hash, &mut proof)
        .map_err(|refuted| anyhow!("{backend}: WRONG certificate: {refuted}"))?;
    Ok(Measured { note: Some(note), ..(&count).into() })
}

/// The count of a certificate that holds, and a sentence that names it.
fn checked(
    problem: &ExactCover,
    hash: &str,
    proof: &mut CountProof,
) -> Result<(Count, String), board::instance::CountRefutation> {
    let mut checker = CountChecker::new(problem, hash);
    let mut digest = Sha256::new();
    let mut lines = 0;
    proof.write(hash, |line| {
        let line = format!("{line}\n");
        digest.update(&line);
        lines += 1;
        checker.line(&line)
    })?;
    let count = checker.finish()?;
    let (lines, digest) = (counted(lines, "line"), hex(&digest.finalize()));
    Ok((count, format!("Ours has a certificate of {lines} with the SHA-256 {digest}.")))
}
