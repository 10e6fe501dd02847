//! What a group implies, against all assignments; and explanations, each of which is a consequence of
//! the group.

use board::seed::seeded;
use rand::RngExt;

use super::*;
use crate::sat::formula::Formula;

/// The values of each place, as bits.
type Domains = Vec<u64>;

/// Returns all ways in which places take different values, each of its own.
fn ways(left: &[u64]) -> Vec<Vec<usize>> {
    let mut ways = vec![Vec::new()];
    for &values in left {
        let longer = |way: &Vec<usize>| {
            let free = bits(values).filter(|value| !way.contains(value)).collect::<Vec<_>>();
            free.into_iter().map(|value| [&way[..], &[value]].concat()).collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(longer).collect();
    }
    ways
}

/// Returns the values that a place has in some way.
fn possible(ways: &[Vec<usize>], place: usize) -> u64 {
    ways.iter().fold(0, |all, way| all | 1 << way[place])
}

/// Assigns at level 1 that all but these values are gone, and lets the group imply what it can.
fn implied<V: SetBits>(
    domains: &Domains,
    values: usize,
) -> (Propagation, Result<bool, FalsifiedClause>) {
    let (places, variable) = (domains.len(), |place, value| (place * values + value) as Variable);
    let mut propagation = Propagation::default();
    assert!(propagation.load(&Formula::new(places * values)));
    let of = |place| (0..values).map(|value| (value as u8, variable(place, value))).collect();
    let groups =
        Groups { places: (0..places).map(of).collect(), groups: vec![(0..places).collect()] };
    let mut constraint = Propagator::<V>::new(&groups, places * values);
    assert_eq!(constraint.propagate(&mut propagation).ok(), Some(false));
    propagation.trail.open_level();
    for (place, &left) in domains.iter().enumerate() {
        for value in (0..values).filter(|value| left >> value & 1 == 0) {
            propagation.trail.push(Literal::negative(variable(place, value)), Reason::None);
        }
    }
    let result = constraint.propagate(&mut propagation);
    (propagation, result)
}

/// Returns whether a clause holds in every way to assign different values to `places` places.
fn is_consequence(clause: &[Literal], places: usize, values: usize) -> bool {
    ways(&vec![(1 << values) - 1; places]).iter().all(|way| {
        clause.iter().any(|literal| {
            let variable = literal.variable() as usize;
            (way[variable / values] == variable % values) == literal.is_positive()
        })
    })
}

#[test]
fn a_group_implies_what_no_assignment_has_and_explains_it() {
    let mut rng = seeded(1, 0xa11);
    let (mut violated, mut pruned) = (0, 0);
    for _ in 0..400 {
        let values = rng.random_range(4..=5);
        let places = rng.random_range(3..=values);
        let random =
            |_| (0..values).filter(|_| rng.random_range(0..2) == 0).fold(0, |a, v| a | 1 << v);
        let domains: Domains = (0..places)
            .map(random)
            .map(|it: u64| if it.count_ones() < 2 { it | 3 } else { it })
            .collect();
        let ways = ways(&domains);
        let (propagation, result) = implied::<u64>(&domains, values);
        let (wide, of_wide) = implied::<u128>(&domains, values);
        assert_eq!(wide.trail.literals(), propagation.trail.literals(), "sets of both widths");
        assert_eq!(of_wide.is_ok(), result.is_ok());
        match result {
            Err(conflict) => {
                assert!(ways.is_empty(), "{domains:?}");
                let clause = propagation.literals_of(&conflict);
                assert!(clause.iter().all(|&it| propagation.trail.value(it) == Some(false)));
                assert!(is_consequence(clause, places, values), "{domains:?}: {clause:?}");
                violated += 1;
            }
            Ok(_) => {
                assert!(!ways.is_empty(), "{domains:?}");
                for (place, value) in (0..places).flat_map(|p| (0..values).map(move |v| (p, v))) {
                    let literal = Literal::positive((place * values + value) as Variable);
                    let is_left = propagation.trail.value(literal).is_none();
                    assert_eq!(is_left, possible(&ways, place) >> value & 1 == 1, "{domains:?}");
                    let reason = propagation.reason_for(literal.variable());
                    if !is_left && !reason.is_empty() {
                        assert!(
                            reason.iter().all(|&it| propagation.trail.value(it) == Some(false))
                        );
                        let clause = [&[!literal], reason].concat();
                        assert!(is_consequence(&clause, places, values), "{domains:?}: {clause:?}");
                        pruned += 1;
                    }
                }
            }
        }
    }
    assert!(violated > 20 && pruned > 100, "{violated} {pruned}");
}

#[test]
fn the_hall_set_of_the_essay_leaves_its_place_one_value() {
    let domains = vec![0b0011, 0b0110, 0b0101, 0b1001];
    let (propagation, result) = implied::<u64>(&domains, 4);
    assert_eq!(result.ok(), Some(true));
    // The fourth place is not the first value, since no place of the first three is the fourth.
    let literal = Literal::negative(12);
    assert_eq!(propagation.trail.value(literal), Some(true));
    assert!(propagation.reason_for(12).contains(&Literal::positive(3)));
}

#[test]
fn values_return_on_backtracking() {
    let mut propagation = Propagation::default();
    assert!(propagation.load(&Formula::new(9)));
    let of =
        |place: Variable| (0..3).map(|value| (value, place * 3 + Variable::from(value))).collect();
    let groups = Groups { places: (0..3).map(of).collect(), groups: vec![vec![0, 1, 2]] };
    let mut constraint = Propagator::<u64>::new(&groups, 9);
    for _ in 0..3 {
        propagation.trail.open_level();
        // Two places share two values.
        for variable in [2, 5] {
            propagation.trail.push(Literal::negative(variable), Reason::None);
        }
        assert_eq!(constraint.propagate(&mut propagation).ok(), Some(true));
        assert_eq!(propagation.trail.literals().len(), 4);
        propagation.trail.back_to(0, |_| {});
        constraint.undo(&propagation.trail);
        propagation.forget_explanations();
        assert!(constraint.left.iter().all(|&left| left == 0b111));
    }
}
