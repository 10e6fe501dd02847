//! Writes generated puzzles: by default as lines below headers that tell how to reproduce them, or
//! else in any notation.

use std::io::Write;

use anyhow::Context;
use board::text::record::{Record, Style, Writer};
use board::text::{self, Note, Topic, board_header, line};
use board::{Geometry, Puzzle};
use clap::ValueEnum;

use super::outputs::Outputs;
use crate::cli::GenerateArgs;

/// Writes puzzles in order.
pub(super) struct Output<'a> {
    arguments: &'a GenerateArgs,
    geometry: &'a Geometry,
    writer: Option<Box<dyn Writer>>,
    out: Outputs<'a>,
}

impl<'a> Output<'a> {
    pub(super) fn new(
        arguments: &'a GenerateArgs,
        geometry: &'a Geometry,
        out: Outputs<'a>,
    ) -> Self {
        // Puzzles with relations have a board each, which stands in headers before it.
        let with_boards = arguments.variant.and_then(|_| text::named("line"));
        let notation = arguments.to.or(with_boards);
        let writer = notation.map(|notation| notation.writer(Style::default()));
        Self { arguments, geometry, writer, out }
    }

    /// Writes the headers.
    pub(super) fn begin(&mut self) -> anyhow::Result<()> {
        if self.arguments.to.is_some() {
            return Ok(());
        }
        if self.arguments.variant.is_some() {
            writeln!(self.out, "# source: {}", self.source())?;
            return Ok(self.out.flush()?);
        }
        self.out.write_all(board_header::header(self.geometry)?.as_bytes())?;
        if self.arguments.family.is_none() {
            writeln!(self.out, "# expect: {}", word(self.arguments.expect))?;
        }
        if let Some(level) = self.arguments.level {
            writeln!(self.out, "# level: {}", word(level))?;
        }
        writeln!(self.out, "# source: {}", self.source())?;
        Ok(self.out.flush()?)
    }

    /// Writes puzzles to the files at once, so that nothing of them is lost if the program is ended.
    pub(super) fn put(&mut self, puzzles: &[Puzzle]) -> anyhow::Result<()> {
        puzzles.iter().try_for_each(|puzzle| self.put_named(puzzle, None))?;
        Ok(self.out.flush()?)
    }

    /// Writes a puzzle, with a name and a comment if there are any.
    pub(super) fn put_named(
        &mut self,
        puzzle: &Puzzle,
        said: Option<(&str, &str)>,
    ) -> anyhow::Result<()> {
        let record = self.record(puzzle, said);
        self.out.keep(&record);
        let Some(writer) = &mut self.writer else {
            let text = line::write_givens(puzzle);
            let said = said.map(|(name, comment)| format!(" {name} # {comment}"));
            return Ok(writeln!(self.out, "{text}{}", said.unwrap_or_default())?);
        };
        let text = writer.record(&record).context("this notation cannot express the puzzle")?;
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// Returns a puzzle with what is known about it.
    fn record(&self, puzzle: &Puzzle, said: Option<(&str, &str)>) -> Record {
        let expect = self.arguments.family.is_none().then(|| word(self.arguments.expect));
        let level = self.arguments.level.map(|level| Note::new(Topic::Level, &word(level)));
        let comment = said.map(|(_, comment)| Note::new(Topic::Comment, comment));
        let notes = level.into_iter().chain(comment).collect();
        let name = said.map(|(name, _)| name.to_owned());
        Record { name, expect, notes, ..Record::new(puzzle.clone()) }
    }

    /// Completes the output.
    pub(super) fn end(&mut self) -> anyhow::Result<()> {
        if let Some(writer) = &mut self.writer {
            self.out.write_all(writer.end().as_bytes())?;
        }
        self.out.end()
    }

    fn mining(&self) -> Option<String> {
        let mining = &self.arguments.mining;
        let goal = match &mining.hardest_for {
            Some(id) => format!("--hardest-for {id} --cost {}", word(mining.cost)),
            None if mining.fewest_clues => "--fewest-clues".into(),
            None => return None,
        };
        let (climbs, patience) = (mining.climbs, mining.patience);
        let from = mining.from.as_ref().map(|file| format!(" --from {}", file.display()));
        let from = from.unwrap_or_default();
        let effort =
            format!("--climbs {climbs} --patience {patience} --drawings {}", mining.drawings);
        Some(format!(" {goal}{from} {effort}"))
    }

    /// Returns the command that generates the same puzzles.
    fn source(&self) -> String {
        let arguments = self.arguments;
        let clues = arguments.clues.map(|clues| format!(" --clues {clues}"));
        let level = arguments.level.map(|level| format!(" --level {}", word(level)));
        let techniques = arguments.techniques.as_ref();
        let techniques = techniques.map(|set| format!(" --techniques {}", set.list()));
        let symmetry = Some(&arguments.symmetry).filter(|name| *name != "none");
        let symmetry = symmetry.map(|name| format!(" --symmetry {name}"));
        let method = arguments.method.map(|method| format!(" --method {}", word(method)));
        let grids = arguments.grids.map(|grids| format!(" --grids {}", word(grids)));
        let what = match (arguments.family, arguments.variant) {
            (Some(family), _) => {
                let balance = arguments.balance.map(|it| format!(" --balance {}", word(it)));
                let balance = balance.unwrap_or_default();
                format!(" --family {} --share {}{balance}", word(family), shares(arguments))
            }
            (None, Some(variant)) => format!(" --variant {}", word(variant)),
            (None, None) => {
                self.mining().unwrap_or(format!(" --expect {}", word(arguments.expect)))
            }
        };
        let parts = [clues, level, techniques, symmetry, method, grids];
        format!(
            "harness {} generate --geometry {}{what}{} --count {} --seed {}",
            env!("CARGO_PKG_VERSION"),
            shell_words::quote(&arguments.geometry),
            parts.into_iter().flatten().collect::<String>(),
            arguments.count,
            arguments.seed.number
        )
    }
}

fn shares(arguments: &GenerateArgs) -> String {
    let shares: Vec<String> = arguments.share.iter().map(f64::to_string).collect();
    shares.join(",")
}

/// Returns the name of a value on the command line.
fn word(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|word| word.get_name().to_owned()).unwrap_or_default()
}
