//! The parts without puzzles: `output`, what is printed for a given input, and `file`, whether there is a file.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use blake3::Hash;
use csv::StringRecord;

use super::assignment::Part;
use super::capture::{self, Captured, CommandEnd};
use super::labels::Labels;
use super::marks::{Behaviour, FailedTest, FailureKind};

/// The maximum size of a file that is read, in bytes.
const SIZE: u64 = 4 << 20;

/// The maximum number of characters of a text that is shown.
const SHOWN: usize = 2_000;

/// A text on standard input, and what is to be printed.
pub(super) struct OutputCase {
    name: String,
    input: String,
    output: String,
}

/// Returns the cases of a folder, by name.
///
/// # Errors
/// When the folder or a file cannot be read, or there is none.
pub(super) fn cases(folder: &Path) -> anyhow::Result<Vec<OutputCase>> {
    let place = folder.display();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {place}"))?;
    let mut inputs: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    inputs.retain(|path| path.extension().is_some_and(|it| it == "in"));
    inputs.sort();
    ensure!(!inputs.is_empty(), "{place} has no file NAME.in");
    let read = |path: &Path| {
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
    };
    let case = |path: &std::path::PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(OutputCase { name, input: read(path)?, output: read(&path.with_extension("out"))? })
    };
    inputs.iter().map(case).collect()
}

/// What came of the cases: how many were passed, the shortest that failed, and what was printed.
pub(super) type CasesRun = (usize, Option<FailedTest>, Vec<Behaviour>);

/// Runs a program once for each case. Returns `None` if `is_cancelled`.
///
/// # Errors
/// When it cannot be started.
pub(super) fn run_cases(
    cases: &[OutputCase],
    (program, words): (&Path, &[String]),
    folder: &Path,
    limit: Duration,
    (patience, labels): (usize, &Labels),
    is_cancelled: impl Fn() -> bool,
) -> anyhow::Result<Option<CasesRun>> {
    let (mut passed, mut unanswered, mut failures) = (0, 0, Vec::new());
    let mut behaviour = Vec::new();
    for case in cases {
        if unanswered >= patience {
            break;
        }
        let ran = capture::run(program, words, folder, &case.input, limit, || !is_cancelled())?;
        if is_cancelled() {
            return Ok(None);
        }
        unanswered = if ran.end == CommandEnd::Timeout { unanswered + 1 } else { 0 };
        let actual = plain(ran.lines.iter().map(String::as_str));
        let is_right = actual == plain(case.output.lines()) && ran.end == CommandEnd::Success;
        behaviour.push(Behaviour {
            test: case.name.clone(),
            answer: actual.clone(),
            // Nothing printed is no answer.
            is_telling: !is_right && ran.end == CommandEnd::Success && !actual.is_empty(),
        });
        if is_right {
            passed += 1;
            continue;
        }
        failures.push(failed(case, &ran, &actual, labels));
    }
    let shortest = failures.into_iter().min_by_key(|it| it.puzzle.len());
    Ok(Some((passed, shortest, behaviour)))
}

/// Returns a case that failed, with what is known of why.
fn failed(case: &OutputCase, ran: &Captured, actual: &str, labels: &Labels) -> FailedTest {
    let advice = match ran.end {
        CommandEnd::Timeout => Some(labels.timeout.into()),
        CommandEnd::TooMuch => Some(labels.too_much.into()),
        CommandEnd::Failure => Some(format!("{} {}", labels.failed_with, ran.errors.join("\n"))),
        CommandEnd::Success => None,
    };
    let shown = |text: &str| text.chars().take(SHOWN).collect::<String>();
    FailedTest {
        puzzle: format!("{}:\n{}", case.name, shown(&case.input)),
        expected: shown(&plain(case.output.lines())),
        actual: shown(actual),
        line: None,
        advice,
        kind: (ran.end == CommandEnd::Failure).then_some(FailureKind::Crash),
    }
}

/// Returns a text without blanks at the ends of lines and without empty lines at its end.
fn plain<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<&str> = lines.map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}

