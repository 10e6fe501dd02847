//! What came of a check: ok, failed with its fault, or skipped with the reason.

use race::corpus::Item;
use record::Task;
use serde::Serialize;

use super::asking::line_of;

/// One check.
#[derive(Serialize)]
pub(super) struct Check {
    /// What was checked.
    pub(super) name: String,
    /// How it went.
    pub(super) result: Outcome,
    /// What was found, or why it was skipped.
    pub(super) detail: String,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<Fault>,
}

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    Ok,
    Failed,
    Skipped,
}

/// What is wrong.
#[derive(Serialize)]
pub(super) struct Fault {
    /// The puzzle at which it showed, and its geometry.
    pub(super) puzzle: String,
    pub(super) expected: String,
    pub(super) came: String,
    /// The line of the protocol that said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<String>,
}

/// What came of a puzzle with several tasks; refusals for one reason stand together.
pub(super) fn summed_up(name: &str, right: &[String], skipped_tasks: Vec<(Task, String)>) -> Check {
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

pub(super) fn fault(item: &Item, expected: &str, came: &str, line: Option<String>) -> Fault {
    Fault { puzzle: line_of(item), expected: expected.into(), came: came.into(), line }
}

pub(super) fn word(task: Task) -> String {
    format!("{task:?}").to_lowercase()
}
