//! The components of a formula under an assignment: variables that open clauses connect.
//!
//! A search visits a variable, the variables that it shares a clause of two literals with, and those of its open
//! longer clauses. Marks hold the number of the search that set them, so that they are never cleared.

use super::super::propagation::{ClauseId, Propagation};
use crate::sat::formula::{Literal, Variable};

/// Separates the variables of a key from its clauses.
const BAR: u32 = u32::MAX;

/// Unassigned variables that open clauses connect, and those of these clauses that have more than two literals;
/// both in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Component {
    /// The variables, [`BAR`], and the clauses.
    key: Vec<u32>,
    n_variables: usize,
}

impl Component {
    fn new(mut variables: Vec<Variable>, clauses: &mut [ClauseId]) -> Self {
        variables.sort_unstable();
        clauses.sort_unstable();
        let n_variables = variables.len();
        variables.push(BAR);
        variables.extend_from_slice(clauses);
        Self { key: variables, n_variables }
    }

    /// Returns the whole component, as one text of words.
    pub(super) fn key(&self) -> &[u32] {
        &self.key
    }

    /// Returns the variables.
    pub(super) fn variables(&self) -> &[Variable] {
        &self.key[..self.n_variables]
    }

    /// Returns the clauses of more than two literals.
    fn clauses(&self) -> &[ClauseId] {
        &self.key[self.n_variables + 1..]
    }
}

/// What is left of a component under an assignment.
#[derive(Debug, Default)]
pub(super) struct Split {
    /// The variables that are in no open clause.
    pub(super) free: Vec<Variable>,
    pub(super) components: Vec<Component>,
}

/// Finds components.
#[derive(Debug, Default)]
pub(super) struct ComponentFinder {
    /// By variable, the clauses of the database that have it.
    clauses_of: Vec<Vec<ClauseId>>,
    /// By variable and by clause, the number of the search that visited it last.
    visited: Vec<u32>,
    visited_clauses: Vec<u32>,
    search: u32,
}

impl ComponentFinder {
    /// Returns the finder of a formula that is loaded.
    pub(super) fn of(propagation: &Propagation) -> Self {
        let mut clauses_of = vec![Vec::new(); propagation.variables()];
        let mut n_clauses = 0;
        for id in propagation.clauses.ids() {
            n_clauses = n_clauses.max(id as usize + 1);
            for literal in propagation.clauses.literals(id) {
                clauses_of[literal.variable() as usize].push(id);
            }
        }
        let visited = vec![0; clauses_of.len()];
        Self { clauses_of, visited, visited_clauses: vec![0; n_clauses], search: 0 }
    }

    /// Returns the number of variables.
    pub(super) fn variables(&self) -> usize {
        self.clauses_of.len()
    }

    /// Splits the whole formula.
    pub(super) fn split_all(&mut self, propagation: &Propagation) -> Split {
        let all: Vec<Variable> = (0..self.variables() as Variable).collect();
        self.split(&all, propagation)
    }

    /// Splits the unassigned ones of these variables, which no open clause connects to others.
    pub(super) fn split(&mut self, variables: &[Variable], propagation: &Propagation) -> Split {
        self.next_search();
        let mut split = Split::default();
        for &variable in variables {
            let is_new = self.visited[variable as usize] != self.search;
            if is_new && propagation.trail.is_unassigned(variable) {
                let (variables, mut clauses) = self.connected(variable, propagation);
                match variables[..] {
                    [free] if clauses.is_empty() => split.free.push(free),
                    _ => split.components.push(Component::new(variables, &mut clauses)),
                }
            }
        }
        split
    }

    /// Visits the component of a variable.
    fn connected(
        &mut self,
        variable: Variable,
        propagation: &Propagation,
    ) -> (Vec<Variable>, Vec<ClauseId>) {
        let (mut found, mut clauses) = (vec![variable], Vec::new());
        self.visited[variable as usize] = self.search;
        let mut next = 0;
        while let Some(&variable) = found.get(next) {
            next += 1;
            for other in pairs_of(variable, propagation) {
                self.visit(other, &mut found);
            }
            for index in 0..self.clauses_of[variable as usize].len() {
                let id = self.clauses_of[variable as usize][index];
                let search = self.search;
                if std::mem::replace(&mut self.visited_clauses[id as usize], search) == search {
                    continue;
                }
                let literals = propagation.clauses.literals(id);
                if literals.iter().any(|&it| propagation.trail.value(it) == Some(true)) {
                    continue;
                }
                clauses.push(id);
                for literal in literals {
                    if propagation.trail.is_unassigned(literal.variable()) {
                        self.visit(literal.variable(), &mut found);
                    }
                }
            }
        }
        (found, clauses)
    }

    fn visit(&mut self, variable: Variable, found: &mut Vec<Variable>) {
        let visited = &mut self.visited[variable as usize];
        if *visited != self.search {
            *visited = self.search;
            found.push(variable);
        }
    }

    fn next_search(&mut self) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.visited.fill(0);
            self.visited_clauses.fill(0);
            1
        });
    }

    /// Returns the literal to branch on.
    pub(super) fn decision(&self, component: &Component, propagation: &Propagation) -> Literal {
        let is_open = |literal: &&Literal| propagation.trail.value(**literal).is_none();
        let literals = |id: ClauseId| propagation.clauses.literals(id).iter().filter(is_open);
        let shortest = component.clauses().iter().min_by_key(|&&id| literals(id).count());
        if let Some(&id) = shortest {
            // Watching moves the literals of a clause.
            return *literals(id).min().expect("an open clause has an unassigned literal");
        }
        let most = |&&variable: &&Variable| pairs_of(variable, propagation).count();
        let variable = component.variables().iter().rev().max_by_key(most);
        Literal::positive(*variable.expect("a component has variables"))
    }
}

/// Returns the unassigned variables that share a clause of two literals with a variable, with repetitions.
fn pairs_of(variable: Variable, propagation: &Propagation) -> impl Iterator<Item = Variable> {
    let both = [Literal::positive(variable), Literal::negative(variable)];
    let others = both.into_iter().flat_map(|literal| propagation.implied_by(literal));
    others.map(|other| other.variable()).filter(|&other| propagation.trail.is_unassigned(other))
}
