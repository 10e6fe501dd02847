//! The output of SAT solvers, in the format of the SAT competitions: a line `s` with the result, and lines `v` with the
//! literals of a model.
//!
//! ```text
//! c any comment
//! s SATISFIABLE                   or: s UNSATISFIABLE
//! v 1 -2 3
//! v -4 0
//! ```
//!
//! A solver that gives up may say so: `s UNKNOWN`, or `s INDETERMINATE`.
//!
//! A variable without a literal is false, and variables that the formula does not have are ignored. One with both
//! literals has no value, so that there is no model. A model ends with 0, so that one that was cut off, or is missing, is
//! not taken for one in which all is false. No model is trusted: the referee checks the answer that it describes.

use super::listen::truncated;
use crate::executor::Failure;

/// What a program has printed so far.
#[derive(Debug)]
pub struct ModelOutput {
    satisfiable: Option<bool>,
    /// Whether two lines contradict each other.
    is_contradictory: bool,
    /// The line with which the program gave up.
    gave_up: Option<String>,
    /// The values of the variables in the model. Repeated literals take no further memory.
    values: Vec<Option<bool>>,
    /// The number of a variable, from 1, with both literals in the model.
    ambiguous: Option<usize>,
    /// Whether the end of the model was printed.
    is_model_whole: bool,
    /// A word in the model that is no literal.
    malformed: Option<String>,
}

impl ModelOutput {
    /// Creates the empty output for a formula with so many variables.
    pub fn new(variables: usize) -> Self {
        Self {
            satisfiable: None,
            is_contradictory: false,
            gave_up: None,
            values: vec![None; variables],
            ambiguous: None,
            // Without variables there is nothing to be printed.
            is_model_whole: variables == 0,
            malformed: None,
        }
    }

    /// Reads a line of the output. All but those with a result or literals are ignored.
    pub fn read_line(&mut self, line: &str) {
        match line.split_once(' ').map_or((line, ""), |(kind, rest)| (kind, rest.trim())) {
            ("s", "SATISFIABLE") => self.state(true),
            ("s", "UNSATISFIABLE") => self.state(false),
            ("s", "UNKNOWN" | "INDETERMINATE") => self.gave_up = Some(line.trim_end().into()),
            ("v", literals) => literals.split_whitespace().for_each(|word| self.read_literal(word)),
            _ => {}
        }
    }

    /// Returns whether the formula is satisfiable, and then there is a model; or `None` if no line says so.
    ///
    /// # Errors
    /// Fails if two lines contradict each other, the model is missing or malformed, or the program gave up.
    pub fn satisfiable(&self) -> Result<Option<bool>, Failure> {
        let error = match (self.satisfiable, &self.malformed, &self.gave_up) {
            _ if self.is_contradictory => {
                "it printed that there is a model and that none is".into()
            }
            (Some(true), Some(word), _) => format!("no model: {word:?} is no literal"),
            (Some(true), ..) if !self.is_model_whole => {
                "no model: no line `v …` ends with 0".into()
            }
            (Some(true), ..) if let Some(variable) = self.ambiguous => {
                format!("no model: variable {variable} is both true and false")
            }
            (None, _, Some(line)) => format!("it gave up: {line}"),
            (result, ..) => return Ok(result),
        };
        Err(Failure::Unknown(error))
    }

    /// Returns the numbers of the variables that are true, from 0.
    pub fn truths(&self) -> impl Iterator<Item = usize> {
        let values = self.values.iter().enumerate();
        values.filter(|(_, value)| **value == Some(true)).map(|(variable, _)| variable)
    }

    fn read_literal(&mut self, word: &str) {
        match word.parse::<i64>() {
            Ok(0) => self.is_model_whole = true,
            Ok(literal) => {
                let number = usize::try_from(literal.unsigned_abs()).unwrap_or(usize::MAX);
                let Some(value) = self.values.get_mut(number - 1) else { return };
                if *value.get_or_insert(literal > 0) != (literal > 0) {
                    self.ambiguous.get_or_insert(number);
                }
            }
            Err(_) => {
                self.malformed.get_or_insert_with(|| truncated(word));
            }
        }
    }

    fn state(&mut self, is_satisfiable: bool) {
        self.is_contradictory |= self.satisfiable == Some(!is_satisfiable);
        self.satisfiable = Some(is_satisfiable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Result<Option<bool>, Failure>, Vec<usize>) {
        let mut output = ModelOutput::new(4);
        text.lines().for_each(|line| output.read_line(line));
        (output.satisfiable(), output.truths().collect())
    }

    #[test]
    fn results_and_literals_are_read() {
        let text = "c s UNSATISFIABLE\ns SATISFIABLE\nv 1 -2 3\nv -4 5 0\n";
        assert_eq!(read(text), (Ok(Some(true)), vec![0, 2]));
        assert_eq!(read("s UNSATISFIABLE \n"), (Ok(Some(false)), vec![]));
        assert_eq!(read("c UNKNOWN\nv\n"), (Ok(None), vec![]));
    }

    #[test]
    fn a_model_that_is_missing_or_cut_off_is_none() {
        let error = |text: &str| match read(text).0 {
            Err(Failure::Unknown(error)) => error,
            other => panic!("{text:?}: {other:?}"),
        };
        for text in ["s SATISFIABLE\n", "s SATISFIABLE\nv\n", "v 1 2\ns SATISFIABLE\nv 3 4\n"] {
            assert_eq!(error(text), "no model: no line `v …` ends with 0");
        }
        assert_eq!(error("s SATISFIABLE\nv one two\nv 0"), "no model: \"one\" is no literal");
        let both = "v 3 1 1 -2\nv -1 -3 0\ns SATISFIABLE\n";
        assert_eq!(error(both), "no model: variable 1 is both true and false");
        assert_eq!(read("v 1 -1 0\ns UNSATISFIABLE\n").0, Ok(Some(false)));
        // All variables may be left out.
        assert_eq!(read("s SATISFIABLE\nv 0\n"), (Ok(Some(true)), vec![]));
        let mut output = ModelOutput::new(0);
        output.read_line("s SATISFIABLE");
        assert_eq!(output.satisfiable(), Ok(Some(true)));
    }

    #[test]
    fn a_solver_may_give_up() {
        for line in ["s UNKNOWN", "s INDETERMINATE "] {
            let error = format!("it gave up: {}", line.trim());
            assert_eq!(read(line).0, Err(Failure::Unknown(error)));
        }
        assert_eq!(read("s UNKNOWN\ns UNSATISFIABLE\n").0, Ok(Some(false)));
    }

    #[test]
    fn a_contradiction_is_no_result() {
        assert!(read("s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n").0.is_err());
        assert!(read("s UNSATISFIABLE\ns SATISFIABLE\n").0.is_err());
        assert_eq!(read("s SATISFIABLE\ns SATISFIABLE\nv 0\n").0, Ok(Some(true)));
    }
}
