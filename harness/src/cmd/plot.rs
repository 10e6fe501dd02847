//! `harness plot`: plots rows.

use std::io::Write;

use render::plot::{Plot, PlotData, style};

use super::End;
use super::picture_file::{Form, write};
use super::selection::{self, Field};
use crate::cli::PlotArgs;

/// Reads the runs and writes the plot.
///
/// # Errors
/// When a run cannot be read, when the plot cannot be drawn, or when the file cannot be written.
pub fn run(arguments: &PlotArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let form = Form::of(&arguments.output, false)?;
    let runs = selection::read(&arguments.read, &arguments.backends)?;
    let field = Field::of(&runs);
    let labels = field.labels(&runs);
    let passes = arguments.read.trials.passes;
    let matrix = field.matrix(&runs, arguments.metric, passes);
    let intersection = arguments.read.trials.intersection;
    let (matrix, left_out) = selection::of_equals(matrix, &runs, &labels, intersection)?;
    let mut data = PlotData::new(&runs, &field.contestants, matrix, arguments.metric, passes);
    data.notes.extend(left_out);
    let pair = pair(&arguments.backends.0, &labels);
    let picture = Plot { kind: arguments.kind, relative: arguments.relative, pair };
    let bytes = form.bytes(&picture.draw(&data)?, style::SHEET)?;
    write(&arguments.output, &bytes, out)?;
    Ok(End::Well)
}

/// The two contestants, in the order in which the rules name them.
fn pair(rules: &[(bool, String)], labels: &[String]) -> Option<(usize, usize)> {
    let [one, other] = labels else { return None };
    let place = |label: &String| rules.iter().position(|(_, pattern)| label.contains(pattern));
    let is_turned =
        place(other).is_some_and(|place_of| place(one).is_none_or(|one| place_of < one));
    Some(if is_turned { (1, 0) } else { (0, 1) })
}
