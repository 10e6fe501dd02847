//! The gradebook: a row for each student of the class, in the columns that Moodle reads and in general ones.
//!
//! If the roster is a grading worksheet of Moodle, in English or French, its columns are kept, and those of the grade and
//! the comments are filled, so that the file can be uploaded as it is.

use record::plain_text::without_formula;

use super::labels::Labels;
use super::marks::{ClassMarks, SubmissionMarks};
use super::roster::{Holding, Roster};

/// The columns that are filled, as Moodle names them in English and in French: grade, maximum, comments.
const FILLED: [[&str; 3]; 2] = [
    ["Grade", "Maximum Grade", "Feedback comments"],
    ["Note", "Note maximale", "Feedback par commentaires"],
];

/// The marks of a submission, or why there are none and its name.
type Marks<'a> = Result<&'a SubmissionMarks, (&'a str, &'a str)>;

/// Returns the gradebook of a class.
///
/// # Errors
/// None in practice: the CSV is written to memory.
pub(super) fn csv(roster: &Roster, class: &ClassMarks, labels: &Labels) -> anyhow::Result<String> {
    let mut writer = csv::WriterBuilder::new();
    let mut writer = writer.delimiter(roster.delimiter).from_writer(Vec::new());
    let columns = filled_columns(roster);
    let is_own = |title: &str| !columns.contains(&title);
    let own: Vec<&String> = roster.header.iter().filter(|title| is_own(title)).collect();
    let mut header: Vec<&str> = own.iter().map(|it| it.as_str()).collect();
    header.extend(columns);
    header.push("submission");
    let parts = class.submissions.first().map(|it| &it.parts[..]).unwrap_or_default();
    header.extend(parts.iter().map(|part| part.id.as_str()));
    writer.write_record(&header)?;
    let ids = class.ids();
    let (found, holdings) = roster.matched(class);
    let marks_of = |at: usize| class.submissions.get(at).ok_or((labels.not_graded, ids[at]));
    for (row, holding) in roster.rows.iter().zip(holdings) {
        let marks = match holding {
            Holding::Submission(at) => marks_of(at),
            Holding::Ambiguous => Err((labels.ambiguous, "")),
            Holding::Nothing => Err((labels.no_submission, "")),
        };
        let cells = || roster.header.iter().zip(row);
        let mut record: Vec<String> =
            cells().filter(|(title, _)| is_own(title)).map(|(_, cell)| cell.to_owned()).collect();
        record.resize(own.len(), String::new());
        let maximum = cells().find(|(title, _)| *title == columns[1]).map(|(_, cell)| cell);
        record.extend(filled(marks, maximum.unwrap_or_default(), class, labels));
        writer.write_record(&record)?;
    }
    for (at, _) in found.iter().enumerate().filter(|(_, row)| row.is_err()) {
        let mut record = vec![String::new(); own.len()];
        record.extend(filled(marks_of(at), "", class, labels));
        writer.write_record(&record)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// Returns the columns that are filled, in the language of the roster.
fn filled_columns(roster: &Roster) -> [&'static str; 3] {
    let is_there = |columns: &&[&str; 3]| roster.header.iter().any(|it| it == columns[1]);
    *FILLED.iter().find(is_there).unwrap_or(&FILLED[0])
}

/// Returns the cells of a student after those of the roster: the marks, or why there are none, and the submission. A
/// maximum that the roster states stays as it is.
fn filled(marks: Marks<'_>, maximum: &str, class: &ClassMarks, labels: &Labels) -> Vec<String> {
    let marks = match marks {
        Ok(marks) => marks,
        Err((why, id)) => {
            let parts = class.submissions.first().map_or(0, |it| it.parts.len());
            let mut cells = ["", maximum, why].map(String::from).to_vec();
            cells.push(without_formula(id).into_owned());
            cells.resize(cells.len() + parts, String::new());
            return cells;
        }
    };
    let points = marks.max_points().to_string();
    let mut cells = vec![
        marks.points().to_string(),
        if maximum.is_empty() { points } else { maximum.to_owned() },
        without_formula(&comments(marks, class, labels)).into_owned(),
        without_formula(&marks.id).into_owned(),
    ];
    cells.extend(marks.parts.iter().map(|part| part.points.to_string()));
    cells
}

/// Returns the feedback: a line for each part.
fn comments(marks: &SubmissionMarks, class: &ClassMarks, labels: &Labels) -> String {
    let mut lines = Vec::new();
    lines.extend(class.warning.as_ref().map(|_| labels.unconfined.to_owned()));
    lines.extend(marks.problem.clone());
    for part in &marks.parts {
        let why = part.advice().filter(|_| marks.problem.is_none());
        let why = why.map(|(_, why)| format!(" — {why}")).unwrap_or_default();
        let colon = labels.colon;
        lines.push(format!("{}{colon} {}/{}{why}", part.title, part.points, part.max_points));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Language;
    use crate::cmd::grade::marks::PartMarks;

    /// Returns the gradebook of a roster and of submissions with one part, which was passed.
    fn book(roster: &str, ids: &[&str], language: Language) -> String {
        let part = serde_json::json!({
            "id": "one", "title": "One", "points": 1.0, "max_points": 1.0, "visible": true, "passed": 1, "total": 1,
        });
        let part: PartMarks = serde_json::from_value(part).expect("marks");
        let marks = |id: &&str| SubmissionMarks {
            id: id.to_string(),
            language: None,
            problem: None,
            build_output: None,
            parts: vec![part.clone()],
        };
        let class = ClassMarks {
            assignment: "a".into(),
            title: "A".into(),
            seed: 1,
            warning: None,
            submissions: ids.iter().map(marks).collect(),
            ungraded: Vec::new(),
        };
        let roster = Roster::parse(roster.as_bytes(), "r.csv").expect("a roster");
        csv(&roster, &class, Labels::of(language)).expect("a gradebook")
    }

    #[test]
    fn students_with_one_identifier_are_not_without_a_submission() {
        let roster = "id,name\nada,Ada L.\nada,Ada B.\nmia,Mia\n";
        let expected = [
            "id,name,Grade,Maximum Grade,Feedback comments,submission,one",
            "ada,Ada L.,,,ambiguous: several rows of the roster name this submission,,",
            "ada,Ada B.,,,ambiguous: several rows of the roster name this submission,,",
            "mia,Mia,,,no submission,,",
            ",,1,1,One: 1/1,ada,1",
        ];
        let book = book(roster, &["ada"], Language::En);
        assert_eq!(book.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn cells_of_a_worksheet_stay_but_for_grades_and_feedback() {
        let header = "Identifiant,Note,Note maximale,Modifiable,Feedback par commentaires";
        let rows = "Participant 12,,\"20,00\",Oui,\nParticipant 13,,\"20,00\",Oui,\n";
        let expected = [
            "Identifiant,Modifiable,Note,Note maximale,Feedback par commentaires,submission,one",
            "Participant 12,Oui,1,\"20,00\",One\u{a0}: 1/1,Zoé_12_assignsubmission_file,1",
            "Participant 13,Oui,,\"20,00\",aucun rendu,,",
        ];
        let roster = format!("{header}\n{rows}");
        let book = book(&roster, &["Zoé_12_assignsubmission_file"], Language::Fr);
        assert_eq!(book.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn columns_are_separated_as_in_the_roster() {
        for delimiter in [",", ";", "\t"] {
            let roster = "Full name,ID number\nZoé,7\n".replace(',', delimiter);
            let start = "Full name,ID number,Grade,".replace(',', delimiter);
            let book = book(&roster, &[], Language::En);
            assert!(book.starts_with(&start), "{book}");
        }
    }

    #[test]
    fn columns_are_those_of_the_roster() {
        let of = |header: &[&str]| {
            let header = header.iter().map(ToString::to_string).collect();
            filled_columns(&Roster { header, ..Roster::default() })[0]
        };
        assert_eq!(of(&["Identifiant", "Note", "Note maximale"]), "Note");
        assert_eq!(of(&["Identifier", "Grade", "Maximum Grade"]), "Grade");
        assert_eq!(of(&["email"]), "Grade");
    }
}
