//! The result of a check: ok, failed with its fault, or skipped with the reason.

use race::corpus::CorpusItem;
use record::Task;
use serde::Serialize;

use super::phrases::SKIPPED;
use crate::cli::Language;
use crate::cmd::advice::Mistake;
use crate::cmd::trial::{TrialResult, line_of};

/// One check.
#[derive(Serialize)]
pub(super) struct Check {
    /// What was checked.
    pub(super) name: String,
    /// Its outcome.
    pub(super) result: Outcome,
    /// The observation, or the reason for skipping it.
    pub(super) detail: String,
    /// The fault, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<Fault>,
    /// What to do about it, if it is a typical mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) advice: Option<String>,
}

impl Check {
    /// Adds the advice on a mistake, if there is one.
    pub(super) fn advised(self, mistake: Option<Mistake>, language: Language) -> Self {
        Self { advice: mistake.map(|mistake| mistake.sentence(language)), ..self }
    }
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    Ok,
    Failed,
    Skipped,
}

/// A fault.
#[derive(Serialize)]
pub(super) struct Fault {
    /// The puzzle, with its geometry.
    pub(super) puzzle: String,
    pub(super) expected: String,
    pub(super) came: String,
    /// The line of the protocol that showed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<String>,
    /// The last step that the program reported, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) step: Option<String>,
}

/// Summarises the tasks on a puzzle; tasks skipped for the same reason are grouped.
pub(super) fn summary(
    name: &str,
    right: &[String],
    skipped_tasks: Vec<(Task, String)>,
    language: Language,
) -> Check {
    let mut reasons: Vec<(String, String)> = Vec::new();
    for (task, why) in skipped_tasks {
        match reasons.iter_mut().find(|(_, known)| *known == why) {
            Some((tasks, _)) => *tasks = format!("{tasks}, {}", task.name()),
            None => reasons.push((task.name().to_owned(), why)),
        }
    }
    let reasons = reasons.iter().map(|(tasks, why)| format!("{tasks}: {why}"));
    let reasons = reasons.collect::<Vec<_>>().join("; ");
    match (right.is_empty(), reasons.is_empty()) {
        (true, _) => skipped(name, reasons),
        (false, true) => ok(name, right.join(", ")),
        (false, false) => {
            let skipped = SKIPPED.with(language, reasons);
            ok(name, format!("{}; {skipped}", right.join(", ")))
        }
    }
}

pub(super) fn ok(name: &str, detail: impl Into<String>) -> Check {
    let (name, detail) = (name.into(), detail.into());
    Check { name, result: Outcome::Ok, detail, fault: None, advice: None }
}

pub(super) fn skipped(name: &str, why: impl Into<String>) -> Check {
    Check { result: Outcome::Skipped, ..ok(name, why) }
}

pub(super) fn failed(name: String, fault: Fault) -> Check {
    Check { result: Outcome::Failed, fault: Some(fault), ..ok(&name, "") }
}

/// Returns the fault of a trial.
pub(super) fn fault(item: &CorpusItem, expected: &str, came: &str, result: &TrialResult) -> Fault {
    Fault {
        step: result.steps.last().cloned(),
        line: result.line.clone(),
        ..without_trial(line_of(item), expected, came)
    }
}

/// Returns a fault that no single trial shows.
pub(super) fn without_trial(puzzle: String, expected: &str, came: &str) -> Fault {
    Fault { puzzle, expected: expected.into(), came: came.into(), line: None, step: None }
}
