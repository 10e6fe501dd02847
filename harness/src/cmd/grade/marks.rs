//! The marks of a class: what every output is written from.

use blake3::Hash;
use serde::{Deserialize, Serialize};

use crate::cmd::advice::MistakeKind;

/// The marks of a class, as `marks.json` has them.
#[derive(Debug, Deserialize, Serialize)]
pub(in crate::cmd) struct ClassMarks {
    /// The id of the assignment.
    pub(in crate::cmd) assignment: String,
    /// Its title.
    pub(in crate::cmd) title: String,
    /// The seed of the puzzles.
    pub(in crate::cmd) seed: u64,
    /// Why submissions were not confined, if they were not.
    pub(in crate::cmd) warning: Option<String>,
    /// The marks of each submission, by name.
    pub(in crate::cmd) submissions: Vec<SubmissionMarks>,
    /// The names of the submissions that were not graded, because Ctrl-C ended the grading.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::cmd) ungraded: Vec<String>,
}

/// The marks of a submission.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(in crate::cmd) struct SubmissionMarks {
    /// Its name.
    pub(in crate::cmd) id: String,
    /// Its language, if it was recognised.
    pub(in crate::cmd) language: Option<String>,
    /// Why it was not run, if it was not.
    pub(in crate::cmd) problem: Option<String>,
    /// The output of a build that failed.
    pub(in crate::cmd) build_output: Option<String>,
    /// The marks of each part.
    pub(in crate::cmd) parts: Vec<PartMarks>,
}

/// The marks of a part.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(in crate::cmd) struct PartMarks {
    /// The id of the part.
    pub(in crate::cmd) id: String,
    /// Its title.
    pub(in crate::cmd) title: String,
    /// The points that were given.
    pub(in crate::cmd) points: f64,
    /// Those that it is worth.
    pub(in crate::cmd) max_points: f64,
    /// Whether its puzzles are handed out.
    pub(in crate::cmd) visible: bool,
    /// The number of tests that were passed.
    pub(in crate::cmd) passed: usize,
    /// The number of tests.
    pub(in crate::cmd) total: usize,
    /// Why it was not run, or what is missing.
    pub(in crate::cmd) problem: Option<String>,
    /// The kind of this problem.
    #[serde(skip)]
    pub(super) kind: Option<FailureKind>,
    /// The smallest test that failed.
    pub(in crate::cmd) failure: Option<FailedTest>,
    /// A hint for those who did not pass it.
    pub(in crate::cmd) help: Option<String>,
    /// The ratio to the reference.
    pub(in crate::cmd) ratio: Option<Ratio>,
    /// The hardest puzzle that was solved.
    pub(in crate::cmd) hardest: Option<HardPuzzle>,
    /// What the program did, test by test.
    #[serde(skip)]
    pub(in crate::cmd) behaviour: Vec<Behaviour>,
    /// The hash of the file that was handed in.
    #[serde(skip)]
    pub(in crate::cmd) file: Option<Hash>,
}

/// A test that failed.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(in crate::cmd) struct FailedTest {
    /// The puzzle, or what was on standard input.
    pub(in crate::cmd) puzzle: String,
    /// What was expected.
    pub(in crate::cmd) expected: String,
    /// What came instead.
    pub(in crate::cmd) actual: String,
    /// The line of the protocol.
    pub(in crate::cmd) line: Option<String>,
    /// What to do about it.
    pub(in crate::cmd) advice: Option<String>,
    /// The kind of the failure.
    #[serde(skip)]
    pub(super) kind: Option<FailureKind>,
}

/// What failed, without what is said of one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailureKind {
    /// A typical mistake.
    Mistake(MistakeKind),
    /// The program ended with an error of its own.
    Crash,
    /// A file is missing, or lacks something.
    File,
    /// A wrong answer in a race.
    Race,
    /// The grader could not run it.
    Grader,
}

/// A ratio to the reference.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(in crate::cmd) struct Ratio {
    /// The ratio.
    pub(in crate::cmd) ratio: f64,
    /// The lower end of its confidence interval.
    pub(in crate::cmd) low: f64,
    /// The upper end.
    pub(in crate::cmd) high: f64,
    /// The number of rounds; 0 for a ratio of counters.
    pub(in crate::cmd) rounds: usize,
}

/// A puzzle and its difficulty.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(in crate::cmd) struct HardPuzzle {
    /// Its name in the corpus.
    pub(in crate::cmd) name: String,
    /// The nodes that `candidates/mrv` needs.
    pub(in crate::cmd) nodes: u64,
}

/// What a program did in a test.
#[derive(Clone, Debug)]
pub(in crate::cmd) struct Behaviour {
    /// The test, the same for two students if their puzzles are.
    pub(in crate::cmd) test: String,
    /// The answer and its counters.
    pub(in crate::cmd) answer: String,
    /// Whether it says more than that the answer is right.
    pub(in crate::cmd) is_telling: bool,
}

impl ClassMarks {
    /// Returns the names of all submissions, the graded ones first.
    pub(super) fn ids(&self) -> Vec<&str> {
        let graded = self.submissions.iter().map(|marks| &marks.id);
        graded.chain(&self.ungraded).map(String::as_str).collect()
    }
}

impl SubmissionMarks {
    /// Returns the points of all parts.
    pub(in crate::cmd) fn points(&self) -> f64 {
        rounded(self.parts.iter().map(|part| part.points).sum())
    }

    /// Returns the points that all parts are worth.
    pub(in crate::cmd) fn max_points(&self) -> f64 {
        self.parts.iter().map(|part| part.max_points).sum()
    }
}

impl PartMarks {
    /// Returns whether all points were given.
    pub(in crate::cmd) fn is_full(&self) -> bool {
        self.points >= self.max_points
    }

    /// Returns why it was not passed, or what to do about it, with its kind if it has one.
    pub(super) fn advice(&self) -> Option<(Option<FailureKind>, &str)> {
        let failure = self.failure.as_ref();
        let of_failure = || Some((failure?.kind, failure?.advice.as_deref()?));
        self.problem.as_deref().map(|problem| (self.kind, problem)).or_else(of_failure)
    }
}

/// Points with a precision of a hundredth.
pub(in crate::cmd) fn rounded(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}
