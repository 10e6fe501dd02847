//! The roster: the students of a class as a table, and the rows to which submissions belong.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use csv::StringRecord;
use unicode_normalization::UnicodeNormalization;

use super::marks::ClassMarks;

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

/// The first word of what Moodle puts into *Identifier*, in the languages of its courses here.
const PARTICIPANT: [&str; 2] = ["participant", "participant(e)"];

/// The characters that may separate columns: Excel writes those of its language.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The students of a class.
#[derive(Debug)]
pub(super) struct Roster {
    /// The titles of the columns.
    pub(super) header: Vec<String>,
    /// The cells of each student, as they were read.
    pub(super) rows: Vec<StringRecord>,
    /// The cells of each student that may name a submission, [`comparable`].
    pub(super) names: Vec<Vec<String>>,
    /// What separates the columns, there and in the gradebook.
    pub(super) delimiter: u8,
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

/// What a row has of the submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holding {
    /// This submission.
    Submission(usize),
    /// A submission that other rows name, too.
    Ambiguous,
    /// None.
    Nothing,
}

impl Default for Roster {
    fn default() -> Self {
        let (header, rows, names) = (Vec::new(), Vec::new(), Vec::new());
        Self { header, rows, names, delimiter: DELIMITERS[0] }
    }
}

impl Roster {
    /// Reads a roster.
    ///
    /// # Errors
    /// When it cannot be read, has no column that could name a submission, or a name of several lines.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
        Self::parse(&bytes, &name)
    }

    /// Parses the roster in a file called `name`.
    pub(super) fn parse(bytes: &[u8], name: &str) -> anyhow::Result<Self> {
        let text = str::from_utf8(bytes);
        let text = text.with_context(|| format!("{name}: is not in UTF-8: save it as UTF-8"))?;
        let text = text.trim_start_matches('\u{feff}');
        for delimiter in DELIMITERS {
            let mut reader = csv::ReaderBuilder::new();
            let mut reader =
                reader.flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
            let header: Vec<String> =
                reader.headers()?.iter().map(|title| title.trim().to_owned()).collect();
            if header.iter().any(|title| NAMES.contains(&&*comparable(title))) {
                if let Some(line) = unclosed_quote(text, delimiter) {
                    bail!("{name}:{line}: a quotation mark that is not closed");
                }
                let rows = reader.records().collect::<Result<_, _>>()?;
                let mut roster = Self { header, rows, names: Vec::new(), delimiter };
                roster.must_have_names_of_one_line(name)?;
                let names = |row| roster.names(row).map(|(_, cell)| comparable(cell)).collect();
                roster.names = roster.rows.iter().map(names).collect();
                return Ok(roster);
            }
        }
        bail!("{name}: expected one of the columns {}", NAMES.join(", "))
    }

    /// # Errors
    /// When a name has several lines: a stray quote has joined rows.
    fn must_have_names_of_one_line(&self, name: &str) -> anyhow::Result<()> {
        for row in &self.rows {
            let mut cells = self.names(row);
            let Some((title, _)) = cells.find(|(_, cell)| cell.contains(['\n', '\r'])) else {
                continue;
            };
            let line = row.position().map_or(0, csv::Position::line);
            bail!(
                "{name}:{line}: {title}: a line break, expected a name: is there a stray quotation mark?"
            );
        }
        Ok(())
    }

    /// Returns the cells of a row that may name a submission, with the titles of their columns.
    fn names<'a>(&'a self, row: &'a StringRecord) -> impl Iterator<Item = (&'a str, &'a str)> {
        let cells = self.header.iter().zip(row).map(|(title, cell)| (title.as_str(), cell.trim()));
        cells.filter(|(title, _)| NAMES.contains(&&*comparable(title)))
    }

    /// Returns the row of each submission. An identifier decides before a full name, which two students may share; of
    /// several submissions of a student, the first has the row.
    fn rows_of(&self, ids: &[&str]) -> Vec<Result<usize, NoRow>> {
        let mut taken = BTreeSet::new();
        let row = |id: &&str| {
            let id = &comparable(id);
            let by_id = self.only_row(id, identifies);
            let row =
                by_id.or_else(|why| self.only_row(id, is_name_in).map_err(|other| why.max(other)));
            row.and_then(|row| if taken.insert(row) { Ok(row) } else { Err(NoRow::Taken) })
        };
        ids.iter().map(row).collect()
    }

    /// Returns the only row with a cell that tells whose submission it is, of a [`comparable`] name.
    fn only_row(&self, id: &str, tells: fn(&str, &str) -> bool) -> Result<usize, NoRow> {
        let mut rows = (0..self.rows.len()).filter(|&row| self.has_cell(row, id, tells));
        match (rows.next(), rows.next()) {
            (Some(row), None) => Ok(row),
            (None, _) => Err(NoRow::Missing),
            _ => Err(NoRow::Several),
        }
    }

    /// Returns whether a row has a cell that tells whose submission it is, of a [`comparable`] name.
    fn has_cell(&self, row: usize, id: &str, tells: fn(&str, &str) -> bool) -> bool {
        self.names[row].iter().any(|cell| tells(cell, id))
    }

    /// Returns the row of each submission of a class, and what each row has.
    pub(super) fn matched(&self, class: &ClassMarks) -> (Vec<Result<usize, NoRow>>, Vec<Holding>) {
        let ids = class.ids();
        let found = self.rows_of(&ids);
        let several = ids.iter().zip(&found).filter(|(_, it)| **it == Err(NoRow::Several));
        let several: Vec<String> = several.map(|(id, _)| comparable(id)).collect();
        let holding = |row: usize| {
            if let Some(at) = found.iter().position(|found| *found == Ok(row)) {
                return Holding::Submission(at);
            }
            let is_named = several
                .iter()
                .any(|id| self.has_cell(row, id, identifies) || self.has_cell(row, id, is_name_in));
            if is_named { Holding::Ambiguous } else { Holding::Nothing }
        };
        let holdings = (0..self.rows.len()).map(holding).collect();
        (found, holdings)
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
        let (_, holdings) = self.matched(class);
        let is_absent = |at: &usize| holdings[*at] == Holding::Nothing;
        let name = |at| self.cell(at, FULL_NAMES).or_else(|| self.cell(at, NAMES));
        (0..self.rows.len()).filter(is_absent).filter_map(name).collect()
    }

    /// Returns the first cell of a row that is not empty and in one of these columns.
    fn cell(&self, row: usize, columns: &[&str]) -> Option<&str> {
        let mut cells = self.names(&self.rows[row]).filter(|(_, cell)| !cell.is_empty());
        let cell = cells.find(|(title, _)| columns.contains(&&*comparable(title)));
        cell.map(|(_, cell)| cell)
    }
}

