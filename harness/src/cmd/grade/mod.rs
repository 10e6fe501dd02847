//! `harness grade`: builds and runs the submissions of a class in a sandbox, and writes their marks.
//!
//! ```text
//!   folder, ZIP ──> unpack ──> build ──> parts ──> marks ──> pages, gradebook, results
//!                   (submission, sandbox)  (grader)
//! ```
//!
//! A submission is an external solver, which gets its puzzles over the protocol one at a time; it is run as in a race
//! and its mistakes are explained as by `backend check`. Whatever a submission does costs its own points only: it
//! cannot see another one, and time-outs, crashes and floods end a part early.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, ensure};
use race::entrant::Isolation;
use race::executor::panics;
use race::progress_line::ProgressLine;
use rayon::prelude::*;
use record::filter;
use record::manifest::Isolate;
use render::table::{Table, TableCell};
use solvers::Backend;

use self::assignment::{Assignment, Part};
use self::grader::{Grader, PreparedPart};
use self::labels::Labels;
use self::marks::{ClassMarks, SubmissionMarks};
use self::roster::Roster;
use self::sandbox::Sandbox;
use self::submission::Submission;
use super::{End, must_be_new, note, workers};
use crate::cli::GradeArgs;

mod assignment;
mod capture;
mod class_page;
mod gradebook;
mod grader;
mod graphs;
pub(super) mod html;
pub(super) mod labels;
pub(super) mod marks;
mod puzzles;
mod reason;
mod results;
mod roster;
mod sandbox;
mod similar;
mod speed;
pub(super) mod student_page;
mod submission;
mod texts;
mod trials;
mod unpack;

/// The file with all marks, from which pages can be made again.
pub(super) const MARKS: &str = "marks.json";

/// Grades the submissions, and writes a folder.
///
/// # Errors
/// When the assignment, the roster or a submission cannot be read, or writing fails.
pub fn run(
    arguments: &GradeArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    must_be_new(&arguments.output)?;
    let assignment = Assignment::read(&arguments.assignment)?;
    let language = arguments.language.or_locale();
    let labels = Labels::of(language);
    if let Some(path) = &arguments.classroom {
        must_be_new(path)?;
        fs::write(path, results::classroom(&assignment, language))?;
    }
    let roster = arguments.roster.as_deref().map(Roster::read).transpose()?.unwrap_or_default();
    let submissions = submission::all(&arguments.submissions)?;
    submission::must_have_programs(&submissions, &assignment)?;
    let scratch = scratch()?;
    panics::silence_caught_panics();
    let grader = grader(arguments, &assignment, all, scratch.path(), cancel)?;
    let warning = grader.sandbox.weakness().map(str::to_owned);
    if let Some(reason) = &warning {
        note(&format!("{} ({reason})", labels.unconfined));
    }
    let Graded { marks, texts } = grade_all(&grader, &submissions, arguments.jobs.number)?;
    if marks.is_empty() {
        return Ok(End::Interrupted);
    }
    let class = class_marks(arguments, &assignment, &submissions, marks, warning);
    for (id, why) in roster.strangers(&class) {
        note(&format!("{id:?} {}", why.sentence()));
    }
    let written = Outputs { assignment: &assignment, class: &class, roster, texts, labels };
    written.write(&arguments.output, assignment.text.as_ref().map(|text| text.of(language)))?;
    table(&class).print(out, arguments.format.format())?;
    Ok(end(&class, arguments.strict, labels))
}

/// Returns the marks of the class, with the submissions that were not graded.
fn class_marks(
    arguments: &GradeArgs,
    assignment: &Assignment,
    submissions: &[Submission],
    marks: Vec<SubmissionMarks>,
    warning: Option<String>,
) -> ClassMarks {
    let is_graded = |one: &&Submission| marks.iter().any(|marks| marks.id == one.id);
    let ungraded = submissions.iter().filter(|one| !is_graded(one));
    ClassMarks {
        assignment: assignment.id.clone(),
        title: assignment.title.of(arguments.language.or_locale()).to_owned(),
        seed: arguments.seed.number,
        warning,
        ungraded: ungraded.map(|one| one.id.clone()).collect(),
        submissions: marks,
    }
}

