//! varisat: Harder's engine of 2018–2020, written in Rust from the ground up.
//!
//! Conflict-driven clause learning with decisions by activity, Luby restarts and learnt clauses
//! in tiers by glue; no random choices. It has no counters and cannot be stopped, with one way in:
//! when it writes a proof, somebody has to take the proof. In the pass that is not timed, that is
//! a [`Sink`], which reads the proof as it comes (`conflict_tally`) and counts the
//! conflicts, keeps none of it, and fails when the interrupt says so, which ends the search. The
//! timed pass writes no proof: that would cost time, and the race is about time.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use varisat::{ExtendFormula, Lit, ProofFormat, Solver, Var};

use super::incremental::IncrementalEngine;
use super::{Answer, CDCL, Clauses, Engine, EngineRow, Statistics, refutation, refute_with};
use crate::contract::{Counter, Interrupt, LimitSupport, Package, Refutation, Stop};
use crate::sat::conflict_tally::ConflictTally;
use crate::sat::formula::{Formula, Literal, Variable, read_proof};

/// The engine. The timed one cannot be stopped and counts nothing: the sizes are those
/// of the formula.
pub const VARISAT: EngineRow = EngineRow {
    name: "varisat",
    about: "CDCL in Rust from the ground up (Harder)",
    package: Some(Package { name: "varisat", version: "0.2.2" }),
    origin: "varisat",
    timed: plain,
    traced: with_proof,
    refute: Some(refute),
    incremental: Some(incremental),
    method: CDCL.method,
    counts: &[Counter::Variables, Counter::Clauses],
    counts_traced: &[Counter::Conflicts],
    nodes: LimitSupport::None,
    time: LimitSupport::None,
};

struct Varisat<'a> {
    solver: Solver<'a>,
    /// What the proof told, if there is one.
    told: Option<Rc<RefCell<Told>>>,
    /// The value of each variable in the model found last.
    model: Vec<bool>,
    /// Scratch memory for a clause or for assumptions.
    clause: Vec<Lit>,
}

fn plain(_: Interrupt<'_>) -> Box<dyn Engine + '_> {
    Box::new(Varisat::new())
}

fn with_proof(interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
    Box::new(Varisat::writing(ProofFormat::Varisat, What::default(), interrupt))
}

fn refute(formula: &Formula, interrupt: Interrupt<'_>) -> Refutation {
    let what = What::Text(Vec::new());
    let mut engine = Varisat::writing(ProofFormat::Drat, what, interrupt);
    let answer = refute_with(&mut engine, formula);
    // The last pieces are written when it goes.
    let told = engine.told.take();
    drop(engine);
    let told = told.map(|told| told.take()).unwrap_or_default();
    let What::Text(text) = told.what else { unreachable!("it was told to keep the text") };
    let proof = read_proof(&String::from_utf8_lossy(&text));
    match told.stop {
        Some(stop) => Refutation::Stopped(stop),
        None => refutation(answer, Some(proof.expect("varisat writes steps"))),
    }
}

/// One that is kept.
fn incremental() -> Box<dyn IncrementalEngine> {
    Box::new(Varisat::new())
}

impl Varisat<'_> {
    fn new() -> Self {
        Self { solver: Solver::new(), told: None, model: Vec::new(), clause: Vec::new() }
    }

    /// One that writes a proof, of which something is made.
    fn writing(format: ProofFormat, what: What, interrupt: Interrupt<'_>) -> Varisat<'_> {
        let told = Rc::new(RefCell::new(Told { what, stop: None }));
        let mut engine = Varisat::new();
        engine.solver.write_proof(Sink { interrupt, told: told.clone() }, format);
        engine.told = Some(told);
        engine
    }

    fn read_model(&mut self) {
        self.model.fill(false);
        for literal in self.solver.model().expect("a formula that was satisfied has a model") {
            self.model[literal.index()] = literal.is_positive();
        }
    }
}

impl Clauses for Varisat<'_> {
    fn load(&mut self, formula: &Formula) {
        self.model.resize(formula.variables(), false);
        formula.clauses().for_each(|clause| self.add_clause(clause));
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(lit));
        self.solver.add_clause(&self.clause);
    }
}

impl Engine for Varisat<'_> {
    fn solve(&mut self) -> Answer {
        match self.solver.solve() {
            Ok(true) => {
                self.read_model();
                Answer::Satisfiable
            }
            Ok(false) => Answer::Unsatisfiable,
            Err(error) => match self.told.as_ref().and_then(|told| told.borrow().stop) {
                Some(stop) => Answer::Stopped(stop),
                None => panic!("varisat gave up: {error}"),
            },
        }
    }

    fn value(&self, variable: Variable) -> bool {
        self.model[variable as usize]
    }

    fn statistics(&self) -> Statistics {
        let conflicts = self.told.as_ref().and_then(|told| match &told.borrow().what {
            What::Tally(tally) => Some(tally.conflicts()),
            What::Text(_) => None,
        });
        Statistics { conflicts, ..Statistics::default() }
    }
}

impl IncrementalEngine for Varisat<'static> {
    fn add_variable(&mut self) -> Variable {
        self.model.push(false);
        (self.model.len() - 1) as Variable
    }

    fn solve_under(&mut self, assumptions: &[Literal], _: Interrupt<'_>) -> Answer {
        self.clause.clear();
        self.clause.extend(assumptions.iter().copied().map(lit));
        self.solver.assume(&self.clause);
        self.solve()
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::from_var(Var::from_index(literal.variable() as usize), literal.is_positive())
}

/// What a [`Sink`] has learnt.
#[derive(Default)]
struct Told {
    what: What,
    /// Once it was told to stop, the sink takes nothing any more.
    stop: Option<Stop>,
}

/// What is made of a proof.
enum What {
    /// Conflicts are counted in it.
    Tally(ConflictTally),
    /// It is kept, as a text.
    Text(Vec<u8>),
}

impl Default for What {
    fn default() -> Self {
        Self::Tally(ConflictTally::default())
    }
}

/// Takes the proof, in pieces of some kilobytes.
struct Sink<'a> {
    interrupt: Interrupt<'a>,
    told: Rc<RefCell<Told>>,
}

impl io::Write for Sink<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let mut told = self.told.borrow_mut();
        told.stop = told.stop.or_else(|| self.interrupt.stop());
        if told.stop.is_some() {
            return Err(io::Error::other("the search has to stop"));
        }
        match &mut told.what {
            What::Tally(tally) => tally.read(piece).map_err(io::Error::other)?,
            What::Text(text) => text.extend_from_slice(piece),
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