/// Returns what a file lacks, if it lacks something.
pub(super) fn lack(part: &Part, folder: &Path, labels: &Labels) -> Option<String> {
    let path = part.path.as_deref().unwrap_or_default();
    let Some(text) = text_of(&folder.join(path), folder) else {
        return Some((labels.no_file)(path));
    };
    let words = text.split_whitespace().count();
    if let Some(least) = part.words.filter(|&least| words < least) {
        return Some((labels.few_words)(path, words, least));
    }
    if part.columns.is_empty() && part.rows.is_none() {
        return None;
    }
    let mut table = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = table.headers().cloned().unwrap_or_default();
    let has = |column: &&String| !header.iter().any(|it| it.trim() == **column);
    if let Some(column) = part.columns.iter().find(has) {
        return Some((labels.no_column)(path, column));
    }
    // Counters may be empty in an honest row, but not all of them.
    let is_asked =
        |title: &str| part.columns.is_empty() || part.columns.iter().any(|it| it == title.trim());
    let is_filled = |row: &StringRecord| {
        let mut cells = header.iter().zip(row);
        cells.any(|(title, cell)| is_asked(title) && !cell.trim().is_empty())
    };
    let rows = table.records().flatten().filter(is_filled).count();
    part.rows.filter(|&least| rows < least).map(|least| (labels.few_rows)(path, rows, least))
}

/// Returns the hash of a file, without blanks at ends of lines. `None` if it is missing or empty, or is that of the
/// folder `starter`.
pub(super) fn own_hash(part: &Part, folder: &Path, starter: Option<&Path>) -> Option<Hash> {
    let hash = |folder: &Path| {
        let text = text_of(&folder.join(part.path.as_deref()?), folder)?;
        Some(plain(text.lines()))
            .filter(|text| !text.is_empty())
            .map(|it| blake3::hash(it.as_bytes()))
    };
    let own = hash(folder)?;
    (starter.and_then(hash) != Some(own)).then_some(own)
}

/// Returns the text of a regular file in a folder. A link that leads out of it is not followed.
fn text_of(path: &Path, folder: &Path) -> Option<String> {
    let real = path.canonicalize().ok()?;
    if !real.starts_with(folder.canonicalize().ok()?) || !real.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(real).ok()?.take(SIZE).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Language;

    fn part(keys: &str) -> Part {
        let fixed = "id = 'p'\ntitle = { en = 'P', fr = 'P' }\nkind = 'file'\npoints = 1\npath = 'rows.csv'\n";
        toml::from_str(&format!("{fixed}{keys}")).expect("a part")
    }

    #[test]
    fn a_row_without_what_is_asked_for_is_no_measurement() {
        let folder = tempfile::tempdir().expect("a folder");
        let rows = "backend,nodes,remark\n,,\ndlx,7,\n, ,fast\ndlx\n";
        fs::write(folder.path().join("rows.csv"), rows).expect("room");
        let labels = Labels::of(Language::En);
        for (columns, n_rows) in [("columns = ['backend', 'nodes']\n", 2), ("", 3)] {
            let lack =
                |rows| lack(&part(&format!("{columns}rows = {rows}")), folder.path(), labels);
            assert_eq!(lack(n_rows), None);
            assert_eq!(lack(n_rows + 1), Some((labels.few_rows)("rows.csv", n_rows, n_rows + 1)));
        }
    }

    #[test]
    fn a_file_has_a_hash_unless_it_is_empty_or_the_starter_code() {
        let folders = ["a,b\n1,2\n", "a,b  \r\n1,2", " \n", "a\n"].map(|text| {
            let folder = tempfile::tempdir().expect("a folder");
            fs::write(folder.path().join("rows.csv"), text).expect("room");
            folder
        });
        let hash = |at: usize, starter: Option<usize>| {
            own_hash(&part(""), folders[at].path(), starter.map(|at| folders[at].path()))
        };
        assert!(hash(0, None).is_some() && hash(0, None) == hash(1, None));
        assert_ne!(hash(0, None), hash(3, Some(2)));
        assert_eq!([hash(2, None), hash(0, Some(1))], [None, None]);
    }
}
