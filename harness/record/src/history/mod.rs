//! A history: summaries of runs, for trends over commits and versions.
//!
//! It is a text file that only grows: a JSON object a line, one for each run and backend, in the order in which they were
//! added. So it can be kept in a repository, where branches merge it line by line, and read by any program. Lines are
//! appended under a lock, so that of two writers one waits for the other; and each backend of a run is added once.
//!
//! A writer that was killed leaves an incomplete last line. It is not read, and removed by the next writer. A last line
//! that only lacks its line break, as some editors leave it, is read.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};

pub use self::line::{HISTORY_FIELDS, HISTORY_SCHEMA, HistoryLine};
use crate::lock;

mod line;

/// The name of a history, unless another one is given.
pub const HISTORY: &str = "history.jsonl";

/// The lines of a history.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The lines, in order, each backend of a run once.
    pub lines: Vec<HistoryLine>,
    /// Whether there is an incomplete last line, which was not read.
    pub is_torn: bool,
    /// The number of bytes without that line.
    length: u64,
    /// Whether the last line has no line break.
    is_open: bool,
}

/// What an append did.
#[derive(Clone, Debug, Default)]
pub struct Appended {
    /// The number of lines that were added.
    pub added: usize,
    /// The lines that were there already.
    pub known: Vec<HistoryLine>,
    /// Whether an incomplete last line was removed.
    pub was_torn: bool,
}

impl History {
    /// Reads a history.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is not one of a history: `file:line:column: what is wrong`.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
        Self::parse(&name, &bytes)
    }

    /// Adds lines to a history, which is created if there is none. Waits for another writer.
    ///
    /// # Errors
    /// When the file cannot be read or written, is not a history, or has a run with other figures. It then remains as it
    /// was.
    pub fn append(path: &Path, new: &[HistoryLine]) -> anyhow::Result<Appended> {
        let name = path.display().to_string();
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(|| format!("cannot write {name}"))?;
        lock::wait_exclusive(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
        let history = Self::parse(&name, &bytes)?;
        let (mut text, mut appended) = (String::new(), Appended::default());
        for line in new {
            match history.lines.iter().find(|known| known.key() == line.key()) {
                Some(known) if known.has_figures_of(line) => appended.known.push(known.clone()),
                Some(_) => bail!(
                    "{name}: {} of the run {} is there already, with other figures",
                    line.backend,
                    line.run_id
                ),
                None => {
                    text += &(serde_json::to_string(line)? + "\n");
                    appended.added += 1;
                }
            }
        }
        if appended.added > 0 {
            let before = if history.is_open { "\n" } else { "" };
            let text = [before, &text].concat();
            write_at(&mut file, history.length, text.as_bytes())
                .with_context(|| format!("cannot write {name}"))?;
            appended.was_torn = history.is_torn;
        }
        Ok(appended)
    }

    /// Reads the contents of a history; `name` is that of the file.
    ///
    /// # Errors
    /// As [`History::read`].
    pub fn parse(name: &str, bytes: &[u8]) -> anyhow::Result<Self> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let (mut history, mut places) = (Self::default(), HashMap::new());
        let (lines, tail) = bytes.split_at(whole);
        for (number, line) in (1..).zip(lines.split(|&byte| byte == b'\n')) {
            if !line.trim_ascii().is_empty() {
                history.add(line_of(name, number, line)?, name, number, &mut places)?;
            }
        }
        history.length = whole as u64;
        let number = lines.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
        match line_of(name, number, tail) {
            _ if tail.trim_ascii().is_empty() => {}
            Ok(line) => {
                history.add(line, name, number, &mut places)?;
                (history.length, history.is_open) = (bytes.len() as u64, true);
            }
            Err(_) if tail.starts_with(b"{") => history.is_torn = true,
            Err(problem) => return Err(problem),
        }
        Ok(history)
    }

    /// Adds a line that was read, unless its figures are there already, as after a merge of two branches.
    fn add(
        &mut self,
        line: HistoryLine,
        name: &str,
        number: u64,
        places: &mut HashMap<(String, String, crate::Task), (usize, u64)>,
    ) -> anyhow::Result<()> {
        let (run, backend, task) = line.key();
        let key = (run.to_owned(), backend.to_owned(), task);
        match places.get(&key) {
            Some(&(at, _)) if self.lines[at].has_figures_of(&line) => {}
            Some((_, first)) => bail!(
                "{name}:{number}:1: {} of the run {} stands in line {first} with other figures, expected it once",
                line.backend,
                line.run_id
            ),
            None => {
                places.insert(key, (self.lines.len(), number));
                self.lines.push(line);
            }
        }
        Ok(())
    }
}

