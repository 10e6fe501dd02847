//! `harness convert`: converts puzzles between notations.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use board::seed::seeded;
use board::text::record::{Record, Style, Writer};
use board::text::symbols::Symbols;
use board::text::{NOTATIONS, Notation};
use board::{Alphabet, Geometry, Puzzle};
use rand::seq::SliceRandom;
use record::filter::Filter;

use super::new_file::NewFile;
use super::tracked_records::TrackedRecords;
use super::{End, InputErrors};
use crate::cli::ConvertArgs;

/// The random stream of samples.
const STREAM: u64 = 0x7a6e_0000_0000;

/// Reads puzzles and writes them to `out` or to a new file, until `cancel` is set.
///
/// # Errors
/// When a file cannot be read or written, or when there is no puzzle.
pub fn run(
    arguments: &ConvertArgs,
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let notation = target(arguments.to, arguments.output.as_deref())?;
    let (records, filter) = arguments.puzzles.open(|options| options.keep_notes = true)?;
    let is_beside = arguments.output.is_some() || !io::stdout().is_terminal();
    let records = TrackedRecords::new(records, is_beside);
    let sample = arguments.take.map(|n| (n.get(), arguments.seed.number));
    let numbers = arguments.to_symbols.as_ref().is_some_and(Symbols::is_numbers);
    let style = if numbers { Style::numbers() } else { Style::default() };
    let mut converter = Converter {
        symbols: arguments.to_symbols.clone(),
        last: None,
        writer: notation.writer(style),
        sample,
        input_errors: InputErrors::default(),
        n_written: 0,
    };
    match &arguments.output {
        None => {
            let mut out = BufWriter::new(out);
            converter.write_all(records, &filter, cancel, &mut out)
        }
        Some(path) => {
            let mut file = NewFile::create(path)?;
            converter
                .write_all(records, &filter, cancel, &mut file)
                .with_context(|| format!("while writing {}", path.display()))
        }
    }
}

/// Writes puzzles in the requested notation and symbols.
struct Converter {
    symbols: Option<Symbols>,
    /// The geometry of the last puzzle, and the same geometry with the requested symbols.
    last: Option<(Arc<Geometry>, Arc<Geometry>)>,
    writer: Box<dyn Writer>,
    /// The size of the sample to write, and its seed; `None` writes all.
    sample: Option<(usize, u64)>,
    input_errors: InputErrors,
    n_written: u64,
}

impl Converter {
    fn write_all(
        &mut self,
        mut records: TrackedRecords,
        filter: &Filter,
        cancel: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<End> {
        let mut kept = Vec::new();
        for listed in &mut records {
            if cancel.load(Ordering::Relaxed) {
                out.flush()?;
                return Ok(End::Interrupted);
            }
            let Some((record, called)) = self.input_errors.puzzle(listed?, filter) else {
                continue;
            };
            match self.sample {
                None => self.write(record, &called, out)?,
                Some(_) => kept.push((record, called)),
            }
        }
        drop(records);
        if let Some((size, seed)) = self.sample {
            for (record, called) in sample(kept, size, seed)? {
                self.write(record, &called, out)?;
            }
        }
        let is_well = self.input_errors.end();
        if self.n_written == 0 {
            out.flush()?;
            bail!(
                "no puzzle was written: the files have none that can be read and converted, or the filters exclude all"
            );
        }
        out.write_all(self.writer.end().as_bytes())?;
        out.flush()?;
        Ok(if is_well { End::Well } else { End::BadInput })
    }

    fn write(&mut self, record: Record, called: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.text(record) {
            Ok(text) => {
                out.write_all(text.as_bytes())?;
                self.n_written += 1;
            }
            Err(problem) => self.input_errors.error(&format!("{called}: {problem}")),
        }
        Ok(())
    }

    fn text(&mut self, record: Record) -> Result<String, String> {
        let record = self.in_symbols(record)?;
        self.writer.record(&record).map_err(|problem| problem.to_string())
    }

    /// Returns the same puzzle in the requested symbols.
    fn in_symbols(&mut self, record: Record) -> Result<Record, String> {
        let Some(symbols) = &self.symbols else { return Ok(record) };
        let geometry = record.puzzle.geometry();
        let known = self.last.as_ref().filter(|(read, _)| Arc::ptr_eq(read, geometry));
        let written = match known {
            Some((_, written)) => written.clone(),
            None => {
                let size = geometry.symbols();
                let alphabet = match symbols {
                    Symbols::Numbers | Symbols::Numbers0 => Alphabet::standard(size),
                    symbols => symbols.alphabet(size),
                };
                let alphabet = alphabet.map_err(|_| {
                    format!("{} has {size} symbols, not those of {symbols}", geometry.name())
                })?;
                let written = Geometry::clone(geometry).with_alphabet(alphabet);
                let written = Arc::new(written.map_err(|error| error.to_string())?);
                self.last = Some((geometry.clone(), written.clone()));
                written
            }
        };
        let puzzle = Puzzle::from_allowed(written, record.puzzle.allowed().collect());
        Ok(Record { puzzle, ..record })
    }
}

/// Returns a random sample of `size` of the items, in their order.
fn sample<T>(items: Vec<T>, size: usize, seed: u64) -> anyhow::Result<Vec<T>> {
    if size > items.len() {
        bail!("--take {size}: expected at most {}, the number of puzzles", items.len());
    }
    let mut order: Vec<usize> = (0..items.len()).collect();
    let (chosen, _) = order.partial_shuffle(&mut seeded(seed, STREAM), size);
    chosen.sort_unstable();
    let mut chosen = chosen.iter().copied().peekable();
    let is_chosen = |(at, _): &(usize, T)| chosen.next_if_eq(at).is_some();
    Ok(items.into_iter().enumerate().filter(is_chosen).map(|(_, item)| item).collect())
}

/// Returns the requested notation, or else the only one with the extension of `output`.
fn target(
    to: Option<&'static Notation>,
    output: Option<&Path>,
) -> anyhow::Result<&'static Notation> {
    if let Some(notation) = to {
        return Ok(notation);
    }
    let ending = output.and_then(Path::extension).map(|ending| ending.to_string_lossy());
    let has_ending = |notation: &&Notation| {
        ending.as_ref().is_some_and(|ending| notation.endings.contains(&ending.as_ref()))
    };
    let fitting: Vec<&Notation> = NOTATIONS.iter().filter(has_ending).collect();
    match fitting[..] {
        [notation] => Ok(notation),
        _ => {
            let names: Vec<&str> = NOTATIONS.iter().map(|notation| notation.name).collect();
            bail!("no notation to write: expected --to with one of {}", names.join(", "))
        }
    }
}
