//! `harness plot`: plots rows.

use std::io::Write;

use analysis::load::Runs;
use anyhow::Context;
use render::plot::{Figure, Plot, PlotData, rows};

use super::compare::find;
use super::rank::Ranked;
use super::selection::{self, Field};
use super::{End, note, picture_file, run_files};
use crate::cli::{LookArgs, PlotArgs};

/// Reads the runs and writes the plot.
///
/// # Errors
/// When a run cannot be read, when the plot cannot be drawn, or when a file cannot be written.
pub fn run(arguments: &PlotArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let files = picture_file::files(&arguments.output, &arguments.formats.to, "")?;
    for path in files.iter().map(|(path, _)| path).chain(&arguments.data) {
        run_files::must_not_be(path, &arguments.read.runs)?;
    }
    let runs = selection::read(&arguments.read, &arguments.backends)?;
    let field = sorted(Field::of(&runs), &runs, arguments)?;
    let whole = data((&runs, &runs), &field, arguments)?;
    let pair = pair(&arguments.backends.0, &field.labels(&runs));
    let plot = Plot { kind: arguments.kind, relative: arguments.relative, pair };
    let figure = match arguments.panels {
        None => plot.draw(&whole)?,
        Some(by) => {
            let parts = selection::parts(&[by], &runs);
            let panels = (parts.iter())
                .map(|(name, part)| Ok((name.clone(), data((part, &runs), &field, arguments)?)));
            plot.draw_panels(&whole, &panels.collect::<anyhow::Result<Vec<_>>>()?)?
        }
    };
    write_data(&figure, arguments)?;
    for (path, format) in files {
        let bytes = picture_file::figure(format, &figure, whole.layout)?;
        picture_file::write(&path, &bytes, out)?;
    }
    runs.rechecks().iter().for_each(|sentence| note(sentence));
    Ok(End::after(&runs))
}

/// Returns the backends in the order asked for.
fn sorted(field: Field, runs: &Runs, arguments: &PlotArgs) -> anyhow::Result<Field> {
    let mut first: Vec<u32> = Vec::new();
    match &arguments.look.sort[..] {
        [] => return Ok(field),
        [rank] if rank == "rank" => {
            let ranked = Ranked::by(runs, arguments.metric, None, arguments.read.trials)?;
            let lines = ranked.parts.iter().flat_map(|part| &part.ranking.lines);
            first.extend(lines.map(|line| field.contestants[line.contestant]));
        }
        ids => {
            for id in ids {
                let one = find(runs, id).context("--sort")?;
                if !first.contains(&one) {
                    first.push(one);
                }
            }
        }
    }
    let rest = field.contestants.iter().copied().filter(|one| !first.contains(one));
    let order: Vec<u32> = first.iter().copied().chain(rest).collect();
    Ok(field.only(&order))
}

/// Returns the data of the plot of these rows, which are a part of all rows.
fn data<'r>(
    (runs, all): (&'r Runs, &Runs),
    field: &Field,
    arguments: &PlotArgs,
) -> anyhow::Result<PlotData<'r>> {
    let trials = arguments.read.trials;
    let matrix = field.matrix(runs, arguments.metric, trials.passes);
    let labels = field.labels(runs);
    let (matrix, left_out) =
        selection::of_equals(matrix, runs, &labels, trials.intersection, selection::NOT_RANKED)?;
    let mut data = PlotData::new(runs, &field.contestants, matrix, arguments.metric, trials.passes);
    data.notes.extend(left_out);
    let LookArgs { size, label, colour, .. } = &arguments.look;
    data.layout = size.layout();
    let place = |id: &str| -> anyhow::Result<Option<usize>> {
        let one = find(all, id)?;
        Ok(field.contestants.iter().position(|&other| other == one))
    };
    for (id, text) in label {
        if let Some(place) = place(id).context("--label")? {
            data.entries[place].label.clone_from(text);
        }
    }
    for (id, colour) in colour {
        if let Some(place) = place(id).context("--colour")? {
            data.entries[place].style.colour = *colour;
        }
    }
    Ok(data)
}

/// Writes the data behind the figure, if asked for.
fn write_data(figure: &Figure, arguments: &PlotArgs) -> anyhow::Result<()> {
    let Some(path) = &arguments.data else { return Ok(()) };
    std::fs::write(path, rows::csv(&figure.rows)?)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the two contestants, in the order in which the rules name them.
fn pair(rules: &[(bool, String)], labels: &[String]) -> Option<(usize, usize)> {
    let [one, other] = labels else { return None };
    let place = |label: &String| rules.iter().position(|(_, pattern)| label.contains(pattern));
    let is_turned =
        place(other).is_some_and(|place_of| place(one).is_none_or(|one| place_of < one));
    Some(if is_turned { (1, 0) } else { (0, 1) })
}
