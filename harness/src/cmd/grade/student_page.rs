//! The page of a student: what was passed, and the smallest test that failed, with advice.

use std::fmt::Write as _;

use super::html::{escaped, page, table, warning};
use super::labels::Labels;
use super::marks::{ClassMarks, FailedTest, PartMarks, Ratio, SubmissionMarks};

/// Returns the page. `text` stands at its top.
pub(super) fn html(
    class: &ClassMarks,
    marks: &SubmissionMarks,
    text: Option<&str>,
    labels: &Labels,
) -> String {
    let mut body = warning(Some(labels.unconfined), class.warning.as_ref());
    if let Some(text) = text {
        body += &format!("<p>{}</p>\n", escaped(text));
    }
    body += &format!("<p>{}{} {}", labels.student, labels.colon, escaped(&marks.id));
    if let Some(language) = &marks.language {
        body += &format!(" · {}{} {}", labels.language, labels.colon, escaped(language));
    }
    body += "</p>\n";
    if let Some(problem) = &marks.problem {
        body += &format!("<p class=\"warning\">{}</p>\n", escaped(problem));
    }
    if let Some(output) = &marks.build_output {
        body += &format!("<h2>{}</h2>\n<pre>{}</pre>\n", labels.build_output, escaped(output));
    }
    body += &summary(marks, labels);
    for part in &marks.parts {
        body += &details(part, labels);
    }
    page(labels.code, &class.title, &body)
}

fn summary(marks: &SubmissionMarks, labels: &Labels) -> String {
    let row = |part: &PartMarks| {
        let hidden = if part.visible { String::new() } else { format!(" ({})", labels.hidden) };
        vec![
            format!("{}{hidden}", escaped(&part.title)),
            format!("{}/{}", part.passed, part.total),
            format!("{} / {}", part.points, part.max_points),
        ]
    };
    let mut rows: Vec<Vec<String>> = marks.parts.iter().map(row).collect();
    let total = format!("<b>{} / {}</b>", marks.points(), marks.max_points());
    rows.push(vec![format!("<b>{}</b>", labels.total), String::new(), total]);
    let (passed, points) = (format!("#{}", labels.passed), format!("#{}", labels.points));
    table(&[labels.part, &passed, &points], &rows)
}

/// Returns what a part lacks; nothing if it is complete.
fn details(part: &PartMarks, labels: &Labels) -> String {
    let mut text = String::new();
    if let Some(ratio) = &part.ratio {
        text += &format!("<p>{}{} {}</p>\n", labels.ratio, labels.colon, in_words(ratio));
    }
    if let Some(problem) = &part.problem {
        text += &format!("<p>{}</p>\n", escaped(problem));
    }
    if let Some(failure) = &part.failure {
        text += &format!("<p>{}</p>\n{}", labels.smallest, failed(failure, labels));
    }
    if let Some(help) = &part.help {
        text += &format!("<p>{}{} {}</p>\n", labels.hint, labels.colon, escaped(help));
    }
    if text.is_empty() {
        return text;
    }
    format!("<h2>{}</h2>\n{text}", escaped(&part.title))
}

/// Returns a ratio with its interval.
pub(in crate::cmd) fn in_words(ratio: &Ratio) -> String {
    match ratio.rounds {
        0 => format!("{:.2}", ratio.ratio),
        _ => format!("{:.2} [{:.2}, {:.2}]", ratio.ratio, ratio.low, ratio.high),
    }
}

fn failed(test: &FailedTest, labels: &Labels) -> String {
    let mut rows = Vec::new();
    let lines = [
        (labels.puzzle, Some(&test.puzzle)),
        (labels.expected, Some(&test.expected)),
        (labels.actual, Some(&test.actual)),
        (labels.line, test.line.as_ref()),
        (labels.advice, test.advice.as_ref()),
    ];
    for (label, text) in lines {
        if let Some(text) = text {
            let mut cell = String::new();
            // Writing to a String does not fail.
            let _ = write!(cell, "<pre>{}</pre>", escaped(text));
            rows.push(vec![label.to_owned(), cell]);
        }
    }
    table(&["", ""], &rows)
}