/// Returns a text as it is compared: in lower case, and with accents as parts of their letters. A name typed on one
/// system and a folder made on another one may differ in that.
fn comparable(text: &str) -> String {
    text.to_lowercase().nfc().collect()
}

/// Returns the line of a quote that is not closed.
fn unclosed_quote(text: &str, delimiter: u8) -> Option<usize> {
    /// Where a character stands.
    enum Place {
        Start,
        Unquoted,
        /// In a quoted field, which starts in this line.
        Quoted(usize),
        /// After a quote in such a field, which a second one makes part of it.
        AfterQuote(usize),
    }
    let (mut line, mut place) = (1, Place::Start);
    for byte in text.bytes() {
        let is_end = byte == delimiter || byte == b'\n' || byte == b'\r';
        place = match (place, byte) {
            (Place::Quoted(start), b'"') => Place::AfterQuote(start),
            (Place::Quoted(start), _) | (Place::AfterQuote(start), b'"') => Place::Quoted(start),
            (Place::Start, b'"') => Place::Quoted(line),
            _ if is_end => Place::Start,
            _ => Place::Unquoted,
        };
        line += usize::from(byte == b'\n');
    }
    match place {
        Place::Quoted(start) => Some(start),
        _ => None,
    }
}

/// Returns whether a cell of a roster is the identifier of a submission, both [`comparable`]. Moodle names the folder of a
/// submission `Full name_1234567_assignsubmission_file`, and its identifier `Participant 1234567`.
fn identifies(cell: &str, id: &str) -> bool {
    let is_numbered = PARTICIPANT.iter().any(|word| {
        let number = cell.strip_prefix(word).map(str::trim).filter(|it| !it.is_empty());
        number.is_some_and(|number| id.split('_').any(|part| part == number))
    });
    !cell.is_empty() && (cell == id || is_numbered)
}

