//! Checks that an answer is consistent.
//!
//! The status must agree with the number of grids and with the other fields: `multiple` without a
//! second grid proves nothing, and `unique` with a million solutions contradicts itself. An
//! inconsistent answer is not an answer. What no grid can show (that there is no other solution, or
//! none at all) is a claim, which is judged later.

use board::Count;
use solvers::Stop;

use super::{Answer, AnswerStatus, Keyword};

impl Answer {
    /// Returns why the answer is inconsistent, if it is.
    pub fn inconsistency(&self) -> Option<String> {
        let (word, claimed) = (self.status.keyword(), self.solutions.as_ref());
        let shown = u64::from(self.first.is_some()) + u64::from(self.second.is_some());
        // The minimum and maximum number of grids, and the condition on the number of solutions.
        let (least, most, fits): (u64, u64, fn(u64) -> bool) = match self.status {
            AnswerStatus::Solved => (1, 2, |n| n >= 1),
            AnswerStatus::Unique => (1, 1, |n| n == 1),
            AnswerStatus::Multiple => (2, 2, |n| n >= 2),
            AnswerStatus::Impossible | AnswerStatus::Stuck => (0, 0, |n| n == 0),
            AnswerStatus::Counted | AnswerStatus::Limited => {
                let claimed = claimed.map_or(0, Count::saturated);
                (claimed.min(2), claimed.min(2), |_| true)
            }
            _ => return None,
        };
        if let Some(solutions) = claimed.filter(|solutions| !fits(solutions.saturated())) {
            return Some(format!("status {word} contradicts solutions={solutions}"));
        }
        if self.first.is_none() && self.second.is_some() {
            return Some("it shows a second solution without a first".into());
        }
        if !(least..=most).contains(&shown) {
            let expected = match least {
                0 => "no grid",
                1 if most == 1 => "one grid",
                1 => "one or two grids",
                _ => "two grids",
            };
            return Some(format!("status {word}: expected {expected}, found {shown}"));
        }
        let stop = self.stop.filter(|&stop| !fits_stop(self.status, stop))?;
        Some(format!("status {word} contradicts stop={}", stop.keyword()))
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
    fn check(line: &str, expected: Option<&str>) {
        let Ok(Reply::Result(answer)) = line.parse() else { panic!("{line}") };
        assert_eq!(answer.inconsistency().as_deref(), expected, "{line}");
    }

    #[test]
    fn consistent_answers_are_accepted() {
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
    fn inconsistent_answers_are_rejected() {
        let two = "expected two grids";
        for (line, expected) in [
            ("multiple 5 1234 second=-", format!("status multiple: {two}, found 1")),
            ("multiple 5 - solutions=2", format!("status multiple: {two}, found 0")),
            (
                "multiple 5 1234 second=2143 solutions=1",
                "status multiple contradicts solutions=1".into(),
            ),
            (
                "unique 5 1234 solutions=1000000",
                "status unique contradicts solutions=1000000".into(),
            ),
            ("unique 5 -", "status unique: expected one grid, found 0".into()),
            ("unique 5 1234 second=2143", "status unique: expected one grid, found 2".into()),
            ("solved 5 -", "status solved: expected one or two grids, found 0".into()),
            ("impossible 5 1234", "status impossible: expected no grid, found 1".into()),
            ("counted 5 1234 solutions=288", format!("status counted: {two}, found 1")),
            (
                "limited 5 - second=2143 solutions=2",
                "it shows a second solution without a first".into(),
            ),
            ("stuck 5 1234", "status stuck: expected no grid, found 1".into()),
            ("unique 5 1234 stop=solutions", "status unique contradicts stop=solutions".into()),
        ] {
            check(&format!("result 1 {line}"), Some(&expected));
        }
    }
}
