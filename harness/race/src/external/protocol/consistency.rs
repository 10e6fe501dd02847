//! Checks that an answer is consistent.
//!
//! The status must agree with the number of grids and with the other fields: `multiple` without a
//! second grid proves nothing, and `unique` with a million solutions contradicts itself. An
//! inconsistent answer is not an answer. What no grid can show (that there is no other solution, or
//! none at all) is a claim, which is judged later.

use solvers::Stop;

use super::{Answer, AnswerStatus, Keyword};

impl Answer {
    /// Returns why the answer is inconsistent, if it is.
    pub fn flaw(&self) -> Option<String> {
        let (word, told) = (self.status.keyword(), self.solutions);
        let shown = u64::from(self.first.is_some()) + u64::from(self.second.is_some());
        // The minimum and maximum number of grids, and the condition on the number of solutions.
        let (least, most, fits): (u64, u64, fn(u64) -> bool) = match self.status {
            AnswerStatus::Solved => (1, 2, |n| n >= 1),
            AnswerStatus::Unique => (1, 1, |n| n == 1),
            AnswerStatus::Multiple => (2, 2, |n| n >= 2),
            AnswerStatus::Impossible => (0, 0, |n| n == 0),
            AnswerStatus::Counted | AnswerStatus::Limited => {
                let told = told.unwrap_or(0);
                (told.min(2), told.min(2), |_| true)
            }
            _ => return None,
        };
        if let Some(solutions) = told.filter(|&solutions| !fits(solutions)) {
            return Some(format!("it says {word}, and solutions={solutions}"));
        }
        if self.first.is_none() && self.second.is_some() {
            return Some("it shows a second solution, and no first".into());
        }
        if !(least..=most).contains(&shown) {
            let expected = match least {
                0 => "no solution",
                1 if most == 1 => "one solution",
                1 => "a solution",
                _ => "two different solutions",
            };
            return Some(format!("it says {word} and shows {shown}, expected {expected}"));
        }
        let stop = self.stop.filter(|&stop| !fits_stop(self.status, stop))?;
        Some(format!("it says {word}, and stop={}", stop.keyword()))
    }
}

/// Returns whether a search that ended for this reason can have this status.
fn fits_stop(status: AnswerStatus, stop: Stop) -> bool {
    match status {
        AnswerStatus::Unique | AnswerStatus::Impossible | AnswerStatus::Counted => {
            stop == Stop::Exhausted
        }
        AnswerStatus::Limited => stop == Stop::SolutionLimit,
        AnswerStatus::Multiple => matches!(stop, Stop::Exhausted | Stop::SolutionLimit),
        AnswerStatus::Solved => matches!(stop, Stop::Exhausted | Stop::SolutionLimit | Stop::Stuck),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Reply;

    #[track_caller]
    fn check(line: &str, flaw: Option<&str>) {
        let Ok(Reply::Result(answer)) = line.parse() else { panic!("{line}") };
        assert_eq!(answer.flaw().as_deref(), flaw, "{line}");
    }

    #[test]
    fn an_answer_that_shows_what_it_claims_is_one() {
        for line in [
            "result 1 solved 5 1234",
            "result 1 unique 5 1234",
            "result 1 unique 5 1234 second=- solutions=1 stop=exhausted",
            "result 1 multiple 5 1234 second=2143 solutions=2",
            "result 1 impossible 5 - second=- solutions=0",
            "result 1 counted 5 1234 second=2143 solutions=288",
            "result 1 counted 5 1234 solutions=1",
            "result 1 counted 5 - solutions=0",
            "result 1 limited 5 1234 second=2143 solutions=10",
            "result 1 nodeout 5 1234 second=2143 solutions=48",
            "result 1 timeout 5",
        ] {
            check(line, None);
        }
    }

    #[test]
    fn what_grids_do_not_show_or_what_does_not_fit_is_no_answer() {
        let two = "expected two different solutions";
        for (line, flaw) in [
            ("multiple 5 1234 second=-", format!("it says multiple and shows 1, {two}")),
            ("multiple 5 - solutions=2", format!("it says multiple and shows 0, {two}")),
            ("multiple 5 1234 second=2143 solutions=1", "it says multiple, and solutions=1".into()),
            ("unique 5 1234 solutions=1000000", "it says unique, and solutions=1000000".into()),
            ("unique 5 -", "it says unique and shows 0, expected one solution".into()),
            (
                "unique 5 1234 second=2143",
                "it says unique and shows 2, expected one solution".into(),
            ),
            ("solved 5 -", "it says solved and shows 0, expected a solution".into()),
            ("impossible 5 1234", "it says impossible and shows 1, expected no solution".into()),
            ("counted 5 1234 solutions=288", format!("it says counted and shows 1, {two}")),
            (
                "limited 5 - second=2143 solutions=2",
                "it shows a second solution, and no first".into(),
            ),
            ("unique 5 1234 stop=solutions", "it says unique, and stop=solutions".into()),
        ] {
            check(&format!("result 1 {line}"), Some(&flaw));
        }
    }
}
