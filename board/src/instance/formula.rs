//! Formulas in conjunctive normal form: the output of an encoding, and the input of an engine.
//!
//! ```
//! use board::instance::{Formula, Literal, check_model, write_formula};
//!
//! let mut formula = Formula::new(2);
//! formula.add_clause([Literal::positive(0), Literal::positive(1)]);
//! formula.add_clause([Literal::negative(0)]);
//! assert_eq!(check_model(&formula, &[false, true]), Ok(()));
//! assert_eq!(write_formula(&formula), "p cnf 2 2\n1 2 0\n-1 0\n");
//! ```

use std::fmt;
use std::ops::Not;

/// A variable, numbered from zero.
pub type Variable = u32;

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    /// Creates the variable itself if `is_positive`, else its negation.
    #[inline]
    pub const fn new(variable: Variable, is_positive: bool) -> Self {
        if is_positive { Self::positive(variable) } else { Self::negative(variable) }
    }

    /// Returns the literal that is true if `variable` is.
    #[inline]
    pub const fn positive(variable: Variable) -> Self {
        Self(variable << 1)
    }

    /// Returns the literal that is true if `variable` is not.
    #[inline]
    pub const fn negative(variable: Variable) -> Self {
        Self(variable << 1 | 1)
    }

    /// Returns the variable.
    #[inline]
    pub const fn variable(self) -> Variable {
        self.0 >> 1
    }

    /// Returns whether it is the variable itself, not its negation.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns the literal with this number in DIMACS, where variables are numbered from one, and
    /// −3 is the negation of the third. `None` for 0, and beyond 2³¹ − 1.
    pub fn numbered(number: i64) -> Option<Self> {
        let variable = u32::try_from(number.unsigned_abs()).ok()?.checked_sub(1)?;
        let is_literal = variable < Variable::MAX >> 1;
        is_literal.then_some(Self(variable << 1 | u32::from(number < 0)))
    }

    /// Returns its number in DIMACS.
    pub const fn number(self) -> i64 {
        let number = self.variable() as i64 + 1;
        if self.is_positive() { number } else { -number }
    }

    /// Returns its index in a table of all literals: those of a variable are adjacent, the positive one first.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_positive() { "" } else { "¬" }, self.variable())
    }
}

/// Clauses, all of which must be true. They share one allocation: a classic 36×36 has more than three
/// million.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    variables: usize,
    literals: Vec<Literal>,
    /// The end of each clause in `literals`.
    ends: Vec<u32>,
}

impl Formula {
    /// Creates the formula over `variables` variables, without clauses.
    pub fn new(variables: usize) -> Self {
        Self { variables, literals: Vec::new(), ends: Vec::new() }
    }

    /// Returns the number of variables.
    #[inline]
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Returns the number of clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the clauses, in the order of addition.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.literals[start..end as usize];
            start = end as usize;
            clause
        })
    }

    /// Appends a variable.
    pub fn add_variable(&mut self) -> Variable {
        self.variables += 1;
        (self.variables - 1) as Variable
    }

    /// Adds a clause: at least one of these literals is true.
    pub fn add_clause(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len() as u32);
    }

    /// Requires that at least one of `variables` is true: one clause.
    pub fn at_least_one(&mut self, variables: &[Variable]) {
        self.add_clause(variables.iter().map(|&variable| Literal::positive(variable)));
    }

    /// Requires that at most one of `variables` is true: a clause for each pair, n(n − 1)/2 of them.
    pub fn at_most_one(&mut self, variables: &[Variable]) {
        for (index, &second) in variables.iter().enumerate() {
            for &first in &variables[..index] {
                self.add_clause([first, second].map(Literal::negative));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_remembers_its_variable_and_its_sign() {
        let (x, not_x) = (Literal::positive(7), Literal::negative(7));
        assert_eq!((x.variable(), not_x.variable()), (7, 7));
        assert!(x.is_positive() && !not_x.is_positive());
        assert_eq!(format!("{x:?} {not_x:?}"), "7 ¬7");
        assert_eq!((!x, !not_x, x.index(), not_x.index()), (not_x, x, 14, 15));
        assert_eq!((x.number(), not_x.number()), (8, -8));
        assert_eq!([8, -8].map(Literal::numbered), [x, not_x].map(Some));
        assert_eq!([0, 1 << 31, i64::MIN].map(Literal::numbered), [None; 3]);
    }

    #[test]
    fn clauses_come_back_as_they_went_in() {
        let mut formula = Formula::new(3);
        formula.at_least_one(&[0, 1, 2]);
        formula.add_clause([]);
        formula.at_most_one(&[0, 1, 2]);
        let written: Vec<String> = formula.clauses().map(|clause| format!("{clause:?}")).collect();
        assert_eq!(written, ["[0, 1, 2]", "[]", "[¬0, ¬1]", "[¬0, ¬2]", "[¬1, ¬2]"]);
        assert_eq!((formula.variables(), formula.clause_count()), (3, 5));
    }
}
