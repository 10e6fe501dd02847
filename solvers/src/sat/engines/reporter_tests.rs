//! The steps that engines report are those of a search: each holds where it is reported.

use board::seed::seeded;

use super::tests::{STREAM, pigeons, random};
use super::{CDCL, DPLL, MakeEngine, SatResult};
use crate::contract::{Interrupt, Limits};
use crate::recorder::{Recorded, Recorder};
use crate::sat::formula::{Formula, Literal, Variable};

/// An assignment that is built from reports alone.
struct Replay {
    clauses: Vec<Vec<Literal>>,
    /// The true literals with their levels.
    trail: Vec<(Literal, usize)>,
    level: usize,
}

impl Replay {
    fn value(&self, literal: Literal) -> Option<bool> {
        let assigned = self.trail.iter().map(|it| it.0);
        assigned.clone().find(|it| it.variable() == literal.variable()).map(|it| it == literal)
    }

    /// Returns whether a clause is known. Literals that are false at level 0 may be missing.
    fn knows(&self, clause: &[Literal]) -> bool {
        let is_left = |it: &&Literal| !self.trail.contains(&(!**it, 0));
        self.clauses.iter().any(|known| {
            clause.iter().all(|it| known.contains(it))
                && known.iter().filter(is_left).all(|it| clause.contains(it))
        })
    }

    fn assign(&mut self, literal: Literal) {
        assert_eq!(self.value(literal), None, "{literal:?} is assigned twice");
        self.trail.push((literal, self.level));
    }

    /// Returns whether unit propagation refutes the negation of a clause.
    fn implies(&self, clause: &[Literal]) -> bool {
        let mut truths: Vec<Literal> = clause.iter().map(|&literal| !literal).collect();
        loop {
            let before = truths.len();
            for clause in &self.clauses {
                let open = |it: &&Literal| !truths.contains(&!**it);
                match clause.iter().filter(open).collect::<Vec<_>>()[..] {
                    [] => return true,
                    [&unit] if !truths.contains(&unit) => truths.push(unit),
                    _ => {}
                }
            }
            if truths.len() == before {
                return false;
            }
        }
    }

    fn follow(&mut self, event: &Recorded, engine: &str) {
        match event {
            Recorded::Assume { literal, level } => {
                self.level += 1;
                assert_eq!(*level, self.level);
                self.assign(*literal);
            }
            Recorded::Imply { literal, reason } => {
                let is_false = |it: &Literal| self.value(*it) == Some(false);
                assert!(reason.iter().all(is_false), "{reason:?} implies nothing");
                let clause = [&[*literal], &reason[..]].concat();
                // DPLL takes what an earlier branch has refuted as given.
                let is_refuted = reason.is_empty() && engine == DPLL.name && self.level > 0;
                assert!(is_refuted || self.knows(&clause), "nobody knows {clause:?}");
                self.assign(*literal);
            }
            Recorded::Falsify(clause) => {
                assert!(clause.iter().all(|&it| self.value(it) == Some(false)));
                assert!(self.knows(clause), "nobody knows {clause:?}");
            }
            Recorded::Learn(clause) => {
                assert!(self.implies(clause), "{clause:?} does not follow");
                self.clauses.push(clause.clone());
            }
            Recorded::Backjump(level) => {
                assert!(*level < self.level);
                self.level = *level;
                self.trail.retain(|it| it.1 <= *level);
            }
            Recorded::Node | Recorded::Conflict | Recorded::Restart => {}
            other => panic!("{other:?} is no step of an engine"),
        }
    }
}

/// Enumerates up to 20 models, and replays what is reported. Returns the number of events of each kind:
/// decisions, conflicts, learnt clauses and restarts.
fn replay(name: &str, make: MakeEngine, formula: &Formula) -> [usize; 4] {
    let limits = Limits::solutions(1);
    let mut engine = make(Interrupt::new(&limits));
    engine.load(formula);
    let clauses = formula.clauses().map(<[Literal]>::to_vec).collect();
    let mut replay = Replay { clauses, trail: Vec::new(), level: 0 };
    let mut counts = [0; 4];
    for _ in 0..20 {
        let mut recorder = Recorder::default();
        let result = engine.trace(&mut recorder);
        for event in &recorder.events {
            replay.follow(event, name);
            let kind = match event {
                Recorded::Assume { .. } => 0,
                Recorded::Conflict => 1,
                Recorded::Learn(_) => 2,
                Recorded::Restart => 3,
                _ => continue,
            };
            counts[kind] += 1;
        }
        if result == SatResult::Unsatisfiable {
            break;
        }
        let value = |it: Variable| engine.value(it);
        for &(literal, _) in &replay.trail {
            assert_eq!(value(literal.variable()), literal.is_positive());
        }
        let values = 0..formula.variables() as Variable;
        let blocking: Vec<_> = values.map(|it| Literal::new(it, !value(it))).collect();
        engine.add_clause(&blocking);
        replay.clauses.push(blocking);
    }
    let statistics = engine.statistics();
    assert_eq!(statistics.decisions, Some(counts[0] as u64));
    assert_eq!(statistics.conflicts, Some(counts[1] as u64));
    counts
}

#[test]
fn every_reported_step_holds() {
    let mut rng = seeded(4, STREAM);
    for row in [CDCL, DPLL] {
        for _ in 0..100 {
            replay(row.name, row.traced, &random(12, 45, 3, &mut rng));
        }
        let [decisions, conflicts, learnt, restarts] = replay(row.name, row.traced, &pigeons(5, 4));
        assert!(decisions > 0 && conflicts > 0, "{}", row.name);
        assert_eq!(learnt > 0, row.name == CDCL.name);
        assert!(restarts == 0 || row.name == CDCL.name);
    }
    let [.., restarts] = replay(CDCL.name, CDCL.traced, &pigeons(7, 6));
    assert!(restarts > 0);
}
