//! A child for tests, whose backends break in every way that a process can: each is honest, except
//! on puzzles with four clues.

use std::hint::black_box;
use std::io::Write;
use std::process::{self, Command, ExitCode};
use std::thread;
use std::time::Duration;

use board::{Geometry, Puzzle};
use clap::Parser;
use harness::cli::{Cli, Subcommand};
use harness::cmd;
use solvers::candidates::mrv::MRV;
use solvers::{Backend, LimitSupport, Limits, Outcome, Solver, Takes, Unsupported};

/// The rows; the tests of the harness know their names.
const ROWS: &[Backend] = &[
    row("hostile/abort", |_| honest_but(|| process::abort())),
    row("hostile/chatty", |_| honest_but(|| say("thinking...\n"))),
    row("hostile/cut", |_| {
        honest_but(|| {
            say("result 1 uni");
            process::exit(3);
        })
    }),
    row("hostile/hungry", |_| {
        honest_but(|| {
            let mut held = Vec::new();
            loop {
                held.push(vec![0_u8; 1 << 24]);
                black_box(&held);
            }
        })
    }),
    row("hostile/lost", |_| {
        honest_but(|| {
            say("result 99999 unique 1 1234\n");
            thread::sleep(FOR_EVER);
        })
    }),
    row("hostile/overflow", |_| {
        honest_but(|| {
            black_box(deeper(1));
        })
    }),
    row("hostile/panic", |_| honest_but(|| panic!("four clues are too few"))),
    row("hostile/parent", |_| {
        honest_but(|| {
            drop(Command::new("sleep").arg("1000.3141").spawn());
            thread::sleep(FOR_EVER);
        })
    }),
    row("hostile/prepare", |_| process::abort()),
    row("hostile/slow", |_| honest_but(|| thread::sleep(FOR_EVER))),
];

const FOR_EVER: Duration = Duration::from_secs(1000);

fn main() -> ExitCode {
    let Some(Subcommand::Child(arguments)) = Cli::parse().subcommand else {
        return ExitCode::FAILURE;
    };
    cmd::child::run(&arguments, ROWS).map_or(ExitCode::FAILURE, Into::into)
}

const fn row(
    id: &'static str,
    prepare: fn(&Geometry) -> Result<Box<dyn Solver>, Unsupported>,
) -> Backend {
    Backend {
        id,
        node_limit: LimitSupport::None,
        time_limit: LimitSupport::None,
        takes: Takes::puzzles(prepare),
        ..MRV
    }
}

fn honest_but(misbehave: fn()) -> Result<Box<dyn Solver>, Unsupported> {
    Ok(Box::new(Hostile { misbehave, inner: None }))
}

struct Hostile {
    misbehave: fn(),
    inner: Option<Box<dyn Solver>>,
}

impl Solver for Hostile {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        if puzzle.clues() == 4 {
            (self.misbehave)();
        }
        let prepare = || MRV.prepare::<Puzzle>(puzzle.geometry()).expect("it takes everything");
        self.inner.get_or_insert_with(prepare).solve(puzzle, limits)
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).expect("a parent that listens");
}

#[expect(unconditional_recursion, reason = "the stack is to overflow")]
fn deeper(depth: u64) -> u64 {
    let room = black_box([depth; 64]);
    deeper(room[7] + 1) + room[9]
}
