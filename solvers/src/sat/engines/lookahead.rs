//! Looking ahead without a search: what a formula implies by trying one literal, or two.
//!
//! Four inferences, each of which contains the one before. All work on the extended encoding, and none ever
//! branches, so what they conclude holds in every model:
//!
//! ```text
//!   unit propagation     a clause with one literal left
//!   failed literals      x leads to a conflict                              so ¬x
//!   hyper-binary res.    x implies y through a longer clause                so ¬x ∨ y, and ¬y implies ¬x
//!   binary failed lit.   x and y together lead to a conflict                so ¬x ∨ ¬y
//! ```
//!
//! The two last ones add binary clauses, with which propagation sees more, and start again with failed literals.
//! Each has an essay in [`inference`](crate::sat::inference).

use std::collections::HashSet;

use super::interface::ClauseSink;
use super::propagation::{Propagation, Reason};
use super::reporter::Reporter;
use crate::contract::{Event, Interrupt, Observer, Stop};
use crate::sat::formula::{Formula, Literal, Variable};

/// An inference; each contains those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::sat) enum Inference {
    /// Unit propagation.
    Unit,
    /// Failed literals.
    FailedLiterals,
    /// Hyper-binary resolution.
    HyperBinary,
    /// Binary failed literals.
    BinaryFailedLiterals,
}

/// Why inference ends early.
pub(in crate::sat) enum Early {
    /// The formula has no model.
    Contradiction,
    /// A limit was met.
    Stopped(Stop),
}

/// A formula, and what is implied so far: the literals of level 0.
pub(in crate::sat) struct Lookahead<'a> {
    propagation: Propagation,
    interrupt: Interrupt<'a>,
    is_contradictory: bool,
    /// The binary clauses that were added.
    learnt: HashSet<[Literal; 2]>,
    reporter: Reporter,
}

/// What trying a literal came to.
enum Trial {
    /// A conflict: its negation holds.
    Fails,
    /// Whether a binary clause was added.
    Holds { has_learnt: bool },
}

impl<'a> Lookahead<'a> {
    /// Creates one without a formula.
    pub(in crate::sat) fn new(interrupt: Interrupt<'a>) -> Self {
        Self {
            propagation: Propagation::default(),
            interrupt,
            is_contradictory: false,
            learnt: HashSet::new(),
            reporter: Reporter::default(),
        }
    }

    /// Returns the value of a variable that is implied.
    pub(in crate::sat) fn value(&self, variable: Variable) -> Option<bool> {
        self.propagation.trail.value(Literal::positive(variable))
    }

    /// Returns the number of literals propagated so far.
    pub(in crate::sat) fn propagations(&self) -> u64 {
        self.propagation.propagations
    }

    /// Infers until nothing more follows. What follows is reported: literals of level 0 with their reasons, and
    /// learnt clauses. Literals that are only tried are not.
    ///
    /// # Errors
    /// The formula has no model, or a limit was met.
    pub(in crate::sat) fn infer(
        &mut self,
        strongest: Inference,
        observer: &mut dyn Observer,
    ) -> Result<(), Early> {
        if self.is_contradictory {
            return Err(Early::Contradiction);
        }
        self.propagate(observer)?;
        let mut inference = Inference::FailedLiterals;
        while inference <= strongest {
            // What a stronger inference adds may be enough for a weaker one, which is cheaper.
            let has_found = self.pass(inference, observer)?;
            inference = match inference {
                _ if has_found => Inference::FailedLiterals,
                Inference::FailedLiterals => Inference::HyperBinary,
                Inference::HyperBinary => Inference::BinaryFailedLiterals,
                _ => break,
            };
        }
        Ok(())
    }

