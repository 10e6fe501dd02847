//! `harness ablate`: what each deduction technique adds, alone and last, or what each switch of a row adds to the
//! others.
//!
//! The rows are those of an ordinary run with `--ablate` or `--switches`, which this subcommand starts for corpora.
//! So a run that was interrupted goes on, and everything here can be computed again from `rows.csv`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use analysis::load::Runs;
use anyhow::bail;
use clap::Parser;
use race::corpus;
use race::journal;
use render::plot::{Figure, Layout, ablation};
use render::table::counted;
use solvers::Backend;

use self::switches::SwitchEffects;
use self::techniques::Effects;
use super::{End, picture_file, run, selection, technique_pairs};
use crate::cli::{AblateArgs, Cli, PictureFormat, RunArgs, Subcommand};

mod switches;
mod techniques;

/// Runs the corpora if there are no rows yet, and prints what each technique or switch adds.
///
/// # Errors
/// When a file is invalid, when the rows lack a set, or when writing fails.
pub fn run(
    arguments: &AblateArgs,
    all: &[Backend],
    cancel: &AtomicBool,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let plot = arguments.picture.plot.as_deref().map(picture_file::file).transpose()?;
    let n_runs = arguments.inputs.iter().filter(|input| is_run(input)).count();
    let folders = match n_runs {
        n if n == arguments.inputs.len() => arguments.inputs.clone(),
        0 => {
            let folder = folder(arguments);
            let end = run::run(&rows_of(arguments, &folder)?, all, cancel, &mut io::sink())?;
            if end != End::Well {
                return Ok(end);
            }
            // If standard error is closed, there is nowhere to report it.
            drop(writeln!(io::stderr(), "{}", folder.display()));
            vec![folder]
        }
        _ => bail!("expected corpora or runs, not both"),
    };
    let mut runs = selection::rows(&folders)?;
    runs.keep_corpora(&arguments.corpora.patterns)?;
    selection::keep_task(&mut runs, None)?;
    let format = arguments.format.format();
    if let Some(row) = arguments.switches {
        let effects = SwitchEffects::of(&runs, row, arguments)?;
        let figure = || ablation::draw_switches(&effects.chart(), Layout::default());
        if !draw(plot, figure, out)? {
            effects.print(out, format)?;
        }
    } else {
        let pairs = technique_pairs::of(&arguments.full, &arguments.base);
        let effects = Effects::of(&runs, &pairs, arguments)?;
        let figure = || ablation::draw(&effects.chart(), Layout::default());
        if !draw(plot, figure, out)? {
            effects.print(out, format)?;
        }
    }
    Ok(End::after(&runs))
}

/// Draws the picture that is asked for. Returns whether it was printed in place of the table.
fn draw(
    plot: Option<(&Path, PictureFormat)>,
    figure: impl FnOnce() -> anyhow::Result<Figure>,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let Some((path, format)) = plot else { return Ok(false) };
    let bytes = picture_file::figure(format, &figure()?, Layout::default())?;
    picture_file::write(path, &bytes, out)?;
    Ok(path.as_os_str() == "-")
}

/// Returns the caption of a picture: the corpora, and the number of puzzles.
fn caption(runs: &Runs, puzzles: impl Iterator<Item = usize>) -> String {
    let puzzles = counted(puzzles.max().unwrap_or_default() as u64, "puzzle");
    let mut caption = vec![runs.corpora().join(", "), puzzles];
    caption.retain(|part| !part.is_empty());
    caption.join(" · ")
}

/// Returns the note on backends that have no rows.
fn without_rows(ids: &[impl AsRef<str>]) -> Option<String> {
    let ids: Vec<&str> = ids.iter().map(AsRef::as_ref).collect();
    (!ids.is_empty()).then(|| format!("Without rows, and excluded: {}.", ids.join(", ")))
}

/// Returns whether a path is that of rows: a folder of a run, or of a study's runs.
fn is_run(path: &Path) -> bool {
    path.is_dir() || path.extension().is_some_and(|end| end == "csv")
}

fn folder(arguments: &AblateArgs) -> PathBuf {
    let corpus = || corpus::stem(&arguments.inputs[0].display().to_string());
    let default = || journal::default_folder(SystemTime::now(), &corpus());
    arguments.output.clone().unwrap_or_else(default)
}

/// Returns the arguments of the run that makes the rows.
fn rows_of(arguments: &AblateArgs, folder: &Path) -> anyhow::Result<RunArgs> {
    let mut words = vec!["harness".to_owned(), "run".into()];
    words.extend(arguments.inputs.iter().map(|file| file.display().to_string()));
    words.extend(match arguments.switches {
        Some(row) => vec![format!("--switches={}", row.id)],
        None => vec![
            format!("--ablate={}", arguments.base.list()),
            format!("--techniques={}", arguments.full.list()),
        ],
    });
    words.extend([
        format!("--reps={}", arguments.reps),
        format!("--output={}", folder.display()),
        "--resume".into(),
    ]);
    words.extend(arguments.jobs.number.map(|number| format!("--jobs={number}")));
    match Cli::try_parse_from(words)?.subcommand {
        Some(Subcommand::Run(run)) => Ok(RunArgs { timeout: arguments.timeout, ..*run }),
        _ => bail!("expected the arguments of a run"),
    }
}
