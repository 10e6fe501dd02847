//! The program: parses the command line, calls the subcommand, and returns its exit code.

use std::env;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use race::machine::processes;
use race::progress_line;
use record::plain_text::plain_lines;
use render::table;
use solvers::{BACKENDS, Backend};
use terminal_size::{Width, terminal_size_of};

use crate::cli::{self, BackendSubcommand, Cli, Refusal, Subcommand};
use crate::cmd::{self, End};
use crate::plain_out::PlainOut;

/// The exit code after Ctrl-C.
const INTERRUPTED: i32 = 130;

/// The time that a subcommand has to end after Ctrl-C.
const GRACE: Duration = Duration::from_millis(800);

/// The time that it has beyond that to write what it has.
const SAVING: Duration = Duration::from_secs(30);

/// Set by Ctrl-C; searches poll it.
static CANCEL: AtomicBool = AtomicBool::new(false);

/// Runs the program with the backends of this workspace and those of `own`, which every subcommand
/// treats alike.
///
/// Exit code: 0 all well, 1 a wrong answer, a crash or a failed check, 2 bad usage or bad input, 130
/// after Ctrl-C.
///
/// A backend may run in a child process, which starts the same program again: call this function first
/// in `main`, and print nothing before.
pub fn main_with(own: &[Backend]) -> ExitCode {
    let words: Vec<_> = env::args_os().collect();
    let cli = match cli::parse(&words) {
        Ok(cli) => cli,
        Err(refusal) => return refused(refusal),
    };
    if let Some((Width(width), _)) = terminal_size_of(io::stdout()) {
        table::fit_to(width);
    }
    let ran = with_own(own).and_then(|all| dispatch(&cli, &all));
    match ran {
        Ok(end) => {
            if let End::Interrupted = end {
                cmd::note("interrupted");
            }
            end.into()
        }
        // The reader closed the pipe, as in `| head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, there is nowhere to report it.
            drop(writeln!(io::stderr(), "error: {}", plain_lines(&format!("{error:#}"))));
            End::BadInput.into()
        }
    }
}

/// Returns the backends of this workspace and those of `own`, whose ids must be unique.
fn with_own(own: &[Backend]) -> anyhow::Result<Vec<Backend>> {
    let all = [BACKENDS, own].concat();
    let is_twice = |at: &usize| all[..*at].iter().any(|row| row.id == all[*at].id);
    match (BACKENDS.len()..all.len()).find(is_twice) {
        Some(at) => bail!("two backends have the id {}, expected one", all[at].id),
        None => Ok(all),
    }
}

/// Prints a usage error, or the requested help.
fn refused(refusal: Refusal) -> ExitCode {
    match refusal {
        Refusal::Hint(hint) => {
            drop(writeln!(io::stderr(), "error: {}", plain_lines(&hint)));
            End::BadInput.into()
        }
        Refusal::Clap(error) => {
            // A closed pipe is not an error.
            drop(error.print());
            if error.use_stderr() { End::BadInput.into() } else { End::Well.into() }
        }
    }
}

fn dispatch(cli: &Cli, all: &[Backend]) -> anyhow::Result<End> {
    use Subcommand as S;

    // A child process is ended by its parent.
    if !matches!(cli.subcommand, Some(S::Child(_) | S::ExecGuarded(_) | S::Reaper)) {
        watch_ctrl_c()?;
    }
    if let Some(seed) = cli.drawn_seed {
        cmd::note(&format!("--seed {seed} was drawn"));
    }
    let Some(subcommand) = &cli.subcommand else {
        return cmd::run::run(&cli.run, all, &CANCEL, &mut PlainOut::new(io::stdout()));
    };
    // A terminal would obey the names in a file.
    let is_shown = io::stdout().is_terminal() && !matches!(subcommand, Subcommand::Solve(_));
    if prints_text(subcommand) || is_shown {
        return call(subcommand, all, &mut PlainOut::new(io::stdout()));
    }
    call(subcommand, all, &mut io::stdout())
}

/// Returns whether a subcommand prints nothing but tables and sentences. The others may print files, byte for byte, or
/// colours.
fn prints_text(subcommand: &Subcommand) -> bool {
    use Subcommand as S;
    !matches!(
        subcommand,
        S::Solve(_)
            | S::Lesson(_)
            | S::Rate(_)
            | S::Convert(_)
            | S::Encode(_)
            | S::Decode(_)
            | S::Export(_)
            | S::Draw(_)
            | S::Graph(_)
            | S::Plot(_)
            | S::Explain(_)
            | S::Ablate(_)
            | S::Report(_)
            | S::Generate(_)
            | S::Completions(_)
            | S::Man(_)
            | S::ExecGuarded(_)
            | S::Child(_)
            | S::Reaper
    )
}