    /// Tries each literal once, and returns whether anything followed.
    fn pass(&mut self, inference: Inference, observer: &mut dyn Observer) -> Result<bool, Early> {
        let mut has_found = false;
        for variable in 0..self.propagation.variables() as Variable {
            for literal in [Literal::positive(variable), !Literal::positive(variable)] {
                if !self.propagation.trail.is_unassigned(variable) {
                    break;
                }
                self.interrupt.stop().map_or(Ok(()), |stop| Err(Early::Stopped(stop)))?;
                match self.trial(literal, inference, observer)? {
                    Trial::Fails => {
                        self.set(!literal, observer)?;
                        has_found = true;
                    }
                    Trial::Holds { has_learnt } => has_found |= has_learnt,
                }
            }
        }
        Ok(has_found)
    }

    /// Tries a literal at level 1, and undoes it.
    fn trial(
        &mut self,
        literal: Literal,
        inference: Inference,
        observer: &mut dyn Observer,
    ) -> Result<Trial, Early> {
        if !self.assume(literal) {
            self.back_to(0);
            return Ok(Trial::Fails);
        }
        let trial = match inference {
            Inference::HyperBinary => {
                Ok(Trial::Holds { has_learnt: self.resolvents(literal, observer) })
            }
            Inference::BinaryFailedLiterals => self.second_trials(literal, observer),
            Inference::Unit | Inference::FailedLiterals => Ok(Trial::Holds { has_learnt: false }),
        };
        self.back_to(0);
        trial
    }

    /// Adds ¬x ∨ y for each y that x, the only decision, implies through a clause of several literals. Returns
    /// whether one is new.
    fn resolvents(&mut self, x: Literal, observer: &mut dyn Observer) -> bool {
        let trail = &self.propagation.trail;
        let start = trail.literals().iter().position(|&it| it == x).unwrap_or_default();
        let is_resolvent =
            |y: &&Literal| matches!(trail.reason(y.variable()), Reason::Clause(_)) && **y != x;
        let implied = trail.literals()[start..].iter().filter(is_resolvent);
        let clauses: Vec<[Literal; 2]> = implied.map(|&y| [!x, y]).collect();
        self.back_to(0);
        let mut has_learnt = false;
        for clause in clauses {
            if self.is_new(clause) {
                observer.event(Event::Learn { clause: &clause });
                self.propagation.add_at_root(&clause);
                has_learnt = true;
            }
        }
        has_learnt
    }

    /// Tries each second literal beside x, the only decision.
    fn second_trials(&mut self, x: Literal, observer: &mut dyn Observer) -> Result<Trial, Early> {
        let mut has_learnt = false;
        for variable in 0..self.propagation.variables() as Variable {
            for y in [Literal::positive(variable), !Literal::positive(variable)] {
                if !self.propagation.trail.is_unassigned(variable) {
                    break;
                }
                self.interrupt.stop().map_or(Ok(()), |stop| Err(Early::Stopped(stop)))?;
                let holds = self.assume(y);
                self.back_to(1);
                if holds {
                    continue;
                }
                if self.is_new([!x, !y]) {
                    has_learnt = true;
                    observer.event(Event::Learn { clause: &[!x, !y] });
                    self.propagation.add(&[!x, !y]);
                } else {
                    self.propagation.trail.push(!y, Reason::None);
                }
                if self.propagation.propagate().is_err() {
                    return Ok(Trial::Fails);
                }
            }
        }
        Ok(Trial::Holds { has_learnt })
    }

    /// Decides a literal and propagates. Returns whether there is no conflict.
    fn assume(&mut self, literal: Literal) -> bool {
        self.propagation.trail.open_level();
        self.propagation.trail.push(literal, Reason::None);
        self.propagation.propagate().is_ok()
    }

    /// States a literal at level 0, and propagates.
    fn set(&mut self, literal: Literal, observer: &mut dyn Observer) -> Result<(), Early> {
        observer.event(Event::Learn { clause: &[literal] });
        self.propagation.trail.push(literal, Reason::None);
        self.propagate(observer)
    }

    /// Propagates at level 0.
    fn propagate(&mut self, observer: &mut dyn Observer) -> Result<(), Early> {
        let propagated = self.propagation.propagate();
        self.reporter.implied(&self.propagation, observer);
        propagated.map_err(|conflict| {
            let clause = self.propagation.literals_of(&conflict);
            observer.event(Event::Falsify { clause });
            Early::Contradiction
        })
    }

