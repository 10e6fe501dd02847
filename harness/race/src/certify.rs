//! Certifies claims that no grid can prove, on request.
//!
//! A grid proves that a puzzle has a solution. That it has no other, or none at all, is only a claim. A
//! backend that writes proofs is asked for one in an untimed pass: a proof that the puzzle's formula,
//! together with a clause that excludes the solution found, is unsatisfiable.
//! [`board::instance::check_proof`] checks the proof with a checker that shares no code with any
//! backend.
//!
//! ```text
//!   unique, grid g      encoding ∧ puzzle ∧ ¬g   ──engine──>  proof  ──checker──>  certified
//!   impossible          encoding ∧ puzzle                                 └─────>  wrong
//!   n solutions         exact cover problem      ──count/…─>  table  ──checker──>  certified
//! ```
//!
//! A backend that counts the states of an exact cover problem, or of that of a puzzle, writes down their
//! table, which proves any number of solutions ([`count_certificates`]).
//!
//! The trusted parts are the encoding, the checker and the referee, which accepted g. The engine is not
//! trusted.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use board::Count;
use board::instance::{ExactCover, check_proof, write_formula, write_proof};
use record::hash::PuzzleHash;
use record::{Certified, Row, Status, Verified};
use solvers::{Backend, Certificate, Limits, ProblemKind, Refutation, Stop};

use crate::corpus::CorpusItem;
use crate::count_certificates;
use crate::executor::panics::catch_panic;
use crate::plan::Plan;
use crate::problem::{AnyAnswer, AnyProblem, AnyProver, MOST_BOARDS};

/// Requests proofs and checks them, for one worker.
pub(crate) struct Certifier<'a> {
    plan: &'a Plan,
    cancel: &'a AtomicBool,
    prepared: HashMap<(&'static str, usize), Prepared>,
    /// The results for the items of the current block. Each claim is proved once, however often it is
    /// repeated.
    checked: HashMap<ClaimKey, Checked>,
}

