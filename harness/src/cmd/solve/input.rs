//! Where the puzzles to solve come from: files, the command line, the terminal, or the built-in ones.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use board::text;
use race::corpus::{CorpusOptions, FEWEST_CELLS, Records};
use race::families;
use race::problem::FileKind;
use solvers::candidates::rounds::level::HurtebisLevel;

use super::terminal::Terminal;
use super::typed;
use crate::cli::SolveArgs;
use crate::cmd::builtin;

/// Opens the terminal, if lines are to be read from it.
pub(super) fn terminal(arguments: &SolveArgs) -> anyhow::Result<Option<Terminal>> {
    (arguments.pause || is_typed(arguments)).then(Terminal::open).transpose()
}

/// Returns whether the next puzzle is known while one is solved. Through a pipe it may be long in coming, and filters
/// may exclude it.
pub(super) fn is_next_known(arguments: &SolveArgs) -> bool {
    let is_piped = arguments.puzzle.as_deref().is_none_or(|path| path == Path::new("-"));
    !is_piped && arguments.puzzles.0.is_empty()
}

/// Returns whether a puzzle is typed row by row. With a notation, the terminal is read like a file.
fn is_typed(arguments: &SolveArgs) -> bool {
    let is_dash = arguments.puzzle.as_deref() == Some(Path::new("-"));
    is_dash && arguments.read.notation.is_none() && io::stdin().is_terminal()
}

/// Returns the puzzles of a file, the typed one, or a built-in one with its level. Text that
/// neither is nor looks like a file is a puzzle.
pub(super) fn records(
    arguments: &SolveArgs,
    terminal: Option<&Terminal>,
    cancel: &AtomicBool,
) -> anyhow::Result<(Records, Option<HurtebisLevel>)> {
    if let Some([level, number]) = arguments.builtin.words.as_deref() {
        let grid = builtin::find(level, number)?;
        let records = Records::of_text(&grid.name, grid.line, CorpusOptions::default());
        return Ok((records, Some(grid.level)));
    }
    let (options, _) = arguments.read.options()?;
    let path = arguments.puzzle.as_deref().unwrap_or(Path::new("-"));
    let records = if let (true, Some(terminal)) = (is_typed(arguments), terminal) {
        typed::records(options, || terminal.line(cancel))?
    } else {
        named(path, options)?
    };
    Ok((records, None))
}

/// Returns the problems of an argument, which is a file or the cells of a puzzle. A word without cells is a file.
///
/// # Errors
/// When it is a file and cannot be opened.
pub(in crate::cmd) fn named(path: &Path, options: CorpusOptions) -> anyhow::Result<Records> {
    let text = path.to_string_lossy();
    if is_a_file(path) || is_word(&text) {
        return Records::open(&[path.to_owned()], options);
    }
    Ok(Records::of_text("puzzle", &text, options))
}

/// Returns whether a text is a word, and shorter than any puzzle.
fn is_word(text: &str) -> bool {
    text.len() < FEWEST_CELLS && text.chars().all(char::is_alphabetic)
}

/// Returns whether a text means a file rather than cells: standard input, an existing file, a problem of a family, or a
/// name like that of a file.
pub(in crate::cmd) fn is_a_file(path: &Path) -> bool {
    path == Path::new("-")
        || path.exists()
        || families::is_named(path)
        || is_called_like_a_file(path)
}

/// Returns whether a name has a folder, or the extension of a corpus or of a problem. Cells may end like the latter,
/// after dots.
fn is_called_like_a_file(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let mut endings = text::NOTATIONS.iter().flat_map(|notation| notation.endings);
    let name = path.to_string_lossy();
    path.components().count() > 1
        || ["gz", "zst"].contains(&&*ending)
        || endings.any(|known| *known == ending)
        || (!name.contains("..") && FileKind::of(&name, "").is_some())
        || families::is_called_like_one(&name)
}
