//! The gradebook: a row for each student of the class, in the columns that Moodle reads and in general ones.
//!
//! If the roster is a grading worksheet of Moodle, in English or French, its columns are kept, and those of the grade and
//! the comments are filled, so that the file can be uploaded as it is.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use csv::StringRecord;
use record::plain_text::without_formula;

use super::labels::Labels;
use super::marks::{ClassMarks, SubmissionMarks};

/// The columns whose cells may name a submission, without case.
const NAMES: &[&str] = &[
    "adresse de courriel",
    "email",
    "email address",
    "full name",
    "id",
    "id number",
    "identifiant",
    "identifier",
    "idnumber",
    "name",
    "nom complet",
    "numéro d'identification",
    "sid",
    "submission",
    "username",
];

/// The columns with the full name of a student, without case.
const FULL_NAMES: &[&str] = &["full name", "name", "nom complet"];

/// The columns that are filled, as Moodle names them in English and in French: grade, maximum, comments.
const FILLED: [[&str; 3]; 2] = [
    ["Grade", "Maximum Grade", "Feedback comments"],
    ["Note", "Note maximale", "Feedback par commentaires"],
];

/// The first word of what Moodle puts into *Identifier*, in the languages of its courses here.
const PARTICIPANT: [&str; 2] = ["participant", "participant(e)"];

/// The characters that may separate columns: Excel writes those of its language.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The students of a class.
#[derive(Debug)]
pub(super) struct Roster {
    header: Vec<String>,
    rows: Vec<StringRecord>,
    /// What separates the columns, there and in the gradebook.
    delimiter: u8,
}

/// Why a submission has no row of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NoRow {
    /// No row names it.
    Missing,
    /// Several rows name it.
    Several,
    /// Another submission has it.
    Taken,
}

impl NoRow {
    /// Returns what is said of the submission.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Self::Missing => "is in no row of the roster",
            Self::Several => "is in several rows of the roster, expected one",
            Self::Taken => "is in a row of the roster that another submission has",
        }
    }
}

impl Default for Roster {
    fn default() -> Self {
        Self { header: Vec::new(), rows: Vec::new(), delimiter: DELIMITERS[0] }
    }
}

