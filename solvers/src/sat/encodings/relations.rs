//! Relations: the path of the grid through the automaton of each.
//!
//! Quimper and Walsh (*Decompositions of grammar constraints*, 2008) and Bacchus (*GAC via unit propagation*, 2007)
//! encode an automaton that is unrolled over its cells ([`Layers`]) with a variable for each state between two cells:
//!
//! ```text
//!   sum 4 of two cells      state after r1c1: 1, 2 or 3
//!
//!     r1c1 = 1 → state 1      state 1 ∧ r1c2 = 3 is the end     state 1 ∧ r1c2 = 1 is forbidden
//! ```
//!
//! A state and a symbol imply the state that follows, or are forbidden together. Conversely, a state and the symbol
//! before it imply one of the states that lead to it with this symbol. So exactly one state of each layer is true, by
//! induction from the start: the automaton is deterministic, so a state that the grid does not reach has no true state
//! that leads to it with the symbol of the grid. Each grid has one model, and a count of models is a count of grids.
//!
//! That a cell has a symbol is only ever a condition, so an encoding is asked for the literals of the contrary: one where
//! symbols have variables of their own, one for each bit in the log encoding.
//!
//! That some state of each layer is true follows; it is a clause nevertheless, since an engine would find it late.

use board::relation::Layers;
use board::{Cell, CellRelation, Geometry};

use crate::sat::formula::{Formula, Literal, Variable};

/// Adds the relations of a geometry to its formula. `others(cell, symbol)` are literals of which one is true exactly if
/// the cell has another symbol.
pub(super) fn add_relations<I: Iterator<Item = Literal> + Clone>(
    formula: &mut Formula,
    geometry: &Geometry,
    others: impl Fn(Cell, usize) -> I,
) {
    for CellRelation { kind, cells } in geometry.relations() {
        let layers = Layers::new(*kind, cells.len(), geometry.symbols());
        // The start is certain, and so is the end: neither has a variable.
        let mut before: Vec<Option<Variable>> = vec![None];
        for (index, &cell) in cells.iter().enumerate() {
            let is_last = index + 1 == cells.len();
            let after: Vec<Option<Variable>> = match is_last {
                true => vec![None],
                false => {
                    (0..layers.states(index + 1)).map(|_| Some(formula.add_variable())).collect()
                }
            };
            if !is_last {
                formula.add_clause(after.iter().flatten().map(|&it| Literal::positive(it)));
            }
            for symbol in 0..geometry.symbols() {
                let next = |state| layers.next(index, state, symbol);
                add_steps(formula, &others(cell, symbol), &before, &after, next);
            }
            before = after;
        }
    }
}

/// Adds the steps from one layer to the next with one symbol; `others` says that the cell has another.
fn add_steps(
    formula: &mut Formula,
    others: &(impl Iterator<Item = Literal> + Clone),
    before: &[Option<Variable>],
    after: &[Option<Variable>],
    next: impl Fn(usize) -> Option<usize>,
) {
    // For each state those that lead to it; `None` if the start does, which is certain.
    let mut leading: Vec<Option<Vec<Literal>>> = vec![Some(Vec::new()); after.len()];
    for (state, &from) in before.iter().enumerate() {
        let next = next(state);
        if let Some(leading) = next.map(|next| &mut leading[next]) {
            *leading = leading.take().zip(from).map(|(mut states, from)| {
                states.push(Literal::positive(from));
                states
            });
        }
        let next = next.map(|next| after[next]);
        // That the end follows is certain.
        if next != Some(None) {
            let (from, next) = (from.map(Literal::negative), next.flatten().map(Literal::positive));
            formula.add_clause(others.clone().chain(from).chain(next));
        }
    }
    for (&next, leading) in after.iter().zip(leading) {
        if let Some((next, leading)) = next.zip(leading) {
            formula.add_clause(others.clone().chain([Literal::negative(next)]).chain(leading));
        }
    }
}
