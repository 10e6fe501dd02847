//! Formulas as text, in the format of SAT competitions: DIMACS CNF.
//!
//! ```text
//! c a comment: any line that starts with c
//! p cnf 3 2
//! 1 -3 0
//! 2 3 -1 0
//! ```
//!
//! The line `p` gives the numbers of variables and clauses. A clause consists of numbers up to a zero,
//! over any number of lines; −3 is the negation of variable 3. A line that starts with `%` ends the
//! formula, as in the files of SATLIB.

use std::fmt::Write as _;

use super::formula::{Formula, Literal};
use super::limits::{Ceiling, MaxAnnounced, announced};
use crate::source::{Span, TextError, counted, lines, words};

/// Reads a formula.
///
/// # Errors
/// If there is no line `p cnf`, a literal is not one of its variables, or the number of clauses is not
/// the announced one.
pub fn read_formula(text: &str) -> Result<Formula, TextError> {
    read_formula_within(text, MaxAnnounced::default())
}

/// Reads a formula whose header announces a limited number of variables.
///
/// # Errors
/// The same as [`read_formula`].
pub fn read_formula_within(text: &str, max: MaxAnnounced) -> Result<Formula, TextError> {
    let mut reader = FormulaReader { ceiling: max.ceiling(text), ..FormulaReader::default() };
    let mut last = 1;
    for (number, line) in lines(text) {
        last = number;
        match line.trim_start().chars().next() {
            None | Some('c') => {}
            Some('%') => break,
            Some('p') => reader.header(last, line)?,
            Some(_) => words(number, line).try_for_each(|word| reader.literal(word))?,
        }
    }
    reader.finish(last)
}

/// Writes a formula; [`read_formula`] reads the same one back.
pub fn write_formula(formula: &Formula) -> String {
    let mut text = format!("p cnf {} {}\n", formula.variables(), formula.clause_count());
    for clause in formula.clauses() {
        for literal in clause {
            write!(text, "{} ", literal.number()).expect("a string accepts every write");
        }
        text += "0\n";
    }
    text
}

/// The part of a formula that was read so far.
#[derive(Default)]
struct FormulaReader {
    /// The maximum number of variables.
    ceiling: Ceiling,
    formula: Option<Formula>,
    /// The line `p`, and the announced number of clauses.
    header: (usize, usize),
    /// The clause that has not ended yet.
    clause: Vec<Literal>,
}

impl FormulaReader {
    fn header(&mut self, number: usize, line: &str) -> Result<(), TextError> {
        let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let whole = Span { line: number, column, text: line.trim() };
        if self.formula.is_some() {
            let expected = format!("one, as in line {}", self.header.0);
            return Err(whole.error("a second line p", expected));
        }
        let texts: Vec<&str> = line.split_whitespace().collect();
        let numbers = match texts[..] {
            ["p", "cnf", variables, clauses] => announced(variables).zip(announced(clauses)),
            _ => None,
        };
        let Some((variables, clauses)) = numbers else {
            let expected = format!("`p cnf VARIABLES CLAUSES`{}", unread(&texts));
            return Err(whole.error(format!("{:?}", whole.text), expected));
        };
        self.ceiling.check(whole, variables, "variables")?;
        self.formula = Some(Formula::new(variables));
        self.header = (number, clauses);
        Ok(())
    }

    fn literal(&mut self, word: Span<'_>) -> Result<(), TextError> {
        let found = || format!("{:?}", word.text);
        let Some(formula) = &mut self.formula else {
            return Err(word.error(found(), "a line `p cnf VARIABLES CLAUSES` before"));
        };
        match word.text.parse::<i64>() {
            Ok(0) => formula.add_clause(self.clause.drain(..)),
            Ok(number) if number.unsigned_abs() <= formula.variables() as u64 => {
                // The ceiling is the last variable that a literal can have.
                self.clause.push(Literal::numbered(number).expect("a variable of the formula"));
            }
            _ => {
                let max = formula.variables();
                let expected = format!("a literal from 1 to {max} or -1 to -{max}, or 0");
                return Err(word.error(found(), expected));
            }
        }
        Ok(())
    }

