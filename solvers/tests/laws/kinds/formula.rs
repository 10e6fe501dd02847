//! Formulas: random 3-SAT near the threshold, counted by brute force, and pigeonhole formulas.

use std::sync::LazyLock;

use board::instance::{Formula, Literal, Variable, check_model, write_formula};
use board::seed::ChaCha8Rng;
use rand::RngExt;
use rand::seq::SliceRandom;
use solvers::{Preparation, Takes};

use super::{Case, Kind};
use crate::puzzles::chance;

/// The number of variables of the random formulas.
const VARIABLES: usize = 8;

static CASES: LazyLock<Vec<Case<Formula>>> = LazyLock::new(|| {
    let mut cases = vec![
        Case { problem: pigeons(3, 3), solutions: 6 },
        Case { problem: pigeons(5, 4), solutions: 0 },
    ];
    let mut rng = chance(52);
    // The threshold is at 4.27 clauses per variable.
    for clauses in [20, 30, 34, 40] {
        for _ in 0..15 {
            let problem = random(clauses, &mut rng);
            let solutions = brute_force(&problem);
            cases.push(Case { problem, solutions });
        }
    }
    cases
});

impl Kind for Formula {
    fn cases() -> &'static [Case<Self>] {
        &CASES
    }

    fn long() -> (Self, u64) {
        (pigeons(6, 5), 1)
    }

    fn shuffled(&self, seed: u64) -> Self {
        let mut rng = chance(seed);
        let mut places: Vec<usize> = (0..self.variables()).collect();
        places.shuffle(&mut rng);
        let is_flipped: Vec<bool> = places.iter().map(|_| rng.random()).collect();
        let mut clauses: Vec<&[Literal]> = self.clauses().collect();
        clauses.shuffle(&mut rng);
        let moved = |&literal: &Literal| {
            let variable = literal.variable() as usize;
            let moved = Literal::positive(places[variable] as Variable);
            if literal.is_positive() == is_flipped[variable] { !moved } else { moved }
        };
        let mut shuffled = Self::new(self.variables());
        clauses.iter().for_each(|clause| shuffled.add_clause(clause.iter().map(moved)));
        shuffled
    }

    fn in_words(&self) -> String {
        write_formula(self).replace('\n', " / ")
    }

    fn takes(preparation: Preparation<Self>) -> Takes {
        Takes { formulas: Some(preparation), ..Takes::NOTHING }
    }
}

/// Returns the formula that each pigeon has a hole, and no two share one.
fn pigeons(pigeons: usize, holes: usize) -> Formula {
    let mut formula = Formula::new(pigeons * holes);
    let sits = |pigeon: usize, hole: usize| (pigeon * holes + hole) as Variable;
    for pigeon in 0..pigeons {
        let somewhere: Vec<Variable> = (0..holes).map(|hole| sits(pigeon, hole)).collect();
        formula.at_least_one(&somewhere);
    }
    for hole in 0..holes {
        let all: Vec<Variable> = (0..pigeons).map(|pigeon| sits(pigeon, hole)).collect();
        formula.at_most_one(&all);
    }
    formula
}

/// Returns a formula of random clauses with three variables each.
fn random(clauses: usize, rng: &mut ChaCha8Rng) -> Formula {
    let mut formula = Formula::new(VARIABLES);
    let mut variables: Vec<Variable> = (0..VARIABLES as Variable).collect();
    for _ in 0..clauses {
        variables.shuffle(rng);
        let literals: Vec<Literal> =
            variables[..3].iter().map(|&it| Literal::new(it, rng.random())).collect();
        formula.add_clause(literals);
    }
    formula
}

/// Returns the number of assignments that the referee accepts.
fn brute_force(formula: &Formula) -> u64 {
    let models = (0..1_usize << formula.variables()).map(|values| {
        (0..formula.variables()).map(|variable| values >> variable & 1 == 1).collect::<Vec<_>>()
    });
    models.filter(|model| check_model(formula, model).is_ok()).count() as u64
}