impl Roster {
    /// Reads a roster.
    ///
    /// # Errors
    /// When it cannot be read, or has no column that could name a submission.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
        Self::parse(&bytes).with_context(|| name.to_string())
    }

    fn parse(bytes: &[u8]) -> anyhow::Result<Self> {
        let text = str::from_utf8(bytes).context("is not in UTF-8: save it as UTF-8")?;
        let text = text.trim_start_matches('\u{feff}');
        for delimiter in DELIMITERS {
            let mut reader = csv::ReaderBuilder::new();
            let mut reader =
                reader.flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
            let header: Vec<String> =
                reader.headers()?.iter().map(|title| title.trim().to_owned()).collect();
            if header.iter().any(|title| NAMES.contains(&title.to_lowercase().as_str())) {
                let rows = reader.records().collect::<Result<_, _>>()?;
                return Ok(Self { header, rows, delimiter });
            }
        }
        bail!("expected one of the columns {}", NAMES.join(", "))
    }

    /// Returns the row of each submission. An identifier decides before a full name, which two students may share; of
    /// several submissions of a student, the first has the row.
    fn rows_of(&self, ids: &[&str]) -> Vec<Result<usize, NoRow>> {
        let mut taken = BTreeSet::new();
        let row = |id: &&str| {
            let by_id = self.only_row(id, identifies);
            let row = by_id.or_else(|why| self.only_row(id, names).map_err(|other| why.max(other)));
            row.and_then(|row| if taken.insert(row) { Ok(row) } else { Err(NoRow::Taken) })
        };
        ids.iter().map(row).collect()
    }

    /// Returns the only row with a cell that tells whose submission it is.
    fn only_row(&self, id: &str, tells: fn(&str, &str) -> bool) -> Result<usize, NoRow> {
        let has_cell = |row: &StringRecord| {
            let mut cells = self.header.iter().zip(row.iter());
            cells.any(|(title, cell)| {
                let is_name = NAMES.contains(&title.to_lowercase().as_str());
                is_name && tells(&cell.trim().to_lowercase(), &id.to_lowercase())
            })
        };
        let mut rows = self.rows.iter().enumerate().filter(|(_, row)| has_cell(row));
        match (rows.next(), rows.next()) {
            (Some((row, _)), None) => Ok(row),
            (None, _) => Err(NoRow::Missing),
            _ => Err(NoRow::Several),
        }
    }

    /// Returns the gradebook.
    ///
    /// # Errors
    /// None in practice: the CSV is written to memory.
    pub(super) fn gradebook(&self, class: &ClassMarks, labels: &Labels) -> anyhow::Result<String> {
        let mut writer = csv::WriterBuilder::new();
        let mut writer = writer.delimiter(self.delimiter).from_writer(Vec::new());
        let columns = self.filled_columns();
        let is_own = |title: &str| !columns.contains(&title);
        let own: Vec<&String> = self.header.iter().filter(|title| is_own(title)).collect();
        let mut header: Vec<&str> = own.iter().map(|it| it.as_str()).collect();
        header.extend(columns);
        header.push("submission");
        let parts = class.submissions.first().map(|it| &it.parts[..]).unwrap_or_default();
        header.extend(parts.iter().map(|part| part.id.as_str()));
        writer.write_record(&header)?;
        let ids = class.ids();
        let found = self.rows_of(&ids);
        let marks_of = |at: usize| class.submissions.get(at).ok_or((labels.not_graded, ids[at]));
        for (at, row) in self.rows.iter().enumerate() {
            let marks = found.iter().position(|found| *found == Ok(at));
            let marks = marks.map_or(Err((labels.no_submission, "")), marks_of);
            let cells = self.header.iter().zip(row.iter());
            let mut record: Vec<String> =
                cells.filter(|(title, _)| is_own(title)).map(|(_, cell)| cell.to_owned()).collect();
            record.resize(own.len(), String::new());
            record.extend(filled(marks, class, labels));
            writer.write_record(&record)?;
        }
        for (at, _) in found.iter().enumerate().filter(|(_, row)| row.is_err()) {
            let mut record = vec![String::new(); own.len()];
            record.extend(filled(marks_of(at), class, labels));
            writer.write_record(&record)?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }

    /// Returns the columns that are filled, in the language of the roster.
    fn filled_columns(&self) -> [&'static str; 3] {
        let is_there = |columns: &&[&str; 3]| self.header.iter().any(|it| it == columns[1]);
        *FILLED.iter().find(is_there).unwrap_or(&FILLED[0])
    }

    /// Returns the submissions without a row of their own, and why.
    pub(super) fn strangers<'a>(&self, class: &'a ClassMarks) -> Vec<(&'a str, NoRow)> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let ids = class.ids();
        let found = ids.iter().zip(self.rows_of(&ids));
        found.filter_map(|(&id, row)| Some((id, row.err()?))).collect()
    }

    /// Returns the full name of each submission, `None` without one in the roster.
    pub(super) fn full_names(&self, class: &ClassMarks) -> Vec<Option<&str>> {
        let rows = self.rows_of(&class.ids());
        rows.into_iter().map(|row| self.cell(row.ok()?, FULL_NAMES)).collect()
    }

    /// Returns the students without a submission: their full names, or else what identifies them.
    pub(super) fn absent(&self, class: &ClassMarks) -> Vec<&str> {
        let rows = self.rows_of(&class.ids());
        let is_absent = |at: &usize| !rows.contains(&Ok(*at));
        let name = |at| self.cell(at, FULL_NAMES).or_else(|| self.cell(at, NAMES));
        (0..self.rows.len()).filter(is_absent).filter_map(name).collect()
    }

    /// Returns the first cell of a row that is not empty and in one of these columns.
    fn cell(&self, row: usize, columns: &[&str]) -> Option<&str> {
        let cells = self.header.iter().zip(self.rows[row].iter());
        let cells = cells.filter(|(title, _)| columns.contains(&title.to_lowercase().as_str()));
        cells.map(|(_, cell)| cell.trim()).find(|cell| !cell.is_empty())
    }
}

/// Returns whether a cell of a roster, in lower case, is the identifier of a submission. Moodle names the folder of a submission
/// `Full name_1234567_assignsubmission_file`, and its identifier `Participant 1234567`.
fn identifies(cell: &str, id: &str) -> bool {
    let is_numbered = PARTICIPANT.iter().any(|word| {
        let number = cell.strip_prefix(word).map(str::trim).filter(|it| !it.is_empty());
        number.is_some_and(|number| id.split('_').any(|part| part == number))
    });
    !cell.is_empty() && (cell == id || is_numbered)
}

/// Returns whether a cell of a roster, in lower case, is the full name in the name of a folder of
/// Moodle.
fn names(cell: &str, id: &str) -> bool {
    !cell.is_empty() && id.contains("_assign") && id.split('_').next() == Some(cell)
}