/// The claim of a backend (by its id) that a problem (by its hash) has no solution other than the given answer, or that it
/// has some number of solutions.
type ClaimKey = (&'static str, PuzzleHash, Option<AnyAnswer>);

/// A prover in this process, even if the trials run in another one.
struct Prepared {
    prover: Option<AnyProver>,
    /// Keeps the problem alive, so that its address remains a valid key.
    kept: AnyProblem,
}

/// The result of certifying one claim.
#[derive(Clone)]
enum Checked {
    /// The backend writes no proofs, or the run was cancelled.
    Nothing,
    /// There is a valid proof.
    Proved,
    /// A valid certificate says that there are so many solutions.
    Counted(Count),
    /// There is no proof, but nothing speaks against the claim.
    Missing(String),
    /// The backend failed to prove its own claim.
    Refused(String),
    /// The prover panicked.
    Crashed(String),
}

impl Checked {
    /// Compares a certified count with that of a row.
    fn about(self, row: &Row) -> Self {
        match self {
            Self::Counted(count) if count == row.solutions => Self::Proved,
            Self::Counted(count) => {
                Self::Refused(format!("its checked certificate has {count} solutions"))
            }
            other => other,
        }
    }
}

impl<'a> Certifier<'a> {
    /// Creates a certifier, if the plan requests certificates.
    pub(crate) fn new(plan: &'a Plan, cancel: &'a AtomicBool) -> Option<Self> {
        plan.certify.then(|| Self {
            plan,
            cancel,
            prepared: HashMap::new(),
            checked: HashMap::new(),
        })
    }

    /// Forgets the results for the previous block, and the provers that no other problem needs.
    pub(crate) fn begin_block(&mut self) {
        self.checked.clear();
        self.prepared.retain(|_, prepared| prepared.kept.puzzle().is_some());
        if self.prepared.len() > MOST_BOARDS {
            self.prepared.clear();
        }
    }

    /// Certifies the claim of a row that there is no solution other than `known`, or its count if the backend
    /// writes certificates of counts. Does nothing for rows that make no such claim.
    ///
    /// # Errors
    /// Fails if a proof cannot be written to the folder for proofs.
    pub(crate) fn certify(
        &mut self,
        backend: &Backend,
        item: &CorpusItem,
        known: Option<&AnyAnswer>,
        row: &mut Row,
    ) -> anyhow::Result<()> {
        let counts = proves_counts(backend, item);
        let is_closed = match row.status {
            Status::Unique | Status::Impossible => true,
            Status::Counted => counts || row.solutions < 2,
            _ => false,
        };
        if !is_closed {
            return Ok(());
        }
        match self.check_once(backend, item, known.filter(|_| !counts))?.about(row) {
            Checked::Nothing | Checked::Counted(_) => {}
            Checked::Proved => {
                (row.certified, row.verified) = (Some(Certified::Yes), Verified::Yes);
            }
            Checked::Missing(why) => {
                row.error.get_or_insert(format!("not certified: {why}"));
            }
            Checked::Refused(why) => {
                (row.status, row.verified) = (Status::Wrong, Verified::No);
                (row.certified, row.error) = (Some(Certified::No), Some(why));
            }
            Checked::Crashed(message) => {
                (row.status, row.error) = (Status::Crashed, Some(message));
            }
        }
        Ok(())
    }

    fn check_once(
        &mut self,
        backend: &Backend,
        item: &CorpusItem,
        known: Option<&AnyAnswer>,
    ) -> anyhow::Result<Checked> {
        let claim = (backend.id, item.hash, known.cloned());
        if let Some(checked) = self.checked.get(&claim) {
            return Ok(checked.clone());
        }
        let checked = self.check(backend, item, known)?;
        self.checked.insert(claim, checked.clone());
        Ok(checked)
    }

    fn check(
        &mut self,
        backend: &Backend,
        item: &CorpusItem,
        known: Option<&AnyAnswer>,
    ) -> anyhow::Result<Checked> {
        let limits =
            Limits { time: self.plan.timeout, cancel: Some(self.cancel), ..Limits::solutions(1) };
        if proves_counts(backend, item) {
            return self.check_count(backend, item, &limits);
        }
        let Some(prover) = self.prover(backend, item) else { return Ok(Checked::Nothing) };
        let certificate = match catch_panic(|| prover.certify(&item.problem, known, &limits)) {
            Ok(certificate) => certificate,
            Err(message) => {
                self.prepared.clear();
                return Ok(Checked::Crashed(message));
            }
        };
        if let Some(folder) = &self.plan.keep_proofs {
            keep(folder, backend, item, &certificate)?;
        }
        Ok(judge(&certificate))
    }

    /// Has a backend write the certificate of an item's exact cover problem, and checks each line.
    fn check_count(
        &self,
        backend: &Backend,
        item: &CorpusItem,
        limits: &Limits<'_>,
    ) -> anyhow::Result<Checked> {
        let limits =
            Limits { solutions: u64::MAX, memory: self.plan.isolation.memory_limit, ..*limits };
        let problem = item.problem.cover().expect("it has one");
        let prepare = backend.count_prover::<ExactCover>().expect("it has one");
        let Ok(mut prover) = prepare(&problem) else { return Ok(Checked::Nothing) };
        let kept = self.plan.keep_proofs.as_ref().map(|folder| folder.join(stem(backend, item)));
        let checked = count_certificates::write(&problem, kept.as_deref(), |writer| {
            catch_panic(|| prover.prove_count(&problem, &limits, writer))
        })?;
        Ok(match checked {
            Ok(Ok(Ok(count))) => Checked::Counted(count),
            Ok(Ok(Err(refuted))) => {
                let (line, why) = (refuted.line, refuted.why);
                Checked::Refused(format!("its certificate does not hold: line {line}: {why}"))
            }
            Ok(Err(stop)) => stopped(stop),
            Err(message) => Checked::Crashed(message),
        })
    }

    /// Returns the prover of a backend, prepared for the item, or `None` if it has none or does not
    /// support the item.
    fn prover(&mut self, backend: &Backend, item: &CorpusItem) -> Option<&mut AnyProver> {
        let prepare = || {
            let prover = catch_panic(|| AnyProver::prepare(backend, &item.problem));
            Prepared { prover: prover.ok().flatten(), kept: item.problem.clone() }
        };
        let key = (backend.id, item.problem.key());
        self.prepared.entry(key).or_insert_with(prepare).prover.as_mut()
    }
}

fn judge(Certificate { formula, refutation }: &Certificate) -> Checked {
    match refutation {
        Refutation::Proved(proof) => match check_proof(formula, proof) {
            Ok(()) => Checked::Proved,
            Err(error) => Checked::Refused(format!("its proof does not hold: {error}")),
        },
        Refutation::Satisfiable => Checked::Refused("it found a model instead of a proof".into()),
        Refutation::Stopped(stop) => stopped(*stop),
    }
}

fn stopped(stop: Stop) -> Checked {
    match stop {
        Stop::Cancelled => Checked::Nothing,
        _ => Checked::Missing("no proof within the time limit".into()),
    }
}

/// Returns whether a backend writes certificates of counts for an item: for an exact cover problem, or for that
/// of a puzzle if it takes puzzles.
fn proves_counts(backend: &Backend, item: &CorpusItem) -> bool {
    let takes_it = match item.problem.kind() {
        ProblemKind::ExactCover => true,
        ProblemKind::Puzzle => backend.takes.puzzles.is_some() && !item.problem.has_relations(),
        ProblemKind::Formula | ProblemKind::Graph => false,
    };
    takes_it && backend.count_prover::<ExactCover>().is_some()
}

/// Writes the formula and its proof, for independent checkers.
fn keep(
    folder: &Path,
    backend: &Backend,
    item: &CorpusItem,
    Certificate { formula, refutation }: &Certificate,
) -> anyhow::Result<()> {
    let Refutation::Proved(proof) = refutation else { return Ok(()) };
    let stem = stem(backend, item);
    let write = |ending: &str, text: String| {
        let path = folder.join(format!("{stem}.{ending}"));
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    write("cnf", write_formula(formula))?;
    write("drat", write_proof(proof))
}

/// Returns the file stem of a trial: its backend, its puzzle, and a hash to distinguish names that
/// differ only in characters that are replaced.
fn stem(backend: &Backend, item: &CorpusItem) -> String {
    let letter = |c: char| if c.is_alphanumeric() || "-._".contains(c) { c } else { '-' };
    let name: String = item.name.chars().map(letter).collect();
    let name = &name[..name.floor_char_boundary(80)];
    format!("{}--{name}--{}", backend.id.replace('/', "-"), item.hash)
}

/// Creates the folder for proofs. It must be empty unless the run is resumed, so that nothing is
/// overwritten.
///
/// # Errors
/// Fails if the folder contains files and the run is not resumed, or if it cannot be created.
pub fn make_folder(folder: &PathBuf, is_resumed: bool) -> anyhow::Result<()> {
    let cannot = || format!("cannot create the folder {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    let is_empty = fs::read_dir(folder).with_context(cannot)?.next().is_none();
    if !is_empty && !is_resumed {
        anyhow::bail!(
            "{} is not empty, expected a new folder for the proofs (or --resume)",
            folder.display()
        );
    }
    Ok(())
}
