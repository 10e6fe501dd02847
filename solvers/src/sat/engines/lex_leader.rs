//! The engine of the row `sat/reduced.lexleader`: [`CDCL`] with its modern techniques, on the formula and clauses that break
//! its symmetries ([`symmetry`](crate::symmetry)).
//!
//! The symmetries of all clauses together are searched for when the first model is. The formula with fewer models has one if
//! and only if the formula has, and says nothing about further ones: these are searched for without breaking symmetries, on
//! an engine that begins anew.

use super::cdcl::{CDCL, Cdcl, Switches};
use super::interface::{ClauseSink, Engine, EngineRow, EngineStatistics, SatResult};
use crate::contract::Interrupt;
use crate::sat::formula::{Formula, Literal, Variable};
use crate::symmetry::{self, SearchEffort};

/// The number of links that the search for symmetries follows at most: some tenths of a second.
const EFFORT: usize = 1 << 22;

/// The number of literals in clauses beyond which symmetries are not searched for: the effort would end before all clauses
/// had been looked at a few times.
const MOST_LITERALS: usize = EFFORT / 4;

/// The engine as data. It writes no proofs: none of the formula with fewer models is one of the formula.
pub(in crate::sat) static LEX_LEADER: EngineRow = EngineRow {
    name: "lexleader",
    about: "this project's CDCL on a formula whose symmetries are broken",
    timed: |interrupt| Box::new(LexLeader::new(interrupt)),
    traced: |interrupt| Box::new(LexLeader::new(interrupt)),
    refute: None,
    incremental: None,
    ..CDCL
};

struct LexLeader<'l> {
    interrupt: Interrupt<'l>,
    /// All clauses, as long as an engine has to be given them.
    formula: Option<Formula>,
    engine: Cdcl<'l>,
    /// What an engine counted before this one.
    before: EngineStatistics,
    has_searched: bool,
}

impl<'l> LexLeader<'l> {
    fn new(interrupt: Interrupt<'l>) -> Self {
        let (formula, before) = (Some(Formula::new(0)), EngineStatistics::default());
        Self { interrupt, formula, engine: cdcl(interrupt), before, has_searched: false }
    }

    /// Gives the formula to the engine, with clauses that break its symmetries. It is kept if there are any.
    fn load_broken(&mut self, formula: Formula) {
        if formula.clauses().map(<[Literal]>::len).sum::<usize>() > MOST_LITERALS {
            return self.engine.load(&formula);
        }
        let is_over = || self.interrupt.stop().is_some();
        let effort = SearchEffort { links: EFFORT, is_over: &is_over };
        let group = symmetry::search(&symmetry::of_formula(&formula), &effort);
        if group.generators().is_empty() {
            return self.engine.load(&formula);
        }
        let mut broken = formula.clone();
        symmetry::add_lex_leaders(&mut broken, &group);
        self.engine.load(&broken);
        self.formula = Some(formula);
    }

    /// Gives the formula to a new engine.
    fn load_whole(&mut self, formula: &Formula) {
        self.before = self.engine.statistics();
        self.engine = cdcl(self.interrupt);
        self.engine.load(formula);
    }
}

fn cdcl(interrupt: Interrupt<'_>) -> Cdcl<'_> {
    Cdcl::new(interrupt, Switches { matchings: false, ..Switches::ALL })
}

impl ClauseSink for LexLeader<'_> {
    fn load(&mut self, formula: &Formula) {
        self.formula = Some(formula.clone());
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        match &mut self.formula {
            Some(formula) => formula.add_clause(clause.iter().copied()),
            None => self.engine.add_clause(clause),
        }
    }
}

impl Engine for LexLeader<'_> {
    fn solve(&mut self) -> SatResult {
        match self.formula.take() {
            Some(formula) if self.has_searched => self.load_whole(&formula),
            Some(formula) => self.load_broken(formula),
            None => {}
        }
        self.has_searched = true;
        self.engine.solve()
    }

    fn value(&self, variable: Variable) -> bool {
        self.engine.value(variable)
    }

    fn statistics(&self) -> EngineStatistics {
        self.before.plus(self.engine.statistics())
    }
}
