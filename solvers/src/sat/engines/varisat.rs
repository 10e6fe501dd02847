//! varisat: an engine written in Rust from scratch by Harder, 2018–2020.
//!
//! CDCL with VSIDS decisions, Luby restarts and learnt clauses in tiers by glue; no random choices. It
//! exposes no counters and cannot be interrupted, except through the writer of a proof. In the untimed
//! pass this is a `ProofWriter`, which decodes the proof as it arrives (`conflict_tally`), counts the
//! conflicts and stores nothing. It fails when the interrupt stops the search, which ends the search.
//! The timed pass writes no proof, since that would cost time.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use varisat::{ExtendFormula, Lit, ProofFormat, Solver, Var};

use super::cdcl::CDCL;
use super::interface::{
    ClauseSink, Engine, EngineRow, EngineStatistics, IncrementalEngine, SatResult, refutation,
    refute_with,
};
use crate::contract::{Counter, Interrupt, LimitSupport, Package, Refutation, Stop};
use crate::sat::conflict_tally::ConflictTally;
use crate::sat::formula::{Formula, Literal, Variable, read_proof};

/// The engine. A timed search cannot be stopped and counts nothing; the sizes are those of the formula.
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
    /// The proof log, if a proof is written.
    log: Option<Rc<RefCell<ProofLog>>>,
    /// The value of each variable in the last model.
    model: Vec<bool>,
    /// Scratch memory for a clause or for assumptions.
    clause: Vec<Lit>,
}

fn plain(_: Interrupt<'_>) -> Box<dyn Engine + '_> {
    Box::new(Varisat::new())
}

fn with_proof(interrupt: Interrupt<'_>) -> Box<dyn Engine + '_> {
    Box::new(Varisat::writing(ProofFormat::Varisat, Recording::default(), interrupt))
}

fn refute(formula: &Formula, interrupt: Interrupt<'_>) -> Refutation {
    let recording = Recording::Text(Vec::new());
    let mut engine = Varisat::writing(ProofFormat::Drat, recording, interrupt);
    let result = refute_with(&mut engine, formula);
    // The last pieces are written when the engine is dropped.
    let log = engine.log.take();
    drop(engine);
    let log = log.map(|log| log.take()).unwrap_or_default();
    let Recording::Text(text) = log.recording else { unreachable!("a text was asked for") };
    let proof = read_proof(&String::from_utf8_lossy(&text));
    match log.stop {
        Some(stop) => Refutation::Stopped(stop),
        None => refutation(result, Some(proof.expect("varisat writes steps"))),
    }
}

/// Creates an incremental engine.
fn incremental() -> Box<dyn IncrementalEngine> {
    Box::new(Varisat::new())
}

impl Varisat<'_> {
    fn new() -> Self {
        Self { solver: Solver::new(), log: None, model: Vec::new(), clause: Vec::new() }
    }

    /// Creates an engine that writes a proof, which is recorded.
    fn writing(format: ProofFormat, recording: Recording, interrupt: Interrupt<'_>) -> Varisat<'_> {
        let log = Rc::new(RefCell::new(ProofLog { recording, stop: None }));
        let mut engine = Varisat::new();
        engine.solver.write_proof(ProofWriter { interrupt, log: log.clone() }, format);
        engine.log = Some(log);
        engine
    }

    fn read_model(&mut self) {
        self.model.fill(false);
        for literal in self.solver.model().expect("a satisfiable formula has a model") {
            self.model[literal.index()] = literal.is_positive();
        }
    }
}

impl ClauseSink for Varisat<'_> {
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
    fn solve(&mut self) -> SatResult {
        match self.solver.solve() {
            Ok(true) => {
                self.read_model();
                SatResult::Satisfiable
            }
            Ok(false) => SatResult::Unsatisfiable,
            Err(error) => match self.log.as_ref().and_then(|log| log.borrow().stop) {
                Some(stop) => SatResult::Stopped(stop),
                None => panic!("varisat failed: {error}"),
            },
        }
    }

    fn value(&self, variable: Variable) -> bool {
        self.model[variable as usize]
    }

    fn statistics(&self) -> EngineStatistics {
        let conflicts = self.log.as_ref().and_then(|log| match &log.borrow().recording {
            Recording::Tally(tally) => Some(tally.conflicts()),
            Recording::Text(_) => None,
        });
        EngineStatistics { conflicts, ..EngineStatistics::default() }
    }
}

impl IncrementalEngine for Varisat<'static> {
    fn add_variable(&mut self) -> Variable {
        self.model.push(false);
        (self.model.len() - 1) as Variable
    }

    fn solve_under(&mut self, assumptions: &[Literal], _: Interrupt<'_>) -> SatResult {
        self.clause.clear();
        self.clause.extend(assumptions.iter().copied().map(lit));
        self.solver.assume(&self.clause);
        self.solve()
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::from_var(Var::from_index(literal.variable() as usize), literal.is_positive())
}

/// The state of a [`ProofWriter`].
#[derive(Default)]
struct ProofLog {
    recording: Recording,
    /// The reason to stop. Once set, the writer rejects everything.
    stop: Option<Stop>,
}

/// What is recorded of a proof.
enum Recording {
    /// The number of its conflicts.
    Tally(ConflictTally),
    /// Its text.
    Text(Vec<u8>),
}

impl Default for Recording {
    fn default() -> Self {
        Self::Tally(ConflictTally::default())
    }
}

/// Receives the proof in pieces of some kilobytes.
struct ProofWriter<'a> {
    interrupt: Interrupt<'a>,
    log: Rc<RefCell<ProofLog>>,
}

impl io::Write for ProofWriter<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let mut log = self.log.borrow_mut();
        log.stop = log.stop.or_else(|| self.interrupt.stop());
        if log.stop.is_some() {
            return Err(io::Error::other("search interrupted"));
        }
        match &mut log.recording {
            Recording::Tally(tally) => tally.read(piece).map_err(io::Error::other)?,
            Recording::Text(text) => text.extend_from_slice(piece),
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
