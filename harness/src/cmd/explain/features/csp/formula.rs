//! The variables of a formula, with unit propagation. Value 0 is false, and 1 is true.

use board::instance::{Formula, Literal, Variable};
use board::{Symbol, SymbolSet};
use record::filter;
use solvers::BACKENDS;

use super::{Csp, Propagated, Searched, limits, searched};
use crate::cmd::explain::features::deadline::Deadline;

/// A formula, with the clauses of each literal.
pub(in super::super) struct FormulaCsp {
    formula: Formula,
    /// The clauses, each literal once.
    clauses: Vec<Vec<Literal>>,
    /// The clauses that have each literal, by its index.
    having: Vec<Vec<u32>>,
    /// Who searches.
    searcher: &'static str,
}

/// The values of all variables.
#[derive(Clone)]
pub(in super::super) struct Values {
    sets: Vec<SymbolSet>,
    /// The variables whose values have not been propagated; `None` if none has.
    changed: Option<Vec<Variable>>,
}

impl FormulaCsp {
    /// Prepares a formula for propagation, and for searches by the backend with this id.
    pub(in super::super) fn new(formula: Formula, searcher: &'static str) -> Self {
        let distinct = |clause: &[Literal]| {
            let mut clause = clause.to_vec();
            clause.sort_unstable_by_key(|literal| literal.index());
            clause.dedup();
            clause
        };
        let clauses: Vec<Vec<Literal>> = formula.clauses().map(distinct).collect();
        let mut having = vec![Vec::new(); 2 * formula.variables()];
        for (number, clause) in clauses.iter().enumerate() {
            clause.iter().for_each(|literal| having[literal.index()].push(number as u32));
        }
        Self { formula, clauses, having, searcher }
    }

    /// Returns all values of all variables.
    pub(in super::super) fn start(&self) -> Values {
        Values { sets: vec![SymbolSet::all(2); self.formula.variables()], changed: None }
    }

    /// Returns the model in which the first variables have these values, if the others follow from them by propagation.
    pub(in super::super) fn completed(&self, values: &[Symbol]) -> Option<Vec<Symbol>> {
        let mut state = self.start();
        let given = state.sets.iter_mut().zip(values);
        given.for_each(|(set, &value)| *set = SymbolSet::only(value));
        self.is_consistent(&mut state).then_some(())?;
        state.sets.iter().map(|set| set.single()).collect()
    }

    /// Propagates what has changed. Returns whether no clause is violated.
    fn is_consistent(&self, values: &mut Values) -> bool {
        let Values { sets, changed } = values;
        let mut queue = match changed.take() {
            Some(changed) => changed,
            None => match self.fixed_by_clauses(sets) {
                Some(queue) => queue,
                None => return false,
            },
        };
        *changed = Some(Vec::new());
        while let Some(variable) = queue.pop() {
            let Some(value) = sets[variable as usize].single() else {
                if sets[variable as usize].is_empty() { return false } else { continue }
            };
            let violated = Literal::new(variable, value == 0);
            for &clause in &self.having[violated.index()] {
                match unit(sets, &self.clauses[clause as usize]) {
                    Unit::None => {}
                    Unit::Violated => return false,
                    Unit::Implies(implied) => {
                        sets[implied.variable() as usize] = only(implied);
                        queue.push(implied.variable());
                    }
                }
            }
        }
        true
    }

    /// Returns the variables that clauses of one literal fix; `None` if a clause is violated.
    fn fixed_by_clauses(&self, sets: &mut [SymbolSet]) -> Option<Vec<Variable>> {
        for clause in &self.clauses {
            match unit(sets, clause) {
                Unit::None => {}
                Unit::Violated => return None,
                Unit::Implies(implied) => sets[implied.variable() as usize] = only(implied),
            }
        }
        let fixed = |&variable: &Variable| sets[variable as usize].single().is_some();
        Some((0..self.formula.variables() as Variable).filter(fixed).collect())
    }
}

/// What a clause says.
enum Unit {
    /// It is satisfied, or has several open literals.
    None,
    /// Its last open literal is true.
    Implies(Literal),
    /// All its literals are false.
    Violated,
}

fn unit(sets: &[SymbolSet], clause: &[Literal]) -> Unit {
    let mut open = None;
    for &literal in clause {
        let set = sets[literal.variable() as usize];
        if set == only(literal) {
            return Unit::None;
        }
        if set.len() == 2 && open.replace(literal).is_some() {
            return Unit::None;
        }
    }
    open.map_or(Unit::Violated, Unit::Implies)
}

/// Returns the values with which a literal is true.
fn only(literal: Literal) -> SymbolSet {
    SymbolSet::only(literal.is_positive().into())
}

impl Csp for FormulaCsp {
    type State = Values;

    fn unknowns(&self) -> usize {
        self.formula.variables()
    }

    fn values(&self, state: &Values, variable: usize) -> SymbolSet {
        state.sets[variable]
    }

    fn with(&self, state: &Values, variable: usize, values: SymbolSet) -> Values {
        let mut state = state.clone();
        state.sets[variable] = values;
        if let Some(changed) = &mut state.changed {
            changed.push(variable as Variable);
        }
        state
    }

    fn propagate(&mut self, state: &Values, deadline: Deadline<'_>) -> Propagated<Values> {
        if deadline.is_over() {
            return Propagated::OutOfTime;
        }
        let mut state = state.clone();
        if !self.is_consistent(&mut state) {
            return Propagated::Refuted;
        }
        let is_true = |&literal: &Literal| state.sets[literal.variable() as usize] == only(literal);
        match self.clauses.iter().all(|clause| clause.iter().any(is_true)) {
            true => Propagated::Solved { n_open: self.open(&state).len() },
            false => Propagated::Stuck(state),
        }
    }

    fn search(&mut self, state: &Values, deadline: Deadline<'_>) -> Searched {
        let mut formula = self.formula.clone();
        for (variable, set) in state.sets.iter().enumerate() {
            match set.single() {
                Some(value) => formula.add_clause([Literal::new(variable as Variable, value == 1)]),
                None if set.is_empty() => return Searched::None,
                None => {}
            }
        }
        let limits = limits(deadline);
        let prepared = filter::backend_of_id(self.searcher, BACKENDS).ok();
        let Some(Ok(mut solver)) = prepared.map(|row| row.prepare::<Formula>(&formula)) else {
            return Searched::GivenUp;
        };
        let outcome = solver.solve(&formula, &limits);
        searched(&formula, outcome, |model| model.into_iter().map(u8::from).collect())
    }

    fn degree(&self, variable: usize) -> usize {
        self.having[2 * variable].len() + self.having[2 * variable + 1].len()
    }
}