/// Returns whether a cell of a roster is the full name in the name of a folder of Moodle, both [`comparable`].
fn is_name_in(cell: &str, id: &str) -> bool {
    !cell.is_empty() && id.contains("_assign") && id.split('_').next() == Some(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a class of submissions that were not graded.
    fn class(ungraded: &[&str]) -> ClassMarks {
        ClassMarks {
            assignment: "a".into(),
            title: "A".into(),
            seed: 1,
            warning: None,
            submissions: Vec::new(),
            ungraded: ungraded.iter().map(ToString::to_string).collect(),
        }
    }

    fn parsed(text: &str) -> Roster {
        Roster::parse(text.as_bytes(), "r.csv").expect("a roster")
    }

    #[test]
    fn cells_name_folders_as_moodle_does() {
        let folder = "zoé petit_1234567_assignsubmission_file";
        for (cell, id) in [
            ("participant 1234567", folder),
            ("zoe.petit@example.org", "zoe.petit@example.org"),
            ("22012345", "22012345"),
        ] {
            assert!(identifies(cell, id) && !is_name_in(cell, id), "{cell}");
        }
        assert!(is_name_in("zoé petit", folder) && !identifies("zoé petit", folder));
        for (cell, id) in
            [("participant 123", folder), ("participant", folder), ("zoé", folder), ("", "")]
        {
            assert!(!identifies(cell, id) && !is_name_in(cell, id), "{cell}");
        }
    }

    #[test]
    fn students_with_one_name_keep_their_submissions() {
        let roster = parsed(
            "Identifier,Full name\nParticipant 111,Jean Martin\nParticipant 222,Jean Martin\n",
        );
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

    #[test]
    fn students_have_their_full_names_and_those_without_a_submission_are_known() {
        let roster = parsed("ID number,Full name\nada,Ada Lovelace\nzoé,\n7,Mia\n");
        let class = class(&["ada", "bob"]);
        assert_eq!(roster.full_names(&class), [Some("Ada Lovelace"), None]);
        assert_eq!(roster.absent(&class), ["zoé", "Mia"]);
        assert_eq!(roster.strangers(&class), [("bob", NoRow::Missing)]);
        assert_eq!(Roster::default().full_names(&class), [None, None]);
        assert!(Roster::default().absent(&class).is_empty());
    }

    #[test]
    fn students_whose_rows_name_one_submission_are_not_absent() {
        let roster = parsed("ID number,Full name\nada,Ada L.\nada,Ada B.\nmia,Mia\n");
        let class = class(&["ada"]);
        let (found, holdings) = roster.matched(&class);
        assert_eq!(found, [Err(NoRow::Several)]);
        assert_eq!(holdings, [Holding::Ambiguous, Holding::Ambiguous, Holding::Nothing]);
        assert_eq!(roster.absent(&class), ["Mia"]);
    }

    #[test]
    fn accents_may_be_characters_of_their_own() {
        for (cell, id) in [("Zoé", "Zoe\u{301}"), ("zoe\u{301}", "ZOÉ")] {
            assert_eq!(parsed(&format!("ID number\n{cell}\n")).rows_of(&[id]), [Ok(0)], "{cell}");
        }
        let roster = parsed("Nume\u{301}ro d'identification,Nom complet\n7,Zoé Petit\n");
        let folder = "Zoe\u{301} Petit_12_assignsubmission_file";
        assert_eq!(roster.rows_of(&["7", folder]), [Ok(0), Err(NoRow::Taken)]);
    }

    #[test]
    fn columns_may_be_separated_as_excel_does() {
        for delimiter in [",", ";", "\t"] {
            let text = "\u{feff}Full name,ID number\nZoé,7\n".replace(',', delimiter);
            let roster = parsed(&text);
            assert_eq!(roster.header, ["Full name", "ID number"]);
            assert_eq!(roster.rows_of(&["7"]), [Ok(0)]);
        }
    }

    #[test]
    fn a_roster_that_cannot_be_used_says_what_is_expected() {
        let error =
            |bytes: &[u8]| format!("{:#}", Roster::parse(bytes, "r.csv").expect_err("an error"));
        assert!(error(b"Email,Nom\nz@b,Zo\xe9\n").contains("save it as UTF-8"));
        assert!(error(b"Grade;Points\n1;2\n").starts_with("r.csv: expected one of the columns "));
        let unclosed = "r.csv:3: a quotation mark that is not closed";
        for quoted in ["bob,\"Bob", "bob,Bob,\"a \"\"note\"\"", "bob,\"Bob\"\""] {
            let text = format!("id,name,note\nmia,\"Mia\",\"two\nlines\"\n{quoted}\nada,Ada\n");
            assert_eq!(error(text.replace("two\n", "").as_bytes()), unclosed, "{quoted}");
        }
        let stray = error(b"id,name\nbob,\"Bob\nada,Ada\nmia,\"Mia\n");
        assert!(stray.starts_with("r.csv:2: name: a line break, expected a name"), "{stray}");
        let noted = parsed("id,name,note\nmia,Mia \"M\",\"two\nlines\"\nada,\"Ada\"\"\",\n");
        assert_eq!(noted.rows.len(), 2);
    }
}
