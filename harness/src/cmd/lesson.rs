//! `harness lesson`: records searches, and writes the page that plays them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use bytesize::ByteSize;
use lesson::{Language, Lesson};
use race::corpus::{RecordEntry, Records};
use race::problem::AnyProblem;
use record::filter::{self, Filter};
use render::report::policy::policy;
use render::table::grouped;
use solvers::{Backend, Limits, Unsupported};

use super::solve::{default_backend, is_a_file};
use super::{End, InputErrors};
use crate::cli::{self, LessonArgs, Limit};

/// The size from which a page is slow to open.
const LARGE: usize = 2_000_000;

/// Records a lesson for each problem and backend, and writes the page.
///
/// # Errors
/// When there is no such backend or nothing to record, or the page cannot be written.
pub fn run(
    arguments: &LessonArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let mut input_errors = InputErrors::default();
    let problems = problems(arguments, &mut input_errors)?;
    let mut lessons = Vec::new();
    for (problem, name) in &problems {
        for backend in backends(arguments, all, problem)? {
            match record(arguments, (problem, name), &backend, cancel) {
                Ok(lesson) => lessons.push(lesson),
                Err(reason) => {
                    super::note(&format!("{} does not support {name}: {reason}", backend.id));
                }
            }
            if cancel.load(Ordering::Relaxed) {
                return Ok(End::Interrupted);
            }
        }
    }
    if lessons.is_empty() {
        bail!("nothing to record: there is no puzzle, or no backend that takes it");
    }
    write(arguments, &lessons, out)?;
    Ok(if input_errors.end() { End::Well } else { End::BadInput })
}

/// The problems of all files that the filters select, with their names.
fn problems(
    arguments: &LessonArgs,
    input_errors: &mut InputErrors,
) -> anyhow::Result<Vec<(AnyProblem, String)>> {
    let filter = Filter::new(arguments.filter.0.clone(), &[])?;
    let mut problems = Vec::new();
    for path in &arguments.puzzles {
        let (options, _) = arguments.read.options()?;
        let records = match is_a_file(path) {
            true => Records::open(slice::from_ref(path), options)?,
            false => Records::of_text("puzzle", &path.to_string_lossy(), options),
        };
        for listed in records {
            match listed? {
                RecordEntry::Note(note) => super::note(&note),
                RecordEntry::Bad(bad) => input_errors.error(&bad.to_string()),
                RecordEntry::Record(record, called) if filter.selects(&called, true) => {
                    problems.push((AnyProblem::Puzzle(record.puzzle), called));
                }
                RecordEntry::Other(problem, called) if filter.selects(&called, true) => {
                    problems.push((problem, called));
                }
                RecordEntry::Record(..) | RecordEntry::Other(..) => {}
            }
        }
    }
    Ok(problems)
}

/// The backends that the patterns select, or the default one for this kind of problem.
fn backends(
    arguments: &LessonArgs,
    all: &[Backend],
    problem: &AnyProblem,
) -> anyhow::Result<Vec<Backend>> {
    let rules = arguments.backends.0.clone();
    let all = filter::with_unlisted(all, &rules);
    filter::select_backends(rules, &all, &[default_backend(problem)], &[])
}

/// Records one search.
fn record(
    arguments: &LessonArgs,
    (problem, name): (&AnyProblem, &str),
    backend: &Backend,
    cancel: &AtomicBool,
) -> Result<Lesson, Unsupported> {
    let solutions = arguments.max_solutions.map_or(2, Limit::or_largest);
    let limits =
        Limits { time: arguments.timeout.0, cancel: Some(cancel), ..Limits::solutions(solutions) };
    let events = arguments.events.or_largest();
    match problem {
        AnyProblem::Puzzle(it) => lesson::record(name, it, backend, &limits, events),
        AnyProblem::Cover(it) => lesson::record(name, &**it, backend, &limits, events),
        AnyProblem::Formula(it) => lesson::record(name, &**it, backend, &limits, events),
        AnyProblem::Graph(it) => lesson::record(name, &**it, backend, &limits, events),
    }
}

/// Writes the page, and prints what it has.
fn write(arguments: &LessonArgs, lessons: &[Lesson], out: &mut dyn Write) -> anyhow::Result<()> {
    let language = match arguments.language.or_locale() {
        cli::Language::En => Language::English,
        cli::Language::Fr => Language::French,
    };
    let page = lesson::page(lessons, language, policy);
    let path: &Path = &arguments.output;
    fs::write(path, &page).with_context(|| format!("{}: cannot be written", path.display()))?;
    for lesson in lessons {
        let (name, id, all) = (&lesson.name, lesson.backend.id, lesson.n_steps);
        let all = grouped(all);
        match lesson.n_steps_shown {
            shown if shown == lesson.n_steps => writeln!(out, "{name}, {id}: {all} steps")?,
            shown => {
                writeln!(out, "{name}, {id}: the first {} of {all} steps", grouped(shown))?;
            }
        }
    }
    if page.len() > LARGE {
        let size = ByteSize(page.len() as u64);
        super::note(&format!("the page has {size}: --events N makes it smaller"));
    }
    Ok(())
}