    fn finish(self, last: usize) -> Result<Formula, TextError> {
        let Some(formula) = self.formula else {
            let expected = "a line `p cnf VARIABLES CLAUSES` and clauses";
            return Err(TextError::new(last, 1, "no formula", expected));
        };
        if !self.clause.is_empty() {
            return Err(TextError::new(last, 1, "a clause without an end", "a 0 after it"));
        }
        let (line, announced) = self.header;
        if formula.clause_count() != announced {
            let expected = format!("{}, as listed", formula.clause_count());
            return Err(TextError::new(
                line,
                1,
                format!("{} announced", counted(announced, "clause")),
                expected,
            ));
        }
        Ok(formula)
    }
}

/// Names the kind of a formula that is not read, in the words of its header.
fn unread(header: &[&str]) -> &'static str {
    match header.get(1) {
        Some(&"wcnf") => ": formulas with weights are not read",
        Some(&"dnf") => ": formulas in disjunctive normal form are not read",
        Some(&"cnf+") => ": formulas with cardinality constraints are not read",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "p cnf 3 3\n1 -3 0\n2 3 -1 0\n0\n";

    #[track_caller]
    fn check_refused(text: &str, error: &str) {
        assert_eq!(read_formula(text).unwrap_err().to_string(), error);
    }

    #[test]
    fn what_is_written_reads_back_as_the_same() {
        let formula = read_formula(SMALL).unwrap();
        let clauses: Vec<String> = formula.clauses().map(|clause| format!("{clause:?}")).collect();
        assert_eq!(clauses, ["[0, ¬2]", "[1, 2, ¬0]", "[]"]);
        assert_eq!(write_formula(&formula), SMALL);
        assert_eq!(read_formula("p cnf 0 0").unwrap(), Formula::new(0));
    }

    #[test]
    fn a_long_text_may_have_many_variables() {
        assert_eq!(read_formula("p cnf 1048576 0").map(|it| it.variables()), Ok(1 << 20));
        let text = format!("c{}\np cnf 2000000 0", " ".repeat(2_000_000));
        assert_eq!(read_formula(&text).map(|it| it.variables()), Ok(2_000_000));
    }

    #[test]
    fn lines_comments_and_the_end_of_satlib_change_nothing() {
        let text = "\u{feff}c small\r\n\n p  cnf 3\t3\r\n1 -3\nc between\n0 2 3\t-1 0 0\n%\n0\n";
        assert_eq!(read_formula(text), read_formula(SMALL));
    }

    #[test]
    fn a_malformed_text_is_refused_where_it_is_wrong() {
        let header = "expected `p cnf VARIABLES CLAUSES`";
        check_refused("", "1:1: no formula, expected a line `p cnf VARIABLES CLAUSES` and clauses");
        check_refused("c\n1 0", "2:1: \"1\", expected a line `p cnf VARIABLES CLAUSES` before");
        let weights =
            format!("1:1: \"p wcnf 3 2 9\", {header}: formulas with weights are not read");
        check_refused("p wcnf 3 2 9", &weights);
        check_refused("p sat 3 2", &format!("1:1: \"p sat 3 2\", {header}"));
        check_refused("\n  p cnf 3", &format!("2:3: \"p cnf 3\", {header}"));
        check_refused("p cnf -1 2", &format!("1:1: \"p cnf -1 2\", {header}"));
        for most in ["1048577", "2147483647", "2147483648", "18446744073709551616"] {
            let text = format!("p cnf {most} 0");
            let found = most.parse().unwrap_or(usize::MAX);
            let error = format!(
                "1:1: {found} variables, expected at most 1048576 variables in a text of this \
                 length, unless --max-announced allows more"
            );
            check_refused(&text, &error);
        }
        check_refused("p cnf 1 0\np cnf 1 0", "2:1: a second line p, expected one, as in line 1");
        let literal = "expected a literal from 1 to 2 or -1 to -2, or 0";
        check_refused("p cnf 2 1\n1  3 0", &format!("2:4: \"3\", {literal}"));
        check_refused("p cnf 2 1\n-3 0", &format!("2:1: \"-3\", {literal}"));
        check_refused("p cnf 2 1\n1 x 0", &format!("2:3: \"x\", {literal}"));
        check_refused(
            "p cnf 2 1\n9223372036854775808 0",
            &format!("2:1: \"9223372036854775808\", {literal}"),
        );
        check_refused("p cnf 2 1\n1 2", "2:1: a clause without an end, expected a 0 after it");
        check_refused("p cnf 2 2\n1 2 0", "1:1: 2 clauses announced, expected 1, as listed");
    }
}
