//! `harness`: parses the command line, calls the verb, and turns what came of it into an exit
//! code: 0 all well, 1 a wrong answer, a crash or a failed check, 2 bad usage or bad input, 130 after Ctrl-C.

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use harness::cli::{self, BackendVerb, Cli, Verb};
use harness::cmd::{self, End};
use solvers::BACKENDS;

/// Set by Ctrl-C: searches read it.
static CANCEL: AtomicBool = AtomicBool::new(false);

fn main() -> ExitCode {
    // Before clap, for which it is a file.
    let word = env::args_os().nth(1).unwrap_or_default();
    let word = word.to_string_lossy();
    if let Some(verb) = cli::mistyped_verb(&word) {
        drop(writeln!(io::stderr(), "error: {word} is no verb and no file, did you mean {verb}?"));
        return End::BadInput.into();
    }
    match dispatch(&Cli::parse()) {
        Ok(end) => end.into(),
        // The reader of our output has enough, as in `| head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell when standard error is closed.
            drop(writeln!(io::stderr(), "error: {error:#}"));
            End::BadInput.into()
        }
    }
}

fn dispatch(cli: &Cli) -> anyhow::Result<End> {
    // A child is ended by its parent.
    if !matches!(cli.verb, Some(Verb::Child(_) | Verb::ExecGuarded(_) | Verb::Warden)) {
        watch_ctrl_c()?;
    }
    let out = &mut io::stdout();
    match &cli.verb {
        None => cmd::run::run(&cli.run, BACKENDS, &CANCEL, out),
        Some(Verb::Run(arguments)) => cmd::run::run(arguments, BACKENDS, &CANCEL, out),
        Some(Verb::List(arguments)) => cmd::list::run(arguments, BACKENDS, out),
        Some(Verb::Show(arguments)) => cmd::show::run(arguments, out),
        Some(Verb::Solve(arguments)) => cmd::solve::run(arguments, BACKENDS, &CANCEL, out),
        Some(Verb::Check(arguments)) => cmd::check::run(arguments, &CANCEL, out),
        Some(Verb::Rate(arguments)) => cmd::rate::run(arguments, &CANCEL, out),
        Some(Verb::Convert(arguments)) => cmd::convert::run(arguments, &CANCEL, out),
        Some(Verb::Encode(arguments)) => cmd::encode::run(arguments, out),
        Some(Verb::Decode(arguments)) => cmd::decode::run(arguments, out),
        Some(Verb::Rank(arguments)) => cmd::rank::run(arguments, out),
        Some(Verb::Compare(arguments)) => cmd::compare::run(arguments, out),
        Some(Verb::Diff(arguments)) => cmd::diff::run(arguments, out),
        Some(Verb::Merge(arguments)) => cmd::merge::run(arguments, out),
        Some(Verb::Export(arguments)) => cmd::export::run(arguments, out),
        Some(Verb::Draw(arguments)) => cmd::draw::run(arguments, out),
        Some(Verb::Graph(arguments)) => cmd::graph::run(arguments, &CANCEL, out),
        Some(Verb::Plot(arguments)) => cmd::plot::run(arguments, out),
        Some(Verb::Report(arguments)) => cmd::report::run(arguments, out),
        Some(Verb::Generate(arguments)) => cmd::generate::run(arguments, &CANCEL, out),
        Some(Verb::Doctor(arguments)) => cmd::doctor::run(arguments, out),
        Some(Verb::Backend(BackendVerb::Check(arguments))) => {
            cmd::backend_check::run(arguments, BACKENDS, &CANCEL, out)
        }
        Some(Verb::ExecGuarded(arguments)) => cmd::exec_guarded::run(arguments),
        Some(Verb::Child(arguments)) => cmd::child::run(arguments, BACKENDS),
        Some(Verb::Warden) => Ok(cmd::warden::run()),
    }
}

/// The first Ctrl-C ends a verb cleanly, the second at once: not every backend can be interrupted.
fn watch_ctrl_c() -> anyhow::Result<()> {
    Ok(ctrlc::set_handler(|| {
        if CANCEL.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    })?)
}

/// Whether nobody reads standard output any more, whoever wrote to it.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    // Errors of the crates for CSV and JSON do not name what they come from as their source.
    let kind = |cause: &(dyn Error + 'static)| {
        let in_csv = cause.downcast_ref::<csv::Error>().and_then(|it| match it.kind() {
            csv::ErrorKind::Io(error) => Some(error.kind()),
            _ => None,
        });
        let in_json = cause.downcast_ref::<serde_json::Error>().and_then(|it| it.io_error_kind());
        cause.downcast_ref::<io::Error>().map(io::Error::kind).or(in_csv).or(in_json)
    };
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}
