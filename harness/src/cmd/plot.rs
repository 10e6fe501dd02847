//! `harness plot`: a picture of rows.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};

use super::End;
use super::selection::{self, Field};
use crate::cli::PlotArgs;
use crate::plot::{Picture, Shown, style};
use crate::svg::Svg;

/// Reads the runs and writes the picture.
///
/// # Errors
/// When a run cannot be read, when there is nothing to be drawn, or when the file cannot be written.
pub fn run(arguments: &PlotArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let form = Form::of(&arguments.output)?;
    let runs = selection::read(&arguments.read, &arguments.backends)?;
    let field = Field::of(&runs);
    let labels = field.labels(&runs);
    let passes = arguments.read.passes;
    let sheet = field.sheet(&runs, arguments.metric, passes);
    let intersection = arguments.read.intersection;
    let (sheet, left_out) = selection::on_the_same_puzzles(sheet, &runs, &labels, intersection)?;
    let mut shown = Shown::new(&runs, &field.contestants, sheet, arguments.metric, passes);
    shown.notes.extend(left_out);
    let pair = pair(&arguments.backends.0, &labels);
    let picture = Picture { kind: arguments.kind, relative: arguments.relative, pair };
    let bytes = form.bytes(&picture.draw(&shown)?)?;
    write(&arguments.output, &bytes, out)?;
    Ok(End::Well)
}

/// Two contestants in the order in which the rules name them.
fn pair(rules: &[(bool, String)], labels: &[String]) -> Option<(usize, usize)> {
    let [one, other] = labels else { return None };
    let place = |label: &String| rules.iter().position(|(_, pattern)| label.contains(pattern));
    let is_turned =
        place(other).is_some_and(|place_of| place(one).is_none_or(|one| place_of < one));
    Some(if is_turned { (1, 0) } else { (0, 1) })
}

/// Which bytes a picture becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Svg,
    #[cfg(feature = "png")]
    Png,
}

impl Form {
    /// What the end of a file's name says.
    fn of(path: &Path) -> anyhow::Result<Self> {
        let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
        match end.as_deref() {
            Some("svg") => Ok(Self::Svg),
            None if path.as_os_str() == "-" => Ok(Self::Svg),
            #[cfg(feature = "png")]
            Some("png") => Ok(Self::Png),
            #[cfg(not(feature = "png"))]
            Some("png") => bail!(
                "{}: this program was built without PNG, expected FILE.svg; \
                 `cargo run -p harness --features png` has it",
                path.display()
            ),
            _ => bail!("{}: expected FILE.svg or FILE.png", path.display()),
        }
    }

    fn bytes(self, svg: &Svg) -> anyhow::Result<Vec<u8>> {
        let text = svg.standalone(style::SHEET);
        match self {
            Self::Svg => Ok(text.into_bytes()),
            #[cfg(feature = "png")]
            Self::Png => crate::png::of(&text),
        }
    }
}

/// Writes a file, or standard output.
pub(super) fn write(path: &Path, bytes: &[u8], out: &mut dyn Write) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        out.write_all(bytes)?;
        return Ok(());
    }
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
