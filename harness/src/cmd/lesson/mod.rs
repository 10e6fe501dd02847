//! `harness lesson`: records searches, and writes the page that plays them.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use bytesize::ByteSize;
use lesson::Lesson;
use race::corpus::RecordEntry;
use race::problem::AnyProblem;
use race::progress_line::ProgressLine;
use record::filter::{self, Filter};
use record::plain_text::plain;
use render::policy::policy;
use render::table::{counted, grouped};
use solvers::{Backend, Limits, Unsupported};

use super::solve::{default_backend, named};
use super::{End, InputErrors, picture_file, plain_name};
use crate::cli::{LessonArgs, Limit};

mod frames;

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
    check_frames(arguments, &problems)?;
    let mut lessons = Vec::new();
    for (problem, name) in &problems {
        for backend in backends(arguments, all, problem)? {
            let line = ProgressLine::waiting("recording");
            let lesson = record(arguments, (problem, name), &backend, cancel);
            drop(line);
            match lesson {
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
    draw_frames(arguments, all, &problems, out)?;
    Ok(if input_errors.end() { End::Well } else { End::BadInput })
}

/// Checks that each problem has frames if these are wanted.
fn check_frames(arguments: &LessonArgs, problems: &[(AnyProblem, String)]) -> anyhow::Result<()> {
    let other = problems.iter().find(|(problem, _)| problem.puzzle().is_none());
    match other.filter(|_| arguments.frames.is_some()) {
        Some((problem, name)) => {
            let kind = problem.kind().with_article();
            bail!("--frames: {} is {kind}, expected puzzles only", plain(name))
        }
        None => Ok(()),
    }
}

/// Returns the problems of all files that the filters select, with their names.
fn problems(
    arguments: &LessonArgs,
    input_errors: &mut InputErrors,
) -> anyhow::Result<Vec<(AnyProblem, String)>> {
    let filter = Filter::new(arguments.filter.0.clone(), &[])?;
    let mut problems = Vec::new();
    for path in &arguments.puzzles {
        let (options, _) = arguments.read.options()?;
        for listed in named(path, options)? {
            match listed? {
                RecordEntry::Note(note) => super::note(&note),
                RecordEntry::Bad(bad) => input_errors.error(&bad.to_string()),
                RecordEntry::Record(record, called) if filter.selects(&called, true) => {
                    problems.push((AnyProblem::Puzzle(record.puzzle), called));
                }
                RecordEntry::Other(problem, called, _) if filter.selects(&called, true) => {
                    problems.push((problem, called));
                }
                RecordEntry::Record(..) | RecordEntry::Other(..) => {}
            }
        }
    }
    Ok(problems)
}

/// Returns the backends that the patterns select, or the default one for this kind of problem.
fn backends(
    arguments: &LessonArgs,
    all: &[Backend],
    problem: &AnyProblem,
) -> anyhow::Result<Vec<Backend>> {
    let rules = arguments.backends.0.clone();
    let all = filter::with_unlisted(all, &rules);
    filter::select_backends(rules, &all, &[default_backend(problem, true)], &[])
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
        AnyProblem::Puzzle(_) if problem.has_relations() => {
            Err(Unsupported("the page shows regions alone, and the board has relations".into()))
        }
        AnyProblem::Puzzle(it) => lesson::record(name, it, backend, &limits, events),
        AnyProblem::Cover(it) if it.has_multiplicities() => {
            Err(Unsupported("lessons do not show items that are covered several times".into()))
        }
        AnyProblem::Cover(it) => lesson::record(name, &**it, backend, &limits, events),
        AnyProblem::Formula(it) => lesson::record(name, &**it, backend, &limits, events),
        AnyProblem::Graph(it) => lesson::record(name, &**it, backend, &limits, events),
    }
}

/// Writes the page, and prints what it has.
fn write(arguments: &LessonArgs, lessons: &[Lesson], out: &mut dyn Write) -> anyhow::Result<()> {
    let page = lesson::page(lessons, arguments.language.or_locale(), policy);
    picture_file::write(&arguments.output, page.as_bytes(), out)?;
    let is_standard = arguments.output.as_os_str() == "-";
    for lesson in lessons.iter().filter(|_| !is_standard) {
        let (name, id, all) = (plain(&lesson.name), lesson.backend.id, lesson.n_steps);
        let all = grouped(all);
        match lesson.n_steps_shown {
            shown if shown == lesson.n_steps => {
                writeln!(out, "{name}, {id}: {}", counted(shown, "step"))?;
            }
            shown => {
                let shown = grouped(shown);
                let level = lesson.level.map(|it| format!("those up to level {it}, "));
                let level = level.unwrap_or_default();
                writeln!(
                    out,
                    "{name}, {id}: {shown} of {all} steps: {level}the first ones and solutions"
                )?;
            }
        }
    }
    if page.len() > LARGE {
        let size = ByteSize(page.len() as u64);
        super::note(&format!("the page has {size}: --events N makes it smaller"));
    }
    Ok(())
}

fn limits(arguments: &LessonArgs) -> Limits<'static> {
    let solutions = arguments.max_solutions.map_or(2, Limit::or_largest);
    Limits { time: arguments.timeout.0, ..Limits::solutions(solutions) }
}

/// Draws the steps of all searches on puzzles, if frames are wanted, each search in a folder of its own.
fn draw_frames(
    arguments: &LessonArgs,
    all: &[Backend],
    problems: &[(AnyProblem, String)],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some(folder) = &arguments.frames else { return Ok(()) };
    let language = arguments.language.or_locale();
    for (problem, name) in problems {
        let Some(puzzle) = problem.puzzle() else { continue };
        for backend in backends(arguments, all, problem)? {
            // That it does not support the puzzle was said before.
            let Ok(drawn) = frames::drawn(puzzle, &backend, &limits(arguments), language) else {
                continue;
            };
            let folder = folder.join(plain_name(&format!("{name}-{}", backend.id)));
            for &format in &arguments.to {
                let written = frames::write(&folder, &drawn, format)?;
                writeln!(out, "{}: {} frames", written.display(), drawn.len())?;
            }
        }
    }
    Ok(())
}