/// Returns how grading ended, with a note on submissions that were not graded. If it is strict, one without all points is a
/// failure.
fn end(class: &ClassMarks, is_strict: bool, labels: &Labels) -> End {
    if !class.ungraded.is_empty() {
        note(&format!("{} ({})", labels.not_graded, class.ungraded.join(", ")));
        return End::Interrupted;
    }
    let is_full = |marks: &SubmissionMarks| marks.points() >= marks.max_points();
    let fails = is_strict && !class.submissions.iter().all(is_full);
    if fails { End::Failed } else { End::Well }
}

/// Returns the grader of the parts that the arguments select, with `scratch` for the submissions.
fn grader<'a>(
    arguments: &GradeArgs,
    assignment: &'a Assignment,
    all: &[Backend],
    scratch: &Path,
    cancel: &'a AtomicBool,
) -> anyhow::Result<Grader<'a>> {
    let prepare = |part: &'a Part| {
        let prepared = PreparedPart::new(assignment, part, all, arguments.seed.number);
        prepared.with_context(|| format!("part {}", part.id))
    };
    let parts = parts(assignment, arguments)?.into_iter().map(prepare);
    let program = std::env::current_exe().context("cannot find the program itself")?;
    Ok(Grader {
        assignment,
        parts: parts.collect::<anyhow::Result<_>>()?,
        sandbox: Sandbox::new(scratch, &program),
        isolation: Isolation::new(Isolate::None, program),
        language: arguments.language.or_locale(),
        cancel,
    })
}

/// Returns the folder for the submissions. Their users may pass through it, and not list it.
fn scratch() -> anyhow::Result<tempfile::TempDir> {
    let folder = tempfile::Builder::new().prefix("grade-").tempdir()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o711))?;
    }
    Ok(folder)
}

/// Returns the parts that the arguments select.
fn parts<'a>(assignment: &'a Assignment, arguments: &GradeArgs) -> anyhow::Result<Vec<&'a Part>> {
    let ids: Vec<&str> = assignment.part.iter().map(|part| part.id.as_str()).collect();
    for id in &arguments.parts {
        ensure!(
            ids.contains(&id.as_str()),
            "the assignment has no part {id:?}{}; its parts: {}",
            filter::suggestion(id, &ids),
            ids.join(", ")
        );
    }
    let is_wanted = |part: &&Part| {
        (arguments.parts.is_empty() || arguments.parts.contains(&part.id))
            && (part.visible || !arguments.visible)
    };
    Ok(assignment.part.iter().filter(is_wanted).collect())
}

/// What was graded.
struct Graded {
    /// The marks of the submissions, in their order.
    marks: Vec<SubmissionMarks>,
    /// The fingerprints of their texts, by name.
    texts: HashMap<String, BTreeSet<u64>>,
}

/// Grades all submissions; after Ctrl-C, no more of them.
fn grade_all(
    grader: &Grader<'_>,
    submissions: &[Submission],
    jobs: Option<u16>,
) -> anyhow::Result<Graded> {
    let bar = ProgressLine::of(submissions.len() as u64, "submissions");
    let texts = Mutex::new(HashMap::new());
    let grade = |(number, submission): (usize, &Submission)| {
        let (marks, folder) = grader.grade(number, submission)?;
        if let Some(folder) = folder {
            let prints = similar::fingerprints(&folder);
            texts.lock().expect("no panic while it is held").insert(submission.id.clone(), prints);
        }
        bar.advance(1);
        Some(marks)
    };
    let pool = workers::pool(jobs)?;
    let marks: Vec<Option<_>> =
        pool.install(|| submissions.par_iter().enumerate().map(grade).collect());
    drop(bar);
    let texts = texts.into_inner().expect("no panic while it was held");
    Ok(Graded { marks: marks.into_iter().flatten().collect(), texts })
}

