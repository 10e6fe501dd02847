//! Requirements of every engine, and of the proofs that engines write.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::instance::{ProofRefutation, ProofStep, check_model, check_proof};
use board::seed::{ChaCha8Rng, seeded};
use rand::RngExt;

use super::*;
use crate::contract::{Interrupt, LimitSupport, Limits, Refutation, Stop};
use crate::sat::formula::{Formula, Literal, Proof, Variable};

/// Returns the constructors of all engines, including those for the traced pass if it differs.
fn constructors() -> impl Iterator<Item = MakeEngine> {
    let traced = ENGINES.iter().filter(|row| !row.counts_traced.is_empty());
    ENGINES.iter().map(|row| row.timed).chain(traced.map(|row| row.traced))
}

/// Returns the pigeonhole formula: each pigeon has a hole, and no hole has two pigeons.
pub(super) fn pigeons(pigeons: u32, holes: u32) -> Formula {
    let sits = |pigeon, hole| pigeon * holes + hole;
    let mut formula = Formula::new((pigeons * holes) as usize);
    for pigeon in 0..pigeons {
        formula.at_least_one(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..holes {
        formula.at_most_one(&(0..pigeons).map(|pigeon| sits(pigeon, hole)).collect::<Vec<_>>());
    }
    formula
}

#[test]
fn blocking_models_enumerates_all_of_them() {
    let limits = Limits::solutions(1);
    for make in constructors() {
        let formula = pigeons(3, 4);
        let mut engine = make(Interrupt::new(&limits));
        engine.load(&formula);
        let mut models = 0;
        while engine.solve() == SatResult::Satisfiable {
            let holds = |&l: &Literal| engine.value(l.variable()) == l.is_positive();
            assert!(formula.clauses().all(|clause| clause.iter().any(holds)));
            let literal = |v| match engine.value(v) {
                true => Literal::negative(v),
                false => Literal::positive(v),
            };
            let blocking: Vec<Literal> = (0..12).map(literal).collect();
            engine.add_clause(&blocking);
            models += 1;
        }
        assert_eq!(engine.solve(), SatResult::Unsatisfiable);
        // Each pigeon in one hole: 24. One pigeon in two holes: 3 · 4 · 3. There are no more holes.
        assert_eq!(models, 24 + 3 * 12);
    }
}

#[test]
fn a_formula_with_an_empty_clause_has_no_model() {
    let limits = Limits::solutions(1);
    for make in constructors() {
        let mut engine = make(Interrupt::new(&limits));
        engine.load(&pigeons(1, 2));
        assert_eq!(engine.solve(), SatResult::Satisfiable);
        engine.add_clause(&[]);
        assert_eq!(engine.solve(), SatResult::Unsatisfiable);
    }
}

#[test]
fn a_variable_in_no_clause_has_a_value() {
    let limits = Limits::solutions(1);
    for make in constructors() {
        let mut engine = make(Interrupt::new(&limits));
        engine.load(&Formula::new(3));
        assert_eq!(engine.solve(), SatResult::Satisfiable);
        (0..3).for_each(|variable| _ = engine.value(variable));
    }
}

#[test]
fn an_endless_search_is_stopped() {
    let formula = pigeons(16, 15);
    let flag = AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&flag), ..Limits::solutions(1) };
    let late = Limits { time: Some(Duration::from_millis(30)), ..Limits::solutions(1) };
    let stoppable =
        ENGINES.iter().filter(|row| row.time != LimitSupport::None).map(|row| row.timed);
    for make in stoppable.chain([VARISAT.traced]) {
        for (limits, stop) in [(cancelled, Stop::Cancelled), (late, Stop::Deadline)] {
            let mut engine = make(Interrupt::new(&limits));
            engine.load(&formula);
            assert_eq!(engine.solve(), SatResult::Stopped(stop));
        }
    }
}

