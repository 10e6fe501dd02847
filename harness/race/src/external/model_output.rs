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
//! A variable that occurs in no positive literal is false, and variables that the formula does not have are ignored. No
//! model is trusted: the referee checks the answer that it describes.

use crate::executor::Failure;

/// What a program has printed so far.
#[derive(Debug)]
pub struct ModelOutput {
    satisfiable: Option<bool>,
    /// Whether two lines contradict each other.
    is_contradictory: bool,
    /// Whether each variable is true in the model. Repeated literals take no further memory.
    truths: Vec<bool>,
}

impl ModelOutput {
    /// Creates the empty output for a formula with so many variables.
    pub fn new(variables: usize) -> Self {
        Self { satisfiable: None, is_contradictory: false, truths: vec![false; variables] }
    }

    /// Reads a line of the output. All but those with a result or literals are ignored.
    pub fn read_line(&mut self, line: &str) {
        match line.split_once(' ').map_or((line, ""), |(kind, rest)| (kind, rest.trim())) {
            ("s", "SATISFIABLE") => self.state(true),
            ("s", "UNSATISFIABLE") => self.state(false),
            ("v", literals) => {
                let literals = literals.split_whitespace().filter_map(|l| l.parse::<i64>().ok());
                for literal in literals.filter(|literal| *literal > 0) {
                    if let Some(is_true) = self.truths.get_mut(literal as usize - 1) {
                        *is_true = true;
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns whether the formula is satisfiable, or `None` if no line says so.
    ///
    /// # Errors
    /// Fails if two lines contradict each other.
    pub fn satisfiable(&self) -> Result<Option<bool>, Failure> {
        match self.is_contradictory {
            false => Ok(self.satisfiable),
            true => {
                Err(Failure::Unknown("it printed that there is a model and that none is".into()))
            }
        }
    }

    /// Returns the numbers of the variables that are true, from 0.
    pub fn truths(&self) -> impl Iterator<Item = usize> {
        let truths = self.truths.iter().enumerate();
        truths.filter(|(_, is_true)| **is_true).map(|(variable, _)| variable)
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
        let text = "c s UNSATISFIABLE\ns SATISFIABLE\nv 1 -2 3\nv -4 5 x 0\n";
        assert_eq!(read(text), (Ok(Some(true)), vec![0, 2]));
        assert_eq!(read("s UNSATISFIABLE \n"), (Ok(Some(false)), vec![]));
        assert_eq!(read("s UNKNOWN\nv\n"), (Ok(None), vec![]));
    }

    #[test]
    fn a_contradiction_is_no_result() {
        assert!(read("s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n").0.is_err());
        assert!(read("s UNSATISFIABLE\ns SATISFIABLE\n").0.is_err());
        assert_eq!(read("s SATISFIABLE\ns SATISFIABLE\n").0, Ok(Some(true)));
    }
}
