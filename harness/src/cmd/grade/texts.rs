//! The parts without puzzles: `output`, what is printed for a given input, and `file`, whether there is a file.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};

use super::assignment::Part;
use super::capture::{self, Captured, CommandEnd};
use super::labels::Labels;
use super::marks::{Behaviour, FailedTest};

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

/// The cases of a folder, by name.
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
            is_telling: !is_right,
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

/// A case that failed, with what is known of why.
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
    }
}

/// A text without blanks at the ends of lines and without empty lines at its end.
fn plain<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<&str> = lines.map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}

/// What a file lacks, if it lacks something.
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
    let rows = table.records().filter(Result::is_ok).count();
    part.rows.filter(|&least| rows < least).map(|least| (labels.few_rows)(path, rows, least))
}

/// The text of a regular file in a folder. A link that leads out of it is not followed.
fn text_of(path: &Path, folder: &Path) -> Option<String> {
    let real = path.canonicalize().ok()?;
    if !real.starts_with(folder.canonicalize().ok()?) || !real.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(real).ok()?.take(SIZE).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
