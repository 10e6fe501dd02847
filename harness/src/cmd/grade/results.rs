//! What other systems read: Gradescope's `results.json`, JUnit's XML, and a workflow for GitHub Classroom.

use quick_xml::escape::escape;
use serde_json::{Value, json};

use super::assignment::Assignment;
use super::marks::{ClassMarks, FailedTest, PartMarks, SubmissionMarks};
use crate::cli::Language;

/// Returns what Gradescope reads of a student. The fields are those of its autograder
/// specification.
pub(super) fn gradescope(marks: &SubmissionMarks, warning: Option<&str>) -> Value {
    let tests: Vec<Value> = marks.parts.iter().enumerate().map(test).collect();
    let ratios = marks.parts.iter().filter_map(|part| Some((part, part.ratio?)));
    let ratios =
        ratios.map(|(part, it)| json!({"name": part.title, "value": it.ratio, "order": "asc"}));
    let leaderboard: Vec<Value> = ratios.collect();
    let said = [warning, marks.problem.as_deref(), marks.build_output.as_deref()];
    let output = said.into_iter().flatten().collect::<Vec<_>>().join("\n");
    json!({
        "score": marks.points(),
        "output": output,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "leaderboard": leaderboard,
    })
}

fn test((at, part): (usize, &PartMarks)) -> Value {
    json!({
        "name": part.title,
        "number": (at + 1).to_string(),
        "score": part.points,
        "max_score": part.max_points,
        "status": if part.is_full() { "passed" } else { "failed" },
        "output": output(part),
        "visibility": if part.visible { "visible" } else { "after_published" },
        "tags": [part.id],
    })
}

/// Returns what a part says, as text.
fn output(part: &PartMarks) -> String {
    let mut lines = vec![format!("{}/{}", part.passed, part.total)];
    lines.extend(part.problem.clone());
    if let Some(FailedTest { puzzle, expected, actual, advice, .. }) = &part.failure {
        lines.extend([puzzle.clone(), format!("≠ {expected}"), format!("= {actual}")]);
        lines.extend(advice.clone());
    }
    lines.extend(part.help.clone());
    lines.join("\n")
}

/// Returns the marks of a class as JUnit's XML: a suite for each student, a case for each part.
pub(super) fn junit(class: &ClassMarks) -> String {
    let parts = || class.submissions.iter().flat_map(|marks| &marks.parts);
    let failures = parts().filter(|part| !part.is_full()).count();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" tests=\"{}\" failures=\"{failures}\">\n",
        xml(&class.assignment),
        parts().count(),
    );
    for marks in &class.submissions {
        let failures = marks.parts.iter().filter(|part| !part.is_full()).count();
        let (name, tests) = (xml(&marks.id), marks.parts.len());
        text += &format!(
            "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n"
        );
        for part in &marks.parts {
            text += &format!("<testcase classname=\"{name}\" name=\"{}\">", xml(&part.id));
            if !part.is_full() {
                let (points, max) = (part.points, part.max_points);
                text += &format!(
                    "<failure message=\"{points} of {max} points\">{}</failure>",
                    xml(&output(part))
                );
            }
            text += "</testcase>\n";
        }
        text += "</testsuite>\n";
    }
    text + "</testsuites>\n"
}

/// Returns a text in XML, without characters that XML does not have.
fn xml(text: &str) -> String {
    let is_allowed = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let is_character = |c: &char| !matches!(c, '\u{fffe}' | '\u{ffff}');
    let plain: String = text.chars().filter(|c| is_allowed(c) && is_character(c)).collect();
    escape(&plain).into_owned()
}

/// Returns a workflow for GitHub Classroom, which grades the parts that are handed out: a step for each, which has all
/// points or none. The repository of the assignment contains the harness' assignment in `.assignment`.
pub(super) fn classroom(assignment: &Assignment, language: Language) -> String {
    let mut text = String::from(HEAD);
    let parts = || assignment.part.iter().filter(|part| part.visible);
    for part in parts() {
        let (id, title) = (&part.id, json!(part.title.of(language)));
        text += &format!(
            "      - name: {title}\n        id: {id}\n        uses: classroom-resources/autograding-command-grader@v1\n        with:\n          test-name: {title}\n          command: harness grade . --assignment .assignment --part {id} --strict --seed 1 -o /tmp/marks-{id}\n          timeout: 10\n          max-score: {}\n",
            part.points,
        );
    }
    text += "      - name: Report\n        uses: classroom-resources/autograding-grading-reporter@v1\n        env:\n";
    for part in parts() {
        let variable = part.id.to_uppercase();
        text += &format!(
            "          {variable}_RESULTS: \"${{{{steps.{}.outputs.result}}}}\"\n",
            part.id
        );
    }
    let ids: Vec<&str> = parts().map(|part| part.id.as_str()).collect();
    text + &format!("        with:\n          runners: {}\n", ids.join(","))
}

/// The beginning of the workflow.
const HEAD: &str = "\
name: Autograding
on: [push, workflow_dispatch]
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  grade:
    runs-on: ubuntu-latest
    if: github.actor != 'github-classroom[bot]'
    steps:
      - uses: actions/checkout@v4
      # Replace this step by the one that puts the harness of your course on the search path.
      - name: Harness
        run: |
          sudo apt-get update && sudo apt-get install -y bubblewrap
          cargo install --locked --git \"${{ vars.HARNESS_REPOSITORY }}\" harness
";
