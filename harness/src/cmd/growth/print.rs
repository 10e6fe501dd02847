//! Prints how costs grow: a row for each backend and level.

use std::io::Write;

use render::table::{Format, Table, in_full};
use serde_json::json;

use super::{Growth, Line};
use crate::cmd::compare::wording::figure;
use crate::cmd::printing;

impl Growth {
    /// Prints the table and the notes.
    ///
    /// # Errors
    /// When `out` takes no more.
    pub(super) fn print(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Json => {
                let growth = json!({
                    "metric": self.metric.name(),
                    "growth": self.lines,
                    "notes": self.notes,
                });
                return printing::json(out, &growth);
            }
            Format::Csv => self.whole().print(out, format)?,
            _ => {
                let caption = format!("Exponents of the growth of the {}.", self.metric.name());
                self.table().captioned(&caption, "growth").print(out, format)?;
                let explained = format!(
                    "Exponent: b of a · order^b, fitted to the medians of the {}; the interval resamples puzzles. \
                     Off by: the largest factor between a median and the fit. Last two: the exponent between the \
                     last two orders fitted; far above the other, growth is no power. Unsolved: orders of which \
                     at most half was solved, which are not fitted.",
                    self.metric.name()
                );
                printing::notes(out, &[explained], format)?;
            }
        }
        printing::notes(out, &self.notes, format)
    }

    fn table(&self) -> Table {
        let has_levels = self.lines.iter().any(|line| !line.level.is_empty());
        let table = Table::default().words("backend");
        let table = if has_levels { table.words("level") } else { table };
        let table = table.words("orders").numbers("exponent").words("95 % interval");
        let mut table = table.numbers("last two").numbers("off by").words("unsolved");
        for line in &self.lines {
            let mut row = vec![line.backend.clone()];
            row.extend(has_levels.then(|| line.level.clone()));
            row.extend(cells(line));
            table.row(row);
        }
        table
    }

    /// Returns all figures at full precision.
    fn whole(&self) -> Table {
        let titles =
            ["backend", "level", "puzzles", "not_measured", "orders", "unsolved", "exponent"];
        let titles = titles.into_iter().chain(["low", "high", "last_exponent", "deviation"]);
        let mut table = titles.fold(Table::default(), Table::words);
        for line in &self.lines {
            let mut row = vec![line.backend.clone(), line.level.clone(), line.puzzles.to_string()];
            row.push(orders(&line.not_measured));
            row.push(line.power.as_ref().map_or(String::new(), |power| orders(&power.sizes)));
            row.push(orders(&line.unsolved));
            if let Some(power) = &line.power {
                let ends = power.interval.map(|it| [it.low, it.high]);
                let [low, high] = ends.map_or([const { String::new() }; 2], |it| it.map(in_full));
                row.extend([in_full(power.exponent), low, high]);
                row.extend([power.last_exponent, power.deviation].map(in_full));
            }
            row.resize(11, String::new());
            table.row(row);
        }
        table
    }
}

/// Returns the cells after the backend and the level.
fn cells(line: &Line) -> [String; 6] {
    let Some(power) = &line.power else {
        let why = if line.not_measured.is_empty() { "too few" } else { "not measured" };
        return [why, "", "", "", "", &orders(&line.unsolved)].map(str::to_owned);
    };
    let interval = power.interval.map(|it| format!("{:.2}–{:.2}", it.low, it.high));
    // Between two orders the fit has no error.
    let is_checked = power.sizes.len() > 2;
    [
        orders(&power.sizes),
        format!("{:.2}", power.exponent),
        interval.unwrap_or_default(),
        if is_checked { format!("{:.2}", power.last_exponent) } else { String::new() },
        if is_checked { figure(power.deviation) } else { String::new() },
        orders(&line.unsolved),
    ]
}

/// Orders in a cell.
pub(super) fn orders(orders: &[usize]) -> String {
    orders.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}
