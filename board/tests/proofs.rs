//! The judge of proofs, held against all assignments of small random formulas, and against unit
//! propagation as a textbook writes it.

use board::instance::{Formula, Literal, Proof, ProofRefutation, ProofStep, check_proof};
use board::seed::seeded;
use rand::RngExt;

const VARIABLES: u32 = 6;

/// Random clauses over few variables: short ones, so that unit propagation refutes many formulas alone.
fn formula(rng: &mut impl RngExt) -> Formula {
    let mut formula = Formula::new(VARIABLES as usize);
    for _ in 0..rng.random_range(4..32) {
        let length = [1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3][rng.random_range(0..16)];
        formula.add_clause(clause(rng, length));
    }
    formula
}

fn clause(rng: &mut impl RngExt, length: usize) -> Vec<Literal> {
    let literals = (0..length).map(|_| {
        let variable = rng.random_range(0..VARIABLES);
        Literal::new(variable, rng.random())
    });
    literals.collect()
}

/// Steps that nobody thought about.
fn junk(rng: &mut impl RngExt) -> Proof {
    let mut proof = Proof::default();
    for _ in 0..rng.random_range(1..4) {
        let length = rng.random_range(1..3);
        let clause = clause(rng, length);
        proof.push(if rng.random() { ProofStep::Add(&clause) } else { ProofStep::Delete(&clause) });
    }
    proof
}

fn has_model(formula: &Formula) -> bool {
    let holds = |model: u32, literal: &Literal| {
        (model >> literal.variable() & 1 == 1) == literal.is_positive()
    };
    let is_model = |model| formula.clauses().all(|clause| clause.iter().any(|it| holds(model, it)));
    (0..1 << VARIABLES).any(is_model)
}

/// Returns whether unit propagation alone leads to a clause whose literals are all false.
fn propagation_refutes(formula: &Formula) -> bool {
    let mut truths: Vec<Literal> = Vec::new();
    loop {
        let mut unit = None;
        for clause in formula.clauses() {
            if clause.iter().any(|literal| truths.contains(literal)) {
                continue;
            }
            let open = clause.iter().filter(|&&literal| !truths.contains(&!literal));
            let mut open: Vec<Literal> = open.copied().collect();
            open.dedup();
            match open[..] {
                [] => return true,
                [literal] => unit = Some(literal),
                _ => {}
            }
        }
        let Some(unit) = unit else { return false };
        truths.push(unit);
    }
}

#[test]
fn what_propagation_alone_refutes_needs_no_step_and_nothing_else_does_without() {
    let (mut refuted, mut hard) = (0, 0);
    for seed in 0..3_000 {
        let rng = &mut seeded(seed, 0);
        let formula = formula(rng);
        let empty = check_proof(&formula, &Proof::default());
        if propagation_refutes(&formula) {
            assert_eq!(empty, Ok(()), "seed {seed}");
            assert_eq!(check_proof(&formula, &junk(rng)), Ok(()), "seed {seed}");
            refuted += 1;
        } else {
            assert_eq!(empty, Err(ProofRefutation::Unfinished(0)), "seed {seed}");
            hard += usize::from(!has_model(&formula));
        }
    }
    assert!(refuted > 500 && hard > 50, "{refuted}, {hard}");
}

#[test]
fn no_proof_refutes_a_formula_that_has_a_model() {
    let mut accepted = 0;
    for seed in 0..10_000 {
        let rng = &mut seeded(seed, 1);
        let formula = formula(rng);
        let proof = junk(rng);
        if check_proof(&formula, &proof).is_ok() {
            assert!(!has_model(&formula), "seed {seed}: {proof:?}");
            accepted += usize::from(!propagation_refutes(&formula));
        }
    }
    assert!(accepted > 10, "{accepted} proofs were needed and held");
}

#[test]
fn a_proof_ends_where_propagation_refutes_what_it_has_derived() {
    let [x, y] = [0, 1].map(Literal::positive);
    let mut square = Formula::new(2);
    for clause in [[x, y], [x, !y], [!x, y], [!x, !y]] {
        square.add_clause(clause);
    }
    let check = |steps: &[ProofStep<'_>]| {
        let mut proof = Proof::default();
        steps.iter().for_each(|&step| proof.push(step));
        check_proof(&square, &proof)
    };
    assert_eq!(check(&[ProofStep::Add(&[x])]), Ok(()));
    assert_eq!(check(&[ProofStep::Add(&[x]), ProofStep::Delete(&[!x, y])]), Ok(()));
    assert_eq!(check(&[]), Err(ProofRefutation::Unfinished(0)));
    assert_eq!(check(&[ProofStep::Delete(&[x, y])]), Err(ProofRefutation::Unfinished(1)));
    let lost =
        check(&[ProofStep::Delete(&[x, y]), ProofStep::Delete(&[x, !y]), ProofStep::Add(&[x])]);
    assert!(matches!(lost, Err(ProofRefutation::Unfounded { step: 3, .. })), "{lost:?}");
}