/// The random stream of these tests.
pub(super) const STREAM: u64 = 0x5a7;

/// Returns a random formula with `clauses` clauses of `length` different variables each.
pub(super) fn random(
    variables: u32,
    clauses: usize,
    length: usize,
    rng: &mut ChaCha8Rng,
) -> Formula {
    let mut formula = Formula::new(variables as usize);
    for _ in 0..clauses {
        let mut clause: Vec<Literal> = Vec::new();
        while clause.len() < length {
            let variable = rng.random_range(0..variables);
            if clause.iter().all(|literal| literal.variable() != variable) {
                let signs = [Literal::positive, Literal::negative];
                clause.push(signs[rng.random_range(0..2)](variable));
            }
        }
        formula.add_clause(clause);
    }
    formula
}

/// Solves a formula and checks the model.
fn solve(make: MakeEngine, formula: &Formula) -> SatResult {
    let limits = Limits::solutions(1);
    let mut engine = make(Interrupt::new(&limits));
    engine.load(formula);
    let result = engine.solve();
    if result == SatResult::Satisfiable {
        let values = 0..formula.variables() as Variable;
        let model: Vec<bool> = values.map(|variable| engine.value(variable)).collect();
        assert_eq!(check_model(formula, &model), Ok(()));
    }
    result
}

/// Returns the engines that write proofs.
fn proving() -> impl Iterator<Item = &'static EngineRow> {
    ENGINES.iter().filter(|row| row.refute.is_some())
}

/// Returns a proof that a formula is unsatisfiable.
fn proof(row: &EngineRow, formula: &Formula) -> Proof {
    let refute = row.refute.expect("it writes proofs");
    match refute(formula, Interrupt::new(&Limits::solutions(1))) {
        Refutation::Proved(proof) => proof,
        other => panic!("{other:?}"),
    }
}

#[test]
fn engines_agree_on_random_formulas_at_the_threshold_and_refutations_are_proved() {
    let mut rng = seeded(1, STREAM);
    let mut refuted = 0;
    for _ in 0..150 {
        let variables = rng.random_range(20..=60);
        let clauses = rng.random_range(35 * variables / 10..=5 * variables) as usize;
        let formula = random(variables, clauses, 3, &mut rng);
        let expected = solve(BATSAT.timed, &formula);
        for row in ENGINES {
            assert_eq!(solve(row.timed, &formula), expected, "{}", row.name);
        }
        for row in proving().filter(|_| expected == SatResult::Unsatisfiable) {
            assert_eq!(check_proof(&formula, &proof(row, &formula)), Ok(()), "{}", row.name);
            refuted += 1;
        }
    }
    assert!((100..=350).contains(&refuted), "{refuted} of 450 is no threshold");
}

/// Returns a random set of techniques that clauses suffice for.
fn random_switches(rng: &mut ChaCha8Rng) -> Switches {
    let mut switches = Switches { matchings: false, ..Switches::ALL };
    for switch in SWITCHES {
        if rng.random_range(0..3) == 0 {
            (switch.off)(&mut switches);
        }
    }
    switches
}

#[test]
fn every_set_of_techniques_agrees_with_another_engine_and_its_refutations_are_proved() {
    let mut rng = seeded(6, STREAM);
    let (mut refuted, limits) = (0, Limits::solutions(1));
    for round in 0..60 {
        let switches = random_switches(&mut rng);
        // Some have so many conflicts that clauses are shortened and deleted, and values replaced.
        let variables = if round % 4 == 0 { 170 } else { rng.random_range(20..=80) };
        let formula = random(variables, (43 * variables / 10) as usize, 3, &mut rng);
        let mut engine = ChosenEngine::Switched(switches).timed(Interrupt::new(&limits));
        engine.load(&formula);
        let result = engine.solve();
        assert_eq!(result, solve(BATSAT.timed, &formula), "{switches:?}");
        if result == SatResult::Satisfiable {
            let values = 0..formula.variables() as Variable;
            let model: Vec<bool> = values.map(|variable| engine.value(variable)).collect();
            assert_eq!(check_model(&formula, &model), Ok(()));
            continue;
        }
        match refute_switched(&formula, Interrupt::new(&limits), switches) {
            Refutation::Proved(proof) => assert_eq!(check_proof(&formula, &proof), Ok(())),
            other => panic!("{other:?} with {switches:?}"),
        }
        refuted += 1;
    }
    assert!((10..50).contains(&refuted), "{refuted} of 60 is no threshold");
}