/// Parses a line.
fn line_of(name: &str, number: u64, bytes: &[u8]) -> anyhow::Result<HistoryLine> {
    let line: HistoryLine = serde_json::from_slice(bytes).map_err(|problem| {
        let column = problem.column().max(1);
        anyhow::anyhow!(
            "{name}:{number}:{column}: not an entry of a history ({problem}), expected a JSON object as \
             `harness history add` writes it"
        )
    })?;
    if line.schema > HISTORY_SCHEMA {
        bail!(
            "{name}:{number}:1: an entry of schema {}, this program reads schemas up to {HISTORY_SCHEMA}",
            line.schema
        );
    }
    Ok(line)
}

/// Replaces what follows `length` bytes; if that fails, nothing follows.
fn write_at(file: &mut File, length: u64, bytes: &[u8]) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length))?;
    let written = file.write_all(bytes).and_then(|()| file.sync_data());
    if written.is_err() {
        // If this fails, too, an incomplete line is removed by the next writer.
        drop(file.set_len(length));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(run: &str, backend: &str, geomean: f64) -> HistoryLine {
        HistoryLine {
            schema: HISTORY_SCHEMA,
            run_id: run.into(),
            backend: backend.into(),
            geomean_ns: Some(geomean),
            ..HistoryLine::default()
        }
    }

    fn text_of(lines: &[HistoryLine]) -> String {
        lines.iter().map(|line| serde_json::to_string(line).expect("JSON") + "\n").collect()
    }

    #[test]
    fn a_history_is_read_wherever_its_writer_was_killed_and_continues() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("history.jsonl");
        let lines = [line("1", "a/a", 1.5), line("1", "b/b", 2.5), line("2", "a/a", 1.25)];
        let text = text_of(&lines);
        for length in 0..=text.len() {
            fs::write(&path, &text[..length]).expect("room");
            let history = History::read(&path).expect("a history");
            // A line is whole with its last brace.
            let whole = text[..length].matches('}').count();
            let whole = whole / text_of(&lines[..1]).matches('}').count();
            assert_eq!(history.lines, lines[..whole], "{length}");
            let last = line("3", "a/a", 1.0);
            let appended = History::append(&path, std::slice::from_ref(&last)).expect("room");
            assert_eq!((appended.added, appended.was_torn), (1, history.is_torn));
            let again = [&lines[..whole], &[last]].concat();
            assert_eq!(fs::read_to_string(&path).expect("text"), text_of(&again), "{length}");
        }
    }

    #[test]
    fn what_is_there_already_is_added_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("history.jsonl");
        let lines = [line("1", "a/a", 1.5), line("1", "b/b", 2.5)];
        assert_eq!(History::append(&path, &lines[..1]).expect("room").added, 1);
        let labelled = HistoryLine { label: Some("again".into()), ..lines[0].clone() };
        let appended = History::append(&path, &[labelled, lines[1].clone()]).expect("room");
        assert_eq!((appended.added, &appended.known), (1, &lines[..1].to_vec()));
        // Two branches added the same line.
        fs::write(&path, text_of(&[lines.to_vec(), lines.to_vec()].concat())).expect("room");
        assert_eq!(History::read(&path).expect("a history").lines, lines);

        let other = line("1", "a/a", 1.6);
        let refused = History::append(&path, &[line("9", "a/a", 1.0), other.clone()]).unwrap_err();
        assert!(refused.to_string().contains("with other figures"), "{refused}");
        assert_eq!(History::read(&path).expect("a history").lines, lines, "nothing was added");
        fs::write(&path, text_of(&[lines[0].clone(), other])).expect("room");
        let refused = History::read(&path).unwrap_err().to_string();
        assert!(refused.contains(":2:1: a/a of the run 1 stands in line 1"), "{refused}");
    }

    #[test]
    fn an_invalid_line_is_reported_with_its_place() {
        let good = text_of(&[line("1", "a/a", 1.5)]);
        let newer = good.replace("\"schema\":1", "\"schema\":2");
        for (text, problem) in [
            (format!("{good}<<<<<<< HEAD\n"), ":2:1: not an entry of a history"),
            (
                format!("{good}{{\"schema\":1}}\n"),
                ":2:12: not an entry of a history (missing field",
            ),
            (format!("{good}nonsense"), ":2:2: not an entry"),
            (newer, ":1:1: an entry of schema 2, this program reads schemas up to 1"),
            ("run_id,backend\n1,a\n".into(), ":1:1: not an entry"),
        ] {
            let refused = History::parse("h", text.as_bytes()).unwrap_err().to_string();
            assert!(refused.starts_with(&format!("h{problem}")), "{refused}");
        }
    }

    #[test]
    fn two_writers_lose_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("history.jsonl");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    for number in 0..25 {
                        let line = line(&format!("{writer}-{number}"), "a/a", 1.0);
                        History::append(path, &[line]).expect("room");
                    }
                });
            }
        });
        assert_eq!(History::read(&path).expect("a history").lines.len(), 100);
    }
}