    fn back_to(&mut self, level: usize) {
        self.propagation.trail.back_to(level, |_| {});
    }

    /// Notes a binary clause, and returns whether it is new.
    fn is_new(&mut self, mut clause: [Literal; 2]) -> bool {
        clause.sort_unstable_by_key(|literal| literal.index());
        self.learnt.insert(clause)
    }
}

impl ClauseSink for Lookahead<'_> {
    fn load(&mut self, formula: &Formula) {
        self.is_contradictory = !self.propagation.load(formula);
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.is_contradictory |= !self.propagation.add_at_root(clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Limits, Meter};

    /// Loads clauses of DIMACS numbers, infers, and returns the numbers of the implied literals; `None` for a
    /// contradiction.
    fn inferred(variables: usize, clauses: &[&[i32]], inference: Inference) -> Option<Vec<i32>> {
        let literal = |&it: &i32| Literal::new(it.unsigned_abs() - 1, it > 0);
        let mut formula = Formula::new(variables);
        clauses.iter().for_each(|clause| formula.add_clause(clause.iter().map(literal)));
        let limits = Limits::solutions(1);
        let meter: Meter<'_, ()> = Meter::new(&limits, ());
        let mut lookahead = Lookahead::new(meter.interrupt());
        lookahead.load(&formula);
        lookahead.infer(inference, &mut ()).ok()?;
        let value = |variable: u32| Some((variable as i32 + 1, lookahead.value(variable)?));
        let signed = |(number, value): (i32, bool)| if value { number } else { -number };
        Some((0..variables as u32).filter_map(value).map(signed).collect())
    }

    const ALL: [Inference; 4] = [
        Inference::Unit,
        Inference::FailedLiterals,
        Inference::HyperBinary,
        Inference::BinaryFailedLiterals,
    ];

    /// Checks how many of the inferences, from the weakest on, find nothing, and what the others find.
    #[track_caller]
    fn check(variables: usize, clauses: &[&[i32]], n_blind: usize, expected: &[i32]) {
        for (place, inference) in ALL.into_iter().enumerate() {
            let found = inferred(variables, clauses, inference);
            let expected = if place < n_blind { &[] } else { expected };
            assert_eq!(found.as_deref(), Some(expected), "{inference:?}");
        }
    }

    #[test]
    fn each_inference_finds_what_the_one_before_cannot() {
        check(2, &[&[1], &[-1, 2]], 0, &[1, 2]);
        // 1 leads to 2 and ¬2.
        check(2, &[&[-1, 2], &[-1, -2]], 1, &[-1]);
        // 1 implies 4 through the clause of three literals, so ¬4 implies ¬1. 5 leads to ¬4, and with ¬1 to 6 and ¬6.
        let resolvent: &[&[i32]] =
            &[&[-1, 2], &[-1, 3], &[-2, -3, 4], &[-5, -4], &[-5, 1, 6], &[-5, 1, -6]];
        check(6, resolvent, 2, &[-5]);
        // With 1, either value of 3 gives 2, and no values of 4 and 5 are left.
        let pairs: &[&[i32]] =
            &[&[-1, 2, 3], &[-1, 2, -3], &[-2, 4, 5], &[-2, 4, -5], &[-2, -4, 5]];
        let pairs: Vec<&[i32]> = [pairs, &[&[-1, -4, -5]]].concat();
        check(5, &pairs, 3, &[-1]);
    }

    #[test]
    fn a_contradiction_is_found() {
        assert_eq!(inferred(1, &[&[1], &[-1]], Inference::Unit), None);
        let all_four: &[&[i32]] = &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];
        assert_eq!(inferred(2, all_four, Inference::Unit), Some(vec![]));
        assert_eq!(inferred(2, all_four, Inference::FailedLiterals), None);
    }
}
