//! Measurements on an exact cover problem of a family: its size, and the number of its solutions.
//!
//! A certified number is proved by a certificate ([`board::instance::CountChecker`]), which the referee checks
//! line by line; the SHA-256 is that of its text, as `run --certify` keeps it.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow, bail};
use board::instance::{CountWriter, ExactCover};
use race::{count_certificates, families};
use render::table::counted;
use schemars::JsonSchema;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use solvers::count::diagram::{Diagram, DiagramError};
use solvers::{Limits, Stop};

use super::super::instances::hex;
use super::Measured;
use super::searches::row;
use crate::cmd::level_profile::LevelProfile;

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
    /// A counter on one level of that search, as `solve --profile` prints it; 0 on levels that it does not reach.
    LevelCounter { problem: String, backend: String, level: usize, counter: String },
    /// The number of inner nodes of the zero-suppressed decision diagram of all solutions: the item with the fewest
    /// options first, the leftmost of several, and states with the same items left are one.
    ZddNodes(String),
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
            Self::LevelCounter { problem, backend, level, counter } => {
                let counter = super::counter(counter)?;
                let problem = named(problem)?;
                let mut solver = row(backend)?.prepare::<ExactCover>(&problem)?;
                let mut profile = LevelProfile::default();
                let outcome = solver.trace(&problem, &limits(), &mut profile);
                let levels = profile.end(backend, &outcome.counters)?;
                levels.get(*level).map_or(0, |costs| costs.get(counter)).into()
            }
            Self::ZddNodes(problem) => match Diagram::of_cover(&named(problem)?, &limits()) {
                Ok(diagram) => diagram.edges().into(),
                // The caller looks at the flag.
                Err(DiagramError::Stopped(Stop::Cancelled)) => Measured::default(),
                Err(problem) => return Err(problem.into()),
            },
        })
    }
}

fn named(problem: &str) -> anyhow::Result<ExactCover> {
    let expected = || format!("{problem:?}: no family, expected one of `harness list --families`");
    families::named(problem).with_context(expected)?
}

/// Returns the number of solutions that a certificate proves, with the hash of its text.
fn certified(problem: ExactCover, backend: &str, limits: &Limits<'_>) -> anyhow::Result<Measured> {
    let no_prover = || anyhow!("{backend} writes no certificates");
    let prepare = row(backend)?.count_prover::<ExactCover>().ok_or_else(no_prover)?;
    let mut prover = prepare(&problem)?;
    let (mut digest, mut lines) = (Sha256::new(), 0);
    let hash = |line: &[u8]| {
        digest.update(line);
        lines += 1;
        ControlFlow::Continue(())
    };
    let prove = |writer: &mut CountWriter<'_>| prover.prove_count(&problem, limits, writer);
    let (proved, count) = count_certificates::checked(&problem, hash, prove);
    match proved {
        Ok(()) => {}
        // The caller looks at the flag.
        Err(Stop::Cancelled) => return Ok(Measured::default()),
        Err(stop) => bail!("{backend}: no certificate ({stop:?})"),
    }
    let count = count.map_err(|refuted| anyhow!("{backend}: WRONG certificate: {refuted}"))?;
    let (lines, digest) = (counted(lines, "line"), hex(&digest.finalize()));
    let proof = format!("Ours has a certificate of {lines} with the SHA-256 {digest}.");
    Ok(Measured { proof: Some(proof), ..(&count).into() })
}
