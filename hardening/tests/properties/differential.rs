//! Drawn cases: every backend agrees with the oracle, and cases read back as they are.

use std::collections::BTreeSet;

use hardening::differential::{Instance, draw, registered, replay, trace};

#[test]
fn every_backend_agrees_with_the_oracle() {
    for number in 1..=600 {
        let case = draw::numbered(number);
        if let Err(complaint) = replay(&case, &registered) {
            panic!("case {number}: {complaint}\n{}", trace::write(&case));
        }
    }
}

#[test]
fn cases_are_of_every_kind_and_read_back() {
    let (mut kinds, mut backends) = (BTreeSet::new(), BTreeSet::new());
    for number in 1..=2000 {
        let case = draw::numbered(number);
        let text = trace::write(&case);
        assert_eq!(trace::read(&text).as_ref(), Ok(&case), "{text}");
        kinds.insert(match case.instance {
            Instance::Puzzles(geometry, _) if geometry.cells() == 81 => "classic puzzles",
            Instance::Puzzles(..) => "puzzles",
            Instance::Cover(_) => "covers",
            Instance::Formula(_) => "formulas",
            Instance::Graph(_) => "graphs",
        });
        backends.extend(case.backends);
    }
    assert_eq!(kinds.len(), 5, "{kinds:?}");
    let all: BTreeSet<String> = solvers::BACKENDS.iter().map(|row| row.id.into()).collect();
    assert_eq!(backends, all, "every backend is drawn");
}

#[test]
fn the_same_bytes_are_the_same_case() {
    assert_eq!(draw::numbered(5), draw::numbered(5));
    assert_ne!(draw::numbered(5), draw::numbered(6));
    // Without bytes there is a case, too.
    assert_eq!(replay(&draw::case(&[]), &registered), Ok(()));
}
