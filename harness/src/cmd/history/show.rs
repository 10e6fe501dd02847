//! `harness history show`: the entries of a history, by backend, with what changed.

use std::io::Write;

use analysis::history::series::{HistoryTrends, has_metric};
use anyhow::{bail, ensure};
use record::filter;
use record::history::{History, HistoryLine};
use render::plot::style;

use super::{page, picture, print, words};
use crate::cli::HistoryShowArgs;
use crate::cmd::{End, picture_file};

/// Prints the table, and writes the trends to a file if asked for.
///
/// # Errors
/// When the history cannot be read, a filter is bad or the metric is not in it, or the output cannot be written.
pub(super) fn run(arguments: &HistoryShowArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let metric = arguments.metric;
    ensure!(
        has_metric(metric),
        "a history has no {}, expected time, cpu, nodes, bets or conflicts",
        metric.name()
    );
    let file = arguments.former.as_ref().unwrap_or(&arguments.history.file);
    let name = file.display().to_string();
    let history = History::read(file)?;
    ensure!(!history.lines.is_empty(), "{name} has no entry; `harness history add` adds runs");
    let lines = selected(&history.lines, &arguments.backends.0)?;
    let trends = HistoryTrends::of(&lines, metric, arguments.seed.number);
    if trends.series.is_empty() {
        bail!("{name}: no entry has the {} of these backends", metric.name());
    }
    let mut notes = words::notes(&trends, &lines, metric);
    if history.is_torn {
        notes.push(format!("{name} ends with an incomplete line, which is not read."));
    }
    let shown = print::Shown { trends: &trends, metric, notes: &notes };
    if let Some(path) = &arguments.output {
        let figure = picture::draw(&shown, arguments.size.layout())?;
        let bytes = match picture_file::is_page(path) {
            true => page::html(&shown, &figure)?.into_bytes(),
            false => {
                let format = picture_file::files(path, &[], ", .html")?[0].1;
                picture_file::bytes(format, &figure, style::SHEET)?
            }
        };
        picture_file::write(path, &bytes, out)?;
        if path.as_os_str() == "-" {
            return Ok(End::Well);
        }
    }
    shown.print(out, arguments.format.format())?;
    Ok(End::Well)
}

/// Returns the lines of the selected backends.
fn selected(lines: &[HistoryLine], rules: &[(bool, String)]) -> anyhow::Result<Vec<HistoryLine>> {
    let names: Vec<[&str; 1]> = lines.iter().map(|line| [&*line.backend]).collect();
    let selected = filter::select_names(rules, filter::BACKEND, &names)?;
    Ok(lines.iter().zip(selected).filter(|it| it.1).map(|it| it.0.clone()).collect())
}