/// What is written.
struct Outputs<'a> {
    assignment: &'a Assignment,
    class: &'a ClassMarks,
    roster: Roster,
    texts: HashMap<String, BTreeSet<u64>>,
    labels: &'a Labels,
}

impl Outputs<'_> {
    fn write(&self, folder: &Path, text: Option<&str>) -> anyhow::Result<()> {
        let (class, labels) = (self.class, self.labels);
        let put = |path: PathBuf, text: String| {
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
        };
        fs::create_dir_all(folder.join("students"))?;
        put(folder.join(MARKS), format!("{}\n", serde_json::to_string_pretty(class)?))?;
        let (mut taken, mut names) = (BTreeSet::new(), Vec::new());
        for marks in &class.submissions {
            let name = free_name(&marks.id, &mut taken);
            let place = folder.join("students").join(&name);
            names.push(name);
            fs::create_dir(&place).with_context(|| format!("cannot write {}", place.display()))?;
            put(place.join("index.html"), student_page::html(class, marks, text, labels))?;
            let warning = class.warning.as_ref().map(|_| labels.unconfined);
            let results = results::gradescope(marks, warning);
            put(place.join("results.json"), format!("{results:#}\n"))?;
        }
        let starter = self.assignment.starter.as_ref();
        let starter = starter.map(|path| similar::fingerprints(&self.assignment.folder.join(path)));
        let pairs = similar::pairs(&class.submissions, &self.texts, &starter.unwrap_or_default());
        let class_page = class_page::html(class, &self.roster, &names, &pairs, labels);
        put(folder.join("class.html"), class_page)?;
        put(folder.join("gradebook.csv"), gradebook::csv(&self.roster, class, labels)?)?;
        put(folder.join("junit.xml"), results::junit(class))
    }
}

/// Returns the name of the folder of a submission, of letters of any script, with a number if another one has the same.
/// File systems may not tell capital letters from small ones.
fn free_name(id: &str, taken: &mut BTreeSet<String>) -> String {
    // An accent may be a character of its own.
    let is_letter = |c: char| c.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&c);
    let plain: String =
        id.chars().map(|c| if is_letter(c) || "._-".contains(c) { c } else { '_' }).collect();
    // A name of points alone leads out of the folder.
    let plain = if plain.trim_matches('.').is_empty() { format!("_{plain}") } else { plain };
    let numbered = (2..).map(|number| format!("{plain}-{number}"));
    let mut names = std::iter::once(plain.clone()).chain(numbered);
    names.find(|name| taken.insert(name.to_lowercase())).expect("there are more numbers than names")
}

/// Returns the marks as a table.
fn table(class: &ClassMarks) -> Table {
    let mut table = Table::default().words("submission").words("language");
    table = table.numbers("points").numbers("of").words("problem");
    for marks in &class.submissions {
        let points = |points: f64| TableCell::new(points.to_string(), points);
        table.row([
            marks.id.as_str().into(),
            marks.language.as_deref().unwrap_or_default().into(),
            points(marks.points()),
            points(marks.max_points()),
            marks.problem.as_deref().unwrap_or_default().into(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_become_equal_get_a_number() {
        let mut taken = BTreeSet::new();
        let names = ["Zoé", "Zoë", "zoé", "A?", "a!", "A_-2", "李娜", "Zoe\u{301} 1", "..", ""]
            .map(|id| free_name(id, &mut taken));
        let expected =
            ["Zoé", "Zoë", "zoé-2", "A_", "a_-2", "A_-2-2", "李娜", "Zoe\u{301}_1", "_..", "_"];
        assert_eq!(names, expected);
    }
}