#[test]
fn every_set_of_techniques_finds_all_models() {
    let mut rng = seeded(7, STREAM);
    let limits = Limits::solutions(1);
    for _ in 0..100 {
        let (formula, switches) = (irregular(&mut rng), random_switches(&mut rng));
        let count = |mut engine: Box<dyn Engine + '_>| {
            engine.load(&formula);
            let mut count = 0;
            while engine.solve() == SatResult::Satisfiable {
                let value = |it| Literal::new(it, !engine.value(it));
                let other: Vec<Literal> = (0..formula.variables() as Variable).map(value).collect();
                engine.add_clause(&other);
                count += 1;
            }
            count
        };
        let expected = count((BATSAT.timed)(Interrupt::new(&limits)));
        let found = count(ChosenEngine::Switched(switches).timed(Interrupt::new(&limits)));
        assert_eq!(found, expected, "{switches:?}");
    }
}

#[test]
fn a_refutation_with_thousands_of_conflicts_and_clause_deletion_is_proved() {
    let formula = random(200, 950, 3, &mut seeded(2, STREAM));
    let proof = proof(&CDCL, &formula);
    assert!(proof.steps().any(|step| matches!(step, ProofStep::Delete(_))));
    assert_eq!(check_proof(&formula, &proof), Ok(()));
}

#[test]
fn the_models_of_irregular_formulas_are_counted_as_by_brute_force() {
    let mut rng = seeded(3, STREAM);
    for _ in 0..200 {
        let formula = irregular(&mut rng);
        let models = 0..1_u32 << formula.variables();
        let is_model = |bits: &u32| {
            let model: Vec<bool> = (0..formula.variables()).map(|it| bits >> it & 1 == 1).collect();
            check_model(&formula, &model).is_ok()
        };
        let expected = models.filter(is_model).count();
        for make in constructors() {
            let limits = Limits::solutions(1);
            let mut engine = make(Interrupt::new(&limits));
            engine.load(&formula);
            let mut count = 0;
            while engine.solve() == SatResult::Satisfiable {
                let other = |variable| match engine.value(variable) {
                    true => Literal::negative(variable),
                    false => Literal::positive(variable),
                };
                let blocking: Vec<_> = (0..formula.variables() as Variable).map(other).collect();
                engine.add_clause(&blocking);
                count += 1;
            }
            assert_eq!(count, expected, "{:?}", formula.clauses().collect::<Vec<_>>());
        }
    }
}

/// Returns clauses of any length with repeated literals over few variables.
fn irregular(rng: &mut ChaCha8Rng) -> Formula {
    let variables = rng.random_range(1..=7);
    let mut formula = Formula::new(variables as usize);
    for _ in 0..rng.random_range(0..=12) {
        let shortest = usize::from(rng.random_range(0..20) > 0);
        let length = [0, 1, 2, 2, 3, 3, 4, 5][rng.random_range(shortest..8)];
        let signs = [Literal::positive, Literal::negative];
        let mut literal = || signs[rng.random_range(0..2)](rng.random_range(0..variables));
        formula.add_clause((0..length).map(|_| literal()).collect::<Vec<_>>());
    }
    formula
}

