//! Model counting: a tree search that splits a formula into parts without a common variable, and remembers the
//! counts of parts.
//!
//! It is the method of Cachet (Sang, Bacchus, Beame, Kautz & Pitassi, *Combining component caching and clause
//! learning for effective model counting*, 2004), without the learning. After each decision and its unit
//! propagation, the unassigned variables fall into *components*: no open clause has variables of two of them.
//!
//! ```text
//!   (a ∨ b) (¬a ∨ c) (¬c ∨ d) (d ∨ e)              one component
//!
//!      a = 1:  c, d follow                         b and e are free:              2 · 2
//!      a = 0:  b follows                           (¬c ∨ d) (d ∨ e)               count(c, d, e)
//!
//!   count(component)  =  count(with the literal)  +  count(with its negation)
//!   count(assignment) =  2^(free variables)  ·  product of count(component)
//! ```
//!
//! **The table.** A component is determined by its variables and its open clauses of more than two literals: of a
//! clause with two literals, both are unassigned if one is. [`Cache`] maps such components to their counts. Its
//! keys are compared in full, and it is bounded: when it is full it is emptied.
//!
//! **Decisions.** A literal of a shortest open clause of more than two literals, the first one of the first such
//! clause; without any, the variable with the most open clauses. So in the formula of an exact cover problem the
//! search takes the options of an item with the fewest ones.
//!
//! **The limit.** Every sum and every product ends at the limit of solutions if there is one, and a branch that cannot
//! change the count any more is not searched: a search for two solutions ends with the second one.
//!
//! **Models.** With the counts of its components at hand, the search descends to the model of any rank: it takes
//! the branch in which the model lies, decision by decision.
//!
//! The recursion is a stack of levels, so deep formulas need no deep call stack. It shares unit propagation with the
//! two engines of this project and is not one of them, since a clause added after a count would change it.

use std::ops::ControlFlow;

use board::Count;

use super::interface::{ClauseSink, EngineStatistics};
use super::poller::Poller;
use super::propagation::{Propagation, Reason};
use crate::contract::{Interrupt, Stop};
use crate::sat::formula::{Formula, Literal, Variable};
use cache::Cache;
use components::{Component, ComponentFinder, Split};
use level::Level;

mod cache;
mod components;
mod level;

/// The size of the table, in bytes.
const CACHE_BYTES: usize = 256 << 20;

/// Counts the models of a formula, up to a limit.
pub(in crate::sat) struct ModelCounter<'a> {
    propagation: Propagation,
    /// Whether the formula is refuted without a decision.
    is_refuted: bool,
    finder: ComponentFinder,
    cache: Cache,
    poller: Poller<'a>,
    tally: Tally,
    /// The count at which counting ends, if there is one.
    limit: Option<u64>,
    /// The components that are being counted.
    levels: Vec<Level>,
    /// The components that are still to be counted, those of the last level last.
    pending: Vec<Component>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    nodes: u64,
    decisions: u64,
    conflicts: u64,
    max_depth: u64,
}

impl<'a> ModelCounter<'a> {
    /// Returns a counter without a formula. A formula is loaded, clauses are added, and then its models are
    /// counted once, by [`count`](Self::count). A limit of [`u64::MAX`] is none.
    pub(in crate::sat) fn new(interrupt: Interrupt<'a>, limit: u64) -> Self {
        Self::with_cache(interrupt, limit, CACHE_BYTES)
    }

