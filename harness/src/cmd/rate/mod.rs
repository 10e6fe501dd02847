//! `harness rate`: rates puzzles by the techniques that they require.
//!
//! ```text
//!   reader ──> batch ──> workers ──> batch ──> rows, or puzzles with their level
//!   (order)            (any order)  (order)
//! ```
//!
//! So a corpus of any size fits into memory, and the output keeps its order.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use board::text::record::{Record, Style};
use race::corpus::Records;
use race::progress_line;
use rayon::prelude::*;
use record::filter::Filter;

use self::grading::{Graded, grade};
use self::output::{Corpus, Output, Rows};
use super::tracked_records::TrackedRecords;
use super::{End, InputErrors, workers};
use crate::cli::RateArgs;

mod grading;
mod output;
mod summary;

/// The number of puzzles per worker in a batch.
const BATCH: usize = 64;

/// Rates each puzzle and prints the ratings, until `cancel` is set.
///
/// # Errors
/// When a file cannot be read or written, or when there is no puzzle.
pub fn run(arguments: &RateArgs, cancel: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
    let (records, filter) =
        arguments.puzzles.open(|options| options.keep_notes = arguments.to.is_some())?;
    let Some(notation) = arguments.to else {
        let format = arguments.format.format();
        return rate(
            arguments,
            records,
            &filter,
            cancel,
            &mut Rows::new(format, arguments.stars, out),
        );
    };
    let writer = notation.writer(Style::default());
    let Some(path) = &arguments.output else {
        return rate(arguments, records, &filter, cancel, &mut Corpus { writer, out });
    };
    let name = path.display();
    let file = File::create_new(path).with_context(|| format!("cannot create {name}"))?;
    let mut file = BufWriter::new(file);
    let output = &mut Corpus { writer, out: &mut file };
    let end = rate(arguments, records, &filter, cancel, output)?;
    file.flush().with_context(|| format!("cannot write {name}"))?;
    Ok(end)
}

fn rate(
    arguments: &RateArgs,
    records: Records,
    filter: &Filter,
    cancel: &AtomicBool,
    output: &mut dyn Output,
) -> anyhow::Result<End> {
    let pool = workers::pool(arguments.jobs.number)?;
    let (mut records, mut input_errors) =
        (TrackedRecords::new(records, true), InputErrors::default());
    let mut n_puzzles = 0;
    loop {
        let batch =
            batch(&mut records, filter, BATCH * pool.current_num_threads(), &mut input_errors)?;
        let graded: Vec<anyhow::Result<Option<Graded>>> = pool.install(|| {
            let its = batch.par_iter();
            its.map(|(record, _)| grade(&record.puzzle, arguments, cancel)).collect()
        });
        if cancel.load(Ordering::Relaxed) {
            output.break_off()?;
            return Ok(End::Interrupted);
        }
        n_puzzles += batch.len();
        let is_last = batch.is_empty();
        for ((record, called), graded) in batch.into_iter().zip(graded) {
            let Some(graded) = graded? else { continue };
            let put = progress_line::above(|| output.put(record, &called, &graded))?;
            if let Err(problem) = put {
                input_errors.error(&format!("{called}: {problem}"));
            }
        }
        if is_last {
            break;
        }
    }
    drop(records);
    let is_readable = input_errors.end();
    if n_puzzles == 0 {
        bail!(
            "no puzzle to rate: the files have none that can be read, or the filters exclude all"
        );
    }
    output.end()?;
    Ok(if is_readable { End::Well } else { End::BadInput })
}

/// Reads the next puzzles with their names; an empty batch is the end of the files.
fn batch(
    records: &mut TrackedRecords,
    filter: &Filter,
    size: usize,
    input_errors: &mut InputErrors,
) -> anyhow::Result<Vec<(Record, String)>> {
    let mut batch = Vec::new();
    for listed in records {
        batch.extend(input_errors.puzzle(listed?, filter));
        if batch.len() == size {
            break;
        }
    }
    Ok(batch)
}
