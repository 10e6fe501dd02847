//! Relations in a direct encoding: the path of the grid through the automaton of each.
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
//! That some state of each layer is true follows; it is a clause nevertheless, since an engine would find it late.

use board::relation::Layers;
use board::{CellRelation, Geometry};

use super::variables::variable;
use crate::sat::formula::{Formula, Literal, Variable};

/// Adds the relations of a geometry to its formula.
pub(super) fn add_relations(formula: &mut Formula, geometry: &Geometry) {
    for relation in geometry.relations() {
        add_relation(formula, relation, geometry.symbols());
    }
}

fn add_relation(
    formula: &mut Formula,
    CellRelation { kind, cells }: &CellRelation,
    symbols: usize,
) {
    let layers = Layers::new(*kind, cells.len(), symbols);
    // The start is certain, and so is the end: neither has a variable.
    let mut before: Vec<Option<Variable>> = vec![None];
    for (index, &cell) in cells.iter().enumerate() {
        let is_last = index + 1 == cells.len();
        let after: Vec<Option<Variable>> = match is_last {
            true => vec![None],
            false => (0..layers.states(index + 1)).map(|_| Some(formula.add_variable())).collect(),
        };
        if !is_last {
            formula.add_clause(after.iter().flatten().map(|&it| Literal::positive(it)));
        }
        for symbol in 0..symbols {
            let not_here = Literal::negative(variable(cell, symbol, symbols));
            // For each state those that lead to it with this symbol; from the start, which is certain, `not_here`.
            let mut leading: Vec<Vec<Literal>> = vec![Vec::new(); after.len()];
            for (state, &from) in before.iter().enumerate() {
                let next = layers.next(index, state, symbol);
                if let Some(next) = next {
                    leading[next].push(from.map_or(not_here, Literal::positive));
                }
                if !(is_last && next.is_some()) {
                    let from = from.map(Literal::negative);
                    let next = next.and_then(|next| after[next]).map(Literal::positive);
                    formula.add_clause([not_here].into_iter().chain(from).chain(next));
                }
            }
            for (&next, leading) in after.iter().zip(&leading) {
                let Some(next) = next.filter(|_| !leading.contains(&not_here)) else { continue };
                let next = [not_here, Literal::negative(next)];
                formula.add_clause(next.into_iter().chain(leading.iter().copied()));
            }
        }
        before = after;
    }
}