    fn with_cache(interrupt: Interrupt<'a>, limit: u64, bytes: usize) -> Self {
        Self {
            propagation: Propagation::default(),
            is_refuted: false,
            finder: ComponentFinder::default(),
            cache: Cache::new(bytes),
            poller: Poller::new(interrupt),
            tally: Tally::default(),
            limit: Some(limit).filter(|&limit| limit < u64::MAX),
            levels: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Returns the number of models, or the limit if there are at least as many. Breaks if another limit is
    /// met.
    pub(in crate::sat) fn count(&mut self) -> ControlFlow<Stop, Count> {
        self.enter()?;
        if self.is_refuted || self.propagation.propagate().is_err() {
            self.is_refuted = true;
            self.tally.conflicts += 1;
            return ControlFlow::Continue(Count::ZERO);
        }
        self.finder = ComponentFinder::of(&self.propagation);
        let whole = self.finder.split_all(&self.propagation);
        self.product(&whole)
    }

    /// Returns the model with this rank, which is below the count: a value for each variable.
    pub(in crate::sat) fn model(&mut self, rank: u64) -> ControlFlow<Stop, Vec<bool>> {
        let mut free = Vec::new();
        let whole = self.finder.split_all(&self.propagation);
        let mut parts = Vec::new();
        self.distribute(whole, rank, &mut free, &mut parts)?;
        while let Some((component, rank)) = parts.pop() {
            let literal = self.finder.decision(&component, &self.propagation);
            let split = self.assign(literal, &component);
            let none = ControlFlow::Continue(Count::ZERO);
            let count = split.as_ref().map_or(none, |it| self.product(it))?;
            let (split, rank) = match split.filter(|_| count > rank) {
                Some(split) => (split, rank),
                None => {
                    self.undo();
                    let other = self.assign(!literal, &component);
                    (other.expect("a branch with models"), rank - count.saturated())
                }
            };
            self.distribute(split, rank, &mut free, &mut parts)?;
        }
        let value = |variable| self.propagation.trail.value(Literal::positive(variable));
        let n_variables = self.finder.variables();
        let mut values: Vec<bool> =
            (0..n_variables as Variable).map(|it| value(it) == Some(true)).collect();
        free.into_iter().for_each(|variable: Variable| values[variable as usize] = true);
        self.propagation.trail.back_to(0, |_| {});
        ControlFlow::Continue(values)
    }

    /// Returns the statistics so far.
    pub(in crate::sat) fn statistics(&self) -> EngineStatistics {
        let Tally { nodes, decisions, conflicts, max_depth } = self.tally;
        EngineStatistics {
            nodes: Some(nodes),
            decisions: Some(decisions),
            conflicts: Some(conflicts),
            propagations: Some(self.propagation.propagations),
            max_depth: Some(max_depth),
        }
    }

    /// Divides a rank into those of the components and the values of the free variables. Adds the components, and
    /// the free variables that are true.
    fn distribute(
        &mut self,
        split: Split,
        mut rank: u64,
        free: &mut Vec<Variable>,
        parts: &mut Vec<(Component, u64)>,
    ) -> ControlFlow<Stop> {
        for variable in split.free {
            if rank % 2 == 1 {
                free.push(variable);
            }
            rank /= 2;
        }
        for component in split.components {
            let count = self.count_component(component.clone())?.saturated();
            parts.push((component, rank % count));
            rank /= count;
        }
        ControlFlow::Continue(())
    }

    /// Returns the product of the counts of all parts.
    fn product(&mut self, split: &Split) -> ControlFlow<Stop, Count> {
        let mut product = self.count_of_free(split.free.len());
        for component in &split.components {
            if product.is_zero() {
                break;
            }
            let count = self.count_component(component.clone())?;
            product *= &count;
            bound(&mut product, self.limit);
        }
        ControlFlow::Continue(product)
    }

    /// Returns the number of models of a component.
    fn count_component(&mut self, component: Component) -> ControlFlow<Stop, Count> {
        let base = self.levels.len();
        let mut known = self.open(component)?;
        loop {
            match known {
                Some(count) if self.levels.len() == base => return ControlFlow::Continue(count),
                Some(count) => {
                    let level = self.levels.last_mut().expect("an open level");
                    level.product *= &count;
                    bound(&mut level.product, self.limit);
                    known = None;
                }
                None => known = self.advance()?,
            }
        }
    }

    /// Returns the count of a component if it is in the table. Otherwise opens a level for it and enters its first
    /// branch.
    fn open(&mut self, component: Component) -> ControlFlow<Stop, Option<Count>> {
        if let Some(count) = self.cache.get(component.key()) {
            return ControlFlow::Continue(Some(count.clone()));
        }
        let decision = self.finder.decision(&component, &self.propagation);
        self.levels.push(Level::new(component, decision, self.pending.len()));
        self.tally.max_depth = self.tally.max_depth.max(self.levels.len() as u64);
        self.branch()?;
        ControlFlow::Continue(None)
    }

    /// Enters the branch of the last level.
    fn branch(&mut self) -> ControlFlow<Stop> {
        self.enter()?;
        self.tally.decisions += 1;
        let place = self.levels.len() - 1;
        let level = &mut self.levels[place];
        // The level is put back below.
        let (component, literal) = (std::mem::take(&mut level.component), level.decision);
        let split = self.assign(literal, &component);
        let product = match &split {
            Some(split) => self.count_of_free(split.free.len()),
            None => {
                self.tally.conflicts += 1;
                Count::ZERO
            }
        };
        let level = &mut self.levels[place];
        (level.component, level.product) = (component, product);
        self.pending.extend(split.into_iter().flat_map(|it| it.components));
        ControlFlow::Continue(())
    }

    /// Continues the last level: opens its next component, enters its next branch, or closes it. Returns a count
    /// that became known for the level below.
    fn advance(&mut self) -> ControlFlow<Stop, Option<Count>> {
        let level = self.levels.last_mut().expect("an open level");
        if !level.product.is_zero()
            && self.pending.len() > level.first_pending
            && let Some(component) = self.pending.pop()
        {
            return self.open(component);
        }
        self.pending.truncate(level.first_pending);
        self.undo();
        let level = self.levels.last_mut().expect("an open level");
        level.sum += &level.product;
        bound(&mut level.sum, self.limit);
        let is_below_limit = self.limit.is_none_or(|limit| level.sum < limit);
        if !level.is_second && is_below_limit {
            (level.is_second, level.decision) = (true, !level.decision);
            self.branch()?;
            return ControlFlow::Continue(None);
        }
        let Some(level) = self.levels.pop() else { return ControlFlow::Continue(None) };
        self.cache.insert(level.component.key(), level.sum.clone());
        ControlFlow::Continue(Some(level.sum))
    }

    /// Assigns a literal of a component in a new level of the trail, and returns the parts that are left of the
    /// component, or `None` if a clause is falsified.
    fn assign(&mut self, literal: Literal, component: &Component) -> Option<Split> {
        self.propagation.trail.open_level();
        self.propagation.trail.push(literal, Reason::None);
        self.propagation.propagate().ok()?;
        Some(self.finder.split(component.variables(), &self.propagation))
    }

    /// Undoes the last level of the trail.
    fn undo(&mut self) {
        let trail = &mut self.propagation.trail;
        trail.back_to(trail.level() - 1, |_| {});
    }

    /// Enters a state unless a limit forbids it.
    fn enter(&mut self) -> ControlFlow<Stop> {
        let limit = self.poller.has_reached_node_limit(self.tally.nodes).then_some(Stop::NodeLimit);
        if let Some(stop) = limit.or_else(|| self.poller.step()) {
            return ControlFlow::Break(stop);
        }
        self.tally.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Returns the number of assignments of free variables.
    fn count_of_free(&self, variables: usize) -> Count {
        let mut digits = vec![0; variables / 64];
        digits.push(1 << (variables % 64));
        let mut count = Count::from_digits(&digits);
        bound(&mut count, self.limit);
        count
    }
}

/// Lowers a count to the limit.
fn bound(count: &mut Count, limit: Option<u64>) {
    if let Some(limit) = limit.filter(|&limit| *count > limit) {
        *count = limit.into();
    }
}

impl ClauseSink for ModelCounter<'_> {
    fn load(&mut self, formula: &Formula) {
        self.is_refuted |= !self.propagation.load(formula);
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.is_refuted |= !self.propagation.add_at_root(clause);
    }
}

#[cfg(test)]
mod tests;
