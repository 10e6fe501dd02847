//! The result of a check: ok, failed with its fault, or skipped with the reason.

use race::corpus::CorpusItem;
use record::Task;
use serde::Serialize;

use super::trial::line_of;

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
}

/// Summarises the tasks on a puzzle; tasks skipped for the same reason are grouped.
pub(super) fn summary(name: &str, right: &[String], skipped_tasks: Vec<(Task, String)>) -> Check {
    let mut reasons: Vec<(String, String)> = Vec::new();
    for (task, why) in skipped_tasks {
        match reasons.iter_mut().find(|(_, known)| *known == why) {
            Some((tasks, _)) => *tasks = format!("{tasks}, {}", word(task)),
            None => reasons.push((word(task), why)),
        }
    }
    let reasons = reasons.iter().map(|(tasks, why)| format!("{tasks}: {why}"));
    let reasons = reasons.collect::<Vec<_>>().join("; ");
    match (right.is_empty(), reasons.is_empty()) {
        (true, _) => skipped(name, reasons),
        (false, true) => ok(name, right.join(", ")),
        (false, false) => ok(name, format!("{}; skipped {reasons}", right.join(", "))),
    }
}

pub(super) fn ok(name: &str, detail: impl Into<String>) -> Check {
    Check { name: name.into(), result: Outcome::Ok, detail: detail.into(), fault: None }
}

pub(super) fn skipped(name: &str, why: impl Into<String>) -> Check {
    Check { result: Outcome::Skipped, ..ok(name, why) }
}

pub(super) fn failed(name: String, fault: Fault) -> Check {
    Check { name, result: Outcome::Failed, detail: String::new(), fault: Some(fault) }
}

pub(super) fn fault(item: &CorpusItem, expected: &str, came: &str, line: Option<String>) -> Fault {
    Fault { puzzle: line_of(item), expected: expected.into(), came: came.into(), line }
}

pub(super) fn word(task: Task) -> String {
    format!("{task:?}").to_lowercase()
}
