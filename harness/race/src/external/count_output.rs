//! The output of model counters: a number of models, in the formats of the model counting competitions.
//!
//! ```text
//! c s exact arb int 12988816      since 2021
//! s mc 12988816                   2020
//! s 12988816                      d4
//! s UNSATISFIABLE                 none
//! ```
//!
//! A count that is rounded or estimated (`c s exact double …`, `c s approx …`) is not taken.

use board::Count;

use crate::executor::Failure;

use super::listen::truncated;

/// What a line with a count looks like, for messages.
const EXPECTED: &str = "`c s exact arb int N`, `s mc N` or `s N`";

/// The count that a program has printed so far.
#[derive(Debug, Default)]
pub struct CountOutput {
    count: Option<Count>,
    /// A line that states a result without a count, or a malformed one.
    other: Option<String>,
    error: Option<String>,
}

impl CountOutput {
    /// Reads a line of the output. All but those that state a result are ignored.
    pub fn read_line(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["c", "s", "exact", "arb", "int", ref rest @ ..] | ["s", "mc", ref rest @ ..] => {
                match rest {
                    [number] if let Ok(count) = number.parse() => self.state(count, line),
                    _ => self.refuse(format!("malformed: {}", truncated(line))),
                }
            }
            ["s", "UNSATISFIABLE"] => self.state(Count::ZERO, line),
            ["s", number] if let Ok(count) = number.parse() => self.state(count, line),
            ["c", "s", "exact" | "approx", ..] | ["s", ..] => {
                self.other.get_or_insert_with(|| truncated(line));
            }
            _ => {}
        }
    }

    /// Returns the count, or `None` if nothing was printed that looks like a result.
    ///
    /// # Errors
    /// Fails if a line is malformed, two lines contradict each other, or a result has no exact count.
    pub fn count(self) -> Result<Option<Count>, Failure> {
        let unknown = |error: String| Failure::Unknown(format!("{error}; expected {EXPECTED}"));
        match (self.error, self.count, self.other) {
            (Some(error), ..) => Err(unknown(error)),
            (None, Some(count), _) => Ok(Some(count)),
            (None, None, Some(line)) => Err(unknown(format!("no exact count: {line}"))),
            (None, None, None) => Ok(None),
        }
    }

    fn state(&mut self, count: Count, line: &str) {
        match &self.count {
            Some(before) if *before != count => {
                self.refuse(format!("{before} before, and now: {}", truncated(line)));
            }
            _ => self.count = Some(count),
        }
    }

    fn refuse(&mut self, error: String) {
        self.error.get_or_insert(error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<String>, String> {
        let mut output = CountOutput::default();
        text.lines().for_each(|line| output.read_line(line));
        let count = output.count().map(|count| count.map(|count| count.to_string()));
        count.map_err(|failure| match failure {
            Failure::Unknown(error) => error,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn counts_are_read_in_every_exact_format() {
        let modern = "c o a comment\ns SATISFIABLE\nc s type mc\nc s log10-estimate 1.3\n\
                      c s exact arb int 20\n";
        assert_eq!(read(modern), Ok(Some("20".into())));
        assert_eq!(read("s mc 7\n"), Ok(Some("7".into())));
        assert_eq!(read("c Final time: 0.1\ns 7\n"), Ok(Some("7".into())));
        assert_eq!(read("s UNSATISFIABLE\nc s exact arb int 0\n"), Ok(Some("0".into())));
        let large = "99999999999999999999999";
        assert_eq!(read(&format!("s mc {large}")), Ok(Some(large.into())));
        assert_eq!(read("c hello\n"), Ok(None));
    }

    #[test]
    fn anything_else_is_one_error() {
        let expected = "; expected `c s exact arb int N`, `s mc N` or `s N`";
        for (text, error) in [
            ("s mc\n", "malformed: s mc"),
            ("s mc -1\ns mc 5", "malformed: s mc -1"),
            ("c s exact arb int 1e5\n", "malformed: c s exact arb int 1e5"),
            ("c s exact arb int 1 2", "malformed: c s exact arb int 1 2"),
            ("s mc 3\ns mc 4\ns mc 5", "3 before, and now: s mc 4"),
            ("s UNSATISFIABLE\ns mc 4", "0 before, and now: s mc 4"),
            ("s mc 3\ns 4", "3 before, and now: s 4"),
            ("c s exact double float 20.0", "no exact count: c s exact double float 20.0"),
            ("c s approx arb int 20", "no exact count: c s approx arb int 20"),
            ("s SATISFIABLE\nv 1 0", "no exact count: s SATISFIABLE"),
        ] {
            assert_eq!(read(text), Err(format!("{error}{expected}")), "{text}");
        }
    }
}