fn call(subcommand: &Subcommand, all: &[Backend], out: &mut dyn Write) -> anyhow::Result<End> {
    use Subcommand as S;
    match subcommand {
        S::Run(arguments) => cmd::run::run(arguments, all, &CANCEL, out),
        S::List(arguments) => cmd::list::run(arguments, all, out),
        S::Show(arguments) => cmd::show::run(arguments, out),
        S::Verify(arguments) => cmd::verify::run(arguments, out),
        S::Solve(arguments) => cmd::solve::run(arguments, all, &CANCEL, out),
        S::Lesson(arguments) => cmd::lesson::run(arguments, all, &CANCEL, out),
        S::Check(arguments) => cmd::check::run(arguments, &CANCEL, out),
        S::Rate(arguments) => cmd::rate::run(arguments, &CANCEL, out),
        S::Convert(arguments) => cmd::convert::run(arguments, &CANCEL, out),
        S::Encode(arguments) => cmd::encode::run(arguments, out),
        S::Count(arguments) => cmd::count::run(arguments, &CANCEL, out),
        S::Symmetries(arguments) => cmd::symmetries::run(arguments, &CANCEL, out),
        S::Decode(arguments) => cmd::decode::run(arguments, out),
        S::CheckCount(arguments) => cmd::check_count::run(arguments, out),
        S::Rank(arguments) => cmd::rank::run(arguments, out),
        S::Compare(arguments) => cmd::compare::run(arguments, out),
        S::Explain(arguments) => cmd::explain::run(arguments, &CANCEL, out),
        S::Growth(arguments) => cmd::growth::run(arguments, out),
        S::Ablate(arguments) => cmd::ablate::run(arguments, all, &CANCEL, out),
        S::Diff(arguments) => cmd::diff::run(arguments, out),
        S::History(subcommand) => cmd::history::run(subcommand, out),
        S::Merge(arguments) => cmd::merge::run(arguments, out),
        S::Submit(arguments) => cmd::submit::run(arguments, all, out),
        S::Cancel(arguments) => cmd::submit::cancel(arguments, out),
        S::Status(arguments) => cmd::status::run(arguments, out),
        S::Archive(arguments) => cmd::archive::run(arguments, all, out),
        S::Export(arguments) => cmd::export::run(arguments, out),
        S::Draw(arguments) => cmd::draw::run(arguments, out),
        S::Graph(arguments) => cmd::graph::run(arguments, all, &CANCEL, out),
        S::Plot(arguments) => cmd::plot::run(arguments, out),
        S::Report(arguments) => cmd::report::run(arguments, out),
        S::Site(arguments) => cmd::site::run(arguments, out),
        S::Generate(arguments) => cmd::generate::run(arguments, all, &CANCEL, out),
        S::Doctor(arguments) => cmd::doctor::run(arguments, out),
        S::Backend(BackendSubcommand::Check(arguments)) => {
            cmd::backend_check::run(arguments, all, &CANCEL, out)
        }
        S::Grade(arguments) => cmd::grade::run(arguments, all, &CANCEL, out),
        S::Leaderboard(arguments) => cmd::leaderboard::run(arguments, out),
        S::Study(subcommand) => cmd::study::run(subcommand, all, out),
        S::Reproduce(arguments) => cmd::reproduce::run(arguments, &CANCEL, out),
        S::Tour(arguments) => cmd::tour::run(arguments, &CANCEL, out),
        S::Completions(arguments) => cmd::completions::run(arguments, all, out),
        S::Man(arguments) => cmd::man::run(arguments, out),
        S::Reference(arguments) => cmd::reference::run(arguments, all, out),
        S::ExecGuarded(arguments) => cmd::exec_guarded::run(arguments),
        S::Child(arguments) => cmd::child::run(arguments, all),
        S::Reaper => Ok(cmd::reaper::run()),
    }
}

/// The first Ctrl-C ends a subcommand cleanly, if it is done with that within [`GRACE`]. It may be waiting for a pipe, or
/// in a search that nothing interrupts: then the program ends, with the runs that it has started. A second Ctrl-C ends
/// it at once, after the same time: a run of several processes passes on a Ctrl-C that a terminal has sent to them, too.
fn watch_ctrl_c() -> anyhow::Result<()> {
    let mut first: Option<Instant> = None;
    Ok(ctrlc::set_handler(move || {
        let first_at = *first.get_or_insert_with(Instant::now);
        let goes_on = match CANCEL.swap(true, Ordering::Relaxed) {
            true => first_at.elapsed() < GRACE,
            false => thread::Builder::new().spawn(end_soon).is_ok(),
        };
        if !goes_on {
            progress_line::erase();
            process::exit(INTERRUPTED);
        }
    })?)
}

/// Ends the program when its time is over.
fn end_soon() {
    thread::sleep(GRACE);
    if cmd::is_saving() {
        thread::sleep(SAVING);
    }
    progress_line::erase();
    processes::terminate_children();
    process::exit(INTERRUPTED);
}

/// Returns whether the cause is a closed pipe.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    // Errors of the crates for CSV and JSON do not name their cause as their source.
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
