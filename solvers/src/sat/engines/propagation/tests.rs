//! Unit propagation, conflicts, backtracking and clause deletion.

use super::*;

fn literal(number: i32) -> Literal {
    let variable = number.unsigned_abs() - 1;
    Literal::new(variable, number > 0)
}

/// Loads clauses of DIMACS numbers. Returns the propagation and whether no contradiction was found.
fn loaded(variables: usize, clauses: &[&[i32]]) -> (Propagation, bool) {
    let mut formula = Formula::new(variables);
    clauses.iter().for_each(|clause| formula.add_clause(clause.iter().map(|&it| literal(it))));
    let mut propagation = Propagation::default();
    let holds = propagation.load(&formula);
    (propagation, holds)
}

fn decide(propagation: &mut Propagation, number: i32) -> Result<(), FalsifiedClause> {
    propagation.trail.open_level();
    propagation.trail.push(literal(number), Reason::None);
    propagation.propagate()
}

#[test]
fn a_chain_of_units_is_propagated_to_its_end() {
    let (mut propagation, holds) = loaded(5, &[&[1], &[-1, 2], &[-1, -2, 3], &[-3, 4, 5]]);
    assert!(holds && propagation.propagate().is_ok());
    assert_eq!(propagation.trail.literals(), [1, 2, 3].map(literal));
    assert!(decide(&mut propagation, -5).is_ok());
    assert_eq!(propagation.trail.value(literal(4)), Some(true));
    assert_eq!(propagation.reason_for(3), [5, -3].map(literal));
    assert_eq!(propagation.propagations, 5);
}

#[test]
fn a_conflict_has_the_literals_of_the_falsified_clause() {
    let (mut propagation, _) = loaded(3, &[&[1, 2, 3], &[-1, -2], &[1, 2, -3], &[-1, 2]]);
    let conflict = decide(&mut propagation, 1).expect_err("2 and not 2");
    let mut variables: Vec<Variable> =
        propagation.literals_of(&conflict).iter().map(|it| it.variable()).collect();
    variables.sort_unstable();
    assert_eq!(variables, [0, 1]);
    propagation.trail.back_to(0, |_| {});
    let conflict = decide(&mut propagation, -1).and_then(|()| decide(&mut propagation, -2));
    let conflict = conflict.expect_err("3 and not 3");
    assert_eq!(propagation.literals_of(&conflict).len(), 3);
}

#[test]
fn backtracking_unassigns_literals_that_are_implied_again_later() {
    let (mut propagation, _) = loaded(4, &[&[1, 2, 3, 4]]);
    for last in [4, 1, 3, 2, 4] {
        let others = (1..=4).filter(|&number| number != last);
        others.for_each(|number| assert!(decide(&mut propagation, -number).is_ok()));
        assert_eq!(propagation.trail.value(literal(last)), Some(true));
        let mut freed = Vec::new();
        propagation.trail.back_to(1, |literal| freed.push(literal));
        assert_eq!((freed.len(), freed[0], propagation.trail.level()), (3, literal(last), 1));
        propagation.trail.back_to(0, |_| {});
        assert!(propagation.trail.literals().is_empty());
    }
}

#[test]
fn repeated_literals_and_tautologies_change_nothing() {
    let (mut propagation, holds) = loaded(3, &[&[1, 1], &[2, -2], &[-1, 3, -1, 3], &[2, 3, -2]]);
    assert!(holds && propagation.propagate().is_ok());
    assert_eq!(propagation.trail.literals(), [1, 3].map(literal));
    assert!(!loaded(1, &[&[1], &[-1, -1, -1]]).1);
    assert!(!loaded(1, &[&[]]).1);
}

#[test]
fn a_clause_added_late_watches_the_literals_unassigned_first() {
    let (mut propagation, _) = loaded(4, &[]);
    [-1, -2, -3].into_iter().for_each(|it| assert!(decide(&mut propagation, it).is_ok()));
    assert!(propagation.add(&[1, 2, 3, 4].map(literal)));
    assert_eq!(propagation.trail.value(literal(4)), Some(true));
    assert!(propagation.propagate().is_ok());
    propagation.trail.back_to(2, |_| {});
    assert!(decide(&mut propagation, -4).is_ok());
    assert_eq!(propagation.trail.value(literal(3)), Some(true));
}

#[test]
fn a_deleted_clause_is_not_visited_and_its_number_is_reused() {
    let (mut propagation, _) = loaded(3, &[&[1, 2, 3]]);
    let learnt = propagation.attach(&[literal(-1), literal(-2), literal(3)], 3);
    propagation.delete(&[learnt]);
    assert!(decide(&mut propagation, 1).and_then(|()| decide(&mut propagation, 2)).is_ok());
    assert_eq!(propagation.trail.value(literal(3)), None);
    assert_eq!(propagation.attach(&[literal(3), literal(-2)], 2), learnt);
    assert_eq!(propagation.clauses.ids().count(), 2);
}
