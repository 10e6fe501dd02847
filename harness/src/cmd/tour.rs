//! `harness tour`: replays the figures and claims of the five documents that this project comes from. It is the
//! short way to them; `harness reproduce` does it for any source.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use super::End;
use super::reproduce::{Sources, replayed, schema};
use crate::cli::TourArgs;

/// Replays the documents, and prints what came of it.
///
/// # Errors
/// When there is no such document, or a file is invalid.
pub fn run(arguments: &TourArgs, cancel: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<End> {
    if arguments.schema {
        return schema(out);
    }
    let sources = Sources::documents(&arguments.documents)?;
    let Some(replays) = replayed(sources, None, arguments.jobs, cancel)? else {
        return Ok(End::Interrupted);
    };
    replays.print(arguments.format.format(), out)?;
    Ok(replays.end())
}