/// Returns the cells of a student after those of the roster: the marks, or why there are none, and the submission.
fn filled(
    marks: Result<&SubmissionMarks, (&str, &str)>,
    class: &ClassMarks,
    labels: &Labels,
) -> Vec<String> {
    let marks = match marks {
        Ok(marks) => marks,
        Err((why, id)) => {
            let parts = class.submissions.first().map_or(0, |it| it.parts.len());
            let mut cells = ["", "", why].map(String::from).to_vec();
            cells.push(without_formula(id).into_owned());
            cells.resize(cells.len() + parts, String::new());
            return cells;
        }
    };
    let mut cells = vec![
        marks.points().to_string(),
        marks.max_points().to_string(),
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
        let advice = part.failure.as_ref().and_then(|it| it.advice.clone());
        let why = part.problem.clone().or(advice).filter(|_| marks.problem.is_none());
        let why = why.map(|why| format!(" — {why}")).unwrap_or_default();
        let colon = labels.colon;
        lines.push(format!("{}{colon} {}/{}{why}", part.title, part.points, part.max_points));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Language;

    #[test]
    fn cells_name_folders_as_moodle_does() {
        let folder = "zoé petit_1234567_assignsubmission_file";
        for (cell, id) in [
            ("participant 1234567", folder),
            ("zoe.petit@example.org", "zoe.petit@example.org"),
            ("22012345", "22012345"),
        ] {
            assert!(identifies(cell, id) && !names(cell, id), "{cell}");
        }
        assert!(names("zoé petit", folder) && !identifies("zoé petit", folder));
        for (cell, id) in
            [("participant 123", folder), ("participant", folder), ("zoé", folder), ("", "")]
        {
            assert!(!identifies(cell, id) && !names(cell, id), "{cell}");
        }
    }

    #[test]
    fn students_with_one_name_keep_their_submissions() {
        let rows = [["Participant 111", "Jean Martin"], ["Participant 222", "Jean Martin"]];
        let rows = rows.map(|row| StringRecord::from(row.to_vec())).to_vec();
        let header = vec!["Identifier".to_owned(), "Full name".to_owned()];
        let roster = Roster { header, rows, ..Roster::default() };
        let ids = |ends: &[&str]| -> Vec<String> {
            ends.iter().map(|end| format!("Jean Martin{end}_assignsubmission_file")).collect()
        };
        let rows_of = |ends: &[&str]| {
            roster.rows_of(&ids(ends).iter().map(String::as_str).collect::<Vec<_>>())
        };
        assert_eq!(rows_of(&["_222", "_111"]), [Ok(1), Ok(0)]);
        assert_eq!(rows_of(&["_222"]), [Ok(1)]);
        // The name alone does not tell whose it is, and a row takes one submission.
        let expected = [Err(NoRow::Several), Ok(0), Err(NoRow::Taken)];
        assert_eq!(rows_of(&["", "_111", "_111"]), expected);
        assert_eq!(roster.rows_of(&["somebody else"]), [Err(NoRow::Missing)]);
    }

    /// Returns a class of submissions that were not graded.
    fn class(ungraded: Vec<String>) -> ClassMarks {
        ClassMarks {
            assignment: "a".into(),
            title: "A".into(),
            seed: 1,
            warning: None,
            submissions: Vec::new(),
            ungraded,
        }
    }

    #[test]
    fn students_have_their_full_names_and_those_without_a_submission_are_known() {
        let text = "ID number,Full name\nada,Ada Lovelace\nzoé,\n7,Mia\n";
        let roster = Roster::parse(text.as_bytes()).expect("a roster");
        let class = class(vec!["ada".into(), "bob".into()]);
        assert_eq!(roster.full_names(&class), [Some("Ada Lovelace"), None]);
        assert_eq!(roster.absent(&class), ["zoé", "Mia"]);
        assert_eq!(roster.strangers(&class), [("bob", NoRow::Missing)]);
        assert_eq!(Roster::default().full_names(&class), [None, None]);
        assert!(Roster::default().absent(&class).is_empty());
    }

    #[test]
    fn columns_may_be_separated_as_excel_does() {
        for delimiter in [",", ";", "\t"] {
            let text = "\u{feff}Full name,ID number\nZoé,7\n".replace(',', delimiter);
            let roster = Roster::parse(text.as_bytes()).expect("a roster");
            assert_eq!(roster.header, ["Full name", "ID number"]);
            assert_eq!(roster.rows_of(&["7"]), [Ok(0)]);
            let class = class(Vec::new());
            let book = roster.gradebook(&class, Labels::of(Language::En)).expect("a gradebook");
            let start = "Full name,ID number,Grade,".replace(',', delimiter);
            assert!(book.starts_with(&start), "{book}");
        }
    }

    #[test]
    fn a_roster_that_cannot_be_used_says_what_is_expected() {
        let error = |bytes: &[u8]| format!("{:#}", Roster::parse(bytes).expect_err("an error"));
        assert!(error(b"Email,Nom\nz@b,Zo\xe9\n").contains("save it as UTF-8"));
        assert!(error(b"Grade;Points\n1;2\n").starts_with("expected one of the columns "));
    }

    #[test]
    fn columns_are_those_of_the_roster() {
        let of = |header: &[&str]| {
            let header = header.iter().map(ToString::to_string).collect();
            Roster { header, ..Roster::default() }.filled_columns()[0]
        };
        assert_eq!(of(&["Identifiant", "Note", "Note maximale"]), "Note");
        assert_eq!(of(&["Identifier", "Grade", "Maximum Grade"]), "Grade");
        assert_eq!(of(&["email"]), "Grade");
    }
}
