//! The counter against brute force, with tables of every size, and the models of all ranks.

use super::*;
use crate::contract::Limits;
use board::instance::check_model;

/// Returns the number of models by trying all assignments.
fn brute_force(formula: &Formula) -> u64 {
    let n = formula.variables();
    let model = |number: u64| (0..n).map(|it| number >> it & 1 == 1).collect::<Vec<bool>>();
    (0..1 << n).filter(|&number| check_model(formula, &model(number)).is_ok()).count() as u64
}

/// Returns a formula of clauses with one to four literals, some of them repeated.
fn random(n_variables: u32, n_clauses: usize, seed: u64) -> Formula {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |bound: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut formula = Formula::new(n_variables as usize);
    for _ in 0..n_clauses {
        let length = [2, 2, 3, 3, 4, 1][below(if seed.is_multiple_of(3) { 6 } else { 5 }) as usize];
        let literals: Vec<Literal> = (0..length)
            .map(|_| Literal::new(below(n_variables.into()) as Variable, below(2) == 1))
            .collect();
        formula.add_clause(literals);
    }
    formula
}

fn counted(formula: &Formula, limit: u64, bytes: usize) -> ModelCounter<'static> {
    let mut counter = ModelCounter::with_cache(Interrupt::new(&Limits::solutions(1)), limit, bytes);
    counter.load(formula);
    counter
}

#[test]
fn random_formulas_have_as_many_models_as_brute_force_finds_whatever_the_table_holds() {
    for seed in 0..400 {
        let formula = random(3 + seed as u32 % 10, 2 + seed as usize % 17, seed);
        let expected = brute_force(&formula);
        for bytes in [1 << 20, 600, 0] {
            for limit in [u64::MAX, 1000, 2, 1] {
                let count = counted(&formula, limit, bytes).count();
                let expected = expected.min(limit);
                assert_eq!(
                    count,
                    ControlFlow::Continue(expected.into()),
                    "{formula:?} {limit} {bytes}"
                );
            }
        }
    }
}

#[test]
fn the_models_of_all_ranks_are_all_models() {
    let mut n_models = 0;
    for seed in 0..200 {
        let formula = random(3 + seed as u32 % 7, 2 + seed as usize % 12, seed);
        let mut counter = counted(&formula, u64::MAX, [1 << 20, 0][seed as usize % 2]);
        let ControlFlow::Continue(count) = counter.count() else { panic!("no limit is set") };
        let count = count.to_u64().expect("a count of few variables");
        let model = |rank| match counter.model(rank) {
            ControlFlow::Continue(model) => model,
            ControlFlow::Break(stop) => panic!("{stop:?}"),
        };
        let mut models: Vec<Vec<bool>> = (0..count).map(model).collect();
        assert!(models.iter().all(|model| check_model(&formula, model).is_ok()), "{formula:?}");
        models.sort_unstable();
        models.dedup();
        assert_eq!(models.len() as u64, count, "{formula:?}");
        n_models += count;
    }
    assert!(n_models > 1000, "{n_models}");
}

/// The clauses (a ∨ b) of disjoint pairs: 3 models each, and the product has more than 64 bits.
#[test]
fn disjoint_parts_are_multiplied_and_counted_once() {
    let pairs = |n: u32| {
        let mut formula = Formula::new(2 * n as usize + 1);
        for pair in 0..n {
            formula.add_clause([Literal::positive(2 * pair), Literal::positive(2 * pair + 1)]);
        }
        formula
    };
    let mut counter = counted(&pairs(30), u64::MAX, 1 << 20);
    assert_eq!(counter.count(), ControlFlow::Continue((2 * 3_u64.pow(30)).into()));
    assert!(counter.tally.nodes < 100, "{:?}", counter.tally);
    let mut counter = counted(&pairs(60), u64::MAX, 1 << 20);
    let ControlFlow::Continue(count) = counter.count() else { panic!("no limit is set") };
    assert_eq!(count.to_string(), (2 * 3_u128.pow(60)).to_string());
}

#[test]
fn nothing_and_contradictions_are_counted() {
    assert_eq!(counted(&Formula::new(0), 5, 0).count(), ControlFlow::Continue(1.into()));
    assert_eq!(counted(&Formula::new(3), 100, 0).count(), ControlFlow::Continue(8.into()));
    let mut formula = Formula::new(1);
    formula.add_clause([]);
    assert_eq!(counted(&formula, 5, 0).count(), ControlFlow::Continue(0.into()));
}

#[test]
fn a_chain_of_many_variables_needs_no_deep_call_stack() {
    let n = 3000;
    let mut formula = Formula::new(n as usize);
    for variable in 1..n {
        formula.add_clause([Literal::negative(variable - 1), Literal::positive(variable)]);
    }
    let mut counter = counted(&formula, u64::MAX, 1 << 20);
    assert_eq!(counter.count(), ControlFlow::Continue(3001.into()));
    assert!(counter.tally.max_depth > 1000, "{:?}", counter.tally);
}
