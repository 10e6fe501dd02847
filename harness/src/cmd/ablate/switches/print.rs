//! Prints what switches add.

use std::io::Write;

use render::table::{Format, Table, in_full};
use serde_json::json;

use super::{Ratio, SwitchEffect, SwitchEffects};
use crate::cmd::compare::wording::figure;
use crate::cmd::printing;

impl SwitchEffects {
    /// Prints the table and the notes.
    ///
    /// # Errors
    /// When `out` takes no more.
    pub(in crate::cmd::ablate) fn print(
        &self,
        out: &mut dyn Write,
        format: Format,
    ) -> anyhow::Result<()> {
        match format {
            Format::Json => return printing::json(out, &json!(self)),
            Format::Csv => self.whole().print(out, format)?,
            _ => {
                let caption = format!("What each technique adds to {}.", self.row);
                self.table().captioned(&caption, "ablate").print(out, format)?;
            }
        }
        printing::notes(out, &self.notes, format)
    }

    fn table(&self) -> Table {
        let mut table = Table::default().words("switch").numbers("PAR-2").words("95 % interval");
        for title in ["time", "conflicts", "gained", "lost"] {
            table = table.numbers(title);
        }
        for effect in &self.effects {
            let interval = effect.par2_ratio.interval;
            table.row([
                effect.switch.clone(),
                marked(effect.par2_ratio),
                interval
                    .map_or(String::new(), |it| format!("{}–{}", figure(it.low), figure(it.high))),
                marked(effect.time_ratio),
                marked(effect.conflicts_ratio),
                effect.only_with.to_string(),
                effect.only_without.to_string(),
            ]);
        }
        table
    }

    /// Returns all figures at full precision.
    fn whole(&self) -> Table {
        let counts = ["puzzles", "clusters", "both_solved", "only_with", "only_without"];
        let titles = ["switch", "without"].into_iter().chain(counts);
        let mut table = titles.fold(Table::default(), Table::words);
        for ratio in ["par2_ratio", "time_ratio", "conflicts_ratio"] {
            for end in ["", "_low", "_high"] {
                table = table.words(&format!("{ratio}{end}"));
            }
        }
        for effect in &self.effects {
            table.row(cells(effect));
        }
        table
    }
}

/// Returns a ratio, with a star if it is sure to differ from 1.
fn marked(ratio: Ratio) -> String {
    let star = if ratio.is_sure() { "*" } else { "" };
    ratio.value.map_or(String::new(), |value| format!("{}{star}", figure(value)))
}

/// Returns the cells of a row of CSV.
fn cells(effect: &SwitchEffect) -> Vec<String> {
    let SwitchEffect { puzzles, clusters, both_solved, only_with, only_without, .. } = *effect;
    let mut cells = vec![effect.switch.clone(), effect.without.clone()];
    let counts = [puzzles, clusters, both_solved, only_with, only_without];
    cells.extend(counts.map(|count| count.to_string()));
    for Ratio { value, interval, .. } in
        [effect.par2_ratio, effect.time_ratio, effect.conflicts_ratio]
    {
        let figures = [value, interval.map(|it| it.low), interval.map(|it| it.high)];
        cells.extend(figures.map(|figure| figure.map_or(String::new(), in_full)));
    }
    cells
}
