//! `harness child`: serves one backend over standard input and output to a parent that can kill it.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Sender};
use std::{process, thread};

use anyhow::Context;
use race::external::process_limits;
use race::machine::clock;
use race::runner;
use record::filter;
use solvers::Backend;

use super::End;
use crate::cli::ChildArgs;

/// Serves the requested backend, one of `all` or a combination of a SAT encoding and an engine, until
/// its input ends or its output is closed.
///
/// # Errors
/// When there is no such backend, or the operating system refuses the limits.
pub fn run(arguments: &ChildArgs, all: &[Backend]) -> anyhow::Result<End> {
    process_limits::die_with_parent(arguments.parent).context("cannot be bound to the parent")?;
    if let Some(bytes) = arguments.memory_limit {
        process_limits::check_memory(bytes)?;
        process_limits::limit_memory(bytes).context("cannot limit the memory")?;
    }
    let backend = filter::backend_of_id(&arguments.backend, all)?;
    let costs = arguments.clocks.unwrap_or_else(clock::measure);
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        read(&sender);
        // The parent is gone, which a backend would not notice during a solve.
        process::exit(0);
    });
    runner::serve(&backend, costs, arguments.memory_limit, lines.iter(), io::stdout().lock())?;
    Ok(End::Well)
}

fn read(lines: &Sender<String>) {
    for line in io::stdin().lock().lines() {
        let sent = line.ok().is_some_and(|line| lines.send(line).is_ok());
        if !sent {
            return;
        }
    }
}