#[test]
fn a_proof_with_an_altered_line_is_rejected_at_this_line() {
    let formula = pigeons(5, 4);
    for row in proving() {
        let proof = proof(row, &formula);
        assert_eq!(check_proof(&formula, &proof), Ok(()));
        let (first, _) = (1..)
            .zip(proof.steps())
            .find(|(_, step)| matches!(step, ProofStep::Add(clause) if clause.len() > 1))
            .expect("a clause of at least two literals");
        let mut altered = Proof::default();
        for (number, step) in (1..).zip(proof.steps()) {
            match step {
                // The unit clause does not follow yet.
                ProofStep::Add(clause) if number == first => {
                    altered.push(ProofStep::Add(&clause[..1]))
                }
                step => altered.push(step),
            }
        }
        let refused = check_proof(&formula, &altered);
        assert!(matches!(refused, Err(ProofRefutation::Unfounded { step, .. }) if step == first));
    }
}

#[test]
fn satisfiable_formulas_and_stopped_searches_have_no_proof() {
    let flag = AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&flag), ..Limits::solutions(1) };
    for row in proving() {
        let refute = row.refute.expect("it writes proofs");
        let free = Interrupt::new(&Limits::solutions(1));
        assert_eq!(refute(&pigeons(4, 4), free), Refutation::Satisfiable);
        let stopped = refute(&pigeons(9, 8), Interrupt::new(&cancelled));
        assert_eq!(stopped, Refutation::Stopped(Stop::Cancelled));
    }
}

#[test]
fn dpll_counts_the_nodes_of_its_tree() {
    // The search branches on a ∨ b ∨ c only: a and b are refuted, c leads to a model.
    let literal = |number| Literal::numbered(number).expect("a literal");
    let clauses: [&[i64]; 6] = [&[1, 2, 3], &[-1, 4], &[-1, -4], &[-2, 5], &[-2, 6], &[-5, -6, 1]];
    let mut formula = Formula::new(6);
    clauses.iter().for_each(|clause| formula.add_clause(clause.iter().map(|&it| literal(it))));
    let limits = Limits::solutions(1);
    let mut engine = (DPLL.timed)(Interrupt::new(&limits));
    engine.load(&formula);
    assert_eq!(engine.solve(), SatResult::Satisfiable);
    let EngineStatistics { nodes, decisions, conflicts, max_depth, .. } = engine.statistics();
    let counted = [nodes, decisions, conflicts, max_depth].map(Option::unwrap);
    assert_eq!(counted, [4, 3, 2, 1]);
}

#[test]
fn assumptions_hold_for_one_search_and_clauses_for_all() {
    let limits = Limits::solutions(1);
    let (is, not) = (Literal::positive, Literal::negative);
    for make in ENGINES.iter().filter_map(|row| row.incremental) {
        let mut engine = make();
        let mut formula = Formula::new(2);
        formula.at_least_one(&[0, 1]);
        engine.load(&formula);
        let ask = |engine: &mut dyn IncrementalEngine, assumptions: &[Literal]| {
            engine.solve_under(assumptions, Interrupt::new(&limits))
        };
        assert_eq!(ask(&mut *engine, &[not(0), not(1)]), SatResult::Unsatisfiable);
        assert_eq!(ask(&mut *engine, &[not(0)]), SatResult::Satisfiable);
        assert!(!engine.value(0) && engine.value(1));
        let switch = engine.add_variable();
        assert_eq!(switch, 2);
        engine.add_clause(&[not(switch), not(1)]);
        assert_eq!(ask(&mut *engine, &[not(0), is(switch)]), SatResult::Unsatisfiable);
        assert_eq!(ask(&mut *engine, &[is(switch)]), SatResult::Satisfiable);
        assert!(engine.value(0) && !engine.value(1) && engine.value(2));
        engine.add_clause(&[not(switch)]);
        assert_eq!(ask(&mut *engine, &[not(0)]), SatResult::Satisfiable);
        assert_eq!(ask(&mut *engine, &[]), SatResult::Satisfiable);
    }
}
