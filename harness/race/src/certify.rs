//! Where it is asked for, what no grid can show is proved, or it is wrong.
//!
//! That a puzzle has a solution is shown by a grid. That it has no other, or none at all, is the word of
//! a backend. A backend that can write proofs is asked for one, in a pass that is not timed: the formula
//! of the puzzle, and a clause that forbids the grid that was found, have no model. The proof is checked
//! by [`board::instance::check_proof`], with a program that shares no code with any backend.
//!
//! ```text
//!   unique, grid g      encoding ∧ puzzle ∧ ¬g   ──engine──>  proof  ──checker──>  certified
//!   impossible          encoding ∧ puzzle                                 └─────>  wrong
//! ```
//!
//! Trusted are the encoding, the checker, and the referee's word that g is a solution; not the engine.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::{fs, ptr};

use anyhow::Context;
use board::instance::{check_proof, write_formula, write_proof};
use record::{Certified, Row, Status, Verified};
use solvers::{Backend, Certificate, Limits, Refutation, Stop};

use crate::corpus::Item;
use crate::executor::panics::catch_panic;
use crate::plan::Plan;
use crate::problem::{AnyAnswer, AnyProblem, AnyProver};

/// Asks for proofs and checks them, one worker's worth.
pub(crate) struct Certifier<'a> {
    plan: &'a Plan,
    cancel: &'a AtomicBool,
    prepared: HashMap<(&'static str, usize), Prepared>,
    /// What came of the claims about the items of a block: each is proved once, however often it is
    /// repeated.
    checked: HashMap<ClaimKey, Checked>,
}

/// By its id a backend says of an item of the block, which its address names, that there is no solution
/// but the grid.
type ClaimKey = (&'static str, *const Item, Option<AnyAnswer>);

/// A solver of this process, also where the trials run in another.
struct Prepared {
    prover: Option<AnyProver>,
    /// Keeps the geometry where it is, so that its address names it.
    _kept: AnyProblem,
}

/// What came of one claim.
#[derive(Clone)]
enum Checked {
    /// The backend writes no proofs, or was interrupted by the end of the run.
    Nothing,
    /// There is a proof, and it holds.
    Proved,
    /// There is no proof, for no fault of the claim.
    Missing(String),
    /// The claim is not proved by what was to prove it.
    Refused(String),
    /// It panicked.
    Crashed(String),
}

impl<'a> Certifier<'a> {
    /// For a run that asks for it.
    pub(crate) fn new(plan: &'a Plan, cancel: &'a AtomicBool) -> Option<Self> {
        plan.certify.then(|| Self {
            plan,
            cancel,
            prepared: HashMap::new(),
            checked: HashMap::new(),
        })
    }

    /// Other items come now.
    pub(crate) fn begin_block(&mut self) {
        self.checked.clear();
    }

    /// Certifies what a row claims beyond the solution that is `known`, if it claims that there is no other.
    ///
    /// # Errors
    /// When a proof is to be kept and cannot be written.
    pub(crate) fn certify(
        &mut self,
        backend: &Backend,
        item: &Item,
        known: Option<&AnyAnswer>,
        row: &mut Row,
    ) -> anyhow::Result<()> {
        let is_closed = match row.status {
            Status::Unique | Status::Impossible => true,
            Status::Counted => row.solutions < 2,
            _ => false,
        };
        if !is_closed {
            return Ok(());
        }
        match self.check_once(backend, item, known)? {
            Checked::Nothing => {}
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
        item: &Item,
        known: Option<&AnyAnswer>,
    ) -> anyhow::Result<Checked> {
        let claim = (backend.id, ptr::from_ref(item), known.cloned());
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
        item: &Item,
        known: Option<&AnyAnswer>,
    ) -> anyhow::Result<Checked> {
        let limits =
            Limits { time: self.plan.timeout, cancel: Some(self.cancel), ..Limits::solutions(1) };
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

    /// The prover of a backend, prepared for the item. None when it does not take it, or proves nothing.
    fn prover(&mut self, backend: &Backend, item: &Item) -> Option<&mut AnyProver> {
        let prepare = || {
            let prover = catch_panic(|| AnyProver::prepare(backend, &item.problem));
            Prepared { prover: prover.ok().flatten(), _kept: item.problem.clone() }
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
        Refutation::Satisfiable => Checked::Refused("asked for a proof, it found a model".into()),
        Refutation::Stopped(Stop::Cancelled) => Checked::Nothing,
        Refutation::Stopped(_) => Checked::Missing("no proof within the time limit".into()),
    }
}

/// Writes formula and proof where checkers of others can read them.
fn keep(
    folder: &Path,
    backend: &Backend,
    item: &Item,
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

/// What the files of a trial are called: its backend, its puzzle, and a hash for the sake of names that
/// differ in letters that file names have not.
fn stem(backend: &Backend, item: &Item) -> String {
    let letter = |c: char| if c.is_alphanumeric() || "-._".contains(c) { c } else { '-' };
    let name: String = item.name.chars().map(letter).take(80).collect();
    format!("{}--{name}--{}", backend.id.replace('/', "-"), item.hash)
}

/// Makes the folder of the proofs, or takes one that is empty, so that nothing is overwritten.
///
/// # Errors
/// When there is something in it and the run does not go on with it, or it cannot be made.
pub fn make_folder(folder: &PathBuf, goes_on: bool) -> anyhow::Result<()> {
    let cannot = || format!("cannot make the folder {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    let is_empty = fs::read_dir(folder).with_context(cannot)?.next().is_none();
    if !is_empty && !goes_on {
        anyhow::bail!(
            "{} has files already, expected a new folder for the proofs (or --resume)",
            folder.display()
        );
    }
    Ok(())
}
